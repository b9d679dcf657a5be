"""Lists of offers on a page, proposed: whatever repeats a price, a percentage, a link, a picture or a heading.

Offers are less regular than events: a price is cut or not, a coupon has none, a flash sale shows only names. So
every kind of thing that recurs at one place of the tree is a *column*, and the largest parts of the page that
hold one thing of a column each are a list, wherever on the page its rows and shelves stand. A list says of each
unit what it holds; which list is one of offers is weighed elsewhere (`shelf`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from eventlocky.annotate import Annotations
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS

FEWEST = 2
"""A list has so many units."""

_MOST_COLUMNS = 10
"""So many columns of each kind of thing are looked at, the largest first."""

_MOST_LISTS = 60
"""So many lists of a page are weighed, those with the most prices and units first."""

_NEAR = 300
"""So many letters after the main heading of a page that is one offer its price stands at the latest."""

_LONGEST_RUN = 12
"""So many siblings make one offer at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Shelf:
    """A possible list of offers: how it was cut, and the rows of its units (first, stop) with the row they hang on."""

    way: str
    units: tuple[tuple[int, int], ...]
    marks: tuple[int, ...]


def propose(tree: Tree, annotations: Annotations) -> list[Shelf]:
    """Return the lists of a page that are worth weighing."""
    found: dict[tuple[tuple[int, int], ...], Shelf] = {}
    for kind, columns in _columns(tree, annotations).items():
        for column in columns:
            for shelf in _of_column(tree, kind, column):
                found.setdefault(shelf.units, shelf)
    lists = sorted(found.values(), key=lambda shelf: -_promise(annotations, shelf))
    return lists[:_MOST_LISTS]


def _promise(annotations: Annotations, shelf: Shelf) -> float:
    """Return how much a list promises: units that name a price count most."""
    priced = sum(
        annotations.count("money", first, stop) + annotations.count("percent", first, stop) > 0
        for first, stop in shelf.units
    )
    return priced + 0.2 * len(shelf.units)


# Columns -------------------------------------------------------------------------------------------


def _columns(tree: Tree, annotations: Annotations) -> dict[str, list[list[int]]]:
    """Return rows that stand at the same place, by what they are."""
    rows: dict[str, list[int]] = {name: sorted(set(annotations.rows(name))) for name in ("money", "percent")}
    rows |= {"link": [], "image": [], "heading": []}
    for row in range(tree.body, len(tree)):
        tag = tree.tags[row]
        if tag == "a":
            rows["link"].append(row)
        elif tag == "img":
            rows["image"].append(row)
        elif tag in HEADINGS:
            rows["heading"].append(row)
    paths = _Paths(tree)
    columns: dict[str, list[list[int]]] = {}
    for kind, members in rows.items():
        by_tags: dict[int, list[int]] = defaultdict(list)
        by_names: dict[int, list[int]] = defaultdict(list)
        for row in members:
            by_tags[paths.tags(row)].append(row)
            by_names[paths.names(row)].append(row)
        groups = [*by_names.values(), *by_tags.values()]
        if kind in {"money", "percent"} and len(by_tags) > 1:
            groups.append(members)
        distinct = {tuple(group): group for group in groups if len(group) >= FEWEST}
        columns[kind] = sorted(distinct.values(), key=len, reverse=True)[:_MOST_COLUMNS]
    return columns


class _Paths:
    """Numbers for the tags, and the tags with their classes, that lead to a row; equal paths, equal numbers."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[tuple[str, int], int] = {}
        self._numbers: dict[tuple[str, int, str], int] = {}

    def tags(self, row: int) -> int:
        """Return the number of the tags that lead to a row."""
        return self._number("tags", row)

    def names(self, row: int) -> int:
        """Return the number of the tags and first classes that lead to a row."""
        return self._number("names", row)

    def _number(self, kind: str, row: int) -> int:
        chain = []
        while row >= 0 and (kind, row) not in self._known:
            chain.append(row)
            row = self._tree.parents[row]
        number = self._known[kind, row] if row >= 0 else 0
        for each in reversed(chain):
            label = self._tree.tags[each]
            if kind == "names":
                label = f"{label}.{self._tree.class_names[each].strip().partition(' ')[0]}"
            number = self._numbers.setdefault((kind, number, label), len(self._numbers) + 1)
            self._known[kind, each] = number
        return number


# Cutting -------------------------------------------------------------------------------------------


def _of_column(tree: Tree, kind: str, column: list[int]) -> Iterator[Shelf]:
    """Yield the lists that a column gives: its units as they are, and runs of siblings around them."""
    tops = _tops(tree, column)
    units: dict[int, int] = {}
    for top, row in zip(tops, column, strict=True):
        units.setdefault(top, row)
    ordered = sorted(units)
    if len(ordered) < FEWEST:
        return
    yield Shelf(kind, tuple((top, tree.ends[top]) for top in ordered), tuple(units[top] for top in ordered))
    yield from _filled(tree, kind, ordered, units)
    yield from _runs(tree, kind, ordered, units)


def _tops(tree: Tree, rows: list[int]) -> list[int]:
    """Return for each row the highest part of the page that holds no other; none is much higher than the usual."""
    places = [_climb(tree, rows, row) for row in rows]
    usual = Counter(tree.depths[place] for place in places).most_common(1)[0][0]
    tops = []
    for row, place in zip(rows, places, strict=True):
        top = place
        if tree.depths[top] < usual <= tree.depths[row]:
            top = row
            while tree.depths[top] > usual:
                top = tree.parents[top]
        tops.append(top)
    return tops


def _climb(tree: Tree, rows: Sequence[int], row: int) -> int:
    """Return the highest row over this one, below the body, that holds no other of these rows."""
    while (above := tree.parents[row]) > tree.body:
        if bisect_left(rows, tree.ends[above]) - bisect_left(rows, above) > 1:
            break
        row = above
    return row


def _filled(tree: Tree, kind: str, tops: list[int], units: dict[int, int]) -> Iterator[Shelf]:
    """Yield the units with those beside them that look the same but lack the thing: what is free, or sold out."""
    others = beside(tree, tops)
    if others:
        ordered = sorted([*tops, *others])
        yield Shelf(
            f"{kind}-filled",
            tuple((top, tree.ends[top]) for top in ordered),
            tuple(units.get(top, top) for top in ordered),
        )


def beside(tree: Tree, tops: Sequence[int]) -> list[int]:
    """Return what stands beside these rows and looks the same: the same tag, the same first class."""
    looks = {_look(tree, top) for top in tops}
    known = set(tops)
    return sorted(
        child
        for parent in {tree.parents[top] for top in tops}
        for child in tree.written_children(parent)
        if child not in known and _look(tree, child) in looks
    )


def _look(tree: Tree, row: int) -> tuple[str, str]:
    return tree.tags[row], tree.class_names[row].strip().partition(" ")[0]


def _runs(tree: Tree, kind: str, tops: list[int], units: dict[int, int]) -> Iterator[Shelf]:
    """Yield lists whose records are several siblings: what stands between two units goes to the one or the other."""
    by_parent: dict[int, list[int]] = defaultdict(list)
    for top in tops:
        by_parent[tree.parents[top]].append(top)
    leads: Counter[int] = Counter()
    spots: dict[int, tuple[list[int], list[int]]] = {}
    for parent, members in by_parent.items():
        children = tree.written_children(parent)
        places = {child: place for place, child in enumerate(children)}
        found = [places[top] for top in members if top in places]
        if len(found) < FEWEST or len(found) == len(children):
            continue
        spots[parent] = (children, found)
        gaps = [after - before for before, after in pairwise(found)]
        usual = Counter(gaps).most_common(1)[0][0]
        leads.update(range(min(usual, found[0] + 1, _LONGEST_RUN)))
    if not spots:
        return
    for lead in sorted(leads):
        drafts: list[tuple[int, int, int]] = []
        for children, found in spots.values():
            drafts += _run(tree, children, found, lead)
        if len(drafts) >= FEWEST:
            drafts.sort()
            marks = tuple(units[children_top] for _, _, children_top in drafts)
            yield Shelf(f"{kind}-run", tuple((first, stop) for first, stop, _ in drafts), marks)


def _run(tree: Tree, children: list[int], spots: list[int], lead: int) -> Iterator[tuple[int, int, int]]:
    """Yield the records of one element: each begins `lead` siblings before its unit and ends before the next."""
    begins = [max(spot - lead, spots[place - 1] + 1 if place else 0) for place, spot in enumerate(spots)]
    lengths = [after - before for before, after in pairwise(begins)]
    longest = Counter(lengths).most_common(1)[0][0]
    for place, begin in enumerate(begins):
        limit = begins[place + 1] if place + 1 < len(begins) else min(len(children), begin + longest)
        limit = max(spots[place] + 1, min(limit, begin + _LONGEST_RUN))
        yield children[begin], tree.ends[children[limit - 1]], children[spots[place]]


def alone(tree: Tree, annotations: Annotations) -> tuple[int, int, int] | None:
    """Return the part of the page that may be one offer, and its main heading: the nearest around it with a price.

    A price must stand in the heading or shortly after it, else the page is not about one offer.
    """
    top = next((row for row in range(tree.body, len(tree)) if tree.tags[row] == "h1" and tree.text(row)), -1)
    if top < 0:
        return None
    prices = annotations.within("money", top, len(tree))[:1]
    if not prices or prices[0].first > tree.offsets[tree.ends[top]] + _NEAR:
        return None
    around = [row for row in tree.ancestors(top) if row > tree.body]
    row = next((row for row in around if annotations.count("money", row, tree.ends[row])), top)
    return row, tree.ends[row], top
