"""From the uid of an event to its number in the file; one that was merged leads to the event that it is now."""

from __future__ import annotations

from eventlocky.database import Session
from eventlocky.errors import StoreError


def find(db: Session, uid: str) -> int | None:
    """Return the number of an event, or None where nobody has that uid."""
    row = db.execute("SELECT id, merged_into FROM event WHERE uid = ?", (uid,)).fetchone()
    return (row[1] or row[0]) if row else None


def needed(db: Session, uid: str) -> int:
    """Return the number of an event, or raise StoreError."""
    event_id = find(db, uid)
    if event_id is None:
        message = f"There is no event {uid!r}. eventlocky search shows the uids with --json."
        raise StoreError(message)
    return event_id
