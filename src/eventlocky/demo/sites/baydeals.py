"""BayDeals (English): a deal site with the price before, the price now, the part taken off, and the last day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import after, month_end
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "baydeals.localhost"


@dataclass(frozen=True, slots=True)
class Deal:
    """One offer."""

    slug: str
    title: str
    merchant: str
    before: int
    now: int
    end: date
    sold: int
    picture: str

    @property
    def path(self) -> str:
        """Return the path of the offer's own page."""
        return f"/deal/{self.slug}"

    @property
    def percent(self) -> int:
        """Return the part taken off, as the page rounds it."""
        return round(100 * (self.before - self.now) / self.before)

    @property
    def price(self) -> str:
        """Return the price now, as the page writes it."""
        return f"€{self.now}"


def deals(today: date) -> list[Deal]:
    """Write the offers, as the site ranks them."""
    return [
        Deal("harbour-cruise-for-two", "Sunset Harbour Cruise for Two", "Blue Pilot Boats", 58, 35, after(today, 4),
             212, "boat #f77f00 #d62828"),
        Deal("sauna-day", "Day Pass for Sauna and Salt Pool", "Tidewater Baths", 32, 19, after(today, 9), 87,
             "waves #2a9d8f #264653"),
        Deal("three-course-dinner", "Three-Course Dinner with Wine", "Bistro Ebb", 74, 44, today, 140,
             "bowl #6a040f #faa307"),
        Deal("sailing-taster", "Half-Day Sailing Taster", "Seelhaven Sailing School", 90, 49,
             month_end(after(today, 12)), 33, "boat #0077b6 #023e8a"),
        Deal("bike-service", "Full Bicycle Service", "Spoke & Gull", 65, 39, after(today, 17), 58,
             "reel #495057 #ced4da"),
        Deal("haircut-and-wash", "Cut, Wash and Blow-Dry", "Salon Brise", 48, 24, after(today, 6), 301,
             "person #9d4edd #e0aaff"),
        Deal("pottery-kit", "Pottery Kit for Beginners", "Clayworks", 40, 28, after(today, 21), 19,
             "bowl #bc6c25 #dda15e"),
        Deal("escape-room", "Escape Room for Four: The Flooded Cellar", "Lock & Dock", 96, 60, after(today, 30), 76,
             "tower #003049 #fcbf49"),
    ]  # fmt: skip


def build(world: World) -> Site:
    """Build the deal site."""
    offers = deals(world.today)
    press = Press("baydeals", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", offers=offers),
        "/how-it-works": press.page("how.html"),
        "/static/app.css": press.file("app.css"),
        "/static/app.js": press.file("app.js"),
        "/robots.txt": text("User-agent: *\nDisallow: /checkout\n"),
    }
    for offer in offers:
        pages[offer.path] = press.page("deal.html", offer=offer)
        pages[f"/static/{offer.slug}.svg"] = picture(offer.picture)
    return Site(
        host=HOST,
        organisation=Organisation(
            "BayDeals", category=Category.SHOPPING, type="shop", lat=53.9911, lon=11.1216,
            address="2 Custom House Square, Seelhaven", source_id="demo/baydeals",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(offer.title, None, offer.end, "deal", place=offer.merchant, price=offer.price,
                  link=world.url(HOST, offer.path))
            for offer in offers
        ),
    )  # fmt: skip
