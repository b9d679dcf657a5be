"""Wikidata: what has an official web site."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from fake import CENTRE, Mood

from eventlocky.errors import PlacesError
from eventlocky.places.area import Box, Circle
from eventlocky.places.wikidata import Wikidata
from eventlocky.types import Category

AREA = Circle(*CENTRE, 300)


def find(settings, sleeps, area=AREA):
    return asyncio.run(Wikidata(settings, sleeps).find(area))


@pytest.mark.parametrize("area", [AREA, Box(53.88, 11.44, 53.90, 11.47)])
def test_organisations_come_once_whatever_they_are(settings, sleeps, area):
    museum, cinema = find(settings, sleeps, area).all
    assert (museum.name, museum.website, museum.category) == (
        "Kunsthaus Wismar", "https://www.kunsthaus.example/", Category.EXHIBITION)  # fmt: skip
    assert (museum.type, museum.source_id, museum.lat) == ("art_museum", "wikidata/Q1", 53.8925)
    assert cinema.category is Category.AMUSEMENT


def test_a_box_over_the_date_line_is_asked_for_in_two_parts(settings, services, sleeps):
    assert find(settings, sleeps, Box(-18, 179, -16, -179)).all == ()
    assert services.asked[0].body.count("cornerSouthWest") == 2


def test_answers_are_kept(settings, services, sleeps):
    assert find(settings, sleeps) == find(settings, sleeps)
    assert len(services.asked) == 1


def test_a_busy_service_is_asked_once_more_after_the_pause_it_wants(settings, services, sleeps):
    services.moods["wikidata"] = [Mood(429, b"", {"Retry-After": "9"})]
    assert len(find(settings, sleeps).all) == 2
    assert sleeps.taken == [9.0]


@pytest.mark.parametrize(
    ("mood", "reason"),
    [
        (Mood(500, b"java.util.concurrent.TimeoutException at \xe2"), "took too long.*smaller --radius"),
        (Mood(403, b"no"), "status 403"),
        (Mood(200, b"<html>"), "else than JSON"),
        (Mood(200, b"[]"), "without results"),
        (Mood(200, b'{"results": {"bindings": 5}}'), "without results"),
    ],
)
def test_what_is_wrong_is_said_and_an_old_answer_takes_its_place(settings, services, sleeps, mood, reason):
    services.moods["wikidata"] = [mood]
    with pytest.raises(PlacesError, match=reason):
        find(settings, sleeps)
    find(settings, sleeps)
    services.moods["wikidata"] = [mood]
    found = find(replace(settings, places_cache_days=0.0), sleeps)
    assert len(found.all) == 2
    assert "ago is used" in found.notes[0]


def test_hostile_rows_are_passed_over(settings, services, sleeps):
    def row(
        item="http://www.wikidata.org/entity/Q9", where="Point(11.4556 53.8922)", site="https://x.example/", label="X"
    ):
        values = {"item": item, "where": where, "site": site, "itemLabel": label}
        return {name: {"value": value} for name, value in values.items()}

    rows = [None, {}, {"item": "x"}, row(item="http://evil.example/Q1"), row(where="Point(999 1)"), row(where="x"),
            row("http://www.wikidata.org/entity/Q2", "<http://www.wikidata.org/entity/Q405> Point(11.4556 53.8922)"),
            row("http://www.wikidata.org/entity/Q3", site="javascript:1"), row("http://www.wikidata.org/entity/Q4", label="Q4"),
            row("http://www.wikidata.org/entity/Q5", where="Point(0 0)"), row("http://www.wikidata.org/entity/Q6", label=5),
            row("http://www.wikidata.org/entity/Q7", label="Good")]  # fmt: skip
    services.moods["wikidata"] = [Mood(200, json.dumps({"results": {"bindings": rows}}).encode())]
    assert [one.name for one in find(settings, sleeps).all] == ["Good"]
