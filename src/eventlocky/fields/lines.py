"""The lines of a page, each cut once, with its words: all readers of fields look at the same lines.

A reader whose pattern is long asks first whether a line has a word that can match: looking a few words up costs far
less than a search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree
from eventlocky.text import places
from eventlocky.text.words import lowered


class Line:
    """One line of the drawn page: the rows from `first` up to `stop`, and their words in one line."""

    __slots__ = ("_raw", "_telling", "_words", "first", "stop", "text")

    def __init__(self, first: int, stop: int, text: str, raw: str = "") -> None:
        self.first = first
        self.stop = stop
        self.text = text
        self._raw = raw
        self._words: list[str] | None = None
        self._telling: bool | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the page writes it with single spaces, as `text` does."""
        return self._raw.strip() == self.text

    @property
    def words(self) -> list[str]:
        """Its words in lower case."""
        if self._words is None:
            self._words = lowered(self.text)
        return self._words

    @property
    def is_telling(self) -> bool:
        """Whether anything in it speaks of a place."""
        if self._telling is None:
            self._telling = places.is_telling(self.text, self.words)
        return self._telling


class _Cuts:
    """The lines of a whole page, and the rows in which they, and empty ones, begin.

    Where a page keeps line breaks of its source (`<pre>`), rows do not tell its lines: it has none here.
    """

    def __init__(self, tree: Tree) -> None:
        self.begins = [row for row, text in enumerate(tree.texts) if text[:1] == "\n"]
        self.ranges: dict[tuple[int, int], list[Line]] = {}
        _, *pieces = tree.whole_text.split("\n")
        self.is_regular = len(pieces) == len(self.begins)
        self.lines: list[Line] = []
        self.firsts: list[int] = []
        if self.is_regular:
            edges = [*self.begins, len(tree)]
            self.lines = [
                Line(first, edges[number], " ".join(words), piece)
                for number, (first, piece) in enumerate(zip(self.begins, pieces, strict=True), 1)
                if (words := piece.split())
            ]
            self.firsts = [line.first for line in self.lines]


_cuts = once_a_page(_Cuts)


def within(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the lines of some rows, as `tree.lines` cuts them."""
    cuts = _cuts(tree)
    known = cuts.ranges.get((first, stop))
    if known is None:
        known = cuts.ranges[first, stop] = _within(tree, cuts, first, stop)
    return known


def having(tree: Tree, shown: list[Line], parts: Iterable[str]) -> list[int]:
    """Return the numbers of those of some lines, in the order of the page, that may have one of some parts of words.

    The parts are looked for in the page's text, in lower case: that costs less than taking all lines apart.
    """
    if not _cuts(tree).is_regular:
        return list(range(len(shown)))
    text = tree.whole_text.replace("İ", "I").lower()  # no other letter changes its length
    firsts = [line.first for line in shown]
    found: set[int] = set()
    for part in parts:
        place = text.find(part)
        while place >= 0:
            number = bisect_right(firsts, tree.row_at(place)) - 1
            if number >= 0:
                found.add(number)
            end = tree.offsets[shown[number].stop] if number >= 0 else 0
            place = text.find(part, max(place + 1, end))
    return sorted(found)


def _within(tree: Tree, cuts: _Cuts, first: int, stop: int) -> list[Line]:
    if not cuts.is_regular:
        return [Line(line.first, line.stop, line.text) for line in tree.lines(first, stop)]
    number = bisect_left(cuts.firsts, first)
    found = cuts.lines[number : bisect_left(cuts.firsts, stop)]
    if not found or found[0].first != first:
        place = bisect_right(cuts.begins, first)
        found = [*_cut(tree, first, min(stop, cuts.begins[place]) if place < len(cuts.begins) else stop), *found]
    if found and found[-1].stop > stop:
        found[-1:] = _cut(tree, found[-1].first, stop)
    return found


def _cut(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the line of some rows in a list; none where they have no words."""
    raw = "".join(tree.texts[first:stop])
    words = raw.split()
    return [Line(first, stop, " ".join(words), raw)] if words else []
