"""robots.txt: whose rules, by which name, under which type."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from eventlocky.crawl import Fetcher, crawl
from eventlocky.errors import RobotsError
from eventlocky.settings import Settings
from eventlocky.types import Page

FORBID = "User-agent: *\nDisallow: /\n"


@contextmanager
def serving(rules: dict[str, str], *, content_type: str = "text/plain", redirect: bool = False) -> Iterator[int]:
    """Serve hosts with their rules; with `redirect`, `localhost` sends its visitors on to `www.localhost`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            host, _, port = self.headers["Host"].partition(":")
            if self.path == "/robots.txt":
                self.answer(200 if host in rules else 404, rules.get(host, ""), content_type)
            elif redirect and host == "localhost":
                self.answer(301, "", "text/html", f"http://www.localhost:{port}{self.path}")
            else:
                self.answer(200, "<a href=/more>more</a>", "text/html")

        def answer(self, status, body, kind, location=None):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if location:
                self.send_header("Location", location)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def walk(port: int) -> list[Page]:
    async def collect() -> list[Page]:
        async with Fetcher(Settings(allow_loopback=True, timeout_s=2)) as fetcher:
            return [page async for page in crawl(fetcher, f"http://localhost:{port}/")]

    return asyncio.run(collect())


@pytest.mark.parametrize("content_type", ["text/plain", "application/octet-stream", "text/html", ""])
def test_rules_hold_whatever_type_the_server_says_they_are(content_type):
    with serving({"localhost": FORBID}, content_type=content_type) as port, pytest.raises(RobotsError):
        walk(port)


@pytest.mark.parametrize("name", ["Eventlocky", "eventlocky"])
def test_rules_for_our_name_are_ours(name):
    rules = f"User-agent: {name}\nDisallow: /\n"
    with serving({"localhost": rules}) as port, pytest.raises(RobotsError):
        walk(port)


@pytest.mark.parametrize("name", ["obeys", "robots.txt", "pages"])
def test_rules_for_another_whose_name_is_among_our_words_are_not_ours(name):
    with serving({"localhost": f"User-agent: {name}\nDisallow: /\n"}) as port:
        assert len(walk(port)) == 2


def test_a_site_that_moved_to_another_host_is_read_there():
    with serving({}, redirect=True) as port:
        assert [page.url for page in walk(port)] == [f"http://www.localhost:{port}{path}" for path in ("/", "/more")]


def test_a_redirect_does_not_lead_around_the_rules_of_the_other_host():
    with serving({"www.localhost": FORBID}, redirect=True) as port, pytest.raises(RobotsError, match="www"):
        walk(port)
