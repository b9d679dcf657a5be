"""Longest frequent patterns: splitting along what recurs, and the three rules that undo too much of it."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.patterns import Patterns, frequent

REFERENCE = date(2026, 5, 1)


def find(html: str, kind: str = "deal") -> list[str]:
    tree = parse(html)
    records = Patterns().find(tree, annotate(tree, {"date", "money", "percent"}, REFERENCE), kinds.load(kind))
    return [tree.text(record.first, record.stop) for record in records]


# Patterns -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "places"),
    [
        ("", []),
        ("a b c", []),
        ("a a", [0, 1]),
        ("dt dd dt dd dt dd", [0, 2, 4]),
        ("h3 p p h3 p p h3 p p", [0, 3, 6]),
        ("x a b y a b z", [1, 4]),
        ("h3 p h3 p p h3 p", [0, 2, 5]),
    ],
)
def test_the_pattern_that_covers_most_is_taken(tags, places):
    assert frequent(tags.split()) == places


def test_the_paper_s_example():
    assert frequent(["div class", "div style", "hr", "div class", "div style"]) == [0, 3]


def test_runs_of_one_tag_do_not_overlap():
    assert frequent(["p"] * 7) == list(range(7))


# Splitting -----------------------------------------------------------------------------------------------


def test_cards_are_split_and_the_rest_of_the_page_is_not_theirs():
    card = "<div class=card><b>Green reading lamp {0}</b> <i>${0}.99</i></div>"
    html = "<p>Welcome to our shop</p><div>" + "".join(card.format(n) for n in (1, 2, 3)) + "</div><p>Imprint</p>"
    assert find(html) == [f"Green reading lamp {n} ${n}.99" for n in (1, 2, 3)]


def test_records_of_several_siblings_stay_together():
    html = "<dl>" + "".join(f"<dt>Reading lamp {n}<dd>only ${n}.99" for n in (1, 2, 3)) + "</dl>"
    assert find(html) == [f"Reading lamp {n} only ${n}.99" for n in (1, 2, 3)]


def test_attributes_tell_tags_apart():
    item = "<div class=name>Reading lamp {0}</div><div style=x>sale ${0}.99</div>"
    assert find("<div>" + "".join(item.format(n) for n in (1, 2, 3)) + "</div>") == [
        f"Reading lamp {n} sale ${n}.99" for n in (1, 2, 3)
    ]


def test_what_the_kind_needs_decides_which_blocks_are_split():
    html = "".join(f"<p>Evening concert, {day} May 2026</p>" for day in (1, 2)) + "<p>Nothing else</p>"
    assert find(html, "event") == ["Evening concert, 1 May 2026", "Evening concert, 2 May 2026"]
    assert find(html, "deal") == []


# The rules ------------------------------------------------------------------------------------------------


def test_rule_1_a_block_none_of_whose_pieces_is_a_deal_is_one():
    html = "<p>Pilot starter package with ground school</p><p>$595</p><p>55%</p>"
    assert find(html) == ["Pilot starter package with ground school $595 55%"]


def test_rule_2_a_block_with_one_deal_among_its_pieces_is_that_deal():
    html = "<p>Half an hour of flight for $200, now half off</p><p>Over 40 bought</p><p>Book today</p>"
    assert find(html) == ["Half an hour of flight for $200, now half off Over 40 bought Book today"]


def test_rule_3_a_deal_of_too_few_words_counts_as_none():
    html = "<div><p>Save $1</p><p>Entrance to the museum of shoes</p><p>only $9</p></div>"
    assert find(html) == ["Save $1 Entrance to the museum of shoes only $9"]


def test_the_rules_climb_as_long_as_they_hold():
    card = "<div><div><p>was $20</p><p>now $9</p></div><div><p>Reading lamp, model {0}</p></div></div>"
    assert find(card.format(1) + card.format(2)) == [f"was $20 now $9 Reading lamp, model {n}" for n in (1, 2)]


# Growth -------------------------------------------------------------------------------------------------

SHAPES = {
    "cards": "<div class=c><h3>Reading lamp</h3><p>was $20</p><p>now $9.99</p></div>",
    "siblings": "<h3>Reading lamp</h3><p>was $20</p><p>now $9.99</p>",
    "lines": "Reading lamp now $9.99<br>",
    "uneven": "<p>Reading lamp now $9.99</p><b>new</b><i>red</i><p>good</p><b>in stock</b>",
    "depth": "<div><p>Reading lamp now $9.99</p>",
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_ten_times_the_records_cost_about_ten_times_as_much(is_linear, shape):
    assert is_linear(Patterns(), lambda times: SHAPES[shape] * times, {"money"})
