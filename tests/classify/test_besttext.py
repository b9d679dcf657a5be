"""Our classifier of texts looks at the page around a text, and only at that."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.classify.besttext import BestText, _pooled
from eventlocky.page import parse
from eventlocky.types import Record

UNSURE = "夏の特別な一日"
EVENTS = ["6月6日（土）写真教室 定員10名", "7月4日（土）講演会 会場：市民会館", "8月2日（日）花火大会 河川公園 19:30"]
OTHERS = ["会社概要 代表取締役 設立 1980年", "採用情報 アルバイト 給与", "プライバシーポリシー 利用規約"]


@pytest.fixture(scope="module")
def model():
    """Return one that learned from forty sites, each with a page of events and a page of none."""
    texts, labels, sites, pages = [], [], [], []
    for site in range(40):
        for label, page in ((1, EVENTS), (0, OTHERS)):
            for text in (*page, UNSURE):
                texts.append(f"{text} {site}")
                labels.append(label)
                sites.append(f"site{site}")
                pages.append(f"site{site} {label}")
    return BestText(log_c=-3.0).fit(texts, labels, sites, pages)


def test_the_same_text_is_judged_by_its_page(model):
    among_events = model.probabilities([UNSURE, *EVENTS], ["a"] * 4)[0]
    among_others = model.probabilities([UNSURE, *OTHERS], ["a"] * 4)[0]
    assert among_others < 0.5 < among_events


def test_a_text_alone_on_its_page_is_judged_by_itself(model):
    alone = model.probabilities([UNSURE])[0]
    assert model.probabilities([UNSURE, *EVENTS])[0] == alone
    assert model.probabilities([UNSURE, *EVENTS], ["a", "b", "b", "b"])[0] == alone


def test_other_pages_and_the_order_of_texts_do_not_matter(model):
    texts, pages = [UNSURE, *EVENTS, *OTHERS], ["a"] * 4 + ["b"] * 3
    whole = model.probabilities(texts, pages)
    assert np.allclose(whole[:4], model.probabilities(texts[:4], pages[:4]))
    assert np.allclose(whole[::-1], model.probabilities(texts[::-1], pages[::-1]))


def test_it_says_the_same_of_pages_when_it_is_read_back(model, tmp_path):
    model.save(tmp_path / "m.npz", {"kind": "event"})
    again = BestText.load(tmp_path / "m.npz")
    texts, pages = [UNSURE, *EVENTS, *OTHERS], ["a"] * 7
    assert np.array_equal(model.probabilities(texts, pages), again.probabilities(texts, pages))


def test_odd_texts_on_one_page_get_a_figure_too(model):
    texts = ["", " ", "\x00\ud800", "☃☃☃", "あ" * 20_000, "1" * 5_000, "a", "a", *(str(n) for n in range(600))]
    chances = model.probabilities(texts, ["a"] * len(texts))
    assert ((chances >= 0) & (chances <= 1)).all()


def test_all_records_of_a_tree_are_one_page(model, tmp_path):
    model.save(tmp_path / "m.npz", {"kind": "event"})
    texts = [UNSURE, *EVENTS]
    tree = parse(f"<ul>{''.join(f'<li>{text}' for text in texts)}</ul>")
    records = [Record(row, tree.ends[row]) for row, tag in enumerate(tree.tags) if tag == "li"]
    said = BestText(str(tmp_path / "m.npz")).label(
        tree, annotate(tree, {"date"}, date(2026, 5, 1)), records, kinds.load("event")
    )
    assert said == pytest.approx(model.probabilities(texts, ["a"] * 4).tolist())


def test_sites_with_both_labels_on_several_pages_are_pooled():
    pages, sites, labels = ["p", "q", "r", "r", "s", "t"], ["a", "a", "b", "b", "c", "c"], [0, 1, 0, 1, 0, 0]
    assert [pool.tolist() for pool in _pooled(pages, sites, labels)] == [[0, 1]]
    assert _pooled(None, sites, labels) == []
