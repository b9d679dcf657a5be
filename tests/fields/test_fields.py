"""What a record says, field by field."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from eventlocky import fields, kinds
from eventlocky.annotate import annotate
from eventlocky.fields import status, title
from eventlocky.page import parse
from eventlocky.types import Event, Record, Status


def read(html: str, kind: str = "event") -> Event | None:
    tree = parse(f"<main>{html}</main>", "https://x.example/a/")
    annotations = annotate(tree, {"date", "money", "percent", "address"}, date(2026, 5, 1))
    (event,) = fields.read(tree, [Record(tree.body + 1, len(tree))], annotations, kinds.load(kind))
    return event


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<h2>Feast</h2><a href=x>Read more</a> 1 May 2026", "Feast"),
        ("<a href=x>Read more</a><a href=y>Feast</a> 1 May 2026", "Feast"),
        ("1 May 2026 <b>Feast</b> of bells", "Feast"),
        ("1 May 2026<br>Feast of bells<br>Free", "Feast of bells"),
        ("1 May 2026: Feast of bells", "Feast of bells"),
        ("<h3>1 May 2026</h3><p>Feast", "Feast"),
        ("2026年5月1日<br>花火大会", "花火大会"),
        ("<b>Swedish (A1)</b> 1 May 2026", "Swedish (A1)"),
        ("<b>Feast (1 May 2026)</b>", "Feast"),
    ],
)
def test_the_title_is_the_strongest_words_without_the_date(html, title):
    event = read(html)
    assert event is not None
    assert event.title == title


def test_a_record_without_words_is_no_event():
    assert read("1 May 2026") is None


@pytest.mark.parametrize(
    ("html", "place"),
    [
        ("<b>Feast</b> 1 May 2026<br>Location: Old Hall", "Old Hall"),
        ("<b>Feast</b> 1 May 2026<br>会場：市民会館", "市民会館"),
        ("<b>Feast</b> 1 May 2026 <span class=event-venue>Old Hall</span>", "Old Hall"),
        ("<b>Feast</b> 1 May 2026", None),
    ],
)
def test_the_place_is_what_is_labelled_as_one(html, place):
    event = read(html)
    assert event is not None
    assert event.where.name == place


def test_an_address_is_a_place_too():
    event = read("<b>Feast</b> 1 May 2026, 12 Orchard Street")
    assert event is not None
    assert event.where.address == "12 Orchard Street"


def test_a_deal_knows_the_price_before_and_after():
    event = read("<b>Kettle</b> was $40.00 now $25.00 (37% off)", "deal")
    assert event is not None
    assert (event.price.before, event.price.after, event.price.discount_percent) == (
        Decimal("40.00"),
        Decimal("25.00"),
        Decimal(37),
    )


def test_the_link_of_the_title_goes_before_others_and_jumps_within_the_page_are_none():
    event = read("<a href='#top'>up</a><a href='/tickets'>Tickets</a><h3><a href='jazz'>Jazz</a></h3> 1 May 2026")
    assert event is not None
    assert event.link == "https://x.example/a/jazz"


def test_a_lazy_picture_is_found_and_one_written_into_the_page_is_not():
    event = read("<img src='data:image/gif;base64,R0' data-src='/p.jpg'><b>Feast</b> 1 May 2026")
    assert event is not None
    assert event.image == "https://x.example/p.jpg"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CANCELLED: Jazz", Status.CANCELLED),
        ("Konzert abgesagt", Status.CANCELLED),
        ("本日の公演は中止", Status.CANCELLED),
        ("verschoben auf Mai", Status.POSTPONED),
        ("Sold out!", Status.SOLD_OUT),
        ("ausverkauft", Status.SOLD_OUT),
        ("a scandal", Status.SCHEDULED),
    ],
)
def test_the_status_is_in_the_words(text, expected):
    assert status.read(text) is expected


def test_a_sign_that_stood_between_a_day_and_a_title_is_no_part_of_it():
    tree = parse("<p>June 19, 2026, 4 p.m. Engbretson Hall", "")
    record = Record(tree.body, len(tree), title=". Engbretson Hall", title_row=tree.body)
    found = title.read(tree, record, annotate(tree, ["date"], date(2026, 5, 1)))
    assert found is not None
    assert found.value == "Engbretson Hall"
