"""Where and when in tokens: the cell of the map and the weeks of an event, so that the index of words knows them too.

Words alone may be in a hundred thousand events, and a town may hold as many; the full-text index finds what both lists
share without looking at an event. Marks are coarse (half a degree, a week): what they find is looked at once more. A
week in a cell is a mark of its own: few events have it, where many have either. The week in which a time begins (`w`)
is told from those in which it goes on (`r`): of some weeks, what goes on is asked for in the first alone. The day on
which it begins is a mark too (`d`), for searches of a day or two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from eventlocky.store.geo import Box, Point

_CELLS_A_DEGREE = 2
_MOST_CELLS = 48
_MOST_WEEKS = 30
_MOST_BOTH = 200
_FEW_DAYS = 2
"""So few days are asked for each, in place of their weeks; more have not been tried."""

_MOST_MARKED = 120
"""So many weeks of one event are marked, more than two years; what lasts longer has the mark of any week."""

_ANY_WEEK = "wany"


def marks(point: Point | None, spans: Iterable[tuple[int, int]]) -> str:
    """Return the marks of an event at a point that is on from day to day, some times."""
    cells = [] if point is None else [_cell(*_place(*point))]
    days: dict[str, None] = {}
    begun: dict[str, None] = {}
    going_on: dict[str, None] = {}
    for first, last in spans:
        if (last - first) // 7 + len(begun) + len(going_on) >= _MOST_MARKED:
            return " ".join([*cells, _ANY_WEEK, *_both(cells, [_ANY_WEEK])])
        days[f"d{first}"] = begun[f"w{first // 7}"] = None
        if last > first:
            going_on.update(dict.fromkeys(f"r{week}" for week in range((first + 1) // 7, last // 7 + 1)))
    if len(days) > _MOST_MARKED:  # what is there every day goes on
        days, going_on = {}, going_on | dict.fromkeys(f"r{week[1:]}" for week in begun)
    times = [*begun, *days, *going_on]
    return " ".join([*cells, *times, *_both(cells, times)])


def asked(boxes: Sequence[Box], since: int, until: int, *, going_on: bool = True) -> list[list[str]]:
    """Return groups of marks: what lies within boxes and days has one of each. What is broad has no group.

    Without what is going on already: only what begins within the weeks of these days.
    """
    cells, weeks = _cells(boxes), _weeks(since, until, going_on=going_on)
    if cells and weeks and len(cells) * len(weeks) <= _MOST_BOTH:
        return [_both(cells, weeks)]
    return [group for group in (cells, weeks) if group]


def _both(cells: Sequence[str], weeks: Sequence[str]) -> list[str]:
    return [cell + week for cell in cells for week in weeks]


def _cells(boxes: Sequence[Box]) -> list[str]:
    """Return the cells that boxes touch; none where they are too many to ask for."""
    found: list[str] = []
    for south, west, north, east in boxes:
        low, left = _place(south, west)
        high, right = _place(north, east)
        if len(found) + (high - low + 1) * (right - left + 1) > _MOST_CELLS:
            return []
        found += [_cell(row, column) for row in range(low, high + 1) for column in range(left, right + 1)]
    return found


def _weeks(since: int, until: int, *, going_on: bool) -> list[str]:
    if not since or (until - since) // 7 >= _MOST_WEEKS:
        return []
    if going_on and until - since < _FEW_DAYS:
        days = range(since, until + 1)
        return [*(f"d{day}" for day in days), *(f"r{week}" for week in {day // 7 for day in days}), _ANY_WEEK]
    begun = [f"w{week}" for week in range(since // 7, until // 7 + 1)]
    return [*begun, f"r{since // 7}", _ANY_WEEK] if going_on else [*begun, _ANY_WEEK]


def _place(lat: float, lon: float) -> tuple[int, int]:
    return floor((lat + 90) * _CELLS_A_DEGREE), floor((lon + 180) * _CELLS_A_DEGREE)


def _cell(row: int, column: int) -> str:
    return f"c{row:03d}x{column:03d}"
