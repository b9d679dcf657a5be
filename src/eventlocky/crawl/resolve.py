"""Names to addresses: `*.localhost` is this machine, as RFC 6761 asks; of the rest only public ones are told.

Look-ups run in threads of their own: the threads that read pages may all be busy for seconds.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from aiohttp.abc import AbstractResolver, ResolveResult

from eventlocky.crawl.address import check_ip, is_public
from eventlocky.errors import AddressRefusedError

LOOPBACK = "127.0.0.1"
_THREADS = 16
"""So many look-ups wait side by side; most of them are over in 50 ms."""


class Resolver(AbstractResolver):
    """A resolver that knows which addresses we go to."""

    def __init__(self, *, allow_loopback: bool = False) -> None:
        self.allow_loopback = allow_loopback
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="names")

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_UNSPEC,
    ) -> list[ResolveResult]:
        """Return the addresses of a host that we go to, or refuse the host where there is none."""
        found = await self._look_up(host, port, family)
        fitting = [result for result in found if self._fits(result["host"])]
        if found and not fitting:
            check_ip(found[0]["host"], allow_loopback=self.allow_loopback)
        return fitting

    async def _look_up(self, host: str, port: int, family: socket.AddressFamily) -> list[ResolveResult]:
        if f".{host.lower().rstrip('.')}".endswith(".localhost"):
            return [ResolveResult(hostname=host, host=LOOPBACK, port=port, family=socket.AF_INET, proto=0, flags=0)]
        loop = asyncio.get_running_loop()
        look_up = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG)
        infos = await loop.run_in_executor(self._threads, look_up)
        return [
            ResolveResult(
                hostname=host, host=str(address[0]), port=port, family=kind, proto=protocol, flags=socket.AI_NUMERICHOST
            )
            for kind, _, protocol, _, address in infos
        ]

    def _fits(self, address: str) -> bool:
        if is_public(address):
            return True
        try:
            check_ip(address, allow_loopback=self.allow_loopback)
        except AddressRefusedError:
            return False
        return True

    async def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
