"""The Bilge, a club (English): the same nights every week or month, told in words, and one night that is not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, MON, SAT, SUN, THU, TUE, WED, at, next_monthly, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Organisation

HOST = "the-bilge.localhost"


@dataclass(frozen=True, slots=True)
class Regular:
    """One night that comes back; `rhythm` is how the page says it."""

    title: str
    rhythm: str
    start: datetime
    rrule: str | None
    price: str
    words: str


def regulars(today: date) -> list[Regular]:
    """Write the nights, as the page orders them."""
    return [
        Regular("Quiz of Doom", "Every Monday, 8pm", at(upcoming(today, MON), "20:00"), "FREQ=WEEKLY;BYDAY=MO",
                "€2 a head", "Teams of up to six. Winner takes the pot, loser takes the eel."),
        Regular("Open Mic with Harriet Locke", "Every Tuesday from 7.30pm", at(upcoming(today, TUE), "19:30"),
                "FREQ=WEEKLY;BYDAY=TU", "free", "Ten minutes each. Sign up at the bar."),
        Regular("Salsa in the Hold", "Wednesdays & Sundays, 7pm",
                at(min(upcoming(today, WED), upcoming(today, SUN)), "19:00"),
                "FREQ=WEEKLY;BYDAY=WE,SU", "€6 incl. class", "Beginners' class first, then dancing till late."),
        Regular("Darkroom Drum & Bass", "First Friday of the month, 10pm", at(next_monthly(today, FRI, 1), "22:00"),
                "FREQ=MONTHLY;BYDAY=1FR", "€8", "Residents Kelp and DJ Barnacle."),
        Regular("Vinyl Swap", "Last Sunday of every month, 2pm", at(next_monthly(today, SUN, -1), "14:00"),
                "FREQ=MONTHLY;BYDAY=-1SU", "free", "Bring a crate. Take a crate."),
        Regular("Drag Bingo", "Third Thursday of the month, 8.30pm", at(next_monthly(today, THU, 3), "20:30"),
                "FREQ=MONTHLY;BYDAY=3TH", "€5 per card", "Hosted by Anna Chovy."),
    ]  # fmt: skip


def one_off(today: date) -> Regular:
    """Write the one night that happens once."""
    return Regular("Twelve Years Below Sea Level: Birthday Party", "", at(upcoming(today, SAT, weeks=2), "21:00"), None,
                   "€10, members free",
                   "Cake at midnight, three floors, fancy dress: things found on a beach.")  # fmt: skip


def build(world: World) -> Site:
    """Build the club's site, one page."""
    nights, party = regulars(world.today), one_off(world.today)
    press = Press("bilge", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", nights=nights, party=party),
        "/bilge.svg": picture("reel #2b0a3d #ff2e93"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "The Bilge", category=Category.AMUSEMENT, type="nightclub", lat=53.9907, lon=11.1259,
            address="Pier 3, Seelhaven", opening_hours="Mo-Su 18:00-03:00", source_id="demo/bilge",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(night.title, night.start, price=night.price, rrule=night.rrule) for night in (*nights, party)
        ),
    )  # fmt: skip
