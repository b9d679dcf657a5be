"""What the head of a table's column says of the dates below it: `Filing deadline`, `Posted`, `Anmeldeschluss`.

A row of such a table holds several days and one event. What the head would say in front of each of its dates, had it
been written there, it says of all of them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import islice

from eventlocky import dates
from eventlocky.dates import Mention, Role
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.page.tables import cell_of, column_of, lay_out

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
    for columns in _tables(tree, mentions).values():
        said: dict[int, Role] = {}
        for head, column in columns.items():
            if len(column) >= _FEWEST_DAYS and (part := _part(tree.text(head), mentions[column[0]], reference)):
                said |= dict.fromkeys(column, part)
        if len(said) == sum(map(len, columns.values())):  # `Camp | Registration`: when it is on, if not then?
            said = {number: part for number, part in said.items() if part is not Role.DEADLINE}
        parts |= said
    return [replace(one, role=parts[number]) if number in parts else one for number, one in enumerate(mentions)]


def _tables(tree: Tree, mentions: list[Mention]) -> dict[int, dict[int, list[int]]]:
    """Return the numbers of the days of every table by the head of their column; the table itself stands for none."""
    found: dict[int, dict[int, list[int]]] = {}
    heads: dict[int, dict[int, int]] = {}
    for number, mention in enumerate(mentions):
        if mention.role is Role.START and mention.start.day is not None:
            cell = cell_of(tree, tree.row_at(mention.first), _HIGHEST_CELL)
            table = _table(tree, cell) if tree.tags[cell] in CELLS else None
            if table is None:
                continue
            if table not in heads:
                heads[table] = _heads(tree, table)
            column = column_of(tree, table, cell) if tree.tags[cell] != "th" else -1  # a head itself has none
            head = heads[table].get(column, table)
            found.setdefault(table, {}).setdefault(head if head < cell else table, []).append(number)
    return found


def _table(tree: Tree, cell: int) -> int | None:
    return next((above for above in islice(tree.ancestors(cell), _HIGHEST_CELL) if tree.tags[above] == "table"), None)


def _heads(tree: Tree, table: int) -> dict[int, int]:
    """Return the lowest `th` at the top of each column; a title over all columns is the head of none."""
    lines = list(lay_out(tree, table).values())
    parted = [cells for cells in lines if len(set(cells.values())) > 1] or lines
    heads: dict[int, int] = {}
    for cells in parted[:_HEAD_LINES]:
        heads |= {column: cell for column, cell in cells.items() if tree.tags[cell] == "th"}
    return heads


def _part(head: str, mention: Mention, reference: date) -> Role | None:
    """Return what a head says of a date, where that is nothing to go to."""
    if not head or len(head) > _LONGEST_HEAD:
        return None
    said = dates.find(f"{head}: {mention.text}", reference=reference)
    return said[-1].role if said and said[-1].role in _NO_EVENT and said[-1].start.day == mention.start.day else None
