"""The plain reader of dates: one pattern over the text, no context, no roles, no recurrence.

It stays as the bar for better readers. It knows month names of six languages, ISO and numeric dates
and Japanese ones, a time beside its date, and a second date as the end of a range. Where the year
is missing it takes the one that brings the date nearest to the reference, leaning to the future.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from eventlocky.types import Day, When

_MONTHS = (
    "january jan jänner januar januari janvier enero gennaio",
    "february feb februar februari février febrero febbraio",
    "march mar märz mär maart mars marzo",
    "april apr avril abril aprile",
    "may mai mei mayo maggio",
    "june jun juni juin junio giugno",
    "july jul juli juillet julio luglio",
    "august aug augustus août agosto",
    "september sep sept septembre septiembre settembre",
    "october oct oktober okt octobre octubre ottobre",
    "november nov novembre noviembre",
    "december dec dezember dez décembre diciembre dicembre",
)
_MONTH_NUMBER = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_MONTH = "(?:" + "|".join(sorted(_MONTH_NUMBER, key=len, reverse=True)) + r")(?!\w)\.?"

_DATE = re.compile(
    rf"""
    (?<![\w.,/:-])(?:
      (?P<iso_year>\d{{4}})-(?P<iso_month>\d{{2}})-(?P<iso_day>\d{{2}})(?!\d)
    | (?:(?P<ja_year>\d{{4}})\s{{0,3}}年\s{{0,3}})?
      (?P<ja_month>\d{{1,2}})\s{{0,3}}月\s{{0,3}}(?P<ja_day>\d{{1,2}})\s{{0,3}}日
    | (?P<big_year>\d{{4}})[/.](?P<big_month>\d{{1,2}})[/.](?P<big_day>\d{{1,2}})(?!\d)
    | (?P<us_month>\d{{1,2}})/(?P<us_day>\d{{1,2}})/(?P<us_year>\d{{4}}|\d{{2}})(?!\d)
    | (?P<eu_day>\d{{1,2}})\.\s{{0,3}}(?P<eu_month>\d{{1,2}})\.(?:\s{{0,3}}(?P<eu_year>\d{{4}}|\d{{2}}(?![:.\d])))?
    | (?P<day_a>\d{{1,2}})(?:st|nd|rd|th|er|\.)?(?:\s(?:de|of))?\s{{0,3}}(?P<name_a>{_MONTH})
      (?:,?\s{{1,3}}(?:de\s)?(?P<year_a>\d{{4}}))?(?!\w)
    | (?P<name_b>{_MONTH})\s{{0,3}}(?P<day_b>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:])
      (?:,?\s{{0,3}}(?P<year_b>\d{{4}})(?!\w))?
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\w:.,/-])(?:"
    r"(?P<hour>[01]?\d|2[0-4])[:.h](?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d.])(?: ?(?P<half>[ap])\.?m\b)?"
    r"|(?P<hour_only>1[0-2]|[1-9]) ?(?P<half_only>[ap])\.?m\b"
    r"|(?P<hour_word>[01]?\d|2[0-4])(?: Uhr\b|時)(?:(?P<minute_word>[0-5]\d)分)?"
    r")",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"^[\s(（,]*(?:[^\W\d]{1,10}\.?,?)?[\s)）,]*(?:-|–|—|~|〜|～|to|bis|until|au|al|t/m|から)"
    r"[\s(（]*(?:[^\W\d]{1,10}\.?,?)?\s*$",
)
_TIME_REACH = 40
"""How far from its date a time may stand, in characters: measured by eye on the demo town."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One date in a text, with its time and its end where they stand beside it."""

    first: int
    stop: int
    when: When


def find(text: str, *, reference: date) -> list[Mention]:
    """Return the dates in a text, in order; ranges are one mention."""
    days = list(_days(text, reference))
    mentions = []
    number = 0
    while number < len(days):
        first, stop, start = days[number]
        end: Day | None = None
        if number + 1 < len(days):
            next_first, next_stop, next_day = days[number + 1]
            if next_day >= start and _RANGE.match(text[stop : min(next_first, stop + _TIME_REACH)]):
                stop, end = next_stop, next_day
                number += 1
        limit = days[number + 1][0] if number + 1 < len(days) else len(text)
        stop, when = _with_times(text, stop, min(limit, stop + _TIME_REACH), start, end)
        mentions.append(Mention(first, stop, replace(when, text=" ".join(text[first:stop].split()), confidence=0.5)))
        number += 1
    return mentions


def _days(text: str, reference: date) -> Iterator[tuple[int, int, date]]:
    for match in _DATE.finditer(text):
        day = _day(match, reference)
        if day is not None:
            yield match.start(), match.end(), day


def _day(match: re.Match[str], reference: date) -> date | None:
    """Return the day that a match says, or None where the calendar has no such day."""
    parts = {name: value for name, value in match.groupdict().items() if value is not None}
    day, month, year = 0, 0, None
    for name, value in parts.items():
        if "day" in name:
            day = int(value)
        elif "month" in name:
            month = int(value)
        elif "year" in name:
            year = int(value)
        else:
            month = _MONTH_NUMBER[value.lower().rstrip(".")]
    if "us_month" in parts and month > 12:  # 25/12/2026
        day, month = month, day
    if year is not None and year < 100:  # two digits
        year += 2000
    return _on(year, month, day) if year else _nearest(reference, month, day)


def _nearest(reference: date, month: int, day: int) -> date | None:
    """Choose the year: at most four months back, else ahead."""
    days = [_on(year, month, day) for year in (reference.year - 1, reference.year, reference.year + 1)]
    real = [candidate for candidate in days if candidate]
    coming = [candidate for candidate in real if candidate >= reference - timedelta(days=120)]
    return min(coming) if coming else None


def _on(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _with_times(text: str, stop: int, limit: int, start: date, end: Day | None) -> tuple[int, When]:
    """Read up to two times that follow the date: the start, and the end."""
    matches = _TIME.finditer(text, stop, limit)
    times = [(match.end(), clock) for match in matches if (clock := _clock(match)) is not None]
    if not times:
        return stop, When(start, end)
    stop = times[0][0]
    begins = datetime.combine(start, times[0][1])
    if len(times) > 1 and end is None and times[1][1] > times[0][1]:
        stop = times[1][0]
        end = datetime.combine(start, times[1][1])
    return stop, When(begins, end)


def _clock(match: re.Match[str]) -> time | None:
    hour = int(match["hour"] or match["hour_only"] or match["hour_word"])
    minute = int(match["minute"] or match["minute_word"] or 0)
    half = (match["half"] or match["half_only"] or "").lower()
    if half and hour > 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, minute) if hour < 24 else None
