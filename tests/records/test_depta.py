"""DEPTA: generalised nodes whose trees match, and records laid over a growing seed."""

from __future__ import annotations

import random
from datetime import date

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.depta import Depta, Matching
from eventlocky.records.regions import Forms

REFERENCE = date(2026, 5, 1)


def find(html: str) -> list[tuple[str, float]]:
    tree = parse(html)
    records = Depta().find(tree, annotate(tree, {"date"}, REFERENCE), kinds.load("event"))
    return [(tree.text(record.first, record.stop), record.score) for record in records]


def words(html: str) -> list[str]:
    return [text for text, _ in find(html)]


@pytest.fixture
def matching() -> Matching:
    return Matching(Forms(), 10_000)


def plant(matching: Matching, text: str) -> int:
    """Read a tree such as `a(b c(d))`."""
    stack: list[list[int]] = [[]]
    tags: list[str] = []
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append([])
        elif token == ")":
            children = stack.pop()
            stack[-1][-1] = matching.forms.number(matching.forms.tags[stack[-1][-1]], children)
        else:
            tags.append(token)
            stack[-1].append(matching.forms.number(token, ()))
    return stack[0][0]


def draw(matching: Matching, form: int) -> str:
    children = " ".join(draw(matching, child) for child in matching.forms.children[form])
    return matching.forms.tags[form] + (f"({children})" if children else "")


# Matching -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "nodes"),
    [
        ("a", "a", 1),
        ("a", "b", 0),
        ("a(b c)", "a(b c)", 3),
        ("a(b c d)", "a(b d)", 3),
        ("a(b c)", "a(c b)", 2),
        ("p(a b(d e))", "p(b(d f) c)", 3),
        ("r(b(c))", "r(c)", 1),
    ],
)
def test_nodes_are_paired_from_the_root_down_without_crossing(matching, one, other, nodes):
    trees = plant(matching, one), plant(matching, other)
    assert matching.match(*trees) == matching.match(*trees[::-1]) == nodes


def test_when_the_steps_are_spent_only_equal_trees_match():
    matching = Matching(Forms(), 0)
    one, other = plant(matching, "a(b c d)"), plant(matching, "a(b c)")
    assert matching.alike([one], [one])
    assert not matching.alike([one], [other])


# Alignment ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "tree", "grown"),
    [
        ("p(a b e)", "p(b c d e)", "p(a b c d e)"),
        ("p(a b e)", "p(a x e)", "p(a b e)"),
        ("p(a b)", "p(z a b)", "p(z a b)"),
        ("p(a b)", "p(a b z)", "p(a b z)"),
        ("p(a(b) c)", "p(a(b x) c)", "p(a(b x) c)"),
    ],
)
def test_a_seed_takes_in_what_has_one_possible_place(matching, seed, tree, grown):
    assert draw(matching, matching.grow(plant(matching, seed), plant(matching, tree))) == grown


def test_the_share_of_a_record_says_how_well_it_lies_in_line(matching):
    trees = [plant(matching, text) for text in ("p(a b c d)", "p(a b)", "p(x y z)")]
    assert matching.align(trees) == [1.0, 1.0, 0.25]


def test_what_was_added_to_the_seed_is_there_for_the_records_after_it(matching):
    trees = [plant(matching, text) for text in ("p(a b e f)", "p(b c d e)", "p(c d)")]
    assert matching.align(trees)[2] == 1.0


# Regions --------------------------------------------------------------------------------------------------


def test_siblings_that_match_are_records():
    assert find("<ul><li><b>A</b><li><b>B</b><li><b>C</b></ul>") == [("A", 1.0), ("B", 1.0), ("C", 1.0)]


def test_the_same_tags_in_another_tree_do_not_match():
    html = "<div><p><b>A</b><i>x</i><u>y</u></p><p><b>B<i>x<u>y</u></i></b></p></div>"
    assert words(html) == []


def test_a_record_may_be_several_siblings():
    html = "<div>" + "".join(f"<h3>{name}</h3><p><i>x</i> <b>y</b></p>" for name in "ABC") + "</div>"
    assert words(html) == ["A x y", "B x y", "C x y"]


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
    assert is_linear(Depta(), SHAPES[shape])
