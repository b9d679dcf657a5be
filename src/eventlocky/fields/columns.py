"""The positions of a list: lines that stand at the same place in each of its records.

Columns have roles. Whether "Jaarbeurs" is a place nobody can tell from the word; that two thirds of the
lines at its position look like places decides for the whole column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from eventlocky.annotate import Annotations
from eventlocky.fields import cues
from eventlocky.fields.cues import Value
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT
from eventlocky.text import places

_FEWEST_RECORDS = 3
_ENOUGH = 0.9
"""Mean score of a column that is taken for the place: two place words in every two lines are 2, one in two is 1."""

_COMMON = 0.5
"""Share of the records that must have a column: rarer ones are not a column of the list."""

_MOST_LINES = 40
"""Lines of a record that are looked at: the place stands near its top."""

_DEEPEST = 12
Key = tuple[str, ...]


def read(
    tree: Tree, annotations: Annotations, ranges: Sequence[tuple[int, int]], titles: Sequence[int | None]
) -> list[Value | None]:
    """Return, for each record of one list, the words in the column that is most like a place."""
    if len(ranges) < _FEWEST_RECORDS:
        return [None] * len(ranges)
    tables = [
        _lines(tree, annotations, first, stop, title) for (first, stop), title in zip(ranges, titles, strict=True)
    ]
    best = _best(tables)
    if best is None:
        return [None] * len(ranges)
    return [table.get(best) for table in tables]


def _best(tables: list[dict[Key, Value]]) -> Key | None:
    """Choose the column with the highest mean score, of those that most records have."""
    seen: Counter[Key] = Counter()
    points: dict[Key, float] = {}
    for table in tables:
        for key, value in table.items():
            seen[key] += 1
            points[key] = points.get(key, 0.0) + places.score(value.text)
    common = [key for key, count in seen.items() if count >= _COMMON * len(tables)]
    means = {key: points[key] / seen[key] for key in common}
    best = max(means, key=lambda key: means[key], default=None)
    return best if best is not None and means[best] >= _ENOUGH else None


def _lines(tree: Tree, annotations: Annotations, first: int, stop: int, title: int | None) -> dict[Key, Value]:
    """Return the lines and cells of a record by their position, but for its title."""
    found: dict[Key, Value] = {}
    counts: Counter[Key] = Counter()
    base = tree.parents[first]
    row = first
    for _ in range(_MOST_LINES):
        row = next((r for r in range(row, stop) if tree.tags[r] == TEXT and tree.texts[r].strip()), stop)
        if row >= stop:
            break
        end = cues.line_stop(tree, row, stop)
        key = _key(tree, row, base)
        counts[key] += 1
        if title is None or not title <= row < tree.ends[title] <= end:
            text = places.clean(cues.words(tree, annotations, row, end))
            if text:
                found[(*key, str(counts[key]))] = Value(row, text, 0.6)
        row = end
    return found


def _key(tree: Tree, row: int, base: int) -> Key:
    """Name the position of a row: the tags and first classes above it, up to the record's parent; cells by number."""
    steps = []
    for number, above in enumerate(tree.ancestors(row)):
        if above == base or number >= _DEEPEST:
            break
        tag = tree.tags[above]
        label = str(tree.ordinals[above]) if tag in {"td", "th", "dd"} else " ".join(tree.classes(above)[:1])
        steps.append(f"{tag}.{label}")
    return tuple(steps)
