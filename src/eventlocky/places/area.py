"""Where to look: a circle around a point, or a box of latitudes and longitudes.

Both know the whole Earth: a circle may reach over the date line or a pole, a box may begin west of the date line
and end east of it. `boxes` gives rectangles that do neither, for those who can ask for such ones only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, degrees, isfinite, pi, radians, sin, sqrt

from eventlocky.errors import PlacesError
from eventlocky.types import Organisation

EARTH_M = 6_371_000.0
_NORTH, _EAST = 90.0, 180.0
_NUMBER = r"\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*"
_POINT = re.compile(rf"{_NUMBER}[,;\s]{_NUMBER}")
_BOX = re.compile(rf"{_NUMBER}[,;\s]{_NUMBER}[,;\s]{_NUMBER}[,;\s]{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Box:
    """From `south` to `north` and from `west` to `east`; where `west` is greater, over the date line."""

    south: float
    west: float
    north: float
    east: float

    def __post_init__(self) -> None:
        if not (-_NORTH <= self.south <= self.north <= _NORTH and abs(self.west) <= _EAST and abs(self.east) <= _EAST):
            message = f"{self} is no box on the Earth. Give south, west, north, east in degrees."
            raise PlacesError(message)

    def contains(self, lat: float, lon: float) -> bool:
        """Tell whether a point lies in the box or on its edge."""
        if not self.south <= lat <= self.north:
            return False
        longitudes = (lon, -lon) if abs(lon) == _EAST else (lon,)  # the date line has two names
        if self.west <= self.east:
            return any(self.west <= each <= self.east for each in longitudes)
        return any(each >= self.west or each <= self.east for each in longitudes)

    def boxes(self) -> tuple[Box, ...]:
        """Return the box as one or two that do not reach over the date line."""
        if self.west <= self.east:
            return (self,)
        return (Box(self.south, self.west, self.north, _EAST), Box(self.south, -_EAST, self.north, self.east))

    def circle(self) -> Circle:
        """Return a circle that holds the whole box."""
        width = self.east - self.west + (2 * _EAST if self.west > self.east else 0.0)
        lat, lon = (self.south + self.north) / 2, wrapped(self.west + width / 2)
        edges = (self.south, self.north, min(max(0.0, self.south), self.north))  # it is widest at the equator
        return Circle(lat, lon, max(metres_between((lat, lon), (edge, self.west)) for edge in edges))

    def __str__(self) -> str:
        return f"{self.south:g}, {self.west:g}, {self.north:g}, {self.east:g}"


@dataclass(frozen=True, slots=True)
class Circle:
    """All that is no farther than `radius_m` from a point."""

    lat: float
    lon: float
    radius_m: float

    def __post_init__(self) -> None:
        if not (is_on_earth(self.lat, self.lon) and isfinite(self.radius_m) and self.radius_m >= 0):
            message = f"{self.lat:g}, {self.lon:g} is no point on the Earth. Give latitude, longitude in degrees."
            raise PlacesError(message)

    def contains(self, lat: float, lon: float) -> bool:
        """Tell whether a point lies in the circle."""
        return metres_between((self.lat, self.lon), (lat, lon)) <= self.radius_m

    def boxes(self) -> tuple[Box, ...]:
        """Return one or two boxes around the circle that do not reach over the date line."""
        angle = self.radius_m / EARTH_M
        south, north = self.lat - degrees(angle), self.lat + degrees(angle)
        if south <= -_NORTH or north >= _NORTH:  # a pole lies within: every longitude is near
            return (Box(max(south, -_NORTH), -_EAST, min(north, _NORTH), _EAST),)
        half = degrees(asin(min(1.0, sin(min(angle, pi / 2)) / cos(radians(self.lat)))))
        return Box(south, wrapped(self.lon - half), north, wrapped(self.lon + half)).boxes()

    def circle(self) -> Circle:
        """Return the circle itself."""
        return self

    def __str__(self) -> str:
        length = f"{self.radius_m / 1_000:g} km" if self.radius_m >= 1_000 else f"{self.radius_m:g} m"  # noqa: PLR2004
        return f"{length} around {self.lat:g}, {self.lon:g}"


Area = Circle | Box


def point(text: str) -> tuple[float, float] | None:
    """Read a point such as `53.99, 11.12`; None where a text is something else."""
    found = _POINT.fullmatch(text)
    if not found:
        return None
    lat, lon = float(found[1]), float(found[2])
    return (lat, lon) if is_on_earth(lat, lon) else None


def read(text: str, radius_m: float) -> Area | None:
    """Read `latitude, longitude` or `south, west, north, east`; None where a text is the name of a place."""
    if corners := _BOX.fullmatch(text):
        return Box(*map(float, corners.groups()))
    if middle := _POINT.fullmatch(text):
        return Circle(float(middle[1]), float(middle[2]), radius_m)
    return None


def needed(area: Area | None) -> Area:
    """Return an area, or say that there must be one."""
    if area is None:
        message = "It is not said where to look. Give a place."
        raise PlacesError(message)
    return area


def is_on_earth(lat: float, lon: float) -> bool:
    """Tell whether two numbers are a latitude and a longitude."""
    return abs(lat) <= _NORTH and abs(lon) <= _EAST


def wrapped(lon: float) -> float:
    """Return a longitude between -180 and 180: 181 is -179."""
    return (lon + _EAST) % (2 * _EAST) - _EAST if abs(lon) > _EAST else lon


def middle(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Return the middle of the box around some points, over the date line where they lie on both sides of it."""
    if not points:
        return None
    lats, lons = zip(*points, strict=True)
    if max(lons) - min(lons) > _EAST:
        lons = tuple(lon % (2 * _EAST) for lon in lons)
    return (min(lats) + max(lats)) / 2, wrapped((min(lons) + max(lons)) / 2)


def metres_between(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance of two points on the sphere, by haversines."""
    (lat, lon), (to_lat, to_lon) = map(radians, one), map(radians, other)
    half = sin((to_lat - lat) / 2) ** 2 + cos(lat) * cos(to_lat) * sin((to_lon - lon) / 2) ** 2
    return 2 * EARTH_M * asin(sqrt(min(1.0, half)))


def distance_m(where: tuple[float, float], organisation: Organisation) -> float:
    """Return how far away an organisation is; one without coordinates is nowhere."""
    if organisation.lat is None or organisation.lon is None:
        return float("inf")
    return metres_between(where, (organisation.lat, organisation.lon))
