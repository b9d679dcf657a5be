"""A calendar feed (iCalendar, RFC 5545) read into events: the site has done the work already.

What was over more than a month ago is left out; a series stands for its next time.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from eventlocky.types import Day, Event, Place, Proof, Source, Status, When

_SURE = 0.97
_MOST_EVENTS = 5_000
_MOST_BYTES = 5_000_000
_BACK = timedelta(days=31)
_MOST_TIMES = 5_000
"""So many times of a series are counted before it is given up."""

_STATUS = {"CANCELLED": Status.CANCELLED, "TENTATIVE": Status.SCHEDULED}
_BEGIN = b"BEGIN:VCALENDAR"
_LONGEST = 5_000


def is_calendar(body: bytes) -> bool:
    """Tell whether bytes are a calendar."""
    return body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").upper().startswith(_BEGIN)


def read(body: bytes, url: str, today: date) -> list[Event]:
    """Return the events of a calendar, the soonest first; what is broken is passed over."""
    import icalendar  # loads slowly, and most sites have no calendar

    if not is_calendar(body):
        return []
    try:
        parts = [part for calendar in icalendar.Calendar.from_ical(body[:_MOST_BYTES], multiple=True)
                 for part in islice(calendar.walk("VEVENT"), _MOST_EVENTS)]  # fmt: skip
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, OverflowError):
        return []
    events = [event for part in parts[:_MOST_EVENTS] if (event := _event(part, url, today)) is not None]
    return sorted(events, key=lambda event: (event.when.first_day or date.max, event.title))


def _event(part: Any, url: str, today: date) -> Event | None:  # noqa: ANN401 - icalendar types every value as any of thirty
    try:
        title = _words(part.get("SUMMARY"))
        when = _when(part, today)
        link = _words(part.get("URL"))
        place = _words(part.get("LOCATION"))
        status = _STATUS.get(_words(part.get("STATUS")).upper(), Status.SCHEDULED)
        description = _words(part.get("DESCRIPTION"))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, ArithmeticError):
        return None
    if not title or when is None or (when.last_day or date.max) < today - _BACK:
        return None
    return Event(
        title=title,
        when=when,
        where=Place(name=place or None),
        description=description[:_LONGEST],
        link=link if link.startswith(("http://", "https://")) else None,
        status=status,
        confidence=_SURE,
        source=Source(url=url, finder="icalendar"),
        proofs={"title": Proof("SUMMARY", title, _SURE), "when": Proof("DTSTART", when.text, _SURE)},
    )


def _when(part: Any, today: date) -> When | None:  # noqa: ANN401
    begin = part.get("DTSTART")
    if begin is None:
        return None
    start: Day = begin.dt
    end = _end(part, start)
    zone = str(begin.params.get("TZID") or "") or None
    text = begin.to_ical().decode("utf-8", "replace")
    rule = part.get("RRULE")
    rrule = rule.to_ical().decode() if rule is not None and not isinstance(rule, list) else None
    start, end = _wall(start), _wall(end)
    if rrule and (following := _next(start, rrule, today)) is not None:
        end = following + (end - start) if end is not None else None
        start = following
    return When(start=start, end=end, zone=zone if zone and "/" in zone else None, rrule=rrule, text=text,
                confidence=_SURE)  # fmt: skip


def _end(part: Any, start: Day) -> Day | None:  # noqa: ANN401
    """Return the last moment: the end of a whole day is written as the day after it."""
    said = part.get("DTEND")
    if said is not None:
        end = said.dt
    elif part.get("DURATION") is not None:
        end = start + part["DURATION"].dt
    else:
        return None
    if isinstance(start, datetime) != isinstance(end, datetime):
        return None
    if not isinstance(end, datetime):
        end -= timedelta(days=1)
    return end if end > start else None


def _wall(moment: Any) -> Any:  # noqa: ANN401 - None stays None, a day a day
    """Return the wall-clock time of a moment, as all our times are."""
    return moment.replace(tzinfo=None, second=0, microsecond=0) if isinstance(moment, datetime) else moment


def _next(start: Day, rrule: str, today: date) -> Day | None:
    """Return the first time of a series that is not before today."""
    from dateutil.rrule import rrulestr

    is_day = not isinstance(start, datetime)
    first = datetime.combine(start, time()) if not isinstance(start, datetime) else start
    rule = rrulestr(rrule.replace("Z", "") if "UNTIL" in rrule else rrule, dtstart=first)
    for moment in islice(iter(rule), _MOST_TIMES):
        if moment.date() >= today:
            return moment.date() if is_day else moment
    return None


def _words(value: object) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return " ".join(str(value or "").split())
