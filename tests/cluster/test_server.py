"""Jobs on a server: put once, done by whoever is free, never two of a host at once, and none lost when a worker dies."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path

import psycopg
import pytest

import postgres_server
from eventlocky.cluster.base import WAITED_FOR
from eventlocky.cluster.server import opened
from eventlocky.cluster.tasks import job_of
from eventlocky.errors import DatabaseError
from eventlocky.types import Organisation

FILE = Path(__file__).parent.parent.parent / "benchmarks" / "workers.py"
HALL = Organisation("Hall", "http://hall.example/")


@pytest.fixture
def place(postgres):
    return postgres_server.new_database("jobs")


def test_a_job_waits_once_with_its_lock_and_its_priority(place):
    async def put():
        async with opened(place) as queue:
            first = [await queue.put(job_of(HALL)) for _ in range(2)]
        async with opened(place) as queue:
            return first, await queue.put(job_of(HALL, "relearn", WAITED_FOR)), await queue.left()

    assert asyncio.run(put()) == ([True, False], True, 2)
    with psycopg.connect(place) as connection:
        rows = connection.execute("SELECT task_name, lock, priority FROM procrastinate_jobs ORDER BY id").fetchall()
    assert rows == [("crawl", "hall.example", 0), ("relearn", "hall.example", 10)]


def test_a_server_that_is_away_is_said():
    async def open_it():
        async with opened("postgresql://nobody@127.0.0.1:9/none"):
            pass

    with pytest.raises(DatabaseError, match="Check that the server runs"):
        asyncio.run(open_it())


@pytest.mark.slow
def test_two_workers_share_the_sites_and_the_death_of_one_changes_nothing(place, monkeypatch):
    spec = importlib.util.spec_from_file_location("benchmark_workers", FILE)
    bench = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, bench)
    spec.loader.exec_module(bench)
    load = bench.Load(at_once=4, pages=2)
    with bench.LandServer(24, 0.2) as server:
        whole = bench.run(server, place, 2, load)
        killed = bench.run(server, postgres_server.new_database("jobs_killed"), 2, load, kill=True)
    assert not whole.twice
    assert not whole.overlaps
    assert not killed.overlaps
    assert len(killed.twice) <= load.at_once  # what was on its way when the worker died
    assert len(whole.events) > 50
    assert killed.events == whole.events
