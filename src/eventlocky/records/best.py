"""Our own finder: everything proposed is weighed, and the best records that do not overlap are kept.

    proposals ─▶ where their titles stand ─▶ how likely each record is right ─▶ the best set without overlap

The proposals are those of `propose`; each is weighed with its likeliest titles by a model that was trained on pages
of many sites (`train/`). A grouping is worth what its records are worth together; the choice goes from the most
valuable one down, and leaves out what overlaps, and what says the same days again. What has no dates to go by (deals)
is cut as `patterns` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eventlocky import models
from eventlocky.annotate import Annotations
from eventlocky.errors import ModelError
from eventlocky.kinds import Kind
from eventlocky.models import Model
from eventlocky.models.files import of_kind
from eventlocky.page import Tree
from eventlocky.records import propose
from eventlocky.records.patterns import Patterns
from eventlocky.records.propose import Draft, Grouping
from eventlocky.records.slots import Sheet, Slot
from eventlocky.records.weigh import Scales, Title, day_of
from eventlocky.types import Record

_VARIANTS = 3
_SECOND = 0.35
"""A title slot is tried too if it is at least so likely as the likeliest, relatively."""

_FALLBACKS = 3
_COST = 0.35
"""What a record must be worth to add to its grouping."""

LEAST = 0.3
"""What is less likely to be right is no record."""

_SAME_DAYS = 0.6
"""A grouping with so large a share of days that were taken already says the same again."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A grouping with the titles of its records and how likely each record is right."""

    grouping: Grouping
    titles: Sequence[Title]
    chances: NDArray[np.float64]


class Best:
    """The learned chooser."""

    name = "best"

    def __init__(self, model: str = "") -> None:
        """Store the file of the model ("" for the one that the package carries)."""
        self.model = model

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        if kind.anchor != "date":
            return Patterns().find(tree, annotations, kind)
        groupings = propose.propose(tree, annotations, kind.anchor)
        if not groupings:
            return []
        scales = Scales(Sheet(tree, annotations), kind, annotations.reference)
        model = self.learned(kind)
        return choose(weigh(scales, groupings, model), model)

    def learned(self, kind: Kind) -> Model:
        """Return the model of a kind; a kind without one borrows that of events."""
        file = Path(self.model) if self.model else of_kind(kind.name) or of_kind("event")
        if file is None:
            message = "This package carries no trained model. Train one with eventlocky train, or use --finder plain."
            raise ModelError(message)
        return models.load(file)


def weigh(scales: Scales, groupings: Sequence[Grouping], model: Model) -> list[Weighed]:
    """Weigh every grouping with its likeliest titles."""
    slotted = [(grouping, slots) for grouping in groupings if (slots := scales.slots(grouping))]
    numbers = [slot.features for _, slots in slotted for slot in slots]
    if not numbers:
        return []
    likely = model.titles.probabilities(np.array(numbers, dtype=np.float32))
    proposals: list[tuple[Grouping, list[Title]]] = []
    rows: list[list[float]] = []
    begin = 0
    for grouping, slots in slotted:
        chances = likely[begin : begin + len(slots)]
        begin += len(slots)
        said = [model.words.score(hashes) for hashes in scales.hashes(grouping)]
        for variant in variants(slots, chances):
            titles = scales.titles(grouping, variant.order)
            text = (sum(said) / len(said), min(said))
            rows += scales.rows(grouping, titles, variant.slot, variant.scores, text)
            proposals.append((grouping, titles))
    found = model.records.probabilities(np.array(rows, dtype=np.float32))
    weighed, begin = [], 0
    for grouping, titles in proposals:
        weighed.append(Weighed(grouping, titles, found[begin : begin + len(titles)]))
        begin += len(titles)
    return weighed


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to title a list: its first slot, the order in which slots are tried, and how likely they are."""

    slot: Slot
    order: tuple[tuple[int, int], ...]
    scores: tuple[float, float, int]


def variants(slots: Sequence[Slot], chances: NDArray[np.float64]) -> list[Variant]:
    """Return the likeliest ways to title a list."""
    order = [int(place) for place in np.argsort(-chances, kind="stable")]
    best = float(chances[order[0]])
    found = []
    for number, place in enumerate(order[:_VARIANTS]):
        chance = float(chances[place])
        if number and chance <= _SECOND * best:
            break
        other = best if number else float(chances[order[1]]) if len(order) > 1 else 0.0
        keys = [slots[place].key, *(slots[i].key for i in order[: _FALLBACKS + 1] if i != place)]
        found.append(Variant(slots[place], tuple(keys[: _FALLBACKS + 1]), (chance, other, number)))
    return found


def choose(weighed: Sequence[Weighed], model: Model) -> list[Record]:
    """Return the most valuable records that do not overlap, in document order."""
    offers = []
    for candidate in weighed:
        keep = [
            number
            for number, chance in enumerate(candidate.chances)
            if chance >= LEAST and candidate.titles[number].words
        ]
        if keep:
            offers.append((float(sum(candidate.chances[number] - _COST for number in keep)), candidate, keep))
    offers.sort(key=lambda offer: -offer[0])
    taken = Taken()
    records: list[Record] = []
    for group, (_, candidate, keep) in enumerate(offers):
        drafts = candidate.grouping.drafts
        kept = [drafts[number] for number in keep]
        if taken.overlap(kept) or taken.repeat(kept):
            continue
        taken.add(kept)
        records += [_record(drafts[number], candidate, number, group, model) for number in keep]
    return sorted(records, key=lambda record: record.first)


def _record(draft: Draft, candidate: Weighed, number: int, group: int, model: Model) -> Record:
    title = candidate.titles[number]
    anchor = draft.anchor
    is_inside = draft.first <= anchor.row < draft.stop
    return Record(
        draft.first,
        draft.stop,
        group=group,
        context=() if is_inside else (anchor.row,),
        score=model.confidence(float(candidate.chances[number])),
        title=title.words,
        title_row=title.row,
        anchor=anchor.first,
    )


class Taken:
    """What was chosen so far: rows, and days."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._ranges: list[tuple[int, int]] = []
        self._days: set[object] = set()

    def overlap(self, drafts: Sequence[Draft]) -> bool:
        """Tell whether some of these stand where something stands already; both lists are in document order."""
        place = 0
        for draft in drafts:
            while place < len(self._ranges) and self._ranges[place][1] <= draft.first:
                place += 1
            if place < len(self._ranges) and self._ranges[place][0] < draft.stop:
                return True
        return False

    def repeat(self, drafts: Sequence[Draft]) -> bool:
        """Tell whether these say mostly days that were said already."""
        days = [day_of(draft.anchor) for draft in drafts]
        return bool(self._days) and sum(day in self._days for day in days) >= _SAME_DAYS * len(days)

    def add(self, drafts: Sequence[Draft]) -> None:
        """Take these."""
        self._ranges = sorted([*self._ranges, *((draft.first, draft.stop) for draft in drafts)])
        self._days.update(day_of(draft.anchor) for draft in drafts)
