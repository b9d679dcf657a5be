"""Where a browser drew the elements of a page, as a rendered page says it."""

from __future__ import annotations

import pytest

from eventlocky.page import parse
from eventlocky.page.boxes import Box


def test_a_box_is_read_from_the_element_that_carries_it():
    tree = parse('<div data-box="8 -21 1264 38 32 700"><p>A</p></div>')
    assert tree.boxes == {tree.tags.index("div"): Box(x=8, y=-21, width=1264, height=38, size=32, weight=700)}


@pytest.mark.parametrize(
    "said",
    ["", "gift", "1 2 3 4 5", "1 2 3 4 5 6 7", "1 2 3 4 5 x", "1.5 2 3 4 5 6", "1 2 -3 4 5 6", "1  2 3 4 5 6", "9" * 99,
     "99999999 1 1 1 1 1", "\u0661 2 3 4 5 6", "1e3 2 3 4 5 6"],
)  # fmt: skip
def test_what_other_pages_mean_by_the_attribute_is_no_box(said):
    assert parse(f'<p data-box="{said}">A').boxes == {}


def test_a_page_that_was_not_rendered_has_no_boxes():
    assert parse("<ul><li>A<li>B</ul>").boxes == {}
