"""What a job and a queue are, and when something that did not work out is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from eventlocky.errors import DatabaseError, JobError

WAITED_FOR, USUAL = 10, 0
"""Priorities: what a person waits for comes before what is done by the clock."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be done: the name of its task and what that needs.

    Of jobs with the same `lock` one runs at a time, whoever works. A job with the same `once` as one that still waits
    is not put a second time.
    """

    task: str
    values: Mapping[str, Any] = field(default_factory=dict)
    lock: str = ""
    once: str = ""
    priority: int = USUAL


class Queue(Protocol):
    """Where jobs wait."""

    async def put(self, job: Job) -> bool:
        """Let a job wait for its turn; False where the same one waits already."""


_HOUR_S = 3_600.0


def wait_s(error: BaseException, attempts: int) -> float | None:
    """Return after how many seconds a job that failed so often is tried again, None for never.

    A site that cannot be reached is left alone for an hour, three and nine: the ledger remembers its failure for an
    hour. A database that is away is soon back. What ended with its worker goes on at once. A fault of ours may be one
    of the moment.
    """
    if isinstance(error, asyncio.CancelledError):
        return 0.0
    if isinstance(error, JobError):
        return 1.05 * _HOUR_S * 3**attempts if attempts < 3 else None  # noqa: PLR2004 - three times
    if isinstance(error, DatabaseError):
        return min(600.0, 5.0 * 2**attempts) if attempts < 12 else None  # noqa: PLR2004 - for an hour and a half
    return 60.0 * 4**attempts if attempts < 3 else None  # noqa: PLR2004 - three times
