"""The file: upgraded, refused when newer, whole after a kill, readable while written, its errors say what to do."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from eventlocky.errors import StoreError
from eventlocky.formats.ics import uid
from eventlocky.formats.json import plain, stamp
from eventlocky.store import Query, Store, file
from eventlocky.store.words import terms
from eventlocky.types import Category, Event, Organisation, Place, Price, Proof, Source, Status, When

HARBOUR = Organisation("Old Harbour", "http://harbour.example/", Category.AMUSEMENT, lat=1.0, lon=2.0)
JAZZ = Event("Jazz “夜”", When(datetime(2026, 12, 14, 19, 30), zone="Europe/Berlin", rrule="FREQ=WEEKLY"), Place("Quay", lat=1.5, lon=2.5),
             Price(text="€5"), "Long", link="http://harbour.example/jazz", proofs={"title": Proof("/html", "Jazz", 0.5)}, confidence=0.75)  # fmt: skip
OFF = Event("CANCELLED: Talk &amp; tea", When(datetime(2026, 12, 15, 18)))
SALE = Event("Sale", kind="deal")


@pytest.fixture
def file_store(tmp_path, clock):
    with Store(tmp_path / "a.sqlite", clock=clock) as opened:
        yield opened


def old_file(path, *events, version=1):
    """Write a file as the first version did."""
    import json

    connection = sqlite3.connect(path)
    connection.executescript(file.migrations()[0])
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute(
        "INSERT INTO organisation VALUES (?, ?, ?, ?, ?)",
        ("http://harbour.example/", "Old Harbour", "amusement", 1.0, 2.0),
    )
    for event in events:
        last = event.when.last_day
        row = (uid(event), "http://harbour.example/", "http://harbour.example/", event.kind, event.title, stamp(event.when.start),
               last.isoformat() if last else None, json.dumps(plain(event), ensure_ascii=False))  # fmt: skip
        connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute("CREATE TABLE crawl_site (website TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT")
    connection.execute("INSERT INTO crawl_site VALUES ('http://harbour.example/', '{}')")
    connection.commit()
    connection.close()


def test_a_file_of_the_first_version_keeps_everything_it_held(tmp_path):
    old_file(tmp_path / "a.sqlite", JAZZ, OFF, SALE)
    with Store(tmp_path / "a.sqlite") as store:
        assert [kept.title for kept in store.events()] == ["Jazz “夜”", "Talk & tea", "Sale"]
        assert store.events()[0].organisation == "Old Harbour"
        for event in (JAZZ, OFF, SALE):
            assert store.get(uid(event)) is not None
        jazz = store.get(uid(JAZZ))
        assert (jazz.uid, jazz.event.when, jazz.event.where, jazz.event.price, jazz.event.link) == (
            uid(JAZZ), JAZZ.when, JAZZ.where, JAZZ.price, JAZZ.link)  # fmt: skip
        assert jazz.statements[0].event.proofs == JAZZ.proofs
        assert store.get(uid(OFF)).event.status is Status.CANCELLED
        assert store.search(Query(words="夜")).hits[0].uid == uid(JAZZ)
        assert store.accounts.add("a@b.example", "hash").role == "reader"
    connection = sqlite3.connect(tmp_path / "a.sqlite")
    assert connection.execute("SELECT website FROM crawl_site").fetchall() == [("http://harbour.example/",)]
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name LIKE '%version_1%'").fetchone() == (0,)
    connection.close()


def test_broken_rows_of_an_old_file_are_kept_as_far_as_they_say(tmp_path):
    old_file(tmp_path / "a.sqlite", JAZZ, OFF)
    connection = sqlite3.connect(tmp_path / "a.sqlite")
    connection.execute(
        'UPDATE event SET data = \'{"when": {"start": "soon"}, "price": [1]}\' WHERE title LIKE \'Jazz%\''
    )
    connection.execute("UPDATE event SET data = 'nonsense' WHERE title LIKE 'CANC%'")
    connection.commit()
    connection.close()
    with Store(tmp_path / "a.sqlite") as store:
        assert sorted(kept.title for kept in store.events()) == ["Jazz “夜”", "Talk & tea"]


def test_an_upgrade_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    old_file(tmp_path / "a.sqlite", JAZZ)
    monkeypatch.setattr("eventlocky.store.whole.keep_what_version_1_held", lambda db, _: db.execute("SELECT nothing"))
    with pytest.raises(StoreError, match="cannot be opened"), Store(tmp_path / "a.sqlite"):
        pass
    monkeypatch.undo()
    with Store(tmp_path / "a.sqlite") as store:
        assert len(store.events()) == 1


def test_a_newer_file_is_refused_with_what_to_do(tmp_path):
    old_file(tmp_path / "a.sqlite", version=99)
    with pytest.raises(StoreError, match=r"format 99, and this one knows formats up to \d+\. Use the newer"):
        Store(tmp_path / "a.sqlite").__enter__()


def test_a_file_of_the_second_version_keeps_its_secrets(tmp_path):
    connection = sqlite3.connect(tmp_path / "a.sqlite")
    for script in file.migrations()[:2]:
        connection.executescript(script)
    connection.execute("DROP TABLE event_of_version_1")
    connection.execute(
        "INSERT INTO account (id, email, name, password, role, created) VALUES (1, 'a@b', '', 'x', 'reader', 0)"
    )
    connection.execute("INSERT INTO token VALUES ('digest', 1, 'session', 0, 99999999999)")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    with Store(tmp_path / "a.sqlite") as store:
        (secret,) = store.accounts.secrets(1, "session")
        assert (secret.digest, secret.label) == ("digest", "")


def marks_in(store):
    rows = store._file._connection.execute("SELECT event, marks FROM facts").fetchall()
    return {event: sorted(marks.split()) for event, marks in rows}


def as_of(path, version):
    """Turn a store into one of an older format, with what that knew of its rows."""
    new = path.rename(path.with_suffix(".new"))
    connection = sqlite3.connect(path)
    for script in file.migrations()[:version]:
        connection.executescript(script)
    connection.execute("DROP TABLE event_of_version_1")
    connection.execute("ATTACH ? AS new", (str(new),))
    for table in ("organisation", "page", "event", "statement", "version", "facts", "occurrence", "note"):
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
        connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
    connection.execute("INSERT INTO spot SELECT * FROM new.spot")
    ids = [row[0] for row in connection.execute("SELECT id FROM main.occurrence ORDER BY event, id")]
    for table in ("main.occurrence", "main.spot"):
        connection.executemany(f"UPDATE {table} SET id = ? WHERE id = ?", list(enumerate(ids, start=1)))
    connection.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    return connection


@pytest.mark.parametrize("version", [3, 4])
def test_a_file_of_an_older_version_finds_words_at_a_place_as_a_new_one_does(tmp_path, version):
    show = Event("Show of ships", When(date(2026, 12, 1), date(2027, 1, 20)))
    ongoing = Event("Old ships", When(date(2020, 1, 1), date(2030, 1, 1)))
    with Store(tmp_path / "a.sqlite") as store:
        store.keep(HARBOUR, "/", "event", [JAZZ, show, ongoing, OFF])
        store.keep(HARBOUR, "/", "event", [JAZZ, show, ongoing])
        tables = ["SELECT * FROM occurrence", "SELECT * FROM spot ORDER BY id"]
        new = [store._file._connection.execute(table).fetchall() for table in tables]
        marks = marks_in(store)
        near = {"near": (1.0, 2.0), "radius_m": 90_000.0}
        queries = [Query(words=words, since=since, until=since + timedelta(days=length), missing=missing, **near)
                   for words in ("jazz", "ships", "talk", "夜") for since in (date(2026, 12, 10), date(2027, 1, 1))
                   for length in (0, 20, 60) for missing in (False, True)]  # fmt: skip
        found = [store.search(query) for query in queries]
        assert sum(bool(results.hits) for results in found) > 12
    connection = as_of(tmp_path / "a.sqlite", version)
    for event, new_marks in marks.items():
        weeks = dict.fromkeys(mark.replace("r", "w") for mark in new_marks if "d" not in mark)
        old = [mark for mark in weeks if version > 3 or not (mark[0] == "c" and len(mark) > 8)]
        connection.execute("UPDATE facts SET marks = ? WHERE event = ?", (" ".join(old), event))
    connection.execute("INSERT INTO facts_words (facts_words) VALUES ('rebuild')")
    connection.commit()
    connection.close()
    with Store(tmp_path / "a.sqlite") as store:
        db = store._file._connection
        assert marks_in(store) == marks
        assert [db.execute(table).fetchall() for table in tables] == new
        assert [store.search(query) for query in queries] == found
        (marked,) = {row[0].split()[-1] for row in db.execute("SELECT marks FROM facts") if row[0].endswith("wany")}
        sql, values = db.index.matching(terms("ships"), [[marked]])
        assert len(db.execute(sql, values).fetchall()) == 1
        db.execute("INSERT INTO facts_words (facts_words) VALUES ('integrity-check')")
        store.keep(HARBOUR, "/", "event", [show])
        db.execute("INSERT INTO facts_words (facts_words) VALUES ('integrity-check')")


def test_opening_twice_migrates_once(tmp_path):
    for _ in range(2):
        with Store(tmp_path / "a.sqlite") as store:
            store.keep(HARBOUR, "/", "event", [JAZZ])
            assert len(store.events()) == 1


def test_the_index_of_words_is_put_in_order_when_the_store_has_grown_and_on_another_day(file_store, clock):
    def pieces() -> int:
        rows = file_store._file._connection.execute("SELECT count(DISTINCT segid) FROM facts_words_idx")
        return int(rows.fetchone()[0])

    file_store.keep(HARBOUR, "/", "event", [Event(f"Concert {n}") for n in range(100)])
    assert pieces() == 1
    file_store.keep(HARBOUR, "/a", "event", [Event("Late jazz")])
    assert pieces() == 2  # little is new: it waits
    file_store.keep(HARBOUR, "/b", "event", [Event(f"Reading {n}") for n in range(40)])
    assert pieces() == 1
    file_store.keep(HARBOUR, "/a", "event", [Event("Later jazz")])
    clock.on(days=1)
    file_store.keep(HARBOUR, "/a", "event", [Event("Later jazz")])
    assert pieces() == 1
    assert file_store.facets(Query(words="later jazz")).total == 1


# What goes wrong ---------------------------------------------------------------------------------


def test_a_full_disk_is_said_and_loses_nothing(file_store):
    file_store.keep(HARBOUR, "/", "event", [JAZZ])
    db = file_store._file._connection
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    many = [Event(f"Concert {n}", description="x" * 3_000) for n in range(200)]
    with pytest.raises(StoreError, match="is full"):
        file_store.keep(HARBOUR, "/", "event", many)
    db.execute("PRAGMA max_page_count = 1000000")
    assert [kept.title for kept in file_store.events()] == [JAZZ.title]
    file_store.keep(HARBOUR, "/", "event", many)
    assert len(file_store.events()) == 200


def test_a_file_that_is_written_by_another_is_said_to_be_locked(file_store, tmp_path, monkeypatch):
    file_store.keep(HARBOUR, "/", "event", [JAZZ])
    other = sqlite3.connect(tmp_path / "a.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    file_store._file._connection.execute("PRAGMA busy_timeout = 50")
    with pytest.raises(StoreError, match="Another program"):
        file_store.keep(HARBOUR, "/", "event", [])
    assert len(file_store.events()) == 1  # who reads need not wait
    other.execute("ROLLBACK")
    other.close()


def test_a_file_that_may_only_be_read_is_said_to_be(file_store):
    file_store.keep(HARBOUR, "/", "event", [JAZZ])
    file_store._file._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="Make the file"):
        file_store.keep(HARBOUR, "/", "event", [])
    assert len(file_store.events()) == 1


def test_a_damaged_file_is_said_to_be(tmp_path):
    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.keep(HARBOUR, "/", "event", [Event(f"Concert {n}", description="y" * 500) for n in range(300)])
    body = bytearray(path.read_bytes())
    body[4_096 * 3 : len(body) - 4_096] = random.Random(1).randbytes(len(body) - 4_096 * 4)
    path.write_bytes(body)
    with pytest.raises(StoreError, match=r"(damaged|no SQLite)"), Store(path) as store:
        store.events()


def test_something_else_than_a_database_is_refused(tmp_path):
    (tmp_path / "c.sqlite").write_bytes(b"not a database, " * 100)
    with pytest.raises(StoreError, match="It is no SQLite file"), Store(tmp_path / "c.sqlite"):
        pass
    with pytest.raises(StoreError, match="folder is there"), Store(tmp_path / "no" / "folder.sqlite"):
        pass


# Killed, and read while written ------------------------------------------------------------------

_WRITER = """
import sys
from datetime import datetime
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, When
number = int(sys.argv[2])
with Store(sys.argv[1]) as store:
    print("open", flush=True)
    while True:
        number += 1
        site = f"https://o{number % 7}.example/"
        events = [Event(f"Concert {number % 7} {n}", When(datetime(2027, 1, 1 + n, 20)), description=str(number)) for n in range(5)]
        store.keep(Organisation(f"Hall {number % 7}", site), site, "event", events)
        store.accounts.add(f"a{number}@example.org", "hash")
        print(number, flush=True)
"""


def _write_and_kill(path, number: int, writes: int, wait_s: float) -> int:
    """Let a process write some times, kill it in the middle of the next, and return the last number it acknowledged."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    line = [sys.executable, "-c", _WRITER, str(path), str(number)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, env=environment, text=True) as process:
        said = [process.stdout.readline() for _ in range(1 + writes)][1:]
        time.sleep(wait_s)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read().splitlines(keepends=True)
    return max((int(line) for line in said if line.endswith("\n")), default=number)


def _check_after_kill(path, acknowledged: int) -> None:
    with Store(path) as store:
        assert store._file._connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        emails = {account.email for account in store.accounts.all(limit=100_000)}
        assert {f"a{n}@example.org" for n in range(1, acknowledged + 1)} <= emails
        counts = store._file._connection.execute("SELECT page, count(*) FROM statement GROUP BY 1").fetchall()
        assert all(count == 5 for _, count in counts)
        assert store.facets(Query(missing=True)).total == len(counts) * 5
        assert len(store.search(Query(words="concert", limit=500)).hits) == len(counts) * 5


@pytest.mark.slow
@pytest.mark.parametrize("kills", [int(os.environ.get("EVENTLOCKY_TEST_KILLS", "5"))])
def test_nothing_that_was_acknowledged_is_lost_and_nothing_doubled_when_it_is_killed(tmp_path, kills):
    """EVENTLOCKY_TEST_KILLS=100 kills it a hundred times."""
    path, number, chance = tmp_path / "a.sqlite", 0, random.Random(4)
    for _ in range(kills):
        number = max(number, _write_and_kill(path, number, chance.randint(0, 8), chance.uniform(0, 0.05)))
        _check_after_kill(path, number)
        with Store(path) as store:
            number = max(
                number, *(int(account.email[1:].split("@")[0]) for account in store.accounts.all(limit=100_000)), 0
            )
    assert number > 0


def test_many_read_while_one_writes(tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    path = tmp_path / "a.sqlite"
    with Store(path) as store:
        store.keep(HARBOUR, "/", "event", [JAZZ])

    def read(_number: int) -> list[int]:
        with Store(path) as mine:
            return [len(mine.search(Query(missing=True)).hits) for _ in range(15)]

    def write(_number: int) -> list[int]:
        with Store(path) as mine:
            for n in range(15):
                mine.keep(HARBOUR, f"/{n}", "event", [Event(f"Concert {n}", When(datetime(2027, 1, 1 + n, 20)))])
        return [1]

    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(write, 0), *(pool.submit(read, n) for n in range(3))]
        for run in runs:
            counts = run.result()
            assert counts == sorted(counts)
    with Store(path) as store:
        assert store.facets(Query()).total == 16


def test_all_that_is_written_together_is_kept_or_nothing(store):
    with pytest.raises(StoreError), store.together():  # noqa: PT012 - one transaction of two writes
        store.keep(HARBOUR, "/", "event", [JAZZ])
        store.keep(HARBOUR, "/b", "event", [Event("\ud800broken")])
    assert store.events() == []
    with store.together():
        store.keep(HARBOUR, "/", "event", [JAZZ])
        assert len(store.events()) == 1
    assert len(store.events()) == 1


def test_times_are_kept_in_utc(store):
    store.keep(HARBOUR, "/", "event", [JAZZ])
    (hit,) = store.search(Query()).hits
    assert hit.first_seen == datetime(2026, 11, 16, 12, tzinfo=UTC)


def test_the_uid_does_not_hang_on_the_page_of_the_site_that_was_read_first(tmp_path):
    """A list, then the page of an event; or, after a crash, the page at once."""
    listed = replace(JAZZ, source=Source("http://harbour.example/list"))
    paged = replace(JAZZ, link="http://harbour.example/jazz", source=Source("http://harbour.example/jazz"))
    uids = []
    for number, said in enumerate(([listed, paged], [paged])):
        with Store(tmp_path / f"{number}.sqlite") as store:
            for event in said:
                store.keep(HARBOUR, "http://harbour.example/", "event", [event])
            (hit,) = store.search(Query()).hits
            uids.append(hit.uid)
    assert uids[0] == uids[1]
