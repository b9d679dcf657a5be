"""Our own finder: everything proposed is weighed, and the best records that do not overlap are kept.

    proposals ─▶ where their titles stand ─▶ how likely each record is right ─▶ the best set without overlap

The proposals are those of `propose`; each is weighed with its likeliest titles by a model that was trained on pages
of many sites (`train/`). A grouping is worth what its records are worth together; the choice goes from the most
valuable one down, and leaves out what overlaps, and what says the same days again. What has no dates to go by is
found by `deals`, where there is a model for its kind, and cut as `patterns` does where there is none.
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
from eventlocky.records import deals, propose, shelf
from eventlocky.records import slots as slotting
from eventlocky.records import weigh as weighing
from eventlocky.records.patterns import Patterns
from eventlocky.records.plain import Plain
from eventlocky.records.propose import Draft, Grouping
from eventlocky.records.slots import Sheet, Slot
from eventlocky.records.weigh import Scales, Title, day_of, sample
from eventlocky.types import Record

_VARIANTS = 3
_SECOND = 0.35
"""A title slot is tried too if it is at least so likely as the likeliest, relatively."""

_FALLBACKS = 3
_COST = 0.3
"""What a record must be worth to add to its grouping."""

LEAST = 0.25
"""What is less likely to be right is no record."""

_SAME_DAYS = 0.6
"""A grouping with so large a share of days that were taken already says the same again."""


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A grouping titled in one way, with how likely the records of its sample are right."""

    grouping: Grouping
    variant: Variant
    shared: list[float]
    chances: NDArray[np.float64]

    @property
    def worth(self) -> float:
        """What its records are worth together, as far as the sample tells."""
        good = self.chances[self.chances >= LEAST]
        return float((good - _COST).sum()) * len(self.grouping.drafts) / len(self.chances)


class Best:
    """The learned chooser."""

    name = "best"

    def __init__(self, model: str = "") -> None:
        """Store the file of the model ("" for the one that the package carries)."""
        self.model = model

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        if kind.anchor != "date" and (model := self.learned_of_deals(kind)):
            return deals.find(tree, annotations, kind, model)
        if kind.anchor != "date":
            cut = Patterns().find(tree, annotations, kind)
            return cut if len(cut) > 1 else Plain().find(tree, annotations, kind)
        groupings = propose.propose(tree, annotations, kind.anchor)
        if not groupings:
            return []
        scales = Scales(Sheet(tree, annotations), kind, annotations.reference)
        model = self.learned(kind)
        return choose(scales, weigh(scales, groupings, model), model)

    def learned(self, kind: Kind) -> Model:
        """Return the model of a kind; a kind without one borrows that of events."""
        file = Path(self.model) if self.model else of_kind(kind.name) or of_kind("event")
        if file is None:
            message = "This package carries no trained model. Train one with eventlocky train, or use --finder plain."
            raise ModelError(message)
        return _fitting(file, (slotting.FEATURES, weighing.FEATURES))

    def learned_of_deals(self, kind: Kind) -> Model | None:
        """Return the model of a kind that hangs on no day, or None where it has none."""
        file = Path(self.model) if self.model else of_kind(kind.name)
        return _fitting(file, (shelf.TITLE_FEATURES, shelf.FEATURES)) if file else None


def _fitting(file: Path, features: tuple[tuple[str, ...], tuple[str, ...]]) -> Model:
    """Return the model of a file, if it was trained on these numbers of titles and records."""
    model = models.load(file)
    if (model.titles.features, model.records.features) != features:
        message = f"The model {file} was trained for another version or kind. Train it again with eventlocky train."
        raise ModelError(message)
    return model


def weigh(scales: Scales, groupings: Sequence[Grouping], model: Model) -> list[Weighed]:
    """Weigh every grouping with its likeliest titles, by a sample of its records."""
    slotted = [(grouping, slots) for grouping in groupings if (slots := scales.slots(grouping))]
    if not slotted:
        return []
    likely = model.titles.probabilities(
        np.array([slot.features for _, slots in slotted for slot in slots], dtype=np.float32)
    )
    proposals: list[tuple[Grouping, Variant, list[float], int]] = []
    rows: list[list[float]] = []
    begin = 0
    for grouping, slots in slotted:
        chances = likely[begin : begin + len(slots)]
        begin += len(slots)
        said = [model.words.score(hashes) for hashes in scales.hashes(grouping)]
        text = (sum(said) / len(said), min(said))
        numbers = sample(range(len(grouping.drafts)))
        for variant in variants(slots, chances):
            titles = scales.titles(grouping, variant.order, numbers)
            shared = scales.shared(grouping, titles, variant.slot, variant.scores, text)
            rows += scales.rows(grouping, shared, numbers, titles)
            proposals.append((grouping, variant, shared, len(numbers)))
    found = model.records.probabilities(np.array(rows, dtype=np.float32))
    weighed, begin = [], 0
    for grouping, variant, shared, count in proposals:
        weighed.append(Weighed(grouping, variant, shared, found[begin : begin + count]))
        begin += count
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
        inside_first = sorted((i for i in order if i != place), key=lambda i: slots[i].key[0] < 0)
        keys = [slots[place].key, *(slots[i].key for i in inside_first[:_FALLBACKS])]
        found.append(Variant(slots[place], tuple(keys), (chance, other, number)))
    return found


def choose(scales: Scales, weighed: Sequence[Weighed], model: Model) -> list[Record]:
    """Return the most valuable records that do not overlap, in document order."""
    offers = sorted((offer for offer in weighed if offer.worth > 0), key=lambda offer: -offer.worth)
    taken = Taken()
    records: list[Record] = []
    for group, offer in enumerate(offers):
        drafts = offer.grouping.drafts
        if taken.overlap(sample(drafts)) or taken.repeat(drafts):
            continue
        kept = _kept(scales, offer, model, group)
        chosen = [drafts[number] for number in kept]
        if chosen and not taken.overlap(chosen) and not taken.repeat(chosen):
            taken.add(chosen)
            records += kept.values()
    return sorted(records, key=lambda record: record.first)


def _kept(scales: Scales, offer: Weighed, model: Model, group: int) -> dict[int, Record]:
    """Return the records of a list that are likely right, each weighed by itself."""
    drafts = offer.grouping.drafts
    numbers = range(len(drafts))
    titles = scales.titles(offer.grouping, offer.variant.order, numbers)
    rows = scales.rows(offer.grouping, offer.shared, numbers, titles)
    chances = model.records.probabilities(np.array(rows, dtype=np.float32))
    return {
        number: _record(drafts[number], titles[number], group, model.confidence(float(chances[number])))
        for number in numbers
        if chances[number] >= LEAST and titles[number].words
    }


def _record(draft: Draft, title: Title, group: int, confidence: float) -> Record:
    anchor = draft.anchor
    is_inside = draft.first <= anchor.row < draft.stop
    return Record(
        draft.first,
        draft.stop,
        group=group,
        context=() if is_inside else (anchor.row,),
        score=confidence,
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
