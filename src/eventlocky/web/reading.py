"""Threads that read the store, each with a store of its own that stays open.

Opening a file for every request would cost more than most searches. A thread opens it anew when the file was replaced
or could not be read. `version` tells, for a few microseconds, whether somebody has written since.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import TypeVar

from eventlocky.errors import StoreError
from eventlocky.store import Store

THREADS = 4
Answer = TypeVar("Answer")


class Readings:
    """A few threads that answer questions to a store."""

    def __init__(self, path: str, clock: Callable[[], datetime]) -> None:
        self.path = path
        self.clock = clock
        self._own = threading.local()
        self._threads = ThreadPoolExecutor(THREADS, "store")
        self._watch: sqlite3.Connection | None = None
        self._watched = (0, 0)

    async def ask(self, question: Callable[[Store], Answer]) -> Answer:
        """Return what a question to the store answers."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def _ask(self, question: Callable[[Store], Answer]) -> Answer:
        store = self._store()
        try:
            return question(store)
        except StoreError as error:
            if isinstance(error.__cause__, sqlite3.Error):
                self._close()
            raise

    def _store(self) -> Store:
        """Return the store of this thread, opened anew where the file is another one now."""
        store: Store | None = getattr(self._own, "store", None)
        if store is None or self._own.file != _file(self.path):
            self._close()
            store = Store(self.path, clock=self.clock)
            store.__enter__()
            self._own.store, self._own.file = store, _file(self.path)
        return store

    def _close(self) -> None:
        store: Store | None = getattr(self._own, "store", None)
        if store is not None:
            store.__exit__(None, None, None)
            self._own.store = None

    def version(self) -> str:
        """Return what changes whenever somebody writes into the store, "" where that cannot be told."""
        try:
            file = _file(self.path)
            if self._watch is None or self._watched != file:
                self._unwatch()
                if file == (0, 0):
                    return ""
                self._watch = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0)
                self._watched = file
            number = self._watch.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error:
            self._unwatch()
            return ""
        return f"{file[1]}-{number}"

    def _unwatch(self) -> None:
        if self._watch is not None:
            with suppress(sqlite3.Error):
                self._watch.close()
            self._watch = None

    def close(self) -> None:
        """Close the store of every thread, and end them."""
        together = threading.Barrier(THREADS)

        def leave() -> None:
            self._close()
            together.wait(timeout=10)  # so that each thread takes exactly one of these

        for _ in range(THREADS):
            self._threads.submit(leave)
        self._threads.shutdown()
        self._unwatch()


def _file(path: str) -> tuple[int, int]:
    try:
        known = os.stat(path)  # noqa: PTH116 - asked for every request
    except OSError:
        return 0, 0
    return known.st_dev, known.st_ino
