"""潮騒神社, a shrine (Japanese): the year's rites in a table, with years of the era and digits in full width."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import SAT, SUN, after, at, month_later, nth_weekday, sort_key, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Day, Organisation

HOST = "shiosai-jinja.localhost"
LIST = "/saiji.html"


@dataclass(frozen=True, slots=True)
class Rite:
    """One row of the table."""

    title: str
    start: Day
    end: date | None
    place: str
    words: str


def rites(today: date) -> list[Rite]:
    """Write the rites of the coming months, in the order of their days."""
    first = month_later(today)
    festival = nth_weekday(month_later(today, 2), SAT, 2)
    rows = [
        Rite("海上安全祈願祭", at(upcoming(today, SUN), "10:00"), None, "本殿",
             "漁にたずさわる方はもちろん、どなたでもご参列いただけます。"),
        Rite("月次祭", at(first, "08:00"), None, "本殿", "毎月一日のおまつりです。"),
        Rite("骨董市", upcoming(after(first, 6), SUN), None, "参道", "約四十の店がならびます。雨天中止。"),
        Rite("夜神楽の奉納", at(upcoming(after(first, 13), SAT), "18:00"), None, "神楽殿", "舞は港町神楽保存会。"),
        Rite("潮騒例大祭", festival, after(festival, 1), "境内一円", "二日目の午後にみこしが海へ入ります。"),
    ]  # fmt: skip
    return sorted(rows, key=lambda rite: sort_key(rite.start))


def build(world: World) -> Site:
    """Build the shrine's site."""
    rows = rites(world.today)
    press = Press("shrine", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html"),
        LIST: press.page("saiji.html", rows=rows),
        "/torii.svg": picture("waves #9b2226 #001219"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "潮騒神社", category=Category.AMUSEMENT, type="place_of_worship", lat=53.9990, lon=11.1121,
            address="岬町1番地", source_id="demo/shrine",
        ),
        answer=Shelf(pages),
        truths=tuple(Truth(row.title, row.start, row.end, page=LIST, place=row.place) for row in rows),
        events_pages=(LIST,),
    )  # fmt: skip
