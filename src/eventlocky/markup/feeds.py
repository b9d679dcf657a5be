"""Feeds that a page names: calendars (iCalendar) that may hold its events, and RSS and Atom."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eventlocky.page import Tree

_TYPES = {"text/calendar": "ical", "application/rss+xml": "rss", "application/atom+xml": "atom"}
_CALENDAR = re.compile(r"\.ics(?:$|[?#])|[?&](?:outlook-)?ical=1\b|[?&]format=ical?s?\b", re.IGNORECASE)
_LINKS = 'a[href*=".ics"],a[href*="ical="],a[href*="format=ic"],a[href^="webcal:"]'


@dataclass(frozen=True, slots=True)
class Feed:
    """The address of a feed, its format (`ical`, `rss`, `atom`) and the row that names it."""

    address: str
    format: str
    row: int
    title: str = ""


def read(tree: Tree) -> list[Feed]:
    """Return the feeds of a page, each address once, calendars first."""
    found = []
    for row in tree.select("link[rel~=alternate i][type]"):
        kind = _TYPES.get((tree.attr(row, "type") or "").partition(";")[0].strip().lower())
        if kind and (address := tree.link(row)):
            found.append(Feed(address, kind, row, tree.attr(row, "title") or ""))
    links = ((row, _calendar(tree, row)) for row in tree.select(_LINKS))
    found += [Feed(address, "ical", row, tree.text(row)) for row, address in links if address]
    found.sort(key=lambda feed: feed.format != "ical")
    return list({feed.address: feed for feed in reversed(found)}.values())[::-1]


def _calendar(tree: Tree, row: int) -> str | None:
    """Return the address of a calendar that a link leads to; `webcal:` is how calendars call `https:`."""
    href = (tree.attr(row, "href") or "").strip()
    if href[:7].lower() == "webcal:":
        return tree.absolute(f"https:{href[7:]}")
    return tree.absolute(href) if _CALENDAR.search(href) else None
