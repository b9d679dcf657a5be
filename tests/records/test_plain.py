"""The plain finder: the largest part of the page with exactly one date."""

from __future__ import annotations

from datetime import date

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.page import parse
from eventlocky.records.plain import Plain


def find(html: str) -> list[str]:
    tree = parse(html)
    records = Plain().find(tree, annotate(tree, {"date"}, date(2026, 5, 1)), kinds.load("event"))
    return [tree.text(record.first, record.stop) for record in records]


def test_cards_are_records():
    assert find("<div><p>A</p><p>1 May 2026</p></div><div><p>B</p><p>2 May 2026</p></div>") == [
        "A 1 May 2026",
        "B 2 May 2026",
    ]


def test_a_page_with_one_date_is_one_record():
    assert find("<h1>Feast</h1><p>1 May 2026</p><p>Come!</p>") == ["Feast 1 May 2026 Come!"]


def test_two_dates_in_one_text_are_one_record():
    assert find("<ul><li>A 1 May 2026 and 8 May 2026<li>B 2 May 2026</ul>") == [
        "A 1 May 2026 and 8 May 2026",
        "B 2 May 2026",
    ]


def test_the_page_s_title_is_no_record():
    assert find("<title>News of 1 May 2026</title><p>Nothing") == []
