"""Key expression driven records, after KEDR (event calendars of German opera houses).

Days and times are the key expressions (prices, for a kind anchored on money). A page with fewer than two
holds no calendar. The smallest maximum data region is found from below: a node is a region where key
expressions recur in its children, and a region's only dominant child stands for it. Records begin where
a child with the recurring key does: forward to its next recurrence lies the set of attributes they have
in common, backward from the first one lies where a record begins. A record without a day of its own
inherits the one above: its context names that row, be it an empty cell's filled one or a day's header.

Not from the paper: lists within lists (one region a month or a day), texts between `<br>`, classes that
alternate, and the headers of days. Nothing is classified, so a list of dated news is taken for a calendar.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from eventlocky.annotate import Annotations, Dated
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS, HEADINGS, TEXT
from eventlocky.types import Record

_FEWEST_KEYS = 2
"""A page, or a region, with fewer key expressions is skipped: the paper's figure."""

_DOMINANT = 0.9
"""The share of a region's keys from which on a single child stands for it, its unlike siblings cut off.

From 0.8 to 0.95 the corpora score the same; at 0.67 the smaller of two lists is lost (world f1 0.76, not 0.78).
"""

_COMMON = 0.5
"""The share of records that an attribute must stand in to be common to them; 0.3 scores the same, 0.7 less."""

_RICH = 0.6
"""The share of records that must say more than their keys; else they are the days of one event.

It must be over a half (a first day, then a last day with the words); at 0.8 calendars with empty days are lost.
"""

_FEWEST_LETTERS = 3
"""What a record must say beside its key expressions, in characters that are no spaces."""

Signature = tuple[str, str]
Part = Record | int
"""A record, or the row of a region within the region."""


class KeyExpr:
    """Recurring key expressions, recurring attributes."""

    name = "keyexpr"

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        keys = _Keys.of(tree, annotations, kind.anchor)
        body = tree.body
        if keys.count(body, tree.ends[body]) < _FEWEST_KEYS:
            return []
        plans: dict[int, list[Part]] = {}
        for row in range(len(tree) - 1, body - 1, -1):
            if keys.count(row, tree.ends[row]) >= _FEWEST_KEYS and (plan := _plan(tree, keys, row, plans)):
                plans[row] = plan
        records = _flat(plans, body) or _single(tree, keys)
        return _inherit(tree, keys, records)


@dataclass(frozen=True, slots=True)
class _Keys:
    """The key expressions of a page: their rows by type, and running counts by row."""

    anchor: str
    rows: dict[str, list[int]]
    totals: dict[str, list[int]]
    every: list[int]
    letters: list[int]

    @classmethod
    def of(cls, tree: Tree, annotations: Annotations, anchor: str) -> _Keys:
        """Collect the keys; a find that runs over several cells is a day in its first and a time in its last."""
        rows: dict[str, list[int]] = {anchor: list(annotations.rows(anchor))}
        spans = annotations.within(anchor, 0, len(tree))
        if anchor == "date":
            times = annotations.within("time", 0, len(tree))
            said = [a for a in spans if isinstance(a.value, Dated) and a.value.mention.start.has_time]
            rows["time"] = sorted([a.row for a in times] + [tree.row_at(a.stop - 1) for a in said])
            spans = spans + times
        totals = {name: _running(found, len(tree)) for name, found in rows.items()}
        every = _running([row for found in rows.values() for row in found], len(tree))
        letters = [_letters(text) if text else 0 for text in tree.texts]
        for span in spans:
            for row in range(span.row, tree.row_at(span.stop - 1) + 1):
                begin, end = max(span.first, tree.offsets[row]), min(span.stop, tree.offsets[row + 1])
                letters[row] -= _letters(tree.whole_text[begin:end])
        return cls(anchor, rows, totals, every, [0, *accumulate(letters)])

    def of_type(self, name: str, first: int, stop: int) -> int:
        """Count the keys of a type in some rows."""
        total = self.totals[name]
        return total[stop] - total[first]

    def count(self, first: int, stop: int) -> int:
        """Count all keys in some rows."""
        return self.every[stop] - self.every[first]

    def says_more(self, first: int, stop: int) -> bool:
        """Tell whether some rows have words beside their keys."""
        return self.letters[stop] - self.letters[first] >= _FEWEST_LETTERS


def _running(rows: Iterable[int], size: int) -> list[int]:
    """Count from row to row: how many of these rows stand before each one."""
    each = [0] * (size + 1)
    for row in rows:
        each[row + 1] += 1
    return list(accumulate(each))


def _letters(text: str) -> int:
    """Count the characters of a text that are no spaces."""
    return sum(map(len, text.split()))


# Regions ------------------------------------------------------------------------------------------


def _plan(tree: Tree, keys: _Keys, row: int, plans: dict[int, list[Part]]) -> list[Part]:
    """Return the records and regions in a node; where one child stands for it, that child's."""
    children = [child for child in tree.children(row) if tree.tags[child] != TEXT or tree.texts[child].strip()]
    keyed = [child for child in children if keys.count(child, tree.ends[child])]
    signatures = [_signature(tree, child) for child in children]
    counts = Counter(signatures)
    whole = keys.count(row, tree.ends[row])
    for child in keyed:
        is_alone = counts[_signature(tree, child)] == 1 or len(keyed) == 1
        if child in plans and is_alone and keys.count(child, tree.ends[child]) >= _DOMINANT * whole:
            return [child]
    if driver := _driver(tree, keys, keyed):
        run = _Run(tree, keys, row, children, signatures, *driver)
        if parts := run.parts(plans):
            return parts
    regions = [child for child in keyed if child in plans]
    return list(regions)


def _signature(tree: Tree, row: int) -> Signature:
    """Return what recurs: the tag and the class of a row."""
    return tree.tags[row], tree.attr(row, "class") or ""


def _driver(tree: Tree, keys: _Keys, keyed: Sequence[int]) -> tuple[str, str] | None:
    """Return the type of key and the tag that recur most often among the children of a region.

    Of two that recur in as many children the one with more keys in them goes first: a day, four times.
    """
    best = (_FEWEST_KEYS, 0)
    driver = None
    for name in keys.totals:
        counts: dict[str, list[int]] = {}
        for child in keyed:
            if number := keys.of_type(name, child, tree.ends[child]):
                counts.setdefault(tree.tags[child], []).append(number)
        for tag, numbers in counts.items():
            if tag in CELLS and name != keys.anchor:
                continue  # times side by side in a row are of one event; days side by side are a calendar grid
            if (len(numbers), sum(numbers)) > best:
                best, driver = (len(numbers), sum(numbers)), (name, tag)
    return driver


@dataclass(frozen=True, slots=True)
class _Run:
    """The children of a region, among which those of one tag recur with a key of one type."""

    tree: Tree
    keys: _Keys
    row: int
    children: list[int]
    signatures: list[Signature]
    driver: str
    tag: str

    def parts(self, plans: dict[int, list[Part]]) -> list[Part]:
        """Cut the children into records; a child that is a region of its own stays one."""
        places = self._places()
        if not self._recurs(places):
            return []
        common = self._common(places)
        after = self._after(places[-1], common)
        before = self._before(places[0], common, {self.signatures[place] for place in after})
        opens_by_day = self.driver != self.keys.anchor and not any(map(self._has_day, after))
        begins = [self._begin(place, floor, before) for floor, place in pairwise([-1, *places])]
        parts: list[Part] = []
        poor = 0
        for number, place in enumerate(places):
            limit = begins[number + 1] if number + 1 < len(places) else len(self.children)
            last = self._end(place, limit, common, opens_by_day=opens_by_day)
            if regions := [child for child in self.children[begins[number] : last + 1] if child in plans]:
                parts += regions
                continue
            record = Record(self.children[begins[number]], self.tree.ends[self.children[last]], self.row, score=1.0)
            if self.keys.says_more(record.first, record.stop):
                parts.append(record)
            else:
                poor += 1
        return parts if len(parts) >= _FEWEST_KEYS and poor <= (1 - _RICH) * len(places) else []

    def _places(self) -> list[int]:
        """Return where the key recurs."""
        return [
            place
            for place, child in enumerate(self.children)
            if self.tree.tags[child] == self.tag and self.keys.of_type(self.driver, child, self.tree.ends[child])
        ]

    def _recurs(self, places: list[int]) -> bool:
        """Tell whether the places are alike: the same attributes again, or other ones over the same shape.

        Where times recur, one day among them is the day of one event with several times.
        """
        children = [self.children[place] for place in places]
        names = Counter(self.signatures[place] for place in places)
        shapes = Counter(self.tree.shapes[child] for child in children)
        if max(*names.values(), *shapes.values()) < _FEWEST_KEYS:
            return False
        days = sum(self.keys.of_type(self.keys.anchor, child, self.tree.ends[child]) > 0 for child in children)
        return self.driver == self.keys.anchor or days != 1

    def _common(self, places: list[int]) -> set[Signature]:
        """Go forward: return what stands between one recurrence and the next in most records."""
        seen = Counter[Signature]()
        for one, other in pairwise(places):
            seen.update(set(self.signatures[one + 1 : other]))
        return {name for name, count in seen.items() if count >= _COMMON * (len(places) - 1)}

    def _after(self, last: int, common: set[Signature]) -> list[int]:
        """Return where the common attributes go on after the last key: what a record has behind it."""
        stop = last + 1
        while stop < len(self.signatures) and self.signatures[stop] in common:
            stop += 1
        return list(range(last + 1, stop))

    def _before(self, first: int, common: set[Signature], after: set[Signature]) -> set[Signature]:
        """Go back from the first record to a child unlike the common ones: what a record has before its key.

        What follows the key of the last record cannot stand before it, and a heading begins what follows.
        """
        before: set[Signature] = set()
        for place in range(first - 1, -1, -1):
            name = self.signatures[place]
            if name not in common or name in after or name == self.signatures[first]:
                break
            before.add(name)
            if name[0] in HEADINGS:
                break
        return before

    def _begin(self, place: int, floor: int, before: set[Signature]) -> int:
        while place - 1 > floor and self.signatures[place - 1] in before:
            place -= 1
            if self.signatures[place][0] in HEADINGS:
                break
        return place

    def _end(self, place: int, limit: int, common: set[Signature], *, opens_by_day: bool) -> int:
        """Return the last child of a record: the next day, a heading or, at the list's end, a stranger is not in it."""
        last = place
        while last + 1 < limit:
            following = last + 1
            is_strange = self.signatures[following] not in common
            is_opening = self.signatures[following][0] in HEADINGS or self._has_day(following)
            if is_strange and (is_opening or limit == len(self.children)):
                break
            if opens_by_day and self._has_day(following):
                break
            last = following
        return last

    def _has_day(self, place: int) -> bool:
        child = self.children[place]
        return self.keys.of_type(self.keys.anchor, child, self.tree.ends[child]) > 0


def _flat(plans: dict[int, list[Part]], body: int) -> list[Record]:
    """Return all records under the body, in document order."""
    records: list[Record] = []
    stack: list[Part] = [body]
    while stack:
        part = stack.pop()
        if isinstance(part, Record):
            records.append(part)
        else:
            stack += reversed(plans.get(part, []))
    return records


def _single(tree: Tree, keys: _Keys) -> list[Record]:
    """Return the one record of a page on which nothing recurs: the smallest node with all keys and a heading."""
    headings = [row for row, tag in enumerate(tree.tags) if tag in HEADINGS]
    rows = sorted(row for found in keys.rows.values() for row in found)
    top = rows[0]
    while top > tree.body and (tree.ends[top] <= rows[-1] or not keys.says_more(top, tree.ends[top])):
        top = tree.parents[top]
    while top > tree.body and bisect_left(headings, top) == bisect_left(headings, tree.ends[top]):
        top = tree.parents[top]
    return [Record(top, tree.ends[top], tree.parents[top], score=0.5)]


# Inheritance --------------------------------------------------------------------------------------


def _inherit(tree: Tree, keys: _Keys, records: list[Record]) -> list[Record]:
    """Give records without a day the nearest one above: of a header, or else of the record before.

    Records that find none are no records.
    """
    days = keys.rows[keys.anchor]
    kept: list[Record] = []
    above: int | None = None
    floor = tree.body
    for record in records:
        headers = days[bisect_left(days, floor) : bisect_left(days, record.first)]
        above = next((day for day in reversed(headers) if not tree.is_boilerplate(day)), above)
        floor = record.stop
        if keys.of_type(keys.anchor, record.first, record.stop):
            above = days[bisect_left(days, record.first)]
            kept.append(record)
        elif above is not None:
            kept.append(replace(record, context=(above,)))
    return kept
