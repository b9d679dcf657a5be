"""What Python has to do when an old file is opened: the events of the first version become statements with identity.

The first version kept JSON for readers; it is read back as far as it says. Every uid that was given out leads on to its
event.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import time
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any

from eventlocky.formats.json import stamp
from eventlocky.store.engine import Session
from eventlocky.store.identity import clean, title_key
from eventlocky.store.keeping import Keeper, key, read_organisation
from eventlocky.store.stamps import read_stamp
from eventlocky.types import Event, Place, Price, Proof, Source, Status, When


def keep_what_version_1_held(db: Session, now: float) -> None:
    """Keep every event of the first version, page by page, with the uid it had; then let the old table go."""
    pages = db.execute("SELECT DISTINCT page, website, kind FROM event_of_version_1 ORDER BY 1, 3, 2").fetchall()
    named: set[int] = set()
    for page, website, kind in pages:
        organisation = read_organisation(
            db.execute("SELECT * FROM organisation WHERE website = ?", (website,)).fetchone()
        )  # fmt: skip
        rows = db.execute(
            "SELECT uid, title, data FROM event_of_version_1 WHERE page = ? AND kind = ? AND website = ? ORDER BY 1",
            (page, kind, website),
        ).fetchall()
        events = [(uid, read_plain(data, title, kind)) for uid, title, data in rows]
        Keeper(db, now).keep(organisation, page, kind, [event for _, event in events])
        for uid, event in events:
            _lead_on(db, uid, page, clean(event), now, named)
    db.execute("DROP TABLE event_of_version_1")


def _lead_on(db: Session, uid: str, page: str, event: Event, now: float, named: set[int]) -> None:
    """Give an event the uid that was given out for it; a second one (two rows were one event) leads there."""
    found = db.execute(
        "SELECT event, website FROM statement WHERE page = ? AND kind = ? AND title_key = ? AND start IS ? LIMIT 1",
        (page, event.kind, key(title_key(event.title)), stamp(event.when.start)),
    ).fetchone()
    if found is None:
        return
    id, website = found
    if id not in named:
        named.add(id)
        db.execute("UPDATE OR IGNORE event SET uid = ? WHERE id = ?", (uid, id))
    else:
        db.execute(
            "INSERT OR IGNORE INTO event (uid, kind, website, data, first_seen, changed, confirmed, merged_into) "
            "VALUES (?, ?, ?, '', ?, ?, ?, ?)",
            (uid, event.kind, website, now, now, now, id),
        )


def read_plain(data: str, title: str, kind: str) -> Event:
    """Return the event of a JSON text for readers; what does not fit is left out, the title stays."""
    try:
        row = json.loads(data)
    except (ValueError, RecursionError):
        row = {}
    row = row if isinstance(row, dict) else {}
    status = row.get("status")
    return Event(
        title=title,
        when=_when(_map(row, "when")),
        where=_place(_map(row, "where")),
        price=_price(_map(row, "price")),
        description=_text(row, "description") or "",
        image=_text(row, "image"),
        link=_text(row, "link"),
        category=_text(row, "category"),
        kind=kind,
        organiser=_text(row, "organiser"),
        status=Status(status) if status in set(Status) else Status.SCHEDULED,
        confidence=_number(row, "confidence") or 0.0,
        proofs=_proofs(_map(row, "proofs")),
        source=Source(**{name: value for name, value in _map(row, "source").items() if name in _SOURCE}),
    )


_SOURCE = ("url", "path", "fragment", "finder", "classifier", "model")


def _when(row: Mapping[str, Any]) -> When:
    return When(
        start=_read(read_stamp, row.get("start")),
        end=_read(read_stamp, row.get("end")),
        zone=_text(row, "zone"),
        rrule=_text(row, "rrule"),
        exdates=_all(read_stamp, row.get("exdates")),
        rdates=_all(read_stamp, row.get("rdates")),
        doors=_read(time.fromisoformat, row.get("doors")),
        text=_text(row, "text") or "",
        confidence=_number(row, "confidence") or 0.0,
    )


def _place(row: Mapping[str, Any]) -> Place:
    return Place(
        _text(row, "name"), _text(row, "address"), _number(row, "lat"), _number(row, "lon"), bool(row.get("online"))
    )


def _price(row: Mapping[str, Any]) -> Price:
    return Price(
        amounts=_all(_decimal, row.get("amounts")),
        currency=_text(row, "currency"),
        free=bool(row.get("free")),
        before=_read(_decimal, row.get("before")),
        after=_read(_decimal, row.get("after")),
        discount_percent=_read(_decimal, row.get("discount_percent")),
        text=_text(row, "text") or "",
    )


def _proofs(row: Mapping[str, Any]) -> Mapping[str, Proof]:
    found = {
        name: Proof(_text(proof, "path") or "", _text(proof, "text") or "", _number(proof, "confidence") or 0.0)
        for name, proof in row.items()
        if isinstance(proof, dict)
    }
    return MappingProxyType(found)


def _map(row: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = row.get(name)
    return value if isinstance(value, dict) else {}


def _text(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    return value if isinstance(value, str) else None


def _number(row: Mapping[str, Any], name: str) -> float | None:
    value = row.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _decimal(value: object) -> Decimal:
    return Decimal(str(value))


def _read(reader: Callable[[Any], Any], value: object) -> Any:  # noqa: ANN401 - what the reader gives
    """Read a value, or return None where there is none or it is another."""
    if value is None:
        return None
    with suppress(ValueError, TypeError, InvalidOperation):
        return reader(value)
    return None


def _all(reader: Callable[[Any], Any], values: object) -> tuple[Any, ...]:
    every = values if isinstance(values, list) else []
    return tuple(read for value in every if (read := _read(reader, value)) is not None)
