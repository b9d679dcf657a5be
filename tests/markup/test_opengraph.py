"""What a head says of its page."""

from __future__ import annotations

from datetime import date, datetime

from eventlocky import markup, page


def test_facts_are_those_of_open_graph():
    html = """<html lang="de"><title>Choir | Town</title><link rel="canonical" href="/canonical">
      <meta property="og:title" content="Choir &amp; more"><meta property="og:image" content="/c.jpg">
      <meta property="og:url" content="https://town.example/choir"><meta property="og:site_name" content="Town">
      <meta property="og:locale" content="de_DE"><meta property="article:published_time" content="2026-11-01T08:00:00Z">"""
    facts = markup.facts(page.parse(html, "https://town.example/x"))
    assert facts == markup.PageFacts(
        "Choir & more",
        "https://town.example/c.jpg",
        "https://town.example/choir",
        "Town",
        "de_DE",
        datetime(2026, 11, 1, 8),
    )


def test_older_tags_say_what_open_graph_does_not():
    tree = page.parse(
        '<html lang="fr"><title> Choir </title><link rel="canonical" href="/c">', "https://town.example/x"
    )
    assert markup.facts(tree) == markup.PageFacts("Choir", None, "https://town.example/c", None, "fr", None)


def test_a_page_that_says_nothing_has_no_facts():
    assert markup.facts(page.parse("")) == markup.PageFacts()
    assert (
        markup.facts(page.parse('<meta property="og:title"><meta property="article:published_time" content="soon">'))
        == markup.PageFacts()
    )


def test_a_page_may_be_one_event(marked):
    html = """<meta property="og:type" content="event"><meta property="og:title" content="Choir">
      <meta property="event:start_time" content="2026-12-05">"""
    [one] = marked(html)
    assert (one.by, one.event.title, one.event.when.start) == ("opengraph", "Choir", date(2026, 12, 5))
    assert marked(html.replace("event:start_time", "x")) == []
    assert marked(html.replace('"event"', '"article"')) == []
