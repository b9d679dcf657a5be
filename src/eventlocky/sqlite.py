"""What every SQLite file of the project shares: one error, one way to open, one way to change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eventlocky.errors import StoreError

PATIENCE_S = 30.0
"""So long one process waits for another that has the file."""


def connect(path: str | Path) -> sqlite3.Connection:
    """Open a file, or make it: with a log beside it, so that who reads and who writes do not wait for each other."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE_S)
    with suppress(sqlite3.OperationalError):  # another process has the file: it sets the mode
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


@contextmanager
def errors(thing: str, doing: str) -> Iterator[None]:
    """Turn what SQLite raises into one clear sentence: `errors("The store town.sqlite", "read")`."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError) as error:
        message = f"{thing} cannot be {doing}: {error}. Check the path, the disk and who else uses it."
        raise StoreError(message) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Change everything or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
