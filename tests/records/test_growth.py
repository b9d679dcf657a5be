"""Every finder grows with the page and not with its square, on kind pages and on unkind ones."""

from __future__ import annotations

import gc
from datetime import date
from time import process_time

import pytest

from eventlocky import kinds, records
from eventlocky.annotate import annotate
from eventlocky.page import parse

KIND = kinds.load("event")

LINEAR = 18
"""What ten times the records may cost: 10, and room for n log n and a full cache (up to 12.6 alone, once over 14 in a
long run); what grows with the square root of the page beside costs 31."""

QUADRATIC = 100
"""What ten times the size would cost if the cost were quadratic."""


def cards(count: int) -> str:
    card = "<li><h3><a href=/{0}>Show {0}</a></h3><p>{1} May 2026</p><p>Hall<br>Town</p>"
    return "<ul>" + "".join(card.format(number, number % 28 + 1) for number in range(count)) + "</ul>"


def pairs(count: int) -> str:
    return "<dl>" + "".join(f"<dt>{number % 28 + 1} May 2026<dd>Show" for number in range(count)) + "</dl>"


def unlike(count: int) -> str:
    """Make cards of which no two neighbours are alike."""
    parts = ("p", "h4", "div", "ul", "hr")
    card = "".join
    return card(
        f"<div>{card(f'<{part}></{part}>' for place, part in enumerate(parts) if number >> place & 1)}"
        f"{number % 28 + 1} May 2026{'<p></p>' * (number % 7)}</div>"
        for number in range(count)
    )


def repeatless(count: int) -> str:
    """Make siblings of three tags in which no stretch is followed by its equal, by Thue's substitution."""
    letters = "a"
    while len(letters) < count:
        letters = letters.translate({97: "abc", 98: "ac", 99: "b"})
    tags = {"a": "<p>1 May 2026</p>", "b": "<hr>", "c": "<div>x</div>"}
    return "".join(tags[letter] for letter in letters[:count])


def all_but_one(count: int) -> str:
    """Make two halves of one shape that are each of equal siblings but for the last."""
    return ("<p>1 May 2026</p>" * (count // 2) + "<hr>") * 2


def strangers(count: int) -> str:
    """Make cards that have no tag in common but their own."""
    inner = "<a{0}></a{0}><b{0}></b{0}><c{0}></c{0}><d{0}></d{0}>"
    return "".join(f"<div>{inner.format(number)}1 May 2026</div>" for number in range(count))


def nested(count: int) -> str:
    return ("<div><p>1 May 2026</p>" * 400 + "</div>" * 400) * (count // 400)


def cost(name: str, html: str) -> float:
    """Return the processor time of a finder alone, the best of some runs."""
    tree = parse(html)
    annotations = annotate(tree, {"date"}, date(2026, 5, 1))
    finder = records.get(name)
    _ = tree.shapes, tree.marks

    def once() -> float:
        begin = process_time()
        finder.find(tree, annotations, KIND)
        return process_time() - begin

    gc.collect()
    gc.disable()  # its full collections grow with what other tests left behind, not with this page
    try:
        return min(once() for _ in range(7))
    finally:
        gc.enable()


def is_below(times: float, name: str, small: str, large: str) -> bool:
    """Tell whether the large page costs less than so many small ones: a busy moment of the machine is given a retry."""
    return any(cost(name, large) < times * cost(name, small) for _ in range(3))


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("make", [cards, pairs], ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", sorted(records.FINDERS))
def test_ten_times_the_records_cost_about_ten_times_as_much(name, make):
    assert is_below(LINEAR, name, make(500), make(5_000))


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("make", [unlike, repeatless, all_but_one, strangers, nested], ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", sorted(records.FINDERS))
def test_ten_times_an_unkind_page_is_far_from_quadratic(name, make):
    assert is_below(QUADRATIC / 3, name, make(800), make(8_000))
