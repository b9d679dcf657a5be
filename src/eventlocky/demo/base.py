"""The words of the demo town: a site, its answers, and the truth about what it announces.

A site's file under `sites/` writes its events once, as data; pages and truths both come from that data, so
they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from eventlocky.types import Day, Organisation

ZONE = "Europe/Berlin"
"""The time zone of the town; all its times are wall-clock times there."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a careful human would list: one announced event or deal.

    A night that recurs has an `rrule`, and `start` is its first time on or after today. A deal that only says
    until when it holds has no `start`. `page` is the fullest list that announces it; the same event may stand on
    other pages as well (a detail page, a season overview). `place` and `price` stand there or on the page behind
    `link`. Events that are over are kept: see `Town.truths`.
    """

    title: str
    start: Day | None
    end: Day | None = None
    kind: str = "event"
    page: str = "/"
    place: str | None = None
    price: str | None = None
    link: str | None = None
    rrule: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a site."""

    body: bytes
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    delay_s: float = 0.0
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """One organisation's web site: what it answers, and what is true of it."""

    host: str
    organisation: Organisation
    answer: Callable[[str, str], Reply]
    truths: tuple[Truth, ...]
    entry: str = "/"
    events_pages: tuple[str, ...] = ("/",)


@dataclass(frozen=True, slots=True)
class World:
    """What a site must know to be built: the day, the port it will be served at, and how slow the slow one is."""

    today: date
    port: int
    slow_s: float

    def url(self, host: str, path: str = "/") -> str:
        """Return the absolute address of a path on one of the town's hosts."""
        return f"http://{host}:{self.port}{path}"
