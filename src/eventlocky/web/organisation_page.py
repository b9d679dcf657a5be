"""The page of one organisation: what it announces by time, where it is, how we read it."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi import Query as Parameter
from fastapi.responses import HTMLResponse

from eventlocky.formats import clean
from eventlocky.store import Hit, Query, Store
from eventlocky.types import Organisation
from eventlocky.web import event_page, parts
from eventlocky.web.asked import today
from eventlocky.web.home import Shown, by_day, card
from eventlocky.web.look import language_of, templates
from eventlocky.web.source_states import SiteState, states
from eventlocky.web.state import home_of, readings_of

MISSING = "There is no organisation of this address here. Look among the sources: /sources"
_MOST = 60
_MOST_PAST = 10
_PAST_DAYS = 60

router = APIRouter(include_in_schema=False)


@router.get("/organisation", response_class=HTMLResponse)
async def organisation(request: Request, site: Annotated[str, Parameter(max_length=2_000)] = "") -> Response:
    """Show an organisation by what it is known by: the address of its site, mostly."""
    address, readings, language = home_of(request), readings_of(request), language_of(request)

    def tell(store: Store) -> Shown | None:
        first = today(Query(), store, readings.clock)
        found = store.search(Query(sources=(site,), since=first, limit=_MOST))
        days = Query(
            sources=(site,), since=first - timedelta(days=_PAST_DAYS), until=first - timedelta(days=1), limit=500
        )
        past = _past(store, days, {hit.uid for hit in found.hits})
        known = next(iter(states(store, site)), None)
        who = _who(store, site, [*found.hits, *past])
        if who is None and known is None:
            return None
        cards = [card(hit, address, language) for hit in found.hits]
        said = urlencode({"source": site})
        return {
            "today": first,
            "who": _told(who, known, site),
            "days": by_day(cards, first, is_timed=True),
            "past": [card(hit, address, language) for hit in past],
            "state": known,
            "more": f"/?{said}" if found.cursor else None,
            "file": f"/events.ics?{said}",
            "calendar": f"/calendar?{said}",
            "map": _spot(who),
        }

    context = await readings.ask(tell) if site else None
    if context is None:
        raise HTTPException(404, MISSING)
    return templates.TemplateResponse(request, "organisation.html", context | parts.map_of(request))


def _past(store: Store, query: Query, ahead: set[str]) -> list[Hit]:
    """Return what was over last, the latest first; what still runs or comes again is not over."""
    last = str(query.until)
    hits = [hit for hit in store.search(query).hits if _last(hit) <= last and hit.uid not in ahead]
    return sorted(hits, key=_last, reverse=True)[:_MOST_PAST]


def _last(hit: Hit) -> str:
    last = hit.end or hit.start
    return last.isoformat()[:10] if last else "9999"


def _who(store: Store, site: str, hits: list[Hit]) -> Organisation | None:
    """Return the organisation of a site as the store knows it, by one of its events."""
    for hit in hits[:5]:
        known = store.get(hit.uid)
        if known is not None and known.organisation.website == site:
            return known.organisation
    return Organisation(hits[0].organisation, site, lat=hits[0].lat, lon=hits[0].lon) if hits else None


def _told(who: Organisation | None, known: SiteState | None, site: str) -> Shown:
    name = clean.line(who.name) if who else known.organisation if known else ""
    return {
        "name": name or parts.bare(clean.address(site)) or clean.line(site)[:100],
        "website": clean.address(site),
        "address": clean.line(who.address) if who else "",
        "category": who.category.value if who and who.category else "",
    }


def _spot(who: Organisation | None) -> Shown | None:
    return None if who is None else event_page.spot(who.lat, who.lon)
