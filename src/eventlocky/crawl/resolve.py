"""Names to addresses: `*.localhost` is this machine, as RFC 6761 asks, every other name goes the usual way."""

from __future__ import annotations

import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

LOOPBACK = "127.0.0.1"


class LoopbackResolver(AbstractResolver):
    """A resolver for the demo town, whose sites are told apart by names that end in `.localhost`."""

    def __init__(self) -> None:
        self._usual = ThreadedResolver()

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_INET,
    ) -> list[ResolveResult]:
        """Return the addresses of a host."""
        if host == "localhost" or host.endswith(".localhost"):
            return [ResolveResult(hostname=host, host=LOOPBACK, port=port, family=socket.AF_INET, proto=0, flags=0)]
        return await self._usual.resolve(host, port, family)

    async def close(self) -> None:
        """Close nothing: there is nothing open."""
        await self._usual.close()
