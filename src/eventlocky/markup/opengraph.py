"""What the head of a page says of the whole page: Open Graph, and what older tags say in its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.markup import stamps
from eventlocky.markup.base import Item
from eventlocky.markup.scopes import Written
from eventlocky.markup.values import clean
from eventlocky.page import Tree
from eventlocky.page.tree import Element
from eventlocky.types import Day

_EVENTS = frozenset({"event", "events.event"})
_NAMES = {
    "og:title": "name",
    "og:description": "description",
    "og:image": "image",
    "og:url": "url",
    "event:start_time": "startDate",
    "event:end_time": "endDate",
    "event:location": "location",
}
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page says of itself as a whole. `published` is the day of the page, never that of an event."""

    title: str | None = None
    image: str | None = None
    url: str | None = None
    site_name: str | None = None
    locale: str | None = None
    published: Day | None = None


def facts(tree: Tree) -> PageFacts:
    """Return what a page says of itself: in Open Graph, else in its title, canonical address and language."""
    rows = _metas(tree)
    title, image, url, site, locale, published = (
        _content(tree, rows.get(name))
        for name in ("og:title", "og:image", "og:url", "og:site_name", "og:locale", "article:published_time")
    )
    title = title or next((tree.text(row) for row in tree.select("title")), None)
    canonical = next((tree.link(row) for row in tree.select("link[rel~=canonical i]")), None)
    stamp = stamps.read_iso(published) if published else None
    return PageFacts(
        title=clean(title, _LONGEST) or None if title else None,
        image=tree.absolute(image) if image else None,
        url=(tree.absolute(url) if url else None) or canonical,
        site_name=clean(site, _LONGEST) if site else None,
        locale=locale or tree.attr(0, "lang") or None,
        published=stamp.moment if stamp is not None and isinstance(stamp.moment, date) else None,
    )


def is_event(kind: Element) -> bool:
    """Tell whether the element that says of which kind a page is says that it is an event."""
    return (kind.attr("content") or "").strip().lower() in _EVENTS


def read(tree: Tree) -> list[Item]:
    """Return the event that a page says it is about as a whole, in a list; without a start it is only a title."""
    rows = _metas(tree)
    row = rows.get("og:type")
    if row is None or "event:start_time" not in rows:
        return []
    item = Item(("Event",), row)
    for name, meant in _NAMES.items():
        if name in rows:
            item.add(meant, Written(tree, rows[name]))
    return [item]


def _metas(tree: Tree) -> dict[str, int]:
    """Return the row of the first tag of every name."""
    rows: dict[str, int] = {}
    for row in tree.select("meta[property],meta[name]"):
        rows.setdefault((tree.attr(row, "property") or tree.attr(row, "name") or "").lower(), row)
    return rows


def _content(tree: Tree, row: int | None) -> str | None:
    value = tree.attr(row, "content") if row is not None else None
    return value.strip() or None if value else None
