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
    why: list[str] = []
    """Why it stands where it does, in words, where a search is sorted by one's profile."""


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


class Mean(_Strict):
    """The mean of the stars of an event, null where nobody gave some."""

    mean: float | None
    count: int


class EventDetail(EventItem):
    """All that is known of an event."""

    rating: Mean

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


# People ------------------------------------------------------------------------------------------


class Message(_Strict):
    """What happens next, in a sentence."""

    message: str


class SessionToken(_Strict):
    """A token, and for how many days it is good."""

    token: str
    days: float


class SessionItem(_Strict):
    """Where somebody is signed in."""

    id: str
    kind: str
    label: str
    created: str
    expires: str
    current: bool


class Sessions(_Strict):
    """Everywhere that somebody is signed in."""

    sessions: list[SessionItem]


class AccountItem(_Strict):
    """An account; `confirmed` is null until its address is."""

    id: int
    email: str
    name: str
    role: str
    created: str
    confirmed: str | None


class AccountsPage(_Strict):
    """Accounts; `next` goes on behind them."""

    accounts: list[AccountItem]
    next: int | None


class InterestPlace(_Strict):
    """A place of interest."""

    name: str
    lat: float
    lon: float
    radius_m: float


class Interests(_Strict):
    """What somebody cares for."""

    words: list[str]
    categories: list[str]
    places: list[InterestPlace]


class Rating(_Strict):
    """The stars of an event: null where nobody gave some, or oneself gave none."""

    mean: float | None
    count: int
    own: int | None


class Proof(_Strict):
    """What one page says in the field that is corrected."""

    page: str | None
    organisation: str
    says: str
    text: str | None
    confidence: float


class CorrectionItem(_Strict):
    """What a reader says is wrong: what it was then, what it is now, what it should be."""

    id: int
    event: str
    title: str
    field: str
    was: str
    now: str
    said: str
    remark: str
    state: str
    created: str
    proofs: list[Proof]


class CorrectionsPage(_Strict):
    """Corrections; `next` goes on behind them."""

    corrections: list[CorrectionItem]
    next: int | None


class Lines(_Strict):
    """Lines to learn from."""

    lines: list[dict[str, object]]


class HintItem(_Strict):
    """What accepted corrections of a site have in common."""

    website: str | None
    field: str
    was: str
    said: str
    events: int


class Hints(_Strict):
    """What accepted corrections say of sites."""

    hints: list[HintItem]
