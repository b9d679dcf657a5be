"""The plain reader of dates: what the bar can and cannot do."""

from __future__ import annotations

import time
from datetime import date

import pytest

from eventlocky.dates import plain
from eventlocky.formats.json import stamp

REFERENCE = date(2026, 11, 15)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("14 November 2026", "2026-11-14", None),
        ("November 14, 2026 7:30 pm", "2026-11-14T19:30", None),
        ("Sa, 14.11.2026, 19:30 Uhr", "2026-11-14T19:30", None),
        ("14.11.26", "2026-11-14", None),
        ("2026年11月5日(木) 18:30開演", "2026-11-05T18:30", None),
        ("11月5日 18時30分", "2026-11-05T18:30", None),
        ("2026-11-05", "2026-11-05", None),
        ("2026/11/5", "2026-11-05", None),
        ("11/14/2026", "2026-11-14", None),
        ("25/12/2026", "2026-12-25", None),
        ("le 1er mai 2027 à 20h30", "2027-05-01T20:30", None),
        ("5 de mayo de 2027", "2027-05-05", None),
        ("30 Nov 2026 – 2 Dec 2026", "2026-11-30", "2026-12-02"),
        ("Sat 14 Nov 2026, 19:30–22:00", "2026-11-14T19:30", "2026-11-14T22:00"),
        ("3 January", "2027-01-03", None),
        ("1 October", "2026-10-01", None),
    ],
)
def test_dates_are_read(text, start, end):
    (mention,) = plain.find(text, reference=REFERENCE)
    assert (stamp(mention.when.start), stamp(mention.when.end)) == (start, end)


@pytest.mark.parametrize(
    "text", ["31 February 2026", "99.99.2026", "13.13.2026", "room 12", "Tel. 030/1234567", "v1.2.3", ""]
)
def test_what_is_no_day_of_the_calendar_is_no_date(text):
    assert plain.find(text, reference=REFERENCE) == []


def test_the_span_covers_the_date_and_its_time():
    text = "Jazz on 14 November 2026, 20:00 in town"
    (mention,) = plain.find(text, reference=REFERENCE)
    assert text[mention.first : mention.stop] == "14 November 2026, 20:00"


@pytest.mark.parametrize("unit", ["1", "1.", "1/", "Nov ", "11月", "12:30 ", "1 Nov - ", " "])
def test_reading_is_linear_in_the_length_of_the_text(unit):
    begun = time.perf_counter()
    plain.find(unit * (200_000 // len(unit)), reference=REFERENCE)
    assert time.perf_counter() - begun < 10
