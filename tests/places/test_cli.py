"""`near` and `places` from a name to events, by services on this machine."""

from __future__ import annotations

import json
from datetime import date

import pytest
from fake import KEY, Services, Thing

from eventlocky import places
from eventlocky.cli import main
from eventlocky.cli import places as cli
from eventlocky.demo.server import TownServer

TODAY = "2026-11-16"


@pytest.fixture(autouse=True)
def environment(services, tmp_path, monkeypatch):
    values = {
        "OVERPASS_URLS": f"{services.url}/overpass",
        "NOMINATIM_URL": f"{services.url}/nominatim",
        "GOOGLE_PLACES_URL": f"{services.url}/google",
        "WIKIDATA_URL": f"{services.url}/wikidata",
        "PLACES_CACHE": str(tmp_path / "places.sqlite"),
        "STORE": str(tmp_path / "store.sqlite"),
        "ALLOW_LOOPBACK": "1",
    }
    for name, value in values.items():
        monkeypatch.setenv(f"EVENTLOCKY_{name}", value)


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture(scope="module")
def town():
    with TownServer(date(2026, 11, 16), slow_s=0.05) as server:
        yield server


def on_the_map(town: TownServer, services: Services, names: set[str]) -> None:
    """Put some organisations of the demo town on the map of the services, around Wismar."""
    services.things = tuple(
        Thing(one.name, 53.8922 + number * 0.0001, 11.4556, {"amenity": "theatre", "website": one.website or ""})
        for number, one in enumerate(town.town.organisations())
        if one.source_id in names
    )


def test_a_name_leads_to_events(town, services, towns, capsys):
    on_the_map(town, services, {"demo/opera", "demo/vhs"})
    code, out, err = run(capsys, "near", "Wismar", "--radius", "1km", "--fetched", TODAY, "--json")
    assert code == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert {row["source"]["url"].split("/")[2].partition(".")[0] for row in rows} == {"hafenoper", "vhs-seelhaven"}
    assert "Wismar, DE: 2 organisations, 2 with a web site." in err
    assert "OpenStreetMap" in err
    assert "GeoNames" in err


def test_places_are_listed_the_nearest_first_and_read_back_as_a_file(services, towns, tmp_path, capsys):
    code, out, _ = run(capsys, "places", "Wismar")
    assert code == 0
    assert out.splitlines()[0] == "exhibition  Kunsthaus am Markt  (tourism=museum)  https://kunsthaus.example/"
    assert len(out.splitlines()) == 4
    _, geojson, _ = run(capsys, "places", "Wismar", "--geojson")
    (tmp_path / "w.geojson").write_text(geojson, encoding="utf-8")
    code, again, _ = run(capsys, "places", "--places", "w.geojson")
    assert again == out
    _, rows, _ = run(capsys, "places", "Wismar", "--category", "gourmet", "--json")
    assert [json.loads(row)["name"] for row in rows.splitlines()] == ["Café Müller", "喫茶 港"]


def test_several_sources_are_merged(services, towns, monkeypatch, capsys):
    monkeypatch.setenv("EVENTLOCKY_GOOGLE_PLACES_KEY", KEY)
    code, out, _ = run(
        capsys, "places", "Wismar", "--source", "overpass", "--source", "google", "--source", "wikidata", "--json"
    )
    assert code == 0
    assert len(out.splitlines()) == 5
    monkeypatch.setenv("EVENTLOCKY_SOURCES", "overpass, wikidata")
    assert len(run(capsys, "places", "Wismar")[1].splitlines()) == 4


def test_nominatim_is_asked_where_it_is_wanted(services, capsys):
    code, _, err = run(capsys, "places", "wismar", "--geocoder", "nominatim")
    assert code == 0
    assert "others of that name: Wismar, Nebraska" in err


def test_a_place_that_nobody_knows_is_exit_3_but_a_file_is_taken_whole(services, towns, tmp_path, capsys):
    code, out, err = run(capsys, "near", "Wismr")
    assert (code, out) == (3, "")
    assert "Did you mean Wismar?" in err
    (tmp_path / "a.csv").write_text("name,website,lat,lon\nKunsthaus,https://k.example/,53.8,11.4\n", encoding="utf-8")
    code, out, err = run(capsys, "places", "Seelhaven", "--places", "a.csv")
    assert (code, len(out.splitlines())) == (0, 1)
    assert "All organisations of the file are taken" in err


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["places", "-45.0,170.0"], 1, "There is no organisation. Try a larger --radius"),
        (["near", "53.8922,11.4556", "--source", "google"], 3, "Google Places needs a key"),
        (["near", "53.8922,11.4556", "--source", "file"], 3, "--places"),
        (["near", "53.8922,11.4556", "--source", "pbf"], 3, "osm_extract"),
        (["near", "99,11"], 3, "no point on the Earth"),
        (["near", "--places", "nowhere.geojson"], 3, "cannot be read"),
    ],
)
def test_what_is_missing_is_one_sentence_with_what_to_do(services, capsys, arguments, code, sentence):
    got, out, err = run(capsys, *arguments)
    assert (got, out) == (code, "")
    assert sentence in err


def test_organisations_without_web_sites_are_said_so(services, tmp_path, capsys):
    (tmp_path / "a.csv").write_text("name,lat,lon,website\nKunsthaus,53.8,11.4,N/A\n", encoding="utf-8")
    code, _, err = run(capsys, "near", "--places", "a.csv")
    assert code == 1
    assert "No organisation there has a web site that is known" in err


def test_the_options_know_every_source_and_geocoder():
    assert sorted(cli._SOURCES) == sorted(places.SOURCES)
    assert sorted(cli._GEOCODERS) == sorted(places.GEOCODERS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["places"],
        ["near", "--source", "overpass"],
        ["near", "x", "--source", "phone"],
        ["places", "x", "--geocoder", "y"],
    ],
)
def test_wrong_use_is_exit_2(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
