"""Events as JSON: everything we know of each, absent values left out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum

from eventlocky.types import Day, Event


def write(events: Sequence[Event]) -> str:
    """Return a JSON array of events."""
    return json.dumps([plain(event) for event in events], ensure_ascii=False, indent=1) + "\n"


def stamp(moment: Day | None) -> str | None:
    """Write a day as `2026-11-05` and a time of day as `2026-11-05T19:30`: no time known is not midnight."""
    if isinstance(moment, datetime):
        return moment.replace(tzinfo=None).isoformat(timespec="minutes")
    return moment.isoformat() if moment else None


def _is_absent(item: object) -> bool:
    """Tell what says nothing from what says zero."""
    return item is None or item is False or item in ("", [], {})


def plain(value: object) -> object:  # noqa: PLR0911 - one return a type
    """Turn one of our types into what JSON can say."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, plain(getattr(value, field.name))) for field in fields(value))
        return {name: item for name, item in pairs if not _is_absent(item)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return stamp(value)
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    if isinstance(value, Decimal):
        return float(value)
    return round(value, 4) if isinstance(value, float) else value
