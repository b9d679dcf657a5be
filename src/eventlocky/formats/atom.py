"""Entries as Atom (RFC 4287), in plain text, so that nothing of it is taken for HTML."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from eventlocky.formats import summary
from eventlocky.formats.entry import Feed
from eventlocky.formats.xml import add, document


def write_feed(feed: Feed) -> str:
    """Return an Atom document of a feed."""
    root = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom"})
    add(root, "id", feed.address or "urn:eventlocky:feed")
    add(root, "title", feed.title)
    add(root, "updated", feed.changed.isoformat(timespec="seconds"))
    if feed.address:
        add(root, "link", rel="self", href=feed.address)
        add(root, "link", rel="alternate", href=feed.home)
    author = add(root, "author")
    add(author, "name", "Event.Locky")
    for entry in feed.entries:
        item = add(root, "entry")
        add(item, "id", f"urn:eventlocky:{entry.uid}")
        add(item, "title", summary.title(entry), type="text")
        add(item, "published", entry.first_seen.isoformat(timespec="seconds"))
        add(item, "updated", entry.changed.isoformat(timespec="seconds"))
        if entry.link:
            add(item, "link", rel="alternate", href=entry.link)
        if entry.event.category:
            add(item, "category", term=entry.event.category)
        add(item, "content", "\n".join(summary.lines(entry)), type="text")
    return document(root)
