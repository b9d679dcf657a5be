"""EventFinder's identifier: two of three qualities, in more than half of a group, on a page with the right words."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.classify.eventfinder import EventFinder
from eventlocky.page import parse
from eventlocky.text.people import has_name
from eventlocky.types import Record


@pytest.mark.parametrize(
    ("text", "is_event"),
    [
        ("11/18/2002 Michael Grey, RedBook demo", True),
        ("11/18/2002 Department of Physics, open day", True),
        ("Michael Grey, Department of Physics", True),
        ("19 January 2002, outing to the cinema", False),
        ("2026年5月1日 京都大学 公開講座", True),
        ("2026年5月1日 山田太郎 作品展", True),
        ("2026年5月1日 定休日", False),
        ("", False),
    ],
)
def test_two_of_three_qualities_make_an_event(text, is_event):
    assert (EventFinder().probabilities([text])[0] >= 0.5) == is_event


@pytest.mark.parametrize(
    ("text", "has"), [("by Tim Kindberg", True), ("will be on in may", False), ("the Hall", False)]
)
def test_names_are_capitalised_and_common_words_are_none(text, has):
    assert has_name(text) == has


def labels(items: list[str], head: str) -> list[float]:
    tree = parse(f"<h1>{head}</h1><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>")
    records = [Record(row, tree.ends[row], group=1) for row, tag in enumerate(tree.tags) if tag == "li"]
    return EventFinder().label(tree, annotate(tree, {"date"}, date(2026, 5, 1)), records, kinds.load("event"))


EVENTS = ["1 May 2026 Anna Berg", "2 May 2026 Professor Weiss", "3 May 2026, to be announced"]


def test_where_more_than_half_of_a_group_look_like_events_all_are():
    assert min(labels(EVENTS, "Seminars")) >= 0.5


def test_a_group_of_which_half_look_like_events_is_no_list_of_them():
    assert labels([EVENTS[0], EVENTS[2]], "Seminars") == [0, 0]


def test_a_page_without_the_right_words_is_not_looked_at():
    assert labels(EVENTS, "People") == [0, 0, 0]
