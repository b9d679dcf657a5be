"""The links of a page, and what the page asks of robots."""

from __future__ import annotations

from eventlocky.crawl.links import Wishes, links_of, wishes_of
from eventlocky.page import parse

AGENT = "Eventlocky/0.1 (test)"


def links(html: str):
    return links_of(parse(html, "http://x.example/a/"))


def test_a_link_has_its_words_and_an_address_stands_once():
    found = links(
        "<a href=b>More</a><a href='b#top'>Jazz in the harbour</a><a href=/c.pdf>3</a><a href='mailto:x'>4</a>"
    )
    assert [(link.url, link.text) for link in found] == [("http://x.example/a/b", "Jazz in the harbour")]


def test_a_picture_or_a_label_speaks_for_a_link_without_words():
    found = links("<a href=b><img src=x alt='Programme'></a><a href=c aria-label='Next'></a>")
    assert [link.text for link in found] == ["Programme", "Next"]


def test_what_rel_says_is_kept():
    found = links("<link rel=next href=2><a rel='previous nofollow' href=0>x</a>")
    assert [(link.rel, link.is_next) for link in found] == [(("next",), True), (("nofollow", "prev"), False)]


def test_frames_lead_somewhere_too():
    assert [link.url for link in links("<iframe src=/calendar></iframe>")] == ["http://x.example/calendar"]


def test_thousands_of_links_are_looked_at_no_further():
    assert len(links("".join(f"<a href=/{number}>x</a>" for number in range(5_000)))) == 3_000


def test_broken_addresses_are_passed_over():
    assert links("<a href='http://['>1</a><a href='http://x:y/'>2</a><a href>3</a>") == []


def test_wishes_stand_in_meta_elements_and_in_headers():
    tree = parse("<meta name=robots content='NOINDEX, follow'><meta name=googlebot content=nofollow>")
    assert wishes_of(tree, AGENT) == Wishes(noindex=True)
    assert wishes_of(parse("<meta name=Eventlocky content=none>"), AGENT) == Wishes(noindex=True, nofollow=True)
    assert wishes_of(parse("<p>x"), AGENT, ["eventlocky: nofollow"]) == Wishes(nofollow=True)
    assert wishes_of(parse("<p>x"), AGENT, ["otherbot: noindex", "unavailable_after: 25 Jun 2010"]) == Wishes()
