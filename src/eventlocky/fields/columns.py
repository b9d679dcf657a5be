"""The positions of a list: lines that stand at the same place in each of its records.

Columns have roles. Whether "Jaarbeurs" is a place nobody can tell from the word; that two thirds of the
lines at its position look like places decides for the whole column.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from eventlocky.annotate import Annotations
from eventlocky.fields import cues
from eventlocky.fields.base import once_a_page
from eventlocky.fields.cues import Value
from eventlocky.page import Tree
from eventlocky.text import places

_FEWEST_RECORDS = 3
_ENOUGH = 0.9
"""Mean score of a column that is taken for the place: two place words in every two lines are 2, one in two is 1."""

_COMMON = 0.5
"""Share of the records that must have a column: rarer ones are not a column of the list."""

_MOST_LINES = 40
"""Lines of a record that are looked at: the place stands near its top."""

_DEEPEST = 12
_NUMBERED = frozenset({"td", "th", "dd"})
Key = tuple[int, int]
"""The number of a position, and which of the lines of a record at that position it is."""

Span = tuple[int, int]
Column = list[tuple[int, Span]]
"""The rows of the lines of a column, each with the number of its record."""


def read(
    tree: Tree, annotations: Annotations, ranges: Sequence[Span], titles: Sequence[int | None]
) -> list[Value | None]:
    """Return, for each record of one list, the words in the column that is most like a place."""
    if len(ranges) < _FEWEST_RECORDS:
        return [None] * len(ranges)
    columns: dict[Key, Column] = {}
    for number, (span, title) in enumerate(zip(ranges, titles, strict=True)):
        end = -1 if title is None else tree.ends[title]
        for key, line in lines_of(tree, *span):
            if title is None or not title <= line[0] < end <= line[1]:
                columns.setdefault(key, []).append((number, line))
    fewest = _COMMON * len(ranges)
    chosen = _best(tree, annotations, [column for column in columns.values() if len(column) >= fewest], fewest)
    return [chosen.get(number) for number in range(len(ranges))]


def _best(tree: Tree, annotations: Annotations, columns: list[Column], fewest: float) -> dict[int, Value]:
    """Return the words of the column with the highest mean score, of those that most records have, by record."""
    text, offsets = tree.whole_text, tree.offsets
    ranked = []
    for spans in columns:
        written = [" ".join(text[offsets[first] : offsets[stop]].split()) for _, (first, stop) in spans]
        if not places.may_score("\n".join(written)):
            continue
        texts = {number: cues.words(tree, annotations, *span) for number, span in spans}
        if not places.may_score("\n".join(texts.values())):
            continue
        names = {text: places.clean(text) for text in set(texts.values())}
        values = {number: Value(span[0], name, 0.6) for number, span in spans if (name := names[texts[number]])}
        if values and len(values) >= fewest:
            scores = {name: places.score(name) for name in names.values()}
            mean = sum(scores[value.text] for value in values.values()) / len(values)
            first = next(iter(values))
            ranked.append((-mean, first, values[first].row, values))
    best = min(ranked, key=lambda column: column[:3], default=None)  # of equals, the first to be seen
    return best[3] if best and -best[0] >= _ENOUGH else {}


def lines_of(tree: Tree, first: int, stop: int) -> list[tuple[Key, Span]]:
    """Return the rows of the first lines and cells of a record by their position; they are looked for once."""
    positions = _positions(tree)
    found = positions.lines.get((first, stop))
    if found is None:
        found = positions.lines[first, stop] = list(_cut(tree, first, stop, positions))
    return found


def _cut(tree: Tree, first: int, stop: int, positions: _Positions) -> Iterator[tuple[Key, Span]]:
    counts: dict[int, int] = {}
    known = {_root(tree, first): 0}
    rows, begins, parents = cues.written_rows(tree), cues.begin_rows(tree), tree.parents
    place = bisect_left(rows, first)
    for _ in range(_MOST_LINES):
        if place == len(rows) or rows[place] >= stop:
            break
        row = rows[place]
        end = cues.next_begin(begins, row, stop)
        holder = parents[row]
        key = known.get(holder)
        if key is None:
            key = positions.of(tree, holder, known)
        counts[key] = count = counts.get(key, 0) + 1
        yield (key, count), (row, end)
        place = bisect_left(rows, end, place)


def _root(tree: Tree, first: int) -> int:
    """Return the element from which the positions of a record count: a record may begin with a line, or with a cell."""
    root = tree.parents[first]
    return tree.parents[root] if root > 0 and tree.tags[root] == "tr" else root


class _Positions:
    """Numbers for the positions of elements in the records of a page: equal ones have equal numbers."""

    def __init__(self, tree: Tree) -> None:  # noqa: ARG002 - made once for every tree, filled when records are read
        self._numbers: dict[tuple[int, str, str], int] = {}
        self.lines: dict[Span, list[tuple[Key, Span]]] = {}

    def of(self, tree: Tree, row: int, known: dict[int, int]) -> int:
        """Return the number of an element: by the tags and first classes up to what is known, cells by their place."""
        above: list[int] = []
        while row >= 0 and row not in known and len(above) < _DEEPEST:
            above.append(row)
            row = tree.parents[row]
        number = known.get(row, 0)
        for each in reversed(above):
            tag = tree.tags[each]
            if tag in _NUMBERED:
                label = str(tree.number(each))
            else:  # the first line of a table, or every other one, often has a class of its own
                label = "" if tag == "tr" else "".join(tree.class_names[each].split(maxsplit=1)[:1])
            number = known[each] = self._numbers.setdefault((number, tag, label), len(self._numbers) + 1)
        return number


_positions = once_a_page(_Positions)
