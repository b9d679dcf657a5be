"""The lines of a page, cut once for all readers of fields; its dates and the names of its elements."""

from __future__ import annotations

import re
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
def test_lines_are_found_by_the_words_that_a_reader_listens_to(html):
    tree = parse(html)
    shown = lines.within(tree, tree.body, len(tree))
    for vocabulary in (lines.Vocabulary(["held"]), lines.Vocabulary(begun=["held"])):
        assert lines.telling(tree, tree.body, len(tree), vocabulary) == [shown[0], shown[2]]
    assert lines.telling(tree, tree.body, len(tree), lines.Vocabulary(["told"], ["told"])) == []


def test_a_word_that_begins_where_a_record_does_is_heard():
    tree = parse("<p><b>3</b><i>Cancelled</i>")
    assert lines.telling(tree, tree.select("i")[0], len(tree), lines.Vocabulary(["cancelled"])) != []


def test_lines_of_a_script_without_spaces_are_looked_at_where_the_page_has_the_word():
    tree = parse("<p>本日は中止です<p>明日<p>mañana")
    first, second, _ = lines.within(tree, tree.body, len(tree))
    assert lines.telling(tree, tree.body, len(tree), lines.Vocabulary(eastern="中止")) == [first, second]
    assert lines.telling(tree, tree.body, len(tree), lines.Vocabulary(eastern="延期")) == []


def test_lines_that_hold_a_part_of_a_word_are_found_wherever_it_stands():
    tree = parse("<p>3Department of Parks<p>nothing<p>the Department")
    pattern = re.compile("Department")
    held = lines.holding(tree, tree.body, len(tree), pattern)
    assert [line.text for line in held] == ["3Department of Parks", "the Department"]
    assert lines.holding(tree, held[0].stop, held[1].first, pattern) == []


def test_finds_are_those_of_the_annotations_that_are_given():
    tree = parse("<p>1 May 2026, €5<p>Jazz at 8 pm")
    every, money = (annotate(tree, names, date(2026, 1, 1)) for names in (["date", "money"], ["money"]))
    assert {find.name for find in finds.within(tree, every, 0, len(tree))} == {"date", "money", "time"}
    assert [find.name for find in finds.within(tree, money, 0, len(tree))] == ["money"]


def test_elements_are_found_by_what_they_are_called():
    tree = parse("<p class=venue>a<p itemprop=venue>b<p class='venue big'>c<p data-th=venue>d")
    wanted = names.rows(tree, lambda name: "venue" in name, ("class", "itemprop"))
    assert [tree.text(row) for row in wanted] == ["a", "b", "c"]
    wanted = names.rows(tree, lambda name: "venue" in name, said=frozenset({"venue"}))
    assert [tree.text(row) for row in wanted] == ["a", "b", "c", "d"]
    assert names.rows(tree, lambda _: True, said=frozenset({"room"})) == []
