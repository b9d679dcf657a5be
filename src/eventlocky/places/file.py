"""Organisations from a file: GeoJSON points, or CSV with a header.

A GeoJSON feature is a point with `name` and `website` among its properties; a CSV row has the same
words as columns, with `lat` and `lon`. Rows without a name are passed over.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from eventlocky.errors import PlacesError
from eventlocky.types import Category, Organisation

_TEXTS = ("website", "type", "address", "opening_hours", "source_id")


def read(file: Path) -> list[Organisation]:
    """Return the organisations of a GeoJSON or CSV file."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The places file {file} cannot be read: {error}. Give a GeoJSON or CSV file."
        raise PlacesError(message) from error
    rows = _csv_rows(text, file) if file.suffix.lower() == ".csv" else _geojson_rows(text, file)
    return [organisation for row in rows if (organisation := _organisation(row, file))]


def _csv_rows(text: str, file: Path) -> Iterator[Mapping[str, object]]:
    try:
        yield from csv.DictReader(io.StringIO(text))
    except csv.Error as error:
        message = f"The places file {file} is not CSV: {error}."
        raise PlacesError(message) from error


def _geojson_rows(text: str, file: Path) -> Iterator[Mapping[str, object]]:
    try:
        features = json.loads(text)["features"]
        for feature in features:
            lon, lat = (feature.get("geometry") or {}).get("coordinates", (None, None))[:2]
            yield {"lat": lat, "lon": lon, "source_id": feature.get("id"), **feature["properties"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        message = f"The places file {file} is not GeoJSON with points and properties: {error!r}."
        raise PlacesError(message) from error


def _organisation(row: Mapping[str, object], file: Path) -> Organisation | None:
    name = str(row.get("name") or "").strip()
    if not name:
        return None
    category = row.get("category") or None
    try:
        return Organisation(
            name=name,
            category=Category(str(category)) if category else None,
            lat=_degrees(row.get("lat")),
            lon=_degrees(row.get("lon")),
            **{key: str(row[key]) for key in _TEXTS if row.get(key)},
        )
    except ValueError as error:
        message = f"The organisation {name!r} in {file} does not fit: {error}."
        raise PlacesError(message) from error


def _degrees(value: object) -> float | None:
    return None if value in (None, "") else float(str(value))
