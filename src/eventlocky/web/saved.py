"""Saved searches over the web, once for pages and API: save, list, change, pause, delete, end by a letter's link.

A search is saved as the address of its page writes it, so that what is saved is what was seen; "from today on" stays
"today" whenever it is asked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import parse_qs

from pydantic import ValidationError

from eventlocky.errors import FormError, NotifyError
from eventlocky.formats import clean
from eventlocky.formats.entry import zone_info
from eventlocky.notify.digest import name_of
from eventlocky.notify.links import search_link
from eventlocky.notify.push import read_subscription
from eventlocky.notify.schedule import PERIODS, next_due, period_of, zone_of
from eventlocky.store import Query, SavedSearch, Store
from eventlocky.store.searches import CHANNELS
from eventlocky.web.asked import Asked, query_of
from eventlocky.web.desk import Desk
from eventlocky.web.people import refusing
from eventlocky.web.visitor import Visitor

MOST_SEARCHES = 50
"""So many searches somebody can save: each is asked again and again."""

LONGEST_NAME, LONGEST_SEARCH = 120, 4_000
_LISTS = frozenset({"category", "kind", "status", "source"})
_LEFT_OUT = frozenset({"cursor", "limit", "facets", "sort", "every"})
Shown = dict[str, object]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody fills in to save a search; `search` are the parameters of its address."""

    name: str
    search: str
    channel: str = "email"
    period: str = "daily"
    zone: str = ""
    subscription: str = ""


def query_in(search: str, desk: Desk, store: Store) -> Query:
    """Return the query that the parameters of an address ask for, without the day on which it was saved."""
    if len(search) > LONGEST_SEARCH:
        raise FormError("search", "This search is too long to be saved.")
    try:
        given = parse_qs(search.lstrip("?"), max_num_fields=200, errors="replace")
        fields = {name: found if name in _LISTS else found[0] for name, found in given.items() if name not in _LEFT_OUT}
        asked = Asked.model_validate(fields)
    except (ValidationError, ValueError) as error:
        first = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise FormError("search", f"This search cannot be saved: {clean.line(str(first))[:200]}") from error
    return query_of(asked.model_copy(update={"past": True}), store, desk.readings.clock)


async def save(desk: Desk, visitor: Visitor, wanted: Wanted) -> SavedSearch:
    """Save a search of somebody."""
    desk.limits.take("search", account=str(visitor.account.id))
    name = clean.line(wanted.name)
    if len(name) > LONGEST_NAME:
        raise FormError("name", f"A name has at most {LONGEST_NAME} characters here.")
    every_s, zone, target = _period(wanted.period), _zone(wanted.zone), _target(wanted, desk)

    def add(store: Store) -> SavedSearch:
        query = query_in(wanted.search, desk, store)
        store.search(query)  # what makes no sense is said now
        with store.together():
            if len(store.searches.of(visitor.account.id)) >= MOST_SEARCHES:
                raise FormError(
                    "", f"You have {MOST_SEARCHES} saved searches, the most there can be. Delete one first."
                )
            _keep_zone(store, visitor, zone)
            return store.searches.add(visitor.account.id, name, query, wanted.channel, every_s, target)

    return await refusing("search", desk, add)


async def change(desk: Desk, visitor: Visitor, id: int, **wanted: str) -> SavedSearch:
    """Change some of name, period, zone and active ("yes" or "no") of a search."""
    desk.limits.take("search", account=str(visitor.account.id))
    fields: dict[str, object] = {}
    if "name" in wanted:
        fields["name"] = clean.line(wanted["name"])[:LONGEST_NAME]
    if "period" in wanted:
        fields["every_s"] = _period(wanted["period"])
    if "active" in wanted:
        fields["is_active"] = wanted["active"] == "yes"
    zone = _zone(wanted.get("zone", ""))

    def alter(store: Store) -> SavedSearch:
        with store.together():
            _keep_zone(store, visitor, zone)
            if "every_s" in fields:
                fields["due"] = _due(desk, zone or visitor.account.profile.get("zone"), PERIODS[wanted["period"]])
            return store.searches.change(id, **fields)

    return await refusing("", desk, alter)


async def delete(desk: Desk, id: int) -> None:
    """Delete a search with all that was told of it."""
    await desk.readings.ask(lambda store: store.searches.delete(id))


async def listed(desk: Desk, visitor: Visitor) -> list[Shown]:
    """Return the searches of somebody as they are shown."""
    found = await desk.readings.ask(lambda store: store.searches.of(visitor.account.id))
    return [shown(saved) for saved in found]


def shown(saved: SavedSearch) -> Shown:
    """Return a search as pages and the API tell it; the link that ends it is for letters alone."""
    page = search_link("", saved.query)
    return {
        "id": saved.id,
        "name": name_of(saved),
        "page": page,
        "search": page.partition("?")[2],
        "channel": saved.channel,
        "period": period_of(saved.every_s),
        "active": saved.is_active,
        "due": saved.due.isoformat(timespec="seconds") if saved.is_active and saved.channel != "feed" else None,
    }


def _period(period: str) -> float:
    if period not in PERIODS:
        raise FormError("period", f"Choose how often: {', '.join(PERIODS)}.")
    return PERIODS[period]


def _due(desk: Desk, zone: object, every_s: float) -> datetime:
    """Return when a search is due whose period was changed now."""
    now, settings = desk.readings.clock(), desk.settings
    return next_due(now, now, every_s, zone_of(zone, settings.default_zone), settings.digest_hour)


def _zone(zone: str) -> str:
    if zone.strip() and zone_info(zone.strip()) is None:
        raise FormError("zone", "There is no such time zone. Write its IANA name, such as Europe/Berlin.")
    return zone.strip()


def _keep_zone(store: Store, visitor: Visitor, zone: str) -> None:
    """Remember somebody's own time zone beside what they care for."""
    account = store.accounts.get(visitor.account.id)
    if zone and account is not None and account.profile.get("zone") != zone:
        store.accounts.change(account.id, profile={**account.profile, "zone": zone})


def _target(wanted: Wanted, desk: Desk) -> str:
    """Return where the messages of a search go: a browser that asked for them; letters go to the account's address."""
    if wanted.channel not in CHANNELS:
        raise FormError("channel", f"Choose how: {', '.join(CHANNELS)}.")
    if wanted.channel != "push":
        return ""
    if not desk.settings.push_key:
        raise FormError("channel", "This server sends no push messages.")
    try:
        return read_subscription(wanted.subscription, allow_loopback=desk.settings.allow_loopback).written()
    except NotifyError as error:
        raise FormError("subscription", str(error)) from error
