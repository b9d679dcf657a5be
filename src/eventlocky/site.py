"""The way of one site: its pages asked for one by one, read, put together, remembered.

A list leads to the pages of its events and to its next page; what several pages announce is one event
(`consolidate.py`); what the site gave, and which of its pages gave it, is kept in the ledger, used by the next crawl
and checked against it: a yield that falls is an alarm, not an empty list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import blake2b
from time import time

from eventlocky import __version__
from eventlocky.consolidate import consolidate
from eventlocky.crawl import Fetcher, health
from eventlocky.crawl.fetch import Fetched
from eventlocky.crawl.frontier import Sort
from eventlocky.crawl.health import Health
from eventlocky.crawl.ledger import Ledger, SiteMemory
from eventlocky.crawl.notes import Note
from eventlocky.crawl.render import Browser
from eventlocky.crawl.robots import Rulebook
from eventlocky.crawl.shapes import canonical, shape
from eventlocky.crawl.walk import Step, Terms, Walk, Worth
from eventlocky.errors import EventlockyError
from eventlocky.readers import Here, Reader
from eventlocky.settings import Settings
from eventlocky.types import Event

_FORGOTTEN_S = 90 * 24 * 3_600.0
"""A page that has been due for so long is not linked to any more, or not worth a look."""

_MOST_RENDERED = 4
"""So many pages of a site are shown by a browser: each takes seconds of a core."""

_LIST = 2
"""A page with so many events is a list."""


@dataclass(frozen=True, slots=True)
class SiteReading:
    """What a site announces, how many pages were read for it, how it is doing, and how to know its pages again."""

    events: tuple[Event, ...]
    pages: int
    health: Health = health.NEW
    prints: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """What a site announces by what was read of it so far."""

    events: tuple[Event, ...]
    pages: int


@dataclass(frozen=True, slots=True)
class Way:
    """How sites are read: what is looked for, from which day dates are read, by whom.

    Without `fetched` each page has its own day, without a `reader` pages are read in this process, without a `browser`
    those that need one stay empty. `within` is a domain whose hosts are all one site. `rules` are shared by all.
    """

    kinds: Sequence[str] = ("event",)
    fetched: date | None = None
    reader: Reader | None = None
    clock: Callable[[], float] = time
    within: str = ""
    rules: Rulebook | None = None
    browser: Browser | None = None


async def read(fetcher: Fetcher, start: str, kinds: Sequence[str], fetched: date | None = None) -> SiteReading:
    """Read a site from its first page on, and remember nothing; the first page that cannot be had raises."""
    reading = SiteReading((), 0)
    with Ledger() as ledger:
        async for each in watch(fetcher, ledger, start, Way(kinds, fetched)):
            if isinstance(each, SiteReading):
                reading = each
    return reading


async def watch(fetcher: Fetcher, ledger: Ledger, start: str, way: Way) -> AsyncIterator[Progress | SiteReading]:
    """Read a site and say after every page with events what is known by then; the whole reading comes last."""
    today = way.fetched or date.today()  # noqa: DTZ011 - the reader's own day
    terms = Terms(_reader(fetcher.settings, way.kinds, today), today, way.clock, way.within, way.rules)
    walk = Walk(fetcher, ledger, start, terms)
    answers = _Answers(way.reader or Here(way.kinds, way.fetched, fetcher.settings), way.browser, walk)
    memory = ledger.site(start)
    taken: list[Note] = []
    events: tuple[Event, ...] = ()
    try:
        async for step in walk.steps():
            note = step.note or await answers.read(step)
            note = await walk.keep(step, note, _role(note))
            taken.append(note)
            before = events
            if note.seen or step.candidate.is_detail:
                events = consolidate(taken, today)
                yield Progress(events, len(taken))
            worth = Worth(max(0, len(events) - len(before)), _gist(events) != _gist(before))
            walk.follow(step, note, worth, details=_details(note))
    except EventlockyError as error:
        ledger.keep_site(start, replace(memory, health=health.after_failure(memory.health, way.clock(), error)))
        raise
    if walk.fetched or not memory.is_finished:
        scripted = bool(taken) and taken[0].is_scripted
        state = health.after_success(memory.health, way.clock(), len(events), is_scripted=scripted)
        memory = _learned(replace(memory, before=walk.learned), state, taken)
        ledger.keep_site(start, memory)
        ledger.forget(start, way.clock() - _FORGOTTEN_S)
    yield SiteReading(events, len(taken), memory.health, tuple(note.near for note in taken if note.near))


def _reader(settings: Settings, kinds: Sequence[str], today: date) -> str:
    """Name who reads: another version, other settings or kinds may find other events in the same page.

    So may another week: what is read relative to the day ("tomorrow", the next time of a series) has moved on.
    """
    week = today.isocalendar()
    parts = (__version__, settings.finder, settings.classifier, settings.model, settings.dates, *kinds, *week[:2])
    return blake2b("\n".join(map(str, parts)).encode(), digest_size=8).hexdigest()


# One answer --------------------------------------------------------------------------------------


class _Answers:
    """Reads the answers of one site: the same bytes once, and what is empty without JavaScript in a browser."""

    def __init__(self, reader: Reader, browser: Browser | None, walk: Walk) -> None:
        self._reader = reader
        self._browser = browser
        self._walk = walk
        self._known: dict[tuple[str, Sort], Note] = {}
        self._rendered = 0

    async def read(self, step: Step) -> Note:
        """Return what an answer says; its bytes may have been read at another address, as those of `/index.html`."""
        page, sort = step.page, step.candidate.sort
        if page is None:
            return Note(step.candidate.url)
        known = self._known.get((step.digest, sort))
        if known is not None:
            return replace(known, url=page.url)
        note = await self._reader.read(page, sort)
        if note.is_shell and not note.seen:
            return await self._shown(page, note)  # one shell has many contents
        if note.text_mark:
            self._known[step.digest, sort] = note
        return note

    async def _shown(self, page: Fetched, note: Note) -> Note:
        """Return what a page says in a browser, or what it says without where that cannot be had."""
        if self._browser is None or self._rendered >= _MOST_RENDERED:
            return note
        self._rendered += 1
        shown = await self._browser.render(page, self._walk.rules.check)
        return note if shown is None else replace(await self._reader.read(shown, Sort.PAGE), is_rendered=True)


# What a page is worth -----------------------------------------------------------------------------


def _role(note: Note) -> str:
    return "list" if len(note.seen) >= _LIST else "detail" if note.seen else "other"


def _gist(events: Sequence[Event]) -> set[tuple[object, ...]]:
    """Return what matters of some events: a page that changes none of it has taught nothing."""
    return {(event.kind, event.title, event.when.start, event.where, event.price.amounts) for event in events}


def _details(note: Note) -> dict[str, bool]:
    """Return the pages that a page's events lead to, and whether the event lacks nothing they could add."""
    pages: dict[str, bool] = {}
    for seen in note.seen:
        event = seen.event
        url = canonical(event.link) if event.link else None
        if url and url != canonical(note.url):
            is_rich = (
                not event.when.all_day and bool(event.where.name or event.where.address) and bool(event.description)
            )
            pages[url] = pages.get(url, True) and is_rich
    return pages


# What is remembered ------------------------------------------------------------------------------


def _learned(memory: SiteMemory, state: Health, taken: Sequence[Note]) -> SiteMemory:
    """Remember which pages gave events. After an alarm the old pattern stays, until less is expected."""
    if state.is_alarm:
        return replace(memory, health=state, is_finished=True)
    counts: dict[str, list[int]] = defaultdict(list)
    for note in taken:
        counts[shape(note.url)].append(len(note.seen))
    shapes = {name: round(sum(found) / len(found), 2) for name, found in counts.items() if sum(found)}
    lists = {note.url: len(note.seen) for note in taken if len(note.seen) >= _LIST}
    return SiteMemory(state, shapes, memory.before, lists, is_finished=True)
