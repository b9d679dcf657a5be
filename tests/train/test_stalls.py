"""Pages of shops drawn by lot: the same in every run, of every structure, with a gold that stands in the page."""

from __future__ import annotations

from collections import Counter

from eventlocky.page import parse
from eventlocky.train import stalls

ROWS = list(stalls.rows())


def test_the_same_pages_come_in_every_run():
    assert list(stalls.rows()) == ROWS


def test_every_structure_is_there_and_many_pages_sell_nothing():
    written = Counter(row["id"].split("-")[2] for row, _ in ROWS)
    assert len(written) == 14
    assert 0.3 * len(ROWS) < sum(not row["events"] for row, _ in ROWS) < 0.5 * len(ROWS)


def test_what_the_gold_says_stands_in_the_page():
    for row, body in ROWS:
        tree = parse(body, row["url"])
        text = tree.text(tree.body)
        for event in row["events"]:
            assert event["title"] in text, row["id"]
            assert event["price"] is None or event["price"] in text, row["id"]
