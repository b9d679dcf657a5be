"""The lines of a page, each cut once, with its words: all readers of fields look at the same lines.

A reader whose pattern is long names the words that it listens to (a `Vocabulary`). Which of them a page has at all is
looked up once, and mostly that is none: then no line is looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree
from eventlocky.text import places
from eventlocky.text.words import LETTERS_OF_BEGINNING, distinct, is_dense, lowered_lines


class Line:
    """One line of the drawn page: the rows from `first` up to `stop`, their text in one line, its words in lower case.

    `is_plain` tells whether the page writes it with single spaces, as `text` does.
    """

    __slots__ = ("_telling", "first", "is_plain", "stop", "text", "words")

    def __init__(self, first: int, stop: int, text: str, words: list[str], *, is_plain: bool = False) -> None:
        self.first = first
        self.stop = stop
        self.text = text
        self.words = words
        self.is_plain = is_plain
        self._telling: bool | None = None

    @property
    def is_telling(self) -> bool:
        """Whether anything in it speaks of a place."""
        if self._telling is None:
            self._telling = places.is_telling(self.text, self.words)
        return self._telling


class Vocabulary:
    """The words that a reader listens to: whole ones, the first four letters of others, and a pattern of the East.

    Whatever the reader looks for has such a word; in scripts that part no words, the pattern finds it in lower case.
    Words of the East say nothing alone: all lines in such a script are looked at where a page has one.
    """

    def __init__(self, whole: Iterable[str] = (), begun: Iterable[str] = (), eastern: str = "") -> None:
        self.whole = frozenset(whole)
        self.begun = frozenset(begun)
        self.eastern = re.compile(eastern) if eastern else None


class _Cuts:
    """The lines of a whole page, the rows in which they, and empty ones, begin, and the words of all of them.

    Where a page keeps line breaks of its source (`<pre>`), rows do not tell its lines: it has none here.
    """

    def __init__(self, tree: Tree) -> None:
        self.begins = [row for row, text in enumerate(tree.texts) if text and text[0] == "\n"]
        self.ranges: dict[tuple[int, int], list[Line]] = {}
        _, *pieces = tree.whole_text.split("\n")
        self.is_regular = len(pieces) == len(self.begins)
        self.lines: list[Line] = []
        if self.is_regular:
            edges = [*self.begins[1:], len(tree)]
            self.lines = _squeezed(
                [
                    (first, stop, piece)
                    for first, stop, piece in zip(self.begins, edges, pieces, strict=True)
                    if piece and not piece.isspace()
                ]
            )
        else:
            self.lines = _kept(tree, 0, len(tree))
        self.firsts = [line.first for line in self.lines]
        self.words = distinct(tree.whole_text)
        self.begun = {word[:LETTERS_OF_BEGINNING] for word in self.words}
        self.heard: dict[Vocabulary, tuple[int, frozenset[str]]] = {}
        self.holding: dict[re.Pattern[str], list[int]] = {}
        self.heard_eastern: dict[Vocabulary, bool] = {}
        self._is_dense = is_dense(tree.whole_text)

    def learn(self, shown: Iterable[Line]) -> None:
        """Add the words of some lines to those that may be heard; a line that a record cuts may have others."""
        new = set[str]().union(*[line.words for line in shown]) - self.words
        if new:
            self.words |= new
            self.begun |= {word[:LETTERS_OF_BEGINNING] for word in new}

    def listen(self, vocabulary: Vocabulary) -> frozenset[str]:
        """Return the words of the page that a reader listens to."""
        known = self.heard.get(vocabulary)
        if known is not None and known[0] == len(self.words):
            return known[1]
        found = vocabulary.whole & self.words
        if begun := vocabulary.begun & self.begun:
            found |= {word for word in self.words if word[:LETTERS_OF_BEGINNING] in begun}
        self.heard[vocabulary] = len(self.words), found
        return found

    def listen_east(self, vocabulary: Vocabulary) -> bool:
        """Tell whether the page has what a reader looks for in scripts that part no words."""
        if not self._is_dense or vocabulary.eastern is None:
            return False
        if vocabulary not in self.heard_eastern:
            text = "\n".join([line.text for line in self.lines]).lower()
            self.heard_eastern[vocabulary] = vocabulary.eastern.search(text) is not None
        return self.heard_eastern[vocabulary]


_cuts = once_a_page(_Cuts)


def within(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the lines of some rows, as `tree.lines` cuts them."""
    cuts = _cuts(tree)
    known = cuts.ranges.get((first, stop))
    if known is None:
        known = cuts.ranges[first, stop] = _within(tree, cuts, first, stop)
    return known


def words(tree: Tree) -> set[str]:
    """Return the words of a page in lower case, each once."""
    return _cuts(tree).words


def telling(tree: Tree, first: int, stop: int, vocabulary: Vocabulary) -> list[Line]:
    """Return the lines of some rows in which a reader may find what it looks for."""
    shown = within(tree, first, stop)
    cuts = _cuts(tree)
    heard = cuts.listen(vocabulary)
    if cuts.listen_east(vocabulary):
        return [line for line in shown if not heard.isdisjoint(line.words) or is_dense(line.text)]
    return [line for line in shown if not heard.isdisjoint(line.words)] if heard else []


def holding(tree: Tree, first: int, stop: int, pattern: re.Pattern[str]) -> list[Line]:
    """Return the lines of some rows that may hold a short pattern: it is looked for once in the text of the page."""
    cuts = _cuts(tree)
    if pattern not in cuts.holding:
        cuts.holding[pattern] = [tree.row_at(match.start()) for match in pattern.finditer(tree.whole_text)]
    rows = cuts.holding[pattern]
    if bisect_left(rows, first) == bisect_left(rows, stop):
        return []
    return [line for line in within(tree, first, stop) if bisect_left(rows, line.first) < bisect_left(rows, line.stop)]


def _within(tree: Tree, cuts: _Cuts, first: int, stop: int) -> list[Line]:
    if not cuts.is_regular:
        found = _kept(tree, first, stop)
        cuts.learn(found)
        return found
    number = bisect_left(cuts.firsts, first)
    found = cuts.lines[number : bisect_left(cuts.firsts, stop)]
    if not found or found[0].first != first:
        place = bisect_right(cuts.begins, first)
        head = _cut(tree, first, min(stop, cuts.begins[place]) if place < len(cuts.begins) else stop)
        cuts.learn(head)
        found = [*head, *found]
    if found and found[-1].stop > stop:
        found[-1:] = _cut(tree, found[-1].first, stop)
        cuts.learn(found[-1:])
    return found


def _cut(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the line of some rows in a list; none where they have no words."""
    raw = "".join(tree.texts[first:stop])
    return _squeezed([(first, stop, raw)]) if raw and not raw.isspace() else []


def _kept(tree: Tree, first: int, stop: int) -> list[Line]:
    """Return the lines of some rows of a page that keeps line breaks of its source."""
    found = tree.lines(first, stop)
    words_of = lowered_lines([line.text for line in found])
    return [Line(line.first, line.stop, line.text, words_) for line, words_ in zip(found, words_of, strict=True)]


def _squeezed(raw: Sequence[tuple[int, int, str]]) -> list[Line]:
    """Return lines of words with single spaces between them: most are written so."""
    stripped = [text.strip() for _, _, text in raw]
    texts = [  # what is printable has no other spaces
        text if text.isprintable() and "  " not in text else " ".join(text.split()) for text in stripped
    ]
    return [
        Line(first, stop, text, words_, is_plain=text == as_written)
        for (first, stop, _), as_written, text, words_ in zip(raw, stripped, texts, lowered_lines(texts), strict=True)
    ]
