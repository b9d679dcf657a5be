"""Starts and ends that stand in elements of their own with nothing between."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse

TODAY = date(2026, 9, 15)


def whens(html: str) -> list[tuple[str, str]]:
    found = annotate(parse(html.encode(), ""), ["date"], TODAY)
    return [(str(one.value.when.start), str(one.value.when.end)) for one in found.within("date", 0, 10_000)]


@pytest.mark.parametrize(
    "html",
    [
        '<i>Sept 19, 2026</i> <time class="event-time-start">2:00 PM</time> <time class="event-time-end">3:00 PM</time>',
        "<i>Sept 19, 2026</i> <time>2:00 PM</time><span class='event-datetime-divider'></span><time>3:00 PM</time>",
        '<span class="startTime">Sept 19, 2026, 2:00 PM</span><span class="endTime">3:00 PM</span>',
    ],
)
def test_a_start_and_an_end_side_by_side_are_one_time(html: str):
    assert whens(f"<p>{html}") == [("2026-09-19 14:00:00", "2026-09-19 15:00:00")]


def test_two_shows_side_by_side_stay_two():
    html = "<p>Sept 19, 2026 <time class=show>2:00 PM</time> <time class=show>5:00 PM</time>"
    assert whens(html) == [("2026-09-19 14:00:00", "None")]


def test_something_between_them_is_left_alone():
    html = '<p><b class="date-start">Sept 19, 2026</b> Gala <b class="date-end">Sept 21, 2026</b>'
    assert len(whens(html)) == 2


def test_two_times_alone_in_a_text_are_a_start_and_an_end():
    assert whens("<p>Oct 30, 2026<br>6:00 PM 8:00 PM") == [("2026-10-30 18:00:00", "2026-10-30 20:00:00")]
    assert whens("<p>Oct 30, 2026<br>6:00 PM 8:00 PM 10:00 PM")[0][1] == "None"
