"""The words of a record that no other field says: without its title, and the lines of its date and price."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from eventlocky.annotate import Annotation, Annotations
from eventlocky.fields import finds, lines
from eventlocky.fields.base import Found
from eventlocky.fields.lines import Line
from eventlocky.page import Tree
from eventlocky.types import Record

LONGEST = 2_000
_REST = 12
"""Letters that may be left of a line beside its date or price: "Doors", "Uhr", "from"."""


def read(tree: Tree, record: Record, annotations: Annotations, taken: Iterable[str] = ()) -> Found[str] | None:
    """Return the description of a record, at most `LONGEST` letters; `taken` are the words of other fields."""
    known = {" ".join(words.split()).casefold() for words in taken if words}
    longest = max(map(len, known), default=0)  # a text has never fewer letters where case is folded
    kept: list[str] = []
    first = record.first
    length = 0
    shown = lines.within(tree, record.first, record.stop)
    found = finds.within(tree, annotations, record.first, record.stop)
    rows = [each.row for each in found]
    for line in shown:
        if (len(line.text) <= longest and line.text.casefold() in known) or (
            found and _is_field(tree, line, found, rows)
        ):
            continue
        if not kept:
            first = line.first
        kept.append(line.text)
        length += len(line.text) + 1
        if length > LONGEST:
            break
    text = "\n".join(kept)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rsplit(maxsplit=1)[0] + "…"
    return Found(text, first, 0.5) if text else None


def _is_field(tree: Tree, line: Line, found: list[Annotation], rows: list[int]) -> bool:
    """Tell whether a line is little more than a date, a time or a price; `rows` are those of what was found."""
    begin = bisect_left(rows, line.first)
    stop = bisect_left(rows, line.stop, begin)
    if begin == stop:
        return False
    end = tree.offsets[line.stop]
    inside = sum([min(each.stop, end) - each.first for each in found[begin:stop]])
    return len(line.text) - inside <= _REST
