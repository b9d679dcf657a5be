"""Seelhaven Harriers, a running club (English): races told with `<time datetime>`, and posts that have it too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import SAT, SUN, THU, after, at, month_later, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "seelhaven-harriers.localhost"
LIST = "/fixtures"


@dataclass(frozen=True, slots=True)
class Race:
    """One fixture."""

    title: str
    start: datetime
    place: str
    price: str
    words: str

    @property
    def path(self) -> str:
        """Return the path of the fixture's own page, made from its title."""
        return f"{LIST}/{self.title.lower().replace(' ', '-')}"


def races(today: date) -> list[Race]:
    """Write the fixtures, in the order of their days."""
    rows = [
        Race("Thursday Pier Sprints", at(upcoming(today, THU), "18:30"), "Old Pier", "Free", "Six times 200 metres."),
        Race("Beginners Beach Jog", at(upcoming(today, SAT), "09:00"), "Lifeboat Station", "Free",
             "Nobody is left behind."),
        Race("Mudflat 10k", at(upcoming(today, SUN, weeks=2), "11:15"), "North Mole", "€15",
             "You will get wet. Start on the ebb."),
        Race("Relay Round the Bay", at(upcoming(after(month_later(today), 6), SUN), "10:00"), "Marina Green",
             "€40 per team of four", "Twenty-four kilometres, four legs, one wet sock as a baton."),
        Race("Midnight Mile", at(upcoming(after(month_later(today), 18), SAT), "23:30"), "Promenade", "€5",
             "Head torches compulsory."),
    ]  # fmt: skip
    return sorted(rows, key=lambda race: race.start)


def build(world: World) -> Site:
    """Build the running club's site."""
    rows = races(world.today)
    press = Press("harriers", today=world.today)
    posts = [
        (after(world.today, -2), "Results: Harbour Half", "Wendy Aske won in 1:24:06, a club record. 311 finished."),
        (after(world.today, -15), "New vests have arrived", "They are very orange. €22 from the club hut."),
    ]
    pages: dict[str, Reply] = {
        "/": press.page("index.html", posts=posts),
        LIST: press.page("fixtures.html", rows=rows),
        "/css/club.css": press.file("club.css"),
        "/img/badge.svg": picture("person #f3722c #577590"),
        "/robots.txt": text("User-agent: *\nDisallow: /members/\n"),
    }
    pages |= {row.path: press.page("race.html", row=row) for row in rows}
    return Site(
        host=HOST,
        organisation=Organisation(
            "Seelhaven Harriers", category=Category.AMUSEMENT, type="sports_club", lat=53.9889, lon=11.1278,
            address="Club Hut, Promenade, Seelhaven", source_id="demo/harriers",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(row.title, row.start, page=LIST, place=row.place, price=row.price, link=world.url(HOST, row.path))
            for row in rows
        ),
        events_pages=(LIST,),
    )  # fmt: skip
