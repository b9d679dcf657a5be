"""What every classifier of texts keeps: it learns, it is saved and read back, a broken file is refused."""

from __future__ import annotations

import json
from datetime import date

import numpy as np
import pytest

from eventlocky import classify, kinds
from eventlocky.annotate import annotate
from eventlocky.classify.texts import parts, record_text
from eventlocky.errors import ModelError
from eventlocky.models import arrays
from eventlocky.page import parse
from eventlocky.settings import Settings
from eventlocky.types import Record


@pytest.fixture(params=sorted(classify.TEXT_CLASSIFIERS))
def name(request):
    return request.param


def test_it_knows_the_records_it_has_learned(name, small):
    said = small.trained(name).probabilities(small.texts) >= 0.5
    assert np.mean(said == np.array(small.labels, dtype=bool)) >= 0.75


def test_it_says_the_same_when_it_is_read_back(name, small, tmp_path):
    model = small.trained(name)
    model.save(tmp_path / "m.npz", {"kind": "event"})
    again = type(model).load(tmp_path / "m.npz")
    assert np.array_equal(model.probabilities(small.texts), again.probabilities(small.texts))
    assert model.parameters() == again.parameters()


def test_the_same_records_give_the_same_bytes(name, small, tmp_path):
    for file in ("a.npz", "b.npz"):
        small.trained(name).save(tmp_path / file, {"kind": "event"})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_odd_texts_get_a_figure_too(name, small):
    model = small.trained(name)
    texts = ["", " ", "\x00\ud800", "☃☃☃", "あ" * 20_000, "1" * 5_000, "2026年" * 3_000]
    chances = model.probabilities(texts)
    assert chances.shape == (len(texts),)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert model.probabilities([]).shape == (0,)


def test_one_label_teaches_nothing(name):
    with pytest.raises(ModelError, match="both labels"):
        classify.TEXT_CLASSIFIERS[name]().fit(["a", "b"], [1, 1])


@pytest.mark.parametrize("keep", [0, 10, 300, -30])
def test_a_truncated_file_is_refused(name, small, tmp_path, keep):
    file = tmp_path / "m.npz"
    small.trained(name).save(file)
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(ModelError, match=f"train KIND --classifier {name}"):
        classify.TEXT_CLASSIFIERS[name].load(file)


def test_a_file_without_one_of_its_arrays_or_with_one_cut_is_refused(name, small, tmp_path):
    file = tmp_path / "m.npz"
    small.trained(name).save(file)
    with np.load(file, allow_pickle=False) as opened:
        whole = {part: opened[part] for part in opened.files}
    for part, array in whole.items():
        for changed in (None, array[:-1], array[:0], array.astype("<U1")):
            rest = {other: array for other, array in whole.items() if other != part}
            np.savez(file, **rest, **({} if changed is None else {part: changed}))
            with pytest.raises(ModelError):
                classify.TEXT_CLASSIFIERS[name].load(file)


def test_a_file_whose_digest_was_forged_is_still_refused_where_its_parts_do_not_fit(name, small, tmp_path):
    file = tmp_path / "m.npz"
    small.trained(name).save(file)
    with np.load(file, allow_pickle=False) as opened:
        whole = {part: opened[part] for part in opened.files}
    card = json.loads(whole.pop("card").tobytes().decode())
    for part, array in whole.items():
        for changed in (None, array[:0], array.astype("<U1"), array[: len(array) // 2]):
            rest = {other: kept for other, kept in whole.items() if other != part}
            arrays.write(file, rest | ({} if changed is None else {part: changed}), card)
            with pytest.raises(ModelError):
                classify.TEXT_CLASSIFIERS[name].load(file)


def test_figures_that_are_none_are_refused(name, small, tmp_path):
    file = tmp_path / "m.npz"
    small.trained(name).save(file)
    with np.load(file, allow_pickle=False) as opened:
        whole = {part: opened[part] for part in opened.files}
    for part in [part for part, array in whole.items() if array.dtype.kind == "f"]:
        broken = whole[part].copy()
        broken.flat[0] = np.nan
        np.savez(file, **(whole | {part: broken}))
        with pytest.raises(ModelError):
            classify.TEXT_CLASSIFIERS[name].load(file)


def test_the_model_of_another_classifier_is_refused(small, tmp_path):
    small.trained("bayes").save(tmp_path / "m.npz")
    with pytest.raises(ModelError, match="for the classifier bayes"):
        classify.TEXT_CLASSIFIERS["knn"].load(tmp_path / "m.npz")


@pytest.mark.parametrize("card", [{}, {"version": 9}, {"version": 1, "classifier": "bayes", "words": "odd", "seed": 1}])
def test_a_card_that_does_not_fit_is_refused(small, tmp_path, card):
    file = tmp_path / "m.npz"
    small.trained("bayes").save(file)
    with np.load(file, allow_pickle=False) as opened:
        whole = {part: opened[part] for part in opened.files}
    np.savez(file, **(whole | {"card": np.frombuffer(json.dumps(card).encode(), np.uint8)}))
    with pytest.raises(ModelError):
        classify.TEXT_CLASSIFIERS["bayes"].load(file)


def test_without_a_model_it_says_what_to_do(name):
    tree = parse("<ul><li>Concert 1 May 2026</ul>")
    kind = kinds.load("event" if name == "dealfinder" else "deal")  # for those the package carries none
    with pytest.raises(ModelError, match=f"eventlocky train {kind.name} --classifier {name} --records FILE"):
        classify.get(name).label(tree, annotate(tree, {"date"}, date(2026, 5, 1)), [Record(1, 2)], kind)


def test_a_kind_with_dates_borrows_the_model_of_events():
    assert classify.get("locky").learned(kinds.load("talk")) is classify.get("locky").learned(kinds.load("event"))


def test_it_judges_the_records_of_a_page_whatever_the_finder(small, tmp_path):
    from eventlocky.extract import read

    small.trained("bayes").save(tmp_path / "m.npz")
    html = "<ul><li>Konzert am Sa, 14.11.2026, Eintritt 12 Euro<li>Vortrag am So, 15.11.2026, Eintritt frei</ul>"
    for finder in ("plain", "best"):
        settings = Settings(finder=finder, classifier="bayes", model=str(tmp_path / "m.npz"))
        reading = read(html, fetched=date(2026, 11, 1), settings=settings)
        assert all(0 <= label <= 1 for label in reading.labels)
        assert max(reading.labels) > 0.5


def test_a_record_has_the_words_that_it_inherits():
    tree = parse("<h2>May</h2><p>Concert</p>")
    heading, record = tree.tags.index("h2"), tree.tags.index("p")
    text = record_text(tree, Record(record, tree.ends[record], context=(heading + 1,)))
    assert text.split() == ["May", "Concert"]


def test_folds_keep_sites_together_and_spread_events():
    sites = ["a"] * 6 + ["b"] * 3 + ["c"] * 3 + ["d"] * 4
    labels = [1] * 6 + [1] * 3 + [1] * 3 + [0] * 4
    folds = parts(labels, sites, 2)
    assert {site: {int(fold) for fold, one in zip(folds, sites, strict=True) if one == site} for site in "abcd"} == {
        "a": {0},
        "b": {1},
        "c": {1},
        "d": {0},
    }
