"""Saved searches, and what was told of each: an event once, then its changes as changes, nothing twice.

What is to be told is claimed before it is sent, in one transaction with the next time the search is due. A process that
dies between the two has told less, never twice; what surely did not go out is given back with `release`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from typing import Any

from eventlocky.errors import StoreError
from eventlocky.store import history, queries, search
from eventlocky.store.base import MOST_HITS, Notice, Query, SavedSearch, Unsettled
from eventlocky.store.engine import Database, Session
from eventlocky.types import Status

NEW = "new"
CHANNELS = ("email", "push", "feed")
_CHANGEABLE = ("name", "every_s", "target", "is_active", "due")
_COLUMNS = "id, account, name, query, channel, every_s, target, unsubscribe, due, is_active"
_SHORTEST_S, _LONGEST_S = 60.0, 366 * 86_400.0
_MOST_PAGES = 10
"""So many pages of hits are looked through for new ones: a search that finds more is too wide to be told of."""

_IS_DUE = "is_active AND (due <= ? OR due - every_s > ?)"
_MISSET_S = 2 * 86_400.0
"""A time that lies farther ahead than the period and this was set by a clock that has been put right since."""


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
        _check_period(every_s)
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

    def find(self, token: str) -> SavedSearch | None:
        """Return the search that a letter's link ends."""
        with self._file.reading() as db:
            return next(iter(_some(db, "unsubscribe = ?", (token,))), None)

    def change(self, id: int, **fields: object) -> SavedSearch:
        """Change some of name, every_s, target, is_active and due (a time)."""
        with self._file.writing() as db:
            _needed(db, id)
            for name, value in fields.items():
                if name not in _CHANGEABLE:
                    message = f"A saved search has no {name!r} to change. Known: {', '.join(_CHANGEABLE)}."
                    raise StoreError(message)
                if name == "every_s":
                    _check_period(value)
                kept = value.timestamp() if isinstance(value, datetime) else value
                db.execute(f"UPDATE saved_search SET {name} = ? WHERE id = ?", (kept, id))  # noqa: S608
            return _needed(db, id)

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
        """Return the searches whose time has come, the longest due first; a feed is fetched and never due."""
        now = self._clock().timestamp()
        with self._file.reading() as db:
            return _some(db, f"{_IS_DUE} AND channel <> 'feed'", (now, now + _MISSET_S), "due, id")

    # What is told ----------------------------------------------------------------------------

    def preview(self, id: int) -> list[Notice]:
        """Return what would be told now; nothing is claimed."""
        with self._file.reading() as db:
            return self._notices(db, _needed(db, id))

    def claim(self, id: int, batch: str, due: datetime | None = None) -> list[Notice]:
        """Return what is to be told now and was not claimed before, and set the next time; nothing where none is due.

        The search is taken by setting its time, so that of two who come at once only one gets anything to tell.
        """
        now = self._clock().timestamp()
        with self._file.writing() as db:
            saved = _needed(db, id)
            later = due.timestamp() if due else now + saved.every_s
            taken = db.execute(
                f"UPDATE saved_search SET due = ? WHERE id = ? AND {_IS_DUE}",  # noqa: S608
                (later, id, now, now + _MISSET_S),
            )
            if not taken.rowcount:
                return []
            notices = self._notices(db, saved)
            db.executemany(
                "INSERT INTO delivery (search, event, what, sequence, claimed, batch) "
                "SELECT ?, id, ?, ?, ?, ? FROM event WHERE uid = ? ON CONFLICT DO NOTHING",
                [(id, notice.what, notice.sequence, now, batch, notice.uid) for notice in notices],
            )
            return notices

    def sent(self, batch: str) -> None:
        """Write down that what was claimed has gone out."""
        with self._file.writing() as db:
            db.execute("UPDATE delivery SET sent = ? WHERE batch = ?", (self._clock().timestamp(), batch))

    def release(self, batch: str, due: datetime | None = None) -> None:
        """Give back what was claimed and surely did not go out; its search is due at once, or when it is said."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE saved_search SET due = ? WHERE id IN "
                "(SELECT search FROM delivery WHERE batch = ? AND sent IS NULL)",
                ((due or self._clock()).timestamp(), batch),
            )
            db.execute("DELETE FROM delivery WHERE batch = ? AND sent IS NULL", (batch,))

    def unsettled(self) -> list[Unsettled]:
        """Return what was claimed and never said to have gone out, the oldest first: a process died over it."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT batch, search, min(claimed), count(*) FROM delivery WHERE sent IS NULL "
                "GROUP BY batch, search ORDER BY 3, 1"
            ).fetchall()
        return [Unsettled(batch, search, history.moment(at), count) for batch, search, at, count in rows]

    def _notices(self, db: Session, saved: SavedSearch) -> list[Notice]:
        """Return what a search has to tell: events that are new to it, and weighty changes of those told before."""
        now = self._clock()
        today = search.today(db, saved.query, now)
        known = {
            uid
            for (uid,) in db.execute(
                "SELECT DISTINCT e.uid FROM delivery AS d JOIN event AS e ON e.id = d.event WHERE d.search = ?",
                (saved.id,),
            )
        }
        return _new(db, saved.query, now, today, known) + _changed(db, saved.id, today)


def _new(db: Session, asked: Query, now: datetime, today: date, known: set[str]) -> list[Notice]:
    """Return the hits that nobody was told of; what is cancelled already is news to nobody."""
    query = replace(asked, limit=MOST_HITS, sort="time", every_time=False, cursor="")
    if query.since is None and not query.when:
        query = replace(query, since=today)
    is_cancelled_asked = Status.CANCELLED in asked.statuses
    found: list[Notice] = []
    for _ in range(_MOST_PAGES):
        results = search.search(db, query, now)
        found += [
            Notice(hit.uid, NEW, hit.sequence, hit)
            for hit in results.hits
            if hit.uid not in known and (is_cancelled_asked or hit.event.status != Status.CANCELLED)
        ]
        if not results.cursor or len(found) >= MOST_HITS:
            break
        query = replace(query, cursor=results.cursor)
    return found[:MOST_HITS]


def _changed(db: Session, id: int, today: date) -> list[Notice]:
    """Return what became of events since they were told of, all steps in one; what is over is told no more.

    Events that were put together or taken apart have not changed: only what is known of them has.
    """
    rows = db.execute(
        "SELECT d.event, e.uid, v.at, v.what, v.sequence, v.website, v.changes FROM "
        "(SELECT event, max(sequence) AS told FROM delivery WHERE search = ? GROUP BY event) AS d "
        "JOIN event AS e ON e.id = d.event JOIN version AS v ON v.event = d.event AND v.sequence > d.told "
        "WHERE v.changes <> '' AND v.what NOT IN (?, ?) ORDER BY d.event, v.id",
        (id, history.MERGED, history.UNMERGED),
    ).fetchall()
    found = []
    for (event, uid), steps in groupby(rows, key=lambda row: (row[0], row[1])):
        versions = [history.version(*row[2:]) for row in steps]
        changes = history.together(versions)
        hit = search.one(db, event, today) if history.is_weighty(changes) else None
        if hit is not None:
            found.append(Notice(uid, history.told(changes), versions[-1].sequence, hit, changes))
    return found


def _check_period(every_s: object) -> None:
    if not isinstance(every_s, int | float) or not _SHORTEST_S <= every_s <= _LONGEST_S:
        message = f"A search is told of every {_SHORTEST_S:.0f} seconds at the most, and every 366 days at the least."
        raise StoreError(message)


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
