"""Groupings of a page into records: everything that could be a list, proposed; choosing comes later.

A list of records repeats its dates (or prices: the kind's anchor) at the same place of every record. Anchors
that stand at the same place of the tree are one *column*; a column and the largest parts of the page that hold
one anchor of it each are a list. What stands beside those parts goes to the record before or after it, a
header's day goes to the records under it, and a page that is one event is a list of one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from eventlocky.annotate import Annotation, Annotations
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS, TEXT

_MOST_COLUMNS = 12
"""So many columns of a page are looked at, the largest first."""

_MOST_LISTS, _MOST_ALONE = 32, 16
"""So many lists of a page are weighed, the largest first, and so many records that stand alone, the first first."""

_MOST_CONTAINERS = 32
"""So many elements of a page that hold records of one column are looked at, the largest first."""

_LONGEST_PATH = 60
"""So many elements above a date say where it stands."""

_MOST_SINGLES = 6
"""So many anchors are tried as the date of the one event of a page."""

_LONGEST_LEAD = 6
"""So many siblings before its anchor can belong to a record."""


@dataclass(frozen=True, slots=True)
class Draft:
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
    for column in columns(tree, anchors):
        for grouping in _of_column(tree, annotations, column):
            key = (
                grouping.way == "shared",
                *((draft.first, draft.stop, draft.anchor.first) for draft in grouping.drafts),
            )
            if grouping.drafts and key not in seen and all(draft.first < draft.stop for draft in grouping.drafts):
                seen.add(key)
                groupings.append(grouping)
    lists = sorted((one for one in groupings if len(one.drafts) > 1), key=lambda one: -len(one.drafts))
    alone = sorted((one for one in groupings if len(one.drafts) == 1), key=lambda one: one.drafts[0].first)
    return lists[:_MOST_LISTS] + alone[:_MOST_ALONE]


# Columns -------------------------------------------------------------------------------------------


def columns(tree: Tree, anchors: Sequence[Annotation]) -> list[list[Annotation]]:
    """Return the anchors by where they stand: by tags, by tags and classes, and all together."""
    by_tags: dict[tuple[str, ...], list[Annotation]] = defaultdict(list)
    by_names: dict[tuple[str, ...], list[Annotation]] = defaultdict(list)
    paths: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for anchor in anchors:
        row = tree.parents[anchor.row] if tree.tags[anchor.row] == TEXT else anchor.row
        if row not in paths:
            paths[row] = _path(tree, row)
        by_tags[paths[row][0]].append(anchor)
        by_names[paths[row][1]].append(anchor)
    groups = [list(anchors)] if len(by_tags) > 1 else []
    groups += by_tags.values()
    groups += by_names.values()
    distinct = {tuple(anchor.first for anchor in group): group for group in groups}
    return sorted(distinct.values(), key=len, reverse=True)[:_MOST_COLUMNS]


def _path(tree: Tree, row: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tags above a row, and the tags with the first class of each."""
    tags: list[str] = []
    names: list[str] = []
    while row > 0 and len(tags) < _LONGEST_PATH:
        tag = tree.tags[row]
        tags.append(tag)
        names.append(f"{tag}.{(tree.attr(row, 'class') or '').strip().partition(' ')[0]}")
        row = tree.parents[row]
    return tuple(tags), tuple(names)


# Cutting -------------------------------------------------------------------------------------------


def _of_column(tree: Tree, annotations: Annotations, column: list[Annotation]) -> Iterator[Grouping]:
    """Yield the groupings that a column gives."""
    by_container: dict[int, dict[int, list[Annotation]]] = defaultdict(dict)
    rows = [anchor.row for anchor in column]
    for anchor in column:
        unit = climb(tree, rows, anchor.row)
        by_container[tree.parents[unit]].setdefault(unit, []).append(anchor)
    largest = sorted(by_container.items(), key=lambda pair: -len(pair[1]))
    for container, units in largest[:_MOST_CONTAINERS]:
        if len(column) > 1:
            yield from _of_container(tree, annotations, container, units)
    if len(column) <= _MOST_SINGLES:
        for anchor in column:
            yield from _alone(tree, anchor)
    yield from _shared(tree, column)


def climb(tree: Tree, rows: Sequence[int], row: int, top: int = -1) -> int:
    """Return the highest row over this one that holds no other of these (sorted) rows, and lies below `top`."""
    top = tree.body if top < 0 else top
    own = bisect_left(rows, row + 1) - bisect_left(rows, row)
    while (above := tree.parents[row]) > top:
        if bisect_left(rows, tree.ends[above]) - bisect_left(rows, above) > own:
            break
        row = above
        own = bisect_left(rows, tree.ends[row]) - bisect_left(rows, row)
    return row


def _of_container(
    tree: Tree, annotations: Annotations, container: int, units: dict[int, list[Annotation]]
) -> Iterator[Grouping]:
    """Yield the ways to cut the children of one element into records, one for each unit."""
    tops = sorted(units)
    yield Grouping("unit", tuple(Draft(top, tree.ends[top], units[top][0]) for top in tops))
    children = tree.written_children(container)
    places = {child: place for place, child in enumerate(children)}
    spots = [places[top] for top in tops if top in places]
    if len(spots) < len(children):
        for lead in _leads(tree, children, spots):
            extents = _extents(tree, annotations, children, spots, lead)
            drafts = (
                Draft(first, stop, units[children[spot]][0]) for spot, (first, stop) in zip(spots, extents, strict=True)
            )
            yield Grouping("before" if lead else "after", tuple(drafts))
    yield from _headed(tree, annotations, container, spots, units)


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
    return tree.tags[row], (tree.attr(row, "class") or "").partition(" ")[0]


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


def _headed(
    tree: Tree,
    annotations: Annotations,
    container: int,
    spots: list[int],
    units: dict[int, list[Annotation]],
) -> Iterator[Grouping]:
    """Yield groupings in which an anchor is the header of several records: a day and what is on."""
    children = tree.written_children(container)
    ranges = []
    for i, spot in enumerate(spots):
        anchor = units[children[spot]][0]
        stop = children[spots[i + 1]] if i + 1 < len(spots) else tree.ends[children[min(len(children), spot + 40) - 1]]
        ranges.append((anchor, children[spot], stop))
    for way, rows in _sub_anchors(tree, annotations, ranges):
        drafts: list[Draft] = []
        for anchor, first, stop in ranges:
            low, high = bisect_left(rows, anchor.row + 1), bisect_left(rows, stop)
            inside = rows[low:high]
            if not inside:
                continue
            marks = sorted([anchor.row, *inside])
            by_parent: dict[int, dict[int, None]] = defaultdict(dict)
            for row in inside:
                top = climb(tree, marks, row, container)
                by_parent[tree.parents[top]][top] = None
            for parent, tops in by_parent.items():
                drafts += _under(tree, parent, list(tops), anchor, max(first, anchor.row + 1), stop)
        if len(drafts) > len(ranges) or (way != "time" and len(drafts) > 1 and len(drafts) >= 0.5 * len(ranges)):
            drafts.sort(key=lambda draft: draft.first)
            yield Grouping(f"header-{way}", tuple(_disjoint(drafts)))


def _under(tree: Tree, parent: int, tops: list[int], anchor: Annotation, low: int, high: int) -> Iterator[Draft]:
    """Yield the records under a header whose own anchors stand in these children of one element."""
    children = tree.written_children(parent)
    begin, end = bisect_left(children, low), bisect_left(children, high)
    places = sorted((bisect_left(children, top), top) for top in tops)
    spots = [place for place, top in places if begin <= place < end and children[place] == top]
    for i, spot in enumerate(spots):
        limit = spots[i + 1] if i + 1 < len(spots) else end
        yield Draft(children[spot], min(high, tree.ends[children[limit - 1]]), anchor)


def _disjoint(drafts: list[Draft]) -> Iterator[Draft]:
    stop = -1
    for draft in drafts:
        if draft.first >= stop:
            stop = draft.stop
            yield draft


def _sub_anchors(
    tree: Tree, annotations: Annotations, ranges: list[tuple[Annotation, int, int]]
) -> Iterator[tuple[str, list[int]]]:
    """Yield what may begin a record under a header: a time, a heading, a link."""
    times: list[int] = []
    found: dict[str, dict[tuple[int, str], list[int]]] = {"heading": defaultdict(list), "link": defaultdict(list)}
    hits: Counter[tuple[str, tuple[int, str]]] = Counter()
    for anchor, _, stop in ranges:
        times += [time.row for time in annotations.within("time", anchor.row + 1, stop)]
        inside = set()
        for row in range(anchor.row + 1, stop):
            tag = tree.tags[row]
            if tag == "a" or tag in HEADINGS:
                name = "link" if tag == "a" else "heading"
                key = (tree.depths[row], tree.tags[tree.parents[row]])
                found[name][key].append(row)
                inside.add((name, key))
        hits.update(inside)
    if len(times) > 1:
        yield "time", sorted(set(times))
    for name, groups in found.items():
        if groups:
            key = max(groups, key=lambda key: (hits[name, key], len(groups[key])))
            if len(groups[key]) > 1:
                yield name, groups[key]


# Titles from outside -------------------------------------------------------------------------------


def _alone(tree: Tree, anchor: Annotation) -> Iterator[Grouping]:
    """Yield an anchor as the only one of a record: in the nearest part around it that has a title of its own."""
    row = anchor.row
    date_end = tree.row_at(anchor.stop - 1) + 1
    for above in tree.ancestors(row):
        if above <= tree.body:
            break
        inside = range(above, min(tree.ends[above], above + 400))
        if any(tree.tags[i] in HEADINGS and not i <= row < tree.ends[i] for i in inside):
            yield Grouping("alone", (Draft(above, max(tree.ends[above], date_end), anchor),))
            break


def _shared(tree: Tree, column: list[Annotation]) -> Iterator[Grouping]:
    """Yield the anchors of a column, each with its line only: records that take their title from above them."""
    drafts = []
    for anchor in column:
        block = _block(tree, anchor.row)
        drafts.append(Draft(block, max(tree.ends[block], tree.row_at(anchor.stop - 1) + 1), anchor))
    yield Grouping("shared", tuple(_disjoint(drafts)))


def _block(tree: Tree, row: int) -> int:
    """Return the nearest block around a row."""
    while not tree.is_block(row) and tree.tags[row] not in {"td", "th"} and tree.parents[row] > tree.body:
        row = tree.parents[row]
    return row
