"""Freibad Seelhaven (German): its server is broken and answers 500 to everything but robots.txt."""

from __future__ import annotations

from eventlocky.demo.base import Reply, Site, World
from eventlocky.demo.press import Press, text
from eventlocky.types import Category, Organisation

HOST = "freibad-seelhaven.localhost"


def build(world: World) -> Site:
    """Build the swimming pool's site."""
    broken = Press("lido", today=world.today).page("broken.html", status=500)

    def answer(path: str, query: str) -> Reply:
        del query
        return text("User-agent: *\nAllow: /\n") if path == "/robots.txt" else broken

    return Site(
        host=HOST,
        organisation=Organisation(
            "Freibad Seelhaven", category=Category.AMUSEMENT, type="swimming_pool", lat=53.9859, lon=11.1196,
            address="Badeweg 1, Seelhaven", opening_hours="May-Sep Mo-Su 07:00-20:00", source_id="demo/lido",
        ),
        answer=answer,
        truths=(),
        events_pages=(),
    )  # fmt: skip
