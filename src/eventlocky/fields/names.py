"""What the elements of a page are called: their rows by the class, the property or the label that they bear."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree

_OTHERS = ("itemprop", "property", "data-title", "data-label", "data-th")


@once_a_page
def _rows(tree: Tree) -> dict[str, dict[str, list[int]]]:
    """Return, for every attribute that names elements, the rows of each of its values."""
    tables: dict[str, dict[str, list[int]]] = {name: {} for name in ("class", *_OTHERS)}
    classes = tables["class"]
    for row, value in enumerate(tree.class_names):
        if value:
            classes.setdefault(value, []).append(row)
    for row in tree.select(",".join(f"[{name}]" for name in _OTHERS)):
        for name in _OTHERS:
            if value := tree.attr(row, name) or "":
                tables[name].setdefault(value, []).append(row)
    return tables


def rows(tree: Tree, is_wanted: Callable[[str], bool], attributes: Iterable[str] = ("class", *_OTHERS)) -> list[int]:
    """Return the rows whose name in one of some attributes is wanted; a name that many rows bear is judged once."""
    found: set[int] = set()
    for attribute in attributes:
        for value, bearers in _rows(tree)[attribute].items():
            if is_wanted(value):
                found.update(bearers)
    return sorted(found)
