"""Invented pages: the same in every run, in every structure, and with a gold that stands in the page."""

from __future__ import annotations

from collections import Counter
from datetime import date

from eventlocky import kinds
from eventlocky.page import parse
from eventlocky.train import invented, pages

ROWS = list(invented.rows(120))


def test_the_same_pages_come_in_every_run():
    assert list(invented.rows(120)) == ROWS


def test_every_structure_is_there_and_some_pages_announce_nothing():
    written = Counter(row["id"].split("-", 3)[3] for row, _ in ROWS)
    assert len(written) >= 16
    assert 20 <= sum(not row["events"] for row, _ in ROWS) <= 60


def test_what_the_gold_says_stands_in_the_page():
    for row, body in ROWS:
        tree = parse(body, row["url"])
        text = tree.text(tree.body)
        for event in row["events"]:
            assert event["title"] in text, row["id"]
            assert str(date.fromisoformat(event["start"]).day) in text


def test_their_lists_are_proposed_with_the_right_titles():
    kind = kinds.load("event")
    labelled = [pages.label(row, body, kind) for row, body in ROWS[:40] if row["events"]]
    known = [any(any(candidate.right or ()) for candidate in page.candidates) for page in labelled]
    assert sum(known) >= 0.9 * len(known)
