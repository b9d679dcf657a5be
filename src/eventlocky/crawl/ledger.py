"""The crawler's memory: what was asked for, what it gave, when it is due again, how each source is doing.

Tables of its own beside those of the store (`tables.py`). Every answer is written down
before the next is asked for, in one transaction, so that a crawl that was killed goes on where it stopped: what is
still fresh is taken from here, and the crawl, which makes the same choices from the same answers, ends as it would.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from eventlocky.crawl.health import NEW, Health, State
from eventlocky.crawl.plan import NO_HISTORY, History
from eventlocky.crawl.tables import tables_of
from eventlocky.database import is_server


@dataclass(frozen=True, slots=True)
class Known:
    """What an address gave: when, how it changes, and a note of what was read in it (JSON), for the same reader.

    `reader` names what reads (version, settings, kinds): another reader cannot use the note.
    """

    url: str
    website: str
    fetched: float
    due: float
    digest: str = ""
    etag: str | None = None
    modified: str | None = None
    history: History = NO_HISTORY
    reader: str = ""
    note: str = "{}"

    def is_fresh(self, now: float, reader: str) -> bool:
        """Whether the note still stands for the page."""
        return self.fetched <= now < self.due and self.reader == reader


@dataclass(frozen=True, slots=True)
class SiteMemory:
    """What is known of a site: its health, which shapes of pages give events, which pages are its lists.

    `before` holds the shapes that the last crawl went by, for the crawl that takes its place while it is fresh.
    """

    health: Health = NEW
    shapes: Mapping[str, float] = field(default_factory=dict)
    before: Mapping[str, float] = field(default_factory=dict)
    lists: Mapping[str, int] = field(default_factory=dict)
    is_finished: bool = False


class Ledger:
    """The memory in a file or on a server; use it as a context manager. Without a path it is gone afterwards."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        self.path = path
        self._tables = tables_of(path)

    def __enter__(self) -> Self:
        """Open the tables, and bring them up to date."""
        self._tables.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the tables."""
        self._tables.close()

    # Pages -----------------------------------------------------------------------------------

    def answer(self, url: str) -> Known | None:
        """Return what an address gave the last time, or None."""
        with self._tables.reading() as db:
            row = db.execute("SELECT * FROM crawl_page WHERE url = ?", (url,)).fetchone()
        return _answer(row) if row else None

    def keep(self, answer: Known) -> None:
        """Write down what an address gave, in place of what it gave before."""
        history = answer.history
        row = (answer.url, answer.website, answer.fetched, answer.due, answer.digest, answer.etag, answer.modified,
               history.looks, history.changes, history.span_s, answer.reader, answer.note)  # fmt: skip
        with self._tables.writing() as db:
            db.execute("DELETE FROM crawl_page WHERE url = ?", (answer.url,))
            marks = ", ".join("?" * len(row))
            db.execute(f"INSERT INTO crawl_page VALUES ({marks}) ON CONFLICT DO NOTHING", row)  # noqa: S608

    def answers(self, website: str) -> list[Known]:
        """Return everything that a site gave, by address."""
        with self._tables.reading() as db:
            rows = db.execute("SELECT * FROM crawl_page WHERE website = ? ORDER BY url", (website,)).fetchall()
        return [_answer(row) for row in rows]

    def forget(self, website: str, before: float) -> None:
        """Forget the pages of a site that were due before a moment: nothing leads to them any more."""
        with self._tables.writing() as db:
            db.execute("DELETE FROM crawl_page WHERE website = ? AND due < ?", (website, before))

    # Sites -----------------------------------------------------------------------------------

    def site(self, website: str) -> SiteMemory:
        """Return what is known of a site; of a new one nothing is."""
        with self._tables.reading() as db:
            row = db.execute("SELECT data FROM crawl_site WHERE website = ?", (website,)).fetchone()
        return _memory(row[0]) if row else SiteMemory()

    def keep_site(self, website: str, memory: SiteMemory) -> None:
        """Write down what is known of a site."""
        data = json.dumps(asdict(memory), ensure_ascii=False)
        with self._tables.writing() as db:
            db.execute("DELETE FROM crawl_site WHERE website = ?", (website,))
            db.execute("INSERT INTO crawl_site VALUES (?, ?) ON CONFLICT DO NOTHING", (website, data))

    def sites(self) -> dict[str, SiteMemory]:
        """Return what is known of every site, by its address."""
        with self._tables.reading() as db:
            rows = db.execute("SELECT website, data FROM crawl_site ORDER BY website").fetchall()
        return {website: _memory(data) for website, data in rows}


def sites_in(path: str | Path) -> dict[str, SiteMemory]:
    """Return what is known of every site, without opening a file for writing; nothing where there is no ledger."""
    if is_server(path):
        with Ledger(path) as ledger:
            return ledger.sites()
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT website, data FROM crawl_site ORDER BY website").fetchall()
    except (sqlite3.Error, ValueError):
        return {}
    return {website: _memory(data) for website, data in rows}


def _answer(row: tuple[Any, ...]) -> Known:
    url, website, fetched, due, digest, etag, modified, looks, changes, span_s, reader, note = row
    history = History(looks, changes, span_s)
    return Known(url, website, fetched, due, digest, etag, modified, history, reader, note)


def _memory(data: str) -> SiteMemory:
    """Read what is known of a site; what cannot be read is forgotten, and learned again."""
    try:
        row = json.loads(data)
        health = Health(**{**row["health"], "state": State(row["health"]["state"])})
        return SiteMemory(health, row["shapes"], row["before"], row["lists"], row["is_finished"])
    except (ValueError, KeyError, TypeError):
        return SiteMemory()
