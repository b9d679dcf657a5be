"""What is kept of the answers: whole ones, and nothing of one that broke off."""

from __future__ import annotations

import asyncio

import pytest
from starlette.responses import FileResponse

from eventlocky.web.cache import Cache

SIZE = 300_000
"""More than a file's answer reads at once."""


class Visitor:
    """Somebody who asks for a file over HTTP as uvicorn tells of it, and may leave before it comes."""

    def __init__(self, *, leaves):
        self.leaves = leaves
        self.heard = []

    async def receive(self):
        if self.leaves:
            return {"type": "http.disconnect"}
        await asyncio.sleep(60)
        raise AssertionError

    async def send(self, message):
        self.heard.append(message)

    def ask(self, app):
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "method": "GET", "scheme": "http",
            "path": "/static/map.js", "query_string": b"", "headers": [(b"host", b"town.example")],
        }  # fmt: skip
        asyncio.run(app(scope, self.receive, self.send))
        return b"".join(message.get("body", b"") for message in self.heard)


@pytest.fixture
def cache(tmp_path):
    """A cache before an application that sends a file, whoever asks for what."""
    file = tmp_path / "map.js"
    file.write_bytes(b"/" * SIZE)

    async def app(scope, receive, send):
        await FileResponse(file)(scope, receive, send)

    return Cache(app, version=lambda: "1")


def test_who_leaves_in_the_middle_of_a_file_leaves_no_half_of_it_to_others(cache):
    """The half was kept with the length of the whole: for a minute every page went without its map."""
    Visitor(leaves=True).ask(cache)
    assert len(Visitor(leaves=False).ask(cache)) == SIZE


def test_a_whole_file_is_kept(cache):
    assert len(Visitor(leaves=False).ask(cache)) == SIZE
    assert len(cache.kept) == 1
    assert len(Visitor(leaves=False).ask(cache)) == SIZE
