"""How a SQLite file finds: an R*Tree of three dimensions for place and days, FTS5 over our own tokens for words.

In the tree a day counts as much as a twentieth of a degree, some five kilometres, so that a search for a weekend in a
town is about a cube. Coordinates are counted in millionths of a degree.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

from eventlocky.store.engine import Days, Marked, Question, Session
from eventlocky.store.geo import Box, Point
from eventlocky.store.words import Term

DAY_UNITS = 50_000
_ZERO_DAY = date(2000, 1, 1).toordinal()
_MOST_UNITS = 2**31 - 1
_TIMES = 2**20
"""So many numbers are those of the times of one event."""

_EVENT = 2**40 - 1
"""The part of a number in the index of words that is the event's; before it stands the cell of the map."""


class FileIndex:
    """The index of a SQLite file."""

    def spots(self, boxes: Sequence[Box], first: Days, last: Days) -> Question:
        """Ask the R*Tree for times within boxes and days."""
        one = (
            "SELECT id FROM spot WHERE south >= ? AND south <= ? AND west >= ? AND west <= ? "
            "AND first >= ? AND first <= ? AND last >= ? AND last <= ?"
        )
        spans = [units_of_day(day) for day in (*first, *last)]
        values: list[object] = []
        for south, west, north, east in boxes:
            values += [units(south), units(north), units(west), units(east), *spans]
        return " UNION ALL ".join([one] * len(boxes)), values

    def put_time(self, db: Session, event: int, number: int, time: Sequence[object]) -> int:
        """Write a time into the table, behind its event's times."""
        id = event * _TIMES + number
        db.execute("INSERT INTO occurrence VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (id, event, *time))
        return id

    def times_of(self, ids: str) -> str:
        """Look times up by their number, which begins with that of the event: a table is narrower than its indexes."""
        numbers = f"w.id * {_TIMES} AND w.id * {_TIMES} + {_TIMES - 1}"
        return f"({ids}) AS w CROSS JOIN occurrence AS o ON o.id BETWEEN {numbers}"

    def put_spot(self, db: Session, id: int, point: Point, first: int, last: int) -> None:
        """Write a time into the R*Tree."""
        lat, lon = map(units, point)
        row = (id, lat, lat, lon, lon, units_of_day(first), units_of_day(last))
        db.execute("INSERT INTO spot VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    knows_titles = True

    def matching(self, terms: Sequence[Term], marked: Marked, *, titled: bool | None = None) -> Question:
        """Ask the full-text index for words, with where and when."""
        wanted = f"({' AND '.join(term.match for term in terms)})"
        found = f"title_words : {wanted}" if titled else f"{{title_words words}} : {wanted}"
        if titled is False:
            found = f"({found} NOT title_words : {wanted})"
        marks = "".join(f" AND marks : ({' OR '.join(group)})" for group in marked)
        return (
            f"SELECT rowid & {_EVENT} AS id FROM facts_words WHERE facts_words MATCH ?",  # noqa: S608
            [f"{found}{marks}"],
        )

    def is_exact(self, term: Term) -> bool:
        """Tell that the full-text index knows the order of words."""
        del term
        return True

    def listed(self, ids: Sequence[int]) -> Question:
        """Ask for each number of a list."""
        return "SELECT value AS id FROM json_each(?)", [json.dumps(list(ids))]

    def by_day(self, first: Days, last: Days) -> str:
        """Name the index to be gone through: that of runs where what is wanted began before."""
        index = "occurrence_runs" if first[1] < last[0] else "occurrence_by_first_day"
        return f"occurrence AS o INDEXED BY {index}"

    def tidy(self, db: Session) -> None:
        """Make one of the pieces that writing leaves the full-text index in: each is looked up for every token."""
        db.execute("INSERT INTO facts_words (facts_words) VALUES ('optimize')")


def units_of_day(day: int) -> int:
    """Return a day as the R*Tree counts it."""
    return max(-_MOST_UNITS, min(_MOST_UNITS, (day - _ZERO_DAY) * DAY_UNITS))


def units(degrees: float) -> int:
    """Return degrees as the R*Tree counts them."""
    return round(degrees * 1_000_000)
