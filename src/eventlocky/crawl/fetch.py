"""One address to one page: redirects followed, rules asked, hosts given their pause, all within limits.

What happens on the wire is in `download.py`, which addresses we go to in `address.py`, how fast in
`pace.py`. A fetch answers with a page, with "not modified" where the caller knew the page already, or
with one of our own errors that says why there is none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from eventlocky.crawl.address import Address, check_address, check_ip, read
from eventlocky.crawl.archive import Recorder, Replay
from eventlocky.crawl.download import Answer, Http, Request, Transport
from eventlocky.crawl.pace import Budget, Pace, retry_after_s
from eventlocky.errors import FetchError, NotHtmlError, UnreachableError
from eventlocky.settings import Settings
from eventlocky.types import Page

__all__ = ["Budget", "Fetched", "Fetcher", "Validators", "check_address", "check_ip", "fetch"]

Check = Callable[[str], Awaitable[None]]
"""Asked about an address before it is fetched; raises where we should not go."""

_READABLE = ("text/", "application/xhtml+xml", "application/xml", "application/json", "application/ld+json")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_NOT_MODIFIED = 304
_FIRST_ERROR = 400


@dataclass(frozen=True, slots=True)
class Validators:
    """By what a server recognises the copy of a page that we have."""

    etag: str = ""
    last_modified: str = ""

    def as_headers(self) -> dict[str, str]:
        """Return the headers that ask for the page only if it has changed."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}


@dataclass(frozen=True, slots=True)
class Fetched(Page):
    """A page as it came over the net, with what the server said about it."""

    asked: str = ""
    """The address that was asked for; `url` is where redirects led."""
    validators: Validators = Validators()
    robots_tags: tuple[str, ...] = ()
    """The X-Robots-Tag headers; `robots.directives` reads them."""

    @property
    def not_modified(self) -> bool:
        """Whether the page is still the one whose validators were sent; then the body is empty."""
        return self.status == _NOT_MODIFIED


class Fetcher:
    """A client for many fetches; use it as an async context manager."""

    def __init__(self, settings: Settings, transport: Transport | None = None) -> None:
        self.settings = settings
        self.pace = Pace(delay_s=settings.delay_s, max_delay_s=settings.max_delay_s)
        self._transport = transport
        self._open: Transport | None = None

    async def __aenter__(self) -> Self:
        """Open the client."""
        transport = self._transport or _transport_of(self.settings)
        await transport.open()
        self._open = transport
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the client."""
        if self._open is not None:
            await self._open.close()
            self._open = None

    async def fetch(  # noqa: PLR0913 - wishes, each by its name
        self,
        url: str,
        *,
        check: Check | None = None,
        types: tuple[str, ...] = _READABLE,
        known: Validators | None = None,
        budget: Budget | None = None,
        cut_bytes: int | None = None,
        redirects: int | None = None,
        is_part: bool = False,
    ) -> Fetched:
        """Return the page at an address, or raise a FetchError or PageError that says why there is none.

        `check` is asked before every request, those that redirects lead to included, and raises where
        we should not go. `types` are the beginnings of the content types that are taken. With `known`,
        the validators of the copy that the caller has, the answer may be `not_modified`. Every request
        and every byte is taken off the `budget`. A body longer than `cut_bytes` is cut there.
        `redirects` sets how many are followed, in place of the setting. What `is_part` of a page (a script) is
        asked for like a page, but no pause follows.
        """
        transport = self._open
        if transport is None:
            message = "A Fetcher must be opened first: async with Fetcher(settings) as fetcher."
            raise FetchError(message)
        most = self.settings.max_redirects if redirects is None else redirects
        here = start = read(url)
        for _ in range(most + 1):
            if here.ip is not None:
                check_ip(here.ip, allow_loopback=self.settings.allow_loopback)
            if check is not None:
                await check(here.url)
            if budget is not None:
                budget.ask(here.url)
            conditions = known.as_headers() if known is not None and here.origin == start.origin else {}
            request = Request(here, conditions, partial(_is_wanted, types), cut_bytes)
            answer = await self._ask(transport, request, is_part=is_part)
            if budget is not None:
                budget.took(len(answer.body))
            location = _location(answer)
            if location is None:
                return _page(answer, start.url, types, conditional=bool(conditions))
            here = read(location, base=here.url)
        message = f"{url} redirects more than {most} times. Give the address it should end at."
        raise UnreachableError(message, answer.status)

    async def _ask(self, transport: Transport, request: Request, *, is_part: bool) -> Answer:
        """Send one request when it is its turn at the host."""
        if not transport.is_live:
            return await transport.get(request)
        address = request.address
        async with self.pace.turn(address.host, own=self.settings.allow_loopback and _is_own(address)) as turn:
            answer = await transport.get(request)
            turn.answered(
                answer.status,
                answer.took_s,
                retry_after_s=retry_after_s(answer.header("retry-after")),
                light=is_part or address.is_robots or _location(answer) is not None,
            )
            return answer


def fetch(url: str, settings: Settings) -> Page:
    """Return the page at an address: the one-line door for callers without an event loop."""

    async def once() -> Page:
        async with Fetcher(settings) as fetcher:
            return await fetcher.fetch(url)

    return asyncio.run(once())


def _transport_of(settings: Settings) -> Transport:
    """Return the network, an archive in its place, or the network with an archive that grows."""
    if settings.replay:
        return Replay(Path(settings.replay))
    if settings.archive:
        return Recorder(Http(settings), Path(settings.archive))
    return Http(settings)


def _page(answer: Answer, asked: str, types: tuple[str, ...], *, conditional: bool) -> Fetched:
    """Make a page of an answer that is no redirect, or say why it is none."""
    if answer.status >= _FIRST_ERROR or (answer.status == _NOT_MODIFIED and not conditional):
        message = f"{answer.url} answered with status {answer.status} {answer.reason}".rstrip() + "."
        raise UnreachableError(message, answer.status)
    content_type = answer.header("content-type") or "text/html"
    if answer.status != _NOT_MODIFIED and not _type(answer).startswith(types):
        kind = content_type.split(";")[0]
        message = f"{answer.url} is {kind}, not a page of HTML. Give the address of an HTML page."
        raise NotHtmlError(message)
    return Fetched(
        url=answer.url,
        body=answer.body,
        content_type=content_type,
        encoding=_charset(content_type),
        fetched=answer.day,
        status=answer.status,
        asked=asked,
        validators=Validators(answer.header("etag") or "", answer.header("last-modified") or ""),
        robots_tags=answer.all_headers("x-robots-tag"),
    )


def _is_wanted(types: tuple[str, ...], answer: Answer) -> bool:
    """Tell whether the body of an answer is a page."""
    return answer.status < _FIRST_ERROR and _location(answer) is None and _type(answer).startswith(types)


def _location(answer: Answer) -> str | None:
    """Return where an answer redirects to, as it says it."""
    return answer.header("location") if answer.status in _REDIRECTS else None


def _type(answer: Answer) -> str:
    return (answer.header("content-type") or "text/html").strip().lower()


def _charset(content_type: str) -> str | None:
    """Return the charset that a content type names: `text/html; charset="Shift_JIS"` names Shift_JIS."""
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip(" \t\"'") or None
    return None


def _is_own(address: Address) -> bool:
    """Tell whether a host is this machine by its name."""
    if address.ip is not None:
        return address.ip == "::1" or address.ip.startswith("127.")
    host = address.host.rstrip(".")
    return host == "localhost" or host.endswith(".localhost")
