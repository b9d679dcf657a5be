"""Sitemaps and news feeds: lists of addresses that a site keeps for robots, with the day of the last change.

Read without an XML parser, by the few elements that matter: linear, and nothing in it can be an entity bomb.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from html import unescape

_MOST_ENTRIES = 5_000
_MOST_BYTES = 10_000_000
_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 31
_ENTRY = re.compile(r"<(?:\w{1,20}:)?(url|sitemap|item|entry)(?=[\s>])")
_FIELD = re.compile(
    r"<(?:\w{1,20}:)?(loc|lastmod|link|title|pubdate|updated|published)\b([^<>]{0,2000})>([^<]{0,3000})"
    r"(?:<!\[cdata\[([^\]<]{0,3000}))?",
    re.IGNORECASE,
)
_HREF = re.compile(r"""href\s{0,5}=\s{0,5}["']([^"'<>]{1,2000})""", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Entry:
    """One address of a sitemap or feed; `is_sitemap` says that it is another sitemap."""

    url: str
    changed: date | None = None
    title: str = ""
    is_sitemap: bool = False


def read(body: bytes) -> list[Entry]:
    """Return the addresses of a sitemap, a sitemap of sitemaps, an RSS or an Atom feed."""
    text = _unpacked(body)[:_MOST_BYTES].decode("utf-8", "replace")
    begins = [(found.start(), found[1]) for found in _ENTRY.finditer(text)][: _MOST_ENTRIES + 1]
    ends = [begin for begin, _ in begins[1:]] + [len(text)]
    pairs = zip(begins[:_MOST_ENTRIES], ends, strict=False)
    entries = (_entry(name, text[begin:end]) for (begin, name), end in pairs)
    return [entry for entry in entries if entry is not None]


def _entry(name: str, text: str) -> Entry | None:
    url, title, changed = "", "", None
    for found in _FIELD.finditer(text[:20_000]):
        field, attributes, words = found[1].lower(), found[2], unescape(found[4] or found[3]).strip()
        if field in {"loc", "link"}:
            href = _HREF.search(attributes)
            url = url or words or (unescape(href[1]) if href else "")
        elif field == "title":
            title = title or words
        else:
            changed = changed or _day(words)
    return Entry(url, changed, title, name == "sitemap") if url else None


def _day(words: str) -> date | None:
    try:
        if found := _DAY.match(words):
            return date.fromisoformat(found[0])
        return parsedate_to_datetime(words[:100]).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _unpacked(body: bytes) -> bytes:
    if not body.startswith(_GZIP):
        return body
    try:
        return zlib.decompressobj(_GZIP_WINDOW).decompress(body, _MOST_BYTES)
    except zlib.error:
        return b""
