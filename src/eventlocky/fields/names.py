"""What the elements of a page are called: their rows by the class, the property or the label that they bear."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree
from eventlocky.page.tree import Element

_OTHERS = ("itemprop", "property", "data-title", "data-label", "data-th")


@once_a_page
def _bearers(tree: Tree) -> dict[str, tuple[list[Element], list[str]]]:
    """Return, for every attribute that names elements, the elements that have it and their names."""
    classed = list(tree.document.select("[class]"))
    others = tree.document.select(",".join(f"[{name}]" for name in _OTHERS))
    found = {"class": (classed, [element.attr("class") or "" for element in classed])}
    for name in _OTHERS:
        pairs = [(element, value) for element in others if (value := element.attr(name))]
        found[name] = ([element for element, _ in pairs], [value for _, value in pairs])
    return found


def rows(tree: Tree, is_wanted: Callable[[str], bool], attributes: Iterable[str] = ("class", *_OTHERS)) -> list[int]:
    """Return the rows whose name in one of some attributes is wanted; a name that many rows bear is judged once."""
    found: set[int] = set()
    for attribute in attributes:
        elements, values = _bearers(tree)[attribute]
        wanted = set(filter(is_wanted, set(values)))
        if wanted:
            found.update(tree.rows(element for element, value in zip(elements, values, strict=True) if value in wanted))
    return sorted(found)
