"""What the server bears: a search that is kept, one that is not, and many visitors, beside a bare FastAPI route.

    python benchmarks/web.py [--seconds 5] [--rounds 3] [--clients 32] [--soak 60 --soak-clients 500]

Two servers are started in processes of their own, in the same way: one says hello and nothing else, one is ours, with a
store of ten thousand invented events (`benchmarks/store.py`). This process asks them in turns over open connections, as
fast as they answer: hello, a search that is kept in memory, searches of which no two are alike (what they find is some
four thousand events, which the server soon knows). What counts is the ratio to hello in the same round; the median of
the rounds is told. Told too is the ratio by the processor's time that the server needs for an answer (Linux): it says
more on a machine with other work. `--soak` then lets many visitors ask for pages, searches and feeds for a while, and
counts whatever is not answered with 200.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import util
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import quote

LEAST = {"kept": 0.3, "new": 0.1}
"""Of the rate of hello: what we want of a search that is kept, and of one that is not."""

EVENTS = 10_000
SEED = 5
_HERE = Path(__file__).parent
Ask = Callable[[], str]


# The servers -------------------------------------------------------------------------------------


def serve(what: str, path: str) -> None:
    """Serve hello or a store at a free port, which is printed first."""
    import uvicorn
    from fastapi import FastAPI

    from eventlocky.settings import Settings
    from eventlocky.web.app import make_app
    from eventlocky.web.run import listen

    if what == "hello":
        app = FastAPI()

        @app.get("/")
        async def hello() -> dict[str, str]:
            return {"hello": "world"}
    else:
        app = make_app(Settings(store=path))
    listener = listen(Settings(port=0))
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run([listener])


class Served(NamedTuple):
    """A server: where it listens, and the number of its process."""

    port: int
    process: int


@contextmanager
def served(what: str, path: Path) -> Iterator[Served]:
    """Give a server in a process of its own."""
    line = [sys.executable, __file__, "--serve", what, str(path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - this very file
        assert process.stdout is not None
        try:
            yield Served(int(process.stdout.readline()), process.pid)
        finally:
            process.terminate()


# The visitors ------------------------------------------------------------------------------------


class Tally:
    """What visitors got."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.times: list[float] = []

    @property
    def errors(self) -> int:
        """Count what was not answered with 200."""
        return sum(number for status, number in self.answers.items() if status != "200")


async def visit(port: int, ask: Ask, until: float, tally: Tally) -> None:
    """Ask one thing after the other over one connection; what fails is counted, and a new connection opened."""
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            tally.answers["no connection"] += 1
            await asyncio.sleep(0.1)
            continue
        try:
            while time.monotonic() < until:
                begun = time.monotonic()
                writer.write(f"GET {ask()} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                size = head.lower().partition(b"content-length: ")[2].split(b"\r", 1)[0]
                await reader.readexactly(int(size))
                tally.answers[head[9:12].decode()] += 1
                tally.times.append(time.monotonic() - begun)
        except (OSError, asyncio.IncompleteReadError, ValueError):
            tally.answers["broken off"] += 1
        finally:
            writer.close()


async def load(port: int, ask: Ask, clients: int, seconds: float) -> tuple[float, Tally]:
    """Let visitors ask for a while; return the answers a second, and what they got."""
    tally, begun = Tally(), time.monotonic()
    await asyncio.gather(*(visit(port, ask, begun + seconds, tally) for _ in range(clients)))
    return sum(tally.answers.values()) / (time.monotonic() - begun), tally


def new_search(path: Path) -> Ask:
    """Return who asks for something else every time: words at a place for some days, and all that is on around it.

    Both are of events that are there (see `queries` of the store's benchmark); what is around fills a page.
    """
    known, number = store_tool().queries(path, 300, SEED), count()

    def ask() -> str:
        turn = next(number)
        query = known[turn // 2 % len(known)]
        place = f"lat={query.near[0] + turn / 1e9:.9f}&lon={query.near[1]:.5f}&from={query.since}&limit=20"
        if turn % 2:
            return f"/api/v1/events?{place}&radius=300000"
        return f"/api/v1/events?q={quote(query.words)}&{place}&to={query.until}&radius={query.radius_m}"

    return ask


def kept_search(path: Path) -> Ask:
    """Return who asks for the same full page again and again."""
    query = store_tool().queries(path, 1, SEED)[0]
    place = f"lat={query.near[0]:.5f}&lon={query.near[1]:.5f}&from={query.since}"
    return lambda: f"/api/v1/events?{place}&radius=300000&limit=20"


def anything(path: Path) -> Ask:
    """Return who asks for all that a visitor may: pages, searches, feeds; some of it again and again."""
    chance, new = random.Random(SEED + 1), new_search(path)  # noqa: S311 - no secret
    same = ("/", "/api/v1/events?limit=20", "/events.ics", "/events.rss?category=music", "/widget", "/robots.txt")
    return lambda: new() if chance.random() < 0.3 else chance.choice(same)


# The run -----------------------------------------------------------------------------------------


def store_tool() -> Any:  # noqa: ANN401 - a module
    """Return the benchmark of the store, which makes stores and knows what to ask them."""
    spec = util.spec_from_file_location("benchmark_store", _HERE / "store.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def processor_s(process: int) -> float:
    """Return the seconds that a process has had of the processor, 0 where that cannot be told."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def measure(hello: Served, ours: Served, path: Path, options: argparse.Namespace) -> dict[str, object]:
    """Return the rates and the processor's milliseconds an answer of every round, and the medians of the ratios."""
    asks: dict[str, tuple[Served, Ask]] = {
        "hello": (hello, lambda: "/"),
        "kept": (ours, kept_search(path)),
        "new": (ours, new_search(path)),
    }
    rounds: list[dict[str, float]] = []
    costs: list[dict[str, float]] = []
    errors = 0
    for _ in range(options.rounds):
        rates, cost = {}, {}
        for name, (server, ask) in asks.items():
            before = processor_s(server.process)
            rates[name], tally = asyncio.run(load(server.port, ask, options.clients, options.seconds))
            cost[name] = 1_000 * (processor_s(server.process) - before) / max(1, len(tally.times))
            errors += tally.errors
        rounds.append(rates)
        costs.append(cost)
    ratios = {name: median(rates[name] / rates["hello"] for rates in rounds) for name in LEAST}
    of_processor = {name: median(cost["hello"] / cost[name] if cost[name] else 0.0 for cost in costs) for name in LEAST}
    return {"rounds": rounds, "processor_ms": costs, "ratios": ratios, "processor_ratios": of_processor,
            "errors": errors}  # fmt: skip


def soak(ours: Served, path: Path, options: argparse.Namespace) -> dict[str, object]:
    """Return what many visitors got within a while."""
    rate, tally = asyncio.run(load(ours.port, anything(path), options.soak_clients, options.soak))
    slow = sorted(tally.times)[int(0.95 * len(tally.times))] if tally.times else 0.0
    return {"clients": options.soak_clients, "seconds": options.soak, "a_second": rate, "p95_ms": 1_000 * slow,
            "answers": dict(tally.answers), "errors": tally.errors}  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; exit 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each is asked in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=32, help="connections at once")
    parser.add_argument("--soak", type=float, default=0.0, help="seconds of many visitors at the end (0: none)")
    parser.add_argument("--soak-clients", type=int, default=500)
    parser.add_argument("--store", type=Path, help="a store to serve in place of the invented one")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        serve(*options.serve)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = options.store or Path(folder) / "town.sqlite"
        if not path.exists():
            store_tool().fill(path, EVENTS)
        with served("hello", path) as hello, served("ours", path) as ours:
            figures = measure(hello, ours, path, options)
            if options.soak:
                figures["soak"] = soak(ours, path, options)
    show(figures, is_json=options.json)
    return 0 if is_good(figures) else 1


def is_good(figures: dict[str, object]) -> bool:
    """Tell whether all targets are met."""
    ratios, soaked = figures["ratios"], figures.get("soak", {"errors": 0})
    assert isinstance(ratios, dict)
    assert isinstance(soaked, dict)
    return (
        all(ratios[name] >= least for name, least in LEAST.items()) and not figures["errors"] and not soaked["errors"]
    )


def show(figures: dict[str, object], *, is_json: bool) -> None:
    """Print the figures, for programs or as a table."""
    if is_json:
        print(json.dumps(figures))
        return
    rounds, costs, ratios, of_processor = (
        figures[name] for name in ("rounds", "processor_ms", "ratios", "processor_ratios")
    )
    assert isinstance(rounds, list)
    assert isinstance(costs, list)
    assert isinstance(ratios, dict)
    assert isinstance(of_processor, dict)
    print("| round | hello /s | kept /s | new /s | hello ms | kept ms | new ms |\n|---|---|---|---|---|---|---|")
    for number, (rates, cost) in enumerate(zip(rounds, costs, strict=True), 1):
        cells = [f"{rate:.0f}" for rate in rates.values()] + [f"{ms:.2f}" for ms in cost.values()]
        print(f"| {number} | {' | '.join(cells)} |")
    for name, ratio in ratios.items():
        print(
            f"{name}: {ratio:.2f} of hello ({of_processor[name]:.2f} by processor); at least {LEAST[name]} is wanted."
        )
    if "soak" in figures:
        print(f"soak: {figures['soak']}")


if __name__ == "__main__":
    raise SystemExit(main())
