"""Microdata: `itemscope`, `itemtype`, `itemprop` and `itemref` of the HTML standard."""

from __future__ import annotations

from bisect import bisect_left

from eventlocky.markup.base import Item
from eventlocky.markup.scopes import Written, owners, put
from eventlocky.markup.vocabulary import bare, event_type
from eventlocky.page import Tree

_MOST_REFERRED = 10_000
"""How many properties of a page may come by `itemref`: many things may refer to the same large part."""


def read(tree: Tree) -> list[Item]:
    """Return all things of a page in document order."""
    scopes = tree.select("[itemscope],[itemtype]")
    properties = tree.select("[itemprop]")
    things = {row: Item(tuple(map(bare, (tree.attr(row, "itemtype") or "").split())), row) for row in scopes}
    above = owners(tree, scopes, properties)
    names = [[bare(name) for name in (tree.attr(row, "itemprop") or "").split()] for row in properties]
    for row, owner, called in zip(properties, above, names, strict=True):
        put(things, owner, called, Written(tree, row))
    _refer(tree, things, properties, above, names)
    _adopt(tree, things)
    return list(things.values())


def _refer(
    tree: Tree, things: dict[int, Item], properties: list[int], above: list[int | None], names: list[list[str]]
) -> None:
    """Add the properties that stand elsewhere, in elements that a thing names by their ids."""
    left = _MOST_REFERRED
    for row in tree.select("[itemref]"):
        for name in (tree.attr(row, "itemref") or "").split():
            target = tree.anchors.get(name)
            if target is None or row not in things or left <= 0:
                continue
            first, stop = (bisect_left(properties, edge) for edge in (target, tree.ends[target]))
            stop = min(stop, first + left)
            left -= stop - first + 1
            owner = next((outer for outer in tree.ancestors(target) if outer in things), None)
            for at in range(first, stop):
                if above[at] == owner:
                    put(things, row, names[at], Written(tree, properties[at]))


def _adopt(tree: Tree, things: dict[int, Item]) -> None:
    """Take a place that stands in an event, and is not said to be anything else, for the place of the event."""
    scopes = list(things)
    for row, owner in zip(scopes, owners(tree, scopes, scopes), strict=True):
        if owner is not None and "Place" in things[row].types and tree.attr(row, "itemprop") is None:
            outer = things[owner]
            if "location" not in outer.values and event_type(outer.types):
                outer.add("location", things[row])
