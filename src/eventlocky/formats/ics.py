"""Events as an iCalendar document. What has no date is left out: a calendar cannot hold it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from eventlocky.formats.row import where
from eventlocky.types import Event, Status

if TYPE_CHECKING:
    import icalendar

_STATUS = {Status.CANCELLED: "CANCELLED", Status.POSTPONED: "TENTATIVE"}


def write(events: Sequence[Event], *, now: datetime | None = None) -> str:
    """Return a calendar of the dated events; `now` is the stamp that the format asks for."""
    import icalendar  # only a calendar needs it, and it loads slowly

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Event.Locky//eventlocky//EN")
    calendar.add("version", "2.0")
    for event in events:
        if event.when.start is not None:
            calendar.add_component(_entry(event, now or datetime.now(UTC)))
    document: bytes = calendar.to_ical()
    return document.decode("utf-8")


def _entry(event: Event, now: datetime) -> icalendar.Event:
    import icalendar

    entry = icalendar.Event()
    entry.add("uid", uid(event))
    entry.add("dtstamp", now)
    entry.add("summary", event.title)
    entry.add("dtstart", event.when.starts_at or event.when.start)
    if event.when.end is not None:
        entry.add("dtend", _end(event))
    if event.when.rrule:
        entry.add("rrule", icalendar.vRecur.from_ical(event.when.rrule))
    if place := where(event.where):
        entry.add("location", place)
    if event.description:
        entry.add("description", event.description)
    if event.link or event.source.url:
        entry.add("url", event.link or event.source.url)
    if event.status in _STATUS:
        entry.add("status", _STATUS[event.status])
    return entry


def _end(event: Event) -> date | datetime:
    """Return the end as the format counts it: a day's end is the next day, and both ends are of one type."""
    start, end = event.when.start, event.when.end
    if isinstance(start, datetime):
        last = end if isinstance(end, datetime) else datetime.combine(end or start.date(), start.time())
        begins = event.when.starts_at
        return last.replace(tzinfo=begins.tzinfo) if begins else last
    last_day = event.when.last_day or start or date.min
    return last_day + timedelta(days=1) if last_day < date.max else last_day


def uid(event: Event) -> str:
    """Return a name for an event that stays the same as long as its page, title and day do."""
    day = event.when.first_day
    key = "\n".join((event.source.url, event.title.casefold(), day.isoformat() if day else ""))
    return f"{hashlib.sha256(key.encode()).hexdigest()[:32]}@eventlocky"
