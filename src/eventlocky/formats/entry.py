"""One event as a feed holds it, and a feed of them: what RSS, Atom, JSON Feed, iCalendar and the others share.

An entry has been cleaned: no writer meets control characters, foreign schemes or zones that do not exist.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from eventlocky.formats import clean
from eventlocky.types import Day, Event, Place, Price, Source, When

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its name that stays, the time of it that is meant, and what is known around it.

    `start` and `end` are those of the next time of a series; `page` is where we show it, `sequence` counts its changes.
    `previous` is when it was to begin before it was moved.
    """

    uid: str
    event: Event
    start: Day | None = None
    end: Day | None = None
    sequence: int = 0
    first_seen: datetime = _EPOCH
    changed: datetime = _EPOCH
    organisation: str = ""
    website: str | None = None
    page: str | None = None
    lat: float | None = None
    lon: float | None = None
    previous: Day | None = None

    @property
    def link(self) -> str | None:
        """Return where to read on: our page, else that of the event, else the one it was read on."""
        return self.page or self.event.link or self.event.source.url or None


@dataclass(frozen=True, slots=True)
class Feed:
    """Entries with what stands over them. `address` is the feed's own, `home` the page for people."""

    entries: Sequence[Entry]
    title: str = "Event.Locky"
    address: str = ""
    home: str = ""

    @property
    def changed(self) -> datetime:
        """Return when the newest change of an entry was."""
        return max((entry.changed for entry in self.entries), default=_EPOCH)


def entry(event: Event) -> Entry:
    """Return the entry of an event of which no store knows."""
    return Entry(uid(event), cleaned(event), event.when.start, event.when.end)


def feed(events: Sequence[Event]) -> Feed:
    """Return the feed of events of which no store knows."""
    return Feed([entry(event) for event in events])


def uid(event: Event) -> str:
    """Return a name for an event that stays the same as long as its page, title and day do."""
    day = event.when.first_day
    key = "\n".join((event.source.url, event.title.casefold(), day.isoformat() if day else ""))
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32]


def cleaned(event: Event) -> Event:
    """Return an event whose texts, addresses and zone can go into any format."""
    if _is_clean(event):
        return event
    when, where, price = event.when, event.where, event.price
    changed = {
        "title": clean.prose(event.title),
        "description": clean.prose(event.description),
        "image": clean.address(event.image),
        "link": clean.address(event.link),
        "category": clean.line(event.category) or None,
        "kind": clean.line(event.kind),
        "organiser": clean.line(event.organiser) or None,
        "when": _with(
            when,
            {
                "zone": when.zone if zone_info(when.zone) else None,
                "rrule": clean.line(when.rrule) or None,
                "text": clean.line(when.text),
            },
        ),
        "where": _with(where, {"name": clean.line(where.name) or None, "address": clean.line(where.address) or None}),
        "price": _with(price, {"text": clean.line(price.text), "currency": clean.line(price.currency) or None}),
        "source": _with(event.source, {"url": clean.address(event.source.url) or ""}),
    }
    return _with(event, changed)


def _is_clean(event: Event) -> bool:
    """Tell at one glance that nothing need be changed, as of nearly every event; what is not sure is looked at."""
    when, where, price = event.when, event.where, event.price
    or_none = (event.category, event.organiser, when.rrule, where.name, where.address, price.currency)
    if "" in or_none or "" in {event.image, event.link}:
        return False
    texts = (event.title, event.description, event.kind, when.text, price.text, *or_none)
    addresses = filter(None, (event.image, event.link, event.source.url))
    return (
        clean.are_lines(filter(None, texts))
        and all(map(clean.is_plain_address, addresses))
        and (when.zone is None or zone_info(when.zone) is not None)
    )


Value = TypeVar("Value", Event, When, Place, Price, Source)


def _with(value: Value, fields: dict[str, Any]) -> Value:
    """Return a value with some fields, the same one where they are so already: copies cost more than looks."""
    changed = {name: field for name, field in fields.items() if getattr(value, name) != field}
    return replace(value, **changed) if changed else value


@lru_cache(maxsize=1_000)
def zone_info(zone: str | None) -> ZoneInfo | None:
    """Return a time zone by its IANA name, or None where there is none of that name."""
    from zoneinfo import ZoneInfo  # 5 ms that most callers never need

    try:
        return ZoneInfo(zone) if zone else None
    except (ValueError, KeyError, OSError):
        return None


def instant(moment: Day | None, when: When) -> str | None:
    """Write a moment of an event with its distance from UTC where that is known: `2026-11-05T19:30:00+01:00`."""
    zone = zone_info(when.zone)
    if isinstance(moment, datetime):
        return moment.replace(tzinfo=zone).isoformat(timespec="seconds")
    return moment.isoformat() if isinstance(moment, date) else None
