"""Pictures of events through this server: small, made anew, and only those of events that the store holds.

So a visitor's browser asks nobody but us, and nobody can use us to ask others: the address of a picture names an event,
never a place in the net, and its mark (`v`) must be that of the picture that the store has for it. What is fetched goes
through the crawler's own door (no address that is not public, no endless answers) under tighter limits. Where there is
no picture, or it cannot be had, there is a cover.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import monotonic
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from eventlocky.crawl.download import Http
from eventlocky.crawl.fetch import Fetcher
from eventlocky.errors import EventlockyError, UnreachableError
from eventlocky.formats import clean
from eventlocky.settings import Settings
from eventlocky.web import covers
from eventlocky.web.shelf import Shelf
from eventlocky.web.state import readings_of
from eventlocky.web.thumbnails import shrink

WIDTHS = (160, 320, 640, 1280)
"""The widths that there are; any other would let a visitor fill the shelf with the same picture."""

TYPES = ("image/", "application/octet-stream", "binary/octet-stream")
"""What servers call a picture; what it is, its bytes say."""

_AT_ONCE = 6
_WAITING = 60
"""So many pictures may be waited for; whoever comes then gets the cover, and the picture the next time."""
_TIMEOUT_S = 8.0
_SILENCE_S = 4.0
_PATIENCE_S = 15.0
_REDIRECTS = 3
_FAILED_S = 600.0
_MOST_FAILED = 10_000
_WEEK_S = 7 * 24 * 3_600

router = APIRouter(include_in_schema=False)


class Images:
    """Fetches pictures, makes them small and keeps them. One a server."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self.settings = replace(
            settings,
            timeout_s=min(_TIMEOUT_S, settings.timeout_s),
            header_timeout_s=min(_SILENCE_S, settings.header_timeout_s),
            chunk_timeout_s=min(_SILENCE_S, settings.chunk_timeout_s),
            max_page_bytes=settings.max_image_bytes,
            max_redirects=min(_REDIRECTS, settings.max_redirects),
            max_at_once=_AT_ONCE,
        )
        folder = settings.image_cache
        self.shelf = Shelf(Path(folder).expanduser(), settings.image_cache_bytes) if folder else None
        self.clock = clock
        self._fetcher: Fetcher | None = None
        self._threads = ThreadPoolExecutor(1, "pictures")
        self._failed: OrderedDict[str, float] = OrderedDict()
        self._running: dict[tuple[str, int], asyncio.Task[bytes]] = {}

    async def get(self, url: str, width: int) -> bytes:
        """Return a picture as WebP, or raise a FetchError or PageError that says why there is none."""
        if (until := self._failed.get(url)) is not None and until > self.clock():
            message = f"{url} gave no picture a while ago."
            raise UnreachableError(message)
        key = (url, width)
        task = self._running.get(key)
        if task is None:
            if len(self._running) >= _WAITING:
                message = "Too many pictures are waited for. Try again in a moment."
                raise UnreachableError(message)
            task = self._running[key] = asyncio.create_task(self._make(url, width))
            task.add_done_callback(lambda done: self._ended(key, done))
        return await asyncio.shield(task)  # a visitor who leaves takes it from nobody else

    def _ended(self, key: tuple[str, int], task: asyncio.Task[bytes]) -> None:
        self._running.pop(key, None)
        if not task.cancelled() and task.exception() is not None:
            self._failed[key[0]] = self.clock() + _FAILED_S
            while len(self._failed) > _MOST_FAILED:
                self._failed.popitem(last=False)

    async def _make(self, url: str, width: int) -> bytes:
        loop = asyncio.get_running_loop()
        name = f"{width} {url}"
        if self.shelf is not None and (kept := await loop.run_in_executor(None, self.shelf.get, name)) is not None:
            return kept
        try:
            async with asyncio.timeout(_PATIENCE_S):  # all redirects together
                page = await (await self._open()).fetch(url, types=TYPES, is_part=True)
        except TimeoutError as error:
            message = f"{url} gave no picture within {_PATIENCE_S:g} s."
            raise UnreachableError(message) from error
        small = await loop.run_in_executor(self._threads, shrink, page.body, width)
        if self.shelf is not None:
            await loop.run_in_executor(None, self.shelf.put, name, small)
        return small

    async def _open(self) -> Fetcher:
        """Return the client, opened for the first picture; it asks the network, never an archive."""
        if self._fetcher is None:
            self._fetcher = Fetcher(self.settings, Http(self.settings))
            await self._fetcher.__aenter__()
        return self._fetcher

    async def close(self) -> None:
        """Let go of everything."""
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        if self._fetcher is not None:
            await self._fetcher.__aexit__(None, None, None)
            self._fetcher = None
        self._threads.shutdown(wait=False, cancel_futures=True)


# Addresses ---------------------------------------------------------------------------------------


def picture(event: Mapping[str, object], width: int = 640) -> str:
    """Return the address of the picture of an event, as the API tells it, or of its cover."""
    image = clean.address(str(event.get("image") or ""))
    if not image:
        return cover(event)
    return f"/image/{width}/{quote(str(event['id']))}?v={mark(image)}"


def cover(event: Mapping[str, object]) -> str:
    """Return the address of the cover of an event."""
    kind = str(event.get("kind") or "")
    category = str(event.get("category") or ("deal" if kind == "deal" else ""))
    return f"/cover/{quote(category, safe='') or '-'}/{quote(str(event['id']), safe='@')}.svg"


def mark(url: str) -> str:
    """Return a short digest of an address: another picture of the same event has another."""
    return hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:16]


# Routes ------------------------------------------------------------------------------------------


@router.get("/image/{width}/{uid}")
async def image(request: Request, width: int, uid: str, v: str = "") -> Response:
    """Return the picture of an event as WebP; one that cannot be had leads to the event's cover."""
    if width not in WIDTHS:
        raise HTTPException(404, f"There are no pictures of this width. Known: {', '.join(map(str, WIDTHS))}.")
    known = await readings_of(request).ask(lambda store: store.get(uid))
    url = clean.address(known.event.image) if known else None
    if known is None or not url or mark(url) != v:
        raise HTTPException(404, "There is no such picture. Look at the page of the event for it.")
    images: Images = request.app.state.images
    try:
        body = await images.get(url, width)
    except EventlockyError:
        there = cover({"id": known.uid, "category": known.event.category, "kind": known.event.kind})
        return RedirectResponse(there, 302, {"Cache-Control": f"public, max-age={_FAILED_S:.0f}"})
    headers = {"Cache-Control": f"public, max-age={_WEEK_S}, immutable", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(body, headers=headers, media_type="image/webp")


@router.get("/cover/{category}/{seed}.svg")
async def cover_of(category: str, seed: str) -> Response:
    """Return the cover that is drawn for an event without a picture."""
    headers = {"Cache-Control": f"public, max-age={_WEEK_S}"}
    return Response(covers.draw(category[:40], seed[:200]), headers=headers, media_type="image/svg+xml")
