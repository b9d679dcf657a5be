"""What a feed says of an entry in words: when, where, how much, what has become of it."""

from __future__ import annotations

from dataclasses import replace

from eventlocky.formats.entry import Entry
from eventlocky.formats.row import cost, where
from eventlocky.formats.text import moment
from eventlocky.types import Status


def title(entry: Entry) -> str:
    """Return the title in one line, with what has become of the event before it."""
    words = " ".join(entry.event.title.split())
    status = entry.event.status
    return words if status is Status.SCHEDULED else f"{status.replace('_', ' ').upper()}: {words}"


def lines(entry: Entry) -> list[str]:
    """Return when, where and how much, then the description."""
    event = entry.event
    starts = moment(replace(event.when, start=entry.start)) if entry.start else ""
    ends = moment(replace(event.when, start=entry.end)) if entry.end else ""
    said = (
        f"{starts} – {ends}" if starts and ends else starts, where(event.where), cost(event.price),
        entry.organisation, event.description,
    )  # fmt: skip
    return [line for line in said if line]
