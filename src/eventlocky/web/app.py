"""The server, put together: pages, API and feeds of one store, behind the cache and the watch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from eventlocky.crawl.stored import Stored
from eventlocky.errors import DatabaseError, FormError, StoreError
from eventlocky.notify.runner import Runner, can_send
from eventlocky.settings import Settings
from eventlocky.web import (
    about,
    account_api,
    account_pages,
    activity,
    alert_api,
    alerts,
    api,
    calendar,
    deals_page,
    embed,
    event_page,
    feeds,
    frame,
    home,
    images,
    opinion_pages,
    organisation_page,
    said,
    schema,
    sources_page,
    stream,
    trouble,
)
from eventlocky.web.cache import Cache
from eventlocky.web.desk import desk
from eventlocky.web.guard import guarded
from eventlocky.web.near import First, Runs
from eventlocky.web.reading import Readings
from eventlocky.web.watch import Watch, policy

_LOG = logging.getLogger(__name__)
_NOON = time(12)
_ROOMS = (
    api, feeds, stream, activity, embed, frame, home,
    event_page, said, calendar, organisation_page, sources_page, deals_page,
    about, images, account_api, account_pages, opinion_pages, alert_api,
    alerts,
)  # fmt: skip


def make_app(settings: Settings, *, today: Callable[[], date] | None = None, first: First | None = None) -> FastAPI:
    """Return the application that serves a store; `today` sets the day that it is, for the demo and tests.

    `first` is a search of its home place that begins with the server.
    """

    def clock() -> datetime:
        return datetime.combine(today(), _NOON, UTC) if today else datetime.now(UTC)

    readings = Readings(settings.store, clock)
    pictures = images.Images(settings)
    runs = Runs(settings, clock, today)
    own = desk(settings, readings)

    def version() -> str:
        written = readings.version()
        return f"{written} {runs.mark()}" if written else ""

    @asynccontextmanager
    async def living(_app: FastAPI) -> AsyncIterator[None]:
        runner = Runner(settings, clock) if can_send(settings) else None
        if runner is not None:
            runner.start()
        if first is not None:
            runs.begin(home.own_spot(settings), first)
        yield
        await pictures.close()
        await asyncio.to_thread(runs.close)
        if runner is not None:
            await asyncio.to_thread(runner.stop)
        readings.close()
        own.passwords.close()

    app = FastAPI(
        title="Event.Locky", version="1", description="Events and deals from the organisations' own pages.",
        docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json", lifespan=living,
        middleware=[Middleware(Watch, policy=policy(settings)), Middleware(activity.Negotiate),
                    Middleware(Cache, version=version)],
    )  # fmt: skip
    app.state.readings = readings
    app.state.images = pictures
    app.state.stored = Stored(Path(settings.archive)) if settings.archive else None
    app.state.settings = settings
    app.state.runs = runs
    app.state.desk = own
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    _add_errors(app)
    _add_health(app)
    # The routes themselves, not routers within routers: each gets its own door.
    for room in _ROOMS:
        app.router.routes.extend(room.router.routes)
    app.router.routes[:] = guarded(app.router.routes)
    schema.tell_who_may(app)
    return app


def _add_errors(app: FastAPI) -> None:
    """Make every error one sentence that says what to do: JSON for the API, a page for browsers, else plain text."""

    @app.exception_handler(StoreError)
    async def no_store(request: Request, error: StoreError) -> Response:
        if not isinstance(error, DatabaseError):
            return _refuse(request, 400, str(error))  # what was asked for makes no sense
        _LOG.error("%s", error)
        doing = "read" if request.method in {"GET", "HEAD"} else "written"
        return _refuse(request, 503, f"The store cannot be {doing} just now; the server's log says why.")

    @app.exception_handler(FormError)
    async def unfit(request: Request, error: FormError) -> Response:
        return _refuse(request, 422, str(error), error.field or None)

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        name = next((part for part in reversed(first["loc"][1:]) if isinstance(part, str)), "")  # no place in a list
        said = str(first["msg"]).removeprefix("Value error, ")
        return _refuse(request, 422, f"{name}: {said}" if name else said, name or None)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        return _refuse(request, error.status_code, str(error.detail), headers=error.headers)


def _refuse(
    request: Request, status: int, message: str, parameter: str | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    headers = {**(headers or {}), "Cache-Control": "no-store"}
    if request.url.path.startswith("/api/"):
        error = {"status": status, "message": message, "parameter": parameter}
        return JSONResponse({"error": error}, status, headers)
    if trouble.wants_page(request):
        return trouble.page(request, status, message, headers)
    return PlainTextResponse(" ".join(message.split()) + "\n", status, headers)


def _add_health(app: FastAPI) -> None:
    @app.api_route("/healthz", methods=["GET", "HEAD"], response_class=PlainTextResponse, include_in_schema=False)
    async def healthz(request: Request) -> str:
        readings: Readings = request.app.state.readings
        await readings.ask(lambda store: store.organisations(limit=1))
        return "ok\n"

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        watch: Watch = request.scope["watch"]
        return Response(watch.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
