"""Equal shapes, equal numbers: in every page and every process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky import page
from eventlocky.page import shapes

trees = st.recursive(
    st.sampled_from("abipu").map(lambda tag: (tag, ())),
    lambda below: st.tuples(st.sampled_from("abipu"), st.lists(below, max_size=4).map(tuple)),
    max_leaves=20,
)


def flatten(tree: tuple, above: int, tags: list[str], parents: list[int]) -> None:
    row = len(tags)
    tags.append(tree[0])
    parents.append(above)
    for child in tree[1]:
        flatten(child, row, tags, parents)


def shape(tree: tuple) -> int:
    tags: list[str] = []
    parents: list[int] = []
    flatten(tree, -1, tags, parents)
    return shapes.of(tags, parents)[0]


@settings(max_examples=500, deadline=None, database=None)
@given(trees, trees)
def test_two_shapes_are_equal_exactly_where_the_tags_stand_alike(one, other):
    assert (shape(one) == shape(other)) == (one == other)


def test_no_two_of_all_small_trees_share_a_number():
    level: list[tuple] = [(tag, ()) for tag in ("a", "b")]
    for _ in range(3):
        level += [(tag, below) for tag in ("a", "b") for count in (1, 2) for below in _rows(level[:40], count)]
    level = list(dict.fromkeys(level))
    assert len(level) > 2_500
    assert len({shape(tree) for tree in level}) == len(level)


def _rows(trees_: list[tuple], count: int) -> list[tuple]:
    return [(tree,) for tree in trees_] if count == 1 else [(one, other) for one in trees_ for other in trees_]


@pytest.mark.parametrize(
    ("one", "other", "are_equal"),
    [
        ("<p>a <b>b</b></p>", "<p>other <b>words</b> here</p>", True),
        ("<p class=x>a</p>", "<p id=y>b</p>", True),
        ("<p><b></b><i></i></p>", "<p><i></i><b></b></p>", False),
        ("<p><b><i></i></b></p>", "<p><b></b><i></i></p>", False),
        ("<p><b></b></p>", "<p><b></b><b></b></p>", False),
        ("<p></p>", "<div></div>", False),
        ("<p></p>", "<p><br></p>", False),
        ("<p><u><b></b></u><i></i></p>", "<p><u><b></b><i></i></u></p>", False),
    ],
)
def test_a_shape_is_of_tags_alone_in_their_order_and_depth(one, other, are_equal):
    tree = page.parse(f"<main>{one}</main><main>{other}</main>")
    first, second = (row + 1 for row in tree.select("main"))
    assert (tree.shapes[first] == tree.shapes[second]) == are_equal


def test_text_has_no_shape():
    tree = page.parse("<p>a")
    assert [tree.shapes[row] == 0 for row in range(len(tree))] == [tag == "#text" for tag in tree.tags]


def test_shapes_are_the_same_in_every_process(root):
    html = "<ul><li><b>a</b> b<li><b>c</b><x-y>d</x-y><日本>e</ul>"
    code = f"from eventlocky import page; print(page.parse({html!r}).shapes)"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "random")
    }
    assert found == {str(page.parse(html).shapes)}
