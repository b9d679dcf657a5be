"""Events as lines that people read: day, time, title, place, price."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from eventlocky.formats.row import cost, where
from eventlocky.types import Event, Status, When


def write(events: Sequence[Event]) -> str:
    """Return a line an event; the empty text where there is none."""
    return "".join(f"{line(event)}\n" for event in events)


def line(event: Event) -> str:
    """Return `Sat 14 Nov 2026 19:30  Jazz Night  (Old Harbour, 12 €)`."""
    details = [detail for detail in (where(event.where), cost(event.price)) if detail]
    status = "" if event.status is Status.SCHEDULED else f" [{event.status.replace('_', ' ')}]"
    return f"{moment(event.when):<22}  {event.title}{status}" + (f"  ({', '.join(details)})" if details else "")


def moment(when: When) -> str:
    """Return when something begins in plain English, `–` where nobody knows."""
    if when.start is None:
        return "–"
    return when.start.strftime("%a %d %b %Y %H:%M" if isinstance(when.start, datetime) else "%a %d %b %Y")
