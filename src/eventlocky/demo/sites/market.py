"""かもめマーケット, a supermarket (Japanese, Shift_JIS): campaigns, days with extra points, and coupons.

All of them are deals. Coupons say only until when they hold; two offers come back every week or month.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eventlocky.demo.base import Reply, Site, Truth, World
from eventlocky.demo.days import FRI, SUN, TUE, after, month_end, month_later, upcoming
from eventlocky.demo.press import Press, Shelf, picture, text
from eventlocky.types import Category, Organisation

HOST = "kamome-market.localhost"
CAMPAIGNS = "/campaign/index.html"
COUPONS = "/coupon.html"
POINTS_DAY = 20


@dataclass(frozen=True, slots=True)
class Offer:
    """One campaign or coupon."""

    title: str
    price: str
    words: str
    start: date | None
    end: date | None
    rhythm: str = ""
    rrule: str | None = None


def campaigns(today: date) -> list[Offer]:
    """Write the campaigns, as the page orders them."""
    friday = upcoming(today, FRI)
    return [
        Offer("週末うみべの大感謝セール", "店内全品10%OFF", "お酒・たばこ・商品券はのぞきます。", friday,
              after(friday, 2)),
        Offer("北海まぐろ解体セール", "赤身100g 398円", "毎回行列のできる人気の催し。売り切れしだい終了します。",
              upcoming(today, SUN, weeks=1), None),
        Offer("冷凍食品よりどり3点セール", "3点で798円(税込)", "レジにて自動で値引きします。", after(today, -4),
              after(today, 9)),
        Offer("新米フェア", "5kg 1,980円が1,680円", "おひとり様2袋まで。", after(today, 5), after(today, 19)),
        Offer("たまごの日", "10個入り1パック158円", "おひとり様1パックかぎり。", upcoming(today, TUE), None,
              "毎週火曜日", "FREQ=WEEKLY;BYDAY=TU"),
        Offer("かもめカード ポイント5倍デー", "ポイント5倍", "お会計の前にカードをお出しください。",
              next_points_day(today), None, f"毎月{POINTS_DAY}日", f"FREQ=MONTHLY;BYMONTHDAY={POINTS_DAY}"),
    ]  # fmt: skip


def coupons(today: date) -> list[Offer]:
    """Write the coupons, each with its last day."""
    return [
        Offer("パン工房 全品クーポン", "20%OFF", "午後3時以降のご利用にかぎります。", None, month_end(today)),
        Offer("お惣菜クーポン", "100円引き", "500円以上のお買い上げで1回。", None, after(today, 6)),
        Offer("はじめての宅配クーポン", "配送料無料", "会員登録のある方。", None, after(today, 45)),
        Offer("コーヒー豆クーポン", "200g 980円が780円", "店頭でこの画面をお見せください。", None, after(today, 13)),
    ]  # fmt: skip


def next_points_day(today: date) -> date:
    """Return the next day with extra points."""
    month = today if today.day <= POINTS_DAY else month_later(today)
    return month.replace(day=POINTS_DAY)


def build(world: World) -> Site:
    """Build the supermarket's site."""
    offers, slips = campaigns(world.today), coupons(world.today)
    press = Press("market", content_type="text/html; charset=Shift_JIS", encoding="cp932", today=world.today)
    pages: dict[str, Reply] = {
        "/": press.page("index.html", news=[after(world.today, -days) for days in (1, 8, 33)]),
        CAMPAIGNS: press.page("campaign.html", offers=offers),
        COUPONS: press.page("coupon.html", slips=slips),
        "/shop.html": press.page("shop.html"),
        "/css/shop.css": press.file("shop.css"),
        "/img/logo.svg": picture("tag #d00000 #ffba08"),
        "/robots.txt": text("User-agent: *\nDisallow: /cgi-bin/\n"),
    }
    return Site(
        host=HOST,
        organisation=Organisation(
            "かもめマーケット", category=Category.SHOPPING, type="supermarket", lat=53.9939, lon=11.1109,
            address="港町1丁目7-3", opening_hours="Mo-Su 09:00-22:00", source_id="demo/market",
        ),
        answer=Shelf(pages),
        truths=(*(_truth(offer, CAMPAIGNS) for offer in offers), *(_truth(slip, COUPONS) for slip in slips)),
        events_pages=(CAMPAIGNS, COUPONS),
    )  # fmt: skip


def _truth(offer: Offer, page: str) -> Truth:
    return Truth(offer.title, offer.start, offer.end, "deal", page, price=offer.price, rrule=offer.rrule)
