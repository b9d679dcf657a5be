"""Ordinary pages that a rule for others once read wrongly: what is said of one event moves or removes no other."""

from __future__ import annotations

from datetime import date

import pytest

import eventlocky

DAY = date(2026, 11, 19)
PAGES: dict[str, tuple[tuple[str, ...], list[tuple[str, str]]]] = {
    "a new date in a card is that card's": (
        (
            "<div class=event><h3>Bob Trio</h3><p>5. Dezember 2026, 20 Uhr</p></div>",
            "<div class=event><h3>Ann Duo</h3><p>Neuer Termin: 6. Dezember 2026, 20 Uhr</p></div>",
            "<div class=event><h3>Cleo Band</h3><p>9. Dezember 2026, 20 Uhr</p></div>",
        ),
        [
            ("Bob Trio", "2026-12-05"),
            ("Ann Duo", "2026-12-06"),
            ("Cleo Band", "2026-12-09"),
        ],
    ),
    "a rescheduled concert moves alone": (
        (
            "<ul><li>Concert Bob Trio: December 3, 2026</li>",
            "<li>Concert Ann: December 4, 2026 rescheduled to December 7, 2026</li>",
            "<li>Concert Cleo: December 9, 2026</li></ul>",
        ),
        [
            ("Concert Bob Trio", "2026-12-03"),
            ("Concert Ann", "2026-12-07"),
            ("Concert Cleo", "2026-12-09"),
        ],
    ),
    "a new day in another cell is its row's": (
        (
            "<table><tr><td>December 1, 2026<td>Bob One<td></tr>",
            "<tr><td>December 4, 2026<td>Ann Four<td>Moved to December 6, 2026</tr>",
            "<tr><td>December 9, 2026<td>Cleo<td></tr><tr><td>December 12, 2026<td>Dora<td></tr></table>",
        ),
        [
            ("Bob One", "2026-12-01"),
            ("Ann Four", "2026-12-06"),
            ("Cleo", "2026-12-09"),
            ("Dora", "2026-12-12"),
        ],
    ),
    "a struck day is no part of a title": (
        (
            "<ul><li>Concert Bob December 2, 2026</li>",
            "<li>Concert Ann <s>December 4, 2026</s> December 7, 2026</li>",
            "<li>Concert Cleo December 9, 2026</li></ul>",
        ),
        [
            ("Concert Bob", "2026-12-02"),
            ("Concert Ann", "2026-12-07"),
            ("Concert Cleo", "2026-12-09"),
        ],
    ),
    "links that lead nowhere name several events": (
        (
            '<h2>December 3, 2026</h2><ul><li><a href="#">Jazz Trio</a></li>',
            '<li><a href="#">Poetry reading</a></li></ul><h2>December 4, 2026</h2><ul>',
            '<li><a href="#">Blues Night</a></li><li><a href="#">Open mic</a></li></ul>',
        ),
        [
            ("Jazz Trio", "2026-12-03"),
            ("Poetry reading", "2026-12-03"),
            ("Blues Night", "2026-12-04"),
            ("Open mic", "2026-12-04"),
        ],
    ),
    "a day without school has camps and films": (
        (
            "<ul><li>Nov 25, 2026, 9 am – 4 pm: No School Day Camp, Gym</li>",
            "<li>Dec 4, 2026, 2 pm: No School Movie Frozen, Library</li>",
            "<li>Dec 7, 2026, 7 pm: Board of Trustees</li><li>Dec 14, 2026 – NO MEETING</li></ul>",
        ),
        [
            ("No School Day Camp", "2026-11-25"),
            ("No School Movie Frozen", "2026-12-04"),
            ("Board of Trustees", "2026-12-07"),
        ],
    ),
    "a note for one column leaves the row": (
        (
            "<table><tr><th>Date<th>Event<th>Kids</tr>",
            "<tr><td>December 6, 2026<td>10:30 am Family service<td>Sunday school</tr>",
            "<tr><td>December 13, 2026<td>10:30 am Carol service<td>No Sunday school</tr>",
            "<tr><td>December 20, 2026<td>10:30 am Nativity play<td>Sunday school</tr></table>",
        ),
        [
            ("Family service", "2026-12-06"),
            ("Carol service", "2026-12-13"),
            ("Nativity play", "2026-12-20"),
        ],
    ),
    "a day to come is its event's, whatever the headline tells": (
        (
            "<div class=c><span>12.12.2026</span><h3>Winterball (Karten ab 1. Dezember)</h3></div>",
            "<div class=c><span>19.12.2026</span><h3>Nachholtermin Konzert vom 4. Oktober</h3></div>",
        ),
        [
            ("Winterball (Karten ab 1. Dezember)", "2026-12-12"),
            ("Nachholtermin Konzert vom 4. Oktober", "2026-12-19"),
        ],
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_what_is_said_of_one_event_changes_no_other(name):
    parts, wanted = PAGES[name]
    page = f"<html><head><title>Events</title></head><body><h1>Events</h1>{''.join(parts)}"
    found = eventlocky.extract(page, "https://hall.example/events", fetched=DAY)
    assert [(event.title, str(event.when.first_day)) for event in found] == wanted


def test_the_time_of_a_council_is_not_that_of_a_book_sale():
    page = (
        "<h1>Events</h1><p>Next City Council meeting: December 8, 2026 at 6 PM</p><ul>"
        "<li>Library book sale December 8, 2026</li><li>Tree lighting December 9, 2026</li>"
        "<li>Craft fair December 12, 2026</li></ul>"
    )
    assert all(event.when.all_day for event in eventlocky.extract(page, "https://town.example/", fetched=DAY))


def test_a_cell_may_say_the_new_day_which_keeps_the_hour():
    rows = "".join(
        f"<tr><td>{day}, 2026 7:00 pm<td>Planning Board<td>{note}</tr>"
        for day, note in (("September 2", ""), ("October 7", "Rescheduled to Oct. 14"), ("November 4", ""))
    )
    page = f"<h1>Planning Board Meetings</h1><table>{rows}</table>"
    found = eventlocky.extract(page, "https://board.example/", fetched=date(2026, 8, 1))
    starts = ["2026-09-02 19:00:00", "2026-10-14 19:00:00", "2026-11-04 19:00:00"]
    assert [str(event.when.start) for event in found] == starts


def test_one_name_at_one_hour_in_two_houses_is_two_events():
    page = (
        "<h1>Events</h1><ul><li>Dec 3, 2026, 7 pm Story time, Main Library</li>"
        "<li>Dec 3, 2026, 7 pm Story time, West Library</li><li>Dec 4, 2026, 7 pm Crafts, West Library</li></ul>"
    )
    assert len(eventlocky.extract(page, "https://library.example/", fetched=DAY)) == 3


def test_a_page_read_in_the_first_year_ends_no_run():
    assert eventlocky.extract("<p>1、3月、祭り祭り2:34</p>", "https://x.example/", fetched=date.min) is not None
