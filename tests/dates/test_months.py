"""Months that something lasts, as Japanese pages write them."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import dates
from eventlocky.dates import months

TODAY = date(2026, 5, 7)


def runs(text: str) -> list[tuple[str, str]]:
    found = months.runs(text, dates.find(text, reference=TODAY), TODAY)
    return [(str(when.start), str(when.end)) for _, when in found]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("5月限定 山菜そばのご案内", "2026-05-01", "2026-05-31"),
        ("10月のおすすめ宴会コース", "2026-10-01", "2026-10-31"),
        ("2026年 5・6月 歓送迎会プラン", "2026-05-01", "2026-06-30"),
        ("12月〜2月限定 牡蠣鍋フェア", "2025-12-01", "2026-02-28"),
        ("2024年2月の企画展は「港の絵」", "2024-02-01", "2024-02-29"),
    ],
)
def test_a_campaign_of_a_month_runs_from_its_first_day_to_its_last(text, first, last):
    assert runs(text) == [(first, last)]


@pytest.mark.parametrize("text", ["2019年10月 (5)", "4月", "2026年5月7日 おはなし会", "毎月第2土曜日 おはなし会", "May 2026 menu"])
def test_headers_archives_days_and_rules_are_no_months_of_something(text):
    assert runs(text) == []


def test_a_month_before_a_list_of_days_is_theirs():
    assert runs("5月　7日、14日、21日 午前10時から") == []
