"""What the head of a table's column says of the dates below it: `Filing deadline`, `Posted`, `Anmeldeschluss`.

A row of such a table holds several days and one event. What the head would say in front of each of its dates, had it
been written there, it says of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import islice

from eventlocky import dates
from eventlocky.dates import Mention, Role
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.page.tables import lay_out

_HIGHEST_CELL = 6
"""Elements from a date up to its cell: those of real tables stand right in it, or in a link or a `<time>`."""

_HEAD_LINES, _LONGEST_HEAD = 2, 60
_FEWEST_DAYS = 2
"""A head says something of so many dates; of one alone it is as likely the label of something else."""

_NO_EVENT = frozenset({Role.DEADLINE, Role.POSTED, Role.UPDATED, Role.OFF})


def read(tree: Tree, mentions: list[Mention], reference: date) -> list[Mention]:
    """Give the dates of columns whose heads say so the part of a deadline, or of a stamp."""
    if "table" not in tree.tags or "th" not in tree.tags:
        return mentions
    parts: dict[int, Role] = {}
    for head, column in _columns(tree, mentions).items():
        if len(column) >= _FEWEST_DAYS and (part := _part(tree.text(head), mentions[column[0]], reference)):
            parts |= dict.fromkeys(column, part)
    return [replace(one, role=parts[number]) if number in parts else one for number, one in enumerate(mentions)]


def _columns(tree: Tree, mentions: list[Mention]) -> dict[int, list[int]]:
    """Return the numbers of the days of every column, by the row of its head."""
    found: dict[int, list[int]] = {}
    for number, mention in enumerate(mentions):
        if mention.role is Role.START and mention.start.day is not None:
            row = tree.row_at(mention.first)
            cell = next((above for above in _above(tree, row) if tree.tags[above] in CELLS), None)
            if cell is not None and (head := _head(tree, cell)) is not None:
                found.setdefault(head, []).append(number)
    return found


def _above(tree: Tree, row: int) -> Iterator[int]:
    return islice(tree.ancestors(row), _HIGHEST_CELL)


def _head(tree: Tree, cell: int) -> int | None:
    """Return the `th` at the top of the column of a cell."""
    table = next((above for above in _above(tree, cell) if tree.tags[above] == "table"), None)
    if table is None or tree.tags[cell] == "th":
        return None
    lines = lay_out(tree, table)
    column = next((at for at, one in lines.get(tree.parents[cell], {}).items() if one == cell), None)
    heads = (cells.get(column, cell) for cells in islice(lines.values(), _HEAD_LINES) if column is not None)
    return next((head for head in heads if tree.tags[head] == "th"), None)


def _part(head: str, mention: Mention, reference: date) -> Role | None:
    """Return what a head says of a date, where that is nothing to go to."""
    if not head or len(head) > _LONGEST_HEAD:
        return None
    said = dates.find(f"{head}: {mention.text}", reference=reference)
    return said[-1].role if said and said[-1].role in _NO_EVENT and said[-1].start.day == mention.start.day else None
