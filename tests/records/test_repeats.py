"""Repeated units: nodes of one depth with alike tag sequences, three at least."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.repeats import Repeats, _common, _Sequence
from eventlocky.types import Record


def records(html: str) -> tuple[list[str], list[Record]]:
    tree = parse(html)
    found = Repeats().find(tree, annotate(tree, {"date"}, date(2026, 5, 1)), kinds.load("event"))
    return [tree.text(record.first, record.stop) for record in found], found


def found(html: str) -> list[str]:
    return records(html)[0]


def test_rows_of_a_table_under_a_paragraph_are_units_as_in_figure_3_1():
    rows = "".join(f"<tr><td>{day} May 2026<td>Speaker <b>Hall</b><td>Talk {day}" for day in (4, 11, 18))
    html = f"<p>Talks are on Mondays at four.</p><table>{rows}</table>"
    assert found(html) == [f"{day} May 2026 Speaker Hall Talk {day}" for day in (4, 11, 18)]


def test_units_may_differ_in_some_tags():
    html = (
        "<ul><li><b>a</b> 1 May 2026<li><b>b</b> <i>new</i> 2 May 2026<li><b>c</b> <a>more</a> 3 May 2026"
        "<li><a></a><img><u></u><s></s> 4 May 2026</ul>"
    )
    assert found(html) == ["a 1 May 2026", "b new 2 May 2026", "c more 3 May 2026"]


def test_fewer_than_three_are_no_list():
    assert found("<ul><li>a 1 May 2026<li>b 2 May 2026</ul>") == []


def test_a_unit_that_is_like_two_groups_joins_them():
    one, other, between = "<b></b><b></b><b></b>", "<i></i><i></i><i></i>", "<b></b><b></b><i></i><i></i>"
    html = f"<ul><li>{one}1 May 2026<li>{other}2 May 2026<li>{between}3 May 2026</ul>"
    assert found(html) == ["1 May 2026", "2 May 2026", "3 May 2026"]


def test_units_are_grouped_by_depth_not_by_parent():
    html = "".join(f"<div><h2>{place}</h2><p>{place} 1 May 2026</p></div><hr>" for place in ("A", "B"))
    html += "<section><h1>x</h1><h2>y</h2><h3>z</h3><b></b><b></b><p>C 2 May 2026</p></section>"
    assert found(html)[-1] == "C 2 May 2026"


def test_of_nested_units_the_outermost_with_one_date_each_are_kept():
    card = "<li><div><p>Talk {0}</p><p>{0} May 2026</p></div>"
    html = "<ul>" + "".join(card.format(day) for day in (1, 2, 3, 4)) + "</ul>"
    assert found(f"<div>{html}</div>" * 3) == [f"Talk {day} {day} May 2026" for day in (1, 2, 3, 4)] * 3


def test_a_unit_with_many_dates_is_left_to_the_units_within():
    day = "<section>{}</section>"
    one = day.format("<div><p>a</p><p>1 May 2026</p></div>")
    many = day.format("".join(f"<div><p>b</p><p>{n} May 2026</p></div>" for n in (2, 3)))
    assert found(one * 3 + many) == ["a 1 May 2026"] * 3 + ["b 2 May 2026", "b 3 May 2026"]


def test_units_without_dates_follow_with_a_lower_score():
    html = "<nav><ul>" + "<li><a>x</a>" * 3 + "</ul></nav><ol>" + "<li><p></p>1 May 2026" * 3 + "</ol>"
    texts, units = records(html)
    assert texts == ["x"] * 3 + ["1 May 2026"] * 3
    assert [unit.score for unit in units] == [0.5] * 3 + [1.0] * 3


def test_a_page_of_words_and_dates_without_structure_has_no_units():
    assert found("1 May 2026<br>2 May 2026<br>3 May 2026<br>") == []


# The longest common subsequence --------------------------------------------------------------------


def plainly(one: str, other: str) -> int:
    """Fill in the usual table."""
    row = [0] * (len(other) + 1)
    for letter in one:
        above = row[:]
        for place, beside in enumerate(other, 1):
            row[place] = above[place - 1] + 1 if letter == beside else max(above[place], row[place - 1])
    return row[-1]


def sequence(letters: str) -> _Sequence:
    return _Sequence(list(letters), len(letters))


@settings(max_examples=300, deadline=None, database=None)
@given(st.text("abcd", max_size=90), st.text("abcd", max_size=90))
def test_the_longest_common_subsequence_is_that_of_the_usual_table(one, other):
    assert _common(sequence(one), sequence(other)) == plainly(one, other)


@pytest.mark.parametrize(
    ("one", "other", "are_alike"),
    [("ab", "ab", True), ("abcd", "ab", True), ("abcde", "ab", False), ("ab", "cd", False), ("abcd", "dcba", False)],
)
def test_two_are_alike_from_0_45_of_the_longer_on(one, other, are_alike):
    assert sequence(one).is_like(sequence(other)) == are_alike
    assert sequence(other).is_like(sequence(one)) == are_alike
