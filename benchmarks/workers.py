"""What a second worker brings, and what the death of one costs: the demo town multiplied to some hundred sites.

    python benchmarks/workers.py --server postgresql://postgres@127.0.0.1/postgres [--sites 300] [--latency 1.0]

Each answer of the sites takes a second, so that waiting dominates. Three runs, each with a database of its own (made
and dropped): one worker, two workers, two workers of which one is killed with SIGKILL in the middle. The access log of
the sites proves that every page was fetched once and that no host was ever asked two things at once; the events of all
runs must be the same. Exit 1 where anything of that does not hold, or two workers bring less than 1.8 times one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import pairwise
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import psycopg
import uvicorn

from eventlocky.cluster.server import opened
from eventlocky.cluster.tasks import job_of
from eventlocky.crawl.ledger import Ledger
from eventlocky.demo.base import Reply, Site
from eventlocky.demo.server import LOOPBACK, Visit, app
from eventlocky.demo.town import Town
from eventlocky.store import Store
from eventlocky.types import Organisation

LEAST_GAIN = 1.8
STALLED_S = 6.0
_LONGEST_S = 1_800.0
_PATIENCE_S = "300"
"""So long a worker waits for a site here: on a busy machine sites are slow, and one that failed is read later."""


class Land(Town):
    """The town again and again, each time on other hosts, a day's walk further on."""

    def __init__(self, today: date, port: int, sites: int) -> None:
        super().__init__(today, port=port, slow_s=0.0)
        hosts = sorted((site.host for site in self.sites), key=len, reverse=True)
        copies = -(-sites // len(self.sites))
        self.sites = tuple(moved(site, number, hosts) for number in range(copies) for site in self.sites)[:sites]


def moved(site: Site, number: int, hosts: Sequence[str]) -> Site:
    """Return a site on a host of its own; its links lead to the hosts of the same copy of the town."""

    @lru_cache(maxsize=64)
    def answer(path: str, query: str) -> Reply:
        reply = site.answer(path, query)
        body = reply.body
        for host in hosts:
            body = body.replace(f"//{host}".encode(), f"//t{number}-{host}".encode())
        return replace(reply, body=body, delay_s=0.0)

    home = site.organisation
    organisation = replace(
        home, name=f"{home.name} {number}", lat=(home.lat or 0.0) - number / 4, source_id=f"{home.source_id}-{number}"
    )
    return replace(site, host=f"t{number}-{site.host}", organisation=organisation, answer=answer)


class LandServer:
    """Serves the land on a port of the loopback, and logs every visit."""

    def __init__(self, sites: int, latency_s: float) -> None:
        self.log: list[Visit] = []
        self._socket = socket.socket()
        self._socket.bind((LOOPBACK, 0))
        self._socket.listen(512)
        self.land = Land(datetime.now(UTC).date(), self._socket.getsockname()[1], sites)
        config = uvicorn.Config(app(self.land, self.log, latency_s), log_level="critical", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


@dataclass(frozen=True, slots=True)
class Load:
    """How many sites a worker reads at once, and how many pages of each at the most."""

    at_once: int = 8
    pages: int = 4


@dataclass(frozen=True, slots=True)
class Run:
    """What one run did: its requests, how long from the first to the last, what went twice, what was found."""

    workers: int
    was_killed: bool
    requests: int
    seconds: float
    twice: tuple[tuple[str, str, str], ...]
    overlaps: int
    events: tuple[tuple[object, ...], ...]

    @property
    def per_second(self) -> float:
        """Return the requests a second."""
        return self.requests / self.seconds


def run(server: LandServer, place: str, workers: int, load: Load, *, kill: bool = False) -> Run:
    """Let workers read the land into a store, kill one of them in the middle where that is wished."""
    server.log.clear()
    with Store(place), Ledger(place):
        pass
    organisations = server.land.organisations()
    asyncio.run(put_all(place, organisations))
    processes = [start(place, number, load) for number in range(workers)]
    try:
        if kill:
            wait(lambda: done(place) >= len(organisations) // 3)
            processes[0].send_signal(signal.SIGKILL)
        wait(lambda: left(place) == 0)
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait()
    return judge(server.log, place, workers, was_killed=kill)


async def put_all(place: str, organisations: Sequence[Organisation]) -> None:
    """Put a job a source."""
    async with opened(place) as queue:
        for organisation in organisations:
            await queue.put(job_of(organisation))


def start(place: str, number: int, load: Load) -> subprocess.Popen[bytes]:
    """Start a worker, as somebody on another machine would."""
    environment = {
        **os.environ,
        "EVENTLOCKY_ALLOW_LOOPBACK": "true",
        "EVENTLOCKY_MAX_PAGES_PER_SITE": str(load.pages),
        "EVENTLOCKY_RENDER": "never",
        "EVENTLOCKY_TIMEOUT_S": _PATIENCE_S,
        "EVENTLOCKY_HEADER_TIMEOUT_S": _PATIENCE_S,
        "EVENTLOCKY_CHUNK_TIMEOUT_S": _PATIENCE_S,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    line = [sys.executable, "-m", "eventlocky", "worker", "--store", place, "--at-once", str(load.at_once),
            "--name", f"w{number}", "--stalled", str(STALLED_S)]  # fmt: skip
    return subprocess.Popen(line, env=environment, stderr=subprocess.DEVNULL)  # noqa: S603 - our own program


def wait(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + _LONGEST_S
    while not is_so():
        if time.monotonic() > end:
            message = "The workers do not come to an end."
            raise TimeoutError(message)
        time.sleep(0.3)


def left(place: str) -> int:
    """Return how many sources wait or are being read."""
    return ask(
        place,
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'crawl' AND (status = 'doing' "
        "OR (status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now() + interval '1 minute')))",
    )


def done(place: str) -> int:
    """Return how many sources were read: their jobs are gone, or wait for an hour."""
    return ask(place, "SELECT count(*) FROM crawl_site")


def ask(place: str, question: str) -> int:
    with psycopg.connect(place) as connection:
        row = connection.execute(question.encode()).fetchone()
    return int(row[0]) if row else 0


def judge(log: Sequence[Visit], place: str, workers: int, *, was_killed: bool) -> Run:
    """Look at what the sites saw and at what the store has."""
    counts = Counter((visit.host, visit.path, visit.query) for visit in log)
    with Store(place) as store:
        events = sorted(
            (kept.website, kept.kind, kept.title, kept.start or "", kept.end or "", kept.link or "",
             kept.location or "", kept.price or "")
            for kept in store.events()
        )  # fmt: skip
    return Run(
        workers, was_killed, len(log),
        max(visit.finished for visit in log) - min(visit.started for visit in log),
        tuple(sorted(page for page, count in counts.items() if count > 1)),
        sum(overlaps(log)), tuple(events),
    )  # fmt: skip


def overlaps(log: Sequence[Visit]) -> Iterator[int]:
    """Yield for each host how often it was asked something while it still answered something else."""
    by_host: dict[str, list[Visit]] = defaultdict(list)
    for visit in log:
        by_host[visit.host].append(visit)
    for visits in by_host.values():
        order = sorted(visits, key=lambda visit: visit.started)
        yield sum(later.started < earlier.finished for earlier, later in pairwise(order))


@contextmanager
def database(server: str, name: str) -> Iterator[str]:
    """Make a database for a run, and drop it afterwards."""
    place = urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        admin.execute(f"CREATE DATABASE {name}".encode())
        yield place
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def main(arguments: list[str] | None = None) -> int:
    """Run three times, print a table; exit 1 where something does not hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--server", required=True, help="a PostgreSQL server where databases may be made")
    parser.add_argument("--sites", type=int, default=300)
    parser.add_argument("--latency", type=float, default=1.0, help="seconds that each answer takes")
    parser.add_argument("--at-once", type=int, default=8, help="sites that a worker reads at once")
    parser.add_argument("--pages", type=int, default=4, help="pages of a site at the most")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    runs = []
    with LandServer(options.sites, options.latency) as server:
        for number, (workers, kill) in enumerate(((1, False), (2, False), (2, True))):
            with database(options.server, f"eventlocky_workers_{number}") as place:
                runs.append(run(server, place, workers, Load(options.at_once, options.pages), kill=kill))
            print(f"{workers} workers{', one killed' if kill else ''}: {runs[-1].seconds:.0f} s", file=sys.stderr)
    return report(runs, as_json=options.json)


def report(runs: Sequence[Run], *, as_json: bool) -> int:
    """Print the figures, and say what does not hold."""
    one, two, killed = runs
    gain = two.per_second / one.per_second
    if as_json:
        figures = [
            {**asdict(run_), "twice": len(run_.twice), "events": len(run_.events)} for run_ in runs
        ]  # fmt: skip
        print(json.dumps({"gain": gain, "same_events": one.events == two.events == killed.events, "runs": figures}))
    else:
        print("| workers | requests | seconds | requests/s | pages twice | two at once on a host | events |")
        print("|---|---|---|---|---|---|---|")
        for run_ in runs:
            name = f"{run_.workers}, one killed" if run_.was_killed else str(run_.workers)
            print(f"| {name} | {run_.requests:,} | {run_.seconds:.0f} | {run_.per_second:.1f} | {len(run_.twice)} "
                  f"| {run_.overlaps} | {len(run_.events):,} |")  # fmt: skip
        print(f"two workers bring {gain:.2f} times one; the events are "
              f"{'the same' if one.events == two.events == killed.events else 'NOT the same'}")  # fmt: skip
    is_well = not (one.twice or two.twice or one.overlaps or two.overlaps or killed.overlaps)
    return 0 if is_well and gain >= LEAST_GAIN and one.events == two.events == killed.events else 1


if __name__ == "__main__":
    raise SystemExit(main())
