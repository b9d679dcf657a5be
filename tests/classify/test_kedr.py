"""KEDR's page test: two key expressions, else there is no calendar."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.classify.kedr import Kedr
from eventlocky.page import parse
from eventlocky.types import Record


@pytest.mark.parametrize(
    ("text", "is_event"),
    [
        ("Sa 14.11.2026 19:30 Uhr Aida", True),
        ("2026年5月1日（金）演奏会", True),
        ("14 November 2026 Aida", False),
        ("Sa 14.11.2026 19:30", False),
        ("Aida", False),
        ("", False),
    ],
)
def test_a_text_with_two_keys_and_more_to_say_is_an_event(text, is_event):
    assert (Kedr().probabilities([text])[0] >= 0.5) == is_event


def labels(html: str) -> list[float]:
    tree = parse(html)
    records = [Record(row, tree.ends[row]) for row, tag in enumerate(tree.tags) if tag == "li"]
    return Kedr().label(tree, annotate(tree, {"date"}, date(2026, 5, 1)), records, kinds.load("event"))


def test_on_a_page_with_two_keys_records_with_one_are_events():
    assert [label > 0 for label in labels("<ul><li>1 May 2026 Aida<li>2 May 2026 Carmen<li>Tickets</ul>")] == [
        True,
        True,
        False,
    ]


def test_a_page_with_one_key_is_skipped():
    assert labels("<ul><li>1 May 2026 Aida<li>Tickets</ul>") == [0, 0]
