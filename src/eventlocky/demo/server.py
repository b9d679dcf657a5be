"""The demo town on the loopback: one server, one port, many hosts told apart by the Host header.

`TownServer` runs it in a thread for tests and demonstrations and keeps a log of every visit, so that what a
crawler did (which pages, how often, how many at a time on one host) can be shown afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from dataclasses import dataclass
from datetime import UTC, date, datetime
from types import TracebackType
from typing import Self

from eventlocky.demo.base import Reply, Site
from eventlocky.demo.press import Press
from eventlocky.demo.town import NAME, Town
from eventlocky.errors import EventlockyError, MissingExtraError

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
except ModuleNotFoundError as missing:
    what = "The demo town's server"
    raise MissingExtraError(what, "web") from missing

LOOPBACK = "127.0.0.1"
_START_TIMEOUT_S = 10.0
_POLL_S = 0.005


@dataclass(frozen=True, slots=True)
class Visit:
    """One request and how it was answered; `started` and `finished` are monotonic seconds."""

    time: datetime
    host: str
    path: str
    query: str
    user_agent: str
    status: int
    started: float
    finished: float


def app(
    town: Town, log: list[Visit] | None = None, latency_s: float = 0.0, ending: asyncio.Event | None = None
) -> Starlette:
    """Make the web application of the town; where a log is given, every visit is added to it.

    `latency_s` is how long every answer takes at least, as if the town were far away; with `ending` none waits on.
    """
    ending = ending or asyncio.Event()
    sites = {site.host: site for site in town.sites}

    async def answer(request: Request) -> Response:
        began, started = datetime.now(UTC), time.monotonic()
        host = _host_of(request)
        reply = _reply(town, sites.get(host), request)
        if latency_s or reply.delay_s:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), max(latency_s, reply.delay_s))
        if log is not None:
            agent = request.headers.get("user-agent", "")
            path, query = request.url.path, request.url.query
            log.append(Visit(began, host, path, query, agent, reply.status, started, time.monotonic()))
        return Response(reply.body, reply.status, dict(reply.headers) | {"content-type": reply.content_type})

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "HEAD"])])


class _Server(uvicorn.Server):
    """Lets slow answers go at once when it ends: nobody waits for them any more."""

    def __init__(self, config: uvicorn.Config, ending: asyncio.Event) -> None:
        super().__init__(config)
        self._ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, slow answers first."""
        self._ending.set()
        await super().shutdown(sockets)


class TownServer:
    """Serves a town on the loopback for as long as its `with` block lasts.

    The port is taken first and the town built for it afterwards, because some pages hold absolute links:
    `TownServer(today, port=0)` finds a free port.
    """

    def __init__(self, today: date, *, port: int = 0, slow_s: float = 2.0, latency_s: float = 0.0) -> None:
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        self.town = Town(today, port=self.port, slow_s=slow_s)
        self.log: list[Visit] = []
        ending = asyncio.Event()
        config = uvicorn.Config(
            app(self.town, self.log, latency_s, ending),
            log_level="critical",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config, ending)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name=NAME, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        deadline = time.monotonic() + _START_TIMEOUT_S
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                message = f"The demo town did not start on port {self.port}. Try another port."
                raise EventlockyError(message)
            time.sleep(_POLL_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()

    @property
    def address(self) -> str:
        """Return the address of the town's index page."""
        return f"http://{LOOPBACK}:{self.port}/"


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
    except OSError as error:
        listener.close()
        message = (
            f"The demo town cannot have port {port} on {LOOPBACK}: {error}. Try another port, or 0 for a free one."
        )
        raise EventlockyError(message) from error
    listener.listen()
    return listener


def _host_of(request: Request) -> str:
    return request.headers.get("host", "").rsplit(":", 1)[0].lower()


def _reply(town: Town, site: Site | None, request: Request) -> Reply:
    if site is not None:
        return site.answer(request.url.path, request.url.query)
    if request.url.path == "/places.geojson":
        return Reply(town.geojson().encode(), "application/geo+json")
    return Press("index").page("index.html", name=NAME, today=town.today, town=town)
