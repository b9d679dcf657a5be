"""The crawler's memory: what was asked for, what it gave, when it is due again, how each source is doing.

SQLite tables of their own in the file of the store, with versions of their own. Every answer is written down
before the next is asked for, in one transaction, so that a crawl that was killed goes on where it stopped: what is
still fresh is taken from here, and the crawl, which makes the same choices from the same answers, ends as it would.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from eventlocky.crawl.health import NEW, Health, State
from eventlocky.crawl.plan import NO_HISTORY, History
from eventlocky.errors import StoreError
from eventlocky.sqlite import connect, errors, transaction

_MIGRATIONS = (
    """
    CREATE TABLE crawl_site (website TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT;
    CREATE TABLE crawl_page (
        url TEXT PRIMARY KEY, website TEXT NOT NULL, fetched REAL NOT NULL, due REAL NOT NULL, digest TEXT NOT NULL,
        etag TEXT, modified TEXT, looks INTEGER NOT NULL, changes INTEGER NOT NULL, span_s REAL NOT NULL,
        reader TEXT NOT NULL, note TEXT NOT NULL
    ) STRICT;
    CREATE INDEX crawl_page_by_website ON crawl_page (website);
    """,
)
"""What each version adds; a file of an older version is brought up to date when it is opened."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an address gave: when, how it changes, and a note of what was read in it (JSON), for the same reader.

    `reader` names what reads (version, settings, kinds): another reader cannot use the note.
    """

    url: str
    website: str
    fetched: float
    due: float
    digest: str = ""
    etag: str | None = None
    modified: str | None = None
    history: History = NO_HISTORY
    reader: str = ""
    note: str = "{}"

    def is_fresh(self, now: float, reader: str) -> bool:
        """Whether the note still stands for the page."""
        return self.fetched <= now < self.due and self.reader == reader


@dataclass(frozen=True, slots=True)
class SiteMemory:
    """What is known of a site: its health, which shapes of pages give events, which pages are its lists.

    `before` holds the shapes that the last crawl went by, for the crawl that takes its place while it is fresh.
    """

    health: Health = NEW
    shapes: Mapping[str, float] = field(default_factory=dict)
    before: Mapping[str, float] = field(default_factory=dict)
    lists: Mapping[str, int] = field(default_factory=dict)
    is_finished: bool = False


class Ledger:
    """The tables in a file; use it as a context manager. Without a path it lives in memory and is gone afterwards."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        """Open the file, and bring its tables up to date."""
        with errors(self._name, "opened"):
            self._connection = connect(self.path)
            self._migrate(self._connection)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _migrate(self, connection: sqlite3.Connection) -> None:
        with transaction(connection):
            connection.execute("CREATE TABLE IF NOT EXISTS crawl_version (version INTEGER NOT NULL) STRICT")
            row = connection.execute("SELECT version FROM crawl_version").fetchone()
            version = int(row[0]) if row else 0
            if version > len(_MIGRATIONS):
                message = f"The crawl tables of {self.path} were written by a newer version of Event.Locky ({version})."
                raise StoreError(message)
            for migration in _MIGRATIONS[version:]:
                for statement in migration.split(";"):
                    connection.execute(statement)
            connection.execute("DELETE FROM crawl_version")
            connection.execute("INSERT INTO crawl_version VALUES (?)", (len(_MIGRATIONS),))

    # Pages -----------------------------------------------------------------------------------

    def answer(self, url: str) -> Known | None:
        """Return what an address gave the last time, or None."""
        with self._open_for("read") as connection:
            row = connection.execute("SELECT * FROM crawl_page WHERE url = ?", (url,)).fetchone()
        return _answer(row) if row else None

    def keep(self, answer: Known) -> None:
        """Write down what an address gave, in place of what it gave before."""
        history = answer.history
        row = (answer.url, answer.website, answer.fetched, answer.due, answer.digest, answer.etag, answer.modified,
               history.looks, history.changes, history.span_s, answer.reader, answer.note)  # fmt: skip
        with self._open_for("written") as connection, transaction(connection):
            connection.execute("INSERT OR REPLACE INTO crawl_page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def answers(self, website: str) -> list[Known]:
        """Return everything that a site gave, by address."""
        with self._open_for("read") as connection:
            rows = connection.execute("SELECT * FROM crawl_page WHERE website = ? ORDER BY url", (website,)).fetchall()
        return [_answer(row) for row in rows]

    def forget(self, website: str, before: float) -> None:
        """Forget the pages of a site that were due before a moment: nothing leads to them any more."""
        with self._open_for("written") as connection, transaction(connection):
            connection.execute("DELETE FROM crawl_page WHERE website = ? AND due < ?", (website, before))

    # Sites -----------------------------------------------------------------------------------

    def site(self, website: str) -> SiteMemory:
        """Return what is known of a site; of a new one nothing is."""
        with self._open_for("read") as connection:
            row = connection.execute("SELECT data FROM crawl_site WHERE website = ?", (website,)).fetchone()
        return _memory(row[0]) if row else SiteMemory()

    def keep_site(self, website: str, memory: SiteMemory) -> None:
        """Write down what is known of a site."""
        data = json.dumps(asdict(memory), ensure_ascii=False)
        with self._open_for("written") as connection, transaction(connection):
            connection.execute("INSERT OR REPLACE INTO crawl_site VALUES (?, ?)", (website, data))

    def sites(self) -> dict[str, SiteMemory]:
        """Return what is known of every site, by its address."""
        with self._open_for("read") as connection:
            rows = connection.execute("SELECT website, data FROM crawl_site ORDER BY website").fetchall()
        return {website: _memory(data) for website, data in rows}

    @property
    def _name(self) -> str:
        return f"The ledger in {self.path}"

    @contextmanager
    def _open_for(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Give the open file to who reads or writes it."""
        if self._connection is None:
            message = "The ledger must be opened first: with Ledger(path) as ledger."
            raise StoreError(message)
        with errors(self._name, doing):
            yield self._connection


def sites_in(path: str | Path) -> dict[str, SiteMemory]:
    """Return what is known of every site, without opening the file for writing; nothing where there is no ledger."""
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT website, data FROM crawl_site ORDER BY website").fetchall()
    except (sqlite3.Error, ValueError):
        return {}
    return {website: _memory(data) for website, data in rows}


def _answer(row: tuple[Any, ...]) -> Known:
    url, website, fetched, due, digest, etag, modified, looks, changes, span_s, reader, note = row
    history = History(looks, changes, span_s)
    return Known(url, website, fetched, due, digest, etag, modified, history, reader, note)


def _memory(data: str) -> SiteMemory:
    """Read what is known of a site; what cannot be read is forgotten, and learned again."""
    try:
        row = json.loads(data)
        health = Health(**{**row["health"], "state": State(row["health"]["state"])})
        return SiteMemory(health, row["shapes"], row["before"], row["lists"], row["is_finished"])
    except (ValueError, KeyError, TypeError):
        return SiteMemory()
