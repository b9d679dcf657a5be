"""How often somebody may try: counted by address and by account, in memory, for each thing that can be misused.

A try counts when it is made, so that many at once are not let through, and is given back where it was a good one. Who
tried too often is told when to come back. A restart forgets all counts.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic

from fastapi import HTTPException, Request

_MOST_KEYS = 50_000
"""So many visitors are remembered; those that were quiet for longest are forgotten first."""
_IPV6_HOME = 64
"""A home or a server has at least so many bits of an IPv6 address to itself."""
_MINUTE, _HOUR = 60.0, 3_600.0


@dataclass(frozen=True, slots=True)
class Limit:
    """So many tries within a time."""

    most: int
    per_s: float


LIMITS = {
    # an address may be that of a school or a company, so it has several times what an account has
    ("sign-in", "address"): Limit(50, 15 * _MINUTE),
    ("sign-in", "account"): Limit(10, 15 * _MINUTE),
    ("sign-up", "address"): Limit(10, _HOUR),
    ("sign-up", "account"): Limit(3, _HOUR),
    ("reset", "address"): Limit(10, _HOUR),
    ("reset", "account"): Limit(3, _HOUR),
    ("link", "address"): Limit(30, _HOUR),
    ("secrets", "account"): Limit(10, _HOUR),
    ("profile", "account"): Limit(60, _HOUR),
    ("place", "account"): Limit(10, _HOUR),  # the gazetteer may look for a village for seconds
    ("search", "account"): Limit(60, _HOUR),
    ("rating", "address"): Limit(200, _HOUR),
    ("rating", "account"): Limit(60, _HOUR),
    ("correction", "address"): Limit(60, _HOUR),
    ("correction", "account"): Limit(20, _HOUR),
}
"""What is counted, by what, and how often it may be. `secrets` are new passwords, new addresses, letters sent again."""


class Limits:
    """The counts of a server."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._tries: OrderedDict[tuple[str, str, str], deque[float]] = OrderedDict()

    def take(self, what: str, **whose: str) -> None:
        """Count a try of `address=…` and `account=…`, or refuse it with the time to wait where one has had too many."""
        now = self._clock()
        counted = []
        for by, who in whose.items():
            limit = LIMITS[what, by]
            tries = self._tries.setdefault((what, by, who), deque())
            self._tries.move_to_end((what, by, who))
            while tries and tries[0] <= now - limit.per_s:
                tries.popleft()
            if len(tries) >= limit.most:
                raise too_many(tries[0] + limit.per_s - now)
            counted.append(tries)
        for tries in counted:
            tries.append(now)
        while len(self._tries) > _MOST_KEYS:
            self._tries.popitem(last=False)

    def forgive(self, what: str, **whose: str) -> None:
        """Give the last try back: it was a good one."""
        for by, who in whose.items():
            tries = self._tries.get((what, by, who))
            if tries:
                tries.pop()


def too_many(wait_s: float) -> HTTPException:
    """Return the refusal of somebody who must wait."""
    seconds = max(1, ceil(wait_s))
    wait = f"{seconds} seconds" if seconds < 2 * _MINUTE else f"{ceil(seconds / _MINUTE)} minutes"
    message = f"That was tried too often. Wait {wait} and try again."
    return HTTPException(429, message, {"Retry-After": str(seconds)})


def address_of(request: Request) -> str:
    """Return whose address a request comes from: for IPv6 that of the network, which one visitor has to itself."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), _IPV6_HOME), strict=False))
    return host
