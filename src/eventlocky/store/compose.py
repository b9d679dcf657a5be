"""What several statements say of one event together, and what accepted corrections make of it.

The surest statement that still stands leads; others fill what it leaves out. A day, an hour or a status that was
changed last wins over one that has stood unchanged: the page that has not noticed yet still says the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType

from eventlocky.types import Day, Event, Place, Price, Status, When


@dataclass(frozen=True, slots=True)
class Voice:
    """What one statement says, how its page is doing with it, and when it last changed its mind."""

    event: Event
    website: str
    page: str
    is_missing: bool = False
    moved_at: float = 0.0
    status_at: float = 0.0


def ordered(voices: Sequence[Voice]) -> list[Voice]:
    """Return voices with the one first that leads; the order does not depend on who came first."""
    return sorted(voices, key=lambda voice: (voice.is_missing, -voice.event.confidence, voice.website, voice.page))


def compose(voices: Sequence[Voice]) -> Event:
    """Make one event of what statements say."""
    order = ordered(voices)
    lead, events = order[0].event, [voice.event for voice in order]
    if len(order) == 1:
        return replace(lead, proofs=MappingProxyType({}))
    return replace(
        lead,
        when=_when(order),
        where=_fullest_place([event.where for event in events]),
        price=_fullest_price([event.price for event in events]),
        description=max((event.description for event in events), key=len),
        image=_first(event.image for event in events),
        link=_first(event.link for event in events),
        category=_first(event.category for event in events),
        organiser=_first(event.organiser for event in events),
        status=_status(order),
        confidence=max(event.confidence for event in events),
        proofs=MappingProxyType({}),
    )


def _first(values: object) -> str | None:
    return next((value for value in values if value), None)  # type: ignore[attr-defined]


def _when(order: Sequence[Voice]) -> When:
    """Take the day from who changed it last, then from the first; the hour and the end from who knows them."""
    dated = [voice for voice in order if voice.event.when.start is not None or voice.event.when.end is not None]
    if not dated:
        return order[0].event.when
    best = max(dated, key=lambda voice: voice.moved_at).event.when
    same_day = [voice.event.when for voice in dated if voice.event.when.first_day == best.first_day]
    if best.all_day:
        best = next((when for when in same_day if not when.all_day), best)
    return replace(
        best,
        end=best.end or next((when.end for when in same_day if when.end is not None), None),
        zone=best.zone or next((when.zone for when in same_day if when.zone), None),
        rrule=best.rrule or next((when.rrule for when in same_day if when.rrule), None),
        doors=best.doors or next((when.doors for when in same_day if when.doors), None),
    )


def _status(order: Sequence[Voice]) -> Status:
    """Take the status from who changed it last; where nobody did, one that says something."""
    return max(order, key=lambda voice: (voice.status_at, voice.event.status is not Status.SCHEDULED)).event.status


def _fullest_place(places: Sequence[Place]) -> Place:
    first = next((place for place in places if place.name or place.address), places[0])
    if first.lat is None:
        point = next((place for place in places if place.lat is not None and place.lon is not None), None)
        first = replace(first, lat=point.lat, lon=point.lon) if point else first
    if not first.address:
        first = replace(first, address=_first(place.address for place in places))
    return first


def _fullest_price(prices: Sequence[Price]) -> Price:
    return next((price for price in prices if price.amounts or price.free), prices[0])


# Corrections -------------------------------------------------------------------------------------

FIELDS = ("title", "start", "end", "place", "address", "price", "link", "image", "status", "category", "organiser",
          "description", "wrong")  # fmt: skip
"""What can be corrected. `wrong` is said of what is no event at all."""

_TEXTS = ("title", "link", "image", "category", "organiser", "description")
_LONGEST = 5_000


def corrected(event: Event, said: Mapping[str, str]) -> Event:
    """Return an event with what was accepted in place of what pages say; what does not fit raises ValueError."""
    for name, value in said.items():
        text = value.strip()[:_LONGEST]
        if name == "title" and not text:
            message = "A title needs words."
            raise ValueError(message)
        if name in {"title", "description"}:
            event = replace(event, **{name: text})  # type: ignore[arg-type]
        elif name in _TEXTS:
            event = replace(event, **{name: text or None})  # type: ignore[arg-type]
        elif name in {"start", "end"}:
            event = replace(event, when=replace(event.when, **{name: _moment(text)}))  # type: ignore[arg-type]
        elif name == "status":
            event = replace(event, status=Status(text))
        elif name == "price":
            event = replace(event, price=Price(text=text, free=text.casefold() == "free"))
        elif name in {"place", "address"}:
            changed = {"name" if name == "place" else "address": text or None}
            event = replace(event, where=replace(event.where, lat=None, lon=None, **changed))  # type: ignore[arg-type]
        elif name != "wrong":
            message = f"There is no field {name!r}. Known: {', '.join(FIELDS)}."
            raise ValueError(message)
    return event


def _moment(text: str) -> Day | None:
    """Read a day or a wall-clock time; nothing says that it is not known."""
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return datetime.fromisoformat(text).replace(tzinfo=None)
