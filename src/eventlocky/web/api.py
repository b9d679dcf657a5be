"""The JSON API, version 1: search, one event with its history and sources, organisations."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response

from eventlocky.formats import clean
from eventlocky.formats.entry import Entry, instant
from eventlocky.formats.json import stamp
from eventlocky.store import Hit, Remembered, Statement, Store, Time, Version
from eventlocky.store.profiles import Profile, weigher, why
from eventlocky.store.search import KNOWN_EVENTS
from eventlocky.types import Event, Organisation
from eventlocky.web import entries, models
from eventlocky.web.asked import Asked, Search, next_of, query_of, today
from eventlocky.web.opinions import rating
from eventlocky.web.state import home_of, readings_of
from eventlocky.web.taste import profile_of

AHEAD = timedelta(days=400)
"""The times of a series are told for so long."""

_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_WRITTEN: dict[tuple[object, ...], tuple[Event, str]] = {}
"""Events told lately, by all that is told of them, each with the object that it was made of: the store gives the same
one again, and no other can take its number meanwhile."""

router = APIRouter(prefix="/api/v1", tags=["events"])
_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Refusal} for status in (400, 401, 404, 422, 503)
}  # fmt: skip


@router.get("/events", response_model=models.EventsPage, responses=_REFUSALS)
async def search(request: Request, asked: Search) -> Response:
    """Search by words, place, days and what it is; without days, from today on."""
    home = home_of(request)
    readings = readings_of(request)
    profile = await profile_of(request, asked)
    answer = _response(await readings.ask(lambda store: page(asked, store, readings.clock, home, profile)))
    if profile:
        answer.headers["Cache-Control"] = "no-store"
    return answer


def page(asked: Asked, store: Store, clock: Any, home: str, profile: Profile | None = None) -> str:  # noqa: ANN401 - any clock
    """Return a page of a search as the API tells it; with a profile each event says why it stands where it does."""
    query = query_of(asked, store, clock)
    found = store.search(query, weigher(profile) if profile else None)
    events = [_written(hit, home, {"why": why(profile, hit)} if profile else {}) for hit in found.hits]
    rest: dict[str, object] = {
        "next": next_of(asked, query, found.cursor) or None,
        "since": stamp(found.since),
        "until": stamp(found.until),
    }
    if asked.facets:
        rest["facets"] = asdict(store.facets(query))
    return f'{{"events":[{",".join(events)}],{_WRITER.encode(rest)[1:]}'


@router.get("/events/{uid}", response_model=models.EventDetail, responses=_REFUSALS)
async def event(request: Request, uid: str) -> Response:
    """Tell all that is known of an event: what each page says, what changed when, the times ahead."""
    home = home_of(request)
    readings = readings_of(request)

    def tell(store: Store) -> dict[str, object] | None:
        known = store.get(uid)
        if known is None:
            return None
        first = today(query_of(Asked(past=True), store, readings.clock), store, readings.clock)
        times = store.times(uid, first, first + AHEAD)
        return detail(known, store.history(uid), times, home) | {"rating": stars(store, uid)}

    found = await readings.ask(tell)
    if found is None:
        raise HTTPException(404, "There is no event of this id. Search for it: /api/v1/events?q=words")
    return json_response(found)


@router.get("/organisations", response_model=models.OrganisationsPage, responses=_REFUSALS)
async def organisations(
    request: Request,
    after: Annotated[str, Query(max_length=2_000, description="`next` of the page before.")] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """List who announces something, by their addresses."""
    found = await readings_of(request).ask(lambda store: store.organisations(after, limit + 1))
    more = found[limit - 1].website if len(found) > limit else None
    return json_response({"organisations": [_organisation(one) for one in found[:limit]], "next": more})


# How things are told -----------------------------------------------------------------------------


def json_response(answer: object) -> Response:
    """Return an answer as JSON, in as few bytes as it takes."""
    return _response(_WRITER.encode(answer))


def _response(text: str) -> Response:
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


def told(hit: Hit, home: str) -> dict[str, object]:
    """Return a hit as the API tells it."""
    return _entry(entries.of_hit(hit, home)) | _found(hit)


def _written(hit: Hit, home: str, more: dict[str, object]) -> str:
    """Return a hit as the API tells it, as JSON; what does not depend on the search is written once and kept."""
    key = (id(hit.event), hit.uid, hit.start, hit.end, hit.sequence, hit.first_seen, hit.changed, hit.organisation,
           hit.website, hit.lat, hit.lon, home)  # fmt: skip
    kept = _WRITTEN.get(key)
    if kept is None or kept[0] is not hit.event:
        if len(_WRITTEN) >= KNOWN_EVENTS:
            _WRITTEN.clear()
        kept = _WRITTEN[key] = hit.event, _WRITER.encode(_entry(entries.of_hit(hit, home)))[:-1]
    return f"{kept[1]},{_WRITER.encode(_found(hit) | more)[1:]}"


def _found(hit: Hit) -> dict[str, object]:
    distance = None if hit.distance_m is None else round(hit.distance_m)
    return {"ongoing": hit.is_ongoing, "distance_m": distance, **_seen(hit)}


def detail(known: Remembered, history: list[Version], times: list[Time], home: str) -> dict[str, object]:
    """Return an event with all that is known of it."""
    return _entry(entries.of_known(known, home)) | {
        "ongoing": False,
        "distance_m": None,
        **_seen(known),
        "sources": [_source(statement) for statement in known.statements],
        "history": [_change(version) for version in history],
        "occurrences": [_time(time) for time in times],
    }


def stars(store: Store, uid: str) -> dict[str, object]:
    """Return the mean of the stars of an event and how many gave some."""
    found = rating(store, uid)
    return {"mean": found["mean"], "count": found["count"]}


def _entry(entry: Entry) -> dict[str, object]:
    said = entry.event
    return {
        "id": entry.uid, "url": entry.page, "title": said.title, "kind": said.kind, "status": said.status.value,
        "start": stamp(entry.start), "end": stamp(entry.end),
        "starts_at": instant(entry.start, said.when) if said.when.zone and isinstance(entry.start, datetime) else None,
        "zone": said.when.zone, "repeats": said.when.rrule,
        "where": {"name": said.where.name, "address": said.where.address, "lat": entry.lat, "lon": entry.lon,
                  "online": said.where.online},
        "price": {"text": said.price.text or None, "amounts": [str(amount) for amount in said.price.amounts],
                  "currency": said.price.currency, "free": said.price.free, "before": _number(said.price.before),
                  "after": _number(said.price.after), "discount_percent": _number(said.price.discount_percent)},
        "description": said.description, "category": said.category, "organiser": said.organiser,
        "organisation": entry.organisation, "website": entry.website, "link": said.link, "image": said.image,
        "sequence": entry.sequence, "first_seen": _at(entry.first_seen), "changed": _at(entry.changed),
    }  # fmt: skip


def _seen(known: Hit | Remembered | Statement) -> dict[str, object]:
    return {"confirmed": _at(known.confirmed), "missing_since": _at(known.missing_since)}


def _source(statement: Statement) -> dict[str, object]:
    said = statement.event
    return {
        "page": clean.address(statement.page), "organisation": clean.line(statement.organisation),
        "website": clean.address(statement.website), "title": clean.prose(said.title), "start": stamp(said.when.start),
        "end": stamp(said.when.end), "link": clean.address(said.link), "confidence": round(said.confidence, 4),
        "first_seen": _at(statement.first_seen), **_seen(statement),
    }  # fmt: skip


def _change(version: Version) -> dict[str, object]:
    changes = {
        name: [value if value is None else clean.prose(value) for value in pair]
        for name, pair in version.changes.items()
    }
    website = clean.address(version.website)
    return {"at": _at(version.at), "what": version.what, "sequence": version.sequence, "website": website,
            "changes": changes}  # fmt: skip


def _time(time: Time) -> dict[str, object]:
    return {"start": stamp(time.start), "end": stamp(time.end), "starts_at": _at(time.starts_at),
            "ends_at": _at(time.ends_at)}  # fmt: skip


def _organisation(one: Organisation) -> dict[str, object]:
    category = one.category.value if one.category else None
    return {"name": clean.line(one.name), "website": clean.address(one.website), "category": category,
            "type": clean.line(one.type), "lat": one.lat, "lon": one.lon,
            "address": clean.line(one.address) or None}  # fmt: skip


@lru_cache(maxsize=1_024)
def _at(moment: datetime | None) -> str | None:
    """Write a moment; all events of a page were seen at the same."""
    return moment.isoformat(timespec="seconds") if moment else None


def _number(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)
