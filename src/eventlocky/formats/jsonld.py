"""Entries as schema.org events in JSON-LD: for machines, and for the markup of our own pages.

It says what is known and nothing else; a time has its distance from UTC where the zone is known. Our own pages are
marked up only with what search engines take for an event: it has a day and a place, and is no bargain.
"""

from __future__ import annotations

import json
import re
from datetime import datetime

from eventlocky.formats.entry import Entry, Feed, instant
from eventlocky.types import Day, Event, Status

_CONTEXT = "https://schema.org"
_MOVED = "EventRescheduled"
_STATUS = {
    Status.CANCELLED: "EventCancelled",
    Status.POSTPONED: "EventPostponed",
    Status.MOVED: _MOVED,
}
_CURRENCY = re.compile("[A-Z]{3}")
_TYPES = {"deal": "SaleEvent", "talk": "EducationEvent"}


def write_feed(feed: Feed) -> str:
    """Return a JSON-LD document of a feed: a list of events."""
    items = [
        {"@type": "ListItem", "position": number, "item": event(entry)} for number, entry in enumerate(feed.entries, 1)
    ]
    document = {"@context": _CONTEXT, "@type": "ItemList", "name": feed.title, "itemListElement": items}
    return json.dumps(document, ensure_ascii=False) + "\n"


def markup(entry: Entry) -> str:
    """Return one event for the script element of its page, "" for what is no event to a search engine.

    That is what has no name, no day or no place, and a deal.
    """
    is_whole = bool(entry.event.title.strip()) and entry.start is not None and _location(entry) is not None
    return script(entry) if is_whole and entry.event.kind != "deal" else ""


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
        "endDate": instant(entry.end, said.when) if _is_after(entry.end, entry.start) else None,
        "previousStartDate": instant(entry.previous, said.when) if _status(entry) == _MOVED else None,
        "eventStatus": f"{_CONTEXT}/{_status(entry)}",
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


def _status(entry: Entry) -> str:
    """Return what has become of it: what was moved, as the store saw, is said to be, unless it is off altogether."""
    if entry.previous is not None and entry.event.status not in _STATUS:
        return _MOVED
    return _STATUS.get(entry.event.status, "EventScheduled")


def _is_after(end: Day | None, start: Day | None) -> bool:
    """Tell whether an end is one: not before the start, as some pages have it."""
    if end is None or start is None:
        return end is not None
    if isinstance(end, datetime) and isinstance(start, datetime):
        return end >= start
    return (end.year, end.month, end.day) >= (start.year, start.month, start.day)


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
    currency = price.currency if _CURRENCY.fullmatch(price.currency or "") else None
    if amount is None or (amount and not currency):
        return None
    stock = "SoldOut" if said.status is Status.SOLD_OUT else "InStock"
    offer: dict[str, object] = {"@type": "Offer", "price": str(amount), "availability": f"{_CONTEXT}/{stock}"}
    if currency:
        offer["priceCurrency"] = currency
    if said.link:
        offer["url"] = said.link
    return offer
