"""Entries as RSS 2.0. The id of an entry stays; a change of the event does not make it new."""

from __future__ import annotations

from email.utils import format_datetime
from html import escape
from xml.etree.ElementTree import Element

from eventlocky.formats import summary
from eventlocky.formats.entry import Feed
from eventlocky.formats.xml import add, document


def write_feed(feed: Feed) -> str:
    """Return an RSS document of a feed."""
    root = Element("rss", {"version": "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom"})
    channel = add(root, "channel")
    add(channel, "title", feed.title)
    add(channel, "link", feed.home)
    add(channel, "description", "Events and deals from the organisations' own pages.")
    if feed.address:
        add(channel, "atom:link", href=feed.address, rel="self", type="application/rss+xml")
    for entry in feed.entries:
        item = add(channel, "item")
        add(item, "title", summary.title(entry))
        if entry.link:
            add(item, "link", entry.link)
        add(item, "guid", entry.uid, isPermaLink="false")
        add(item, "pubDate", format_datetime(entry.first_seen))
        if entry.event.category:
            add(item, "category", entry.event.category)
        # Readers take the description for HTML: what a page said is escaped once for it and once more for XML.
        add(item, "description", "<br>".join(escape(line) for line in summary.lines(entry)))
    return document(root)
