"""The words of schema.org that speak of events, and the older words that mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from eventlocky.types import Status

OTHER_EVENT_TYPES: Final = frozenset({"Festival", "EventSeries", "CourseInstance", "Hackathon", "Vevent"})
"""Types of events whose names do not end in `Event` (`Vevent` is iCalendar's, as RDF writes it)."""

NOT_ATTENDED: Final = frozenset({"DeliveryEvent", "PublicationEvent", "BroadcastEvent", "OnDemandEvent"})
"""Types that end in `Event` and are nothing to go to: a parcel, a book that comes out, a video on a page."""

ELSEWHERE: Final = frozenset(
    {"superEvent", "itemReviewed", "recordedAt", "recordedIn", "publication", "releasedEvent", "reservationFor"},
)
"""Properties that mention an event which the page is not about: what a part belongs to, what a review is of."""

HINT: Final = re.compile(r"(?:[Ee]vent|Festival|EventSeries|CourseInstance|Hackathon)\s?[\"'&]")
"""What a script must have in it to name a type of event."""

NAME: Final = ("name", "summary", "title", "headline")
DESCRIPTION: Final = ("description", "abstract", "summary", "content")
START: Final = ("startDate", "dtstart", "startTime", "start_time")
END: Final = ("endDate", "dtend", "endTime", "end_time")
IMAGE: Final = ("image", "photo", "thumbnailUrl", "logo")
LINK: Final = ("url", "mainEntityOfPage")
ORGANISER: Final = ("organizer", "organiser")
PERFORMER: Final = ("performer", "performers", "actor")

STATUSES: Final = {
    "eventcancelled": Status.CANCELLED,
    "eventcanceled": Status.CANCELLED,
    "cancelled": Status.CANCELLED,
    "canceled": Status.CANCELLED,
    "eventpostponed": Status.POSTPONED,
    "postponed": Status.POSTPONED,
    "eventrescheduled": Status.MOVED,
    "rescheduled": Status.MOVED,
    "eventmovedonline": Status.MOVED,
    "movedonline": Status.MOVED,
}


def bare(name: str) -> str:
    """Return a name without its vocabulary: `https://schema.org/MusicEvent`, `schema:MusicEvent`, `MusicEvent`."""
    name = name.strip().rstrip("/#")
    return name[max(name.rfind("/"), name.rfind("#"), name.rfind(":")) + 1 :]


def event_type(types: Iterable[str]) -> str | None:
    """Return the most telling type of an event among the types of an item, or None where it is none."""
    found = [
        name for name in types if name not in NOT_ATTENDED and (name.endswith("Event") or name in OTHER_EVENT_TYPES)
    ]
    return next((name for name in found if name != "Event"), found[0] if found else None)
