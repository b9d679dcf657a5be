"""The facts that our own classifier of texts goes by."""

from __future__ import annotations

import pytest

from eventlocky.text.facts import facts


@pytest.mark.parametrize(
    ("text", "told", "not_told"),
    [
        (
            "2026年5月1日（金）演奏会 会場：港ホール",
            {"dated>=1", "weekday>=1", "gather>=1", "venue>=1", "first>=1"},
            {"hours>=1"},
        ),
        ("営業時間 10:00〜18:00", {"hours>=1", "undated>=1", "timed>=1"}, {"gather>=1", "dated>=1"}),
        ("レポートvol.15", {"bare>=1", "ordinal>=1", "report>=1"}, {"dated>=1"}),
        ("第15回 星空の夕べ", {"ordinal>=1"}, {"bare>=1"}),
        ("全品 10%割引 1,000円", {"percent>=1", "money>=1", "offer>=1"}, {"dated>=1"}),
        ("deliver", set(), {"gather>=1"}),
    ],
)
def test_a_text_tells_its_facts(text, told, not_told):
    found = set(facts(text))
    assert told <= found
    assert not not_told & found


def test_facts_are_told_in_pairs_too():
    assert {"gather&dated", "gather&venue"} <= set(facts("5月1日 演奏会 港ホール"))


def test_width_and_case_do_not_matter():
    assert set(facts("ＬＩＶＥ ５月１日")) == set(facts("live 5月1日"))


def test_an_empty_text_has_facts_of_absence_only():
    assert "undated>=1" in facts("")
