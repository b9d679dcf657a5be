"""The dates, times and prices of a page in one list: what is cut out of the words of other fields."""

from __future__ import annotations

from bisect import bisect_left

from eventlocky.annotate import Annotation, Annotations
from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree

_NAMES = ("date", "time", "money")


class _Table:
    """The dates, times and prices of a page, and their rows, as some annotations give them."""

    def __init__(self, tree: Tree) -> None:  # noqa: ARG002 - made once for every tree, filled when it is first read
        self.annotations: Annotations | None = None
        self.found: list[Annotation] = []
        self.rows: list[int] = []
        self.firsts: list[int] = []

    def fill(self, annotations: Annotations) -> None:
        self.annotations = annotations
        self.found = annotations.of(_NAMES)
        self.rows = [annotation.row for annotation in self.found]
        self.firsts = [annotation.first for annotation in self.found]


_table = once_a_page(_Table)


def table(tree: Tree, annotations: Annotations) -> _Table:
    """Return the dates, times and prices of a page, with their rows and where they begin."""
    found = _table(tree)
    if found.annotations is not annotations:
        found.fill(annotations)
    return found


def within(tree: Tree, annotations: Annotations, first: int, stop: int) -> list[Annotation]:
    """Return the dates, times and prices that begin in some rows, in the order of the page."""
    table_ = table(tree, annotations)
    begin = bisect_left(table_.rows, first)
    return table_.found[begin : bisect_left(table_.rows, stop, begin)]


def without(tree: Tree, text: str, first: int, found: list[Annotation], joint: str = "") -> str:
    """Return the text of some rows from `first` on, or how it begins, without what was found there, in one line."""
    if found:
        offset = tree.offsets[first]
        kept, begin = [], 0
        for annotation in found:
            if annotation.first - offset >= len(text):
                break
            kept.append(text[begin : max(begin, annotation.first - offset)])
            begin = max(begin, annotation.stop - offset)
        kept.append(text[begin:])
        text = joint.join(kept)
    return " ".join(text.split())
