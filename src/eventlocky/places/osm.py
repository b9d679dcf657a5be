"""One object of OpenStreetMap to one organisation, whether it came through Overpass or from an extract."""

from __future__ import annotations

from collections.abc import Mapping

from eventlocky.places import categories
from eventlocky.places.organisations import make
from eventlocky.types import Organisation

WEBSITE_KEYS = ("website", "contact:website", "url", "contact:url")
"""The tags that may hold the organisation's own site, the usual one first."""
CREDIT = "© OpenStreetMap contributors (ODbL, openstreetmap.org/copyright)"
_NAME_KEYS = ("name", "official_name", "brand", "operator")
_BLOCKS = ("addr:province", "addr:city", "addr:quarter", "addr:neighbourhood")


def organisation(
    kind: str, number: object, tags: Mapping[str, object], where: tuple[float, float], *, local: bool = False
) -> Organisation | None:
    """Return the organisation that an object is, None where it is none or names no web site."""
    site = next((tags[key] for key in WEBSITE_KEYS if tags.get(key)), None)
    told = categories.of_tags(tags) if site else None
    if told is None:
        return None
    values = {
        "name": next((tags[key] for key in _NAME_KEYS if tags.get(key)), None),
        "website": site,
        "type": told[0],
        "address": address(tags),
        "opening_hours": tags.get("opening_hours"),
        "source_id": f"osm/{kind}/{number}",
    }
    found = make(values, where, told[1], local=local)
    return found if found and found.website else None


def address(tags: Mapping[str, object]) -> str:
    """Return the address of an object in one line: `Am Markt 1, 23966 Wismar`; Japanese ones by their blocks."""
    full = tags.get("addr:full")
    if isinstance(full, str) and full:
        return full
    street = tags.get("addr:street") or tags.get("addr:place")
    number = tags.get("addr:housenumber")
    if street:
        town = _joined((tags.get("addr:postcode"), tags.get("addr:city")), " ")
        return _joined((_joined((street, number), " "), town), ", ")
    if tags.get("addr:block_number"):
        return _joined([tags.get(key) for key in _BLOCKS], "") + _joined((tags["addr:block_number"], number), "-")
    return _joined((tags.get("addr:postcode"), tags.get("addr:city")), " ") if number is None else ""


def _joined(parts: tuple[object, ...] | list[object], by: str) -> str:
    return by.join(part for part in parts if isinstance(part, str) and part)
