"""The page of the deals: what it cost, what it costs, and for how long."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request, Response
from fastapi import Query as Parameter
from fastapi.responses import HTMLResponse

from eventlocky.store import Hit, Store
from eventlocky.web import images
from eventlocky.web.asked import query_of, today
from eventlocky.web.home import Shown, Wanted, again, card, spot_of
from eventlocky.web.look import language_of, templates
from eventlocky.web.state import home_of, readings_of

_MOST = 300
_SOON_DAYS = 3

router = APIRouter(include_in_schema=False)


@router.get("/deals", response_class=HTMLResponse)
async def deals(request: Request, wanted: Annotated[Wanted, Parameter()]) -> Response:
    """Show what costs less for a while; what ends first comes first."""
    settings, language, address = request.app.state.settings, language_of(request), home_of(request)
    readings = readings_of(request)
    spot = await spot_of(settings, wanted)
    asked = wanted.searched(spot).model_copy(update={"kind": ["deal"], "limit": _MOST, "cursor": ""})

    def tell(store: Store) -> Shown:
        query = query_of(asked, store, readings.clock)
        now = today(query, store, readings.clock)
        hits = [] if spot.problem else list(store.search(query).hits)
        shown = [_deal(hit, card(hit, address, language), now) for hit in hits]
        shown.sort(key=lambda one: (str(one["ends"] or "9999"), str(one["start"] or ""), str(one["title"])))
        return {"today": now, "groups": grouped(shown), "count": len(shown)}

    context = await readings.ask(tell)
    context |= {
        "wanted": wanted,
        "spot": spot,
        "feed": f"/events.rss?{again(asked.model_copy(update={'limit': None}))}",
        "kept": parse_qsl(again(wanted.model_copy(update={"q": ""}))),
    }
    return templates.TemplateResponse(request, "deals.html", context)


def _deal(hit: Hit, shown: Shown, now: date) -> Shown:
    """Return a deal with how long it lasts: `left` are the days, 0 for today, None where no end is said."""
    end = hit.end
    ends = None if end is None else end.isoformat()[:10]
    starts = None if hit.start is None else hit.start.isoformat()[:10]
    return shown | {
        "ends": ends,
        "left": (date.fromisoformat(ends) - now).days if ends else None,
        "starts": starts if starts and starts > now.isoformat() else None,
        "picture": images.picture(shown, 320),
    }


def grouped(shown: list[Shown]) -> list[tuple[str, list[Shown]]]:
    """Put deals under the words that stand over them: those that end soon, later, and those without an end."""
    groups: dict[str, list[Shown]] = {"soon": [], "later": [], "open": []}
    for one in shown:
        left = one["left"]
        name = "open" if not isinstance(left, int) else "soon" if left <= _SOON_DAYS else "later"
        groups[name].append(one)
    return [(name, found) for name, found in groups.items() if found]
