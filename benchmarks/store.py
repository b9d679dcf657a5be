"""What a search of the store costs, with ten thousand events and with a million.

    python benchmarks/store.py [--counts 10000 1000000] [--queries 300] [--folder FOLDER] [--store postgresql://…/bench]

Up to 20,000 events are kept by the store itself, from events invented with a fixed seed: towns of very different size,
words of very different frequency, in Latin and Japanese letters, runs of weeks, weekly series. A larger store holds
them again and again on other days and in other streets, written straight into the tables that a search reads. Every
query asks for words, a place with a radius, and days. Printed are the median and the 95th percentile of the
milliseconds a query, on the clock and of the processor, for each size, and how much the 95th percentile grows. Every
query is asked in several rounds, and its best counts: what others do on the machine is no part of it.

The floor of the same run is what SQLite needs at the least: a page of twenty events read by their numbers and made into
Python objects. A query is told as a ratio to it, which moves less with the machine than milliseconds do.

With `--store` the same stores are copied into databases of a PostgreSQL server (`bench_10000` …, made where they are
not there yet) and asked there. Where the server is on this machine (Linux), the processor's time is that of this
process and of the server's process together.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from urllib.parse import urlsplit

from eventlocky.formats import exact
from eventlocky.store import Query, Store
from eventlocky.store.file_index import DAY_UNITS
from eventlocky.store.marks import marks
from eventlocky.types import Category, Event, Organisation, Place, Price, When

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
TODAY = NOW.date()
SEED = 7
EACH = 100
"""Events of one organisation."""

KEPT = 20_000
"""So many events are kept one by one; a million that way takes the processor some ten minutes."""

PAGE = 20
ROUNDS = 5
MOST_GROWTH, MOST_P95_MS = 5.0, 50.0
_KANJI = "東京大阪横浜神戸京都寺社祭花火音楽会館市民講座展覧演奏落語古本朝夜春秋港山川海星月"
_SYLLABLES = "ka lo mi ra ten bur gel sho dan vor hel mar tin os ul fra gro pel sund wick ham ford".split()


def invent_words(random_: random.Random, count: int) -> list[str]:
    """Invent different words, every eighth of them in Japanese letters."""
    words: dict[str, None] = {}
    while len(words) < count:
        if len(words) % 8 == 7:
            words["".join(random_.choices(_KANJI, k=random_.choice((2, 2, 3, 4))))] = None
        else:
            words["".join(random_.choices(_SYLLABLES, k=random_.choice((2, 3, 4)))).capitalize()] = None
    return list(words)


class Town:
    """The invented land: towns, words, organisations."""

    def __init__(self) -> None:
        self.random = random.Random(SEED)  # noqa: S311 - no secret
        self.words = invent_words(self.random, 20_000)
        self.weights = list(accumulate(1 / (rank + 20) for rank in range(len(self.words))))
        self.towns = [(self.random.uniform(30, 58), self.random.uniform(-10, 145)) for _ in range(400)]
        self.sizes = list(accumulate(1 / (rank + 3) for rank in range(len(self.towns))))

    def some_words(self, count: int) -> list[str]:
        """Take words, the frequent ones more often."""
        return self.random.choices(self.words, cum_weights=self.weights, k=count)

    def point(self) -> tuple[float, float]:
        """Take a point in a town, a large one more often."""
        lat, lon = self.random.choices(self.towns, cum_weights=self.sizes)[0]
        return lat + self.random.gauss(0, 0.05), lon + self.random.gauss(0, 0.07)

    def organisations(self, count: int) -> Iterator[tuple[Organisation, list[Event]]]:
        """Yield organisations with their events, so many events in all."""
        for number in range(count // EACH):
            lat, lon = self.point()
            name = " ".join(self.some_words(2))
            category = self.random.choice(list(Category))
            website = f"https://o{number}.example/"
            place = Organisation(name, website, category, lat=lat, lon=lon)
            yield place, [self.event(website, n, name) for n in range(EACH)]

    def event(self, website: str, number: int, place: str) -> Event:
        """Invent an event: one of twelve is a run of weeks, one of two hundred a weekly series."""
        random_ = self.random
        begin = TODAY + timedelta(days=random_.randint(-20, 365))
        start: date = datetime(begin.year, begin.month, begin.day, random_.randint(8, 21), random_.choice((0, 30)))  # noqa: DTZ001 - wall clock
        end, rule = None, None
        kind = random_.random()
        if kind < 0.08:
            start, end = begin, begin + timedelta(days=random_.randint(5, 90))
        elif kind < 0.085:
            rule = "FREQ=WEEKLY;COUNT=20"
        return Event(
            " ".join(self.some_words(random_.randint(2, 5))),
            When(start, end, "Europe/Berlin", rule),
            Place(place),
            Price(free=random_.random() < 0.3),
            description=" ".join(self.some_words(random_.randint(5, 20))),
            link=f"{website}e/{number}",
            category=random_.choice(("music", "film", "talk", "market", None)),
            confidence=0.9,
        )


def queries(path: Path, count: int, seed: int) -> list[Query]:
    """Ask for what is there: words of an event, a place not far from it, days around its own.

    One or two words of two letters at least, the frequent ones more often as events hold them; 1 to 50 km; a day to two
    months. The events are among the first ten thousand, which every store holds, so that all stores are asked the same.
    """
    random_ = random.Random(seed)  # noqa: S311 - no secret
    asked = []
    with sqlite3.connect(path) as db:
        while len(asked) < count:
            row = db.execute(
                "SELECT f.lat, f.lon, o.first_day, f.title_words || f.words FROM facts AS f JOIN occurrence AS o "
                "ON o.event = f.event WHERE f.event = ? AND o.first_day >= ? LIMIT 1",
                (random_.randint(1, 10_000), TODAY.toordinal()),
            ).fetchone()
            if row is None:
                continue
            words = [word for word in row[3].split() if len(word) > 1]
            radius_m = random_.choice((1_000, 5_000, 10_000, 25_000, 50_000))
            away = radius_m / 111_000 / 2
            length = random_.choice((0, 1, 1, 6, 13, 29, 59))
            first = date.fromordinal(row[2] - random_.randint(0, length))
            asked.append(
                Query(
                    words=" ".join(random_.sample(words, random_.choice((1, 1, 1, 2)))),
                    near=(row[0] + random_.uniform(-away, away), row[1] + random_.uniform(-away, away)),
                    radius_m=radius_m,
                    since=first,
                    until=first + timedelta(days=length),
                    limit=PAGE,
                )
            )
    db.close()
    return asked


def fill(path: Path, count: int) -> float:
    """Make a store of so many events, and return the seconds that took; one that is there already stays."""
    begun = time.monotonic()
    if path.exists():
        return 0.0
    town, kept = Town(), min(count, KEPT)
    with Store(path, clock=lambda: NOW) as store:
        pending = town.organisations(kept)
        for _ in range(0, kept, 100 * EACH):
            with store.together():
                for _, (organisation, events) in zip(range(100), pending, strict=False):
                    store.keep(organisation, organisation.website or "", "event", events)
    if count > kept:
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA cache_size = -600000")
            connection.create_function("marks_of", 3, marks_of, deterministic=True)
            for number in range(1, count // kept):
                copy(connection, number, 13 * number % 365)
                connection.commit()
            connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
        with Store(path, clock=lambda: NOW) as store:  # as the next page that is read: it puts the index in order
            organisation, events = next(Town().organisations(EACH))
            store.keep(organisation, organisation.website or "", "event", events)
    return time.monotonic() - begun


def marks_of(lat: float, lon: float, spans: str) -> str:
    """Return the marks of a copy, as the store makes them."""
    return marks((lat, lon), [(int(first), int(last)) for first, last in (span.split() for span in spans.split(","))])


def copy(db: sqlite3.Connection, number: int, days: int) -> None:
    """Write the first events once more, some days later (from the end of the year back to its beginning) and nearby."""
    ids = {"n": number * (KEPT + 1)}
    last = TODAY.toordinal() + 365
    shift = f"(CASE WHEN o.first_day + {days} > {last} THEN {days - 385} ELSE {days} END)"
    first = {**ids, "last": KEPT}
    db.execute(
        "INSERT INTO event (id, uid, kind, website, data, is_series, first_seen, changed, confirmed) SELECT id + :n, "
        "uid || :n, kind, website, data, 0, first_seen, changed, confirmed FROM event WHERE id <= :last",
        first,
    )
    near = f"((f.event * 7919 + {number} * 104729) % 4001 - 2000) / 100000.0"
    times = (
        "INSERT INTO occurrence SELECT o.id + :n * 1048576, o.event + :n, "  # noqa: S608 - numbers of our own
        f"date(o.start, {shift} || ' days') || substr(o.start, 11), o.end, o.first_day + {shift}, "
        f"o.last_day + {shift}, CASE WHEN o.before < 0 THEN -1 ELSE o.before + {shift} END, "
        f"f.lat + {near}, f.lon - {near}, f.missing "
        "FROM occurrence AS o JOIN facts AS f ON f.event = o.event WHERE o.event <= :last"
    )
    db.execute(times, first)
    spans = "(SELECT group_concat(first_day || ' ' || last_day) FROM occurrence WHERE event = f.event + :n)"
    facts = (
        "INSERT INTO facts SELECT f.event + :n, kind, category, status, free, missing, website, organiser, zone, "  # noqa: S608
        f"lat + {near}, lon - {near}, title_words, words, marks_of(lat + {near}, lon - {near}, {spans}) "
        "FROM facts AS f WHERE f.event <= :last"
    )
    db.execute(facts, first)
    db.execute(
        "INSERT INTO spot SELECT o.id, round(f.lat * 1e6), round(f.lat * 1e6), round(f.lon * 1e6), round(f.lon * 1e6), "
        "(o.first_day - :zero) * :day, (o.last_day - :zero) * :day FROM occurrence AS o JOIN facts AS f "
        "ON f.event = o.event WHERE o.event > :n AND o.event <= :n + :last",
        {"n": ids["n"], "last": KEPT, "zero": date(2000, 1, 1).toordinal(), "day": DAY_UNITS},
    )


def measure(work: Callable[[], object], helper: int = 0) -> tuple[float, float]:
    """Return the milliseconds of some work, on the clock and of the processor, that of a helping process included."""
    clock, processor, helped = time.perf_counter(), time.process_time(), processor_s(helper)
    work()
    taken = time.process_time() - processor + processor_s(helper) - helped
    return 1_000 * (time.perf_counter() - clock), 1_000 * taken


def processor_s(process: int) -> float:
    """Return the seconds that a process of this machine has had of the processor, 0 where that cannot be told."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9 if process else 0.0
    except (OSError, ValueError):
        return 0.0


def helper_of(store: Store) -> int:
    """Return the number of the server's process that answers a store, 0 for a file."""
    with store._file.reading() as db:  # noqa: SLF001 - the measure looks inside
        return db.connection.info.backend_pid if hasattr(db, "connection") else 0


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def floor(path: Path, rounds: int) -> float:
    """Return the median of the processor's milliseconds to read a page of events by their numbers."""
    connection = sqlite3.connect(path)
    (most,) = connection.execute("SELECT max(id) FROM event").fetchone()
    random_ = random.Random(SEED)  # noqa: S311 - no secret

    def read() -> None:
        for number in [random_.randint(1, most) for _ in range(PAGE)]:
            row = connection.execute("SELECT data FROM event WHERE id >= ? LIMIT 1", (number,)).fetchone()
            exact.read(row[0])

    taken = [measure(read)[1] for _ in range(rounds)]
    connection.close()
    return at(taken, 0.5)


def copied(path: Path, server: str, count: int) -> str:
    """Return the address of a database of the server with the same store, copied where it is not there yet."""
    import psycopg
    from psycopg import sql

    from eventlocky.store.postgres.copying import copy

    parts = urlsplit(server)
    name = f"{parts.path.strip('/') or 'bench'}_{count}"
    with psycopg.connect(parts._replace(path="/postgres").geturl(), autocommit=True) as admin:
        if not admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            address = parts._replace(path=f"/{name}").geturl()
            begun = time.monotonic()
            rows = sum(table.rows for table in copy(path, address))
            with psycopg.connect(address, autocommit=True) as database:
                database.execute("VACUUM ANALYZE")
            print(f"{rows:,} rows copied and checked in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return parts._replace(path=f"/{name}").geturl()


def search(path: Path, count: int, place: str = "") -> dict[str, float]:
    """Ask a store so many queries, each once to warm up and in some rounds to measure, and return the figures."""
    asked = queries(path, count, SEED + 1)
    clocks, processors, found = [math.inf] * count, [math.inf] * count, 0
    with Store(place or path, clock=lambda: NOW) as store:
        for query in asked:
            found += bool(store.search(query).hits)
        helper = helper_of(store)
        for _ in range(ROUNDS):
            for number, query in enumerate(asked):
                clock, processor = measure(lambda query=query: store.search(query), helper)
                clocks[number] = min(clocks[number], clock)
                processors[number] = min(processors[number], processor)
    return {
        "p50_ms": at(clocks, 0.5), "p95_ms": at(clocks, 0.95), "max_ms": max(clocks),
        "p50_cpu_ms": at(processors, 0.5), "p95_cpu_ms": at(processors, 0.95),
        "floor_cpu_ms": floor(path, 50), "answered": found / count, "megabytes": path.stat().st_size / 1e6,
    }  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Make the stores, ask them, print a table; exit 1 where the target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--counts", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--folder", type=Path, help="where the stores are made, and found the next time")
    parser.add_argument("--store", default="", help="a PostgreSQL server to measure in place of the files")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        figures = {}
        for count in options.counts:
            path = folder / f"{count}.sqlite"
            made_s = fill(path, count)
            place = copied(path, options.store, count) if options.store else ""
            figures[count] = {"made_s": made_s, **search(path, options.queries, place)}
    if options.json:
        print(json.dumps(figures))
    else:
        print(
            "| events | p50 ms | p95 ms | most ms | p50 cpu | p95 cpu | p95 cpu / floor | answered | MB | made in s |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|")
        for count, row in figures.items():
            ratio = row["p95_cpu_ms"] / row["floor_cpu_ms"]
            print(
                f"| {count:,} | {row['p50_ms']:.1f} | {row['p95_ms']:.1f} | {row['max_ms']:.1f} "
                f"| {row['p50_cpu_ms']:.1f} | {row['p95_cpu_ms']:.1f} | {ratio:.1f} "
                f"| {row['answered']:.0%} | {row['megabytes']:.0f} | {row['made_s']:.0f} |"
            )
    first, last = figures[options.counts[0]], figures[options.counts[-1]]
    growth = last["p95_cpu_ms"] / first["p95_cpu_ms"]
    print(f"p95 grows {growth:.1f} times (processor); at most {MOST_GROWTH} is wanted.", file=sys.stderr)
    return 0 if growth <= MOST_GROWTH and last["p95_cpu_ms"] <= MOST_P95_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
