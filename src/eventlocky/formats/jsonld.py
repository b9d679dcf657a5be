"""Entries as schema.org events in JSON-LD: for machines, and for the markup of our own pages.

It says what is known and nothing else; a time has its distance from UTC where the zone is known.
"""

from __future__ import annotations

import json

from eventlocky.formats.entry import Entry, Feed, instant
from eventlocky.types import Event, Status

_CONTEXT = "https://schema.org"
_STATUS = {
    Status.CANCELLED: "EventCancelled",
    Status.POSTPONED: "EventPostponed",
    Status.MOVED: "EventRescheduled",
}
_TYPES = {"deal": "SaleEvent", "talk": "EducationEvent"}


def write_feed(feed: Feed) -> str:
    """Return a JSON-LD document of a feed: a list of events."""
    items = [
        {"@type": "ListItem", "position": number, "item": event(entry)} for number, entry in enumerate(feed.entries, 1)
    ]
    document = {"@context": _CONTEXT, "@type": "ItemList", "name": feed.title, "itemListElement": items}
    return json.dumps(document, ensure_ascii=False) + "\n"


def script(entry: Entry) -> str:
    """Return one event for a script element of a page: no sign in it can end the element."""
    text = json.dumps({"@context": _CONTEXT, **event(entry)}, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def event(entry: Entry) -> dict[str, object]:
    """Return an entry as a schema.org Event."""
    said = entry.event
    attendance = "Online" if said.where.online else "Offline"
    found: dict[str, object] = {
        "@type": _TYPES.get(said.kind, "Event"),
        "@id": entry.page or f"urn:eventlocky:{entry.uid}",
        "identifier": entry.uid,
        "name": " ".join(said.title.split()),
        "startDate": instant(entry.start, said.when),
        "endDate": instant(entry.end, said.when),
        "eventStatus": f"{_CONTEXT}/{_STATUS.get(said.status, 'EventScheduled')}",
        "eventAttendanceMode": f"{_CONTEXT}/{attendance}EventAttendanceMode",
        "location": _location(entry),
        "description": said.description or None,
        "image": said.image,
        "url": entry.link,
        "sameAs": said.link if said.link != entry.link else None,
        "organizer": _organizer(entry),
        "offers": _offers(said),
    }
    return {name: value for name, value in found.items() if value is not None}


def _location(entry: Entry) -> dict[str, object] | None:
    where = entry.event.where
    if where.online and not where.name:
        return {"@type": "VirtualLocation", "url": entry.event.link or entry.link or ""}
    name = where.name or where.address or entry.organisation
    if not name:
        return None
    place: dict[str, object] = {"@type": "Place", "name": name, "address": where.address or name}
    if entry.lat is not None and entry.lon is not None:
        place["geo"] = {"@type": "GeoCoordinates", "latitude": entry.lat, "longitude": entry.lon}
    return place


def _organizer(entry: Entry) -> dict[str, object] | None:
    name = entry.event.organiser or entry.organisation
    if not name:
        return None
    is_site_own = not entry.event.organiser and entry.website
    return {"@type": "Organization", "name": name, **({"url": entry.website} if is_site_own else {})}


def _offers(said: Event) -> dict[str, object] | None:
    """Return what it costs, from the cheapest; nothing where no price is known."""
    price = said.price
    amount = 0 if price.free else min(price.amounts, default=price.after)
    if amount is None or (amount and not price.currency):
        return None
    stock = "SoldOut" if said.status is Status.SOLD_OUT else "InStock"
    offer: dict[str, object] = {"@type": "Offer", "price": str(amount), "availability": f"{_CONTEXT}/{stock}"}
    if price.currency:
        offer["priceCurrency"] = price.currency
    if said.link:
        offer["url"] = said.link
    return offer
