"""Feeds and times that a page names."""

from __future__ import annotations

from eventlocky import markup, page


def feeds(html):
    return [(feed.address, feed.format) for feed in markup.feeds(page.parse(html, "https://town.example/x/"))]


def test_feeds_are_found_once_and_calendars_come_first():
    html = """<link rel="alternate" type="application/rss+xml" href="/feed" title="News">
      <link rel="ALTERNATE" type="application/atom+xml; charset=utf-8" href="/atom">
      <link rel="alternate" type="text/calendar" href="/all.ics"><link rel="stylesheet" type="text/css" href="/a.css">
      <link rel="alternate" hreflang="de" href="/de">
      <a href="/all.ics">Calendar</a> <a href="webcal://town.example/my.ics">Subscribe</a>
      <a href="?ical=1">Export</a> <a href="/musical=1">Musical</a> <a href="mailto:a@b.ics">Mail</a>"""
    assert feeds(html) == [
        ("https://town.example/all.ics", "ical"),
        ("https://town.example/my.ics", "ical"),
        ("https://town.example/x/?ical=1", "ical"),
        ("https://town.example/feed", "rss"),
        ("https://town.example/atom", "atom"),
    ]


def test_a_page_without_feeds_has_none():
    assert feeds("<a>no address</a><link rel=alternate type=text/calendar>") == []


def test_times_are_given_with_their_rows():
    tree = page.parse('<p>On <time datetime="2026-12-05">Saturday</time> at <time>8</time>')
    assert [(tree.text(row), stamp) for row, stamp in markup.times(tree)] == [("Saturday", "2026-12-05")]
