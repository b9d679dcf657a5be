"""Whether somebody has written into a store since one last looked, told without a search.

`version` costs microseconds, so that a server of pages asks for every request; `wait` comes back as soon as there is
something new. A SQLite file counts what was written; a PostgreSQL server says so itself (`postgres/news.py`).
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from eventlocky.database import is_server

_LOOK_S = 0.2


class News(Protocol):
    """What is new in a store."""

    def version(self) -> str:
        """Return what changes whenever somebody writes into the store, "" where that cannot be told."""

    def wait(self, known: str, timeout_s: float) -> str:
        """Wait until the version is another than the known one, or for so long; return it."""

    def close(self) -> None:
        """Look no more."""


def news_of(path: str | Path) -> News:
    """Return who watches a store."""
    if is_server(path):
        from eventlocky.store.postgres.news import ServerNews  # needs an extra

        return ServerNews(str(path))
    return FileNews(path)


class FileNews:
    """Watches a SQLite file; another file in its place is news too."""

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._watched = (0, 0)

    def version(self) -> str:
        """Return what changes whenever somebody writes into the file, "" where that cannot be told."""
        try:
            file = identity_of(self.path)
            if self._connection is None or self._watched != file:
                self.close()
                if file == (0, 0):
                    return ""
                self._connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0)
                self._watched = file
            number = self._connection.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error:
            self.close()
            return ""
        return f"{file[1]}-{number}"

    def wait(self, known: str, timeout_s: float) -> str:
        """Look a few times a second until the version is another."""
        end = time.monotonic() + timeout_s
        while (version := self.version()) == known and (left := end - time.monotonic()) > 0:
            time.sleep(min(_LOOK_S, left))
        return version

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def identity_of(path: str | Path) -> tuple[int, int]:
    """Return what tells a file from another that takes its place, zeros where there is none."""
    try:
        known = os.stat(path)  # noqa: PTH116 - asked for every request
    except (OSError, ValueError):
        return 0, 0
    return known.st_dev, known.st_ino
