"""Days relative to a given one, and how three languages write them.

The patterns are `str.format` strings over the names in `spell`: `"{wd} {d}. {month}, {HH}.{MM} Uhr"`. No locale
of the machine and no clock is asked, so that the same day always gives the same words.
"""

from __future__ import annotations

import calendar
from datetime import date, datetime, time, timedelta

from eventlocky.types import Day

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)

_NAMES = {
    "en": (
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
         "December"),
    ),
    "de": (
        ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
        ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
         "Dezember"),
    ),
    "ja": (tuple(f"{letter}曜日" for letter in "月火水木金土日"), tuple(f"{month}月" for month in range(1, 13))),
}  # fmt: skip
_SHORT_LETTERS = {"en": 3, "de": 2, "ja": 1}
_NOON = 12
_REIWA_BEGINS = date(2019, 5, 1)
_FULL_WIDTH = str.maketrans({str(digit): chr(0xFF10 + digit) for digit in range(10)})


def after(day: date, days: int) -> date:
    """Return the day so many days later, or earlier where the number is negative."""
    return day + timedelta(days=days)


def upcoming(today: date, weekday: int, *, weeks: int = 0) -> date:
    """Return the first such weekday on or after today, or so many weeks later."""
    return after(today, (weekday - today.weekday()) % 7 + 7 * weeks)


def at(day: date, clock: str) -> datetime:
    """Return the moment of a day at a wall-clock time such as "19:30"."""
    return datetime.combine(day, time.fromisoformat(clock))


def month_later(day: date, months: int = 1) -> date:
    """Return the first day of the month so many months later."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def month_end(day: date) -> date:
    """Return the last day of the day's month."""
    return after(month_later(day), -1)


def nth_weekday(month: date, weekday: int, nth: int) -> date:
    """Return the nth such weekday of the month; -1 is the last one."""
    if nth > 0:
        return upcoming(month.replace(day=1), weekday, weeks=nth - 1)
    return upcoming(after(month_end(month), -6), weekday)


def next_monthly(today: date, weekday: int, nth: int) -> date:
    """Return the first "nth weekday of the month" on or after today."""
    this_month = nth_weekday(today, weekday, nth)
    return this_month if this_month >= today else nth_weekday(month_later(today), weekday, nth)


def monday_of(day: date) -> date:
    """Return the Monday of the day's week."""
    return after(day, -day.weekday())


def day_of(moment: Day) -> date:
    """Return the day of a moment, whatever the hour."""
    return moment.date() if isinstance(moment, datetime) else moment


def sort_key(moment: Day) -> datetime:
    """Return what sorts days and moments together, a day without a time first."""
    return moment if isinstance(moment, datetime) else at(moment, "00:00")


def month_grid(month: date) -> list[list[date | None]]:
    """Return the weeks of a month, Monday first, with None outside of it."""
    weeks = calendar.Calendar().monthdayscalendar(month.year, month.month)
    return [[month.replace(day=day) if day else None for day in week] for week in weeks]


def spell(moment: Day, pattern: str, language: str) -> str:
    """Write a day or a moment by a pattern, in English, German or Japanese.

    >>> spell(at(date(2025, 3, 14), "19:30"), "{wd} {d}{th} {month}, {h}.{MM}{ap}", "en")
    'Fri 14th March, 7.30pm'
    """
    weekdays, months = _NAMES[language]
    weekday, month = weekdays[moment.weekday()], months[moment.month - 1]
    words = {
        "d": f"{moment.day}",
        "dd": f"{moment.day:02}",
        "th": _ordinal_suffix(moment.day),
        "m": f"{moment.month}",
        "mm": f"{moment.month:02}",
        "mon": month[:3],
        "month": month,
        "yy": f"{moment.year % 100:02}",
        "yyyy": f"{moment.year:04}",
        "era": _era_year(day_of(moment)),
        "wd": weekday[: _SHORT_LETTERS[language]],
        "weekday": weekday,
    }
    if isinstance(moment, datetime):
        words |= {
            "H": f"{moment.hour}",
            "HH": f"{moment.hour:02}",
            "MM": f"{moment.minute:02}",
            "h": f"{(moment.hour - 1) % 12 + 1}",
            "ap": "am" if moment.hour < _NOON else "pm",
            "gogo": "午前" if moment.hour < _NOON else "午後",
            "h12": f"{moment.hour % 12}",
        }
    return pattern.format_map(words)


def full_width(text: str) -> str:
    """Write the digits of a text in full width, as some Japanese pages do."""
    return text.translate(_FULL_WIDTH)


def _ordinal_suffix(number: int) -> str:
    return "th" if number in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _era_year(day: date) -> str:
    name, year = ("令和", day.year - 2018) if day >= _REIWA_BEGINS else ("平成", day.year - 1988)
    return f"{name}{'元' if year == 1 else year}年"
