"""`near`, `crawl` and `rank`: what they print, what they refuse."""

from __future__ import annotations

import json
from datetime import date

import pytest

from eventlocky.cli import main
from eventlocky.cli.places import metres
from eventlocky.demo.server import TownServer
from eventlocky.places.area import distance_m, point
from eventlocky.types import Organisation

TODAY = "2026-11-16"


@pytest.fixture(scope="module")
def town():
    with TownServer(date(2026, 11, 16), slow_s=0.05) as server:
        yield server


@pytest.fixture(autouse=True)
def settings(monkeypatch, tmp_path):
    monkeypatch.setenv("EVENTLOCKY_ALLOW_LOOPBACK", "1")
    monkeypatch.setenv("EVENTLOCKY_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def places(town, tmp_path) -> str:
    file = tmp_path / "town.geojson"
    file.write_text(town.town.geojson(), encoding="utf-8")
    return str(file)


def address(town: TownServer, name: str) -> str:
    return next(o.website for o in town.town.organisations() if o.source_id == f"demo/{name}")


def test_near_takes_the_organisations_around_a_point(town, places, capsys):
    opera = next(o for o in town.town.organisations() if o.source_id == "demo/opera")
    where = f"{opera.lat}, {opera.lon}"
    assert main(["near", where, "--radius", "5m", "--places", places, "--fetched", TODAY, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) > 10
    assert {row["source"]["url"].split("/")[2].partition(":")[0] for row in rows} == {"hafenoper.localhost"}


def test_near_prints_only_what_is_on_in_the_days_asked_for(town, places, capsys):
    arguments = ["near", "--places", places, "--category", "exhibition", "--fetched", TODAY, "--json"]
    assert main([*arguments, "--when", "this weekend"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows
    for row in rows:
        start, end = row["when"]["start"][:10], row["when"].get("end", row["when"]["start"])[:10]
        assert start <= "2026-11-22"
        assert end >= "2026-11-21"


def test_what_was_found_is_printed_again_without_asking_again(town, capsys):
    arguments = ["crawl", address(town, "vhs"), "--fetched", TODAY, "--json"]
    assert main(arguments) == 0
    first, asked = capsys.readouterr().out, len(town.log)
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    assert len(town.log) == asked


def test_crawl_reads_a_list_of_sites_and_says_how_they_are_doing(town, tmp_path, capsys):
    sites = tmp_path / "sites.txt"
    names = ("library", "gallery", "lido", "utilities")
    sites.write_text("# our town\n" + "\n".join(f"{address(town, name)} # {name}" for name in names), encoding="utf-8")
    assert main(["crawl", "--file", str(sites), "--fetched", TODAY]) == 0
    assert "robots.txt asks for that" in capsys.readouterr().err
    main(["crawl", "--health", "--json"])
    states = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["website"]: row["state"] for row in states} | {address(town, "utilities"): "?"} == {
        address(town, "library"): "good", address(town, "gallery"): "robots-denied", address(town, "lido"): "error",
        address(town, "utilities"): "?",
    }  # fmt: skip
    main(["crawl", "--health"])
    assert "robots-denied" in capsys.readouterr().out


def test_crawl_obeys_its_share_of_pages_and_the_order(town, capsys):
    host = "boathouse-hall.localhost"
    before = len(town.log)
    main(["crawl", address(town, "boathouse"), "--pages", "5", "--order", "breadth", "--fetched", TODAY])
    assert len([visit for visit in town.log[before:] if visit.host == host and visit.path != "/robots.txt"]) == 5


def test_rank_puts_the_page_that_announces_most_first(town, tmp_path, capsys):
    home = address(town, "vhs")
    other = tmp_path / "page.html"
    other.write_text("<p>" + "Only words about the house and its history. " * 5, encoding="utf-8")
    sources = [str(other), f"{home}impressum.html", f"{home}kurse.html", "nowhere.html"]
    assert main(["rank", *sources, "--fetched", TODAY, "--json"]) == 0
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert rows[0]["source"].endswith("kurse.html")
    assert rows[0]["ratio"] > rows[1]["ratio"]
    assert [row["true"] for row in rows[1:]] == [0, 0]
    assert "nowhere.html" in captured.err


def test_rank_obeys_robots_txt(town, capsys):
    assert main(["rank", address(town, "gallery")]) == 1
    assert "robots.txt asks for that" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["near"], ["crawl"], ["rank"], ["near", "x", "--radius", "far"], ["near", "x", "--radius", "0m"],
     ["near", "x", "--category", "none"], ["crawl", "http://x.example/", "--pages", "0"],
     ["crawl", "http://x.example/", "--order", "depth"], ["crawl", "http://x.example/", "--when", "whenever"]],
)  # fmt: skip
def test_wrong_use_is_exit_2(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["crawl", "--file", "nowhere.txt"], "cannot be read"), (["crawl", "--health"], "There is no store")],
)
def test_what_cannot_be_done_is_exit_3(arguments, complaint, capsys):
    assert main(arguments) == 3
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("site", ["ftp://x.example/", "http://[", "http://127.0.0.1:1/", "::::"])
def test_an_address_that_gives_nothing_is_a_sentence_and_the_answer_no(site, capsys):
    assert main(["crawl", site]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize(("text", "length"), [("500m", 500.0), ("1.5 km", 1_500.0), ("80", 80.0), ("2KM", 2_000.0)])
def test_lengths_are_read(text, length):
    assert metres(text) == length


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("53.99,11.12", (53.99, 11.12)),
        ("-33.9 ; 151.2", (-33.9, 151.2)),
        ("Seelhaven", None),
        ("91,0", None),
        ("1,2,3", None),
    ],
)
def test_points_are_read(text, where):
    assert point(text) == where


def test_distances_are_those_of_the_earth():
    berlin = (52.52, 13.405)
    assert distance_m(berlin, Organisation("Hamburg", lat=53.5511, lon=9.9937)) == pytest.approx(255_000, rel=0.01)
    assert distance_m(berlin, Organisation("nowhere")) == float("inf")
