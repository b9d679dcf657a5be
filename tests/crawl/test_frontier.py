"""Where to go next: what is likeliest to announce something first, or breadth first by choice."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.crawl.frontier import Candidate, Frontier, Sort
from eventlocky.errors import UnknownNameError

TODAY = date(2026, 11, 16)
HOME = "http://x.example"


def order(*candidates: Candidate, by: str = "best", learned=None) -> list[str]:
    frontier = Frontier(TODAY, by, learned)
    for candidate in candidates:
        frontier.add(candidate)
    return [found.url.removeprefix(HOME) for _ in candidates if (found := frontier.pop())]


def test_lists_come_before_details_those_before_strangers_and_the_imprint_never():
    assert order(
        Candidate(f"{HOME}/impressum", "Impressum", 1),
        Candidate(f"{HOME}/a", "The house", 1),
        Candidate(f"{HOME}/b", "Jazz", 2, is_detail=True, gave=5),
        Candidate(f"{HOME}/termine", "Termine", 1),
    ) == ["/termine", "/b", "/a"]


def test_the_next_month_comes_before_the_details_of_this_one_and_the_last_month_is_left_alone():
    assert order(
        Candidate(f"{HOME}/e/1", "Jazz", 3, is_detail=True, gave=5),
        Candidate(f"{HOME}/cal/2026/12", "›", 2, is_next=True, gave=5),
        Candidate(f"{HOME}/cal/2026/10", "‹", 2, is_previous=True, gave=5),
    ) == ["/cal/2026/12", "/e/1"]


def test_a_page_without_events_makes_nobody_turn_the_page():
    frontier = Frontier(TODAY)
    assert frontier.score(Candidate(f"{HOME}/p", is_next=True, gave=3)) > frontier.score(
        Candidate(f"{HOME}/p", is_next=True)
    )


def test_calendars_for_machines_come_first():
    assert (
        order(Candidate(f"{HOME}/events", "Events", 1), Candidate(f"{HOME}/x.ics", "", 1, Sort.CALENDAR))[0] == "/x.ics"
    )


def test_what_a_sitemap_calls_fresh_comes_before_what_it_calls_old():
    new, old = date(2026, 11, 10), date(2020, 1, 1)
    assert order(Candidate(f"{HOME}/a", changed=old), Candidate(f"{HOME}/b", changed=new)) == ["/b", "/a"]


def test_what_was_learned_of_the_site_counts():
    assert order(Candidate(f"{HOME}/a", "", 1), Candidate(f"{HOME}/b", "", 1), learned={"/b": 12.0}) == ["/b", "/a"]


def test_a_shape_that_gave_nothing_falls_back_while_the_crawl_goes_on():
    frontier = Frontier(TODAY)
    for name in ("notes/1", "notes/2", "other"):
        frontier.add(Candidate(f"{HOME}/{name}", "", 1))
    assert frontier.pop().url.endswith("/notes/1")
    frontier.learn(Candidate(f"{HOME}/notes/1"), 0)
    assert frontier.pop().url.endswith("/other")


def test_own_pages_that_tell_nothing_new_of_their_events_are_given_up():
    for taught, left in ((False, 0), (True, 4)):
        frontier = Frontier(TODAY)
        for number in range(8):
            frontier.add(Candidate(f"{HOME}/event/{'abcdefgh'[number]}", "", 1, is_detail=True))
        for _ in range(4 if taught else 3):
            frontier.learn(frontier.pop(), 0, has_taught=taught)
        assert sum(frontier.pop() is not None for _ in range(8)) == left


def test_breadth_first_goes_by_depth_alone():
    assert order(
        Candidate(f"{HOME}/deep", "Events", 3), Candidate(f"{HOME}/first", "Imprint", 1),
        Candidate(f"{HOME}/second", "Events", 1), by="breadth",
    ) == ["/first", "/second", "/deep"]  # fmt: skip


def test_an_address_is_taken_once():
    frontier = Frontier(TODAY)
    for _ in range(3):
        frontier.add(Candidate(f"{HOME}/a"))
    assert frontier.pop() is not None
    frontier.add(Candidate(f"{HOME}/a", "Events"))
    assert frontier.pop() is None
    assert not frontier.take(f"{HOME}/a")


def test_the_page_of_an_event_stays_that_whatever_else_links_to_it():
    frontier = Frontier(TODAY)
    frontier.add(Candidate(f"{HOME}/events/a", "Events", 1))
    frontier.add(Candidate(f"{HOME}/events/a", "Jazz", 2, is_detail=True))
    frontier.add(Candidate(f"{HOME}/events/a", "Events", 1))
    assert frontier.pop().is_detail
    assert frontier.pop() is None


def test_an_unknown_order_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="best, breadth"):
        Frontier(TODAY, "depth")
