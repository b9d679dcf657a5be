"""Events written down for others: JSON, CSV, iCalendar, plain text. One file a format, one table of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eventlocky.formats import csv, ics, json, text
from eventlocky.types import Event

FORMATS: dict[str, Callable[[Sequence[Event]], str]] = {
    "text": text.write,
    "json": json.write,
    "csv": csv.write,
    "ics": ics.write,
}
"""Every format by its name: `FORMATS["csv"](events)` is the whole document."""
