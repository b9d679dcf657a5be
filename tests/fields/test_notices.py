"""What a notice announces: the day that it tells, a new day, or nothing to go to."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from eventlocky import fields, kinds, page
from eventlocky.annotate import annotate
from eventlocky.fields import notices
from eventlocky.types import Event, Record, Status

TODAY = date(2026, 5, 12)


def read(html: str, selector: str = "li", title: str = "a") -> list[Event | None]:
    """Read the records that a selector finds, each by its first date and the title in it."""
    tree = page.parse(html, "https://bakery.example/news/")
    annotations = annotate(tree, {"date", "time"}, TODAY)
    records = []
    for row in tree.select(selector):
        named = next(one for one in tree.select(title) if row < one < tree.ends[row])
        (dated, *_) = annotations.within("date", row, tree.ends[row])
        record = Record(row, tree.ends[row], title=tree.text(named), title_row=named, anchor=dated.first)
        records.append(record)
    return fields.read(tree, records, annotations, kinds.load("event"))


@pytest.mark.parametrize(
    ("post", "headline", "start", "end"),
    [
        ("2026.05.01", "5月23日(土)・24日(日) 感謝祭を開催します", date(2026, 5, 23), None),
        ("2026.04.20", "親子教室 参加者募集（6/6開催、申込締切5/29）", date(2026, 6, 6), None),
        ("2026.04.01", "2倍キャンペーン（4/30まで）", date(2026, 4, 1), date(2026, 4, 30)),
        ("2026.05.10", "【5月限定】新茶のクリームパン", date(2026, 5, 1), date(2026, 5, 31)),
        ("2026.05.10", "新しいパンができました", date(2026, 5, 10), None),
        ("2026.05.10", "教室のご案内（申込締切5/29）", date(2026, 5, 10), None),
        ("08.05.2026", "Sommerfest am 4. Juli", date(2026, 7, 4), None),
    ],
)
def test_the_day_that_a_headline_tells_goes_before_that_of_its_post(post, headline, start, end):
    lang = "de" if headline.startswith("S") else "ja"
    html = (
        f"<html lang={lang}><ul><li><time>{post}</time> <a href=/1>{headline}</a></ul><p>ベーカリー麦の音からのお知らせ"
    )
    (event,) = read(html if lang == "ja" else html.partition("<p>")[0])
    assert event is not None
    assert (event.when.start, event.when.end) == (start, end)


def test_a_day_under_a_label_goes_before_that_of_its_post_below_the_title():
    html = (
        "<article><h1>バレンタインフェア</h1><time>2026年1月20日</time><p>今年もお作りしました。</p>"
        "<p><b>販売期間</b>　1月24日（土）〜2月14日（土）<br><b>ご予約締切</b>　2月8日（日）</p></article>"
    )
    (event,) = read(html, "article", "h1")
    assert event is not None
    assert (event.when.start, event.when.end) == (date(2026, 1, 24), date(2026, 2, 14))


def test_what_has_only_a_last_day_begins_with_its_post():
    html = "<dl><dt>2026.09.20</dt><dd>10月12日まで開催中！<a href=/1>秋の日本酒フェア</a></dd></dl>"
    (event,) = read(html, "dd")
    assert event is not None
    assert (event.when.start, event.when.end) == (date(2026, 9, 20), date(2026, 10, 12))


def test_a_day_under_a_label_goes_before_that_of_its_post():
    html = (
        "<article><time>2026.04.24</time><h1>試乗会のご案内</h1><p>店内も割引！</p>"
        "<p>【フェア期間】4月29日(水)～5月10日(日)</p><p>※5月7日は定休日です。</p></article>"
    )
    (event,) = read(html, "article", "h1")
    assert event is not None
    assert (event.when.start, event.when.end) == (date(2026, 4, 29), date(2026, 5, 10))


@pytest.mark.parametrize(
    ("lang", "day", "news", "start"),
    [
        ("de", "Do., 17.12.2026, 20 Uhr", "Verlegt auf den 21.1.2027", datetime(2027, 1, 21, 20)),
        ("fr", "jeudi 2 avril 2026, 20h30", "REPORTÉ au jeudi 28 mai 2026", datetime(2026, 5, 28, 20, 30)),
        ("it", "sabato 23 gennaio 2027, ore 20.30", "RINVIATO al 20 febbraio 2027", datetime(2027, 2, 20, 20, 30)),
        ("es", "15 de octubre de 2026, 21:00 h", "APLAZADO al 12 de noviembre de 2026", datetime(2026, 11, 12, 21)),
        ("nl", "vr 16 okt 2026", "VERPLAATST naar vr 5 feb 2027", date(2027, 2, 5)),
        ("en", "16 October 2026, 8pm", "Postponed to 5 February 2027, 7pm", datetime(2027, 2, 5, 19)),
    ],
)
def test_what_is_moved_takes_place_on_the_new_day(lang, day, news, start):
    html = f"<html lang={lang}><ul><li><p>{day}</p><a href=/1>Marea Baja</a><p>{news}</p></li></ul>"
    (event,) = read(html)
    assert event is not None
    assert (event.when.start, event.status) == (start, Status.POSTPONED)


def test_the_new_day_of_what_was_moved_is_no_day_of_a_further_event():
    html = (
        "<html lang=de><p>Do., 17.12.2026, 20 Uhr<br><b>Blaupause</b></p><p>Verlegt auf den 21.1.2027</p>"
        "<p>Fr., 18.12.2026, 20 Uhr<br>Nordwind</p><p>Kammermusik am Abend, verlegt auf den 22.1.2027</p>"
    )
    tree = page.parse(html, "https://mill.example/")
    found = annotate(tree, {"date", "time"}, TODAY).within("date", 0, len(tree))
    assert [str(one.value.when.first_day) for one in found] == ["2026-12-17", "2026-12-18", "2027-01-22"]


@pytest.mark.parametrize(
    "title",
    [
        "メンテナンス休館のお知らせ",
        "6月の定休日は 3日・10日です",
        "営業時間変更",
        "年末年始の営業について",
        "さくらあんぱん 販売終了のお知らせ",
        "補助金プラン終了のお知らせ",
        "価格改定のお知らせ",
        "ホームページをリニューアルしました",
        "新年のごあいさつ",
        "Christi Himmelfahrt – kein Kolloquium",
        "No Meeting",
        "Closed",
    ],
)
def test_a_notice_of_closing_or_of_an_end_announces_nothing(title):
    assert notices.announces_nothing(title)


@pytest.mark.parametrize(
    "title",
    [
        "閉店セール",
        "休館日コンサート",
        "公開講座のお知らせ",
        "営業再開記念フェア",
        "ビアテラス営業",
        "春の特別公開",
        "Expulsion Hearing (Closed)",
        "Closed Circle",
        "No Meeting Required",
    ],
)
def test_an_event_may_speak_of_closing(title):
    assert not notices.announces_nothing(title)
