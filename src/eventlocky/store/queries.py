"""A query as text and back: for saved searches, and for the cursors that ask for the next page."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import date

from eventlocky.errors import StoreError
from eventlocky.store.base import Query

_NONE = Query()
_DEFAULTS = {field.name: getattr(_NONE, field.name) for field in fields(Query)}
_PAGE = ("cursor", "limit")
_WRITER = json.JSONEncoder(ensure_ascii=False, sort_keys=True)
_SHORT = json.JSONEncoder(separators=(",", ":"))
Position = list[object]
FOREIGN = "This cursor is not one of this search. Begin with its first page."


def write(query: Query) -> str:
    """Return a query as JSON: what says nothing is left out."""
    return _text(query, ())


def _text(query: Query, left_out: Sequence[str]) -> str:
    said = {
        name: value.isoformat() if isinstance(value, date) else value
        for name, default in _DEFAULTS.items()
        if (value := getattr(query, name)) != default and name not in left_out
    }
    return _WRITER.encode(said)


def read(text: str) -> Query:
    """Return the query of a JSON text; what is none raises StoreError."""
    try:
        values = json.loads(text)
        for name in ("since", "until"):
            if name in values:
                values[name] = date.fromisoformat(values[name])
        lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return Query(**{**values, **lists})
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        message = f"This is no search: {text[:80]!r}. Save it again."
        raise StoreError(message) from error


def mark(query: Query) -> str:
    """Return what tells a query from others, whatever the page of its results."""
    return hashlib.sha256(_text(query, _PAGE).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def write_cursor(query: Query, position: Position) -> str:
    """Return a place in the results of a query as a short text."""
    text = _SHORT.encode([mark(query), *position])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(query: Query) -> Position | None:
    """Return the place that a query goes on from, or None at its beginning."""
    if not query.cursor:
        return None
    try:
        padded = query.cursor + "=" * (-len(query.cursor) % 4)
        read: Position = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        whose, position = read[0], read[1:]
    except (ValueError, TypeError, LookupError, binascii.Error, RecursionError):
        whose, position = "", []
    if whose != mark(query):
        raise StoreError(FOREIGN)
    return position
