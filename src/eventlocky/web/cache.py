"""Answers kept for as long as nobody writes into the store, for at most a minute, with a mark to send back.

It stands before everything else, so that an answer that is known costs a look into a table. Only what was asked with
GET and answered with 200 is kept, and only whole: an answer breaks off in the middle where its visitor leaves. The key
holds the host, because answers hold addresses, and the language, because pages are written in it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventlocky.web.language import of_headers

KEPT_S = 60.0
_MOST_BYTES = 32_000_000
_LARGEST = 2_000_000
_DATA = f"public, max-age={KEPT_S:.0f}".encode()
_PAGE = f"public, max-age=0, s-maxage={KEPT_S:.0f}".encode()
"""A browser asks again, and gets the mark alone where nothing changed: who gave stars sees them on the next page."""

_NEVER = ("/healthz", "/metrics", "/api/v1/near/stream")
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class _Kept:
    """An answer, the version of the store that it tells of, and until when it is good."""

    version: str
    until: float
    mark: bytes
    headers: Headers
    body: bytes
    route: object


class Cache:
    """Keep answers, and answer HEAD and If-None-Match."""

    def __init__(self, app: ASGIApp, version: Callable[[], str], clock: Callable[[], float] = monotonic) -> None:
        self.app = app
        self.version = version
        self.clock = clock
        self.kept: OrderedDict[tuple[object, ...], _Kept] = OrderedDict()
        self.size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from the table, or ask the application and keep what it says."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"} or scope["path"] in _NEVER:
            await self.app(scope, receive, send)
            return
        version = self.version()
        sent = dict(scope["headers"])
        key = (scope["scheme"], sent.get(b"host"), scope["path"], scope["query_string"], of_headers(sent))
        kept = self.kept.get(key)
        if kept is None or not version or kept.version != version or kept.until < self.clock():
            scope["cache"] = "miss"
            kept = await self._ask(scope, receive, send, key, version)
        else:
            scope["cache"] = "hit"
            scope["route"] = kept.route
            self.kept.move_to_end(key)
        if kept is not None:
            await _answer(kept, scope["method"], sent.get(b"if-none-match", b""), send)

    async def _ask(
        self, scope: Scope, receive: Receive, send: Send, key: tuple[object, ...], version: str
    ) -> _Kept | None:
        """Return what the application answers, kept; what is no plain answer goes to the visitor as it comes."""
        begun: list[Message] = []
        parts: list[bytes] = []
        is_whole = False

        async def hear(message: Message) -> None:
            nonlocal is_whole
            if begun and not _is_plain(begun[0]):
                await send(message)
            elif message["type"] == "http.response.start":
                begun.append(message)
                if not _is_plain(message):
                    await send(message)
            else:
                parts.append(message.get("body", b""))
                is_whole = not message.get("more_body", False)

        inner = dict(scope, method="GET")
        await self.app(inner, receive, hear)
        scope["route"] = inner.get("route")
        if not begun or not _is_plain(begun[0]) or not is_whole:
            return None  # sent already, or nobody is there any more: files stop being read when their visitor leaves
        body = b"".join(parts)
        mark = b'"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'
        headers: Headers = [*begun[0]["headers"], (b"etag", mark)]
        is_page = any(name == b"content-type" and value.startswith(b"text/html") for name, value in headers)
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", _PAGE if is_page else _DATA))
        if is_page:
            headers.append((b"vary", b"Accept-Language, Cookie"))
        kept = _Kept(version, self.clock() + KEPT_S, mark, headers, body, scope.get("route"))
        if version and len(body) <= _LARGEST:
            self._keep(key, kept)
        return kept

    def _keep(self, key: tuple[object, ...], kept: _Kept) -> None:
        old = self.kept.pop(key, None)
        self.size += len(kept.body) + 1_000 - (len(old.body) + 1_000 if old else 0)
        self.kept[key] = kept
        while self.size > _MOST_BYTES:
            _, dropped = self.kept.popitem(last=False)
            self.size -= len(dropped.body) + 1_000


def _is_plain(message: MutableMapping[str, Any]) -> bool:
    """Tell a whole answer for everybody from an error, from somebody's own, and from one that goes on and on."""
    return bool(message["status"] == 200) and not any(_is_apart(*pair) for pair in message["headers"])  # noqa: PLR2004 - the one good answer


def _is_apart(name: bytes, value: bytes) -> bool:
    """Tell a header of an answer that is for one visitor alone, or that has no end."""
    return (
        (name == b"content-type" and value.startswith(b"text/event-stream"))
        or (name == b"cache-control" and (b"no-store" in value or b"private" in value))
        or name == b"set-cookie"
    )


async def _answer(kept: _Kept, method: str, marks: bytes, send: Send) -> None:
    """Send an answer: nothing but its mark to whoever has it already."""
    known = {mark.strip().removeprefix(b"W/") for mark in marks.split(b",")}
    if kept.mark in known or b"*" in known:
        headers = [pair for pair in kept.headers if pair[0] not in {b"content-length", b"content-type"}]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.start", "status": 200, "headers": kept.headers})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else kept.body})
