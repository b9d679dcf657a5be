"""robots.txt before a page: what the site's owner allows (RFC 9309).

We choose the group that is ours by the RFC's word (the product token, whole), in one pass over the
file; Protego reads the rules of that group alone. So a file of ten thousand groups costs no more than
its length, and rules for a robot whose name is the beginning of ours are not taken for ours.

A site without rules (status 4xx) allows everything; one whose rules cannot be had (5xx, no answer)
allows nothing. Rules are kept for a day at the most.
"""

from __future__ import annotations

import asyncio
import codecs
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from eventlocky.crawl.address import read
from eventlocky.crawl.fetch import Fetcher
from eventlocky.errors import RobotsError, UnreachableError

if TYPE_CHECKING:
    from protego import Protego

_UNAVAILABLE = range(300, 500)
"""Status 4xx, and 3xx where the redirects have no end: there are no rules (RFC 9309, 2.3.1.2 and 2.3.1.3)."""
_ANY = ("",)
"""Whatever type a server says its robots.txt is of, it is read: rules under a wrong name are still rules."""
_MOST_BYTES = 500 * 1024
"""RFC 9309 asks crawlers to read at least 500 KiB."""
_MOST_SITEMAPS = 100
_DAY_S = 24 * 60 * 60
_MOST_SITES = 10_000
"""So many sites' rules are kept at once; a process that crawls for weeks must not grow for weeks."""
_FAILED_S = 10 * 60
"""So long a site is left alone whose rules could not be had, before they are asked for again."""

_AGENT = re.compile(r"user[- ]?agent[ \t]*[: \t][ \t]*(.*)", re.IGNORECASE)
_RULE = re.compile(r"(?:allow|dis?s?al+[ao]w|diasllow)[ \t]*[: \t]", re.IGNORECASE)
_OTHER = re.compile(r"(?:crawl[- ]delay|request[- ]rate)[ \t]*[: \t]", re.IGNORECASE)
_SITEMAP = re.compile(r"site-?maps?[ \t]*[: \t][ \t]*(\S+)", re.IGNORECASE)
_TOKEN = re.compile(r"[a-z_-]+")


class Robots:
    """The rules of one site for us."""

    def __init__(
        self, rules: Protego | None, user_agent: str, *, sitemaps: tuple[str, ...] = (), refusal: str = ""
    ) -> None:
        self.rules = rules
        self.user_agent = user_agent
        self.sitemaps = sitemaps
        self.refusal = refusal
        """Why nothing may be asked for, where that is so."""
        self.speaks_of_queries = False
        """Whether a rule has a colon or a slash in its query, which may be spelled in two ways."""

    @classmethod
    def parse(cls, body: bytes, user_agent: str) -> Self:
        """Read the bytes of a robots.txt."""
        from protego import Protego  # reading a page from a file does not need it

        token = product_token(user_agent)
        lines, sitemaps = _choose(_text(body), token)
        spelled = [other for line in lines if (other := _spell_query(line)) != line]
        robots = cls(Protego.parse("\n".join(["User-agent: *", *lines, *spelled])), token, sitemaps=sitemaps)
        robots.speaks_of_queries = bool(spelled)
        return robots

    @classmethod
    async def of(cls, fetcher: Fetcher, url: str) -> Self:
        """Fetch the rules of the site of an address, and tell its gate the pause that they ask for."""
        address = read(url)
        user_agent = fetcher.settings.user_agent
        try:
            page = await fetcher.fetch(f"{address.origin}/robots.txt", types=_ANY, cut_bytes=_MOST_BYTES, redirects=5)
        except UnreachableError as error:
            if error.status in _UNAVAILABLE:
                return cls(None, product_token(user_agent))
            message = f"{url} is left alone: its robots.txt cannot be read. {error}"
            raise RobotsError(message) from error
        robots = cls.parse(page.body, user_agent)
        if robots.delay_s:
            fetcher.pace.ask_delay(address.host, robots.delay_s)
        return robots

    @property
    def delay_s(self) -> float:
        """The pause between two requests that the rules ask for: crawl-delay, or request-rate turned round."""
        if self.rules is None:
            return 0.0
        rate = self.rules.request_rate("*")
        asked_s = max(self.rules.crawl_delay("*") or 0.0, min(rate.seconds, _DAY_S) / rate.requests if rate else 0.0)
        return min(asked_s, _DAY_S)

    def allows(self, url: str) -> bool:
        """Tell whether an address may be asked for."""
        if self.refusal or self.rules is None:
            return not self.refusal
        if not self.rules.can_fetch(url, "*"):
            return False
        return not self.speaks_of_queries or self.rules.can_fetch(_spell_query(url), "*")

    def check(self, url: str) -> None:
        """Raise RobotsError where the rules keep us from an address."""
        if self.refusal:
            raise RobotsError(self.refusal)
        if not self.allows(url):
            message = f"{url} is left alone: its robots.txt asks for that."
            raise RobotsError(message)


class Rulebook:
    """The rules of many sites, each fetched once a day: `check` is what a fetch asks before a request."""

    def __init__(self, fetcher: Fetcher, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.fetcher = fetcher
        self.clock = clock
        self._entries: dict[str, _Entry] = {}

    async def check(self, url: str) -> None:
        """Raise RobotsError where a site's rules keep us from an address."""
        (await self.of(url)).check(url)

    async def of(self, url: str) -> Robots:
        """Return the rules of the site of an address, fetched where there are none or old ones."""
        origin = read(url).origin
        if origin not in self._entries and len(self._entries) >= _MOST_SITES:
            del self._entries[next(iter(self._entries))]  # the oldest
        entry = self._entries.get(origin)
        if entry is None:
            entry = self._entries[origin] = _Entry()
        if entry.robots is not None and self.clock() < entry.until:
            return entry.robots
        async with entry.lock:
            if entry.robots is None or self.clock() >= entry.until:
                entry.robots, kept_s = await self._fetch(url, entry.robots)
                entry.until = self.clock() + kept_s
            return entry.robots

    async def _fetch(self, url: str, old: Robots | None) -> tuple[Robots, float]:
        """Fetch rules; where they cannot be had by now, the old ones hold a little longer (RFC 9309, 2.4)."""
        try:
            return await Robots.of(self.fetcher, url), _DAY_S
        except RobotsError as error:
            refused = Robots(None, product_token(self.fetcher.settings.user_agent), refusal=str(error))
            return (old if old is not None else refused), _FAILED_S


@dataclass(slots=True)
class _Entry:
    """The rules of one site, and until when they hold."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    robots: Robots | None = None
    until: float = 0.0


_RESERVED = str.maketrans({":": "%3A", "/": "%2F"})


def _spell_query(text: str) -> str:
    """Percent-encode what is reserved in a query: `/a?b=https://c` is `/a?b=https%3A%2F%2Fc` (RFC 9309, 2.2.2)."""
    path, mark, query = text.partition("?")
    return path + mark + query.translate(_RESERVED)


def product_token(user_agent: str) -> str:
    """Return the name by which rules speak of a robot: `Eventlocky/0.1 (…)` is `eventlocky`."""
    found = _TOKEN.match(user_agent.strip().lower())
    return found[0] if found else ""


def directives(tags: Iterable[str], user_agent: str) -> frozenset[str]:
    """Return what X-Robots-Tag headers ask of us: `noindex, nofollow`, or `eventlocky: none` by our name.

    `none` stands for both. A header that names another robot is not ours.
    """
    token = product_token(user_agent)
    found: set[str] = set()
    for tag in tags:
        name, colon, rest = tag.lower().partition(":")
        is_named = bool(colon) and "," not in name and name.strip() not in _WITH_VALUES
        if is_named and name.strip() not in {token, "*"}:
            continue
        found.update(word.strip() for word in (rest if is_named else tag.lower()).split(","))
    if "none" in found:
        found |= {"noindex", "nofollow"}
    return frozenset(found - {""})


_WITH_VALUES = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
"""Directives with a value after a colon: the word before it is no robot's name."""


def _text(body: bytes) -> str:
    """Decode a robots.txt: UTF-8 as the RFC says, UTF-16 where a byte order mark says so; a line that was cut goes."""
    if len(body) >= _MOST_BYTES:
        body = body[:_MOST_BYTES]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    is_wide = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return body.decode("utf-16" if is_wide else "utf-8-sig", "replace")


def _choose(text: str, token: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the lines of the groups that are ours (else those of `*`), and the sitemaps.

    Several groups for one robot are one. Only a rule ends the list of robots that a group begins with:
    lines of other kinds between them do not count.
    """
    ours: list[str] = []
    everyone: list[str] = []
    sitemaps: list[str] = []
    is_named = for_us = for_everyone = in_rules = False
    for raw in re.split(r"[\r\n]+", text):
        line = raw.partition("#")[0].strip()
        if (agent := _AGENT.match(line)) is not None:
            if in_rules:
                for_us = for_everyone = in_rules = False
            name = agent[1].strip().lower()
            for_everyone |= name.startswith("*")
            for_us |= bool(token) and product_token(name) == token
            is_named |= for_us
        elif (rule := _RULE.match(line)) is not None or _OTHER.match(line):
            in_rules |= rule is not None
            ours += [line] * for_us
            everyone += [line] * for_everyone
        elif (sitemap := _SITEMAP.match(raw.strip())) is not None and len(sitemaps) < _MOST_SITEMAPS:
            sitemaps.append(sitemap[1])
    return (ours if is_named else everyone), tuple(dict.fromkeys(sitemaps))
