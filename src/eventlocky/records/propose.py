"""Groupings of a page into records: everything that could be a list, proposed; choosing comes later.

A list of records repeats its dates (or prices: the kind's anchor) at the same place of every record. Anchors
that stand at the same place of the tree are one *column*; a column and the largest parts of the page that hold
one anchor of it each are a list. What stands beside those parts goes to the record before or after it, a
header's day goes to the records under it, and a page that is one event is a list of one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from operator import itemgetter
from typing import NamedTuple

from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS, HEADINGS, TEXT
from eventlocky.page.tables import cell_of, lay_out
from eventlocky.records.stamps import is_alone, told_under

_MOST_COLUMNS = 12
"""So many columns of a page are looked at, the largest first."""

_MOST_LISTS, _MOST_ALONE = 40, 24
"""So many lists of a page are weighed, a few cuts of each and the largest first, and so many records alone."""

_CUTS_OF_LIST = 3
"""So many cuts of the same dates come first."""

_MOST_CONTAINERS = 32
"""So many elements of a page that hold records of one column are looked at, the largest first."""

_MOST_SINGLES = 6
"""So many anchors are tried as the date of the one event of a page."""

_SHORTEST_WORDS = 4
"""So many letters beside a date can name something."""

_MOST_ROWS = 400
"""So many rows of the part around a date are searched for a heading."""

_MOST_TABLES = 20
_NEARLY = 0.8
_WEEK = 3
"""So many days in one row of a table are the heads of its columns."""

_FEWEST_CLASSED = 5
"""So many headings or links, nearly all of one class, are parts of one template."""

_FEWEST_RUNS = 3
"""So many titles, some with several days under them, are a list."""

_LONGEST_LEAD = 6
"""So many siblings before its anchor can belong to a record."""

_MOST_STAMPS = 4
"""So many columns of stamps of a page are looked at, the largest first."""

_CUT_ROUND = frozenset({"unit", "before", "after"})
"""How lists are cut whose records hold their dates."""

_FEWEST_LISTED = 3
"""So many days in a line are a list of them."""

_TOLD = 0.2
"""Such a share of the posts of a list tells another day than that on which they were put up."""


class Draft(NamedTuple):
    """One possible record: its rows and its anchor."""

    first: int
    stop: int
    anchor: Annotation


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Possible records that belong together: of one list, cut in one way."""

    way: str
    drafts: tuple[Draft, ...]


def propose(tree: Tree, annotations: Annotations, anchor: str) -> list[Grouping]:
    """Return every grouping of a page that is worth weighing."""
    anchors = annotations.within(anchor, tree.body, len(tree))
    if not anchors:
        return []
    groupings: list[Grouping] = []
    seen: set[tuple[object, ...]] = set()
    cutter = _Cutter(tree, annotations, anchor)
    for column in columns(tree, anchors):
        for grouping in cutter.of_column(column):
            drafts = grouping.drafts
            key = (grouping.way == "shared", *[(first, stop, anchor.first) for first, stop, anchor in drafts])
            if drafts and key not in seen and all(first < stop for first, stop, _ in drafts):
                seen.add(key)
                groupings.append(grouping)
    posts = [one for column in _stamps(tree, anchors) for one in cutter.of_column(column)]
    groupings += _told(tree, annotations, anchor, [*groupings, *posts], seen)
    columned = list(_under_heads(tree, annotations, anchor))
    heads = {draft.anchor.first for grouping in columned for draft in grouping.drafts}
    groupings = [one for one in groupings if not heads or not _is_of_heads(tree, one, heads)] + columned
    lists = sorted((one for one in groupings if len(one.drafts) > 1), key=lambda one: -len(one.drafts))
    alone = sorted((one for one in groupings if len(one.drafts) == 1), key=lambda one: one.drafts[0].first)
    return _varied(lists)[:_MOST_LISTS] + alone[:_MOST_ALONE]


def _varied(lists: Sequence[Grouping]) -> list[Grouping]:
    """Put a few cuts of every list before the many of the largest: a page with a table a year has many lists."""
    seen: Counter[tuple[int, int]] = Counter()
    few: list[Grouping] = []
    more: list[Grouping] = []
    for one in lists:
        key = one.drafts[0].anchor.row, one.drafts[-1].anchor.row
        seen[key] += 1
        (few if seen[key] <= _CUTS_OF_LIST else more).append(one)
    return few + more


def _told(
    tree: Tree, annotations: Annotations, anchor: str, groupings: Sequence[Grouping], seen: set[tuple[object, ...]]
) -> Iterator[Grouping]:
    """Yield lists of posts by the days that they tell, not by those on which they were put up.

    3 February          A post bears a day alone on its line and goes on to another one, which is not over yet on
    Recital, 22 March   the first. One that tells none keeps its own.
    """
    known: dict[tuple[int, int, int], Annotation | None] = {}
    for grouping in groupings:
        if grouping.way not in _CUT_ROUND or any(first >= stop for first, stop, _ in grouping.drafts):
            continue
        for first, stop, own in grouping.drafts:
            key = first, stop, own.first
            if key not in known:
                found = annotations.within(anchor, own.row, stop)
                others = (one for one in found if not _is_alike(tree, own, one))
                is_last = not found or found[-1] is own  # then it tells nothing, whatever it is
                known[key] = None if is_last else told_under(tree.whole_text, own, others)
        tells = [known[first, stop, own.first] for first, stop, own in grouping.drafts]
        told = sum([other is not None for other in tells])
        if not told or told < _TOLD * len(tells):
            continue
        drafts = [
            Draft(one.first, one.stop, other or one.anchor) for one, other in zip(grouping.drafts, tells, strict=True)
        ]
        ends = (*[(first, stop, anchor.first) for first, stop, anchor in drafts],)
        if ends not in seen:
            seen.add(ends)
            yield Grouping("told", tuple(drafts))


def _stamps(tree: Tree, anchors: Sequence[Annotation]) -> list[list[Annotation]]:
    """Return the anchors that are alone on their lines, by tags, where others with the same tags stand in sentences.

    They cut posts whose stamps nothing but that tells from the days that are told. As lists of their own they would
    crowd out others.
    """
    alone: dict[int, list[Annotation]] = defaultdict(list)
    told = set()
    for anchor in anchors:
        place = tree.trails[holder_of(tree, anchor)]
        if is_alone(tree.whole_text, anchor):
            alone[place].append(anchor)
        else:
            told.add(place)
    mixed = [found for place, found in alone.items() if place in told and len(found) > 1]
    return sorted(mixed, key=len, reverse=True)[:_MOST_STAMPS]


def _is_alike(tree: Tree, stamp: Annotation, other: Annotation) -> bool:
    """Tell whether another date is the stamp of another post: it stands where the first does, alone on its line."""
    is_there = tree.trails[holder_of(tree, other)] == tree.trails[holder_of(tree, stamp)]
    return is_there and is_alone(tree.whole_text, other)


# Columns -------------------------------------------------------------------------------------------


def columns(tree: Tree, anchors: Sequence[Annotation]) -> list[list[Annotation]]:
    """Return anchors by where they stand: by tags, by tags and classes, all together, and those of lists in lines."""
    by_tags: dict[int, list[Annotation]] = defaultdict(list)
    by_names: dict[int, list[Annotation]] = defaultdict(list)
    names = _Names(tree)
    for anchor in anchors:
        row = holder_of(tree, anchor)
        by_tags[tree.trails[row]].append(anchor)
        by_names[names.of(row)].append(anchor)
    groups = [list(anchors)] if len(by_tags) > 1 else []
    groups += by_tags.values()
    groups += by_names.values()
    several = _of_several(anchors)
    groups += [several] if 0 < len(several) < len(anchors) else []
    distinct = {tuple([anchor.first for anchor in group]): group for group in groups}
    return sorted(distinct.values(), key=len, reverse=True)[:_MOST_COLUMNS]


def holder_of(tree: Tree, anchor: Annotation) -> int:
    """Return the element that an anchor stands in."""
    return tree.parents[anchor.row] if tree.tags[anchor.row] == TEXT else anchor.row


def _of_several(anchors: Sequence[Annotation]) -> list[Annotation]:
    """Return the dates that are told several in a line: `2016: Jan 14; Feb 11; Mar 10` are the meetings of a board.

    Other dates in paragraphs stand at the same place of the tree, and are something else.
    """
    days: Counter[int] = Counter()
    for anchor in anchors:
        if isinstance(anchor.value, Dated):
            days[anchor.row] += 1 + len(anchor.value.when.rdates)
    return [anchor for anchor in anchors if days[anchor.row] >= _FEWEST_LISTED]


class _Names:
    """Numbers for the tags that lead to a row, each with its first class: equal for rows that stand alike."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._numbers: dict[tuple[int, str, str], int] = {}
        self._known = {0: 0, -1: 0}

    def of(self, row: int) -> int:
        """Return the number of a row; each row above it is asked for its class once."""
        tree, known, numbers = self._tree, self._known, self._numbers
        rows = []
        while row not in known:
            rows.append(row)
            row = tree.parents[row]
        number = known[row]
        for below in reversed(rows):
            key = (number, tree.tags[below], tree.class_names[below].strip().partition(" ")[0])
            number = known[below] = numbers.setdefault(key, len(numbers) + 1)
        return number


# Cutting -------------------------------------------------------------------------------------------


def climb(tree: Tree, row: int, low: int, high: int) -> int:
    """Return the highest row over this one that lies below `low` and holds nothing from row `high` on."""
    parents, ends = tree.parents, tree.ends
    while (above := parents[row]) > low and ends[above] <= high:
        row = above
    return row


class _Cutter:
    """Cuts columns into groupings; what two columns have in common is cut once."""

    def __init__(self, tree: Tree, annotations: Annotations, anchor: str) -> None:
        self._tree, self._annotations = tree, annotations
        links = tree.links
        self._begins = [
            (name, rows, self._places(rows)) for name, rows in (("heading", tree.headings), ("link", links))
        ]
        self._anchors = annotations.within(anchor, tree.body, len(tree))
        self._anchor_rows = [found.row for found in self._anchors]
        self._lines: dict[int, Draft] = {}
        self._cut: set[tuple[int, ...]] = set()
        self._tried: set[int] = set()

    def of_column(self, column: list[Annotation]) -> Iterator[Grouping]:
        """Yield the groupings that a column gives."""
        tree = self._tree
        by_container: dict[int, dict[int, list[Annotation]]] = defaultdict(dict)
        rows = sorted({anchor.row for anchor in column})
        for anchor in column:
            place = bisect_left(rows, anchor.row)
            low = max(tree.body, rows[place - 1]) if place else tree.body
            unit = climb(tree, anchor.row, low, rows[place + 1] if place + 1 < len(rows) else len(tree))
            by_container[tree.parents[unit]].setdefault(unit, []).append(anchor)
        largest = sorted(by_container.items(), key=lambda pair: -len(pair[1]))
        for container, units in largest[:_MOST_CONTAINERS]:
            key = (container, *(number for top, held in units.items() for number in (top, held[0].first)))
            if len(column) > 1 and key not in self._cut:
                self._cut.add(key)
                yield from self._of_container(container, units)
        if len(column) <= _MOST_SINGLES:
            for anchor in column:
                if anchor.first not in self._tried:
                    self._tried.add(anchor.first)
                    yield from _alone(tree, anchor)
                    yield from self._in_line(anchor)
        yield Grouping("shared", tuple(_disjoint([self._line(anchor) for anchor in column])))

    def _of_container(self, container: int, units: dict[int, list[Annotation]]) -> Iterator[Grouping]:
        """Yield the ways to cut the children of one element into records, one for each unit."""
        tree = self._tree
        tops = sorted(units)
        yield Grouping("unit", tuple([Draft(top, tree.ends[top], units[top][0]) for top in tops]))
        children = tree.written_children(container)
        places = {child: place for place, child in enumerate(children)}
        spots = [places[top] for top in tops if top in places]
        if len(spots) < len(children):
            yield from self._led(children, spots, units, _leads(tree, children, spots))
            heads = [spot for before, spot in zip([-2, *spots], spots, strict=False) if spot > before + 1]
            if _FEWEST_RUNS <= len(heads) < len(spots):  # several days under each title
                yield from self._led(children, heads, units, _leads(tree, children, heads)[1:])
        yield from self._headed(container, children, spots, units)

    def _led(
        self, children: list[int], spots: list[int], units: dict[int, list[Annotation]], leads: list[int]
    ) -> Iterator[Grouping]:
        """Yield records that begin so many siblings before their anchors and end where the next ones begin."""
        for lead in leads:
            extents = _extents(self._tree, self._annotations, children, spots, lead)
            drafts = [
                Draft(first, stop, units[children[spot]][0]) for spot, (first, stop) in zip(spots, extents, strict=True)
            ]
            yield Grouping("before" if lead else "after", tuple(drafts))

    def _headed(
        self, container: int, children: list[int], spots: list[int], units: dict[int, list[Annotation]]
    ) -> Iterator[Grouping]:
        """Yield groupings in which an anchor is the header of several records: a day and what is on."""
        tree = self._tree
        ranges = []
        for i, spot in enumerate(spots):
            last = i + 1 == len(spots)
            stop = tree.ends[children[min(len(children), spot + 40) - 1]] if last else children[spots[i + 1]]
            anchor = units[children[spot]][0]
            ranges.append((anchor, children[spot], self._up_to_the_next(anchor, stop)))
        for way, rows in self._sub_anchors(ranges):
            if way != "time" and _is_shifted(ranges, rows):
                continue
            drafts: list[Draft] = []
            for anchor, first, stop in ranges:
                inside = rows[bisect_left(rows, anchor.row + 1) : bisect_left(rows, stop)]
                if not inside:
                    if way == "time":  # a day without an hour is a day too
                        drafts.append(Draft(first, stop, anchor))
                    continue
                by_parent: dict[int, dict[int, None]] = {}
                for before, row, after in zip([anchor.row, *inside], inside, [*inside[1:], len(tree)], strict=False):
                    top = climb(tree, row, max(container, before), after)
                    by_parent.setdefault(tree.parents[top], {})[top] = None
                for parent, tops in by_parent.items():
                    drafts += _under(tree, parent, [*tops], anchor, (max(first, anchor.row + 1), stop), inside)
            if len(drafts) > len(ranges) or (way != "time" and len(drafts) > 1 and len(drafts) >= 0.5 * len(ranges)):
                drafts.sort(key=itemgetter(0))
                yield Grouping(f"header-{way}", tuple(_disjoint(drafts)))

    def _up_to_the_next(self, anchor: Annotation, stop: int) -> int:
        """Return where what a header heads ends: where the part of the next anchor that stands alike begins.

        Its classes may differ, as those of every second line of a table do.
        """
        place = bisect_right(self._anchor_rows, anchor.row)
        if place == len(self._anchors) or self._anchor_rows[place] >= stop:
            return stop
        after = self._anchors[place]
        tree = self._tree
        is_alike = tree.trails[holder_of(tree, after)] == tree.trails[holder_of(tree, anchor)]
        return climb(tree, after.row, anchor.row, len(tree)) if is_alike else stop

    def _sub_anchors(self, ranges: list[tuple[Annotation, int, int]]) -> Iterator[tuple[str, list[int]]]:
        """Yield what may begin a record under a header: a time, a heading, a link."""
        annotations = self._annotations
        times = [time.row for anchor, _, stop in ranges for time in annotations.within("time", anchor.row + 1, stop)]
        times += [row for anchor, _, _ in ranges if (row := self._tree.row_at(anchor.stop - 1)) > anchor.row]
        if len(times) > 1:
            yield "time", sorted(set(times))
        for name, known, places in self._begins:
            several = self._of_several_names(ranges) if name == "link" else frozenset[str]()
            found: dict[tuple[int, str], list[int]] = defaultdict(list)
            hits: dict[tuple[int, str], int] = defaultdict(int)
            for anchor, _, stop in ranges:
                inside = slice(bisect_left(known, anchor.row + 1), bisect_left(known, stop))
                keys = places[inside]
                before: dict[tuple[int, str], int] = {}
                for key, row in zip(keys, known[inside], strict=True):
                    if key not in before or not self._leads_on(row, before[key], several):
                        found[key].append(row)
                    before[key] = row
                for key in {*keys}:
                    hits[key] += 1
            if found:
                best = max(found, key=lambda key: (hits[key], len(found[key])))
                if len(found[best]) > 1:
                    yield name, self._of_one_class(found[best])

    def _of_several_names(self, ranges: list[tuple[Annotation, int, int]]) -> frozenset[str]:
        """Return the addresses that name something else under other headers: `#`, the page that sells tickets."""
        tree, known = self._tree, self._tree.links
        names: dict[str, set[str]] = defaultdict(set)
        for anchor, _, stop in ranges:
            first: dict[str, str] = {}
            for row in known[bisect_left(known, anchor.row + 1) : bisect_left(known, stop)]:
                if address := tree.attr(row, "href"):
                    first.setdefault(address, tree.text(row))
            for address, said in first.items():
                names[address].add(said)
        return frozenset(address for address, said in names.items() if len(said) > 1 or address.startswith("#"))

    def _leads_on(self, row: int, before: int, several: frozenset[str]) -> bool:
        """Tell a link that says more of what the one before it names: `The film`, and `more` with the same address."""
        tree = self._tree
        address = tree.attr(row, "href")
        if not address or address in several:
            return False
        return address == tree.attr(before, "href") and tree.text(row) != tree.text(before)

    def _of_one_class(self, rows: list[int]) -> list[int]:
        """Leave out the few of many rows that do not bear the class of the others: an advertisement among events."""
        names = [self._tree.class_names[row].strip().partition(" ")[0] for row in rows]
        name, count = Counter(names).most_common(1)[0]
        if not name or len(rows) < _FEWEST_CLASSED or count < _NEARLY * len(rows):
            return rows
        return [row for row, own in zip(rows, names, strict=True) if own == name]

    def _places(self, rows: Sequence[int]) -> list[tuple[int, str]]:
        """Return how deep every row stands, and in what: those of one list stand alike."""
        depths, tags, parents = self._tree.depths, self._tree.tags, self._tree.parents
        return [(depths[row], tags[parents[row]]) for row in rows]

    def _in_line(self, anchor: Annotation) -> Iterator[Grouping]:
        """Yield an anchor with its line where that says more: `23 May Flea market`, on a page without headings."""
        line, offsets = self._line(anchor), self._tree.offsets
        if offsets[line.stop] - offsets[line.first] >= anchor.stop - anchor.first + _SHORTEST_WORDS:
            yield Grouping("unit", (line,))

    def _line(self, anchor: Annotation) -> Draft:
        """Return an anchor with its line only: a record that takes its title from above it."""
        if anchor.first not in self._lines:
            tree, block = self._tree, _block(self._tree, anchor.row)
            self._lines[anchor.first] = Draft(block, max(tree.ends[block], tree.row_at(anchor.stop - 1) + 1), anchor)
        return self._lines[anchor.first]


def _leads(tree: Tree, children: list[int], spots: list[int]) -> list[int]:
    """Return how many siblings before its anchor's a record may begin: 0, and what recurs before the anchors.

    What does not stand before the first anchor too belongs to the record above it.
    """
    leads = [0]
    if len(spots) > 1:
        gaps = [after - before for before, after in pairwise(spots)]
        least = sorted(gaps)[len(gaps) // 4]
    else:
        least = _LONGEST_LEAD
    best = None
    for lead in range(1, min(least, _LONGEST_LEAD + 1, spots[0] + 1)):
        keys = Counter(_key(tree, children[spot - lead]) for spot in spots if spot >= lead)
        if not keys:
            continue
        key, count = keys.most_common(1)[0]
        worth = (count / len(spots)) + (
            1.0 if key[0] in HEADINGS else 0.3 if key[0] in {"strong", "b", "dt", "hr", "a"} else 0
        )
        if best is None or worth > best[0]:
            best = (worth, lead)
    if best:
        leads.append(best[1])
    return leads


def _key(tree: Tree, row: int) -> tuple[str, str]:
    return tree.tags[row], tree.class_names[row].partition(" ")[0]


def _extents(
    tree: Tree, annotations: Annotations, children: list[int], spots: list[int], lead: int
) -> list[tuple[int, int]]:
    """Return the rows of each record: from `lead` siblings before its anchor up to the next record."""
    begins = [max(spot - lead, spots[i - 1] + 1 if i else 0) for i, spot in enumerate(spots)]
    longest = max((after - before for before, after in pairwise(begins)), default=_LONGEST_LEAD)
    extents = []
    for i, begin in enumerate(begins):
        limit = begins[i + 1] if i + 1 < len(begins) else min(len(children), begin + longest)
        stop = spots[i] + 1
        while stop < limit and not _is_header(tree, annotations, children[stop], lead):
            stop += 1
        extents.append((children[begin], tree.ends[children[stop - 1]]))
    return extents


def _is_header(tree: Tree, annotations: Annotations, row: int, lead: int) -> bool:
    """Tell whether a sibling begins something else: a heading of what follows, where records begin with a date."""
    return lead == 0 and tree.tags[row] in {"h1", "h2"} and not annotations.count("date", row, tree.ends[row])


def _is_shifted(ranges: list[tuple[Annotation, int, int]], rows: list[int]) -> bool:
    """Tell titles over their days from days over their titles: one stands behind each day, but none behind the last."""
    counts = [bisect_left(rows, stop) - bisect_left(rows, anchor.row + 1) for anchor, _, stop in ranges]
    return len(counts) > _WEEK and counts[-1] == 0 and sum(count == 1 for count in counts) >= _NEARLY * len(counts)


def _under(
    tree: Tree, parent: int, tops: list[int], anchor: Annotation, reach: tuple[int, int], begins: list[int]
) -> list[Draft]:
    """Return the records under a header that begin in these children of one element, in order.

    `reach` is what the header heads, `begins` the rows with which records begin there, those of other elements too.
    """
    low, high = reach
    children = tree.written_children(parent)
    end = bisect_left(children, high)
    spots = [
        place
        for top in tops
        if low <= top < high and (place := bisect_left(children, top, 0, end)) < end and children[place] == top
    ]
    drafts = []
    ends = tree.ends
    for spot, limit in zip(spots, [*spots[1:], end], strict=False):
        last = spot + 1
        if last < limit:  # what stands between it and the next one may be its own
            following = bisect_left(begins, ends[children[spot]])
            next_row = begins[following] if following < len(begins) else len(tree)
            last = max(last, min(limit, bisect_right(children, next_row) - 1))
        drafts.append(Draft(children[spot], min(high, ends[children[last - 1]]), anchor))
    return drafts


def _disjoint(drafts: list[Draft]) -> Iterator[Draft]:
    stop = -1
    for draft in drafts:
        if draft.first >= stop:
            stop = draft.stop
            yield draft


# Weeks ---------------------------------------------------------------------------------------------


def _under_heads(tree: Tree, annotations: Annotations, anchor: str) -> Iterator[Grouping]:
    """Yield the cells of tables whose columns are headed by days: a week with what is on each day, hour by hour."""
    if "table" not in tree.tags:
        return
    tables = (row for row in range(tree.body, len(tree)) if tree.tags[row] == "table")
    for table in islice(tables, _MOST_TABLES):
        if annotations.count(anchor, table, tree.ends[table]) < _WEEK:
            continue
        days: dict[int, Annotation] = {}
        drafts: dict[int, Draft] = {}
        lines: Counter[int] = Counter()
        count = 0
        for cells in lay_out(tree, table).values():
            dated = {
                column: found[0]
                for column, cell in cells.items()
                if len(found := annotations.within(anchor, cell, tree.ends[cell])) == 1
            }
            if len({found.first for found in dated.values()}) >= _WEEK:
                days = dated
                continue
            count += 1
            lines.update(set(cells.values()))
            drafts |= {
                cell: Draft(cell, tree.ends[cell], days[column])
                for column, cell in cells.items()
                if column in days and cell not in drafts and column not in dated and tree.text(cell)
            }
        if count >= _WEEK:  # a cell over the whole height says that this day is off
            drafts = {cell: draft for cell, draft in drafts.items() if lines[cell] < count}
        if len(drafts) > 1:
            yield Grouping("column", tuple(drafts[cell] for cell in sorted(drafts)))


def _is_of_heads(tree: Tree, grouping: Grouping, heads: set[int]) -> bool:
    """Tell whether the records of a grouping are nothing but the heads of columns: what stands below them is on."""
    if grouping.way == "alone":
        return grouping.drafts[0].anchor.first in heads
    cells = [draft for draft in grouping.drafts if tree.ends[cell_of(tree, draft.anchor.row)] >= draft.stop]
    return len(cells) == len(grouping.drafts) and sum(draft.anchor.first in heads for draft in cells) * 2 >= len(cells)


# Titles from outside -------------------------------------------------------------------------------


def _alone(tree: Tree, anchor: Annotation) -> Iterator[Grouping]:
    """Yield an anchor as the only one of a record: in the nearest part around it that has a title of its own."""
    row, headings = anchor.row, tree.headings
    date_end = tree.row_at(anchor.stop - 1) + 1
    for above in tree.ancestors(row):
        if above <= tree.body:
            break
        stop = min(tree.ends[above], above + _MOST_ROWS)
        inside = headings[bisect_left(headings, above) : bisect_left(headings, stop)]
        if any(not heading <= row < tree.ends[heading] for heading in inside):
            yield Grouping("alone", (Draft(above, max(tree.ends[above], date_end), anchor),))
            break


def _block(tree: Tree, row: int) -> int:
    """Return the nearest block around a row."""
    blocks, tags, parents, body = tree.marks.blocks, tree.tags, tree.parents, tree.body
    while not blocks[row] and tags[row] not in CELLS and parents[row] > body:
        row = parents[row]
    return row
