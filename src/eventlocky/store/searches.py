"""Saved searches, and what was told of each: an event once, then its changes as changes, nothing twice.

What is to be told is claimed before it is sent, in one transaction with the next time the search is due. A process that
dies between the two has told less, never twice; what surely did not go out is given back with `release`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from eventlocky.errors import StoreError
from eventlocky.store import history, queries, search
from eventlocky.store.base import MOST_HITS, Hit, Notice, Query, SavedSearch
from eventlocky.store.engine import Database, Session

NEW = "new"
CHANNELS = ("email", "push", "feed")
_WEIGHTY = ("cancelled", "postponed", "moved", "sold out", "on again")
_COLUMNS = "id, account, name, query, channel, every_s, target, unsubscribe, due, is_active"
_SHORTEST_S = 60.0


class Searches:
    """The saved searches of a file."""

    def __init__(self, file: Database, clock: Callable[[], datetime]) -> None:
        self._file = file
        self._clock = clock

    def add(self, account: int, name: str, query: Query, channel: str, every_s: float, target: str = "") -> SavedSearch:
        """Save a search; it is due at once."""
        if channel not in CHANNELS:
            message = f"There is no channel {channel!r}. Known: {', '.join(CHANNELS)}."
            raise StoreError(message)
        if every_s < _SHORTEST_S:
            message = f"A search is not told of more often than every {_SHORTEST_S:.0f} seconds."
            raise StoreError(message)
        now = self._clock().timestamp()
        with self._file.writing() as db:
            if not db.execute("SELECT 1 FROM account WHERE id = ?", (account,)).fetchone():
                message = f"There is no account {account}."
                raise StoreError(message)
            saved = replace(query, cursor="", limit=Query().limit)
            row = db.execute(
                "INSERT INTO saved_search (account, name, query, channel, every_s, target, unsubscribe, created, due) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (account, name, queries.write(saved), channel, every_s, target, secrets.token_urlsafe(24), now, now),
            ).fetchone()
            return _needed(db, row[0])

    def get(self, id: int) -> SavedSearch | None:
        """Return a saved search."""
        with self._file.reading() as db:
            return next(iter(_some(db, "id = ?", (id,))), None)

    def of(self, account: int) -> list[SavedSearch]:
        """Return the searches of somebody."""
        with self._file.reading() as db:
            return _some(db, "account = ?", (account,))

    def delete(self, id: int) -> None:
        """Delete a saved search."""
        with self._file.writing() as db:
            db.execute("DELETE FROM saved_search WHERE id = ?", (id,))

    def unsubscribe(self, token: str) -> bool:
        """End what a letter's link ends; False where there is no such search."""
        with self._file.writing() as db:
            cursor = db.execute("UPDATE saved_search SET is_active = ? WHERE unsubscribe = ?", (False, token))
            return cursor.rowcount > 0

    def due(self) -> list[SavedSearch]:
        """Return the searches whose time has come, the longest due first."""
        with self._file.reading() as db:
            return _some(db, "is_active AND due <= ?", (self._clock().timestamp(),), "due, id")

    # What is told ----------------------------------------------------------------------------

    def preview(self, id: int) -> list[Notice]:
        """Return what would be told now; nothing is claimed."""
        with self._file.reading() as db:
            return self._notices(db, _needed(db, id))

    def claim(self, id: int, batch: str) -> list[Notice]:
        """Return what is to be told now and was not claimed before, and set the next time."""
        now = self._clock().timestamp()
        with self._file.writing() as db:
            saved = _needed(db, id)
            if not saved.is_active:
                return []
            notices = self._notices(db, saved)
            db.executemany(
                "INSERT INTO delivery (search, event, what, sequence, claimed, batch) "
                "SELECT ?, id, ?, ?, ?, ? FROM event WHERE uid = ? ON CONFLICT DO NOTHING",
                [(id, notice.what, notice.sequence, now, batch, notice.uid) for notice in notices],
            )
            db.execute("UPDATE saved_search SET due = ? WHERE id = ?", (now + saved.every_s, id))
            return notices

    def sent(self, batch: str) -> None:
        """Write down that what was claimed has gone out."""
        with self._file.writing() as db:
            db.execute("UPDATE delivery SET sent = ? WHERE batch = ?", (self._clock().timestamp(), batch))

    def release(self, batch: str) -> None:
        """Give back what was claimed and surely did not go out; its search is due again."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE saved_search SET due = ? WHERE id IN "
                "(SELECT search FROM delivery WHERE batch = ? AND sent IS NULL)",
                (self._clock().timestamp(), batch),
            )
            db.execute("DELETE FROM delivery WHERE batch = ? AND sent IS NULL", (batch,))

    def _notices(self, db: Session, saved: SavedSearch) -> list[Notice]:
        """Return what a search has to tell: events that are new to it, and weighty changes of those told before."""
        now = self._clock()
        query = replace(saved.query, limit=MOST_HITS, sort="time")
        if query.since is None and not query.when:
            query = replace(query, since=search.today(db, query, now))
        told = {
            event: (uid, sequence)
            for event, uid, sequence in db.execute(
                "SELECT d.event, e.uid, max(d.sequence) FROM delivery AS d JOIN event AS e ON e.id = d.event "
                "WHERE d.search = ? GROUP BY 1, 2",
                (saved.id,),
            )
        }
        known = {uid for uid, _ in told.values()}
        hits = search.search(db, query, now).hits
        new = [Notice(hit.uid, NEW, hit.sequence, hit) for hit in hits if hit.uid not in known]
        return new + [
            notice
            for event, (uid, sequence) in told.items()
            if (notice := _change(db, event, uid, sequence)) is not None
        ]


def _change(db: Session, event: int, uid: str, told: int) -> Notice | None:
    """Return the last weighty change of an event since it was told of; what is over is told no more."""
    marks = ",".join("?" * len(_WEIGHTY))
    row = db.execute(
        f"SELECT what, sequence FROM version WHERE event = ? AND sequence > ? AND what IN ({marks}) "  # noqa: S608
        "ORDER BY id DESC LIMIT 1",
        (event, told, *_WEIGHTY),
    ).fetchone()
    hit = search.one(db, event) if row else None
    return Notice(uid, row[0], row[1], hit) if row and isinstance(hit, Hit) else None


def _some(db: Session, condition: str, values: Sequence[object], order: str = "id") -> list[SavedSearch]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM saved_search WHERE {condition} ORDER BY {order}", values)  # noqa: S608
    return [_saved(row) for row in rows]


def _needed(db: Session, id: int) -> SavedSearch:
    found = _some(db, "id = ?", (id,))
    if not found:
        message = f"There is no saved search {id}."
        raise StoreError(message)
    return found[0]


def _saved(row: Sequence[Any]) -> SavedSearch:
    id, account, name, query, channel, every_s, target, unsubscribe, due, is_active = row
    return SavedSearch(
        id=id,
        account=account,
        name=name,
        query=queries.read(query),
        channel=channel,
        every_s=every_s,
        target=target,
        unsubscribe=unsubscribe,
        due=history.moment(due),
        is_active=bool(is_active),
    )
