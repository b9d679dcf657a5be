"""What a store is: the questions it answers and the words it answers with.

`EventStore` is the one interface; SQLite implements it, another database may. Everything that comes out of a store is a
frozen value: nothing here holds a connection. Times are aware and in UTC, days and hours of events are wall-clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

from eventlocky.store.geo import Box, Point
from eventlocky.types import Day, Event, Organisation

MOST_HITS = 500
"""A page of results holds no more than this."""

# What is asked -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody looks for. Everything that is said must hold; what is not said does not matter.

    `when` is a name for some days ("this weekend", "tomorrow", "20-22 November", in any language whose dates we read),
    at the zone of the place; `since` and `until` say them by date. What is still on at `since` counts, whenever it
    began. `sort` is time, distance, relevance or profile. `every_time` lists each time of a series, not only the next
    one; `missing` lists also what is no longer on any page.
    """

    words: str = ""
    near: Point | None = None
    radius_m: float = 10_000.0
    box: Box | None = None
    when: str = ""
    since: date | None = None
    until: date | None = None
    zone: str = ""
    kinds: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    organiser: str = ""
    free: bool | None = None
    missing: bool = False
    every_time: bool = False
    sort: str = "time"
    limit: int = 20
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """An event that was found, with the time at which it takes place next within what was asked for."""

    uid: str
    event: Event
    start: Day | None
    end: Day | None
    is_ongoing: bool
    organisation: str
    website: str
    lat: float | None
    lon: float | None
    distance_m: float | None
    sequence: int
    first_seen: datetime
    changed: datetime
    confirmed: datetime
    missing_since: datetime | None


Weigh = Callable[[Hit], float]
"""How well a hit fits somebody; more is better."""


@dataclass(frozen=True, slots=True)
class Results:
    """A page of hits; `cursor` asks for the next one and is empty where there is none."""

    hits: tuple[Hit, ...]
    cursor: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Facets:
    """How many events answer a query, in all and by what they are. Sources are the commonest hundred."""

    total: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    categories: Mapping[str, int] = field(default_factory=dict)
    statuses: Mapping[str, int] = field(default_factory=dict)
    free: int = 0
    sources: Mapping[str, int] = field(default_factory=dict)


# What is kept ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kept:
    """What one page announces, with the organisation whose page it is."""

    organisation: str
    website: str
    kind: str
    title: str
    start: str | None
    end: str | None
    link: str | None
    location: str | None
    price: str | None


@dataclass(frozen=True, slots=True)
class Statement:
    """What one page states of an event. `missing_since` is when the page was first read without it."""

    id: int
    page: str
    organisation: str
    website: str
    event: Event
    first_seen: datetime
    confirmed: datetime
    missing_since: datetime | None


@dataclass(frozen=True, slots=True)
class Remembered:
    """All that is known of one event: what its statements say together, and each of them."""

    uid: str
    event: Event
    organisation: Organisation
    sequence: int
    first_seen: datetime
    changed: datetime
    confirmed: datetime
    missing_since: datetime | None
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Time:
    """One time at which an event takes place; the instants are known where the zone and the hour are."""

    start: Day | None
    end: Day | None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One change of an event: when, what became of it, who said so, and the fields from and to."""

    at: datetime
    what: str
    sequence: int
    website: str
    changes: Mapping[str, tuple[str | None, str | None]]


@dataclass(frozen=True, slots=True)
class SourceState:
    """A page that announces things: when it was read, when that failed and why, how much of it stands."""

    page: str
    website: str
    organisation: str
    first_seen: datetime
    read_at: datetime | None
    tried_at: datetime
    problem: str
    events: int


# People ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who signed up. The password is a hash that the store never looks into."""

    id: int
    email: str
    name: str
    password: str
    role: str
    created: datetime
    confirmed: datetime | None
    profile: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that somebody holds, by its digest: a session, a link. `label` says what it is to its owner."""

    digest: str
    account: int
    purpose: str
    label: str
    created: datetime
    expires: datetime


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that somebody wants to hear of: by which channel, how often, when it is due next."""

    id: int
    account: int
    name: str
    query: Query
    channel: str
    every_s: float
    target: str
    unsubscribe: str
    due: datetime
    is_active: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell of a search: a new event, or a change of one that was told before, with the fields that did."""

    uid: str
    what: str
    sequence: int
    hit: Hit
    changes: Mapping[str, tuple[str | None, str | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Notices of a search that were claimed, and of which nobody knows whether they went out."""

    batch: str
    search: int
    claimed: datetime
    notices: int


@dataclass(frozen=True, slots=True)
class Correction:
    """What a reader says is wrong with an event: a field, what it was, what it should be."""

    id: int
    uid: str
    account: int | None
    field: str
    was: str
    said: str
    remark: str
    state: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Hint:
    """What accepted corrections of a site have in common: this field, said so there, means that; for so many events."""

    website: str
    field: str
    was: str
    said: str
    events: int


# The interface -----------------------------------------------------------------------------------


class EventStore(Protocol):
    """Events kept, merged, remembered and searched."""

    def keep(self, organisation: Organisation, page: str, kind: str, events: Sequence[Event]) -> None:
        """Keep what a page announces of a kind; what it announced before and no longer does is missing from now on."""

    def failed(self, organisation: Organisation, page: str, problem: str) -> None:
        """Write down that a page could not be read: what it announced stays as it is."""

    def events(self, *, since: date | None = None, kind: str | None = None) -> list[Kept]:
        """Return what pages announce that is not over on a day, the soonest first; what has no date last."""

    def get(self, uid: str) -> Remembered | None:
        """Return all that is known of an event, by its uid or that of one merged into it."""

    def search(self, query: Query, weigh: Weigh | None = None) -> Results:
        """Return a page of what answers a query."""

    def facets(self, query: Query) -> Facets:
        """Count what answers a query."""

    def count(self, query: Query, most: int) -> int:
        """Count what answers a query up to a number; where there is more, return one more than that."""

    def times(self, uid: str, since: date, until: date) -> list[Time]:
        """Return the times of an event between two days, both included."""

    def history(self, uid: str) -> list[Version]:
        """Return what became of an event, the first thing first."""

    def changes(self, since: datetime, limit: int = 1_000) -> list[tuple[str, Version]]:
        """Return what changed after a moment with the uids, the first thing first."""

    def organisations(self, after: str = "", limit: int = 100) -> list[Organisation]:
        """Return who announces something, in the order of their addresses, those behind one of them."""

    def sources(self) -> list[SourceState]:
        """Return every page that announces something, and how it is doing."""

    def merge(self, uid: str, other: str) -> str:
        """Make two events one, with the statements of both; return the uid that stays."""

    def unmerge(self, uid: str, statements: Sequence[int]) -> str:
        """Take statements out of an event; return the uid of the event that they are from now on."""


class AccountStore(Protocol):
    """Accounts, what they may do, what they rated."""

    def add(self, email: str, password: str, name: str = "", role: str = "reader") -> Account:
        """Add an account; an address that is taken raises StoreError."""

    def find(self, email: str) -> Account | None:
        """Return the account of an address."""

    def get(self, id: int) -> Account | None:
        """Return an account."""

    def all(self, after: int = 0, limit: int = 100) -> list[Account]:
        """Return accounts in the order in which they signed up."""

    def change(self, id: int, **fields: object) -> Account:
        """Change some of email, name, password, role, confirmed, profile; the last admin stays one."""

    def delete(self, id: int) -> None:
        """Delete an account with everything that is its own; the last admin stays."""

    def export(self, id: int) -> dict[str, object]:
        """Return everything that is known of somebody, for them."""

    def give(self, id: int, purpose: str, digest: str, lasts_s: float, label: str = "") -> None:
        """Keep the digest of a secret (a session, a link to confirm, to reset) for a while."""

    def holder(self, purpose: str, digest: str) -> Account | None:
        """Return whose a secret is, where it is still good."""

    def take(self, purpose: str, digest: str) -> Account | None:
        """Return whose a secret is and end it: it works once."""

    def secret(self, purpose: str, digest: str) -> Secret | None:
        """Return a secret that is still good, with its label."""

    def secrets(self, id: int, purpose: str) -> list[Secret]:
        """Return the secrets of somebody that are still good, the newest first."""

    def end(self, id: int, purpose: str, digest: str) -> bool:
        """End a secret of somebody; False where they have no such one."""

    def end_all(self, id: int, purpose: str, but: str = "") -> None:
        """End every secret of somebody for a purpose, all but the one of a digest."""

    def rate(self, id: int, uid: str, stars: int | None) -> None:
        """Rate an event with one to five stars; None takes the rating back."""

    def rating(self, uid: str) -> tuple[float, int]:
        """Return the mean of the stars of an event and how many rated it."""

    def stars(self, id: int, uid: str) -> int | None:
        """Return how somebody rated an event."""


class SearchStore(Protocol):
    """Saved searches and what was told of them."""

    def add(self, account: int, name: str, query: Query, channel: str, every_s: float, target: str = "") -> SavedSearch:
        """Save a search."""

    def get(self, id: int) -> SavedSearch | None:
        """Return a saved search."""

    def of(self, account: int) -> list[SavedSearch]:
        """Return the searches of somebody."""

    def find(self, token: str) -> SavedSearch | None:
        """Return the search that a letter's link ends."""

    def change(self, id: int, **fields: object) -> SavedSearch:
        """Change some of name, every_s, target, is_active and due (a time)."""

    def delete(self, id: int) -> None:
        """Delete a saved search."""

    def unsubscribe(self, token: str) -> bool:
        """End what a letter's link ends; False where there is no such search."""

    def due(self) -> list[SavedSearch]:
        """Return the searches whose time has come; a feed is fetched and never due."""

    def preview(self, id: int) -> list[Notice]:
        """Return what would be told now; nothing is claimed."""

    def claim(self, id: int, batch: str, due: datetime | None = None) -> list[Notice]:
        """Return what is to be told now and was not claimed before, and set the next time; nothing where none is due.

        Nothing is claimed twice, also where several claim at once.
        """

    def sent(self, batch: str) -> None:
        """Write down that what was claimed has gone out."""

    def release(self, batch: str, due: datetime | None = None) -> None:
        """Give back what was claimed and surely did not go out; its search is due at once, or when it is said."""

    def unsettled(self) -> list[Unsettled]:
        """Return what was claimed and never said to have gone out, the oldest first."""


class CorrectionStore(Protocol):
    """What readers say is wrong, and what editors made of it."""

    def add(self, uid: str, field: str, said: str, account: int | None = None, remark: str = "") -> Correction:
        """Keep what a reader says; an unknown field or a value that does not fit raises StoreError."""

    def open(self, after: int = 0, limit: int = 100) -> list[Correction]:
        """Return what no editor has judged, the oldest first."""

    def judge(self, id: int, editor: int | None, *, accept: bool) -> Correction:
        """Accept a correction, which changes the event from now on, or reject it."""

    def get(self, id: int) -> Correction | None:
        """Return a correction."""

    def lines(self) -> list[dict[str, object]]:
        """Return what was accepted as lines to learn from."""

    def hints(self, website: str = "") -> list[Hint]:
        """Return what accepted corrections of a site, or of every site, say of its pages; the commonest first."""
