"""Pages for people, whole without JavaScript: one event with its proof."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.formats.jsonld import script
from eventlocky.store import Store
from eventlocky.web import api, entries
from eventlocky.web.asked import Asked, query_of, today
from eventlocky.web.home import shown
from eventlocky.web.look import language_of, templates
from eventlocky.web.state import home_of, readings_of

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
Shown = dict[str, object]


@router.get("/events/{uid}")
async def event(request: Request, uid: str) -> Response:
    """Show one event: when, where, who says so, what changed."""
    address, readings, language = home_of(request), readings_of(request), language_of(request)

    def tell(store: Store) -> Shown | None:
        known = store.get(uid)
        if known is None:
            return None
        entry = entries.of_known(known, address)
        first = today(query_of(Asked(past=True), store, readings.clock), store, readings.clock)
        told = api.detail(known, store.history(uid), store.times(uid, first, first + api.AHEAD), address)
        return {"event": shown(told, language), "today": first, "markup": script(entry)}

    context = await readings.ask(tell)
    if context is None:
        raise HTTPException(404, "There is no event at this address. Begin with the search: /")
    return templates.TemplateResponse(request, "event.html", context)
