"""What was fetched can be read again: the same pages, the same failures, the same events, byte for byte."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from datetime import date

import pytest

from eventlocky import site
from eventlocky.crawl import archive
from eventlocky.crawl.fetch import Fetcher, Validators
from eventlocky.demo.server import TownServer
from eventlocky.errors import (
    AddressRefusedError,
    EventlockyError,
    FetchError,
    NotHtmlError,
    PageTooLargeError,
    UnreachableError,
)
from eventlocky.settings import Settings

PACKED = "<p>zurück</p>".encode()


def answer(handler):
    """One small site: a page, a packed page, a redirect, an error, a picture, too much, and silence."""
    import gzip

    status, body, headers = 200, b"<p>" + handler.path.encode(), {"Content-Type": "text/html; charset=utf-8"}
    match handler.path:
        case "/packed":
            body = gzip.compress(PACKED)
            headers |= {"Content-Encoding": "gzip", "ETag": '"e"', "X-Robots-Tag": "nofollow"}
            if handler.headers["If-None-Match"] == '"e"':
                status, body = 304, b""
        case "/moved":
            status, headers = 301, {"Location": "/packed"}
        case "/gone":
            status = 410
        case "/picture":
            body, headers = b"x" * 5000, {"Content-Type": "image/png"}
        case "/large":
            body = b"x" * 5000
        case "/broken":
            handler.close_connection = True
            return
        case "/forbidden":
            status, headers = 302, {"Location": "http://10.0.0.1/"}
    handler.send_response(status)
    for name, value in {**headers, "Content-Length": str(len(body))}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


PATHS = ["/", "/packed", "/moved", "/gone", "/picture", "/large", "/broken", "/forbidden", "/nöt-äscii?a=b|c", "/"]


def walk(address: str, settings: Settings) -> list[object]:
    """Ask for everything; return pages as they are, failures by kind, words and status."""

    async def each() -> list[object]:
        found: list[object] = []
        async with Fetcher(settings) as fetcher:
            for path in PATHS:
                try:
                    found.append(await fetcher.fetch(address + path))
                except EventlockyError as error:
                    found.append((type(error), str(error), getattr(error, "status", None)))
            found.append(await fetcher.fetch(f"{address}/packed", known=Validators('"e"')))
        return found

    return asyncio.run(each())


LOCAL = {"allow_loopback": True, "timeout_s": 2, "max_page_bytes": 1000}


@pytest.fixture
def recorded(serving_http, tmp_path):
    with serving_http(answer) as address:
        found = walk(address, Settings(archive=str(tmp_path / "warc"), **LOCAL))
    return address, tmp_path / "warc", found


def test_a_replay_gives_the_same_pages_and_the_same_failures(recorded):
    address, folder, found = recorded
    assert walk(address, Settings(replay=str(folder), **LOCAL)) == found
    kinds = [one[0] for one in found if isinstance(one, tuple)]
    assert kinds == [UnreachableError, NotHtmlError, PageTooLargeError, UnreachableError, AddressRefusedError]
    assert found[1].body == PACKED


def test_a_single_file_is_an_archive_too(recorded):
    address, folder, found = recorded
    (file,) = folder.iterdir()
    assert walk(address, Settings(replay=str(file), **LOCAL)) == found


def test_without_the_fast_packer_the_archive_is_the_same(recorded, monkeypatch, serving_http, tmp_path):
    *_, found = recorded
    monkeypatch.setitem(sys.modules, "isal", None)
    with serving_http(answer) as other:
        walk(other, Settings(archive=str(tmp_path / "slow"), **LOCAL))
    replayed = walk(other, Settings(replay=str(tmp_path / "slow"), **LOCAL))
    assert [getattr(page, "body", None) for page in replayed] == [getattr(page, "body", None) for page in found]


def test_other_tools_read_our_archives(recorded):
    from warcio.archiveiterator import ArchiveIterator

    address, folder, _ = recorded
    (file,) = folder.iterdir()
    with file.open("rb") as stream:
        records = [
            (
                record.rec_headers["WARC-Target-URI"],
                record.http_headers.get_statuscode(),
                record.content_stream().read(),
            )
            for record in ArchiveIterator(stream)
            if record.rec_type == "response"
        ]
    assert (f"{address}/packed", "200", PACKED) in records
    assert (f"{address}/moved", "301", b"") in records


def test_what_was_cut_is_passed_over_wherever_the_cut_is(recorded, tmp_path, caplog):
    """Cut the file at every hundredth byte: it opens, and what it gives is what stood before the cut."""
    _, folder, found = recorded
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    counts = []
    for end in range(0, len(whole), 97):
        cut = tmp_path / "cut.warc.gz"
        cut.write_bytes(whole[:end])
        replay = archive.Replay(cut)
        asyncio.run(replay.open())
        counts.append(sum(map(len, replay._places.values())))
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] >= len(found) - 2
    assert "is read up to byte" in caplog.text


@pytest.mark.parametrize("junk", [b"", b"not gzip", b"\x1f\x8b\x08", b"\x00" * 100_000])
def test_junk_is_an_empty_archive(tmp_path, junk):
    (tmp_path / "x.warc.gz").write_bytes(junk)
    with pytest.raises(UnreachableError, match="not in the archive"):
        _fetch("http://x.example/", Settings(replay=str(tmp_path)))


@pytest.mark.parametrize(
    "record",
    [
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/\r\nWARC-Date: x\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Target-URI: http://x.example/\r\nContent-Length: 15\r\n\r\nerror: Settings\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/\r\nContent-Length: -3\r\n\r\nabc\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/\r\n\r\n",
    ],
)
def test_a_strange_record_is_one_of_our_errors(tmp_path, record):
    import gzip

    (tmp_path / "x.warc.gz").write_bytes(gzip.compress(record))
    with pytest.raises(FetchError):
        _fetch("http://x.example/", Settings(replay=str(tmp_path)))


def _fetch(url: str, settings: Settings) -> object:
    async def once() -> object:
        async with Fetcher(settings) as fetcher:
            return await fetcher.fetch(url)

    return asyncio.run(once())


def test_no_archive_and_no_place_for_one_are_said(tmp_path):
    with pytest.raises(FetchError, match="There is no archive"):
        _fetch("http://x.example/", Settings(replay=str(tmp_path / "nowhere")))
    (tmp_path / "file").write_text("")
    with pytest.raises(FetchError, match="cannot be written"):
        _fetch("http://x.example/", Settings(archive=str(tmp_path / "file" / "x")))


def test_a_large_file_gets_a_successor(serving_http, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "_FULL_BYTES", 700)
    with serving_http(answer) as address:
        found = walk(address, Settings(archive=str(tmp_path), **LOCAL))
    assert len(list(tmp_path.iterdir())) > 2
    assert walk(address, Settings(replay=str(tmp_path), **LOCAL)) == found


def test_a_replay_sends_nothing_and_waits_for_nobody(recorded, dialled):
    address, folder, _ = recorded
    dialled.clear()
    walk(address, Settings(replay=str(folder), delay_s=50, **LOCAL))
    assert dialled == []


KILLED = """
import asyncio, sys
from eventlocky.crawl.fetch import Fetcher
from eventlocky.settings import Settings

async def main():
    async with Fetcher(Settings(allow_loopback=True, archive=sys.argv[2])) as fetcher:
        for number in range(10**6):
            await fetcher.fetch(f"{sys.argv[1]}/{number}")
            print(number, flush=True)

asyncio.run(main())
"""


def test_a_run_that_is_killed_leaves_what_it_had(serving_http, tmp_path):
    with serving_http(answer) as address:
        run = subprocess.Popen(
            [sys.executable, "-c", KILLED, address, str(tmp_path / "warc")], stdout=subprocess.PIPE, text=True
        )
        for line in run.stdout:
            if line.strip() == "20":
                os.kill(run.pid, signal.SIGKILL)
                break
        run.stdout.close()
        run.wait()
    for number in range(21):
        page = _fetch(f"{address}/{number}", Settings(replay=str(tmp_path / "warc"), allow_loopback=True))
        assert page.body == f"<p>/{number}".encode()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["opera", "boathouse"])
def test_the_same_archive_gives_the_same_events_bit_for_bit(name, tmp_path):
    with TownServer(date(2026, 11, 16), slow_s=0.01) as town:
        host = next(one.host for one in town.town.sites if one.organisation.source_id == f"demo/{name}")
        start = f"http://{host}:{town.port}/"
        live = events(start, Settings(allow_loopback=True, archive=str(tmp_path)))
    assert len(live) > 500
    for _ in range(2):
        assert events(start, Settings(allow_loopback=True, replay=str(tmp_path))) == live


def events(start: str, settings: Settings) -> bytes:
    async def read() -> site.SiteReading:
        async with Fetcher(settings) as fetcher:
            return await site.read(fetcher, start, ["event"])

    found = asyncio.run(read()).events
    return json.dumps([asdict_of(event) for event in found], default=str).encode()


def asdict_of(event) -> dict[str, object]:
    plain = {name: getattr(event, name) for name in type(event).__slots__ if name != "proofs"}
    return {
        **{name: asdict(value) if hasattr(value, "__dataclass_fields__") else value for name, value in plain.items()},
        "proofs": {name: asdict(proof) for name, proof in event.proofs.items()},
    }
