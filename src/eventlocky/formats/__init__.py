"""Events written down for others: JSON, CSV, iCalendar, text, RSS, Atom, JSON Feed, JSON-LD, GeoJSON.

One file a format, two tables of all: `FORMATS` for events as they were read, `FEEDS` for what a search found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eventlocky.formats import atom, csv, geojson, ics, json, jsonfeed, jsonld, rss, text
from eventlocky.formats.entry import Feed, feed
from eventlocky.types import Event

FORMATS: dict[str, Callable[[Sequence[Event]], str]] = {
    "text": text.write,
    "json": json.write,
    "csv": csv.write,
    "ics": ics.write,
    "rss": lambda events: rss.write_feed(feed(events)),
    "atom": lambda events: atom.write_feed(feed(events)),
    "jsonfeed": lambda events: jsonfeed.write_feed(feed(events)),
    "jsonld": lambda events: jsonld.write_feed(feed(events)),
    "geojson": lambda events: geojson.write_feed(feed(events)),
}
"""Every format by its name: `FORMATS["csv"](events)` is the whole document."""

FEEDS: dict[str, Callable[[Feed], str]] = {
    "ics": ics.write_feed,
    "rss": rss.write_feed,
    "atom": atom.write_feed,
    "json": jsonfeed.write_feed,
    "csv": csv.write_feed,
    "jsonld": jsonld.write_feed,
    "geojson": geojson.write_feed,
}
"""Every format of a feed by the ending of its address."""
