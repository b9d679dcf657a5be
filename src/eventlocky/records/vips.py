"""VIPS (vision-based page segmentation, Cai et al. 2003): blocks that are drawn alike, one below or beside the other.

    boxes ─▶ blocks, one inside the other ─ alike, aligned, near ─▶ lists ─ few anchors a block ─▶ records

It needs a rendered page that was saved with its boxes (`page/boxes.py`), and tags mean nothing to it. As in the paper,
blocks are what a browser draws and the space between them parts them. What makes a list of blocks is how the records
of a list look (ViDE: Liu, Meng, Meng 2010): one edge, one width, one size of letters, no more space between two than
the larger takes. The paper divides a page until its parts are coherent enough; here the outermost list is kept whose
blocks have few anchors each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.page.boxes import Box
from eventlocky.page.elements import TEXT
from eventlocky.types import Record

_NEAR = 3
"""Pixels: edges so near are one edge, for borders and rounding move them by one or two."""

_WIDER = 1.1
"""Widths are alike where one is at most so many times the other."""

_MOST_ANCHORS = 2
"""A list is cut no further where its blocks that have an anchor have so many on the mean: a first and a last day.

Of 40 rendered pages of `world`, on which it was chosen, 1.5 gives `site_f1` 0.48 and 2 gives 0.69; `_NEAR` and `_WIDER`
move nothing there.
"""

_NO_LETTERS = (0, 0)
_ACROSS, _DOWN, _LENGTH = 0, 1, 2
"""Where a box begins on each axis, and how much further on in it the length on that axis stands."""


class Vips:
    """Lists of blocks that are drawn alike."""

    name = "vips"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a rendered page in document order; they do not overlap."""
        found: list[Record] = []
        for group, blocks in enumerate(_lists(_blocks(tree))):
            counts = [annotations.count(kind.anchor, block.row, tree.ends[block.row]) for block in blocks]
            rows = [block.row for block, count in zip(blocks, counts, strict=True) if count]
            if sum(counts) <= _MOST_ANCHORS * len(rows):
                found += [Record(row, tree.ends[row], group, score=1.0) for row in rows]
        return _outermost(found)


def _outermost(records: Iterable[Record]) -> list[Record]:
    """Return the records that lie in no other, in document order."""
    kept: list[Record] = []
    for record in sorted(records, key=lambda record: (record.first, -record.stop)):
        if not kept or record.first >= kept[-1].stop:
            kept.append(record)
    return kept


# Blocks ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """What is drawn as one: its row, the number of the block around it (-1: none), how deep, where, in what letters."""

    row: int
    around: int
    depth: int
    box: Box
    letters: tuple[int, int]


def _blocks(tree: Tree) -> list[_Block]:
    """Return what is drawn with words in it; elements with one and the same box are one block, the outermost."""
    blocks: list[_Block] = []
    letters = _letters(tree)
    over = [-1] * len(tree)  # the innermost block that holds a row
    for row, parent in enumerate(tree.parents):
        over[row] = around = over[parent] if parent >= 0 else -1
        box = tree.boxes.get(row)
        if box is None or letters[row] == _NO_LETTERS or (around >= 0 and _is_same(box, blocks[around].box)):
            continue
        depth = blocks[around].depth + 1 if around >= 0 else 0
        over[row] = len(blocks)
        blocks.append(_Block(row, around, depth, box, letters[row]))
    return blocks


def _is_same(one: Box, other: Box) -> bool:
    return all(abs(one[place] - other[place]) <= _NEAR for place in range(4))


def _letters(tree: Tree) -> list[tuple[int, int]]:
    """Return the size and weight of the largest letters in every row, which are mostly those of a title."""
    boxes, parents = tree.boxes, tree.parents
    own = [_NO_LETTERS] * len(tree)
    for row, parent in enumerate(parents):
        own[row] = (boxes[row].size, boxes[row].weight) if row in boxes else own[parent] if parent >= 0 else _NO_LETTERS
    largest = [_NO_LETTERS] * len(tree)
    for row in range(len(tree) - 1, 0, -1):
        if tree.tags[row] == TEXT and tree.texts[row].strip():
            largest[row] = own[row]
        largest[parents[row]] = max(largest[parents[row]], largest[row])
    return largest


# Lists ----------------------------------------------------------------------------------------------------


def _lists(blocks: list[_Block]) -> list[list[_Block]]:
    """Return the lists of a page: blocks that follow one another in a column, or in a row within one block."""
    lefts = _numbers((block.box.x for block in blocks), farthest=_NEAR)
    tops = _numbers((block.box.y for block in blocks), farthest=_NEAR)
    widths = _numbers((block.box.width for block in blocks), times=_WIDER)
    columns: dict[Hashable, list[int]] = defaultdict(list)
    rows: dict[Hashable, list[int]] = defaultdict(list)
    for number, block in enumerate(blocks):
        look = (block.depth, widths[block.box.width], block.letters)
        columns[lefts[block.box.x], look].append(number)
        rows[tops[block.box.y], look, block.around].append(number)
    pairs = [
        *(pair for column in columns.values() for pair in _neighbours(blocks, column, _DOWN)),
        *(pair for row in rows.values() for pair in _neighbours(blocks, row, _ACROSS)),
    ]
    return [[blocks[number] for number in members] for members in _joined(len(blocks), pairs) if len(members) > 1]


def _numbers(values: Iterable[int], *, farthest: int = 0, times: float = 1.0) -> dict[int, int]:
    """Return the same number for values that differ by no more than some pixels, or some times."""
    numbers: dict[int, int] = {}
    least = last = -1
    for value in sorted(set(values)):
        if last < 0 or value > least * times + farthest:
            least, last = value, last + 1
        numbers[value] = last
    return numbers


def _neighbours(blocks: list[_Block], members: list[int], axis: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs that follow one another down or across, with no more space between than the larger one takes."""
    members.sort(key=lambda number: blocks[number].box[axis])
    for one, other in pairwise(members):
        first, second = blocks[one].box, blocks[other].box
        space = second[axis] - first[axis] - first[axis + _LENGTH]
        if -_NEAR <= space <= max(first[axis + _LENGTH], second[axis + _LENGTH]):
            yield one, other


def _joined(size: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the numbers up to `size` as sets of those that pairs join, each in order."""
    roots = list(range(size))

    def root(number: int) -> int:
        while roots[number] != number:
            roots[number] = number = roots[roots[number]]
        return number

    for one, other in pairs:
        least, most = sorted((root(one), root(other)))
        roots[most] = least
    members: dict[int, list[int]] = defaultdict(list)
    for number in range(size):
        members[root(number)].append(number)
    return list(members.values())
