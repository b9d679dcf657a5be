"""Nominatim by its rules."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from fake import Mood

from eventlocky.errors import PlacesError
from eventlocky.places.nominatim import Nominatim
from eventlocky.places.spot import Spot


def locate(settings, text, **more):
    return asyncio.run(Nominatim(settings, **more).locate(text))


def test_places_of_a_name_are_found_the_most_important_first(settings):
    spots = locate(settings, " Wismar ")
    assert spots[0] == Spot("Wismar, Mecklenburg-Vorpommern, Deutschland", 53.8922, 11.4556)
    assert len(spots) == 2


def test_a_name_that_nobody_knows_is_no_place(settings):
    assert locate(settings, "Nirgendwo") == []


def test_the_same_name_is_asked_for_once(settings, services):
    locate(settings, "Wismar")
    assert len(locate(settings, "WISMAR")) == 2
    assert len(services.asked) == 1


def test_two_runs_together_ask_once_a_second(settings, services):
    begun = time.monotonic()
    for name in ("Wismar", "Seelhaven"):
        assert locate(settings, name)
    assert time.monotonic() - begun >= 0.95
    assert services.asked[1].at - services.asked[0].at >= 0.95


@pytest.mark.parametrize(
    ("mood", "advice"),
    [
        (Mood(403, b"Forbidden"), "opt_out_page"),
        (Mood(429, b"", {"Retry-After": "30"}), "try again in 30 s"),
        (Mood(503), "try again later"),
        (Mood(404, b"nothing\x1b[2J here"), "nothing \\[2J here.*nominatim_url"),
        (Mood(200, b"<html>"), "else than JSON.*nominatim_url"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(settings, services, sleeps, mood, advice):
    services.moods["nominatim"] = [mood]
    with pytest.raises(PlacesError, match=advice):
        locate(settings, "Wismar", sleep=sleeps)


def test_no_network_is_said_so(settings, sleeps):
    with pytest.raises(PlacesError, match=r"Check the network.*gazetteer"):
        locate(replace(settings, nominatim_url="http://127.0.0.1:1"), "Wismar", sleep=sleeps)


@pytest.mark.parametrize(
    "body", [b"{}", b"null", b'[1, null, {"lat": "x"}, {"lat": "95", "lon": "1", "display_name": "X"}]']
)
def test_odd_answers_are_no_places(settings, services, sleeps, body):
    services.moods["nominatim"] = [Mood(200, body)]
    assert locate(settings, "Wismar", sleep=sleeps) == []
