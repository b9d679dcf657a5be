"""Whatever a site says, it is read or refused with one of our own errors: random input finds no third way."""

from __future__ import annotations

import asyncio
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from eventlocky.crawl.address import Address, is_public, read
from eventlocky.crawl.archive import Replay
from eventlocky.crawl.fetch import Fetcher, _charset
from eventlocky.crawl.fingerprints import near, readable
from eventlocky.crawl.pace import retry_after_s
from eventlocky.crawl.robots import Robots, directives
from eventlocky.errors import AddressRefusedError, EventlockyError
from eventlocky.settings import Settings

ANY = st.text(st.characters(), max_size=200)
"""Text of every character, halves of characters included."""
ODD = st.sampled_from(
    ["http://", "https://", "[", "]", "::", "@", ":", "%", "127.0.0.1", "0x7f", "。", "\\", "/", "?", "#", "\t", "\0"]
)
URLS = st.lists(ODD | ANY, max_size=8).map("".join)


@given(URLS, st.none() | st.just("http://x.example/a/b?c") | URLS)
@settings(max_examples=300, deadline=None)
def test_any_address(url, base):
    try:
        address = read(url, base)
    except AddressRefusedError:
        return
    assert isinstance(address, Address)
    assert read(address.url) == address
    assert address.url.startswith(("http://", "https://"))
    if address.ip is not None:
        assert is_public(address.ip) in {True, False}


@given(st.binary(max_size=500), URLS)
@settings(max_examples=200, deadline=None)
def test_any_rules(body, path):
    robots = Robots.parse(b"User-agent: *\nDisallow: " + body, "foobot/1")
    assert robots.allows("https://x.example/" + path) in {True, False}
    assert 0 <= robots.delay_s < math.inf


@given(ANY)
@settings(deadline=None)
def test_any_header(value):
    seconds = retry_after_s(value)
    assert seconds is None or seconds >= 0
    assert isinstance(_charset(value), str | None)
    assert isinstance(directives([value], "foobot/1"), frozenset)


@given(st.binary(max_size=2_000), ANY)
@settings(deadline=None)
def test_any_page(body, text):
    assert len(readable(body)) == 16
    assert 0 <= near(text) < 2**64


HEADS = st.sampled_from([b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 302 Found\r\nLocation: ", b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
                         b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"HTTP/1.0 429 X\r\nRetry-After: ", b""])  # fmt: skip


def test_any_answer(serving_raw):
    """Servers that answer with random bytes: a page, or one of our errors."""

    async def each(answers: list[bytes]) -> None:
        queue = list(answers)

        async def talk(_request, writer):
            writer.write(queue.pop() if queue else b"")
            await writer.drain()
            writer.close()

        async with serving_raw(talk) as address:
            for number in range(len(answers)):
                async with Fetcher(Settings(allow_loopback=True, timeout_s=1)) as fetcher:
                    try:
                        await fetcher.fetch(f"{address}/{number}")
                    except EventlockyError:
                        continue

    @given(st.lists(st.tuples(HEADS, st.binary(max_size=300)).map(b"".join), min_size=10, max_size=10))
    @settings(max_examples=8, deadline=None)
    def answers_of(answers):
        asyncio.run(each(answers))

    answers_of()


def test_any_archive(tmp_path):
    file = tmp_path / "x.warc.gz"

    @given(st.binary(max_size=500))
    @settings(max_examples=100, deadline=None)
    def bytes_of(junk):
        import gzip

        for body in (junk, gzip.compress(junk), gzip.compress(b"WARC/1.1\r\nWARC-Type: response\r\n" + junk)):
            file.write_bytes(body)
            asyncio.run(Replay(file).open())

    bytes_of()
