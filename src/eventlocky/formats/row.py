"""One event as one flat row of texts: what CSV, the corpus runner and the plain text share."""

from __future__ import annotations

from eventlocky.formats.json import stamp
from eventlocky.types import Event, Place, Price


def flat(event: Event) -> dict[str, str | float | None]:
    """Return the row of an event; what is not known is None."""
    return {
        "title": event.title,
        "start": stamp(event.when.start),
        "end": stamp(event.when.end or (event.when.rdates[-1] if event.when.rdates else None)),
        "location": where(event.where),
        "price": cost(event.price),
        "url": event.link,
        "confidence": round(event.confidence, 4),
    }


def where(place: Place) -> str | None:
    """Return a place in one line."""
    parts = [part for part in (place.name, place.address) if part]
    return ", ".join(parts) or ("online" if place.online else None)


def cost(price: Price) -> str | None:
    """Return a price in one line, as the page wrote it where we know."""
    if price.text:
        return price.text
    if price.free:
        return "free"
    return " / ".join(f"{amount} {price.currency or ''}".strip() for amount in price.amounts) or None
