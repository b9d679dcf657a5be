"""Days and times of day as the file writes them, read back."""

from __future__ import annotations

from datetime import date, datetime

from eventlocky.types import Day


def read_stamp(text: str | None) -> Day | None:
    """Return a day or a wall-clock time as it was written."""
    if not text:
        return None
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
