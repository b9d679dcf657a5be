"""Seelhavener Hafentage (German): one page for one festival, with its concerts nested by day and by stage.

A careful reader lists the festival and each concert. The year stands once at the top, the day once a section.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, after, at, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Organisation

HOST = "hafentage.localhost"
FESTIVAL = "Seelhavener Hafentage"
PASS = "Festivalpass 45 €, Tagesband 20 €"  # noqa: S105


@dataclass(frozen=True, slots=True)
class Act:
    """One concert or reading of the festival."""

    title: str
    start: datetime
    stage: str
    words: str


def first_day(today: date) -> date:
    """Return the Friday on which the festival begins."""
    return upcoming(today, FRI, weeks=2)


def acts(today: date) -> list[Act]:
    """Write the festival's programme, by day, stage and hour."""
    friday = first_day(today)
    saturday, sunday = after(friday, 1), after(friday, 2)
    rows = [
        Act("Fassanstich mit der Bürgermeisterin", at(friday, "17:00"), "Kaibühne",
            "Das erste Fass geht auf das Rathaus."),
        Act("Die Schlickrutscher", at(friday, "19:00"), "Kaibühne", "Shanty-Ska aus der Nachbarschaft"),
        Act("Nordlicht Orchester", at(friday, "21:30"), "Kaibühne", "Tanzmusik auf zwölf Blechen"),
        Act("Lesung: Geschichten vom Leuchtfeuer", at(friday, "20:00"), "Zelt am Siel", "mit Tove Arden"),
        Act("Kinderkapitän gesucht", at(saturday, "11:00"), "Zelt am Siel", "Mitmachtheater ab 4 Jahren"),
        Act("Mara Steen & Band", at(saturday, "18:00"), "Kaibühne", "Lieder über Wetter und Liebe"),
        Act("Kompass Kaputt", at(saturday, "20:30"), "Kaibühne", "Indie-Rock"),
        Act("Lampionfahrt der Boote", at(saturday, "22:30"), "Hafenbecken", "Vom Ufer aus kostenlos"),
        Act("Gottesdienst auf dem Feuerschiff", at(sunday, "10:00"), "Feuerschiff", "mit Pastorin Inka Brandt"),
        Act("Blaskapelle Ostwind", at(sunday, "12:00"), "Kaibühne", "zum Matjesfrühstück"),
        Act("Abschlusssingen", at(sunday, "17:00"), "Kaibühne", "alle singen mit"),
    ]  # fmt: skip
    return sorted(rows, key=lambda act: (act.start.date(), act.stage, act.start))


def build(world: World) -> Site:
    """Build the festival's site."""
    friday = first_day(world.today)
    rows = acts(world.today)
    days = [
        (day, [(stage, list(line)) for stage, line in groupby(group, key=lambda act: act.stage)])
        for day, group in groupby(rows, key=lambda act: act.start.date())
    ]
    press = Press("festival", today=world.today, first=friday, last=after(friday, 2), name=FESTIVAL, price=PASS)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", days=days),
        "/anreise.html": press.page("anreise.html"),
        "/welle.svg": picture("waves #ff6b35 #004e89"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "Verein Hafentage Seelhaven", category=Category.AMUSEMENT, type="festival", lat=53.9928, lon=11.1222,
            address="Kai 1, Seelhaven", source_id="demo/festival",
        ),
        answer=Shelf(pages),
        truths=(
            Truth(FESTIVAL, friday, after(friday, 2), price=PASS),
            *(Truth(act.title, act.start, place=act.stage) for act in rows),
        ),
    )  # fmt: skip
