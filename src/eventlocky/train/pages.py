"""Labelled pages for training: read once, with every grouping that is proposed and what is right of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from eventlocky.annotate import annotate
from eventlocky.kinds import Kind
from eventlocky.page import parse
from eventlocky.records.lists import day_of, sample
from eventlocky.records.propose import Grouping, propose
from eventlocky.records.slots import Sheet, Slot
from eventlocky.records.weigh import Scales
from eventlocky.train import invented
from eventlocky.train import samples as written
from eventlocky.train.labels import Gold

_RIGHT = 0.6
"""A slot is where the titles stand if so many of the known titles stand there."""

_READ = 0.6
"""A written page teaches if so many of the days of its events are read."""

SMALL_COUNTS = 4
"""So often a small clean page counts beside a whole one: once only, two talks in two lines were not believed."""

_LOOSE = 0.1
"""Of slots that hold the titles, those with more words around them are not the right ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A grouping with its title slots, which of them are right (None: unknown), and its hashed words."""

    grouping: Grouping
    slots: list[Slot]
    right: list[bool] | None
    hashes: list[list[int]]
    days: list[str | None]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPage:
    """A page with its gold, ready to learn from."""

    id: str
    domain: str
    gold: list[Gold]
    is_complete: bool
    scales: Scales
    candidates: list[Candidate]
    is_invented: bool = False


def samples(kind: Kind) -> list[LabelledPage]:
    """Return the self-written and invented pages that every model learns from beside those of the corpora."""
    small = [page for row, body in written.rows() if is_read(page := label(row, body, kind))]
    clean = [page for page in small if page.id.startswith(written.SMALL)] * (SMALL_COUNTS - 1)
    return small + clean + [replace(label(row, body, kind), is_invented=True) for row, body in invented.rows()]


def is_read(page: LabelledPage) -> bool:
    """Tell whether the days of most events of a page were read; else its right groupings would be taught as wrong."""
    days = {day for candidate in page.candidates for day in candidate.days}
    told = [event.day for event in page.gold if event.day and not event.is_optional]
    return sum(day in days for day in told) >= _READ * len(told)


def label(row: dict[str, Any], body: bytes, kind: Kind) -> LabelledPage:
    """Propose the groupings of one page and mark what is right of them."""
    reference = date.fromisoformat(row["fetched"][:10])
    tree = parse(body, row.get("url") or "")
    annotations = annotate(tree, ["date", "money", "address", kind.anchor], reference)
    scales = Scales(Sheet(tree, annotations), kind, reference)
    gold = [Gold.of(event) for event in row["events"]]
    groupings = scales.filled(propose(tree, annotations, kind.anchor))
    candidates = []
    for grouping, slots, hashes in zip(
        groupings, scales.slots(groupings), scales.hashes(scales.lists(groupings)), strict=True
    ):
        if slots:
            days = [str(day) if (day := day_of(draft.anchor)) else None for draft in grouping.drafts]
            candidates.append(Candidate(grouping, slots, _right_slots(grouping, slots, gold), hashes, days))
    return LabelledPage(row["id"], row.get("domain") or row["id"], gold, row.get("complete", True), scales, candidates)


def _right_slots(grouping: Grouping, slots: list[Slot], gold: list[Gold]) -> list[bool] | None:
    """Mark the slots in which the known titles stand; None where no title is known."""
    known = []
    for number, place in enumerate(sample(range(len(grouping.drafts)))):
        day = day_of(grouping.drafts[place].anchor)
        events = [event for event in gold if event.is_titled and day is not None and event.day == str(day)]
        if events:
            known.append((number, events))
    if not known:
        return None
    likeness = [sum(_likeness(slot, number, events) for number, events in known) / len(known) for slot in slots]
    right = []
    for slot in slots:
        hits = sum(_likeness(slot, number, events) > 0 for number, events in known)
        right.append(hits >= _RIGHT * len(known))
    best = max((like for like, is_right in zip(likeness, right, strict=True) if is_right), default=None)
    if best is None:
        return None
    return [is_right and like >= best - _LOOSE for like, is_right in zip(likeness, right, strict=True)]


def _likeness(slot: Slot, number: int, events: list[Gold]) -> float:
    """Return how much the text of a record in a slot looks like one of its events; 0 where it is not its title."""
    words = slot.texts[number][1] if number in slot.texts else ""
    return max((event.likeness(words) for event in events if event.has_title(words)), default=0.0)
