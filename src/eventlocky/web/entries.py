"""Hits of the store as entries that any format can hold, with the address of their page here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eventlocky.formats import clean
from eventlocky.formats.entry import Entry, cleaned
from eventlocky.store import Hit, Remembered, Time, Version
from eventlocky.store.history import is_moved
from eventlocky.store.stamps import read_stamp


def of_hit(hit: Hit, home: str) -> Entry:
    """Return the entry of a hit; `home` is the address of the server."""
    return Entry(
        hit.uid, cleaned(hit.event), hit.start, hit.end, hit.sequence, hit.first_seen, hit.changed,
        clean.line(hit.organisation), clean.address(hit.website), f"{home}/events/{hit.uid}", hit.lat, hit.lon,
    )  # fmt: skip


def of_known(known: Remembered, home: str) -> Entry:
    """Return the entry of an event that is shown alone."""
    event, organisation = cleaned(known.event), known.organisation
    is_placed = event.where.lat is not None and event.where.lon is not None
    lat, lon = (event.where.lat, event.where.lon) if is_placed else (organisation.lat, organisation.lon)
    return Entry(
        known.uid, event, event.when.start, event.when.end, known.sequence, known.first_seen, known.changed,
        clean.line(organisation.name), clean.address(organisation.website), f"{home}/events/{known.uid}", lat, lon,
    )  # fmt: skip


def with_times(entry: Entry, history: Sequence[Version], times: Sequence[Time]) -> Entry:
    """Return an entry with the next time of a series as its own, and with the day that it was moved from."""
    moves = [version.changes["start"][0] for version in history if is_moved(dict(version.changes))]
    previous = read_stamp(moves[-1]) if moves else None
    if entry.event.when.rrule and times:
        return replace(entry, start=times[0].start, end=times[0].end, previous=previous)
    return replace(entry, previous=previous)
