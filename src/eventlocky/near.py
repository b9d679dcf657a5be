"""The way of one place: organisations, their sites, the events on them, kept as they are found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from eventlocky import site
from eventlocky.crawl import Fetcher
from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation

KINDS = ("event", "deal")


@dataclass(frozen=True, slots=True)
class Visit:
    """What became of one organisation: its events, or the sentence that says why there are none."""

    organisation: Organisation
    events: tuple[Event, ...] = ()
    pages: int = 0
    problem: str = ""


async def visit_all(
    organisations: Iterable[Organisation],
    store: Store,
    settings: Settings,
    *,
    kinds: Sequence[str] = KINDS,
    fetched: date | None = None,
) -> AsyncIterator[Visit]:
    """Yield a visit an organisation as soon as it is done; what was found is in the store by then.

    `fetched` sets the day that dates are read from; without it each page has its own.
    """
    async with Fetcher(settings) as fetcher:
        gate = asyncio.Semaphore(settings.max_at_once)
        tasks = [
            asyncio.create_task(_visit(organisation, fetcher, gate, kinds, fetched))
            for organisation in {o.website: o for o in organisations if o.website}.values()  # each site once
        ]
        try:
            for done in asyncio.as_completed(tasks):
                visit = await done
                if not visit.problem:
                    _keep(store, visit, kinds)
                yield visit
        finally:
            for task in tasks:
                task.cancel()


async def _visit(
    organisation: Organisation,
    fetcher: Fetcher,
    gate: asyncio.Semaphore,
    kinds: Sequence[str],
    fetched: date | None,
) -> Visit:
    """Read an organisation's site; one that fails is a visit with a problem, never the end of the run."""
    try:
        async with gate:
            reading = await site.read(fetcher, organisation.website or "", kinds, fetched)
    except EventlockyError as error:
        return Visit(organisation, problem=str(error))
    return Visit(organisation, reading.events, reading.pages)


def _keep(store: Store, visit: Visit, kinds: Sequence[str]) -> None:
    for kind in kinds:
        events = [event for event in visit.events if event.kind == kind]
        store.keep(visit.organisation, visit.organisation.website or "", kind, events)
