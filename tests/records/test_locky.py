"""Partial tree matching: windows that equal their neighbours, and what backtracking adds."""

from __future__ import annotations

from eventlocky import kinds
from eventlocky.annotate import Annotations
from eventlocky.page import parse
from eventlocky.records.base import Finder
from eventlocky.records.locky import Locky, LockyPlain


def texts(finder: Finder, html: str) -> list[str]:
    tree = parse(html)
    records = finder.find(tree, Annotations(()), kinds.load("event"))
    return [tree.text(record.first, record.stop) for record in records]


def matched(html: str) -> list[str]:
    return texts(LockyPlain(), html)


def found(html: str) -> list[str]:
    return texts(Locky(), html)


FIGURE_4 = """
<div><table><tr><td>1 a<td>1 b<tr><td>2 a<td>2 b<tr><td>3 a<td>3 b</table></div>
<div><h2>Hours</h2><dl><dt>4<dd><p>x</p><dt>5<dd><p>y</p><dt>6<dd><p>z</p></dl></div>
"""

FIGURE_5 = """
<main>
  <div><img src=x><h2>Discussion group</h2><p>3 May</p><div>All day</div></div>
  <ul><li><h3>Talk</h3><p>4 May</p><li><h3>Walk</h3><p>5 May</p><li><h3>Feast</h3><p>6 May</p></ul>
</main>
"""


def test_rows_of_a_table_and_pairs_of_a_list_are_records_as_in_figure_4():
    assert matched(FIGURE_4) == ["1 a 1 b", "2 a 2 b", "3 a 3 b", "4 x", "5 y", "6 z"]


def test_a_record_drawn_apart_from_its_list_is_found_by_backtracking_alone_as_in_figure_5():
    events = ["Talk 4 May", "Walk 5 May", "Feast 6 May"]
    assert matched(FIGURE_5) == events
    assert found(FIGURE_5) == ["Discussion group 3 May All day", *events]


def test_backtracking_takes_what_hangs_on_any_element_above_a_record():
    html = "<header><h1>Town hall</h1></header><main><ul><li>a<li>b</ul></main><footer><p>Imprint</p></footer>"
    assert matched(html) == ["a", "b"]
    assert found(html) == ["Town hall", "a", "b", "Imprint"]


def test_backtracking_needs_a_record_to_start_from():
    assert found("<h1>Feast</h1><p>1 May 2026</p>") == []


def test_two_alike_are_enough():
    assert matched("<h1>x</h1><p>a</p><p>b</p>") == ["a", "b"]


def test_inline_elements_make_no_difference():
    assert matched("<h1>x</h1><p>a <b>b</b> <i>c</i></p><p>d<br>e</p>") == ["a b c", "d e"]


def test_a_block_more_makes_a_difference():
    html = "<ul><li><p>a</p><li><p>b</p><p>c</p></ul>"
    assert matched(html) == ["b", "c"]
    assert found(html) == ["a", "b", "c"]


def test_a_record_may_be_several_siblings():
    events = "".join(f"<h3>Talk {day}</h3><p>{day} May</p><p>Hall</p><hr>" for day in (1, 2, 3))
    assert matched(f"<h1>Talks</h1>{events}") == [f"Talk {day} {day} May Hall" for day in (1, 2, 3)]


def test_a_window_is_as_wide_as_half_of_the_siblings():
    half = "<h3>a</h3><p>b</p><ul></ul><div>c</div><hr>"
    assert matched(half * 2) == ["a b c", "a b c"]


def test_the_smallest_window_wins():
    assert matched("<h3>a</h3><p>b</p><p>c</p><h3>d</h3><p>e</p><p>f</p>") == ["a b c", "d e f"]
    assert matched("<h1>x</h1><p>b</p><p>c</p><h3>d</h3><p>b</p><p>c</p><h3>d</h3>") == ["b", "c", "b", "c"]


def test_two_lists_are_two_groups():
    tree = parse("<div><ul><li>a<li>b</ul><h2>x</h2><ol><li>c<li>d<li>e</ol></div>")
    records = Locky().find(tree, Annotations(()), kinds.load("event"))
    groups = [tree.tags[record.group] for record in records]
    assert groups == ["ul", "ul", "div", "ol", "ol", "ol"]


def test_of_nested_lists_the_outermost_repeat_is_kept():
    day = "<section><h2>{0} May</h2><ul><li>a<li>b</ul></section>"
    assert matched(day.format(1) + day.format(2)) == ["1 May a b", "2 May a b"]


def test_of_unlike_sections_the_lists_within_are_kept():
    html = "<section><h2>1 May</h2><ul><li>a<li>b</ul></section><section><h2>2 May</h2><ul><li>c</ul></section>"
    assert matched(html) == ["a", "b"]
    assert found(html) == ["1 May", "a", "b", "2 May c"]


def test_windows_do_not_cross_parents():
    assert matched("<div><h2>x</h2><p>a</p></div><section><p>b</p><h2>y</h2></section>") == []
