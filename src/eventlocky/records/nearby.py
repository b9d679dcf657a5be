"""What stands right beside a date: clauses of its line, the lines over and under it, what heads the part around it.

Titles stand there where no place of the tree is theirs: `3 May: Jazz on the Square, Town Hall` is one text, and dates
under the name of a film, which is no heading, have no record of their own that holds it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from eventlocky.page import Tree
from eventlocky.records.spots import LONGEST
from eventlocky.records.wording import EDGE, before_date, is_hollow, tidy

NOTHING = (-1, "")
"""A text around a record that is not there."""

Clean = Callable[[int, int], str]
"""Returns the words of a span without the dates, times and prices at its edges."""

_LINE = re.compile(r"[^\s][^\n]*")

_LONGEST_CLAUSE, _MOST_CLAUSES = 300, 3
"""So many letters of a line beside a date are read, and so many of its clauses until one names something."""

_ALONE, _MOST_BESIDE = 6, 4
"""So many letters beside it has a date that is alone on its line; so far away is the line that names what is on."""

_HIGHEST_PART, _MOST_OF_PART = 6, 400
"""So far above a date, and of so many rows at most, is the part of the page that it is a day of."""

_SENTENCE_END = re.compile(
    r"[.!?。！？](?:(?<=[。！？])|(?:(?<=[^\W\d_]{3}[.!?])(?<!Prof\.)(?<!Univ\.)|(?<=[)”»’」』\".!?][.!?]))"
    r"(?=\s+[^\W_a-zà-ÿ]|\s+[“„«\"‘'(]|\s*$))"
)
_CLAUSE_END = re.compile(
    r"[\s,;，、；|｜→⇒(（\[［](?:(?<=[，、；|｜→⇒(（\[［\u3000])|(?<=[,;])\s|(?<=\s)\s*(?:[-–—|·•/@~*]+\s|[(（\[［]|(?<=\s{3})))"
)
"""Both begin with a set of letters: so they are looked for fast."""

_BEFORE_CLAUSE = EDGE + ".。"


class Nearby:
    """What stands beside the dates of one page; each date is looked at once."""

    def __init__(
        self,
        tree: Tree,
        text: str,
        spans: tuple[Sequence[int], Sequence[int]],
        days: Sequence[int],
        headings: Sequence[int],
    ) -> None:
        """Store where what says when begins and ends (`spans`), where days begin, the rows of headings."""
        self.tree, self.text = tree, text
        self._spans, self._days, self._headings = spans, days, headings
        self._clauses: dict[int, list[tuple[int, str]]] = {}
        self._beside: dict[int, list[tuple[int, str]]] = {}

    def clauses(self, date: int) -> list[tuple[int, str]]:
        """Return the clauses before and behind a date on its line: `3 May: Jazz on the Square, Town Hall`."""
        known = self._clauses.get(date)
        if known is None:
            begin, first, stop, end = self._span_of_date(date)
            known = self._clauses[date] = [self._clause_before(begin, first), self._clause_behind(stop, end)]
        return known

    def _span_of_date(self, date: int) -> tuple[int, int, int, int]:
        """Return where the line (or cell) of a date begins, where what says when begins and ends there, and its end."""
        text, (firsts, stops) = self.text, self._spans
        low, high = max(0, date - _LONGEST_CLAUSE), min(len(text), date + _LONGEST_CLAUSE)
        begin = max(text.rfind("\n", low, date) + 1, text.rfind("\t", low, date) + 1, low)
        end = text.find("\n", date, high)
        end = end if end >= 0 else high
        cell = text.find("\t", date, end)
        end = cell if cell >= 0 else end
        place = bisect_left(firsts, date)
        first, stop, after = date, date, place
        while after < len(firsts) and firsts[after] < end and not text[stop : firsts[after]].strip(EDGE):
            stop = max(stop, min(end, stops[after]))
            after += 1
        while place and stops[place - 1] > begin and not text[stops[place - 1] : first].strip(EDGE):
            place -= 1
            first = max(begin, firsts[place])
        begin = max(begin, min(first, stops[place - 1])) if place else begin
        is_before_date = after < len(firsts) and firsts[after] < end
        return begin, first, stop, before_date(text, stop, firsts[after]) if is_before_date else end

    def _clause_before(self, first: int, stop: int) -> tuple[int, str]:
        if not self.text[first:stop].strip(EDGE):
            return NOTHING
        for sentence in _SENTENCE_END.finditer(self.text, first, stop):
            first = sentence.end()
        return self._first_clause(first, stop)

    def _clause_behind(self, first: int, stop: int) -> tuple[int, str]:
        first = stop - len(self.text[first:stop].lstrip(_BEFORE_CLAUSE))
        if first == stop:
            return NOTHING
        sentence = _SENTENCE_END.search(self.text, first, stop)
        return self._first_clause(first, sentence.end() if sentence else stop)

    def _first_clause(self, first: int, stop: int) -> tuple[int, str]:
        """Return the first clause of a span that names something."""
        text = self.text
        for _ in range(_MOST_CLAUSES):
            first = stop - len(text[first:stop].lstrip(_BEFORE_CLAUSE))
            clause = _CLAUSE_END.search(text, first, stop)
            words = tidy(text[first : clause.start() if clause else stop])
            if words and not is_hollow(words):
                return self.tree.row_at(first), words
            if clause is None:
                break
            first = clause.end()
        return NOTHING

    def beside(self, date: int, clean: Clean) -> list[tuple[int, str]]:
        """Return the lines before and behind a date alone on its line, and what heads the part around it."""
        known = self._beside.get(date)
        if known is None:
            begin, first, stop, end = self._span_of_date(date)
            known = self._beside[date] = [NOTHING, NOTHING, self._head_around(date, clean)]
            if first - begin + end - stop <= _ALONE:
                known[:2] = self._line_beside(begin, -1, clean), self._line_beside(end, 1, clean)
        return known

    def _line_beside(self, edge: int, step: int, clean: Clean) -> tuple[int, str]:
        """Return the nearest line before or behind the edge of one that names something, up to one with a date."""
        text = self.text
        for _ in range(_MOST_BESIDE):
            if step < 0:
                stop = len(text[max(0, edge - LONGEST) : edge].rstrip()) + max(0, edge - LONGEST)
                low = max(0, stop - LONGEST)
                first = max(text.rfind("\n", low, stop), text.rfind("\t", low, stop)) + 1
                edge = first
            else:
                high = min(len(text), edge + LONGEST)
                first = high - len(text[edge:high].lstrip())
                stop = text.find("\n", first, first + LONGEST)
                stop = len(text) if stop < 0 and len(text) <= first + LONGEST else stop
                cell = text.find("\t", first, max(stop, first))
                edge = stop = cell if cell >= 0 else stop
            if not 0 < first < stop:
                break
            words = clean(first, stop)
            if words and not is_hollow(words):
                return (self.tree.row_at(first), words) if not self._has_day(first, stop) else NOTHING
        return NOTHING

    def _has_day(self, first: int, stop: int) -> bool:
        """Tell whether a date begins in a span."""
        days = self._days
        place = bisect_left(days, first)
        return place < len(days) and days[place] < stop

    def _head_around(self, date: int, clean: Clean) -> tuple[int, str]:
        """Return what heads the smallest part of the page around a date that says something before it: a film's name.

        The heading of the part, wherever it stands, else its first line, which says no day.
        """
        tree, offsets, headings = self.tree, self.tree.offsets, self._headings
        row = tree.row_at(date)
        begin = -1
        for number, above in enumerate(tree.ancestors(row)):
            stop = tree.ends[above]
            if number > _HIGHEST_PART or above <= tree.body or stop - above > _MOST_OF_PART:
                break
            place = bisect_left(headings, above)
            inside = headings[place] if place < len(headings) and headings[place] < stop else -1
            if inside >= 0 and not inside <= row < tree.ends[inside]:
                words = clean(offsets[inside], offsets[tree.ends[inside]])
                if words and len(words) <= LONGEST:
                    return inside, words
            first, end = first_line(self.tree, self.text, above)
            if first == begin or end > date or end - first > LONGEST or self._has_day(first, end):
                continue
            if "\t" in self.text[first:end].strip():  # the heads of a table
                continue
            begin = first
            words = clean(first, end)
            if words and not is_hollow(words):
                return tree.row_at(first), words
        return NOTHING


def first_line(tree: Tree, text: str, row: int) -> tuple[int, int]:
    """Return from where to where the first line of a row goes that says something."""
    first, stop = tree.offsets[row], tree.offsets[tree.ends[row]]
    line = _LINE.search(text, first, stop)
    return line.span() if line else (first, stop)
