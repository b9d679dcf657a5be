"""What every source must keep, and the search in several at once."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fake import CENTRE, Mood

from eventlocky import places
from eventlocky.errors import PlacesError, UnknownNameError
from eventlocky.places import categories
from eventlocky.places.file import to_geojson
from eventlocky.types import Category, Organisation

AREA = places.Circle(*CENTRE, 300)
FAR = places.Circle(-45.0, 170.0, 300)


@pytest.fixture(params=sorted(places.SOURCES))
def source(request, settings, tmp_path):
    file = None
    if request.param == "file":
        file = tmp_path / "town.geojson"
        file.write_text(to_geojson([Organisation("Kunsthaus am Markt", "https://kunsthaus.example/", Category.EXHIBITION,
                                                 "museum", 53.8925, 11.4560)]), encoding="utf-8")  # fmt: skip
    if request.param == "pbf":
        pytest.importorskip("osmium", reason="osmium is not installed.")
        file = tmp_path / "town.osm"
        file.write_text('<osm version="0.6"><node id="1" version="1" lat="53.8925" lon="11.4560">'
                        '<tag k="name" v="Kunsthaus am Markt"/><tag k="tourism" v="museum"/>'
                        '<tag k="website" v="https://kunsthaus.example/"/></node></osm>', encoding="utf-8")  # fmt: skip
    (made,) = places.get([request.param], settings, [file] if file else [])
    return made


def find(area, sources):
    return asyncio.run(places.find(area, sources))


def test_every_source_knows_the_museum(source):
    museum = next(one for one in find(AREA, [source]).all if one.name.startswith("Kunsthaus"))
    assert museum.category is Category.EXHIBITION
    assert museum.website in {"https://kunsthaus.example/", "https://www.kunsthaus.example/"}
    assert AREA.contains(museum.lat, museum.lon)
    assert museum.type


def test_every_source_gives_the_same_answer_twice(source):
    assert find(AREA, [source]) == find(AREA, [source])


def test_every_source_finds_nobody_where_nobody_is(source):
    assert find(FAR, [source]).all == ()


def test_every_source_takes_a_box(source):
    assert find(places.Box(53.892, 11.455, 53.893, 11.457), [source]).all


def test_services_need_a_place_and_files_do_not(source):
    if source.name in {"file", "pbf"}:
        assert find(None, [source]).all
    else:
        with pytest.raises(PlacesError, match="Give a place"):
            find(None, [source])


def test_several_sources_are_one_list(settings):
    found = find(AREA, places.get(["overpass", "google", "wikidata"], settings))
    by_name = {one.name: one for one in found.all}
    assert set(by_name) == {"Kunsthaus am Markt", "Café Müller", "喫茶 港", "Hafenkino", "Ohne Netz"}
    assert by_name["Kunsthaus am Markt"].source_id == "osm/node/1;google/ChIJ1;wikidata/Q1"
    assert len(found.credits) == 3


def test_a_source_that_fails_is_a_note_unless_all_fail(settings, services):
    services.moods["wikidata"] = [Mood(500, b"no"), Mood(500, b"no")]
    found = find(AREA, places.get(["overpass", "wikidata"], settings))
    assert len(found.all) == 4
    assert "status 500" in found.notes[0]
    with pytest.raises(PlacesError, match=r"needs a key.*status 500"):
        find(AREA, places.get(["google", "wikidata"], replace(settings, google_places_key="")))


def test_an_unknown_source_lists_the_known_ones(settings):
    with pytest.raises(UnknownNameError, match="file, google, overpass, pbf, wikidata"):
        places.get(["yellow pages"], settings)


def test_files_are_read_by_their_suffix():
    names = {
        "a.geojson": "file",
        "a.csv": "file",
        "a.opml": "file",
        "a.osm.pbf": "pbf",
        "A.OSM": "pbf",
        "a.osm.bz2": "pbf",
    }
    assert {name: places.source_of(Path(name)) for name in names} == names


@pytest.mark.parametrize(
    ("tags", "kind", "category"),
    [
        ({"amenity": "cafe"}, "amenity=cafe", Category.GOURMET),
        ({"shop": "anything"}, "shop=anything", Category.SHOPPING),
        ({"shop": "bakery"}, "shop=bakery", Category.GOURMET),
        ({"leisure": "park"}, "leisure=park", Category.EXHIBITION),
        ({"leisure": "bowling_alley"}, "leisure=bowling_alley", Category.AMUSEMENT),
        ({"historic": "castle", "tourism": "museum"}, "tourism=museum", Category.EXHIBITION),
        ({"amenity": "no", "shop": "books;music"}, "shop=books", Category.SHOPPING),
        ({"office": "association"}, "office=association", None),
    ],
)
def test_tags_have_a_category(tags, kind, category):
    assert categories.of_tags(tags) == (kind, category)


def test_what_announces_nothing_is_nobody():
    assert categories.of_tags({"amenity": "parking"}) is None
    assert categories.of_tags({"highway": "residential"}) is None
    assert categories.of_tags({"shop": 5, "amenity": "x" * 1_000}) is None


def test_types_of_google_and_classes_of_wikidata_have_a_category():
    assert categories.of_google(["sushi_restaurant", "food"]) is Category.GOURMET
    assert categories.of_google(["dentist"]) is None
    assert categories.of_words("municipal art museum") is Category.EXHIBITION
    assert categories.of_words("opera house") is Category.AMUSEMENT
    assert categories.of_words("river") is None
    assert categories.of_words("") is None
    assert all(len(types) <= 50 for types in categories.google_types().values())


def test_every_type_has_one_category():
    for table in ("osm", "google", "words"):
        words = [word for category in Category for word in categories._load()[table][category].split()]
        assert len(words) == len(set(words))


def test_the_categories_of_events_and_of_places_agree():
    from eventlocky.classify.category import main_category

    table = categories._table("osm")
    told = {kind: main_category(kind) for kind in table if not kind.endswith("=*")}
    assert {
        kind: (category, table[kind]) for kind, category in told.items() if category not in {None, table[kind]}
    } == {}


def test_reading_a_point_loads_no_source():
    code = "import sys; from eventlocky.places.area import point; print(point('1,2'), [m for m in sys.modules if 'overpass' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(1.0, 2.0) []"
    with pytest.raises(AttributeError, match="no attribute 'yellow_pages'"):
        places.yellow_pages  # noqa: B018 - it is asked for
    assert all(getattr(places, name) is not None for name in places.__all__)
