"""Archives written here, record by record, so that each can be broken in its own way."""

from __future__ import annotations

import gzip

PAGE = """<!doctype html><title>What is on {n}</title><h1>What's on</h1><ul>
<li><a href="/a{n}"><b>Jazz Night {word}</b></a>, 14 November 2026, 19:30, €12</li>
<li><a href="/b{n}"><b>Book Fair {word}</b></a>, 15 November 2026, free entry</li>
<li><a href="/c{n}"><b>Harbour Walk {word}</b></a>, 16 November, 10:00</li></ul>"""


def page(number: int) -> bytes:
    """Return a page with three events; the year of the third is that of its capture."""
    word = "".join("ABCDEFGHIJ"[int(digit)] for digit in str(number))  # a number would be part of the date behind it
    return PAGE.format(n=number, word=word).encode()


def record(
    number: int,
    body: bytes,
    *,
    kind: str = "response",
    status: str = "200 OK",
    http: str = "Content-Type: text/html; charset=utf-8",
    more: str = "",
    date: str = "2026-11-01T12:00:00Z",
) -> bytes:
    """Return a record of an archive, not packed."""
    block = f"HTTP/1.1 {status}\r\n{http}\r\n\r\n".encode("latin-1") + body
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Date: {date}\r\n"
        f"WARC-Target-URI: https://site{number}.example/whats-on\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\n{more}Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def packed(*records: bytes) -> list[bytes]:
    """Return records as they stand in an archive, each packed for itself."""
    return [gzip.compress(one, mtime=0) for one in records]
