"""Google Places: a key, twenty at a time, what each question costs."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from fake import CENTRE, Mood, Thing

from eventlocky.errors import PlacesError
from eventlocky.places.area import Circle
from eventlocky.places.google import Google, quarters
from eventlocky.types import Category

AREA = Circle(*CENTRE, 300)


def find(settings, area=AREA, **more):
    return asyncio.run(Google(settings, **more).find(area))


def test_organisations_come_with_all_that_google_says(settings, services):
    found = {one.name: one for one in find(settings).all}
    assert set(found) == {"Kunsthaus am Markt", "Cafe Mueller GmbH", "Kino am Hafen", "Ohne Netz"}
    museum = found["Kunsthaus am Markt"]
    assert (museum.website, museum.category, museum.type) == (
        "https://www.kunsthaus.example/", Category.EXHIBITION, "museum")  # fmt: skip
    assert museum.opening_hours == "Monday: Closed; Tuesday: 10:00 AM – 6:00 PM"
    assert museum.source_id == "google/ChIJ1"
    assert found["Ohne Netz"].website is None
    assert len(services.asked) == 4
    assert not any("a-key" in asked.path for asked in services.asked)


def test_only_the_categories_that_are_wanted_are_asked_for(settings, services):
    found = find(settings, wanted=[Category.GOURMET])
    assert [one.name for one in found.all] == ["Cafe Mueller GmbH"]
    assert len(services.asked) == 1


def test_nothing_of_google_is_kept(settings, services):
    find(settings)
    find(settings)
    assert len(services.asked) == 8


def test_dense_areas_are_asked_for_in_quarters_until_the_budget_is_used_up(settings, services):
    services.things = tuple(
        Thing(f"Bar {row} {column}", CENTRE[0] + row * 0.0004, CENTRE[1] + column * 0.0006, google=("bar",))
        for row in range(-5, 6)
        for column in range(-5, 6)
    )
    inside = {thing.name for thing in services.things if AREA.contains(thing.lat + 0.0001, thing.lon)}
    whole = find(replace(settings, google_max_requests=200), wanted=[Category.GOURMET])
    assert {one.name for one in whole.all} == inside
    assert whole.notes == ()
    services.asked.clear()
    part = find(replace(settings, google_max_requests=3), wanted=[Category.GOURMET])
    assert len(services.asked) == 3
    assert 20 <= len(part.all) < len(inside)
    assert "raise google_max_requests" in part.notes[0]


@pytest.mark.parametrize("circle", [Circle(0, 0, 1_000), Circle(80, 179.99, 20_000), Circle(-60, 10, 50_000)])
def test_quarters_cover_the_circle(circle):
    parts = list(quarters(circle))
    box = [each for some in circle.boxes() for each in (some,)]
    for some in box:
        for up in range(21):
            for right in range(21):
                lat = some.south + (some.north - some.south) * up / 20
                lon = some.west + (some.east - some.west) * right / 20
                if circle.contains(lat, lon):
                    assert any(part.contains(lat, lon) for part in parts)


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        ({"google_places_key": ""}, "needs a key.*EVENTLOCKY_GOOGLE_PLACES_KEY"),
        ({"google_places_key": "wrong"}, "API key not valid.*Check google_places_key"),
        ({"google_places_url": "http://127.0.0.1:1"}, "cannot be reached.*Check the network"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(settings, change, advice):
    with pytest.raises(PlacesError, match=advice) as raised:
        find(replace(settings, **change))
    assert "wrong" not in str(raised.value)


@pytest.mark.parametrize(
    ("mood", "advice"),
    [
        (Mood(429, b'{"error": {"code": 429, "message": "Quota exceeded.", "status": "RESOURCE_EXHAUSTED"}}'), "quota"),
        (Mood(403, b'{"error": {"message": "Places API (New) has not been used"}}'), "is enabled for it"),
        (Mood(500, b'{"error": "x"}'), "another --source"),
        (Mood(200, b"<html>"), "else than JSON"),
    ],
)
def test_refusals_are_told(settings, services, mood, advice):
    services.moods["google"] = [mood]
    with pytest.raises(PlacesError, match=advice):
        find(settings)


def test_a_circle_that_is_too_wide_is_refused_before_it_costs(settings, services):
    with pytest.raises(PlacesError, match="50 km"):
        find(settings, Circle(*CENTRE, 60_000))
    assert services.asked == []


def test_hostile_places_are_passed_over_or_cleaned(settings, services):
    rows = [None, {}, {"location": 5}, {"location": {"latitude": 999, "longitude": 0}, "displayName": {"text": "Off"}},
            {"location": {"latitude": CENTRE[0], "longitude": CENTRE[1]}, "displayName": "x", "types": 5},
            {"location": {"latitude": CENTRE[0], "longitude": CENTRE[1]}, "displayName": {"text": "Odd"}, "types": [5]},
            {"location": {"latitude": CENTRE[0], "longitude": CENTRE[1]}, "displayName": {"text": "Gone"},
             "businessStatus": "CLOSED_PERMANENTLY"},
            {"id": "1", "location": {"latitude": CENTRE[0], "longitude": CENTRE[1]}, "displayName": {"text": "Bar\x1b"},
             "websiteUri": "http://169.254.169.254/"}]  # fmt: skip
    services.moods["google"] = [Mood(200, json.dumps({"places": rows}).encode())]
    (bar,) = find(replace(settings, google_max_requests=1)).all
    assert (bar.name, bar.website) == ("Bar", None)
