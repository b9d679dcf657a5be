"""Dates that are stamps of posts: what stands under them is later."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from eventlocky.records.stamps import stamps

STAMP, TOLD = 1, 2


def test_dates_alone_on_their_lines_over_later_days_are_stamps():
    outrun, told = stamps([STAMP, TOLD, STAMP, TOLD], [10, 30, 8, 25], [0, 20, 0, 20], [False] * 4)
    assert outrun == [1.0, 0.0, 1.0, 0.0]
    assert told == [0.0, 1.0, 0.0, 1.0]


def test_a_stamp_without_a_later_day_lowers_what_all_of_them_look_like():
    outrun, told = stamps([STAMP, TOLD, STAMP], [10, 30, 8], [0, 20, 0], [False] * 3)
    assert outrun == [0.5, 0.0, 0.5]
    assert told == [0.0, 0.5, 0.0]


def test_dates_with_words_beside_them_or_an_hour_are_no_stamps():
    assert stamps([STAMP, TOLD], [10, 30], [40, 20], [False] * 2) == ([0.0, 0.0], [0.0, 0.0])
    assert stamps([STAMP, TOLD], [10, 30], [0, 20], [True, False]) == ([0.0, 0.0], [0.0, 0.0])


def test_the_days_of_one_list_do_not_stamp_each_other():
    assert stamps([STAMP] * 4, [1, 2, 3, 4], [0] * 4, [False] * 4) == ([0.0] * 4, [0.0] * 4)


def test_an_earlier_day_under_a_date_says_nothing():
    assert stamps([STAMP, TOLD], [30, 10], [0, 20], [False] * 2) == ([0.0, 0.0], [0.0, 0.0])


def test_no_dates_give_nothing():
    assert stamps([], [], [], []) == ([], [])


@given(some.lists(some.tuples(some.integers(0, 3), some.integers(0, 9), some.integers(0, 30), some.booleans())))
def test_any_dates_give_a_share_each(dates):
    outrun, told = stamps(*([each[part] for each in dates] for part in range(4)))
    assert len(outrun) == len(told) == len(dates)
    assert all(0 <= share <= 1 for share in [*outrun, *told])
