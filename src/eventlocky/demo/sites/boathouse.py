"""The Boathouse, a community hall (English): a month calendar that turns its pages forever, both ways.

Only three months hold anything. A crawler that follows "next" without an end never comes home.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, datetime

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, SUN, THU, WED, after, at, month_grid, month_later, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "boathouse-hall.localhost"
MONTHS = range(1, 13)
MONTH_PATH = re.compile(r"/calendar/(\d{4})/(\d{2})")


@dataclass(frozen=True, slots=True)
class Booking:
    """One line in a day's cell."""

    slug: str
    title: str
    start: datetime
    price: str
    words: str

    @property
    def path(self) -> str:
        """Return the path of the booking's own page."""
        return f"/event/{self.slug}"


def bookings(today: date) -> list[Booking]:
    """Write what is booked in this month and the two after it."""
    next_month, third_month = month_later(today), month_later(today, 2)
    rows = [
        Booking("board-games", "Board Games and Soup", at(today, "18:00"), "Pay for the soup", "All ages, 200 games."),
        Booking("repair-cafe", "Repair Café", at(upcoming(today, SAT), "13:00"), "Free, donations welcome",
                "Toasters, trousers, bicycles."),
        Booking("tea-dance", "Sunday Tea Dance", at(upcoming(today, SUN), "15:00"), "€6", "With the Palm Court Trio."),
        Booking("blood-donors", "Blood Donor Session", at(upcoming(next_month, WED), "14:00"), "Free",
                "Biscuits after."),
        Booking("pantomime", "The Pirate Who Lost His Hat", at(after(upcoming(next_month, FRI), 7), "19:00"), "€9 / €5",
                "The Boathouse Players' family show."),
        Booking("seed-swap", "Seed Swap Morning", at(after(upcoming(next_month, SAT), 14), "10:00"), "Free",
                "Labels please."),
        Booking("ceilidh", "Harbour Ceilidh", at(upcoming(after(third_month, 3), SAT), "19:30"), "€12",
                "No partner needed."),
        Booking("council-hearing", "Public Hearing: The New Slipway",
                at(upcoming(after(third_month, 10), THU), "18:30"),
                "Free", "The council listens."),
    ]  # fmt: skip
    return sorted(rows, key=lambda booking: booking.start)


def month_path(month: date) -> str:
    """Return the path of a month's page."""
    return f"/calendar/{month.year:04}/{month.month:02}"


def build(world: World) -> Site:
    """Build the hall's site, whose calendar has no end."""
    rows = bookings(world.today)
    press = Press("boathouse", today=world.today, current=month_path(world.today))
    shelf = Shelf({
        "/": press.page("index.html"),
        "/hire": press.page("hire.html"),
        "/main.css": press.file("main.css"),
        "/hall.svg": picture("boat #344e41 #a3b18a"),
        "/robots.txt": text("User-agent: *\nDisallow: /admin\n"),
        **{row.path: press.page("event.html", row=row) for row in rows},
    })  # fmt: skip

    def answer(path: str, query: str) -> Reply:
        month = _month_of(path)
        return _month_page(press, month, rows) if month else shelf(path, query)

    return Site(
        host=HOST,
        organisation=Organisation(
            "The Boathouse Community Hall", category=Category.AMUSEMENT, type="community_centre", lat=53.9944,
            lon=11.1271,
            address="Slipway Road, Seelhaven", source_id="demo/boathouse",
        ),
        answer=answer,
        truths=tuple(
            Truth(row.title, row.start, page=month_path(row.start), price=row.price, link=world.url(HOST, row.path))
            for row in rows
        ),
        events_pages=tuple(dict.fromkeys(month_path(row.start) for row in rows)),
    )  # fmt: skip


def _month_of(path: str) -> date | None:
    found = MONTH_PATH.fullmatch(path)
    if not found:
        return None
    year, month = map(int, found.groups())
    # The first and the last year have a neighbour that no calendar knows.
    return date(year, month, 1) if MINYEAR < year < MAXYEAR and month in MONTHS else None


def _month_page(press: Press, month: date, rows: list[Booking]) -> Reply:
    by_day: dict[date, list[Booking]] = {}
    for row in rows:
        by_day.setdefault(row.start.date(), []).append(row)
    return press.page(
        "month.html", month=month, weeks=month_grid(month), by_day=by_day,
        previous=month_path(month_later(month, -1)), following=month_path(month_later(month)),
    )  # fmt: skip
