"""What goes on for a while without saying its days: campaigns and offers, told by the key expressions of a kind.

Shops announce much without a date: items under a heading that says nothing but "campaigns", cards with a badge such as
期間限定 ("for a limited time"), a page whose own title names a fair. The expressions are data of the kind
(`lasting`, by language); the idea is KEDR's, whose key expressions decide which part of a page holds the records.
What says its days is found by them, and left alone here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from eventlocky.kinds import Kind
from eventlocky.models import Model
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT
from eventlocky.records import slots as slotting
from eventlocky.records import weigh
from eventlocky.records.propose import climb
from eventlocky.records.slots import SAMPLE, Cut, Sheet
from eventlocky.records.spots import Ints
from eventlocky.records.wording import is_hollow
from eventlocky.types import Record

_CONFIDENCE = 0.5
"""How sure a record is that says no day: too few are labelled to measure more than one figure."""

_SHORTEST, _LONGEST = 6, 120
"""So many letters has the name of a campaign."""

_FEWEST, _MOST = 2, 60
"""So many items make a list."""

_LONGEST_SIGN = 24
"""So long is a heading or a badge that says nothing else."""

_FILLER = re.compile(
    r"[a-z\s]+|実施|開催|現在|中の|中|情報|一覧|お得な?|おトクな?|最新|の|商品|ご案内|[^\w]+", re.IGNORECASE
)
"""What a heading or a badge may say beside."""

_FURNITURE = frozenset({"nav", "header", "footer", "aside"})
_MOST_ROWS = 1_000
"""So many rows under a heading are looked at."""

_MOST_LISTS = 12
"""So many headings, and so many sorts of badges, are looked at."""

_PAGE_BEGIN = 12
"""Among so many lines at its beginning a page names what it is about."""


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one line: its row, and its words without the marks at its edges."""

    row: int
    words: str


def is_said(tree: Tree, kind: Kind) -> bool:
    """Tell whether a page says anywhere that something goes on."""
    return kind.lasting is not None and kind.lasting.search(tree.whole_text) is not None


def find(sheet: Sheet, kind: Kind, model: Model, taken: Sequence[Record]) -> list[Record]:
    """Return the records of a page that say no day, beside those that were found by their days."""
    if kind.lasting is None:
        return []
    page = _Page(sheet, kind.lasting, model, taken)
    found: dict[int, Record] = {}
    for group, records in enumerate([*page.sections(), *page.badges()]):
        for first, stop, line in records:
            found.setdefault(line.row, _record(first, stop, line, len(taken) + group))
    if not found and not taken and (named := page.named()):
        found[named.row] = _record(sheet.tree.body, len(sheet.tree), named, 0)
    return _disjoint(sorted(found.values(), key=lambda record: (record.first, -record.stop)))


def _record(first: int, stop: int, line: Line, group: int) -> Record:
    return Record(first, stop, group=group, score=_CONFIDENCE, title=line.words, title_row=line.row)


def _disjoint(records: Sequence[Record]) -> list[Record]:
    found: list[Record] = []
    for record in records:
        if not found or record.first >= found[-1].stop:
            found.append(record)
    return found


def _outermost(tree: Tree) -> list[tuple[int, int]]:
    """Return where the parts of a page begin and end that every page of a site has."""
    found: list[tuple[int, int]] = []
    for row, tag in enumerate(tree.tags):
        if tag in _FURNITURE and (not found or row >= found[-1][1]):
            found.append((row, tree.ends[row]))
    return found


Item = tuple[int, int, Line]


class _Page:
    """The lines of a page that may name what goes on, and the ways in which it may say so."""

    def __init__(self, sheet: Sheet, expressions: re.Pattern[str], model: Model, taken: Sequence[Record]) -> None:
        self._sheet, self._expressions, self._model = sheet, expressions, model
        tree, spots = sheet.tree, sheet.spots
        self._tree: Tree = tree
        self._taken = [(record.first, record.stop) for record in taken]
        self._furniture = _outermost(tree)
        rows = spots.rows[~spots.is_within[spots.rows]]
        rows = rows[rows >= tree.body]
        texts = sheet.texts(rows).tolist()
        self._lines = [
            Line(row, sheet.known[text])
            for row, text in zip(rows.tolist(), texts, strict=True)
            if text and not tree.is_hidden(row) and not self._is_furniture(row)
        ]
        self._rows = [line.row for line in self._lines]

    def sections(self) -> Iterator[list[Item]]:
        """Yield the items under every heading that says nothing but that something goes on."""
        tree, headings = self._tree, self._sheet.headings
        signs = (
            (place, row)
            for place, row in enumerate(headings)
            if not self._is_furniture(row) and self._is_sign(tree.text(row))
        )
        for place, row in islice(signs, _MOST_LISTS):
            below = islice(headings, place + 1, None)
            after = next((other for other in below if tree.tags[other] <= tree.tags[row]), len(tree))
            part = climb(tree, row, tree.body, after)
            units = self._units(tree.ends[row], min(after, tree.ends[part]))
            if _FEWEST <= len(units) <= _MOST:
                yield self._titled(units, [first for first, _ in units])

    def _units(self, first: int, stop: int) -> list[tuple[int, int]]:
        """Return the items of the longest list between two rows: elements of one tag in one element, with words."""
        tree = self._tree
        alike: dict[tuple[int, str], list[tuple[int, int]]] = {}
        for row in range(first, min(stop, first + _MOST_ROWS)):
            if tree.tags[row] != TEXT and tree.ends[row] <= stop and self._has_line(row, tree.ends[row]):
                alike.setdefault((tree.parents[row], tree.tags[row]), []).append((row, tree.ends[row]))
        return max(alike.values(), key=len, default=[])

    def badges(self) -> Iterator[list[Item]]:
        """Yield the items that bear a badge which says nothing but that something goes on."""
        tree, spots = self._tree, self._sheet.spots
        headings = set(self._sheet.headings)
        by_path: dict[int, list[int]] = {}
        for line in self._lines:
            if line.row not in headings and self._is_sign(line.words):
                by_path.setdefault(int(spots.paths[line.row]), []).append(line.row)
        lists = (rows for rows in by_path.values() if _FEWEST <= len(rows) <= _MOST)
        for rows in islice(lists, _MOST_LISTS):
            around = zip([tree.body, *rows], rows, [*rows[1:], len(tree)], strict=False)
            units = [climb(tree, row, before, after) for before, row, after in around]
            yield self._titled([(unit, tree.ends[unit]) for unit in units], rows)

    def _titled(self, ranges: list[tuple[int, int]], badges: list[int]) -> list[Item]:
        """Return items with the titles that the forest of titles finds likeliest, as if badges were dates."""
        sheet, offsets = self._sheet, self._tree.offsets
        dates = [offsets[row] for row in badges]
        table = slotting.tabulate(sheet, [Cut(ranges[:SAMPLE], dates[:SAMPLE], ranges[0][0])])
        own = np.flatnonzero(table.keys[:, 0] >= 0)
        if not len(own):
            return []
        chances = self._model.titles.probabilities(weigh.looks(table, weigh.spoken(sheet.known, self._model)))
        best = table.keys[own[chances[own].argmax()]]
        bounds: Ints = np.array(ranges, dtype=np.int64)
        titles = sheet.titles(bounds, dates, [(int(best[0]), int(best[1]))], ranges[0][0])
        lines = [
            Line(row, sheet.known[text]) for row, text in zip(titles.row.tolist(), titles.text.tolist(), strict=True)
        ]
        return [
            (first, stop, line)
            for (first, stop), line in zip(ranges, lines, strict=True)
            if line.row >= 0 and self._is_free(first, stop) and self._is_name(line)
        ]

    def named(self) -> Line | None:
        """Return the line that names what a whole page is about, where its title says that it is about a campaign."""
        if not self._expressions.search(self._sheet.page_title):
            return None
        begin = (line for line in self._lines[:_PAGE_BEGIN] if self._is_name(line))
        return next((line for line in begin if self._expressions.search(line.words)), None)

    def _is_free(self, first: int, stop: int) -> bool:
        """Tell whether some rows say no day, and nothing was found in them."""
        is_taken = any(begin < stop and first < end for begin, end in self._taken)
        return not is_taken and not self._sheet.annotations.count("date", first, stop)

    def _is_name(self, line: Line) -> bool:
        is_said = _SHORTEST <= len(line.words) <= _LONGEST and not is_hollow(line.words)
        return is_said and not self._is_sign(line.words)

    def _has_line(self, first: int, stop: int) -> bool:
        """Tell whether a line with words begins in some rows."""
        place = bisect_left(self._rows, first)
        return place < len(self._rows) and self._rows[place] < stop

    def _is_furniture(self, row: int) -> bool:
        """Tell whether a row stands in what every page of a site has."""
        place = bisect_right(self._furniture, (row, len(self._tree))) - 1
        return place >= 0 and row < self._furniture[place][1]

    def _is_sign(self, text: str) -> bool:
        """Tell whether a text says that something goes on, and nothing else."""
        if len(text) > _LONGEST_SIGN or not self._expressions.search(text):
            return False
        return not _FILLER.sub("", self._expressions.sub("", text))
