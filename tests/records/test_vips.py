"""VIPS: blocks that are drawn alike, one below or beside the other."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import pytest

from eventlocky import extract, kinds
from eventlocky.annotate import annotate
from eventlocky.errors import NotRenderedError
from eventlocky.page import parse
from eventlocky.records.vips import Vips
from eventlocky.settings import Settings
from eventlocky.types import Record

TODAY = date(2026, 5, 1)
PLAIN = (16, 400)


def box(x: int, y: int, width: int, height: int, words: str, letters: tuple[int, int] = PLAIN) -> str:
    """Write an element with its box; all are of one tag, for tags mean nothing here."""
    return f'<div data-box="{x} {y} {width} {height} {letters[0]} {letters[1]}">{words}</div>'


def card(x: int, y: int, name: str, day: int, width: int = 200, height: int = 60) -> str:
    """Write a card: a title in large letters, and a date below it."""
    inner = box(x + 10, y + 10, width - 20, 28, f"{name} Band", (24, 700)) + box(
        x + 10, y + 40, width - 20, 19, f"{day} May 2026"
    )
    return box(x, y, width, height, inner)


def found(html: str) -> list[Record]:
    tree = parse(html)
    return Vips().find(tree, annotate(tree, {"date"}, TODAY), kinds.load("event"))


def find(html: str) -> list[str]:
    tree = parse(html)
    return [tree.text(record.first, record.stop) for record in found(html)]


def names(texts: Iterable[str]) -> list[str]:
    return [text.split(maxsplit=1)[0] for text in texts]


# Lists ----------------------------------------------------------------------------------------------------


def test_blocks_below_one_another_are_a_list():
    html = box(0, 0, 900, 300, "".join(card(0, 70 * place, name, place + 1, 900) for place, name in enumerate("ABC")))
    assert find(html) == ["A Band 1 May 2026", "B Band 2 May 2026", "C Band 3 May 2026"]
    assert len({record.group for record in found(html)}) == 1


def test_the_cards_of_a_grid_are_one_list():
    places = [(x, y) for y in (0, 80) for x in (0, 220, 440)]
    cards = "".join(card(x, y, name, day) for day, (name, (x, y)) in enumerate(zip("ABCDEF", places, strict=True), 1))
    assert names(find(box(0, 0, 640, 140, cards))) == list("ABCDEF")
    assert len({record.group for record in found(box(0, 0, 640, 140, cards))}) == 1


def test_a_grid_may_have_its_rows_in_boxes_of_their_own():
    lines = [
        box(0, y, 900, 60, "".join(card(x, y, name, 1) for name, x in zip(row, (0, 220, 440), strict=True)))
        for row, y in (("ABC", 0), ("DEF", 80))
    ]
    assert names(find(box(0, 0, 900, 140, "".join(lines)))) == list("ABCDEF")


def test_two_lists_side_by_side_are_two():
    left = box(0, 0, 300, 300, "".join(card(20, 70 * place, name, 1) for place, name in enumerate("ABC")))
    right = box(400, 0, 300, 300, "".join(card(420, 70 * place, name, 2) for place, name in enumerate("UVW")))
    records = found(box(0, 0, 700, 300, left + right))
    assert names(find(box(0, 0, 700, 300, left + right))) == list("ABCUVW")
    groups = [record.group for record in records]
    assert groups == [groups[0]] * 3 + [groups[3]] * 3
    assert groups[0] != groups[3]


def test_blocks_of_other_widths_or_letters_or_far_away_are_not_of_the_list():
    cards = card(0, 0, "A", 1) + card(0, 70, "B", 2)
    assert names(find(box(0, 0, 900, 900, cards + card(0, 140, "Wide", 3, width=400)))) == ["A", "B"]
    assert names(find(box(0, 0, 900, 900, cards + box(0, 140, 200, 60, "Small print of 3 May 2026")))) == ["A", "B"]
    assert names(find(box(0, 0, 900, 900, cards + card(0, 800, "Far", 3)))) == ["A", "B"]


def test_a_block_without_a_date_is_no_record():
    cards = card(0, 0, "A", 1) + box(0, 70, 200, 60, box(10, 80, 180, 28, "No day", (24, 700))) + card(0, 140, "C", 3)
    assert names(find(box(0, 0, 300, 200, cards))) == ["A", "C"]


def test_months_of_cards_are_cut_into_cards():
    months = [
        box(
            0, top, 900, 280, "".join(card(0, top + 70 * place, name, 1 + place, 900) for place, name in enumerate(row))
        )
        for row, top in (("ABCD", 0), ("EFGH", 290))
    ]
    assert names(find(box(0, 0, 900, 570, "".join(months)))) == list("ABCDEFGH")


def test_a_card_with_two_dates_is_not_cut():
    cards = "".join(
        box(0, y, 200, 80, box(0, y, 180, 19, "1 May 2026") + box(0, y + 20, 180, 19, f"{name} until 3 May 2026"))
        for name, y in (("A", 0), ("B", 90), ("C", 180))
    )
    assert find(box(0, 0, 200, 270, cards))[0] == "1 May 2026 A until 3 May 2026"
    assert len(find(box(0, 0, 200, 270, cards))) == 3


def test_elements_drawn_in_one_place_are_one_block():
    cards = "".join(box(0, y, 300, 60, box(1, y + 1, 298, 58, card(1, y + 1, "A", 1, 298, 58))) for y in (0, 70, 140))
    records = found(box(0, 0, 300, 210, cards))
    tree = parse(box(0, 0, 300, 210, cards))
    assert [tree.attr(record.first, "data-box") for record in records] == [f"0 {y} 300 60 16 400" for y in (0, 70, 140)]


def test_slides_on_top_of_one_another_are_no_list():
    assert find(box(0, 0, 300, 60, "".join(card(0, 5, name, 1) for name in "ABC"))) == []


def test_text_without_lists_has_no_records():
    lines = box(0, 0, 700, 40, "History", (32, 700)) + box(0, 60, 700, 200, "Founded on 1 May 1926 by few.")
    assert find(box(0, 0, 700, 300, lines + box(0, 280, 500, 19, "Last changed on 3 May 2026."))) == []


def test_a_page_that_was_not_rendered_has_no_records():
    assert find("<ul><li>1 May 2026<li>2 May 2026<li>3 May 2026</ul>") == []


@pytest.mark.parametrize("said", ["", "here", "0 0 0 0 0 0", "-5 -5 9999999 9999999 9999 9999", "1 2 3 4 5"])
def test_odd_boxes_do_no_harm(said):
    html = card(0, 0, "A", 1) + f'<p data-box="{said}">B 2 May 2026<div>' + card(0, 70, "C", 3)
    assert names(find(html)) == ["A", "C"]


# The way of a page ----------------------------------------------------------------------------------------


def test_extract_says_that_a_page_must_be_rendered_first():
    with pytest.raises(NotRenderedError, match="--finder vips needs a rendered page"):
        extract("<p>Jazz Night, 14 November 2026", settings=Settings(finder="vips"))
    assert extract("", settings=Settings(finder="vips")) == []


def test_extract_gives_the_events_of_a_rendered_page():
    cards = "".join(
        card(0, 70 * place, f"{name} Night", place + 1) for place, name in enumerate(("Jazz", "Tango", "Fado"))
    )
    events = extract(box(0, 0, 300, 300, cards), fetched=TODAY, settings=Settings(finder="vips", classifier="rules"))
    assert [(event.title, event.source.finder) for event in events] == [
        ("Jazz Night Band", "vips"),
        ("Tango Night Band", "vips"),
        ("Fado Night Band", "vips"),
    ]


# Growth ---------------------------------------------------------------------------------------------------

SHAPES = {
    "column": lambda times: "".join(card(0, 70 * place, "Show", 1) for place in range(times)),
    "grid": lambda times: "".join(card(220 * (place % 4), 70 * (place // 4), "Show", 1) for place in range(times)),
    "stacked": lambda times: card(0, 0, "Show", 1) * times,
    "nested": lambda times: ('<div data-box="0 0 900 900 16 400">' + card(0, 0, "Show", 1) * 2) * times,
    "all widths": lambda times: "".join(card(0, 70 * place, "Show", 1, width=50 + 5 * place) for place in range(times)),
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_ten_times_the_records_cost_about_ten_times_as_much(is_linear, shape):
    assert is_linear(Vips(), SHAPES[shape], {"date"})
