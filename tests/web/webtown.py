"""Two organisations and their events, seen from Monday, 16 November 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

from eventlocky.types import Category, Event, Organisation, Place, Price, Source, Status, When

TODAY = date(2026, 11, 16)
HALL = Organisation("Kulturhaus", "https://kulturhaus.example/", Category.AMUSEMENT, lat=52.52, lon=13.405)
FAR = Organisation("市民会館", "https://kaikan.example/", lat=35.68, lon=139.76)
BERLIN = "Europe/Berlin"
EVENTS = [
    Event(
        "Jazz im Keller", When(datetime(2026, 11, 21, 20), datetime(2026, 11, 21, 23), BERLIN), Place("Keller", "Am Markt 1, Berlin"),
        Price((Decimal(12),), "EUR", text="12 €"), "Ein Abend; mit, Komma\nund Zeile", "https://kulturhaus.example/jazz.jpg",
        "https://kulturhaus.example/jazz", "music", source=Source("https://kulturhaus.example/"), confidence=0.9,
    ),
    Event("Lesung", When(datetime(2026, 11, 16, 19), zone=BERLIN), price=Price(free=True), organiser="Leseverein"),
    Event("Quiz", When(datetime(2026, 10, 20, 19, 30), datetime(2026, 10, 20, 21), BERLIN, "FREQ=WEEKLY", exdates=(date(2026, 11, 24),))),
    Event("Schau", When(date(2026, 10, 1), date(2026, 12, 31)), category="exhibition"),
    Event("Ausgefallen", When(datetime(2026, 11, 19, 20), zone=BERLIN), status=Status.CANCELLED),
    Event("Vorbei", When(date(2026, 11, 1))),
    Event("Irgendwann"),
]  # fmt: skip


def at(day: int) -> datetime:
    return datetime(2026, 11, day, 8, tzinfo=UTC)
