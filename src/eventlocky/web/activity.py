"""Event addresses for servers of the fediverse: who accepts `application/activity+json` gets an ActivityStreams Event.

The same address gives a page to people, so what is asked for decides. It is decided before the cache, by another path
inside, so that neither is ever given the other's answer.
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventlocky.formats import activity
from eventlocky.web import entries
from eventlocky.web.state import home_of, readings_of

_EVENTS = "/events/"
_INSIDE = "/activity/events/"
_PROFILE = b"https://www.w3.org/ns/activitystreams"

router = APIRouter(include_in_schema=False)


@router.get("/activity/events/{uid}")
async def event(request: Request, uid: str) -> Response:
    """Return one event as ActivityStreams have it."""
    home = home_of(request)
    known = await readings_of(request).ask(lambda store: store.get(uid))
    if known is None:
        raise HTTPException(404, "There is no event of this id.")
    text = activity.write(entries.of_known(known, home))
    return Response(text.encode("utf-8", "replace"), media_type="application/activity+json")


class Negotiate:
    """Lead who wants an activity to it, and tell caches of others that there are two answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at what is accepted, where that matters."""
        if scope["type"] != "http" or not _is_event(scope["path"]):
            await self.app(scope, receive, send)
            return

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).add_vary_header("Accept")
            await send(message)

        if _wants_activity(b",".join(value for name, value in scope["headers"] if name == b"accept")):
            path = _INSIDE + scope["path"].removeprefix(_EVENTS)
            scope["path"], scope["raw_path"] = path, path.encode("utf-8", "replace")
        await self.app(scope, receive, tell)


def _is_event(path: str) -> bool:
    return path.startswith(_EVENTS) and "/" not in path.removeprefix(_EVENTS)


def _wants_activity(accepted: bytes) -> bool:
    """Tell whether an activity is accepted, and not rather a page: `text/html` first means a browser."""
    for part in accepted.lower().split(b","):
        kind = part.split(b";", 1)[0].strip()
        if kind == b"application/activity+json" or (kind == b"application/ld+json" and _PROFILE in part):
            return True
        if kind in {b"text/html", b"application/xhtml+xml"}:
            return False
    return False
