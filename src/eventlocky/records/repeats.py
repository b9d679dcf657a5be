"""Records by repeated tag sequences, as EventFinder finds them (Harik, MIT 2003, section 3.2).

Only tags that enclose things make nodes. At each depth of that tree nodes of equal tag sequences form a
group, nodes of nearly equal ones join it (the longest common subsequence is at least 0.45 of the longer
sequence), groups that hold nearly equal sequences are merged, and a group of fewer than three is dropped.

The thesis compares each new sequence with all seen before, which is quadratic in their number and length.
Here equal sequences are equal shapes; a new shape is compared with at most `_MOST_GROUPS` groups of its
depth, those that grew last, by the last shape of each; a sequence is its first `_LONGEST` tags (lengths are
still compared in full); and the subsequence is found a whole row of the table at a time, as bits of one number.

Groups of different depths nest, and the thesis leaves it to its event identifier which of them are lists of
events: more than half of the nodes must have, among other things, a single date. So here: of nested groups
the outermost of that kind is kept, by the anchor of the kind that is looked for, and in it the nodes with one
anchor. Groups that hold no such list follow after, the outermost first, with a lower score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT
from eventlocky.types import Record

_ENCLOSING = frozenset(
    """
    table tr hr dl dt dd ul ol li div p blockquote
    article aside details figure footer header main nav section
    """.split(),
)
"""The thesis' tags that make nodes, and those that have come since for what was a `div` in 2003."""

_ALIKE = 0.45
"""The thesis' share of the longer sequence that two must have in common, found there by experiment."""

_FEWEST = 3
"""The thesis' smallest group: fewer are no list."""

_MOST = 0.5
"""The thesis' share of a group's nodes that more than must look like events."""

_LONGEST = 256
"""Tags of a sequence that are compared: 97 of 100 nodes of the corpora have no more."""

_MOST_GROUPS = 16
"""Groups of a depth that a new shape is compared with."""

_LISTED = 1.0
_REPEATED = 0.5


class Repeats:
    """Groups of at least three nodes of one depth with alike tag sequences."""

    name = "repeats"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        sequences = _Sequences(tree)
        groups = [rows for nodes in _levels(tree) for rows in _group(tree, sequences, nodes) if len(rows) >= _FEWEST]
        return _apart(tree, annotations, kind.anchor, groups)


def _levels(tree: Tree) -> list[list[int]]:
    """Return the nodes of each depth, where only tags that enclose things count."""
    tags, parents, body = tree.tags, tree.parents, tree.body
    depths = {body: 0}
    levels: defaultdict[int, list[int]] = defaultdict(list)
    for row in range(body + 1, tree.ends[body]):
        tag = tags[row]
        if tag in _ENCLOSING:
            depths[row] = depth = depths[parents[row]] + 1
            levels[depth].append(row)
        elif tag != TEXT:
            depths[row] = depths[parents[row]]
    return list(levels.values())


# Grouping -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Sequence:
    """The opening and closing tags of a node: the first of them, and how many there are in all."""

    tags: list[str]
    length: int

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each tag stands: a bit for every place."""
        places: dict[str, int] = {}
        bit = 1
        for tag in self.tags:
            places[tag] = places.get(tag, 0) | bit
            bit <<= 1
        return places

    def is_like(self, other: _Sequence) -> bool:
        """Tell whether the longest common subsequence is long enough beside the longer of the two."""
        if min(self.length, other.length) < _ALIKE * max(self.length, other.length):
            return False
        return _common(self, other) >= _ALIKE * max(len(self.tags), len(other.tags))


def _common(one: _Sequence, other: _Sequence) -> int:
    """Return the length of the longest common subsequence.

    One number holds a row of the usual table, a bit a column: 0 where the row grows by one there.
    """
    full = (1 << len(one.tags)) - 1
    row = full
    places = one.places
    for tag in other.tags:
        if tag in places:
            here = row & places[tag]
            row = ((row + here) | (row - here)) & full
    return len(one.tags) - row.bit_count()


class _Sequences:
    """The opening and closing tags of a whole page, written once: the sequence of an element is a slice of them."""

    def __init__(self, tree: Tree) -> None:
        tags, ends = tree.tags, tree.ends
        self._written: list[str] = []
        self._first = [0] * len(tree)
        self._stop = [0] * len(tree)
        opened: list[int] = []
        for row, tag in enumerate([*tags, TEXT]):  # one row more closes what is open
            while opened and ends[opened[-1]] <= row:
                closed = opened.pop()
                self._written.append(f"/{tags[closed]}")
                self._stop[closed] = len(self._written)
            if tag != TEXT:
                self._first[row] = len(self._written)
                self._written.append(tag)
                opened.append(row)

    def of(self, row: int) -> _Sequence:
        """Return the sequence of an element."""
        first, stop = self._first[row], self._stop[row]
        return _Sequence(self._written[first : min(stop, first + _LONGEST)], stop - first)


@dataclass(eq=False, slots=True)
class _Group:
    """Nodes of one depth, their shapes, and the sequence of the shape that came last."""

    rows: list[int]
    shapes: list[int]
    last: _Sequence


def _group(tree: Tree, sequences: _Sequences, nodes: Sequence[int]) -> list[list[int]]:
    """Group the nodes of one depth: those of equal shapes, of alike ones, and groups that an alike one joins."""
    by_shape: dict[int, _Group] = {}
    recent: list[_Group] = []  # the one that grew last at the end
    for row in nodes:
        shape = tree.shapes[row]
        if shape not in by_shape:
            group = by_shape[shape] = _Group([], [shape], sequences.of(row))
            for other in recent[:]:
                if group.last.is_like(other.last):
                    recent.remove(other)
                    group = _merge(group, other, by_shape)
        group = by_shape[shape]
        group.rows.append(row)
        if not recent or recent[-1] is not group:
            recent = [other for other in recent[1 - _MOST_GROUPS :] if other is not group] + [group]
    return [group.rows for group in {id(group): group for group in by_shape.values()}.values()]


def _merge(newer: _Group, older: _Group, by_shape: dict[int, _Group]) -> _Group:
    """Make one group of two, moving the shapes of the smaller."""
    small, large = sorted((newer, older), key=lambda group: len(group.shapes))
    large.rows += small.rows
    large.shapes += small.shapes
    large.last = newer.last
    by_shape.update(dict.fromkeys(small.shapes, large))
    return large


# Choosing -----------------------------------------------------------------------------------------


def _apart(tree: Tree, annotations: Annotations, anchor: str, groups: list[list[int]]) -> list[Record]:
    """Choose records from nested groups, which come outermost first, so that none overlaps another."""
    chosen = _Chosen(tree)
    for rows in groups:
        single = [row for row in rows if annotations.count(anchor, row, tree.ends[row]) == 1]
        if len(single) > _MOST * len(rows):
            chosen.add([row for row in single if not chosen.is_within(row)], _LISTED)
    for rows in groups:
        chosen.add([row for row in rows if not chosen.is_within(row) and not chosen.is_above(row)], _REPEATED)
    return sorted(chosen.records, key=lambda record: record.first)


class _Chosen:
    """The records chosen so far, and the rows within and above them."""

    def __init__(self, tree: Tree) -> None:
        self.records: list[Record] = []
        self._tree = tree
        self._within = bytearray(len(tree))
        self._above: set[int] = set()

    def is_within(self, row: int) -> bool:
        """Tell whether a row is part of a record."""
        return self._within[row] == 1

    def is_above(self, row: int) -> bool:
        """Tell whether a row holds a record."""
        return row in self._above

    def add(self, rows: list[int], score: float) -> None:
        """Make records of the nodes of one group."""
        tree = self._tree
        for row in rows:
            stop = tree.ends[row]
            self.records.append(Record(row, stop, group=rows[0], score=score))
            self._within[row:stop] = b"\x01" * (stop - row)
            above = tree.parents[row]
            while above >= 0 and above not in self._above:
                self._above.add(above)
                above = tree.parents[above]
