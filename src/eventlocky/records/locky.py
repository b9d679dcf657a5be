"""Records by partial tree matching, as Event.Locky finds them (Liao et al., JIP 25, 2017, section 3).

The paper's three steps. *Pruning* leaves the block-level elements (`blocks.py`). *Matching* goes through
them breadth first, from large areas to small: a window of one element, then two, up to half of the
siblings, is compared with the equally wide windows to its left and right; the first width that matches
makes the window a record, its elements and all below them are done with, and all elements above it are
marked. *Backtracking* then takes every element that is in no record but whose parent is marked: a record
that is drawn apart from the list it belongs to.

The paper compares columns (tags in breadth-first order) for equality, with no threshold; here equal
columns are equal numbers, and `sequences.widths` gives the smallest matching width of each place without
trying them all. Two readings of the printed algorithm: its strict bound (`w < siblings / 2`) would miss
two records side by side, so "half the number of siblings", as the text has it, is allowed; and windows
stay among the children of one parent, since a window across two would be no part of the page.

Records never nest: matching does not go below a record, backtracking takes only what holds none. It is
the outermost repeat that is kept. Words that stand in no block of their own belong to no record, and a
page without a repeat has none. As in the paper no record counts for more than another.
"""

from __future__ import annotations

from dataclasses import dataclass

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.records.blocks import Blocks, prune
from eventlocky.records.sequences import widths
from eventlocky.types import Record


class Locky:
    """Pruning, matching and backtracking."""

    name = "locky"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        del annotations, kind  # structure alone decides
        blocks = prune(tree)
        matched = _match(tree, blocks)
        independent = _backtrack(tree, blocks, matched)
        return sorted(matched.records + independent, key=lambda record: record.first)


class LockyPlain:
    """Pruning and matching alone: what the paper compares its backtracking with."""

    name = "locky-plain"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        del annotations, kind  # structure alone decides
        return sorted(_match(tree, prune(tree)).records, key=lambda record: record.first)


@dataclass(frozen=True, slots=True)
class _Matched:
    """The records that match a neighbour, their elements, and all elements above them."""

    records: list[Record]
    taken: set[int]
    marked: set[int]


def _match(tree: Tree, blocks: Blocks) -> _Matched:
    """Take the windows that equal a neighbour, level by level."""
    matched = _Matched([], set(), set())
    level = [tree.body]
    while level:
        below = []
        for parent in level:
            siblings = blocks.children.get(parent, [])
            wide = widths([blocks.columns[row] for row in siblings])
            place = 0
            while place < len(siblings):
                window = siblings[place : place + max(1, wide[place])]
                if wide[place]:
                    matched.records.append(Record(window[0], tree.ends[window[-1]], parent, score=1.0))
                    matched.taken.update(window)
                else:
                    below += window
                place += len(window)
            if any(wide):
                _mark(tree, parent, matched.marked)
        level = below
    return matched


def _mark(tree: Tree, parent: int, marked: set[int]) -> None:
    """Mark the parent of a record and all elements above it."""
    while parent >= tree.body and parent not in marked:
        marked.add(parent)
        parent = tree.parents[parent]


def _backtrack(tree: Tree, blocks: Blocks, matched: _Matched) -> list[Record]:
    """Take the elements that are in no record and stand over none, but whose parent is marked."""
    return [
        Record(row, tree.ends[row], parent, score=1.0)
        for parent in matched.marked
        for row in blocks.children[parent]
        if row not in matched.taken and row not in matched.marked
    ]
