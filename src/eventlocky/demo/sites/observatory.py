"""Sternwarte Seelhaven (German): says its events twice, for people and as JSON-LD."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from eventlocky.demo.base import ZONE, Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, WED, after, at, month_later, upcoming
from eventlocky.demo.press import Press, Shelf, as_json, picture, text
from eventlocky.types import Category, Organisation

HOST = "sternwarte-seelhaven.localhost"
LIST = "/veranstaltungen/"
PLACE = "Sternwarte Seelhaven"
ADDRESS = "Dünenweg 40, Seelhaven"


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening under the dome."""

    slug: str
    title: str
    day: date
    hours: str
    price: int
    words: str
    cancelled: bool = False

    @property
    def start(self) -> datetime:
        """Return when it begins."""
        return at(self.day, self.hours.split("-")[0])

    @property
    def end(self) -> datetime:
        """Return when it is over."""
        return at(self.day, self.hours.split("-")[1])

    @property
    def path(self) -> str:
        """Return the path of the evening's own page."""
        return f"{LIST}{self.slug}/"

    @property
    def fee(self) -> str:
        """Return the price, as the page writes it."""
        return f"{self.price} €" if self.price else "Eintritt frei"


def evenings(today: date) -> list[Evening]:
    """Write the evenings, in the order of their days."""
    soon = month_later(today)
    rows = [
        Evening("mond-am-abend", "Der Mond am Abend", after(today, 1), "20:00-22:00", 5,
                "Beobachtung mit dem großen Refraktor, bei Wolken Vortrag im Kuppelsaal."),
        Evening("kinder-raumfahrt", "Raumfahrt für Kinder: Wir bauen eine Rakete", upcoming(today, SAT), "14:30-16:30",
                4, "Ab sechs Jahren, bitte leere Flaschen mitbringen."),
        Evening("saturn", "Saturn und seine Ringe", upcoming(today, FRI, weeks=1), "21:00-23:00", 5,
                "Öffentlicher Beobachtungsabend mit Dr. Femke Holt."),
        Evening("seekarten", "Navigieren nach Sternen", upcoming(today, WED, weeks=2), "19:30-21:00", 6,
                "Mit Sextant und Seekarte: Kapitän a. D. Rolf Danker erklärt."),
        Evening("sternschnuppen", "Nacht der Sternschnuppen am Strand", upcoming(after(soon, 8), SAT), "21:30-23:30", 0,
                "Treffpunkt an der Kuppel, Decken nicht vergessen."),
        Evening("schwarze-loecher", "Schwarze Löcher, hell erklärt", upcoming(after(soon, 14), FRI), "19:30-21:00", 6,
                "Vortrag von Prof. Ayşe Kuntz. Muss wegen Krankheit leider ausfallen.", cancelled=True),
        Evening("teleskop-flohmarkt", "Teleskop-Flohmarkt", upcoming(after(soon, 20), SAT), "10:00-15:00", 0,
                "Okulare, Stative und gute Ratschläge."),
    ]  # fmt: skip
    return sorted(rows, key=lambda row: row.start)


def build(world: World) -> Site:
    """Build the observatory's site."""
    rows = evenings(world.today)
    press = Press("observatory", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("home.html"),
        LIST: press.page("list.html", rows=rows, markup=as_json(_markup(world, rows))),
        "/wp-content/themes/kuppel/style.css": press.file("style.css"),
        "/robots.txt": text("User-agent: *\nDisallow: /wp-admin/\n"),
    }
    for row in rows:
        pages[row.path] = press.page("evening.html", row=row, markup=as_json(_markup(world, [row])))
        pages[f"/wp-content/uploads/{row.slug}.svg"] = picture("stars #1c2541 #3a506b")
    return Site(
        host=HOST,
        organisation=Organisation(
            "Sternwarte Seelhaven", category=Category.EXHIBITION, type="planetarium", lat=53.9985, lon=11.1248,
            address=ADDRESS, source_id="demo/observatory",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(row.title, row.start, row.end, page=LIST, place=PLACE, price=row.fee, link=world.url(HOST, row.path))
            for row in rows
        ),
        events_pages=(LIST,),
    )  # fmt: skip


def _markup(world: World, rows: list[Evening]) -> dict[str, object]:
    return {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": "WebSite", "name": PLACE, "url": world.url(HOST)},
            *(_event_markup(world, row) for row in rows),
        ],
    }


def _event_markup(world: World, row: Evening) -> dict[str, object]:
    status = "EventCancelled" if row.cancelled else "EventScheduled"
    return {
        "@type": "Event",
        "name": row.title,
        "startDate": _with_offset(row.start),
        "endDate": _with_offset(row.end),
        "eventStatus": f"https://schema.org/{status}",
        "url": world.url(HOST, row.path),
        "image": [world.url(HOST, f"/wp-content/uploads/{row.slug}.svg")],
        "description": row.words,
        "location": {"@type": "Place", "name": PLACE, "address": ADDRESS},
        "offers": {"@type": "Offer", "price": str(row.price), "priceCurrency": "EUR"},
        "organizer": {"@type": "Organization", "name": "Verein Sternwarte Seelhaven e. V."},
    }


def _with_offset(moment: datetime) -> str:
    return moment.replace(tzinfo=ZoneInfo(ZONE)).isoformat()
