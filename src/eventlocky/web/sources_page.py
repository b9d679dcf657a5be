"""The page of the sources: which sites are read, how they are doing, what somebody should look at."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.web.look import templates
from eventlocky.web.source_states import SiteState, states
from eventlocky.web.state import readings_of

_PAGE = 100

router = APIRouter(include_in_schema=False)


@router.get("/sources", response_class=HTMLResponse)
async def sources(
    request: Request,
    q: Annotated[str, Query(max_length=200)] = "",
    only: Literal["", "problems"] = "",
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Response:
    """List the sites, those with an alarm or a problem first."""
    everyone = await readings_of(request).ask(states)
    wanted = [one for one in everyone if fits(one, q) and (not only or one.rank < 2)]  # noqa: PLR2004 - what is well
    begin = (page - 1) * _PAGE
    context = {
        "sites": wanted[begin : begin + _PAGE],
        "count": len(wanted),
        "total": len(everyone),
        "alarms": sum(one.is_alarm for one in everyone),
        "problems": sum(one.is_problem for one in everyone),
        "q": q,
        "only": only,
        "next": page + 1 if begin + _PAGE < len(wanted) else None,
    }
    return templates.TemplateResponse(request, "sources.html", context)


def fits(site: SiteState, words: str) -> bool:
    """Tell whether all words stand in the name or the address of a site."""
    text = f"{site.organisation} {site.website}".casefold()
    return all(word in text for word in words.casefold().split())
