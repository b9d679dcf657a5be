"""Microdata: things, properties, references."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from eventlocky.types import Place

CARD = """
<ul><li itemscope itemtype="https://schema.org/TheaterEvent">
  <h3 itemprop="name"><a itemprop="url" href="/play">The <i>Tempest</i></a></h3>
  <time itemprop="startDate" datetime="2026-12-05T19:30">Saturday</time>
  <meta itemprop="endDate" content="2026-12-05T22:00">
  <img itemprop="image" src="tempest.jpg" alt="A storm">
  <div itemprop="location" itemscope itemtype="https://schema.org/Place">
    <span itemprop="name">Granary</span>
    <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
      <span itemprop="streetAddress">Quay 1</span>, <span itemprop="addressLocality">Saltmouth</span></p>
  </div>
  <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
    <data itemprop="price" value="12.50">twelve fifty</data><meta itemprop="priceCurrency" content="EUR"></div>
  <link itemprop="eventStatus" href="https://schema.org/EventPostponed">
</li></ul>"""


def test_a_card_gives_all_its_fields(marked):
    [one] = marked(CARD)
    event = one.event
    assert (one.by, one.subtype, event.title) == ("microdata", "TheaterEvent", "The Tempest")
    assert (event.when.start, event.when.end) == (datetime(2026, 12, 5, 19, 30), datetime(2026, 12, 5, 22))
    assert event.where == Place("Granary", "Quay 1, Saltmouth")
    assert (event.price.amounts, event.price.currency) == ((Decimal("12.50"),), "EUR")
    assert event.image == "https://town.example/whats-on/tempest.jpg"
    assert event.link == "https://town.example/play"
    assert event.status == "postponed"
    assert event.proofs["when"].path.endswith("time/@datetime")


def test_a_name_that_is_a_link_is_its_words(marked):
    html = '<p itemscope itemtype="http://schema.org/Event"><a itemprop="name url" href="/e">Choir</a>'
    [one] = marked(html)
    assert (one.event.title, one.event.link) == ("Choir", "https://town.example/e")


def test_an_event_without_a_name_has_that_of_its_heading(marked):
    html = '<div itemscope itemtype="http://schema.org/Event"><h2>Choir</h2><span itemprop="startDate" content="2026-12-05">Sat</span></div>'
    [one] = marked(html)
    assert (one.event.title, one.event.when.start) == ("Choir", date(2026, 12, 5))


def test_properties_may_stand_elsewhere(marked):
    html = """<div itemscope itemtype="http://schema.org/Event" itemref="title day nowhere"></div>
      <h2 id="title" itemprop="name">Choir</h2>
      <div id="day"><span itemprop="startDate" content="2026-12-05">Sat</span>
        <div itemscope itemtype="http://schema.org/Person"><b itemprop="name">Anna</b></div></div>"""
    [one] = marked(html)
    assert (one.event.title, one.event.when.start) == ("Choir", date(2026, 12, 5))


def test_circles_of_references_end(marked):
    html = """<div id="a" itemprop="location" itemscope itemtype="http://schema.org/Event" itemref="b a"></div>
      <div id="b" itemprop="name" itemscope itemtype="http://schema.org/Event" itemref="a b"></div>"""
    assert marked(html) == []


def test_a_place_that_is_not_said_to_be_a_property_is_the_place_of_its_event(marked):
    html = """<div itemscope itemtype="http://schema.org/Event"><b itemprop="name">Choir</b>
      <i itemscope itemtype="http://schema.org/Place"><a href="/g">Granary, Saltmouth</a></i></div>"""
    [one] = marked(html)
    assert one.event.where.name == "Granary, Saltmouth"


def test_parts_of_an_event_keep_their_own_properties(marked):
    html = """<div itemscope itemtype="http://schema.org/Festival"><b itemprop="name">Sea Week</b>
      <div itemprop="subEvent" itemscope itemtype="http://schema.org/Event"><b itemprop="name">Opening</b></div>
      <i itemprop="startDate">2026-12-05</i></div>"""
    week, opening = marked(html)
    assert (week.event.title, week.event.when.start) == ("Sea Week", date(2026, 12, 5))
    assert (opening.event.title, opening.event.when.start) == ("Opening", None)


def test_the_older_vocabulary_is_known(marked):
    html = '<p itemscope itemtype="http://data-vocabulary.org/Event"><b itemprop="summary">Choir</b><time itemprop="startDate" datetime="2026-12-05">'
    [one] = marked(html)
    assert (one.event.title, one.event.when.start, one.event.description) == ("Choir", date(2026, 12, 5), "")


def test_a_template_is_no_event(marked):
    assert marked(f"<template>{CARD}</template>") == []


def test_things_that_are_no_events_are_left_out(marked):
    assert marked(CARD.replace("TheaterEvent", "Product")) == []


def test_an_event_in_two_syntaxes_is_one_made_of_both(marked):
    script = '<script type="application/ld+json">{"@type":"Event","name":"The Tempest","startDate":"2026-12-05","organizer":"Town"}</script>'
    [one] = marked(script + CARD)
    assert (one.by, one.event.organiser) == ("microdata", "Town")
    assert one.event.when.start == datetime(2026, 12, 5, 19, 30)


def test_two_shows_of_a_day_stay_two_in_two_syntaxes(marked):
    cards = CARD + CARD.replace("19:30", "15:00")
    script = '<script type="application/ld+json">[{"@type":"Event","name":"The Tempest","startDate":"2026-12-05T19:30"},{"@type":"Event","name":"The Tempest","startDate":"2026-12-05T15:00"}]</script>'
    assert [one.event.when.start.hour for one in marked(script + cards)] == [19, 15]
