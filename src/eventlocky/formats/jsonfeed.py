"""Entries as JSON Feed 1.1; what the format has no word for stands under `_event`."""

from __future__ import annotations

import json

from eventlocky.formats import summary
from eventlocky.formats.entry import Entry, Feed, instant
from eventlocky.formats.row import cost, where


def write_feed(feed: Feed) -> str:
    """Return a JSON Feed of a feed."""
    head = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.home,
        "feed_url": feed.address,
    }
    known = {name: value for name, value in head.items() if value}
    return json.dumps({**known, "items": [_item(entry) for entry in feed.entries]}, ensure_ascii=False) + "\n"


def _item(entry: Entry) -> dict[str, object]:
    event = entry.event
    item: dict[str, object] = {
        "id": entry.uid,
        "url": entry.link,
        "external_url": event.link if event.link != entry.link else None,
        "title": summary.title(entry),
        "content_text": "\n".join(summary.lines(entry)) or event.title,
        "image": event.image,
        "date_published": entry.first_seen.isoformat(timespec="seconds"),
        "date_modified": entry.changed.isoformat(timespec="seconds"),
        "tags": [tag for tag in (event.kind, event.category) if tag],
        "_event": _known({
            "start": instant(entry.start, event.when), "end": instant(entry.end, event.when), "zone": event.when.zone,
            "repeats": event.when.rrule, "location": where(event.where), "price": cost(event.price),
            "status": event.status.value, "sequence": entry.sequence,
        }),
    }  # fmt: skip
    return _known(item)


def _known(item: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in item.items() if value is not None}
