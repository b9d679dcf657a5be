"""The way of one page, from end to end."""

from __future__ import annotations

import gc
from datetime import date, datetime
from decimal import Decimal

import pytest

import eventlocky
from eventlocky.errors import UnknownNameError
from eventlocky.extract import read
from eventlocky.page import parse
from eventlocky.settings import Settings
from eventlocky.types import Status

CARDS = """<!doctype html><title>Old Harbour</title>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<main><h1>Programme</h1>
<div class="card"><img src="/jazz.jpg"><h3><a href="/jazz">Jazz Night</a></h3>
 <p>Saturday 14 November 2026, 19:30 – 22:00</p><p class="venue">Old Harbour, Quay 3</p><p>€12.50</p></div>
<div class="card"><h3><a href="/fair">Book Fair</a></h3><p>15 November 2026</p><p>Free admission</p></div>
<div class="card"><h3>Choir</h3><p>16 November 2026, 7pm</p><p>Cancelled</p></div>
</main><footer>© 2026 Old Harbour</footer>"""


@pytest.fixture(scope="module")
def events():
    return eventlocky.extract(CARDS, "https://harbour.example/programme", fetched=date(2026, 11, 1))


def test_every_card_is_one_event(events):
    assert [event.title for event in events] == ["Jazz Night", "Book Fair", "Choir"]


def test_a_time_is_kept_and_a_missing_one_stays_missing(events):
    assert events[0].when.start == datetime(2026, 11, 14, 19, 30)
    assert events[0].when.end == datetime(2026, 11, 14, 22, 0)
    assert events[1].when.start == date(2026, 11, 15)
    assert not isinstance(events[1].when.start, datetime)
    assert events[1].when.all_day


def test_the_other_fields_are_read(events):
    jazz, fair, choir = events
    assert jazz.where.name == "Old Harbour, Quay 3"
    assert jazz.price.amounts == (Decimal("12.50"),)
    assert jazz.price.currency == "EUR"
    assert jazz.link == "https://harbour.example/jazz"
    assert jazz.image == "https://harbour.example/jazz.jpg"
    assert fair.price.free
    assert choir.status is Status.CANCELLED


def test_every_field_can_be_proven_in_a_fresh_parse(events):
    fresh = parse(CARDS, "https://harbour.example/programme")
    for event in events:
        assert event.proofs
        for name, proof in event.proofs.items():
            assert fresh.read(proof.path) == proof.text, name
        assert fresh.find(event.source.path) is not None


def test_the_source_says_who_found_it_where(events):
    source = events[0].source
    assert source.url == "https://harbour.example/programme"
    assert (source.finder, source.classifier) == ("best", "best")
    assert source.fragment == ":~:text=Jazz%20Night"


@pytest.mark.parametrize("html", ["", " ", "<p>", b"", b"\x00\x00", "no markup at all", "<html><body></body></html>"])
def test_a_page_without_events_gives_an_empty_list(html):
    assert eventlocky.extract(html) == []


def test_the_answer_is_the_same_twice():
    assert eventlocky.extract(CARDS, fetched=date(2026, 11, 1)) == eventlocky.extract(CARDS, fetched=date(2026, 11, 1))


def test_an_unknown_finder_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"no finder called 'best-ever'.*plain"):
        eventlocky.extract(CARDS, settings=Settings(finder="best-ever"))


def test_a_reading_keeps_what_every_stage_gave():
    reading = read(CARDS, fetched=date(2026, 11, 1))
    assert len(reading.records) == len(reading.labels)
    assert len(reading.events) == 3
    assert {annotation.name for annotation in reading.annotations.found} >= {"date", "money"}


def test_the_collector_is_as_it_was_behind_a_page_that_is_read_and_one_that_is_not():
    assert gc.isenabled()
    eventlocky.extract(CARDS, fetched=date(2026, 11, 1))
    with pytest.raises(UnknownNameError):
        eventlocky.extract(CARDS, kind="no-such-kind")
    assert gc.isenabled()
    gc.disable()
    try:
        eventlocky.extract(CARDS, fetched=date(2026, 11, 1))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_page_leaves_no_cycle_for_the_collector():
    eventlocky.extract(CARDS, fetched=date(2026, 11, 1))
    gc.collect()
    gc.disable()
    try:
        eventlocky.extract(CARDS, fetched=date(2026, 11, 1))
        assert gc.collect() == 0
    finally:
        gc.enable()
