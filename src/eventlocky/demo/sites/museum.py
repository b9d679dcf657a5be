"""海辺の美術館, a museum (Japanese): one big banner exhibition beside a list of small events.

The banner is what the Event.Locky paper calls an independent record: it has no siblings of its shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SAT, SUN, after, at, month_later, sort_key, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Day, Organisation

HOST = "umibe-museum.localhost"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One exhibition or one event of the museum, each with a page of its own."""

    slug: str
    tag: str
    title: str
    start: Day
    end: Day | None
    place: str
    price: str
    words: str

    @property
    def path(self) -> str:
        """Return the path of its own page."""
        return f"/exhibition/{self.slug}.html" if self.tag == "特別展" else f"/event/{self.slug}.html"


def banner(today: date) -> Exhibit:
    """Write the big exhibition of the season."""
    opens, closes = upcoming(after(today, -20), SAT), upcoming(after(today, 40), SUN)
    return Exhibit("kiri", "特別展", "霧のむこうの船たち", opens, closes,
                   "1階 大展示室", "一般1,200円、学生800円、小学生以下無料",
                   "濃い霧の日にだけ描いたという画家、鳴海灯子の油彩と素描あわせて82点。")  # fmt: skip


def small_events(today: date) -> list[Exhibit]:
    """Write what stands in the list beside the banner."""
    saturday, sunday = upcoming(today, SAT), upcoming(today, SUN)
    soon = month_later(today)
    rows = [
        Exhibit("talk1", "トーク", "学芸員によるギャラリートーク", at(saturday, "14:00"), None, "1階 大展示室",
                "展覧会チケットが必要", "霧の絵の見どころを30分ほどでご案内します。"),
        Exhibit("suisai", "ワークショップ", "海の色をつくる水彩教室", at(sunday, "10:00"), at(sunday, "12:00"),
                "アトリエ", "1,500円(材料費込み)", "波の色は何色でできているでしょう。定員15名。"),
        Exhibit("night", "夜間開館", "ナイトミュージアムとチェロの調べ", at(upcoming(today, FRI, weeks=1), "19:00"),
                at(upcoming(today, FRI, weeks=1), "20:30"), "中庭", "2,000円(ドリンク付き)",
                "演奏は磯部りん。雨天の場合はロビーで。"),
        Exhibit("kodomo", "こども", "はじめての美術館ツアー", at(upcoming(today, SAT, weeks=2), "10:30"), None,
                "ロビー集合", "無料", "4歳から8歳までのお子さんと、おうちの方。"),
        Exhibit("koten", "所蔵品展", "港をえがく百年", after(soon, 3), after(soon, 33), "2階 展示室", "500円",
                "開港から今日までの港の姿を、所蔵品40点でたどります。"),
        Exhibit("kouen", "講演会", "霧と絵の具の科学", at(upcoming(after(soon, 10), SUN), "13:30"), None, "講堂",
                "無料(要申込)", "講師は沿岸科学研究所のブラント千代さん。"),
    ]  # fmt: skip
    return sorted(rows, key=lambda row: sort_key(row.start))


def build(world: World) -> Site:
    """Build the museum's site."""
    hero, rows = banner(world.today), small_events(world.today)
    press = Press("museum", today=world.today, news=[after(world.today, -6), after(world.today, -47)])
    pages: dict[str, Reply] = {
        "/": press.page("index.html", hero=hero, rows=rows),
        "/about.html": press.page("about.html"),
        "/common/base.css": press.file("base.css"),
        "/common/logo.svg": picture("frame #274c77 #a3cef1"),
        "/images/hero.svg": picture("boat #5c677d #979dac"),
        "/robots.txt": text("User-agent: *\nDisallow: /admin/\n"),
    }
    pages |= {row.path: press.page("detail.html", row=row) for row in (hero, *rows)}
    return Site(
        host=HOST,
        organisation=Organisation(
            "海辺の美術館", category=Category.EXHIBITION, type="museum", lat=53.9971, lon=11.1160,
            address="浜通り12番地", opening_hours="Tu-Su 10:00-18:00", source_id="demo/museum",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(row.title, row.start, row.end, place=row.place, price=row.price, link=world.url(HOST, row.path))
            for row in (hero, *rows)
        ),
    )  # fmt: skip
