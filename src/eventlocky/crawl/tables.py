"""Where the crawler's memory is kept: tables of its own beside those of the store, in a SQLite file or on a server.

They have versions of their own. Every write is one transaction; any number of crawls share the tables.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from eventlocky import sqlite
from eventlocky.database import Session, is_server, shown
from eventlocky.errors import StoreError

_IN_A_FILE = (
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
"""What each version adds; tables of an older version are brought up to date when they are opened."""

_ON_A_SERVER = (
    """
    CREATE TABLE crawl_site (
        website TEXT COLLATE "C" NOT NULL, data TEXT NOT NULL, EXCLUDE USING hash (website WITH =)
    );
    CREATE TABLE crawl_page (
        url TEXT COLLATE "C" NOT NULL, website TEXT NOT NULL, fetched DOUBLE PRECISION NOT NULL,
        due DOUBLE PRECISION NOT NULL, digest TEXT NOT NULL, etag TEXT, modified TEXT, looks INTEGER NOT NULL,
        changes INTEGER NOT NULL, span_s DOUBLE PRECISION NOT NULL, reader TEXT NOT NULL, note TEXT NOT NULL,
        EXCLUDE USING hash (url WITH =)
    );
    CREATE INDEX crawl_page_by_website ON crawl_page USING hash (website);
    """,
)
"""The same on a PostgreSQL server; an address may be longer than what its ordered indexes hold."""


class Tables(Protocol):
    """The tables of a ledger."""

    def open(self) -> None:
        """Open them, and bring them up to date."""

    def close(self) -> None:
        """Close them."""

    def reading(self) -> AbstractContextManager[Session]:
        """Give a session to read with."""

    def writing(self) -> AbstractContextManager[Session]:
        """Give a session to write with: all of it is kept, or nothing."""


def tables_of(path: str | Path) -> Tables:
    """Return the tables of a store: on a server where the address is one, else in a file."""
    return ServerTables(str(path)) if is_server(path) else FileTables(path)


class FileTables:
    """Tables in a SQLite file; without a path they live in memory."""

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.connection: sqlite3.Connection | None = None

    def open(self) -> None:
        """Open the file, and bring its tables up to date."""
        with sqlite.errors(self._name, "opened"):
            self.connection = sqlite.connect(self.path)
            with sqlite.transaction(self.connection):
                _migrate(self.connection, _IN_A_FILE, self.path)

    def close(self) -> None:
        """Close the file."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give the connection to read with."""
        with sqlite.errors(self._name, "read"):
            yield _opened(self.connection)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give the connection to write with."""
        connection = _opened(self.connection)
        with sqlite.errors(self._name, "written"), sqlite.transaction(connection):
            yield connection

    @property
    def _name(self) -> str:
        return f"The ledger in {self.path}"


class ServerTables:
    """Tables in a database of a PostgreSQL server."""

    def __init__(self, path: str) -> None:
        from eventlocky import postgres  # needs an extra

        self.path = path
        self.server = postgres
        self.connection: Any = None
        self.is_open = False

    def open(self) -> None:
        """Connect, and bring the tables up to date."""
        with self.server.errors(self.path, "opened"):
            self.connection = self.server.connect(self.path)
            with self.server.transaction(self.connection):
                self.connection.execute("SELECT pg_advisory_xact_lock(hashtext('crawl_version'))")
                _migrate(self.server.Session(self.connection), _ON_A_SERVER, self.path)
        self.is_open = True

    def close(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()
        self.is_open = False

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session to read with."""
        with self.server.errors(self.path, "read"):
            yield self.server.Session(self._connected())

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session to write with."""
        with self.server.errors(self.path, "written"):
            connection = self._connected()
            with self.server.transaction(connection):
                yield self.server.Session(connection)

    def _connected(self) -> Any:  # noqa: ANN401 - psycopg comes with an extra
        """Return the connection, a new one where the server has ended it."""
        _opened(self.connection if self.is_open else None)
        if self.connection.closed:
            self.connection = self.server.connect(self.path)
        return self.connection


def _opened(connection: Any) -> Any:  # noqa: ANN401 - that of either database
    if connection is None:
        message = "The ledger must be opened first: with Ledger(path) as ledger."
        raise StoreError(message)
    return connection


def _migrate(db: Session, steps: tuple[str, ...], path: str | Path) -> None:
    """Take the steps that the tables have not seen."""
    db.execute("CREATE TABLE IF NOT EXISTS crawl_version (version INTEGER NOT NULL)")
    row = db.execute("SELECT version FROM crawl_version").fetchone()
    version = int(row[0]) if row else 0
    if version > len(steps):
        message = f"The crawl tables of {shown(path)} were written by a newer version of Event.Locky ({version})."
        raise StoreError(message)
    if version == len(steps):
        return
    for step in steps[version:]:
        for statement in filter(str.strip, step.split(";")):
            db.execute(statement)
    db.execute("DELETE FROM crawl_version")
    db.execute("INSERT INTO crawl_version VALUES (?)", (len(steps),))
