"""The times at which an event takes place: one, or those of a recurrence rule within some days.

Rules are read at the level of days, in the wall-clock time of the place: "every Tuesday at 19:30" is at 19:30 on both
sides of a change of the clocks, and only then an instant is made of it. Every loop ends with the window, whatever the
rule says. Rules finer than a day, and parts that no event page uses (weeks of the year), give the first time alone.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from eventlocky.store.base import Time
from eventlocky.types import Day, When

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)
_WEEKDAYS = {"MO": 0, "TU": 1, "WE": 2, "TH": 3, "FR": 4, "SA": 5, "SU": 6}
_KNOWN = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYYEARDAY", "BYSETPOS", "WKST"}
_PASSED_OVER = {"BYHOUR", "BYMINUTE", "BYSECOND"}
"""Hours of a rule: the event's own hour stands for them."""

_MOST_TIMES = 1_000
_MOST_COUNTED = 50_000
"""So many periods of a rule with COUNT are counted from its beginning, 137 years of days; no real one has more."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A recurrence rule, taken apart."""

    frequency: str
    interval: int = 1
    count: int | None = None
    until: date | None = None
    weekdays: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    year_days: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    week_start: int = 0


def read_rule(text: str, zone: str | None = None) -> Rule | None:
    """Return the rule of an RRULE, or None where it is broken or one that we do not follow."""
    try:
        pairs = [part.split("=", 1) for part in text.upper().removeprefix("RRULE:").strip().split(";") if part]
        parts = {name.strip(): value.strip() for name, value in pairs}
        if not set(parts) - _PASSED_OVER <= _KNOWN:
            return None
        rule = Rule(
            frequency=parts["FREQ"],
            interval=int(parts.get("INTERVAL", "1")),
            count=int(parts["COUNT"]) if "COUNT" in parts else None,
            until=_until(parts["UNTIL"], zone) if "UNTIL" in parts else None,
            weekdays=tuple(_weekday(name) for name in _list(parts, "BYDAY")),
            month_days=tuple(int(name) for name in _list(parts, "BYMONTHDAY")),
            months=tuple(int(name) for name in _list(parts, "BYMONTH")),
            year_days=tuple(int(name) for name in _list(parts, "BYYEARDAY")),
            positions=tuple(int(name) for name in _list(parts, "BYSETPOS")),
            week_start=_WEEKDAYS[parts.get("WKST", "MO")],
        )
    except (ValueError, KeyError):
        return None
    is_sound = rule.interval >= 1 and (rule.count is None or rule.count >= 1) and rule.frequency in _PERIODS
    return rule if is_sound and not (rule.year_days and rule.frequency != "YEARLY") else None


def _list(parts: dict[str, str], name: str) -> list[str]:
    return parts[name].split(",") if name in parts else []


def _weekday(name: str) -> tuple[int, int]:
    """Read `TU`, `1MO` or `-1FR` as the number of the weekday and which one of the period, 0 for all."""
    return _WEEKDAYS[name[-2:]], int(name[:-2] or 0)


def _until(text: str, zone: str | None) -> date:
    """Read the last day of a rule; a moment in UTC is one of the place."""
    if len(text) > len("20261231") and text.endswith("Z") and zone:
        moment = datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        return moment.astimezone(zone_info(zone)).date()
    return datetime.strptime(text[:8], "%Y%m%d").replace(tzinfo=UTC).date()


# The days of a rule ------------------------------------------------------------------------------


def days(rule: Rule, first: date, since: date, until: date) -> Iterator[date]:
    """Yield the days of a rule that begins on a day, from `since` to `until`, both included."""
    last = min(until, rule.until) if rule.until else until
    skips = 0 if rule.count else max(0, _PERIODS[rule.frequency].between(first, since) // rule.interval - 1)
    told = 0
    for period in islice(_PERIODS[rule.frequency].beginnings(rule, first, skips, last), _MOST_COUNTED):
        found = sorted(set(_PERIODS[rule.frequency].days(rule, first, period)))
        for day in _chosen(found, rule.positions):
            if day < first:
                continue
            told += 1
            if day > last or (rule.count is not None and told > rule.count):
                return
            if day >= since:
                yield day


def _chosen(found: list[date], positions: tuple[int, ...]) -> list[date]:
    if not positions:
        return found
    places = {place - 1 if place > 0 else len(found) + place for place in positions}
    return [day for number, day in enumerate(found) if number in places]


def _fits(rule: Rule, day: date) -> bool:
    """Tell whether a day is one of the months, month days and weekdays that a rule asks for."""
    length = monthrange(day.year, day.month)[1]
    return (
        (not rule.months or day.month in rule.months)
        and (not rule.month_days or day.day in rule.month_days or day.day - length - 1 in rule.month_days)
        and (not rule.weekdays or day.weekday() in {weekday for weekday, _ in rule.weekdays})
    )


class _Daily:
    @staticmethod
    def between(first: date, since: date) -> int:
        return (since - first).days

    @staticmethod
    def beginnings(rule: Rule, first: date, skips: int, last: date) -> Iterator[date]:
        yield from _steps(first, rule.interval, skips, last)

    @staticmethod
    def days(rule: Rule, _first: date, period: date) -> list[date]:
        return [period] if _fits(rule, period) else []


class _Weekly:
    @staticmethod
    def between(first: date, since: date) -> int:
        return (since - first).days // 7

    @staticmethod
    def beginnings(rule: Rule, first: date, skips: int, last: date) -> Iterator[date]:
        back = (first.weekday() - rule.week_start) % 7
        monday = date.fromordinal(max(1, first.toordinal() - back))
        yield from _steps(monday, 7 * rule.interval, skips, last)

    @staticmethod
    def days(rule: Rule, first: date, period: date) -> list[date]:
        wanted = {weekday for weekday, _ in rule.weekdays} or {first.weekday()}
        week = (period.toordinal() + number for number in range(7))
        found = [date.fromordinal(number) for number in week if number <= date.max.toordinal()]
        return [day for day in found if day.weekday() in wanted and (not rule.months or day.month in rule.months)]


class _Monthly:
    @staticmethod
    def between(first: date, since: date) -> int:
        return 12 * (since.year - first.year) + since.month - first.month

    @staticmethod
    def beginnings(rule: Rule, first: date, skips: int, last: date) -> Iterator[date]:
        number = 12 * first.year + first.month - 1 + skips * rule.interval
        while number <= 12 * last.year + last.month - 1:
            yield date(number // 12, number % 12 + 1, 1)
            number += rule.interval

    @staticmethod
    def days(rule: Rule, first: date, period: date) -> list[date]:
        if rule.months and period.month not in rule.months:
            return []
        return _of_month(rule, first.day, period)


class _Yearly:
    @staticmethod
    def between(first: date, since: date) -> int:
        return since.year - first.year

    @staticmethod
    def beginnings(rule: Rule, first: date, skips: int, last: date) -> Iterator[date]:
        for year in range(first.year + skips * rule.interval, last.year + 1, rule.interval):
            yield date(year, 1, 1)

    @staticmethod
    def days(rule: Rule, first: date, period: date) -> list[date]:
        if rule.year_days:
            found = [day for number in rule.year_days if (day := _of_year(period.year, number)) is not None]
            return [day for day in found if _fits(rule, day)]
        if rule.weekdays and not rule.months and not rule.month_days:
            return _weekdays_of(rule, period, date(period.year, 12, 31))
        every = range(1, 13)
        months = rule.months or (every if rule.month_days else (first.month,))
        return [
            day for month in months if month in every for day in _of_month(rule, first.day, period.replace(month=month))
        ]


_PERIODS: dict[str, type[_Daily | _Weekly | _Monthly | _Yearly]] = {
    "DAILY": _Daily,
    "WEEKLY": _Weekly,
    "MONTHLY": _Monthly,
    "YEARLY": _Yearly,
}


def _steps(first: date, step: int, skips: int, last: date) -> Iterator[date]:
    for number in range(first.toordinal() + skips * step, last.toordinal() + 1, step):
        yield date.fromordinal(number)


def _of_month(rule: Rule, default: int, period: date) -> list[date]:
    """Return the days of a month that a rule asks for; without month days and weekdays, the day it began with."""
    length = monthrange(period.year, period.month)[1]
    if rule.weekdays:
        found = _weekdays_of(rule, period, period.replace(day=length))
        wanted = rule.month_days
        return [day for day in found if not wanted or day.day in wanted or day.day - length - 1 in wanted]
    numbers = {day if day > 0 else length + 1 + day for day in rule.month_days or (default,)}
    return [period.replace(day=number) for number in numbers if 1 <= number <= length]


def _weekdays_of(rule: Rule, first: date, last: date) -> list[date]:
    """Return the weekdays of a rule between two days: all of them, or the first, the last and so on."""
    found: list[date] = []
    for weekday, which in rule.weekdays:
        begin = first.toordinal() + (weekday - first.weekday()) % 7
        every = list(range(begin, last.toordinal() + 1, 7))
        place = which - 1 if which > 0 else len(every) + which
        if which == 0:
            found += map(date.fromordinal, every)
        elif 0 <= place < len(every):
            found.append(date.fromordinal(every[place]))
    return found


def _of_year(year: int, number: int) -> date | None:
    length = date(year, 12, 31).timetuple().tm_yday
    place = number if number > 0 else length + 1 + number
    return date(year, 1, 1) + (place - 1) * _DAY if 1 <= place <= length else None


# The times of an event ---------------------------------------------------------------------------


def times(when: When, since: date, until: date) -> list[Time]:
    """Return the times of an event that touch the days from `since` to `until`, the first first."""
    if when.start is None:
        return [Time(None, when.end)] if when.end is None or since <= _day(when.end) else []
    length = _length(when)
    begins = set(_begins(when, since - timedelta(days=min(length.days + 1, (since - date.min).days)), until))
    begins -= set(when.exdates)
    no_time = {moment for moment in when.exdates if not isinstance(moment, datetime)}
    found = [_time(when, begin, length) for begin in begins if _day(begin) not in no_time]
    kept = [time for time in found if _touches(time, since, until)]
    return sorted(kept, key=lambda time: _sortable(time.start))[:_MOST_TIMES]


def is_series(when: When) -> bool:
    """Tell whether something takes place more than once."""
    return bool(when.rrule or when.rdates)


def _begins(when: When, since: date, until: date) -> Iterator[Day]:
    start = when.start
    if start is None:
        return
    yield start
    for extra in when.rdates:
        yield _like(start, extra)
    rule = read_rule(when.rrule, when.zone) if when.rrule else None
    if rule is not None:
        first = _day(start)
        for day in islice(days(rule, first, max(since, first), until), _MOST_TIMES):
            yield datetime.combine(day, start.time()) if isinstance(start, datetime) else day


def _like(start: Day, extra: Day) -> Day:
    """Give another day the hour of the first, where it says none itself."""
    if isinstance(start, datetime) and not isinstance(extra, datetime):
        return datetime.combine(extra, start.time())
    return extra


def _length(when: When) -> timedelta:
    """Return how long each time lasts; the end of a series is often its last day: then each lasts a day."""
    start, end = when.start, when.end
    if start is None or end is None:
        return timedelta(0)
    is_timed = isinstance(start, datetime) and isinstance(end, datetime)
    length = end - start if is_timed else _day(end) - _day(start)
    is_whole_series = is_series(when) and length > timedelta(days=3) and _spans(when)
    return timedelta(0) if is_whole_series or length < timedelta(0) else length


def _spans(when: When) -> bool:
    """Tell whether the end of a series lies beyond its second time: it is the end of all."""
    if when.start is None or when.end is None:
        return False
    return sum(1 for _ in islice((day for day in set(_begins(when, _day(when.start), _day(when.end)))), 2)) > 1


def _time(when: When, begin: Day, length: timedelta) -> Time:
    end: Day | None = None
    if when.end is not None and (length or not is_series(when)):
        end = _ended(when, begin, length)
    return Time(begin, end, instant(begin, when.zone), instant(end, when.zone))


def _ended(when: When, begin: Day, length: timedelta) -> Day | None:
    try:
        if isinstance(begin, datetime) and not isinstance(when.end, datetime):
            return begin.date() + length
        return begin + length
    except OverflowError:
        return None


def instant(moment: Day | None, zone: str | None) -> datetime | None:
    """Return the instant of a wall-clock time at a zone; a day has none. An hour that clocks skip comes after it."""
    if not zone or not isinstance(moment, datetime):
        return None
    try:
        return moment.replace(tzinfo=zone_info(zone)).astimezone(UTC)
    except (ValueError, OverflowError, OSError, KeyError):
        return None


def zone_info(zone: str) -> ZoneInfo:
    """Return a zone by its IANA name; one that is unknown raises."""
    from zoneinfo import ZoneInfo  # 5 ms that most callers never need

    return ZoneInfo(zone)


def _touches(time: Time, since: date, until: date) -> bool:
    first = _day(time.start) if time.start is not None else since
    last = max(first, _day(time.end)) if time.end is not None else first
    return first <= until and last >= since


def _day(moment: Day) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _sortable(moment: Day | None) -> str:
    return moment.isoformat() if moment is not None else ""
