"""One answer of a site read into a note: a page, a calendar, a feed or a sitemap.

A page is parsed once, and what is written on it found once, for all kinds that are looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from eventlocky.crawl import calendars, notes, sitemaps
from eventlocky.crawl.fetch import Fetched
from eventlocky.crawl.frontier import Sort
from eventlocky.crawl.links import Wishes, wishes_of
from eventlocky.crawl.notes import Note, Seen
from eventlocky.crawl.render import needs_rendering
from eventlocky.errors import PageError
from eventlocky.extract import Reading
from eventlocky.extract import read as read_page
from eventlocky.kinds import load as load_kind
from eventlocky.settings import Settings


def take(page: Fetched, sort: Sort, kinds: Sequence[str], fetched: date | None, settings: Settings) -> Note:
    """Read an answer: a page, a calendar, a feed or a sitemap; what cannot be read is an empty note.

    `fetched` sets the day that dates are read from; without it that is the page's own.
    """
    today = fetched or page.fetched or date.today()  # noqa: DTZ011 - the reader's own day
    if calendars.is_calendar(page.body):
        events = calendars.read(page.body, page.url, today) if "event" in kinds else []
        return Note(page.url, seen=tuple(map(Seen, events)))
    if sort is not Sort.PAGE:
        return Note(page.url, entries=tuple(sitemaps.read(page.body)))
    try:
        return _take_page(page, kinds, today, settings)
    except PageError:
        return Note(page.url)


def _take_page(page: Fetched, kinds: Sequence[str], today: date, settings: Settings) -> Note:
    note: Note | None = None
    reading: Reading | None = None
    seen: list[Seen] = []
    for kind in kinds:
        if reading is not None and not _may_hold(reading, kind, settings):
            continue
        reading = read_page(
            page.body, page.url, fetched=today, kind=kind, charset=page.encoding, settings=settings, before=reading
        )
        if note is None:
            note = notes.take(reading.tree, wishes_of(reading.tree, settings.user_agent, page.robots_tags))
            note = replace(note, is_shell=needs_rendering(page.body, reading.tree.whole_text))
            if note.is_missing or (note.wishes.noindex and settings.obey_noindex):
                return note
        seen += [notes.see(reading.tree, event) for event in reading.events]
    return replace(note or Note(page.url, wishes=Wishes()), seen=tuple(seen))


def _may_hold(reading: Reading, kind: str, settings: Settings) -> bool:
    """Tell whether a page that was read for another kind may hold records of this one: what they need was found there.

    Money and percentages are looked for on every page, so that one without any need not be read again for deals.
    """
    always = {"date", "money", "percent", "address"}
    count = partial(reading.annotations.count, first=0, stop=len(reading.tree))
    return all(
        any(name not in always or count(name) for name in need) for need in load_kind(kind, settings.kinds_dir).needs
    )
