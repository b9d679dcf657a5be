"""One entry as an Event of ActivityStreams 2.0, ready for ActivityPub: what servers of the fediverse read.

Its id is the address of our page of the event. Nothing is sent to anybody: who wants it asks for it.
"""

from __future__ import annotations

import json
from html import escape

from eventlocky.formats.entry import Entry, instant
from eventlocky.formats.ics import status_of
from eventlocky.formats.row import cost

TYPE = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'
_PUBLIC = "https://www.w3.org/ns/activitystreams#Public"
_CONTEXT = [
    "https://www.w3.org/ns/activitystreams",
    {"ical": "http://www.w3.org/2002/12/cal/ical#", "timezone": "ical:tzid", "sequence": "ical:sequence"},
]


def write(entry: Entry) -> str:
    """Return the document of an entry."""
    return json.dumps({"@context": _CONTEXT, **event(entry)}, ensure_ascii=False) + "\n"


def event(entry: Entry) -> dict[str, object]:
    """Return an entry as an ActivityStreams Event; what is not known is left out."""
    said = entry.event
    found: dict[str, object] = {
        "id": entry.page or f"urn:eventlocky:{entry.uid}",
        "type": "Event",
        "name": " ".join(said.title.split()),
        "content": _content(entry),
        "mediaType": "text/html",
        "startTime": instant(entry.start, said.when),
        "endTime": instant(entry.end, said.when),
        "timezone": said.when.zone,
        "location": _location(entry),
        "attributedTo": _owner(entry),
        "image": {"type": "Image", "url": said.image} if said.image else None,
        "url": [{"type": "Link", "href": href, "mediaType": "text/html"} for href in _pages(entry)],
        "tag": [{"type": "Hashtag", "name": f"#{said.category}"}] if said.category else None,
        "published": entry.first_seen.isoformat(timespec="seconds"),
        "updated": entry.changed.isoformat(timespec="seconds"),
        "to": _PUBLIC,
        "ical:status": status_of(said),
        "sequence": entry.sequence,
    }
    return {name: value for name, value in found.items() if value is not None}


def _content(entry: Entry) -> str | None:
    """Return the description and the price as HTML in which no word of a page is markup."""
    parts = [*entry.event.description.split("\n\n"), cost(entry.event.price)]
    paragraphs = (escape(part.strip()).replace("\n", "<br>") for part in parts if part and part.strip())
    return "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs) or None


def _location(entry: Entry) -> dict[str, object] | None:
    where = entry.event.where
    name = where.name or where.address or entry.organisation
    if where.online and not where.name:
        return {"type": "VirtualLocation", "url": entry.event.link or entry.link or ""}
    if not name:
        return None
    point = {"latitude": entry.lat, "longitude": entry.lon}
    place: dict[str, object] = {"type": "Place", "name": name}
    if where.address:
        place["address"] = where.address
    return place | (point if entry.lat is not None and entry.lon is not None else {})


def _owner(entry: Entry) -> dict[str, object] | None:
    name = entry.event.organiser or entry.organisation
    if not name:
        return None
    return {"type": "Organization", "name": name, **({"url": entry.website} if entry.website else {})}


def _pages(entry: Entry) -> list[str]:
    return list(dict.fromkeys(page for page in (entry.page, entry.event.link) if page))
