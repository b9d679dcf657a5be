"""Organisations from a file of your own: GeoJSON points, CSV with a header, or OPML as feed readers write it.

A GeoJSON feature is a point or a shape with `name` and `website` among its properties; a CSV row has the same words as
columns, with `lat` and `lon`. Rows without a name are passed over. An OPML outline has a name and a site, but no place.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.parsers import expat

from eventlocky.errors import PlacesError
from eventlocky.places.area import Area, is_on_earth, middle
from eventlocky.places.organisations import Organisations, make
from eventlocky.settings import Settings
from eventlocky.types import Category, Organisation

_MOST_BYTES = 200_000_000
_TEXTS = ("name", "website", "type", "address", "opening_hours")


class File:
    """The source `file`."""

    name = "file"

    def __init__(self, settings: Settings, file: Path | None = None) -> None:
        self.settings = settings
        self.file = file

    async def find(self, area: Area | None) -> Organisations:
        """Return the organisations of the file that lie in an area; all where it knows the place of none."""
        if self.file is None:
            message = "The source `file` needs a file. Give a GeoJSON, CSV or OPML file with --places."
            raise PlacesError(message)
        everyone = await asyncio.to_thread(read, self.file)
        if area is None:
            return Organisations(tuple(everyone))
        if everyone and all(one.lat is None for one in everyone):
            note = f"No organisation in {self.file} has coordinates: all are taken, wherever they are."
            return Organisations(tuple(everyone), (note,))
        inside = (one for one in everyone if one.lat is not None and area.contains(one.lat, one.lon or 0.0))
        return Organisations(tuple(inside))


def read(file: Path) -> list[Organisation]:
    """Return the organisations of a GeoJSON, CSV or OPML file."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            message = f"The places file {file} has more than {_MOST_BYTES:,} bytes. Give a smaller one."
            raise PlacesError(message)
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        message = f"The places file {file} cannot be read: {error}. Give a GeoJSON, CSV or OPML file."
        raise PlacesError(message) from error
    rows = _READERS.get(file.suffix.lower(), _geojson_rows)(text, file)
    return [organisation for row in rows if (organisation := _organisation(row, file))]


def to_geojson(organisations: Iterable[Organisation]) -> str:
    """Write organisations as a GeoJSON FeatureCollection, which `read` reads."""
    features = [_feature(organisation) for organisation in organisations]
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False, indent=1) + "\n"


def _feature(organisation: Organisation) -> dict[str, object]:
    values = {key: getattr(organisation, key) for key in (*_TEXTS, "category")}
    point = {"type": "Point", "coordinates": [organisation.lon, organisation.lat]}
    return {
        "type": "Feature",
        "id": organisation.source_id,
        "geometry": None if organisation.lat is None else point,
        "properties": {key: value for key, value in values.items() if value},
    }


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
            lat, lon = _middle((feature.get("geometry") or {}).get("coordinates"))
            yield {"lat": lat, "lon": lon, "source_id": feature.get("id"), **feature["properties"]}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        message = f"The places file {file} is not GeoJSON with points and properties: {error!r}."
        raise PlacesError(message) from error


def _middle(coordinates: Any) -> tuple[object, object]:  # noqa: ANN401 - JSON is anything
    """Return latitude and longitude of a point, or of the middle of a shape: a building, a park."""
    if not coordinates:
        return None, None
    points: list[tuple[float, float]] = []
    waiting = [coordinates]
    while waiting:
        part = waiting.pop()
        if isinstance(part[0], list):
            waiting += part
        else:
            points.append((float(str(part[1])), float(str(part[0]))))
    return middle(points) or (None, None)


def _opml_rows(text: str, file: Path) -> Iterator[Mapping[str, object]]:
    """Yield the outlines that name a site, or a feed whose host is the site."""
    rows: list[Mapping[str, object]] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        values = {name.lower(): value for name, value in attributes.items()}
        site = values.get("htmlurl") or _home(values.get("xmlurl") or values.get("url") or "")
        if tag.lower() == "outline" and site:
            rows.append({"name": values.get("title") or values.get("text"), "website": site})

    def refuse(*_: object) -> None:
        message = f"The places file {file} declares entities, which no OPML file needs."
        raise PlacesError(message)

    reader = expat.ParserCreate()
    reader.StartElementHandler = begin
    reader.EntityDeclHandler = refuse  # a few lines of them can stand for gigabytes
    try:
        reader.Parse(text, True)  # noqa: FBT003 - the standard library's own signature
    except expat.ExpatError as error:
        message = f"The places file {file} is not OPML: {error}."
        raise PlacesError(message) from error
    yield from rows


_READERS = {".csv": _csv_rows, ".opml": _opml_rows, ".xml": _opml_rows}


def _home(feed: str) -> str:
    """Return the first page of the site that a feed belongs to."""
    try:
        parts = urlsplit(feed)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}/" if parts.scheme in {"http", "https"} and parts.netloc else ""


def _organisation(row: Mapping[str, object], file: Path) -> Organisation | None:
    """Make an organisation of a row; a value that does not fit is named: the file can be mended."""
    if not row.get("name"):
        return None
    values = {key: None if row.get(key) is None else str(row[key]) for key in (*_TEXTS, "source_id")}
    category = row.get("category") or None
    try:
        where = _where(row.get("lat"), row.get("lon"))
        return make(values, where, Category(str(category)) if category else None, local=True)
    except ValueError as error:
        name = str(row.get("name"))[:80]
        message = f"The organisation {name!r} in {file} does not fit: {error}."
        raise PlacesError(message) from error


def _where(lat: object, lon: object) -> tuple[float, float] | None:
    """Return the place of a row, None where it says none; half a place or one off the Earth is a ValueError."""
    if lat in (None, "") and lon in (None, ""):
        return None
    where = float(str(lat)), float(str(lon))
    if not is_on_earth(*where):
        message = f"{lat}, {lon} is no latitude and longitude"
        raise ValueError(message)
    return where
