"""A store in a SQLite file copied into an empty database of a PostgreSQL server, and checked row by row.

Table after table, each as a whole or not at all; ids and uids stay. What came over is read again in the order of the
file, and counts and digests must agree. A copy that was cut off goes on with the first table that is not there yet:
what is there and agrees is not copied again. The file is read at one moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from eventlocky import postgres, sqlite
from eventlocky.crawl.ledger import Ledger
from eventlocky.database import is_server, is_there, shown
from eventlocky.errors import StoreError
from eventlocky.store.postgres.server import WRITE
from eventlocky.store.whole import Store

_TABLES = {
    "organisation": "website",
    "page": "url",
    "event": "id",
    "statement": "id",
    "apart": "one, other",
    "version": "id",
    "facts": "event",
    "occurrence": "id",
    "note": "name",
    "account": "id",
    "token": "digest",
    "rating": "account, event",
    "saved_search": "id",
    "delivery": "search, event, what, sequence",
    "correction": "id",
    "crawl_site": "website",
    "crawl_page": "url",
}
"""The tables in an order in which each refers to earlier ones, and by what their rows are put in order."""

_ROWS_AT_ONCE = 5_000

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of one table: how many rows, their digest, and whether they were there already."""

    table: str
    rows: int
    digest: str
    was_there: bool


def copy(source: str | Path, target: str) -> Iterator[Copied]:
    """Copy a store, and yield each table once it was checked; what does not agree raises StoreError."""
    if is_server(source) or not is_there(source):
        message = f"There is no file {shown(source)}. Name the SQLite store to copy first, then the server."
        raise StoreError(message)
    if not is_server(target):
        message = f"{target} is no server. Give where to copy to as postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        raise StoreError(message)
    for place in (source, target):
        with Store(place), Ledger(place):
            pass  # both are of the present format
    name = f"The store {source}"
    with (
        sqlite.errors(name, "read"),
        postgres.errors(target, "written"),
        closing(sqlite.connect(source)) as file,
        postgres.connect(target) as server,
    ):
        file.execute("BEGIN")
        for table, order in _TABLES.items():
            yield _table(file, server, table, order)
        _places(server)


def _table(file: sqlite3.Connection, server: psycopg.Connection[Any], table: str, order: str) -> Copied:
    """Copy one table where it is not there already."""
    columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    kinds = _kinds(server, table)
    flags = [kinds[column] == "boolean" for column in columns]
    quoted = ", ".join(f'"{column}"' for column in columns)
    question = f"SELECT {quoted} FROM {table} ORDER BY {order}"  # noqa: S608 - names of our own
    ask = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(names, sql.Identifier(table), sql.SQL(order))
    known = _Digest()
    known.all(_stream(server, ask))
    if known.rows:
        return _compared(table, known, file.execute(question))
    wanted, found = _Digest(), _Digest()
    with postgres.transaction(server, WRITE):
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
        with _without_indexes(server, table), server.cursor() as cursor, cursor.copy(into) as writing:
            for row in file.execute(question):
                wanted.add(row)
                writing.write_row([_value(value, flag) for value, flag in zip(row, flags, strict=True)])
        _go_on_counting(server, table, kinds)
        found.all(_stream(server, ask))
        if found.result != wanted.result:
            message = (
                f"Of the table {table}, {found.rows:,} rows of {wanted.rows:,} came over, or others. None is kept."
            )
            raise StoreError(message)
    return Copied(table, *found.result, was_there=False)


def _compared(table: str, known: _Digest, rows: sqlite3.Cursor) -> Copied:
    """Leave a table that holds the same already; one that holds something else is refused."""
    wanted = _Digest()
    wanted.all(rows)
    if known.result != wanted.result:
        message = (
            f"The table {table} of the server holds {known.rows:,} other rows than the file ({wanted.rows:,}). "
            "Copy into an empty database: createdb NAME"
        )
        raise StoreError(message)
    return Copied(table, *wanted.result, was_there=True)


@contextmanager
def _without_indexes(server: psycopg.Connection[Any], table: str) -> Iterator[None]:
    """Take the indexes of a table away while it is filled: made at once they take a tenth of the time."""
    indexes = server.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid = %s::regclass AND NOT indisunique AND NOT indisexclusion",
        (table,),
    ).fetchall()
    for name, _ in indexes:
        server.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
    yield
    server.execute("SET LOCAL maintenance_work_mem = '256MB'")
    for _, definition in indexes:
        server.execute(definition.encode())


def _kinds(server: psycopg.Connection[Any], table: str) -> dict[str, str]:
    rows = server.execute(
        "SELECT attname, atttypid::regtype::text || attidentity::text FROM pg_attribute "
        "WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
        (table,),
    )
    return dict(rows.fetchall())


def _value(value: object, is_flag: bool) -> object:  # noqa: FBT001 - a column of flags or not
    if is_flag:
        return bool(value)
    return value.replace("\0", "") if isinstance(value, str) else value


def _stream(server: psycopg.Connection[Any], question: sql.Composed) -> Iterator[Row]:
    """Yield the rows of a question, a few thousand at a time."""
    with server.transaction(), server.cursor("copied") as cursor:
        cursor.itersize = _ROWS_AT_ONCE
        cursor.execute(question)
        yield from cursor


class _Digest:
    """How many rows there are, and a digest of all their values; a flag is a number, as in a file."""

    def __init__(self) -> None:
        self.rows = 0
        self._digest = blake2b(digest_size=16)

    def add(self, row: Row) -> None:
        """Take a row into account."""
        self.rows += 1
        plain = [int(value) if isinstance(value, bool) else _value(value, is_flag=False) for value in row]
        self._digest.update(repr(plain).encode("utf-8", "surrogatepass"))

    def all(self, rows: Iterable[Row]) -> None:
        """Take all rows into account."""
        for row in rows:
            self.add(row)

    @property
    def result(self) -> tuple[int, str]:
        """Return the count and the digest."""
        return self.rows, self._digest.hexdigest()


def _go_on_counting(server: psycopg.Connection[Any], table: str, kinds: dict[str, str]) -> None:
    """Let the next id of a table be one that is free."""
    if kinds.get("id", "").endswith("d"):
        count = "SELECT setval(pg_get_serial_sequence('{0}', 'id'), greatest(1, max(id)), count(*) > 0) FROM {0}"
        server.execute(count.format(table).encode())


def _places(server: psycopg.Connection[Any]) -> None:
    """Make the index of places, which each database has in its own form, and let the server count what it has."""
    with postgres.transaction(server, WRITE):
        server.execute("TRUNCATE spot")
        with _without_indexes(server, "spot"):
            server.execute(
                "INSERT INTO spot (id, lat, lon, first_day, last_day) SELECT o.id, f.lat, f.lon, o.first_day, "
                "o.last_day FROM occurrence AS o JOIN facts AS f ON f.event = o.event WHERE f.lat IS NOT NULL"
            )
    server.execute("ANALYZE")
