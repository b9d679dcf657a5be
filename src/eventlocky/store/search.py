"""Events found: by words, place, days and what they are, sorted, in pages that stay stable while the store changes.

One index drives: the map where few times lie within the box and the days; the words, which know the cell of the map
and the weeks of an event too (`marks.py`), where few events have all of them; a source, a kind, a category or a status
where few are of it. Where all are broad, what is asked for is common: words are looked for in the next weeks first,
then in more; without words a walk through the days, the soonest first, soon has a page. Whatever drives, the same
conditions hold, and the database sorts, so that Python sees a page and not all candidates.

Sorted by time: what begins on the first day, then what is on already (what ends first first), then the days that
follow, then what has no date. A cursor names the last hit, so that what comes and goes before it moves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from heapq import nsmallest
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from eventlocky.errors import StoreError
from eventlocky.formats import exact
from eventlocky.store import days, history, marks, queries
from eventlocky.store.base import MOST_HITS, Facets, Hit, Query, Results, Weigh
from eventlocky.store.engine import Marked, Question, Session
from eventlocky.store.geo import Box, Point, around, distance_m, halves, is_point, within
from eventlocky.store.keeping import UNDATED
from eventlocky.store.stamps import read_stamp
from eventlocky.store.words import Term, spaced, terms
from eventlocky.types import Event

KNOWN_EVENTS = 8_192
"""So many events that searches found last are kept as objects, some 2 to 5 kB each."""

SORTS = ("time", "distance", "relevance", "profile")
_FEW_SPOTS, _FEW_SPOTS_OF_WORDS = 1_000, 100
_FEW_ANYWHERE = 100
_FEW_MARKED = 120
_FEW_WORDS = 4_000
"""So many candidates are looked at one by one; with more, a page of hits is found sooner by weeks or days."""

_WEIGHED = 500
"""So many of the soonest hits are weighed by a profile."""

_RUN_SLICES, _RUN_SLICES_NEARBY = (6, 27, 335), (34,)
_FIRST_RING_M = 500.0
"""The nearest are looked for within so many metres first, then within twice as many, and so on."""

_SAMPLE = 50
_WEEKS_DAYS = 7 * 29
"""So far ahead a search goes week by week; what is later is walked through by day."""

_WEEKS_ANYWHERE = (1, 8)
"""Of words that are common the next week is looked at first, then eight: 5 and 20 ms for one of every ninth event."""

_MOST_SOURCES = 100
_FIRST_DAY, _RUNNING, _LATER, _SOME_DAY = range(4)

_BY_WORDS = ("words", "found")
_NOBODY = "!"
"""No name that was made words of holds this."""

Key = tuple[Any, ...]
_TIME_KEY = (int, int, str, int)
_KEYS: dict[str, tuple[type, ...]] = {
    "time": _TIME_KEY, "relevance": (int, *_TIME_KEY), "distance": (float, int, str, int),
}  # fmt: skip
"""What the key of a hit is made of, in each order."""

_HIGHEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query, understood."""

    query: Query
    since: int
    until: int
    boxes: tuple[Box, ...]
    terms: tuple[Term, ...]

    @property
    def wanted(self) -> list[Term]:
        """Return the terms that must be there."""
        return [term for term in self.terms if not term.is_unwanted]

    @property
    def marked(self) -> list[list[str]]:
        """Return what the index of words is asked of where and when, nothing where that is broad."""
        return marks.asked(self.boxes, self.since, self.until)


@dataclass(frozen=True, slots=True)
class _Slice:
    """Times that begin and end within some days."""

    first: tuple[int, int]
    last: tuple[int, int]


class _Row(NamedTuple):
    """A candidate that holds: one time of one event. Hundreds are made for a page of hits, so it is a tuple."""

    event: int
    occurrence: int
    first_day: int
    last_day: int
    start: str
    end: str | None
    lat: float | None
    lon: float | None


_COLUMNS = "o.event, o.id, o.first_day, o.last_day, coalesce(o.start, ''), o.\"end\", o.lat, o.lon"
Found = list[tuple[Key, _Row]]


# A page of hits ----------------------------------------------------------------------------------


def search(db: Session, query: Query, now: datetime, weigh: Weigh | None = None) -> Results:
    """Return a page of what answers a query."""
    if query.sort not in SORTS:
        message = f"Nothing is sorted by {query.sort!r}. Known: {', '.join(SORTS)}."
        raise StoreError(message)
    position = queries.read_cursor(query)
    asked = _understand(db, query, now, position)
    limit = max(1, min(query.limit, MOST_HITS))
    if query.sort == "profile":
        return _by_profile(db, asked, limit, position, weigh)
    sorts = {"time": _by_time, "distance": _by_distance, "relevance": _by_relevance}
    found = sorts[query.sort](_Walk(db, asked), limit + 1, _after(query, position))
    kept = found[:limit]
    cursor = ""
    if len(found) > limit:
        cursor = queries.write_cursor(query, [_iso(asked.since), _iso(asked.until), *kept[-1][0]])
    return Results(_hits(db, [row for _, row in kept], asked), cursor, _day(asked.since), _day(asked.until))


def facets(db: Session, query: Query, now: datetime) -> Facets:
    """Count what answers a query, by what it is."""
    asked, walk = _to_count(db, query, now)
    what, where = "f.kind, f.category, f.status, f.free, f.website, count(*)", ", o.lat, o.lon" if query.near else ""
    sql, values = walk.sql(_counting(asked), what + where, None)
    is_within = within(query.near, query.radius_m) if query.near else None
    total, free = 0, 0
    counts: tuple[dict[str, int], ...] = ({}, {}, {}, {})
    for kind, category, status, is_free, website, count, *point in db.execute(
        f"{sql} GROUP BY f.kind, f.category, f.status, f.free, f.website{where}", values
    ):
        if is_within and not is_within(*point):
            continue  # in the box around the radius only
        total += count
        free += count if is_free else 0
        for table, name in zip(counts, (kind, category, status, website), strict=True):
            if name:
                table[name] = table.get(name, 0) + count
    kinds, categories, statuses, sources = (
        dict(sorted(table.items(), key=lambda item: (-item[1], item[0]))) for table in counts
    )
    return Facets(total, kinds, categories, statuses, free, dict(list(sources.items())[:_MOST_SOURCES]))


def count(db: Session, query: Query, now: datetime, most: int) -> int:
    """Count what answers a query up to a number; where there is more, return one more than that."""
    asked, walk = _to_count(db, query, now)
    sql, values = walk.sql(_counting(asked), "o.lat, o.lon", None)
    if query.near is None:
        few = f"SELECT count(*) FROM ({sql} LIMIT ?) AS few"  # noqa: S608
        return int(db.execute(few, [*values, most + 1]).fetchone()[0])
    is_within = within(query.near, query.radius_m)
    return sum(1 for _ in islice((True for lat, lon in db.execute(sql, values) if is_within(lat, lon)), most + 1))


def _to_count(db: Session, query: Query, now: datetime) -> tuple[_Asked, _Walk]:
    asked = _understand(db, replace(query, every_time=False, cursor=""), now, None)
    return asked, _Walk(db, asked)


def _counting(asked: _Asked) -> str:
    """Return the index that drives where all is counted."""
    return "words" if asked.wanted else "spot" if asked.boxes else "source" if asked.query.sources else "time"


def _understand(db: Session, query: Query, now: datetime, position: Sequence[object] | None) -> _Asked:
    """Read what a query means; the days of the first page hold for those that follow."""
    boxes = tuple(_boxes(query))
    since, until = query.since, query.until
    if position is not None:
        since, until = _from_cursor(position)
    elif query.when:
        longitude = query.near[1] if query.near else (boxes[0][1] + boxes[0][3]) / 2 if boxes else None
        today = days.today_at(now, query.zone or _zone(db, boxes), longitude)
        since, until = days.span(query.when, today)
    if since and until and until < since:
        message = f"The days from {since} to {until} are none: the last comes before the first."
        raise StoreError(message)
    return _Asked(
        query,
        since.toordinal() if since else 0,
        until.toordinal() if until else UNDATED,
        boxes,
        tuple(terms(query.words)),
    )


def _from_cursor(position: Sequence[object]) -> tuple[date | None, date | None]:
    try:
        since, until = (date.fromisoformat(str(text)) if text else None for text in position[:2])
    except ValueError as error:
        raise StoreError(queries.FOREIGN) from error
    return since, until


def _after(query: Query, position: Sequence[object] | None) -> Key:
    """Return the place behind which a page begins; what somebody wrote by hand raises StoreError."""
    if position is None:
        return ()
    after, kinds = tuple(position[2:]), _KEYS[query.sort]
    if len(after) != len(kinds) or not all(map(_is_part, after, kinds)):
        raise StoreError(queries.FOREIGN)
    return after


def _is_part(value: object, kind: type) -> bool:
    return isinstance(value, kind) and (not isinstance(value, int) or 0 <= value <= _HIGHEST)


def today(db: Session, query: Query, now: datetime) -> date:
    """Return the day that it is where a query looks."""
    boxes = tuple(_boxes(query))
    longitude = query.near[1] if query.near else None
    return days.today_at(now, query.zone or _zone(db, boxes), longitude)


def _boxes(query: Query) -> list[Box]:
    if query.near is not None:
        if not is_point(*query.near) or not 0 < query.radius_m < math.inf:
            message = f"{query.near} within {query.radius_m} m is no place: give latitude, longitude and metres."
            raise StoreError(message)
        return halves(around(query.near, query.radius_m))
    if query.box is None:
        return []
    south, west, north, east = query.box
    if not is_point(south, west) or not is_point(north, east) or south > north:
        message = f"{query.box} is no box of the map: give south, west, north and east in degrees."
        raise StoreError(message)
    return halves(query.box)


def _zone(db: Session, boxes: Sequence[Box]) -> str:
    """Return the zone that most of some events within boxes have, "" where none says one."""
    if not boxes:
        return ""
    spots, values = db.index.spots(boxes, (0, UNDATED), (0, UNDATED))
    row = db.execute(
        f"SELECT f.zone FROM (SELECT id FROM ({spots}) AS here LIMIT {_SAMPLE}) AS s "  # noqa: S608
        "CROSS JOIN occurrence AS o ON o.id = s.id CROSS JOIN facts AS f ON f.event = o.event WHERE f.zone <> '' "
        "GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
        values,
    ).fetchone()
    return str(row[0]) if row else ""


# Candidates --------------------------------------------------------------------------------------


class _Walk:
    """Finds the rows that answer a query, by one index or another."""

    def __init__(self, db: Session, asked: _Asked, *, titled: bool | None = None) -> None:
        self.db = db
        self.asked = asked
        self.titled = titled
        self.found: list[int] = []

    def driver(self) -> tuple[str, bool]:
        """Return which index drives, and whether it is so narrow that it is looked through as a whole."""
        asked = self.asked
        if asked.boxes:
            part = self.whole()
            spots, values = self.db.index.spots(asked.boxes, part.first, part.last)
            has_whole_words = asked.wanted and not any(term.is_beginning for term in asked.wanted)
            if self._count(spots, values, _FEW_SPOTS_OF_WORDS if has_whole_words else _FEW_SPOTS):
                return "spot", True
        if asked.wanted and (driver := self._driver_of_words()):
            return driver, driver == "found"
        if asked.query.sources:
            sources = _marks(asked.query.sources)
            statements = f"SELECT id FROM statement WHERE website IN ({sources})"  # noqa: S608
            if self._count(statements, list(asked.query.sources), _FEW_WORDS):
                return "source", True
        for column, wanted in self._sorts():
            if self._count(f"SELECT event FROM facts WHERE {column} IN ({_marks(wanted)})", wanted, _FEW_WORDS):  # noqa: S608
                return column, True
        return ("words" if asked.wanted else "spot" if asked.boxes else "time"), False

    def _driver_of_words(self) -> str:
        """Return "found" where few events have the words, "week" where they go week by week, "" where neither helps.

        Rare words are found at once; the marks of many cells and weeks take longer to look up than those.
        """
        asked = self.asked
        has_weeks = bool(asked.boxes and asked.since)
        if has_weeks and asked.until - asked.since <= _WEEKS_DAYS and asked.query.sort != "distance":
            return "week"
        marked = asked.marked
        if marked and self._find([], _FEW_ANYWHERE):
            return "found"
        if self._find(marked, _FEW_MARKED if marked else _FEW_WORDS):
            return "found"
        return "week" if has_weeks and marked else ""

    def _find(self, marked: Marked, most: int) -> bool:
        """Find the events that have the words, with where and when; False where they are more than so many."""
        words, values = self.db.index.matching(self.asked.wanted, marked, titled=self.titled)
        self.found = [row[0] for row in self.db.execute(f"{words} LIMIT ?", (*values, most + 1))]
        return len(self.found) <= most

    def _count(self, sql: str, values: Sequence[object], most: int) -> bool:
        """Tell whether a question has few answers, without counting many."""
        bounded = f"SELECT count(*) FROM (SELECT 1 FROM ({sql}) AS found LIMIT {most + 1}) AS few"  # noqa: S608
        return bool(self.db.execute(bounded, values).fetchone()[0] <= most)

    def whole(self) -> _Slice:
        """Return all that touches the days asked for."""
        return _Slice((0, self.asked.until), (self.asked.since, UNDATED))

    def first(self, driver: str, part: _Slice | None, most: int, after: Key) -> Found:
        """Return the soonest rows of a slice behind a place.

        The database sorts, so that only those are read that are wanted. Which are within the radius, not only in the
        box around it, is looked at last: many may hold, few are wanted.
        """
        asked = self.asked
        sql, values = self.sql(driver, _COLUMNS, part)
        near = asked.query.near
        values += [asked.since] * _ORDER.count("?")
        if near is None and not after:
            sql, values = f"{sql} ORDER BY {_ORDER} LIMIT ?", [*values, most]
        else:
            sql = f"{sql} ORDER BY {_ORDER}"
        rows = self.db.execute(sql, values)
        keyed = ((_time_key(row, asked), row) for row in map(_Row._make, rows))
        if after:
            keyed = (pair for pair in keyed if pair[0] > after)
        if near is not None:
            is_within = within(near, asked.query.radius_m)
            keyed = (pair for pair in keyed if is_within(pair[1].lat or 0.0, pair[1].lon or 0.0))
        return list(islice(keyed, most))

    def nearest(self, driver: str, near: Point, most: int, after: Key) -> Found:
        """Return the nearest rows behind a place."""
        sql, values = self.sql(driver, _COLUMNS, None)
        is_within = within(near, self.asked.query.radius_m)
        rows = map(_Row._make, self.db.execute(sql, values))
        keyed = ((_distance_key(row, near), row) for row in rows if is_within(row.lat or 0.0, row.lon or 0.0))
        return nsmallest(most, (pair for pair in keyed if pair[0] > after), key=itemgetter(0))

    def sql(self, driver: str, columns: str, part: _Slice | None) -> tuple[str, list[object]]:
        """Return the question that a driver asks for a slice, with all conditions.

        Times know where they are and whether they are missing; the facts of their events are read for the rest alone.
        """
        part = part or self.whole()
        source, values = self._source(driver, part)
        conditions = ["o.first_day BETWEEN ? AND ?", "o.last_day BETWEEN ? AND ?"]
        values += [*part.first, *part.last]
        if part.first[1] < part.last[0]:
            conditions.append("o.last_day > o.first_day")  # what the index of runs holds
        if not self.asked.query.every_time:
            conditions.append("o.before < ?")
            values.append(self.asked.since)
        for condition, more in self._conditions(driver):
            conditions.append(condition)
            values += more
        where = " AND ".join(conditions)
        facts = " CROSS JOIN facts AS f ON f.event = o.event" if "f." in columns or "f." in where else ""
        return f"SELECT {columns} FROM {source}{facts} WHERE {where}", values  # noqa: S608

    def _source(self, driver: str, part: _Slice) -> tuple[str, list[object]]:
        asked = self.asked
        if driver == "spot":
            spots, values = self.db.index.spots(asked.boxes, part.first, part.last)
            return f"({spots}) AS s CROSS JOIN occurrence AS o ON o.id = s.id", values
        if driver in _BY_WORDS:
            index = self.db.index
            ids, values = index.listed(self.found) if driver == "found" else self._matching(part)
            return index.times_of(ids), values
        if driver == "source":
            sources = _marks(asked.query.sources)
            source = (
                f"(SELECT DISTINCT event FROM statement WHERE website IN ({sources})) AS s "  # noqa: S608
                "CROSS JOIN occurrence AS o ON o.event = s.event"
            )
            return source, list(asked.query.sources)
        for column, wanted in self._sorts():
            if driver == column:
                facts = f"(SELECT event FROM facts WHERE {column} IN ({_marks(wanted)})) AS s"  # noqa: S608
                return f"{facts} CROSS JOIN occurrence AS o ON o.event = s.event", list(wanted)
        return self.db.index.by_day(part.first, part.last), []

    def _sorts(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return by what an event is asked for to be, each with the values that will do."""
        query = self.asked.query
        pairs = (("kind", query.kinds), ("category", query.categories), ("status", query.statuses))
        return [(column, wanted) for column, wanted in pairs if wanted]

    def _matching(self, part: _Slice) -> Question:
        """Return the question for the events of a slice that have the words."""
        asked = self.asked
        begin, end = max(asked.since, part.first[0]), part.first[1]
        marked = marks.asked(asked.boxes, begin, end, going_on=part.first[0] <= asked.since)
        return self.db.index.matching(asked.wanted, marked, titled=self.titled)

    def _conditions(self, driver: str) -> Iterator[tuple[str, list[object]]]:
        """Yield what must hold of an event, whatever drives."""
        query = self.asked.query
        for column, wanted in self._sorts():
            yield f"f.{column} IN ({_marks(wanted)})", list(wanted)
        if query.free is not None:
            yield "f.free = ?", [query.free]
        if not query.missing:
            yield "NOT o.missing", []
        if query.organiser:
            yield "instr(f.organiser, ?) > 0", [spaced(query.organiser) or _NOBODY]
        if query.sources and driver != "source":
            sources = _marks(query.sources)
            yield (
                f"EXISTS (SELECT 1 FROM statement WHERE event = o.event AND website IN ({sources}))",  # noqa: S608
                list(query.sources),
            )
        if driver != "spot" and self.asked.boxes:
            inside = " OR ".join(
                ["(o.lat BETWEEN ? AND ? AND o.lon BETWEEN ? AND ?)"] * len(self.asked.boxes)
            )  # fmt: skip
            yield (
                f"({inside})",
                [side for south, west, north, east in self.asked.boxes for side in (south, north, west, east)],
            )
        yield from self._word_conditions(driver)

    def _word_conditions(self, driver: str) -> Iterator[tuple[str, list[object]]]:
        if self.asked.query.words.strip() and not self.asked.terms:
            yield "o.event < 0", []  # nothing but signs was asked for; a plain 0 would leave the index without a use
        for term in self.asked.terms:
            if term.is_unwanted:
                yield "instr(f.title_words, ?) = 0 AND instr(f.words, ?) = 0", [term.part, term.part]
            elif driver not in _BY_WORDS or not self.db.index.is_exact(term):
                yield "(instr(f.title_words, ?) > 0 OR instr(f.words, ?) > 0)", [term.part, term.part]
        wanted = [term.part for term in self.asked.wanted]
        is_known = driver in _BY_WORDS and self.db.index.knows_titles
        if self.titled is not None and wanted and not is_known:
            in_title = " AND ".join(["instr(f.title_words, ?) > 0"] * len(wanted))
            yield (in_title if self.titled else f"NOT ({in_title})"), list(wanted)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


# The orders --------------------------------------------------------------------------------------


def _by_time(walk: _Walk, most: int, after: Key) -> Found:
    """Return the soonest rows behind a place."""
    driver, is_narrow = walk.driver()
    if is_narrow:
        return walk.first(driver, None, most, after)
    ways = {"week": _by_week, "words": _by_words}
    return ways[driver](walk, most, after) if driver in ways else _by_day(walk, driver, most, after)


def _by_week(walk: _Walk, most: int, after: Key) -> Found:
    """Return the soonest rows with some words at a place, ever more weeks at once: as many as should fill the page."""
    asked = walk.asked
    found: Found = []
    begin, weeks, more = 0, 0, 1
    last = min(asked.until, asked.since + _WEEKS_DAYS)
    while begin <= last and len(found) < most:
        weeks += more
        end = min(last, (asked.since // 7 + weeks) * 7 - 1)
        if _is_ahead(after, end):
            found += walk.first("words", _Slice((begin, end), (asked.since, UNDATED)), most - len(found), after)
            more = max(2 * more, weeks * (most - len(found)) // max(1, len(found)))
        begin = end + 1
    if last < asked.until and len(found) < most:
        part = _Slice((last + 1, asked.until), (asked.since, UNDATED))
        found += walk.first("words", part, most - len(found), after)
    return found


def _by_words(walk: _Walk, most: int, after: Key) -> Found:
    """Return the soonest rows with words that are common: those of the next week, of some more, then of all days.

    What is common soon fills a page; where it does not, because something rare is asked for with it, all that have the
    words are looked at, which costs about 1.3 ms a thousand of them.
    """
    asked = walk.asked
    found: Found = []
    begin = 0
    lengths = _WEEKS_ANYWHERE if asked.since else ()
    for end in (*((asked.since // 7 + weeks) * 7 - 1 for weeks in lengths), asked.until):
        last = min(end, asked.until)
        if begin <= last and _is_ahead(after, last) and len(found) < most:
            part = _Slice((begin, last), (asked.since, UNDATED))
            found += walk.first("words", part, most - len(found), after)
        begin = last + 1
    return found


def _is_ahead(after: Key, end: int) -> bool:
    """Tell whether something up to a day may come behind a place."""
    return not after or (after[0], after[1]) <= (_LATER, end) or end == UNDATED


def _by_day(walk: _Walk, driver: str, most: int, after: Key) -> Found:
    """Return the soonest rows behind a place, day by day."""
    found: Found = []
    for part in _slices(walk, after):
        found += walk.first(driver, part, most - len(found), after)
        if len(found) >= most:
            break
    return found


def _time_key(row: _Row, asked: _Asked) -> Key:
    """Return where a row stands in the order of time; `_ORDER` says the same to the database."""
    first = row.first_day
    if first < asked.since:
        return _RUNNING, row.last_day, row.start, row.event
    phase = _SOME_DAY if first == UNDATED else _FIRST_DAY if first == asked.since else _LATER
    return phase, first, row.start, row.event


_ORDER = (
    f"CASE WHEN o.first_day < ? THEN {_RUNNING} WHEN o.first_day = {UNDATED} THEN {_SOME_DAY} "
    f"WHEN o.first_day = ? THEN {_FIRST_DAY} ELSE {_LATER} END, "
    "CASE WHEN o.first_day < ? THEN o.last_day ELSE o.first_day END, coalesce(o.start, ''), o.event"
)
"""The order of time for the database, which is told the first day wherever a sign asks for it."""


def _slices(walk: _Walk, after: Key) -> Iterator[_Slice]:
    """Yield parts of the days asked for, in the order in which hits come, the later the longer."""
    asked = walk.asked
    phase, day = (int(after[0]), int(after[1])) if after else (_FIRST_DAY, 0)
    last = min(asked.until, UNDATED - 1)
    every = (0, UNDATED)
    if asked.since and phase == _FIRST_DAY:
        yield _Slice((asked.since, asked.since), every)
    if asked.since and phase <= _RUNNING:
        begin = max(asked.since, day) if phase == _RUNNING else asked.since
        lengths = _RUN_SLICES_NEARBY if asked.boxes else _RUN_SLICES
        for end in (*(asked.since + length for length in lengths), UNDATED - 1):
            if begin <= end:
                yield _Slice((0, asked.since - 1), (begin, end))
                begin = end + 1
    if phase <= _LATER:
        row = walk.db.execute("SELECT min(first_day) FROM occurrence WHERE first_day > ?", (asked.since,)).fetchone()
        newest = walk.db.execute("SELECT max(first_day) FROM occurrence WHERE first_day < ?", (UNDATED,)).fetchone()
        begin = max(day if phase == _LATER else 0, row[0] if row[0] is not None else UNDATED)
        last = min(last, newest[0] if newest[0] is not None else 0)
        length = 1 if asked.until == UNDATED else max(1, (last - begin + 1) // 8)
        while begin <= last:
            yield _Slice((begin, min(last, begin + length - 1)), every)
            begin, length = begin + length, 2 * length
    if asked.until == UNDATED:
        yield _Slice((UNDATED, UNDATED), every)


def _by_relevance(walk: _Walk, most: int, after: Key) -> Found:
    """Return rows whose titles have all the words first, then those that have them elsewhere, each by time."""
    found: Found = []
    for level, titled in enumerate((True, False)):
        begun = int(after[0]) if after else 0
        if level < begun or (not titled and not walk.asked.wanted):
            continue
        rest = after[1:] if after and level == begun else ()
        part = _by_time(_Walk(walk.db, walk.asked, titled=titled), most - len(found), rest)
        found += [((level, *key), row) for key, row in part]
        if len(found) >= most:
            break
    return found


def _by_distance(walk: _Walk, most: int, after: Key) -> Found:
    """Return the nearest rows behind a place, looking ever farther around."""
    query = walk.asked.query
    if query.near is None:
        message = "Sorted by distance from what? Give a point with `near`."
        raise StoreError(message)
    near = query.near
    driver, is_narrow = walk.driver()
    if is_narrow:
        return walk.nearest(driver, near, most, after)
    found: Found = []
    radius = query.radius_m / 2 ** max(0, math.ceil(math.log2(query.radius_m / _FIRST_RING_M)))
    while True:
        radius = min(radius, query.radius_m)
        if not after or radius >= float(after[0]):
            boxes = tuple(halves(around(near, radius)))
            nearby = _Walk(walk.db, replace(walk.asked, query=replace(query, radius_m=radius), boxes=boxes))
            found = nearby.nearest("spot", near, most, after)
        if len(found) >= most or radius >= query.radius_m:
            return found
        radius *= 2


def _distance_key(row: _Row, near: Point) -> Key:
    return round(distance_m(near, (row.lat or 0.0, row.lon or 0.0)), 3), row.first_day, row.start, row.event


def _by_profile(
    db: Session, asked: _Asked, limit: int, position: Sequence[object] | None, weigh: Weigh | None
) -> Results:
    """Return the hits that fit somebody best among the soonest."""
    if weigh is None:
        message = "Sorted by whose profile? Give `weigh`, which says how well a hit fits."
        raise StoreError(message)
    rows = [row for _, row in _by_time(_Walk(db, asked), _WEIGHED, ())]
    hits = _hits(db, rows, asked)
    order = sorted(range(len(hits)), key=lambda number: (-weigh(hits[number]), number))
    begin = position[2] if position else 0
    begin = begin if isinstance(begin, int) and begin >= 0 else 0
    chosen = tuple(hits[number] for number in order[begin : begin + limit])
    cursor = ""
    if begin + limit < len(order):
        cursor = queries.write_cursor(asked.query, [_iso(asked.since), _iso(asked.until), begin + limit])
    return Results(chosen, cursor, _day(asked.since), _day(asked.until))


# Hits --------------------------------------------------------------------------------------------


def one(db: Session, event: int, since: date) -> Hit | None:
    """Return an event as a hit, whatever is asked for; None where it is over or search does not know it."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM occurrence AS o WHERE o.event = ? AND o.last_day >= ? ORDER BY o.first_day LIMIT 1",  # noqa: S608
        (event, since.toordinal()),
    ).fetchone()
    return _hits(db, [_Row(*row)], _Asked(Query(), since.toordinal(), UNDATED, (), ()))[0] if row else None


def _hits(db: Session, rows: Sequence[_Row], asked: _Asked) -> tuple[Hit, ...]:
    if not rows:
        return ()
    known = {row[0]: row for row in db.execute(_HIT.format(_marks(rows)), [row.event for row in rows])}
    return tuple(_hit(row, known[row.event], asked) for row in rows)


_HIT = (
    "SELECT e.id, e.uid, e.data, g.name, e.website, e.sequence, e.first_seen, e.changed, e.confirmed, e.missing_since "
    "FROM event AS e CROSS JOIN organisation AS g ON g.website = e.website WHERE e.id IN ({})"
)


def _hit(row: _Row, known: Sequence[Any], asked: _Asked) -> Hit:
    _, uid, data, organisation, website, sequence, first_seen, changed, confirmed, missing_since = known
    near = asked.query.near
    away = distance_m(near, (row.lat, row.lon)) if near and row.lat is not None and row.lon is not None else None
    return Hit(
        uid, _event(data), read_stamp(row.start), read_stamp(row.end), row.first_day < asked.since,
        organisation, website, row.lat, row.lon, away, sequence, history.moment(first_seen), history.moment(changed),
        history.moment(confirmed), history.moment_or_none(missing_since),
    )  # fmt: skip


@lru_cache(maxsize=KNOWN_EVENTS)
def _event(data: str) -> Event:
    """Return the event of a text; those that many searches find are read once."""
    return exact.read(data)


def _iso(day: int) -> str | None:
    return None if day in {0, UNDATED} else date.fromordinal(day).isoformat()


def _day(day: int) -> date | None:
    return None if day in {0, UNDATED} else date.fromordinal(day)
