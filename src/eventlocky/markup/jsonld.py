"""JSON-LD: every object of every `application/ld+json` script is a thing, however deep it stands.

Contexts are not fetched: names are taken as those of schema.org. References by `@id` are followed within the
page. Scripts are read as `lenient.py` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eventlocky.markup import lenient
from eventlocky.markup.base import Item, Said
from eventlocky.markup.lenient import Scalar, Value
from eventlocky.markup.vocabulary import ELSEWHERE, NAME, bare, event_type
from eventlocky.page import Tree

_LINKING = frozenset({"@id", "@type", "@context"})
"""An object that has nothing else only names another one."""

_INHERITED = (*NAME[:1], "location", "organizer")
"""What a part of an event, or a date of a course, has from the whole where it does not say it itself."""


@dataclass(frozen=True, slots=True)
class _Quoted:
    """A value of a script."""

    scalar: Scalar
    row: int

    def words(self) -> Said:
        """Return the value."""
        return Said(self.scalar.text, self.row, letters=(self.scalar.first, self.scalar.stop))

    stamp = words
    address = words


def read(tree: Tree, scripts: list[int]) -> list[Item]:
    """Return the things of some scripts that are events, in document order."""
    objects = [(row, node) for row in scripts for node in lenient.read(tree.source(row)).objects]
    things = {id(node): Item(_types(node), row) for row, node in objects}
    named: dict[str, Item] = {}
    for _, node in objects:
        if (name := _id(node)) and not node.keys() <= _LINKING:
            named.setdefault(name, things[id(node)])
    aside = _fill(objects, things, named)
    return [
        things[id(node)]
        for _, node in objects
        if event_type(things[id(node)].types) and id(node) not in aside and not node.keys() <= _LINKING
    ]


def _fill(objects: list[tuple[int, dict[str, Value]]], things: dict[int, Item], named: dict[str, Item]) -> set[int]:
    """Give all things their values; return the objects that are events which the page is not about."""
    aside = set()
    parts = []
    for row, node in objects:
        thing = things[id(node)]
        for key, value in node.items():
            name = bare(key)
            for part in _flat(value):
                if isinstance(part, Scalar):
                    thing.add(name, _Quoted(part, row))
                    continue
                other = things[id(part)]
                if part.keys() <= _LINKING:
                    other = named.get(_id(part) or "", other)
                elif key in ELSEWHERE:
                    aside.add(id(part))
                else:
                    parts.append((thing, other))
                thing.add(name, other)
    for whole, other in parts:
        _inherit(whole, other)
    return aside


def _inherit(whole: Item, part: Item) -> None:
    """Let a part of an event, or a date of a course, have what the whole says."""
    if event_type(part.types) and (event_type(whole.types) or "Course" in whole.types):
        for name in _INHERITED:
            if name not in part.values and name in whole.values:
                part.values[name] = whole.values[name]


def _flat(value: Value) -> Iterator[Scalar | dict[str, Value]]:
    """Yield what a value holds: lists within lists, `@value`, `@list` and `@set` are taken off."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, list):
            todo += reversed(part)
        elif isinstance(part, dict) and (inner := _inner(part)) is not None:
            todo.append(inner)
        else:
            yield part


def _inner(node: dict[str, Value]) -> Value | None:
    return next((node[key] for key in ("@value", "@list", "@set") if key in node), None)


def _types(node: dict[str, Value]) -> tuple[str, ...]:
    named = node.get("@type") or node.get("type")
    return tuple(bare(part.text) for part in _flat(named) if isinstance(part, Scalar)) if named else ()


def _id(node: dict[str, Value]) -> str | None:
    name = node.get("@id")
    return name.text if isinstance(name, Scalar) else None
