"""What this is, and how a site's owner keeps the crawler out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from eventlocky.crawl.download import user_agent
from eventlocky.crawl.robots import product_token
from eventlocky.formats import clean
from eventlocky.settings import Settings
from eventlocky.web.look import templates

router = APIRouter(include_in_schema=False)


@router.get("/about", response_class=HTMLResponse)
async def about(request: Request) -> Response:
    """Say what this is, who crawls, and how to be left out."""
    settings: Settings = request.app.state.settings
    agent = user_agent(settings)
    context = {
        "agent": agent,
        "token": settings.user_agent.partition("/")[0].strip() or product_token(agent),
        "pages": settings.max_pages_per_site,
        "contact": contact_of(settings.contact),
        "opt_out": clean.address(settings.opt_out_page),
    }
    return templates.TemplateResponse(request, "about.html", context)


def contact_of(text: str) -> dict[str, str | None] | None:
    """Return how to reach whoever runs the server: the words, and a link where they are an address."""
    said = clean.line(text)
    if not said:
        return None
    is_mail = "@" in said and "/" not in said and " " not in said
    return {"words": said, "link": f"mailto:{said}" if is_mail else clean.address(said)}
