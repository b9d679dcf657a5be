"""The plain finder: a record is the largest part of the page that has exactly one date (or price).

From every find of the kind's anchor it climbs while the parent holds no other one. Neighbouring
siblings without an anchor are left out, so records of several siblings lose their parts: this is
the baseline that better finders are measured against.
"""

from __future__ import annotations

from collections import Counter

from eventlocky.annotate import Annotations
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.types import Record


class Plain:
    """Maximal subtrees with one anchor."""

    name = "plain"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        tops: dict[int, None] = {}
        for row in annotations.rows(kind.anchor):
            tops[_climb(tree, annotations, kind.anchor, row)] = None
        siblings = Counter(tree.parents[top] for top in tops)
        return [
            Record(top, tree.ends[top], group=tree.parents[top], score=1.0 if siblings[tree.parents[top]] > 1 else 0.5)
            for top in sorted(tops)
        ]


def _climb(tree: Tree, annotations: Annotations, anchor: str, row: int) -> int:
    """Return the highest row over this one whose subtree has no more anchors than the row itself."""
    own = annotations.count(anchor, row, tree.ends[row])
    body = tree.body
    top = row
    for above in tree.ancestors(row):
        if above < body or annotations.count(anchor, above, tree.ends[above]) > own:
            break
        top = above
    return top
