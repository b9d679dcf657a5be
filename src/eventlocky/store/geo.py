"""Points and boxes on the globe: how far two points are apart, which boxes hold all points within a radius."""

from __future__ import annotations

from collections.abc import Callable
from math import asin, cos, degrees, pi, radians, sin, sqrt

EARTH_M = 6_371_000.0
_NORTH, _EAST = 90.0, 180.0

Point = tuple[float, float]
"""Latitude and longitude in degrees."""

Box = tuple[float, float, float, float]
"""South, west, north, east; west is greater than east where the box crosses the date line."""


def distance_m(one: Point, other: Point) -> float:
    """Return the distance of two points along the globe."""
    (lat, lon), (to_lat, to_lon) = map(radians, one), map(radians, other)
    half = sin((to_lat - lat) / 2) ** 2 + cos(lat) * cos(to_lat) * sin((to_lon - lon) / 2) ** 2
    return 2 * EARTH_M * asin(sqrt(min(1.0, half)))


def within(centre: Point, radius_m: float) -> Callable[[float, float], bool]:
    """Return what tells whether a latitude and longitude are within a radius: `distance_m` in half the time."""
    lat, lon = map(radians, centre)
    south = cos(lat)
    most = sin(min(radius_m / (2 * EARTH_M), pi / 2)) ** 2

    def is_within(to_lat: float, to_lon: float) -> bool:
        to = radians(to_lat)
        half = sin((to - lat) / 2) ** 2 + south * cos(to) * sin((radians(to_lon) - lon) / 2) ** 2
        return half <= most

    return is_within


def is_point(lat: float | None, lon: float | None) -> bool:
    """Tell whether two numbers are a point: what is not a number or beyond the pole is none."""
    return lat is not None and lon is not None and -_NORTH <= lat <= _NORTH and -_EAST <= lon <= _EAST


def around(centre: Point, radius_m: float) -> Box:
    """Return the box that holds every point within a radius."""
    lat, lon = centre
    high = degrees(radius_m / EARTH_M)
    south, north = lat - high, lat + high
    if south <= -_NORTH or north >= _NORTH:
        return max(south, -_NORTH), -_EAST, min(north, _NORTH), _EAST
    wide = degrees(asin(min(1.0, sin(min(radians(high), 1.57)) / cos(radians(lat)))))
    west, east = lon - wide, lon + wide
    return south, west + 2 * _EAST if west < -_EAST else west, north, east - 2 * _EAST if east > _EAST else east


def halves(box: Box) -> list[Box]:
    """Return a box, or the two that it is where it crosses the date line."""
    south, west, north, east = box
    if west <= east:
        return [box]
    return [(south, west, north, _EAST), (south, -_EAST, north, east)]
