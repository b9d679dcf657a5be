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
from eventlocky.crawl.health import Health
from eventlocky.crawl.ledger import Ledger, SiteMemory
from eventlocky.crawl.notes import Note
from eventlocky.crawl.robots import Rulebook
from eventlocky.crawl.shapes import canonical, shape
from eventlocky.crawl.walk import Terms, Walk, Worth
from eventlocky.errors import EventlockyError
from eventlocky.readers import Here, Reader
from eventlocky.settings import Settings
from eventlocky.types import Event

_FORGOTTEN_S = 90 * 24 * 3_600.0
"""A page that has been due for so long is not linked to any more, or not worth a look."""

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

    Without `fetched` each page has its own day, without a `reader` pages are read in this process. `within` is a domain
    whose hosts are all one site. `rules` are shared by all.
    """

    kinds: Sequence[str] = ("event",)
    fetched: date | None = None
    reader: Reader | None = None
    clock: Callable[[], float] = time
    within: str = ""
    rules: Rulebook | None = None


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
    reader = way.reader or Here(way.kinds, way.fetched, fetcher.settings)
    memory = ledger.site(start)
    taken: list[Note] = []
    events: tuple[Event, ...] = ()
    try:
        async for step in walk.steps():
            note = step.note
            if note is None:
                note = await reader.read(step.page, step.candidate.sort) if step.page else Note(step.candidate.url)
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
