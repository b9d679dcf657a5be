"""The way of one place: organisations, their sites, the events on them, kept as they are found."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing, nullcontext
from dataclasses import dataclass, field
from datetime import date
from time import time
from typing import TypedDict, Unpack
from urllib.parse import urlsplit

from eventlocky import site
from eventlocky.crawl import Fetcher
from eventlocky.crawl.fingerprints import Seen
from eventlocky.crawl.health import NEW, Health
from eventlocky.crawl.ledger import Ledger
from eventlocky.crawl.render import Browser
from eventlocky.crawl.rules import RememberedRules
from eventlocky.errors import EventlockyError
from eventlocky.readers import Reader, Readers
from eventlocky.settings import Settings
from eventlocky.site import Way
from eventlocky.store import Query, Store
from eventlocky.store.hints import follow
from eventlocky.text.titles import words_of
from eventlocky.types import Event, Organisation

KINDS = ("event", "deal")
_ALIKE = 0.9
_FEWEST_ALIKE = 3
"""A site is a mirror where so many of its pages, and this share of them, are copies of another's."""


@dataclass(frozen=True, slots=True)
class Found:
    """An event as soon as it was read; a later page of the site may still tell more of it."""

    organisation: Organisation
    event: Event


@dataclass(frozen=True, slots=True)
class Reading:
    """How far a site has been read: so many pages, so many events by what they say."""

    organisation: Organisation
    pages: int
    events: int


@dataclass(frozen=True, slots=True)
class Visit:
    """What became of one organisation: its events, or the sentence that says why there are none.

    `mirror_of` is the address of another site of this search whose pages are the same: its events are kept there alone.
    """

    organisation: Organisation
    events: tuple[Event, ...] = ()
    pages: int = 0
    problem: str = ""
    health: Health = NEW
    mirror_of: str = ""


class _Wishes(TypedDict, total=False):
    """What can be wished of a search, as `watch` has it."""

    kinds: Sequence[str]
    fetched: date | None
    clock: Callable[[], float]
    within: str
    reader: Reader | None


@dataclass(frozen=True, slots=True)
class _Search:
    """What the visits of one search share."""

    fetcher: Fetcher
    store: Store
    ledger: Ledger
    way: Way
    news: asyncio.Queue[Found | Reading | Visit]
    gate: asyncio.Semaphore
    seen: Seen = field(default_factory=Seen)
    hosts: dict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))


async def watch(  # noqa: PLR0913 - wishes, each by its name
    organisations: Iterable[Organisation],
    store: Store,
    settings: Settings,
    *,
    kinds: Sequence[str] = KINDS,
    fetched: date | None = None,
    clock: Callable[[], float] = time,
    within: str = "",
    reader: Reader | None = None,
) -> AsyncGenerator[Found | Reading | Visit]:
    """Yield events as they are found, how far each site has been read, and a visit an organisation when it is done.

    What a visit tells is in the store by then; what is found on a site that is new, as soon as it is found (what is
    learned of it later, with the next find or at the end). `fetched` sets the day that dates are read from; without it
    each page has its own. The crawl is remembered in the store's file, so that a search that was cut off goes on.
    Without a `reader` the search has readers of its own.
    """
    wanted = list({o.website: o for o in organisations if o.website}.values())  # each site once
    own = Readers(kinds, fetched, settings) if reader is None else nullcontext(reader)
    with own as reading, Ledger(store.path) as ledger:
        async with Fetcher(settings) as fetcher, Browser(fetcher) as browser:
            rules = RememberedRules(fetcher, ledger, clock=clock)
            way = Way(kinds, fetched, reading, clock, within, rules, browser)
            run = _Search(fetcher, store, ledger, way, asyncio.Queue(), asyncio.Semaphore(settings.max_at_once))
            tasks = [asyncio.create_task(_visit(run, organisation)) for organisation in wanted]
            try:
                async with aclosing(_news(run, tasks)) as everything:
                    async for news in everything:
                        yield news
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)


async def search(
    organisations: Iterable[Organisation], store: Store, settings: Settings, **wishes: Unpack[_Wishes]
) -> AsyncGenerator[Found | Visit]:
    """Yield events as they are found, and a visit an organisation as soon as it is done: `watch` without the steps."""
    async with aclosing(watch(organisations, store, settings, **wishes)) as everything:
        async for news in everything:
            if not isinstance(news, Reading):
                yield news


async def visit_all(
    organisations: Iterable[Organisation], store: Store, settings: Settings, **wishes: Unpack[_Wishes]
) -> AsyncGenerator[Visit]:
    """Yield a visit an organisation as soon as it is done; what was found is in the store by then."""
    async with aclosing(watch(organisations, store, settings, **wishes)) as everything:
        async for news in everything:
            if isinstance(news, Visit):
                yield news


async def _news(run: _Search, tasks: Sequence[asyncio.Task[None]]) -> AsyncGenerator[Found | Reading | Visit]:
    """Yield what the visits report, until all are done; what one of them did not expect is raised here."""
    left = set(tasks)
    while left or not run.news.empty():
        waiting = asyncio.create_task(run.news.get())
        try:
            done, _ = await asyncio.wait({waiting, *left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not waiting.done():
                waiting.cancel()
        for task in done - {waiting}:
            left.discard(task)
            task.result()
        if waiting in done:
            yield waiting.result()


async def _visit(run: _Search, organisation: Organisation) -> None:
    """Read an organisation's site; one that fails is a visit with a problem, never the end of the run.

    Two organisations on one host are visited one after the other: a host is asked one thing at a time.
    """
    website = organisation.website or ""
    try:
        async with run.hosts[_host(website)], run.gate:
            await _read(run, organisation, website)
    except EventlockyError as error:
        await run.news.put(Visit(organisation, problem=str(error), health=run.ledger.site(website).health))


def _host(website: str) -> str:
    try:
        return urlsplit(website).netloc.lower()
    except ValueError:
        return website


async def _read(run: _Search, organisation: Organisation, website: str) -> None:
    told: set[tuple[object, ...]] = set()
    kept: tuple[Event, ...] | None = None
    is_new = not run.ledger.site(website).is_finished and not _is_known(run.store, website)
    reports = site.watch(run.fetcher, run.ledger, website, run.way)
    async for report in reports:
        if isinstance(report, site.SiteReading) and (original := _original(run, website, report.prints)):
            _keep(run, organisation, (), None)
            problem = f"It has the pages of {original}: its events are kept there."
            await run.news.put(Visit(organisation, (), report.pages, problem, report.health, original))
            return
        if isinstance(report, site.Progress):
            may_keep = is_new and len(report.events) > len(kept or ())
        else:
            may_keep = not report.health.is_alarm  # an alarm leaves what was known
        if may_keep and report.events != kept:
            _keep(run, organisation, report.events, kept)
            kept = report.events
        for event in report.events:
            key = (event.kind, event.when.start, words_of(event.title))
            if key not in told:
                told.add(key)
                await run.news.put(Found(organisation, event))
        if isinstance(report, site.Progress):
            await run.news.put(Reading(organisation, report.pages, len(report.events)))
        else:
            problem = report.health.problem
            if report.health.is_alarm:
                run.store.failed(organisation, organisation.website or "", problem)
            await run.news.put(Visit(organisation, report.events, report.pages, problem, report.health))


def _is_known(store: Store, website: str) -> bool:
    """Tell whether the store has anything of a site: half a reading would then take away what the other half says."""
    return bool(store.search(Query(sources=(website,), missing=True, limit=1)).hits)


def _original(run: _Search, website: str, prints: Sequence[int]) -> str:
    """Return the address of an earlier site of the search that has nearly all pages of this one, "" where none has."""
    alike = Counter(found for near in prints if (found := run.seen.add(near, website)) not in {None, website})
    original, count = alike.most_common(1)[0] if alike else ("", 0)
    return original or "" if count >= max(_FEWEST_ALIKE, _ALIKE * len(prints)) else ""


def _keep(run: _Search, organisation: Organisation, events: Sequence[Event], before: Sequence[Event] | None) -> None:
    """Keep the events of a site, those of every kind that is not in the store as it is by now.

    What editors accepted for the site before holds for what is found there now.
    """
    hints = run.store.corrections.hints(organisation.website) if organisation.website else []
    for kind in run.way.kinds:
        of_kind = [event for event in events if event.kind == kind]
        if before is None or of_kind != [event for event in before if event.kind == kind]:
            run.store.keep(organisation, organisation.website or "", kind, follow(of_kind, hints))
