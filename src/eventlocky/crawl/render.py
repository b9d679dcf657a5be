"""Pages that are empty without JavaScript, as Chromium shows them (Playwright, an extra).

A cheap test says which pages need it: hardly any text, hardly a link, and scripts. The browser itself is cut off from
the network: it finds no name, and its proxy leads nowhere. Whatever a page asks for is fetched by our own fetcher,
with its addresses, limits, rules and pace, and handed to the browser. Pictures, fonts, films, sockets and anything but
GET are refused.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from eventlocky.crawl.fetch import Check, Fetched, Fetcher
from eventlocky.crawl.pace import Budget
from eventlocky.errors import (
    AddressRefusedError,
    EventlockyError,
    MissingExtraError,
    UnknownNameError,
    UnreachableError,
)
from eventlocky.page import encoding
from eventlocky.page.boxes import ATTRIBUTE
from eventlocky.settings import Settings
from eventlocky.types import Page

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Route

log = logging.getLogger(__name__)

WAYS = ("sandboxed", "always", "never")
"""What the setting `render` may say."""

_LITTLE_TEXT = 200
"""Characters. Of the 564 pages of the corpora three have fewer and a script, none of them fewer than three links."""
_FEW_LINKS = 3
_PARTS = frozenset({"document", "script", "xhr", "fetch", "stylesheet"})
_MOST_PARTS = 60
_MOST_BYTES_IN_PAGES = 3
"""All parts of a page together may have so many times the bytes of one page."""
_NOWHERE = "https://page.invalid/"
"""The address of a page that has none, for the browser."""
_QUIET_S = 0.5
"""A page is ready when it has asked for nothing for so long; with the parts from here that is quick."""
_ANY = ("",)
_HTML = "text/html; charset=utf-8"
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_CUT_OFF = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--disable-background-networking",
    "--dns-prefetch-disable",
)
_WRITE_BOXES = """name => {
  const drawn = []
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    if (box.width < 1 || box.height < 1 || style.visibility !== 'visible') continue
    const letters = [parseFloat(style.fontSize), parseFloat(style.fontWeight)]
    const numbers = [box.x + scrollX, box.y + scrollY, box.width, box.height, ...letters]
    drawn.push([element, numbers.map(Math.round).join(' ')])
  }
  for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  for (const [element, box] of drawn) element.setAttribute(name, box)
}"""
"""All is measured before anything is written: a page is laid out anew after every change."""
_SCRIPT = re.compile(rb"<script", re.IGNORECASE)
_LINK = re.compile(rb"<a\s", re.IGNORECASE)


def needs_rendering(body: bytes, text: str) -> bool:
    """Tell whether a page is empty without JavaScript; `text` is that of its tree."""
    if len(text) >= _LITTLE_TEXT:
        return False
    return bool(_SCRIPT.search(body)) and len(_LINK.findall(body)) < _FEW_LINKS


def render(page: Page, settings: Settings, *, boxes: bool = False) -> Page:
    """Return a page as a browser shows it: the one-line door for callers without an event loop.

    A page without an address, as that of a file is, is shown by itself: none of its parts are fetched.
    """
    if not may_render(settings.render, is_root=is_root()):
        why = "as root a browser has no sandbox" if settings.render == "sandboxed" else "the setting render is never"
        message = f"No page is rendered: {why}. Run it as another user, or with EVENTLOCKY_RENDER=always."
        raise UnreachableError(message)
    html, _ = encoding.read(page.body, page.encoding, max_bytes=settings.max_page_bytes)  # a browser guesses worse
    shown = Fetched(page.url or _NOWHERE, html.encode("utf-8", "replace"), _HTML, "utf-8", page.fetched)

    async def once() -> Page:
        async with Fetcher(settings) as fetcher, Renderer(fetcher) as renderer:
            rendered = await renderer.render(shown, check=None if page.url else _refuse, boxes=boxes)
            return replace(rendered, url=page.url)

    return asyncio.run(once())


async def _refuse(url: str) -> None:
    message = f"{url} is not fetched: the page that asks for it has no address."
    raise AddressRefusedError(message)


class Renderer:
    """A browser for many pages; use it as an async context manager."""

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self._browser: Chromium | None = None
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Start the browser."""
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise MissingExtraError("Rendering a page", "render") from error
        program = next((path for name in _PROGRAMS if (path := shutil.which(name))), None)
        if program is None:
            raise UnreachableError("No page can be rendered: Chromium is not installed. Install the package chromium.")
        playwright = await self._stack.enter_async_context(async_playwright())
        try:
            self._browser = await playwright.chromium.launch(
                executable_path=program,
                args=list(_CUT_OFF),
                chromium_sandbox=not is_root(),  # root cannot have it: do not crawl as root
            )
        except Error as error:
            await self._stack.aclose()
            message = f"No page can be rendered: Chromium does not start. {_first_line(error)}"
            raise UnreachableError(message) from error
        self._stack.push_async_callback(self._browser.close)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the browser."""
        self._browser = None
        await self._stack.aclose()

    async def render(self, page: Fetched, *, check: Check | None = None, boxes: bool = False) -> Fetched:
        """Return a page as it is after its scripts have run, or raise UnreachableError.

        With `boxes`, every element that is drawn says where and in what letters (see `page/boxes.py`).
        """
        from playwright.async_api import Error

        if self._browser is None:
            raise UnreachableError("A Renderer must be opened first: async with Renderer(fetcher) as renderer.")
        settings = self.fetcher.settings
        parts = _Parts(self.fetcher, page, check, Budget(_MOST_PARTS, _MOST_BYTES_IN_PAGES * settings.max_page_bytes))
        try:
            async with asyncio.timeout(settings.timeout_s):
                context = await self._browser.new_context(
                    service_workers="block", accept_downloads=False, user_agent=settings.user_agent
                )
                try:
                    await context.route("**/*", parts.answer)
                    tab = await context.new_page()
                    await tab.goto(page.url, wait_until="domcontentloaded")
                    await parts.quiet()
                    if boxes:
                        await tab.evaluate(_WRITE_BOXES, ATTRIBUTE)
                    body = (await tab.content()).encode("utf-8", "replace")
                finally:
                    await context.close()
        except TimeoutError as error:
            message = f"{page.url} was not rendered within {settings.timeout_s:g} s."
            raise UnreachableError(message) from error
        except Error as error:
            message = f"{page.url} cannot be rendered: {_first_line(error)}"
            raise UnreachableError(message) from error
        return replace(page, body=body[: settings.max_page_bytes], content_type=_HTML, encoding="utf-8")


class Browser:
    """The browser of many crawls, started by the first page that needs one; use it as an async context manager.

    Where there is none, where the setting `render` does not allow it, or where a page cannot be rendered, the page
    stays as it came. One page is rendered at a time: a browser takes all of a core.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self._turn = asyncio.Lock()
        self._stack = AsyncExitStack()
        self._renderer: Renderer | None = None
        self._is_off = not may_render(fetcher.settings.render, is_root=is_root())

    async def __aenter__(self) -> Self:
        """Start nothing yet."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the browser, if one was started."""
        await self._stack.aclose()

    async def render(self, page: Fetched, check: Check) -> Fetched | None:
        """Return a page as it is after its scripts have run, or None where that cannot be had."""
        if self._is_off:
            return None
        async with self._turn:
            try:
                if self._renderer is None:
                    self._renderer = await self._stack.enter_async_context(Renderer(self.fetcher))
            except (MissingExtraError, UnreachableError) as error:
                self._is_off = True
                log.info("Pages that are empty without JavaScript stay so: %s", error)
                return None
            try:
                return await self._renderer.render(page, check=check)
            except UnreachableError as error:
                log.info("%s", error)
                return None


def may_render(setting: str, *, is_root: bool) -> bool:
    """Tell whether a browser may be used: as root it has no sandbox, and is used only where that is asked for."""
    if setting not in WAYS:
        raise UnknownNameError("way to render", setting, WAYS)
    return setting == "always" or (setting == "sandboxed" and not is_root)


def is_root() -> bool:
    """Tell whether this process may do anything; there is no such user on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


@dataclass
class _Parts:
    """What one page asks for while it is rendered; without slots, for Playwright marks who handles its requests."""

    fetcher: Fetcher
    page: Fetched
    check: Check | None
    budget: Budget
    waiting: int = 0
    last: float = 0.0

    async def answer(self, route: Route) -> None:
        """Answer one request of the browser with what our own fetcher gets, or not at all."""
        from playwright.async_api import Error

        self.waiting += 1
        try:
            await self._answer(route)
        except Error:
            return  # the page is gone already
        finally:
            self.waiting -= 1
            self.last = asyncio.get_running_loop().time()

    async def _answer(self, route: Route) -> None:
        request = route.request
        if request.method != "GET" or request.resource_type not in _PARTS or not request.url.startswith("http"):
            await route.abort()
            return
        if request.url.partition("#")[0] == self.page.url:
            part = self.page
        else:
            try:
                part = await self.fetcher.fetch(
                    request.url, check=self.check, types=_ANY, budget=self.budget, is_part=True
                )
            except EventlockyError:
                await route.abort()
                return
        headers = {"content-type": part.content_type, "access-control-allow-origin": "*"}
        await route.fulfill(status=part.status, headers=headers, body=part.body)

    async def quiet(self) -> None:
        """Wait until the page has asked for nothing for a while."""
        clock = asyncio.get_running_loop().time
        self.last = max(self.last, clock())
        while self.waiting or clock() - self.last < _QUIET_S:  # noqa: ASYNC110 - quiet is no event, but its absence
            await asyncio.sleep(_QUIET_S / 5)


def _first_line(error: BaseException) -> str:
    return str(error).split("\n", maxsplit=1)[0]
