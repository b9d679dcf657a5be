"""What workers do: a source read into the store, due ones found, one learned anew; alone and with a queue on a server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from eventlocky.cluster.base import WAITED_FOR
from eventlocky.cluster.local import LocalQueue
from eventlocky.cluster.tasks import Work, crawl, due, job_of, recrawl, relearn
from eventlocky.crawl.ledger import Known, Ledger
from eventlocky.demo.server import TownServer
from eventlocky.errors import JobError
from eventlocky.near import visiting
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Category, Event, Organisation

HALL = Organisation("Hall", "http://hall.example/", Category.AMUSEMENT, lat=1.0, lon=2.0)


def test_the_job_of_a_source_has_its_host_as_lock_and_all_that_is_known_of_it():
    job = job_of(HALL, priority=WAITED_FOR)
    assert (job.task, job.lock, job.once, job.priority) == ("crawl", "hall.example", "crawl http://hall.example/", 10)
    assert job.values == {
        "organisation": {
            "name": "Hall",
            "website": "http://hall.example/",
            "category": "amusement",
            "lat": 1.0,
            "lon": 2.0,
        }
    }
    assert job_of(replace(HALL, website="http://hall.example/b")).lock == job.lock


@pytest.fixture
def town(today):
    with TownServer(today, slow_s=0.0) as server:
        yield server


def with_work(place, do, **wishes):
    """Do something with all that a worker has."""

    async def everything():
        settings = Settings(store=place, allow_loopback=True, readers=0, render="never", max_pages_per_site=3)
        with Store(place) as store, Ledger(place) as ledger:
            async with visiting(store, settings) as visit:
                return await do(Work(settings, store, ledger, visit, LocalQueue(), **wishes))

    return asyncio.run(everything())


def test_a_source_is_read_into_the_store_once_and_again_when_it_is_learned_anew(anywhere, town):
    organisation = next(o for o in town.town.organisations() if "lamproom" in o.website)
    values = job_of(organisation).values

    async def do(work):
        said = await crawl(work, **values)
        first = len(town.log)
        await crawl(work, **values)
        second = len(town.log)
        await relearn(work, **values)
        return said, first, second, len(town.log), len(work.store.events())

    said, first, second, third, events = with_work(anywhere, do)
    assert "12 announced" in said
    assert events == 12
    assert first == second < third


def test_a_source_that_cannot_be_reached_is_an_error_to_be_tried_again(anywhere, town):
    broken = next(o for o in town.town.organisations() if "freibad" in o.website)
    with pytest.raises(JobError, match="status 500"):
        with_work(anywhere, lambda work: crawl(work, **job_of(broken).values))


def test_what_is_due_is_what_was_never_read_or_long_ago(anywhere):
    now = datetime(2026, 11, 16, tzinfo=UTC)
    names = ("a", "b", "c")

    async def do(work):
        for name in names:
            site = f"http://{name}.example/"
            work.store.keep(Organisation(name, site), site, "event", [Event("Jazz")])
        for name, later_s in (("a", 60.0), ("b", -60.0)):
            site = f"http://{name}.example/"
            work.ledger.keep(Known(site, site, now.timestamp() - 100, now.timestamp() + later_s))
        found = [organisation.name for organisation in due(work)]
        return found, await recrawl(work), await recrawl(work)

    found, first, again = with_work(anywhere, do, clock=lambda: now)
    assert found == ["b", "c"]
    assert (first, again) == ("2 sources are due", "0 sources are due")
