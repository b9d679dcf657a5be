"""The door before every route: who may pass (`permissions.py`), whose form it is (`csrf.py`), how large a body may be.

It stands around each route itself, after the address was matched and before anything of a body is read by others, so
that what is checked and what runs are the same route. Bodies are read whole up to a limit; forms are parsed here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventlocky.errors import EventlockyError
from eventlocky.store import Store
from eventlocky.web import csrf
from eventlocky.web.permissions import TABLE, Row, Verdict, verdict
from eventlocky.web.state import desk_of, readings_of
from eventlocky.web.visitor import BEARER, COOKIE, Visitor, form_secret, visitor_of

MOST_BYTES = 64_000
"""No form and no JSON of ours is larger."""
_MOST_FIELDS = 200
_LONGEST_ID = 19
"""The store counts no further."""
_SAFE = ("GET", "HEAD")
_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"

Owner = Callable[[Store, Mapping[str, Any]], int | None]


def _session_owner(store: Store, given: Mapping[str, Any]) -> int | None:
    digest = str(given["session"])
    found = store.accounts.secret(COOKIE, digest) or store.accounts.secret(BEARER, digest)
    return found.account if found else None


def _search_owner(store: Store, given: Mapping[str, Any]) -> int | None:
    text = str(given["search"])
    found = store.searches.get(int(text)) if text.isascii() and text.isdecimal() and len(text) < _LONGEST_ID else None
    return found.account if found else None


OWNERS: dict[str, Owner] = {"session": _session_owner, "search": _search_owner}
"""Whose something is that a route is about, by the name in the table of permissions."""


def guarded(routes: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Return routes behind the door; one that is not in the table of permissions raises EventlockyError."""
    return [_guarded(route) for route in routes]


def names(route: BaseRoute) -> list[str]:
    """Return the names of a route in the table of permissions: `GET /events/{uid}`."""
    if isinstance(route, Mount):
        return [f"GET {route.path}"]
    if not isinstance(route, Route):
        message = f"{route!r} is neither a route nor a folder, so the table of permissions cannot speak of it."
        raise EventlockyError(message)
    return [f"{method} {route.path}" for method in sorted((route.methods or set()) - {"HEAD"})]


def _guarded(route: BaseRoute) -> BaseRoute:
    rows = {}
    for name in names(route):
        if name not in TABLE:
            message = f"The route {name} is not in the table of permissions: say in web/permissions.py who may use it."
            raise EventlockyError(message)
        rows[name.partition(" ")[0]] = TABLE[name]
    behind = copy.copy(route)  # routers belong to their modules, and several servers may be made of them
    assert isinstance(behind, Route | Mount)
    behind.app = Guard(behind.app, rows)
    return behind


class Guard:
    """The door before one route."""

    def __init__(self, app: ASGIApp, rows: Mapping[str, Row]) -> None:
        self.app = app
        self.rows = rows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a visitor pass, or say why not."""
        method = scope["method"]
        row = self.rows.get("GET" if method in _SAFE else method)
        if row is None:
            raise HTTPException(405, "Method Not Allowed")
        if method in _SAFE and row.is_public:
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        refusal = await _judge(request, row)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        if method not in _SAFE:
            body = await _read(request)
            await _check_form(request, row, body)
            receive = _again(body, receive)
        await self.app(scope, receive, send)


async def _judge(request: Request, row: Row) -> Response | None:
    """Return what a visitor is told instead, None where they may pass."""
    visitor = await visitor_of(request)
    role = visitor.account.role if visitor else None
    is_own = bool(row.owner) and visitor is not None and await _owner(request, row) == visitor.account.id
    found = verdict(row, role, is_own=is_own)
    if found is Verdict.HIDDEN:
        raise HTTPException(404, "Not Found")  # the words for what was never there
    if visitor is None and found is Verdict.REFUSED:
        return _to_sign_in(request)
    if found is Verdict.REFUSED:
        raise HTTPException(403, "This is not for your account. Ask an admin for another role.")
    if row.is_confirmed and visitor is not None and visitor.account.confirmed is None:
        raise HTTPException(403, "Confirm your e-mail address first: /account says how.")
    return None


async def _owner(request: Request, row: Row) -> int | None:
    find, given = OWNERS[row.owner], request.path_params
    return await readings_of(request).ask(lambda store: find(store, given))


def is_api(request: Request) -> bool:
    """Tell whether a program asks."""
    return bool(request.url.path.startswith("/api/"))


def _to_sign_in(request: Request) -> Response:
    if is_api(request):
        message = "Sign in first: send the token of POST /api/v1/sessions as Authorization: Bearer."
        raise HTTPException(401, message, {"WWW-Authenticate": "Bearer"})
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    there = f"?next={quote(asked, safe='')}" if request.method in _SAFE else ""
    return RedirectResponse(f"/account/sign-in{there}", 303, {"Cache-Control": "no-store"})


# Bodies ------------------------------------------------------------------------------------------


async def _read(request: Request) -> bytes:
    """Return the body of a request, which is refused as soon as it is too large."""
    said = request.headers.get("content-length", "0")
    parts: list[bytes] = []
    size = int(said) if said.isdecimal() and said.isascii() and len(said) < 20 else 0  # noqa: PLR2004 - no such body
    if size <= MOST_BYTES:
        size = 0
        async for part in request.stream():
            size += len(part)
            parts.append(part)
            if size > MOST_BYTES:
                break
    if size > MOST_BYTES:
        raise HTTPException(413, f"That is too much: at most {MOST_BYTES:,} bytes are read.", {"Connection": "close"})
    return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return the way to a body that was read already."""
    is_told = False

    async def hear() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return hear


async def _check_form(request: Request, row: Row, body: bytes) -> None:
    """Refuse a body of another kind than ours, and a form or call that another site made a browser send."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    wanted = _JSON if is_api(request) else _FORM
    if row.is_linked:
        return
    visitor = await visitor_of(request)
    if kind != wanted and (body or (is_api(request) and visitor is None)):
        raise HTTPException(415, f"Send this as {wanted}.")
    form = {} if is_api(request) else _form(body)
    request.scope["form"] = form
    if visitor is not None and visitor.purpose == BEARER:
        return  # no browser adds a bearer token by itself
    homes = (request.headers.get("host", "").lower(), urlsplit(desk_of(request).settings.public_url).netloc.lower())
    if csrf.is_from_elsewhere(request.headers, homes):
        raise HTTPException(403, "This form came from another site. Open the page here and send it again.")
    if is_api(request) and visitor is None:
        return  # nobody is signed in by this call, and no other site can make a browser send JSON
    _check_token(request, visitor, form)


def _check_token(request: Request, visitor: Visitor | None, form: Mapping[str, list[str]]) -> None:
    given = request.headers.get(csrf.HEADER) or next(iter(form.get(csrf.FIELD, ())), "")
    secret = form_secret(request, visitor)
    if not secret or not csrf.is_good(given, secret):
        message = "This form is too old, or cookies are off. Open its page again and send it once more."
        if is_api(request):
            message = "With a cookie, send the token of GET /api/v1/csrf as the header X-CSRF-Token."
        raise HTTPException(403, message)


def _form(body: bytes) -> dict[str, list[str]]:
    try:
        text = body.decode("utf-8", "replace")
        return parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="replace")
    except ValueError as error:
        raise HTTPException(400, "That is no form of ours: it has too many fields.") from error
