"""Hits of the store as entries that any format can hold, with the address of their page here."""

from __future__ import annotations

from eventlocky.formats import clean
from eventlocky.formats.entry import Entry, cleaned
from eventlocky.store import Hit, Remembered


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
