"""One request at a time to a host, no faster than its answers, and no more than a site's budget.

Every host has a gate. After an answer the gate stays shut for a while: at least `delay_s`, at least
what robots.txt asks for (crawl-delay), and longer where the host is slow: the pause follows the time
that answers take, up at once by half the difference, down slowly. Status 429 and 503 double it, and a
Retry-After is obeyed. Where a host asks for a longer wait than `max_delay_s`, requests are refused at
once instead of sitting in a queue: whoever asks may come back later.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Self

from eventlocky.errors import FetchError, UnreachableError

_BUSY = frozenset({429, 503})
_FIRST_BACK_OFF_S = 1.0
_UP = 0.5
"""How far the pause moves towards a slower answer: halfway, as AutoThrottle does."""
_DOWN = 0.1
"""How far it moves towards a faster one: one quick answer among slow ones is no reason to hurry."""
_MOST_GATES = 10_000


class Pace:
    """The gates of all hosts."""

    def __init__(
        self, *, delay_s: float = 0.0, max_delay_s: float = 60.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.delay_s = delay_s
        self.max_delay_s = max(delay_s, max_delay_s)
        self.clock = clock
        self._gates: dict[str, _Gate] = {}

    def turn(self, host: str, *, own: bool = False) -> Turn:
        """Return a turn at a host, used as `async with`; `own` machines have no pause unless they ask for one."""
        return Turn(self, self._gate(host), host, own=own)

    def ask_delay(self, host: str, delay_s: float) -> None:
        """Keep the crawl-delay that a host asks for."""
        self._gate(host).asked_s = max(0.0, delay_s)

    def wait_s(self, host: str) -> float:
        """Return how long a request to a host would have to wait by now, other requests apart."""
        gate = self._gates.get(_key(host))
        return 0.0 if gate is None else max(0.0, gate.opens - self.clock())

    def _gate(self, host: str) -> _Gate:
        key = _key(host)
        if key not in self._gates:
            if len(self._gates) >= _MOST_GATES:
                self._forget()
            self._gates[key] = _Gate()
        return self._gates[key]

    def _forget(self) -> None:
        """Drop gates that stand open and that nobody uses."""
        now = self.clock()
        idle = [key for key, gate in self._gates.items() if not gate.users and gate.opens <= now]
        for key in idle:
            del self._gates[key]


def _key(host: str) -> str:
    return host.lower().rstrip(".")


@dataclass(slots=True)
class _Gate:
    """One host: who is at it, when it opens, how slow it is."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    opens: float = 0.0
    pause_s: float = 0.0
    asked_s: float = 0.0


class Turn:
    """One request's turn at a host: entered when the gate opens, left when the answer is in."""

    def __init__(self, pace: Pace, gate: _Gate, host: str, *, own: bool) -> None:
        self._pace = pace
        self._gate = gate
        self._host = host
        self._is_own = own
        self._is_answered = False

    async def __aenter__(self) -> Self:
        """Wait until nobody else is at the host and its pause is over."""
        self._gate.users += 1
        try:
            self._refuse_long_wait()
            await self._gate.lock.acquire()
        except BaseException:
            self._gate.users -= 1
            raise
        try:
            wait_s = self._refuse_long_wait()
            if wait_s > 0:
                await asyncio.sleep(wait_s)
        except BaseException:
            self._leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one in, after the usual pause where no answer came."""
        if not self._is_answered:
            self._pause(self._usual_s())
        self._leave()

    def answered(self, status: int, took_s: float, *, retry_after_s: float | None = None, light: bool = False) -> None:
        """Say how the host answered, and after how long.

        After a `light` answer (rules, a redirect) the next request may follow at once, unless the host
        asked for a pause itself.
        """
        gate = self._gate
        if status in _BUSY:
            gate.pause_s = min(max(2 * gate.pause_s, _FIRST_BACK_OFF_S), self._pace.max_delay_s)
            pause_s = max(gate.pause_s, gate.asked_s, retry_after_s or 0.0)
        else:
            change = min(took_s, self._pace.max_delay_s) - gate.pause_s
            gate.pause_s += change * (_UP if change > 0 else _DOWN)
            pause_s = gate.asked_s if light else self._usual_s()
        self._is_answered = True
        self._pause(pause_s)

    def _usual_s(self) -> float:
        """Return the pause that a host gets: none on this machine, unless its rules ask for one."""
        gate = self._gate
        return gate.asked_s if self._is_own else max(self._pace.delay_s, gate.asked_s, gate.pause_s)

    def _pause(self, pause_s: float) -> None:
        self._gate.opens = self._pace.clock() + pause_s

    def _refuse_long_wait(self) -> float:
        """Return how long to wait, or refuse where that is too long."""
        wait_s = self._gate.opens - self._pace.clock()
        if wait_s > self._pace.max_delay_s:
            message = (
                f"{self._host} asks for {wait_s:,.0f} s without a request. Come back then, or raise max_delay_s "
                f"(now {self._pace.max_delay_s:g} s)."
            )
            raise UnreachableError(message)
        return wait_s

    def _leave(self) -> None:
        self._gate.users -= 1
        self._gate.lock.release()


def retry_after_s(header: str | None, now: datetime | None = None) -> float | None:
    """Read a Retry-After header: seconds, or a date (`Mon, 16 Nov 2026 09:00:00 GMT`)."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        then = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - (now or datetime.now(UTC))).total_seconds())


@dataclass(slots=True)
class Budget:
    """What may still be asked of one site: requests and bytes, those of redirects included."""

    requests: int
    body_bytes: int

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be asked."""
        return self.requests <= 0 or self.body_bytes <= 0

    def ask(self, url: str) -> None:
        """Take one request off, or raise where there is none left."""
        if self.is_spent:
            message = f"{url} is not asked for: the budget of its site is spent."
            raise FetchError(message)
        self.requests -= 1

    def took(self, size: int) -> None:
        """Take the bytes of an answer off."""
        self.body_bytes -= size
