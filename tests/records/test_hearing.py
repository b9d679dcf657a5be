"""What the texts of records say beside their dates, on pages whose language was labelled."""

from __future__ import annotations

import numpy as np
import pytest

from eventlocky.models import WordWeights
from eventlocky.records import hearing
from eventlocky.train import best
from eventlocky.train.records import LabelledText, of_corpus

pytest.importorskip("sklearn", reason="training needs the extra train")

EVENTS = [
    "4月{n}日 春の演奏会を開催します",
    "第{n}回 写真展のお知らせ 会場：港ホール",
    "{n}月5日(土) ライブ 開場18:00 開演18:30",
]
OTHERS = ["{n}月1日 ホームページを更新しました", "{n}月2日 臨時休業のお知らせ", "スタッフ募集 時給{n}00円 アルバイト"]


@pytest.fixture(scope="module")
def ear() -> WordWeights:
    texts = [
        LabelledText(text.format(n=n), label, f"site{n}")
        for n in range(1, 12)
        for label, some in enumerate((OTHERS, EVENTS))
        for text in some
    ]
    weights = best._fit_texts(texts)
    assert weights is not None
    return weights


def test_a_text_with_an_event_says_more_than_one_without(ear):
    heard = hearing.hear(["6月13日 秋の演奏会を開催します", "6月12日 リンクを更新しました"], ear)
    assert heard[0] > 0 > heard[1]


@pytest.mark.parametrize("text", ["", " ", "\ud800", "開催" * 5_000, "\x00", "١٢", "🎷" * 400])
def test_no_text_is_louder_than_the_loudest(text, ear):
    assert np.abs(hearing.hear([text], ear)).max() <= 4


def test_what_is_heard_moves_the_chance_of_a_date():
    trust = np.array([0.0, 0.5, 0.5, 0.2])
    days = np.array([0.5, 0.5, 0.0, 1.0])
    given = hearing.agree(days, np.array([[3.0, 1.0], [-3.0, -1.0], [0.0, 0.0], [0.0, 0.0]]), trust)
    assert given[0] > 0.8
    assert given[1] < 0.2
    assert np.isfinite(given).all()


def test_nothing_is_learned_from_texts_that_are_all_alike():
    assert best._fit_texts([LabelledText("演奏会", 1, "a")]) is None
    assert best._fit_texts([]) is None


def test_a_corpus_without_texts_has_none(tmp_path):
    assert of_corpus(tmp_path) == []
