"""The way of one site: the pages of one host together.

So far its pages are read one by one and an event that several of them announce is kept once;
following lists to details and the site's learned pattern will live here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from eventlocky.crawl import Fetcher, crawl
from eventlocky.extract import extract
from eventlocky.types import Event


@dataclass(frozen=True, slots=True)
class SiteReading:
    """What a site announces, and how many pages were read for it."""

    events: tuple[Event, ...]
    pages: int


async def read(fetcher: Fetcher, start: str, kinds: Sequence[str], fetched: date | None = None) -> SiteReading:
    """Read a site from its first page on; the first page that cannot be had raises."""
    events: list[Event] = []
    pages = 0
    async for page in crawl(fetcher, start):
        pages += 1
        for kind in kinds:
            events += await asyncio.to_thread(
                extract,
                page.body,
                page.url,
                fetched=fetched or page.fetched,
                kind=kind,
                charset=page.encoding,
                settings=fetcher.settings,
            )
    return SiteReading(consolidate(events), pages)


def consolidate(events: Sequence[Event]) -> tuple[Event, ...]:
    """Keep every event once: the same title on the same day is the same event, the surest find stays."""
    best: dict[tuple[str, str, date | None], Event] = {}
    for event in events:
        key = (event.kind, " ".join(event.title.casefold().split()), event.when.first_day)
        if key not in best or event.confidence > best[key].confidence:
            best[key] = event
    return tuple(best.values())
