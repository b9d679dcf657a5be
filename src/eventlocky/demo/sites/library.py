"""港町図書館, the library of the harbour quarter (Japanese): events in dt/dd pairs, in EUC-JP told only by the page.

Around the events stand what such pages are full of: news with posting dates, and the days on which it is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import MON, SAT, SUN, WED, after, at, month_later, sort_key, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Day, Organisation

HOST = "minato-toshokan.localhost"
LIST = "/gyoji.html"


@dataclass(frozen=True, slots=True)
class Gathering:
    """One dt/dd pair."""

    title: str
    start: Day
    ends: str
    place: str
    audience: str
    fee: str
    words: str

    @property
    def end(self) -> datetime | None:
        """Return when it is over, where the page says so."""
        return at(self.start, self.ends) if self.ends else None


def gatherings(today: date) -> list[Gathering]:
    """Write the library's events, in the order of their days."""
    soon = month_later(today)
    rows = [
        Gathering("おはなし会「ちいさな灯台のはなし」", at(upcoming(today, SAT), "11:00"), "11:30",
                  "1階 おはなしのへや",
                  "3歳から小学生まで", "無料", "絵本の読み聞かせと手あそびです。申込みはいりません。"),
        Gathering("赤ちゃんといっしょ わらべうたの会", at(upcoming(today, WED), "10:30"), "11:00", "1階 おはなしのへや",
                  "0歳から2歳までのお子さんと保護者", "無料", "むかしながらのわらべうたを歌います。"),
        Gathering("朗読の夕べ 波の音を聞きながら", at(today, "18:30"), "20:00", "2階 集会室", "どなたでも",
                  "無料", "港町朗読サークルのみなさんが、海にまつわる短編を三つ読みます。"),
        Gathering("古地図でたどる港のうつりかわり", at(upcoming(today, SUN, weeks=1), "14:00"), "15:30", "2階 集会室",
                  "中学生以上 40名(先着順)", "資料代200円",
                  "講師は郷土史研究家の浜崎みちる氏。電話かカウンターでお申し込みください。"),
        Gathering("本の修理ボランティア講習", at(after(today, 17), "13:00"), "16:00", "地下 作業室", "高校生以上 12名",
                  "無料", "やぶれたページ、はずれた背表紙の直し方を学びます。"),
        Gathering("リサイクル本市", upcoming(after(soon, 5), SAT), "", "正面玄関前", "どなたでも",
                  "1冊50円", "役目を終えた本をおゆずりします。なくなりしだい終わります。"),
        Gathering("大人のための天文入門", at(upcoming(after(soon, 12), SUN), "19:00"), "20:30", "屋上", "小学4年生以上",
                  "300円", "雨天のときは集会室でおこないます。"),
    ]  # fmt: skip
    return sorted(rows, key=lambda row: sort_key(row.start))


def build(world: World) -> Site:
    """Build the library's site."""
    today = world.today
    rows = gatherings(today)
    press = Press(
        "library", content_type="text/html", encoding="euc_jp", today=today,
        closed=[upcoming(today, MON, weeks=week) for week in range(4)],
        news=[
            (after(today, -2), "新しく入った本のリストを更新しました"),
            (after(today, -11), "システム入替えにともなう予約停止について"),
            (after(today, -30), "返却ポストの場所がかわりました"),
            (after(today, -64), "年間利用統計を公開しました"),
        ],
    )  # fmt: skip
    pages: dict[str, Reply] = {
        "/": press.page("index.html"),
        LIST: press.page("gyoji.html", rows=rows),
        "/riyou.html": press.page("riyou.html"),
        "/img/logo.svg": picture("book #386641 #a7c957"),
        "/robots.txt": text("User-agent: *\nDisallow:\n"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "港町図書館", category=Category.EXHIBITION, type="library", lat=53.9946, lon=11.1127,
            address="港町2丁目4-1", opening_hours="Tu-Fr 09:30-19:00; Sa-Su 09:30-17:00", source_id="demo/library",
        ),
        answer=Shelf(pages),
        truths=tuple(
            Truth(row.title, row.start, row.end, page=LIST, place=row.place, price=row.fee) for row in rows
        ),
        events_pages=(LIST,),
    )  # fmt: skip
