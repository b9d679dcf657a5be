"""A copy of the store is whole, whoever writes meanwhile, and can be put back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from eventlocky.cli import main
from eventlocky.errors import StoreError
from eventlocky.store import Query, Store
from eventlocky.store.backup import _without_password, back_up, restore
from eventlocky.types import Event, Organisation, Source, When

HARBOUR = Organisation("Harbour", website="https://harbour.example/")


def fill(store: str, *titles: str) -> None:
    for number, title in enumerate(titles):
        url = f"https://harbour.example/{number}"
        when = When(datetime(2026, 11, 14 + number, 19, 30))
        with Store(store) as opened:
            opened.keep(HARBOUR, url, "event", [Event(title, when, source=Source(url, "html"))])


def titles(store: str) -> set[str]:
    with Store(store) as opened:
        return {kept.title for kept in opened.events()}


def test_a_copy_holds_what_was_written_last_and_comes_back(tmp_path):
    store = str(tmp_path / "town.sqlite")
    fill(store, "Jazz Night")
    with Store(store) as busy:  # its log lies beside the file
        busy.search(Query())
        copy = back_up(store, tmp_path / "copies")
    assert copy.parent == tmp_path / "copies"
    assert titles(str(copy)) == {"Jazz Night"}
    fill(store, "Jazz Night", "Book Fair")
    restore(copy, store, replace=True)
    assert titles(store) == {"Jazz Night"}


def test_who_has_the_store_open_sees_what_was_restored(tmp_path):
    store = str(tmp_path / "town.sqlite")
    fill(store, "Jazz Night")
    copy = back_up(store, tmp_path)
    fill(store, "Jazz Night", "Book Fair")
    with closing(sqlite3.connect(store)) as reader:
        assert reader.execute("SELECT count(*) FROM event").fetchone() == (2,)
        restore(copy, store, replace=True)
        assert reader.execute("SELECT count(*) FROM event").fetchone() == (1,)


def test_only_the_newest_copies_are_kept_and_nothing_else_is_removed(tmp_path):
    store = str(tmp_path / "town.sqlite")
    fill(store, "Jazz Night")
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "eventlocky-notes.txt").touch()
    copies = [back_up(store, folder, keep=2) for _ in range(4)]
    assert sorted(folder.iterdir()) == [*copies[2:], folder / "eventlocky-notes.txt"]


def test_a_store_is_not_replaced_by_chance(tmp_path):
    store = str(tmp_path / "town.sqlite")
    fill(store, "Jazz Night")
    copy = back_up(store, tmp_path)
    with pytest.raises(StoreError, match="--replace"):
        restore(copy, store)
    restore(copy, str(tmp_path / "other.sqlite"))
    assert titles(str(tmp_path / "other.sqlite")) == {"Jazz Night"}


def test_a_damaged_copy_is_refused_and_the_store_stays(tmp_path):
    store = str(tmp_path / "town.sqlite")
    fill(store, "Jazz Night")
    copy = back_up(store, tmp_path)
    body = bytearray(copy.read_bytes())
    body[4096:12000] = bytes(12000 - 4096)
    copy.write_bytes(body)
    with pytest.raises(StoreError):
        restore(copy, store, replace=True)
    assert titles(store) == {"Jazz Night"}


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0"])
def test_what_is_no_copy_is_refused(tmp_path, content):
    file = tmp_path / "x.sqlite"
    file.write_bytes(content)
    with pytest.raises(StoreError):
        restore(file, str(tmp_path / "town.sqlite"))
    with pytest.raises(StoreError):
        back_up(str(file), tmp_path / "copies")
    assert list((tmp_path / "copies").iterdir()) == []


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(StoreError, match="no store"):
        back_up(str(tmp_path / "nothing.sqlite"), tmp_path)
    with pytest.raises(StoreError, match="no copy"):
        restore(tmp_path / "nothing.sqlite", "town.sqlite")
    (tmp_path / "x.pgdump").touch()
    with pytest.raises(StoreError, match=r"\.sqlite file is needed"):
        restore(tmp_path / "x.pgdump", "town.sqlite")


def test_the_password_of_a_server_is_in_no_command_and_no_message(tmp_path, monkeypatch):
    seen = {}

    class Done:
        returncode = 1
        stderr = "could not connect"

    def run(command, env, **_more):
        seen.update(command=command, password=env.get("PGPASSWORD"))
        return Done

    monkeypatch.setattr("eventlocky.store.backup.shutil.which", lambda _name: "/usr/bin/pg_dump")
    monkeypatch.setattr("eventlocky.store.backup.subprocess.run", run)
    with pytest.raises(StoreError, match="could not connect") as caught:
        back_up("postgresql://me:s%40cret@db:5432/town?sslmode=require", tmp_path)
    assert seen["password"] == "s@cret"
    assert "cret" not in " ".join(seen["command"]) + str(caught.value)
    assert "--dbname=postgresql://me@db:5432/town?sslmode=require" in seen["command"]
    assert _without_password("postgresql:///town") == "postgresql:///town"


def test_the_commands_copy_and_put_back(tmp_path, capsys):
    fill("town.sqlite", "Jazz Night")
    assert main(["backup", "--store", "town.sqlite", "--to", "copies", "--keep", "3"]) == 0
    copy = Path(capsys.readouterr().out.strip())
    assert main(["restore", str(copy), "--store", "town.sqlite"]) == 3
    assert main(["restore", str(copy), "--store", "town.sqlite", "--replace"]) == 0
    assert titles("town.sqlite") == {"Jazz Night"}
