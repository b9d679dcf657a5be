"""What Google documents of Event markup, as a checker: errors keep a page out of its results, warnings do not.

Required: name, startDate, location with an address (or the address of the stream). Recommended: description, endDate,
eventStatus, eventAttendanceMode, image, offers with price, priceCurrency, availability and url, organizer with name and
url, and previousStartDate of what was moved.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

_STATUSES = {
    f"https://schema.org/Event{name}" for name in ("Scheduled", "Cancelled", "Postponed", "Rescheduled", "MovedOnline")
}
_MODES = {f"https://schema.org/{name}EventAttendanceMode" for name in ("Online", "Offline", "Mixed")}
_STOCK = {f"https://schema.org/{name}" for name in ("InStock", "SoldOut", "PreOrder")}
_PRICE = re.compile(r"\d+(?:\.\d+)?")


def check(event: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the errors and the warnings of an event's markup."""
    return [*_errors(event)], [*_warnings(event)]


def _errors(event):
    if event.get("@context") not in {"https://schema.org", "https://schema.org/"}:
        yield "context"
    if not str(event.get("@type", "")).endswith("Event"):
        yield "type"
    if event.get("@type") == "SaleEvent":
        yield "a discount is not an event"
    if not str(event.get("name", "")).strip():
        yield "name"
    if not _is_moment(event.get("startDate")):
        yield "startDate"
    location = event.get("location") or {}
    if location.get("@type") == "VirtualLocation":
        if not _is_web(location.get("url")):
            yield "location.url"
    elif location.get("@type") != "Place" or not location.get("address"):
        yield "location.address"
    yield from _mistakes(event)


def _mistakes(event):
    """Yield what may be left out, but not said wrongly."""
    if "endDate" in event and (not _is_moment(event["endDate"]) or event["endDate"][:10] < event["startDate"][:10]):
        yield "endDate"
    if "previousStartDate" in event and (
        event["eventStatus"] != "https://schema.org/EventRescheduled" or not _is_moment(event["previousStartDate"])
    ):
        yield "previousStartDate"
    if event.get("eventStatus", next(iter(_STATUSES))) not in _STATUSES:
        yield "eventStatus"
    if event.get("eventAttendanceMode", next(iter(_MODES))) not in _MODES:
        yield "eventAttendanceMode"
    for name in ("image", "url", "sameAs"):
        if name in event and not _is_web(event[name]):
            yield name
    if "offers" in event:
        yield from _offer_mistakes(event["offers"])


def _offer_mistakes(offer):
    if not _PRICE.fullmatch(str(offer.get("price"))):
        yield "offers.price"
    if offer["price"] != "0" and not re.fullmatch("[A-Z]{3}", offer.get("priceCurrency", "")):
        yield "offers.priceCurrency"
    if offer.get("availability") not in _STOCK:
        yield "offers.availability"
    if "url" in offer and not _is_web(offer["url"]):
        yield "offers.url"


def _warnings(event):
    for name in ("description", "endDate", "eventStatus", "eventAttendanceMode", "image", "offers", "organizer"):
        if name not in event:
            yield name
    if event.get("eventStatus") == "https://schema.org/EventRescheduled" and "previousStartDate" not in event:
        yield "previousStartDate"
    for name in ("name", "url"):
        if "organizer" in event and name not in event["organizer"]:
            yield f"organizer.{name}"
    for name in ("priceCurrency", "url"):
        if "offers" in event and name not in event["offers"]:
            yield f"offers.{name}"


def _is_moment(text):
    try:
        return bool(datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text))
    except (TypeError, ValueError):
        return False


def _is_web(text):
    parts = urlsplit(text) if isinstance(text, str) else None
    return parts is not None and parts.scheme in {"http", "https"} and bool(parts.netloc)
