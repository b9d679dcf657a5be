"""What an event of the gold is, and which record is it."""

from __future__ import annotations

import pytest

from eventlocky.train.labels import Gold, pair, spaced


def gold(**event):
    return Gold.of({"title": "Jazz Night", "start": "2026-11-14T19:30", **event})


@pytest.mark.parametrize(
    ("event", "text", "holds"),
    [
        ({}, "Tonight: JAZZ night!", True),
        ({}, "Jazz all night", False),
        ({"start": "2026-11-15"}, "Jazz Night", False),
        ({"start": None}, "Jazz Night", True),
        ({"start": 5}, "Jazz Night", True),
        ({"title_near": False}, "Other words", True),
        ({"title_in_page": False, "start": None}, "Jazz Night", False),
        ({"title": "!?"}, "Other words", True),
        ({"title": "?", "alt_titles": ["Evening"]}, "An evening", True),
        ({"title": "写真展"}, "秋の写真展のお知らせ", True),
        ({"title": "写真展"}, "秋の絵画展のお知らせ", False),
    ],
)
def test_the_day_and_the_title_decide_as_far_as_the_gold_has_them(event, text, holds):
    assert gold(**event).stands_in({"2026-11-14"}, spaced(text)) is holds


def test_what_is_no_day_is_none():
    assert gold(start="soon").day is None
    assert gold(start="2026-11-14").day == "2026-11-14"


def test_records_and_events_are_paired_one_to_one():
    events = [gold(title_near=False), gold(title="Jazz Night"), gold(title="Late Show")]
    days = ["2026-11-14", "2026-11-14", "2026-11-15"]
    assert pair(events, days, ["Something", "Jazz Night", "Late Show"]) == {1: 1, 0: 0}
