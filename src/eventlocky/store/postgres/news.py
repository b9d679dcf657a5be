"""What is new in a store on a PostgreSQL server, heard by LISTEN: a thread with a connection of its own counts it.

While the connection is lost nothing can be told (the version is ""), and coming back is news in itself.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any

import psycopg

from eventlocky import postgres
from eventlocky.errors import StoreError

_LISTEN_S = 0.5
_FIRST_S = 5.0
_PAUSE_S = 2.0


class ServerNews:
    """Listens to a server from the first question on."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._count = 0
        self._is_heard = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._begun = threading.Event()
        self._is_closed = False

    def version(self) -> str:
        """Return what changes whenever somebody writes into the store, "" where that cannot be told."""
        if self._thread is None:
            self._listen()
        return f"{id(self)}-{self._count}" if self._is_heard else ""

    def wait(self, known: str, timeout_s: float) -> str:
        """Wait until the server tells of something new, or for so long; return the version."""
        end = time.monotonic() + timeout_s
        with self._changed:
            while (version := self.version()) == known and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)
        return version

    def close(self) -> None:
        """Hang up."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.join()

    def _listen(self) -> None:
        """Begin to listen; the first question waits until the server is heard, so that nothing is missed after it."""
        self._thread = threading.Thread(target=self._run, name="store news", daemon=True)
        self._thread.start()
        self._begun.wait(_FIRST_S)

    def _run(self) -> None:
        while not self._is_closed:
            with suppress(psycopg.Error, StoreError, OSError), postgres.connect(self.path) as connection:
                connection.execute("LISTEN eventlocky")
                self._hear(is_heard=True)
                self._follow(connection)
            self._hear(is_heard=False)
            end = time.monotonic() + _PAUSE_S
            while not self._is_closed and time.monotonic() < end:
                time.sleep(_LISTEN_S / 5)

    def _follow(self, connection: psycopg.Connection[Any]) -> None:
        while not self._is_closed:
            for _ in connection.notifies(timeout=_LISTEN_S, stop_after=1):
                self._hear(is_heard=True)

    def _hear(self, *, is_heard: bool) -> None:
        with self._changed:
            self._count += 1
            self._is_heard = is_heard
            self._changed.notify_all()
        self._begun.set()
