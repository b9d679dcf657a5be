"""What editors accepted for a site, used for what is found there next.

Where the same correction was accepted for two events of a site, what the site says again is corrected alike before it
is kept: a place by its right name, a picture that is only the logo, a title that is no event. Fields that differ from
event to event (days, prices, links) are never hinted.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.store.base import Hint
from eventlocky.store.compose import corrected
from eventlocky.store.corrections import present
from eventlocky.types import Event

ENOUGH = 2
"""One correction may be that of one event; two of the same are of the site."""

_HINTED = ("place", "address", "organiser", "category", "image")


def follow(events: Sequence[Event], hints: Sequence[Hint]) -> list[Event]:
    """Return events as the hints of their site say: corrected, and without what is none."""
    known: dict[tuple[str, str], str] = {}
    for hint in hints:
        if hint.events >= ENOUGH and hint.was:
            known.setdefault((hint.field, hint.was), hint.said)  # the commonest comes first
    if not known:
        return list(events)
    return [_hinted(event, known) for event in events if ("wrong", event.title) not in known]


def _hinted(event: Event, known: dict[tuple[str, str], str]) -> Event:
    said = {field: known[key] for field in _HINTED if (key := (field, present(event, field))) in known}
    return corrected(event, said)
