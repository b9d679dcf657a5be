"""The positions of a list: lines that stand at the same place in each of its records.

Columns have roles. Whether "Jaarbeurs" is a place nobody can tell from the word; that two thirds of the
lines at its position look like places decides for the whole column.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from eventlocky.annotate import Annotations
from eventlocky.fields import cues
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
Key = tuple[str, ...]
Span = tuple[int, int]


def read(
    tree: Tree, annotations: Annotations, ranges: Sequence[Span], titles: Sequence[int | None]
) -> list[Value | None]:
    """Return, for each record of one list, the words in the column that is most like a place."""
    if len(ranges) < _FEWEST_RECORDS:
        return [None] * len(ranges)
    tables = [_lines(tree, *span, title) for span, title in zip(ranges, titles, strict=True)]
    chosen = _best(tree, annotations, tables)
    return [chosen.get(number) for number in range(len(ranges))]


def _best(tree: Tree, annotations: Annotations, tables: list[dict[Key, Span]]) -> dict[int, Value]:
    """Return the words of the column with the highest mean score, of those that most records have, by record."""
    columns: dict[Key, list[tuple[int, Span]]] = {}
    for number, table in enumerate(tables):
        for key, span in table.items():
            columns.setdefault(key, []).append((number, span))
    fewest = _COMMON * len(tables)
    ranked = []
    for spans in columns.values():
        if len(spans) < fewest:
            continue
        texts = {number: cues.words(tree, annotations, *span) for number, span in spans}
        names = {text: places.clean(text) for text in set(texts.values())}
        values = {number: Value(span[0], name, 0.6) for number, span in spans if (name := names[texts[number]])}
        if values and len(values) >= fewest:
            scores = {name: places.score(name) for name in names.values()}
            mean = sum(scores[value.text] for value in values.values()) / len(values)
            first = next(iter(values))
            ranked.append((-mean, first, values[first].row, values))
    best = min(ranked, key=lambda column: column[:3], default=None)  # of equals, the first to be seen
    return best[3] if best and -best[0] >= _ENOUGH else {}


def _lines(tree: Tree, first: int, stop: int, title: int | None) -> dict[Key, Span]:
    """Return the rows of the lines and cells of a record by their position, but for its title."""
    found: dict[Key, Span] = {}
    counts: dict[Key, int] = {}
    keys: dict[int, Key] = {}
    steps: dict[int, str] = {}
    base = tree.parents[first]
    rows = cues.written_rows(tree)
    place = bisect_left(rows, first)
    for _ in range(_MOST_LINES):
        if place == len(rows) or rows[place] >= stop:
            break
        row = rows[place]
        end = cues.line_stop(tree, row, stop)
        holder = tree.parents[row]
        key = keys.get(holder)
        if key is None:
            key = keys[holder] = _key(tree, holder, base, steps)
        counts[key] = count = counts.get(key, 0) + 1
        if title is None or not title <= row < tree.ends[title] <= end:
            found[*key, str(count)] = (row, end)
        place = bisect_left(rows, end, place)
    return found


def _key(tree: Tree, row: int, base: int, steps: dict[int, str]) -> Key:
    """Name the position of an element: the tags and first classes from it up to the record's parent; cells by number.

    `steps` holds the part of each element that is known.
    """
    key: list[str] = []
    while row not in (base, -1) and len(key) < _DEEPEST:
        step = steps.get(row)
        if step is None:
            tag = tree.tags[row]
            label = str(tree.ordinals[row]) if tag in _NUMBERED else "".join(tree.classes(row)[:1])
            step = steps[row] = f"{tag}.{label}"
        key.append(step)
        row = tree.parents[row]
    return tuple(key)
