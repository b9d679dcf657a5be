"""Dates under headings of news say when something came out."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.page import parse

TODAY = date(2026, 9, 15)


def names(html: str) -> list[str]:
    return [one.name for one in annotate(parse(html.encode(), ""), ["date"], TODAY).dated]


def page(heading: str, tag: str = "h3") -> str:
    items = "<ul><li><a href=/n/1>Leaf collection begins</a> <span>September 3, 2026</span></ul>"
    return f"<h1>Board</h1><p>January 8, 2026</p><div><{tag}>{heading}</{tag}>{items}</div><p>June 4, 2026</p>"


@pytest.mark.parametrize("heading", ["Latest News", "News", "Press Releases", "Recent Posts", "City News & Updates"])
def test_a_past_day_below_a_heading_of_news_is_a_stamp(heading: str):
    assert names(page(heading)) == ["date", "posted", "date"]


@pytest.mark.parametrize("heading", ["News & Events", "Upcoming", "Newsletter Launch Party"])
def test_other_headings_say_nothing(heading: str):
    assert names(page(heading)) == ["date"] * 3


def test_the_heading_of_the_whole_page_says_nothing_and_what_is_to_come_is_no_stamp():
    assert names(page("News", "h1")) == ["date"] * 3
    assert names(page("Latest News").replace("September 3", "October 3")) == ["date"] * 3
