"""Days relative to a given one, and how three languages write them."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.demo.days import (
    FRI,
    SUN,
    WED,
    at,
    full_width,
    month_end,
    month_grid,
    month_later,
    next_monthly,
    nth_weekday,
    spell,
    upcoming,
)

PI_DAY = date(2025, 3, 14)


def test_the_upcoming_weekday_may_be_today() -> None:
    assert upcoming(PI_DAY, FRI) == PI_DAY
    assert upcoming(PI_DAY, WED) == date(2025, 3, 19)
    assert upcoming(PI_DAY, WED, weeks=1) == date(2025, 3, 26)


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2025, 12, 31), 1, date(2026, 1, 1)),
        (date(2024, 1, 31), 1, date(2024, 2, 1)),
        (date(2025, 1, 15), -1, date(2024, 12, 1)),
        (date(2025, 11, 30), 14, date(2027, 1, 1)),
    ],
)
def test_a_month_later_begins_on_its_first(day: date, months: int, expected: date) -> None:
    assert month_later(day, months) == expected


def test_february_ends_on_the_leap_day_in_a_leap_year() -> None:
    assert month_end(date(2024, 2, 3)) == date(2024, 2, 29)
    assert month_end(date(2025, 2, 3)) == date(2025, 2, 28)


def test_the_nth_weekday_counts_from_both_ends() -> None:
    assert nth_weekday(PI_DAY, FRI, 1) == date(2025, 3, 7)
    assert nth_weekday(PI_DAY, SUN, -1) == date(2025, 3, 30)


def test_a_monthly_night_that_is_over_comes_back_next_month() -> None:
    assert next_monthly(PI_DAY, FRI, 1) == date(2025, 4, 4)
    assert next_monthly(PI_DAY, FRI, 2) == PI_DAY


def test_a_month_grid_has_whole_weeks() -> None:
    weeks = month_grid(date(2025, 3, 1))
    assert all(len(week) == 7 for week in weeks)
    assert [day for week in weeks for day in week if day] == [date(2025, 3, day) for day in range(1, 32)]


@pytest.mark.parametrize(
    ("pattern", "language", "expected"),
    [
        ("{wd} {d}{th} {month}, {h}.{MM}{ap}", "en", "Fri 14th March, 7.30pm"),
        ("{wd}, {dd}.{mm}.{yyyy} {HH}.{MM} Uhr", "de", "Fr, 14.03.2025 19.30 Uhr"),
        ("{weekday}, {d}. {month}", "de", "Freitag, 14. März"),
        ("{era}{m}月{d}日({wd}){gogo}{h12}時", "ja", "令和7年3月14日(金)午後7時"),
    ],
)
def test_a_moment_is_spelled_in_each_language(pattern: str, language: str, expected: str) -> None:
    assert spell(at(PI_DAY, "19:30"), pattern, language) == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (30, "30th"),
    ],
)
def test_english_ordinals_end_as_they_are_said(day: int, expected: str) -> None:
    assert spell(date(2025, 1, day), "{d}{th}", "en") == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [(date(2019, 4, 30), "平成31年"), (date(2019, 5, 1), "令和元年"), (date(2026, 1, 1), "令和8年")],
)
def test_the_era_changes_in_may_2019(day: date, expected: str) -> None:
    assert spell(day, "{era}", "ja") == expected


def test_full_width_digits_leave_other_letters_alone() -> None:
    assert full_width("3月14日") == "３月１４日"
