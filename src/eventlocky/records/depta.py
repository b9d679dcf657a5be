"""DEPTA: generalised nodes compared by simple tree matching, their records put in line by partial tree alignment.

A baseline to compare with, as `mdr`: tags alone, every repeated thing of a page. Two subtrees match as far as
equal tags can be paired from the root down without crossing. The records of a region are then laid one by
one over a seed, the largest of them; what has one possible place in the seed is added to it. A record that
finds less than half of its nodes in the seed is no sure member of the list: its score says so.

The paper's third source, the boxes that a browser draws, is not used: pages are not rendered here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.records import regions
from eventlocky.records.regions import Forms, Region
from eventlocky.types import Record

_NEAREST = 0.7
"""The share of nodes that must match, of the mean size of two trees: the counterpart of MDR's distance of 0.3."""

_ALIGNED = 0.5
"""The share of a record's nodes that must find their place in the seed."""

_LARGEST_SEED = 120
"""A seed of so many nodes grows no more."""

_STEPS_PER_ROW = 40
_STEPS = 20_000
"""Matching may cost so many pairs of children on a page; then only equal trees match.

Of 447 pages of the corpora two get there.
"""


class Depta:
    """Simple tree matching, partial tree alignment."""

    name = "depta"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:  # noqa: ARG002 - tags alone
        """Return the repeated records of a page in document order; they do not overlap."""
        forms = Forms()
        numbers = forms.of(tree)
        matching = Matching(forms, _STEPS + _STEPS_PER_ROW * len(tree))
        found: list[Record] = []
        for region in regions.find(tree, numbers, matching.alike):
            found += _scored(tree, region, numbers, matching)
        return found


def _scored(tree: Tree, region: Region, numbers: Sequence[int], matching: Matching) -> list[Record]:
    """Return the records of a region, each with how well it lies in line with the others."""
    records = regions.records(tree, region, numbers, matching.alike)
    trees = [matching.root(_forms_of(tree, record, numbers)) for record in records]
    shares = matching.align(trees)
    return [
        Record(record.first, record.stop, record.group, score=1.0 if share >= _ALIGNED else 0.5)
        for record, share in zip(records, shares, strict=True)
    ]


def _forms_of(tree: Tree, record: Record, numbers: Sequence[int]) -> list[int]:
    """Return the numbers of the elements side by side that make up a record."""
    forms = []
    row = record.first
    while row < record.stop:
        if numbers[row] >= 0:
            forms.append(numbers[row])
        row = tree.ends[row]
    return forms


@dataclass(slots=True)
class Matching:
    """Which nodes of two trees can be paired; every pair of trees is worked out once."""

    forms: Forms
    steps: int
    known: dict[tuple[int, int], int] = field(default_factory=dict)

    def root(self, run: Sequence[int]) -> int:
        """Put trees under one nameless root, as a record of several siblings needs."""
        return self.forms.number("", run)

    def alike(self, one: Sequence[int], other: Sequence[int]) -> bool:
        """Tell whether two runs of subtrees match for the most part."""
        if one == other:
            return True
        first, second = (self.root(run) if len(run) > 1 else run[0] for run in (one, other))
        mean = (self.forms.sizes[first] + self.forms.sizes[second]) / 2
        if min(self.forms.sizes[first], self.forms.sizes[second]) < _NEAREST * mean:
            return False
        return self.match(first, second) >= _NEAREST * mean

    def match(self, one: int, other: int) -> int:
        """Return how many nodes two trees have in common, by simple tree matching."""
        if one == other:
            return self.forms.sizes[one]
        if self.forms.tags[one] != self.forms.tags[other]:
            return 0
        pair = (min(one, other), max(one, other))
        if pair not in self.known:
            table = self._table(self.forms.children[one], self.forms.children[other])
            self.known[pair] = table[-1][-1] + 1
        return self.known[pair]

    def _table(self, ones: Sequence[int], others: Sequence[int]) -> list[list[int]]:
        """Fill the table of the best pairings of two rows of children."""
        table = [[0] * (len(others) + 1)]
        self.steps -= len(ones) * len(others)
        if self.steps < 0:
            return table
        for one in ones:
            above, line = table[-1], [0]
            for place, other in enumerate(others):
                line.append(max(above[place + 1], line[place], above[place] + self.match(one, other)))
            table.append(line)
        return table

    # Alignment ------------------------------------------------------------------------------------

    def align(self, trees: Sequence[int]) -> list[float]:
        """Lay every tree over a growing seed, the largest of them first; return what share of each found a place."""
        if not trees:
            return []
        seed = max(trees, key=lambda tree: self.forms.sizes[tree])
        shares: dict[int, float] = {}
        for tree in dict.fromkeys(trees):
            shares[tree] = self.match(seed, tree) / self.forms.sizes[tree]
            if self.forms.sizes[seed] < _LARGEST_SEED:
                seed = self.grow(seed, tree)
        return [shares[tree] for tree in trees]

    def grow(self, seed: int, tree: int) -> int:
        """Return the seed with those parts of a tree added that have one possible place in it.

        A run of unmatched children has one where its matched neighbours stand side by side in the seed.
        """
        if seed == tree or self.forms.tags[seed] != self.forms.tags[tree]:
            return seed
        old, new = self.forms.children[seed], self.forms.children[tree]
        grown: list[int] = []
        done_old = done_new = 0
        for place_old, place_new in [*self._pairs(old, new), (len(old), len(new))]:
            missing = new[done_new:place_new]
            grown += missing if place_old == done_old else old[done_old:place_old]
            if place_old < len(old):
                grown.append(self.grow(old[place_old], new[place_new]))
            done_old, done_new = place_old + 1, place_new + 1
        return self.forms.number(self.forms.tags[seed], grown)

    def _pairs(self, ones: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
        """Return which children are paired, by walking back through the table."""
        table = self._table(ones, others)
        if len(table) <= len(ones):
            return []
        pairs = []
        place, next_place = len(ones), len(others)
        while place and next_place:
            here = table[place][next_place]
            if here == table[place - 1][next_place]:
                place -= 1
            elif here == table[place][next_place - 1]:
                next_place -= 1
            else:
                place, next_place = place - 1, next_place - 1
                pairs.append((place, next_place))
        return pairs[::-1]
