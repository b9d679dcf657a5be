"""What every reader of a file gives back: the events that were taken, and what was refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from eventlocky.formats import clean
from eventlocky.types import Event

SURE = 0.97
"""How sure we are of what somebody wrote down as an event; the same as for the calendar of a site."""

MOST_EVENTS = 100_000
"""A file with more events is read so far and no further."""

LONGEST_TITLE, LONGEST_TEXT = 1_000, 20_000


@dataclass(frozen=True, slots=True)
class Refused:
    """Something in a file that became no event: where it stands (`row 7`, `event 3`), and why."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What was read in a file."""

    events: tuple[Event, ...] = ()
    refused: tuple[Refused, ...] = ()


class Reader(Protocol):
    """Reads one format."""

    def __call__(self, body: bytes, url: str, today: date) -> Taken:
        """Return what a file holds; what is no file of the format raises IntakeError."""


def sorted_out(found: Iterable[tuple[str, Event | str]]) -> Taken:
    """Part what was read from what was refused: each comes with where it stands, an event, or why there is none."""
    events: list[Event] = []
    refused: list[Refused] = []
    for where, one in found:
        if isinstance(one, str):
            refused.append(Refused(where, one))
        elif len(events) < MOST_EVENTS:
            events.append(one)
        else:
            refused.append(Refused(where, f"A file of more than {MOST_EVENTS:,} events is not read to its end."))
            break
    return Taken(tuple(events), tuple(refused))


def first(row: Mapping[str, str], *names: str) -> str:
    """Return the first of some fields that says something, without what steers machines."""
    for name in names:
        text = clean.prose(row.get(name))
        if text:
            return text
    return ""
