"""iCalendar (RFC 5545) read whole: past events too, series with their rules, exceptions and further days.

Each event is read by itself, so that one that is broken is refused and the others are taken. Times stay wall-clock
times with the name of their zone; a time in UTC is told at the calendar's own zone where it names one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from eventlocky.errors import IntakeError
from eventlocky.formats import clean
from eventlocky.formats.entry import zone_info
from eventlocky.intake.base import LONGEST_TEXT, LONGEST_TITLE, SURE, Taken, sorted_out
from eventlocky.types import Day, Event, Place, Source, Status, When

_BEGIN, _END = "BEGIN:VEVENT", "END:VEVENT"
_STATUS = {"CANCELLED": Status.CANCELLED, "TENTATIVE": Status.POSTPONED}
_OWN = "-//Event.Locky//"
_FOLD = re.compile(r"\r?\n[ \t]")
_LONGEST_EVENT = 200_000
_BROKEN = (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, ArithmeticError, RecursionError)


def read(body: bytes, url: str, today: date) -> Taken:  # noqa: ARG001 - every reader is asked in the same way
    """Return the events of a calendar."""
    text = body.decode("utf-8-sig", "replace")
    if "BEGIN:VCALENDAR" not in text[:1_000].upper():
        raise IntakeError("This is no calendar: it does not begin with BEGIN:VCALENDAR.")
    lines = _FOLD.sub("", text).splitlines()
    zone = next((line.partition(":")[2].strip() for line in lines if line.upper().startswith("X-WR-TIMEZONE:")), "")
    is_own = any(line.startswith("PRODID:") and _OWN in line for line in lines[:20])
    return sorted_out(
        (f"event {number}", _event(block, url, zone, is_own=is_own)) for number, block in enumerate(_blocks(lines), 1)
    )


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines of each event; one that never ends, or an alarm within one, is passed over."""
    block: list[str] | None = None
    inner = 0
    for line in lines:
        bare = line.strip().upper()
        if bare == _BEGIN:
            block, inner = [line], 0
        elif block is not None and bare == _END and not inner:
            yield [*block, line]
            block = None
        elif block is not None:
            inner += bare.startswith("BEGIN:")
            if not inner:
                block.append(line)
            inner -= bare.startswith("END:") and inner > 0


def _event(block: list[str], url: str, zone: str, *, is_own: bool) -> Event | str:
    import icalendar  # loads slowly

    if sum(map(len, block)) > _LONGEST_EVENT:
        return "It is too long to be an event."
    try:
        part: Any = icalendar.Event.from_ical("\r\n".join(block) + "\r\n")
        title = _words(part.get("SUMMARY"))
        when = _when(part, zone)
        point = _point(part)
        status = _words(part.get("STATUS")).upper()
    except _BROKEN as error:
        return f"It cannot be read: {clean.line(str(error))[:150] or type(error).__name__}."
    if not title:
        return "It has no title (SUMMARY)."
    if when is None:
        return "It has no start (DTSTART)."
    known = _STATUS if is_own else {"CANCELLED": Status.CANCELLED}  # for others, tentative is not postponed
    return Event(
        title=title[:LONGEST_TITLE],
        when=when,
        where=Place(_words(part.get("LOCATION")) or None, None, *point),
        description=clean.prose(_text(part.get("DESCRIPTION")))[:LONGEST_TEXT],
        link=clean.address(_words(part.get("URL"))),
        category=_category(part.get("CATEGORIES")),
        status=known.get(status, Status.SCHEDULED),
        confidence=SURE,
        source=Source(url=url, finder="import-ics"),
    )


def _when(part: Any, zone: str) -> When | None:  # noqa: ANN401 - icalendar types every value as any of thirty
    begin = part.get("DTSTART")
    if begin is None or isinstance(begin, list):
        return None
    named = str(begin.params.get("TZID") or "")
    own = named if zone_info(named) else ""
    if not own and isinstance(begin.dt, datetime) and _is_utc(begin.dt):
        own = zone if zone_info(zone) else "UTC"
    start = _wall(begin.dt, own)
    return When(
        start=start,
        end=_end(part, begin.dt, own),
        zone=own or None,
        rrule=_rule(part.get("RRULE"), start, own),
        exdates=_days(part.get("EXDATE"), own),
        rdates=_days(part.get("RDATE"), own),
        text=begin.to_ical().decode("utf-8", "replace"),
        confidence=SURE,
    )


def _end(part: Any, start: Day, zone: str) -> Day | None:  # noqa: ANN401
    """Return the last moment: the end of a whole day is written as the day after it."""
    if part.get("DTEND") is not None:
        end: Day = part["DTEND"].dt
    elif part.get("DURATION") is not None:
        end = start + part["DURATION"].dt
    else:
        return None
    if isinstance(start, datetime) != isinstance(end, datetime):
        return None
    if not isinstance(end, datetime):
        last = end - timedelta(days=1)
        return last if last > start else None
    wall = _wall(end, zone)
    return wall if wall > _wall(start, zone) else None


def _rule(rule: Any, start: Day, zone: str) -> str | None:  # noqa: ANN401
    """Return the rule of a series; its last moment in UTC becomes the day where it takes place."""
    if rule is None or isinstance(rule, list):
        return None
    parts = rule.to_ical().decode("utf-8").split(";")
    until = rule.get("UNTIL")
    if until and isinstance(until[0], datetime):
        last = _wall(until[0], zone) if until[0].tzinfo else until[0]
        day = f"{last:%Y%m%d}" if isinstance(start, datetime) else f"{until[0]:%Y%m%d}"
        parts = [f"UNTIL={day}" if one.startswith("UNTIL=") else one for one in parts]
    return ";".join(parts)


def _days(said: Any, zone: str) -> tuple[Day, ...]:  # noqa: ANN401
    lists = said if isinstance(said, list) else [said] if said is not None else []
    found = (each.dt for one in lists for each in one.dts)
    return tuple(_wall(day[0] if isinstance(day, tuple) else day, zone) for day in found)


def _wall(moment: Day, zone: str) -> Day:
    """Return the wall-clock time of a moment, as all our times are."""
    if not isinstance(moment, datetime):
        return moment
    here = zone_info(zone)
    local = moment.astimezone(here) if _is_utc(moment) and here else moment
    return local.replace(tzinfo=None, second=0, microsecond=0)


def _is_utc(moment: datetime) -> bool:
    return str(moment.tzinfo) == "UTC"


def _point(part: Any) -> tuple[float | None, float | None]:  # noqa: ANN401
    geo = part.get("GEO")
    if geo is None or isinstance(geo, list):
        return None, None
    return float(geo.latitude), float(geo.longitude)


def _category(said: Any) -> str | None:  # noqa: ANN401
    one = said[0] if isinstance(said, list) and said else said
    names = [clean.line(str(name)) for name in getattr(one, "cats", [])]
    return names[0] if names and names[0] else None


def _text(value: object) -> str:
    return str((value[0] if value else "") if isinstance(value, list) else value or "")


def _words(value: object) -> str:
    return clean.line(_text(value))
