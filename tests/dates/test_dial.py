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
        ("March 10, 2026, 8:00a Fun run", datetime(2026, 3, 10, 8)),
        ("March 10, 2026, 8h30", datetime(2026, 3, 10, 8, 30)),
        ("March 10, 2026, 7:30-10:30", datetime(2026, 3, 10, 19, 30)),
    ],
)
def test_a_bare_time_of_an_english_page_is_of_the_hours_at_which_things_begin(text, start):
    assert starts(f"<p>{text}</p>") == [start]


def test_hours_over_noon_end_in_the_afternoon():
    annotations = annotate(parse(f"{ENGLISH}<p>March 10, 2026, 10:00-2:00".encode()), ["date"], REFERENCE)
    (found,) = annotations.found
    assert isinstance(found.value, Dated)
    assert found.value.when.end == datetime(2026, 3, 10, 14)


@pytest.mark.parametrize(
    ("hours", "start", "end"),
    [("7:00-12:00", time(7), time(12)), ("8:30-12:30", time(8, 30), time(12, 30)), ("7:00-1:00", time(7), time(13))],
)
def test_hours_that_end_at_noon_are_those_of_a_morning(hours, start, end):
    """A farmers market from seven to twelve was read as a night of seventeen hours."""
    annotations = annotate(parse(f"{ENGLISH}<p>Saturday, June 6, {hours} Market".encode()), ["date"], REFERENCE)
    (found,) = annotations.found
    assert isinstance(found.value, Dated)
    when = found.value.when
    assert (when.start, when.end) == (datetime.combine(date(2026, 6, 6), start), datetime.combine(when.first_day, end))


@pytest.mark.parametrize(
    ("hours", "clocks"),
    [
        ("8:00 and 10:00", [8, 10]),
        ("7:30, 9:00, 11:00", [7.5, 9, 11]),
        ("11:00, 1:30", [11, 13.5]),
        ("7:00, 8:30", [19, 20.5]),
    ],
)
def test_the_times_of_one_day_are_in_their_order(hours, clocks):
    annotations = annotate(parse(f"{ENGLISH}<p>Sunday, June 7, {hours}".encode()), ["date"], REFERENCE)
    (found,) = annotations.found
    assert isinstance(found.value, Dated)
    when = found.value.when
    assert [moment.hour + moment.minute / 60 for moment in (when.start, *when.rdates)] == clocks


def test_a_programme_that_repeats_its_day_is_read_in_its_order():
    programme = "<p>6 June 2026, 8:00 Registration<p>6 June 2026, 9:00 Keynote<p>Saturday 6 June, 6:00 Ball"
    programme += "<p>6 June 2026, 9:00 Songs<p>7 June 2026, 9:00 Walk"
    assert [start.hour for start in starts(programme)] == [8, 9, 18, 21, 9]


def test_the_morning_of_the_next_day_says_nothing_of_an_evening():
    assert [start.hour for start in starts("<p>6 June 2026, 8:00 Film<p>7 June 2026, 10:00 Walk")] == [20, 10]


def test_the_times_of_a_programme_follow_each_other():
    programme = "<ul><li>8:00 Run<li>11:00 Cook-off<li>1:00 Cloggers<li>5:15 Band<li>7:00 Film<li>9:00 Songs</ul>"
    clocks = [start.time() for start in starts(programme)]
    assert clocks == [time(8), time(11), time(13), time(17, 15), time(19), time(21)]


@pytest.mark.parametrize("other", ["19:30", "09:30"])
def test_a_page_with_a_clock_of_24_hours_is_left_alone(other):
    assert starts(f"<p>March 10, 2026, 7:00</p><p>March 11, 2026, {other}</p>")[0] == datetime(2026, 3, 10, 7)


def test_other_languages_are_left_alone():
    assert starts("<p>10. März 2026, 7:00</p>", "<p>Wir wandern bei jedem Wetter.</p>") == [datetime(2026, 3, 10, 7)]


@pytest.mark.parametrize(("language", "hour"), [("de", 7), ("en-GB", 19), ("", 19)])
def test_a_page_that_tells_its_language_is_taken_at_its_word(language, hour):
    page = f'<html lang="{language}"><body>{ENGLISH}<p>March 10, 2026, 7:00</p></body></html>'
    (found,) = annotate(parse(page.encode()), ["date"], REFERENCE).found
    assert found.value.when.start == datetime(2026, 3, 10, hour)
