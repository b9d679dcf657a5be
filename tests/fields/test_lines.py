"""The lines of a page, cut once for all readers of fields; its dates and the names of its elements."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.fields import finds, lines, names
from eventlocky.page import parse

PAGES = [
    "<ul><li><b>Jazz</b> night<li>Rock<br>8 pm</ul>after <i>all</i>",
    "<table><tr><td>1 May<td>Old&nbsp;Hall<tr><td>2 May<td>New Hall</table>end",
    "words<pre>first\nsecond\n\nthird</pre><p>last",
    "<div><div><p></p></div></div>",
    "",
]


@pytest.mark.parametrize("html", PAGES)
def test_lines_are_those_of_the_tree_from_any_row_to_any_other(html):
    tree = parse(html)
    for first in range(len(tree)):
        for stop in range(first + 1, len(tree) + 1):
            cut = [(line.first, line.stop, line.text) for line in lines.within(tree, first, stop)]
            assert cut == [(line.first, line.stop, line.text) for line in tree.lines(first, stop)]


def test_a_line_knows_its_words_and_whether_its_spaces_are_plain():
    tree = parse("<p>At the Town Hall<p>At&nbsp;the Hall<p>7 pm")
    plain, spaced, hour = lines.within(tree, tree.body, len(tree))
    assert plain.words == ["at", "the", "town", "hall"]
    assert [plain.is_plain, spaced.is_plain] == [True, False]
    assert [plain.is_telling, hour.is_telling] == [True, False]


@pytest.mark.parametrize("html", ["<p>HELD here<p>nothing<p>İ then held held", "<pre>HELD here\nnothing\nheld</pre>"])
def test_lines_with_a_part_of_a_word_are_found_in_the_text_of_the_page(html):
    tree = parse(html)
    shown = lines.within(tree, tree.body, len(tree))
    assert {0, 2} <= set(lines.having(tree, shown, ["held"]))


def test_finds_are_those_of_the_annotations_that_are_given():
    tree = parse("<p>1 May 2026, €5<p>Jazz at 8 pm")
    every, money = (annotate(tree, names, date(2026, 1, 1)) for names in (["date", "money"], ["money"]))
    assert {find.name for find in finds.within(tree, every, 0, len(tree))} == {"date", "money", "time"}
    assert [find.name for find in finds.within(tree, money, 0, len(tree))] == ["money"]


def test_elements_are_found_by_what_they_are_called():
    tree = parse("<p class=venue>a<p itemprop=venue>b<p class='venue big'>c<p data-th=venue>d")
    wanted = names.rows(tree, lambda name: "venue" in name, ("class", "itemprop"))
    assert [tree.text(row) for row in wanted] == ["a", "b", "c"]
