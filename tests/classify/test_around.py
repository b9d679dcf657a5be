"""What stands around a text on its page."""

from __future__ import annotations

import numpy as np
import pytest

from eventlocky.classify import around

TEXTS = ["5月1日 演奏会 港ホール", "演奏会", "5月2日 講演会 市民会館", "アクセス", "会社概要"]
FACTS = [{"dated", "gather"}, {"gather"}, {"dated", "gather"}, {"hours"}, {"legal"}]


def test_a_part_belongs_to_the_text_that_holds_it_and_is_not_beside_it():
    ring = around.read(TEXTS, FACTS)
    assert ring.wholes[1].tolist() == [1, 0, 0, 0, 0]
    assert ring.parts[0].tolist() == [0, 1, 0, 0, 0]
    assert ring.beside[0, 1] == ring.beside[1, 0] == 0
    assert ring.outer[2, 1] == 0
    assert ring.beside[2, 1] > 0


def test_what_is_alike_counts_more():
    ring = around.read(TEXTS, FACTS)
    assert ring.alike[2, 0] > ring.outer[2, 0] > 0
    assert ring.alike[2, 3] == 0


def test_texts_that_differ_in_digits_only_count_as_one_and_are_not_beside_each_other():
    ring = around.read(["レポート 1", "レポート 22", "レポート 3", "アクセス"], [{"a"}, {"a"}, {"a"}, {"b"}])
    assert ring.beside[0].tolist() == [0, 0, 0, 1]
    assert ring.beside[3] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert ring.trust[3, 0] == ring.trust[0, 0] == 0.5


def test_nobody_is_around_one_who_is_alone_or_among_copies():
    for texts in (["a"], ["vol 1", "vol 2"], ["", ""]):
        ring = around.read(texts, [[]] * len(texts))
        assert not ring.has_any.any()
        assert not ring.numbers(np.ones(len(texts))).any()


def test_the_order_of_texts_does_not_matter():
    sure = np.array([2.0, 0.5, 1.0, -3.0, -2.0])
    turned = [3, 0, 4, 2, 1]
    numbers = around.read(TEXTS, FACTS).numbers(sure)
    again = around.read([TEXTS[place] for place in turned], [FACTS[place] for place in turned]).numbers(sure[turned])
    assert np.allclose(numbers[turned], again)
    assert numbers.shape == (len(TEXTS), around.COUNT)


def test_a_long_page_is_looked_at_in_turns():
    assert [len(turn) for turn in around.turns(range(around.MOST + 1))] == [around.MOST, 1]
