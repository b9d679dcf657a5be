"""A search is due at the person's own hour, through changed clocks, late runs and wrong ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from eventlocky.notify.schedule import PERIODS, next_due, period_of, zone_of

BERLIN, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")
DAILY, WEEKLY = PERIODS["daily"], PERIODS["weekly"]


def at(text, zone=BERLIN):
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("last", "now", "every_s", "due"),
    [
        ("2026-11-16T08:00", "2026-11-16T08:00:30", DAILY, "2026-11-17T08:00"),
        ("2026-11-16T15:00", "2026-11-16T15:00", DAILY, "2026-11-17T08:00"),  # saved in the afternoon
        ("2026-11-16T06:00", "2026-11-16T06:00", DAILY, "2026-11-17T08:00"),  # saved two hours before the letters
        ("2026-11-12T08:00", "2026-11-16T21:00", DAILY, "2026-11-17T08:00"),  # the server slept for four days
        ("2026-11-16T08:00", "2026-11-16T08:01", WEEKLY, "2026-11-23T08:00"),
        ("2026-11-16T08:00", "2026-11-18T09:00", WEEKLY, "2026-11-23T08:00"),  # two days late: Mondays stay Mondays
        ("2026-11-02T08:00", "2026-11-18T09:00", WEEKLY, "2026-11-23T08:00"),
        ("2026-03-28T08:00", "2026-03-28T08:00", DAILY, "2026-03-29T08:00"),  # a day of 23 hours follows
        ("2026-10-24T08:00", "2026-10-24T08:00", DAILY, "2026-10-25T08:00"),  # a day of 25
        ("2027-11-16T08:00", "2026-11-16T07:00", DAILY, "2026-11-17T08:00"),  # the clock was a year ahead
        ("1970-01-01T08:00", "2026-11-16T07:00", WEEKLY, "2026-11-23T08:00"),
    ],
)
def test_days_and_weeks_keep_their_hour_and_weekday(last, now, every_s, due):
    assert next_due(at(last), at(now), every_s, BERLIN, 8) == at(due).astimezone(UTC)


def test_an_hour_that_a_day_does_not_have_is_the_one_after_it():
    due = next_due(at("2026-03-28T02:00"), at("2026-03-28T02:00"), DAILY, BERLIN, 2)
    assert due.astimezone(BERLIN) == at("2026-03-29T03:00")
    after = next_due(due, due, DAILY, BERLIN, 2)
    assert after.astimezone(BERLIN) == at("2026-03-30T02:00")


def test_an_hour_that_a_day_has_twice_comes_once():
    due = next_due(at("2026-10-24T02:00"), at("2026-10-24T02:00"), DAILY, BERLIN, 2)
    assert due == datetime(2026, 10, 25, 0, tzinfo=UTC)
    assert next_due(due, due, DAILY, BERLIN, 2) == datetime(2026, 10, 26, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "Asia/Tokyo", "Pacific/Apia", "America/St_Johns", "Pacific/Kiritimati", "UTC"]
)
def test_a_year_of_days_has_a_letter_a_day_at_the_same_hour(zone):
    here = ZoneInfo(zone)
    moment = datetime(2026, 1, 1, 8, tzinfo=here).astimezone(UTC)
    days = []
    for _ in range(365):
        moment = next_due(moment, moment + timedelta(seconds=40), DAILY, here, 8)
        days.append(moment.astimezone(here))
    assert {day.hour for day in days} == {8}
    assert len({day.date() for day in days}) == 365


def test_at_once_is_a_minute_later_whatever_the_zone():
    now = at("2026-11-16T08:00", TOKYO)
    assert next_due(now, now, PERIODS["at once"], TOKYO, 8) == now + timedelta(seconds=60)


def test_periods_and_zones_have_names():
    assert (period_of(DAILY), period_of(7_200)) == ("daily", "every 7200 seconds")
    assert zone_of("", None, "Mars/Olympus", 7, "Asia/Tokyo") == TOKYO
    assert zone_of("../etc/passwd") is UTC
