"""Galerie Windlicht (German): has events and a robots.txt that forbids every page; a polite crawler sees none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SUN, after, at, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Day, Organisation

HOST = "galerie-windlicht.localhost"
FORBIDS_ALL = "User-agent: *\nDisallow: /\n"


@dataclass(frozen=True, slots=True)
class Opening:
    """One exhibition, opening or talk."""

    title: str
    start: Day
    end: Day | None
    words: str


def openings(today: date) -> list[Opening]:
    """Write what the gallery shows."""
    return [
        Opening("Vernissage: Glas und Gischt", at(upcoming(today, FRI), "19:00"), None,
                "Die Künstlerin Ruta Lenz ist anwesend."),
        Opening("Glas und Gischt", after(upcoming(today, FRI), 1), after(upcoming(today, FRI), 36),
                "Objekte von Ruta Lenz."),
        Opening("Künstlergespräch bei Tee", at(upcoming(today, SUN, weeks=2), "15:00"), None,
                "Mit Ruta Lenz und Jorun Vale."),
    ]  # fmt: skip


def build(world: World) -> Site:
    """Build the gallery's site."""
    rows = openings(world.today)
    pages: dict[str, Reply] = {
        "/": Press("gallery", today=world.today).page("index.html", rows=rows),
        "/glas.svg": picture("frame #222 #7fb7be"),
        "/robots.txt": text(FORBIDS_ALL),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "Galerie Windlicht", category=Category.EXHIBITION, type="gallery", lat=53.9934, lon=11.1149,
            address="Lotsengang 5, Seelhaven", opening_hours="We-Sa 14:00-18:00", source_id="demo/gallery",
        ),
        answer=Shelf(pages),
        truths=tuple(Truth(row.title, row.start, row.end, price="Eintritt frei") for row in rows),
    )  # fmt: skip
