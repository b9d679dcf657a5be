"""Microformats: `h-event` of today and `vevent` of the classic hCalendar, with what stands within them.

Properties are class names (`p-name`, `dt-start`; `summary`, `dtstart`), taken into the words of schema.org.
The value class pattern puts a date together from parts; a name that is not marked is implied.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from eventlocky.markup.base import Item, Said
from eventlocky.markup.scopes import Written, owners
from eventlocky.page import Tree

_MODERN_ROOTS = {"h-event": "Event", "h-card": "Place", "h-adr": "PostalAddress", "h-geo": "GeoCoordinates"}
_MODERN_ROOTS |= dict.fromkeys(
    "h-app h-cite h-entry h-feed h-item h-product h-recipe h-resume h-review h-review-aggregate".split(), "Thing"
)
_CLASSIC_ROOTS = {"vevent": "Event", "vcard": "Place", "adr": "PostalAddress", "geo": "GeoCoordinates"}
_CLASSIC_ROOTS |= dict.fromkeys("hentry hfeed hreview hproduct hrecipe hresume".split(), "Thing")

_ADDRESS_PARTS = {
    "street-address": "streetAddress",
    "locality": "addressLocality",
    "region": "addressRegion",
    "postal-code": "postalCode",
    "country-name": "addressCountry",
    "adr": "address",
    "geo": "geo",
    "latitude": "latitude",
    "longitude": "longitude",
}
_SHARED = _ADDRESS_PARTS | {
    "summary": "summary",
    "description": "description",
    "duration": "duration",
    "location": "location",
    "url": "url",
    "photo": "image",
    "organizer": "organizer",
    "status": "status",
}
_MODERN = _SHARED | {
    "name": "name",
    "start": "startDate",
    "end": "endDate",
    "featured": "image",
    "content": "content",
}
_CLASSIC = _SHARED | {"fn": "name", "dtstart": "startDate", "dtend": "endDate"}
_PREFIX = re.compile(r"(p|u|dt|e)-([a-z]+(?:-[a-z]+)*)")

_TIME = re.compile(r"[0-9]{1,2}(?::[0-9]{2}){0,2}\s?(?:[ap]\.?m\.?)?\s?(?:z|[+-][0-9:]{1,6})?", re.IGNORECASE)
_ZONE = re.compile(r"z|[+-][0-9]{1,2}:?(?:[0-9]{2})?", re.IGNORECASE)
_OWN = ""
"""Microformats have no attribute of their own for values."""

_MOST_PARTS = 8
_LONGEST_NAME = 300


def read(tree: Tree) -> list[Item]:
    """Return all things of a page in document order."""
    rows = tree.select("[class]")
    classes = [tree.classes(row) for row in rows]
    parts = [row for row, names in zip(rows, classes, strict=True) if "value" in names or "value-title" in names]
    things: dict[int, Item] = {}
    modern = set()
    for row, names in zip(rows, classes, strict=True):
        types = [_MODERN_ROOTS[name] for name in names if name in _MODERN_ROOTS]
        if types:
            modern.add(row)
        else:
            types = [_CLASSIC_ROOTS[name] for name in names if name in _CLASSIC_ROOTS]
        if types:
            things[row] = Item(tuple(types), row)
    texted = set()  # things with a property that is no address and no date: nothing is implied for them
    for row, names, owner in zip(rows, classes, owners(tree, list(things), rows), strict=True):
        if owner is None:
            continue
        called = _modern_names(names) if owner in modern else [_CLASSIC[name] for name in names if name in _CLASSIC]
        for name in called:
            things[owner].add(name, things.get(row) or _value(tree, row, parts))
        if row in things or (owner in modern and any(name.startswith(("p-", "e-")) for name in names)):
            texted.add(owner)
    for row in modern:
        _imply(tree, things[row], has_text=row in texted)
    return list(things.values())


def _modern_names(names: Iterable[str]) -> list[str]:
    found = [match[2] for name in names if (match := _PREFIX.fullmatch(name))]
    return [_MODERN[name] for name in dict.fromkeys(found) if name in _MODERN]


# The value class pattern -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Composed(Written):
    """An element whose value stands in parts of it, each with the class `value` or `value-title`."""

    parts: tuple[int, ...] = ()

    def words(self) -> Said | None:
        """Return the parts, one after the other."""
        texts = [text for row in self.parts if (text := _part(self.tree, row))]
        return Said("".join(texts), self.row) if texts else None

    def stamp(self) -> Said | None:
        """Return a day, a time and a zone put together, each from the first part that has it."""
        day = clock = zone = ""
        for row in self.parts:
            text = _part(self.tree, row)
            if _ZONE.fullmatch(text):
                zone = zone or text
            elif _TIME.fullmatch(text):
                clock = clock or text
            else:
                day = day or text
        text = f"{day} {clock}{zone}".strip()
        return Said(text, self.row) if text else None


def _value(tree: Tree, row: int, parts: list[int]) -> Written:
    """Return the value of an element, in parts where it has some."""
    first, stop = bisect_left(parts, row + 1), bisect_left(parts, tree.ends[row])
    if first == stop:
        return Written(tree, row, _OWN)
    return _Composed(tree, row, _OWN, tuple(parts[first : min(stop, first + _MOST_PARTS)]))


def _part(tree: Tree, row: int) -> str:
    if "value-title" in tree.classes(row):
        return (tree.attr(row, "title") or "").strip()
    said = Written(tree, row, _OWN).stamp()
    return said.text.strip() if said else ""


# What is implied ---------------------------------------------------------------------------------


def _imply(tree: Tree, item: Item, *, has_text: bool) -> None:
    """Give a thing without marked words its own as a name, and the only link in it as its address."""
    children = tree.element_children(item.row) if not has_text or "url" not in item.values else []
    only = children[0] if len(children) == 1 else None
    if "name" not in item.values and not has_text:
        source = only if only is not None and tree.tags[only] in {"img", "abbr"} else item.row
        said = Written(tree, source, _OWN).words()
        if said and len(said.text) <= _LONGEST_NAME:
            item.add("name", Written(tree, source, _OWN))
    if "url" not in item.values:
        row = next((row for row in (item.row, only) if row is not None and tree.tags[row] in {"a", "area"}), None)
        if row is not None and tree.attr(row, "href"):
            item.add("url", Written(tree, row, _OWN))
