"""Draws of sites: the error of a share is known for shares that are, and of one site nothing can be said."""

from __future__ import annotations

import pytest

from eventlocky.evaluate.draws import drawn_error, tally, worst_of


def test_the_error_of_a_mean_is_the_deviation_of_sites_by_the_root_of_their_number():
    shares = [(place % 2, 1) for place in range(100)]
    assert drawn_error(shares) == pytest.approx(0.05, rel=0.1)
    assert drawn_error(shares) == drawn_error(shares)


def test_sites_that_are_alike_have_no_error_and_large_sites_count_for_more():
    assert drawn_error([(1, 2), (10, 20)]) == 0
    few, many = drawn_error([(1, 1)] + [(0, 1)] * 9), drawn_error([(90, 90)] + [(0, 1)] * 9)
    assert few < many


@pytest.mark.parametrize("parts", [[], [(3, 4)], [(0, 0), (0, 0)]])
def test_where_nothing_can_be_drawn_there_is_no_error(parts):
    assert drawn_error(parts) is None


def test_the_worst_sites_are_those_with_most_wrong_then_by_name():
    counts = tally(["b", "a", "a", "b", "c"], [False, False, True, True, True])
    assert counts == {"b": [1, 2], "a": [1, 2], "c": [1, 1]}
    assert worst_of(counts, "texts") == [("a", "1 of 2 texts wrong"), ("b", "1 of 2 texts wrong")]
