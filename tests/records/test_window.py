"""The window of 2015: equal neighbours among all elements of a depth."""

from __future__ import annotations

from eventlocky import kinds
from eventlocky.annotate import Annotations
from eventlocky.page import parse
from eventlocky.records.locky import LockyPlain
from eventlocky.records.window import Window


def found(html: str, finder: type[Window | LockyPlain] = Window) -> list[str]:
    tree = parse(html)
    records = finder().find(tree, Annotations(()), kinds.load("event"))
    return [tree.text(record.first, record.stop) for record in records]


def test_a_term_and_its_two_descriptions_are_one_block_as_in_figure_3():
    html = "<dl>" + "".join(f"<dt>{day} May<dd>Talk {day}<dd>Hall" for day in (1, 2, 3)) + "</dl>"
    assert found(html) == [f"{day} May Talk {day} Hall" for day in (1, 2, 3)]


def test_cards_of_one_template_are_blocks_whatever_their_inline_elements():
    html = "<h1>Deals</h1><div><p>a <b>1</b></p></div><div><p>b</p></div><div><p><i>c</i></p></div>"
    assert found(html) == ["a 1", "b", "c"]


def test_an_element_alone_in_its_parent_matches_its_cousin():
    html = "<section><h2>1 May</h2><ul><li>a<li>b</ul></section><section><ol><li>c</ol></section>"
    assert found(html) == ["a", "b", "c"]
    assert found(html, LockyPlain) == ["a", "b"]


def test_a_block_is_of_one_parent():
    html = "<div><h2>x</h2><p>a</p></div><section><h2>y</h2><p>b</p><hr></section>"
    assert found(html) == ["x a", "y b"]
    assert found("<div><h2>x</h2><p>a</p></div><section><hr><h2>y</h2></section><ul><p>b</p><hr></ul>") == []


def test_two_lists_are_found():
    assert found("<ul><li>a<li>b</ul><h2>x</h2><ol><li>c<li>d</ol>") == ["a", "b", "c", "d"]


def test_of_nested_lists_the_outermost_repeat_is_kept():
    day = "<section><h2>{0} May</h2><ul><li>a<li>b</ul></section>"
    assert found(day.format(1) + day.format(2)) == ["1 May a b", "2 May a b"]


def test_what_repeats_nowhere_is_no_block():
    assert found("<h1>Feast</h1><p>1 May 2026</p>") == []


def test_blocks_stand_in_the_order_of_the_page_not_of_the_levels():
    assert found("<div><ul><li>a<li>b</ul></div><p>c</p><p>d</p>") == ["a", "b", "c", "d"]
