"""A store whose clock the test sets."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from eventlocky.store import Store

sys.path.insert(0, str(Path(__file__).parent))  # the script of edits


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(anywhere, clock):
    """A store in a file, and again on a PostgreSQL server."""
    with Store(anywhere, clock=clock) as opened:
        yield opened
