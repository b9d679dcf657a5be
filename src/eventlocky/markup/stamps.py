"""Dates as they are written for machines: ISO 8601 and the ways in which pages get it wrong.

The wall time is kept as it is written, whatever the offset. What is no ISO date goes to the reader of dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from eventlocky import dates
from eventlocky.types import Day

_CLOCK = (
    r"(?P<hour>[0-9]{1,2})(?:[:.]?(?P<minute>[0-9]{2})(?:[:.]?[0-9]{2}(?:[.,][0-9]{1,9})?)?)?"
    r"\s?(?P<half>[aApP]\.?[mM]\.?)?"
)
_OFFSET = r"\s?(?P<zone>[zZ]|[+\u2212-][0-9.:]{1,9}|GMT|UTC)?"
_EXTENDED = re.compile(
    r"(?P<year>[0-9]{4})[-/](?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})"
    rf"(?:(?:\s?[tT]\s?|[\s,]{{1,3}}){_CLOCK}{_OFFSET}(?P<tail>.{{0,40}})|[zZ]|[+-][0-9:]{{1,9}})?",
    re.DOTALL,
)
_BASIC = re.compile(
    r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"
    r"(?:T(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?:[0-9]{2})?(?P<half>)(?P<zone>Z|[+-][0-9:]{2,6})?)?",
)
_ORDINAL = re.compile(r"(?P<year>[0-9]{4})-(?P<number>[0-9]{3})(?:[T\s]" + _CLOCK + _OFFSET + r")?")
_TIME = re.compile(r"[tT]?" + _CLOCK + _OFFSET)
_DURATION = re.compile(
    r"P(?:(?P<weeks>[0-9]{1,3})W)?(?:(?P<days>[0-9]{1,4})D)?"
    r"(?:T(?:(?P<hours>[0-9]{1,4})H)?(?:(?P<minutes>[0-9]{1,5})M)?(?:(?P<seconds>[0-9]{1,7})(?:\.[0-9]{1,9})?S)?)?",
)
_NUMBERS = re.compile(r"\s*(?:[0-9]{4}-|[0-9:]{0,8}\s*$)")
"""A stamp that is broken (`2026-13-01`, `7`) is no text in which a date could be found."""

_ZERO = re.compile(r"[zZ]|GMT|UTC|[+\u2212-][0.:]+")
_LONGEST = 200
"""What has more letters is no date."""

_NOON = 12
_MIDNIGHT = 24


@dataclass(frozen=True, slots=True)
class Stamp:
    """A day, a day with a time, or (in the value class pattern) a time alone."""

    moment: Day | time
    is_utc: bool = False


def read(text: str, reference: date) -> Stamp | None:
    """Return what a stamp says, or None; `reference` is the day the page was fetched, for words without a year."""
    if stamp := read_iso(text):
        return stamp
    if len(text) > _LONGEST or _NUMBERS.match(text):
        return None
    when = dates.read(text, reference=reference)
    return Stamp(when.start) if when is not None and when.start is not None else None


def read_iso(text: str) -> Stamp | None:
    """Return what a stamp says that is written for machines alone, or None."""
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    match = _EXTENDED.fullmatch(text) or _BASIC.fullmatch(text) or _ORDINAL.fullmatch(text)
    if match:
        return _dated(match)
    if match := _TIME.fullmatch(text):
        clock = _clock(match)
        return Stamp(clock, _is_utc(match)) if clock and (match["minute"] or match["half"]) else None
    return None


def read_duration(text: str) -> timedelta | None:
    """Return how long something takes (`PT1H30M`), or None."""
    match = _DURATION.fullmatch(text.strip())
    if not match:
        return None
    parts = {name: int(number) for name, number in match.groupdict().items() if number}
    return timedelta(**parts) or None


def _dated(match: re.Match[str]) -> Stamp | None:
    names = match.groupdict()
    try:
        if names.get("number"):
            day = datetime.strptime(f"{names['year']} {names['number']}", "%Y %j").date()  # noqa: DTZ007 - a day
        else:
            day = date(int(names["year"]), int(names["month"]), int(names["day"]))
    except ValueError:
        return None
    if not names.get("hour") or (names.get("tail") or " ")[0] not in " [(":  # `T08-08-30-00` is a mistake, no time
        return Stamp(day)
    clock = _clock(match)
    return Stamp(datetime.combine(day, clock) if clock else day, _is_utc(match))


def _clock(match: re.Match[str]) -> time | None:
    """Read hour and minute; seconds are never meant."""
    hour, half = int(match["hour"]), (match["half"] or "").lower()
    if half:
        hour = hour % _NOON + (_NOON if half.startswith("p") else 0)
    try:
        return time(hour, int(match["minute"] or 0))
    except ValueError:
        return None


def _is_utc(match: re.Match[str]) -> bool:
    return bool(_ZERO.fullmatch(match["zone"] or ""))
