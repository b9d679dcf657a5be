"""Events as CSV with a header. A cell that a spreadsheet would run as a formula is made inert."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from eventlocky.formats.row import flat
from eventlocky.types import Event

COLUMNS = ("title", "start", "end", "location", "price", "url", "confidence")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(events: Sequence[Event]) -> str:
    """Return a CSV document of events."""
    buffer = io.StringIO()
    table = csv.DictWriter(buffer, COLUMNS, lineterminator="\r\n")
    table.writeheader()
    for event in events:
        table.writerow({name: _inert(value) for name, value in flat(event).items()})
    return buffer.getvalue()


def _inert(value: str | float | None) -> str | float | None:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
