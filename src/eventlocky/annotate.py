"""What is written on a page, found once: dates, money, percentages, addresses, each tied to its row.

Every later stage asks here instead of reading the text again. Only what a kind speaks of is looked
for, and each text is read once, as one string.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Protocol

from eventlocky import dates
from eventlocky.page import Tree
from eventlocky.text import contacts, money


class Spanned(Protocol):
    """Anything that was found from `first` up to `stop` of a text."""

    @property
    def first(self) -> int:
        """Where it begins."""

    @property
    def stop(self) -> int:
        """Where it ends."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One find: its name, the row it begins in, where in the page's text, and what was read."""

    name: str
    row: int
    first: int
    stop: int
    value: object


@dataclass(frozen=True)
class Annotations:
    """All finds of a page, in document order."""

    found: tuple[Annotation, ...]

    @cached_property
    def _by_name(self) -> dict[str, tuple[list[int], list[Annotation]]]:
        tables: dict[str, tuple[list[int], list[Annotation]]] = {}
        for annotation in self.found:
            rows, annotations = tables.setdefault(annotation.name, ([], []))
            rows.append(annotation.row)
            annotations.append(annotation)
        return tables

    def within(self, name: str, first: int, stop: int) -> list[Annotation]:
        """Return the finds of a name in the rows from `first` up to `stop`."""
        rows, annotations = self._by_name.get(name, ([], []))
        return annotations[bisect_left(rows, first) : bisect_left(rows, stop)]

    def count(self, name: str, first: int, stop: int) -> int:
        """Count the finds of a name in the rows from `first` up to `stop`."""
        rows, _ = self._by_name.get(name, ([], []))
        return bisect_left(rows, stop) - bisect_left(rows, first)

    def rows(self, name: str) -> list[int]:
        """Return the rows in which finds of a name begin."""
        return self._by_name.get(name, ([], []))[0]


def annotate(tree: Tree, names: Iterable[str], reference: date) -> Annotations:
    """Find everything of these names on a page; `reference` is the day the page was fetched."""
    text = tree.whole_text
    readers: dict[str, Callable[[], Iterable[Spanned]]] = {
        "date": lambda: dates.find(text, reference=reference),
        "money": lambda: money.find(text),
        "percent": lambda: money.find_percentages(text),
        "email": lambda: contacts.find_emails(text),
        "phone": lambda: contacts.find_phones(text),
        "address": lambda: contacts.find_addresses(text),
    }
    body = tree.body
    found = [
        Annotation(name, tree.row_at(find.first), find.first, find.stop, find)
        for name in sorted(set(names) & set(readers))
        for find in readers[name]()
    ]
    return Annotations(tuple(sorted((a for a in found if a.row >= body), key=lambda a: (a.first, a.name))))
