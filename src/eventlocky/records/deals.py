"""Our own finder of deals: every list that a page may have is weighed, and the best that do not overlap are kept.

    lists (`offers`) ─▶ where their titles stand ─▶ how likely each unit is an offer (`shelf`) ─▶ the best of them

The same idea as the finder of events (`best`), for records that hang on no day: what recurs proposes, a model that
was trained on pages of many shops decides. A list is worth what its units are worth together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.models import Model
from eventlocky.page import Tree
from eventlocky.records import offers
from eventlocky.records.offers import Shelf
from eventlocky.records.shelf import FEATURES, Shelves, Title, sample
from eventlocky.records.slots import Slot
from eventlocky.records.spots import LONGEST
from eventlocky.types import Record

VARIANTS = 3
_SECOND = 0.3
"""A title slot is tried too if it is at least so likely as the likeliest, relatively."""

_FALLBACKS, _FALLBACK = 2, 0.2
"""So many other slots are looked at where a unit lacks the first, if they are so likely, relatively."""

_COST = 0.4
"""What a unit must be worth to add to its list: with 0.3 more pages without offers are fooled, and nothing is won."""

LEAST = 0.15
"""What is less likely to be right is no offer."""

_LEAST_WORTH = 0.5
"""A list is taken if its units are worth so much together: two that are as likely as not are not enough."""

_FEWEST = 0.35
"""A list is filled with what stands beside its units where these are at least so large a share of all."""

_AGAIN = 0.6
"""A list with so large a share of titles that were taken already says the same again."""

_AS_GOOD = 0.9
"""A list that cuts the units of another in pieces goes before it if it is worth nearly as much."""

_ALIKE = 0.5
"""The same where its units are alike and the other has some of them whole: it took two cards for one."""

_PARTS = 2
"""So many offers must have the same parts before a list is taken for their parts."""

_MORE = 0.6
"""Where a page has offers already, the units of another list must be so likely, on average."""

_HALF = 0.5
"""A list with so large a share of the page's prices is what the page is about."""

_ALONE = 0.6
"""How sure we are of a page that is one offer: two of three that say so on pages that were looked at."""

_PAIR, _SURE_PAIR = 2, 0.8
"""Two offers must be so likely, on average, where the page may be one."""

_SHARE = FEATURES.index("of_money")


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to title a list: its first slot, the order in which slots are tried, and how likely they are."""

    slot: Slot
    order: tuple[tuple[int, int], ...]
    scores: tuple[float, float, int]


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A list titled in one way, with how likely the units of its sample are right."""

    shelf: Shelf
    variant: Variant
    shared: list[float]
    chances: NDArray[np.float64]

    @property
    def is_sure(self) -> bool:
        """Whether it is what the page is about: likely, and with most of the page's prices.

        Two may be one offer and a word at the foot of its page; a few more are no chance.
        """
        least = _MORE if len(self.shelf.units) > _PAIR else _SURE_PAIR
        return self.shared[_SHARE] >= _HALF and float(self.chances.mean()) >= least

    @property
    def worth(self) -> float:
        """What its units are worth together, as far as the sample tells."""
        good = self.chances[self.chances >= LEAST]
        return float((good - _COST).sum()) * len(self.shelf.units) / len(self.chances)


def find(tree: Tree, annotations: Annotations, kind: Kind, model: Model) -> list[Record]:
    """Return the offers of a page in document order; they do not overlap."""
    shelves = Shelves(tree, annotations, kind)
    return choose(shelves, weigh(shelves, offers.propose(tree, annotations), model), model)


def label(tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind, model: Model) -> list[float]:
    """Return how sure it is that records of any finder are offers, list by list."""
    labels = [0.0] * len(records)
    lists: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        lists.setdefault(record.group, []).append(number)
    shelves = Shelves(tree, annotations, kind)
    for members in lists.values():
        units = tuple((records[number].first, records[number].stop) for number in members)
        shelf = Shelf("money", units, tuple(first for first, _ in units))
        for weighed in weigh(shelves, [shelf], model):
            chances, _ = _chances(shelves, weighed, model)
            for number, chance in zip(members, chances, strict=True):
                labels[number] = max(labels[number], model.confidence(float(chance)))
    return labels


def weigh(shelves: Shelves, lists: Sequence[Shelf], model: Model) -> list[Weighed]:
    """Weigh every list with its likeliest titles, by a sample of its units."""
    slotted = [(shelf, slots) for shelf in lists if (slots := shelves.slots(shelf))]
    if not slotted:
        return []
    likely = model.titles.probabilities(
        np.array([slot.features for _, slots in slotted for slot in slots], dtype=np.float32)
    )
    proposals: list[tuple[Shelf, Variant, list[float], int]] = []
    rows: list[list[float]] = []
    begin = 0
    for shelf, slots in slotted:
        chances = likely[begin : begin + len(slots)]
        begin += len(slots)
        numbers = sample(range(len(shelf.units)))
        for variant in variants(slots, chances):
            titles = shelves.titles(shelf, variant.order, numbers)
            shared = shelves.shared(shelf, titles, variant.slot, variant.scores)
            rows += shelves.rows(shelf, shared, numbers, titles)
            proposals.append((shelf, variant, shared, len(numbers)))
    found = model.records.probabilities(np.array(rows, dtype=np.float32))
    weighed, begin = [], 0
    for shelf, variant, shared, count in proposals:
        weighed.append(Weighed(shelf, variant, shared, found[begin : begin + count]))
        begin += count
    return weighed


def variants(slots: Sequence[Slot], chances: NDArray[np.float64]) -> list[Variant]:
    """Return the likeliest ways to title a list."""
    order = [int(place) for place in np.argsort(-chances, kind="stable")]
    best = float(chances[order[0]])
    found = []
    for number, place in enumerate(order[:VARIANTS]):
        chance = float(chances[place])
        if number and chance <= _SECOND * best:
            break
        other = best if number else float(chances[order[1]]) if len(order) > 1 else 0.0
        near = (i for i in order if i != place and slots[i].key[0] >= 0 and chances[i] > _FALLBACK * best)
        inside = [slots[i].key for i in near]
        found.append(Variant(slots[place], (slots[place].key, *inside[:_FALLBACKS]), (chance, other, number)))
    return found


def choose(shelves: Shelves, weighed: Sequence[Weighed], model: Model) -> list[Record]:
    """Return the most valuable offers that do not overlap, in document order."""
    whole = [one for one in weighed if one.worth > 0 and not _are_parts(shelves.tree, one.shelf.units)]
    ordered = sorted((one for one in whole if not is_in_pieces(shelves.tree, one, whole)), key=lambda one: -one.worth)
    records = [] if ordered and ordered[0].is_sure else _alone(shelves)
    taken = [(record.first, record.stop) for record in records]
    said: set[str] = set()
    for group, one in enumerate(ordered, 1):
        if _overlap(taken, sample(one.shelf.units)) or is_worth_less(one, ordered):
            continue
        chances, titles = _chances(shelves, one, model)
        kept = [number for number, title in enumerate(titles) if title.words and chances[number] >= LEAST]
        units = [one.shelf.units[number] for number in kept]
        names = [titles[number].words.casefold() for number in kept]
        if not units or _overlap(taken, units) or sum(name in said for name in names) >= _AGAIN * len(names):
            continue
        worth = float(np.sum(chances[kept] - _COST))
        if worth < _LEAST_WORTH or (records and float(np.mean(chances[kept])) < _MORE):
            continue
        sure = [float(chances[number]) for number in kept]
        named = [titles[number] for number in kept]
        for unit, title in _beside(shelves, one, units):
            if not _overlap(taken, [unit]):
                units, named, sure = [*units, unit], [*named, title], [*sure, float(np.mean(chances[kept]))]
        taken = sorted([*taken, *units])
        said.update(names)
        for (first, stop), title, chance in zip(units, named, sure, strict=True):
            confidence = model.confidence(chance)
            records.append(Record(first, stop, group, score=confidence, title=title.words, title_row=title.row))
    return sorted(records or _alone(shelves), key=lambda record: record.first)


def is_worth_less(one: Weighed, others: Sequence[Weighed]) -> bool:
    """Tell whether surer lists that stand in the place of one, side by side, are worth more than it together."""
    sure = float(one.chances.mean())
    place = sorted(one.shelf.units)
    taken: list[tuple[int, int]] = []
    worth = 0.0
    for other in others:
        if other.shelf is one.shelf or float(other.chances.mean()) <= sure:
            continue
        if _overlap(place, other.shelf.units) and not _overlap(taken, other.shelf.units):
            taken = sorted([*taken, *other.shelf.units])
            worth += other.worth
            if worth > one.worth:
                return True
    return False


def is_in_pieces(tree: Tree, one: Weighed, others: Sequence[Weighed]) -> bool:
    """Tell whether another list has the units of one, some of them in pieces: a card that is sold out is one apart."""
    place = sorted(one.shelf.units)
    firsts, stops = ({unit[side] for unit in place} for side in (0, 1))
    return any(
        len(other.shelf.units) > len(one.shelf.units)
        and other.worth >= (_ALIKE if _are_cards(tree, other) and _has_one_of(one, other) else _AS_GOOD) * one.worth
        and firsts <= {first for first, _ in other.shelf.units}
        and stops <= {stop for _, stop in other.shelf.units}
        and all(_overlap(place, [unit]) for unit in other.shelf.units)
        for other in others
    )


def _are_cards(tree: Tree, one: Weighed) -> bool:
    """Tell whether every unit of a list is an element, and all of them are of one kind."""
    units = one.shelf.units
    kinds = {(tree.tags[first], tree.class_names[first]) for first, _ in units}
    return len(kinds) == 1 and all(tree.ends[first] == stop for first, stop in units)


def _has_one_of(one: Weighed, other: Weighed) -> bool:
    """Tell whether two lists have a unit in common."""
    return not {*one.shelf.units}.isdisjoint(other.shelf.units)


def _are_parts(tree: Tree, units: Sequence[tuple[int, int]]) -> bool:
    """Tell whether the units of a list are parts of fewer offers: the same parts in each, and each unlike the next.

    A card with a cut on its picture and a price below is not two offers. The cells of a grid are alike.
    """
    inside: dict[int, list[tuple[str, str]]] = {}
    for first, _ in units:
        inside.setdefault(tree.parents[first], []).append((tree.tags[first], tree.class_names[first]))
    parts, count = Counter(map(tuple, inside.values())).most_common(1)[0]
    return count >= max(_PARTS, _AGAIN * len(inside)) and len(set(parts)) == len(parts) > 1


def _beside(shelves: Shelves, one: Weighed, units: Sequence[tuple[int, int]]) -> list[tuple[tuple[int, int], Title]]:
    """Return what stands beside the units of a list, looks like them and has a title where they have theirs.

    An offer may lack its price: it is sold out, or the price is drawn. Where such are most, they are something else.
    """
    tree = shelves.tree
    if any(tree.ends[first] != stop for first, stop in units):
        return []
    others = tuple((row, tree.ends[row]) for row in offers.beside(tree, [first for first, _ in units]))
    if not others:
        return []
    titles = shelves.titles(Shelf(one.shelf.way, others, others[0]), one.variant.order[:1], range(len(others)))
    found = [(unit, title) for unit, title in zip(others, titles, strict=True) if title.words]
    return found if len(units) >= _FEWEST * (len(units) + len(found)) else []


def _alone(shelves: Shelves) -> list[Record]:
    """Return the offer that the whole page is about: its main heading names a price, or one near it can be bought."""
    found = offers.alone(shelves.tree, shelves.annotations)
    if found is None:
        return []
    first, stop, top = found
    text = shelves.sheet.text
    named = shelves.annotations.within("money", top, shelves.tree.ends[top])
    is_named = any(not text[found.stop : found.stop + 1].isalpha() for found in named)  # $150K is in the news
    if not is_named and not shelves.is_selling:
        return []
    return [Record(first, stop, score=_ALONE, title=shelves.tree.text(top)[:LONGEST], title_row=top)]


def _chances(shelves: Shelves, one: Weighed, model: Model) -> tuple[NDArray[np.float64], list[Title]]:
    """Return how likely each unit of a list is right, and its title."""
    numbers = range(len(one.shelf.units))
    titles = shelves.titles(one.shelf, one.variant.order, numbers)
    rows = shelves.rows(one.shelf, one.shared, numbers, titles)
    return model.records.probabilities(np.array(rows, dtype=np.float32)), titles


def _overlap(taken: list[tuple[int, int]], units: Sequence[tuple[int, int]]) -> bool:
    """Tell whether some of these rows were taken already."""
    for first, stop in units:
        place = bisect_left(taken, (first, -1))
        if place < len(taken) and taken[place][0] < stop:
            return True
        if place and taken[place - 1][1] > first:
            return True
    return False
