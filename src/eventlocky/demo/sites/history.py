"""The Seelhaven Historical Society (English): written like blog posts, on a server that takes its time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import SUN, THU, after, at, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Organisation

HOST = "seelhaven-history.localhost"
LIST = "/events/"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One meeting, announced in a post of its own."""

    slug: str
    title: str
    start: datetime
    place: str
    price: str
    words: str
    posted: date

    @property
    def path(self) -> str:
        """Return the path of the post."""
        return f"{LIST}{self.slug}/"


def meetings(today: date) -> list[Meeting]:
    """Write the coming meetings, in the order of their days."""
    rows = [
        Meeting("smugglers", "Smugglers, Salt and the Customs House", at(upcoming(today, THU), "19:00"),
                "Town Library, Reading Room", "Members free, guests €4",
                "Harald Quist opens the seizure books of 1811.",
                after(today, -10)),
        Meeting("walk-ropeworks", "Guided Walk: The Lost Ropeworks", at(upcoming(today, SUN, weeks=1), "14:30"),
                "Meet at the tram stop, Rope Lane", "€5", "Two miles, one stile, sensible shoes.", after(today, -10)),
        Meeting("photo-night", "Bring a Photograph Night", at(upcoming(today, THU, weeks=3), "19:00"),
                "Town Library, Reading Room", "Free", "Bring one picture that nobody can explain.", after(today, -3)),
        Meeting("flood", "The Night of the Great Flood", at(upcoming(today, THU, weeks=6), "19:00"),
                "Town Library, Reading Room", "Members free, guests €4", "With recordings of people who were there.",
                after(today, -2)),
    ]  # fmt: skip
    return sorted(rows, key=lambda meeting: meeting.start)


def build(world: World) -> Site:
    """Build the society's site, whose every answer is late."""
    rows = meetings(world.today)
    press = Press("history", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("home.html"),
        LIST: press.page("events.html", rows=rows),
        "/header.svg": picture("tower #6b4f3a #d9c2a3"),
    }
    pages |= {row.path: press.page("post.html", row=row) for row in rows}
    shelf = Shelf(pages)
    return Site(
        host=HOST,
        organisation=Organisation(
            "Seelhaven Historical Society", category=Category.EXHIBITION, type="association", lat=53.9917, lon=11.1168,
            address="c/o Town Library, Market Square, Seelhaven", source_id="demo/history",
        ),
        answer=lambda path, query: replace(shelf(path, query), delay_s=world.slow_s),
        truths=tuple(
            Truth(row.title, row.start, page=LIST, place=row.place, price=row.price, link=world.url(HOST, row.path))
            for row in rows
        ),
        events_pages=(LIST,),
    )  # fmt: skip
