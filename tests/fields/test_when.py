"""When a record takes place: what it says itself, and what stands over its list."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from eventlocky import fields, kinds, page
from eventlocky.annotate import annotate
from eventlocky.types import Record

TODAY = date(2026, 1, 1)


def starts(html: str, selector: str = "li") -> list[date | datetime | None]:
    """Read the records that a selector finds as one list; return when they begin."""
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    records = [Record(row, tree.ends[row], title=tree.text(row)) for row in tree.select(selector)]
    events = fields.read(tree, records, annotations, kinds.load("event"))
    return [event.when.start for event in events if event is not None]


DAYS = "<ul><li>Board, February 5, 2026</li><li>Board, March 5, 2026</li><li>Board, April 2, 2026</li></ul>"
MORNING = [datetime(2026, 2, 5, 8, 30), datetime(2026, 3, 5, 8, 30), datetime(2026, 4, 2, 8, 30)]


def test_the_time_of_the_rule_that_the_days_keep_is_the_time_of_the_list():
    rule = "<p>The board meets on the first Thursday of every month at 8:30 a.m.</p>"
    speakers = "<p>Speakers please wait in the hall, which opens at 4 pm.</p>"
    assert starts(rule + speakers + DAYS) == MORNING


@pytest.mark.parametrize("words", ["by", "before", "no later than", "until"])
def test_a_time_until_when_something_must_be_done_is_not_the_time_of_a_list(words):
    assert starts(f"<p>Requests must be received {words} 4:30 pm.</p>{DAYS}") == [
        date(2026, 2, 5),
        date(2026, 3, 5),
        date(2026, 4, 2),
    ]


def test_a_badge_gives_the_day_and_a_fuller_line_of_the_record_gives_its_end():
    html = (
        "<article><time>Oct<br>6</time><h2>Water Board</h2>"
        "<p>Tuesday, October 6, 2026</p><p>9:00 AM 10:00 AM 09:00 10:00</p></article>"
    )
    tree = page.parse(html, "https://board.example/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    (row,) = tree.select("article")
    record = Record(row, tree.ends[row], title="Water Board")
    (event,) = fields.read(tree, [record], annotations, kinds.load("event"))
    assert event is not None
    assert event.when.end == datetime(2026, 10, 6, 10)


def test_two_clocks_that_say_the_same_are_one_time_and_more_times_are_more_shows():
    from eventlocky import dates

    both = dates.read("Tuesday, October 6, 2026 8:30 PM 11:59 PM 20:30 23:59", reference=TODAY)
    assert both is not None
    assert (both.start, both.end) == (datetime(2026, 10, 6, 20, 30), datetime(2026, 10, 6, 23, 59))
    shows = dates.read("6 October 2026, 14:30 17:00 20:15", reference=TODAY)
    assert shows is not None
    assert (shows.end, len(shows.rdates)) == (None, 2)


def test_each_part_of_a_list_has_the_time_that_stands_over_it():
    html = f"<h2>Board</h2><p>(6:30 pm unless noted)</p>{DAYS}<h2>Council</h2><p>(7:00 pm)</p>{DAYS.replace('2026', '2027')}"
    assert {start.time() for start in starts(html)[:3]} == {time(18, 30)}
    assert {start.time() for start in starts(html)[3:]} == {time(19)}


def test_doors_are_not_the_start_where_both_are_said():
    html = "<ul><li>3 May 2026 Catrin Finch, Concert Hall, doors open at 6.30pm, show commences at 7.30pm</li></ul>"
    assert starts(html) == [datetime(2026, 5, 3, 19, 30)]
