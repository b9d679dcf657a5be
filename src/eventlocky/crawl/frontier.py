"""Where to go next on a site: best first, or breadth first by choice.

Best first is the deal crawler's idea: what is likeliest to announce something is asked for first. The words of
the link and of the address, depth, dates of sitemaps, feeds, what the linking page gave, and what is known of
pages of the same shape (from this crawl and from earlier ones) each add to a score. Breadth first within a
bound is EventFinder's.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from eventlocky.crawl.shapes import reading, shape
from eventlocky.crawl.words import roles, roles_of_address
from eventlocky.errors import UnknownNameError

ORDERS = ("best", "breadth")


class Sort(StrEnum):
    """What an address is asked for."""

    PAGE = "page"
    CALENDAR = "calendar"
    FEED = "feed"
    SITEMAP = "sitemap"


class Candidate(NamedTuple):
    """An address that may be asked for, and what speaks for it.

    A page has hundreds of links, each a candidate: a tuple is made in a quarter of the time of a dataclass.
    `is_detail` says that an event of the linking page leads there, `is_rich` that this event lacks nothing, `gave`
    how many events the linking page gave, `changed` when a sitemap or feed says that the page was changed.
    """

    url: str
    text: str = ""
    depth: int = 0
    sort: Sort = Sort.PAGE
    is_next: bool = False
    is_previous: bool = False
    is_detail: bool = False
    is_rich: bool = False
    is_furniture: bool = False
    gave: int = 0
    changed: date | None = None


# Weights. Found by walking the demo town and the sites of the tests: lists before what follows them, that before
# details, details before pages of which nothing is known, those before what is known to announce nothing.
_SORTS = {Sort.PAGE: 0.0, Sort.CALENDAR: 9.0, Sort.FEED: 0.5, Sort.SITEMAP: 1.2}
_TEXT = {"events": 4.0, "deals": 3.0, "news": 0.2, "past": -1.5, "aside": -4.0}
_ADDRESS = {"events": 3.0, "deals": 2.0, "news": 0.2, "past": -1.5, "aside": -3.0}
_NEXT = 5.0
_PREVIOUS = -5.0
_DETAIL = 2.0
_RICH_DETAIL = 1.0
_ONE_MORE = -0.3  # for every detail of the shape that was read: the next one tells less that is new of the site
_NEEDLESS = -9.0
_IDLE = 3  # so many details of a shape that told nothing new of their events speak for the others
_DEPTH = -0.5
_FURNITURE = -0.1
_MONTH = -0.2
_FRESH = 0.5
_FRESH_DAYS = 60
_SHAPE = 2.0
_FRUITLESS = -2.0
_GAVE = 0.5
_PLENTY = 5
"""So many events make a page as good as any other."""

FLOOR = -2.0
"""What scores lower is not asked for: nothing speaks for it, or much against it."""


_Waiting = tuple[float, int, str, float, str, int, Candidate]
"""One that waits: its place in the queue, rank, address, score, shape, how much was known of that, the candidate."""


class Frontier:
    """The addresses that wait, of one site."""

    def __init__(self, today: date, order: str = "best", learned: Mapping[str, float] | None = None) -> None:
        if order not in ORDERS:
            raise UnknownNameError("order of crawling", order, ORDERS)
        self.today = today
        self.order = order
        self.yields: dict[str, list[int]] = {}
        self.details: dict[str, list[bool]] = {}
        self._knowledge: dict[str, int] = {}
        self._learned = dict(learned or {})
        self._best: dict[str, _Waiting] = {}
        self._heap: list[_Waiting] = []
        self._taken: set[str] = set()
        self._count = 0

    def __len__(self) -> int:
        """Count the addresses that wait."""
        return len(self._best)

    def add(self, candidate: Candidate) -> None:
        """Let an address wait; one that waits already keeps what speaks more for it, one that was taken stays taken."""
        url = candidate.url
        if url in self._taken:
            return
        known = self._best.get(url)
        if known is None:
            rank = self._count = self._count + 1
            score = self.score(candidate)
        else:
            _, rank, _, known_score, _, _, before = known
            if self._is_as_known(candidate, known) or (before.is_detail and not candidate.is_detail):
                return  # whatever else links to it, the page of an event stays one
            score = self.score(candidate)
            is_found_out = candidate.is_detail and not before.is_detail
            if not is_found_out and (self.order == "breadth" or score <= known_score):
                return
        key = -score if self.order == "best" else float(candidate.depth)
        name = shape(url)
        waiting = (key, rank, url, score, name, self._knowledge.get(name, 0), candidate)
        self._best[url] = waiting
        heapq.heappush(self._heap, waiting)

    def has(self, candidate: Candidate) -> bool:
        """Tell whether an address was taken, or waits with this very candidate, weighed with what is known by now.

        The links of a site's frame come again with every page: one look is enough for them.
        """
        known = self._best.get(candidate.url)
        if known is None:
            return candidate.url in self._taken
        return self._is_as_known(candidate, known)

    def _is_as_known(self, candidate: Candidate, known: _Waiting) -> bool:
        """Tell whether nothing was learned of the shape of an address: a score changes with nothing else."""
        return candidate == known[6] and self._knowledge.get(known[4], 0) == known[5]

    def pop(self) -> Candidate | None:
        """Take the address that comes next, or None where nothing worth asking for waits.

        Scores change with what is learned on the way, so that the first is weighed again before it is taken.
        """
        while self._heap:
            waiting = heapq.heappop(self._heap)
            key, url = waiting[0], waiting[2]
            if url not in self._best:
                continue
            candidate = self._best[url][6]
            if self.order == "best":
                score = self.score(candidate)
                if self._heap and -score > max(key, self._heap[0][0]):  # it fell behind the one after it
                    heapq.heappush(self._heap, (-score, *waiting[1:]))
                    continue
                if score < FLOOR:
                    del self._best[url]
                    continue
            del self._best[url]
            self._taken.add(url)
            return candidate
        return None

    def take(self, url: str) -> bool:
        """Mark an address as taken (a redirect led there); tell whether it was not before."""
        is_new = url not in self._taken
        self._taken.add(url)
        self._best.pop(url, None)
        return is_new

    def learn(self, candidate: Candidate, found: int, *, has_taught: bool = False) -> None:
        """Remember what a page gave, for the pages of its shape: new events, or more of the event it is about."""
        name = shape(candidate.url)
        self._knowledge[name] = self._knowledge.get(name, 0) + 1
        if candidate.is_detail:
            self.details.setdefault(name, []).append(has_taught)
        else:
            self.yields.setdefault(name, []).append(found)

    def score(self, candidate: Candidate) -> float:
        """Say how much speaks for an address."""
        _, _, name, month = reading(candidate.url)
        score = _SORTS[candidate.sort] + _DEPTH * candidate.depth + _FURNITURE * candidate.is_furniture
        if candidate.gave:
            score += _GAVE * min(candidate.gave, _PLENTY) / _PLENTY
        if candidate.is_detail:
            score += _RICH_DETAIL if candidate.is_rich else _DETAIL
            score += self._detail(name)
        else:
            score += _worth(_TEXT, roles(candidate.text)) + _worth(_ADDRESS, roles_of_address(candidate.url))
        if month is not None or candidate.is_next or candidate.is_previous:
            score += self._turning(candidate, month)
        score += self._shape(name)
        return score if candidate.changed is None else score + self._freshness(candidate.changed)

    def _detail(self, name: str) -> float:
        """Weigh one more of the own pages of events: the lists of some sites say all there is to say."""
        known = self.details.get(name, [])
        is_idle = len(known) >= _IDLE and not any(known)
        return _ONE_MORE * len(known) + _NEEDLESS * is_idle

    def _turning(self, candidate: Candidate, month: tuple[int, int] | None) -> float:
        """Weigh what leads on or back in a list or a calendar."""
        if month is None or candidate.is_detail:
            ahead = 0
        else:
            ahead = (month[0] - self.today.year) * 12 + month[1] - self.today.month
        if candidate.is_previous or ahead < 0:
            return _PREVIOUS
        if candidate.is_next or ahead > 0:
            return (_NEXT if candidate.gave else 0.0) + _MONTH * ahead
        return 0.0

    def _shape(self, name: str) -> float:
        """Weigh what pages of the same shape gave, in this crawl and in earlier ones."""
        earlier = _SHAPE * min(self._learned[name], _PLENTY) / _PLENTY if name in self._learned else 0.0
        known = self.yields.get(name)
        if not known:
            return earlier
        return earlier + (_SHAPE * min(sum(known) / len(known), _PLENTY) / _PLENTY if sum(known) else _FRUITLESS)

    def _freshness(self, changed: date) -> float:
        return _FRESH if (self.today - changed).days <= _FRESH_DAYS else -_FRESH


def _worth(table: Mapping[str, float], said: frozenset[str]) -> float:
    return sum(table.get(role, 0.0) for role in sorted(said)) if said else 0.0
