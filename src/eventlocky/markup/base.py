"""What the syntaxes share: an item with its properties, a value and where it stands, and a marked event.

Every syntax turns a page into `Item`s that speak the words of schema.org; `event.py` turns an item into
an event. A value is read only when a field asks for it, so unused markup costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from eventlocky.page import Tree
from eventlocky.page.paths import LETTERS
from eventlocky.types import Event, Proof

SURE = 0.95
"""How sure we are of what is marked: on 21 of the 22 sites of the corpora that mark events and have complete gold,
all marked events have the right title and day (docs/markup.md)."""


@dataclass(frozen=True, slots=True)
class Marked:
    """An event that a page marks as one.

    `row` is the element that holds it (for JSON-LD the script), `by` the name of the syntax, `subtype` the
    type that the page gives (`MusicEvent`). `is_utc` says that the start was written with `Z` or a zero
    offset: the hour may then not be that of the place. `performers` are names that an event has no field for.
    """

    event: Event
    row: int
    by: str
    subtype: str = "Event"
    is_utc: bool = False
    performers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """Some text and where it stands: in a row, in an attribute of a row, or in some letters of a script."""

    text: str
    row: int
    attribute: str = ""
    letters: tuple[int, int] | None = None

    def proof(self, tree: Tree) -> Proof:
        """Write down the place, so that `tree.read(proof.path)` gives back `proof.text`."""
        path = tree.path(self.row)
        if self.letters is not None:
            first, stop = self.letters
            return Proof(f"{path}{LETTERS}{first},{stop}", tree.source(self.row)[first:stop], SURE)
        if self.attribute:
            return Proof(f"{path}/@{self.attribute}", tree.attr(self.row, self.attribute) or "", SURE)
        return Proof(path, tree.text(self.row), SURE)


class Leaf(Protocol):
    """A value that is no item. It can be asked for what people read, for what machines read, for an address."""

    def words(self) -> Said | None:
        """Return what a reader sees."""

    def stamp(self) -> Said | None:
        """Return what is written for machines: a date, a number, a code."""

    def address(self) -> Said | None:
        """Return where it leads, as it is written."""


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A thing with types and properties; the value of a property may be another thing."""

    types: tuple[str, ...]
    row: int
    values: dict[str, list[Item | Leaf]] = field(default_factory=dict)

    def add(self, name: str, value: Item | Leaf) -> None:
        """Add a value to a property."""
        self.values.setdefault(name, []).append(value)

    def all(self, *names: str) -> list[Item | Leaf]:
        """Return the values of the first of these properties that has any."""
        for name in names:
            if values := self.values.get(name):
                return values
        return []
