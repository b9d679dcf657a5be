"""The Granary Arts Centre (English): a grid of cards, each with a page of its own, and an archive of past shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import SAT, SUN, THU, WED, after, at, month_later, sort_key, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Day, Organisation

HOST = "granary-arts.localhost"
LIST = "/whats-on/"
ARCHIVE = "/whats-on/archive/"


@dataclass(frozen=True, slots=True)
class Show:
    """One card of the programme."""

    slug: str
    title: str
    strand: str
    start: Day
    end: Day | None
    room: str
    price: str
    picture: str
    words: str
    note: str = ""

    @property
    def path(self) -> str:
        """Return the path of the show's own page."""
        return f"{LIST}{self.slug}/"


def programme(today: date) -> list[Show]:
    """Write the coming shows, in the order of their days."""
    saturday = upcoming(today, SAT)
    next_month = month_later(today)
    shows = [
        Show("salt-and-rope", "Salt and Rope: Harbour Photographs by Jorun Vale", "Exhibition", after(today, -16),
             after(today, 23), "Loft Gallery", "Free entry", "frame #5b4636 #d8b98a",
             "Forty prints from a winter spent on the north mole, developed in sea water."),
        Show("the-lamp-keepers-daughter", "The Lamp Keeper's Daughter", "Theatre", at(today, "19:30"), None,
             "Main Hall", "€14 / €9 concessions", "tower #23395b #f2c14e",
             "A two-hander about a girl who answers the fog. By the Saltbox Players."),
        Show("kites-for-small-hands", "Kites for Small Hands", "Family", at(saturday, "10:30"),
             at(saturday, "12:00"), "Workshop 2", "€5 per child", "waves #3a7ca5 #81c3d7",
             "Paper, bamboo and a lot of glue. Bring a grown-up; we bring the wind."),
        Show("brass-at-high-tide", "Brass at High Tide", "Music", at(saturday, "20:00"), None, "Courtyard",
             "€18", "notes #7d1d3f #e8998d",
             "The Dockside Brass play marches, tangos and one very long note.", "Last few tickets"),
        Show("printing-with-seaweed", "Printing with Seaweed", "Workshop", at(upcoming(today, SUN, weeks=1), "14:00"),
             at(upcoming(today, SUN, weeks=1), "17:00"), "Workshop 1", "€32 incl. materials", "fish #2f5d50 #a8d5ba",
             "Learn cyanotype with Mira Oduya and take home three prints."),
        Show("an-evening-with-tove-arden", "An Evening with Tove Arden", "Talk", at(after(today, 12), "19:00"), None,
             "Library Bar", "€8 (students free)", "book #4a4063 #bfacc8",
             "The author of <The Quiet Ferry> reads from her new novel and takes questions."),
        Show("short-films-from-the-edge", "Short Films from the Edge", "Film",
             at(upcoming(today, THU, weeks=2), "20:15"), None, "Main Hall", "Pay what you can", "reel #222831 #00adb5",
             "Nine films under ten minutes, all shot within sight of water.", "Sold out"),
        Show("clay-club", "Clay Club Open Evening", "Workshop", at(upcoming(today, WED, weeks=3), "18:00"),
             at(upcoming(today, WED, weeks=3), "21:00"), "Workshop 1", "€12", "bowl #8d5a3b #e0b589",
             "Try the wheel before you sign up for the course."),
        Show("the-map-and-the-weather", "The Map and the Weather", "Dance", at(after(next_month, 8), "19:30"),
             at(after(next_month, 10), "19:30"), "Main Hall", "€16 / €11 concessions", "stars #1b1f3b #53599a",
             "Three nights of new choreography for five dancers and a wind machine."),
        Show("makers-market", "Makers' Market on the Quay", "Market", after(next_month, 17), after(next_month, 18),
             "Courtyard", "Free entry", "tag #b5651d #ffe0b5",
             "Forty stalls of things made by hand in Seelhaven and round the bay."),
    ]  # fmt: skip
    return sorted(shows, key=lambda show: sort_key(show.start))


def past_programme(today: date) -> list[Show]:
    """Write what the archive keeps, the latest first."""
    return [
        Show("the-tin-orchestra", "The Tin Orchestra", "Music", at(after(today, -9), "20:00"), None, "Main Hall",
             "€15", "notes #555 #aaa", "Pots, pans and a conductor in oilskins."),
        Show("herring-a-love-story", "Herring: A Love Story", "Theatre", at(after(today, -24), "19:30"), None,
             "Main Hall", "€14 / €9 concessions", "fish #555 #aaa", "The fish got the last word."),
        Show("lanterns-on-the-canal", "Lanterns on the Canal", "Family", at(after(today, -41), "17:00"), None,
             "Courtyard", "Free entry", "boat #555 #aaa", "Two hundred paper boats, one soaked mayor."),
    ]  # fmt: skip


def build(world: World) -> Site:
    """Build the arts centre's site."""
    shows, past = programme(world.today), past_programme(world.today)
    press = Press("granary", today=world.today, host=HOST)
    pages: dict[str, Reply] = {
        "/": press.page("home.html"),
        LIST: press.page("list.html", shows=shows),
        ARCHIVE: press.page("archive.html", shows=past),
        "/visit/": press.page("visit.html"),
        "/assets/main.css": press.file("main.css"),
        "/assets/logo.svg": picture("tower #2d2a26 #f2c14e"),
        "/robots.txt": text(f"User-agent: *\nDisallow: /basket/\nSitemap: {world.url(HOST, '/sitemap.xml')}\n"),
    }
    for show in (*shows, *past):
        others = [other for other in shows if other is not show][:3]
        pages[show.path] = press.page("show.html", show=show, others=others)
        pages[f"/media/{show.slug}.svg"] = picture(show.picture)
    links = [world.url(HOST, path) for path in pages if path.endswith("/")]
    pages["/sitemap.xml"] = press.file("sitemap.xml", links=links)
    return Site(
        host=HOST,
        organisation=Organisation(
            "The Granary Arts Centre", category=Category.EXHIBITION, type="arts_centre", lat=53.9931, lon=11.1204,
            address="4 Granary Wharf, Seelhaven", opening_hours="Tu-Su 10:00-18:00", source_id="demo/granary",
        ),
        answer=Shelf(pages, press.page("missing.html", status=404)),
        truths=(*(_truth(world, show, LIST) for show in shows), *(_truth(world, show, ARCHIVE) for show in past)),
        events_pages=(LIST, ARCHIVE),
    )  # fmt: skip


def _truth(world: World, show: Show, page: str) -> Truth:
    return Truth(
        show.title, show.start, show.end, page=page, place=show.room, price=show.price, link=world.url(HOST, show.path)
    )
