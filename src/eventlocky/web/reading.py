"""Threads that read the store, each with a store of its own that stays open.

Opening a file for every request would cost more than most searches. A thread opens it anew when the file was replaced
or could not be read. `version` tells, for a few microseconds, whether somebody has written since.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TypeVar

from eventlocky.errors import DatabaseError
from eventlocky.store import Store
from eventlocky.store.news import identity_of, news_of

THREADS = 2
"""More only wait for each other: a search holds the interpreter for most of its time."""
Answer = TypeVar("Answer")


class Readings:
    """A few threads that answer questions to a store."""

    def __init__(self, path: str, clock: Callable[[], datetime]) -> None:
        self.path = path
        self.clock = clock
        self._own = threading.local()
        self._threads = ThreadPoolExecutor(THREADS, "store")
        self._news = news_of(path)

    async def ask(self, question: Callable[[Store], Answer]) -> Answer:
        """Return what a question to the store answers."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def _ask(self, question: Callable[[Store], Answer]) -> Answer:
        store = self._store()
        try:
            return question(store)
        except DatabaseError:
            self._close()
            raise

    def _store(self) -> Store:
        """Return the store of this thread, opened anew where the file is another one now."""
        store: Store | None = getattr(self._own, "store", None)
        if store is None or self._own.file != identity_of(self.path):
            self._close()
            store = Store(self.path, clock=self.clock)
            store.__enter__()
            self._own.store, self._own.file = store, identity_of(self.path)
        return store

    def _close(self) -> None:
        store: Store | None = getattr(self._own, "store", None)
        if store is not None:
            store.__exit__(None, None, None)
            self._own.store = None

    def version(self) -> str:
        """Return what changes whenever somebody writes into the store, "" where that cannot be told."""
        return self._news.version()

    def close(self) -> None:
        """Close the store of every thread, and end them."""
        together = threading.Barrier(THREADS)

        def leave() -> None:
            self._close()
            together.wait(timeout=10)  # so that each thread takes exactly one of these

        for _ in range(THREADS):
            self._threads.submit(leave)
        self._threads.shutdown()
        self._news.close()
