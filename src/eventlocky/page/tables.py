"""Tables laid out: which cell stands in which column of which row, spans obeyed."""

from __future__ import annotations

from itertools import islice

from eventlocky.page.elements import CELLS
from eventlocky.page.tree import Tree

_WIDEST = 60
"""No table of a page has more columns that matter: a hostile colspan stays harmless."""

_MOST_DIGITS = 4


def lay_out(tree: Tree, table: int) -> dict[int, dict[int, int]]:
    """Lay the cells of a table out, once: for each of its rows, the cell in each column, spans obeyed."""
    known = tree.layouts.get(table)
    if known is not None:
        return known
    lines: dict[int, dict[int, int]] = {}
    hanging: dict[int, tuple[int, int]] = {}
    row = table + 1
    while row < tree.ends[table]:
        tag = tree.tags[row]
        if tag == "table":
            row = tree.ends[row]
            continue
        if tag == "tr":
            lines[row] = _cells(tree, row, hanging)
            row = tree.ends[row]
            continue
        row += 1
    tree.layouts[table] = lines
    return lines


def cell_of(tree: Tree, row: int, highest: int | None = None) -> int:
    """Return the cell that a row stands in, at most so many elements above it, or the row itself."""
    above = (row, *islice(tree.ancestors(row), highest))
    return next((one for one in above if tree.tags[one] in CELLS), row)


def column_of(tree: Tree, table: int, cell: int) -> int:
    """Return the first column of a cell, or -1 where the table has no such cell."""
    columns = lay_out(tree, table).get(tree.parents[cell], {})
    return next((column for column, one in columns.items() if one == cell), -1)


def _cells(tree: Tree, line: int, hanging: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Give the cells of one table row their columns; `hanging` holds the cells that reach down from rows above."""
    cells: dict[int, int] = {}
    for column, (cell, left) in list(hanging.items()):
        cells[column] = cell
        if left > 1:
            hanging[column] = (cell, left - 1)
        else:
            del hanging[column]
    column = 0
    for cell in tree.children(line):
        if tree.tags[cell] not in CELLS:
            continue
        while column in cells:
            column += 1
        wide, high = 1, 1
        if cell in tree.spanning:
            wide, high = _span(tree, cell, "colspan"), _span(tree, cell, "rowspan")
        for _ in range(wide):
            if column < _WIDEST:
                cells[column] = cell
                if high > 1:
                    hanging[column] = (cell, high - 1)
            column += 1
    return cells


def _span(tree: Tree, cell: int, name: str) -> int:
    said = tree.attr(cell, name)
    if not said:
        return 1
    value = said.strip()
    return (
        min(int(value), _WIDEST)
        if value.isdecimal() and value.isascii() and len(value) < _MOST_DIGITS and int(value)
        else 1
    )
