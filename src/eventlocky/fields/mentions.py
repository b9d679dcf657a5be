"""Places that nothing marks: behind `at`, a street address and the name before it, a short line of place words.

The surest way is tried first over all lines, then the next: "@ Brookside Gardens" says more than a line
with the word "garden" in it, wherever the two stand.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from eventlocky.annotate import Annotation, Annotations
from eventlocky.fields import cues, finds
from eventlocky.fields import lines as lines_of
from eventlocky.fields.cues import Value
from eventlocky.fields.lines import Line
from eventlocky.page import Tree
from eventlocky.text import contacts, places
from eventlocky.text.contacts import Contact
from eventlocky.text.words import is_dense, lowered

_AT = re.compile(r"(?:at|@|＠|chez)\s{1,3}(?-i:the )?(?P<place>[^\s,].{1,118})", re.IGNORECASE)
_AFTER_AT = re.compile(r"(?<![\w.])[@＠]\s{0,3}(?P<place>[^\s\d].{1,118})")
_AT_FIRST = frozenset("aA@＠cC")
_HOUR = re.compile(r",? \d{1,2}(?::\d\d)? ?[ap]m\b|, \d{1,2}[:.]\d\d|,? \d{1,2}:\d\d")
_PARTS = re.compile(r"\s[/·|•–]\s|\s{3,}|\s?//\s?")
_BREAKS = frozenset({"\n", "\t"})
_LONGEST_LINE = 90
_LONGEST_TEXT = 1_500
_LONGEST_LEAD = 60
_MOST_ADDRESSES = 2
"""A record with more street addresses speaks of other things than its place: cases, branches, projects."""

_MOST_FOUND = 20
_MOST_ROWS = 3_000
"""A record with more rows is most of a page: its words beyond are not looked at for weak signs of a place."""


class Ways:
    """The ways to read a place from the words of some rows, each to be asked by itself."""

    def __init__(self, tree: Tree, annotations: Annotations, first: int, stop: int, heading: int | None) -> None:
        """Cut the rows into lines; `heading` is the row of their title."""
        stop = min(stop, first + _MOST_ROWS)
        shown = lines_of.within(tree, first, stop)
        furniture = tree.marks.boilerplate
        if not furniture[first]:
            shown = [line for line in shown if not furniture[line.first]]
        self._tree, self._annotations, self._first, self._stop = tree, annotations, first, stop
        self._lines = shown
        self._others = [line for line in shown if not _is_heading(tree, line, heading)]
        self._found = annotations.within("address", first, stop)[:_MOST_FOUND]
        texts = {each.value.text for each in self._found if isinstance(each.value, Contact)} if self._found else ()
        self._is_crowded = len(texts) > _MOST_ADDRESSES

    def behind_at(self) -> Value | None:
        """Return a name behind `at` at the beginning of a line, or behind `@` anywhere."""
        return _behind_at(self._lines)

    def addressed(self) -> Value | None:
        """Return the first street address with the name in front of it."""
        if self._is_crowded:
            return None
        return _addressed(self._tree, self._annotations, self._found, self._first, self._stop)

    def short_line(self) -> Value | None:
        """Return the first short line that looks like a place."""
        return short_line(self._tree, self._annotations, self._others, is_crowded=self._is_crowded)

    def phrased(self) -> Value | None:
        """Return what stands behind "at the", "im" … in a sentence and looks like a place."""
        return _phrased(self._lines)

    def called(self) -> Value | None:
        """Return capitalised words with a word for a place at an end."""
        return _named(self._others)


def find(tree: Tree, annotations: Annotations, first: int, stop: int, heading: int | None) -> Value | None:
    """Return the place that the words of some rows name; `heading` is the row of their title."""
    ways = Ways(tree, annotations, first, stop, heading)
    return ways.behind_at() or ways.addressed() or ways.short_line() or ways.phrased() or ways.called()


def short_line(tree: Tree, annotations: Annotations, lines: list[Line], *, is_crowded: bool = False) -> Value | None:
    """Return the first short line, or part of one, that looks like a place; where addresses crowd, none of them."""
    for line in lines:
        for first, words in _cells(tree, annotations, line):
            for part in _PARTS.split(words):
                text = places.clean(part)
                if is_crowded and contacts.has_address(text):
                    continue
                if places.score(text) > 1 and not places.is_statement(text):
                    return Value(first, text, 0.45)
    return None


def _cells(tree: Tree, annotations: Annotations, line: Line) -> Iterator[tuple[int, str]]:
    """Yield the words of a short line that may name a place, and where they begin; of a table's line, of each cell."""
    if line.is_plain and not finds.within(tree, annotations, line.first, line.stop):
        if len(line.text) <= _LONGEST_LINE and line.is_telling:
            yield line.first, line.text
        return
    begins = cues.begin_rows(tree)
    inside = begins[bisect_right(begins, line.first) : bisect_left(begins, line.stop)]
    for first, stop in pairwise([line.first, *inside, line.stop]):
        if len(line.text if not inside else tree.text(first, stop)) > _LONGEST_LINE:
            continue
        words = cues.words(tree, annotations, first, stop)[:_LONGEST_TEXT]  # the row may go on for pages
        if places.is_telling(words, lowered(words)):
            yield first, words


def in_title(row: int, title: str) -> Value | None:
    """Return the place that a title is or names: "Soundtrack at The Garden"."""
    if not places.may_be_named(title):
        return None
    name = places.clean(title)
    phrases = places.find_phrases(name)
    if places.score(name) > 1 and not phrases:
        return Value(row, name, 0.35)
    for phrase in [*phrases, *places.find_names(name)]:
        return Value(row, phrase.text, 0.35)
    return None


def _is_heading(tree: Tree, line: Line, heading: int | None) -> bool:
    """Tell whether a line is the title; a link around the whole record makes no line of it one."""
    return heading is not None and line.first <= heading < line.stop and tree.ends[heading] <= line.stop


def _behind_at(lines: list[Line]) -> Value | None:
    """Return a name behind `at` at the beginning of a line, or behind `@` anywhere."""
    for line in lines:
        match = _AT.match(line.text) if line.text[0] in _AT_FIRST else None
        if match is None and ("@" in line.text or "＠" in line.text):
            match = _AFTER_AT.search(line.text[:_LONGEST_TEXT])
        if not match:
            continue
        text = match["place"][: places.sentence_stop(match["place"], 0)]
        text = places.clean(_HOUR.split(text, maxsplit=1)[0])
        if text and not text[0].isdigit():
            return Value(line.first, text, 0.55)
    return None


def _phrased(lines: list[Line]) -> Value | None:
    for line in lines:
        if not line.is_telling and not is_dense(line.text):
            continue
        text = line.text[:_LONGEST_TEXT]
        for phrase in places.find_phrases(text):
            if phrase.score > 0:
                return Value(line.first, places.with_address(text, phrase), 0.4)
    return None


def _named(lines: list[Line]) -> Value | None:
    for line in lines:
        for phrase in places.find_names(line.text[:_LONGEST_TEXT], line.words):
            return Value(line.first, phrase.text, 0.3)
    return None


def _addressed(tree: Tree, annotations: Annotations, found: list[Annotation], first: int, stop: int) -> Value | None:
    """Return the first street address of some rows with the name in front of it."""
    values = (_with_name(tree, annotations, annotation, first, stop) for annotation in found)
    return next(filter(None, values), None)


def _with_name(tree: Tree, annotations: Annotations, annotation: Annotation, first: int, stop: int) -> Value | None:
    """Return a street address and the name before it, or None where it is part of something else."""
    if not isinstance(annotation.value, Contact):
        return None
    address = annotation.value.text
    begin = annotation.row
    while begin > first and tree.texts[begin][:1] not in _BREAKS:
        begin -= 1
    text = cues.block(tree, annotations, begin, stop)
    if address not in text:
        text = places.clean(address)
    name, _, rest = text.partition(address)
    if places.is_doubtful(rest):
        return None
    if len(name) > _LONGEST_LEAD:
        for phrase in places.find_phrases(text):
            return Value(begin, places.with_address(text, phrase), 0.5)
    if len(name) > _LONGEST_LEAD or places.is_doubtful(name):
        name, text = "", f"{address}{rest}"
    if len(name) <= len("at "):
        before = _line_before(tree, annotations, begin, first)
        if before and len(before.text) <= _LONGEST_LINE and places.score(before.text) >= 0:
            return Value(before.row, f"{before.text}, {text}", 0.5)
    return Value(begin, text, 0.5)


def _line_before(tree: Tree, annotations: Annotations, row: int, first: int) -> Value | None:
    """Return the line that ends above a row."""
    end = row
    while row > first:
        row -= 1
        if tree.texts[row][:1] in _BREAKS or row == first:
            if text := places.clean(cues.words(tree, annotations, row, end)):
                return Value(row, text, 0.5)
            end = row
    return None
