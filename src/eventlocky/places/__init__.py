"""Where organisations are: OpenStreetMap (Overpass, or a local extract), Google Places, Wikidata, a file of your own.

>>> from eventlocky import Settings, places
>>> area = places.Circle(53.8925, 11.4640, 500)
>>> async def names(settings: Settings) -> list[str]:
...     found = await places.find(area, places.get(["overpass", "wikidata"], settings))
...     return [organisation.name for organisation in found.with_website]
"""

from eventlocky.places.area import Area, Box, Circle
from eventlocky.places.base import SOURCES, Source, find, get, source_of
from eventlocky.places.file import read, to_geojson
from eventlocky.places.geocode import GEOCODERS, Located, UnknownPlaceError, locate
from eventlocky.places.merge import merge
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
    "merge",
    "read",
    "source_of",
    "to_geojson",
]
