"""Days in numbers that begin the lines of a list, where nothing but the list says that they are days: `03.05 Leeds`.

`03.05` alone may be a time, a price or a chapter. Several lines that begin so are days where all of them can be,
rise or fall in one order of day and month, and do not look like the minutes of a time table or the cents of a menu.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from eventlocky.dates.mention import Mention, Moment

_LINE = re.compile(
    r"[\n\t] ?(0?[1-9]|[12]\d|3[01])(?P<sign>[.-])(\d\d)(?=[ \t\n:]{1,3}[^\W\d_]|[ \t\n:]{1,3}[\"“„«「『])"
    r"(?![ :]{1,2}(?:Uhr|h|am|pm|a\.m|p\.m)\b)"
)
"""Two numbers with words behind them; those with a point at their end are days anyway."""

_LINE_BEGINNING, _CELL_BEGINNING = re.compile(r"\n ?\d"), re.compile(r"\t ?\d")
"""Two searches for one sign each take a third of the time of one for either."""

_FEWEST = 4
_STEP = 5
"""So many lines are a list; minutes and cents are multiples of five."""

_HALF_YEAR = 6
_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def beginnings(text: str) -> list[int]:
    """Return where the lines and cells of a page begin that begin with a number: looked for once, for all who ask."""
    cells = [found.start() for found in _CELL_BEGINNING.finditer(text)]
    lines = [found.start() for found in _LINE_BEGINNING.finditer(text)]
    return sorted([*lines, *cells]) if cells else lines


def find(text: str, begins: list[int]) -> list[Mention]:
    """Return the days that begin the lines of lists, without their year; most texts have none."""
    found = [line for begin in begins if (line := _LINE.match(text, begin))]
    if len(found) < _FEWEST:
        return []
    days: list[Mention] = []
    for sign in ".-":
        lines = [line for line in found if line["sign"] == sign]
        order = _order(lines) if len(lines) >= _FEWEST else None
        days += [_mention(line, order) for line in lines] if order is not None else []
    return sorted(days, key=lambda day: day.first)


def _order(lines: list[re.Match[str]]) -> tuple[int, int] | None:
    """Return which of the two numbers is the day and which the month, or None where they are none."""
    if all(int(line[3]) % _STEP == 0 for line in lines):
        return None
    orders = [order for order in ((1, 3), (3, 1)) if _is_list(list(_days(lines, order)))]
    return min(orders, key=lambda order: _span(list(_days(lines, order))), default=None)


def _span(days: list[tuple[int, int]]) -> int:
    """Return over how many days a list goes, about: of two orders the nearer days are meant."""
    numbers = [31 * month + day for month, day in days]
    return max(numbers) - min(numbers)


def _days(lines: list[re.Match[str]], order: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield month and day of each line."""
    for line in lines:
        yield int(line[order[1]]), int(line[order[0]])


def _is_list(days: list[tuple[int, int]]) -> bool:
    """Tell whether all are days of the calendar and follow each other, over a new year at most once."""
    if not all(1 <= month <= len(_LONGEST) and 1 <= day <= _LONGEST[month - 1] for month, day in days):
        return False
    return _rises(days) or _rises(days[::-1])


def _rises(days: list[tuple[int, int]]) -> bool:
    """Tell whether days rise, but for the step into a new year."""
    falls = [(one[0] - two[0]) > _HALF_YEAR for one, two in pairwise(days) if one > two]
    return len(falls) <= 1 and all(falls) and len(set(days)) >= _FEWEST


def _mention(line: re.Match[str], order: tuple[int, int]) -> Mention:
    (month, day), first, stop = next(_days([line], order)), line.start(1), line.end(3)
    return Mention(first, stop, line.string[first:stop], Moment(month=month, day=day))
