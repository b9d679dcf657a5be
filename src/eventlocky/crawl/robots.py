"""robots.txt before a page: what the site's owner allows (RFC 9309, read by Protego).

A site without one allows everything; one whose robots.txt fails on its side allows nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from urllib.parse import urljoin

from eventlocky.crawl.fetch import Fetcher
from eventlocky.errors import RobotsError, UnreachableError

if TYPE_CHECKING:
    from protego import Protego

_CLIENT_ERRORS = range(400, 500)
_ANY = ("",)
"""Whatever type a server says its robots.txt is of, it is read: rules under a wrong name are still rules."""
_MOST_BYTES = 512_000
"""RFC 9309 asks crawlers to read at least 500 KiB."""


class Robots:
    """The rules of one site."""

    def __init__(self, rules: Protego | None, user_agent: str) -> None:
        self.rules = rules
        self.user_agent = user_agent

    @classmethod
    async def of(cls, fetcher: Fetcher, url: str) -> Self:
        """Fetch the rules of the site of an address."""
        from protego import Protego  # reading a page from a file does not need it

        user_agent = fetcher.settings.user_agent.partition("/")[0]  # rules name the product, not the words after it
        try:
            page = await fetcher.fetch(urljoin(url, "/robots.txt"), types=_ANY)
        except UnreachableError as error:
            if error.status in _CLIENT_ERRORS:
                return cls(None, user_agent)
            message = f"{url} is left alone: its robots.txt cannot be read. {error}"
            raise RobotsError(message) from error
        return cls(Protego.parse(page.body[:_MOST_BYTES].decode("utf-8", "replace")), user_agent)

    def check(self, url: str) -> None:
        """Raise RobotsError where the rules keep us from an address."""
        if self.rules is not None and not self.rules.can_fetch(url, self.user_agent):
            message = f"{url} is left alone: its robots.txt asks for that."
            raise RobotsError(message)
