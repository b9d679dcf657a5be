"""Any bytes become a tree, or one clear error: torture, random input and mutated pages."""

from __future__ import annotations

import gc
import gzip
from contextlib import suppress
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventlocky import page
from eventlocky.errors import EventlockyError
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>What is on</title><base href="https://town.example/">
<style>p { color: red }</style><script>var words = "<p>no words</p>";</script></head>
<body class="home"><nav id="top" class="main-nav"><ul><li><a href="/">Home</a><li><a href="events?a=1&amp;b=2">Events</a></ul></nav>
<main><h1>What is on</h1>
<table><thead><tr><th>Day<th>What<tbody><tr><td>3 May<td><a href=c.html>Concert</a>, <b>free</b><br>Town hall
<tr><td>4 May<td><pre>Talk
  at 8 pm</pre></table>
<p id=one>One<p id=one>Two <i>three <b>four</i> five</b><svg viewBox="0 0 1 1"><title>icon</title><path d=""/></svg>
<template><p>Later</p></template><select><option selected>May<option>June</select><math><mi>x</mi></math>
<div style="display:none">hidden</div><span hidden>also</span><noscript><p>No script</p></noscript>
<form action="?"><input name=q value="x"><textarea>
a
b</textarea><button>Go</button></form></main><footer>© 2026 日本語 &nbsp; &copy; &#x1F600;</footer></body></html>
"""

PIECES = """
<html> <head> <body> </body> </html> <title> </title> <base href="http://[x"> <base href=/a/> <meta charset=shift_jis> <p> </p> <div>
</div> <b> </b> <i> </i> <a href="http://x:y/"> <a href=javascript:x> <a href="//[::1"> </a> <br> </br> <hr> <table> </table> <tr> </tr>
<td> </td> <th> <caption> <tbody> <col> <ul> <li> </li> </ul> <dl> <dt> <dd> <h1> </h1> <h2> <form> </form> <select> <option>
</select> <button> </button> <textarea> </textarea> <pre> </pre> <plaintext> <xmp> </xmp> <script> </script> <style> </style>
<noscript> </noscript> <template> </template> <svg> </svg> <math> </math> <mi> <foreignObject> <desc> <![CDATA[x]]> <frameset>
<frame> </frameset> <noframes> <iframe> </iframe> <nobr> <font> <ruby> <rt> <rp> <object> </object> <marquee> <x[1]> <text()> <a$b[>
<*> <#text> <1> <!-- --> <!--> <? </> <! < > & &amp &#0; &#xD800; &nbsp; &#10; " ' = / \\0 \\x0c \\ufeff \\ufffd \\ud800 id=a
<p_id=a> <p_id=b> <p_id="a/b"> <p_id=""> <p_class="nav_hidden"> <p_style="display:none"> <span_style="DISPLAY:_block"> <div_hidden>
<b_role=navigation> <body_id=menu> <html_class=hidden> word 日本 x\\x85y \\u2028 \\u3000 \\t \\n _ 🙂
"""
CHUNKS = [
    piece.encode("latin-1", "backslashreplace").decode("unicode_escape").replace("_", " ") for piece in PIECES.split()
]

QUICK = settings(max_examples=150, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])

random_text = st.text(st.characters(exclude_categories=()), max_size=300)
random_markup = st.lists(st.sampled_from(CHUNKS), max_size=60).map("".join)


@st.composite
def mutated_pages(draw: st.DrawFn) -> str:
    """Cut the page into pieces; drop, double, shuffle and nest some of them."""
    cuts = sorted(draw(st.sets(st.integers(1, len(PAGE) - 1), max_size=12)))
    parts = [PAGE[first:stop] for first, stop in pairwise([0, *cuts, len(PAGE)])]
    picked = [parts[number % len(parts)] for number in draw(st.lists(st.integers(0, 99), min_size=1, max_size=16))]
    for _ in range(draw(st.integers(0, 3))):
        outer, inner = draw(st.sampled_from(picked)), draw(st.sampled_from(CHUNKS + picked))
        place = draw(st.integers(0, len(outer)))
        picked.append(outer[:place] + inner + outer[place:])
    return "".join(picked)[:3_000]


def same(one: Tree, other: Tree) -> bool:
    return (one.tags, one.parents, one.ends, one.texts, one.shapes, one.marks, one.is_cut, one.encoding) == (
        (other.tags, other.parents, other.ends, other.texts, other.shapes, other.marks, other.is_cut, other.encoding)
    )


# Whatever comes -----------------------------------------------------------------------------------


@QUICK
@given(random_text)
def test_random_text_becomes_a_sound_tree(check, html):
    with suppress(EventlockyError):
        check(page.parse(html))


@QUICK
@given(
    st.binary(max_size=400),
    st.one_of(st.none(), st.text(max_size=12), st.sampled_from(["utf-8", "shift_jis", "utf-16"])),
)
def test_random_bytes_become_a_sound_tree(check, body, charset):
    with suppress(EventlockyError):
        check(page.parse(body, charset=charset))


@settings(QUICK, max_examples=400)
@given(random_markup)
def test_random_markup_becomes_a_sound_tree(check, html):
    check(page.parse(html, "https://town.example/events/"))


@settings(QUICK, max_examples=100)
@given(mutated_pages())
def test_mutated_pages_become_sound_trees(check, html):
    check(page.parse(html, "https://town.example/events/"))


@QUICK
@given(
    mutated_pages(),
    st.sampled_from(["utf-8", "cp932", "euc_jp", "iso2022_jp", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]),
    st.sampled_from([None, "utf-8", "shift_jis", "euc-jp", "iso-8859-1", "utf-16", "iso-2022-kr", "?"]),
    st.binary(max_size=8),
)
def test_mutated_pages_in_any_encoding_become_trees(html, codec, charset, tail):
    body = html.encode(codec, "ignore") + tail
    with suppress(EventlockyError):
        tree = page.parse(body, charset=charset)
        tree.whole_text.encode()
        assert tree.marks
        assert tree.shapes


@QUICK
@given(random_markup, st.integers(-1, 8), st.integers(-1, 30))
def test_cut_pages_are_sound_trees(check, html, max_depth, max_nodes):
    tree = page.parse(html, max_depth=max_depth, max_nodes=max_nodes)
    check(tree)
    assert max(tree.depths) <= max(max_depth, 1)  # words stand one below the last element
    assert len(tree) <= max(max_nodes, 0) + 1


@QUICK
@given(st.one_of(random_text, random_markup, mutated_pages()))
def test_the_same_page_gives_the_same_tree_twice(html):
    with suppress(EventlockyError):
        assert same(page.parse(html), page.parse(html))


@settings(QUICK, max_examples=60)
@given(random_markup)
def test_a_watched_page_gives_the_same_tree(html):
    from eventlocky.page import bombs

    whole, watched = bombs.parse(html), bombs._parse_watched(html)
    assert whole.html == watched.html


def test_the_whole_page_is_a_sound_tree(check):
    check(page.parse(PAGE, "https://town.example/events/"))


@pytest.mark.corpus
def test_real_pages_are_sound_trees(check, shared):
    paths = sorted((shared / "corpora").glob("*/pages/*.html.gz"))[::12]
    assert len(paths) > 40
    for path in paths:
        body = gzip.decompress(path.read_bytes())
        if len(body) < 150_000:
            check(page.parse(body, "https://town.example/events/"))


# Torture ------------------------------------------------------------------------------------------

NESTED_TABLES = "<table><tr><td>" * 50 + "deep" + "</table>" * 50

TORTURE = {
    "nothing": ("", ""),
    "white space": (" \n\t\r\n\x0c", ""),
    "plain text": ("Concert\non Sunday", "Concert on Sunday"),
    "no html, no body": ("<p>One<p>Two", "One Two"),
    "body only": ("<body>One", "One"),
    "unclosed tags": ("<div><ul><li>One<li>Two<b>Three<i>Four", "One TwoThreeFour"),
    "tags closed twice": ("<p>One</p></p></div></div></p>Two", "One Two"),
    "crossed tags": ("<b>One<i>Two</b>Three</i>Four", "OneTwoThreeFour"),
    "nested tables": (NESTED_TABLES, "deep"),
    "foster parenting": ("<table>One<tr>Two<td>Three</table>Four", "OneTwo Three Four"),
    "a form in a form": ("<form>One<form>Two</form>Three</form>", "OneTwo Three"),
    "a link in a link": ("<a href=1>One<a href=2>Two</a></a>", "One Two"),
    "a block in a paragraph": ("<p>One<div>Two</div>Three</p>", "One Two Three"),
    "a heading in a heading": ("<h1>One<h2>Two</h1>Three", "One Two Three"),
    "template": ("<template><tr><td>One</td></tr></template>Two", "One Two"),
    "nested templates": ("<template>One<template>Two</template>Three</template>Four", "OneTwoThree Four"),
    "declarative shadow root": ("<div><template shadowrootmode=open>One</template>Two</div>", "OneTwo"),
    "NUL bytes": ("<p>One\0Two\0</p>\0<b\0>Three", "OneTwo Three"),
    "script and style": ("One<script>no</script>Two<style>no</style>", "OneTwo"),
    "an unclosed script": ("One<script>no <p>no", "One"),
    "an unclosed comment": ("One<!-- no <p>no", "One"),
    "an unclosed attribute": ("One<a href='no <p>no", "One"),
    "an unclosed tag": ("One<p", "One"),
    "plaintext": ("One<plaintext><b>Two</b>", "One <b>Two</b>"),
    "frameset": ("<frameset><frame src=a><noframes>One</noframes></frameset>", "One"),
    "svg": ("<svg><text>One</text><foreignObject><p>Two</p></foreignObject></svg>", "One Two"),
    "math": ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math>", "x=1"),
    "cdata": ("<svg><![CDATA[One]]></svg><![CDATA[no]]>", "One"),
    "noscript": ("<noscript><p>One</p></noscript>", "One"),
    "noscript in the head": ("<head><noscript><link><style>no</style></noscript></head>One", "One"),
    "select": ("<select><option>One<option>Two</select>", "One Two"),
    "iframe": ("One<iframe><p>Two</p></iframe>Three", "One<p>Two</p>Three"),
    "odd tags": ("<x[1]>One</x[1]><text()>Two</text()><a$b[>Three", "One Two Three"),
    "entities": ("&lt;p&gt;&nbsp;&#x41;&#65;&#0;&#xD800;&nonsense;&amp", "<p> AA\ufffd\ufffd&nonsense;&"),
    "lone surrogates": ("One\ud800Two", "One\ufffdTwo"),
    "a second body": ("<body class=a>One<body id=b>Two", "OneTwo"),
    "text behind the end": ("<html><body>One</body></html>Two", "OneTwo"),
    "a thousand attributes": (f"<p {' '.join(f'a{number}=1' for number in range(1_000))}>One", "One"),
    "a huge attribute": (f"<p title='{'x' * 1_000_000}'>One", "One"),
    "a huge word": (f"<p>{'x' * 1_000_000}", "x" * 1_000_000),
    "a huge tag": (f"<{'x' * 100_000}>One", "One"),
}


@pytest.mark.parametrize(("html", "text"), TORTURE.values(), ids=list(TORTURE))
def test_a_page_gives_its_words_however_it_is_written(html, text):
    tree = page.parse(html)
    assert tree.text(0) == text
    assert not tree.is_cut


@pytest.mark.parametrize("html", [html for html, _ in TORTURE.values() if len(html) < 10_000])
def test_a_tortured_page_is_a_sound_tree(check, html):
    check(page.parse(html))
    check(page.parse(html.encode("utf-8", "replace")))


@pytest.mark.parametrize("kept", ["\n\n 3 May  Talk\n  \n 4 May  Walk\n\n", "a", "\na\n\x0b", "a\r\nb\u2028\n c"])
def test_each_line_of_a_pre_is_a_row_and_no_letter_is_lost(kept):
    tree = page.parse(f"<p>x</p><pre>{kept}</pre>")
    rows = [row for row, tag in enumerate(tree.tags) if tag == TEXT][1:]
    lines = [line for line in kept.replace("\r", "").split("\n") if line.strip()]
    assert [tree.text(row) for row in rows] == [" ".join(line.split()) for line in lines]
    assert tree.whole_text.partition("x")[2].split() == kept.split()


def test_a_kept_text_of_too_many_lines_is_one_row():
    tree = page.parse("<pre>" + "a\n" * 10_000)
    assert tree.tags.count(TEXT) == 1


def test_every_page_has_an_html_a_head_and_a_body():
    for html in ("", " ", "x", "<p>", "<title>x", "<!-- -->", "</html>"):
        assert [tag for tag in page.parse(html).tags if tag in {"html", "head", "body"}] == ["html", "head", "body"]


def test_what_is_no_page_at_all_is_a_fault_of_the_caller():
    for thing in (None, 5, ["<p>"]):
        with pytest.raises(TypeError):
            page.parse(thing)


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["div", "span", "b", "ul><li", "table><tr><td", "blockquote", "template", "svg", "x-y"])
def test_a_hundred_thousand_levels_are_cut_at_the_limit(tag):
    tree = page.parse(f"<{tag}>" * 100_000 + "words")
    assert tree.is_cut
    assert max(tree.depths) <= 513
    assert "words" in tree.text(0)
    assert tree.find(tree.path(len(tree) - 1)) == len(tree) - 1
    assert tree.marks
    assert tree.shapes


def test_a_page_within_the_depth_is_not_cut():
    assert not page.parse("<div>" * 500 + "x").is_cut


def test_the_words_of_what_is_too_deep_belong_to_the_row_above():
    tree = page.parse("<div>a<div>b<div>c<div>d</div></div></div>e</div>f", max_depth=4)
    assert tree.is_cut
    assert tree.tags == ["html", "head", "body", "div", TEXT, "div", TEXT, TEXT, TEXT, TEXT, TEXT]
    assert tree.text(0) == "a b c d e f"
    assert tree.text(tree.tags.index("div", 4)) == "b c d"


def test_scripts_that_are_too_deep_give_no_words():
    assert page.parse("<div><div><script>no</script>words", max_depth=3).text(0) == "words"


def test_elements_in_a_script_that_is_too_deep_do_not_hang():
    tree = page.parse("<svg><script><x>no</x>no</script></svg>words", max_depth=2)
    assert "words" in tree.text(0)


def test_too_many_nodes_are_cut():
    tree = page.parse("<p>x" * 100, max_nodes=50)
    assert tree.is_cut
    assert len(tree) == 51
    assert not page.parse("<p>x" * 100, max_nodes=202).is_cut


def test_a_million_comments_before_the_page_leave_a_tree(check):
    check(page.parse("<!---->" * 200 + "<p>x", max_nodes=3))


@pytest.mark.slow
def test_a_page_of_20_mb_is_read():
    body = b"<p>x <b>y</b></p>\n" * 1_100_000
    tree = page.parse(body, max_bytes=20_000_000)
    assert tree.is_cut
    assert len(tree) <= 1_000_001
    assert len(tree.shapes) == len(tree.marks.blocks) == len(tree)
    assert tree.lines()[-1].text.startswith("x")


@pytest.mark.slow
def test_a_million_siblings_are_read():
    tree = page.parse(b"<p>" * 999_990)
    assert len(tree) == 999_993
    assert not tree.is_cut
    assert tree.path(len(tree) - 1) == "html/body/p[999990]"
    assert tree.find("html/body/p[999990]") == len(tree) - 1
    assert sum(1 for _ in tree.children(tree.body)) == 999_990


# Growth -------------------------------------------------------------------------------------------


def cost(html: str) -> float:
    """Return the processor time of a page and everything about it, the best of some runs."""

    def once() -> float:
        begin = process_time()
        tree = page.parse(html)
        assert tree.shapes
        assert tree.marks
        assert tree.ordinals
        assert tree.depths
        assert tree.offsets
        tree.lines()
        tree.anchors  # noqa: B018 - working it out is what is timed
        return process_time() - begin

    gc.collect()
    gc.disable()  # its full collections grow with what other tests left behind, not with this page
    try:
        return min(once() for _ in range(7))
    finally:
        gc.enable()


QUADRATIC = 64
"""What eight times the size would cost if the cost were quadratic; linear is 8, and machines are noisy."""

GROWTH = {
    "events": lambda times: f"<ul>{PAGE[400:1_200] * times}</ul>",
    "siblings": lambda times: "<p class='a b'>x <b>y</b></p>" * 30 * times,
    "flat lines": lambda times: "3 May<br>Concert<br>" * 50 * times,
    "names": lambda times: "".join(f"<p id=i{number} class=c{number}>x" for number in range(40 * times)),
    "unclosed": lambda times: "<div><b>x<table><i>y" * 20 * times,
    "cells": lambda times: f"<table>{'<tr><td>x<td>y' * 30 * times}</table>",
    "furniture": lambda times: f"<nav class=menu>{'<form><a href=x>x</a></form>' * 20 * times}</nav>" * 2,
    "one text": lambda times: "words and more words " * 100 * times,
    "attributes": lambda times: "<p " + " ".join(f"a{number}=1" for number in range(60 * times)) + ">x",
}


@pytest.mark.slow
@pytest.mark.parametrize("make", GROWTH.values(), ids=list(GROWTH))
def test_eight_times_the_size_is_far_from_quadratic(make):
    assert cost(make(128)) < QUADRATIC / 3 * cost(make(16))


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["div", "b", "ul><li", "span"])
def test_eight_times_the_depth_is_far_from_quadratic(tag):
    assert cost(f"<{tag}>" * 80_000) < QUADRATIC / 3 * cost(f"<{tag}>" * 10_000)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><span>OCT</span><span>19</span><span>2017</span>", "OCT 19 2017"),
        ("<p><span>Do</span><span class=d>21.01.16</span><span>20:00 Uhr</span>", "Do 21.01.16 20:00 Uhr"),
        ("<p><b>20</b><i>dec</i>", "20 dec"),
        ("<p><a>Calendar</a><a>Archive</a>", "Calendar Archive"),
        ("<p><b>H</b>ello, <i>1</i><sup>st</sup>", "Hello, 1st"),
        ("<p>the 1<sup>st</sup> of <b>M</b>ay", "the 1st of May"),
        ("<p><span>J</span><span>A</span><span>Z</span><span>Z</span>", "JAZZ"),
        ("<p><b>20</b><b>25</b>", "2025"),
        ("<p><b>10</b><span>月</span><b>5</b><span>日</span>", "10月5日"),
        ("<p><b>One</b> <i><u>9</u></i>", "One 9"),
    ],
)
def test_what_elements_of_their_own_part_is_parted_though_no_space_is_written(html, text):
    """A day, its month and its year in a box each are drawn as three things, and were read as `OCT192017`."""
    assert page.parse(html).text(0) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><span>June 6</span><sup>th</sup>, 2026", "June 6th, 2026"),
        ("<p><b>Saturday 6</b><sup>th</sup> <b>June</b>", "Saturday 6th June"),
        ("<p><b>6</b><sup><small>th</small></sup><b>June</b>", "6th June"),
        ("<p><span>1</span><sup>er</sup><span>juin</span>", "1er juin"),
        ("<p><span>13</span><span>th</span><span>June</span>", "13th June"),
        ("<p><span>13</span><span>TH</span> <span>JUNE</span>", "13TH JUNE"),
        ("<p><span>1</span><span>º de mayo</span>", "1º de mayo"),
        ("<p><span>2</span><span>e verdieping</span>", "2e verdieping"),
        ("<p><b>6</b><b>e 7 giugno</b>", "6 e 7 giugno"),
        ("<p><span>6</span><span>thirsty poets</span>", "6 thirsty poets"),
        ("<p><span>H</span><sub>2</sub><span>O</span> Workshop", "H2O Workshop"),
        ("<p><span>18</span><sup>30</sup><span>Uhr</span>", "1830 Uhr"),
        ("<p><b>Mc</b><b>Cartney</b>", "McCartney"),
        ("<p><b>6 April</b><i>Record Store Day</i>", "6 April Record Store Day"),
        ("<p><span>Festival</span><strong>Lichtungen</strong>", "Festival Lichtungen"),
    ],
)
def test_the_end_of_an_ordinal_a_raised_digit_and_a_letter_in_bold_belong_to_the_word_before(html, text):
    """`<span>June 6</span><sup>th</sup>, 2026` was read as a day of 2024, and `H<sub>2</sub>O` as three words."""
    assert page.parse(html).text(0) == text
