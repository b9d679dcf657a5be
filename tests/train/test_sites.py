"""Sites fall into folds: the same ones for training and for measuring."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from eventlocky.evaluate.corpus import GoldPage, fold_of
from eventlocky.train.sites import fold

SITES = [f"site-{number}.example" for number in range(3_000)]


def test_training_and_measuring_split_alike():
    for domain in SITES[:50]:
        page = GoldPage("c", "p", "", None, domain, "en", "event", Path("p.html"), {})
        assert fold_of(page, 5) == fold(domain, 5)


def test_the_folds_are_those_that_the_published_figures_were_measured_with():
    assert [fold(domain, 5) for domain in SITES[:12]] == [0, 4, 3, 4, 0, 0, 1, 2, 3, 2, 1, 2]


def test_folds_are_about_equal_and_splits_with_other_salts_are_independent():
    both = Counter((fold(domain, 3), fold(domain, 3, "titles")) for domain in SITES)
    assert len(both) == 9
    assert all(250 < count < 420 for count in both.values())


def test_a_site_of_any_letters_has_a_fold():
    assert 0 <= fold("\ud800", 5) < 5
    assert fold("", 1) == 0
