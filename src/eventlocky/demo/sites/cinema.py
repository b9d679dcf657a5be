"""Lichtspiele Seelhaven (German): films with several times a day, the first days told as "Heute" and "Morgen"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import after, at, spell
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Organisation

HOST = "lichtspiele-seelhaven.localhost"


@dataclass(frozen=True, slots=True)
class Film:
    """One film of the week; `times` says, for each day from today on, at which hours it runs."""

    title: str
    facts: str
    words: str
    screen: str
    times: tuple[str, ...]
    picture: str


FILMS = (
    Film("Die Möwe von nebenan", "Komödie, 98 Min., ab 6 Jahren", "Eine Möwe zieht ein und zahlt keine Miete.",
         "Saal 1",
         ("15:00 17:15 20:00", "17:15 20:00", "15:00 20:00", "20:00"), "waves #e07a5f #3d405b"),
    Film("Tiefenrausch", "Thriller, 124 Min., ab 16 Jahren", "Drei Taucher, zwei Flaschen.", "Saal 2",
         ("20:30", "18:00 20:30", "20:30", ""), "fish #03071e #370617"),
    Film("Lotte und das Licht", "Animation, 76 Min., ohne Altersbeschränkung",
         "Lotte repariert den Leuchtturm ihrer Oma.",
         "Saal 2", ("14:30 16:15", "14:30", "14:30 16:15", "16:15"), "tower #f4a261 #e76f51"),
    Film("Der letzte Fährmann (OmU)", "Drama, 141 Min., ab 12 Jahren", "Schwarz-weiß und sehr still.", "Saal 1",
         ("", "", "17:00", "17:00"), "boat #6c757d #212529"),
)  # fmt: skip


def build(world: World) -> Site:
    """Build the cinema's site, one page with everything."""
    today = world.today
    labels = ["Heute", "Morgen", *(spell(after(today, days), "{wd} {d}.{m}.", "de") for days in (2, 3))]
    press = Press("cinema", today=today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", films=FILMS, labels=labels),
        "/preise.html": press.page("preise.html"),
    }
    for number, film in enumerate(FILMS, 1):
        pages[f"/plakat{number}.svg"] = picture(film.picture, film.title)
    return Site(
        host=HOST,
        organisation=Organisation(
            "Lichtspiele Seelhaven", category=Category.AMUSEMENT, type="cinema", lat=53.9909, lon=11.1179,
            address="Marktstraße 22, Seelhaven", source_id="demo/cinema",
        ),
        answer=Shelf(pages),
        truths=tuple(screenings(today)),
    )  # fmt: skip


def screenings(today: date) -> list[Truth]:
    """List every screening of every film."""
    return [
        Truth(film.title, at(after(today, days), clock), place=film.screen)
        for film in FILMS
        for days, clocks in enumerate(film.times)
        for clock in clocks.split()
    ]
