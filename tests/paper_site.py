"""A web site of paper: a table of pages in place of the network, with a log of what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from eventlocky.crawl import Fetcher
from eventlocky.crawl.download import Answer, Request
from eventlocky.settings import Settings

HOME = "http://paper.example"
TODAY = date(2026, 11, 16)
Page = str | bytes | int | tuple[int, dict[str, str], bytes]


class PaperSite:
    """Answers from a table by path and query, or from a function; what it does not know is not there (404)."""

    is_live = False

    def __init__(self, pages: Mapping[str, Page] | Callable[[str], Page]) -> None:
        self.pages = pages
        self.asked: list[str] = []
        self.conditions: list[Mapping[str, str]] = []

    async def open(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    async def get(self, request: Request) -> Answer:
        url = request.address.url
        self.asked.append(url.removeprefix(HOME))
        self.conditions.append(request.headers)
        path = url.removeprefix(HOME)
        page = self.pages(path) if callable(self.pages) else self.pages.get(path, 404)
        status, headers, body = _parts(page)
        etag = headers.get("ETag")
        if etag and request.headers.get("If-None-Match") == etag:
            status, body = 304, b""
        named = tuple((name.lower(), value) for name, value in headers.items())
        return Answer(url, status, "", named, body, TODAY)

    def fetcher(self, **settings: object) -> Fetcher:
        """Return a fetcher that asks this site."""
        return Fetcher(Settings(**settings), self)  # type: ignore[arg-type]

    @property
    def pages_asked(self) -> list[str]:
        """What was asked for, robots.txt apart."""
        return [path for path in self.asked if path != "/robots.txt"]


def _parts(page: Page) -> tuple[int, dict[str, str], bytes]:
    if isinstance(page, int):
        return page, {}, b""
    if isinstance(page, tuple):
        return page
    body = page.encode() if isinstance(page, str) else page
    return 200, {"Content-Type": "text/html; charset=utf-8"}, body


def page(main: str, title: str = "Paper Hall", menu: str = "") -> str:
    """Write a page with a heading, a menu and a footer that all pages of the site share."""
    return (
        f"<!doctype html><html lang=en><title>{title} | Paper Hall</title><body><nav><a href='/'>Home</a> {menu}</nav>"
        f"<main>{main}</main><footer>Office open Monday to Friday. Closed 24 December.</footer>"
    )


def listing(*rows: tuple[str, str, str]) -> str:
    """Write a list of events: when, title, and the address of its own page ("" for none)."""
    items = (
        f"<li class=event><p class=when>{when}</p><h3>{f'<a href={link}>{title}</a>' if link else title}</h3>"
        "<p>In the great hall, doors one hour before. Everybody is welcome.</p></li>"
        for when, title, link in rows
    )
    return f"<h1>What's on</h1><ul>{''.join(items)}</ul>"
