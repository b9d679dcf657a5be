"""MDR: generalised nodes whose tag strings are near, and the records in them."""

from __future__ import annotations

import random
from datetime import date

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.mdr import Mdr, distance

REFERENCE = date(2026, 5, 1)


def find(html: str) -> list[str]:
    tree = parse(html)
    records = Mdr().find(tree, annotate(tree, {"date"}, REFERENCE), kinds.load("event"))
    return [tree.text(record.first, record.stop) for record in records]


# Edit distance --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "", 3),
        ("abc", "abc", 0),
        ("abc", "axc", 1),
        ("abc", "bc", 1),
        ("kitten", "sitting", 3),
        ("aaaa", "bbbb", 4),
        ("ab" * 60, "ba" * 60, 2),
    ],
)
def test_the_distance_counts_insertions_deletions_and_changes(one, other, steps):
    assert distance(list(one), list(other)) == steps


def test_the_distance_is_that_of_the_textbook_s_table():
    def slow(one: str, other: str) -> int:
        line = list(range(len(other) + 1))
        for row, letter in enumerate(one, 1):
            above, line = line, [row]
            for place, against in enumerate(other, 1):
                line.append(min(above[place] + 1, line[-1] + 1, above[place - 1] + (letter != against)))
        return line[-1]

    dice = random.Random(7)
    for _ in range(300):
        one, other = ("".join(dice.choices("abc", k=dice.randrange(80))) for _ in range(2))
        assert distance(one, other) == slow(one, other)


# Regions --------------------------------------------------------------------------------------------------


def test_siblings_that_are_alike_are_records():
    assert find("<ul><li><b>A</b><li><b>B</b><li><b>C</b></ul>") == ["A", "B", "C"]


def test_nearly_alike_is_alike():
    html = "<div><p><b>A</b> <i>x</i> <a>y</a></p><p><b>B</b> <i>x</i> <a>y</a> <u>z</u></p></div>"
    assert find(html) == ["A x y", "B x y z"]


def test_quite_different_siblings_are_none():
    assert find("<div><p><b>A</b></p><ul><li><a>y</a><li><a>z</a><li><i>w</i></ul></div>") == ["y", "z"]


def test_a_record_may_be_several_siblings():
    html = "<div>" + "".join(f"<h3>{name}</h3><p><i>x</i> <b>y</b></p>" for name in "ABC") + "</div>"
    assert find(html) == ["A x y", "B x y", "C x y"]


def test_other_siblings_before_and_after_are_left_out():
    cards = "".join(f"<section><h3>{name}</h3><p>x</p></section>" for name in "ABC")
    assert find(f"<main><h1>All</h1>{cards}<footer>End</footer></main>") == ["A x", "B x", "C x"]


def test_two_regions_may_follow_one_another():
    html = "<div><p><b>A</b><p><b>B</b></p><hr><ul><li>x<li>y</ul><ul><li>u<li>v</ul></div>"
    assert find(html)[:2] == ["A", "B"]
    assert len(find(html)) == 4


def test_rows_of_records_give_the_records_in_them():
    row = "<div><div><b>{}</b> <i>x</i></div><div><b>{}</b> <i>x</i></div></div>"
    assert find(f"<main>{row.format('A', 'B')}{row.format('C', 'D')}</main>") == ["A x", "B x", "C x", "D x"]


def test_the_rows_of_a_table_are_not_taken_apart():
    row = "<tr><td><b>{}</b></td><td><i>x</i></td></tr>"
    assert find(f"<table>{row.format('A')}{row.format('B')}</table>") == ["A x", "B x"]


def test_records_without_words_are_none():
    assert find("<div><p><img></p><p><img></p><p><img>A</p></div>") == ["A"]


def test_dates_do_not_matter():
    assert find("<ul><li>1 May 2026<li>Home</ul>") == ["1 May 2026", "Home"]


# Growth ---------------------------------------------------------------------------------------------------


def uneven(times: int) -> str:
    """Make siblings of ever other shapes: nothing is equal, much has to be compared."""
    dice = random.Random(3)
    tags = ["p", "div", "span", "b", "i", "em", "ul"]
    return "".join(
        f"<div>{''.join(f'<{tag}>x</{tag}>' for tag in dice.choices(tags, k=dice.randint(1, 12)))}</div>"
        for _ in range(times)
    )


SHAPES = {
    "cards": lambda times: "<div><h3>Show</h3><p>1 May</p></div>" * times,
    "siblings": lambda times: "<h3>Show</h3><p><b>1</b> May</p><p>x</p>" * times,
    "depth": lambda times: "<div><p><b>x</b></p>" * times,
    "uneven": uneven,
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_ten_times_the_records_cost_about_ten_times_as_much(is_linear, shape):
    assert is_linear(Mdr(), SHAPES[shape])
