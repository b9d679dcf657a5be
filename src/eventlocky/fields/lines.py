"""The lines of a page, each cut once, with its words: all readers of fields look at the same lines.

A reader whose pattern is long asks first whether a line has a word that can match: looking a few words up costs far
less than a search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree
from eventlocky.text.words import lowered


class Line:
    """One line of the drawn page: the rows from `first` up to `stop`, and their words in one line.

    `is_plain` says that the page writes it with single spaces, as `text` does.
    """

    __slots__ = ("_words", "first", "is_plain", "stop", "text")

    def __init__(self, first: int, stop: int, text: str, *, is_plain: bool = False) -> None:
        self.first = first
        self.stop = stop
        self.text = text
        self.is_plain = is_plain
        self._words: list[str] | None = None

    @property
    def words(self) -> list[str]:
        """Its words in lower case."""
        if self._words is None:
            self._words = lowered(self.text)
        return self._words


class _Cuts:
    """Where the lines of a page begin, and the lines that were cut so far."""

    def __init__(self, tree: Tree) -> None:
        self.begins = [row for row, text in enumerate(tree.texts) if text[:1] == "\n"]
        self.lines: dict[tuple[int, int], list[Line]] = {}
        self.ranges: dict[tuple[int, int], list[Line]] = {}


_cuts = once_a_page(_Cuts)


def within(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the lines of some rows, as `tree.lines` cuts them."""
    cuts = _cuts(tree)
    known = cuts.ranges.get((first, stop))
    if known is None:
        begins = cuts.begins
        inner = begins[bisect_right(begins, first) : bisect_left(begins, stop)]
        known = cuts.ranges[first, stop] = []
        for edges in pairwise((first, *inner, stop)):
            lines = cuts.lines.get(edges)
            if lines is None:
                lines = cuts.lines[edges] = _cut(tree, *edges)
            known += lines
    return known


def _cut(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the line of some rows in a list, or several where the rows keep the line breaks of the source."""
    raw = "".join(tree.texts[first:stop])
    words = raw.split()
    if not words:
        return []
    if raw.rfind("\n") > 0:
        return [Line(line.first, line.stop, line.text) for line in tree.lines(first, stop)]
    text = " ".join(words)
    return [Line(first, stop, text, is_plain=text == raw.strip())]
