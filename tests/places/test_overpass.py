"""Overpass: one question, servers in turn, answers kept, whatever they say."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from fake import CENTRE, Mood

from eventlocky.errors import PlacesError
from eventlocky.places.area import Box, Circle
from eventlocky.places.memory import Memory
from eventlocky.places.overpass import Overpass, organisations, query
from eventlocky.types import Category

AREA = Circle(*CENTRE, 300)
REMARK = 'runtime error: Query timed out in "query" at line 1 after 5 seconds.'


def find(settings, sleeps, area=AREA):
    return asyncio.run(Overpass(settings, sleeps).find(area))


def test_organisations_come_with_all_that_the_map_says(settings, sleeps):
    found = find(settings, sleeps)
    museum, cafe, japanese, cinema = found.all
    assert (museum.name, museum.website, museum.category, museum.type) == (
        "Kunsthaus am Markt", "https://kunsthaus.example/", Category.EXHIBITION, "tourism=museum")  # fmt: skip
    assert museum.address == "Am Markt 3, 23966 Wismar"
    assert (museum.opening_hours, museum.source_id) == ("Tu-Su 10:00-18:00", "osm/node/1")
    assert (cafe.website, cafe.category) == ("https://www.cafe-mueller.example/", Category.GOURMET)
    assert (japanese.website, japanese.source_id, japanese.lat) == ("http://minato.example/", "osm/way/3", 53.8930)
    assert cinema.category is Category.AMUSEMENT
    assert "OpenStreetMap" in found.credits[0]
    assert found.notes == ()


def test_we_say_who_we_are(settings, services, sleeps):
    find(replace(settings, opt_out_page="https://me.example/"), sleeps)
    agent = services.asked[0].headers["user-agent"]
    assert agent.startswith("Eventlocky/")
    assert "https://me.example/" in agent


def test_an_answer_is_kept_and_asked_for_again_when_it_is_old(settings, services, sleeps):
    first = find(settings, sleeps)
    assert find(settings, sleeps) == first
    assert len(services.asked) == 1
    find(replace(settings, places_cache_days=0.0), sleeps)
    assert len(services.asked) == 2


@pytest.mark.parametrize("status", [429, 503, 504, 500, 400, 302])
def test_the_next_server_is_asked_where_one_gives_nothing(settings, services, sleeps, status):
    services.moods["overpass1"] = [Mood(status, b"<p>Dispatcher_Client: The server is probably too busy</p>")]
    assert len(find(settings, sleeps).all) == 4
    assert [asked.service for asked in services.asked] == ["overpass1", "overpass2"]
    assert sleeps.taken == []


def test_a_busy_server_is_asked_once_more_after_the_pause_it_wants(settings, services, sleeps):
    services.moods["overpass1"] = [Mood(429, b"busy", {"Retry-After": "7"})]
    services.moods["overpass2"] = [Mood(504, b"busy")]
    assert len(find(settings, sleeps).all) == 4
    assert sleeps.taken == [7.0]
    assert [asked.service for asked in services.asked] == ["overpass1", "overpass2", "overpass1"]


def test_a_pause_that_is_too_long_is_not_waited_for(settings, services, sleeps):
    for name in ("overpass1", "overpass2"):
        services.moods[name] = [Mood(429, b"busy", {"Retry-After": "86400"})]
    with pytest.raises(PlacesError, match=r"busy \(status 429\).*Check the network, try again.*--places FILE"):
        find(settings, sleeps)
    assert sleeps.taken == []


def test_an_answer_that_broke_off_is_used_but_not_kept(settings, services, sleeps):
    for name in ("overpass1", "overpass2"):
        services.moods[name] = [Mood(remark=REMARK)]
    found = find(settings, sleeps)
    assert len(found.all) == 2
    assert "some organisations are missing" in found.notes[0]
    assert find(settings, sleeps).notes == ()
    assert len(services.asked) == 3


def test_a_whole_answer_of_the_next_server_goes_before_one_that_broke_off(settings, services, sleeps):
    services.moods["overpass1"] = [Mood(remark=REMARK)]
    assert len(find(settings, sleeps).all) == 4


def test_an_old_answer_takes_the_place_of_none(settings, services, sleeps):
    find(settings, sleeps)
    for name in ("overpass1", "overpass2"):
        services.moods[name] = [Mood(500, b"no")]
    found = find(replace(settings, places_cache_days=0.0), sleeps)
    assert len(found.all) == 4
    assert "the answer of an hour ago is used" in found.notes[0]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"<html>busy</html>",
        b"[]",
        b"null",
        b'{"elements": 5}',
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"elements": {}}',
    ],
)
def test_what_is_no_answer_is_passed_over(settings, services, sleeps, body):
    services.moods["overpass1"] = [Mood(200, body or b" ")]
    assert len(find(settings, sleeps).all) == 4


def test_an_answer_without_end_is_cut_off(settings, services, sleeps):
    services.moods["overpass1"] = [Mood(200, b" " * 3_000_000)]
    assert len(find(replace(settings, max_places_bytes=1_000_000), sleeps).all) == 4
    services.moods["overpass1"] = services.moods["overpass2"] = [Mood(200, b" " * 3_000_000)] * 2
    with pytest.raises(PlacesError, match="max_places_bytes"):
        find(replace(settings, max_places_bytes=1_000_000, places_cache=""), sleeps)


def test_a_slow_server_is_left(settings, services, sleeps, monkeypatch):
    monkeypatch.setattr("eventlocky.places.overpass._SLACK_S", 0.0)
    services.moods["overpass1"] = [Mood(slow_s=1.5)]
    assert len(find(replace(settings, overpass_timeout_s=1.0), sleeps).all) == 4


def test_no_network_is_said_so(settings, sleeps):
    with pytest.raises(PlacesError, match=r"127\.0\.0\.1:1 cannot be reached.*Check the network"):
        find(replace(settings, overpass_urls="http://127.0.0.1:1/"), sleeps)
    with pytest.raises(PlacesError, match="overpass_urls in the settings is empty"):
        find(replace(settings, overpass_urls=" "), sleeps)
    with pytest.raises(PlacesError, match="cannot be reached"):
        find(replace(settings, overpass_urls="nonsense http://["), sleeps)


def test_a_box_over_the_date_line_is_asked_for_in_two_parts(settings, services, sleeps):
    text = query(Box(-18, 179, -16, -179), 60)
    assert "(-18.00000,179.00000,-16.00000,180.00000)" in text
    assert "(-18.00000,-180.00000,-16.00000,-179.00000)" in text
    assert find(settings, sleeps, Box(-18, 179, -16, -179)).all == ()
    assert len(services.asked) == 1


def test_a_run_that_is_replayed_asks_nobody(settings, services, sleeps):
    first = find(settings, sleeps)
    again = replace(settings, replay="archive", places_cache_days=0.0)
    assert find(again, sleeps) == first
    with pytest.raises(PlacesError, match="not asked while `replay` is set"):
        find(again, sleeps, Circle(0, 0, 1))
    assert len(services.asked) == 1


def test_an_area_with_more_than_is_asked_for_is_said_so(settings, sleeps, monkeypatch):
    monkeypatch.setattr("eventlocky.places.overpass._MOST_ELEMENTS", 3)
    found = find(settings, sleeps)
    assert len(found.all) == 3
    assert "Only 3 objects" in found.notes[0]


HOSTILE = [
    None, 5, "x", [], {}, {"tags": None}, {"tags": {}, "lat": 1, "lon": 2}, {"tags": "x", "lat": 53.8922, "lon": 11.4556},
    {"type": "node", "id": 1, "lat": 953, "lon": 11, "tags": {"name": "Off", "shop": "x", "website": "x.example"}},
    {"type": "node", "id": 1, "lat": "53.8922", "lon": True, "tags": {"name": "Bool", "shop": "x", "website": "x.example"}},
    {"type": "node", "id": 1, "lat": float("nan"), "lon": 1, "tags": {"name": "Nan", "shop": "x", "website": "x.example"}},
    {"type": "way", "id": 1, "center": 7, "tags": {"name": "No centre", "shop": "x", "website": "x.example"}},
    {"type": "node", "id": 1, "lat": 53.8922, "lon": 11.4556, "tags": {"name": 5, "shop": "x", "website": "x.example"}},
    {"type": "node", "id": 1, "lat": 53.8922, "lon": 11.4556, "tags": {"name": "Bad", "shop": "x", "website": "javascript:1"}},
    {"type": "node", "id": 1, "lat": 53.8922, "lon": 11.4556, "tags": {"name": "Bad", "shop": ["x"], "website": {"a": 1}}},
    {"type": "node", "id": 1, "lat": 53.8922, "lon": 11.4556, "tags": {"name": "Bad", "shop": "x", "website": "http://10.0.0.1/"}},
    {"type": "node", "id": 1, "lat": -53.8922, "lon": 11.4556, "tags": {"name": "Far", "shop": "x", "website": "x.example"}},
    {"type": "node", "id": 1, "lat": 53.8922, "lon": 11.4556, "tags": {"name": "Road", "highway": "x", "website": "x.example"}},
]  # fmt: skip


@pytest.mark.parametrize("element", HOSTILE, ids=str)
def test_hostile_elements_are_no_organisations(element):
    assert list(organisations([element], AREA)) == []


def test_a_hostile_element_that_is_one_is_cleaned():
    tags = {"name": "Bar\x1b[2J\u202e", "amenity": "bar;pub", "website": "N/A;www.bar.example", "opening_hours": "x" * 9_999,
            "addr:street": 5, "addr:housenumber": "1"}  # fmt: skip
    (bar,) = organisations([{"type": "node", "id": "\x00", "lat": "53.8922", "lon": "11.4556", "tags": tags}], AREA)
    assert (bar.name, bar.type, bar.website) == ("Bar [2J", "amenity=bar", "https://www.bar.example/")
    assert len(bar.opening_hours) == 500
    assert json.dumps(bar.source_id).isprintable()


def test_a_kept_answer_that_was_damaged_is_asked_for_again(settings, services, sleeps):
    find(settings, sleeps)
    with Memory.of(settings) as memory:
        memory._base().execute("update answers set body = x'00'")
    assert len(find(settings, sleeps).all) == 4
    assert len(services.asked) == 2
