"""What the API answers, as its documentation tells it.

The answers themselves are written without these, for speed; a test reads every one of them back with its model.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Where(_Strict):
    """A place; the point is that of the organisation where the event names none."""

    name: str | None = None
    address: str | None = None
    lat: float | None = None
    lon: float | None = None
    online: bool = False


class Cost(_Strict):
    """What it costs."""

    text: str | None = None
    amounts: list[str] = []
    currency: str | None = None
    free: bool = False
    before: str | None = None
    after: str | None = None
    discount_percent: str | None = None


class EventItem(_Strict):
    """An event. `start` and `end` are wall-clock times of the place: a day alone where no hour is known."""

    id: str
    url: str
    title: str
    kind: str
    status: str
    start: str | None
    end: str | None
    starts_at: str | None
    zone: str | None
    repeats: str | None
    ongoing: bool
    where: Where
    price: Cost
    description: str
    category: str | None
    organiser: str | None
    organisation: str
    website: str | None
    link: str | None
    image: str | None
    distance_m: float | None
    sequence: int
    first_seen: str
    changed: str
    confirmed: str
    missing_since: str | None


class Counts(_Strict):
    """How many events answer a search."""

    total: int
    free: int
    kinds: dict[str, int]
    categories: dict[str, int]
    statuses: dict[str, int]
    sources: dict[str, int]


class EventsPage(_Strict):
    """A page of a search; `next` is the cursor of the one that follows, null on the last."""

    events: list[EventItem]
    next: str | None
    since: str | None
    until: str | None
    facets: Counts | None = None


class SourceItem(_Strict):
    """What one page says of an event."""

    page: str | None
    organisation: str
    website: str | None
    title: str
    start: str | None
    end: str | None
    link: str | None
    confidence: float
    first_seen: str
    confirmed: str
    missing_since: str | None


class ChangeItem(_Strict):
    """Something that became of an event: each field from and to."""

    at: str
    what: str
    sequence: int
    website: str | None
    changes: dict[str, list[str | None]]


class TimeItem(_Strict):
    """One time at which an event takes place."""

    start: str | None
    end: str | None
    starts_at: str | None
    ends_at: str | None


class EventDetail(EventItem):
    """All that is known of an event."""

    sources: list[SourceItem]
    history: list[ChangeItem]
    occurrences: list[TimeItem]


class OrganisationItem(_Strict):
    """Somebody who announces something."""

    name: str
    website: str | None
    category: str | None
    type: str
    lat: float | None
    lon: float | None
    address: str | None


class OrganisationsPage(_Strict):
    """Organisations by their addresses; `next` goes on behind them."""

    organisations: list[OrganisationItem]
    next: str | None


class Problem(_Strict):
    """Why there is no answer, and what to do."""

    status: int
    message: str
    parameter: str | None = None


class Refusal(_Strict):
    """The one shape of every error."""

    error: Problem
