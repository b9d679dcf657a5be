"""OpenStreetMap through Overpass: all objects with a web site in an area, in one question.

The servers are tried in turn; one that is busy is asked once more, after the pause it wants. An answer that broke off
on the server (it says so in a `remark`) is used where nobody gives a whole one, but never kept. Where no server
answers, an older answer that was kept takes its place, and the finding says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from eventlocky.errors import PlacesError
from eventlocky.places import osm
from eventlocky.places.area import Area, Circle, needed
from eventlocky.places.ask import BUSY, OK, NoAnswerError, Question, Reply, ask, host
from eventlocky.places.memory import Memory
from eventlocky.places.organisations import Organisations, coordinates
from eventlocky.settings import Settings
from eventlocky.types import Organisation

_KEYS = osm.WEBSITE_KEYS[:3]
"""The tags that are asked for; the others are rare."""
_MOST_ELEMENTS = 20_000
_MOST_BYTES = 256 * 1024 * 1024
"""What the server may use of its memory: far more than a town needs, half of what it gives by default."""
_SLACK_S = 10.0
"""How much longer than the server itself we wait for its answer."""
_USUAL_PAUSE_S = 15.0
"""How long a busy server is left alone that names no time: a slot is free again after about that."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What became of asking one server: elements, or the reason why there are none or not all."""

    elements: list[Any] | None = None
    problem: str = ""
    body: bytes = b""
    wait_s: float | None = None
    """After how long it may be asked again; None: there is no point in it."""


class Overpass:
    """The source `overpass`."""

    name = "overpass"

    def __init__(self, settings: Settings, sleep: Sleep = asyncio.sleep) -> None:
        self.settings = settings
        self.sleep = sleep

    async def find(self, area: Area | None) -> Organisations:
        """Return the organisations of an area that have a web site."""
        area = needed(area)
        text = query(area, self.settings.overpass_timeout_s)
        with Memory.of(self.settings) as memory:
            kept = memory.recall(self.name, text)
            if kept is not None and kept.is_fresh:
                return self._found(_read(Reply("", OK, kept.body)).elements or [], area)
            attempt = await self._ask_all(text)
            if attempt.body:
                memory.keep(attempt.body, self.name, text)
        if attempt.elements is None or (attempt.problem and kept is not None):
            if kept is None:
                message = (
                    f"No Overpass server answered: {attempt.problem}. Check the network, try again in a few minutes or "
                    "with a smaller --radius, or take another source: --places FILE, --source wikidata."
                )
                raise PlacesError(message)
            note = f"No Overpass server answered ({attempt.problem}): the answer of {kept.age} ago is used."
            return self._found(_read(Reply("", OK, kept.body)).elements or [], area, note)
        note = f"Overpass did not finish ({attempt.problem}): some organisations are missing. Try a smaller --radius."
        return self._found(attempt.elements, area, note if attempt.problem else "")

    async def _ask_all(self, text: str) -> _Attempt:
        """Ask the servers in turn, the busy ones once more, until one gives a whole answer."""
        waiting = self.settings.overpass_urls.split()
        if not waiting:
            return _Attempt(problem="overpass_urls in the settings is empty")
        partial: _Attempt | None = None
        problems: dict[str, str] = {}
        for is_last in (False, True):
            pauses: dict[str, float] = {}
            for url in waiting:
                attempt = await self._ask(url, text)
                if attempt.elements is not None and not attempt.problem:
                    return attempt
                problems[url] = attempt.problem
                if attempt.elements and (partial is None or len(attempt.elements) > len(partial.elements or [])):
                    partial = attempt
                if attempt.wait_s is not None and attempt.wait_s <= self.settings.max_delay_s:
                    pauses[url] = attempt.wait_s
            if partial is not None or not pauses or is_last:
                break
            waiting = sorted(pauses, key=pauses.__getitem__)
            await self.sleep(pauses[waiting[0]])
        return partial or _Attempt(problem="; ".join(problems.values()))

    async def _ask(self, url: str, text: str) -> _Attempt:
        timeout_s = self.settings.overpass_timeout_s + _SLACK_S
        try:
            reply = await ask(Question(url, {}, form={"data": text}, timeout_s=timeout_s), self.settings)
            if reply.status == OK:
                return _read(reply)
        except NoAnswerError as error:
            return _Attempt(problem=str(error).rstrip("."))
        if reply.status in BUSY:
            pause_s = _USUAL_PAUSE_S if reply.retry_after_s is None else reply.retry_after_s
            return _Attempt(problem=f"{host(url)} is busy (status {reply.status})", wait_s=pause_s)
        return _Attempt(problem=f"{host(url)} answered with status {reply.status}: {_reason(reply)}")

    def _found(self, elements: list[Any], area: Area, note: str = "") -> Organisations:
        if len(elements) >= _MOST_ELEMENTS:
            note = f"{note} Only {_MOST_ELEMENTS:,} objects were asked for; more may be there.".strip()
        found = tuple(organisations(elements, area, local=self.settings.allow_loopback))
        return Organisations(found, (note,) if note else (), (osm.CREDIT,))


def query(area: Area, timeout_s: float) -> str:
    """Write the question: nodes, ways and relations with a web site, as their tags and middles.

    Coordinates have five digits, about a metre, so that the same place is the same question.
    """
    if isinstance(area, Circle):
        filters = [f"(around:{max(1, round(area.radius_m))},{area.lat:.5f},{area.lon:.5f})"]
    else:
        filters = [f"({b.south:.5f},{b.west:.5f},{b.north:.5f},{b.east:.5f})" for b in area.boxes()]
    parts = "".join(f'nwr["{key}"]{where};' for where in filters for key in _KEYS)
    head = f"[out:json][timeout:{max(1, round(timeout_s))}][maxsize:{_MOST_BYTES}];"
    return f"{head}({parts});out tags center qt {_MOST_ELEMENTS};"


def organisations(elements: Iterable[Any], area: Area, *, local: bool = False) -> Iterable[Organisation]:
    """Yield the organisations among the elements of an answer; what lies far away was not asked for."""
    reach = _reach(area)
    for element in elements:
        if not isinstance(element, dict) or not isinstance(tags := element.get("tags"), dict):
            continue
        middle = element.get("center", element)
        where = coordinates(middle.get("lat"), middle.get("lon")) if isinstance(middle, dict) else None
        if where is None or not reach.contains(*where):
            continue
        found = osm.organisation(str(element.get("type", "")), element.get("id"), tags, where, local=local)
        if found is not None:
            yield found


def _reach(area: Area) -> Circle:
    """Return the circle where the middles of objects may be that lie in an area: of a park only the edge may."""
    around = area.circle()
    return Circle(around.lat, around.lon, 2 * around.radius_m + _OBJECT_M)


_OBJECT_M = 500.0
"""The middle of a large object may be that much farther away than the part of it that lies in the area."""


def _read(reply: Reply) -> _Attempt:
    """Read an answer of status 200: elements, and the remark where the server did not finish."""
    try:
        data = reply.data()
    except NoAnswerError as error:
        return _Attempt(problem=str(error).rstrip("."), wait_s=_USUAL_PAUSE_S if b"busy" in reply.body else None)
    elements = data.get("elements") if isinstance(data, dict) else None
    if not isinstance(elements, list):
        return _Attempt(problem=f"{reply.host} answered without elements")
    remark = str(data.get("remark") or "")
    if "error" in remark or "timed out" in remark:
        return _Attempt(elements, f"{reply.host} says: {remark[:200]}".rstrip("."))
    return _Attempt(elements, body=reply.body)


def _reason(reply: Reply) -> str:
    """Return what an error page of Overpass says, without its markup."""
    text = reply.told()
    plain = "".join(part.partition(">")[2] for part in f">{text}".split("<"))
    return " ".join(plain.split())[:120] or "no reason given"
