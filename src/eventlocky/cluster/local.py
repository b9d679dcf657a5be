"""Jobs done by this process alone, for a store in a SQLite file: the queue is in memory, what is due is in the file.

A process that ends loses no work that matters: when it starts again, what is due is found again.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from itertools import count

from eventlocky.cluster.base import Job, wait_s
from eventlocky.cluster.tasks import TASKS, Work

log = logging.getLogger(__name__)


class LocalQueue:
    """A queue in memory, and who does what waits in it."""

    def __init__(self) -> None:
        self._numbers = count()
        self._waiting: list[tuple[int, int, Job, int]] = []
        self._known: set[str] = set()
        self._locks: set[str] = set()
        self._later: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Condition()
        self._running = 0

    async def put(self, job: Job) -> bool:
        """Let a job wait for its turn; False where the same one waits already."""
        if job.once and job.once in self._known:
            return False
        await self._push(job, 0)
        return True

    async def run(self, work: Work, at_once: int, *, is_lasting: bool = True) -> None:
        """Do jobs, so many at once, for ever; or until none is left."""
        beats = [asyncio.create_task(self._beat(name, task.minutes)) for name, task in TASKS.items() if task.minutes]
        hands = [asyncio.create_task(self._hand(work, is_lasting=is_lasting)) for _ in range(at_once)]
        try:
            await asyncio.gather(*hands)
        finally:
            for task in (*beats, *hands, *self._later):
                task.cancel()
            await asyncio.gather(*beats, *hands, *self._later, return_exceptions=True)

    async def _beat(self, name: str, minutes: int) -> None:
        while True:
            await self.put(Job(name, once=name))
            await asyncio.sleep(60 * minutes)

    async def _hand(self, work: Work, *, is_lasting: bool) -> None:
        while (taken := await self._take(is_lasting=is_lasting)) is not None:
            job, attempts = taken
            try:
                said = await TASKS[job.task].run(work, **job.values)
                log.info("%s: %s", job.task, said)
            except Exception as error:  # noqa: BLE001 - one job that fails ends no other
                self._failed(job, attempts, error)
            finally:
                async with self._changed:
                    self._running -= 1
                    self._locks.discard(job.lock)
                    self._changed.notify_all()

    async def _push(self, job: Job, attempts: int) -> None:
        async with self._changed:
            self._known.add(job.once)
            heapq.heappush(self._waiting, (-job.priority, next(self._numbers), job, attempts))
            self._changed.notify()

    async def _take(self, *, is_lasting: bool) -> tuple[Job, int] | None:
        """Return the next job whose lock is free, or None where there is and will be none."""
        async with self._changed:
            while True:
                free = [entry for entry in self._waiting if not entry[2].lock or entry[2].lock not in self._locks]
                if free:
                    entry = min(free)
                    self._waiting.remove(entry)
                    heapq.heapify(self._waiting)
                    _, _, job, attempts = entry
                    self._known.discard(job.once)
                    self._locks.add(job.lock)
                    self._running += 1
                    return job, attempts
                if not is_lasting and not self._waiting and not self._running:
                    self._changed.notify_all()
                    return None
                await self._changed.wait()

    def _failed(self, job: Job, attempts: int, error: Exception) -> None:
        wait = wait_s(error, attempts)
        log.warning("%s %s: %s", job.task, job.lock, error)
        if wait is None:
            return

        async def again() -> None:
            await asyncio.sleep(wait)
            await self._push(job, attempts + 1)

        task = asyncio.create_task(again())
        self._later.add(task)
        task.add_done_callback(self._later.discard)
