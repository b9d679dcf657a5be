"""Small pages that would make a huge tree are refused while they are parsed."""

from __future__ import annotations

import pytest

from eventlocky import page
from eventlocky.errors import PageTooComplexError

BOMBS = {
    "formatting": "<p>" + "".join(f"<b id={number}>" for number in range(600)) + "<p>x" * 30_000,
    "formatting that a count of tags would miss": "<b></b>" * 600
    + "<p>"
    + "".join(f"<b id={number}><!--</b>-->" for number in range(600))
    + "<p>x" * 30_000,
    "fonts": "".join(f"<p><font size={number}>x" for number in range(20_000)),
    "bodies": "".join(f"<body a{number}=1>" for number in range(20_000)),
}


@pytest.mark.parametrize("html", BOMBS.values(), ids=list(BOMBS))
def test_a_bomb_is_refused_in_one_sentence(html):
    with pytest.raises(PageTooComplexError, match="tags that multiply without end"):
        page.parse(html.encode())


@pytest.mark.parametrize(
    "html",
    [
        "<p><b>x</b> <i>y</i></p>\n" * 20_000,
        "<table>" + "<tr><td><font size=1>x</font><td><b>y" * 10_000,
        "<div>" * 100_000,
        "<b>x<p>" * 4_000,
    ],
)
def test_a_large_page_that_only_looks_sloppy_is_read(html):
    assert len(page.parse(html)) > 500


def test_a_tree_that_does_not_fit_into_memory_is_refused(monkeypatch):
    def full(*_args: object, **_options: object) -> None:
        raise MemoryError

    monkeypatch.setattr("turbohtml.parse", full)
    with pytest.raises(PageTooComplexError, match="does not fit into memory"):
        page.parse("<p>x")
