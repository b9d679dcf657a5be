"""Volkshochschule Seelhaven (German): tables with header columns, one a department, and a page for each course."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, MON, SAT, THU, TUE, WED, after, at, month_later, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "vhs-seelhaven.localhost"
LIST = "/kurse.html"


@dataclass(frozen=True, slots=True)
class Course:
    """One row of the course tables."""

    number: str
    department: str
    title: str
    day: date
    begins: str
    ends: str
    evenings: int
    teacher: str
    room: str
    fee: str
    state: str = "frei"

    @property
    def path(self) -> str:
        """Return the path of the course's own page."""
        return f"/kurs/{self.number}.html"

    @property
    def start(self) -> datetime:
        """Return when the first evening begins."""
        return at(self.day, self.begins)

    @property
    def end(self) -> datetime:
        """Return when the first evening is over."""
        return at(self.day, self.ends)


def courses(today: date) -> list[Course]:
    """Write the courses, by department and day."""
    soon = month_later(today)
    rows = [
        Course("S1104", "Sprachen", "Schwedisch für die Fähre (A1)", upcoming(today, MON), "18:30", "20:00", 8,
               "Ragna Lindqvist", "Raum 12", "96,00 €"),
        Course("S1120", "Sprachen", "Japanisch: Kana an einem Tag", upcoming(today, SAT, weeks=1), "10:00", "16:00", 1,
               "Haruko Behrens", "Raum 14", "38,00 €", "wenige Plätze"),
        Course("S1133", "Sprachen", "Englisch am Vormittag: Wiedereinstieg B1", upcoming(today, WED, weeks=1), "09:30",
               "11:00", 10, "Paul Merriweather", "Raum 12", "118,00 €"),
        Course("S1147", "Sprachen", "Plattdüütsch snacken un singen", upcoming(today, THU, weeks=2), "19:00", "20:30",
               4, "Hinnerk Ohlsen", "Alte Schule, Saal", "gebührenfrei"),
        Course("G2201", "Gesundheit", "Rückenfit vor der Arbeit", upcoming(today, TUE), "07:00", "07:45", 12,
               "Silke Terbrüggen", "Turnhalle Süd", "72,00 €", "Warteliste"),
        Course("G2215", "Gesundheit", "Erste Hilfe am Wasser", upcoming(today, SAT), "09:00", "17:00", 1,
               "Ole Fink", "Bootshalle", "55,00 €"),
        Course("G2230", "Gesundheit", "Kochen mit Queller, Tang und Strandkohl", upcoming(today, FRI, weeks=2), "18:00",
               "21:30", 1, "Margret Aue", "Lehrküche", "34,00 € zzgl. 12 € Lebensmittel"),
        Course("K3302", "Kultur und Gesellschaft", "Wer baute den Leuchtturm? Ein Abend im Stadtarchiv",
               after(today, 3), "19:30", "21:00", 1, "Dr. Enno Waldeck", "Stadtarchiv", "6,00 €"),
        Course("K3318", "Kultur und Gesellschaft", "Nähen: aus Segeln werden Taschen", upcoming(after(soon, 4), SAT),
               "10:00", "15:00", 1, "Britt Sörensen", "Raum 3", "29,50 €"),
        Course("K3325", "Kultur und Gesellschaft", "Steuererklärung ohne Tränen", upcoming(after(soon, 9), TUE),
               "18:00", "20:15", 2, "Jochen Prell", "Raum 7", "24,00 €", "entfällt"),
        Course("K3341", "Kultur und Gesellschaft", "Vogelstimmen vor Sonnenaufgang", upcoming(after(soon, 15), SAT),
               "05:15", "07:30", 1, "Ulla Kranich", "Treffpunkt Seebrücke", "8,00 €"),
    ]  # fmt: skip
    return sorted(rows, key=lambda course: (course.department, course.start))


def build(world: World) -> Site:
    """Build the adult education centre's site."""
    rows = courses(world.today)
    departments = [(name, list(group)) for name, group in groupby(rows, key=lambda course: course.department)]
    press = Press("volkshochschule", today=world.today, departments=departments)
    pages: dict[str, Reply] = {
        "/": press.page("home.html"),
        LIST: press.page("kurse.html"),
        "/anmeldung.html": press.page("anmeldung.html"),
        "/impressum.html": press.page("impressum.html"),
        "/fileadmin/vhs.css": press.file("vhs.css"),
        "/fileadmin/logo.svg": picture("book #c8102e #fff"),
        "/robots.txt": text("User-agent: *\nDisallow: /warenkorb/\n"),
    }
    pages |= {course.path: press.page("kurs.html", course=course) for course in rows}
    return Site(
        host=HOST,
        organisation=Organisation(
            "Volkshochschule Seelhaven", category=Category.EXHIBITION, type="college", lat=53.9904, lon=11.1153,
            address="Schulstraße 9, Seelhaven", opening_hours="Mo-Th 09:00-12:00,14:00-17:00", source_id="demo/vhs",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(course.title, course.start, course.end, page=LIST, place=course.room, price=course.fee,
                  link=world.url(HOST, course.path))
            for course in rows
        ),
        events_pages=(LIST,),
    )  # fmt: skip
