"""The crawler's memory: what is kept comes back, whatever happens in between."""

from __future__ import annotations

import sqlite3

import pytest

from eventlocky.crawl.health import Health, State
from eventlocky.crawl.ledger import Known, Ledger, SiteMemory
from eventlocky.crawl.plan import History
from eventlocky.errors import StoreError
from eventlocky.store import Store

SITE = "http://x.example/"
KNOWN = Known(SITE, SITE, 100.0, 200.0, "d", "e", "m", History(3, 1, 90.0), "r", '{"url": "x"}')


def test_an_answer_comes_back_as_it_was(anywhere):
    with Ledger(anywhere) as ledger:
        ledger.keep(KNOWN)
    with Ledger(anywhere) as ledger:
        assert ledger.answer(SITE) == KNOWN
        assert ledger.answers(SITE) == [KNOWN]
        assert ledger.answer("http://x.example/other") is None


def test_an_answer_is_fresh_for_a_while_and_for_its_reader():
    assert KNOWN.is_fresh(150.0, "r")
    assert not KNOWN.is_fresh(200.0, "r")
    assert not KNOWN.is_fresh(150.0, "another")
    assert not KNOWN.is_fresh(50.0, "r")  # a clock that was set back


def test_what_is_known_of_a_site_comes_back(anywhere):
    memory = SiteMemory(Health(State.GOOD, 1.0, 1.0, 5, 4.5), {"/a/*": 2.0}, {"/b": 1.0}, {SITE: 5}, is_finished=True)
    with Ledger(anywhere) as ledger:
        assert ledger.site(SITE) == SiteMemory()
        ledger.keep_site(SITE, memory)
        assert ledger.site(SITE) == memory
        assert ledger.sites() == {SITE: memory}


def test_the_ledger_and_the_store_share_a_file_in_either_order(tmp_path):
    for name, rooms in (("a", (Ledger, Store)), ("b", (Store, Ledger))):
        with rooms[0](tmp_path / name), rooms[1](tmp_path / name):
            pass
        with Store(tmp_path / name) as store, Ledger(tmp_path / name) as ledger:
            ledger.keep(KNOWN)
            assert store.events() == []


def test_a_file_of_a_newer_version_is_refused(tmp_path):
    with Ledger(tmp_path / "a.sqlite"):
        pass
    connection = sqlite3.connect(tmp_path / "a.sqlite")
    connection.execute("UPDATE crawl_version SET version = 99")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="newer version"), Ledger(tmp_path / "a.sqlite"):
        pass


def test_what_is_no_database_and_a_ledger_that_is_not_open_are_said(tmp_path):
    (tmp_path / "a.txt").write_text("no database" * 1_000)
    with pytest.raises(StoreError, match="cannot be opened"), Ledger(tmp_path / "a.txt"):
        pass
    with pytest.raises(StoreError, match="opened first"):
        Ledger().answer(SITE)


def test_a_memory_that_cannot_be_read_is_forgotten():
    with Ledger() as ledger:
        ledger.keep_site(SITE, SiteMemory(is_finished=True))
        ledger._tables.connection.execute("UPDATE crawl_site SET data = '{\"health\": 3}'")
        assert ledger.site(SITE) == SiteMemory()


def test_pages_that_nothing_leads_to_any_more_are_forgotten(anywhere):
    with Ledger(anywhere) as ledger:
        ledger.keep(KNOWN)
        ledger.forget(SITE, 150.0)
        assert ledger.answer(SITE) == KNOWN
        ledger.forget(SITE, 250.0)
        assert ledger.answer(SITE) is None


def test_what_is_open_is_readable_for_others_while_it_is_written(anywhere):
    with Ledger(anywhere) as one, Ledger(anywhere) as other:
        one.keep(KNOWN)
        assert other.answer(SITE) == KNOWN
        other.keep(Known(SITE, SITE, 300.0, 400.0))
        assert one.answer(SITE).fetched == 300.0


def test_addresses_of_any_length_are_kept(anywhere):
    """An ordered index of PostgreSQL holds no more than 2,700 bytes."""
    import random

    chance = random.Random(1)
    url = SITE + "".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=7_900))
    with Ledger(anywhere) as ledger:
        ledger.keep(Known(url, url, 1.0, 2.0))
        ledger.keep_site(url, SiteMemory(is_finished=True))
        assert ledger.answer(url).due == 2.0
        assert ledger.sites().keys() == {url}
