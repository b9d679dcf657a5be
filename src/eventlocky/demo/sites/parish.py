"""Kirchengemeinde St. Nikolai (German): flat text with line breaks, days in bold, in ISO-8859-1, written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, SUN, THU, WED, after, at, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Organisation

HOST = "st-nikolai-seelhaven.localhost"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the parish diary."""

    start: datetime
    title: str
    rest: str = ""
    place: str | None = None


def diary(today: date) -> list[Line]:
    """Write the lines of the diary, in the order of their days."""
    sundays = [upcoming(today, SUN, weeks=week) for week in range(5)]
    rows = [
        Line(at(sundays[0], "10:00"), "Gottesdienst mit Abendmahl", "Pastorin Inka Brandt"),
        Line(at(sundays[0], "17:00"), "Orgelkonzert bei Kerzenschein",
             "Werke von Buxtehude und Zeitgenossen, Eintritt frei"),
        Line(at(sundays[1], "10:00"), "Familiengottesdienst mit Taufe", "anschließend Kirchenkaffee"),
        Line(at(sundays[2], "10:00"), "Gottesdienst op Platt", "Prädikant Hinnerk Ohlsen"),
        Line(at(sundays[2], "11:30"), "Gemeindeversammlung", "im Gemeindehaus", "Gemeindehaus"),
        Line(at(sundays[3], "10:00"), "Gottesdienst mit dem Posaunenchor"),
        Line(at(sundays[4], "18:00"), "Abendandacht am Strand", "Treffpunkt Seebrücke, bei Regen in der Kirche",
             "Seebrücke"),
        Line(at(upcoming(today, WED), "15:00"), "Seniorennachmittag", "im Gemeindehaus, Frau Tietjen zeigt Dias",
             "Gemeindehaus"),
        Line(at(upcoming(today, THU, weeks=1), "19:30"), "Bibelgespräch mit Brot und Käse", "im Gemeindehaus",
             "Gemeindehaus"),
        Line(at(upcoming(today, FRI, weeks=1), "16:00"), "Kinderchor: offene Probe", "im Gemeindehaus", "Gemeindehaus"),
        Line(at(upcoming(today, SAT, weeks=1), "09:00"), "Kleidersammlung", "auf dem Pfarrhof", "Pfarrhof"),
        Line(at(upcoming(today, SAT, weeks=3), "14:00"), "Basar des Frauenkreises",
             "auf dem Pfarrhof, Erlös für die Dachreparatur", "Pfarrhof"),
        Line(at(after(today, 1), "20:00"), "Kirchenchorprobe", "neue Stimmen, vor allem Tenöre, gern gesehen"),
    ]  # fmt: skip
    return sorted(rows, key=lambda line: line.start)


def build(world: World) -> Site:
    """Build the parish's site."""
    lines = diary(world.today)
    days = [(day, list(group)) for day, group in groupby(lines, key=lambda line: line.start.date())]
    press = Press(
        "parish", content_type="text/html; charset=iso-8859-1", encoding="iso-8859-1", today=world.today, days=days
    )
    pages: dict[str, Reply] = {
        "/": press.page("index.htm"),
        "/index.htm": press.page("index.htm"),
        "/termine.htm": press.page("termine.htm"),
        "/kontakt.htm": press.page("kontakt.htm"),
        "/kirche.svg": picture("tower #345 #c33"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "Ev. Kirchengemeinde St. Nikolai", category=Category.AMUSEMENT, type="place_of_worship", lat=53.9895,
            lon=11.1187, address="Am Kirchhof 1, Seelhaven", source_id="demo/parish",
        ),
        answer=Shelf(pages),
        truths=tuple(Truth(line.title, line.start, page="/termine.htm", place=line.place) for line in lines),
        events_pages=("/termine.htm",),
    )  # fmt: skip
