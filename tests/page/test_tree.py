"""What a tree says of its page: words, lines, moves and addresses."""

from __future__ import annotations

import json

import pytest

from eventlocky import page
from eventlocky.page import Line, Tree

HOME = "https://town.example/events/may.html"


def first(tree: Tree, tag: str) -> int:
    return tree.tags.index(tag)


def lines(html: str) -> list[str]:
    return [line.text for line in page.parse(html).lines()]


# Words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<b>a</b><i>b</i>", "ab"),
        ("<b>a</b> <i>b</i>", "a b"),
        ("<b>a</b>\n<i>b</i>", "a b"),
        ("<b>a </b><i>b</i>", "a b"),
        ("<b>a</b>&nbsp;<i>b</i>", "a b"),
        ("<b>a</b><!-- --><i>b</i>", "ab"),
        ("a<!-- -->b", "ab"),
        ("Kon<wbr>zert", "Konzert"),
        ("a<img src=x>b", "ab"),
        ("a<script> </script>b", "ab"),
        ("a<style>\n</style>b", "ab"),
        ("<b>a</b><script></script> <i>b</i>", "a b"),
        ("a<br>b", "a b"),
        ("a<hr>b", "a b"),
        ("<p>a<p>b", "a b"),
        ("<div>a</div>b", "a b"),
        ("a<div>b</div>", "a b"),
        ("<span><div>a</div></span>b", "a b"),
        ("<td>a<td>b", "ab"),  # not in a table, the tags are dropped
        ("<table><td>a<td>b</table>", "a b"),
        ("<table><tr><td>a</td></tr></table>b", "a b"),
        ("<li>a<li>b", "a b"),
        ("<dt>a<dd>b", "a b"),
        ("<select><option>a<option>b</select>", "a b"),
        ("  a \r\n\t b  ", "a b"),
        ("a&#13;&#10;&#9;b", "a b"),
        ("日<b>本</b>", "日本"),
        ("<ruby>漢<rp>(</rp><rt>かん</rt></ruby>", "漢(かん"),
        ("a\u200bb", "a\u200bb"),
    ],
)
def test_words_stand_apart_where_a_browser_draws_them_apart(html, text):
    tree = page.parse(f"<body>{html}")
    assert tree.text(tree.body) == text


def test_own_text_leaves_out_what_is_inside_other_elements():
    tree = page.parse("<p>One <b>two</b> three <i>four <u>five</u></i> six</p>")
    assert tree.own_text(first(tree, "p")) == "One three six"
    assert tree.own_text(first(tree, "i")) == "four"
    assert tree.own_text(first(tree, "body")) == ""
    assert tree.own_text(first(tree, "#text")) == "One"


def test_own_text_does_not_glue_what_an_element_parts():
    tree = page.parse("<li>3 May<a href=x>Concert</a>Town<!-- -->hall<br>free</li>")
    assert tree.own_text(first(tree, "li")) == "3 May Townhall free"


def test_raw_text_keeps_breaks_and_cells():
    tree = page.parse("<table><tr><td>a<td>b<tr><td>c</table>")
    assert tree.raw_text(first(tree, "table")).split("\n")[-2:] == ["\ta\tb", "\tc"]


def test_text_may_run_over_several_siblings():
    tree = page.parse("<h2>a</h2><p>b</p><p>c</p><h2>d</h2>")
    begin, stop = first(tree, "h2"), tree.tags.index("h2", 5)
    assert tree.text(begin, stop) == "a b c"


def test_the_text_of_the_head_is_in_the_tree_and_scripts_are_not():
    tree = page.parse("<title>a</title><script>b</script><style>c</style><p>d")
    assert tree.text(0) == "a d"
    assert tree.text(tree.body) == "d"
    assert tree.text(first(tree, "script")) == ""


# Lines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("Mon 3 May<br>Concert<br>", ["Mon 3 May", "Concert"]),
        ("a<br><br><br/>b</br>c", ["a", "b", "c"]),
        ("a<hr>b", ["a", "b"]),
        ("<p>a<p>b", ["a", "b"]),
        ("a\nb\n\nc", ["a b c"]),
        ("<pre>a\nb\n\nc</pre>", ["a", "b", "c"]),
        ("<pre>\na</pre>", ["a"]),
        ("<pre>a<b>b</b>\n<b>c</b></pre>", ["ab", "c"]),
        ("<pre>Mon <b>3 May\nTue</b> 4 May</pre>", ["Mon 3 May", "Tue 4 May"]),
        ("<pre>a</pre>\nb\nc", ["a", "b c"]),
        ("<pre><script>\n</script>a\nb</pre>", ["a", "b"]),
        ("<textarea>a\nb</textarea>\n<b>c</b>", ["a", "b c"]),
        ("<xmp>a\nb</xmp>c", ["a", "b", "c"]),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", ["a b", "c d"]),
        ("<table><tr><td>a<br>b<td>c</table>", ["a", "b c"]),
        ("<table><tr><th>a<td><p>b</p></table>c", ["a", "b", "c"]),
        ("<ul><li>a<li>b <b>c</b></ul>d", ["a", "b c", "d"]),
        ("<b>a</b><i>b</i><u>c</u>", ["abc"]),
        ("<span>a<div>b</div>c</span>", ["a", "b", "c"]),
        ("<h1>a</h1>b<div>c</div>", ["a", "b", "c"]),
        ("", []),
        (" <p> <p>&nbsp;<br> ", []),
    ],
)
def test_lines_are_those_that_a_reader_sees(html, expected):
    assert lines(html) == expected


def test_a_line_knows_its_rows():
    tree = page.parse("3 May<br><b>Con</b>cert<p>free")
    found = tree.lines(tree.body)
    assert [line.text for line in found] == ["3 May", "Concert", "free"]
    assert [tree.text(line.first, line.stop) for line in found] == ["3 May", "Concert", "free"]


def test_the_lines_of_pre_know_their_rows():
    tree = page.parse("<pre>Mon <b>3 May\nTue</b> 4 May\n<a>Wed</a></pre>")
    pre = first(tree, "pre")
    assert tree.lines(pre) == [
        Line(pre, pre + 4, "Mon 3 May"),
        Line(pre + 4, pre + 6, "Tue 4 May"),
        Line(pre + 5, pre + 8, "Wed"),
    ]


def test_lines_may_be_asked_of_some_rows_only():
    tree = page.parse("<h2>a</h2><p>b</p><p>c</p><h2>d</h2>")
    begin, stop = first(tree, "h2"), tree.tags.index("h2", 5)
    assert [line.text for line in tree.lines(begin, stop)] == ["a", "b", "c"]
    assert [line.text for line in tree.lines(first(tree, "p"))] == ["b"]


# Places in the text -------------------------------------------------------------------------------


def test_an_offset_leads_to_the_row_that_holds_it():
    tree = page.parse("<p>3 May <b>Concert</b></p><p>free")
    for word in ("3 May", "Concert", "free"):
        row = tree.row_at(tree.whole_text.index(word))
        assert tree.text(row) == word
        assert tree.tags[row] == "#text"


def test_the_end_of_the_text_is_in_the_last_row():
    tree = page.parse("<p>free")
    assert tree.row_at(len(tree.whole_text)) == len(tree) - 1
    assert page.parse("").row_at(0) < 3


# Moving -------------------------------------------------------------------------------------------


def test_children_ancestors_and_slices_agree():
    tree = page.parse("<ul><li>a <b>b</b><li>c</ul>")
    ul = first(tree, "ul")
    assert [tree.tags[row] for row in tree.children(ul)] == ["li", "li"]
    assert [tree.tags[row] for row in tree.children(ul + 1)] == ["#text", "b"]
    assert [tree.tags[row] for row in tree.element_children(ul + 1)] == ["b"]
    assert [tree.tags[row] for row in tree.ancestors(first(tree, "b"))] == ["li", "ul", "body", "html"]
    assert tree.tags[ul : tree.ends[ul]] == ["ul", "li", "#text", "b", "#text", "li", "#text"]


@pytest.mark.parametrize(
    ("html", "tag"),
    [("<p>x", "body"), ("", "body"), ("<frameset><frame></frameset>", "frameset"), ("<svg><body></svg>x", "body")],
)
def test_the_body_is_found_in_every_page(html, tag):
    tree = page.parse(html)
    assert tree.tags[tree.body] == tag
    assert tree.parents[tree.body] == 0


def test_the_body_of_a_page_that_was_cut_before_it_is_the_root():
    assert page.parse("<title>x</title><p>y", max_nodes=2).body == 0


def test_selectors_give_rows_in_the_order_of_the_page():
    tree = page.parse("<p class=b>1<p class=a>2</p><template><p class=a>3</template>")
    assert [tree.text(row) for row in tree.select("p.a, p.b")] == ["1", "2", "3"]
    assert tree.select("table") == []


def test_selectors_leave_out_what_was_cut():
    tree = page.parse("<p>1<p>2<p>3", max_nodes=5)
    assert [tree.text(row) for row in tree.select("p")] == ["1", ""]


def test_classes_and_ids_are_those_of_every_row_also_in_templates_and_on_pages_that_were_cut():
    html = "<p class='a b' id=x>1<template><i class=c>2</i></template><svg class><g id=y /></svg>"
    for tree in (page.parse(html), page.parse(html, max_depth=4), page.parse("")):
        assert tree.class_names == [tree.attr(row, "class") or "" for row in range(len(tree))]
        assert tree.ids == [tree.attr(row, "id") or "" for row in range(len(tree))]
        assert tree.links == tree.select("a")


def test_attributes_are_none_where_missing_and_empty_where_bare():
    tree = page.parse('<a href="?a=1&amp;b" hidden class=" x  y ">z</a>')
    link = first(tree, "a")
    assert [tree.attr(link, name) for name in ("href", "hidden", "title")] == ["?a=1&b", "", None]
    assert tree.classes(link) == ["x", "y"]
    assert tree.attr(link + 1, "href") is None
    assert tree.classes(link + 1) == []


# Addresses ----------------------------------------------------------------------------------------


def link(href: str, url: str = HOME, head: str = "") -> str | None:
    tree = page.parse(f'{head}<a href="{href}">x</a>', url)
    return tree.link(first(tree, "a"))


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("concert.html", "https://town.example/events/concert.html"),
        ("/a/../b", "https://town.example/b"),
        ("//other.example/x", "https://other.example/x"),
        ("?page=2", "https://town.example/events/may.html?page=2"),
        ("#top", "https://town.example/events/may.html#top"),
        ("HTTP://Other.example/", "HTTP://Other.example/"),
        (" concert.html\n", "https://town.example/events/concert.html"),
        ("con\ncert.html", "https://town.example/events/concert.html"),
        ("a b.html", "https://town.example/events/a b.html"),
        ("音楽.html", "https://town.example/events/音楽.html"),
        ("http://town.example:8080/", "http://town.example:8080/"),
        ("http://[::1]/", "http://[::1]/"),
    ],
)
def test_links_become_absolute(href, address):
    assert link(href) == address


@pytest.mark.parametrize(
    "href",
    [
        "javascript:void(0)",
        "JavaScript:go()",
        " java\nscript:go()",
        "mailto:a@b.example",
        "tel:+49123",
        "data:text/html,x",
        "ftp://x.example/",
        "about:blank",
        "c:\\events\\may.html",
        "http://[::1",
        "http://::1]/",
        "//[x]/",
        "http://[1.2.3.4]/",
        "http://x.example:port/",
        "http://x.example:99999999/",
        "http://x.example:-1/",
        "http://x\u2100y/",
        "",
    ],
)
def test_a_link_that_leads_to_no_document_is_none_and_never_raises(href):
    assert link(href) is None


@pytest.mark.parametrize(
    "href", ["http://", "http:", "//", "http://@", "http://%zz/", ":", "::", "?", "#", "\ufffd", "x" * 100_000]
)
def test_odd_links_never_raise(href):
    link(href)
    link(href, "")
    link("x", href)


def test_every_case_of_the_url_suite_is_joined_without_raising(shared):
    cases = json.loads((shared / "suites" / "urltestdata.json").read_text())
    count = 0
    for case in cases:
        if isinstance(case, dict):
            tree = page.parse("<a>", case["base"] or "")
            tree.__dict__["attr"] = lambda _row, _name, href=case["input"]: href
            tree.link(first(tree, "a"))
            count += 1
    assert count > 800


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ("<base href=/b/>", "https://town.example/b/x"),
        ("<base href=' https://other.example/c/ '>", "https://other.example/c/x"),
        ("<base target=_top><base href=/b/>", "https://town.example/b/x"),
        ("<base href=/b/><base href=/c/>", "https://town.example/b/x"),
        ("<base href='http://[x'>", "https://town.example/events/x"),
        ("<base href=javascript:x>", "https://town.example/events/x"),
        ("<base href=''>", "https://town.example/events/x"),
    ],
)
def test_relative_links_start_from_the_base(head, address):
    assert link("x", HOME, head) == address


def test_links_without_a_page_address_stay_as_they_are():
    assert link("concert.html", "") == "concert.html"


def test_any_attribute_may_hold_an_address():
    tree = page.parse("<img src=a.png>", HOME)
    assert tree.link(first(tree, "img"), "src") == "https://town.example/events/a.png"
    assert tree.link(first(tree, "img"), "data-src") is None
