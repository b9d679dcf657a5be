"""What says no day: campaigns under a heading, offers with a badge, a page that is named after a fair."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import extract
from eventlocky.types import Event

DAY = date(2026, 11, 18)
CAMPAIGNS = (
    "お友だち紹介でギフト券をプレゼント",
    "夜の定食がアプリ会員なら百円引き",
    "秋のスタンプカード二倍祭り",
    "雨の日はお会計から五パーセント引き",
)
FURNITURE = "<p>みなと食堂は港の前にある小さな食堂です。魚のおいしい店としてながく親しまれています。</p>"


def found(body: str, title: str = "みなと食堂") -> list[Event]:
    page = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    return extract(page, "https://minato.example/", fetched=DAY)


def cards(names: tuple[str, ...], badge: str = "") -> str:
    mark = f"<p class='mark'>{badge}</p>" if badge else ""
    return "".join(
        f"<li><a href='/c/{number}'><img src='/{number}.jpg' alt=''><p class='name'>{name}</p>{mark}</a></li>"
        for number, name in enumerate(names)
    )


def test_what_stands_under_a_heading_that_says_nothing_but_campaigns_goes_on() -> None:
    events = found(f"<h1>みなと食堂</h1>{FURNITURE}<section><h2>キャンペーン</h2><ul>{cards(CAMPAIGNS)}</ul></section>")
    assert [event.title for event in events] == list(CAMPAIGNS)
    assert all(event.when.start is None for event in events)
    assert events[1].link == "https://minato.example/c/1"


def test_cards_with_a_badge_go_on_under_their_own_names() -> None:
    dishes = ("牡蠣フライと栗ごはんの膳", "きのこの土鍋うどん", "さんまの炊き込みごはん")
    events = found(f"<h1>お品書き</h1>{FURNITURE}<ul>{cards(dishes, '期間限定')}</ul>")
    assert [event.title for event in events] == list(dishes)


def test_a_page_named_after_a_fair_is_that_fair() -> None:
    events = found(f"<h2>冬の鍋フェアをはじめました！</h2>{FURNITURE}", "みなと食堂 鍋フェア")
    assert [event.title for event in events] == ["冬の鍋フェアをはじめました！"]


@pytest.mark.parametrize("tag", ["nav", "footer", "header"])
def test_the_menu_of_a_site_announces_nothing(tag: str) -> None:
    body = f"<h1>みなと食堂</h1>{FURNITURE}<{tag}><h3>キャンペーン</h3><ul>{cards(CAMPAIGNS)}</ul></{tag}>"
    assert found(body) == []


def test_a_heading_that_says_more_heads_no_campaigns() -> None:
    body = f"<h1>みなと食堂</h1>{FURNITURE}<h2>キャンペーンの応募規約と個人情報のお取り扱い</h2><ul>{cards(CAMPAIGNS)}</ul>"
    assert found(body) == []


def test_what_says_its_day_is_not_said_twice() -> None:
    name = "秋のスタンプカード二倍祭り"
    card = f"<li><a href='/x'><p class='name'>{name}</p><p>2026年11月21日（土）開催</p></a></li>"
    body = (
        f"<h1>みなと食堂</h1>{FURNITURE}<section><h2>キャンペーン</h2><ul>{card}{cards(CAMPAIGNS[:2])}</ul></section>"
    )
    assert [event.when.start for event in found(body) if event.title == name] == [date(2026, 11, 21)]


def test_names_that_hold_one_another_are_two_offers() -> None:
    dishes = ("あぶり鯖のサンド", "特大あぶり鯖のサンド", "焼き芋のポタージュ")
    events = found(f"<h1>お品書き</h1>{FURNITURE}<ul>{cards(dishes, '期間限定')}</ul>")
    assert [event.title for event in events] == list(dishes)


def test_pages_in_languages_without_such_expressions_have_none() -> None:
    assert found("<h1>Harbour Grill</h1><h2>Campaign</h2><ul><li>Two for one on Mondays<li>Free coffee</ul>") == []
