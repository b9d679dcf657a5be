"""The same organisation from several sources is one; two that are not stay two."""

from __future__ import annotations

import gc
import time
from dataclasses import replace

import pytest

from eventlocky.places.merge import likeness, merge
from eventlocky.types import Category, Organisation

LAT, LON = 53.8922, 11.4556
METRE = 1 / 111_195


def org(name, north_m=0.0, site=None, **more):
    return Organisation(name, site, lat=LAT + north_m * METRE, lon=LON, **more)


SAME = [
    (
        org("Kunsthaus am Markt", site="https://kunsthaus.example/"),
        org("Kunsthaus Wismar", 40, "https://www.kunsthaus.example/de"),
    ),
    (org("Café Müller", site="https://mueller.example/"), org("Cafe Mueller GmbH", 15, "http://mueller.example/")),
    (org("Café Müller"), org("CAFE MÜLLER", 100, "http://mueller.example/")),
    (org("Stadtbibliothek"), org("Stadtbibliothek Wismar", 120, "https://wismar.example/bib")),
    (org("Deutsches Museum", site="https://dm.example/"), org("German Museum", 30, "https://dm.example/")),
    (org("東京国立博物館", site="https://tnm.example/"), org("Tokyo National Museum", 20, "https://tnm.example/")),
    (org("東京国立博物館"), org("東京国立博物館 ", 200, "https://tnm.example/")),
    (org("Μουσείο Ακρόπολης"), org("Μουσειο Ακροπολης", 60, "https://acropolis.example/")),
    (org("Третьяковская галерея"), org("Третьяковская Галерея", 60, "https://tretyakov.example/")),
    (org("The Lamp Room", site="https://lamp.example/"), org("Lamp Room Ltd", 20, "https://new-lamp.example/")),
]
OTHER = [
    (org("Stadtmuseum", site="https://museum.example/"), org("Café Rosengarten", 20, "https://museum.example/cafe")),
    (org("Rossmann"), org("Rossmann", 400, "https://rossmann.example/")),
    (org("Bäckerei Junge", site="https://junge.example/"), org("Bäckerei Lange", 10, "https://lange.example/")),
    (org("Museum"), org("Museum für Naturkunde", 30, "https://natur.example/")),
    (org("Hotel am Markt", site="https://a.example/"), org("Hotel am Hafen", 50, "https://b.example/")),
    (org("国立科学博物館"), org("東京国立博物館", 100, "https://tnm.example/")),
    (org("Galerie", site="https://g.example/", category=Category.EXHIBITION),
     org("Bistro", 5, "https://g.example/", category=Category.GOURMET)),
    (org("Café Eins", site="https://eins.example/"), org("Café Eins", 200, "https://eins-zwei.example/")),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME, ids=lambda one: one.name)
def test_the_same_is_one_whoever_comes_first(one, other):
    assert len(merge([[one], [other]])) == 1
    assert len(merge([[other], [one]])) == 1


@pytest.mark.parametrize(("one", "other"), OTHER, ids=lambda one: one.name)
def test_others_stay_two(one, other):
    assert len(merge([[one], [other]])) == 2
    assert len(merge([[other], [one]])) == 2


def test_the_first_source_has_the_first_word_and_the_next_fills_the_gaps():
    first = org("Kunsthaus", type="tourism=museum", category=Category.EXHIBITION, source_id="osm/node/1")
    second = org("Kunsthaus", 30, "https://k.example/", address="Am Markt 3", opening_hours="Tu-Su", type="museum",
                 source_id="google/x")  # fmt: skip
    (one,) = merge([[first], [second]])
    assert one == Organisation("Kunsthaus", "https://k.example/", Category.EXHIBITION, "tourism=museum", first.lat, first.lon,
                               "Am Markt 3", "Tu-Su", "osm/node/1;google/x")  # fmt: skip


def test_within_one_source_only_a_building_and_its_point_are_one():
    point, building = org("Oper", site="https://oper.example/"), org("Oper", 40, "https://oper.example/")
    branch = org("Oper", 150, "https://oper.example/")
    assert len(merge([[point, building]])) == 1
    assert len(merge([[point, branch]])) == 2


def test_of_several_that_may_be_the_same_the_most_alike_is_taken():
    near, alike = org("Café Müller am Markt", source_id="a"), org("Café Müller", 60, source_id="b")
    found = merge([[near, alike], [org("Cafe Müller", 30, "https://m.example/", source_id="c")]])
    assert [one.source_id for one in found] == ["a", "b;c"]


@pytest.mark.parametrize(("lat", "lon"), [(-17.0, 180.0), (89.999, 10.0), (-89.9999, 0.0), (0.0, 0.0), (60.0, -180.0)])
def test_the_date_line_and_the_poles_part_nobody(lat, lon):
    other_lon = lon - 359.9999 if lon == 180.0 else lon + (0.0001 if abs(lat) < 89 else 170.0)
    one, other = (
        Organisation("Sternwarte", lat=lat, lon=lon),
        Organisation("Sternwarte", "https://s.example/", lat=lat, lon=other_lon),
    )
    if abs(lat) == 89.999:
        other = Organisation("Sternwarte", "https://s.example/", lat=lat, lon=12.0)
    assert len(merge([[one], [other]])) == 1


def test_those_without_a_place_are_merged_among_themselves_by_name():
    one, other = Organisation("Lesekreis", "https://l.example/"), Organisation("Lesekreis", "https://l.example/a")
    assert len(merge([[one], [other]])) == 1
    assert len(merge([[one], [org("Lesekreis", site="https://l.example/")]])) == 2


def test_merging_again_changes_nothing():
    apart = [
        (replace(one, lat=one.lat + at), replace(other, lat=other.lat + at)) for at, (one, other) in enumerate(SAME)
    ]
    once = merge([[one for one, _ in apart], [other for _, other in apart]])
    assert len(once) == len(SAME)
    assert merge([once]) == once


def test_names_are_compared_in_any_script():
    assert likeness("", "") == 1.0
    assert likeness("GmbH", "GmbH") == 1.0
    assert likeness("Stadtmuseum", "Stadtmuseum Lübeck") == 0.8
    assert likeness("Museum", "Museum Lübeck") < 0.8


def crowd(count, spread):
    """Two sources of so many organisations each, on so many metres."""

    def one(number, shift, site):
        return Organisation(f"House {number * 7919 % count} of {number}", site, lat=LAT + (number * 31 % spread) * METRE + shift,
                            lon=LON + number * 17 % spread * METRE)  # fmt: skip

    return [[one(number, 0, None) for number in range(count)],
            [one(number, 20 * METRE, f"https://h{number}.example/") for number in range(count)]]  # fmt: skip


@pytest.mark.parametrize("spread", [1, 20_000], ids=["at one point", "over a town"])
def test_eight_times_as_many_cost_no_square_more(spread):
    few, many = (min(_cost(crowd(count, spread)) for _ in range(2)) for count in (500, 4_000))
    assert many / few < 24, (few, many)  # 8 is linear, 64 a square


def _cost(sources) -> float:
    gc.collect()
    gc.disable()
    begun = time.process_time()
    merge(sources)
    cost = time.process_time() - begun
    gc.enable()
    return cost
