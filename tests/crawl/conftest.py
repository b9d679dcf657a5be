"""Servers for one test, on this machine; and a wall around it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@contextmanager
def _serving(answer) -> Iterator[str]:
    """Serve HTTP; `answer` is called with the handler of each request."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            answer(self)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@asynccontextmanager
async def _serving_raw(talk, host: str = "127.0.0.1") -> AsyncIterator[str]:
    """Serve bytes: `talk` is called with each request and the writer of its connection."""

    async def connected(reader, writer):
        try:
            while request := await reader.readuntil(b"\r\n\r\n"):
                await talk(request, writer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, host, 0)
    try:
        yield f"http://{host}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


@pytest.fixture
def serving_http():
    return _serving


@pytest.fixture
def serving_raw():
    return _serving_raw


@pytest.fixture
def dialled(monkeypatch) -> list[str]:
    """A wall: every address that is dialled is noted, and none but this machine's is reached."""
    from asyncio.selector_events import BaseSelectorEventLoop

    seen: list[str] = []
    connect = BaseSelectorEventLoop.sock_connect

    async def watched(self, sock, address):
        seen.append(address[0])
        if not address[0].startswith("127."):
            raise ConnectionRefusedError(111, "This test does not leave the machine")
        return await connect(self, sock, address)

    monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", watched)
    return seen
