"""How far a record reaches: the largest element around it that holds no other record.

A finder may cut a record too small, around its date alone. Whatever stands with it in an element of its
own is still said of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from eventlocky.page import Tree
from eventlocky.types import Record

_HIGHEST = 60
"""How many elements a record may be widened by: real pages need fewer, hostile ones are deep."""


def of(tree: Tree, records: Sequence[Record]) -> list[tuple[int, int]]:
    """Return the rows of every record together with what stands alone with it."""
    firsts = sorted(record.first for record in records)
    lands = []
    for record in records:
        first, stop = record.first, record.stop
        for number, above in enumerate(tree.ancestors(record.first)):
            if tree.ends[above] < stop or above <= tree.body or number >= _HIGHEST:
                break
            if bisect_left(firsts, tree.ends[above]) - bisect_left(firsts, above) > 1:
                break
            first, stop = above, tree.ends[above]
        lands.append((first, stop))
    return lands
