"""Organisations from a file."""

from __future__ import annotations

import asyncio
import json
from datetime import date

import pytest

from eventlocky import places
from eventlocky.demo.town import Town
from eventlocky.errors import PlacesError
from eventlocky.settings import Settings
from eventlocky.types import Category


def test_the_demo_town_s_geojson_reads_back(tmp_path):
    town = Town(date(2026, 11, 16))
    file = tmp_path / "town.geojson"
    file.write_text(town.geojson(), encoding="utf-8")
    assert places.read(file) == town.organisations()


def test_csv_is_read_and_rows_without_a_name_passed_over(tmp_path):
    file = tmp_path / "town.csv"
    file.write_text(
        "name,website,category,lat,lon\nHarbour,http://h.example/,gourmet,54.1,10.2\n,http://x.example/,,,\n",
        encoding="utf-8",
    )
    (harbour,) = places.read(file)
    assert (harbour.name, harbour.website, harbour.category, harbour.lat) == (
        "Harbour",
        "http://h.example/",
        Category.GOURMET,
        54.1,
    )


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"features": [1]}', "not json", "[" * 100_000, '{"features": [{"geometry": null}]}']
)
def test_a_broken_file_is_refused(tmp_path, text):
    file = tmp_path / "town.geojson"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PlacesError, match="not GeoJSON"):
        places.read(file)


@pytest.mark.parametrize("wrong", [{"category": "pirates"}, {"lat": "north"}])
def test_a_value_that_does_not_fit_is_named(tmp_path, wrong):
    file = tmp_path / "town.geojson"
    file.write_text(json.dumps({"features": [{"properties": {"name": "Harbour", **wrong}}]}), encoding="utf-8")
    with pytest.raises(PlacesError, match="'Harbour'"):
        places.read(file)


def test_a_missing_file_is_said_so(tmp_path):
    with pytest.raises(PlacesError, match="cannot be read"):
        places.read(tmp_path / "nowhere.csv")


def test_csv_that_cannot_be_read_is_refused(tmp_path):
    file = tmp_path / "town.csv"
    file.write_text(f'name,website\n"{"a" * 200_000}",x\n', encoding="utf-8")
    with pytest.raises(PlacesError, match="not CSV"):
        places.read(file)


def test_opml_is_read_whatever_its_nesting(tmp_path):
    file = tmp_path / "sites.opml"
    file.write_text(
        '<?xml version="1.0"?><opml version="2.0"><body><outline text="Culture">'
        '<outline title="Kunsthaus" htmlUrl="https://k.example/" xmlUrl="https://k.example/feed"/>'
        '<outline text="Kino" xmlUrl="https://kino.example/rss.xml"/><outline text="No site"/>'
        '<outline htmlUrl="https://nameless.example/"/><outline text="Bad" htmlUrl="javascript:1"/>'
        "</outline></body></opml>",
        encoding="utf-8",
    )
    found = [(one.name, one.website) for one in places.read(file)]
    assert found == [("Kunsthaus", "https://k.example/"), ("Kino", "https://kino.example/"), ("Bad", None)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not OPML"),
        ("<opml>", "not OPML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><opml/>', "declares entities"),
        ("<a>" * 100_000, "not OPML"),
    ],
)
def test_broken_opml_is_refused(tmp_path, text, complaint):
    file = tmp_path / "sites.opml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PlacesError, match=complaint):
        places.read(file)


@pytest.mark.parametrize(
    ("geometry", "where"),
    [
        ({"type": "Point", "coordinates": [11.4, 53.8, 12.0]}, (53.8, 11.4)),
        ({"type": "LineString", "coordinates": [[11.0, 53.0], [12.0, 54.0]]}, (53.5, 11.5)),
        ({"type": "Polygon", "coordinates": [[[11.0, 53.0], [12.0, 53.0], [12.0, 54.0], [11.0, 53.0]]]}, (53.5, 11.5)),
        (
            {"type": "MultiPolygon", "coordinates": [[[[179.0, 1.0], [179.5, 1.0]]], [[[-179.0, 3.0], [-179.5, 3.0]]]]},
            (2.0, 180.0),
        ),
        ({"type": "GeometryCollection", "geometries": []}, (None, None)),
        ({"type": "Polygon", "coordinates": []}, (None, None)),
        (None, (None, None)),
    ],
)
def test_a_shape_stands_for_its_middle(tmp_path, geometry, where):
    file = tmp_path / "town.geojson"
    file.write_text(
        json.dumps({"features": [{"geometry": geometry, "properties": {"name": "Park"}}]}), encoding="utf-8"
    )
    (park,) = places.read(file)
    assert (park.lat, park.lon) == where


@pytest.mark.parametrize("coordinates", [[[]], [[[11.0]]], [[1.0, 2.0], 5], "x", 5, {"a": 1}, [["a", "b"]], [None]])
def test_coordinates_that_are_none_are_refused(tmp_path, coordinates):
    file = tmp_path / "town.geojson"
    feature = {"geometry": {"coordinates": coordinates}, "properties": {"name": "Park"}}
    file.write_text(json.dumps({"features": [feature]}), encoding="utf-8")
    with pytest.raises(PlacesError, match=r"not GeoJSON|does not fit"):
        places.read(file)


def test_a_row_without_a_name_is_passed_over_whatever_else_it_says(tmp_path):
    file = tmp_path / "town.geojson"
    file.write_text(
        json.dumps({"features": [{"properties": {"category": "pirates", "lat": "north"}}]}), encoding="utf-8"
    )
    assert places.read(file) == []


@pytest.mark.parametrize("wrong", [{"lat": 99, "lon": 1}, {"lat": 9}, {"lat": "nan", "lon": 1}, {"lon": [1]}])
def test_a_place_off_the_earth_or_half_a_place_is_named(tmp_path, wrong):
    file = tmp_path / "town.geojson"
    file.write_text(json.dumps({"features": [{"properties": {"name": "Harbour", **wrong}}]}), encoding="utf-8")
    with pytest.raises(PlacesError, match=r"'Harbour'.*does not fit"):
        places.read(file)


def test_a_file_without_places_is_taken_whole(tmp_path):
    file = tmp_path / "sites.csv"
    file.write_text("name,website\nHarbour,http://h.example/\n", encoding="utf-8")
    (source,) = places.get(["file"], Settings(), [file])
    found = asyncio.run(places.find(places.Circle(0, 0, 1), [source]))
    assert len(found.all) == 1
    assert "has coordinates" in found.notes[0]
