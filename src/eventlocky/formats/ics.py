"""Events as an iCalendar document (RFC 5545). What has no date is left out: a calendar cannot hold it.

A time with a known zone is written with the zone and the zone's rules, so that a series keeps its hour when the clocks
change; a time without one floats. Lines are written here: a thousand events take a tenth of what a library needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from eventlocky.formats import entry as entries
from eventlocky.formats.entry import Entry, Feed, zone_info
from eventlocky.formats.row import cost, where
from eventlocky.types import Day, Event, Status, When

_STATUS = {Status.CANCELLED: "CANCELLED", Status.POSTPONED: "TENTATIVE"}
_RULE = re.compile(r"[A-Z]+=[A-Z0-9,+-]{1,200}")
_RULE_PARTS = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYYEARDAY", "BYSETPOS",
               "BYWEEKNO", "BYHOUR", "BYMINUTE", "BYSECOND", "WKST"}  # fmt: skip
_FREQUENCIES = {"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}
_WIDEST = 75
_LONGEST_OF_SERIES = timedelta(days=3)
_ZONE_YEARS = (date(2000, 1, 1), date(2038, 1, 1))


def write(events: Sequence[Event], *, now: datetime | None = None) -> str:
    """Return a calendar of the dated events; `now` is the stamp that the format asks for."""
    return write_feed(entries.feed(events), now=now or datetime.now(UTC))


def write_feed(feed: Feed, *, now: datetime | None = None) -> str:
    """Return the calendar of a feed; without `now`, an entry is stamped with its last change."""
    dated = [entry for entry in feed.entries if entry.event.when.start is not None]
    zones = sorted({entry.event.when.zone or "" for entry in dated if _is_zoned(entry.event.when)})
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Event.Locky//eventlocky//EN", "CALSCALE:GREGORIAN"]
    if feed.address:
        lines += [f"NAME:{_text(feed.title)}", f"X-WR-CALNAME:{_text(feed.title)}", f"SOURCE;VALUE=URI:{feed.address}"]
    document = "".join(map(_fold, lines)) + "".join(_zone(zone) for zone in zones)
    document += "".join(_fold(line) for entry in dated for line in _entry(entry, now or entry.changed))
    return document + "END:VCALENDAR\r\n"


def _entry(entry: Entry, stamp: datetime) -> Iterator[str]:
    """Yield the lines of an event."""
    event = entry.event
    yield "BEGIN:VEVENT"
    yield f"UID:{uid_of(entry)}"
    yield f"DTSTAMP:{_utc(stamp)}"
    yield f"SUMMARY:{_text(event.title)}"
    yield from _times(event.when)
    texts = (("LOCATION", where(event.where)), ("DESCRIPTION", _description(event)), ("CATEGORIES", event.category))
    for name, text in texts:
        if text:
            yield f"{name}:{_text(text)}"
    if entry.lat is not None and entry.lon is not None:
        yield f"GEO:{entry.lat:.6f};{entry.lon:.6f}"
    if address := event.link or event.source.url or entry.page:
        yield f"URL:{address}"
    yield f"STATUS:{status_of(event)}"
    yield f"SEQUENCE:{entry.sequence}"
    if entry.changed.timestamp() > 0:
        yield f"CREATED:{_utc(entry.first_seen)}"
        yield f"LAST-MODIFIED:{_utc(entry.changed)}"
    yield "END:VEVENT"


def status_of(event: Event) -> str:
    """Return what has become of an event in the words of calendars."""
    return _STATUS.get(event.status, "CONFIRMED")


def _description(event: Event) -> str:
    price = cost(event.price)
    return "\n".join(part for part in (event.description, price) if part)


# Times -------------------------------------------------------------------------------------------


def _times(when: When) -> Iterator[str]:
    start = when.start
    if start is None:
        return
    yield _moment("DTSTART", start, when)
    end = _end(when)
    if end is not None:
        yield _moment("DTEND", end, when)
    if rule := _rule(when):
        yield f"RRULE:{rule}"
    for name, days in (("EXDATE", when.exdates), ("RDATE", when.rdates)):
        for day in days:
            yield _moment(name, _like(start, day), when)


def _moment(name: str, moment: Day, when: When) -> str:
    if not isinstance(moment, datetime):
        return f"{name};VALUE=DATE:{_digits(moment)}"
    zone = f";TZID={when.zone}" if _is_zoned(when) else ""
    return f"{name}{zone}:{_digits(moment)}T{moment:%H%M%S}"


def _is_zoned(when: When) -> bool:
    return isinstance(when.start, datetime) and zone_info(when.zone) is not None


def _digits(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def _like(start: Day, extra: Day) -> Day:
    """Give another day the type of the first: with its hour, or without one."""
    if isinstance(start, datetime):
        return extra if isinstance(extra, datetime) else datetime.combine(extra, start.time())
    return extra.date() if isinstance(extra, datetime) else extra


def _end(when: When) -> Day | None:
    """Return the end as the format counts it: a day's end is the next day, both are of one type."""
    start, end = when.start, when.end
    if end is None or start is None:
        return None
    if when.rrule and (when.last_day or date.min) - (when.first_day or date.min) > _LONGEST_OF_SERIES:
        return None  # the end of a series is the last day of all, not that of each time
    if isinstance(start, datetime):
        last = end if isinstance(end, datetime) else datetime.combine(end, start.time())
        return last if last > start else None
    last_day = when.last_day or start
    if last_day < start:
        return None
    return last_day + timedelta(days=1) if last_day < date.max else last_day


def _rule(when: When) -> str:
    """Return the rule of a series where it is one that a calendar can hold, else ""."""
    parts = (when.rrule or "").strip().upper().removeprefix("RRULE:").strip(";").split(";")
    if not all(_RULE.fullmatch(part) for part in parts):
        return ""
    values = dict(part.split("=", 1) for part in parts)
    is_known = values.keys() <= _RULE_PARTS and len(values) == len(parts)
    if not is_known or values.get("FREQ") not in _FREQUENCIES or not _is_readable(";".join(parts)):
        return ""
    until = values.get("UNTIL", "")
    if until and _is_zoned(when) and not until.endswith("Z"):
        values["UNTIL"] = _until(until, when)  # the format wants UTC there
    elif until and not isinstance(when.start, datetime):
        values["UNTIL"] = until[:8]
    return ";".join(f"{name}={value}" for name, value in values.items())


def _until(until: str, when: When) -> str:
    last = datetime.strptime(until[:8], "%Y%m%d").replace(hour=23, minute=59, second=59, tzinfo=zone_info(when.zone))
    return _utc(last)


@lru_cache(maxsize=1_000)
def _is_readable(rule: str) -> bool:
    """Tell whether a calendar's reader understands a rule."""
    import icalendar  # loads slowly, and few events have a rule

    try:
        recurrence = icalendar.vRecur.from_ical(rule)
        counts = [count for name in ("INTERVAL", "COUNT") for count in recurrence.get(name, [1])]
    except (ValueError, TypeError, KeyError, OverflowError):
        return False
    return all(isinstance(count, int) and count > 0 for count in counts)


@lru_cache(maxsize=1_000)
def _zone(zone: str) -> str:
    """Return the rules of a time zone."""
    import icalendar

    rules: bytes = icalendar.Timezone.from_tzid(zone, first_date=_ZONE_YEARS[0], last_date=_ZONE_YEARS[1]).to_ical()
    return rules.decode("utf-8")


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


# Lines -------------------------------------------------------------------------------------------


def _text(text: str) -> str:
    """Escape what has a meaning in the format."""
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\r", "\\n").replace("\n", "\\n")


def _fold(line: str) -> str:
    """Return a line as the format wants it: at most 75 bytes, the rest behind a blank, never within a character."""
    if line.isascii() and len(line) <= _WIDEST:
        return line + "\r\n"
    return "\r\n ".join(_pieces(line)) + "\r\n"


def _pieces(line: str) -> Iterable[str]:
    piece: list[str] = []
    size, room = 0, _WIDEST
    for character in line:
        width = len(character.encode("utf-8", "replace"))
        if size + width > room:
            yield "".join(piece)
            piece, size, room = [], 0, _WIDEST - 1
        piece.append(character)
        size += width
    yield "".join(piece)


# Names -------------------------------------------------------------------------------------------


def uid(event: Event) -> str:
    """Return a name for an event that stays the same as long as its page, title and day do."""
    return f"{entries.uid(event)}@eventlocky"


def uid_of(entry: Entry) -> str:
    """Return the name of an entry: that of the store, which outlives every change."""
    return entry.uid if "@" in entry.uid else f"{entry.uid}@eventlocky"
