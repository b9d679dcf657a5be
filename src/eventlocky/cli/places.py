"""`eventlocky places`: the organisations near a place; and what `near` has of it: where to look, whom to ask."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.settings import Settings
from eventlocky.types import Category, Organisation

if TYPE_CHECKING:
    from eventlocky.places import Located, Organisations

SUMMARY = "List the organisations near a place: name, category, web site; as a file for `near --places`, too."
EXAMPLE = 'eventlocky places "Wismar" --radius 1km --geojson'

_LENGTH = re.compile(r"\s*(\d{1,7}(?:\.\d{1,3})?)\s*(m|km|)\s*", re.IGNORECASE)
_NEGATIVE = re.compile(r"-\.?\d")
_SOURCES = ("overpass", "google", "wikidata", "pbf", "file")
_GEOCODERS = ("gazetteer", "nominatim")
_OFFLINE = {"file", "pbf"}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    add_search(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object an organisation instead of a line")
    parser.add_argument("--geojson", action="store_true", help="print one GeoJSON file, for --places")
    parser.set_defaults(parser=parser)


def run(options: argparse.Namespace) -> int:
    """List the organisations."""
    from eventlocky import places

    found = search(options, shared.settings_of(options))
    if options.geojson:
        print(places.to_geojson(found.all), end="")
    else:
        for organisation in found.all:
            print(json.dumps(asdict(organisation), ensure_ascii=False) if options.json else _line(organisation))
    return 0 if has_some(found) else 1


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where to look and whom to ask."""
    parser._negative_number_matcher = _NEGATIVE  # noqa: SLF001 - else -33.9,151.2 is taken for an option
    parser.add_argument(
        "place",
        nargs="?",
        metavar="PLACE",
        help='the name of a place, "latitude,longitude", or a box: "south,west,north,east"',
    )
    parser.add_argument(
        "--places",
        type=Path,
        metavar="FILE",
        action="append",
        help="take the organisations of a GeoJSON, CSV or OPML file, or of an extract of OpenStreetMap (.osm.pbf)",
    )
    parser.add_argument(
        "--source",
        choices=_SOURCES,
        action="append",
        help="whom to ask; give it again for several, the first has the first word (default: the setting `sources`)",
    )
    parser.add_argument(
        "--geocoder", choices=_GEOCODERS, help="who knows where a place is (default: the setting `geocoder`)"
    )
    parser.add_argument("--radius", type=metres, default=500.0, metavar="500m", help="how far around the place (500m)")
    parser.add_argument(
        "--category", choices=[category.value for category in Category], help="only organisations of it"
    )


def search(options: argparse.Namespace, settings: Settings) -> Organisations:
    """Return the organisations that the options ask for, the nearest first, and say what there is to say."""
    from eventlocky import places  # only these commands need it

    files: list[Path] = options.places or []
    names = list(dict.fromkeys([*(options.source or ()), *map(places.source_of, files)]))
    names = names or settings.sources.replace(",", " ").split()
    settings = replace(settings, geocoder=options.geocoder or settings.geocoder)
    wanted = [Category(options.category)] if options.category else list(Category)
    sources = places.get(names, settings, files, wanted)
    if options.place is None and (not files or not _OFFLINE.issuperset(names)):
        options.parser.error("give a PLACE, or a file of organisations with --places")
    located = _locate(options, settings, is_needed=not _OFFLINE.issuperset(names))
    found = asyncio.run(places.find(located.area if located else None, sources))
    if options.category:
        found = replace(found, all=tuple(one for one in found.all if one.category == options.category))
    if located is not None:
        found = replace(found, all=_nearest_first(found.all, located))
    _say(found, located)
    return found


def has_some(found: Organisations, *, sites: bool = False) -> bool:
    """Tell whether there is anybody, with a web site where `sites` are needed; where not, say what to do."""
    advice = "Try a larger --radius, another --category or another --source."
    if not found.all:
        print(f"There is no organisation. {advice}", file=sys.stderr)
    elif sites and not found.with_website:
        print(f"No organisation there has a web site that is known. {advice}", file=sys.stderr)
    return bool(found.with_website if sites else found.all)


def metres(text: str) -> float:
    """Read a length such as 500m, 1.5km or 800."""
    found = _LENGTH.fullmatch(text)
    if not found or not float(found[1]):
        message = f"{text!r} is not a length. Write it as 500m or 1.5km."
        raise argparse.ArgumentTypeError(message)
    return float(found[1]) * (1_000 if found[2].lower() == "km" else 1)


def _locate(options: argparse.Namespace, settings: Settings, *, is_needed: bool) -> Located | None:
    """Return the area that PLACE means; None where none is given, or nobody knows it and a file is taken whole."""
    from eventlocky import places

    if options.place is None:
        return None
    try:
        return asyncio.run(places.locate(options.place, options.radius, settings))
    except places.UnknownPlaceError as error:
        if is_needed:
            raise
        print(f"{error} All organisations of the file are taken.", file=sys.stderr)
        return None


def _nearest_first(organisations: tuple[Organisation, ...], located: Located) -> tuple[Organisation, ...]:
    from eventlocky.places.area import distance_m

    around = located.area.circle()
    return tuple(sorted(organisations, key=lambda one: distance_m((around.lat, around.lon), one)))


def _say(found: Organisations, located: Located | None) -> None:
    """Say where it was looked, how many were found, and whose data it is."""
    for note in (*(located.notes if located else ()), *found.notes):
        print(note, file=sys.stderr)
    names = dict.fromkeys((*(located.credits if located else ()), *found.credits))
    if located is not None:
        data = f" Data: {', '.join(names)}." if names else ""
        sites = len(found.with_website)
        print(f"{located.name}: {len(found.all)} organisations, {sites} with a web site.{data}", file=sys.stderr)


def _line(organisation: Organisation) -> str:
    category = organisation.category or "-"
    return f"{category:<10}  {organisation.name}  ({organisation.type or '?'})  {organisation.website or '-'}"
