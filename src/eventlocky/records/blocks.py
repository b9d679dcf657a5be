"""The block-level elements of a page as a tree of their own, and one number for each one's column.

Both Event.Locky papers throw inline elements away before they compare (Algorithm 1 of 2017): what
does not change the spaces of a page is no part of its structure. Two elements are then alike when
their columns are: the tags of the element and of all its descendants, read breadth first.

Writing every column down would cost the size of the page once for each level. Instead every level
of a subtree is one rolling hash that can be joined to another in one step, and of two neighbours the
shorter is joined to the taller: each level of each subtree is touched once, so all numbers together
cost time in proportion to the page. Columns that are equal have equal numbers; columns that are not
share one by chance only (one in 10^18).
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from eventlocky.page import Tree
from eventlocky.page.elements import BLOCKS, CELLS

_BLOCKS = (BLOCKS | CELLS) - {"br"}
"""A line break is no block: HTML 2.0 counts it among the characters of a line."""

_PRIME = (1 << 61) - 1
_BASE = 1_000_003_578_901
"""The rolling hash: any prime that a product of two still leaves fast, any base between."""

_Level = tuple[int, int, int, int]
"""Of one level of a subtree: its hash and the power of its length, then both of it and all levels below it."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The pruned page: the block children of every block, and the columns, all by row."""

    children: dict[int, list[int]]
    columns: dict[int, int]


def prune(tree: Tree) -> Blocks:
    """Return the block-level elements under the body.

    An inline element around a block counts as a block: since HTML 5 a link may hold a whole card, which
    the algorithm as it was printed would never look into.
    """
    tags, parents, body = tree.tags, tree.parents, tree.body
    numbers = {tag: crc32(tag.encode()) + 1 for tag in set(tags)}
    below: dict[int, list[_Level]] = {}
    children: dict[int, list[int]] = {}
    columns: dict[int, int] = {}
    for row in range(tree.ends[body] - 1, body, -1):  # last to first: children before their parent
        levels = below.pop(row, None)
        tag = tags[row]
        if levels is None:
            if tag not in _BLOCKS:
                continue
            levels = []
        columns[row] = _add_top(levels, numbers[tag])
        parent = parents[row]
        if parent in children:
            children[parent].append(row)
            below[parent] = _join(levels, below[parent])
        else:
            children[parent] = [row]
            below[parent] = levels
    for rows in children.values():
        rows.reverse()
    return Blocks(children, columns)


def _add_top(levels: list[_Level], number: int) -> int:
    """Put one element over the levels of its children, which stand deepest first; return its column."""
    _, _, rest, power = levels[-1] if levels else (0, 1, 0, 1)
    column = (number * power + rest) % _PRIME
    levels.append((number, _BASE, column, power * _BASE % _PRIME))
    return column


def _join(left: list[_Level], right: list[_Level]) -> list[_Level]:
    """Join the levels of two neighbours, into the taller of the two."""
    taller = left if len(left) >= len(right) else right
    shared = min(len(left), len(right))
    place = len(taller) - shared
    _, _, rest, rest_power = taller[place - 1] if place else (0, 1, 0, 1)
    for (one, one_power, _, _), (two, two_power, _, _) in zip(left[-shared:], right[-shared:], strict=True):
        level = (one * two_power + two) % _PRIME
        power = one_power * two_power % _PRIME
        rest, rest_power = (level * rest_power + rest) % _PRIME, power * rest_power % _PRIME
        taller[place] = (level, power, rest, rest_power)
        place += 1
    return taller
