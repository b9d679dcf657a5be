"""A store in a SQLite file copied into an empty database of a PostgreSQL server, and checked row by row.

Table after table, each as a whole or not at all; ids and uids stay. Then both are read again in one order, and counts
and digests must agree. A copy that was cut off goes on with the first table that is not there yet: what is there and
agrees is not copied again. The file is read at one moment and not changed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
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
    wanted = _digest(file.execute(question))
    ask = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(names, sql.Identifier(table), sql.SQL(order))
    known = _digest(_stream(server, ask))
    if known == wanted:
        return Copied(table, *wanted, was_there=wanted[0] > 0)
    if known[0]:
        message = (
            f"The table {table} of the server holds {known[0]:,} other rows than the file ({wanted[0]:,}). "
            "Copy into an empty database: createdb NAME"
        )
        raise StoreError(message)
    with postgres.transaction(server, WRITE):
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
        with server.cursor() as cursor, cursor.copy(into) as writing:
            for row in file.execute(question):
                writing.write_row([_value(value, flag) for value, flag in zip(row, flags, strict=True)])
        _go_on_counting(server, table, kinds)
        found = _digest(_stream(server, ask))
        if found != wanted:
            message = (
                f"The table {table} came over as {found[0]:,} rows of {wanted[0]:,}, or changed. Nothing of it is kept."
            )
            raise StoreError(message)
    return Copied(table, *found, was_there=False)


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


def _digest(rows: Iterator[Row] | sqlite3.Cursor) -> tuple[int, str]:
    """Return how many rows there are and a digest of all values; a flag is a number in a file."""
    count, digest = 0, blake2b(digest_size=16)
    for row in rows:
        count += 1
        plain = [int(value) if isinstance(value, bool) else _value(value, is_flag=False) for value in row]
        digest.update(repr(plain).encode("utf-8", "surrogatepass"))
    return count, digest.hexdigest()


def _go_on_counting(server: psycopg.Connection[Any], table: str, kinds: dict[str, str]) -> None:
    """Let the next id of a table be one that is free."""
    if kinds.get("id", "").endswith("d"):
        count = "SELECT setval(pg_get_serial_sequence('{0}', 'id'), greatest(1, max(id)), count(*) > 0) FROM {0}"
        server.execute(count.format(table).encode())


def _places(server: psycopg.Connection[Any]) -> None:
    """Make the index of places, which each database has in its own form, and let the server count what it has."""
    with postgres.transaction(server, WRITE):
        server.execute("DELETE FROM spot")
        server.execute(
            "INSERT INTO spot (id, lat, lon, first_day, last_day) SELECT o.id, f.lat, f.lon, o.first_day, o.last_day "
            "FROM occurrence AS o JOIN facts AS f ON f.event = o.event WHERE f.lat IS NOT NULL AND f.lon IS NOT NULL"
        )
    server.execute("ANALYZE")
