"""How the browser is steered: sizes, a server to look at, titles on a page, rules of accessibility, pictures."""

from __future__ import annotations

import io
import json
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import uvicorn

from eventlocky.web.app import make_app

TODAY = date(2026, 11, 16)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
DESKTOP = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"}
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "has_touch": True, "is_mobile": True}
AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextmanager
def served(settings):
    """Serve on the loopback for a while, and give the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(make_app(settings, today=lambda: TODAY), log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def titles(page):
    """Return the titles of the events in the list."""
    texts = page.locator("#list article h3").all_text_contents()  # what is not in sight is not drawn, but there
    return [" ".join(text.split()) for text in texts]


def settled(page):
    """Wait until an answer in place has come."""
    page.wait_for_function("() => !document.querySelector('#list').hasAttribute('aria-busy')")


def mapped(page):
    """Wait until the map has its pins."""
    page.wait_for_selector("#map[data-count]", state="attached")
    page.wait_for_selector(".pin", state="attached")


def violations(page, *, but=()):
    """Return what axe finds wrong with a page, in a line each, but for some parts.

    Lines of the list that are not drawn yet have the place of a line as it is expected, so axe would see a long one lie
    over the next: all are drawn first.
    """
    page.evaluate(
        "document.querySelectorAll('.events > li').forEach((line) => line.style.contentVisibility = 'visible')"
    )
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "async ([rules, but]) => (await axe.run({include: ['html'], exclude: but}, {runOnly: rules})).violations.map("
        "(each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' '"
        " + (node.any[0]?.message ?? '')).join(' | ')}`)",
        [RULES, list(but)],
    )
    return list(found)


@dataclass(frozen=True, slots=True)
class Task:
    """Something that the page's own thread did: when it began, how long the clock ran, and the processor, in ms."""

    name: str
    at: float
    clock: float
    spent: float


@contextmanager
def traced(page):
    """Yield a list that holds, in the end, what the page's thread did meanwhile; its processor time needs no quiet."""
    browser, told = page.context.browser, []
    kinds = ["toplevel", "devtools.timeline", "loading", "blink.user_timing"]
    browser.start_tracing(page=page, categories=kinds)
    yield told
    events = json.loads(browser.stop_tracing())["traceEvents"]
    shown = {event["pid"] for event in events if event["name"] == "EventDispatch" or event["name"] == "ParseHTML"}
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain" and event["pid"] in shown
    }
    told += [
        Task(_name(event), event["ts"] / 1000, event.get("dur", 0) / 1000, event.get("tdur", 0) / 1000)
        for event in sorted(events, key=lambda each: each.get("ts", 0))
        if (event["pid"], event["tid"]) in threads and "ts" in event
    ]


def _name(event):
    """Return the name of an event; that of a dispatched one is what was dispatched."""
    if event["name"] == "EventDispatch":
        return str(event["args"]["data"]["type"])
    return "task" if event["name"].endswith("RunTask") else str(event["name"])


@dataclass(frozen=True, slots=True)
class Sights:
    """Pictures for the documents: small, and only where somebody asks for them."""

    folder: Path
    is_drawing: bool

    def draw(self, page, name: str, *, whole: bool = False) -> None:
        """Draw what a page shows now."""
        if not self.is_drawing:
            return
        from PIL import Image

        page.wait_for_load_state("networkidle")
        picture = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
        small = picture.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        small.save(self.folder / f"{name}.png", optimize=True)
