"""What the two databases have in common: a session to ask and to write with, and which of them an address means.

A store is one SQLite file or a PostgreSQL server. The SQL of the project is written once, in the words that both
understand, with `?` where a value goes; `sqlite.py` and `postgres.py` open them and tell their errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

_SCHEMES = ("postgresql://", "postgres://")


class Rows(Protocol):
    """The answer to a question."""

    @property
    def rowcount(self) -> int:
        """Return how many rows were changed."""

    @property
    def description(self) -> Any:  # noqa: ANN401 - each database has its own
        """Return what the columns are, their names first."""

    def fetchone(self) -> Any:  # noqa: ANN401 - a row of any columns
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Go through the rows that are left."""


class Session(Protocol):
    """A connection to ask and to write with."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Rows:
        """Ask or write one thing."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Rows:
        """Write one thing for many values."""


def is_server(store: str | Path) -> bool:
    """Tell whether a store is a PostgreSQL server; else it is a file."""
    return isinstance(store, str) and store.startswith(_SCHEMES)


def is_there(store: str | Path) -> bool:
    """Tell whether a store is there to be read: a server says so itself when it is opened."""
    return is_server(store) or Path(store).is_file()


def shown(store: str | Path) -> str:
    """Return the name of a store for people and logs: a password is nobody's business."""
    if not is_server(store):
        return str(store)
    try:
        parts = urlsplit(str(store))
        if parts.password is None and "password" not in parts.query:
            return str(store)
        user = f"{parts.username}@" if parts.username else ""
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "postgresql://…"
    return parts._replace(netloc=f"{user}{host}", query="").geturl()
