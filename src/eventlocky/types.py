"""The words every stage speaks: what was found, where it stands, how sure we are.

All of them are frozen, slotted dataclasses without behaviour beyond what follows from their own
values. A stage takes some of these and gives back others; stages meet nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

Day = date | datetime
"""A point of the calendar: a `date` where no time is said, a naive wall-clock `datetime` where one is."""


class Status(StrEnum):
    """What has become of an event."""

    SCHEDULED = "scheduled"
    CANCELLED = "cancelled"
    POSTPONED = "postponed"
    MOVED = "moved"
    SOLD_OUT = "sold_out"


class Category(StrEnum):
    """The four kinds of organisation, as in the Event.Locky paper."""

    EXHIBITION = "exhibition"
    GOURMET = "gourmet"
    SHOPPING = "shopping"
    AMUSEMENT = "amusement"


@dataclass(frozen=True, slots=True)
class When:
    """When something takes place, in the wall-clock time of its place.

    `start` and `end` are never shifted between zones. `zone` is the IANA name where it is known; only
    then can `starts_at` say which instant is meant. A missing time stays missing: it is not midnight.
    """

    start: Day | None = None
    end: Day | None = None
    zone: str | None = None
    rrule: str | None = None
    exdates: tuple[Day, ...] = ()
    rdates: tuple[Day, ...] = ()
    doors: time | None = None
    text: str = ""
    confidence: float = 0.0

    @property
    def all_day(self) -> bool:
        """Whether no time of day is known."""
        return not isinstance(self.start, datetime)

    @property
    def starts_at(self) -> datetime | None:
        """Return the instant of the start, or None where the time or the zone is unknown."""
        from zoneinfo import ZoneInfo  # 5 ms that most callers never need

        if self.zone is None or not isinstance(self.start, datetime):
            return None
        return self.start.replace(tzinfo=ZoneInfo(self.zone))

    @property
    def first_day(self) -> date | None:
        """Return the day of the start, whatever the hour."""
        return _day_of(self.start)

    @property
    def last_day(self) -> date | None:
        """Return the day on which it is over: of the end where there is one, else of the start."""
        return _day_of(self.end) or self.first_day


def _day_of(moment: Day | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


@dataclass(frozen=True, slots=True)
class Place:
    """Where something takes place."""

    name: str | None = None
    address: str | None = None
    lat: float | None = None
    lon: float | None = None
    online: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """What it costs. A deal also says what it cost before, costs now, and the part taken off."""

    amounts: tuple[Decimal, ...] = ()
    currency: str | None = None
    free: bool = False
    before: Decimal | None = None
    after: Decimal | None = None
    discount_percent: Decimal | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a field was read: the node's path in the page, the words there, and how sure we are.

    `page` is the address of the page, where that is not the page of the event's source: an event that several pages
    announce has the best field of each.
    """

    path: str
    text: str
    confidence: float = 0.0
    page: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Which page said so, where on it, and who read it."""

    url: str = ""
    path: str = ""
    fragment: str = ""
    finder: str = ""
    classifier: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One event or deal, with the proof of every field."""

    title: str
    when: When = When()
    where: Place = Place()
    price: Price = Price()
    description: str = ""
    image: str | None = None
    link: str | None = None
    category: str | None = None
    kind: str = "event"
    organiser: str | None = None
    status: Status = Status.SCHEDULED
    confidence: float = 0.0
    proofs: Mapping[str, Proof] = field(default_factory=lambda: MappingProxyType({}))
    source: Source = Source()


@dataclass(frozen=True, slots=True)
class Record:
    """A stretch of a page that may be one event: the nodes from `first` up to, not including, `stop`.

    A record may be one element or several neighbouring siblings. `group` numbers the list it belongs
    to, `context` holds nodes outside it whose words it inherits (a month header, a day cell). A finder that
    aligns the records of a list says more: the `title` it read and its row, and where in the page's text the
    date stands that the record is about (`anchor`).
    """

    first: int
    stop: int
    group: int = 0
    context: tuple[int, ...] = ()
    score: float = 0.0
    title: str = ""
    title_row: int = -1
    anchor: int = -1


@dataclass(frozen=True, slots=True)
class Page:
    """One document as it was received, before anything is read into it."""

    url: str
    body: bytes
    content_type: str = "text/html"
    encoding: str | None = None
    fetched: date | None = None
    status: int = 200


@dataclass(frozen=True, slots=True)
class Organisation:
    """Somebody on the map who may announce events on a web site of their own."""

    name: str
    website: str | None = None
    category: Category | None = None
    type: str = ""
    lat: float | None = None
    lon: float | None = None
    address: str | None = None
    opening_hours: str | None = None
    source_id: str = ""
