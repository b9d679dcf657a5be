"""Searches nearby that run while people watch: one run a place, however many ask for it, and only a few at once.

A run has a thread of its own, with its own loop and its own store, so that pages are served as quickly as without it.
What it has to say is numbered and kept for a while: who comes later, or comes back, hears everything from where they
were. A run that nobody has listened to for a while ends; what it found is kept, and the next one goes on from there.
A place that was searched a short while ago is answered from the store. A server can begin with a search of its own
(the demo does): visitors join it like any other, and it goes on when they leave.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from time import monotonic

from eventlocky import near, places
from eventlocky.errors import EventlockyError, PlacesError, StoreError
from eventlocky.places.area import Area, Box, Circle, distance_m, metres_between
from eventlocky.settings import Settings
from eventlocky.store import Hit, Query, Store
from eventlocky.types import Organisation

HEARTBEAT_S = 15.0
"""A silent stream says so often that it is still there: proxies end what is silent for longer."""

_UNHEARD_S = 30.0
_MOST_LISTENERS = 200
_MOST_KEPT = 20
_MOST_STARTS, _STARTS_S = 12, 600.0
"""One visitor begins so many searches within so many seconds; joining one that runs costs nothing."""

_MOST_VISITORS = 10_000
_MOST_OF_A_SITE = 1_000
_PAGE = 500
_OFFLINE = frozenset({"file", "pbf"})
_NO_ORGANISATIONS = "The list of organisations cannot be read just now; the server's log says why."
_NO_STORE = "The store cannot be written just now; the server's log says why."
_ENDED = "The search was ended. Ask again, and it goes on."
_BROKE = "The search broke off; the server's log says why. What was found before is kept."
_LOG = logging.getLogger(__name__)


class RefusedError(EventlockyError):
    """No search can be begun: too many run, or this visitor began too many. `status` is that of the answer."""

    def __init__(self, message: str, status: int, retry_s: int) -> None:
        super().__init__(message)
        self.status = status
        self.retry_s = retry_s


@dataclass(frozen=True, slots=True)
class Spot:
    """Where to look; without an area, everybody in the file of organisations."""

    area: Area | None
    name: str
    notes: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class First:
    """A search of its home place that a server begins with; `heard` is told of every visit, and None at the end."""

    fetched: date | None
    heard: Callable[[near.Visit | None], None]


@dataclass(frozen=True, slots=True)
class Message:
    """Something that a run has to say: an event, or figures by their names."""

    name: str
    data: Hit | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Crawl:
    """A place that was searched to the end: whose sites were read, and when."""

    area: Area | None
    at: float
    organisations: tuple[Organisation, ...]

    def of(self, area: Area | None) -> tuple[Organisation, ...] | None:
        """Return who of them is in an area, or None where that is not all of it within this one."""
        if area == self.area:
            return self.organisations
        if area is None or not isinstance(self.area, Circle):
            return None
        inner = area.circle()
        apart = metres_between((self.area.lat, self.area.lon), (inner.lat, inner.lon))
        if apart + inner.radius_m > self.area.radius_m:
            return None
        return tuple(o for o in self.organisations if o.lat is not None and area.contains(o.lat, o.lon or 0.0))


async def spot(text: str, point: tuple[float, float] | None, radius_m: float, settings: Settings) -> Spot:
    """Return what a visitor means by a name or a point; PlacesError says that nobody knows it."""
    if point is not None:
        around = circle(point, radius_m)
        return Spot(around, str(around))
    if not text:
        return Spot(None, "everybody")
    try:
        located = await places.locate(text, radius_m, settings)
    except places.UnknownPlaceError:
        if not is_offline(settings):
            raise
        return Spot(None, "everybody", (f"Nobody knows {text!r}: all organisations of the file are taken.",))
    return Spot(located.area, located.name, located.notes, located.credits)


def circle(point: tuple[float, float], radius_m: float) -> Circle:
    """Return the area around a point, to ten metres: neighbours share a run."""
    return Circle(round(point[0], 4), round(point[1], 4), radius_m)


def is_offline(settings: Settings) -> bool:
    """Tell whether organisations come from files alone: then nobody need say where to look."""
    return _OFFLINE.issuperset(_sources(settings))


def _sources(settings: Settings) -> list[str]:
    if settings.places_file:
        return [places.source_of(Path(settings.places_file))]
    return settings.sources.replace(",", " ").split()


class Run:
    """One search of one place, in a thread, and all that it has said so far."""

    def __init__(
        self,
        spot: Spot,
        settings: Settings,
        clock: Callable[[], datetime],
        fetched: date | None,
        known: Sequence[Organisation] | None,
        heard: Callable[[near.Visit | None], None] = lambda _visit: None,
    ) -> None:
        self.id = secrets.token_hex(8)
        self.spot = spot
        self.settings = settings
        self.clock = clock
        self.fetched = fetched
        self.known = known
        self.heard = heard
        self.organisations: tuple[Organisation, ...] = ()
        self.messages: list[Message] = []
        self.listeners = 0
        self.is_over = False
        self.is_whole = False
        self._counts = {"organisations": 0, "visited": 0, "pages": 0, "events": 0, "problems": 0}
        self._pages: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._sites: dict[str, set[str]] = {}
        self._home = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._ended = threading.Event()
        self._own: tuple[asyncio.AbstractEventLoop, asyncio.Task[None]] | None = None
        self.thread = threading.Thread(target=self._run, name=f"near-{self.id}", daemon=True)

    # On the server's loop --------------------------------------------------------------------

    async def follow(self, after: int) -> AsyncGenerator[tuple[int, Message] | None]:
        """Yield messages with their numbers, those behind one of them, as they come; None where nothing is new."""
        while True:
            while after < len(self.messages):
                after += 1
                yield after, self.messages[after - 1]
            if self.is_over:
                return
            try:
                await asyncio.wait_for(self._woken.wait(), HEARTBEAT_S)
            except TimeoutError:
                yield None

    def _add(self, message: Message | None) -> None:
        """Take a message of the thread and wake who listens; None is its end."""
        if message is None:
            self.is_over = True
        elif not self.is_over:
            self.messages.append(message)
        self._woken.set()
        self._woken = asyncio.Event()

    def end(self) -> None:
        """End the search soon; what it found is kept."""
        self._ended.set()
        if self._own is not None:
            loop, task = self._own
            with suppress(RuntimeError):  # it has just ended by itself
                loop.call_soon_threadsafe(task.cancel)

    def let_go(self) -> None:
        """End the search soon, and tell who listens at once, before it has ended."""
        self.end()
        self._add(Message("failed", {"message": _ENDED}))
        self._add(None)

    # In the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._work())
        except asyncio.CancelledError:
            self._say("failed", {"message": _ENDED})
        except PlacesError as error:
            _LOG.warning("A search nearby failed: %s", error)
            self._say("failed", {"message": _NO_ORGANISATIONS if is_offline(self.settings) else str(error)})
        except EventlockyError as error:
            _LOG.error("A search nearby failed: %s", error)
            self._say("failed", {"message": _NO_STORE if isinstance(error, StoreError) else str(error)})
        except Exception:  # noqa: BLE001 - a thread that ends without a word leaves its listeners waiting
            _LOG.exception("A search nearby broke off.")
            self._say("failed", {"message": _BROKE})
        finally:
            self._tell_home(None)

    def _say(self, name: str, data: Hit | Mapping[str, object]) -> None:
        self._tell_home(Message(name, data))

    def _tell_home(self, message: Message | None) -> None:
        with suppress(RuntimeError):  # the server has gone already
            self._home.call_soon_threadsafe(self._add, message)

    async def _work(self) -> None:
        """Find the organisations, read their sites, and tell what is in the store of each as it comes."""
        task = asyncio.current_task()
        assert task is not None
        self._own = asyncio.get_running_loop(), task
        if self._ended.is_set():
            raise asyncio.CancelledError
        begun = monotonic()
        self._progress("finding")
        notes, credits_ = list(self.spot.notes), list(self.spot.credits)
        if self.known is None:
            found = await self._find()
            notes += found.notes
            credits_ += [name for name in found.credits if name not in credits_]
            self.organisations = found.all
        else:
            self.organisations = tuple(self.known)
        self._counts["organisations"] = len(self.organisations)
        self._progress("reading")
        with Store(self.settings.store, clock=self.clock) as store:
            if self.known is None:
                await self._crawl(store)
            else:
                for organisation in self.organisations:
                    self._tell(store, organisation)
                self._counts["visited"] = len(self.organisations)
        self.is_whole = True
        self.heard(None)
        self._say("done", {**self._counts, "place": self.spot.name, "seconds": round(monotonic() - begun, 3),
                           "fresh": self.known is not None, "notes": notes, "credits": credits_})  # fmt: skip

    async def _find(self) -> places.Organisations:
        """Return who has a site there, the nearest first, no more than the settings let one search visit."""
        files = [Path(self.settings.places_file)] if self.settings.places_file else []
        found = await places.find(self.spot.area, places.get(_sources(self.settings), self.settings, files))
        wanted = list({o.website: o for o in found.with_website}.values())
        if self.spot.area is not None:
            circle = self.spot.area.circle()
            wanted.sort(key=lambda one: distance_m((circle.lat, circle.lon), one))
        most = self.settings.near_max_sites
        note = (f"Of {len(wanted)} organisations with a web site the nearest {most} are read.",)
        return replace(found, all=tuple(wanted[:most]), notes=found.notes + (note if len(wanted) > most else ()))

    async def _crawl(self, store: Store) -> None:
        async with aclosing(near.watch(self.organisations, store, self.settings, fetched=self.fetched)) as everything:
            async for news in everything:
                if isinstance(news, near.Found):
                    continue  # it is told with the page it stands on
                self._pages[news.organisation.website or ""] = news.pages
                self._counts["pages"] = sum(self._pages.values())
                self._tell(store, news.organisation, is_done=isinstance(news, near.Visit))
                if isinstance(news, near.Visit):
                    self.heard(news)
                    self._counts["visited"] += 1
                    self._counts["problems"] += bool(news.problem)
                    self._say("site", {"organisation": news.organisation.name, "website": news.organisation.website,
                                       "pages": news.pages, "events": len(news.events),
                                       "problem": news.problem or None})  # fmt: skip
                self._progress("reading")

    def _tell(self, store: Store, organisation: Organisation, *, is_done: bool = False) -> None:
        """Tell what the store has of a site and was not told, or has changed since; what is over is left out.

        When the site is done, tell also what was told of it and is not there any more: a later page knew better.
        """
        area = self.spot.area
        middle = (area.circle().lat, area.circle().lon) if isinstance(area, Circle | Box) else None
        today = self.fetched or store.today(Query(near=middle))
        query = Query(sources=(organisation.website or "",), since=today, limit=_PAGE)
        present: set[str] = set()
        for _ in range(_MOST_OF_A_SITE // _PAGE):
            found = store.search(query)
            for hit in found.hits:
                present.add(hit.uid)
                if self._told.get(hit.uid) != hit.sequence:
                    self._told[hit.uid] = hit.sequence
                    self._counts["events"] = len(self._told)
                    self._say("event", _placed(hit, middle))
            if not found.cursor:
                break
            query = replace(query, cursor=found.cursor)
        of_site = self._sites.setdefault(organisation.website or "", set())
        of_site |= present
        for uid in sorted(of_site - present) if is_done else ():
            of_site.discard(uid)
            if self._told.pop(uid, None) is not None:
                self._counts["events"] = len(self._told)
                self._say("gone", {"id": uid})

    def _progress(self, state: str) -> None:
        self._say("progress", {"state": state, "place": self.spot.name, **self._counts})


def _placed(hit: Hit, middle: tuple[float, float] | None) -> Hit:
    """Return a hit with its distance from the middle of what was asked for."""
    if middle is None or hit.lat is None or hit.lon is None:
        return hit
    return replace(hit, distance_m=metres_between(middle, (hit.lat, hit.lon)))


class Runs:
    """The searches of a server: who asks for a place that is being searched joins."""

    def __init__(self, settings: Settings, clock: Callable[[], datetime], today: Callable[[], date] | None) -> None:
        self.settings = settings
        self.clock = clock
        self.today = today
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._crawls: deque[_Crawl] = deque(maxlen=_MOST_KEPT)
        self._starts: OrderedDict[str, deque[float]] = OrderedDict()
        self._noted: set[str] = set()

    def running(self) -> list[Run]:
        """Return the searches that are not over."""
        return [run for run in self._runs.values() if not run.is_over]

    def is_searching(self, area: Area) -> bool:
        """Tell whether a place is being searched just now."""
        return any(run.spot.area == area for run in self._searching())

    def mark(self) -> str:
        """Return what changes whenever a search begins or ends: pages say that it goes on."""
        return " ".join(run.id for run in self._searching())

    def _searching(self) -> list[Run]:
        return [run for run in self.running() if run.known is None and not run.is_whole]

    def begin(self, spot: Spot, first: First) -> Run:
        """Begin the search of the server itself, which runs to its end whether or not somebody listens."""
        run = Run(spot, self.settings, self.clock, first.fetched, None, first.heard)
        run.listeners = 1
        self._runs[run.id] = run
        run.thread.start()
        return run

    def again(self, id: str) -> Run | None:
        """Return a run by its id, where it is still remembered."""
        return self._runs.get(id)

    def join(self, spot: Spot, visitor: str) -> Run:
        """Return the run of a place, begun where there is none; RefusedError says why that cannot be."""
        self._note()
        for run in self.running():
            if run.spot.area == spot.area:
                return run
        organisations = self._fresh(spot.area)
        if organisations is None:
            self._check(visitor)
        run = Run(spot, self.settings, self.clock, self.today() if self.today else None, organisations)
        self._runs[run.id] = run
        for old in [id for id, each in self._runs.items() if each.is_over][: len(self._runs) - _MOST_KEPT]:
            del self._runs[old]
        run.thread.start()
        return run

    def _fresh(self, area: Area | None) -> tuple[Organisation, ...] | None:
        """Return whose sites in an area were read a short while ago, or None where they were not."""
        oldest = monotonic() - self.settings.near_fresh_s
        known = (crawl.of(area) for crawl in reversed(self._crawls) if crawl.at > oldest)
        return next((each for each in known if each is not None), None)

    def _note(self) -> None:
        """Write down which places have been searched to the end."""
        for run in self._runs.values():
            if run.is_over and run.id not in self._noted:
                self._noted.add(run.id)
                if run.is_whole and run.known is None:
                    self._crawls.append(_Crawl(run.spot.area, monotonic(), run.organisations))
        self._noted &= self._runs.keys()

    def _check(self, visitor: str) -> None:
        """Refuse a search beyond what the server or one visitor may run."""
        if not self.settings.near_at_once:
            message = "This server begins no searches. Ask for what is known: /api/v1/events"
            raise RefusedError(message, 403, 0)
        if sum(run.known is None for run in self.running()) >= self.settings.near_at_once:
            message = "As many searches are running as this server can run at once. Try again in half a minute."
            raise RefusedError(message, 503, 30)
        times = self._starts.setdefault(visitor, deque(maxlen=_MOST_STARTS))
        self._starts.move_to_end(visitor)
        while len(self._starts) > _MOST_VISITORS:
            self._starts.popitem(last=False)
        if len(times) == _MOST_STARTS and monotonic() - times[0] < _STARTS_S:
            wait_s = int(_STARTS_S - (monotonic() - times[0])) + 1
            raise RefusedError(f"You began many searches. Begin the next one in {wait_s} seconds.", 429, wait_s)
        times.append(monotonic())

    async def listen(self, run: Run, after: int) -> AsyncGenerator[tuple[int, Message] | None]:
        """Yield what a run says; when the last listener has gone, it has a while until it ends."""
        run.listeners += 1
        try:
            async for each in run.follow(after):
                yield each
            self._note()
        finally:
            run.listeners -= 1
            if not run.listeners and not run.is_over:
                asyncio.get_running_loop().call_later(_UNHEARD_S, _end_unheard, run)

    @property
    def is_crowded(self) -> bool:
        """Whether more listeners than the server can serve are there."""
        return sum(run.listeners for run in self._runs.values()) >= _MOST_LISTENERS

    def let_go(self) -> None:
        """End every search soon and every stream at once; to be called on the server's loop."""
        for run in self.running():
            run.let_go()

    def close(self) -> None:
        """End every search, and wait for it."""
        for run in self.running():
            run.end()
        for run in self._runs.values():
            run.thread.join(timeout=10)


def _end_unheard(run: Run) -> None:
    if not run.listeners and not run.is_over:
        run.end()
