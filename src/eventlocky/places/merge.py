"""The same organisation from several sources, or twice from one, put together.

Two are the same where they are near each other and alike: by their names, whatever the script, and by the host of
their sites. Near means a cell of a grid and its neighbours, and within them only those are compared that share a word
of the name or the host; so the work grows with the number of organisations, not with its square.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import cos, floor, radians

from eventlocky.places.area import metres_between
from eventlocky.places.names import alike, fold
from eventlocky.places.web import host
from eventlocky.types import Organisation

_FAR_M = 250.0
"""Farther apart are never the same: sources disagree by the size of a building or its plot, seldom by more."""
_NEAR_M = 75.0
_SAME_SITE = 0.6
"""How alike the names must be of two with one host. A museum and its café share a host, too; 0.6 parts them."""
_SOME_SITE = 0.8
"""How alike where one has no site to compare; and, near by, where the sites are others (old and new address)."""
_OTHER_SITE = 0.9
_SAME_SOURCE = 0.95
"""Within one source two entries are mostly two organisations: branches of a chain on either side of a street."""
_CELL_DEGREES = _FAR_M / 111_195.0
_MOST_WORDS = 3
_MOST_PAIRS = 4
_BEGINNING = 5
"""By so many words, pairs of characters and letters of a word entries are looked up."""
_MOST_IN_A_BUCKET = 32
"""So many that share a word in a cell are compared: a mall may hold thousands at one point."""
_LEGAL = frozenset(
    """gmbh ggmbh ag kg ohg ug ev e v eg mbh co ltd limited llc inc plc corp sa sas sarl srl spa bv nv oy ab as aps a s
    株式会社 有限会社 一般社団法人 公益財団法人 the der die das le la les""".split()
)
"""Words that one source writes and another leaves out."""

Cell = tuple[int, int]


@dataclass(slots=True)
class _Entry:
    """An organisation with what it is compared by."""

    organisation: Organisation
    source: int
    name: str
    host: str
    members: list[Organisation] = field(default_factory=list)
    sources: set[int] = field(default_factory=set)


Grid = dict[Cell, dict[str, list[_Entry]]]
"""Entries by their cell and by what they are looked up by."""


def merge(sources: Sequence[Iterable[Organisation]]) -> list[Organisation]:
    """Return the organisations of all sources, each once.

    What two sources say differently is taken from the one that stands first; what it does not say, from the next.
    """
    entries: list[_Entry] = []
    grid: Grid = defaultdict(dict)
    for number, source in enumerate(sources):
        for organisation in source:
            entry = _Entry(organisation, number, _compared(organisation.name), host(organisation.website))
            same = _find(entry, grid)
            if same is None:
                entries.append(entry)
                same = entry
                _put(entry, grid)
            same.members.append(organisation)
            same.sources.add(number)
    return [_one(entry.members) for entry in entries]


def likeness(one: str, other: str) -> float:
    """Return how alike two names are, from 0 to 1; one that holds all words of the other is nearly the same."""
    return _likeness(_compared(one), _compared(other))


def _likeness(one: str, other: str) -> float:
    score = alike(one, other)
    if score < _SOME_SITE:
        short, long = sorted((one.split(), other.split()), key=len)
        letters = sum(map(len, short))
        if letters >= _TELLING and set(short) <= set(long):
            return max(score, _SOME_SITE)
    return score


_TELLING = 8
"""The letters of a name that is told from others by its words alone: `stadtmuseum`, not `museum`."""


def _compared(name: str) -> str:
    """Return a name as it is compared: folded, without `GmbH` and `The`."""
    words = fold(name).split()
    return " ".join([word for word in words if word not in _LEGAL] or words)


def _find(entry: _Entry, grid: Grid) -> _Entry | None:
    """Return the entry that is the same organisation, the most alike of several."""
    best, best_score = None, 0.0
    seen: set[int] = set()
    for bucket in _around(entry, grid):
        for other in bucket:
            if id(other) in seen:
                continue
            seen.add(id(other))
            score = _sameness(entry, other)
            if score > best_score:
                best, best_score = other, score
    return best


def _sameness(one: _Entry, other: _Entry) -> float:
    """Return how sure it is that two are the same, 0 where they are not."""
    is_one_host = one.host == other.host
    is_one_source = one.source in other.sources
    if is_one_source and not is_one_host:
        return 0.0
    away_m = _apart_m(one.organisation, other.organisation)
    if away_m > (_NEAR_M if is_one_source or (one.host and other.host and not is_one_host) else _FAR_M):
        return 0.0
    if is_one_source:
        least = _SAME_SOURCE
    elif not one.host or not other.host:
        least = _SOME_SITE
    elif not is_one_host:
        least = _OTHER_SITE
    else:
        least = 0.0 if away_m <= _NEAR_M and _is_one_page(one.organisation, other.organisation) else _SAME_SITE
    score = _likeness(one.name, other.name)
    return 1.0 + score - away_m / (10 * _FAR_M) if score >= least else 0.0


def _is_one_page(one: Organisation, other: Organisation) -> bool:
    """Tell whether two have one address, and no categories that speak against it."""
    return one.website == other.website and (one.category or other.category) == (other.category or one.category)


def _apart_m(one: Organisation, other: Organisation) -> float:
    """Return how far apart two are; where a place is not known, no distance speaks against them."""
    if one.lat is None or one.lon is None or other.lat is None or other.lon is None:
        return 0.0 if one.lat is other.lat is None else float("inf")
    if abs(one.lat - other.lat) > _CELL_DEGREES:  # most are that far, and this costs nothing
        return float("inf")
    return metres_between((one.lat, one.lon), (other.lat, other.lon))


def _put(entry: _Entry, grid: Grid) -> None:
    buckets = grid[_cell(entry.organisation)]
    for key in _keys(entry):
        bucket = buckets.setdefault(key, [])
        if len(bucket) < _MOST_IN_A_BUCKET:
            bucket.append(entry)


def _around(entry: _Entry, grid: Grid) -> Iterator[list[_Entry]]:
    """Yield the buckets in which the same organisation may be."""
    keys = _keys(entry)
    for cell in _neighbours(entry.organisation):
        if buckets := grid.get(cell):
            yield from [buckets[key] for key in keys if key in buckets]


def _keys(entry: _Entry) -> list[str]:
    """Return by what an entry is looked up: its host, and beginnings of the words of its name, the longest first.

    Scripts that part no words are looked up by their first pairs of characters.
    """
    words = sorted(set(entry.name.split()), key=len, reverse=True)[:_MOST_WORDS]
    keys = [word[:_BEGINNING] for word in words]
    solid = entry.name.replace(" ", "")
    if not solid.isascii():
        keys += [solid[at : at + 2] for at in range(min(len(solid) - 1, _MOST_PAIRS))]
    return list(dict.fromkeys([f"//{entry.host}", *keys] if entry.host else keys))


_CAP = 89.5
"""The rows beyond are one cell each: around a pole every longitude is near."""
_NOWHERE: Cell = (1_000_000, 0)


def _cell(organisation: Organisation) -> Cell:
    if organisation.lat is None or organisation.lon is None:
        return _NOWHERE
    row = floor(organisation.lat / _CELL_DEGREES)
    return row, floor((organisation.lon + 180.0) / _width(row)) % _columns(row)


def _neighbours(organisation: Organisation) -> Iterator[Cell]:
    """Yield the cell of an organisation and those around it, over the date line too."""
    if organisation.lat is None or organisation.lon is None:
        yield _NOWHERE
        return
    middle = floor(organisation.lat / _CELL_DEGREES)
    for row in (middle, middle - 1, middle + 1):
        column = floor((organisation.lon + 180.0) / _width(row))
        for other in {(column + step) % _columns(row) for step in (0, -1, 1)}:
            yield row, other


@lru_cache(maxsize=4096)
def _columns(row: int) -> int:
    """Return how many cells a row has around the Earth: fewer towards the poles, so that each stays wide enough."""
    edge = max(abs(row), abs(row + 1)) * _CELL_DEGREES
    return floor(360.0 * cos(radians(edge)) / _CELL_DEGREES) if edge < _CAP else 1


def _width(row: int) -> float:
    return 360.0 / _columns(row)


def _one(members: list[Organisation]) -> Organisation:
    """Put what several sources say of an organisation together."""
    first = members[0]
    if len(members) == 1:
        return first
    values = {
        name: next((value for one in members if (value := getattr(one, name))), getattr(first, name))
        for name in ("website", "category", "type", "address", "opening_hours")
    }
    placed = next((one for one in members if one.lat is not None), first)
    ids = ";".join(dict.fromkeys(one.source_id for one in members if one.source_id))
    return replace(first, **values, lat=placed.lat, lon=placed.lon, source_id=ids)
