"""How much of the town's truth was found: a pairing of events with truths, one to one, site by site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from eventlocky.demo.base import Site, Truth
from eventlocky.text.titles import same
from eventlocky.types import Event


@dataclass(frozen=True, slots=True)
class Score:
    """What was found of a site: how many truths there are, how many were found, how many finds are false."""

    site: Site
    truths: int
    found: int
    false: int


def score(site: Site, truths: Sequence[Truth], events: Sequence[Event]) -> Score:
    """Pair the events of a site with its truths."""
    open_events = list(events)
    found = 0
    for truth in truths:
        match = next((event for event in open_events if is_same(truth, event)), None)
        if match is not None:
            open_events.remove(match)
            found += 1
    return Score(site, len(truths), found, len(open_events))


def is_same(truth: Truth, event: Event) -> bool:
    """Tell whether an event is the one that a truth speaks of: kind, day, and title as the scorer has it."""
    if event.kind != truth.kind:
        return False
    if truth.start is not None and _day(truth.start) != event.when.first_day:
        return False
    return same(truth.title, event.title)


def total(scores: Iterable[Score]) -> tuple[int, int, int]:
    """Add up scores: truths, found, false."""
    rows = list(scores)
    return sum(row.truths for row in rows), sum(row.found for row in rows), sum(row.false for row in rows)


def _day(moment: date | datetime) -> date:
    return moment.date() if isinstance(moment, datetime) else moment
