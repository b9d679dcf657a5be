"""The model of the finder of deals, in the steps of that of events (`train/best.py`), on lists of offers.

1. Where titles stand: a forest over the slots of lists.
2. Which units are right: a forest over units, with the scores of 1 from other sites (inner folds).
3. How sure that is: the share of right units by probability, on sites left out.

Words have no weights of their own: with those of forty shops, an unknown word spoke against an offer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.annotate import annotate
from eventlocky.kinds import Kind
from eventlocky.models import Forest, Model
from eventlocky.models.trainers import trainer
from eventlocky.page import parse
from eventlocky.records import shelf as shelving
from eventlocky.records import slots as slotting
from eventlocky.records.deals import variants
from eventlocky.records.offers import Shelf, propose
from eventlocky.records.shelf import Shelves, sample
from eventlocky.records.slots import Slot
from eventlocky.text.money import Amount
from eventlocky.text.money import find as find_money
from eventlocky.text.titles import likeness, same, words_of
from eventlocky.train import samples as written
from eventlocky.train import shops, stalls
from eventlocky.train.sites import fold
from eventlocky.train.trees import forest, order

_INNER = 3
_RIGHT = 0.6
"""A slot is where the titles stand if so many of the units have one of the known titles there."""

_LOOSE = 0.1
"""Of slots that hold the titles, those with more words around them are not the right ones."""

_DRAWN = 0.5
"""What a page counts that was drawn by lot."""

_NO_PRICE = 0.4
"""How right a unit is that has the title of an offer but not its price."""

_TITLES: dict[str, Any] = {"learning_rate": 0.08}
_TITLE_ROUNDS = 120
_UNITS: dict[str, Any] = {
    "objective": "cross_entropy", "learning_rate": 0.06, "min_data_in_leaf": 50, "feature_fraction": 0.4,
}  # fmt: skip
_UNIT_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer that a page is known to make: its title and the amounts that may be its price."""

    title: str
    price: int | None


@dataclass(slots=True, eq=False)
class Lesson:
    """A page with its gold, its lists, and the scores that others gave it while a model is made."""

    id: str
    domain: str
    offers: list[Offer]
    is_complete: bool
    shelves: Shelves
    lists: list[Shelf]
    slots: list[list[Slot]]
    right_slots: list[list[bool] | None]
    weight: float = 1.0
    titles: list[NDArray[np.float64]] = field(default_factory=list)
    rows: list[list[float]] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)


class _Known:
    """The offers of a page by their titles: which of them a text may be, looked up by its words."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        self._offers = offers
        self._by_word: dict[str, list[int]] = {}
        for number, offer in enumerate(offers):
            for word in set(words_of(offer.title)):
                self._by_word.setdefault(word, []).append(number)
        self._found: dict[str, list[int]] = {}

    def of(self, text: str) -> list[int]:
        """Return the numbers of the offers that a text names."""
        if text not in self._found:
            near = {number for word in set(words_of(text)) for number in self._by_word.get(word, ())}
            self._found[text] = sorted(number for number in near if same(self._offers[number].title, text))
        return self._found[text]

    def likeness(self, text: str) -> float:
        """Return how much a text looks like the offer that it names; 0 where it names none."""
        return max((likeness(self._offers[number].title, text) for number in self.of(text)), default=0.0)


def read(row: dict[str, Any], body: bytes, kind: Kind) -> Lesson:
    """Propose the lists of one page and mark what is right of them."""
    tree = parse(body, row.get("url") or "")
    annotations = annotate(tree, ["date", "money", "percent"], date.fromisoformat(row["fetched"][:10]))
    shelves = Shelves(tree, annotations, kind)
    offers = [Offer(str(event.get("title") or ""), _whole(event.get("price"))) for event in row["events"]]
    known = _Known(offers)
    lesson = Lesson(row["id"], row.get("domain") or row["id"], offers, row.get("complete", True), shelves, [], [], [])
    for each in propose(tree, annotations):
        if slots := shelves.slots(each):
            lesson.lists.append(each)
            lesson.slots.append(slots)
            lesson.right_slots.append(_right_slots(slots, known, len(sample(each.units))))
    return lesson


def samples(kind: Kind) -> list[Lesson]:
    """Return the self-written pages that every model learns from beside those of the corpora."""
    lessons = [read(row, body, kind) for rows in (shops.rows(), written.offers()) for row, body in rows]
    for row, body in stalls.rows():
        lessons.append(read(row, body, kind))
        lessons[-1].weight = _DRAWN
    return lessons


def _whole(price: object) -> int | None:
    """Return the whole part of a gold price, or None."""
    amounts = find_money(str(price or ""))
    return int(amounts[0].value) if amounts else None


def _right_slots(slots: list[Slot], known: _Known, count: int) -> list[bool] | None:
    """Mark the slots in which the known titles stand; None where no title is known."""
    like = [sum(known.likeness(text) for _, text in slot.texts.values()) / count for slot in slots]
    hits = [len({known.of(text)[0] for _, text in slot.texts.values() if known.of(text)}) for slot in slots]
    right = [hit >= _RIGHT * min(count, len(slot.texts)) and hit > 0 for hit, slot in zip(hits, slots, strict=True)]
    best = max((value for value, is_right in zip(like, right, strict=True) if is_right), default=None)
    if best is None:
        return None
    return [is_right and value >= best - _LOOSE for value, is_right in zip(like, right, strict=True)]


def fit(lessons: Sequence[Lesson], card: dict[str, Any] | None = None) -> Model:
    """Make a model of some pages; the same pages give the same model."""
    for lesson in lessons:
        lesson.rows, lesson.right, lesson.weights = [], [], []
    _crossed(lessons, _fit_titles, _score_titles, "titles")
    for lesson in lessons:
        _write_rows(lesson)
    chances: list[float] = []
    right: list[float] = []
    weights: list[float] = []
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.domain, _INNER, "units") != number]
        outer = [lesson for lesson in lessons if fold(lesson.domain, _INNER, "units") == number and lesson.rows]
        if not inner or not outer:
            continue
        units = _fit_units(inner)
        for lesson in outer:
            chances += units.probabilities(np.array(lesson.rows, dtype=np.float32)).tolist()
            right += lesson.right
            weights += lesson.weights
    sure_at, sure = _calibrate(chances, right, weights)
    made = {"pages": len(lessons), "sites": len({lesson.domain for lesson in lessons}), "hash": _hash(lessons)}
    forests = {"titles": _fit_titles(lessons), "records": _fit_units(lessons)}
    return Model(forests, {}, sure_at, sure, made | (card or {}))


def _crossed(
    lessons: Sequence[Lesson],
    fit_on: Callable[[Sequence[Lesson]], Any],
    score: Callable[[Lesson, Any], None],
    salt: str,
) -> None:
    """Score every page by what the pages of other sites taught."""
    for number in range(_INNER):
        inner = [lesson for lesson in lessons if fold(lesson.domain, _INNER, salt) != number]
        learned = fit_on(inner or lessons)
        for lesson in lessons:
            if fold(lesson.domain, _INNER, salt) == number:
                score(lesson, learned)


def _fit_titles(lessons: Sequence[Lesson]) -> Forest:
    rows, right, weights = [], [], []
    for lesson in lessons:
        known = [
            (slots, marks) for slots, marks in zip(lesson.slots, lesson.right_slots, strict=True) if marks is not None
        ]
        for slots, marks in known:
            for slot, is_right in zip(slots, marks, strict=True):
                rows.append(slot.features)
                right.append(float(is_right))
                weights.append(lesson.weight * len(known) ** -0.7)
    rising = order(shelving.TITLE_FEATURES, slotting.RISING, slotting.FALLING | {"only_price"})
    return forest(
        rows, right, weights, shelving.TITLE_FEATURES, _TITLES | {"monotone_constraints": rising}, _TITLE_ROUNDS
    )


def _score_titles(lesson: Lesson, titles: Forest) -> None:
    rows = [slot.features for slots in lesson.slots for slot in slots]
    chances = titles.probabilities(np.array(rows, dtype=np.float32)) if rows else np.zeros(0)
    ends = np.cumsum([len(slots) for slots in lesson.slots])
    lesson.titles = np.split(chances, ends[:-1]) if len(ends) else []


def _write_rows(lesson: Lesson) -> None:
    """Write the numbers of some units of every list and how right they are."""
    shelves, known = lesson.shelves, _Known(lesson.offers)
    proposals = [
        (each, variant)
        for each, slots, chances in zip(lesson.lists, lesson.slots, lesson.titles, strict=True)
        for variant in variants(slots, chances)
    ]
    for each, variant in proposals:
        everyone = range(len(each.units))
        some = sample(everyone)
        every_title = shelves.titles(each, variant.order, everyone)
        titles = [every_title[number] for number in some]
        shared = shelves.shared(each, titles, variant.slot, variant.scores)
        rows = shelves.rows(each, shared, some, titles)
        right = _right_units(lesson, known, each, [title.words for title in every_title])
        for number, row in zip(some, rows, strict=True):
            if right[number] or lesson.is_complete:
                lesson.rows.append(row)
                lesson.right.append(right[number])
                lesson.weights.append(lesson.weight * len(some) ** -0.5 * len(proposals) ** -0.8)


def _right_units(lesson: Lesson, known: _Known, each: Shelf, titles: list[str]) -> list[float]:
    """Return how right the units of a list are: each offer is found once, with its price or without."""
    used: set[int] = set()
    right = []
    for (first, stop), title in zip(each.units, titles, strict=True):
        number = next((number for number in known.of(title) if number not in used), None)
        if number is None:
            right.append(0.0)
            continue
        used.add(number)
        price = lesson.offers[number].price
        amounts = lesson.shelves.annotations.within("money", first, stop)
        has_price = any(isinstance(found.value, Amount) and int(found.value.value) == price for found in amounts)
        right.append(1.0 if price is None or has_price else _NO_PRICE)
    return right


def _fit_units(lessons: Sequence[Lesson]) -> Forest:
    rows = [row for lesson in lessons for row in lesson.rows]
    right = [value for lesson in lessons for value in lesson.right]
    weights = [value for lesson in lessons for value in lesson.weights]
    rising = order(shelving.FEATURES, shelving.RISING, shelving.FALLING)
    return forest(rows, right, weights, shelving.FEATURES, _UNITS | {"monotone_constraints": rising}, _UNIT_ROUNDS)


def _calibrate(
    chances: list[float], right: list[float], weights: list[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a rising table from probability to the share that was right."""
    if len(set(right)) < 2:  # noqa: PLR2004 - nothing to calibrate on
        return np.array([0.0, 1.0]), np.array([0.0, 1.0])
    isotonic = trainer("sklearn.isotonic").IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
    isotonic.fit(chances, right, sample_weight=weights)
    at = np.linspace(0, 1, 41)
    return at, np.asarray(isotonic.predict(at))


def _hash(lessons: Sequence[Lesson]) -> str:
    digest = hashlib.sha256()
    for lesson in sorted(lessons, key=lambda lesson: lesson.id):
        text = lesson.shelves.sheet.text.encode("utf-8", "surrogatepass")
        digest.update(lesson.id.encode() + text + repr(lesson.offers).encode())
    return digest.hexdigest()[:16]
