"""The coastal science institute's seminar series (English): speaker, affiliation, room and a hidden abstract.

The talks of the running term that are over stay below the coming ones, as on most department pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import THU, TUE, at, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "coastal.uni-seelhaven.localhost"
LIST = "/seminars/"
TALK_MINUTES = 75


@dataclass(frozen=True, slots=True)
class Talk:
    """One talk of the series."""

    start: datetime
    speaker: str
    affiliation: str
    title: str
    room: str
    abstract: str

    @property
    def end(self) -> datetime:
        """Return when the talk is over."""
        return self.start + timedelta(minutes=TALK_MINUTES)


def talks(today: date) -> list[Talk]:
    """Write the term's talks, from five weeks ago to six weeks ahead."""
    tuesday = [at(upcoming(today, TUE, weeks=week), "16:15") for week in range(-5, 7)]
    rows = [
        Talk(tuesday[1], "Dr. Perrin Achterberg", "Sluice Laboratory, Oudeborg", "Mud That Remembers", "Room 2.14",
             "Cohesive sediment keeps a record of the last storm. We read it back."),
        Talk(tuesday[3], "Prof. Yuki Hamasaki", "Minato Marine Station", "Counting Jellyfish with a Microphone",
             "Room 2.14", "Soft animals are not silent. A passive acoustic survey of the outer bay."),
        Talk(tuesday[4], "Amara Nwosu", "University of Seelhaven", "Dunes as Slow Fluids", "Room 2.14",
             "A continuum model that predicts dune migration within a metre a year."),
        Talk(tuesday[5], "Dr. Lorcan Feeney", "Institute of Tides, Ballycrag", "Why the Second High Water Is Late",
             "Room 2.14", "Shallow-water harmonics explain a puzzle that pilots have known for a century."),
        Talk(tuesday[6], "Prof. Solveig Marr", "Norrland Polytechnic", "Ice Edge Weather in a Warming Bay",
             "Lecture Hall B", "Polar lows have moved south. What does that mean for small harbours?"),
        Talk(tuesday[7], "Dr. Teodor Blix", "Coast Guard Research Unit",
             "Drift of Small Objects: Lessons from 40 Rubber Ducks",
             "Room 2.14", "We released forty ducks. Thirty-one came back."),
        Talk(at(upcoming(today, THU, weeks=2), "14:00"), "Prof. Dr. Hedwig Olms", "Academy of Hydraulics, Wehrstadt",
             "Sea Walls and the People Behind Them", "Online", "A joint session with the sociology department."),
        Talk(tuesday[9], "Chiyo Brandt", "University of Seelhaven", "Eelgrass from Orbit", "Room 2.14",
             "Mapping meadows with free satellite images and a patient student."),
        Talk(tuesday[10], "Dr. Isidro Campos", "Estuary Observatory, Port Almar", "Salt Wedges and Summer Droughts",
             "Room 2.14", "Ten years of moored measurements in one river mouth."),
    ]  # fmt: skip
    return sorted(rows, key=lambda talk: talk.start)


def build(world: World) -> Site:
    """Build the institute's site."""
    rows = talks(world.today)
    coming = [talk for talk in rows if talk.start.date() >= world.today]
    past = [talk for talk in reversed(rows) if talk.start.date() < world.today]
    press = Press("institute", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("home.html"),
        LIST: press.page("seminars.html", coming=coming, past=past),
        "/people/": press.page("people.html"),
        "/theme/style.css": press.file("style.css"),
        "/theme/seal.svg": picture("waves #003049 #669bbc"),
        "/robots.txt": text("User-agent: *\nDisallow: /intranet/\n"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "Institute for Coastal Science, University of Seelhaven", category=Category.EXHIBITION, type="university",
            lat=53.9878, lon=11.1242, address="Deichweg 20, Seelhaven", source_id="demo/institute",
        ),
        answer=Shelf(pages),
        truths=tuple(Truth(talk.title, talk.start, talk.end, page=LIST, place=talk.room) for talk in (*coming, *past)),
        events_pages=(LIST,),
    )  # fmt: skip
