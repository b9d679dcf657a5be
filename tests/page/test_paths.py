"""Paths name nodes: short, stable, and they lead back."""

from __future__ import annotations

import pytest

from eventlocky import page

HTML = """
<h1>What is on</h1>
<ul id=programme>
  <li><h3>One</h3><a href="one.html">more</a>
  <li><h3>Two</h3>some <b>words</b> here <b>and there</b>
</ul>
<p id=twin>a<p id=twin>b<p id="with space">c<p id="a/b">d<p id="">e<p id=é>f
"""


@pytest.fixture(scope="module")
def tree():
    return page.parse(HTML)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("html/body/h1", "What is on"),
        ("html/body/h1/text()", "What is on"),
        ("#programme", "One more Two some words here and there"),
        ("#programme/li", "One more"),
        ("#programme/li[2]/h3", "Two"),
        ("#programme/li[2]/b[2]/text()", "and there"),
        ("#programme/li[2]/text()", "some"),
        ("#programme/li[2]/text()[2]", "here"),
        ("html/body/p", "a"),
        ("html/body/p[2]", "b"),
        ("html/body/p[3]", "c"),
        ("html/body/p[4]", "d"),
        ("html/body/p[5]", "e"),
        ("#é", "f"),
    ],
)
def test_a_path_starts_at_the_nearest_id_of_its_own(tree, path, text):
    row = tree.find(path)
    assert tree.path(row) == path
    assert tree.read(path) == text


def test_a_path_reads_attributes(tree):
    assert tree.read("#programme/li/a/@href") == "one.html"
    assert tree.read("#programme/@id") == "programme"
    assert tree.read("#programme/@class") is None
    assert tree.read("#programme/li/text()/@href") is None


@pytest.mark.parametrize(
    "path",
    [
        "", "/", "//", "#", "#nothing", "#twin", "body", "html/body/h1[2]", "html/body/h1[0]", "html/body/h1[-1]", "html/body/h1[x]",
        "html/body/h1[1", "html/body/[1]", "html//h1", "html/body/h1/", "html/body/p[999999999]", "html/body/p[9999999999]", "*/*/*[99]",
        "@href", "#programme/li[3]", "text()", "html/text()", "\0", "html/body/#text",
    ],
)  # fmt: skip
def test_a_path_that_leads_nowhere_gives_none(tree, path):
    assert tree.find(path) is None
    assert tree.read(path) is None


def test_a_first_place_may_be_written_out(tree):
    assert tree.find("html[1]/body[1]/h1[1]") == tree.find("html/body/h1")


def test_paths_are_the_same_in_every_parse(tree):
    other = page.parse(HTML)
    assert [tree.path(row) for row in range(len(tree))] == [other.path(row) for row in range(len(other))]


def test_paths_of_the_same_node_survive_an_advertisement_before_the_list(tree):
    other = page.parse(f"<div><p>Buy!</p></div>{HTML}")
    assert other.read("#programme/li[2]/h3") == tree.read("#programme/li[2]/h3")


@pytest.mark.parametrize("tag", ["x[1]", "x[2]", "text()", "a$b[", "a]", "x[1][2]", "text()[2]"])
def test_tags_that_cannot_be_written_are_counted_instead(tag):
    tree = page.parse(f"<x>0</x><{tag}>1</{tag}>2<x>3</x><{tag}>4<b>5</b></{tag}>")
    for row in range(len(tree)):
        assert tree.find(tree.path(row)) == row
    assert tree.read("html/body/*[2]") == "1"
    assert tree.read("html/body/*[4]/b") == "5"


def test_ids_in_templates_and_behind_a_cut_make_no_trouble():
    html = "<template><p id=a>1</template><p id=a>2<p id=b>3<p id=b>4"
    for limit in range(1, 15):
        tree = page.parse(html, max_nodes=limit)
        assert [tree.find(tree.path(row)) for row in range(len(tree))] == list(range(len(tree)))
