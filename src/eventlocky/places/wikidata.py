"""Wikidata: what it knows in an area that has an official web site (P856), by one question in SPARQL.

It knows few organisations, but those that are known: museums, theatres, universities, churches, clubs.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from eventlocky.errors import PlacesError
from eventlocky.places import categories
from eventlocky.places.area import Area, Circle, needed
from eventlocky.places.ask import BUSY, OK, NoAnswerError, Question, Reply, ask
from eventlocky.places.memory import Kept, Memory
from eventlocky.places.organisations import Organisations, coordinates, make
from eventlocky.settings import Settings
from eventlocky.types import Organisation

_MOST_ROWS = 10_000
_SERVER_S = 60.0
"""The service gives up after so long."""
_LANGUAGES = "[AUTO_LANGUAGE],mul,en,de,fr,es,it,nl,pt,pl,sv,da,nb,fi,cs,ja,ko,zh"
_POINT = re.compile(r"Point\((-?\d{1,3}(?:\.\d{1,20})?) (-?\d{1,2}(?:\.\d{1,20})?)\)")
"""A point on the Earth; one on the Moon has the address of its globe before it."""
_ITEM = re.compile(r"https?://www\.wikidata\.org/entity/(Q\d{1,15})")
_CREDIT = "Wikidata (CC0)"


class Wikidata:
    """The source `wikidata`."""

    name = "wikidata"

    def __init__(self, settings: Settings, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.settings = settings
        self.sleep = sleep

    async def find(self, area: Area | None) -> Organisations:
        """Return the organisations of an area that have an official web site."""
        area = needed(area)
        text = query(area)
        with Memory.of(self.settings) as memory:
            kept = memory.recall(self.name, text)
            if kept is not None and kept.is_fresh:
                return self._found(Reply("", OK, kept.body).data(), area)
            try:
                reply = await self._ask(text)
                found = self._found(reply.data(), area)
            except PlacesError as error:
                return self._older(kept, area, error)
            memory.keep(reply.body, self.name, text)
        return found

    def _older(self, kept: Kept | None, area: Area, error: PlacesError) -> Organisations:
        """Return what was answered once, where nothing new is to be had."""
        if kept is None:
            message = f"{str(error).rstrip('.')}. Try again later or with a smaller --radius, or take another --source."
            raise PlacesError(message) from error
        note = f"{str(error).rstrip('.')}: the answer of {kept.age} ago is used."
        return self._found(Reply("", OK, kept.body).data(), area, note)

    async def _ask(self, text: str) -> Reply:
        """Ask; a service that is busy is asked once more, after the pause it wants."""
        question = Question(
            self.settings.wikidata_url,
            {"Accept": "application/sparql-results+json"},
            form={"query": text, "format": "json"},
            timeout_s=_SERVER_S + self.settings.timeout_s,
        )
        reply = await ask(question, self.settings)
        if reply.status in BUSY and 0 < (reply.retry_after_s or 0) <= self.settings.max_delay_s:
            await self.sleep(reply.retry_after_s or 0)
            reply = await ask(question, self.settings)
        if reply.status != OK:
            slow = "TimeoutException" in reply.body[:100_000].decode("utf-8", "replace")
            reason = "the question took too long" if slow else f"status {reply.status}"
            message = f"Wikidata at {reply.host} gave no answer ({reason})"
            raise NoAnswerError(message)
        return reply

    def _found(self, data: Any, area: Area, note: str = "") -> Organisations:  # noqa: ANN401 - JSON is anything
        found = tuple(organisations(data, area, local=self.settings.allow_loopback))
        return Organisations(found, (note,) if note else (), (_CREDIT,))


def query(area: Area) -> str:
    """Write the question: things with a site in a circle or some boxes that are not over, with what they are."""
    if isinstance(area, Circle):
        radius_km = max(area.radius_m, 1.0) / 1_000
        inside = [f'{_set("center", area.lat, area.lon)} bd:serviceParam wikibase:radius "{radius_km:.3f}" .']
        service = "around"
    else:
        inside = [
            f"{_set('cornerSouthWest', box.south, box.west)} {_set('cornerNorthEast', box.north, box.east)}"
            for box in area.boxes()
        ]
        service = "box"
    places = " UNION ".join(
        f"{{ SERVICE wikibase:{service} {{ ?item wdt:P625 ?where . {parameters} }} }}" for parameters in inside
    )
    return (
        f"SELECT ?item ?itemLabel ?where ?site ?kind WHERE {{ {places} ?item wdt:P856 ?site . "
        "FILTER NOT EXISTS { ?item wdt:P576 ?over } "
        'OPTIONAL { ?item wdt:P31 ?class . ?class rdfs:label ?kind . FILTER(LANG(?kind) = "en") } '
        f'SERVICE wikibase:label {{ bd:serviceParam wikibase:language "{_LANGUAGES}" }} }} LIMIT {_MOST_ROWS}'
    )


def _set(name: str, lat: float, lon: float) -> str:
    """Write a point as a parameter of a service."""
    return f'bd:serviceParam wikibase:{name} "Point({lon:.5f} {lat:.5f})"^^geo:wktLiteral .'


def organisations(data: Any, area: Area, *, local: bool = False) -> Iterator[Organisation]:  # noqa: ANN401 - JSON
    """Yield the organisations of an answer; one that is several things has a row for each of them."""
    results = data.get("results") if isinstance(data, dict) else None
    rows = results.get("bindings") if isinstance(results, dict) else None
    if not isinstance(rows, list):
        message = "Wikidata answered without results"
        raise NoAnswerError(message)
    things: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        values = _values(row)
        if item := _ITEM.fullmatch(values.get("item", "")):
            things.setdefault(item[1], []).append(values)
    for number, found in things.items():
        first = found[0]
        point = _POINT.fullmatch(first.get("where", ""))
        where = coordinates(point[2], point[1]) if point else None
        if where is None or not area.contains(*where) or first.get("itemLabel") == number:
            continue
        kinds = [row["kind"] for row in found if "kind" in row]
        known = next((kind for kind in kinds if categories.of_words(kind)), kinds[0] if kinds else "")
        said: dict[str, object] = {
            "name": first.get("itemLabel"),
            "website": first.get("site"),
            "type": known.replace(" ", "_"),
            "source_id": f"wikidata/{number}",
        }
        organisation = make(said, where, categories.of_words(known), local=local)
        if organisation is not None and organisation.website:
            yield organisation


def _values(row: Any) -> dict[str, str]:  # noqa: ANN401 - JSON is anything
    """Return the texts of a row by their names."""
    if not isinstance(row, dict):
        return {}
    return {
        name: cell["value"]
        for name, cell in row.items()
        if isinstance(cell, dict) and isinstance(cell.get("value"), str)
    }
