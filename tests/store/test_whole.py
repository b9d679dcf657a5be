"""The store keeps, replaces and gives back, in a file and on a server."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime

import pytest

from eventlocky.errors import StoreError
from eventlocky.store import Store
from eventlocky.types import Category, Event, Organisation, Place, Price, When

HARBOUR = Organisation("Old Harbour", "http://harbour.example/", Category.AMUSEMENT, lat=1.0, lon=2.0)
JAZZ = Event(
    "Jazz “夜”",
    When(datetime(2026, 11, 14, 19, 30)),
    Place("Quay"),
    Price(text="€5"),
    link="http://harbour.example/jazz",
)
SHOW = Event("Show", When(date(2026, 10, 1), date(2026, 12, 1)))
SALE = Event("Sale", kind="deal")


def test_what_is_kept_comes_back_in_the_order_of_time(store):
    store.keep(HARBOUR, "/", "event", [JAZZ, SHOW])
    store.keep(HARBOUR, "/", "deal", [SALE])
    assert [(kept.title, kept.start, kept.organisation) for kept in store.events()] == [
        ("Show", "2026-10-01", "Old Harbour"),
        ("Jazz “夜”", "2026-11-14T19:30", "Old Harbour"),
        ("Sale", None, "Old Harbour"),
    ]
    jazz = store.events()[1]
    assert (jazz.location, jazz.price, jazz.link) == ("Quay", "€5", "http://harbour.example/jazz")


def test_a_page_read_again_replaces_what_it_said_before(store):
    store.keep(HARBOUR, "/", "event", [JAZZ, SHOW])
    store.keep(HARBOUR, "/", "event", [JAZZ])
    assert [kept.title for kept in store.events()] == [JAZZ.title]


def test_a_run_is_not_over_before_its_last_day(store):
    store.keep(HARBOUR, "/", "event", [JAZZ, SHOW])
    assert [kept.title for kept in store.events(since=date(2026, 11, 20))] == ["Show"]
    assert store.events(since=date(2027, 1, 1)) == []


def test_the_same_event_twice_on_a_page_is_kept_once(store):
    store.keep(HARBOUR, "/", "event", [JAZZ, JAZZ])
    assert len(store.events()) == 1


def test_it_is_there_after_closing(anywhere):
    for _ in range(2):
        with Store(anywhere) as opened:
            opened.keep(HARBOUR, "/", "event", [JAZZ])
    with Store(anywhere) as opened:
        assert len(opened.events(kind="event")) == 1


def test_a_failed_write_changes_nothing(store):
    store.keep(HARBOUR, "/", "event", [JAZZ])
    with pytest.raises(StoreError, match="cannot be written"):
        store.keep(HARBOUR, "/", "event", [SHOW, Event("\ud800broken")])
    assert [kept.title for kept in store.events()] == [JAZZ.title]


def test_what_is_no_store_is_refused(tmp_path):
    (tmp_path / "c.sqlite").write_bytes(b"not a database, " * 100)
    with pytest.raises(StoreError, match="cannot be opened"), Store(tmp_path / "c.sqlite"):
        pass
    with pytest.raises(StoreError, match="cannot be opened"), Store(tmp_path / "no" / "folder.sqlite"):
        pass


def test_a_store_of_another_version_is_refused(tmp_path):
    with Store(tmp_path / "d.sqlite"):
        pass
    connection = sqlite3.connect(tmp_path / "d.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="another version"), Store(tmp_path / "d.sqlite"):
        pass


def test_a_store_must_be_opened_first(anywhere):
    with pytest.raises(StoreError, match="opened first"):
        Store(anywhere).events()


def test_several_may_make_and_write_a_store_at_once(anywhere):
    """Two that made the tables at the same moment once got in each other's way."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(_keep_some, [anywhere] * 4, range(4)))
    with Store(anywhere) as store:
        assert len(store.events()) == 4 * 5


def _keep_some(path, number):
    with Store(path) as store:
        for page in range(5):
            store.keep(Organisation(f"o{number}", f"http://o{number}.example/"), f"{number}/{page}", "event", [JAZZ])
