"""`eventlocky rank`: pages by how much of them announces something."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from urllib.parse import urlsplit

from eventlocky.cli import options as shared
from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings
from eventlocky.types import Page

SUMMARY = "Rank pages, such as the answers of a search, by the ratio of what they announce to all they say."
EXAMPLE = "eventlocky rank --kind deal https://example.org/offers https://example.org/about"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("sources", nargs="+", metavar="URL|FILE", help="addresses or files of pages")
    parser.add_argument("--fetched", type=shared.day, metavar="DATE", help="the day that it is (default: today)")
    parser.add_argument("--json", action="store_true", help="print a JSON object a page instead of a line")
    shared.add_reading(parser)


def run(options: argparse.Namespace) -> int:
    """Rank the pages; those that cannot be had are named and left out."""
    from eventlocky.classify.deals.page import rank
    from eventlocky.rank import judge

    settings = shared.settings_of(options)
    pages = asyncio.run(_pages(options.sources, settings))
    judged = []
    for source, page in zip(options.sources, pages, strict=True):
        try:
            if isinstance(page, EventlockyError):
                raise page
            judged.append((source, judge(page, options.kind, settings, options.fetched)))
        except EventlockyError as error:
            print(f"{source}: {error}", file=sys.stderr)
    for place in rank([verdict for _, verdict in judged]):
        source, verdict = judged[place]
        if options.json:
            row = {"source": source, "ratio": round(verdict.ratio, 4), "true": verdict.true, "false": verdict.false}
            print(json.dumps(row, ensure_ascii=False))
        else:
            print(f"{verdict.ratio:8.2f}  {verdict.true:4} : {verdict.false:<4}  {source}")
    return 0 if any(verdict.true for _, verdict in judged) else 1


async def _pages(sources: Sequence[str], settings: Settings) -> list[Page | EventlockyError]:
    """Return the page of every source, or the error that says why there is none; robots.txt is obeyed."""
    from eventlocky.crawl import Fetcher
    from eventlocky.crawl.robots import Robots

    rules: dict[str, asyncio.Task[Robots]] = {}

    async def one(source: str) -> Page | EventlockyError:
        try:
            if not source.lower().startswith(("http://", "https://")):
                return shared.get_page(source, None, None, settings)
            return await fetcher.fetch(source, check=check)
        except EventlockyError as error:
            return error

    async def check(url: str) -> None:
        host = urlsplit(url).netloc
        if host not in rules:
            rules[host] = asyncio.create_task(Robots.of(fetcher, url))
        (await rules[host]).check(url)

    async with Fetcher(settings) as fetcher:
        return await asyncio.gather(*map(one, sources))
