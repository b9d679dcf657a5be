"""A file copied into a server is the same store: every row, every id, every answer."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest

import postgres_server
from eventlocky.cli import main
from eventlocky.crawl.ledger import Known, Ledger
from eventlocky.errors import StoreError
from eventlocky.store import Query, Store
from eventlocky.store.postgres.copying import copy


@pytest.fixture
def target(postgres):
    postgres_server.clear(postgres)
    return postgres


@pytest.fixture
def source(tmp_path):
    """A store with everything in it: many edits, merges, people, searches, corrections, pages."""
    from replay import Replay

    path = tmp_path / "a.sqlite"
    replay = Replay(events=40, seed=3)
    with Store(path, clock=lambda: replay.now) as store:
        with store.together():
            replay.run(store, 60)
        uids = [hit.uid for hit in store.search(Query(limit=50)).hits]
        store.unmerge(store.merge(uids[0], uids[1]), [store.get(uids[0]).statements[0].id])
        store.merge(uids[2], uids[3])
        anna = store.accounts.add("anna@example.org", "hash", "Anna\0")
        store.accounts.give(anna.id, "session", "digest", 1_000)
        store.accounts.rate(anna.id, uids[4], 5)
        saved = store.searches.add(anna.id, "All", Query(), "email", 3_600)
        store.searches.claim(saved.id, "first")
        store.corrections.judge(store.corrections.add(uids[5], "title", "Right").id, anna.id, accept=True)
    with Ledger(path) as ledger:
        ledger.keep(Known("http://x.example/", "http://x.example/", 1.0, 2.0))
    return path


def test_a_copy_has_every_row_and_answers_as_the_file_does(source, target):
    tables = {copied.table: copied for copied in copy(source, target)}
    assert not any(copied.was_there for copied in tables.values())
    file = sqlite3.connect(source)
    for table, copied in tables.items():
        assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (copied.rows,)
    file.close()
    assert all(
        tables[name].rows
        for name in ("event", "apart", "version", "token", "rating", "delivery", "correction", "crawl_page")
    )
    queries = [
        Query(limit=500, missing=True),
        Query(words="jazz"),
        Query(near=(50.2, 8.2), radius_m=20_000),
        Query(every_time=True, limit=500),
    ]
    with Store(source) as old, Store(target) as new:
        for query in queries:
            assert new.search(query) == old.search(query)
            assert new.facets(query) == old.facets(query)
        for hit in old.search(queries[0]).hits:
            assert new.get(hit.uid) == old.get(hit.uid)
            assert new.history(hit.uid) == old.history(hit.uid)
        assert new.accounts.find("anna@example.org").role == "reader"
        ids = {account.id for account in new.accounts.all()}
        assert new.accounts.add("berta@example.org", "hash").id not in ids  # numbers go on behind those copied


def test_a_copy_that_was_cut_off_goes_on_and_one_that_is_whole_is_left(source, target):
    begun = copy(source, target)
    for _ in range(4):
        next(begun)
    begun.close()
    again = [copied.was_there for copied in copy(source, target)]
    assert again[:4] == [True] * 4
    assert not any(again[4:])
    assert all(copied.was_there or not copied.rows for copied in copy(source, target))


def test_what_holds_something_else_is_refused_and_left(source, target):
    with psycopg.connect(target) as server:
        server.execute("INSERT INTO organisation (website, name) VALUES ('https://other.example/', 'Other')")
    with pytest.raises(StoreError, match="Copy into an empty database"):
        list(copy(source, target))
    with Store(target) as store:
        assert [organisation.name for organisation in store.organisations()] == ["Other"]


def test_places_that_are_none_are_refused(source, target, tmp_path):
    for wrong in ((tmp_path / "no.sqlite", target), (target, target), (source, str(tmp_path / "b.sqlite"))):
        with pytest.raises(StoreError, match=r"(There is no file|is no server)"):
            list(copy(*wrong))


def test_the_command_prints_a_line_a_table(source, target, capsys):
    assert main(["store", "copy", str(source), target]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 17
    assert "rows are the same in both" in err
