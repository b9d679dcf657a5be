"""The town as a whole: its organisations, its map and what it announces."""

from __future__ import annotations

import json
import math
import re
from datetime import date, datetime

import pytest

from eventlocky.demo.town import CENTRE, Town

TODAY = date(2025, 3, 14)
METRES_PER_DEGREE = 111_320


def test_there_are_many_organisations_in_three_languages() -> None:
    town = Town(TODAY)
    languages = set()
    for site in town.sites:
        found = re.search(rb'<html[^>]*\blang="(\w\w)', site.answer(site.entry, "").body)
        languages.add(found.group(1).decode() if found else "")
    assert len(town.organisations()) >= 24
    assert {"en", "de", "ja"} <= languages


def test_every_organisation_lies_within_two_kilometres() -> None:
    for organisation in Town(TODAY).organisations():
        assert organisation.lat is not None
        assert organisation.lon is not None
        north = (organisation.lat - CENTRE[0]) * METRES_PER_DEGREE
        east = (organisation.lon - CENTRE[1]) * METRES_PER_DEGREE * math.cos(math.radians(CENTRE[0]))
        assert math.hypot(north, east) < 1200, organisation.name


def test_no_two_organisations_share_a_host_a_place_or_an_id() -> None:
    organisations = Town(TODAY).organisations()
    for key in ("website", "source_id", "name"):
        assert len({getattr(organisation, key) for organisation in organisations}) == len(organisations)
    assert len({(organisation.lat, organisation.lon) for organisation in organisations}) == len(organisations)


def test_websites_hold_the_port() -> None:
    for organisation in Town(TODAY, port=4711).organisations():
        assert organisation.website is not None
        assert re.fullmatch(r"http://[a-z.-]+\.localhost:4711/\S*", organisation.website)


def test_every_category_of_the_paper_is_there() -> None:
    assert len({organisation.category for organisation in Town(TODAY).organisations()}) == 4


def test_the_places_file_says_the_same_as_the_organisations() -> None:
    town = Town(TODAY)
    collection = json.loads(town.geojson())
    assert collection["type"] == "FeatureCollection"
    for feature, organisation in zip(collection["features"], town.organisations(), strict=True):
        assert feature["id"] == organisation.source_id
        assert feature["geometry"]["coordinates"] == [organisation.lon, organisation.lat]
        assert feature["properties"]["name"] == organisation.name
        assert feature["properties"]["website"] == organisation.website
        assert feature["properties"]["category"] == organisation.category


def test_a_polite_visitor_is_not_told_of_the_forbidden_and_the_broken_site() -> None:
    town = Town(TODAY)
    hidden = {site.host for site, _ in town.truths(polite=False)} - {site.host for site, _ in town.truths()}
    assert hidden == {"galerie-windlicht.localhost"}


@pytest.mark.parametrize("today", [TODAY, date(2025, 12, 31), date(2024, 2, 29)], ids=str)
def test_what_is_over_can_be_left_out(today: date) -> None:
    town = Town(today)
    kept = [truth for _, truth in town.truths(past=False)]
    assert len(kept) < len(town.truths())
    for truth in kept:
        last = truth.end or truth.start
        assert last is not None
        assert (last.date() if isinstance(last, datetime) else last) >= today or truth.rrule


def test_there_are_events_today_and_deals_and_long_runs() -> None:
    truths = [truth for _, truth in Town(TODAY).truths()]
    starts = [truth.start.date() if isinstance(truth.start, datetime) else truth.start for truth in truths]
    assert len(truths) >= 200
    assert starts.count(TODAY) >= 8
    assert sum(truth.kind == "deal" for truth in truths) >= 20
    assert {truth.kind for truth in truths} == {"event", "deal"}


def test_events_cross_the_end_of_the_year() -> None:
    starts = [truth.start for _, truth in Town(date(2025, 12, 20)).truths() if truth.start]
    assert {start.year for start in starts} >= {2025, 2026}
