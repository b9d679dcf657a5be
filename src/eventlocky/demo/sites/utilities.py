"""Stadtwerke Seelhaven (German): dates everywhere and not one event; whoever lists anything here was fooled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, World
from eventlocky.demo.days import after, month_later, spell
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "stadtwerke-seelhaven.localhost"


@dataclass(frozen=True, slots=True)
class Notice:
    """One piece of news."""

    posted: date
    heading: str
    words: str
    topic: str

    @property
    def path(self) -> str:
        """Return the path of the notice's own page."""
        return f"/aktuelles/{self.posted:%Y%m%d}.html"


def notices(today: date) -> list[Notice]:
    """Write the news, the latest first."""

    def on(days: int) -> str:
        return spell(after(today, days), "{d}. {month} {yyyy}", "de")

    return [
        Notice(after(today, -1), "Neue Strompreise",
               f"Zum {spell(month_later(today), '{d}. {month} {yyyy}', 'de')} senken "
               "wir den Arbeitspreis im Grundtarif um 1,2 Cent je Kilowattstunde auf 31,4 Cent.", "Strom"),
        Notice(after(today, -5), "Rohrbruch in der Reeperstraße behoben", f"Seit {on(-6)}, 4:20 Uhr, fließt das Wasser "
               "wieder. 210 Haushalte waren betroffen. Wir bedanken uns für die Geduld.", "Wasser"),
        Notice(after(today, -12), "Bilanz des Vorjahres vorgelegt", f"Der Aufsichtsrat hat am {on(-13)} den Abschluss "
               "festgestellt. Der Umsatz stieg um 4 % auf 38,6 Millionen Euro.", "Unternehmen"),
        Notice(after(today, -19), "Zähler bitte selbst ablesen", f"Die Karten müssen bis {on(11)} bei uns sein, sonst "
               "schätzen wir den Verbrauch.", "Service"),
        Notice(after(today, -33), "Bus 4 fährt eine Umleitung", f"Wegen Bauarbeiten am Siel entfällt die Haltestelle "
               f"Fischmarkt noch bis {on(20)}. Ersatz: Opernplatz.", "Verkehr"),
        Notice(after(today, -58), "Ausbildung abgeschlossen", f"Fünf junge Leute haben am {on(-60)} ihre Prüfung "
               "bestanden. Alle fünf bleiben im Haus.", "Unternehmen"),
        Notice(after(today, -90), "Wasserwerte veröffentlicht",
               f"Härtegrad 14,2 (Probe vom {on(-97)}). Die Werte liegen "
               "weit unter den Grenzen.", "Wasser"),
    ]  # fmt: skip


def build(world: World) -> Site:
    """Build the municipal utility's site."""
    news = notices(world.today)
    press = Press("utilities", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", news=news),
        "/kontakt.html": press.page("kontakt.html"),
        "/res/sw.css": press.file("sw.css"),
        "/res/sw.svg": picture("waves #00695c #4db6ac"),
        "/robots.txt": text("User-agent: *\nDisallow: /portal/\n"),
    }
    pages |= {notice.path: press.page("notice.html", notice=notice) for notice in news}
    return Site(
        host=HOST,
        organisation=Organisation(
            "Stadtwerke Seelhaven", category=Category.SHOPPING, type="company", lat=53.9882, lon=11.1131,
            address="Am Siel 2, Seelhaven", opening_hours="Mo-Fr 08:00-16:00", source_id="demo/utilities",
        ),
        answer=Shelf(pages),
        truths=(),
    )  # fmt: skip
