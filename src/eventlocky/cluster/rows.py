"""What is written of a page and its events: one flat row each, as `tables.py` lays them out in columns.

Times of day have columns of their own: a time that is not known is empty, not midnight.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from eventlocky.cluster.warc import Capture, Problem
from eventlocky.types import Day, Event

Row = dict[str, Any]


def event_rows(events: Sequence[Event]) -> list[Row]:
    """Return the rows of a page's events, but for what they share with the page."""
    return [_event(number, event) for number, event in enumerate(events)]


def _event(number: int, event: Event) -> Row:
    when, where, price = event.when, event.where, event.price
    return {
        "position": number,
        "kind": _text(event.kind),
        "title": _text(event.title),
        "start_day": _day(when.start),
        "start_time": _time(when.start),
        "end_day": _day(when.end),
        "end_time": _time(when.end),
        "zone": _text(when.zone),
        "rrule": _text(when.rrule),
        "exdates": [_stamp(moment) for moment in when.exdates],
        "rdates": [_stamp(moment) for moment in when.rdates],
        "doors": when.doors.replace(tzinfo=None) if when.doors else None,
        "when_text": _text(when.text),
        "place_name": _text(where.name),
        "place_address": _text(where.address),
        "lat": where.lat,
        "lon": where.lon,
        "online": where.online,
        "price_text": _text(price.text),
        "price_amounts": [float(amount) for amount in price.amounts],
        "currency": _text(price.currency),
        "free": price.free,
        "price_before": _number(price.before),
        "price_after": _number(price.after),
        "discount_percent": _number(price.discount_percent),
        "description": _text(event.description),
        "image": _text(event.image),
        "link": _text(event.link),
        "category": _text(event.category),
        "organiser": _text(event.organiser),
        "status": event.status.value,
        "confidence": event.confidence,
        "path": _text(event.source.path),
        "fragment": _text(event.source.fragment),
        "finder": _text(event.source.finder),
        "classifier": _text(event.source.classifier),
        "model": _text(event.source.model),
        "proofs": [
            {"field": name, "path": _text(proof.path), "text": _text(proof.text), "confidence": proof.confidence}
            for name, proof in event.proofs.items()
        ],
    }


def whence(archive: str, page: Capture | Problem) -> Row:
    """Return what every row says: which capture of which address it is, and where it stands in which archive."""
    return {"url": _text(page.url), "captured": page.captured, "archive": archive, "offset": page.offset}


def page_row(archive: str, page: Capture, events: int, cpu_ms: float, *, noindex: bool) -> Row:
    """Return the row of a page that was read."""
    return {
        **whence(archive, page),
        "length": page.length,
        "bytes": len(page.body),
        "content_type": _text(page.content_type),
        "charset": _text(page.charset),
        "digest": _text(page.digest),
        "truncated": _text(page.truncated),
        "noindex": noindex,
        "events": events,
        "cpu_ms": cpu_ms,
    }


def error_row(archive: str, problem: Problem) -> Row:
    """Return the row of a record that gave no page."""
    return {
        **whence(archive, problem),
        "length": problem.length,
        "reason": problem.reason,
        "message": _text(problem.message),
        "head": problem.head,
    }


def _text(text: str | None) -> str | None:
    """Return a text, or None where it says nothing; half a character, as JSON can write it, is replaced."""
    if not text or text.isascii():
        return text or None
    return text.encode("utf-8", "replace").decode()


def _day(moment: Day | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


def _time(moment: Day | None) -> time | None:
    return moment.time().replace(microsecond=0) if isinstance(moment, datetime) else None


def _stamp(moment: Day) -> str:
    return moment.replace(tzinfo=None).isoformat() if isinstance(moment, datetime) else moment.isoformat()


def _number(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)
