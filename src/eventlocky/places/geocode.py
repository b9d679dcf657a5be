"""From what a person writes (a name, a point, a box) to the area that is meant."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from eventlocky.errors import PlacesError, UnknownNameError
from eventlocky.places import area as areas
from eventlocky.places.area import Area, Circle
from eventlocky.places.gazetteer import Gazetteer, spellings
from eventlocky.places.names import clean
from eventlocky.places.nominatim import Nominatim
from eventlocky.places.spot import Spot
from eventlocky.settings import Settings


class Geocoder(Protocol):
    """Somebody who knows where places are."""

    name: str
    credit: str

    async def locate(self, text: str) -> list[Spot]:
        """Return the places of a name, the best first; none where nobody knows it."""


GEOCODERS: dict[str, type[Gazetteer | Nominatim]] = {"gazetteer": Gazetteer, "nominatim": Nominatim}
"""Every geocoder by its name: the table that `--geocoder` reads."""


class UnknownPlaceError(PlacesError):
    """A name that no place has, as far as the geocoder knows."""


@dataclass(frozen=True, slots=True)
class Located:
    """An area, how it is called, what there is to say about it, and whom to thank."""

    area: Area
    name: str
    notes: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


def get(name: str, settings: Settings) -> Geocoder:
    """Return a geocoder by its name."""
    if name not in GEOCODERS:
        raise UnknownNameError("geocoder", name, GEOCODERS)
    geocoder: Geocoder = GEOCODERS[name](settings)
    return geocoder


async def locate(text: str, radius_m: float, settings: Settings) -> Located:
    """Return the area that a text means: `Wismar`, `53.99, 11.12` or `53.8, 11.3, 54.0, 11.6`.

    Of several places of a name the likeliest is taken, and the others are named. A name that nobody knows is an
    UnknownPlaceError with those that are written much like it.
    """
    said = areas.read(text, radius_m)
    if said is not None:
        return Located(said, str(said))
    geocoder = get(settings.geocoder, settings)
    spots = await geocoder.locate(text)
    if not spots:
        raise UnknownPlaceError(await asyncio.to_thread(_unknown, text, geocoder.name))
    taken, others = spots[0], spots[1:]
    note = f"{taken.name} is taken; others of that name: {'; '.join(spot.name for spot in others)}."
    circle = Circle(taken.lat, taken.lon, radius_m)
    return Located(circle, taken.name, (note,) if others else (), (geocoder.credit,))


def _unknown(text: str, geocoder: str) -> str:
    """Say that nobody knows a place, which ones are written much like it, and what else can be done."""
    near = spellings(text)
    meant = f" Did you mean {', '.join(near[:-1]) + ' or ' if near[1:] else ''}{near[-1]}?" if near else ""
    other = " try --geocoder nominatim (it knows streets and stations, too)," if geocoder != "nominatim" else ""
    return (
        f"No place is called {clean(text, 60)!r}, as far as the {geocoder} knows.{meant} Check the spelling,{other} "
        'or give "latitude,longitude".'
    )
