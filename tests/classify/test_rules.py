"""The plain rules: needs first, then words for and against."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky import kinds
from eventlocky.annotate import annotate
from eventlocky.classify.rules import Rules
from eventlocky.page import parse
from eventlocky.types import Record


def label(html: str) -> float:
    tree = parse(f"<main>{html}</main>")
    record = Record(tree.body + 1, len(tree), score=1.0)
    return Rules().label(tree, annotate(tree, {"date"}, date(2026, 5, 1)), [record], kinds.load("event"))[0]


def test_without_a_date_nothing_is_an_event():
    assert label("A concert with tickets") == 0


@pytest.mark.parametrize("words", ["Concert, tickets at the venue", "公演 会場 開演", "Konzert, Einlass 19 Uhr"])
def test_words_for_raise_the_score(words):
    assert label(f"{words} 1 May 2026") > label("Something 1 May 2026")


def test_words_against_lower_it():
    assert label("Posted 1 May 2026 by Ann, 3 comments") < label("Something 1 May 2026")


def test_a_footer_is_no_place_for_events():
    assert label("<footer>Updated 1 May 2026</footer>") <= label("Updated 1 May 2026")
