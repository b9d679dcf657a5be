"""Who reads pages: a process beside reads as this one does, and takes nothing down with it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from eventlocky import readers
from eventlocky.crawl.fetch import Fetched
from eventlocky.crawl.frontier import Sort
from eventlocky.crawl.notes import Note
from eventlocky.errors import EventlockyError
from eventlocky.readers import Here, Readers
from eventlocky.settings import Settings
from paper_site import HOME, TODAY, listing, page

ROWS = (
    ("Sat 21 Nov 2026, 19:30", "Jazz at the Quay — ½ price", "/jazz"),
    ("Sun 22 Nov 2026, 11:00", "朝のスウィング", ""),
)
PROGRAMME = Fetched(f"{HOME}/", page(listing(*ROWS)).encode("utf-16"), encoding="utf-16", robots_tags=("nofollow",))
CALENDAR = Fetched(
    f"{HOME}/a.ics",
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Regatta\r\nDTSTART:20261121T130000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
)
HOSTILE = [
    Fetched(f"{HOME}/{number}", body)
    for number, body in enumerate((b"", b"\n", b"\x00" * 100_000, b"<div>" * 20_000, b"%PDF-1.4", b"<p>&#xD800;\xff"))
]
KINDS = ("event", "deal")


def read_all(*pages: Fetched, sort: Sort = Sort.PAGE, **settings: object) -> list[Note]:
    async def go() -> list[Note]:
        with Readers(KINDS, TODAY, replace(Settings(), **settings)) as beside:
            return list(await asyncio.gather(*(beside.read(each, sort) for each in pages)))

    return asyncio.run(go())


def read_here(*pages: Fetched) -> list[Note]:
    async def go() -> list[Note]:
        here = Here(KINDS, TODAY, Settings())
        return [await here.read(each, Sort.PAGE) for each in pages]

    return asyncio.run(go())


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_page_is_read_beside_as_it_is_here(count):
    pages = (PROGRAMME, CALENDAR, *HOSTILE)
    notes = read_all(*pages, readers=count)
    assert notes == read_here(*pages)
    assert [seen.event.title for seen in notes[0].seen] == [title for _, title, _ in ROWS]
    assert notes[0].wishes.nofollow
    assert notes[0].seen[0].event.source.url == f"{HOME}/"


def test_a_sitemap_is_read_beside():
    sitemap = Fetched(f"{HOME}/map.xml", f"<urlset><url><loc>{HOME}/events</loc></url></urlset>".encode())
    (note,) = read_all(sitemap, sort=Sort.SITEMAP)
    assert [entry.url for entry in note.entries] == [f"{HOME}/events"]


@pytest.mark.parametrize("count", [0, 1])
def test_what_cannot_be_loaded_is_said(count):
    with pytest.raises(EventlockyError, match="no finder called 'nobody'"):
        read_all(PROGRAMME, finder="nobody", readers=count)


def test_a_page_that_ends_its_reader_is_passed_over_and_the_next_one_is_read(caplog):
    async def go() -> list[Note]:
        with Readers(KINDS, TODAY, Settings()) as beside:
            first = await beside.read(PROGRAMME, Sort.PAGE)
            os.kill(beside._all[0]._process.pid, signal.SIGKILL)
            return [first, await beside.read(PROGRAMME, Sort.PAGE), await beside.read(PROGRAMME, Sort.PAGE)]

    first, lost, again = asyncio.run(go())
    assert lost == Note(f"{HOME}/")
    assert first == again
    assert "passed over" in caplog.text


def test_where_no_process_can_be_started_pages_are_read_here(monkeypatch, caplog):
    monkeypatch.setattr(readers.sys, "executable", "/nowhere/python")
    assert read_all(PROGRAMME) == read_here(PROGRAMME)
    assert "cannot be started" in caplog.text


@pytest.mark.parametrize("part", [0.25, 0.5, 0.9])
def test_a_reader_that_shares_its_core_takes_its_part_of_it_in_the_long_run(part):
    share, used, now = readers.Share(part), 0.0, 0.0
    for _ in range(500):
        now += share.rest_s(used, now)
        used, now = used + 0.1, now + 0.1
    assert used / now == pytest.approx(part + readers._BURST_S / now, rel=0.05)


def test_a_reader_rests_neither_at_the_beginning_nor_where_it_has_a_core_nor_after_waiting():
    share = readers.Share(0.5)
    assert [share.rest_s(second, second) for second in range(6)] == [0.0] * 6
    assert share.rest_s(9, 9) > 0
    assert share.rest_s(9, 1_000) == 0
    whole = readers.Share(1.0)
    assert [whole.rest_s(second, second) for second in range(100)] == [0.0] * 100


def test_no_process_is_left_when_the_readers_are_closed():
    with Readers(KINDS, TODAY, Settings(readers=2)) as beside:
        processes = [each._process for each in beside._all]
    assert [process.poll() is not None for process in processes] == [True, True]


@pytest.mark.skipif(os.name != "posix", reason="There are no groups of processes here.")
def test_ctrl_c_on_the_terminal_does_not_reach_a_reader():
    with Readers(KINDS, TODAY, Settings()) as beside:
        assert os.getpgid(beside._all[0]._process.pid) != os.getpgrp()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="There is no /proc here to see whether a process has ended.")
def test_a_reader_ends_with_the_process_that_started_it_even_if_that_is_killed():
    code = (
        "import time; from eventlocky.readers import Readers; from eventlocky.settings import Settings\n"
        "with Readers(('event',), None, Settings()) as beside:\n"
        "    print(beside._all[0]._process.pid, flush=True); time.sleep(60)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as process:
        beside = int(process.stdout.readline())
        process.kill()
    deadline = time.monotonic() + 60
    while is_alive(beside) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_alive(beside)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
