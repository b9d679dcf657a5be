"""What services answered before, on disk and for a while; and whose turn it is to ask them.

One SQLite file serves all runs of a user, side by side too: so a service is never asked twice for the same thing
while the answer is fresh, and never faster than its rules allow, however many runs there are. Where the file cannot
be used, a memory for this run alone takes its place.
"""

from __future__ import annotations

import logging
import sqlite3
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Self

from eventlocky.settings import Settings

_LOG = logging.getLogger(__name__)
_DAY_S = 86_400.0
_MOST_KEPT = 2_000
"""So many answers are kept at the most; the oldest go first."""
_PATIENCE_S = 10.0
_TABLES = """
create table if not exists answers (key text primary key, asked real not null, body blob not null) without rowid;
create table if not exists turns (service text primary key, at real not null) without rowid;
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that was kept, and how old it is."""

    body: bytes
    age_s: float
    is_fresh: bool

    @property
    def age(self) -> str:
        """Its age in words."""
        days, hours = round(self.age_s / _DAY_S), round(self.age_s / 3_600)
        if days > 1:
            return f"{days} days"
        return f"{hours} hours" if hours > 1 else "an hour"


class Memory:
    """The kept answers; use it as a context manager."""

    def __init__(self, file: str, days: float, clock: Callable[[], float] = time.time) -> None:
        self.file = file
        self.days = days
        self.clock = clock
        self._open: sqlite3.Connection | None = None

    @classmethod
    def of(cls, settings: Settings) -> Memory:
        """Return the memory that the settings name; a run that is replayed takes answers of any age."""
        return cls(settings.places_cache, inf if settings.replay else settings.places_cache_days)

    def __enter__(self) -> Self:
        """Open the file."""
        self._open = self._connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def recall(self, *question: str) -> Kept | None:
        """Return what was answered to a question, fresh or not."""
        try:
            row = self._base().execute("select asked, body from answers where key = ?", (_key(question),)).fetchone()
            if row is None:
                return None
            age_s = max(0.0, self.clock() - float(row[0]))
            return Kept(zlib.decompress(row[1]), age_s, age_s < self.days * _DAY_S)
        except (sqlite3.Error, zlib.error, TypeError, ValueError) as error:
            _LOG.warning("A kept answer in %s cannot be read: %s", self.file, error)
            return None

    def keep(self, body: bytes, *question: str) -> None:
        """Keep an answer."""
        base, row = self._base(), (_key(question), self.clock(), zlib.compress(body, 1))
        try:
            base.execute("insert or replace into answers values (?, ?, ?)", row)
            base.execute(
                "delete from answers where key in (select key from answers order by asked desc limit -1 offset ?)",
                (_MOST_KEPT,),
            )
        except sqlite3.Error as error:
            _LOG.warning("An answer cannot be kept in %s: %s", self.file, error)

    def turn_s(self, service: str, pause_s: float) -> float:
        """Take the next turn at a service that wants a pause between two requests; return how long it is to wait."""
        base, now = self._base(), self.clock()
        try:
            base.execute("begin immediate")
            row = base.execute("select at from turns where service = ?", (service,)).fetchone()
            last = min(float(row[0]), now + 60 * pause_s) if row else 0.0  # a clock that was set back stops nobody
            turn = max(now, last + pause_s)
            base.execute("insert or replace into turns values (?, ?)", (service, turn))
            base.execute("commit")
        except sqlite3.Error as error:
            _LOG.warning("The turns in %s cannot be kept: %s", self.file, error)
            if base.in_transaction:
                base.rollback()
            return pause_s
        return turn - now

    def turn_is_over(self, service: str) -> None:
        """Say that an answer is in: the pause counts from here, however long the request was on its way."""
        try:
            self._base().execute("update turns set at = max(at, ?) where service = ?", (self.clock(), service))
        except sqlite3.Error as error:
            _LOG.warning("The turns in %s cannot be kept: %s", self.file, error)

    def _base(self) -> sqlite3.Connection:
        if self._open is None:
            self._open = self._connect()
        return self._open

    def _connect(self) -> sqlite3.Connection:
        file = Path(self.file).expanduser() if self.file else None
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                return _opened(str(file))
            except (OSError, sqlite3.Error) as error:
                _LOG.warning("The places cache %s cannot be used (%s); nothing is kept after this run.", file, error)
        return _opened(":memory:")


def _opened(file: str) -> sqlite3.Connection:
    base = sqlite3.connect(file, timeout=_PATIENCE_S, isolation_level=None)
    try:
        base.executescript(_TABLES)
    except sqlite3.Error:
        base.close()
        raise
    return base


def _key(question: tuple[str, ...]) -> str:
    return sha256("\0".join(question).encode("utf-8", "surrogatepass")).hexdigest()
