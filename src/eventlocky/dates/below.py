"""Days that are nothing but numbers below their month: `JUNE`, and below it `21-22 – Fair`, or `Jan`, `10`, `24`.

No weekday tells whether a number that begins a line is a day. Below several months it is where the numbers under each
rise, none is larger than its month, and they do not simply count: 1, 2, 3. Nor do they count what a month has: below
`January 2026` stands `12 Events`, and below February `9 Events`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from operator import attrgetter

from eventlocky.dates import lexicon
from eventlocky.dates.mention import Mention, Moment, Role

_FIRST = attrgetter("first")
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
_LINE = re.compile(
    rf"[\n\t]+[ \u00a0]?(?P<first>{_DAY})(?:st|nd|rd|th|[.º°])?"
    rf"(?P<more>(?:[ \u00a0]?(?:[-–,&+/]|and|und|et|y|e|i|en|og|och)[ \u00a0]?{_DAY}(?:st|nd|rd|th|[.º°])?){{0,6}})"
    r"(?:(?P<alone>[*]?[ \u00a0]?(?=[\n\t]|$))"
    r"|[ \u00a0]?(?:[–—:|]|-[ \u00a0])[ \u00a0]?(?=[“\"«„'(]?[^\W\d_])|[ \u00a0](?=[“\"«„]?[A-ZÀ-Þ]))"
)
_WORD = re.compile(r"[\s.,\u00a0-]{0,3}([^\W\d_]{3,12})")
_NUMBER = re.compile(r"\d+")
_RUN = re.compile(r"[-–]")
_ENDING = re.compile(r"(?:e[nrs]|[aeiosny])(?![^\W\d_])")
"""How words end that may be of one or of many: `1 Event`, `12 Events`."""

_LEAP_YEAR, _OTHER_YEAR = 2024, 2023
_FEWEST_LINES, _FEWEST_MONTHS, _FEWEST_ALONE = 4, 2, 3
"""So many lines below so many months are a list; of numbers alone, below three."""

_EACH = 1.5
"""Of numbers alone, so many stand below a month on average: one each may be a table of numbers by month."""

_MOST_LINES = 40
_FITTING = 0.8
_FARTHEST = 60
"""The first day stands so near below its month, or it is of something else."""

_FARTHEST_LINE = 1_500
"""A day that stands so far below the one before it is of something else."""


@dataclass(frozen=True, slots=True)
class _Below:
    """A month and the lines below it that begin with numbers."""

    month: Moment
    lines: list[re.Match[str]]


def find(text: str, begins: Sequence[int], headers: Sequence[Mention], mentions: Sequence[Mention]) -> list[Mention]:
    """Return the days that stand below `headers` as bare numbers; `begins` are the lines that begin with one."""
    if len(headers) < _FEWEST_MONTHS or len(begins) < _FEWEST_LINES:
        return []
    found = [match for begin in begins if (match := _LINE.match(text, begin)) is not None]
    if len(found) < _FEWEST_LINES:
        return []
    firsts = [match.start("first") for match in found]
    stops = [*(header.first for header in headers[1:]), len(text)]
    below = []
    over = {header.first for header in headers}
    known = [mention.first for mention in mentions]
    for header, stop in zip(headers, stops, strict=True):
        lines = found[bisect_left(firsts, header.first) : bisect_left(firsts, stop)]
        lines = [line for line in lines if not _says_month(line, known, mentions, over)]
        lines = _near(header, lines)[:_MOST_LINES]
        one = _Below(header.start, lines)
        if lines and not (len(lines) > 1 and _counts(one)):
            below.append(one)
    return [day for one in below for day in _days(one)] if _is_list(below) else []


def _says_month(line: re.Match[str], firsts: list[int], mentions: Sequence[Mention], over: set[int]) -> bool:
    """Tell whether the day that begins a line says its month itself; one that heads other days is not its own."""
    word = _WORD.match(line.string, line.end("more"))
    if word is not None and "month" in lexicon.load().senses.get(word[1].casefold(), ()):
        return word.start(1) not in over
    place = bisect_left(firsts, line.start("first"))
    if place == len(mentions) or mentions[place].first >= line.end("more"):
        return False
    own = mentions[place]
    return own.start.month is not None and not any(own.first < first < own.stop for first in over)


def _near(header: Mention, lines: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the lines that belong to a month: the first near it, the others near one another."""
    kept: list[re.Match[str]] = []
    last = header.stop
    for line in lines:
        if line.start("first") - last > (_FARTHEST_LINE if kept else _FARTHEST):
            break
        kept.append(line)
        last = line.start("first")
    return kept


def _is_list(below: list[_Below]) -> bool:
    """Tell whether numbers below months are days."""
    count = sum(len(one.lines) for one in below)
    if count < _FEWEST_LINES or len(below) < _FEWEST_MONTHS:
        return False
    is_alone = sum(line["alone"] is not None for one in below for line in one.lines)
    if is_alone > count / 2 and (len(below) < _FEWEST_ALONE or count < _EACH * len(below)):
        return False
    if _are_counts(below):
        return False
    return sum(_rises(one) for one in below) >= _FITTING * len(below)


def _are_counts(below: list[_Below]) -> bool:
    """Tell counts of the same things from days: `12 Events`, `9 Events`; days of one weekday are those of meetings."""
    things = {tuple(_thing(line) for line in one.lines) for one in below}
    if len(things) > 1 or not all(next(iter(things))):
        return False
    return not any(_are_of_one_weekday(below, year) for year in (_LEAP_YEAR, _OTHER_YEAR))


def _thing(line: re.Match[str]) -> str:
    """Return what a number counts: the words right behind it in its line, in no number of their own."""
    if line["alone"] is not None or line["more"] or line.string[line.end("more") : line.end()].strip():
        return ""
    words = line.string[line.end() : line.end() + _FARTHEST].partition("\n")[0]
    return _ENDING.sub("", words.casefold()).strip()


def _are_of_one_weekday(below: list[_Below], year: int) -> bool:
    days = [
        (one.month.year or year, one.month.month or 1, int(line["first"]))
        for one in below
        for line in one.lines
        if int(line["first"]) <= monthrange(one.month.year or year, one.month.month or 1)[1]
    ]
    return len({date(*day).weekday() for day in days}) == 1


def _rises(one: _Below) -> bool:
    days = [int(line["first"]) for line in one.lines]
    most = monthrange(_LEAP_YEAR, one.month.month or 1)[1]
    return all(day <= most for day in days) and all(day <= other for day, other in pairwise(days))


def _counts(one: _Below) -> bool:
    """Tell numbers that count lines from days: 1, 2, 3."""
    days = [int(line["first"]) for line in one.lines]
    return days == [*range(1, len(days) + 1)]


def _days(one: _Below) -> list[Mention]:
    found = []
    for line in one.lines:
        numbers = [int(number) for number in [line["first"], *_NUMBER.findall(line["more"])]]
        most = monthrange(one.month.year or _LEAP_YEAR, one.month.month or 1)[1]
        if max(numbers) > most:
            continue
        moments = [Moment(one.month.year, one.month.month, number) for number in numbers]
        is_run = len(moments) > 1 and _RUN.search(line["more"]) is not None and numbers == sorted(numbers)
        first, stop = line.start("first"), line.end("more")
        text = line.string[first:stop]
        end, more = (moments[-1], ()) if is_run else (None, tuple(moments[1:]))
        found.append(Mention(first, stop, text, moments[0], end, more=more, role=Role.START))
    return found
