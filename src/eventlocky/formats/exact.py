"""An event as JSON and back again, without loss: for our own memory, not for others.

`json.py` writes for readers and leaves out what says nothing; here every value comes back as it was, with its type.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any

from eventlocky.types import Event, Place, Price, Proof, Source, Status, When

_CLASSES: dict[str, type] = {cls.__name__: cls for cls in (Event, When, Place, Price, Proof, Source)}


def write(event: Event) -> str:
    """Return an event as one line of JSON."""
    return json.dumps(_down(event), ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Event:
    """Return the event of a line; a line that is none raises ValueError."""
    try:
        event = _up(json.loads(text))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, InvalidOperation, RecursionError) as error:
        message = f"Not an event: {error!r}"
        raise ValueError(message) from error
    if not isinstance(event, Event):
        message = f"Not an event: {text[:80]}"
        raise ValueError(message)  # noqa: TRY004 - the caller knows one error
    return event


def _down(value: object) -> object:  # noqa: PLR0911 - one return a type
    """Write a value; what JSON has no word for becomes a list that begins with its type."""
    name = type(value).__name__
    if name in _CLASSES:
        changed = {
            field.name: _down(getattr(value, field.name))
            for field in fields(value)  # type: ignore[arg-type]
            if getattr(value, field.name) != field.default
        }
        return [name, changed]
    if isinstance(value, tuple):
        return ["tuple", *map(_down, value)]
    if isinstance(value, Mapping):
        return ["map", {str(key): _down(item) for key, item in value.items()}]
    if isinstance(value, datetime | date | time):
        return [name, value.isoformat()]
    if isinstance(value, Decimal):
        return [name, str(value)]
    if isinstance(value, Status):
        return [name, value.value]
    return value


_SIMPLE = {
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "Decimal": Decimal,
    "Status": Status,
}


def _up(value: Any) -> Any:  # noqa: ANN401 - whatever was written
    if not isinstance(value, list):
        return value
    name = value[0]
    held: Any = value[1] if len(value) > 1 else None
    if name in _CLASSES:
        return _CLASSES[name](**_all_up(held))
    if name == "tuple":
        return tuple(map(_up, value[1:]))
    if name == "map":
        return MappingProxyType(_all_up(held))
    return _SIMPLE[name](held)


def _all_up(values: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever was written
    """Read the values of a map; most are plain, and a look is faster than a call."""
    return {key: _up(item) if type(item) is list else item for key, item in values.items()}
