"""Pages that are empty without JavaScript, shown by a browser that has no way to the network but ours."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing
from datetime import date

import pytest

from eventlocky.crawl.fetch import Fetched, Fetcher
from eventlocky.crawl.health import State
from eventlocky.crawl.ledger import Ledger
from eventlocky.crawl.render import Browser, Renderer, may_render, needs_rendering
from eventlocky.errors import FetchError, MissingExtraError, RobotsError, UnknownNameError, UnreachableError
from eventlocky.page import parse
from eventlocky.settings import Settings
from eventlocky.site import SiteReading, Way, watch

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
def test_boxes_are_written_where_asked_for_and_only_of_what_is_drawn(serving_http, chromium):
    script = """document.getElementById('root').innerHTML =
      '<p style="position: absolute; left: 30px; top: 40px; width: 200px; height: 50px; margin: 0; font: bold 20px serif">A</p>' +
      '<p hidden data-box="1 2 3 4 5 6">B</p><p style="visibility: hidden">C</p>'"""
    parts = {"/app.js": ("text/javascript", script)}
    page, _ = show(serving_http, parts, boxes=True)
    tree = parse(page.body)
    assert [(tree.text(row), *box) for row, box in tree.boxes.items() if tree.tags[row] == "p"] == [
        ("A", 30, 40, 200, 50, 20, 700)
    ]
    assert b"data-box" not in show(serving_http, {"/app.js": ("text/javascript", "1")})[0].body


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


PROGRAMME = """
fetch('/events.json').then(answer => answer.json()).then(events => {
  document.getElementById('root').innerHTML = '<h1>Programme</h1><ul>' + events.map(event =>
    '<li class=event><p>' + event[0] + '</p><h3>' + event[1] + '</h3><p>In the great hall.</p></li>').join('') + '</ul>'
})
"""
EVENTS = '[["20 Nov 2026, 19:30", "Jazz at the Quay"], ["21 Nov 2026, 20:00", "Tango Night"], ["27 Nov 2026, 20:00", "Fado"]]'


def crawl(serving, tmp_path, render: str) -> tuple[SiteReading, list[str]]:
    """Read a site of one page that its script fills, twice, a month apart."""
    asked: list[str] = []
    parts = {"/app.js": ("text/javascript", PROGRAMME), "/events.json": ("application/json", EVENTS),
             "/robots.txt": ("text/plain", "")}  # fmt: skip

    async def once(address: str, now: float) -> SiteReading:
        async with Fetcher(Settings(allow_loopback=True, render=render)) as fetcher, Browser(fetcher) as browser:
            with Ledger(tmp_path / "ledger") as ledger:
                way = Way(("event",), date(2026, 11, 16), clock=lambda: now, browser=browser)
                return [each async for each in watch(fetcher, ledger, f"{address}/", way)][-1]

    with serving(site(parts, asked)) as address:
        first, second = (asyncio.run(once(address, now)) for now in (0.0, 40 * 24 * 3_600.0))
    assert second.events == first.events
    return first, asked


@pytest.mark.browser
@pytest.mark.slow
def test_a_crawl_shows_a_page_that_is_empty_without_scripts_and_asks_again_because_its_shell_says_nothing(
    serving_http, chromium, tmp_path
):
    reading, asked = crawl(serving_http, tmp_path, "always")
    assert [event.title for event in reading.events] == ["Jazz at the Quay", "Tango Night", "Fado"]
    assert reading.health.state is State.GOOD
    assert asked.count("/events.json") == 2


def test_a_crawl_without_a_browser_says_that_a_page_is_empty_without_scripts(serving_http, tmp_path):
    reading, asked = crawl(serving_http, tmp_path, "never")
    assert (reading.events, reading.health.state) == ((), State.SCRIPTED)
    assert "/app.js" not in asked


def test_a_browser_that_is_not_there_leaves_pages_as_they_came(monkeypatch, serving_http, tmp_path):
    monkeypatch.setattr("eventlocky.crawl.render.shutil.which", lambda _: None)
    reading, _ = crawl(serving_http, tmp_path, "always")
    assert reading.health.state is State.SCRIPTED


@pytest.mark.parametrize(
    ("setting", "is_root", "may"),
    [("sandboxed", False, True), ("sandboxed", True, False), ("always", True, True), ("never", False, False)],
)
def test_a_browser_without_a_sandbox_is_used_only_where_that_is_asked_for(setting, is_root, may):
    assert may_render(setting, is_root=is_root) is may


def test_an_unknown_way_to_render_names_the_known_ones():
    with pytest.raises(UnknownNameError, match="sandboxed"):
        may_render("sometimes", is_root=False)


def test_a_renderer_must_be_opened_first():
    page = Fetched("http://x.example/", b"")
    with pytest.raises(FetchError, match="async with"):
        asyncio.run(Renderer(Fetcher(LOCAL)).render(page))
