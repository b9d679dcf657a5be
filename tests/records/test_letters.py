"""The size of letters: what a page says itself, by style or by font, and what lies within."""

from __future__ import annotations

import pytest

from eventlocky.page import parse
from eventlocky.records.letters import sizes


def size_of(html, words):
    tree = parse(html.encode())
    return round(float(sizes(tree)[tree.row_at(tree.whole_text.index(words))]), 1)


@pytest.mark.parametrize(
    ("style", "size"),
    [
        ("font-size:24px", 24),
        ("color:red; font-size : 18pt", 24),
        ("font-size:1.5rem", 24),
        ("font-size:1.5em", 24),
        ("font-size:150%", 24),
        ("FONT-SIZE:24PX", 24),
        ("font-size:clamp(1rem, 2vw, 1.5rem)", 24),
        ("font-size:9999px", 200),
        ("font-size:large", 0),
        ("font-size:1.2.3px", 0),
        ("color:red", 0),
        ("", 0),
    ],
)
def test_a_style_says_the_size(style, size):
    assert size_of(f'<p style="{style}">Harbour fair</p>', "Harbour") == size


@pytest.mark.parametrize(
    ("size", "pixels"), [("5", 24), ("+1", 18), ("-1", 13), ("-3", 10), ("9", 48), ("99", 0), ("big", 0), ("٣", 16)]
)
def test_a_font_says_the_size(size, pixels):
    assert size_of(f"<p><font size='{size}'>Harbour fair</font></p>", "Harbour") == pixels


def test_what_lies_within_has_the_size_or_its_own():
    html = (
        '<div style="font-size:20px"><p>Harbour <b>fair</b></p><p style="font-size:.5em">Quay 3</p></div><p>Imprint</p>'
    )
    assert [size_of(html, words) for words in ("Harbour", "fair", "Quay", "Imprint")] == [20, 20, 10, 0]


def test_a_page_that_says_nothing_has_no_sizes():
    assert not sizes(parse(b"<h1>Harbour fair</h1>")).any()
    assert not sizes(parse(b"")).any()
