"""Pages for people, whole without JavaScript: the search with what is on day by day, and one event with its proof."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates

from eventlocky.formats import FEEDS
from eventlocky.formats.jsonld import markup
from eventlocky.store import Store
from eventlocky.web import api, embed, entries, words
from eventlocky.web.asked import Asked, Search, next_of, query_of, today
from eventlocky.web.state import home_of, readings_of

_MOST = 100
WHENS = ("today", "tomorrow", "this weekend", "next 7 days", "next 30 days")
router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
templates = Jinja2Templates(Path(__file__).parent / "templates")
templates.env.filters.update(
    day=words.day, clock=words.clock, until=words.until, web_link=words.web_link
)  # fmt: skip

Shown = dict[str, object]


@router.get("/")
async def home(request: Request, asked: Search) -> Response:
    """Show what is on, day by day, or what a search finds."""
    address, readings = home_of(request), readings_of(request)

    def tell(store: Store) -> Shown:
        query = query_of(asked, store, readings.clock, _MOST)
        found = store.search(query)
        first = today(query, store, readings.clock)
        shown: list[Shown] = [_shown(api.told(hit, address)) for hit in found.hits]
        total = len(found.hits) if not found.cursor and not asked.cursor else store.facets(query).total
        cursor = next_of(asked, query, found.cursor)
        return {"today": first, "days": by_day(shown, first, is_timed=asked.sort == "time"), "count": total,
                "more": f"/?{_again(asked, cursor=cursor)}" if cursor else None}  # fmt: skip

    context = await readings.ask(tell)
    again = _again(asked)
    feeds = [(form, f"/events.{form}{'?' + again if again else ''}") for form in FEEDS]
    context |= {"asked": asked, "is_search": bool(again), "feeds": feeds, "whens": WHENS}
    return templates.TemplateResponse(request, "events.html", context)


@router.get("/events/{uid}")
async def event(request: Request, uid: str) -> Response:
    """Show one event: when, where, who says so, what changed."""
    address, readings = home_of(request), readings_of(request)

    def tell(store: Store) -> Shown | None:
        known = store.get(uid)
        if known is None:
            return None
        entry = entries.of_known(known, address)
        first = today(query_of(Asked(past=True), store, readings.clock), store, readings.clock)
        history, times = store.history(uid), store.times(uid, first, first + api.AHEAD)
        told = api.detail(known, history, times, address)
        marked = markup(entries.with_times(entry, history, times))
        return {"event": _shown(told), "today": first, "markup": marked, "oembed": embed.discovery(entry.page or "")}

    context = await readings.ask(tell)
    if context is None:
        raise HTTPException(404, "There is no event at this address. Begin with the search: /")
    return templates.TemplateResponse(request, "event.html", context)


def _shown(told: Shown) -> Shown:
    """Return an event as the API tells it, with place and price in one line each."""
    place, price = told["where"], told["price"]
    assert isinstance(place, dict)
    assert isinstance(price, dict)
    named = ", ".join(part for part in (place["name"], place["address"]) if part)
    amounts = " / ".join(f"{amount} {price['currency'] or ''}".strip() for amount in price["amounts"])
    return told | {
        "location": named or ("online" if place["online"] else ""),
        "cost": price["text"] or ("free" if price["free"] else amounts),
    }


def by_day(shown: list[Shown], first: date, *, is_timed: bool) -> list[tuple[str | None, list[Shown]]]:
    """Group events by the day they are on, in the order they came: what still runs is on the first day."""

    def shown_on(one: Shown) -> str | None:
        return max(str(one["start"])[:10], first.isoformat()) if one["start"] else None

    if is_timed:
        shown = sorted(shown, key=lambda one: (shown_on(one) is None, shown_on(one) or "", str(one["start"] or "")))
    return [(day, list(events)) for day, events in groupby(shown, key=shown_on)]


def _again(asked: Asked, **changed: str) -> str:
    """Return the search as parameters of an address, without its cursor."""
    said = asked.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"cursor", "facets"})
    return urlencode({**said, **changed}, doseq=True)
