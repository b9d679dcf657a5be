"""Hours with a point that only their list tells, and the prices that look like them."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky import fields, kinds, page
from eventlocky.annotate import annotate
from eventlocky.types import Record

DAYS = ("June 12, 2026", "June 19, 2026", "June 26, 2026", "July 3, 2026")
NAMES = ("Jazz with Anna", "Choir evening", "Poetry reading", "Folk night")


def clocks(html: str, selector: str = "li") -> list[str]:
    """Return the hours of the records that a selector finds, as one list; empty where one has none."""
    tree = page.parse(html, "https://hall.example/")
    annotations = annotate(tree, {"date", "time", "money"}, date(2026, 5, 1))
    records = [Record(row, tree.ends[row], title=tree.text(row)) for row in tree.select(selector)]
    starts = [event.when.start for event in fields.read(tree, records, annotations, kinds.load("event")) if event]
    return [f"{start:%H:%M}" if isinstance(start, datetime) else "" for start in starts]


def items(*lines: str) -> str:
    entries = zip(NAMES, DAYS, lines, strict=True)
    return "<ul>" + "".join(f"<li><h3>{name}</h3><p>{day}<p>{words}</li>" for name, day, words in entries) + "</ul>"


def table(head: str, *cells: str) -> str:
    rows = zip(NAMES, DAYS, cells, strict=True)
    body = "".join(f"<tr class=e><td>{day}<td>{name}<td>{words}</tr>" for name, day, words in rows)
    return f"<table><tr><th>Date<th>Event<th>{head}</tr>{body}</table>"


@pytest.mark.parametrize(
    "words",
    [
        "Tickets CHF 15.00",
        "Hall 3, EUR 15.00",
        "Hall 3, AUD 15.00",
        "Hall 3, RM 15.00",
        "Saal 3, 15.00 Franken",
        "15.00 Franken",
        "Kosten: 12.50 pro Person",
        "Eintritt 12.20",
        "Eintritt 12.20 / 9.20",
        "Teilnahmegebühr: 12.20",
    ],
)
def test_a_price_is_no_hour(words):
    assert clocks(items(*[words] * 4)) == [""] * 4


@pytest.mark.parametrize("head", ["Tickets (EUR)", "Preis", "Eintritt", "Price", "Cena", "€"])
def test_a_number_below_a_head_of_prices_is_no_hour(head):
    assert clocks(table(head, "12.00", "15.00", "18.20", "12.00"), "tr.e") == [""] * 4


def test_an_hour_beside_a_price_is_read():
    lines = ("Tickets 12.20, Beginn 19.00", "VVK 9.40 | 20.00 Saal", "CHF 15.00 | 18.00 Halle", "Fr. 19.00 Hof")
    assert clocks(items(*lines)) == ["19:00", "20:00", "18:00", "19:00"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Halle, 19.00", "Halle, 20.00", "Hof, 19.30", "Hof, 20.00"),
        ("Meet 19.00", "Meet 20.00", "Meet 19.00", "Meet 20.00"),
        ("Hall, 19.00; 12 EUR", "Hall, 20.00; 9 EUR", "Hall, 19.00", "Hall, 20.00"),
    ],
    ids=["a half hour", "a word of hours", "prices with their currency"],
)
def test_hours_need_a_sign_that_they_are(lines):
    assert [clock[:2] for clock in clocks(items(*lines))] == ["19", "20", "19", "20"]


def test_full_hours_alone_may_be_prices():
    assert clocks(items("Hall, 15.00", "Hall, 20.00", "Hall, 12.50", "Hall, 15.00")) == [""] * 4


@pytest.mark.parametrize(("head", "clock"), [("Time", "18:00"), ("Beginn", "18:00"), ("Remarks", "")])
def test_the_head_of_a_column_says_that_full_hours_are_hours(head, clock):
    assert clocks(table(head, *["18.00"] * 4), "tr.e") == [clock] * 4
