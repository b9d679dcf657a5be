"""Seelhaven itself: all sites of the demo town, built for one day.

The town lies on an invented bay, within two kilometres; people there speak German, English and Japanese and
pay in euros or yen. What each site announces is known, so that a way through the town can be scored.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from urllib.robotparser import RobotFileParser

from eventlocky.demo.base import ZONE, Reply, Site, Truth, World
from eventlocky.demo.days import day_of
from eventlocky.demo.sites import BUILDERS
from eventlocky.types import Organisation

__all__ = ["CENTRE", "NAME", "ZONE", "Reply", "Site", "Town", "Truth"]

NAME = "Seelhaven"
CENTRE = (53.9924, 11.1185)
"""Latitude and longitude of the market square; every organisation lies within 1.2 km of it."""

_OK, _SERVER_ERROR = 200, 500


class Town:
    """The town on a given day, served at a given port."""

    def __init__(self, today: date, *, port: int = 8899, slow_s: float = 2.0) -> None:
        self.today = today
        self.port = port
        world = World(today, port, slow_s)
        self.sites: tuple[Site, ...] = tuple(build(world) for build in BUILDERS)

    def organisations(self) -> list[Organisation]:
        """List the town's organisations, each with the address of its web site."""
        return [replace(site.organisation, website=self.address(site)) for site in self.sites]

    def address(self, site: Site) -> str:
        """Return the address at which people enter a site."""
        return f"http://{site.host}:{self.port}{site.entry}"

    def geojson(self) -> str:
        """Write the organisations as a GeoJSON FeatureCollection, the places file of the demo."""
        features = [_feature(organisation) for organisation in self.organisations()]
        return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False, indent=1) + "\n"

    def truths(self, *, polite: bool = True, past: bool = True) -> list[tuple[Site, Truth]]:
        """List everything that is announced in the town.

        `polite` leaves out the sites that forbid robots or answer with an error, `past=False` what is over today.
        """
        return [
            (site, truth)
            for site in self.sites
            if not polite or _is_open(site)
            for truth in site.truths
            if past or not self._is_over(truth)
        ]

    def _is_over(self, truth: Truth) -> bool:
        last = truth.end or truth.start
        return truth.rrule is None and last is not None and day_of(last) < self.today


def _is_open(site: Site) -> bool:
    """Tell whether a polite robot may enter a site and finds it working."""
    if site.answer(site.entry, "").status >= _SERVER_ERROR:
        return False
    robots = site.answer("/robots.txt", "")
    rules = RobotFileParser()
    rules.parse(robots.body.decode().splitlines() if robots.status == _OK else [])
    return rules.can_fetch("*", site.entry)


def _feature(organisation: Organisation) -> dict[str, object]:
    properties = {
        "name": organisation.name,
        "website": organisation.website,
        "category": organisation.category,
        "type": organisation.type,
        "address": organisation.address,
        "opening_hours": organisation.opening_hours,
    }
    return {
        "type": "Feature",
        "id": organisation.source_id,
        "geometry": {"type": "Point", "coordinates": [organisation.lon, organisation.lat]},
        "properties": {name: value for name, value in properties.items() if value is not None},
    }
