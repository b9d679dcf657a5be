"""Organisations as sources find them: every value is cleaned here, whoever wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from eventlocky.places.area import is_on_earth
from eventlocky.places.names import clean
from eventlocky.places.web import website as read_website
from eventlocky.types import Category, Organisation

_LONGEST_HOURS = 500
_LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class Organisations:
    """What was found: the organisations, what there is to say about it, and whom to thank for the data."""

    all: tuple[Organisation, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for people: what is missing, what is old."""
    credits: tuple[str, ...] = ()
    """Who must be named where the data is shown."""

    @property
    def with_website(self) -> tuple[Organisation, ...]:
        """The organisations that have a web site."""
        return tuple(organisation for organisation in self.all if organisation.website)


def make(
    values: Mapping[str, object], where: tuple[float, float] | None, category: Category | None, *, local: bool = False
) -> Organisation | None:
    """Make an organisation of values that nobody has looked at; None where it has no name.

    The values are those of `Organisation` by their names. A web site that can be none is left out, as is a point that
    is not on the Earth; `local` lets sites on this machine pass.
    """
    name = clean(values.get("name"))
    if not name:
        return None
    lat, lon = where or (None, None)
    return Organisation(
        name=name,
        website=read_website(values.get("website"), local=local),
        category=category,
        type=clean(values.get("type")),
        lat=lat,
        lon=lon,
        address=clean(values.get("address")) or None,
        opening_hours=clean(values.get("opening_hours"), _LONGEST_HOURS) or None,
        source_id=clean(values.get("source_id"), _LONGEST_ID),
    )


def coordinates(lat: object, lon: object) -> tuple[float, float] | None:
    """Return a point on the Earth, or None where two values are none."""
    if isinstance(lat, bool) or isinstance(lon, bool):
        return None
    try:
        where = (float(lat), float(lon))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return where if isfinite(where[0]) and isfinite(where[1]) and is_on_earth(*where) else None
