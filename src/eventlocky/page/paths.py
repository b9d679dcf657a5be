"""Short, stable names for the nodes of a page: `#programme/li[3]/h3`, `html/body/div[2]/text()`.

A path starts at the nearest ancestor with an `id` of its own, or at the root, and goes down by tag
and number among the siblings of that tag (`[1]` is left out). The same page gives the same paths in
every parse. `…/@href` names an attribute, `…/script/text()#char=10,25` some letters of what is written in
a script (the letters are counted as in RFC 5147).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from eventlocky.page.elements import TEXT

if TYPE_CHECKING:
    from eventlocky.page.tree import Tree

TEXT_STEP = "text()"
ANY_STEP = "*"
"""An element whose tag cannot be written in a path (`<b[1]>` is one in HTML): its number counts all elements."""

LETTERS = "/text()#char="
"""Stands between the path of a script and the first and last letter."""

_SPAN = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_STEP = re.compile(r"(?P<tag>[^\[\]]+)(?:\[(?P<number>[1-9][0-9]{0,8})\])?")
_PLAIN_ID = re.compile(r"[\w.:-]+")


def ordinals(tags: list[str], parents: list[int]) -> list[int]:
    """Count every row among the siblings of its tag, from 1."""
    counts: dict[tuple[int, str], int] = {}
    numbers = []
    for key in zip(parents, tags, strict=True):
        counts[key] = number = counts.get(key, 0) + 1
        numbers.append(number)
    return numbers


def count(tree: Tree, row: int, numbers: dict[int, int]) -> int:
    """Count a row and all its siblings, each among those of its tag: what a path needs of a page is a few rows."""
    parent = tree.parents[row]
    counts: dict[str, int] = {}
    for child in tree.children(parent) if parent >= 0 else (row,):
        tag = tree.tags[child]
        counts[tag] = numbers[child] = counts.get(tag, 0) + 1
    return numbers[row]


def anchors(tree: Tree) -> dict[str, int]:
    """Map every `id` that stands once, and can be written in a path, to its row."""
    rows: dict[str, int] = {}
    repeated = set()
    for row, name in [(row, name) for row, name in enumerate(tree.ids) if name]:  # most have none
        if name in rows:
            repeated.add(name)
        elif _PLAIN_ID.fullmatch(name):
            rows[name] = row
    return {name: row for name, row in rows.items() if name not in repeated} if repeated else rows


def write(tree: Tree, row: int) -> str:
    """Return the path of a row; those of the rows above it are written once."""
    known, ids = tree.known_paths, tree.ids
    steps: list[tuple[int, str]] = []
    path = ""
    while row >= 0:
        if row in known:
            path = known[row]
            break
        name = ids[row]
        if name and tree.anchors.get(name) == row:
            path = known[row] = f"#{name}"
            break
        tag, number = tree.tags[row], tree.number(row)
        if tag == TEXT:
            tag = TEXT_STEP
        elif tag == TEXT_STEP or "[" in tag or "]" in tag:
            tag, number = ANY_STEP, tree.element_children(tree.parents[row]).index(row) + 1
        steps.append((row, tag if number == 1 else f"{tag}[{number}]"))
        row = tree.parents[row]
    for below, step in reversed(steps):
        path = known[below] = f"{path}/{step}" if path else step
    return path


def find(tree: Tree, path: str) -> int | None:
    """Return the row of a path, or None."""
    first, *rest = path.split("/")
    row = tree.anchors.get(first[1:]) if first.startswith("#") else _step(tree, -1, first)
    for step in rest:
        if row is None:
            return None
        row = _step(tree, row, step)
    return row


def read(tree: Tree, path: str) -> str | None:
    """Return the words at a path, or the attribute or the letters of a script that its end names."""
    path, _, span = path.partition(LETTERS)
    path, _, name = path.partition("/@")
    row = find(tree, path)
    if row is None:
        return None
    if span:
        letters = _SPAN.fullmatch(span)
        return tree.source(row)[int(letters[1]) : int(letters[2])] if letters else None
    return tree.attr(row, name) if name else tree.text(row)


def _step(tree: Tree, parent: int, step: str) -> int | None:
    match = _STEP.fullmatch(step)
    if not match:
        return None
    tag = TEXT if match["tag"] == TEXT_STEP else match["tag"]
    number = int(match["number"] or 1)
    row, stop = (0, len(tree)) if parent < 0 else (parent + 1, tree.ends[parent])
    while row < stop:
        if tree.tags[row] == tag or (tag == ANY_STEP and tree.tags[row] != TEXT):
            number -= 1
            if not number:
                return row
        row = tree.ends[row]
    return None
