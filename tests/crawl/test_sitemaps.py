"""Sitemaps and feeds: their addresses and days, whatever the file is like."""

from __future__ import annotations

import gzip
import time
from datetime import date

import pytest

from eventlocky.crawl.sitemaps import Entry, read

SITEMAP = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://x.example/a?b=1&amp;c=2 </loc><lastmod>2026-11-02T10:00:00+01:00</lastmod></url>
<url><loc>http://x.example/b</loc></url></urlset>"""
INDEX = (
    b"<sitemapindex><sitemap><loc>http://x.example/s1.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>"
)
RSS = b"""<rss><channel><title>Hall</title><link>http://x.example/</link><item><title><![CDATA[Jazz & more]]></title>
<link>http://x.example/jazz</link><pubDate>Mon, 02 Nov 2026 10:00:00 +0100</pubDate></item></channel></rss>"""
ATOM = b"""<feed><link href="http://x.example/"/><entry><title>Swing</title><link rel="alternate"
href="http://x.example/swing"/><updated>2026-11-03T00:00:00Z</updated></entry></feed>"""


@pytest.mark.parametrize(
    ("body", "entries"),
    [
        (SITEMAP, [Entry("http://x.example/a?b=1&c=2", date(2026, 11, 2)), Entry("http://x.example/b")]),
        (gzip.compress(SITEMAP), [Entry("http://x.example/a?b=1&c=2", date(2026, 11, 2)), Entry("http://x.example/b")]),
        (INDEX, [Entry("http://x.example/s1.xml", date(2026, 1, 1), is_sitemap=True)]),
        (RSS, [Entry("http://x.example/jazz", date(2026, 11, 2), "Jazz & more")]),
        (ATOM, [Entry("http://x.example/swing", date(2026, 11, 3), "Swing")]),
        (b"", []), (b"<html><p>no sitemap", []), (b"\x1f\x8bbroken", []), (b"<url><loc></loc></url>", []),
        (b"<url><loc>http://x.example/</loc><lastmod>2026-99-99</lastmod>", [Entry("http://x.example/")]),
    ],
)  # fmt: skip
def test_addresses_and_days_are_read(body, entries):
    assert read(body) == entries


def test_a_bomb_is_read_no_further_than_a_sitemap_may_be():
    entries = read(gzip.compress(b"<url><loc>http://x.example/</loc></url>" * 2_000_000, compresslevel=1))
    assert len(entries) == 5_000


@pytest.mark.parametrize("body", [b"<url>" * 500_000, b"<loc" * 500_000, b"<url><loc>" + b"a" * 2_000_000])
def test_a_broken_file_takes_no_time(body):
    begun = time.process_time()
    read(body)
    assert time.process_time() - begun < 2
