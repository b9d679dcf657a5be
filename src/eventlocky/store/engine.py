"""What a store needs of a database: transactions, and an index that finds times by place and days, events by words.

Everything else of the store is written once, in SQL that both databases understand. An index answers with questions
(SQL and its values) that `search.py` and `keeping.py` build theirs on: each database has its own way, what is found is
the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from eventlocky import database
from eventlocky.store.geo import Box, Point
from eventlocky.store.words import Term

Question = tuple[str, list[object]]
Days = tuple[int, int]
Marked = Sequence[Sequence[str]]
"""Groups of marks (see `marks.py`): of each group an event must have one."""


class Index(Protocol):
    """The index of one database."""

    def spots(self, boxes: Sequence[Box], first: Days, last: Days) -> Question:
        """Ask for the `id` of times within boxes that begin within some days and end within others.

        What is found may begin or end on other days: who asks looks at the days of the time once more.
        """

    def put_time(self, db: Session, event: int, number: int, time: Sequence[object]) -> int:
        """Write down a time of an event, the first as number 0, and return its `id`.

        A time is what the table says: start, end, first and last day, the last day before, where, whether missing.
        """

    def times_of(self, ids: str) -> str:
        """Return what a question asks for the times, `o`, of the events whose `id` another one gives, one by one."""

    def put_spot(self, db: Session, id: int, point: Point, first: int, last: int) -> None:
        """Write down where a time is and from which day to which it lasts."""

    def matching(self, terms: Sequence[Term], marked: Marked, *, titled: bool | None = None) -> Question:
        """Ask for the `id` of events that have all terms, and a mark of every group.

        Where the index knows titles: only those whose titles have all terms, or only those whose titles have not.
        """

    @property
    def knows_titles(self) -> bool:
        """Tell whether `matching` tells titles from other words; else who asks looks at the titles."""

    def is_exact(self, term: Term) -> bool:
        """Tell whether what `matching` finds surely has a term; else who asks looks at the words once more."""

    def listed(self, ids: Sequence[int]) -> Question:
        """Ask for each `id` of a list."""

    def by_day(self, first: Days, last: Days) -> str:
        """Return the table of times, `o`, as it is gone through by day."""

    def tidy(self, db: Session) -> None:
        """Put the index of words in order, where that is not done by itself."""


class Session(database.Session, Protocol):
    """A connection to a store, with the index that it has."""

    @property
    def index(self) -> Index:
        """Return the index of this database."""


class Database(Protocol):
    """A file or a server: opened, read and written in transactions, its errors said in sentences."""

    def open(self) -> None:
        """Open it, and bring its tables up to date."""

    def close(self) -> None:
        """Close it."""

    def reading(self) -> AbstractContextManager[Session]:
        """Give a session to read with: what is read within is of one moment."""

    def writing(self) -> AbstractContextManager[Session]:
        """Give a session to write with: all of it is kept, or nothing; within another writing, with that."""
