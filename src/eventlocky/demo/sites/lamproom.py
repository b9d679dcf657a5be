"""The Lamp Room (English music venue): month headers, below them lines that begin with a bare day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, SUN, THU, at, sort_key, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Day, Organisation

HOST = "thelamproom.localhost"


@dataclass(frozen=True, slots=True)
class Gig:
    """One line of the listings."""

    title: str
    start: Day
    doors: str
    price: str
    support: str = ""
    genre: str = ""


def gigs(today: date) -> list[Gig]:
    """Write the gigs of the next ten weeks, in the order of their days."""
    rows = [
        Gig("Velvet Anchor", at(today, "20:30"), "7.30pm", "€12", "Paper Gulls", "dream pop"),
        Gig("Saturday Soul Stevedores", at(upcoming(today, SAT), "21:00"), "8pm", "€10", "", "soul / rhythm & blues"),
        Gig("Hollow Pine Trio", at(upcoming(today, SUN), "19:00"), "6pm", "€14 / €11", "", "jazz"),
        Gig("Grit & Gravel", at(upcoming(today, FRI, weeks=1), "20:30"), "7.30pm", "€15", "Low Tide Choir", "punk"),
        Gig("Ines Okafor Quartet", at(upcoming(today, SAT, weeks=1), "20:00"), "7pm", "€18", "", "jazz"),
        Gig("The Borrowed Umbrellas", at(upcoming(today, THU, weeks=2), "20:00"), "7pm", "free", "DJ Plimsoll",
            "indie"),
        Gig("Northern Static", at(upcoming(today, SAT, weeks=3), "20:30"), "7.30pm", "€16.50", "Ada Quill",
            "electronic"),
        Gig("Fiddle Night with Maeve Tarrant", at(upcoming(today, THU, weeks=4), "19:30"), "7pm", "€9", "", "folk"),
        Gig("Kaiser Kompressor", at(upcoming(today, FRI, weeks=5), "21:00"), "8pm", "€13", "Blech", "kraut"),
        Gig("Thirteen Sailors", upcoming(today, SAT, weeks=6), "", "€20", "", "shanty metal"),
        Gig("Lumen & Lumen", at(upcoming(today, SAT, weeks=8), "20:00"), "7pm", "€12", "Sea Glass", "ambient"),
        Gig("Old Harbour Stompers", at(upcoming(today, SUN, weeks=9), "15:00"), "2pm", "€8, under 16s free", "",
            "trad"),
    ]  # fmt: skip
    return sorted(rows, key=lambda gig: sort_key(gig.start))


def build(world: World) -> Site:
    """Build the music venue's site."""
    rows = gigs(world.today)
    months = [list(group) for _, group in groupby(rows, key=lambda gig: (gig.start.year, gig.start.month))]
    press = Press("lamproom", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html"),
        "/listings": press.page("listings.html", months=months),
        "/hire": press.page("hire.html"),
        "/site.css": press.file("site.css"),
        "/lamp.svg": picture("notes #111 #ff4d00"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "The Lamp Room", category=Category.AMUSEMENT, type="music_venue", lat=53.9919, lon=11.1231,
            address="17 Rope Lane, Seelhaven", opening_hours="We-Su 18:00-01:00", source_id="demo/lamproom",
        ),
        answer=Shelf(pages),
        truths=tuple(Truth(gig.title, gig.start, page="/listings", price=gig.price) for gig in rows),
        events_pages=("/listings",),
    )  # fmt: skip
