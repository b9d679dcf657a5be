"""Months in which something is on, where no day is told."""

from __future__ import annotations

from datetime import date
from time import process_time

import pytest

from eventlocky.dates import months

DAY = date(2026, 5, 7)


def runs(text: str, *days: tuple[int, date]) -> list[tuple[str, date, date]]:
    found = months.find(text, DAY, days)
    return [(mention.text, when.first_day, when.last_day) for mention, when in found]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("10月のおすすめ宴会プラン！", date(2026, 10, 1), date(2026, 10, 31)),
        ("2026年 5・6月特別宴会プラン!!", date(2026, 5, 1), date(2026, 6, 30)),
        ("2015年11-12月ウイークデー倶楽部", date(2015, 11, 1), date(2015, 12, 31)),
        ("平成19年10月 琴フェスタ開催", date(2007, 10, 1), date(2007, 10, 31)),
        ("令和元年12月 港の音楽祭", date(2019, 12, 1), date(2019, 12, 31)),
        ("11月～2月 かき小屋フェア", date(2026, 11, 1), date(2027, 2, 28)),
        ("2月限定 いちごフェア", date(2026, 2, 1), date(2026, 2, 28)),
    ],
)
def test_a_month_with_words_beside_it_is_a_run(text, first, last):
    assert [run[1:] for run in runs(text)] == [(first, last)]


def test_the_nearest_year_is_meant_where_none_is_told():
    assert runs("10月の宴会プラン")[0][1] == date(2026, 10, 1)
    assert [when.first_day for _, when in months.find("12月の忘年会プラン", date(2026, 1, 7), ())] == [
        date(2025, 12, 1)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "2015年11月",
        "2015年11月 (3)",
        "11月21日 ライブのお知らせ",
        "2026年3月期 決算短信を発表",
        "広報5月号を発行しました",
        "5月生まれの皆さまへ",
        "3月現在の会員数について",
        "1ヶ月お試しコース開始",
        "幹事さまの声（21年12月／製造業の方）",
        "アシスタント ミホ（2014年4月入店）",
    ],
)
def test_a_month_of_something_else_is_none(text):
    assert runs(text) == []


def test_a_month_that_heads_days_is_none():
    text = "11月のイベントのご案内\n3日 朝市\n12月の営業について"
    day = text.index("3日"), date(2026, 11, 3)
    assert [run[0] for run in runs(text, day)] == ["12月"]


def test_a_month_of_which_a_day_stands_elsewhere_is_said_by_itself():
    text = "2026/03/02\n3月限定 卒業お祝いプラン\n2026/03/09\n浴室点検のおしらせ"
    stamps = [(text.index(stamp), date(2026, 3, int(stamp[-2:]))) for stamp in ("2026/03/02", "2026/03/09")]
    assert [run[0] for run in runs(text, *stamps)] == ["3月"]
    lasting = "11月のおすすめ\n鴨鍋\n10月25日"
    assert [run[0] for run in runs(lasting, (lasting.index("10月25日"), date(2026, 10, 25)))] == ["11月"]


def test_lines_that_begin_with_year_and_month_are_a_list_where_there_are_three():
    lines = ["2017.7　琴フェスタ　市民会館", "2015.6　春の琴まつり", "2013.1  海外公演に参加"]
    assert [run[1] for run in runs("\n".join(lines))] == [date(2017, 7, 1), date(2015, 6, 1), date(2013, 1, 1)]
    assert runs("\n".join(lines[:2])) == []


def test_months_over_what_was_on_in_them_are_a_list_where_there_are_three():
    text = "2023年度 活動の記録\n8月\n灯ろうまつり\n11月\n農林業まつり\n2月\n初春の太鼓\n会員募集"
    assert [run[:2] for run in runs(text)] == [
        ("8月", date(2023, 8, 1)),
        ("11月", date(2023, 11, 1)),
        ("2月", date(2024, 2, 1)),
    ]
    assert runs("8月\n灯ろうまつり\n11月\n農林業まつり") == []
    assert runs("過去の記事\n2026年3月\n2026年2月\n2026年1月\n2025年12月\nサイトについて") == []


def test_a_month_of_a_list_that_heads_its_day_is_none():
    text = "4月\n総会とお花見\n6月\nセンターまつり\n7月\n定期演奏会（7/21 小ホール）"
    assert [run[0] for run in runs(text, (text.index("7/21"), date(2026, 7, 21)))] == ["4月", "6月"]


def test_a_year_over_months_is_theirs():
    assert runs("令和5年\n8月 灯ろうまつり")[0][1] == date(2023, 8, 1)
    assert runs("2024年の出演予定\n8月 灯ろうまつり")[0][1] == date(2024, 8, 1)
    assert runs("2012年創業\n8月 灯ろうまつり")[0][1] == date(2026, 8, 1)


def test_a_run_of_months_says_both_years():
    assert runs("プラン期間：2022年11月～2023年1月")[0] == (
        "2022年11月～2023年1月",
        date(2022, 11, 1),
        date(2023, 1, 31),
    )
    assert runs("期間外：2022年11月～2021年1月") == []


def test_a_run_is_found_where_it_stands():
    text = "お知らせ\n 2026年6月 夏の宴会プラン"
    ((mention, _),) = months.find(text, DAY, ())
    assert text[mention.first : mention.stop] == mention.text == "2026年6月"


def test_empty_lines_and_a_long_line_take_no_longer_than_they_are_long():
    """Each blank line was once looked at from every one before it, and each month copied the whole of its line."""
    began = process_time()
    runs("x" + "\n" * 60_000 + "x")
    assert len(runs("10月の宴会プラン " * 5_000)) == 5_000
    assert process_time() - began < 5


def test_a_month_beyond_the_calendar_is_none():
    assert [*months.find("2月の宴会プラン", date.max, ())] == []
    assert [*months.find("12月の宴会プラン", date.min, ())] == []
    assert [*months.find("12〜1月の宴会プラン", date.max, ())] == []


def test_a_month_is_said_with_its_era():
    assert [run[0] for run in runs("令和8年6月 港の音楽祭")] == ["令和8年6月"]
