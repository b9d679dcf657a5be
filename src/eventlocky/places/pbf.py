"""A local extract of OpenStreetMap (`.osm.pbf`, `.osm`), read by libosmium: no server, any number of questions.

Nodes are read with their tags only; ways and relations that name a web site need the places of their nodes, so the
file is read a second time for those alone. The middle of a way or relation is the middle of the box around it.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eventlocky.errors import MissingExtraError, PlacesError
from eventlocky.places import osm
from eventlocky.places.area import Area, middle
from eventlocky.places.organisations import Organisations, coordinates
from eventlocky.settings import Settings
from eventlocky.types import Organisation

SUFFIXES = (".pbf", ".osm", ".osm.gz", ".osm.bz2", ".o5m")

Points = dict[tuple[str, int], list[tuple[float, float]]]
"""The places of the parts of ways and relations, by the object."""


class Pbf:
    """The source `pbf`."""

    name = "pbf"

    def __init__(self, settings: Settings, file: Path | None = None) -> None:
        self.settings = settings
        self.file = file or (Path(settings.osm_extract).expanduser() if settings.osm_extract else None)

    async def find(self, area: Area | None) -> Organisations:
        """Return the organisations of the extract that lie in an area."""
        if self.file is None:
            message = "No extract is set. Give one with --places region.osm.pbf, or set osm_extract."
            raise PlacesError(message)
        found = await asyncio.to_thread(lambda: tuple(self.read(area)))
        return Organisations(found, (), (osm.CREDIT,))

    def read(self, area: Area | None = None) -> Iterator[Organisation]:
        """Yield the organisations of the extract, those in an area where one is given."""
        file = str(self.file)
        osmium = _osmium()
        try:
            shapes = _shapes(osmium, file)
            for kind, number, tags, where in _objects(osmium, file, shapes):
                if where is None or (area is not None and not area.contains(*where)):
                    continue
                found = osm.organisation(kind, number, tags, where, local=self.settings.allow_loopback)
                if found is not None:
                    yield found
        except (RuntimeError, OSError, ValueError) as error:
            message = f"The extract {file} cannot be read: {error}. Give an .osm.pbf file."
            raise PlacesError(message) from error


def _osmium() -> Any:  # noqa: ANN401 - a module that may be missing
    try:
        return importlib.import_module("osmium")
    except ImportError as error:
        what = "Reading an extract of OpenStreetMap"
        raise MissingExtraError(what, "pbf") from error


def _with_site(osmium: Any) -> Any:  # noqa: ANN401 - the same
    """Return a filter that lets objects with a web site pass."""
    return osmium.filter.KeyFilter(*osm.WEBSITE_KEYS)


def _shapes(osmium: Any, file: str) -> dict[str, dict[int, set[tuple[str, int]]]]:  # noqa: ANN401 - the same
    """Return which nodes and ways make up the ways and relations that name a web site."""
    parts: dict[str, dict[int, set[tuple[str, int]]]] = {"n": {}, "w": {}}
    kinds = osmium.osm.WAY | osmium.osm.RELATION
    for thing in osmium.FileProcessor(file, kinds).with_filter(_with_site(osmium)):
        if thing.is_way():
            for node in thing.nodes:
                parts["n"].setdefault(node.ref, set()).add(("way", thing.id))
        else:
            for member in thing.members:
                if member.type in parts:
                    parts[member.type].setdefault(member.ref, set()).add(("relation", thing.id))
    if parts["w"]:  # the nodes of ways that are parts of relations
        for way in osmium.FileProcessor(file, osmium.osm.WAY).with_filter(osmium.filter.IdFilter(parts["w"])):
            for node in way.nodes:
                parts["n"].setdefault(node.ref, set()).update(parts["w"][way.id])
    return parts


def _objects(
    osmium: Any,  # noqa: ANN401 - the same
    file: str,
    shapes: dict[str, dict[int, set[tuple[str, int]]]],
) -> Iterator[tuple[str, int, dict[str, object], tuple[float, float] | None]]:
    """Yield the objects that name a web site: what they are, their number, their tags and where they are."""
    points: Points = {}
    if shapes["n"]:
        for node in osmium.FileProcessor(file, osmium.osm.NODE).with_filter(osmium.filter.IdFilter(shapes["n"])):
            if where := _where(node):
                for owner in shapes["n"][node.id]:
                    points.setdefault(owner, []).append(where)
    for thing in osmium.FileProcessor(file).with_filter(_with_site(osmium)):
        tags: dict[str, object] = {tag.k: tag.v for tag in thing.tags}
        if thing.is_node():
            yield "node", thing.id, tags, _where(thing)
        elif thing.is_way() or thing.is_relation():
            kind = "way" if thing.is_way() else "relation"
            yield kind, thing.id, tags, middle(points.get((kind, thing.id), []))


def _where(node: Any) -> tuple[float, float] | None:  # noqa: ANN401 - the same
    return coordinates(node.lat, node.lon) if node.location.valid() else None
