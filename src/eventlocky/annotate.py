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
from eventlocky.dates import Mention, Role
from eventlocky.page import Tree
from eventlocky.text import contacts, money
from eventlocky.types import When


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


@dataclass(frozen=True, slots=True)
class Dated:
    """A mention of a date together with what it means on this page."""

    first: int
    stop: int
    mention: Mention
    when: When


def annotate(tree: Tree, names: Iterable[str], reference: date) -> Annotations:
    """Find everything of these names on a page; `reference` is the day the page was fetched.

    Dates that are there for something else than saying when (posted, updated, deadline …) bear the name of
    their role, so that nobody takes them for the day of an event.
    """
    text = tree.whole_text
    wanted = set(names)
    found = _dates(tree, text, reference) if "date" in wanted else []
    readers: dict[str, Callable[[str], Iterable[Spanned]]] = {
        "money": money.find,
        "percent": money.find_percentages,
        "email": contacts.find_emails,
        "phone": contacts.find_phones,
        "address": contacts.find_addresses,
    }
    for name in sorted(wanted & readers.keys()):
        found += [
            Annotation(name, tree.row_at(find.first), find.first, find.stop, find) for find in readers[name](text)
        ]
    body = tree.body
    return Annotations(tuple(sorted((a for a in found if a.row >= body), key=lambda a: (a.first, a.name))))


def _dates(tree: Tree, text: str, reference: date) -> list[Annotation]:
    pairs = dates.flow(dates.find(text, reference=reference), dates.Context(reference))
    return [
        Annotation(_name(mention), tree.row_at(mention.first), mention.first, mention.stop, found)
        for mention, when in pairs
        for found in [Dated(mention.first, mention.stop, mention, when)]
    ]


def _name(mention: Mention) -> str:
    """Name a date by its role: `date` where it says when something is, `time` where it names no day."""
    if mention.role not in {Role.START, Role.END, Role.DOORS}:
        return mention.role.value
    return "date" if mention.has_day else "time"
