"""Where organisations are: OpenStreetMap (Overpass, or a local extract), Google Places, Wikidata, a file of your own.

>>> from eventlocky import Settings, places
>>> area = places.Circle(53.8925, 11.4640, 500)
>>> async def names(settings: Settings) -> list[str]:
...     found = await places.find(area, places.get(["overpass", "wikidata"], settings))
...     return [organisation.name for organisation in found.with_website]

The sources are loaded when one of them is asked for: every command reads points and distances here, and most commands
need nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from eventlocky.places.area import Area, Box, Circle

if TYPE_CHECKING:
    from eventlocky.places.base import SOURCES, Source, find, get, source_of
    from eventlocky.places.file import read, to_geojson
    from eventlocky.places.geocode import GEOCODERS, Located, UnknownPlaceError, locate
    from eventlocky.places.organisations import Organisations

__all__ = [
    "GEOCODERS",
    "SOURCES",
    "Area",
    "Box",
    "Circle",
    "Located",
    "Organisations",
    "Source",
    "UnknownPlaceError",
    "find",
    "get",
    "locate",
    "read",
    "source_of",
    "to_geojson",
]

_LATE = {
    "base": ("SOURCES", "Source", "find", "get", "source_of"),
    "file": ("read", "to_geojson"),
    "geocode": ("GEOCODERS", "Located", "UnknownPlaceError", "locate"),
    "organisations": ("Organisations",),
}


def __getattr__(name: str) -> object:
    """Load what is asked for by its name."""
    for module, names in _LATE.items():
        if name in names:
            found: object = getattr(import_module(f"eventlocky.places.{module}"), name)
            return found
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
