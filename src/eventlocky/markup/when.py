"""When a marked item takes place: its start and end, its duration, its schedule."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from eventlocky.markup import schedule, stamps
from eventlocky.markup.base import SURE, Item, Said
from eventlocky.markup.stamps import Stamp
from eventlocky.markup.values import items, stamp, stamps_of
from eventlocky.markup.vocabulary import END, START
from eventlocky.types import Day, When

_LAST_MINUTE = time(23, 59)


@dataclass(frozen=True, slots=True)
class Timed:
    """When it is, what says so, and whether that was written in universal time."""

    when: When
    said: Said
    is_utc: bool


def read(item: Item, reference: date) -> Timed | None:
    """Return when an item takes place, or None where it does not say a day."""
    plans = items(item, "eventSchedule")
    plan = plans[0] if plans else None
    starts = _starts(item, reference) or (_starts(plan, reference) if plan else [])
    if not starts:
        return None
    said, first = starts[0]
    start = first.moment
    end = _end(item, said, start, reference) or (_plan_end(plan, start, reference) if plan else None)
    start, end = _without_midnight(start, end)
    more = dict.fromkeys(read.moment for _, read in starts[1:] if isinstance(read.moment, date))
    when = When(
        start=start,
        end=end,
        zone=schedule.zone(plan) if plan else None,
        rrule=schedule.rule(plan) if plan else None,
        exdates=_exceptions(plan, reference) if plan else (),
        rdates=tuple(_without_midnight(day, None)[0] for day in more if day not in (first.moment, start)),
        doors=_doors(item, reference),
        text=" ".join(said.text.split()),
        confidence=SURE,
    )
    return Timed(when, said, first.is_utc)


@dataclass(frozen=True, slots=True)
class _Dated:
    """A stamp that is known to say a day."""

    moment: Day
    is_utc: bool


def _starts(item: Item, reference: date) -> list[tuple[Said, _Dated]]:
    found = []
    for said in stamps_of(item, *START):
        head, _, _ = _interval(said.text)
        read = stamps.read(head, reference)
        if read is not None and isinstance(read.moment, date):
            found.append((said, _Dated(read.moment, read.is_utc)))
    clock = _time(item, "startTime", reference)
    if clock is not None:  # a schedule keeps days and times apart
        found = [(said, _Dated(_at(read.moment, clock), read.is_utc)) for said, read in found]
    return found


def _interval(text: str) -> tuple[str, str, str]:
    """Cut `2026-05-03/2026-05-07` in two; `2026/05/03` is no interval."""
    return text.partition("/") if text.count("/") == 1 else (text, "", "")


def _time(item: Item, name: str, reference: date) -> time | None:
    said = stamp(item, name)
    read = stamps.read(said.text, reference) if said else None
    return read.moment if read is not None and isinstance(read.moment, time) else None


def _at(day: Day, clock: time) -> Day:
    return day if isinstance(day, datetime) else datetime.combine(day, clock)


def _end(item: Item, said: Said, start: Day, reference: date) -> Day | None:
    """Return the end: as it is said, within an interval, or by the duration; never before the start."""
    texts = [end.text for end in stamps_of(item, *END)[:1]] or [_interval(said.text)[2]]
    read = stamps.read(texts[0], reference)
    if read is not None:
        return _after(start, read)
    length = stamp(item, "duration")
    lasts = stamps.read_duration(length.text) if length else None
    if lasts is None or not isinstance(start, datetime):
        return None
    try:
        return start + lasts
    except OverflowError:
        return None


def _plan_end(plan: Item, start: Day, reference: date) -> Day | None:
    """Return when the first of a schedule's dates ends: the last day of the schedule is in its rule."""
    clock = _time(plan, "endTime", reference)
    return _after(start, Stamp(clock)) if clock is not None and isinstance(start, datetime) else None


def _after(start: Day, end: Stamp) -> Day | None:
    """Put an end behind a start: a time alone is of the same night; an end before the start is a mistake."""
    moment = end.moment
    first_day = start.date() if isinstance(start, datetime) else start
    if isinstance(moment, time):
        if not isinstance(start, datetime):
            return None
        closing = datetime.combine(first_day, moment)
        return closing if closing >= start else _next_day(closing)
    if isinstance(moment, datetime) and isinstance(start, datetime):
        return moment if moment >= start else None
    last_day = moment.date() if isinstance(moment, datetime) else moment
    return moment if last_day >= first_day else None


def _next_day(moment: datetime) -> datetime | None:
    try:
        return moment + timedelta(days=1)
    except OverflowError:
        return None


def _without_midnight(start: Day, end: Day | None) -> tuple[Day, Day | None]:
    """Take a day from midnight (or without an end) to midnight for what it is: a day whose time is not known."""
    if not isinstance(start, datetime) or start.time() != time.min:
        return start, end
    if isinstance(end, datetime):
        if end.time() not in (time.min, _LAST_MINUTE):
            return start, end
        end = end.date()
    return start.date(), end


def _doors(item: Item, reference: date) -> time | None:
    said = stamp(item, "doorTime")
    read = stamps.read(said.text, reference) if said else None
    if read is None:
        return None
    if isinstance(read.moment, datetime):
        return read.moment.time()
    return read.moment if isinstance(read.moment, time) else None


def _exceptions(plan: Item, reference: date) -> tuple[Day, ...]:
    reads = (stamps.read(said.text, reference) for said in stamps_of(plan, "exceptDate"))
    return tuple(read.moment for read in reads if read is not None and isinstance(read.moment, date))
