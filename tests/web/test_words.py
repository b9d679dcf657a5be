"""When, how far and how sure are said in words, in three languages."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.web import words

TODAY = date(2026, 11, 16)  # a Monday

WHENS = [
    ("2026-11-16T19:30", None, "tonight 19:30", "heute Abend 19:30", "今夜 19:30"),
    ("2026-11-16T19:30", "2026-11-16T22:00", "tonight 19:30–22:00", "heute Abend 19:30–22:00", "今夜 19:30–22:00"),
    ("2026-11-16T22:00", "2026-11-17T03:00", "tonight 22:00–03:00", "heute Abend 22:00–03:00", "今夜 22:00–03:00"),
    ("2026-11-16T10:00", None, "today 10:00", "heute 10:00", "今日 10:00"),
    ("2026-11-16", None, "today", "heute", "今日"),
    ("2026-11-16", "2026-11-16", "today", "heute", "今日"),
    ("2026-11-17T09:00", None, "tomorrow 09:00", "morgen 09:00", "明日 09:00"),
    ("2026-11-21T20:00", None, "Sat 21 Nov 20:00", "Sa. 21. Nov. 20:00", "11月21日(土) 20:00"),
    ("2027-01-02", None, "Sat 2 Jan 2027", "Sa. 2. Jan. 2027", "2027年1月2日(土)"),
    ("2026-10-01", "2026-12-03", "until 3 Dec", "bis 3. Dez.", "12月3日まで"),
    ("2026-10-01", "2026-11-16", "until today", "bis heute", "今日まで"),
    ("2026-10-01", "2027-02-28", "until 28 Feb 2027", "bis 28. Feb. 2027", "2027年2月28日まで"),
    ("2026-11-16", "2026-11-18", "from today until 18 Nov", "von heute bis 18. Nov.", "今日から11月18日まで"),
    ("2026-11-21", "2026-11-23", "21–23 Nov", "21.–23. Nov.", "11月21日〜23日"),
    ("2026-11-21", "2026-12-03", "21 Nov – 3 Dec", "21. Nov. – 3. Dez.", "11月21日〜12月3日"),
    ("2026-12-30", "2027-01-02", "30 Dec – 2 Jan 2027", "30. Dez. – 2. Jan. 2027", "12月30日〜2027年1月2日"),
    (None, "2026-12-03", "until 3 Dec", "bis 3. Dez.", "12月3日まで"),
    (None, None, "any time", "ohne Datum", "日付なし"),
]


@pytest.mark.parametrize(("start", "end", "en", "de", "ja"), WHENS)
def test_when_is_said_as_people_say_it(start, end, en, de, ja):
    assert [words.when(start, end, TODAY, language) for language in ("en", "de", "ja")] == [en, de, ja]


@pytest.mark.parametrize(
    ("start", "end", "language", "said"),
    [
        ("2026-11-16T19:30", "2026-11-16T22:00", "en", "Monday 16 November 2026 19:30 until 22:00"),
        ("2026-10-01", "2026-12-03", "en", "Thursday 1 October 2026 until 3 December 2026"),
        ("2026-10-01", "2026-12-03", "de", "Donnerstag, 1. Oktober 2026 bis 3. Dezember 2026"),
        ("2026-11-16T19:30", None, "ja", "2026年11月16日(月) 19:30"),
        (None, None, "de", "ohne Datum"),
        (None, "2026-12-03", "en", "until Thursday 3 December 2026"),
    ],
)
def test_the_same_is_said_in_full(start, end, language, said):
    assert words.full(start, end, language) == said


@pytest.mark.parametrize(
    ("stamp", "language", "said"),
    [
        ("2026-11-16", "de", "Heute"),
        ("2026-11-17", "ja", "明日"),
        ("2026-11-21", "de", "Samstag, 21. November"),
        ("2027-01-02", "ja", "2027年1月2日(土)"),
        (None, "de", "Ohne Datum"),
    ],
)
def test_headings_name_the_day(stamp, language, said):
    assert words.day(stamp, TODAY, language) == said


@pytest.mark.parametrize(
    ("metres", "en", "de"),
    [
        (0, "0 m", "0 m"),
        (354, "350 m", "350 m"),
        (999, "1.0 km", "1,0 km"),
        (1_240, "1.2 km", "1,2 km"),
        (48_400, "48 km", "48 km"),
    ],
)
def test_distances_are_round(metres, en, de):
    assert [words.distance(metres), words.distance(metres, "de")] == [en, de]


def test_confidence_becomes_a_word():
    assert [words.sureness(value) for value in (1.0, 0.8, 0.6, 0.2, 0.0)] == [
        "sure",
        "sure",
        "fairly_sure",
        "unsure",
        "unsure",
    ]
