"""Links that put an event into somebody's calendar: Google's and Outlook's; the file `.ics` is for all others.

What has a time and a zone is told in its own zone (Google) or in UTC (Outlook), what has a time alone floats, what has
a day alone is a whole day, whose end these calendars count from the day after. An end that nobody knows is not made up:
Google wants one and gets the start again. The links of a series are for its next time; the file has them all.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlencode

from eventlocky.formats.entry import Entry, zone_info
from eventlocky.formats.row import where
from eventlocky.types import Day

_GOOGLE = "https://calendar.google.com/calendar/render"
_OUTLOOK = "https://outlook.live.com/calendar/0/action/compose"
_LONGEST = 1_000
"""Addresses of more than some thousand letters are cut or refused on the way."""


def google(entry: Entry) -> str | None:
    """Return the link for Google's calendar, or None where no day is known."""
    span = span_of(entry)
    if span is None:
        return None
    said: dict[str, str] = {
        "action": "TEMPLATE",
        "text": _line(entry.event.title),
        "dates": "/".join(map(_basic, span)),
    }
    if isinstance(span[0], datetime) and entry.event.when.zone:
        said["ctz"] = entry.event.when.zone
    return f"{_GOOGLE}?{urlencode(said | _rest(entry, 'details'))}"


def outlook(entry: Entry) -> str | None:
    """Return the link for Outlook's calendar on the web, or None where no day is known."""
    span = span_of(entry)
    if span is None:
        return None
    begin, end = span
    said: dict[str, str] = {"rru": "addevent", "path": "/calendar/action/compose", "subject": _line(entry.event.title)}
    said["startdt"] = _extended(begin, entry.event.when.zone)
    if end != begin:
        said["enddt"] = _extended(end, entry.event.when.zone)
    if not isinstance(begin, datetime):
        said["allday"] = "true"
    return f"{_OUTLOOK}?{urlencode(said | _rest(entry, 'body'))}"


def span_of(entry: Entry) -> tuple[Day, Day] | None:
    """Return begin and end as calendars count them: both days or both times, the end of days one later."""
    start, end = entry.start, entry.end
    if start is None:
        return None
    if isinstance(start, datetime):
        if end is not None and not isinstance(end, datetime):
            end = datetime.combine(end, start.time())
        return start, end if end is not None and end > start else start
    last = end.date() if isinstance(end, datetime) else end
    last = last if last is not None and last > start else start
    return start, last + timedelta(days=1) if last < date.max else last


def _basic(moment: Day) -> str:
    digits = f"{moment.year:04}{moment.month:02}{moment.day:02}"
    return f"{digits}T{moment:%H%M%S}" if isinstance(moment, datetime) else digits


def _extended(moment: Day, zone: str | None) -> str:
    if not isinstance(moment, datetime):
        return moment.isoformat()
    known = zone_info(zone)
    if known is None:
        return moment.isoformat(timespec="seconds")
    try:
        return f"{moment.replace(tzinfo=known).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    except OverflowError:  # the first and the last day of all years
        return moment.isoformat(timespec="seconds")


def _rest(entry: Entry, name_of_text: str) -> dict[str, str]:
    event = entry.event
    text = "\n\n".join(part for part in (event.description[:_LONGEST], entry.link) if part)
    place = where(event.where) or entry.organisation
    return {name: value for name, value in ((name_of_text, text), ("location", place[:_LONGEST])) if value}


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]
