"""The way of one place: one failing site never ends a run, and no host is asked two things at once."""

from __future__ import annotations

import asyncio
from datetime import date
from itertools import pairwise

import pytest

from eventlocky import site
from eventlocky.demo.server import TownServer
from eventlocky.near import Visit, visit_all
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, When

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


def test_what_was_found_is_kept(visits):
    found, path = visits
    with Store(path) as store:
        assert len(store.events()) >= sum(1 for visit in found for event in visit.events if event.when.start) > 20


def test_an_organisation_without_a_site_is_passed_over(tmp_path):
    async def collect() -> list[Visit]:
        with Store(tmp_path / "a.sqlite") as store:
            return [visit async for visit in visit_all([Organisation("Nobody")], store, Settings())]

    assert asyncio.run(collect()) == []


def test_the_same_event_on_two_pages_is_one_and_the_surest_stays():
    day = When(date(2026, 11, 16))
    events = [
        Event("Jazz", day, confidence=0.5),
        Event("jazz ", day, confidence=0.9),
        Event("Jazz", When(date(2026, 11, 17))),
    ]
    assert [event.confidence for event in site.consolidate(events)] == [0.9, 0.0]
