"""The half of the day that English pages leave out."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from eventlocky.annotate import Dated, annotate
from eventlocky.page import parse

REFERENCE = date(2026, 2, 20)
ENGLISH = "<p>The club meets with friends, and the door is open to the town.</p>"


def starts(html, words=ENGLISH):
    annotations = annotate(parse(f"<body>{words}{html}</body>".encode()), ["date", "time"], REFERENCE)
    return [a.value.when.start for a in annotations.found if isinstance(a.value, Dated)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Tues. March 10, 7:00", datetime(2026, 3, 10, 19)),
        ("March 10, 2026, 4:30-5:30", datetime(2026, 3, 10, 16, 30)),
        ("March 10, 2026, 10:00", datetime(2026, 3, 10, 10)),
        ("March 10, 2026, 7:30 a.m.", datetime(2026, 3, 10, 7, 30)),
        ("March 10, 2026, 8:30am", datetime(2026, 3, 10, 8, 30)),
        ("March 10, 2026, 8:00-4:30", datetime(2026, 3, 10, 8)),
    ],
)
def test_a_bare_time_of_an_english_page_is_of_the_hours_at_which_things_begin(text, start):
    assert starts(f"<p>{text}</p>") == [start]


def test_hours_over_noon_end_in_the_afternoon():
    annotations = annotate(parse(f"{ENGLISH}<p>March 10, 2026, 10:00-2:00".encode()), ["date"], REFERENCE)
    (found,) = annotations.found
    assert isinstance(found.value, Dated)
    assert found.value.when.end == datetime(2026, 3, 10, 14)


def test_the_times_of_a_programme_follow_each_other():
    programme = "<ul><li>8:00 Run<li>11:00 Cook-off<li>1:00 Cloggers<li>5:15 Band<li>7:00 Film<li>9:00 Songs</ul>"
    clocks = [start.time() for start in starts(programme)]
    assert clocks == [time(8), time(11), time(13), time(17, 15), time(19), time(21)]


@pytest.mark.parametrize("other", ["19:30", "09:30"])
def test_a_page_with_a_clock_of_24_hours_is_left_alone(other):
    assert starts(f"<p>March 10, 2026, 7:00</p><p>March 11, 2026, {other}</p>")[0] == datetime(2026, 3, 10, 7)


def test_other_languages_are_left_alone():
    assert starts("<p>10. März 2026, 7:00</p>", "<p>Wir wandern bei jedem Wetter.</p>") == [datetime(2026, 3, 10, 7)]
