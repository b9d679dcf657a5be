"""A small JSON-LD processor for tests: terms expanded by the part of schema.org that we use, and nothing let through.

It knows one context, `https://schema.org`, as that context is published: terms are IRIs under it, terms of type `@id`
hold addresses, the rest literals. A term, a type or a keyword that it does not know raises ValueError.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

BASE = "https://schema.org/"
TYPES = {
    "ItemList", "ListItem", "Event", "SaleEvent", "EducationEvent", "Place", "VirtualLocation", "GeoCoordinates",
    "Organization", "Offer", "PostalAddress", "Schedule", "ImageObject",
}  # fmt: skip
LINKS = {"url", "sameAs", "image", "eventStatus", "eventAttendanceMode", "availability", "item", "location", "organizer",
         "offers", "geo", "itemListElement", "address", "eventSchedule"}  # fmt: skip
LITERALS = {"name", "identifier", "startDate", "endDate", "previousStartDate", "description", "latitude", "longitude", "price",
            "priceCurrency", "position", "doorTime", "validFrom", "repeatFrequency", "byDay", "repeatCount", "exceptDate",
            "scheduleTimezone"}  # fmt: skip
_TEXT_OR_LINK = {"address"}


def expand(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the expanded form of a document, as the JSON-LD algorithms define it."""
    if document.get("@context") not in {"https://schema.org", "https://schema.org/"}:
        raise ValueError(f"Not our context: {document.get('@context')!r}")
    return [_node({name: value for name, value in document.items() if name != "@context"})]


def _node(node: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in node.items():
        if name == "@type":
            names = value if isinstance(value, list) else [value]
            if not set(names) <= TYPES:
                raise ValueError(f"Unknown types: {names}")
            found["@type"] = [BASE + each for each in names]
        elif name == "@id":
            found["@id"] = _iri(value)
        elif name in LINKS | LITERALS:
            values = value if isinstance(value, list) else [value]
            found[BASE + name] = [_value(name, each) for each in values]
        else:
            raise ValueError(f"Unknown term: {name}")
    return found


def _value(name: str, value: object) -> dict[str, Any]:
    if value is None:
        raise ValueError(f"{name} is null")
    if isinstance(value, dict):
        if name in LITERALS:
            raise ValueError(f"{name} is no node")
        return _node(value)
    if name in LINKS and not (name in _TEXT_OR_LINK and isinstance(value, str) and "://" not in value):
        return {"@id": _iri(value)}
    if not isinstance(value, str | int | float) or value == "":
        raise ValueError(f"{name}: {value!r} is no literal")
    return {"@value": value}


def _iri(value: object) -> str:
    parts = urlsplit(value) if isinstance(value, str) else None
    if parts is None or not parts.scheme or not (parts.netloc or parts.scheme == "urn") or " " in str(value):
        raise ValueError(f"Not an absolute address: {value!r}")
    return str(value)
