"""Hafenoper Seelhaven (German): a programme by month whose day stands once, with empty cells for the rest of the day.

This is the page of the KEDR paper: values are inherited from the record above. Each work has its own page.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, SUN, THU, WED, after, at, spell, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "hafenoper.localhost"


@dataclass(frozen=True, slots=True)
class Work:
    """One production, with a page of its own."""

    slug: str
    title: str
    author: str
    stage: str
    price: str
    picture: str
    words: str

    @property
    def path(self) -> str:
        """Return the path of the production's page."""
        return f"/stuecke/{self.slug}"


@dataclass(frozen=True, slots=True)
class Night:
    """One performance."""

    start: datetime
    work: Work
    note: str = ""


FOGHORN = Work("nebelhorn", "Das Nebelhorn", "Oper in drei Akten von Wilhelmine Sarkow", "Großes Haus", "18 bis 74 €",
                "boat #1d2d44 #748cab", "Ein Lotse verspricht dem Meer, was er nicht halten kann.")  # fmt: skip
SHIPOWNER = Work("die-kluge-reederin", "Die kluge Reederin", "Operette von Ferenc Toldi", "Großes Haus", "16 bis 62 €",
             "waves #7b2d26 #d4a276", "Drei Freier, ein Schiff und eine Frau, die rechnen kann.")  # fmt: skip
FOYER = Work("kammermusik-im-foyer", "Kammermusik im Foyer", "Streichquartette von Haydn bis heute", "Foyer", "12 €",
             "notes #33415c #b5c2d9", "Eine Stunde Musik ohne Pause, danach Suppe.")  # fmt: skip
CHILDREN = Work("der-kleine-wal", "Der kleine Wal", "Kinderoper ab 5 Jahren", "Studiobühne", "8 €, Kinder 5 €",
                "fish #006d77 #83c5be", "Ein Wal sucht seine Stimme und findet das ganze Orchester.")  # fmt: skip
BALLET = Work("gezeiten", "Gezeiten", "Ballettabend von Noor van Deyl", "Großes Haus", "16 bis 58 €",
              "stars #22223b #9a8c98", "Drei Stücke über Kommen und Gehen.")  # fmt: skip
TOUR = Work("blick-hinter-den-vorhang", "Blick hinter den Vorhang", "Führung durch Werkstätten und Unterbühne",
            "Treffpunkt Bühneneingang", "6 €", "frame #432818 #bb9457", "Festes Schuhwerk wird empfohlen.")  # fmt: skip
WORKS = (FOGHORN, SHIPOWNER, FOYER, CHILDREN, BALLET, TOUR)


def season(today: date) -> list[Night]:
    """Write the performances of the next weeks, in the order of their days."""
    rows = [
        Night(at(today, "19:30"), BALLET),
        Night(at(after(today, 2), "20:00"), FOYER),
        Night(at(upcoming(today, FRI, weeks=1), "19:30"), FOGHORN, "Premiere"),
        *(Night(at(upcoming(today, FRI, weeks=week), "19:30"), FOGHORN) for week in (2, 4, 6)),
        *(Night(at(upcoming(today, SAT, weeks=week), "15:00"), TOUR) for week in (0, 2, 5)),
        *(Night(at(upcoming(today, SAT, weeks=week), "19:30"), SHIPOWNER) for week in (0, 1, 3)),
        Night(at(upcoming(today, SAT, weeks=5), "19:30"), SHIPOWNER, "Zum letzten Mal"),
        *(Night(at(upcoming(today, SUN, weeks=week), "11:00"), CHILDREN) for week in (0, 1, 3)),
        *(Night(at(upcoming(today, SUN, weeks=week), "16:00"), CHILDREN) for week in (0, 1, 3)),
        *(Night(at(upcoming(today, SUN, weeks=week), "18:00"), BALLET) for week in (1, 4)),
        Night(at(upcoming(today, WED, weeks=2), "20:00"), FOYER),
        Night(at(upcoming(today, THU, weeks=3), "19:30"), FOGHORN, "mit Einführung um 18:45 Uhr"),
    ]  # fmt: skip
    return sorted(rows, key=lambda night: night.start)


def month_path(today: date, month: date) -> str:
    """Return the path of a month's programme; the running month has the plain one."""
    if (month.year, month.month) == (today.year, today.month):
        return "/spielplan"
    return f"/spielplan/{month.year}-{month.month:02}"


def build(world: World) -> Site:
    """Build the opera's site."""
    today = world.today
    nights = season(today)
    months = [list(group) for _, group in groupby(nights, key=lambda night: night.start.replace(day=1).date())]
    tabs = [(month_path(today, month[0].start), spell(month[0].start, "{month} {yyyy}", "de")) for month in months]
    press = Press("opera", today=today, tabs=tabs)
    pages: dict[str, Reply] = {
        "/": press.page("start.html", works=WORKS),
        "/karten": press.page("karten.html"),
        "/_assets/haus.css": press.file("haus.css"),
        "/_assets/logo.svg": picture("boat #101820 #c9a227"),
        "/robots.txt": text("User-agent: *\nDisallow: /intern/\n"),
    }
    for month, (path, name) in zip(months, tabs, strict=True):
        days = [(day, list(group)) for day, group in groupby(month, key=lambda night: night.start.date())]
        pages[path] = press.page("spielplan.html", days=days, name=name, path=path)
    for work in WORKS:
        dates = [night for night in nights if night.work is work]
        pages[work.path] = press.page("stueck.html", work=work, dates=dates)
        pages[f"/_assets/{work.slug}.svg"] = picture(work.picture)
    return Site(
        host=HOST,
        organisation=Organisation(
            "Hafenoper Seelhaven", category=Category.AMUSEMENT, type="theatre", lat=53.9926, lon=11.1175,
            address="Opernplatz 1, Seelhaven", source_id="demo/opera",
        ),
        answer=Shelf(pages, press.page("fehlt.html", status=404)),
        truths=tuple(
            Truth(night.work.title, night.start, page=month_path(today, night.start), place=night.work.stage,
                  price=night.work.price, link=world.url(HOST, night.work.path))
            for night in nights
        ),
        events_pages=tuple(path for path, _ in tabs),
    )  # fmt: skip
