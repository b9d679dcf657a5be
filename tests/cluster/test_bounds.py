"""A page gives its rows, or the reason why there are none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from cluster_archives import page

from eventlocky.cluster import bounds
from eventlocky.cluster.bounds import Read, Task, read_page
from eventlocky.cluster.warc import Capture
from eventlocky.settings import Settings

PAGE = Capture(0, 1, "https://site1.example/", datetime(2026, 11, 1, 12, tzinfo=UTC), date(2026, 11, 1), page(1))


def test_the_events_of_a_page_are_read_from_the_day_of_its_capture():
    answer = read_page(PAGE, Task())
    assert [str(row["start_day"]) for row in answer.rows] == ["2026-11-14", "2026-11-15", "2026-11-16"]
    older = read_page(replace(PAGE, day=date(2019, 11, 1)), Task())
    assert str(older.rows[-1]["start_day"]) == "2019-11-16"


def test_what_the_server_said_of_the_encoding_counts():
    body = page(1).replace(b"Jazz Night", "Café Night".encode("cp1252"))
    answer = read_page(replace(PAGE, body=body, charset="windows-1252"), Task())
    assert answer.rows[0]["title"] == "Café Night B"


@pytest.mark.parametrize("tags", [(), ("noindex",)])
def test_a_page_that_asks_not_to_be_kept_is_left_out_unless_the_settings_say_otherwise(tags):
    meta = b"" if tags else b"<meta name=robots content=noindex>"
    wishing = replace(PAGE, body=meta + PAGE.body, robots_tags=tags)
    answer = read_page(wishing, Task())
    assert (answer.rows, answer.noindex) == ([], True)
    assert read_page(wishing, Task(settings=Settings(obey_noindex=False))).rows


def test_a_page_that_takes_too_long_is_stopped(monkeypatch):
    def never_ends(*_args, **_wishes):
        while True:
            pass

    monkeypatch.setattr(bounds, "read", never_ends)
    answer = read_page(PAGE, Task(page_s=0.2))
    assert answer.reason == "too_slow"
    assert answer.cpu_s < 2


def test_a_stop_that_was_swallowed_is_said_again(monkeypatch):
    def swallows(*_args, **_wishes):
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - as some C code does
            while True:
                pass

    monkeypatch.setattr(bounds, "read", swallows)
    assert read_page(PAGE, Task(page_s=0.1)).reason == "too_slow"


def test_a_fault_of_ours_is_counted_and_named(monkeypatch):
    def fails(*_args, **_wishes):
        raise KeyError("lost")

    monkeypatch.setattr(bounds, "read", fails)
    answer = read_page(PAGE, Task())
    assert answer.reason == "failed"
    assert "KeyError" in answer.message


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<p>" * 300_000, "too_complex"),
        (b"%PDF-1.7 hello", "not_html"),
        (b"<p>" + b"x" * 2_000_000, "too_large"),
    ],
)
def test_a_page_out_of_bounds_is_refused_by_its_reason(body, reason):
    answer = read_page(replace(PAGE, body=body), Task(settings=Settings(max_page_bytes=1_000_000)))
    assert answer.reason == reason


def test_the_clock_is_off_after_a_page():
    import signal

    assert isinstance(read_page(PAGE, Task(page_s=5)), Read)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
