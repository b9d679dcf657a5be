"""How a PostgreSQL server finds: a GiST index of PostGIS for place and days, GIN over our own tokens for words.

Tokens have no places in the index: of words in a row it finds who has all of them, and `search.py` looks at the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from eventlocky.store.engine import Days, Marked, Question, Session
from eventlocky.store.geo import Box, Point
from eventlocky.store.words import Term

_ZERO_DAY = date(2000, 1, 1).toordinal()
_DAYS_A_DEGREE = 20
_LONGEST = 30
"""So many letters of a token are in the index (see the migrations)."""


class ServerIndex:
    """The index of a PostgreSQL server."""

    def spots(self, boxes: Sequence[Box], first: Days, last: Days) -> Question:
        """Ask the GiST index for times within boxes and days; it counts in floats, so the rows are looked at too."""
        one = (
            "SELECT id FROM spot WHERE line &&& ST_MakeLine(ST_MakePoint(?, ?, ?), ST_MakePoint(?, ?, ?)) "
            "AND lat BETWEEN ? AND ? AND lon BETWEEN ? AND ? AND first_day BETWEEN ? AND ? AND last_day BETWEEN ? AND ?"
        )
        low, high = sorted((max(first[0], last[0]), min(first[1], last[1])))
        values: list[object] = []
        for south, west, north, east in boxes:
            values += [west, south, _degrees(low), east, north, _degrees(high)]
            values += [south, north, west, east, *first, *last]
        return " UNION ALL ".join([one] * len(boxes)), values

    def put_time(self, db: Session, event: int, number: int, time: Sequence[object]) -> int:
        """Write a time into the table; the server counts."""
        del number
        (id,) = db.execute(
            'INSERT INTO occurrence (event, start, "end", first_day, last_day, before, lat, lon, missing) '
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (event, *time),
        ).fetchone()
        return int(id)

    def times_of(self, ids: str) -> str:
        """Look times up by their event, never the other way round.

        Times know their place, and the server thinks that a box with some days holds one or two: left to itself it
        reads all times of a million events to find those, and then asks for the words of each.
        """
        return f"({ids}) AS w CROSS JOIN LATERAL (SELECT * FROM occurrence WHERE event = w.id OFFSET 0) AS o ON TRUE"  # noqa: S608

    def put_spot(self, db: Session, id: int, point: Point, first: int, last: int) -> None:
        """Write down where a time is; the line is drawn by the server."""
        db.execute(
            "INSERT INTO spot (id, lat, lon, first_day, last_day) VALUES (?, ?, ?, ?, ?)", (id, *point, first, last)
        )

    knows_titles = False

    def matching(self, terms: Sequence[Term], marked: Marked, *, titled: bool | None = None) -> Question:
        """Ask the GIN index for tokens, with where and when; it does not know which of them are the title's."""
        del titled
        wanted = [_token(token, is_beginning=False) for term in terms for token in term.tokens[:-1]]
        wanted += [_token(term.tokens[-1], is_beginning=term.is_beginning) for term in terms]
        wanted += ["(" + " | ".join(f"'@{mark}'" for mark in group) + ")" for group in marked]
        return (
            "SELECT event AS id FROM facts WHERE tokens_of(title_words, words, marks) @@ ?::tsquery",
            [" & ".join(dict.fromkeys(wanted))],
        )

    def is_exact(self, term: Term) -> bool:
        """Tell whether a term is one token that is in the index as a whole."""
        return len(term.tokens) == 1 and len(term.tokens[0]) <= _LONGEST

    def listed(self, ids: Sequence[int]) -> Question:
        """Ask for each number of a list."""
        return "SELECT unnest(?::bigint[]) AS id", [list(ids)]

    def by_day(self, first: Days, last: Days) -> str:
        """Leave it to the server which index of days it goes through."""
        del first, last
        return "occurrence AS o"

    def tidy(self, db: Session) -> None:
        """Leave it to the server's own housekeeping (autovacuum)."""


def _degrees(day: int) -> float:
    """Return a day as the index counts it."""
    return (day - _ZERO_DAY) / _DAYS_A_DEGREE


def _token(token: str, *, is_beginning: bool) -> str:
    """Return a token in the language of the index; tokens hold no quotes. One that is cut is a beginning."""
    return f"'{token[:_LONGEST]}'" + (":*" if is_beginning else "")
