"""Entries as GeoJSON (RFC 7946) for a map. What has no point on it has no geometry."""

from __future__ import annotations

import json

from eventlocky.formats.entry import Entry, Feed, instant
from eventlocky.formats.row import cost, where


def write_feed(feed: Feed) -> str:
    """Return a collection of features."""
    features = [_feature(entry) for entry in feed.entries]
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False) + "\n"


def _feature(entry: Entry) -> dict[str, object]:
    event = entry.event
    has_point = entry.lat is not None and entry.lon is not None
    properties = {
        "title": event.title, "start": instant(entry.start, event.when), "end": instant(entry.end, event.when),
        "location": where(event.where), "price": cost(event.price), "status": event.status.value, "kind": event.kind,
        "category": event.category, "organisation": entry.organisation or None, "url": entry.link,
    }  # fmt: skip
    return {
        "type": "Feature",
        "id": entry.uid,
        "geometry": {"type": "Point", "coordinates": [entry.lon, entry.lat]} if has_point else None,
        "properties": {name: value for name, value in properties.items() if value is not None},
    }
