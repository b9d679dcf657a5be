"""Where and when in tokens: the cell of the map and the weeks of an event, so that the index of words knows them too.

Words alone may be in a hundred thousand events, and a town may hold as many; the full-text index finds what both lists
share without looking at an event. Marks are coarse (half a degree, a week): what they find is looked at once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from eventlocky.store.geo import Box, Point

_CELLS_A_DEGREE = 2
_MOST_CELLS = 48
_MOST_WEEKS = 30
_MOST_MARKED = 120
"""So many weeks of one event are marked, more than two years; what lasts longer has the mark of any week."""

_ANY_WEEK = "wany"


def marks(point: Point | None, spans: Iterable[tuple[int, int]]) -> str:
    """Return the marks of an event at a point that is on from day to day, some times."""
    found: dict[str, None] = {} if point is None else {_cell(*_place(*point)): None}
    weeks: dict[str, None] = {}
    for first, last in spans:
        if (last - first) // 7 + len(weeks) >= _MOST_MARKED:
            weeks = {_ANY_WEEK: None}
            break
        weeks.update(dict.fromkeys(f"w{week}" for week in range(first // 7, last // 7 + 1)))
    return " ".join([*found, *weeks])


def asked(boxes: Sequence[Box], since: int, until: int) -> list[list[str]]:
    """Return groups of marks: what lies within boxes and days has one of each. What is broad has no group."""
    return [group for group in (_cells(boxes), _weeks(since, until)) if group]


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


def _weeks(since: int, until: int) -> list[str]:
    if not since or (until - since) // 7 >= _MOST_WEEKS:
        return []
    return [*(f"w{week}" for week in range(since // 7, until // 7 + 1)), _ANY_WEEK]


def _place(lat: float, lon: float) -> tuple[int, int]:
    return floor((lat + 90) * _CELLS_A_DEGREE), floor((lon + 180) * _CELLS_A_DEGREE)


def _cell(row: int, column: int) -> str:
    return f"c{row:03d}x{column:03d}"
