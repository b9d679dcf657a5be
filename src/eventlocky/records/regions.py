"""Data regions: neighbouring siblings that look alike, as MDR defines them; MDR and DEPTA differ in "alike".

A generalised node is a run of up to ten sibling elements; a region is two or more of one length in a row,
each like the one before. Regions are looked for from the top, and what a region covers is not searched
again. The paper's steps are kept; its tables of comparisons are filled only where the answer can matter,
and every subtree is known by a number (equal numbers, equal subtrees), so that most comparisons are one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from eventlocky.page import Tree
from eventlocky.page.elements import TEXT, UNSEEN
from eventlocky.types import Record

LONGEST = 10
"""The most siblings of a generalised node: the papers' figure."""

_LARGEST = 60
"""The most nodes of a subtree that are compared, in document order: an event's card has about 20."""

_LOWEST = 3
"""The fewest levels of a node whose children may be records (the papers' figure; texts count as one here)."""

Alike = Callable[[Sequence[int], Sequence[int]], bool]
"""Tells whether two runs of subtrees, given by their numbers, look alike."""


@dataclass(frozen=True, slots=True)
class Forms:
    """Every different subtree once, by number: its tag, its children's numbers, how many nodes it has."""

    tags: list[str] = field(default_factory=list)
    children: list[tuple[int, ...]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    numbers: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)

    def number(self, tag: str, children: Sequence[int]) -> int:
        """Return the number of a subtree."""
        key = (tag, tuple(children))
        known = self.numbers.get(key)
        if known is not None:
            return known
        self.tags.append(tag)
        self.children.append(key[1])
        self.sizes.append(1 + sum(self.sizes[child] for child in key[1]))
        self.numbers[key] = number = len(self.tags) - 1
        return number

    def of(self, tree: Tree) -> list[int]:
        """Return the number of every element's subtree, cut to the size that is compared; -1 for texts."""
        numbers = [-1] * len(tree)
        for row in range(len(tree) - 1, -1, -1):
            if tree.tags[row] != TEXT:
                kept: list[int] = []
                room = _LARGEST - 1
                for child in tree.children(row):
                    if numbers[child] >= 0:
                        room -= self.sizes[numbers[child]]
                        if room < 0:
                            break
                        kept.append(numbers[child])
                numbers[row] = self.number(tree.tags[row], kept)
        return numbers


@dataclass(frozen=True, slots=True)
class Region:
    """A run of generalised nodes: the rows of each one's elements."""

    parent: int
    nodes: list[list[int]]


def find(tree: Tree, numbers: Sequence[int], alike: Alike) -> list[Region]:
    """Return the data regions of a page, in document order; none lies within another."""
    heights = _heights(tree)
    regions: list[Region] = []
    stack = [tree.body]
    while stack:
        row = stack.pop()
        if heights[row] < _LOWEST:
            continue
        children = [child for child in tree.element_children(row) if tree.tags[child] not in UNSEEN]
        found = _regions(row, children, [numbers[child] for child in children], alike)
        covered = {child for region in found for node in region.nodes for child in node}
        regions += found
        stack += [child for child in children if child not in covered]
    return sorted(regions, key=lambda region: region.nodes[0][0])


def records(tree: Tree, region: Region, numbers: Sequence[int], alike: Alike) -> list[Record]:
    """Return the records of a region: its generalised nodes, or their children where all of those are alike.

    Records whose parts do not lie side by side (the papers' columns of products) stay in one piece.
    """
    runs = [(region.parent, node) for node in region.nodes]
    tops = [node[0] for node in region.nodes]
    if len(region.nodes[0]) == 1 and all(_holds_records(tree, top, numbers, alike) for top in tops):
        runs = [(top, [child]) for top in tops for child in tree.element_children(top)]
    return [
        Record(run[0], tree.ends[run[-1]], parent, score=1.0)
        for parent, run in runs
        if any(text.strip() for text in tree.texts[run[0] : tree.ends[run[-1]]])
    ]


def _holds_records(tree: Tree, row: int, numbers: Sequence[int], alike: Alike) -> bool:
    """Tell whether a row of the region is a row of records: children alike, with elements in them, no table row."""
    children = tree.element_children(row)
    return (
        len(children) > 1
        and tree.tags[row] != "tr"
        and all(tree.element_children(child) for child in children)
        and all(alike([numbers[one]], [numbers[other]]) for one, other in pairwise(children))
    )


def _heights(tree: Tree) -> list[int]:
    """Return how many levels the subtree of every row has."""
    heights = [1] * len(tree)
    for row in range(len(tree) - 1, 0, -1):
        parent = tree.parents[row]
        heights[parent] = max(heights[parent], heights[row] + 1)
    return heights


# The regions among the children of one node --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Table:
    """For one length: where from every place on the first pair that is alike begins, and how many nodes follow."""

    following: list[int]
    lengths: list[int]


def _regions(parent: int, rows: list[int], forms: list[int], alike: Alike) -> list[Region]:
    """Return the regions from left to right: each the longest of those that begin first (the paper's IdenDRs)."""
    tables: dict[int, _Table] = {}
    regions = []
    start = 0
    while len(rows) - start > 1:
        best = (0, start, 0)  # the length of its nodes, where it begins, how many siblings it covers
        for length in range(1, min(LONGEST, (len(rows) - start) // 2) + 1):
            if best[1] + best[2] == len(rows) and best[1] == start:
                break  # nothing can begin earlier or cover more
            if length not in tables:
                tables[length] = _compare(forms, length, alike)
            best = _longer(best, tables[length], length, start)
        length, begin, covered = best
        if not covered:
            break
        nodes = [rows[place : place + length] for place in range(begin, begin + covered, length)]
        regions.append(Region(parent, nodes))
        start = begin + covered
    return regions


def _longer(best: tuple[int, int, int], table: _Table, length: int, start: int) -> tuple[int, int, int]:
    """Return the better of the best region so far and those of one length."""
    for first in range(start, start + length):
        begin = table.following[first]
        if begin < 0:
            continue
        covered = table.lengths[begin] * length
        if covered > best[2] and (not best[2] or begin <= best[1]):
            best = (length, begin, covered)
    return best


def _compare(forms: list[int], length: int, alike: Alike) -> _Table:
    """Compare all neighbouring runs of one length, from the right."""
    size = len(forms)
    following = [-1] * (size + length)
    lengths = [0] * (size + length)
    for place in range(size - 2 * length, -1, -1):
        one, other = forms[place : place + length], forms[place + length : place + 2 * length]
        if one == other or alike(one, other):
            following[place] = place
            lengths[place] = max(lengths[place + length], 1) + 1
        else:
            following[place] = following[place + length]
    return _Table(following, lengths)
