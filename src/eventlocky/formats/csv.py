"""Events as CSV with a header. A cell that a spreadsheet would run as a formula is made inert."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from eventlocky.formats.entry import Feed, cleaned
from eventlocky.formats.json import stamp
from eventlocky.formats.row import cost, flat, where
from eventlocky.types import Event

COLUMNS = ("title", "start", "end", "location", "price", "url", "confidence")
FEED_COLUMNS = ("id", "title", "start", "end", "zone", "repeats", "location", "lat", "lon", "price", "free", "status",
                "kind", "category", "organiser", "organisation", "url", "page", "changed")  # fmt: skip
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
"""What a formula begins with; Japanese spreadsheets take the wide signs too."""

Cell = str | float | None


def write(events: Sequence[Event]) -> str:
    """Return a CSV document of events."""
    return _table(COLUMNS, (flat(cleaned(event)) for event in events))


def write_feed(feed: Feed) -> str:
    """Return a CSV document of a feed: a row an entry, with its id."""
    return _table(FEED_COLUMNS, (
        {
            "id": entry.uid, "title": entry.event.title, "start": stamp(entry.start), "end": stamp(entry.end),
            "zone": entry.event.when.zone, "repeats": entry.event.when.rrule, "location": where(entry.event.where),
            "lat": entry.lat, "lon": entry.lon, "price": cost(entry.event.price),
            "free": "yes" if entry.event.price.free else "", "status": entry.event.status.value,
            "kind": entry.event.kind, "category": entry.event.category, "organiser": entry.event.organiser,
            "organisation": entry.organisation, "url": entry.event.link or entry.event.source.url, "page": entry.page,
            "changed": entry.changed.isoformat(timespec="seconds"),
        }
        for entry in feed.entries
    ))  # fmt: skip


def _table(columns: Sequence[str], rows: Iterable[dict[str, Cell]]) -> str:
    buffer = io.StringIO()
    table = csv.DictWriter(buffer, columns, lineterminator="\r\n")
    table.writeheader()
    for row in rows:
        table.writerow({name: _inert(value) for name, value in row.items()})
    return buffer.getvalue()


def _inert(value: Cell) -> Cell:
    if isinstance(value, str) and value.lstrip().startswith(FORMULA):
        return f"'{value}"
    return value
