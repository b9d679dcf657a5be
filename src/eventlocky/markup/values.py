"""Reading values of items: the first words, all stamps, an address, and words without their HTML."""

from __future__ import annotations

import html
import re
from itertools import islice

from eventlocky.markup.base import Item, Leaf, Said
from eventlocky.markup.vocabulary import NAME

MOST_VALUES = 400
"""How many values of one property are looked at: a daily show has 365 dates."""

_DEEPEST = 3
"""How far a name is looked for in things within things; pages may write circles."""

_LONGEST = 20_000
"""A text is read up to here."""

_TAG = re.compile(r"</?[a-zA-Z!][^<>]*>")
_TIMES_ESCAPED = 2
"""Pages escape what is escaped already (`&amp;#8211;`)."""


def clean(text: str, longest: int = _LONGEST) -> str:
    """Return a text in one line without entities and tags."""
    text = text[:_LONGEST]
    for _ in range(_TIMES_ESCAPED):
        if "&" in text:
            text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    return " ".join(text.split())[:longest].rstrip()


def words(item: Item, *names: str) -> Said | None:
    """Return the first value of a property that has words; of a thing, its name."""
    for value in item.all(*names)[:MOST_VALUES]:
        if said := words_of(value):
            return said
    return None


def words_of(value: Item | Leaf) -> Said | None:
    """Return the words of a value; of a thing, its name."""
    for _ in range(_DEEPEST):
        if not isinstance(value, Item):
            said = value.words()
            return said if said and clean(said.text) else None
        inner = value.all(*NAME)
        if not inner:
            return None
        value = inner[0]
    return None


def stamp(item: Item, *names: str) -> Said | None:
    """Return the first value of a property that is written for machines."""
    return next(iter(stamps_of(item, *names)), None)


def stamps_of(item: Item, *names: str) -> list[Said]:
    """Return all values of a property that are written for machines."""
    leaves = (value for value in item.all(*names) if not isinstance(value, Item))
    found = (leaf.stamp() for leaf in islice(leaves, MOST_VALUES))
    return [said for said in found if said and said.text.strip()]


def address(item: Item, *names: str) -> Said | None:
    """Return the first address of a property; of a thing, the address of its file or page."""
    for name in names:
        for value in item.values.get(name, ())[:MOST_VALUES]:
            leaf: Item | Leaf | None = value
            if isinstance(value, Item):
                leaf = next(iter(value.all("url", "contentUrl", "@id")), None)
            if leaf is not None and not isinstance(leaf, Item) and (said := leaf.address()) and said.text.strip():
                return said
    return None


def items(item: Item, *names: str) -> list[Item]:
    """Return the values of a property that are things."""
    return [value for value in item.all(*names)[:MOST_VALUES] if isinstance(value, Item)]
