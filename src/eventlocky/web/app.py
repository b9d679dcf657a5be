"""The server: one page with what is on, from the store."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import date
from itertools import groupby
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates

from eventlocky.errors import StoreError
from eventlocky.settings import Settings
from eventlocky.store import Kept, Store
from eventlocky.web import words

_LOG = logging.getLogger(__name__)
_HERE = Path(__file__).parent
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def make_app(settings: Settings, *, today: Callable[[], date] = date.today) -> FastAPI:
    """Return the application that shows a store; `today` is the day that the list begins with."""
    app = FastAPI(title="Event.Locky", docs_url=None, redoc_url=None, openapi_url=None)
    templates = Jinja2Templates(_HERE / "templates")
    templates.env.filters["day"] = words.day
    templates.env.filters["clock"] = words.clock
    templates.env.filters["until"] = words.until
    templates.env.filters["web_link"] = words.web_link
    app.mount("/static", StaticFiles(directory=_HERE / "static"), name="static")

    @app.middleware("http")
    async def add_headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.exception_handler(StoreError)
    def no_store(_request: Request, error: StoreError) -> Response:
        _LOG.error("%s", error)
        return PlainTextResponse("The store cannot be read just now; the server's log says why.\n", 503)

    @app.get("/", response_class=HTMLResponse)
    def home(request: Request) -> Response:
        with Store(settings.store) as store:
            kept = store.events(since=today())
        context = {"today": today(), "days": by_day(kept, today()), "count": len(kept)}
        return templates.TemplateResponse(request, "events.html", context)

    @app.get("/healthz", response_class=PlainTextResponse)
    def healthz() -> str:
        with Store(settings.store):
            return "ok\n"

    return app


def by_day(kept: list[Kept], today: date) -> list[tuple[str | None, list[Kept]]]:
    """Group events by the day they are on: what began before today and still runs is on today."""

    def shown_on(event: Kept) -> str | None:
        return max(event.start[:10], today.isoformat()) if event.start else None

    ordered = sorted(kept, key=lambda event: (shown_on(event) is None, shown_on(event) or "", event.start or ""))
    return [(day, list(events)) for day, events in groupby(ordered, key=shown_on)]
