"""RDFa Lite: `typeof` makes a thing, `property` gives it a value; vocabularies are taken off the names."""

from __future__ import annotations

from eventlocky.markup.base import Item
from eventlocky.markup.scopes import Written, owners, put
from eventlocky.markup.vocabulary import bare
from eventlocky.page import Tree


def read(tree: Tree) -> list[Item]:
    """Return all things of a page in document order."""
    scopes = tree.select("[typeof]")
    properties = tree.select("[property],[rel][typeof]")
    things = {row: Item(tuple(map(bare, (tree.attr(row, "typeof") or "").split())), row) for row in scopes}
    for row, owner in zip(properties, owners(tree, scopes, properties), strict=True):
        names = (tree.attr(row, "property") or tree.attr(row, "rel") or "").split()
        put(things, owner, map(bare, names), Written(tree, row))
    return list(things.values())
