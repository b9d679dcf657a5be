"""Weights of words and of letters: what a text says with them."""

from __future__ import annotations

import numpy as np
import pytest

from eventlocky.models import WordWeights, words


@pytest.fixture
def weights():
    return WordWeights(np.array([1.0, 2.0, -4.0, 0.0], dtype=np.float32), 0.5)


def groups(part):
    return [int(letter) for letter in part]


def test_a_word_that_is_said_twice_counts_once(weights):
    assert weights.score([0, 1, 1]) == pytest.approx(3 / 2**0.5 + 0.5)


def test_letters_count_as_often_as_they_occur(weights):
    assert weights.spelt(["01", "1"], groups) == pytest.approx(5 / 3**0.5 + 0.5)
    assert weights.spelt([], groups) == 0.5


def test_what_a_part_says_is_worked_out_once(weights):
    asked = []
    for _ in range(3):
        weights.spelt(["02", "2"], lambda part: asked.append(part) or groups(part))
    assert asked == ["02", "2"]


def test_no_more_parts_are_kept_than_there_is_room_for(weights, monkeypatch):
    monkeypatch.setattr(words, "_MOST_PARTS", 3)
    found = [weights.spelt([part], groups) for part in ("0", "1", "2", "3", "0")]
    assert found[0] == found[-1] == 1.5
    assert len(vars(weights)["_sums"]) <= 3
