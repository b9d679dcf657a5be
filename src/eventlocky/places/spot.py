"""A place that has a name and a point: what geocoders give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A town, a station, an address."""

    name: str
    """Its full name, by which it can be told from others: `Springfield, Illinois, US`."""
    lat: float
    lon: float
