"""A server: what goes wrong is said with what to do, many write at once, and both databases have the same tables."""

from __future__ import annotations

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime

import psycopg
import pytest

import postgres_server
from eventlocky import postgres as ours
from eventlocky.errors import DatabaseError, StoreError
from eventlocky.store import Query, Store, file, search
from eventlocky.store.postgres import server
from eventlocky.types import Event, Organisation, Place, When

HALL = Organisation("Old Harbour", "https://harbour.example/", lat=53.99, lon=11.12)
JAZZ = Event("Jazz Night", When(datetime(2026, 12, 5, 19, 30)))


@pytest.fixture
def place(postgres):
    postgres_server.clear(postgres)
    return postgres


@pytest.fixture
def admin(place):
    with psycopg.connect(place, autocommit=True) as connection:
        yield connection


# The same tables ---------------------------------------------------------------------------------


def test_both_databases_have_the_same_tables_with_the_same_columns_in_the_same_order(tmp_path, admin):
    with Store(tmp_path / "a.sqlite"):
        pass
    here = sqlite3.connect(tmp_path / "a.sqlite")
    tables = [name for (name,) in here.execute("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'")
              if not name.startswith(("sqlite_", "spot", "facts_words"))]  # fmt: skip
    assert len(tables) > 10
    for table in tables:
        columns = [row[1] for row in here.execute(f"PRAGMA table_info({table})")]
        rows = admin.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 ORDER BY attnum", (table,)
        )
        assert [name for (name,) in rows] == columns, table
    here.close()


def test_both_databases_have_the_same_format():
    assert server.migrations()[-1][0] == len(file.migrations())


# What goes wrong ---------------------------------------------------------------------------------


def refused(address: str) -> str:
    with pytest.raises(DatabaseError) as error, Store(address):
        pass
    return str(error.value)


def test_a_server_that_is_away_is_said_with_what_to_do():
    said = refused("postgresql://a:secret@127.0.0.1:9/town")
    assert "Check that the server runs" in said
    assert "secret" not in said
    assert "No address" not in refused("postgresql://nowhere.invalid/town")


def test_a_wrong_password_a_database_and_a_user_that_are_not_there_are_said(place, admin):
    admin.execute("DROP ROLE IF EXISTS guarded")
    admin.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    wrong = place.replace("eventlocky@", "guarded:wrong@")
    assert "Check the user and the password" in refused(wrong)
    assert "wrong" not in refused(wrong).replace("password", "")
    assert "createdb" in refused(place.rsplit("/", 1)[0] + "/nowhere")
    assert "nobody" in refused(place.replace("eventlocky@", "nobody@"))


def test_a_user_who_may_not_make_the_extension_is_told_who_can(place, admin):
    address = postgres_server.empty_database("bare")
    admin.execute("DROP ROLE IF EXISTS small")
    admin.execute("CREATE ROLE small LOGIN")
    with psycopg.connect(address, autocommit=True) as bare:
        bare.execute("GRANT ALL ON SCHEMA public TO small")
    assert "CREATE EXTENSION postgis" in refused(address.replace("eventlocky@", "small@"))


def test_an_address_that_is_none_is_said():
    with pytest.raises(StoreError, match="is no address of a server"):
        Store("postgresql://a:b:c@@@/x?what=1").__enter__()


def test_a_newer_store_is_refused(place, admin):
    (number,) = admin.execute("SELECT number FROM store_format").fetchone()
    admin.execute("UPDATE store_format SET number = 99")
    with (
        pytest.raises(StoreError, match=r"format 99, and this one knows formats up to \d+\. Use the newer"),
        Store(place),
    ):
        pass
    admin.execute("UPDATE store_format SET number = %s", (number,))
    with Store(place):
        pass


def test_a_database_of_the_fourth_version_gets_the_marks_and_places_of_a_new_one(place, admin):
    show = Event("Show of ships", When(date(2026, 12, 1), date(2027, 1, 20)))
    weekly = Event("Dance", When(datetime(2026, 12, 3, 20), rrule="FREQ=WEEKLY;COUNT=5"))
    with Store(place) as store:
        store.keep(HALL, "/", "event", [JAZZ, show, weekly, Event("Someday", When())])
        store.keep(HALL, "/", "event", [show, weekly, Event("Someday", When())])

    def marks():
        return {event: sorted(text.split()) for event, text in admin.execute("SELECT event, marks FROM facts")}

    new, times = marks(), admin.execute("SELECT * FROM occurrence ORDER BY id").fetchall()
    for event, known in new.items():
        old = dict.fromkeys(mark.replace("r", "w") for mark in known if "d" not in mark)
        admin.execute("UPDATE facts SET marks = %s WHERE event = %s", (" ".join(old), event))
    admin.execute("ALTER TABLE occurrence DROP COLUMN lat, DROP COLUMN lon, DROP COLUMN missing")
    admin.execute("DROP INDEX facts_by_kind, facts_by_category, facts_by_status")  # of the sixth version
    admin.execute("UPDATE store_format SET number = 4")
    assert marks() != new
    with Store(place) as store:
        assert marks() == new
        assert admin.execute("SELECT * FROM occurrence ORDER BY id").fetchall() == times
        query = Query(words="ships", near=(53.99, 11.12), since=date(2026, 12, 20), until=date(2026, 12, 20))
        assert [hit.event.title for hit in store.search(query).hits] == ["Show of ships"]


def test_a_full_disk_is_said_and_loses_nothing(place, admin):
    """The server is told to say what it says when its disk is full."""
    admin.execute(
        "CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
    )
    with Store(place) as store:
        store.keep(HALL, "/", "event", [JAZZ])
        admin.execute("CREATE TRIGGER full_disk BEFORE INSERT ON version EXECUTE FUNCTION is_full()")
        with pytest.raises(DatabaseError, match="Make room on the disk"):
            store.keep(HALL, "/", "event", [Event("Concert")])
        admin.execute("DROP FUNCTION is_full CASCADE")
        assert [kept.title for kept in store.events()] == [JAZZ.title]
        store.keep(HALL, "/", "event", [Event("Concert")])
        assert [kept.title for kept in store.events()] == ["Concert"]


def test_who_waits_too_long_for_another_writer_is_told(place, admin, monkeypatch):
    monkeypatch.setitem(ours._SESSION, "lock_timeout", "100ms")
    with Store(place) as store:
        store.keep(HALL, "/", "event", [JAZZ])
        admin.execute(server.WRITE)
        with pytest.raises(DatabaseError, match="Another program has been writing"):
            store.keep(HALL, "/", "event", [])
        assert len(store.events()) == 1  # who reads need not wait
        admin.execute("ROLLBACK")


def test_connections_that_the_server_ended_are_replaced(place, admin):
    with Store(place) as store:
        store.keep(HALL, "/", "event", [JAZZ])
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        assert len(store.events()) == 1
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        store.keep(HALL, "/", "event", [])
        assert store.events() == []


# Many, and odd ones ------------------------------------------------------------------------------


def test_what_several_write_at_once_of_one_event_becomes_one_event(place):
    def write(number: int) -> None:
        with Store(place) as store:
            for day in range(1, 6):
                event = Event(
                    "Jazz & Soul Night",
                    When(datetime(2026, 12, day, 19, 30)),
                    Place("Old Harbour", lat=53.99, lon=11.12),
                )
                site = f"https://guide{number}.example/"
                store.keep(Organisation(f"Guide {number}", site), f"{site}{day}", "event", [event])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    with Store(place) as store:
        assert store.facets(Query()).total == 5
        assert all(len(store.get(hit.uid).statements) == 6 for hit in store.search(Query()).hits)


def test_what_fails_within_a_writing_is_taken_back_alone_and_nothing_is_lost_silently(place):
    with Store(place) as store:
        with store.together():
            store.keep(HALL, "/a", "event", [JAZZ])
            with pytest.raises(StoreError):
                store.keep(HALL, "/b", "event", [Event("Show"), Event("\ud800broken")])
            store.keep(HALL, "/c", "event", [Event("Talk")])
        assert [kept.title for kept in store.events()] == ["Jazz Night", "Talk"]
        with pytest.raises(DatabaseError, match="nothing is kept"), store._file.writing() as db:  # noqa: PT012 - one transaction
            db.execute("DELETE FROM note")
            with pytest.raises(psycopg.Error):
                db.execute("SELECT nothing")


def test_one_store_serves_many_threads(place):
    with Store(place) as store:
        store.keep(HALL, "/", "event", [JAZZ])
        with ThreadPoolExecutor(12) as pool:
            found = list(pool.map(lambda _: len(store.search(Query(words="jazz")).hits), range(60)))
    assert found == [1] * 60


def test_an_empty_database_gets_its_tables_from_several_at_once():
    address = postgres_server.empty_database("several")

    def keep(number: int) -> None:
        with Store(address) as store:
            store.keep(Organisation(f"o{number}", f"http://o{number}.example/"), f"/{number}", "event", [JAZZ])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(keep, range(4)))
    with Store(address) as store:
        assert len(store.events()) == 4


def test_words_at_a_place_are_found_by_the_words_and_not_by_reading_all_times(place, admin):
    asked: list[tuple[str, object]] = []

    class Listening(server.Session):
        def execute(self, sql, values=(), /):
            asked.append((sql, values))
            return super().execute(sql, values)

    events = [Event(f"Jazz Night {n}", When(datetime(2026, 12, 1 + n % 28, 19, n // 28))) for n in range(400)]
    with Store(place) as store:
        store.keep(HALL, "/", "event", events)
        admin.execute("ANALYZE")
        with store._file.reading() as db:
            listening = Listening(db.connection)
            query = Query(
                "jazz", near=(53.99, 11.12), radius_m=2_000, since=date(2026, 12, 3), until=date(2026, 12, 24)
            )
            found = search.search(listening, query, datetime(2026, 11, 18))
        assert len(found.hits) == 20
        sql, values = next((sql, values) for sql, values in asked if "ORDER BY" in sql and "@@" in sql)
        plan = "\n".join(row[0] for row in admin.execute(b"EXPLAIN " + ours.said(sql), values))
    assert plan.index(" on facts") < plan.index(" on occurrence"), plan  # what drives stands first


def test_long_odd_and_hostile_texts_are_kept_and_found(place):
    chance = random.Random(3)
    letters = "".join(chr(chance.randint(0x4E00, 0x9FFF)) for _ in range(30_000))
    odd = [
        Event("x" * 100_000, When(datetime(2026, 12, 1))),
        Event(letters, When(datetime(2026, 12, 2)), description=letters, link="https://x.example/" + letters),
        Event("nul \0 and quote ' \\ and % and ? and @c1x1 wany", When(datetime(2026, 12, 3)), organiser="\0"),
        Event("'; DROP TABLE event; --", When(datetime(2026, 12, 4))),
    ]  # fmt: skip
    with Store(place) as store:
        store.keep(HALL, "/", "event", odd)
        assert store.facets(Query()).total == 4
        assert len(store.search(Query(words=letters[5:9])).hits) == 1
        assert len(store.search(Query(words="quote wany")).hits) == 1
        assert len(store.search(Query(words="x" * 900)).hits) == 0
        assert [hit.event.title[:4] for hit in store.search(Query(words="drop table")).hits] == ["'; D"]
        assert store.search(Query(organiser="!")).hits == ()
