"""One request, one answer, over HTTP and within limits: the only place that opens a connection.

The IP address is checked twice: names that lead to no public one are not resolved, and a socket is
made for none, so that it does not matter what a name meant a moment ago. An answer is limited in
size while it streams in, after decompression, and in time: until its headers, between two pieces, in
all. No cookies, no proxies, no passwords; certificates are verified.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, Protocol

from eventlocky.crawl.address import Address, check_ip
from eventlocky.errors import AddressRefusedError, PageTooLargeError, UnreachableError
from eventlocky.settings import Settings

if TYPE_CHECKING:
    import aiohttp

_CHUNK = 65_536
_AHEAD = 1 << 18
"""So much of a body may wait to be read, twice at the most: nearly every page is there before anybody waits for it."""
_READ_ENCODINGS = frozenset({"", "identity", "gzip", "deflate", "br", "zstd"})
_ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.5"


class Answer(NamedTuple):
    """What a server answered to one request, redirects not followed."""

    url: str
    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    """Names in small letters, and values, in their order."""
    body: bytes
    day: date
    took_s: float = 0.0

    def header(self, name: str) -> str | None:
        """Return the first header of a name."""
        for key, value in self.headers:
            if key == name:
                return value
        return None

    def all_headers(self, name: str) -> tuple[str, ...]:
        """Return every header of a name."""
        return tuple(value for key, value in self.headers if key == name)


class Request(NamedTuple):
    """What is asked of a server."""

    address: Address
    headers: Mapping[str, str]
    wants: Callable[[Answer], bool]
    """Asked when the headers are in: is the body wanted?"""
    cut_bytes: int | None = None
    """Where to cut a body that may be longer; without it one above the limit is refused."""


class Transport(Protocol):
    """From an address to an answer: the network, or an archive."""

    is_live: bool
    """Whether somebody's server is asked, who wants to be asked slowly."""

    async def open(self) -> None:
        """Get ready."""

    async def close(self) -> None:
        """Let go of everything."""

    async def get(self, request: Request) -> Answer:
        """Send one request and return the answer, or raise one of our own errors."""


class Http:
    """The network."""

    is_live = True

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._session: aiohttp.ClientSession | None = None
        self._slots = asyncio.Semaphore(settings.max_at_once)

    async def open(self) -> None:
        """Open the client."""
        import aiohttp  # reading a page from a file does not need it

        from eventlocky.crawl.resolve import Resolver

        settings = self.settings
        self._slots = asyncio.Semaphore(settings.max_at_once)  # waiting here does not count as the site's time
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,
                resolver=Resolver(allow_loopback=settings.allow_loopback),
                socket_factory=self._checked_socket,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(sock_connect=settings.header_timeout_s),  # the rest is watched in `_get`
            headers={"User-Agent": user_agent(settings), "Accept": _ACCEPT},
            trust_env=False,
            read_bufsize=_AHEAD,
        )

    async def close(self) -> None:
        """Close the client."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def get(self, request: Request) -> Answer:
        """Send one request and return the answer."""
        import aiohttp

        settings, url = self.settings, request.address.url
        try:
            async with self._slots:
                return await self._get(request)
        except TimeoutError as error:
            message = f"{url} gave no full answer within {settings.timeout_s:g} s. Try again, or raise timeout_s."
            raise UnreachableError(message) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            refused = _refusal_in(error)
            if refused is not None:
                raise refused from error
            message = f"{url} cannot be reached: {_reason(error)}. Check the address and the network."
            raise UnreachableError(message) from error

    async def _get(self, request: Request) -> Answer:
        """Send one request and read the answer, watched by one clock that is set anew when something comes."""
        import yarl

        if self._session is None:
            message = "The client is not open."
            raise UnreachableError(message)
        settings, url = self.settings, request.address.url
        begun = asyncio.get_running_loop().time()
        last = begun + settings.timeout_s
        asking = self._session.get(yarl.URL(url, encoded=True), headers=request.headers, allow_redirects=False)
        patience = asyncio.timeout_at(min(last, begun + settings.header_timeout_s))
        response = None
        try:
            async with patience:
                response = await asking
                return await self._read(response, request, _Watch(patience, begun, last, settings.chunk_timeout_s))
        except TimeoutError as error:
            if not patience.expired() or patience.when() == last:
                raise
            if response is None:
                message = f"{url} sent no headers within {settings.header_timeout_s:g} s. Try again later."
            else:
                message = f"{url} sent nothing for {settings.chunk_timeout_s:g} s. Try again later."
            raise UnreachableError(message) from error
        finally:
            if response is not None:
                response.close()  # does nothing where the answer was read to its end

    async def _read(self, response: aiohttp.ClientResponse, request: Request, watch: _Watch) -> Answer:
        """Make an answer of what the server says, with its body where that is wanted."""
        answer = Answer(
            request.address.url,
            response.status,
            response.reason or "",
            tuple([(name.lower(), value) for name, value in response.headers.items()]),
            b"",
            date.today(),  # noqa: DTZ011 - the day at the reader's place
            watch.now() - watch.begun,
        )
        if not request.wants(answer):
            watch.wait_on()
            await _drain(response)
            return answer
        body = await self._body(response, request, watch)
        return Answer(answer.url, answer.status, answer.reason, answer.headers, body, answer.day, answer.took_s)

    async def _body(self, response: aiohttp.ClientResponse, request: Request, watch: _Watch) -> bytes:
        """Read the body, up to the limit and not a chunk further."""
        url, cut = request.address.url, request.cut_bytes
        limit = self.settings.max_page_bytes if cut is None else cut
        encoding = response.headers.get("Content-Encoding", "").strip().lower()
        if encoding not in _READ_ENCODINGS:
            message = f"{url} is packed as {encoding[:40]!r}, which is not read."
            raise UnreachableError(message)
        content = response.content
        parts: list[bytes] = []
        size = 0
        is_fitting = cut is not None or (response.content_length or 0) <= limit
        while is_fitting:
            if not content.is_eof():
                watch.wait_on()
            part = await content.readany()
            if not part:
                return b"".join(parts)
            parts.append(part)
            size += len(part)
            if size > limit:
                break
        if cut is not None:
            return b"".join(parts)[:cut]
        message = f"{url} has more than {limit:,} bytes. Raise max_page_bytes in the settings to read it."
        raise PageTooLargeError(message)

    def _checked_socket(self, info: tuple[object, ...]) -> socket.socket:
        """Make the socket for a connection, unless it would go where we do not go."""
        family, kind, protocol, _, address = info
        check_ip(str(address[0]), allow_loopback=self.settings.allow_loopback)  # type: ignore[index]
        made = socket.socket(family, kind, protocol)  # type: ignore[arg-type]
        made.setblocking(False)  # noqa: FBT003 - the standard library's own signature
        return made


class _Watch(NamedTuple):
    """Until when an answer is waited for: a while from the last piece on, and not beyond the last moment."""

    patience: asyncio.Timeout
    begun: float
    last: float
    silence_s: float

    def now(self) -> float:
        """Return the moment, by the clock of the loop."""
        return asyncio.get_running_loop().time()

    def wait_on(self) -> None:
        """Let the server be silent for its while from now on."""
        self.patience.reschedule(min(self.last, self.now() + self.silence_s))


def user_agent(settings: Settings) -> str:
    """Return how we name ourselves, with the page where a site's owner can opt out."""
    name, page = settings.user_agent, settings.opt_out_page
    if not page:
        return name
    return f"{name[:-1]}; +{page})" if name.endswith(")") else f"{name} (+{page})"


async def _drain(response: aiohttp.ClientResponse) -> None:
    """Read a small body that nobody wants, so that the connection can be used again."""
    if response.content_length is not None and response.content_length <= _CHUNK:
        size = 0
        async for chunk in response.content.iter_chunked(_CHUNK):
            size += len(chunk)  # unpacked: a small body may be a bomb
            if size > _CHUNK:
                return


def _refusal_in(error: BaseException | None) -> AddressRefusedError | None:
    """Find our own refusal among the causes of a connection error."""
    while error is not None:
        if isinstance(error, AddressRefusedError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _reason(error: BaseException) -> str:
    return str(error).split("\n", maxsplit=1)[0] or type(error).__name__
