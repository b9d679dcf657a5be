"""The plain crawler: breadth first within one host, one request at a time, a bounded number of pages.

After EventFinder (2003): every link of a page is followed as long as it stays on the host. It stays
as the baseline for a crawler that knows where to look.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from urllib.parse import urldefrag, urlsplit

from eventlocky.crawl.fetch import Fetcher, check_address
from eventlocky.crawl.robots import Robots
from eventlocky.errors import EventlockyError
from eventlocky.page import parse
from eventlocky.types import Page

_NOT_PAGES = (".pdf", ".jpg", ".jpeg", ".png", ".gif", ".svg", ".zip", ".ics", ".css", ".js", ".mp3", ".mp4", ".xml")


async def crawl(fetcher: Fetcher, start: str) -> AsyncIterator[Page]:
    """Yield the pages of a site, the first one first.

    The first page that cannot be had raises; a later one is passed over. At most
    `max_pages_per_site` addresses are asked for, whatever the site links to. Where the first page
    redirects to another host (`x.example` to `www.x.example`), that one is the site. The rules of
    every host that is asked are obeyed.
    """
    check_address(start)
    rules: dict[str, Robots] = {}

    async def check(url: str) -> None:
        host = urlsplit(url).netloc
        if host not in rules:
            rules[host] = await Robots.of(fetcher, url)
        rules[host].check(url)

    home = ""
    waiting = deque([start])
    seen = {start}
    asked = 0
    while waiting and asked < fetcher.settings.max_pages_per_site:
        url = waiting.popleft()
        try:
            await check(url)
            asked += 1
            page = await fetcher.fetch(url, check=check)
        except EventlockyError:
            if url == start:
                raise
            continue
        home = home or urlsplit(page.url).netloc
        if urlsplit(page.url).netloc != home:
            continue
        yield page
        for link in links(page):
            if link not in seen and urlsplit(link).netloc == home:
                seen.add(link)
                waiting.append(link)


def links(page: Page) -> list[str]:
    """Return where the links of a page lead, each once, in the order of the page."""
    try:
        tree = parse(page.body, page.url, charset=page.encoding)
    except EventlockyError:
        return []
    found = (tree.link(row) for row in tree.select("a[href]"))
    return list(dict.fromkeys(urldefrag(link).url for link in found if link and not link.lower().endswith(_NOT_PAGES)))
