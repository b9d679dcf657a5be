"""A store whose clock the test sets."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from eventlocky.store import Store

sys.path.insert(0, str(Path(__file__).parent))  # the script of edits


@pytest.fixture
def store(anywhere, clock):
    """A store in a file, and again on a PostgreSQL server."""
    with Store(anywhere, clock=clock) as opened:
        yield opened
