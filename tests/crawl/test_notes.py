"""What is remembered of a page is enough to go on without it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from eventlocky.crawl import notes
from eventlocky.crawl.frontier import Sort
from eventlocky.crawl.links import NO_WISHES
from eventlocky.crawl.sitemaps import Entry
from eventlocky.extract import read
from eventlocky.page import parse
from paper_site import listing, page

URL = "http://paper.example/"
HTML = page(listing(("Sat 21 Nov 2026, 19:30", "Jazz", "/jazz"), ("Sun 22 Nov 2026, 11:00", "Swing", "/swing"),
                    ("Fri 27 Nov 2026, 20:00", "Tango", "/tango")))  # fmt: skip


def take() -> notes.Note:
    reading = read(HTML, URL, fetched=date(2026, 11, 16))
    note = notes.take(reading.tree, NO_WISHES)
    return replace(note, seen=tuple(notes.see(reading.tree, event) for event in reading.events))


def test_a_note_comes_back_as_it_was():
    for note in (
        take(),
        notes.Note(URL, error="no", error_name="UnreachableError", status=500),
        notes.Note(URL, entries=(Entry(URL, date(2026, 1, 1), "x", is_sitemap=True),), feeds=((URL, Sort.FEED),)),
    ):
        assert notes.read(notes.write(note)) == note


def test_an_event_knows_the_lines_that_it_stands_in():
    note = take()
    assert [seen.event.title for seen in note.seen] == ["Jazz", "Swing", "Tango"]
    assert {seen.when_mark for seen in note.seen} <= note.marks
    assert len({seen.when_mark for seen in note.seen}) == 3


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "3", '{"url": "x", "links": 3}', '{"url": "x", "seen": [["{}", "", ""]]}']
)
def test_what_is_no_note_is_one_kind_of_error(text):
    with pytest.raises(ValueError, match="Not a note"):
        notes.read(text)


def test_a_page_of_ten_thousand_lines_is_noted_in_bounds():
    note = notes.take(parse("".join(f"<p>{number}. of May" for number in range(10_000)), URL), NO_WISHES)
    assert len(note.marks) <= 2_000
