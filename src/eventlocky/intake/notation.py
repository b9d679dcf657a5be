"""JSON: our own events, a JSON Feed, a GeoJSON of events; told apart by what they say they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from eventlocky.errors import IntakeError
from eventlocky.formats import clean
from eventlocky.formats.entry import cleaned
from eventlocky.intake import table
from eventlocky.intake.base import LONGEST_TITLE, Taken, sorted_out
from eventlocky.store.identity import bare_title
from eventlocky.store.upgrade import read_plain
from eventlocky.types import Event, Source


def read(body: bytes, url: str, today: date) -> Taken:
    """Return the events of a JSON document, or of a file with one object a line."""
    document = _document(body.decode("utf-8-sig", "replace"))
    if isinstance(document, dict) and str(document.get("version", "")).startswith("https://jsonfeed.org/"):
        rows = ((f"item {n}", _item(item, url, today)) for n, item in enumerate(_list(document, "items"), 1))
        return sorted_out(rows)
    if isinstance(document, dict) and document.get("type") == "FeatureCollection":
        rows = ((f"feature {n}", _feature(one, url, today)) for n, one in enumerate(_list(document, "features"), 1))
        return sorted_out(rows)
    events = document if isinstance(document, list) else [document]
    return sorted_out((f"event {number}", _event(row, url)) for number, row in enumerate(events, 1))


def _document(text: str) -> Any:  # noqa: ANN401 - whatever was written
    try:
        return json.loads(text)
    except RecursionError as error:
        raise IntakeError("This JSON is nested too deeply to be a list of events.") from error
    except ValueError as error:
        lines = list(_lines(text))
        if not any(isinstance(line, dict) for line in lines):
            raise IntakeError(f"This is no JSON: {clean.line(str(error))[:150]}.") from error
        return lines


def _lines(text: str) -> Iterator[object]:
    """Yield the objects of a file with one a line; a line that is none stays a text, and is refused as such."""
    for line in text.splitlines():
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield line


def _event(row: object, url: str) -> Event | str:
    """Read an event as `eventlocky export --format json` and `extract --json` write it, or a hit of `search`."""
    if not isinstance(row, dict):
        return "It is no object."
    row = row["event"] if isinstance(row.get("event"), dict) else row
    title = clean.line(row.get("title") if isinstance(row.get("title"), str) else "")
    if not title:
        return "It has no title."
    kind = row.get("kind") if isinstance(row.get("kind"), str) else None
    try:
        event = read_plain(json.dumps(row), title[:LONGEST_TITLE], clean.line(kind) or "event")
        event = cleaned(event)
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        return f"It cannot be read: {clean.line(str(error))[:150]}."
    return event if event.source.url else replace(event, source=Source(url=url, finder="import-json"))


def _item(item: object, url: str, today: date) -> Event | str:
    if not isinstance(item, dict):
        return "It is no object."
    given = item.get("_event")
    said: dict[str, Any] = given if isinstance(given, dict) else {}
    tags = item.get("tags")
    kind, category, *_ = (tags if isinstance(tags, list) and "_event" in item else []) + ["", ""]
    title, status = bare_title(str(item.get("title") or ""))
    row = {**said, "title": title, "kind": kind, "category": category, "image": item.get("image"),
           "link": item.get("external_url") or item.get("url"), "place": said.get("location"),
           "status": said.get("status") or status.value}  # fmt: skip
    if not said.get("start"):
        return f"It says no day: {clean.line(title)[:80]!r}." if title else "It has no title."
    return table.event_of(_texts(row), url, today, "import-jsonfeed")


def _feature(feature: object, url: str, today: date) -> Event | str:
    said = feature.get("properties") if isinstance(feature, dict) else None
    if not isinstance(feature, dict) or not isinstance(said, dict):
        return "It has no properties."
    shape = feature.get("geometry")
    point = shape.get("coordinates") if isinstance(shape, dict) and shape.get("type") == "Point" else None
    lon, lat, *_ = (point if isinstance(point, list) else []) + [None, None]
    row = {**said, "place": said.get("location"), "link": said.get("url"), "lat": lat, "lon": lon}
    return table.event_of(_texts(row), url, today, "import-geojson")


def _texts(row: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in row.items() if isinstance(value, str | int | float)}


def _list(document: Mapping[str, object], name: str) -> list[object]:
    value = document.get(name)
    return value if isinstance(value, list) else []
