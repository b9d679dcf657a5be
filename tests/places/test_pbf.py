"""Local extracts of OpenStreetMap, read by the library itself."""

from __future__ import annotations

import asyncio
import sys

import pytest

from eventlocky.errors import MissingExtraError, PlacesError
from eventlocky.places.area import Circle
from eventlocky.places.pbf import Pbf
from eventlocky.settings import Settings

XML = """<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
 <node id="1" version="1" lat="53.8925" lon="11.4560"><tag k="name" v="Kunsthaus"/><tag k="tourism" v="museum"/>
  <tag k="website" v="https://kunsthaus.example/"/></node>
 <node id="2" version="1" lat="53.8900" lon="11.4500"/><node id="3" version="1" lat="53.8910" lon="11.4520"/>
 <node id="4" version="1" lat="53.8900" lon="11.4520"/><node id="5" version="1" lat="-17" lon="179.9"/>
 <node id="6" version="1" lat="-17" lon="-179.7"/>
 <node id="7" version="1" lat="53.8925" lon="11.4561"><tag k="name" v="No site"/><tag k="shop" v="books"/></node>
 <node id="8" version="1" lat="53.8925" lon="11.4561"><tag k="name" v="Parken"/><tag k="amenity" v="parking"/>
  <tag k="website" v="https://parken.example/"/></node>
 <way id="10" version="1"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="2"/><tag k="name" v="Bürgerpark"/>
  <tag k="leisure" v="park"/><tag k="contact:website" v="park.example"/></way>
 <way id="11" version="1"><nd ref="2"/><nd ref="4"/></way>
 <way id="12" version="1"><nd ref="5"/><nd ref="6"/><tag k="name" v="Date Line Club"/><tag k="club" v="sailing"/>
  <tag k="url" v="http://line.example/"/></way>
 <way id="13" version="1"><nd ref="999"/><tag k="name" v="Cut off"/><tag k="shop" v="x"/><tag k="url" v="http://cut.example/"/></way>
 <relation id="20" version="1"><member type="way" ref="11" role="outer"/><member type="node" ref="3" role=""/>
  <member type="relation" ref="20" role=""/><tag k="type" v="multipolygon"/><tag k="name" v="Campus"/>
  <tag k="amenity" v="university"/><tag k="website" v="https://campus.example/"/></relation>
</osm>
"""


@pytest.fixture
def extract(tmp_path):
    osmium = pytest.importorskip("osmium", reason="osmium is not installed.")
    (tmp_path / "town.osm").write_text(XML, encoding="utf-8")
    file = tmp_path / "town.osm.pbf"
    with osmium.SimpleWriter(str(file)) as writer:
        for thing in osmium.FileProcessor(str(tmp_path / "town.osm")):
            writer.add(thing)
    return file


@pytest.mark.parametrize("suffix", [".osm.pbf", ".osm"])
def test_nodes_ways_and_relations_are_found_with_their_middles(extract, suffix):
    found = {one.name: one for one in Pbf(Settings(), extract.with_name(f"town{suffix}")).read()}
    assert set(found) == {"Kunsthaus", "Bürgerpark", "Date Line Club", "Campus"}
    assert (found["Bürgerpark"].lat, found["Bürgerpark"].lon) == (pytest.approx(53.8905), pytest.approx(11.451))
    assert found["Bürgerpark"].source_id == "osm/way/10"
    assert found["Campus"].lat == pytest.approx(53.8905)
    assert found["Date Line Club"].lon == pytest.approx(-179.9)


def test_only_what_lies_in_the_area_is_taken(extract):
    found = asyncio.run(Pbf(Settings(), extract).find(Circle(53.8925, 11.4560, 100)))
    assert [one.name for one in found.all] == ["Kunsthaus"]
    assert "OpenStreetMap" in found.credits[0]


def test_the_extract_of_the_settings_is_read(extract):
    assert len(asyncio.run(Pbf(Settings(osm_extract=str(extract))).find(None)).all) == 4


@pytest.mark.parametrize("body", [b"", b"\x00\x00\x00\x0dxxxxxxxxxxxx", b"not a pbf file at all"])
def test_a_broken_extract_is_refused(tmp_path, body):
    pytest.importorskip("osmium", reason="osmium is not installed.")
    file = tmp_path / "broken.osm.pbf"
    file.write_bytes(body)
    with pytest.raises(PlacesError, match=r"broken\.osm\.pbf cannot be read"):
        list(Pbf(Settings(), file).read())


def test_a_cut_extract_is_refused(extract):
    extract.write_bytes(extract.read_bytes()[:-40])
    with pytest.raises(PlacesError, match="cannot be read"):
        list(Pbf(Settings(), extract).read())


def test_what_is_missing_is_named(tmp_path, monkeypatch):
    with pytest.raises(PlacesError, match=r"--places region\.osm\.pbf"):
        asyncio.run(Pbf(Settings()).find(Circle(0, 0, 1)))
    if "osmium" in sys.modules or pytest.importorskip("osmium", reason="osmium is not installed."):
        with pytest.raises(PlacesError, match="cannot be read"):
            list(Pbf(Settings(), tmp_path / "nowhere.osm.pbf").read())
    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(MissingExtraError, match=r"eventlocky\[pbf\]"):
        list(Pbf(Settings(), tmp_path / "nowhere.osm.pbf").read())
