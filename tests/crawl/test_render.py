"""Pages that are empty without JavaScript, shown by a browser that has no way to the network but ours."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing

import pytest

from eventlocky.crawl.fetch import Fetched, Fetcher
from eventlocky.crawl.render import Renderer, needs_rendering
from eventlocky.errors import FetchError, MissingExtraError, RobotsError, UnreachableError
from eventlocky.settings import Settings

SHELL = b"<!doctype html><title>Hall</title><div id=root></div><script src=/app.js></script>"


def test_an_empty_page_with_a_script_needs_a_browser():
    assert needs_rendering(SHELL, "Hall")
    assert needs_rendering(b"<p>You need to enable JavaScript to run this app.<SCRIPT>1</SCRIPT>", "You need …")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"<p>closed</p>", "closed"),  # no script could change it
        (b"<script></script>" + b"<a href=x>y</a>" * 3, "y y y"),  # links lead on
        (b"<script></script>", "word " * 60),
        (b"", ""),
    ],
)
def test_other_pages_do_not(body, text):
    assert not needs_rendering(body, text)


def test_no_page_of_the_corpora_needs_one(shared):
    import gzip

    from eventlocky.page import parse

    files = sorted((shared / "corpora").glob("*/pages/*.html.gz"))[::7]
    bodies = {file.name: gzip.decompress(file.read_bytes()) for file in files}
    assert [name for name, body in bodies.items() if needs_rendering(body, parse(body).text(0))] == []


def test_the_extra_that_is_missing_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "playwright.async_api", None)

    async def once() -> None:
        async with Fetcher(LOCAL) as fetcher, Renderer(fetcher):
            pass

    with pytest.raises(MissingExtraError, match=r"eventlocky\[render\]"):
        asyncio.run(once())


LOCAL = Settings(allow_loopback=True, timeout_s=20)
LIST = """
fetch('/events.json').then(answer => answer.json()).then(titles => {
  document.getElementById('root').innerHTML = titles.map(title => '<li>' + title + '</li>').join('')
})
"""
ESCAPE = """
const there = '127.0.0.1:%d'
new Image().src = 'http://' + there + '/picture'
try { new WebSocket('ws://' + there + '/socket') } catch (error) {}
try { new EventSource('http://' + there + '/stream') } catch (error) {}
navigator.sendBeacon('http://' + there + '/beacon', 'x')
fetch('http://' + there + '/post', {method: 'POST', body: 'x', mode: 'no-cors'}).catch(() => 0)
const link = document.createElement('link'); link.rel = 'preconnect'; link.href = 'http://' + there
document.head.appendChild(link)
fetch('http://10.0.0.1/').catch(() => 0)
document.getElementById('root').textContent = 'tried'
"""


def site(parts: dict[str, tuple[str, str]], asked: list[str]):
    def answer(handler):
        asked.append(handler.path)
        kind, body = parts.get(handler.path, ("text/html", SHELL.decode()))
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body.encode())

    return answer


def show(serving, parts: dict[str, tuple[str, str]], settings: Settings = LOCAL, **wishes) -> tuple[Fetched, list[str]]:
    asked: list[str] = []

    async def once(address: str) -> Fetched:
        async with Fetcher(settings) as fetcher, Renderer(fetcher) as renderer:
            page = await fetcher.fetch(f"{address}/")
            return await renderer.render(page, **wishes)

    with serving(site(parts, asked)) as address:
        return asyncio.run(once(address)), asked


@pytest.mark.browser
@pytest.mark.slow
def test_a_page_is_shown_with_what_its_scripts_write(serving_http, chromium):
    parts = {"/app.js": ("text/javascript", LIST), "/events.json": ("application/json", '["Concert", "Talk"]')}
    page, asked = show(serving_http, parts)
    assert b"<li>Concert</li><li>Talk</li>" in page.body
    assert (page.encoding, page.status) == ("utf-8", 200)
    assert asked == ["/", "/app.js", "/events.json"]


@pytest.mark.browser
@pytest.mark.slow
def test_the_browser_reaches_nothing_by_itself(serving_http, chromium):
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(0)
        page, _ = show(serving_http, {"/app.js": ("text/javascript", ESCAPE % server.getsockname()[1])})
        assert b"tried" in page.body
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.browser
@pytest.mark.slow
def test_rules_hold_for_the_parts_of_a_page(serving_http, chromium):
    async def check(url: str) -> None:
        if url.endswith(".json"):
            raise RobotsError(url)

    parts = {"/app.js": ("text/javascript", LIST), "/events.json": ("application/json", '["Concert"]')}
    page, asked = show(serving_http, parts, check=check)
    assert b"Concert" not in page.body
    assert asked == ["/", "/app.js"]


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("script", ["while (true) {}", "setInterval(() => fetch('/more?' + Math.random()), 1)"])
def test_a_page_that_never_rests_is_given_up(serving_http, chromium, script):
    settings = Settings(allow_loopback=True, timeout_s=4)
    with pytest.raises(UnreachableError):
        show(serving_http, {"/app.js": ("text/javascript", script)}, settings)


def test_a_renderer_must_be_opened_first():
    page = Fetched("http://x.example/", b"")
    with pytest.raises(FetchError, match="async with"):
        asyncio.run(Renderer(Fetcher(LOCAL)).render(page))
