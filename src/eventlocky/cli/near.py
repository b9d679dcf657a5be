"""`eventlocky near`: from a place to the organisations there, their sites, their events, printed as they are found."""

from __future__ import annotations

import argparse
import re
from math import asin, cos, radians, sin, sqrt
from pathlib import Path

from eventlocky.cli import visits
from eventlocky.errors import PlacesError
from eventlocky.types import Category, Organisation

SUMMARY = "Find what is on near a place: its organisations, their sites, their events, printed as they are found."
EXAMPLE = "eventlocky near 53.9924,11.1185 --radius 1km --places town.geojson --when tomorrow"

_POINT = re.compile(r"\s*(-?\d{1,2}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*")
_LENGTH = re.compile(r"\s*(\d{1,7}(?:\.\d{1,3})?)\s*(m|km|)\s*", re.IGNORECASE)
_EARTH_M = 6_371_000.0
_NORTH, _EAST = 90.0, 180.0


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("place", nargs="?", metavar="PLACE", help='the name of a place, or "latitude,longitude"')
    parser.add_argument("--places", type=Path, metavar="FILE", help="take the organisations of a GeoJSON or CSV file")
    parser.add_argument("--radius", type=metres, default=500.0, metavar="500m", help="how far around the place (500m)")
    parser.add_argument(
        "--category", choices=[category.value for category in Category], help="only organisations of it"
    )
    visits.add(parser)


def run(options: argparse.Namespace) -> int:
    """Find the organisations and visit them."""
    if options.place is None and options.places is None:
        options.parser.error("give a PLACE, or a file of organisations with --places")
    organisations = _organisations(options)
    if options.category:
        organisations = [one for one in organisations if one.category == options.category]
    return visits.run(organisations, options)


def metres(text: str) -> float:
    """Read a length such as 500m, 1.5km or 800."""
    found = _LENGTH.fullmatch(text)
    if not found or not float(found[1]):
        message = f"{text!r} is not a length. Write it as 500m or 1.5km."
        raise argparse.ArgumentTypeError(message)
    return float(found[1]) * (1_000 if found[2].lower() == "km" else 1)


def point(text: str) -> tuple[float, float] | None:
    """Read a point such as `53.99, 11.12`; None where a text is something else."""
    found = _POINT.fullmatch(text)
    if not found:
        return None
    lat, lon = float(found[1]), float(found[2])
    return (lat, lon) if abs(lat) <= _NORTH and abs(lon) <= _EAST else None


def _organisations(options: argparse.Namespace) -> list[Organisation]:
    """Take the organisations of the file, those near the point where one is given."""
    from eventlocky import places  # only this command needs it

    if options.places is None:
        message = f"Nobody here knows the organisations near {options.place}. Give a file of them with --places."
        raise PlacesError(message)
    everyone = places.read(options.places)
    where = point(options.place) if options.place else None
    if where is None:
        return everyone
    return [one for one in everyone if distance_m(where, one) <= options.radius]


def distance_m(where: tuple[float, float], organisation: Organisation) -> float:
    """Return how far away an organisation is; one without coordinates is nowhere."""
    if organisation.lat is None or organisation.lon is None:
        return float("inf")
    (lat, lon), (to_lat, to_lon) = map(radians, where), map(radians, (organisation.lat, organisation.lon))
    half = sin((to_lat - lat) / 2) ** 2 + cos(lat) * cos(to_lat) * sin((to_lon - lon) / 2) ** 2
    return 2 * _EARTH_M * asin(sqrt(min(1.0, half)))
