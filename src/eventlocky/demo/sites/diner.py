"""食堂いさりび, a diner (Japanese): dishes for a limited time, told apart from the menu that has no dates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, after, at, month_end, month_later, upcoming
from eventlocky.demo.press import Press, Shelf, picture
from eventlocky.types import Category, Day, Organisation

HOST = "isaribi.localhost"


@dataclass(frozen=True, slots=True)
class Dish:
    """One dish that is served for a while, or one evening at the diner."""

    title: str
    start: Day | None
    end: Day | None
    price: str
    words: str
    picture: str
    kind: str = "deal"


def specials(today: date) -> list[Dish]:
    """Write the dishes for a limited time and the one evening."""
    night = at(upcoming(today, FRI, weeks=1), "19:00")
    return [
        Dish("生しらすと釜あげの二色丼", after(today, -8), after(today, 15), "1,280円(税込)",
             "朝どれの生しらすと、ふっくら釜あげしらすを半分ずつ。", "bowl #e76f51 #f4a261"),
        Dish("牡蠣とほうれん草のグラタン定食", after(today, 4), month_end(month_later(today)), "1,480円(税込)",
             "北海の牡蠣を5粒。白いソースは店主の母ゆずり。", "fish #264653 #e9c46a"),
        Dish("漁師のまかないカレー", None, after(today, 10), "880円(税込)",
             "数量限定。魚のアラでとった出汁が決め手です。", "bowl #9c6644 #ddb892"),
        Dish("日替わりランチ 平日割", after(today, -3), after(today, 27), "1,000円→850円(15%OFF)",
             "平日11時30分から12時までにご来店の方。", "tag #588157 #dad7cd"),
        Dish("いさりびジャズの夜", night, None, "チャージ1,500円(1ドリンク付き)",
             "磯部りん(チェロ)と港のトリオによる生演奏。お席はお電話でご予約ください。", "notes #3d405b #81b29a",
             kind="event"),
    ]  # fmt: skip


def build(world: World) -> Site:
    """Build the diner's site, one long page and its pictures."""
    dishes = specials(world.today)
    press = Press("diner", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", dishes=dishes),
        "/access.html": press.page("access.html"),
        "/top.svg": picture("waves #2a1a12 #e76f51"),
    }
    pages |= {f"/photo/{index}.svg": picture(dish.picture) for index, dish in enumerate(dishes, 1)}
    return Site(
        host=HOST,
        organisation=Organisation(
            "食堂いさりび", category=Category.GOURMET, type="restaurant", lat=53.9952, lon=11.1139,
            address="港町3丁目2-9", opening_hours="We-Mo 11:30-14:30,17:30-22:00", source_id="demo/diner",
        ),
        answer=Shelf(pages),
        truths=tuple(Truth(dish.title, dish.start, dish.end, dish.kind, price=dish.price) for dish in dishes),
    )  # fmt: skip
