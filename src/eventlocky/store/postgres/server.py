"""One database of a PostgreSQL server: brought up to date, read and written in transactions, its errors in sentences.

Any number of threads and programs read side by side, each at one moment. Who writes waits for its turn, as in a SQLite
file: whether an announcement is that of an event that is known already cannot be told twice at once. A turn takes
milliseconds.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool

from eventlocky import postgres
from eventlocky.database import shown
from eventlocky.errors import StoreError
from eventlocky.store.postgres.index import ServerIndex

_MOST_CONNECTIONS = 8
_WAIT_S = 10.0
_TURN = 7_735_420_116
"""The number of the lock that a writer of a store holds; any will do that nothing else uses."""

READ = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = b"BEGIN; SELECT pg_advisory_xact_lock(%d)" % _TURN


class Session(postgres.Session):
    """A connection to a store, with the index that a server has."""

    index = ServerIndex()


class Server:
    """The tables of a store in one database of a server."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._pool: ConnectionPool[psycopg.Connection[Any]] | None = None
        self._own = threading.local()

    def open(self) -> None:
        """Connect, make the tables where there are none, and bring them up to date."""
        with postgres.errors(self.path, "opened"):
            with postgres.connect(self.path) as connection:
                self._migrate(connection)
            self._pool = ConnectionPool(
                postgres.conninfo(self.path),
                kwargs={"autocommit": True},
                min_size=0,
                max_size=_MOST_CONNECTIONS,
                num_workers=1,
                timeout=_WAIT_S,
                open=True,
            )

    def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _migrate(self, connection: psycopg.Connection[Any]) -> None:
        """Take the steps that the database has not seen, all or none; another process may have been faster."""
        steps = migrations()
        last = steps[-1][0]
        if self._format(connection, last) == last:
            return
        _check_encoding(connection)
        with postgres.transaction(connection, WRITE):
            connection.execute("CREATE TABLE IF NOT EXISTS store_format (number INTEGER NOT NULL)")
            known = self._format(connection, last)
            for number, script in steps:
                if number > known:
                    connection.execute(script.encode())
            connection.execute("DELETE FROM store_format")
            connection.execute("INSERT INTO store_format VALUES (%s)", (last,))

    def _format(self, connection: psycopg.Connection[Any], last: int) -> int:
        """Return the format of the tables, 0 where there are none."""
        if connection.execute("SELECT to_regclass('store_format')").fetchone() == (None,):
            return 0
        row = connection.execute("SELECT number FROM store_format").fetchone()
        number = int(row[0]) if row else 0
        if not 0 <= number <= last:
            message = (
                f"The store {shown(self.path)} was written by another version of Event.Locky: it has format {number}, "
                f"and this one knows formats up to {last}. Use the newer program, or name another store with --store."
            )
            raise StoreError(message)
        return number

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session to read with: what is read within is of one moment."""
        with self._session("read", READ) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session to write with: all of it is kept, or nothing; within another writing, with that."""
        with self._session("written", WRITE) as session:
            if session is getattr(self._own, "writing", None):
                yield session
                return
            self._own.writing = session
            try:
                yield session
            finally:
                self._own.writing = None

    @contextmanager
    def _session(self, doing: str, begin: bytes) -> Iterator[Session]:
        """Give a session within a transaction; within a writing of the same thread, that of the writing."""
        within: Session | None = getattr(self._own, "writing", None)
        if self._pool is None:
            message = "The store must be opened first: with Store(path) as store."
            raise StoreError(message)
        with postgres.errors(self.path, doing):
            if within is not None:
                yield within
                return
            connection = _begun(self._pool, begin)
            try:
                with postgres.ending(connection):
                    yield Session(connection)
            finally:
                self._pool.putconn(connection)


def _begun(pool: ConnectionPool[psycopg.Connection[Any]], begin: bytes) -> psycopg.Connection[Any]:
    """Return a connection with its transaction begun; those that the server ended while nobody used them are left."""
    for is_last in [*[False] * _MOST_CONNECTIONS, True]:
        connection = pool.getconn()
        try:
            connection.execute(begin)
        except psycopg.OperationalError:
            is_over = not connection.closed or is_last
            pool.putconn(connection)
            if is_over:
                raise
        else:
            return connection
    raise AssertionError  # the last one has returned or raised


def _check_encoding(connection: psycopg.Connection[Any]) -> None:
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is None or row[0] != "UTF8":
        message = f"The database has the encoding {row and row[0]}. Create one with: createdb --encoding UTF8 NAME"
        raise StoreError(message)


def migrations() -> Sequence[tuple[int, str]]:
    """Return the steps from an empty database to the present tables, with the number of the format each leads to."""
    folder = files("eventlocky.store.postgres") / "migrations"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(int(name.removesuffix(".sql")), (folder / name).read_text(encoding="utf-8")) for name in names]
