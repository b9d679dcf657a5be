"""One address to one page, over HTTP, within limits.

Only http and https, only public addresses (checked on the address that is really connected to),
loopback by an explicit setting. Size is limited while the answer streams in, and so are redirects
and time.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from datetime import date
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from eventlocky.errors import AddressRefusedError, FetchError, NotHtmlError, PageTooLargeError, UnreachableError
from eventlocky.settings import Settings
from eventlocky.types import Page

if TYPE_CHECKING:
    import aiohttp

Check = Callable[[str], Awaitable[None]]
"""Asked about an address before it is fetched; raises where we should not go."""

_CHUNK = 65_536
_READABLE = ("text/", "application/xhtml+xml", "application/xml", "application/json", "application/ld+json")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FIRST_ERROR = 400
_TUNNELS = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""IPv6 ranges that carry an IPv4 address inside (NAT64, 6to4, Teredo): they may lead anywhere."""


class Fetcher:
    """A client for many fetches; use it as an async context manager."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Open the client."""
        import aiohttp  # reading a page from a file does not need it

        from eventlocky.crawl.resolve import LoopbackResolver

        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=self.settings.max_at_once,
                resolver=LoopbackResolver() if self.settings.allow_loopback else None,
                socket_factory=self._checked_socket,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=self.settings.timeout_s),
            headers={"User-Agent": self.settings.user_agent, "Accept": "text/html,application/xhtml+xml,*/*;q=0.5"},
            trust_env=False,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the client."""
        if self._session is not None:
            await self._session.close()

    async def fetch(self, url: str, *, check: Check | None = None, types: tuple[str, ...] = _READABLE) -> Page:
        """Return the page at an address, or raise a FetchError that says why there is none.

        `check` is asked before every request, those that redirects lead to included, and raises where
        we should not go. `types` are the beginnings of the content types that are taken.
        """
        import aiohttp

        try:
            return await self._follow(url, check, types)
        except (FetchError, NotHtmlError, PageTooLargeError):
            raise
        except TimeoutError as error:
            message = f"{url} gave no full answer within {self.settings.timeout_s:g} s. Try again, or raise timeout_s."
            raise UnreachableError(message) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            refused = _refusal_in(error)
            if refused is not None:
                raise refused from error
            message = f"{url} cannot be reached: {_reason(error)}. Check the address and the network."
            raise UnreachableError(message) from error

    async def _follow(self, url: str, check: Check | None, types: tuple[str, ...]) -> Page:
        for _ in range(self.settings.max_redirects + 1):
            check_address(url)
            if check is not None:
                await check(url)
            answer = await self._get(url, types)
            if isinstance(answer, Page):
                return answer
            url = answer
        message = f"{url} redirects more than {self.settings.max_redirects} times. Give the address it should end at."
        raise UnreachableError(message)

    async def _get(self, url: str, types: tuple[str, ...]) -> Page | str:
        """Return the page, or the address that the answer redirects to."""
        if self._session is None:
            message = "A Fetcher must be opened first: async with Fetcher(settings) as fetcher."
            raise FetchError(message)
        async with self._session.get(url, allow_redirects=False) as response:
            if response.status in _REDIRECTS and "Location" in response.headers:
                import yarl

                return str(response.url.join(yarl.URL(response.headers["Location"])))
            if response.status >= _FIRST_ERROR:
                message = f"{url} answered with status {response.status} {response.reason or ''}".rstrip() + "."
                raise UnreachableError(message, response.status)
            content_type = response.headers.get("Content-Type", "text/html")
            if not content_type.lower().startswith(types):
                message = (
                    f"{url} is {content_type.split(';')[0]}, not a page of HTML. Give the address of an HTML page."
                )
                raise NotHtmlError(message)
            body = await self._limited_body(response, url)
            return Page(
                url=str(response.url),
                body=body,
                content_type=content_type,
                encoding=response.charset,
                fetched=date.today(),  # noqa: DTZ011 - the day at the reader's place
                status=response.status,
            )

    async def _limited_body(self, response: aiohttp.ClientResponse, url: str) -> bytes:
        limit = self.settings.max_page_bytes
        body = bytearray()
        async for chunk in response.content.iter_chunked(_CHUNK):
            body += chunk
            if len(body) > limit:
                message = f"{url} has more than {limit:,} bytes. Raise max_page_bytes in the settings to read it."
                raise PageTooLargeError(message)
        return bytes(body)

    def _checked_socket(self, info: tuple[object, ...]) -> socket.socket:
        """Make the socket for a connection, unless it would go where we do not go."""
        family, kind, protocol, _, address = info
        check_ip(str(address[0]), allow_loopback=self.settings.allow_loopback)  # type: ignore[index]
        made = socket.socket(family, kind, protocol)  # type: ignore[arg-type]
        made.setblocking(False)  # noqa: FBT003 - the standard library's own signature
        return made


def fetch(url: str, settings: Settings) -> Page:
    """Return the page at an address: the one-line door for callers without an event loop."""

    async def once() -> Page:
        async with Fetcher(settings) as fetcher:
            return await fetcher.fetch(url)

    return asyncio.run(once())


def check_address(url: str) -> None:
    """Refuse what is not an http or https address with a host."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        message = f"{url} is not a web address: {error}."
        raise AddressRefusedError(message) from error
    if parts.scheme not in {"http", "https"} or not host:
        message = f"{url} is not a web address. Give one that begins with http:// or https://."
        raise AddressRefusedError(message)


def check_ip(address: str, *, allow_loopback: bool) -> None:
    """Refuse an IP address that is not public; loopback only where it is allowed."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    is_tunnel = any(ip in network for network in _TUNNELS)
    if ip.is_loopback and allow_loopback:
        return
    if not ip.is_global or ip.is_multicast or is_tunnel:
        hint = " Set allow_loopback to fetch from this machine." if ip.is_loopback else ""
        message = f"The address {ip} is not public, so nothing is fetched from it.{hint}"
        raise AddressRefusedError(message)


def _refusal_in(error: BaseException | None) -> AddressRefusedError | None:
    """Find our own refusal among the causes of a connection error."""
    while error is not None:
        if isinstance(error, AddressRefusedError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _reason(error: BaseException) -> str:
    return str(error).split("\n", maxsplit=1)[0] or type(error).__name__
