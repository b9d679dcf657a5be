"""The store in one SQLite file.

An event is kept as JSON beside the few columns that it is looked up by. What one page announced is
replaced as a whole when the page is read again, in one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Self

from eventlocky.errors import StoreError
from eventlocky.formats.ics import uid
from eventlocky.formats.json import plain, stamp
from eventlocky.types import Event, Organisation

_SCHEMA = """
CREATE TABLE organisation (
    website TEXT PRIMARY KEY, name TEXT NOT NULL, category TEXT, lat REAL, lon REAL
) STRICT;
CREATE TABLE event (
    uid TEXT NOT NULL, page TEXT NOT NULL, website TEXT NOT NULL REFERENCES organisation,
    kind TEXT NOT NULL, title TEXT NOT NULL, start TEXT, last_day TEXT, data TEXT NOT NULL,
    PRIMARY KEY (page, kind, uid)
) STRICT;
CREATE INDEX event_by_start ON event (start);
"""
_VERSION = 1
_PATIENCE_S = 30.0
"""How long to wait for another process that writes; its transactions take milliseconds."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An event as it comes back from the store, with the organisation that announced it."""

    organisation: str
    website: str
    kind: str
    title: str
    start: str | None
    end: str | None
    link: str | None
    location: str | None
    price: str | None


class Store:
    """A SQLite file of events; use it as a context manager."""

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        """Open the file, and make it where there is none."""
        with self._errors("opened"):
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=_PATIENCE_S)
            self._connection.execute("PRAGMA foreign_keys = ON")
            if self._version() == 0:
                self._make(self._connection)
            if (version := self._version()) != _VERSION:
                message = (
                    f"The store {self.path} was written by another version of Event.Locky ({version}, not {_VERSION})."
                )
                raise StoreError(message)
        return self

    def _version(self) -> int:
        with self._errors("opened") as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            return int(version)

    def _make(self, connection: sqlite3.Connection) -> None:
        """Make the tables, unless another process was faster."""
        with suppress(sqlite3.OperationalError):  # another process has the file: it sets the mode
            connection.execute("PRAGMA journal_mode = WAL")
        with _transaction(connection):
            if self._version() == 0:
                for statement in f"{_SCHEMA} PRAGMA user_version = {_VERSION};".split(";"):
                    connection.execute(statement)

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

    def keep(self, organisation: Organisation, page: str, kind: str, events: Sequence[Event]) -> None:
        """Keep what a page announces of a kind, in place of what it announced before."""
        website = organisation.website or organisation.source_id or organisation.name
        with self._errors("written") as connection, _transaction(connection):
            connection.execute(
                "INSERT INTO organisation VALUES (?, ?, ?, ?, ?) ON CONFLICT (website) DO UPDATE "
                "SET name = excluded.name, category = excluded.category, lat = excluded.lat, lon = excluded.lon",
                (website, organisation.name, organisation.category, organisation.lat, organisation.lon),
            )
            connection.execute("DELETE FROM event WHERE page = ? AND kind = ?", (page, kind))
            connection.executemany(
                "INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [_row(event, page, website, kind) for event in events],
            )

    def events(self, *, since: date | None = None, kind: str | None = None) -> list[Kept]:
        """Return the events that are not over on a day, the soonest first; those without a date last."""
        with self._errors("read") as connection:
            rows = connection.execute(
                "SELECT organisation.name, event.website, kind, data FROM event JOIN organisation USING (website) "
                "WHERE (:since IS NULL OR last_day IS NULL OR last_day >= :since) AND (:kind IS NULL OR kind = :kind) "
                "ORDER BY start IS NULL, start, title, page",
                {"since": since.isoformat() if since else None, "kind": kind},
            ).fetchall()
        return [_kept(*row) for row in rows]

    @contextmanager
    def _errors(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Turn what SQLite raises into one clear sentence."""
        if self._connection is None and doing != "opened":
            message = "The store must be opened first: with Store(path) as store."
            raise StoreError(message)
        try:
            yield self._connection  # type: ignore[misc]
        except (sqlite3.Error, UnicodeEncodeError) as error:
            message = (
                f"The store {self.path} cannot be {doing}: {error}. Check the path, the disk and who else uses it."
            )
            raise StoreError(message) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _row(event: Event, page: str, website: str, kind: str) -> tuple[str | None, ...]:
    last_day = event.when.last_day
    return (
        uid(event),
        page,
        website,
        kind,
        event.title,
        stamp(event.when.start),
        last_day.isoformat() if last_day else None,
        json.dumps(plain(event), ensure_ascii=False),
    )


def _kept(organisation: str, website: str, kind: str, data: str) -> Kept:
    event = json.loads(data)
    when, place, price = event.get("when", {}), event.get("where", {}), event.get("price", {})
    return Kept(
        organisation=organisation,
        website=website,
        kind=kind,
        title=event["title"],
        start=when.get("start"),
        end=when.get("end"),
        link=event.get("link"),
        location=", ".join(part for part in (place.get("name"), place.get("address")) if part) or None,
        price=price.get("text") or ("free" if price.get("free") else None),
    )
