"""Places by their names from Nominatim, by the rules of its public server.

One request a second at the most, however many runs there are; a user agent that says who asks; answers kept; the
makers of the data named: https://operations.osmfoundation.org/policies/nominatim/. Set `nominatim_url` for your own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from eventlocky.errors import PlacesError
from eventlocky.places.ask import BUSY, OK, NoAnswerError, Question, Reply, ask
from eventlocky.places.memory import Memory
from eventlocky.places.names import clean
from eventlocky.places.organisations import coordinates
from eventlocky.places.osm import CREDIT
from eventlocky.places.spot import Spot
from eventlocky.settings import Settings

_PAUSE_S = 1.0
"""The least pause between two requests that the rules of the public server allow."""
_MOST = 5
_FORBIDDEN = 403


class Nominatim:
    """The geocoder `nominatim`."""

    name = "nominatim"
    credit = CREDIT

    def __init__(self, settings: Settings, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.settings = settings
        self.sleep = sleep

    async def locate(self, text: str) -> list[Spot]:
        """Return the places of a name, the most important first; none where nobody knows it."""
        asked = " ".join(text.split())
        url = self.settings.nominatim_url.rstrip("/")
        with Memory.of(self.settings) as memory:
            kept = memory.recall(self.name, url, asked.casefold())
            if kept is not None and kept.is_fresh:
                return _spots(Reply(url, OK, kept.body).data())
            await self.sleep(memory.turn_s(url, _PAUSE_S))
            try:
                reply = await self._ask(f"{url}/search?{urlencode({'q': asked, 'format': 'jsonv2', 'limit': _MOST})}")
            finally:
                memory.turn_is_over(url)
            spots = _spots(self._data(reply))
            memory.keep(reply.body, self.name, url, asked.casefold())
        return spots

    async def _ask(self, url: str) -> Reply:
        try:
            reply = await ask(Question(url, {}, timeout_s=self.settings.timeout_s), self.settings)
        except NoAnswerError as error:
            message = f'{error}. Check the network, give "latitude,longitude", or try --geocoder gazetteer.'
            raise PlacesError(message) from error
        if reply.status == OK:
            return reply
        if reply.status == _FORBIDDEN:
            advice = "It refuses who breaks its rules: name yourself in user_agent and opt_out_page, and wait."
        elif reply.status in BUSY:
            wait = f" in {reply.retry_after_s:.0f} s" if reply.retry_after_s else " later"
            advice = f"It is busy: try again{wait}."
        else:
            advice = f"It says: {reply.told() or 'nothing'}. Check nominatim_url in the settings."
        message = f"Nominatim at {reply.host} answered with status {reply.status}. {advice}"
        raise PlacesError(message)

    def _data(self, reply: Reply) -> object:
        try:
            return reply.data()
        except NoAnswerError as error:
            message = f"{error} Check nominatim_url in the settings."
            raise PlacesError(message) from error


def _spots(data: Any) -> list[Spot]:  # noqa: ANN401 - JSON is anything
    """Read an answer: a list of places, the best first."""
    rows = data if isinstance(data, list) else []
    found = []
    for row in rows:
        where = coordinates(row.get("lat"), row.get("lon")) if isinstance(row, dict) else None
        name = clean(row.get("display_name")) if where else ""
        if where and name:
            found.append(Spot(name, *where))
    return found
