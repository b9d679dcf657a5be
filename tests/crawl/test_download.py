"""One request within limits: size, time, packing, certificates, nothing kept between sites."""

from __future__ import annotations

import asyncio
import gzip
import ssl
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest

from eventlocky.crawl.download import user_agent
from eventlocky.crawl.fetch import Fetcher
from eventlocky.errors import FetchError, PageTooLargeError, UnreachableError
from eventlocky.settings import Settings

LOCAL = Settings(allow_loopback=True, timeout_s=2, max_page_bytes=100_000)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def fetch_from(serving_raw, talk, settings: Settings = LOCAL, path: str = "/"):
    async def once():
        async with serving_raw(talk) as address, Fetcher(settings) as fetcher:
            return await fetcher.fetch(address + path)

    return asyncio.run(once())


def packed(body: bytes, encoding: str):
    async def talk(_request, writer):
        writer.write(OK + b"Content-Length: %d\r\nContent-Encoding: %b\r\n\r\n" % (len(body), encoding.encode()))
        writer.write(body)

    return talk


def pack(body: bytes, encoding: str) -> bytes:
    import brotli

    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    raw = zlib.compressobj(wbits=-15)
    ways = {
        "gzip": lambda: gzip.compress(body),
        "deflate": lambda: zlib.compress(body),
        "raw deflate": lambda: raw.compress(body) + raw.flush(),
        "br": lambda: brotli.compress(body),
        "zstd": lambda: zstd.compress(body),
        "identity": lambda: body,
    }
    return ways[encoding]()


ENCODINGS = ["gzip", "deflate", "raw deflate", "br", "zstd", "identity"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_packed_page_is_unpacked(serving_raw, encoding):
    body = b"<p>hello " * 5_000
    page = fetch_from(serving_raw, packed(pack(body, encoding), encoding.removeprefix("raw ")))
    assert page.body == body


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_page_at_the_limit_is_taken_and_one_byte_more_is_refused(serving_raw, encoding):
    talk = packed(pack(b"x" * 100_000, encoding), encoding.removeprefix("raw "))
    assert len(fetch_from(serving_raw, talk).body) == 100_000
    with pytest.raises(PageTooLargeError, match="100,000 bytes"):
        fetch_from(serving_raw, packed(pack(b"x" * 100_001, encoding), encoding.removeprefix("raw ")))


@pytest.mark.parametrize("encoding", ["gzip, gzip", "compress", "br, gzip", "x-unknown"])
def test_a_packing_that_is_not_read_is_said(serving_raw, encoding):
    with pytest.raises(UnreachableError, match="packed as"):
        fetch_from(serving_raw, packed(b"abc", encoding))


FETCH_BOMB = """
import asyncio, re, sys
from eventlocky.crawl.fetch import Fetcher
from eventlocky.errors import PageTooLargeError
from eventlocky.settings import Settings

def peak_kb():
    return int(re.search("VmHWM: *\\t* *([0-9]+)", open("/proc/self/status").read())[1])

async def talk(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    body = open(sys.argv[1], "rb").read()
    head = "HTTP/1.1 200 OK\\r\\nContent-Encoding: %s\\r\\nContent-Length: %d\\r\\n\\r\\n" % (sys.argv[2], len(body))
    writer.write(head.encode() + body)
    writer.close()

async def main():
    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server, Fetcher(Settings(allow_loopback=True)) as fetcher:
        before = peak_kb()
        try:
            await fetcher.fetch(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        except PageTooLargeError:
            print(peak_kb() - before)

asyncio.run(main())
"""


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_bombs_are_refused_within_fifty_megabytes(encoding, shared):
    """In a process of its own, so that the most memory it ever had is the bomb's."""
    if not Path("/proc/self/status").exists():
        pytest.skip("This system does not tell how much memory a process has had.")
    bomb = str(shared / "suites" / "bombs" / f"bomb-{encoding}.bin")
    run = subprocess.run([sys.executable, "-c", FETCH_BOMB, bomb, encoding], capture_output=True, text=True, check=True)
    assert 0 < int(run.stdout) < 50_000


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_bomb_behind_a_redirect_or_an_error_is_not_unpacked(serving_raw, encoding):
    body = pack(b"x" * 30_000_000, encoding)

    async def talk(request, writer):
        if b"GET / " in request:
            head = b"HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Encoding: %b\r\nContent-Length: %d\r\n\r\n"
            writer.write(head % (encoding.encode(), len(body)) + body)
        else:
            writer.write(OK + b"Content-Length: 2\r\n\r\nhi")

    assert fetch_from(serving_raw, talk).body == b"hi"


@pytest.mark.parametrize("name", ["truncated-crc-error.gz", "truncated-crc-error-short.gz"])
def test_of_cut_packing_what_came_is_taken(serving_raw, name, shared):
    body = (shared / "suites" / "bombs" / name).read_bytes()
    assert len(fetch_from(serving_raw, packed(body, "gzip")).body) > 3_000


def test_a_length_above_the_limit_is_refused_before_a_byte_is_read(serving_raw):
    async def talk(_request, writer):
        writer.write(OK + b"Content-Length: 99999999999\r\n\r\n")

    with pytest.raises(PageTooLargeError):
        fetch_from(serving_raw, talk)


def test_a_stream_without_end_is_refused_at_the_limit(serving_raw):
    async def talk(_request, writer):
        writer.write(OK + b"Transfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"1000\r\n" + b"x" * 0x1000 + b"\r\n")
            await writer.drain()

    with pytest.raises(PageTooLargeError):
        fetch_from(serving_raw, talk)


QUICK = Settings(allow_loopback=True, timeout_s=1.5, header_timeout_s=0.3, chunk_timeout_s=0.3)


async def drip(writer, piece: bytes, pause_s: float) -> None:
    while True:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause_s)


def test_headers_that_drip_are_given_up(serving_raw):
    async def talk(_request, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n")
        await drip(writer, b"X-A: b\r\n", 0.05)

    with pytest.raises(UnreachableError, match=r"no headers within 0\.3 s"):
        fetch_from(serving_raw, talk, QUICK)


def test_headers_without_end_are_refused(serving_raw):
    async def talk(_request, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n")
        await drip(writer, b"X-A: " + b"b" * 1000 + b"\r\n", 0)

    tracemalloc.start()
    try:
        with pytest.raises(UnreachableError):
            fetch_from(serving_raw, talk, Settings(allow_loopback=True, header_timeout_s=2))
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_silence_in_the_middle_is_given_up(serving_raw):
    async def talk(_request, writer):
        writer.write(OK + b"Content-Length: 100\r\n\r\nabc")
        await writer.drain()
        await asyncio.sleep(3)

    with pytest.raises(UnreachableError, match=r"sent nothing for 0\.3 s"):
        fetch_from(serving_raw, talk, QUICK)


def test_a_body_that_drips_is_given_up_in_all(serving_raw):
    async def talk(_request, writer):
        writer.write(OK + b"Content-Length: 100000\r\n\r\n")
        await drip(writer, b"x", 0.05)

    with pytest.raises(UnreachableError, match=r"no full answer within 1\.5 s"):
        fetch_from(serving_raw, talk, QUICK)


@pytest.mark.parametrize(
    "answer",
    [b"", b"\x00\xff" * 500, b"HTTP/1.1 999999 X\r\n\r\n", b"HTTP/9.9 200 OK\r\n\r\n", b"SSH-2.0-OpenSSH\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
     b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n",
     b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\r\nContent-Length: 0\r\n\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", b"HTTP/1.1 304 Not Modified\r\n\r\n"],
)  # fmt: skip
def test_a_broken_answer_is_one_of_our_errors(serving_raw, answer):
    async def talk(_request, writer):
        writer.write(answer)
        await writer.drain()
        writer.close()

    with pytest.raises(FetchError):
        fetch_from(serving_raw, talk)


def test_nothing_is_kept_or_sent_between_sites(serving_raw):
    """No cookie comes back, no password of the address is sent, not even to the site that they are for."""
    seen = []

    async def talk(request, writer):
        seen.append(request.lower())
        writer.write(OK + b"Set-Cookie: a=b\r\nContent-Length: 2\r\n\r\nhi")

    async def twice():
        async with serving_raw(talk) as address, Fetcher(LOCAL) as fetcher:
            for _ in range(2):
                await fetcher.fetch(address.replace("http://", "http://me:secret@"))

    asyncio.run(twice())
    assert len(seen) == 2
    assert not any(word in request for request in seen for word in (b"cookie", b"authorization", b"secret"))


def test_a_certificate_that_nobody_signed_is_refused(tmp_path):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).parent / "unsigned.pem")
    asked = []

    async def once():
        async def connected(reader, writer):
            asked.append(await reader.readline())
            writer.close()

        server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
        async with server, Fetcher(LOCAL) as fetcher:
            await fetcher.fetch(f"https://localhost:{server.sockets[0].getsockname()[1]}/")

    with pytest.raises(UnreachableError, match="certificate"):
        asyncio.run(once())
    assert asked == []


def test_the_user_agent_names_the_page_where_one_can_opt_out():
    page = "https://x.example/bot"
    assert user_agent(Settings(opt_out_page=page)).endswith(f"; +{page})")
    assert user_agent(Settings(user_agent="Mine/1", opt_out_page=page)) == f"Mine/1 (+{page})"
    assert user_agent(Settings()) == Settings().user_agent


def test_hundreds_of_sites_are_asked_side_by_side_and_wait_instead_of_failing(serving_raw):
    """Three hundred hosts, 32 at a time, each answer later than a third of the patience: none is given up."""

    async def talk(_request, writer):
        await asyncio.sleep(0.05)
        writer.write(OK + b"Content-Length: 2\r\n\r\nhi")

    async def all_of_them():
        settings = Settings(allow_loopback=True, timeout_s=1.0, max_at_once=32)
        async with serving_raw(talk) as address, Fetcher(settings) as fetcher:
            port = address.rpartition(":")[2]
            return await asyncio.gather(*(fetcher.fetch(f"http://s{n}.localhost:{port}/") for n in range(300)))

    assert len(asyncio.run(all_of_them())) == 300
