"""Tables laid out: which cell stands in which column of which row, spans obeyed."""

from __future__ import annotations

from eventlocky.page import parse
from eventlocky.page.tables import lay_out


def test_cells_that_span_stand_in_every_column_and_row_that_they_reach():
    tree = parse("<table><tr><td rowspan=2>A<td colspan=2>B<td>C<tr><td>D<td>E<td>F</table>")
    laid = lay_out(tree, tree.tags.index("table"))
    said = [[tree.text(cells[column]) for column in sorted(cells)] for cells in laid.values()]
    assert said == [["A", "B", "B", "C"], ["A", "D", "E", "F"]]


def test_a_table_is_laid_out_once():
    tree = parse("<table><tr><td>A<td>B</table>")
    table = tree.tags.index("table")
    assert lay_out(tree, table) is lay_out(tree, table)
