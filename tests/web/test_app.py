"""The page with what is on."""

from __future__ import annotations

import subprocess
from datetime import date, datetime

import pytest
from fastapi.testclient import TestClient

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, When
from eventlocky.web import words
from eventlocky.web.app import make_app

TODAY = date(2026, 11, 16)
HARBOUR = Organisation("Old <Harbour>", "http://harbour.example/")
EVENTS = [
    Event("Jazz", When(datetime(2026, 11, 16, 19, 30), datetime(2026, 11, 16, 22)), link="http://harbour.example/jazz"),
    Event("<script>alert(1)</script>", When(date(2026, 11, 17)), link="javascript:alert(1)"),
    Event("Long show", When(date(2026, 10, 1), date(2026, 12, 3))),
    Event("Over", When(date(2026, 10, 1))),
    Event("Some day"),
]


@pytest.fixture
def client(tmp_path):
    settings = Settings(store=str(tmp_path / "a.sqlite"))
    with Store(settings.store) as store:
        store.keep(HARBOUR, "/", "event", EVENTS)
    with TestClient(make_app(settings, today=lambda: TODAY)) as opened:
        yield opened


def test_the_page_lists_what_is_on_day_by_day(client):
    html = client.get("/").text
    assert (
        html.index("Today")
        < html.index("Jazz")
        < html.index("Tomorrow")
        < html.index("Any time")
        < html.index("Some day")
    )
    assert "19:30" in html
    assert "until 22:00" in html


def test_a_run_that_began_earlier_is_on_today_and_what_is_over_is_gone(client):
    html = client.get("/").text
    assert html.index("Today") < html.index("Long show") < html.index("Tomorrow")
    assert "until 3 December" in html
    assert "Over" not in html


def test_hostile_text_is_text(client):
    html = client.get("/").text
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "javascript:" not in html
    assert "Old &lt;Harbour&gt;" in html


def test_a_strict_policy_is_sent(client):
    assert "default-src 'none'" in client.get("/").headers["Content-Security-Policy"]
    assert client.get("/static/style.css").headers["Content-Type"].startswith("text/css")


def test_health_is_told(client):
    assert client.get("/healthz").text == "ok\n"


def test_an_empty_store_says_what_to_do(tmp_path):
    settings = Settings(store=str(tmp_path / "empty.sqlite"))
    with TestClient(make_app(settings)) as client:
        assert "eventlocky near" in client.get("/").text


def test_the_listener_does_not_hold_bodies_back():
    """Answers on a connection that stays open once took 40 ms each."""
    import socket

    from eventlocky.web.run import listen

    with listen(Settings(port=0)) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    ("stamp", "said"),
    [
        ("2026-11-16T19:30", "Today"),
        ("2026-11-17", "Tomorrow"),
        ("2026-11-21", "Saturday 21 November"),
        ("2027-01-02", "Saturday 2 January 2027"),
        (None, "Any time"),
    ],
)
def test_days_are_said_in_words(stamp, said):
    assert words.day(stamp, TODAY) == said


@pytest.mark.slow
def test_a_store_that_cannot_be_read_is_said_in_one_sentence(tmp_path):
    file = tmp_path / "a.sqlite"
    file.write_text("This is not a database, whatever its name says. " * 50, encoding="utf-8")
    with TestClient(make_app(Settings(store=str(file)))) as opened:
        for path in ("/", "/healthz"):
            answer = opened.get(path)
            assert (answer.status_code, answer.text.count("\n")) == (503, 1)


@pytest.mark.browser
def test_a_real_browser_draws_the_demo_s_page(chromium, tmp_path):
    """The browser reads the page from this machine and its text holds the events."""
    import socket
    import threading
    import time

    import uvicorn

    settings = Settings(store=str(tmp_path / "a.sqlite"))
    with Store(settings.store) as store:
        store.keep(HARBOUR, "/", "event", EVENTS)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(make_app(settings, today=lambda: TODAY), log_level="warning"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        drawn = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
             f"http://127.0.0.1:{listener.getsockname()[1]}/"],
            capture_output=True, text=True, timeout=60, check=True,
        ).stdout  # fmt: skip
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
    assert "Jazz" in drawn
    assert "Long show" in drawn
