"""The rules of sites, remembered for a day in the ledger: a crawl that goes on does not ask for robots.txt again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, cast

from eventlocky.crawl.address import read
from eventlocky.crawl.fetch import Fetched, Fetcher
from eventlocky.crawl.ledger import Known, Ledger
from eventlocky.crawl.robots import Robots, Rulebook, product_token

_READER = "robots"


class RememberedRules(Rulebook):
    """A rulebook that looks into the ledger first."""

    def __init__(self, fetcher: Fetcher, ledger: Ledger, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(fetcher, clock=clock)
        self.ledger = ledger

    async def _fetch(self, url: str, old: Robots | None) -> tuple[Robots, float]:
        """Take the rules of the ledger where they still hold, else fetch them and write them down."""
        address = read(url)
        place = f"{address.origin}/robots.txt"
        known = self.ledger.answer(place)
        now = self.clock()
        if known is not None and known.is_fresh(now, _READER):
            robots = self._read(known)
            if robots.delay_s:
                self.fetcher.pace.ask_delay(address.host, robots.delay_s)
            return robots, known.due - now
        listener = _Listener(self.fetcher)
        passed_on = Rulebook(cast("Fetcher", listener), clock=self.clock)
        robots, kept_s = await Rulebook._fetch(passed_on, url, old)  # noqa: SLF001 - our own class's
        note = json.dumps(
            {"rules": listener.body.decode("latin-1"), "refusal": robots.refusal, "any": robots.rules is None}
        )
        self.ledger.keep(Known(place, address.origin, now, now + kept_s, reader=_READER, note=note))
        return robots, kept_s

    def _read(self, known: Known) -> Robots:
        row = json.loads(known.note)
        user_agent = self.fetcher.settings.user_agent
        if row["any"] or row["refusal"]:
            return Robots(None, product_token(user_agent), refusal=row["refusal"])
        return Robots.parse(row["rules"].encode("latin-1"), user_agent)


class _Listener:
    """A fetcher that passes everything on and keeps the bytes that came."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self.settings = fetcher.settings
        self.pace = fetcher.pace
        self.body = b""

    async def fetch(self, url: str, **how: Any) -> Fetched:  # noqa: ANN401 - whatever a fetch takes
        """Fetch, and keep the bytes."""
        page = await self._fetcher.fetch(url, **how)
        self.body = page.body
        return page
