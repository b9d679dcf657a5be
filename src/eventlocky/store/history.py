"""What changed of an event, when, and what that means to a reader: moved, cancelled, on again.

A page that no longer names an event does not say that it is cancelled, and a page that could not be read says nothing
at all: the first is told as `no longer on its page`, the second is not told here (see `sources`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from functools import lru_cache

from eventlocky.database import Session
from eventlocky.formats.json import stamp
from eventlocky.formats.row import cost, where
from eventlocky.store.base import Version
from eventlocky.types import Day, Event, Status

FIRST, MISSING, BACK = "first seen", "no longer on its page", "back on its page"
MERGED, UNMERGED, CORRECTED = "merged", "unmerged", "corrected"
_CHANGED, _MOVED, _ON_AGAIN = "changed", "moved", "on again"

SETTLING_S = 3_600.0
"""A site is read page by page; what a later page adds within the hour belongs to the first sight of an event."""

Changes = dict[str, tuple[str | None, str | None]]


def shown(event: Event) -> dict[str, str | None]:
    """Return the fields of an event as a reader sees them: these are compared."""
    return {
        "title": event.title,
        "start": stamp(event.when.start),
        "end": stamp(event.when.end),
        "repeats": event.when.rrule,
        "place": where(event.where),
        "price": cost(event.price),
        "status": event.status.value,
        "description": event.description or None,
        "image": event.image,
        "link": event.link,
        "organiser": event.organiser,
        "category": event.category,
    }


def compare(before: Event, after: Event) -> Changes:
    """Return the fields that differ, from and to."""
    old, new = shown(before), shown(after)
    same = {"start", "end"} if is_next_time(before, after) else set()
    return {name: (old[name], new[name]) for name in old if old[name] != new[name] and name not in same}


def is_next_time(before: Event, after: Event) -> bool:
    """Tell whether only the time for which a series stands has gone on: pages say the next one."""
    old, new = before.when, after.when
    return bool(old.rrule) and old.rrule == new.rrule and _clock(old.start) == _clock(new.start)


def _clock(moment: Day | None) -> time | None:
    return moment.time() if isinstance(moment, datetime) else None


def told(changes: Changes) -> str:
    """Say in a word or two what changes mean."""
    if "status" in changes:
        status = changes["status"][1] or ""
        return _ON_AGAIN if status == Status.SCHEDULED else status.replace("_", " ")
    return _MOVED if is_moved(changes) else _CHANGED


def together(versions: Sequence[Version]) -> Changes:
    """Return several steps as one, from the first to the last; what is again as it was is no change."""
    steps: Changes = {}
    for version in versions:
        for name, (before, after) in version.changes.items():
            steps[name] = (steps.get(name, (before, None))[0], after)
    return {name: (before, after) for name, (before, after) in steps.items() if before != after}


def is_moved(changes: Changes) -> bool:
    """Tell whether changes are those of the day or the hour; an hour where none was known moves nothing."""
    before, after = changes.get("start", (None, None))
    return bool(before and after and not after.startswith(before) and not before.startswith(after))


def is_weighty(changes: Changes) -> bool:
    """Tell whether somebody who plans to go must know: another day, another status."""
    return "status" in changes or is_moved(changes)


def write(db: Session, event: int, what: str, website: str, changes: Changes, now: float) -> None:
    """Write down a change and count it; the first sight of an event counts as none."""
    if what != FIRST:
        db.execute("UPDATE event SET sequence = sequence + 1, changed = ? WHERE id = ?", (now, event))
    db.execute(
        "INSERT INTO version (event, sequence, at, what, website, changes) "
        "SELECT id, sequence, ?, ?, ?, ? FROM event WHERE id = ?",
        (now, what, website, json.dumps(changes, ensure_ascii=False) if changes else "", event),
    )


def read(db: Session, event: int) -> list[Version]:
    """Return what became of an event, the first thing first; what is missing now is told last."""
    rows = db.execute(
        "SELECT at, what, sequence, website, changes FROM version WHERE event = ? ORDER BY id", (event,)
    ).fetchall()
    versions = [version(*row) for row in rows]
    missing, sequence, website = db.execute(
        "SELECT missing_since, sequence, website FROM event WHERE id = ?", (event,)
    ).fetchone()
    if missing is not None:
        versions.append(Version(moment(missing), MISSING, sequence, website, {}))
    return sorted(versions, key=lambda one: one.at)


def version(at: float, what: str, sequence: int, website: str, changes: str) -> Version:
    """Return a row of the table as a version."""
    pairs: Mapping[str, list[str | None]] = json.loads(changes) if changes else {}
    return Version(moment(at), what, sequence, website, {name: (pair[0], pair[1]) for name, pair in pairs.items()})


@lru_cache(maxsize=1_024)
def moment(at: float) -> datetime:
    """Return a time of the file as an aware one; all events of a page were seen at the same."""
    return datetime.fromtimestamp(at, UTC)


def moment_or_none(at: float | None) -> datetime | None:
    """Return a time of the file as an aware one, where there is one."""
    return None if at is None else moment(at)
