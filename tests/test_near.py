"""The way of one place: one failing site never ends a run, and no host is asked two things at once."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from eventlocky.demo.score import score, total
from eventlocky.demo.server import TownServer
from eventlocky.near import Found, Reading, Visit, search, visit_all, watch
from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.types import Organisation

TODAY = date(2026, 11, 16)


@pytest.fixture(scope="module")
def town():
    with TownServer(TODAY, slow_s=0.05) as server:
        yield server


@pytest.fixture(scope="module")
def visits(town, tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "town.sqlite"

    async def collect() -> list[Visit]:
        with Store(path) as store:
            settings = Settings(allow_loopback=True, max_pages_per_site=6)
            return [visit async for visit in visit_all(town.town.organisations(), store, settings, fetched=TODAY)]

    return asyncio.run(collect()), path


def test_every_organisation_is_visited_once(town, visits):
    names = sorted(visit.organisation.name for visit in visits[0])
    assert names == sorted(organisation.name for organisation in town.town.organisations())


def test_a_site_that_fails_or_forbids_is_a_visit_with_a_problem(visits):
    problems = [visit.problem for visit in visits[0] if visit.problem]
    assert len(problems) == 2
    assert any("robots.txt" in problem for problem in problems)
    assert any("500" in problem for problem in problems)


def test_nearly_all_events_of_the_town_are_found_and_none_is_false(town, visits):
    sites = {town.town.address(site): site for site in town.town.sites}
    truths = town.town.truths()
    scores = []
    for visit in visits[0]:
        site = sites[visit.organisation.website]
        scores.append(score(site, [truth for owner, truth in truths if owner is site], visit.events))
    wanted, found, false = total(scores)
    assert (found >= 0.98 * wanted, false) == (True, 0)


def test_no_host_is_asked_two_things_at_once(town, visits):
    by_host: dict[str, list[tuple[float, float]]] = {}
    for visit in town.log:
        by_host.setdefault(visit.host, []).append((visit.started, visit.finished))
    assert len(by_host) >= 20
    for spans in by_host.values():
        assert all(one[1] <= other[0] for one, other in pairwise(sorted(spans)))


def test_no_site_is_asked_more_than_its_share(town, visits):
    hosts = [visit.host for visit in town.log if visit.path != "/robots.txt"]
    assert max(map(hosts.count, set(hosts))) <= 6


def test_no_request_was_sent_that_robots_txt_forbids(town, visits):
    from protego import Protego

    rules = {}
    for site in town.town.sites:
        robots = site.answer("/robots.txt", "")
        rules[site.host] = Protego.parse(robots.body.decode() if robots.status == 200 else "")
    asked = [visit for visit in town.log if visit.path != "/robots.txt"]
    forbidden = [
        visit for visit in asked if not rules[visit.host].can_fetch(f"http://{visit.host}{visit.path}", "Eventlocky")
    ]
    assert len(asked) > 50
    assert forbidden == []


def test_the_endless_calendar_takes_no_more_than_its_share(town, visits):
    months = [visit.path for visit in town.log if visit.host.startswith("boathouse") and "/calendar/" in visit.path]
    assert 2 <= len(months) <= 6


def test_events_are_told_before_their_site_is_done(town, tmp_path):
    async def collect():
        with Store(tmp_path / "a.sqlite") as store:
            settings = Settings(allow_loopback=True)
            opera = [o for o in town.town.organisations() if o.source_id == "demo/opera"]
            return [news async for news in search(opera, store, settings, fetched=TODAY)]

    news = asyncio.run(collect())
    assert isinstance(news[-1], Visit)
    assert sum(isinstance(each, Found) for each in news[:-1]) >= len(news[-1].events) > 10


def test_two_organisations_on_one_host_take_turns(town, tmp_path):
    library = next(o for o in town.town.organisations() if o.source_id == "demo/library")
    branch = replace(library, name="Branch", website=f"{library.website}?branch=2")
    before = len(town.log)

    async def collect():
        with Store(tmp_path / "a.sqlite") as store:
            return [v async for v in visit_all([library, branch], store, Settings(allow_loopback=True), fetched=TODAY)]

    assert len(asyncio.run(collect())) == 2
    spans = sorted((visit.started, visit.finished) for visit in town.log[before:])
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_an_alarm_leaves_in_the_store_what_was_known(tmp_path):
    from paper_site import HOME, PaperSite, listing, page

    rows = [(f"{day} Nov 2026, 19:30", f"Concert number {day}", "") for day in range(20, 26)]
    full, empty = PaperSite({"/": page(listing(*rows))}), PaperSite({"/": page("<h1>We have a new site</h1>")})

    async def visit(paper: PaperSite, now: float) -> Visit:
        with Store(tmp_path / "a.sqlite") as store, pytest.MonkeyPatch.context() as patch:
            patch.setattr("eventlocky.near.Fetcher", lambda _: paper.fetcher())
            hall = [Organisation("Hall", website=f"{HOME}/")]
            found = search(hall, store, Settings(), kinds=("event",), fetched=TODAY, clock=lambda: now)
            return [each async for each in found][-1]

    asyncio.run(visit(full, 0.0))
    fallen = asyncio.run(visit(empty, 40 * 24 * 3_600.0))
    assert fallen.health.is_alarm
    assert "expected" in fallen.problem
    with Store(tmp_path / "a.sqlite") as store:
        assert len(store.events()) == len(rows)


def test_a_mirror_of_another_site_is_known_and_its_events_are_kept_once(town, tmp_path):
    from paper_site import HOME, PaperSite, listing, page

    rows = [(f"{day} Nov 2026, 19:30", f"Concert number {day}", f"/c{day}") for day in range(20, 26)]
    words = " ".join(f"word{number}" for number in range(300))
    one = {"/": page(f"{listing(*rows)}<p>{words}"), "/about": page(f"<p>About {words[::-1]}")} | {
        f"/c{day}": page(f"<h1>Concert number {day}</h1><p>{day} Nov 2026, 19:30</p><p>{words[day * 7 :]}")
        for day in range(20, 26)
    }
    paper = PaperSite(one | {f"http://mirror.example{path}": body for path, body in one.items()})

    async def collect() -> list[Visit]:
        with Store(tmp_path / "a.sqlite") as store, pytest.MonkeyPatch.context() as patch:
            patch.setattr("eventlocky.near.Fetcher", lambda _: paper.fetcher())
            halls = [Organisation("Hall", website=f"{HOME}/"), Organisation("Mirror", website="http://mirror.example/")]
            return [v async for v in visit_all(halls, store, Settings(), kinds=("event",), fetched=TODAY)]

    first, second = asyncio.run(collect())
    assert len(first.events) == len(rows)
    assert second.mirror_of == first.organisation.website
    assert second.events == ()
    with Store(tmp_path / "a.sqlite") as store:
        assert len(store.events()) == len(rows)


def test_half_a_reading_takes_nothing_away_from_a_site_that_the_store_knows(tmp_path):
    """While a search that had been cut off went on, its own events were once gone from the store until it was done."""
    from paper_site import HOME, PaperSite, listing, page

    first, second = (
        [(f"{day} Nov 2026, 19:30", f"Concert number {day}", "") for day in days] for days in ((20, 21), (22, 23, 24))
    )
    pages = {"/": page(f'{listing(*first)}<a rel="next" href="/2">Next</a>'), "/2": page(listing(*second))}
    hall = Organisation("Hall", website=f"{HOME}/")

    counts: list[int] = []

    async def visit(store: Store) -> list[object]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("eventlocky.near.Fetcher", lambda _: PaperSite(pages).fetcher())
            found = []
            async for each in watch([hall], store, Settings(), kinds=("event",), fetched=TODAY):
                found.append(each)
                counts.append(len(store.search(Query(limit=50)).hits))
            return found

    with Store(tmp_path / "whole.sqlite") as whole:
        news = asyncio.run(visit(whole))
        (done,) = (each for each in news if isinstance(each, Visit))
        readings = [each for each in news if isinstance(each, Reading)]
    assert [reading.events for reading in readings][-1] == len(done.events) == 5
    assert [reading.pages for reading in readings] == sorted(reading.pages for reading in readings)
    assert counts[0] < 5
    counts.clear()
    with Store(tmp_path / "cut.sqlite") as store:
        store.keep(hall, hall.website, "event", done.events)  # what a search had kept before it was cut off
        asyncio.run(visit(store))
    assert set(counts) == {5}


def rows_of(path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT website, kind, uid, data FROM event ORDER BY website, kind, uid").fetchall()
    connection.close()
    return rows


@pytest.mark.slow
def test_a_search_that_was_killed_goes_on_and_ends_as_it_would_have(tmp_path):
    """Every event found before is still there, nothing is fetched twice, the result is that of an undisturbed run."""
    with TownServer(TODAY, slow_s=0.1, latency_s=0.05) as server:
        places = tmp_path / "town.geojson"
        places.write_text(server.town.geojson(), encoding="utf-8")
        environment = {**os.environ, "EVENTLOCKY_ALLOW_LOOPBACK": "1", "PYTHONPATH": os.pathsep.join(sys.path)}

        def command(store: str) -> subprocess.Popen[bytes]:
            line = [sys.executable, "-m", "eventlocky", "near", "--places", str(places), "--store", store,
                    "--fetched", TODAY.isoformat(), "--json"]  # fmt: skip
            return subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        whole, cut = str(tmp_path / "whole.sqlite"), str(tmp_path / "cut.sqlite")
        assert command(whole).wait(300) == 0
        undisturbed = [(visit.host, visit.path, visit.query) for visit in server.log]
        server.log.clear()
        killed: list[tuple[str, str, str]] = []
        before: list[tuple[object, ...]] = []
        for share in (0.3, 0.7):
            process = command(cut)
            deadline = time.monotonic() + 120
            while len(server.log) < share * len(undisturbed) and time.monotonic() < deadline:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            assert process.wait(60) == -signal.SIGKILL
            time.sleep(0.3)  # answers that were on their way are logged
            known = {row[2] for row in rows_of(cut)}
            assert known >= {row[2] for row in before}
            before = rows_of(cut)
            killed = [(visit.host, visit.path, visit.query) for visit in server.log]
        assert len(killed) < len(undisturbed) + 60
        assert command(cut).wait(300) == 0
        asked = Counter((visit.host, visit.path, visit.query) for visit in server.log)
    assert rows_of(cut) == rows_of(whole)
    assert set(asked) == set(undisturbed)
    again = Counter(host for (host, _, _), count in asked.items() for _ in range(count - 1))
    assert all(count <= 2 for count in again.values())  # what was on its way when it was killed: one a host, two kills
    assert sum(again.values()) <= 2 * Settings().max_at_once


@pytest.mark.slow
def test_the_archive_of_a_whole_search_gives_the_same_events_byte_for_byte(tmp_path):
    """The second search has nobody to ask: the town is gone by then."""
    places, archive = tmp_path / "town.geojson", str(tmp_path / "warc")

    def search(name: str, **settings: str) -> list[tuple[object, ...]]:
        line = [sys.executable, "-m", "eventlocky", "near", "--places", str(places), "--store", str(tmp_path / name),
                "--fetched", TODAY.isoformat(), "--json"]  # fmt: skip
        environment = {**os.environ, "EVENTLOCKY_ALLOW_LOOPBACK": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(line, env=environment | settings, capture_output=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return rows_of(str(tmp_path / name))

    with TownServer(TODAY, slow_s=0.1, latency_s=0.02) as server:
        places.write_text(server.town.geojson(), encoding="utf-8")
        live = search("live.sqlite", EVENTLOCKY_ARCHIVE=archive)
    assert len(live) > 100
    assert search("replayed.sqlite", EVENTLOCKY_REPLAY=archive) == live


def test_what_was_found_is_kept(visits):
    found, path = visits
    with Store(path) as store:
        assert len(store.events()) >= sum(1 for visit in found for event in visit.events if event.when.start) > 20


def test_an_organisation_without_a_site_is_passed_over(tmp_path):
    async def collect() -> list[Visit]:
        with Store(tmp_path / "a.sqlite") as store:
            return [visit async for visit in visit_all([Organisation("Nobody")], store, Settings())]

    assert asyncio.run(collect()) == []
