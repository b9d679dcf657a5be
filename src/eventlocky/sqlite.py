"""What every SQLite file of the project shares: one error, one way to open, one way to change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eventlocky.errors import StoreError

PATIENCE_S = 30.0
"""So long one process waits for another that has the file; its transactions take milliseconds."""

_ADVICE = (
    ("full", "Make room on the disk and do it again: what was kept before is still there."),
    ("readonly", "Make the file and its folder writable, or copy them elsewhere."),
    ("read-only", "Make the file and its folder writable, or copy them elsewhere."),
    (
        "locked",
        f"Another program has been writing for {PATIENCE_S:.0f} seconds: wait for it or end it, and do it again.",
    ),
    ("malformed", "The file is damaged: put a copy in its place, or save what can be read with: sqlite3 FILE .recover"),
    ("not a database", "It is no SQLite file: name another one, or move it away and a new one is made."),
    ("unable to open", "Check that the folder is there and that you may write in it."),
    ("disk i/o", "The disk failed or has no room left: check it and do it again; what was kept before is still there."),
)
_ANY_ADVICE = "Check the path, the disk and who else uses it."


def connect(path: str | Path) -> sqlite3.Connection:
    """Open a file, or make it: with a log beside it, so that who reads and who writes do not wait for each other."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE_S)
    with suppress(sqlite3.OperationalError):  # another process has the file: it sets the mode
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def advice(error: Exception) -> str:
    """Return what to do about an error of SQLite."""
    said = str(error).lower()
    return next((what for words, what in _ADVICE if words in said), _ANY_ADVICE)


@contextmanager
def errors(thing: str, doing: str) -> Iterator[None]:
    """Turn what SQLite raises into one clear sentence: `errors("The store town.sqlite", "read")`."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError) as error:
        message = f"{thing} cannot be {doing}: {error}. {advice(error)}"
        raise StoreError(message) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Change everything or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise
