"""The store: the whole interface over one database, each part in the file of its subject.

    with Store("town.sqlite") as store:
        store.keep(organisation, page, "event", events)
        store.search(Query(words="jazz", near=(53.99, 11.12), when="this weekend"))

A store in a file belongs to the thread that opened it. Many may read while one writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from eventlocky.database import is_server
from eventlocky.errors import StoreError
from eventlocky.formats import exact
from eventlocky.formats.json import stamp
from eventlocky.formats.row import cost, where
from eventlocky.store import history, occurrences, uids
from eventlocky.store.accounts import Accounts
from eventlocky.store.base import Facets, Kept, Query, Remembered, Results, SourceState, Statement, Time, Version, Weigh
from eventlocky.store.corrections import Corrections
from eventlocky.store.engine import Database, Session
from eventlocky.store.file import File
from eventlocky.store.keeping import Keeper, read_organisation
from eventlocky.store.search import count, facets, search, today
from eventlocky.store.searches import Searches
from eventlocky.store.upgrade import keep_what_version_1_held
from eventlocky.types import Event, Organisation


class Store:
    """The events of a SQLite file, or of a PostgreSQL server where `path` is the address of one (postgresql://…).

    Use it as a context manager. `clock` says what time it is.
    """

    def __init__(self, path: str | Path, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.path = path
        self.clock = clock
        self._file = _database(path, clock)
        self.accounts = Accounts(self._file, clock)
        self.searches = Searches(self._file, clock)
        self.corrections = Corrections(self._file, clock)

    def __enter__(self) -> Self:
        """Open the file, and make it where there is none."""
        self._file.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make everything that is written within one transaction: all of it is kept, or nothing, and it is faster."""
        with self._file.writing():
            yield

    # What pages announce ---------------------------------------------------------------------

    def keep(self, organisation: Organisation, page: str, kind: str, events: Sequence[Event]) -> None:
        """Keep what a page announces of a kind; what it announced before and no longer does is missing from now on."""
        with self._file.writing() as db:
            keeper = self._keeper(db)
            keeper.keep(organisation, page, kind, events)
            keeper.roll()
            keeper.tidy()

    def failed(self, organisation: Organisation, page: str, problem: str) -> None:
        """Write down that a page could not be read: what it announced stays as it is."""
        with self._file.writing() as db:
            keeper = self._keeper(db)
            keeper.put_page(page, keeper.put_organisation(organisation), problem or "It could not be read.")

    def _keeper(self, db: Session) -> Keeper:
        return Keeper(db, self.clock().timestamp())

    def events(self, *, since: date | None = None, kind: str | None = None) -> list[Kept]:
        """Return what pages announce that is not over on a day, the soonest first; what has no date last."""
        on_then = "AND (last_day IS NULL OR last_day >= ?) " if since is not None else ""
        of_kind = "AND kind = ?" if kind is not None else ""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT o.name, s.website, kind, data FROM statement AS s JOIN organisation AS o USING (website) "  # noqa: S608
                f"WHERE s.missing_since IS NULL {on_then}{of_kind} ORDER BY start IS NULL, start, title, page, s.id",
                [value for value in (since and since.isoformat(), kind) if value is not None],
            ).fetchall()
        return [_kept(*row) for row in rows]

    def organisations(self, after: str = "", limit: int = 100) -> list[Organisation]:
        """Return who announces something, in the order of their addresses, those behind one of them."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM organisation WHERE website > ? ORDER BY website LIMIT ?", (after, limit)
            ).fetchall()
        return [read_organisation(row) for row in rows]

    def sources(self) -> list[SourceState]:
        """Return every page that announces something, and how it is doing."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT p.url, p.website, o.name, p.first_seen, p.read_at, p.tried_at, p.problem, (SELECT count(*) "
                "FROM statement AS s WHERE s.page = p.url AND s.missing_since IS NULL) "
                "FROM page AS p JOIN organisation AS o USING (website) ORDER BY p.url"
            ).fetchall()
        return [
            SourceState(url, website, name, history.moment(first), history.moment_or_none(read), history.moment(tried),
                        problem, count)
            for url, website, name, first, read, tried, problem, count in rows
        ]  # fmt: skip

    # Events ----------------------------------------------------------------------------------

    def get(self, uid: str) -> Remembered | None:
        """Return all that is known of an event, by its uid or that of one merged into it."""
        with self._file.reading() as db:
            event_id = uids.find(db, uid)
            return _remembered(db, event_id) if event_id is not None else None

    def search(self, query: Query, weigh: Weigh | None = None) -> Results:
        """Return a page of what answers a query."""
        with self._file.reading() as db:
            return search(db, query, self.clock(), weigh)

    def facets(self, query: Query) -> Facets:
        """Count what answers a query."""
        with self._file.reading() as db:
            return facets(db, query, self.clock())

    def count(self, query: Query, most: int) -> int:
        """Count what answers a query up to a number; where there is more, return one more than that."""
        with self._file.reading() as db:
            return count(db, query, self.clock(), most)

    def today(self, query: Query) -> date:
        """Return the day that it is where a query looks."""
        with self._file.reading() as db:
            return today(db, query, self.clock())

    def times(self, uid: str, since: date, until: date) -> list[Time]:
        """Return the times of an event between two days, both included; none of one that is unknown."""
        known = self.get(uid)
        return occurrences.times(known.event.when, since, until) if known else []

    def history(self, uid: str) -> list[Version]:
        """Return what became of an event, the first thing first; nothing of one that is unknown."""
        with self._file.reading() as db:
            event_id = uids.find(db, uid)
            return history.read(db, event_id) if event_id is not None else []

    def changes(self, since: datetime, limit: int = 1_000) -> list[tuple[str, Version]]:
        """Return what changed after a moment with the uids, the first thing first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT e.uid, v.at, v.what, v.sequence, v.website, v.changes FROM version AS v "
                "JOIN event AS e ON e.id = v.event WHERE v.at > ? ORDER BY v.at, v.id LIMIT ?",
                (since.timestamp(), limit),
            ).fetchall()
        return [(uid, history.version(*row)) for uid, *row in rows]

    def merge(self, uid: str, other: str) -> str:
        """Make two events one, with the statements of both; return the uid that stays."""
        with self._file.writing() as db:
            one, two = (uids.needed(db, name) for name in (uid, other))
            if one == two:
                message = f"{uid} and {other} are one event already."
                raise StoreError(message)
            db.execute(
                "DELETE FROM apart WHERE one IN (SELECT id FROM statement WHERE event IN (?, ?)) "
                "AND other IN (SELECT id FROM statement WHERE event IN (?, ?))",
                (one, two, one, two),
            )
            keeper = self._keeper(db)
            kept = keeper.join(one, two)
            website, stays = db.execute("SELECT website, uid FROM event WHERE id = ?", (kept,)).fetchone()
            keeper.rebuild(kept, website, history.MERGED)
            return str(stays)

    def unmerge(self, uid: str, statements: Sequence[int]) -> str:
        """Take statements out of an event; return the uid of the event that they are from now on."""
        with self._file.writing() as db:
            event_id = uids.needed(db, uid)
            own = {row[0] for row in db.execute("SELECT id FROM statement WHERE event = ?", (event_id,))}
            wanted = set(statements)
            if not wanted or not wanted < own:
                message = f"{uid} has the statements {sorted(own)}: name some of them, not all."
                raise StoreError(message)
            born = self._keeper(db).part(event_id, sorted(wanted))
            return str(db.execute("SELECT uid FROM event WHERE id = ?", (born,)).fetchone()[0])


def _database(path: str | Path, clock: Callable[[], datetime]) -> Database:
    """Return the database of a store: a server where the address is one, else a file."""
    if is_server(path):
        from eventlocky.store.postgres import Server  # needs an extra

        return Server(str(path))
    return File(path, {2: lambda db: keep_what_version_1_held(db, clock().timestamp())})


def _remembered(db: Session, event_id: int) -> Remembered:
    uid, data, website, sequence, first_seen, changed, confirmed, missing = db.execute(
        "SELECT uid, data, website, sequence, first_seen, changed, confirmed, missing_since FROM event WHERE id = ?",
        (event_id,),
    ).fetchone()
    organisation = db.execute("SELECT * FROM organisation WHERE website = ?", (website,)).fetchone()
    rows = db.execute(
        "SELECT s.id, s.page, o.name, s.website, s.data, s.first_seen, s.confirmed, s.missing_since "
        "FROM statement AS s JOIN organisation AS o USING (website) WHERE s.event = ? ORDER BY s.id",
        (event_id,),
    ).fetchall()
    statements = tuple(
        Statement(id, page, name, site, exact.read(text), history.moment(first), history.moment(last),
                  history.moment_or_none(gone))
        for id, page, name, site, text, first, last, gone in rows
    )  # fmt: skip
    return Remembered(
        uid=uid,
        event=exact.read(data),
        organisation=read_organisation(organisation),
        sequence=sequence,
        first_seen=history.moment(first_seen),
        changed=history.moment(changed),
        confirmed=history.moment(confirmed),
        missing_since=history.moment_or_none(missing),
        statements=statements,
    )


def _kept(organisation: str, website: str, kind: str, data: str) -> Kept:
    event = exact.read(data)
    return Kept(
        organisation=organisation,
        website=website,
        kind=kind,
        title=event.title,
        start=stamp(event.when.start),
        end=stamp(event.when.end),
        link=event.link,
        location=where(event.where),
        price=cost(event.price),
    )
