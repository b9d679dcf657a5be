"""RDFa Lite."""

from __future__ import annotations

from datetime import date, datetime


def test_an_event_gives_its_fields(marked):
    html = """<div vocab="https://schema.org/" typeof="MusicEvent">
      <h2><a property="url" href="/choir"><span property="name">Harbour Choir</span></a></h2>
      <time property="startDate" datetime="2026-12-05T19:30">Sat</time>
      <div property="location" typeof="Place"><span property="name">Granary</span>
        <div property="address" typeof="PostalAddress"><span property="streetAddress">Quay 1</span></div></div>
      <div property="offers" typeof="Offer"><span property="price" content="0">free</span></div>
      <img property="image" src="/c.jpg"></div>"""
    [one] = marked(html)
    event = one.event
    assert (one.by, one.subtype, event.title) == ("rdfa", "MusicEvent", "Harbour Choir")
    assert event.when.start == datetime(2026, 12, 5, 19, 30)
    assert (event.where.name, event.where.address) == ("Granary", "Quay 1")
    assert (event.link, event.image) == ("https://town.example/choir", "https://town.example/c.jpg")
    assert event.price.free


def test_vocabularies_may_be_written_as_prefixes(marked):
    html = '<p typeof="schema:Event"><b property="schema:name">Choir</b><i property="schema:startDate" content="2026-12-05">Sat</i>'
    [one] = marked(html)
    assert (one.event.title, one.event.when.start) == ("Choir", date(2026, 12, 5))


def test_the_calendar_vocabulary_is_known(marked):
    html = '<p typeof="cal:Vevent"><b property="cal:summary">Choir</b><i property="cal:dtstart" content="20261205T193000">Sat</i>'
    [one] = marked(html)
    assert (one.event.title, one.event.when.start) == ("Choir", datetime(2026, 12, 5, 19, 30))


def test_articles_are_no_events(marked):
    assert marked('<div typeof="schema:Article sioc:Item"><b property="schema:name">Choir</b></div>') == []
