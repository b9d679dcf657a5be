"""Microformats beyond what their own suite holds."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky.types import Place


def test_an_event_gives_its_fields(marked):
    html = """<article class="card h-event"><h2 class="p-name">Choir</h2><a class="u-url" href="/choir">more</a>
      <time class="dt-start" datetime="2026-12-05 19:30">Sat</time><time class="dt-end">22:00</time>
      <div class="p-location h-card"><b class="p-name">Granary</b> <span class="p-adr h-adr">
        <i class="p-street-address">Quay 1</i> <i class="p-locality">Saltmouth</i></span></div>
      <p class="p-summary">Songs</p><img class="u-photo" src="/c.jpg"><b class="p-organizer h-card">Town</b></article>"""
    [one] = marked(html)
    event = one.event
    assert (one.by, event.title, event.link) == ("microformats", "Choir", "https://town.example/choir")
    assert (event.when.start, event.when.end) == (datetime(2026, 12, 5, 19, 30), datetime(2026, 12, 5, 22))
    assert event.where == Place("Granary", "Quay 1, Saltmouth")
    assert (event.description, event.image, event.organiser) == ("Songs", "https://town.example/c.jpg", "Town")


def test_a_classic_event_gives_its_fields(marked):
    html = """<div class="vevent"><a class="url summary" href="/choir">Choir</a>
      <abbr class="dtstart" title="20261205T1930">Sat</abbr> <span class="location">Granary</span>
      <p class="description">Songs</p><span class="status">CANCELLED</span></div>"""
    [one] = marked(html)
    event = one.event
    assert (event.title, event.when.start, event.where.name) == ("Choir", datetime(2026, 12, 5, 19, 30), "Granary")
    assert (event.description, event.status) == ("Songs", "cancelled")


def test_a_class_of_a_style_sheet_is_no_thing(marked):
    html = '<div class="h-event h-full"><div class="h-full p-4"><b class="p-name">Choir</b></div><time class="dt-start" datetime="2026-12-05"></div>'
    [one] = marked(html)
    assert (one.event.title, one.event.when.start) == ("Choir", date(2026, 12, 5))


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ('<p class="h-event">Choir</p>', "Choir"),
        ('<p class="h-event"><img alt="Choir" src="/c.jpg"></p>', "Choir"),
        ('<p class="h-event"><abbr title="Harbour Choir">HC</abbr></p>', "Harbour Choir"),
        ('<a class="h-event" href="/choir">Choir</a>', "Choir"),
    ],
)
def test_a_name_that_is_not_marked_is_implied(marked, html, title):
    [one] = marked(html)
    assert one.event.title == title


def test_a_long_text_is_no_name(marked):
    assert marked(f'<p class="h-event">{"words " * 100}</p>') == []
