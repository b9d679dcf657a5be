"""What the server does, told: headers that every answer carries, a line of JSON a request, figures for Prometheus.

Lines hold the route, never the search: what somebody looks for, and where, is theirs.
"""

from __future__ import annotations

import json
import logging
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eventlocky.settings import Settings

ACCESS = logging.getLogger("eventlocky.web.access")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{tiles}; connect-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.*:-]{1,253}")
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"geolocation=(self), camera=(), microphone=()"),
]  # fmt: skip
Headers = list[tuple[bytes, bytes]]
_BOUNDS_S = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)


def policy(settings: Settings) -> bytes:
    """Return the policy that every answer carries: nothing but our own, and the pictures of the map."""
    origin = _ORIGIN.match(settings.map_tiles.replace("{s}", "*"))
    return _POLICY.format(tiles=f" {origin[0]}" if origin else "").encode()


def _added(headers: Iterable[tuple[bytes, bytes]], everywhere: Headers) -> Headers:
    """Return the headers that an answer lacks; one that says itself who may frame it has no older word for that."""
    own = dict(headers)
    if b"frame-ancestors" in own.get(b"content-security-policy", b""):
        own[b"x-frame-options"] = b""
    return [pair for pair in everywhere if pair[0] not in own]


class Watch:
    """Count, time and log every request, and add the headers."""

    def __init__(self, app: ASGIApp, policy: bytes) -> None:
        self.app = app
        self.headers = [(b"content-security-policy", policy), *HEADERS]
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.cache: Counter[str] = Counter()
        self.buckets = [0] * (len(_BOUNDS_S) + 1)
        self.seconds = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and write down how that went."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["watch"] = self
        began, status, size = perf_counter(), 500, 0

        async def hear(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], *_added(message["headers"], self.headers)]}
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, hear)
        finally:
            self._note(scope, status, size, perf_counter() - began)

    def _note(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "") or "other"
        method = scope["method"] if scope["method"] in {"GET", "HEAD", "POST", "OPTIONS"} else "OTHER"
        self.requests[method, route, status] += 1
        self.cache[scope.get("cache", "none")] += 1
        self.buckets[bisect_left(_BOUNDS_S, seconds)] += 1
        self.seconds += seconds
        if ACCESS.isEnabledFor(logging.INFO):
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            line = {"at": at, "method": method, "route": route, "status": status, "bytes": size,
                    "ms": round(1_000 * seconds, 3), "cache": scope.get("cache", "none")}  # fmt: skip
            ACCESS.info("%s", json.dumps(line))

    def text(self) -> str:
        """Return the figures as Prometheus reads them."""
        lines = ["# HELP eventlocky_requests_total Requests answered.", "# TYPE eventlocky_requests_total counter"]
        lines += [
            f'eventlocky_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
            for (method, route, status), count in sorted(self.requests.items())
        ]
        lines += [
            "# HELP eventlocky_cache_total Requests by what the cache knew.",
            "# TYPE eventlocky_cache_total counter",
        ]
        lines += [f'eventlocky_cache_total{{cache="{name}"}} {count}' for name, count in sorted(self.cache.items())]
        lines += [
            "# HELP eventlocky_request_seconds How long answers took.",
            "# TYPE eventlocky_request_seconds histogram",
        ]
        total = 0
        for bound, count in zip((*map(str, _BOUNDS_S), "+Inf"), self.buckets, strict=True):
            total += count
            lines.append(f'eventlocky_request_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"eventlocky_request_seconds_sum {self.seconds:.6f}", f"eventlocky_request_seconds_count {total}"]
        return "\n".join(lines) + "\n"
