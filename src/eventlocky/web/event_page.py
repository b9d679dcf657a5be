"""The page of one event: all that is known of it, who says so and where, what changed, what else is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from urllib.parse import quote, urlencode

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.formats import FEEDS, clean
from eventlocky.formats.entry import Entry, Feed
from eventlocky.formats.jsonld import markup
from eventlocky.store import Hit, Query, Remembered, Statement, Store, Time, Version
from eventlocky.types import Day
from eventlocky.web import api, calendar_links, embed, entries, images, parts, words
from eventlocky.web.asked import today
from eventlocky.web.feeds import TYPES
from eventlocky.web.home import Shown, card, shown, sort_of
from eventlocky.web.look import language_of, templates
from eventlocky.web.state import home_of, readings_of

MISSING = "There is no event at this address. Begin with the search: /"
_NEAR_M = 15_000.0
_SIMILAR_DAYS = 60
_MOST_BESIDE = 6
_MOST_TIMES = 12
_PLAIN_CHANGES = frozenset({"description", "image", "link", "with", "from"})
"""Fields of which a reader is told that they changed, not from what to what: texts that are long, or for machines."""

_HISTORY = {
    "first seen": "first", "no longer on its page": "missing", "back on its page": "back", "merged": "merged",
    "unmerged": "unmerged", "corrected": "corrected", "changed": "changed", "moved": "moved", "on again": "on_again",
    "cancelled": "cancelled", "postponed": "postponed", "sold out": "sold_out",
}  # fmt: skip

router = APIRouter(include_in_schema=False)


@router.get("/events/{uid}", response_class=HTMLResponse)
async def event(request: Request, uid: str) -> Response:
    """Show one event: when, where, who says so, what changed, what else is on."""
    address, readings, language = home_of(request), readings_of(request), language_of(request)

    def tell(store: Store) -> Shown | None:
        known = store.get(uid)
        if known is None:
            return None
        first = today(Query(zone=_zone(known)), store, readings.clock)
        times = store.times(known.uid, first, first + api.AHEAD)
        history = store.history(known.uid)
        told = shown(api.detail(known, history, times, address), language)
        entry = entries.of_known(known, address)
        return {
            "event": told | _marked(known) | {"rating": api.stars(store, known.uid)},
            "today": first,
            "state": state_of(known, times, first),
            "times": told["occurrences"] if len(times) > 1 else [],
            "most_times": _MOST_TIMES,
            "markup": markup(entries.with_times(entry, history, times)),
            "oembed": embed.discovery(entry.page or ""),
            "calendars": _calendars(entry, times),
            "shares": shares(entry),
            "sources": [_source(statement) for statement in known.statements],
            "history": [_change(version) for version in history],
            "beside": [card(hit, address, language) for hit in _of_organisation(store, known, first)],
            "similar": [card(hit, address, language) for hit in _similar(store, known, times, first)],
            "picture": images.picture(told, 1280),
            "is_drawn": not told["image"],
            "map": spot(entry.lat, entry.lon),
        }

    context = await readings.ask(tell)
    if context is None:
        raise HTTPException(404, MISSING)
    context |= parts.map_of(request)
    return templates.TemplateResponse(request, "event.html", context)


@router.get("/events/{uid}/event.ics")
async def calendar_file(request: Request, uid: str) -> Response:
    """Return one event, with all times of a series, as a file for any calendar."""
    address = home_of(request)
    known = await readings_of(request).ask(lambda store: store.get(uid))
    if known is None:
        raise HTTPException(404, MISSING)
    entry = entries.of_known(known, address)
    if entry.start is None:
        raise HTTPException(404, "Nobody says on which day this is, so no calendar can hold it.")
    text = FEEDS["ics"](Feed([entry], entry.event.title))
    headers = {"Content-Disposition": 'attachment; filename="event.ics"'}
    return Response(text.encode("utf-8", "replace"), headers=headers, media_type=TYPES["ics"])


def _zone(known: Remembered) -> str:
    return entries.of_known(known, "").event.when.zone or ""


def _point(known: Remembered) -> tuple[float, float] | None:
    entry = entries.of_known(known, "")
    return (entry.lat, entry.lon) if entry.lat is not None and entry.lon is not None else None


def _marked(known: Remembered) -> Shown:
    """Return how sure we are and which of the four categories it is."""
    return {
        "sure": words.sureness(known.event.confidence),
        "percent": round(100 * known.event.confidence),
        "sort": sort_of(known),
    }


def state_of(known: Remembered, times: Sequence[Time], first: date) -> str:
    """Tell whether an event is `over`, is on just now (`ongoing`), or neither ("")."""
    when = known.event.when
    if when.first_day is None and when.last_day is None:
        return ""
    if not times:
        return "over"
    day = _day_of(times[0].start)
    return "ongoing" if day is not None and day < first else ""


def _calendars(entry: Entry, times: Sequence[Time]) -> Shown | None:
    """Return the links that put it into a calendar: of a series, its next time."""
    if entry.start is None:
        return None
    next_time = replace(entry, start=times[0].start, end=times[0].end) if times and entry.event.when.rrule else entry
    return {
        "file": f"/events/{quote(entry.uid)}/event.ics",
        "google": calendar_links.google(next_time),
        "outlook": calendar_links.outlook(next_time),
    }


def shares(entry: Entry) -> Shown:
    """Return the links that tell somebody of an event."""
    title, page = " ".join(entry.event.title.split())[:300], entry.page or ""
    both = f"{title} {page}"
    return {
        "page": page,
        "mail": f"mailto:?{urlencode({'subject': title, 'body': both}, quote_via=quote)}",
        "whatsapp": f"https://wa.me/?{urlencode({'text': both})}",
        "telegram": f"https://t.me/share/url?{urlencode({'url': page, 'text': title})}",
        "bluesky": f"https://bsky.app/intent/compose?{urlencode({'text': both})}",
    }


def _source(statement: Statement) -> Shown:
    """Return who says so, since when, and whether we can show where."""
    return {
        "id": statement.id,
        "organisation": clean.line(statement.organisation),
        "website": clean.address(statement.website),
        "page": clean.address(statement.event.source.url) or clean.address(statement.page),
        "first_seen": _day(statement.first_seen),
        "confirmed": _day(statement.confirmed),
        "missing_since": _day(statement.missing_since),
        "percent": round(100 * statement.event.confidence),
        "is_proven": bool(statement.event.proofs),
    }


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else moment.date().isoformat()


def _change(version: Version) -> Shown:
    fields = [
        {"name": name, "before": clean.line(before), "after": clean.line(after), "is_plain": name in _PLAIN_CHANGES}
        for name, (before, after) in version.changes.items()
    ]
    return {"at": _day(version.at), "what": _HISTORY.get(version.what, ""), "told": version.what, "fields": fields}


def _of_organisation(store: Store, known: Remembered, first: date) -> list[Hit]:
    """Return what else the same organisation announces, the soonest first."""
    websites = tuple(dict.fromkeys(statement.website for statement in known.statements))[:1]
    found = store.search(Query(sources=websites, since=first, limit=_MOST_BESIDE + 1)).hits
    return [hit for hit in found if hit.uid != known.uid][:_MOST_BESIDE]


def _similar(store: Store, known: Remembered, times: Sequence[Time], first: date) -> list[Hit]:
    """Return what is nearby of other organisations: of the same category in the next weeks, else on the same day."""
    point, category = _point(known), known.event.category
    day = _day_of(times[0].start) if times else None
    if point is None or (not category and day is None):
        return []
    since, until = (first, first + timedelta(days=_SIMILAR_DAYS)) if category else (max(day or first, first),) * 2
    query = Query(
        near=point, radius_m=_NEAR_M, since=since, until=until, kinds=(known.event.kind,),
        categories=(category,) if category else (), limit=40,
    )  # fmt: skip
    own = {statement.website for statement in known.statements}
    return [hit for hit in store.search(query).hits if hit.uid != known.uid and hit.website not in own][:_MOST_BESIDE]


def _day_of(moment: Day | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


def spot(lat: float | None, lon: float | None) -> Shown | None:
    """Return where the map shows something, with a link to a map that needs no script."""
    if lat is None or lon is None:
        return None
    link = f"https://www.openstreetmap.org/?mlat={lat:.5f}&mlon={lon:.5f}#map=17/{lat:.5f}/{lon:.5f}"
    return {"lat": lat, "lon": lon, "link": link}
