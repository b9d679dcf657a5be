"""Segelclub Seelhaven (German): a page with few words and a calendar feed that holds everything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from eventlocky.demo.base import ZONE, Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, TUE, after, at, month_later, sort_key, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Day, Organisation

HOST = "segelclub-seelhaven.localhost"
FEED = "/kalender/termine.ics"
WEEKS_SINCE_SEASON_BEGAN = 6
LINE_OCTETS = 75  # RFC 5545, 3.1: longer lines are folded


@dataclass(frozen=True, slots=True)
class Entry:
    """One VEVENT of the feed; an `end` that is a day is the last day itself."""

    title: str
    start: Day
    end: Day | None
    place: str
    words: str = ""
    rrule: str | None = None


def entries(today: date) -> list[Entry]:
    """Write the club's calendar."""
    regatta = upcoming(today, SAT, weeks=3)
    evening = upcoming(today, FRI, weeks=1)
    training = upcoming(today, TUE)
    rows = [
        Entry("Jugendtraining Optimisten", at(training, "16:30"), at(training, "18:30"), "Südsteg",
              "Nur für Mitglieder, Schnuppern erlaubt.", "FREQ=WEEKLY;BYDAY=TU"),
        Entry("Ansegeln mit Kaffeetafel", at(upcoming(today, SAT), "13:00"), at(upcoming(today, SAT), "17:00"),
              "Clubhaus"),
        Entry("Knotenabend: Palstek, Schotstek und andere Freunde", at(evening, "19:00"), at(evening, "21:30"),
              "Clubhaus",
              "Leinen sind da, Geduld bitte selbst mitbringen; Gäste zahlen nichts, Mitglieder auch nicht."),
        Entry("Buchtregatta um den Silbernen Poller", regatta, after(regatta, 1), "Hafenbecken",
              "Meldung bis zum Mittwoch davor, Steuermannsbesprechung um 9 Uhr."),
        Entry("Arbeitsdienst am Steg", at(upcoming(month_later(today), SAT), "09:00"), None, "Nordsteg"),
        Entry("Mitgliederversammlung", at(upcoming(after(month_later(today), 12), FRI), "19:30"), None, "Clubhaus"),
    ]  # fmt: skip
    return sorted(rows, key=lambda entry: sort_key(entry.start))


def build(world: World) -> Site:
    """Build the sailing club's site and its feed."""
    rows = entries(world.today)
    press = Press("sailing", today=world.today, feed=FEED)
    pages: dict[str, Reply] = {
        "/": press.page("index.html"),
        "/verein.html": press.page("verein.html"),
        "/wimpel.svg": picture("boat #0a3d62 #60a3bc"),
        FEED: text(_feed(rows), "text/calendar; charset=utf-8"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "Segelclub Seelhaven", category=Category.AMUSEMENT, type="sports_club", lat=53.9968, lon=11.1289,
            address="Südmole 3, Seelhaven", source_id="demo/sailing",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(entry.title, entry.start, entry.end, page=FEED, place=entry.place,
                  rrule=entry.rrule) for entry in rows
        ),
        events_pages=(FEED,),
    )  # fmt: skip


def _feed(rows: list[Entry]) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Segelclub Seelhaven//Termine//DE", "X-WR-CALNAME:Segelclub"]
    for number, entry in enumerate(rows, 1):
        lines += ["BEGIN:VEVENT", f"UID:{number:04}@{HOST}", "DTSTAMP:20200101T000000Z", *_times(entry)]
        lines += [f"SUMMARY:{_escape(entry.title)}", f"LOCATION:{_escape(entry.place)}"]
        lines += [f"DESCRIPTION:{_escape(entry.words)}"] if entry.words else []
        lines += ["END:VEVENT"]
    return "".join(f"{_fold(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _times(entry: Entry) -> list[str]:
    back = timedelta(weeks=WEEKS_SINCE_SEASON_BEGAN if entry.rrule else 0)  # the truth of a series is its next time
    lines = [f"DTSTART{_stamp(entry.start - back)}"]
    if isinstance(entry.end, datetime):
        lines.append(f"DTEND{_stamp(entry.end - back)}")
    elif entry.end:  # a whole-day end is the day after, RFC 5545, 3.6.1
        lines.append(f"DTEND{_stamp(after(entry.end, 1))}")
    return [*lines, f"RRULE:{entry.rrule}"] if entry.rrule else lines


def _stamp(day: Day) -> str:
    if isinstance(day, datetime):
        return f";TZID={ZONE}:{day:%Y%m%dT%H%M%S}"
    return f";VALUE=DATE:{day:%Y%m%d}"


def _escape(words: str) -> str:
    return words.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _fold(line: str) -> str:
    """Break a line after 75 octets, never inside a character."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > LINE_OCTETS:
            parts.append(part)
            part = " "
        part += letter
    return "\r\n".join([*parts, part])
