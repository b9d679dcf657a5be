"""One event as a feed holds it, and a feed of them: what RSS, Atom, JSON Feed, iCalendar and the others share.

An entry has been cleaned: no writer meets control characters, foreign schemes or zones that do not exist.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from eventlocky.formats import clean
from eventlocky.types import Day, Event, When

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its name that stays, the time of it that is meant, and what is known around it.

    `start` and `end` are those of the next time of a series; `page` is where we show it, `sequence` counts its changes.
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
    return replace(
        event,
        title=clean.prose(event.title),
        when=replace(
            event.when,
            zone=event.when.zone if zone_info(event.when.zone) else None,
            rrule=clean.line(event.when.rrule) or None,
            text=clean.line(event.when.text),
        ),
        where=replace(
            event.where, name=clean.line(event.where.name) or None, address=clean.line(event.where.address) or None
        ),
        price=replace(
            event.price, text=clean.line(event.price.text), currency=clean.line(event.price.currency) or None
        ),
        description=clean.prose(event.description),
        image=clean.address(event.image),
        link=clean.address(event.link),
        category=clean.line(event.category) or None,
        kind=clean.line(event.kind),
        organiser=clean.line(event.organiser) or None,
        source=replace(event.source, url=clean.address(event.source.url) or ""),
    )


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
