"""The dates, times and prices of a page in one list: what is cut out of the words of other fields."""

from __future__ import annotations

from bisect import bisect_left
from weakref import WeakKeyDictionary

from eventlocky.annotate import Annotation, Annotations
from eventlocky.page import Tree

_NAMES = frozenset({"date", "time", "money"})

_Table = tuple[list[int], list[Annotation]]
_known: WeakKeyDictionary[Tree, tuple[Annotations, _Table]] = WeakKeyDictionary()


def within(tree: Tree, annotations: Annotations, first: int, stop: int) -> list[Annotation]:
    """Return the dates, times and prices that begin in some rows, in the order of the page."""
    rows, found = _table(tree, annotations)
    begin = bisect_left(rows, first)
    return found[begin : bisect_left(rows, stop, begin)]


def without(tree: Tree, text: str, first: int, found: list[Annotation], joint: str = "") -> str:
    """Return the text of some rows from `first` on without what was found there, in one line."""
    if found:
        offset = tree.offsets[first]
        kept, begin = [], 0
        for annotation in found:
            kept.append(text[begin : max(begin, annotation.first - offset)])
            begin = max(begin, annotation.stop - offset)
        kept.append(text[begin:])
        text = joint.join(kept)
    return " ".join(text.split())


def _table(tree: Tree, annotations: Annotations) -> _Table:
    known = _known.get(tree)
    if known is None or known[0] is not annotations:
        found = [annotation for annotation in annotations.found if annotation.name in _NAMES]
        known = _known[tree] = (annotations, ([annotation.row for annotation in found], found))
    return known[1]
