"""What the tests of the page share: a check of everything that holds for every tree."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eventlocky.page import Tree
from eventlocky.page.elements import TEXT


@pytest.fixture(scope="session")
def check() -> Callable[[Tree], None]:
    """A function that asserts all that must hold for any tree, each thing worked out again in the plainest way."""
    return _check


def _check(tree: Tree) -> None:
    _check_arrays(tree)
    _check_texts(tree)
    _check_paths(tree)
    _check_marks(tree)
    _check_addresses(tree)


def _check_arrays(tree: Tree) -> None:
    count = len(tree)
    assert count == len(tree.tags) == len(tree.parents) == len(tree.ends) == len(tree.texts) == len(tree.elements) > 0
    assert [element is None for element in tree.elements] == [tag == TEXT for tag in tree.tags]
    assert tree.parents[0] == -1
    assert all(0 <= tree.parents[row] < row for row in range(1, count))
    children: list[list[int]] = [[] for _ in range(count)]
    for row in range(1, count):
        children[tree.parents[row]].append(row)
    for row in range(count):
        assert list(tree.children(row)) == children[row]
        assert tree.element_children(row) == [child for child in children[row] if tree.tags[child] != TEXT]
        assert tree.ends[row] == (tree.ends[children[row][-1]] if children[row] else row + 1)
        assert tree.depths[row] == len(list(tree.ancestors(row)))
        assert tree.tags[row] != TEXT or not children[row]
    _check_shapes(tree, children)
    _check_ordinals(tree, children)


def _check_shapes(tree: Tree, children: list[list[int]]) -> None:
    plain = [""] * len(tree)
    for row in reversed(range(len(tree))):
        if tree.tags[row] != TEXT:
            plain[row] = f"({tree.tags[row]}{''.join(plain[child] for child in children[row])})"
    pairs = set(zip(tree.shapes, plain, strict=True))
    assert len(pairs) == len(set(tree.shapes)) == len(set(plain))


def _check_ordinals(tree: Tree, children: list[list[int]]) -> None:
    for row, siblings in enumerate(children):
        for place, child in enumerate(siblings):
            same = [other for other in siblings[: place + 1] if tree.tags[other] == tree.tags[child]]
            assert tree.ordinals[child] == tree.number(child) == len(same), row


def _check_texts(tree: Tree) -> None:
    whole = tree.whole_text
    assert whole == tree.raw_text(0) == tree.raw_text(0, len(tree)) == "".join(tree.texts)
    whole.encode()  # nothing in it that cannot be stored or sent
    assert len(tree.offsets) == len(tree) + 1
    for offset in range(len(whole)):
        row = tree.row_at(offset)
        assert tree.offsets[row] <= offset < tree.offsets[row + 1]
        assert tree.texts[row][offset - tree.offsets[row]] == whole[offset]
    assert 0 <= tree.row_at(len(whole)) < len(tree)
    lines = tree.lines()
    assert " ".join(line.text for line in lines) == tree.text(0)
    for line in lines:
        assert line.text
        assert line.text == " ".join(line.text.split())
        assert 0 <= line.first < line.stop <= len(tree)
        assert line.text in {" ".join(part.split()) for part in tree.raw_text(line.first, line.stop).split("\n")}
    for row in range(len(tree)):
        assert tree.tags[row] != TEXT or tree.text(row) == tree.own_text(row) != ""


def _check_paths(tree: Tree) -> None:
    paths = [tree.path(row) for row in range(len(tree))]
    assert len(set(paths)) == len(tree)
    for row, path in enumerate(paths):
        assert tree.find(path) == row, path
        assert tree.read(path) == tree.text(row)


def _check_marks(tree: Tree) -> None:
    marks = tree.marks
    assert len(tree) == len(marks.blocks) == len(marks.hidden) == len(marks.boilerplate)
    assert set(marks.blocks) | set(marks.hidden) | set(marks.boilerplate) <= {0, 1}
    for row in range(1, len(tree)):
        parent = tree.parents[row]
        assert tree.is_hidden(row) or not tree.is_hidden(parent)
        assert tree.is_boilerplate(row) or not tree.is_boilerplate(parent)
        assert tree.is_block(parent) or not tree.is_block(row)
    assert tree.tags[tree.body] in {"body", "frameset", "html"}


def _check_addresses(tree: Tree) -> None:
    assert isinstance(tree.base_url, str)
    for row in range(len(tree)):
        link = tree.link(row)
        assert link is None or tree.attr(row, "href")
        assert tree.classes(row) == (tree.attr(row, "class") or "").split()
