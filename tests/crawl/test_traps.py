"""What a crawler must not fall into."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.crawl.traps import Traps, is_missing

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://x.example/calendar/2026/12", ""),
        ("http://x.example/calendar/2027/11", ""),
        ("http://x.example/calendar/2026/10", ""),
        ("http://x.example/calendar/2028/01", "a month too far away"),
        ("http://x.example/calendar/2019/05", "a month too far away"),
        ("http://x.example/a/b/a/b/a/b", "its path repeats itself"),
        ("http://x.example/" + "a/b/c/d/e/f/g/" * 2, "its path repeats itself"),
        ("http://x.example/shop?size=1&colour=2&brand=3&sort=4&view=5", "facets"),
        ("http://x.example/events?page=2", ""),
    ],
)
def test_traps_are_known_by_their_addresses(url, why):
    assert Traps(TODAY).refuses(url) == why


def test_what_is_too_many_links_away_is_left_alone():
    assert Traps(TODAY).refuses("http://x.example/a", 9) == "too deep"


def test_one_path_with_ever_new_queries_ends():
    traps = Traps(TODAY)
    for number in range(100):
        url = f"http://x.example/list?filter={number}"
        if traps.refuses(url):
            break
        traps.took(url, is_fruitful=True)
    assert number == 8


def test_pages_of_a_shape_that_give_nothing_are_given_up_and_one_that_gives_resets_it():
    traps = Traps(TODAY)
    for number, is_fruitful in enumerate([False, False, True, False, False, False]):
        assert not traps.refuses(f"http://x.example/day/{number}")
        traps.took(f"http://x.example/day/{number}", is_fruitful=is_fruitful)
    assert traps.refuses("http://x.example/day/7") == "pages like it gave nothing"
    assert not traps.refuses("http://x.example/other")


@pytest.mark.parametrize(
    ("title", "heading", "is_soft"),
    [
        ("Page not found | Hall", "", True), ("Hall", "404", True), ("Seite nicht gefunden", "", True),
        ("お探しのページは見つかりませんでした", "", True), ("Strona", "Nie znaleziono strony", True),
        ("Lost and Found: a concert", "Lost and Found", False), ("Room 4040", "", False), ("", "", False),
    ],
)  # fmt: skip
def test_a_page_that_says_that_it_is_not_there_is_believed(title, heading, is_soft):
    assert is_missing(title, heading) is is_soft
