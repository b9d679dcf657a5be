"""The plain crawler: within one host, bounded, and only where robots.txt lets it."""

from __future__ import annotations

import asyncio

import pytest

from eventlocky.crawl import Fetcher, crawl
from eventlocky.crawl.plain import links
from eventlocky.demo.server import TownServer
from eventlocky.errors import EventlockyError, RobotsError
from eventlocky.settings import Settings
from eventlocky.types import Page


@pytest.fixture(scope="module")
def server():
    from datetime import date

    with TownServer(date(2026, 11, 16), slow_s=0.05) as town:
        yield town


def walk(server: TownServer, host: str, most: int = 12) -> list[Page]:
    async def collect() -> list[Page]:
        async with Fetcher(Settings(allow_loopback=True, max_pages_per_site=most)) as fetcher:
            return [page async for page in crawl(fetcher, f"http://{host}:{server.port}/")]

    return asyncio.run(collect())


def host_of(server: TownServer, name: str) -> str:
    return next(site.host for site in server.town.sites if site.organisation.source_id == f"demo/{name}")


def test_pages_come_from_one_host_and_each_once(server):
    host = host_of(server, "opera")
    pages = walk(server, host)
    assert len({page.url for page in pages}) == len(pages) > 1
    assert {page.url.split("/")[2] for page in pages} == {f"{host}:{server.port}"}


def test_an_endless_calendar_ends(server):
    assert len(walk(server, host_of(server, "boathouse"), most=7)) <= 7


def test_a_site_that_forbids_it_is_not_read(server):
    host = host_of(server, "gallery")
    with pytest.raises(RobotsError, match=r"robots\.txt asks for that"):
        walk(server, host)
    assert {visit.path for visit in server.log if visit.host == host} == {"/robots.txt"}


def test_a_site_that_fails_says_so(server):
    with pytest.raises(EventlockyError, match="500"):
        walk(server, host_of(server, "lido"))


def test_links_are_absolute_and_each_once():
    page = Page(
        "http://x.example/a/",
        b"<a href=b>1<a href='b#c'>2<a href='/d.pdf'>3<a href='mailto:x@y.z'>4<a href='http://['>5",
    )
    assert links(page) == ["http://x.example/a/b"]


def test_a_page_that_is_no_html_has_no_links():
    assert links(Page("http://x.example/", b"%PDF-1.4")) == []
