"""Dates that are written for machines."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlocky.markup import stamps

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("text", "moment", "is_utc"),
    [
        ("2026-12-05", date(2026, 12, 5), False),
        (" 2026-12-05 ", date(2026, 12, 5), False),
        ("2026-12-5", date(2026, 12, 5), False),
        ("2026/12/05", date(2026, 12, 5), False),
        ("20261205", date(2026, 12, 5), False),
        ("2026-12-05Z", date(2026, 12, 5), False),
        ("2026-339", date(2026, 12, 5), False),
        ("2026-12-05T19:30", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05t19:30:28", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05 19:30:00.000", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05T1930", datetime(2026, 12, 5, 19, 30), False),
        ("20261205T193000Z", datetime(2026, 12, 5, 19, 30), True),
        ("2026-12-05T19:30:00+01:00", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05T19:30-08", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05T19:30+5.5:00", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05T19:30:00Z", datetime(2026, 12, 5, 19, 30), True),
        ("2026-12-05T19:30:00+00:00", datetime(2026, 12, 5, 19, 30), True),
        ("2026-12-05 19:30 UTC", datetime(2026, 12, 5, 19, 30), True),
        ("2026-12-05T19:30+01:00[Europe/Paris]", datetime(2026, 12, 5, 19, 30), False),
        ("2026-12-05 7pm", datetime(2026, 12, 5, 19), False),
        ("2026-12-05 12:15 a.m.", datetime(2026, 12, 5, 0, 15), False),
        ("2026-12-05T08-08-30-00", date(2026, 12, 5), False),
        ("2026-12-05T24:00", date(2026, 12, 5), False),
        ("19:30", time(19, 30), False),
        ("7pm", time(19), False),
        ("Saturday, 5 December 2026", date(2026, 12, 5), False),
    ],
)
def test_a_stamp_is_read(text, moment, is_utc):
    assert stamps.read(text, TODAY) == stamps.Stamp(moment, is_utc)


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13-01", "2026-02-30T10:00", "0000-00-00", "2026-000", "7", "x" * 500, "99:99"]
)
def test_what_is_no_stamp_is_none(text):
    assert stamps.read(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("PT1H", timedelta(hours=1)),
        ("P1DT2H30M", timedelta(days=1, hours=2, minutes=30)),
        ("PT90M", timedelta(minutes=90)),
        ("P", None),
        ("PT0S", None),
        ("two hours", None),
    ],
)
def test_a_duration_is_read(text, length):
    assert stamps.read_duration(text) == length


@given(st.text(alphabet="0123456789-T:+Z/ .,PWDHMS[apm]", max_size=60))
def test_nothing_makes_it_raise(text):
    stamps.read(text, TODAY)
    stamps.read_duration(text)
