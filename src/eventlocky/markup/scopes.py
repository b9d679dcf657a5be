"""Elements that are things, and elements within them that are properties of the nearest thing above.

This is what microdata, RDFa and microformats have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eventlocky.markup.base import Item, Said
from eventlocky.page import Tree

_LONGEST = 20_000
"""An element with more letters is no value: reading elements within elements would not be linear."""

_ADDRESSES = ("href", "src", "data-src", "data", "poster")
_NUMBERS = frozenset({"data", "meter", "input"})
_PICTURES = frozenset({"img", "area"})


@dataclass(frozen=True, slots=True)
class Written:
    """The value of an element; `own` is the attribute that its syntax puts values into, if any."""

    tree: Tree
    row: int
    own: str = "content"

    def words(self) -> Said | None:
        """Return what the element says to readers; a name that is a link is its words, not its address."""
        tag = self.tree.tags[self.row]
        said = self._attribute(self.own)
        if said is None and tag in _PICTURES:
            said = self._attribute("alt")
        if said is None and tag == "abbr":
            said = self._attribute("title")
        return said or self._text()

    def stamp(self) -> Said | None:
        """Return what the element says to machines."""
        tag = self.tree.tags[self.row]
        said = self._attribute(self.own) or self._attribute("datetime")
        if said is None and tag in _NUMBERS:
            said = self._attribute("value")
        if said is None and tag == "abbr":
            said = self._attribute("title")
        if said is None and tag == "link":
            said = self._attribute("href")
        return said or self._text()

    def address(self) -> Said | None:
        """Return where the element leads; a text is an address only where it looks like one."""
        for name in (*_ADDRESSES, self.own):
            if said := self._attribute(name):
                return said
        said = self._text()
        return said if said and said.text.startswith(("http://", "https://", "/")) and " " not in said.text else None

    def _attribute(self, name: str) -> Said | None:
        value = self.tree.attr(self.row, name) if name else None
        return Said(value, self.row, name) if value else None

    def _text(self) -> Said | None:
        tree = self.tree
        if tree.offsets[tree.ends[self.row]] - tree.offsets[self.row] > _LONGEST:
            return None
        text = tree.text(self.row)
        return Said(text, self.row) if text else None


def owners(tree: Tree, scopes: Sequence[int], rows: Iterable[int]) -> list[int | None]:
    """Return the nearest of some rows above each of some others; both in document order."""
    found: list[int | None] = []
    above: list[int] = []
    at = 0
    for row in rows:
        while at < len(scopes) and scopes[at] < row:
            while above and tree.ends[above[-1]] <= scopes[at]:
                above.pop()
            above.append(scopes[at])
            at += 1
        while above and tree.ends[above[-1]] <= row:
            above.pop()
        found.append(above[-1] if above else None)
    return found


def in_template(tree: Tree, row: int) -> bool:
    """Tell whether a row is only a pattern from which a script makes others."""
    return any(tree.tags[above] == "template" for above in tree.ancestors(row))


def put(things: dict[int, Item], owner: int | None, names: Iterable[str], value: Written) -> None:
    """Give a thing the value of an element: another thing where the element is one."""
    if owner is not None:
        for name in names:
            things[owner].add(name, things.get(value.row) or value)
