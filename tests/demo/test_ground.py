"""The demo town has a map of its own."""

from __future__ import annotations

import json
from datetime import date
from itertools import pairwise

import pytest

from eventlocky.demo.ground import geojson
from eventlocky.demo.town import Town


@pytest.fixture(scope="module")
def ground():
    return json.loads(geojson())["features"]


def is_inside(point, ring):
    """Tell whether a point lies within a ring, by counting the sides to its east."""
    x, y = point
    sides = pairwise(ring)
    return (
        sum((a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0] for a, b in sides) % 2
        == 1
    )


def test_every_organisation_stands_on_land(ground):
    (land,) = [one["geometry"]["coordinates"][0] for one in ground if one["properties"]["kind"] == "land"]
    assert [o.name for o in Town(date(2026, 11, 16)).organisations() if not is_inside((o.lon, o.lat), land)] == []


def test_the_map_is_small_and_its_rings_are_closed(ground):
    assert len(geojson()) < 40_000
    rings = [one["geometry"]["coordinates"][0] for one in ground if one["geometry"]["type"] == "Polygon"]
    assert all(ring[0] == ring[-1] for ring in rings)
