"""One address to one page, within limits. The server is on this machine and serves one test each."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from eventlocky.crawl import fetch
from eventlocky.crawl.fetch import Fetched, Fetcher, Validators, check_address, check_ip
from eventlocky.errors import AddressRefusedError, FetchError, NotHtmlError, PageTooLargeError, UnreachableError
from eventlocky.settings import Settings

LOCAL = Settings(allow_loopback=True, timeout_s=2, max_page_bytes=100_000)


@contextmanager
def serving(answer) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def reply(body: bytes = b"<p>hi", status: int = 200, **headers: str):
    def answer(handler):
        handler.send_response(status)
        for name, value in {
            "Content_Type": "text/html; charset=utf-8",
            "Content_Length": str(len(body)),
            **headers,
        }.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def test_a_page_is_fetched_with_its_encoding_and_address():
    with serving(reply(b"<p>hi", Content_Type="text/html; charset=Shift_JIS")) as address:
        page = fetch(f"{address}/x", LOCAL)
    assert (page.body, page.encoding, page.url, page.status) == (b"<p>hi", "Shift_JIS", f"{address}/x", 200)
    assert page.fetched is not None


def test_we_say_who_we_are():
    seen = []

    def answer(handler):
        seen.append(handler.headers["User-Agent"])
        reply()(handler)

    with serving(answer) as address:
        fetch(address, LOCAL)
    assert seen == [LOCAL.user_agent]


@pytest.mark.parametrize("status", [404, 410, 500, 503])
def test_an_error_status_is_said(status):
    with serving(reply(status=status)) as address, pytest.raises(UnreachableError, match=f"status {status}") as caught:
        fetch(address, LOCAL)
    assert caught.value.status == status


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/zip", "video/mp4"])
def test_another_format_is_said(kind):
    with (
        serving(reply(b"%PDF-", Content_Type=kind)) as address,
        pytest.raises(NotHtmlError, match=f"is {kind}, not a page"),
    ):
        fetch(address, LOCAL)


def test_a_redirect_is_followed_and_the_last_address_kept():
    def answer(handler):
        reply(status=302, Location="/there")(handler) if handler.path == "/" else reply(b"there")(handler)

    with serving(answer) as address:
        page = fetch(f"{address}/", LOCAL)
    assert (page.body, page.url) == (b"there", f"{address}/there")


def test_redirects_without_end_are_given_up():
    asked = []

    def answer(handler):
        asked.append(handler.path)
        reply(status=301, Location=f"{handler.path}x")(handler)

    with serving(answer) as address, pytest.raises(UnreachableError, match="redirects more than 5 times"):
        fetch(f"{address}/", LOCAL)
    assert len(asked) == LOCAL.max_redirects + 1


@pytest.mark.parametrize(
    "target",
    ["file:///etc/passwd", "ftp://x.example/", "gopher://x/", "http://10.0.0.1/", "http://169.254.169.254/latest"],
)
def test_a_redirect_to_where_we_do_not_go_is_refused(target):
    with serving(reply(status=302, Location=target)) as address, pytest.raises(AddressRefusedError):
        fetch(address, LOCAL)


def test_a_page_that_is_too_large_is_refused_while_it_streams():
    with serving(reply(b"x" * 200_000)) as address, pytest.raises(PageTooLargeError, match="100,000 bytes"):
        fetch(address, LOCAL)


def test_a_bomb_is_refused_by_its_unpacked_size():
    body = gzip.compress(b"x" * 5_000_000)
    with serving(reply(body, Content_Encoding="gzip")) as address, pytest.raises(PageTooLargeError):
        fetch(address, LOCAL)


def test_broken_compression_is_said():
    with (
        serving(reply(b"not gzip", Content_Encoding="gzip")) as address,
        pytest.raises(FetchError, match="cannot be reached"),
    ):
        fetch(address, LOCAL)


def test_a_site_that_does_not_answer_in_time_is_given_up():
    release = threading.Event()

    def answer(_handler):
        release.wait(5)

    with serving(answer) as address:
        try:
            with pytest.raises(UnreachableError, match=r"no full answer within 0\.2 s"):
                fetch(address, Settings(allow_loopback=True, timeout_s=0.2))
        finally:
            release.set()


def test_nobody_there_is_said():
    with serving(reply()) as address:
        pass
    with pytest.raises(UnreachableError, match="cannot be reached"):
        fetch(address, LOCAL)


def test_loopback_needs_a_setting_and_no_connection_is_made():
    asked = []
    with serving(asked.append) as address, pytest.raises(AddressRefusedError, match="allow_loopback"):
        fetch(address, Settings())
    assert asked == []


@pytest.mark.parametrize(
    "address",
    ["10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
     "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:127.0.0.2", "64:ff9b:1::1", "2001:db8::1"],
)  # fmt: skip
def test_an_address_that_is_not_public_is_refused(address):
    with pytest.raises(AddressRefusedError, match="not public"):
        check_ip(address, allow_loopback=False)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111"])
def test_a_public_address_is_not(address):
    check_ip(address, allow_loopback=False)


@pytest.mark.parametrize(
    "url",
    ["", "x", "ftp://x/", "file:///x", "javascript:1", "http://", "http:///x", "http://[::1", "http://x:99999999/"],
)
def test_what_is_no_web_address_is_refused(url):
    with pytest.raises(AddressRefusedError, match="not a web address"):
        check_address(url)


def test_a_fetcher_must_be_opened_first():
    with pytest.raises(FetchError, match="async with"):
        asyncio.run(Fetcher(LOCAL).fetch("http://127.0.0.1:1/"))


def fetch_with(address: str, **wishes) -> Fetched:
    async def once() -> Fetched:
        async with Fetcher(LOCAL) as fetcher:
            return await fetcher.fetch(address, **wishes)

    return asyncio.run(once())


def test_a_page_that_has_not_changed_is_not_sent_again():
    asked = []

    def answer(handler):
        asked.append((handler.headers["If-None-Match"], handler.headers["If-Modified-Since"]))
        known = handler.headers["If-None-Match"] == '"v1"'
        reply(
            b"" if known else b"<p>hi",
            304 if known else 200,
            ETag='"v1"',
            Last_Modified="Mon, 16 Nov 2026 09:00:00 GMT",
        )(handler)

    with serving(answer) as address:
        first = fetch_with(address)
        second = fetch_with(address, known=first.validators)
    assert (first.not_modified, first.validators) == (False, Validators('"v1"', "Mon, 16 Nov 2026 09:00:00 GMT"))
    assert (second.not_modified, second.body) == (True, b"")
    assert asked == [(None, None), ('"v1"', "Mon, 16 Nov 2026 09:00:00 GMT")]


def test_what_identifies_our_copy_is_not_told_to_another_site():
    asked = []

    def answer(handler):
        asked.append(handler.headers["If-None-Match"])
        port = handler.server.server_port
        target = reply(status=302, Location=f"http://other.localhost:{port}/there")
        target(handler) if handler.path == "/" else reply()(handler)

    with serving(answer) as address:
        page = fetch_with(f"{address}/", known=Validators(etag='"v1"'))
    assert asked == ['"v1"', None]
    assert page.asked == f"{address}/"


def test_what_a_server_asks_of_robots_is_passed_on():
    with serving(reply(X_Robots_Tag="noindex, nofollow")) as address:
        assert fetch_with(address).robots_tags == ("noindex, nofollow",)


def test_a_longer_body_can_be_cut():
    with serving(reply(b"x" * 200_000)) as address:
        assert len(fetch_with(address, cut_bytes=1_000).body) == 1_000


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [
        ("text/html", None),
        ("text/html; charset=", None),
        ("text/html;CHARSET='utf-8'", "utf-8"),
        ('text/html; x=y; charset="Shift_JIS"; z', "Shift_JIS"),
        ("text/html; charset=" + "x" * 5000, "x" * 5000),
    ],
)
def test_the_charset_is_read_from_the_content_type(content_type, encoding):
    with serving(reply(Content_Type=content_type)) as address:
        assert fetch_with(address).encoding == encoding
