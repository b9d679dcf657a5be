"""Records by a sliding window, as the forerunner of Event.Locky finds them (Liao et al., in Japanese, 2015, section 3).

A page from a database repeats one template, so records are neighbours of equal structure. The block-level
elements are queued breadth first. At each place of the queue a window of one element, then two, up to half
of the elements of that depth, is compared with the windows to its left and right: where the breadth-first
strings of tags are equal, the window is put out as a block; where no width will do, the element's children
are queued instead. In `<dl>` a `<dt>` and the `<dd>`s after it are found as one block that way.

Unlike the paper of 2017 (`locky.py`) the window slides over all elements of a depth, not over the children
of one parent: an element that is alone in its parent matches its cousin next door. The block itself must be
of one parent here (a window across two would be no part of the page). And there is no backtracking.

The paper's strings become numbers (`blocks.py`), a window is a stretch of numbers (the paper joins the
strings, so that different elements whose strings join to the same one would be equal there), and
`sequences.widths` gives the smallest width of each place without trying them all. The table's bound
(half of what is left of the depth, less one) leaves the last elements out for ever; the text's is used.

Blocks never nest: what was put out is not queued, so it is the outermost repeat that is kept.
"""

from __future__ import annotations

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.records.blocks import prune
from eventlocky.records.sequences import widths
from eventlocky.types import Record


class Window:
    """Equal windows over the elements of each depth."""

    name = "window"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        del annotations, kind  # structure alone decides
        blocks = prune(tree)
        records: list[Record] = []
        level = [tree.body]
        while level:
            wide = widths([blocks.columns.get(row, 0) for row in level])  # the body has no column and no neighbour
            left: list[int] = []
            place = 0
            while place < len(level):
                first = level[place]
                window = level[place : place + max(1, wide[place])]
                if wide[place] and tree.parents[window[-1]] == tree.parents[first]:
                    records.append(Record(first, tree.ends[window[-1]], tree.parents[first], score=1.0))
                    place += len(window)
                else:
                    left.append(first)
                    place += 1
            level = [child for row in left for child in blocks.children.get(row, ())]
        return sorted(records, key=lambda record: record.first)
