"""Days side by side in one text, each with its month."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.types import When

TODAY = date(2026, 1, 9)


def whens(html: str) -> list[When]:
    found = annotate(parse(html.encode(), ""), ["date"], TODAY)
    return [one.value.when for one in found.within("date", 0, 10_000)]


@pytest.mark.parametrize(
    "said",
    ["January 14, February 11, March 11", "Jan. 14; Feb. 11; Mar. 11", "January 14, February 11 and March 11, 2026"],
)
def test_days_in_a_row_are_one_list(said: str):
    (when,) = whens(f"<h3>Finance Committee</h3><p>{said}")
    assert (when.start, when.rdates) == (date(2026, 1, 14), (date(2026, 2, 11), date(2026, 3, 11)))


def test_the_time_behind_the_last_day_is_that_of_all():
    (when,) = whens("<p>February 19, May 21 and August 20 at 4 p.m., City Hall")
    assert [str(day) for day in (when.start, *when.rdates)] == [
        "2026-02-19 16:00:00",
        "2026-05-21 16:00:00",
        "2026-08-20 16:00:00",
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<p>January 14<br>February 11<br>March 11",
        "<p>January 14, Council; February 11, Board; March 11, Council",
        "<p><a href=1>January 14</a>, <a href=2>February 11</a>, <a href=3>March 11</a>",
        "<p>January 14, 7 pm, February 11, 7 pm, March 11, 7 pm",
    ],
)
def test_days_with_lines_words_links_or_hours_of_their_own_are_not(html: str):
    assert len(whens(html)) == 3
