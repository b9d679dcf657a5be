"""Statements written: what a page says now, tied to what it and others said before, and the events made of them.

One call is one transaction. The page's earlier statements are paired with its present ones (`identity.assign`); what is
new is looked for among the statements of other pages; what is no longer said is missing from now on, never deleted.
Then every event that was touched is made anew from its statements: its text, its history, its times, its place on the
map.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from eventlocky.formats import exact
from eventlocky.formats.json import stamp
from eventlocky.store import history, identity
from eventlocky.store.base import Time
from eventlocky.store.compose import Voice, compose, corrected, ordered
from eventlocky.store.engine import Index, Question, Session
from eventlocky.store.geo import Point, around, halves
from eventlocky.store.identity import Face
from eventlocky.store.marks import marks
from eventlocky.store.occurrences import is_series, times
from eventlocky.store.words import spaced
from eventlocky.types import Category, Day, Event, Organisation

UNDATED = date.max.toordinal()
"""The day of what has none: it comes after all others."""

BACK_DAYS, AHEAD_DAYS = 31, 400
"""The times of a series are kept from a month ago to more than a year ahead."""

_ROLL_DAYS = 14
"""So often the times of all series are made anew, so that the window stays ahead."""

_TIDY_GROWTH = 1.25
"""When the store has grown by so much, or on another day, the index of words is put in order: looking words up in the
eleven pieces that a million events were in took two to three times as long, and to make them one two seconds."""

_REMEMBERED_DAYS = 90
"""A page may announce again what it left out for so long after the event was over."""

_EARLY = 6
"""What ends before this hour of the next day belongs to the evening before."""

_NIGHT = timedelta(hours=14)
_LONGEST_TEXT = 4_000
_LONGEST_KEY = 400
_CANDIDATES = 60
_LINKS = 4
"""An address that more statements of other pages share is a list's, not an event's."""

_SAME = {
    "correction": "kept.id = correction.id",
    "rating": "kept.account = rating.account",
    "delivery": "kept.search = delivery.search AND kept.what = delivery.what AND kept.sequence = delivery.sequence",
}
"""What goes over when an event becomes part of another, and when that has the same already."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A statement as the file has it."""

    id: int
    event_id: int
    event: Event
    data: str
    is_missing: bool
    face: Face


def website_of(organisation: Organisation) -> str:
    """Return what an organisation is known by: its address, or its name for want of one."""
    return organisation.website or organisation.source_id or organisation.name


class Keeper:
    """Writes statements with one connection, at one moment."""

    def __init__(self, db: Session, now: float) -> None:
        self.db = db
        self.now = now
        self.today = datetime.fromtimestamp(now, UTC).date()
        self._organisations: dict[str, Organisation] = {}
        self._read: dict[str, Event] = {}

    # A page ----------------------------------------------------------------------------------

    def keep(self, organisation: Organisation, page: str, kind: str, events: Sequence[Event]) -> None:
        """Keep what a page announces of a kind."""
        is_as_known = self._is_as_known(organisation)
        website = self.put_organisation(organisation)
        self.put_page(page, website, problem="")
        before = self._statements(page, kind)
        now = _distinct([identity.clean(event) for event in events], organisation)
        pairs = identity.assign([known.face for known in before], [face for _, face in now], self.today)
        touched: dict[int, None] = {}
        confirmed: list[int] = []
        said = set(pairs.values())
        for known in (known for number, known in enumerate(before) if number not in said and not known.is_missing):
            self.db.execute("UPDATE statement SET missing_since = ? WHERE id = ?", (self.now, known.id))
            touched[known.event_id] = None
        for number, (event, face) in enumerate(now):
            old = before[pairs[number]] if number in pairs else None
            if old is None:
                touched[self._add(event, face, page, website, kind)] = None
            elif old.is_missing or old.event != event:
                touched.update(dict.fromkeys(self._change(old, event, face, page, website)))
            else:
                confirmed.append(old.id)
        self._confirm(confirmed)
        for event_id in touched:
            self.rebuild(event_id, website)
        if not is_as_known:
            self._index_all("website = ?", (website,))

    def _is_as_known(self, organisation: Organisation) -> bool:
        """Tell whether an organisation is new or where and what it was: else search must hear of it."""
        row = self.db.execute("SELECT * FROM organisation WHERE website = ?", (website_of(organisation),)).fetchone()
        return row is None or row == _organisation_row(organisation)

    def put_organisation(self, organisation: Organisation) -> str:
        """Keep who an organisation is, and return what it is known by."""
        website = website_of(organisation)
        self.db.execute(
            "INSERT INTO organisation (website, name, category, lat, lon, type, address) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (website) DO UPDATE SET name = excluded.name, category = excluded.category, "
            "lat = excluded.lat, lon = excluded.lon, type = excluded.type, address = excluded.address",
            _organisation_row(organisation),
        )
        self._organisations[website] = organisation
        return website

    def put_page(self, page: str, website: str, problem: str) -> None:
        """Write down that a page was read, or that it could not be."""
        read_at = None if problem else self.now
        self.db.execute(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (url) DO UPDATE SET website = excluded.website, "
            "read_at = coalesce(excluded.read_at, page.read_at), tried_at = excluded.tried_at, "
            "problem = excluded.problem",
            (page, website, self.now, read_at, self.now, problem),
        )

    def _statements(self, page: str, kind: str) -> list[_Known]:
        """Return what a page has stated and may state again."""
        oldest = (self.today - timedelta(days=_REMEMBERED_DAYS)).isoformat()
        rows = self.db.execute(
            "SELECT id, event, data, missing_since IS NOT NULL, website FROM statement WHERE page = ? AND kind = ? "
            "AND (missing_since IS NULL OR last_day IS NULL OR last_day >= ?) ORDER BY id",
            (page, kind, oldest),
        ).fetchall()
        return [self._known(*row) for row in rows]

    def _known(self, id: int, event_id: int, data: str, is_missing: int, website: str) -> _Known:
        event = self._event(data)
        return _Known(id, event_id, event, data, bool(is_missing), identity.face(event, self.organisation(website)))

    def _event(self, data: str) -> Event:
        """Return the event of a text, which is read once."""
        if data not in self._read:
            self._read[data] = exact.read(data)
        return self._read[data]

    def _data(self, event: Event) -> str:
        data = exact.write(event)
        self._read[data] = event
        return data

    def organisation(self, website: str) -> Organisation:
        """Return an organisation by what it is known by."""
        if website not in self._organisations:
            row = self.db.execute("SELECT * FROM organisation WHERE website = ?", (website,)).fetchone()
            self._organisations[website] = read_organisation(row)
        return self._organisations[website]

    def _confirm(self, statements: Sequence[int]) -> None:
        """Note that statements still stand as they are."""
        for part in _parts(statements):
            marks = ",".join("?" * len(part))
            self.db.execute(f"UPDATE statement SET confirmed = ? WHERE id IN ({marks})", (self.now, *part))  # noqa: S608
            self.db.execute(
                f"UPDATE event SET confirmed = ? WHERE id IN (SELECT event FROM statement WHERE id IN ({marks}))",  # noqa: S608
                (self.now, *part),
            )

    # A statement -----------------------------------------------------------------------------

    def _add(self, event: Event, face: Face, page: str, website: str, kind: str) -> int:
        """Add a statement to the event of another page that it is about, or to a new event; return that."""
        found = self._elsewhere(face, page, kind, None)
        event_id = found if found is not None else self._new_event(event, page, website, kind)
        self.db.execute(
            "INSERT INTO statement (event, born, page, website, kind, title, title_key, place_key, link_key, start, "
            "first_day, last_day, data, first_seen, confirmed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (event_id, event_id, page, website, kind, *_columns(event, face), self._data(event), self.now, self.now),
        )
        return event_id

    def _change(self, known: _Known, event: Event, face: Face, page: str, website: str) -> list[int]:
        """Write what a statement says now; return the events that this touches."""
        before = known.event
        is_moved = (before.when.start, before.when.end) != (event.when.start, event.when.end)
        is_moved = is_moved and not history.is_next_time(before, event)
        is_other = before.status is not event.status
        self.db.execute(
            "UPDATE statement SET website = ?, title = ?, title_key = ?, place_key = ?, link_key = ?, start = ?, "
            "first_day = ?, last_day = ?, data = ?, confirmed = ?, moved_at = CASE WHEN ? THEN ? ELSE moved_at END, "
            "status_at = CASE WHEN ? THEN ? ELSE status_at END, missing_since = NULL WHERE id = ?",
            (
                website,
                *_columns(event, face),
                self._data(event),
                self.now,
                is_moved,
                self.now,
                is_other,
                self.now,
                known.id,
            ),
        )
        is_alone = self.db.execute(
            "SELECT count(*) FROM statement WHERE event = ?", (known.event_id,)
        ).fetchone()[0] == 1  # fmt: skip
        if is_alone and (known.face.key, known.face.start, known.face.names) != (face.key, face.start, face.names):
            found = self._elsewhere(face, page, event.kind, known.id)
            if found is not None:
                return [self.join(found, known.event_id)]
        return [known.event_id]

    def _new_event(self, event: Event, page: str, website: str, kind: str) -> int:
        """Make an event with a uid that nobody has yet.

        It is the same in every run over the same pages, whichever page of a site was read first: a list and the page of
        an event differ in their addresses and often in the hour, not in the title and the day.
        """
        day = event.when.first_day
        about = [page, kind, event.title.casefold(), day.isoformat() if day else ""]
        uid, number = _uid(about), 0
        while self.db.execute("SELECT 1 FROM event WHERE uid = ?", (uid,)).fetchone():
            number += 1
            uid = _uid([*about, stamp(event.when.start) or "", event.link or "", str(number)])
        row = self.db.execute(
            "INSERT INTO event (uid, kind, website, data, first_seen, changed, confirmed) "
            "VALUES (?, ?, ?, '', ?, ?, ?) RETURNING id",
            (uid, kind, website, self.now, self.now, self.now),
        ).fetchone()
        return int(row[0])

    def _elsewhere(self, face: Face, page: str, kind: str, own: int | None) -> int | None:
        """Return the event of other pages that a statement is about, or None."""
        best, found = 0.0, None
        for known in self._candidates(face, page, kind, own):
            weight = identity.likeness_elsewhere(known.face, face)
            if weight > best:
                best, found = weight, known.event_id
        return found

    def _candidates(self, face: Face, page: str, kind: str, own: int | None) -> list[_Known]:
        """Return statements of other pages on the same day with the same title, place or link, or nearby.

        An event that this page names already is none, and neither is one that a person said is another.
        """
        if face.first_day is None:
            return []
        day = face.first_day.toordinal()
        ids = {row[0] for sql, values in _looks(self.db.index, face, day) for row in self.db.execute(sql, values)}
        if not ids:
            return []
        marks = ",".join("?" * len(ids))
        rows = self.db.execute(
            f"SELECT id, event, data, missing_since IS NOT NULL, website FROM statement AS s WHERE id IN ({marks}) "  # noqa: S608
            "AND kind = ? AND page <> ? AND NOT EXISTS (SELECT 1 FROM statement AS mine WHERE mine.event = s.event "
            "AND mine.page = ? AND mine.missing_since IS NULL AND mine.id <> ?) AND NOT EXISTS (SELECT 1 "
            "FROM apart JOIN statement AS theirs ON theirs.id = apart.other "
            "WHERE apart.one = ? AND theirs.event = s.event) ORDER BY id",
            (*ids, kind, page, page, own or 0, own or 0),
        ).fetchall()
        return [self._known(*row) for row in rows]

    # Events ----------------------------------------------------------------------------------

    def join(self, one: int, other: int) -> int:
        """Make two events one; the older keeps its uid, the other leads there."""
        if one == other:
            return one
        rows = self.db.execute(
            "SELECT id FROM event WHERE id IN (?, ?) ORDER BY first_seen, id", (one, other)
        ).fetchall()
        kept, gone = rows[0][0], rows[1][0]
        self.db.execute("UPDATE statement SET event = ? WHERE event = ?", (kept, gone))
        self.db.execute("UPDATE event SET merged_into = ? WHERE id = ? OR merged_into = ?", (kept, gone, gone))
        for table, same in _SAME.items():
            self.db.execute(
                f"UPDATE {table} SET event = ? WHERE event = ? AND NOT EXISTS "  # noqa: S608 - names of our own
                f"(SELECT 1 FROM {table} AS kept WHERE kept.event = ? AND {same})",
                (kept, gone, kept),
            )
        website, uid = self.db.execute("SELECT website, uid FROM event WHERE id = ?", (gone,)).fetchone()
        history.write(self.db, kept, history.MERGED, website, {"with": (None, uid)}, self.now)
        self._forget_search(gone)
        return int(kept)

    def part(self, event_id: int, statements: Sequence[int]) -> int:
        """Take statements out of an event; they go back to the event they were born in, or to a new one."""
        rows = self.db.execute("SELECT id, born, data, page, website, kind FROM statement WHERE event = ?", (event_id,))
        everyone = rows.fetchall()
        leaving = [row for row in everyone if row[0] in set(statements)]
        born = leaving[0][1]
        if born == event_id:
            _, _, data, page, website, kind = leaving[0]
            born = self._new_event(exact.read(data), page, website, kind)
        self.db.execute("UPDATE event SET merged_into = NULL WHERE id = ?", (born,))
        for statement, *_ in leaving:
            self.db.execute("UPDATE statement SET event = ?, born = ? WHERE id = ?", (born, born, statement))
            for other in (row[0] for row in everyone):
                if other not in statements:
                    self.db.execute(
                        "INSERT INTO apart VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING",
                        (statement, other, other, statement),
                    )
        uids = dict(self.db.execute("SELECT id, uid FROM event WHERE id IN (?, ?)", (event_id, born)).fetchall())
        for mine, yours in ((event_id, born), (born, event_id)):
            self.rebuild(mine, leaving[0][4])
            history.write(self.db, mine, history.UNMERGED, leaving[0][4], {"from": (uids[yours], None)}, self.now)
        return int(born)

    def rebuild(self, event_id: int, website: str, what: str = "") -> None:
        """Make an event anew from its statements, and write down what that changes."""
        rows = self.db.execute(
            "SELECT data, website, page, missing_since, moved_at, status_at, first_seen, confirmed FROM statement "
            "WHERE event = ?",
            (event_id,),
        ).fetchall()
        if not rows:
            return  # its last statement has just become part of another event
        voices = [Voice(self._event(row[0]), row[1], row[2], row[3] is not None, row[4], row[5]) for row in rows]
        said = self._accepted(event_id)
        event = corrected(compose(voices), said)
        first_seen, confirmed = min(row[6] for row in rows), max(row[7] for row in rows)
        gone = [row[3] for row in rows]
        missing_since = None if None in gone or _was_over(event, max(gone)) else max(gone)
        before = self.db.execute("SELECT data, missing_since FROM event WHERE id = ?", (event_id,)).fetchone()
        data = rows[0][0] if event == voices[0].event else exact.write(event)
        lead = ordered(voices)[0].website
        self.db.execute(
            "UPDATE event SET website = ?, data = ?, is_series = ?, first_seen = ?, confirmed = ?, missing_since = ? "
            "WHERE id = ?",
            (lead, data, is_series(event.when), first_seen, confirmed, missing_since, event_id),
        )
        self._remember(event_id, before, event, website, what, missing_since, first_seen)
        if before != (data, missing_since):
            self.index(event_id, event, lead, is_missing=missing_since is not None, is_wrong="wrong" in said)

    def _accepted(self, event_id: int) -> dict[str, str]:
        rows = self.db.execute(
            "SELECT field, said FROM correction WHERE event = ? AND state = 'accepted' ORDER BY id", (event_id,)
        )
        return dict(rows.fetchall())

    def _remember(
        self, event_id: int, before: tuple[str, float | None], event: Event, website: str, what: str,
        missing_since: float | None, first_seen: float,
    ) -> None:  # fmt: skip
        """Write the versions that a new state of an event makes."""
        if not before[0]:
            history.write(self.db, event_id, history.FIRST, website, {}, self.now)
            return
        was_missing = before[1]
        if was_missing is not None and missing_since is None and self.now - was_missing > history.SETTLING_S:
            history.write(self.db, event_id, history.MISSING, website, {}, was_missing)
            history.write(self.db, event_id, history.BACK, website, {}, self.now)
        changes = history.compare(self._event(before[0]), event)
        is_settling = self.now - first_seen < history.SETTLING_S and not history.is_weighty(changes) and not what
        if changes and not is_settling:
            history.write(self.db, event_id, what or history.told(changes), website, changes, self.now)

    # What search looks at --------------------------------------------------------------------

    def index(self, event_id: int, event: Event, website: str, *, is_missing: bool, is_wrong: bool = False) -> None:
        """Write what search knows of an event."""
        self._forget_search(event_id)
        if is_wrong:
            return
        organisation = self.organisation(website)
        point = identity.where(event, organisation)
        times_of = [(time, self._days(time, event_id)) for time in self._times(event)]
        title_words, words = _words(event, organisation)
        is_free = event.price.free or (event.price.amounts != () and not any(event.price.amounts))
        category = event.category or (organisation.category.value if organisation.category else "")
        self.db.execute(
            "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (event_id, event.kind, category, event.status.value, is_free, is_missing, website,
             spaced(event.organiser or organisation.name), event.when.zone or "", *(point or (None, None)),
             title_words, words, marks(point, (days for _, days in times_of))),
        )  # fmt: skip
        self._put_times(event_id, times_of, point, is_missing=is_missing)

    def _put_times(
        self, event_id: int, times_of: Sequence[tuple[Time, tuple[int, int]]], point: Point | None, *, is_missing: bool
    ) -> None:  # fmt: skip
        before = -1
        lat, lon = point or (None, None)
        for number, (time, (first, last)) in enumerate(times_of):
            row = (stamp(time.start), stamp(time.end), first, last, before, lat, lon, is_missing)
            id = self.db.index.put_time(self.db, event_id, number, row)
            before = max(before, last)
            if point is not None:
                self.db.index.put_spot(self.db, id, point, first, last)

    def _times(self, event: Event) -> list[Time]:
        """Return the times to be found: all that is known of one event, those within the window of a series."""
        if not is_series(event.when):
            return [Time(event.when.start, event.when.end)]
        since, until = self.today - timedelta(days=BACK_DAYS), self.today + timedelta(days=AHEAD_DAYS)
        return times(event.when, since, until) or [Time(event.when.start, None)]

    def _days(self, time: Time, event_id: int) -> tuple[int, int]:
        """Return the first and the last day of a time; what has only an end has been on since it was seen."""
        last = _last_day(time)
        if time.start is None and last is not None:
            row = self.db.execute("SELECT first_seen FROM event WHERE id = ?", (event_id,)).fetchone()
            seen = datetime.fromtimestamp(row[0], UTC).date().toordinal()
            return min(seen, last), last
        if time.start is None:
            return UNDATED, UNDATED
        first = time.start.toordinal()
        return first, max(first, last if last is not None else first)

    def _forget_search(self, event_id: int) -> None:
        self.db.execute("DELETE FROM spot WHERE id IN (SELECT id FROM occurrence WHERE event = ?)", (event_id,))
        self.db.execute("DELETE FROM occurrence WHERE event = ?", (event_id,))
        self.db.execute("DELETE FROM facts WHERE event = ?", (event_id,))

    def roll(self) -> None:
        """Make the times of all series anew where that was long ago: the window moves with the days."""
        rolled = self._note("rolled")
        if rolled and (self.today - date.fromisoformat(rolled)).days < _ROLL_DAYS:
            return
        self._put_note("rolled", self.today.isoformat())
        self._index_all("is_series", ())

    def tidy(self) -> None:
        """Put the index of words in order once a day, and whenever the store has grown by a quarter."""
        (newest,) = self.db.execute("SELECT coalesce(max(event), 0) FROM facts").fetchone()
        day, _, count = self._note("tidied").partition(" ")
        if day == self.today.isoformat() and newest <= _TIDY_GROWTH * int(count):
            return
        self._put_note("tidied", f"{self.today.isoformat()} {newest}")
        self.db.index.tidy(self.db)

    def _note(self, name: str) -> str:
        row = self.db.execute("SELECT value FROM note WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row is not None else ""

    def _put_note(self, name: str, value: str) -> None:
        self.db.execute(
            "INSERT INTO note VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value)
        )

    def _index_all(self, condition: str, values: Sequence[object]) -> None:
        """Write anew what search knows of some events."""
        rows = self.db.execute(
            "SELECT id, data, website, missing_since IS NOT NULL FROM event "  # noqa: S608 - conditions of our own
            f"WHERE {condition} AND merged_into IS NULL AND id IN (SELECT event FROM facts)",
            values,
        ).fetchall()
        for event_id, data, website, is_missing in rows:
            self.index(event_id, exact.read(data), website, is_missing=bool(is_missing))


def _uid(about: Sequence[str]) -> str:
    return f"{hashlib.sha256(chr(10).join(about).encode('utf-8', 'replace')).hexdigest()[:32]}@eventlocky"


def _organisation_row(organisation: Organisation) -> tuple[object, ...]:
    """Return an organisation as a row of the table."""
    return (
        website_of(organisation),
        organisation.name,
        organisation.category.value if organisation.category else None,
        organisation.lat,
        organisation.lon,
        organisation.type,
        organisation.address,
    )


def read_organisation(row: Sequence[object]) -> Organisation:
    """Return a row of the table as an organisation."""
    website, name, category, lat, lon, type_, address = row
    known = Category(str(category)) if category in set(Category) else None
    return Organisation(str(name), str(website), known, str(type_), lat, lon, address)  # type: ignore[arg-type]


def _distinct(events: Iterable[Event], organisation: Organisation) -> list[tuple[Event, Face]]:
    """Leave out what a page says twice: the same title at the same moment and place."""
    found: dict[tuple[object, ...], tuple[Event, Face]] = {}
    for event in events:
        face = identity.face(event, organisation)
        found.setdefault((face.key or event.title, face.start, event.when.end, face.names, face.link), (event, face))
    return list(found.values())


def key(text: str) -> str:
    """Return as much of a text as is looked up: an index holds no longer ones, and they tell enough."""
    return text[:_LONGEST_KEY]


def _columns(event: Event, face: Face) -> tuple[object, ...]:
    """Return the columns of a statement that say what it states."""
    last = event.when.last_day
    return (
        event.title,
        key(face.key),
        key(face.names[0]) if face.names else "",
        key(face.link),
        stamp(event.when.start),
        face.first_day.toordinal() if face.first_day else UNDATED,
        last.isoformat() if last else None,
    )


def _looks(index: Index, face: Face, day: int) -> Iterable[Question]:
    """Yield the questions that find statements which may be about the same event."""
    yield (
        "SELECT id FROM statement WHERE first_day = ? AND title_key = ? LIMIT ?", [day, key(face.key), _CANDIDATES]
    )  # fmt: skip
    if face.names:
        yield (
            "SELECT id FROM statement WHERE first_day = ? AND place_key = ? AND place_key <> '' LIMIT ?",
            [day, key(face.names[0]), _CANDIDATES],
        )
    if face.link:
        yield "SELECT id FROM statement WHERE link_key = ? AND link_key <> '' LIMIT ?", [key(face.link), _LINKS]
    if face.point is not None:
        for box in halves(around(face.point, 300.0)):
            spots, values = index.spots([box], (day, day), (0, UNDATED))
            nearby = (
                f"SELECT s.id FROM ({spots}) AS near CROSS JOIN occurrence AS o ON o.id = near.id "  # noqa: S608
                "CROSS JOIN statement AS s ON s.event = o.event WHERE s.first_day = ? LIMIT ?"
            )
            yield nearby, [*values, day, _CANDIDATES]


def _words(event: Event, organisation: Organisation) -> tuple[str, str]:
    """Return the words of the title, and all other words by which an event is found."""
    others = (
        organisation.name,
        event.organiser,
        event.where.name,
        event.where.address,
        organisation.address,
        event.category,
        event.description[:_LONGEST_TEXT],
    )
    return spaced(event.title), spaced("\n".join(text for text in others if text))


def _last_day(time: Time) -> int | None:
    """Return the last day of a time; the small hours belong to the evening before."""
    end: Day | None = time.end
    if end is None:
        return None
    if isinstance(end, datetime) and isinstance(time.start, datetime) and end.hour < _EARLY:
        is_night = end.date() > time.start.date() and end - time.start < _NIGHT
        return end.toordinal() - is_night
    return end.toordinal()


def _was_over(event: Event, at: float) -> bool:
    """Tell whether an event was over when its page left it out: then it is not missing, it has been."""
    last = event.when.last_day
    return last is not None and not is_series(event.when) and last < datetime.fromtimestamp(at, UTC).date()


def _parts(values: Sequence[int], size: int = 500) -> Iterable[Sequence[int]]:
    return (values[place : place + size] for place in range(0, len(values), size))
