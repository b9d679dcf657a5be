"""Longest frequent patterns, after Deal Finder: a page is split along what recurs, then pruned from below.

A block is a run of siblings, at first the whole page. A block that has what the kind needs is split along
the pattern of tags with attributes (`<div class>`, not `<div>`) that recurs in its outermost level, and each
piece in turn, until nothing recurs or too few words are left. Three rules then undo what was split too far.

The paper weighs length and frequency of a pattern in words only ("longest … of the greatest frequency"); here
the pattern that covers most siblings wins, of equals the more frequent. Patterns have up to ten tags, counted
by their runs, and the same siblings are split three times at most, so the cost is linear in the page. The
paper asks its classifier whether a block is a deal; here it is one if the kind's needs were found in it. Its
check by parts of speech is a count of letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from eventlocky.annotate import Annotations
from eventlocky.kinds import ANNOTATIONS, Kind
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT, UNSEEN
from eventlocky.types import Record

_LONGEST = 10
"""The most tags of a pattern."""

_MOST_SPLITS = 3
"""How often the same siblings are split along a pattern before each stands alone."""

_FEWEST_LETTERS = 12
"""A block with fewer letters is not split, and not taken for a record beside others.

Of 6, 12, 18 and 25 the first three leave as many gold titles of the corpora alone in a record, within a point.
"""

_ATTRIBUTES = ("class", "id", "style", "role", "itemprop", "align", "bgcolor")
"""The attributes whose presence tells tags apart: those that pages lay things out by."""

_NO_LETTER = re.compile(r"[\W\d_]+")


class Patterns:
    """Recursive splitting, three rules of pruning."""

    name = "patterns"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        splitter = _Splitter(tree, annotations, kind)
        blocks = splitter.segment()
        _prune(blocks)
        return _records(tree, blocks)


@dataclass(slots=True)
class _Block:
    """A run of siblings, a node of the segmentation tree."""

    rows: list[int]
    is_kind: bool
    is_poor: bool
    splits: int = 0
    children: list[int] = field(default_factory=list)

    @property
    def is_record(self) -> bool:
        """Whether it is a leaf worth keeping; Rule 3: one with too few words counts as none."""
        return not self.children and self.is_kind and not self.is_poor


class _Splitter:
    """Splits the blocks of one page, from the top."""

    def __init__(self, tree: Tree, annotations: Annotations, kind: Kind) -> None:
        self.tree = tree
        self.annotations = annotations
        self.needs = [need for need in kind.needs if need <= ANNOTATIONS] or [frozenset({kind.anchor})]
        self.letters = [0, *accumulate(len(_NO_LETTER.sub("", text)) if text else 0 for text in tree.texts)]

    def segment(self) -> list[_Block]:
        """Return the segmentation tree, parents before their children."""
        blocks = [self._block([self.tree.body])]
        for block in blocks:  # it grows while it is read
            if block.is_kind and not block.is_poor:
                pieces, splits = self._split(block)
                block.children = list(range(len(blocks), len(blocks) + len(pieces)))
                blocks += [self._block(piece, splits) for piece in pieces]
        return blocks

    def _block(self, rows: list[int], splits: int = 0) -> _Block:
        first, stop = rows[0], self.tree.ends[rows[-1]]
        is_kind = all(any(self.annotations.count(name, first, stop) for name in need) for need in self.needs)
        return _Block(rows, is_kind, self.letters[stop] - self.letters[first] < _FEWEST_LETTERS, splits)

    def _split(self, block: _Block) -> tuple[list[list[int]], int]:
        """Cut a block along its pattern; where nothing recurs, into its siblings. A single element is opened."""
        rows, splits = block.rows, block.splits
        if len(rows) == 1:
            rows, splits = self._inside(rows[0]), 0
        starts = frequent([self._tag(row) for row in rows]) if splits < _MOST_SPLITS else []
        if not starts:
            return [[row] for row in rows], 0
        bounds = [*([0] if starts[0] else []), *starts, len(rows)]
        return [rows[begin:end] for begin, end in pairwise(bounds)], splits + 1

    def _inside(self, row: int) -> list[int]:
        tree = self.tree
        return [
            child
            for child in tree.children(row)
            if (tree.texts[child].strip() if tree.tags[child] == TEXT else tree.tags[child] not in UNSEEN)
        ]

    def _tag(self, row: int) -> str:
        """Return a tag with the names of its attributes: `div class`."""
        tag = self.tree.tags[row]
        if tag == TEXT:
            return tag
        return " ".join([tag, *(name for name in _ATTRIBUTES if self.tree.attr(row, name) is not None)])


def frequent(tags: Sequence[str]) -> list[int]:
    """Return where the longest frequent pattern of a row of tags occurs; nowhere where none recurs.

    >>> frequent(["div class", "div style", "hr", "div class", "div style"])
    [0, 3]
    """
    best: tuple[int, int] = (0, 0)
    places: list[int] = []
    for length in range(1, min(_LONGEST, len(tags) // 2) + 1):
        found: dict[tuple[str, ...], list[int]] = {}
        for place in range(len(tags) - length + 1):
            seen = found.setdefault(tuple(tags[place : place + length]), [])
            if not seen or seen[-1] + length <= place:
                seen.append(place)
        again = [seen for seen in found.values() if len(seen) > 1]
        if not again:
            break  # what does not recur does not recur in anything longer
        for seen in again:
            if (len(seen) * length, len(seen)) > best:
                best, places = (len(seen) * length, len(seen)), seen
    return places


def _prune(blocks: list[_Block]) -> None:
    """Make a parent of leaves a leaf itself where none (Rule 1) or only one of them (Rule 2) is a record."""
    for block in reversed(blocks):
        children = [blocks[child] for child in block.children]
        if all(not child.children for child in children) and sum(child.is_record for child in children) <= 1:
            block.children = []


def _records(tree: Tree, blocks: list[_Block]) -> list[Record]:
    """Return the leaves that are records; one that stands alone under its parent is less sure."""
    records = [_record(tree, blocks[0], is_alone=True)] if blocks[0].is_record else []
    stack = [0]
    while stack:
        children = blocks[stack.pop()].children
        found = [blocks[child] for child in children if blocks[child].is_record]
        records += [_record(tree, block, is_alone=len(found) == 1) for block in found]
        stack += [child for child in children if blocks[child].children]
    return sorted(records, key=lambda record: record.first)


def _record(tree: Tree, block: _Block, *, is_alone: bool) -> Record:
    first, last = block.rows[0], block.rows[-1]
    return Record(first, tree.ends[last], tree.parents[first], score=0.5 if is_alone else 1.0)
