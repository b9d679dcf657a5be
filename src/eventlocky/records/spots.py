"""The texts of one line that a page has, found once for all rows, and those of any records, found at once.

A *spot* is a row whose words stand on one line, short enough for a title. Rows around the same words are one spot: in a
record it is the outermost of them that lies in the record. A spot's *key* is the tags that lead to it and its class, as
a number, and how many spots with the same stand before it in its record.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.page import Tree
from eventlocky.page.elements import CELLS, TEXT

LONGEST = 300
"""A title has fewer letters."""

_MOST_ROWS = 400
"""So many rows of a record are looked at."""

_FEWEST_USES = 1.5
"""So often every class of a place is used, on average, where classes tell parts apart."""

_TURNS = frozenset("odd even alt alternate first last left right active current new".split())
"""Words of classes that change from record to record."""

_NUMBERS = re.compile(r"[-_]?\d+")

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def integers(values: Sequence[int]) -> Ints:
    """Write many integers as an array in half the time of `np.array`, which looks first at what each of them is."""
    return np.fromiter(values, np.int64, len(values))


def under_one_another(columns: Collection[NDArray[Any]]) -> NDArray[np.float64]:
    """Write columns as the lines of one table: numpy's own ways take longer for the many short ones of a page."""
    table = np.empty((len(columns), len(next(iter(columns)))))
    for place, column in enumerate(columns):
        table[place] = column
    return table


def different(values: NDArray[Any]) -> NDArray[Any]:
    """Return the different ones of some values in order, as `np.unique` does in twice the time for short arrays."""
    ordered = np.sort(values, axis=None)
    return ordered[_begins(ordered)]


def numbered(values: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
    """Return the different ones of some values in order, and for every value its place among them."""
    flat = values.ravel()
    order = flat.argsort()
    ordered = flat[order]
    is_first = _begins(ordered)
    place = np.empty(len(flat), dtype=np.int64)
    place[order] = is_first.cumsum() - 1
    return ordered[is_first], place.reshape(values.shape)


def _begins(ordered: NDArray[Any]) -> Flags:
    """Tell which of some ordered values differ from those before them."""
    is_first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    return is_first


_LAST_SPACE = 0x3000
_IS_SPACE = np.array([*(chr(code).isspace() for code in range(_LAST_SPACE + 1)), False])


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The spots of some records, those of one record after another, in document order."""

    record: Ints
    row: Ints
    path: Ints
    ordinal: Ints
    """How many spots of the same path stand before it in its record."""

    place: NDArray[np.float64]
    """Where it stands among the spots of its record, from 0 to 1."""

    alike: Alike


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """How many spots of a path each record has."""

    codes: Ints
    paths: int

    def count(self, record: Ints, path: Ints) -> Ints:
        """Count the spots of a path in a record, for many at once."""
        code = record * self.paths + path
        found: Ints = np.searchsorted(self.codes, code, side="right") - np.searchsorted(self.codes, code)
        return found


class Spots:
    """The rows of a page that are spots: where their words begin and end, and which tags lead to them.

    What only the looking for titles needs is worked out when it is first asked for: most pages without events have no
    list that gets so far.
    """

    def __init__(self, tree: Tree) -> None:
        """Store the page."""
        self.tree = tree
        self.ends, self.parents, self.offsets = map(integers, (tree.ends, tree.parents, tree.offsets))

    @cached_property
    def first(self) -> Ints:
        """Where the words of every row begin in the text of the page; -1 for what is no spot."""
        return self._spans[0]

    @cached_property
    def stop(self) -> Ints:
        """Where they end."""
        return self._spans[1]

    @cached_property
    def rows(self) -> Ints:
        """The rows that are spots."""
        return np.flatnonzero(self.first >= 0)

    @cached_property
    def is_within(self) -> Flags:
        """Whether the row above one has the same words."""
        above = self.parents
        found: Flags = (self.first >= 0) & (self.first[above] == self.first) & (self.stop[above] == self.stop)
        found[0] = False
        return found

    @cached_property
    def inner(self) -> Ints:
        """The row below one with the same words, or -1."""
        inner = np.full(len(self.parents), -1)
        within = np.flatnonzero(self.is_within)
        inner[self.parents[within]] = within
        return inner

    def within(self, ranges: Sequence[tuple[int, int]] | Ints) -> Found:
        """Return the spots of some records; a text that goes on beyond its record is none of its."""
        first, stop = np.array(ranges, dtype=np.int64).reshape(-1, 2).T
        stop = np.minimum(stop, first + _MOST_ROWS)
        low, high = np.searchsorted(self.rows, first), np.searchsorted(self.rows, stop)
        counts = np.maximum(high - low, 0)
        record = np.repeat(np.arange(len(first)), counts)
        row = self.rows[np.arange(len(record)) + np.repeat(low - np.cumsum(counts) + counts, counts)]
        above = self.parents[row]
        is_known = self.is_within[row] & (above >= first[record]) & (self.ends[above] <= stop[record])
        is_own = (self.ends[row] <= stop[record]) & ~is_known
        record, row = record[is_own], row[is_own]
        path = self.paths[row]
        each = np.bincount(record, minlength=len(first))
        place = (np.arange(len(record)) - (np.cumsum(each) - each)[record]) / each[record]
        paths = 2 * len(self.paths) + 2
        code = record * paths + path
        order = np.argsort(code, kind="stable")
        codes = code[order]
        ordinal = np.empty_like(code)
        ordinal[order] = np.arange(len(code)) - np.searchsorted(codes, codes)
        if self._hollow is not None:
            empty, is_cell = self._hollow
            ordinal += np.where(is_cell[row], empty[row] - empty[first[record]], 0)
        return Found(record, row, path, ordinal, place, Alike(codes, paths))

    def alike(self, ranges: Ints, rows: Ints) -> Ints:
        """Count the spots of records that stand where a row of each does: several titles are several records."""
        return self.within(ranges).alike.count(np.arange(len(rows)), self.paths[rows])

    def shapes(self, rows: Ints) -> NDArray[np.uint64]:
        """Return a hash for the tags under some rows, and how they are nested: equal for equal ones, texts left out."""
        return _shapes(self.tree.tags, self.parents, self.ends, rows)

    @cached_property
    def _hollow(self) -> tuple[Ints, Flags] | None:
        """How many empty cells of tables stand before every row, and which rows are cells; None without an empty one.

        In a line without an hour, the name of an event is still in the fourth cell.
        """
        tags = self.tree.tags
        if "td" not in tags:
            return None
        is_cell = np.fromiter((tag in CELLS for tag in tags), bool, len(tags))
        begin, end = self.offsets[np.arange(len(tags))], self.offsets[self.ends]
        words = np.concatenate([[0], np.cumsum(self._letters[1])])
        is_empty = is_cell & (words[begin] == words[end])
        return (np.cumsum(is_empty) - is_empty, is_cell) if is_empty.any() else None

    @cached_property
    def paths(self) -> Ints:
        """The numbers of the tags that lead to every row, with the class of a spot where that tells spots apart.

        A record that says more than others has more parts: by tags alone its title may stand where the place of another
        does. A class counts where it is one of few at its place; where nearly every row has its own it is an id.
        """
        tree, rows = self.tree, self.rows
        paths, tags, parents = integers(tree.trails), tree.tags, tree.parents
        classes = [tree.class_names[row if tags[row] != TEXT else parents[row]] for row in rows.tolist()]
        known: dict[str, int] = {"": 0}
        tokens = {name: known.setdefault(_token(name), len(known)) for name in {*classes}}
        code = paths[rows] * len(known) + integers([tokens[name] for name in classes])
        kinds, place = numbered(code)
        count, of_path = len(paths), kinds // len(known)
        uses = np.bincount(paths[rows], minlength=count)
        is_few = np.bincount(of_path, minlength=count) * _FEWEST_USES <= uses
        is_told = (kinds % len(known) > 0) & is_few[of_path]
        paths[rows] = np.where(is_told[place], paths.max(initial=0) + 1 + place, paths[rows])
        return paths

    @cached_property
    def _letters(self) -> tuple[NDArray[np.uint32], Flags]:
        """The letters of the page as numbers, and which of them are no spaces."""
        codes = np.frombuffer(self.tree.whole_text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        return codes, ~_IS_SPACE[np.minimum(codes, _LAST_SPACE + 1)]

    @cached_property
    def _spans(self) -> tuple[Ints, Ints]:
        codes, is_word = self._letters
        is_break = (codes == ord("\n")) | (codes == ord("\t"))
        words = np.flatnonzero(is_word)
        before = np.concatenate([[0], np.cumsum(is_word)])
        breaks = np.concatenate([[0], np.cumsum(is_break)])
        begin, end = self.offsets[:-1], self.offsets[self.ends]
        low, high = before[begin], before[end] - 1
        rows = np.flatnonzero((low < high) & (end - begin <= 2 * LONGEST))
        first, stop = words[low[rows]], words[high[rows]] + 1
        is_line = (breaks[first] == breaks[stop]) & (stop - first <= LONGEST)
        firsts, stops = np.full(len(begin), -1), np.full(len(begin), -1)
        firsts[rows[is_line]], stops[rows[is_line]] = first[is_line], stop[is_line]
        return firsts, stops


def _token(name: str) -> str:
    """Return what a class says of the part that bears it: its first word, without numbers; "" where it says nothing."""
    words = (_NUMBERS.sub("", word) for word in name.split())
    return next((word for word in words if word and word.casefold() not in _TURNS), "")


_BASE = 0x9E3779B97F4A7C15
_UNBASE = pow(_BASE, -1, 1 << 64)


def _shapes(tags: list[str], parents: Ints, ends: Ints, rows: Ints) -> NDArray[np.uint64]:
    """Return a hash for the shape of the subtrees of some rows.

    A subtree is its elements in document order, each with its tag and how many elements lie between it and its parent:
    a rolling hash of them is the difference of two sums, moved to where the subtree begins.
    """
    numbers = {tag: number for number, tag in enumerate(set(tags) - {TEXT}, 1)}
    numbers[TEXT] = 0
    tag = np.fromiter(map(numbers.__getitem__, tags), np.uint64, len(tags))
    is_element = tag > 0
    before = np.cumsum(is_element) - 1
    back = np.where(parents >= 0, before - before[parents], 0).astype(np.uint64)
    letters = np.where(is_element, (back * np.uint64(len(numbers) + 1) + tag) * np.uint64(0xD6E8FEB86659FD93), 0)
    letters ^= letters >> np.uint64(32)
    powers, unpowers = _powers(1 << len(tags).bit_length())
    with np.errstate(over="ignore"):
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(letters * powers[np.maximum(before, 0)])])
        below = (sums[ends[rows]] - sums[rows + 1]) * unpowers[np.maximum(before[rows], 0)]
        return np.where(is_element[rows], below * np.uint64(0x9E3779B97F4A7C15) + tag[rows], 0)


@lru_cache(maxsize=4)
def _powers(count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return so many powers of the base of the rolling hash, and of what undoes it."""
    powers, unpowers = (np.multiply.accumulate(np.full(count, base, dtype=np.uint64)) for base in (_BASE, _UNBASE))
    return powers, unpowers
