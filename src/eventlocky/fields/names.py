"""What the elements of a page are called: their rows by the class, the property or the label that they bear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree

_OTHERS = ("itemprop", "property", "data-title", "data-label", "data-th")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONGEST = 200


def parts(name: str) -> list[str]:
    """Take names apart: `eventVenue list-item` gives event, venue, list, item."""
    return [part.lower() for part in _PART.findall(name[:_LONGEST])]


class _Names:
    """The names of all elements of a page: those of classes each once, those of other attributes with their rows."""

    def __init__(self, tree: Tree) -> None:
        self.classes = {name: name.lower() for name in set(tree.class_names) - {""}}
        self.others: dict[str, dict[str, list[int]]] = {name: {} for name in _OTHERS}
        for row in tree.select(",".join(f"[{name}]" for name in _OTHERS)):
            for name in _OTHERS:
                if value := tree.attr(row, name) or "":
                    self.others[name].setdefault(value, []).append(row)
        self.lower = "\0".join([*self.classes, *(value for table in self.others.values() for value in table)]).lower()


_names = once_a_page(_Names)


def rows(
    tree: Tree,
    is_wanted: Callable[[str], bool],
    attributes: Iterable[str] = ("class", *_OTHERS),
    said: frozenset[str] = frozenset(),
) -> list[int]:
    """Return the rows whose name in one of some attributes is wanted; a name that many rows bear is judged once.

    `said` are parts of names, in lower case, one of which is in every name that is wanted, where that is known.
    """
    names = _names(tree)
    telling = [part for part in said if part in names.lower]
    if said and not telling:
        return []

    def is_bearer(name: str, lower: str) -> bool:
        for part in telling:
            if part in lower:
                return is_wanted(name)
        return not said and is_wanted(name)

    found: set[int] = set()
    for attribute in attributes:
        if attribute == "class":
            wanted = {name for name, lower in names.classes.items() if is_bearer(name, lower)}
            found.update([row for row, value in enumerate(tree.class_names) if value in wanted] if wanted else ())
        else:
            for value, bearers in names.others[attribute].items():
                if is_bearer(value, value.lower()):
                    found.update(bearers)
    return sorted(found)
