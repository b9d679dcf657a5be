"""One crawl of one site: which address is next, what it answered, what to follow from there.

Every answer is noted in the ledger before the next address is asked for. What the ledger still has fresh is not
asked for again, but counts as if it were, so that a crawl that was cut off makes the same choices again and ends
as it would have. No more than `max_pages_per_site` addresses are asked for, whatever the site answers.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urljoin, urlsplit

from eventlocky import errors
from eventlocky.crawl import fingerprints, notes, plan
from eventlocky.crawl.fetch import Budget, Fetched, Fetcher, Validators, check_address
from eventlocky.crawl.fingerprints import Fingerprint
from eventlocky.crawl.frontier import Candidate, Frontier, Sort
from eventlocky.crawl.ledger import Known, Ledger
from eventlocky.crawl.notes import Note
from eventlocky.crawl.plan import History
from eventlocky.crawl.robots import Rulebook
from eventlocky.crawl.rules import RememberedRules
from eventlocky.crawl.shapes import canonical
from eventlocky.crawl.sitemaps import Entry
from eventlocky.crawl.traps import Traps
from eventlocky.crawl.words import roles
from eventlocky.errors import EventlockyError, RobotsError, UnreachableError

_READABLE = ("text/", "application/xhtml+xml", "application/xml", "application/json", "application/ld+json")
_ANY = ("",)
_REQUESTS = 2
"""So many requests a page there may be in all: one for it, and one for a redirect that leads there."""

_ERROR_S = plan.HOUR_S
"""A page that failed may be asked for again after an hour; one that is not there, or forbidden, after a day."""

_GONE = frozenset({404, 410})
_PATIENCE = 6
"""After so many answers in a row without anything new, only what speaks for itself is still asked for."""

_SPEAKS = 1.0
_SHORT = 40
"""A link that turns a page says so in few words; "next" in a longer text is part of a sentence."""

_STILL_S = 14 * plan.DAY_S
"""So long a page that cannot be had still stands for what it said."""

_MOST_SITEMAPS = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One answer: to which candidate, and either the page that came just now or the note of what came before."""

    candidate: Candidate
    page: Fetched | None = None
    note: Note | None = None
    known: Known | None = None
    digest: str = ""
    is_same: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """What a page was worth: how many events it gave that were not known, and whether it told more of any."""

    new: int = 0
    has_taught: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a site is crawled: who reads (see `ledger.Known`), on which day, by which clock, how far.

    `within` is a domain whose hosts all belong to the site; without it the site is one host. `rules` are shared with
    other crawls.
    """

    reader: str = ""
    today: date | None = None
    clock: Callable[[], float] = time.time
    within: str = ""
    rules: Rulebook | None = None


class Walk:
    """The crawl of a site, from its first address on."""

    def __init__(self, fetcher: Fetcher, ledger: Ledger, website: str, terms: Terms) -> None:
        settings = fetcher.settings
        self.fetcher = fetcher
        self.ledger = ledger
        self.website = website
        self.reader = terms.reader
        self.clock = terms.clock
        self.within = terms.within.lower().lstrip(".")
        self.rules = terms.rules or RememberedRules(fetcher, ledger, clock=terms.clock)
        self.home = ""
        self.asked = 0
        self.fetched = 0
        self.most = settings.max_pages_per_site
        self.budget = Budget(_REQUESTS * self.most + settings.max_redirects, self.most * settings.max_page_bytes)
        self.learned = self._pattern()
        today = terms.today or date.today()  # noqa: DTZ011 - the reader's own day
        self.frontier = Frontier(today, settings.crawl_order, self.learned)
        self.traps = Traps(today)
        self._texts: dict[str, str] = {}
        self._idle = 0
        self._sitemaps = 0

    def _pattern(self) -> Mapping[str, float]:
        """Return which shapes of pages are known to give events; a crawl that is still fresh is gone through again."""
        memory = self.ledger.site(self.website)
        known = self.ledger.answer(canonical(self.website) or self.website)
        is_fresh = known is not None and known.is_fresh(self.clock(), self.reader)
        return memory.before if is_fresh and memory.is_finished else memory.shapes

    async def steps(self) -> AsyncIterator[Step]:
        """Yield the answers of the site, the first one first; a first one that cannot be had raises."""
        check_address(self.website)
        start = canonical(self.website) or self.website
        self.frontier.add(Candidate(start))
        while self.asked < self.most and not self.budget.is_spent:
            candidate = self.frontier.pop()
            if candidate is None:
                break
            is_start = candidate.url == start and candidate.depth == 0
            if not is_start and (self.traps.refuses(candidate.url, candidate.depth) or self._is_tired(candidate)):
                continue
            step = await self._ask(candidate)
            if step.note is not None and step.note.error:
                if is_start:
                    raise _as_error(step.note)
                if not step.note.is_denied:
                    self._idle += 1
                    self.traps.took(candidate.url, is_fruitful=False)
                continue
            if self._is_elsewhere(step):
                continue
            yield step

    async def _ask(self, candidate: Candidate) -> Step:
        """Take the answer of the ledger where that is fresh, else ask the site; a failure is a note too."""
        known = self.ledger.answer(candidate.url)
        now = self.clock()
        if known is not None and known.is_fresh(now, self.reader):
            try:
                note = notes.read(known.note)
            except ValueError:
                known = None  # what cannot be read any more is asked for again
            else:
                self.asked += not note.is_denied
                return Step(candidate, note=note, known=known, digest=known.digest)
        usable = known if known is not None and known.reader == self.reader else None
        before = self.asked
        try:
            await self.rules.check(candidate.url)
            self.asked += 1
            self.fetched += 1
            page = await self.fetcher.fetch(
                candidate.url,
                check=self.rules.check,
                types=_READABLE if candidate.sort is Sort.PAGE else _ANY,
                known=Validators(usable.etag or "", usable.modified or "") if usable is not None else None,
                budget=self.budget,
            )
        except EventlockyError as error:
            return self._fail(candidate, error, usable, was_asked=self.asked > before)
        is_same, digest = _compare(page, known)
        if usable is not None and is_same:
            try:
                return Step(candidate, page, notes.read(usable.note), usable, digest, is_same=True)
            except ValueError:
                is_same = False  # what cannot be read any more is read again
        return Step(candidate, page, None, known, digest, is_same=is_same)

    def _fail(self, candidate: Candidate, error: EventlockyError, usable: Known | None, *, was_asked: bool) -> Step:
        """Note why there is no page; one that fails for the moment still says what it said some days ago."""
        now = self.clock()
        status = getattr(error, "status", None)
        is_for_good = isinstance(error, RobotsError) or status in _GONE
        old = _old_note(usable, now) if usable is not None and not is_for_good else None
        if old is not None and usable is not None and candidate.depth:
            self.ledger.keep(replace(usable, due=now + _ERROR_S))
            return Step(candidate, note=old, known=usable, digest=usable.digest)
        note = Note(
            candidate.url,
            error=str(error),
            error_name=type(error).__name__,
            status=status,
            is_denied=isinstance(error, RobotsError) and not was_asked,
        )
        rest_s = plan.DAY_S if is_for_good else _ERROR_S
        known = Known(candidate.url, self.website, now, now + rest_s, reader=self.reader, note=notes.write(note))
        self.ledger.keep(known)
        return Step(candidate, note=note)

    def _is_elsewhere(self, step: Step) -> bool:
        """Tell whether an answer led away from the site, or to a page that was taken already."""
        url = step.page.url if step.page is not None else step.note.url if step.note is not None else ""
        host = urlsplit(url).netloc
        self.home = self.home or host
        if not self.is_here(url):
            return step.candidate.sort is not Sort.CALENDAR  # a calendar may be kept by somebody else
        form = canonical(url) or url
        return form != step.candidate.url and not self.frontier.take(form)

    def is_here(self, url: str) -> bool:
        """Tell whether an address is of the site: of its host, or within the domain that was asked for."""
        parts = urlsplit(url)
        if self.within:
            host = (parts.hostname or "").lower()
            return host == self.within or host.endswith(f".{self.within}")
        return _bare(parts.netloc) == _bare(self.home)

    def _is_tired(self, candidate: Candidate) -> bool:
        return self.frontier.order == "best" and self._idle >= _PATIENCE and self.frontier.score(candidate) < _SPEAKS

    # After an answer -------------------------------------------------------------------------

    async def keep(self, step: Step, note: Note, role: str) -> Note:
        """Write an answer down; a page whose words another page has already is marked as its copy."""
        if step.candidate.depth == 0 and step.page is not None:
            note = replace(note, feeds=(*note.feeds, *await self._sitemaps_of(note.url)))
        first = self._texts.setdefault(note.text_mark, note.url) if note.text_mark else note.url
        if first != note.url:
            note = replace(note, same_as=first, seen=(), links=(), feeds=())
        if step.page is not None:
            self.ledger.keep(self._entry(step, step.page, note, role))
        return note

    def _entry(self, step: Step, page: Fetched, note: Note, role: str) -> Known:
        """Make what the ledger keeps of an answer: how the page changes decides when it is due again.

        A page that a browser had to fill is nothing to compare with: what changes is not in it.
        """
        now, known = self.clock(), step.known
        history = History()
        if known is not None and known.digest:
            history = known.history.after(now - known.fetched, is_changed=not step.is_same)
        return Known(
            step.candidate.url,
            self.website,
            now,
            now + plan.interval_s(history, role),
            "" if note.is_rendered else step.digest,
            None if note.is_rendered else page.validators.etag,
            None if note.is_rendered else page.validators.last_modified,
            history,
            self.reader,
            notes.write(note),
        )

    def follow(self, step: Step, note: Note, worth: Worth, *, details: dict[str, bool]) -> None:
        """Let what a page leads to wait its turn.

        `details` are the addresses of its events' own pages, and whether the event lacks nothing that such a page could
        add.
        """
        candidate, new = step.candidate, worth.new
        self._idle = 0 if new else self._idle + (not candidate.is_detail)  # a detail tells more of what is known
        if not candidate.is_detail:
            self.traps.took(candidate.url, is_fruitful=new > 0)
        if candidate.sort is Sort.PAGE:
            self.frontier.learn(candidate, worth.new, has_taught=worth.has_taught)
        settings = self.fetcher.settings
        depth = candidate.depth + 1
        for url, sort in note.feeds:
            if (form := canonical(url)) and (sort is Sort.CALENDAR or self.is_here(form)):
                self._wait(Candidate(form, depth=depth, sort=sort, gave=new))
        for entry in note.entries:
            self._add_entry(entry, candidate)
        if note.wishes.nofollow and settings.obey_nofollow:
            return
        for link in note.links:
            if not self.is_here(link.url) or ("nofollow" in link.rel and settings.obey_nofollow):
                continue
            said = roles(link.text) if len(link.text) <= _SHORT else frozenset()
            is_back = "prev" in link.rel or ("previous" in said and "next" not in link.rel)
            self._wait(
                Candidate(
                    link.url,
                    link.text,
                    depth,
                    is_next=link.is_next or ("next" in said and not is_back),
                    is_previous=is_back,
                    is_detail=link.url in details,
                    is_rich=details.get(link.url, False),
                    is_furniture=link.is_furniture,
                    gave=new,
                )
            )

    def _wait(self, candidate: Candidate) -> None:
        if not self.frontier.has(candidate) and not self.traps.refuses(candidate.url, candidate.depth):
            self.frontier.add(candidate)

    async def _sitemaps_of(self, url: str) -> list[tuple[str, Sort]]:
        """Return the sitemaps that robots.txt names."""
        rules = await self.rules.of(url)
        return [(urljoin(url, address), Sort.SITEMAP) for address in rules.sitemaps[:_MOST_SITEMAPS]]

    def _add_entry(self, entry: Entry, candidate: Candidate) -> None:
        form = canonical(urljoin(candidate.url, entry.url))
        if form is None or not self.is_here(form):
            return
        if entry.is_sitemap:
            if self._sitemaps < _MOST_SITEMAPS:
                self._sitemaps += 1
                self._wait(Candidate(form, entry.title, candidate.depth + 1, Sort.SITEMAP, changed=entry.changed))
            return
        self._wait(Candidate(form, entry.title, candidate.depth + 1, changed=entry.changed))


def _compare(page: Fetched, known: Known | None) -> tuple[bool, str]:
    """Tell whether a page is still the one that is known, and return what to know it by, for the ledger."""
    if page.not_modified and known is not None:
        return True, known.digest
    whole, _, readable = known.digest.partition(":") if known is not None else ("", "", "")
    before = Fingerprint(bytes.fromhex(whole), bytes.fromhex(readable) or None) if whole else None
    is_same, now = fingerprints.compare(page.body, before)
    return is_same, f"{now.whole.hex()}:{(now.readable or b'').hex()}"


def _old_note(known: Known, now: float) -> Note | None:
    """Return what a page said when it could last be had, unless that is too long ago."""
    try:
        note = notes.read(known.note)
    except ValueError:
        return None
    return note if not note.error and now - known.fetched < _STILL_S else None


def _bare(netloc: str) -> str:
    return netloc.lower().removeprefix("www.")


def _as_error(note: Note) -> EventlockyError:
    """Make the error again that was noted."""
    if note.error_name == UnreachableError.__name__:
        return UnreachableError(note.error, note.status)
    known = vars(errors).get(note.error_name)
    if isinstance(known, type) and issubclass(known, EventlockyError):
        return known(note.error)
    return EventlockyError(note.error)
