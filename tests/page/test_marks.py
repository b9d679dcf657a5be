"""Which rows are blocks, hidden, or furniture of the page."""

from __future__ import annotations

import pytest

from eventlocky import page

FILLER = "<p>Words that the page is about, and more of them, in many rows.</p>" * 12


def marks(html: str, tag: str = "x-y", filler: str = FILLER) -> tuple[bool, bool, bool]:
    """Return what is said of the first element of a tag, on a page with some more on it."""
    tree = page.parse(f"{html}{filler}")
    row = tree.tags.index(tag)
    return tree.is_block(row), tree.is_hidden(row), tree.is_boilerplate(row)


# Blocks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tag", ["div", "p", "ul", "li", "h1", "article", "section", "br", "hr", "pre", "table", "blockquote"]
)
def test_blocks_of_the_standard_are_blocks(tag):
    assert marks(f"<{tag}>", tag)[0]


@pytest.mark.parametrize("tag", ["span", "b", "a", "img", "x-y", "button", "time", "label"])
def test_all_else_is_inline(tag):
    assert not marks(f"<main><{tag}>x</{tag}></main>", tag)[0]


@pytest.mark.parametrize("tag", ["td", "th", "tr", "tbody"])
def test_cells_are_blocks(tag):
    assert marks("<table><tr><th>a<td>b</table>", tag)[0]


@pytest.mark.parametrize(
    "style", ["display:block", "DISPLAY : Flex", "color:red;display:grid", "display: table-cell", "display:list-item"]
)
def test_a_style_makes_a_block(style):
    assert marks(f"<x-y style='{style}'>x</x-y>") == (True, False, False)


@pytest.mark.parametrize("style", ["display:inline", "display:inline-block", "display:inline-flex", "color:red", ""])
def test_another_style_does_not(style):
    assert not marks(f"<x-y style='{style}'>x</x-y>")[0]


def test_a_block_within_makes_a_block_of_all_around_it():
    tree = page.parse("<span><b><i><div>x</div></i></b><u>y</u></span>")
    assert [tree.tags[row] for row in range(3, len(tree)) if tree.is_block(row)] == ["span", "b", "i", "div"]


def test_a_styled_block_within_does_so_too():
    assert marks("<x-y><b><i style='display:block'>x</i></b></x-y>")[0]


# Hidden -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "attributes",
    [
        "hidden", "hidden=until-found", "aria-hidden=true", "style='display:none'", "style='color:red; DISPLAY : NONE'",
        "style='visibility:hidden'", "style='visibility: collapse'", "class=hidden", "class='a sr-only b'", "class=d-none",
        "class=visually-hidden", "class=screen-reader-text",
    ],
)  # fmt: skip
def test_rows_are_hidden_by_attribute_style_or_class_with_all_in_them(attributes):
    tree = page.parse(f"<x-y {attributes}><b>in</b></x-y><p>out")
    assert [tree.is_hidden(row) for row in range(3, len(tree))] == [True, True, True, False, False]


@pytest.mark.parametrize(
    "attributes",
    ["aria-hidden=false", "style='display:block'", "class=hidden-gems", "class=Hidden", "title=hidden", "class"],
)
def test_rows_are_not_hidden_by_something_like_it(attributes):
    assert not marks(f"<x-y {attributes}>x</x-y>")[1]


@pytest.mark.parametrize("tag", ["head", "template", "script", "style", "datalist", "noframes", "rp"])
def test_what_browsers_do_not_draw_is_hidden(tag):
    assert marks(f"<ruby><{tag}>x</{tag}></ruby>", tag)[1]


def test_what_browsers_draw_without_scripts_or_in_a_shadow_root_is_not_hidden():
    assert not marks("<body><noscript>x</noscript>", "noscript")[1]
    assert not marks("<div><template shadowrootmode=open><x-y>x</x-y></template></div>")[1]


@pytest.mark.parametrize(
    "attributes",
    [
        "style='display:none'",
        "style='visibility:hidden'",
        "class=hidden",
        "hidden",
        "id=menu",
        "class=nav",
        "role=dialog",
    ],
)
@pytest.mark.parametrize("tag", ["html", "body", "main"])
def test_the_frame_of_a_page_is_neither_hidden_nor_furniture(tag, attributes):
    tree = page.parse("<html><body><main>x</main></body></html>".replace(f"<{tag}>", f"<{tag} {attributes}>"))
    row = tree.tags.index(tag)
    assert tree.attr(row, attributes.partition("=")[0]) is not None
    assert not tree.is_hidden(row)
    assert not tree.is_boilerplate(row)


# Furniture ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["nav", "footer", "aside", "form", "button", "select", "dialog", "menu"])
def test_furniture_of_the_standard_is_boilerplate(tag):
    assert marks(f"<{tag}>x</{tag}>", tag)[2]


@pytest.mark.parametrize(
    "attributes",
    [
        "class=nav", "class='x main-nav'", "class=site_footer", "class=Breadcrumbs", "class=cookie-banner", "id=footer", "id=main-menu",
        "id=Nav", "role=navigation", "role=banner", "role=dialog",
    ],
)  # fmt: skip
def test_furniture_is_known_by_role_class_or_id_with_all_in_it(attributes):
    tree = page.parse(f"<x-y {attributes}><b>in</b></x-y>{FILLER}")
    assert [tree.is_boilerplate(row) for row in range(3, 7)] == [True, True, True, False]


@pytest.mark.parametrize(
    "attributes",
    ["class=navy", "class=canvas", "class=menuetto", "id=unavailable", "id=footage", "role=main", "role=list"],
)
def test_names_that_only_look_alike_are_not_furniture(attributes):
    assert not marks(f"<x-y {attributes}>x</x-y>")[2]


def test_both_of_two_elements_with_one_id_are_furniture():
    tree = page.parse(f"<p id=nav>a</p><p id=nav>b</p>{FILLER}")
    assert [tree.is_boilerplate(row) for row in tree.select("#nav")] == [True, True]


def test_a_form_around_the_page_is_not_its_furniture():
    assert not marks(f"<form id=aspnetForm>{FILLER}", "form")[2]


def test_a_large_part_that_is_not_mostly_links_is_not_furniture():
    assert not marks(f"<div class=no-footer>{FILLER}</div>", "div", "")[2]


def test_a_large_part_that_is_mostly_links_is_furniture():
    links = "<li><a href=x>Somewhere else</a>" * 100
    assert marks(f"<nav>{links}</nav>", "nav")[2]
    assert marks(f"<div class=mega-menu>{links}</div>", "div")[2]


def test_furniture_inside_a_form_around_the_page_is_found():
    assert marks(f"<form><nav>x</nav>{FILLER}</form>", "nav")[2]


def test_marks_do_not_take_rows_out_of_the_tree():
    tree = page.parse("<nav hidden>x</nav>")
    assert tree.text(0) == "x"


def test_marks_of_a_page_that_was_cut_are_whole(check):
    for limit in range(25):
        check(
            page.parse(
                "<nav id=nav class=nav><a href=x>a</a></nav><form><p hidden>b<p style='display:none'>c</form>" * 2,
                max_nodes=limit,
            )
        )
