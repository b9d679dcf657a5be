"""Days said twice in each card of a list."""

from __future__ import annotations

from datetime import date, datetime

from eventlocky import extract
from eventlocky.annotate import annotate
from eventlocky.page import parse

TODAY = date(2026, 9, 15)
CARDS = [
    ("Blue Ridge Fiddlers", "Fri, Oct 02", "Fri, Oct 02, 2026, 7:30 PM – 10:00 PM"),
    ("Harvest Supper", "Sat, Oct 10", "Sat, Oct 10, 2026, 5:00 PM – 8:00 PM"),
    ("Beginner Watercolor", "Tue, Oct 13", "Tue, Oct 13, 2026, 6:00 PM"),
]


def page(*, is_first: bool = True) -> str:
    cards = ""
    for title, short, full in CARDS:
        one, two = (short, full) if is_first else (full, short)
        cards += f"<li><a href='/e/{title[:4]}'>{title}</a><div>{one}</div><p>Cedar Hall</p><div>{two}</div><p>Come early.</p>"
    return f"<h1>Upcoming Events</h1><ul>{cards}</ul>"


def test_cards_that_say_their_day_short_and_in_full_are_one_event_each():
    events = extract(page(), "https://cedarhall.example/", fetched=TODAY)
    assert [event.title for event in events] == [title for title, _, _ in CARDS]
    assert events[0].when.start == datetime(2026, 10, 2, 19, 30)


def test_the_full_date_may_stand_first_and_one_card_alone_is_left_as_it_is():
    for html in (page(), page(is_first=False)):
        assert len(annotate(parse(html, ""), ["date"], TODAY).within("date", 0, 10_000)) == len(CARDS)
    one = "<p>Fri, Oct 02</p><p>Fri, Oct 02, 2026, 7:30 PM</p>"
    assert len(annotate(parse(one, ""), ["date"], TODAY).within("date", 0, 10_000)) == 2
