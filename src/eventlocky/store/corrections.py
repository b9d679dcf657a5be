"""What readers say is wrong, judged by editors: what is accepted holds from then on, whatever the pages go on saying.

An accepted correction is also a line to learn from, as `eventlocky train --corrections` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from eventlocky.errors import StoreError
from eventlocky.formats import exact
from eventlocky.formats.json import stamp
from eventlocky.store import history, uids
from eventlocky.store.base import Correction, Hint
from eventlocky.store.compose import FIELDS, corrected
from eventlocky.store.engine import Database, Session
from eventlocky.store.keeping import Keeper
from eventlocky.types import Event

_COLUMNS = "c.id, e.uid, c.account, c.field, c.was, c.said, c.remark, c.state, c.created"
_LONGEST = 5_000
_LEARNED = ("title", "start", "end")


class Corrections:
    """The corrections of a file."""

    def __init__(self, file: Database, clock: Callable[[], datetime]) -> None:
        self._file = file
        self._clock = clock

    def add(self, uid: str, field: str, said: str, account: int | None = None, remark: str = "") -> Correction:
        """Keep what a reader says; an unknown field or a value that does not fit raises StoreError."""
        with self._file.writing() as db:
            event_id = uids.needed(db, uid)
            event = exact.read(db.execute("SELECT data FROM event WHERE id = ?", (event_id,)).fetchone()[0])
            _check(event, field, said)
            was = present(event, field)
            row = db.execute(
                "INSERT INTO correction (event, account, field, was, said, remark, state, created) "
                "VALUES (?, ?, ?, ?, ?, ?, 'open', ?) RETURNING id",
                (event_id, account, field, was, said[:_LONGEST], remark[:_LONGEST], self._clock().timestamp()),
            ).fetchone()
            return _needed(db, row[0])

    def open(self, after: int = 0, limit: int = 100) -> list[Correction]:
        """Return what no editor has judged, the oldest first."""
        with self._file.reading() as db:
            return _some(db, "c.state = 'open' AND c.id > ?", (after,), limit)

    def get(self, id: int) -> Correction | None:
        """Return a correction, None where there is none."""
        with self._file.reading() as db:
            return next(iter(_some(db, "c.id = ?", (id,), 1)), None)

    def judge(self, id: int, editor: int | None, *, accept: bool) -> Correction:
        """Accept a correction, which changes the event from now on, or reject it; it is judged once."""
        now = self._clock().timestamp()
        with self._file.writing() as db:
            correction = _needed(db, id)
            if correction.state != "open":
                message = f"Correction {id} is {correction.state} already."
                raise StoreError(message)
            state = "accepted" if accept else "rejected"
            db.execute(
                "UPDATE correction SET state = ?, judged = ?, editor = ? WHERE id = ?", (state, now, editor, id)
            )  # fmt: skip
            if accept:
                self._apply(db, correction, now)
            return _needed(db, id)

    def _apply(self, db: Session, correction: Correction, now: float) -> None:
        event_id = uids.needed(db, correction.uid)
        keeper = Keeper(db, now)
        website = db.execute("SELECT website FROM event WHERE id = ?", (event_id,)).fetchone()[0]
        if correction.field == "wrong":
            history.write(db, event_id, history.CORRECTED, website, {"wrong": (None, "no event")}, now)
            data, missing = db.execute("SELECT data, missing_since FROM event WHERE id = ?", (event_id,)).fetchone()
            keeper.index(event_id, exact.read(data), website, is_missing=missing is not None, is_wrong=True)
            return
        keeper.rebuild(event_id, website, history.CORRECTED)

    def lines(self) -> list[dict[str, object]]:
        """Return what was accepted as lines to learn from: the page, what was wrong, what it should have been."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT s.page, s.data, s.confirmed, c.field, c.said FROM correction AS c "
                "JOIN statement AS s ON s.event = c.event WHERE c.state = 'accepted' ORDER BY c.id, s.id"
            ).fetchall()
        lines: list[dict[str, object]] = []
        for page, data, confirmed, field, said in rows:
            event = exact.read(data)
            url = event.source.url or page
            row = {"title": event.title, "start": stamp(event.when.start)}
            fetched = datetime.fromtimestamp(confirmed, UTC).date().isoformat()
            line: dict[str, object] = {"page": url, "url": url, "fetched": fetched, "complete": False}
            if field == "wrong":
                lines.append({**line, "wrong": [row]})
            elif field in _LEARNED:
                lines.append({**line, "changed": [{**row, "to": {field: said}}]})
        return lines

    def hints(self, website: str = "") -> list[Hint]:
        """Return what accepted corrections of a site, or of every site, say of its pages; the commonest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT e.website, c.field, c.was, c.said, count(DISTINCT c.event) FROM correction AS c "
                "JOIN event AS e ON e.id = c.event WHERE c.state = 'accepted' AND ? IN ('', e.website) "
                "GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4",
                (website,),
            ).fetchall()
        return [Hint(*row) for row in rows]


def present(event: Event, field: str) -> str:
    """Return what an event says now in a field that can be corrected; what is no event at all, by its title."""
    if field == "wrong":
        return event.title
    if field == "address":
        return event.where.address or ""
    return history.shown(event).get(field) or ""


def _check(event: Event, field: str, said: str) -> None:
    if field not in FIELDS:
        message = f"There is no field {field!r} to correct. Known: {', '.join(FIELDS)}."
        raise StoreError(message)
    try:
        corrected(event, {field: said})
    except ValueError as error:
        message = f"{said[:80]!r} does not fit as {field}: {error}"
        raise StoreError(message) from error


def _some(db: Session, condition: str, values: Sequence[object], limit: int) -> list[Correction]:
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM correction AS c JOIN event AS e ON e.id = c.event WHERE {condition} "  # noqa: S608
        "ORDER BY c.id LIMIT ?",
        (*values, limit),
    )
    return [_correction(row) for row in rows]


def _needed(db: Session, id: int) -> Correction:
    found = _some(db, "c.id = ?", (id,), 1)
    if not found:
        message = f"There is no correction {id}."
        raise StoreError(message)
    return found[0]


def _correction(row: Sequence[Any]) -> Correction:
    id, uid, account, field, was, said, remark, state, created = row
    return Correction(id, uid, account, field, was, said, remark, state, history.moment(created))
