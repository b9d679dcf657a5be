"""One event as one flat row of texts: what CSV, the corpus runner and the plain text share."""

from __future__ import annotations

import re
from datetime import date, datetime

from eventlocky.formats.json import stamp
from eventlocky.types import Day, Event, Place, Price, When

_UNTIL = re.compile(r"UNTIL=(\d{8})")


def flat(event: Event) -> dict[str, str | float | None]:
    """Return the row of an event; what is not known is None."""
    return {
        "title": event.title,
        "start": stamp(event.when.start),
        "end": stamp(_over(event.when)),
        "location": where(event.where),
        "price": cost(event.price),
        "url": event.link,
        "confidence": round(event.confidence, 4),
    }


def _over(when: When) -> Day | None:
    """Return when the last day is over: `22 & 23 July, 10 am to 5 pm`, days on end, last until five on the 23rd.

    The hours of days that lie apart are those of each, and end with the first; a rule ends with the last day that it
    says itself.
    """
    last = when.rdates[-1] if when.rdates else _until(when)
    if when.rrule is not None and last is not None:
        return datetime.combine(last, when.end.timetz()) if isinstance(when.end, datetime) else last
    if when.end is None or last is None:
        return when.end or last
    day = last.date() if isinstance(last, datetime) else last
    if when.last_day is None or (day - when.last_day).days != len(when.rdates):
        return when.end
    return datetime.combine(day, when.end.timetz()) if isinstance(when.end, datetime) else last


def _until(when: When) -> date | None:
    """Return the last day that a rule says: `FREQ=WEEKLY;BYDAY=TU;UNTIL=20261103`."""
    said = _UNTIL.search(when.rrule or "")
    return datetime.strptime(said[1], "%Y%m%d").date() if said else None  # noqa: DTZ007 - a day


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
