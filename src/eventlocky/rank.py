"""Pages by how much of them announces something: the Deal Finder's ratio, for any kind.

The paper's judge is a classifier of sentences; ours is the way of one page: a block of text speaks for the page
where it stands in a record that is kept, and against it where it does not.
"""

from __future__ import annotations

from datetime import date

from eventlocky.classify.deals.page import Verdict
from eventlocky.extract import read
from eventlocky.settings import Settings
from eventlocky.types import Page

_FEWEST_LETTERS = 12
"""A block of fewer letters is a label, as in the paper's own ratio."""


def judge(page: Page, kind: str, settings: Settings, fetched: date | None = None) -> Verdict:
    """Count the blocks of a page that stand in what it announces, and those that do not."""
    reading = read(
        page.body,
        page.url,
        fetched=fetched or page.fetched,
        kind=kind,
        charset=page.encoding,
        settings=settings,
    )
    tree = reading.tree
    ends = sorted(
        (record.first, record.stop)
        for record, label in zip(reading.records, reading.labels, strict=True)
        if label >= reading.kind.threshold
    )
    true = false = place = 0
    for line in tree.lines(tree.body):
        if sum(map(str.isalpha, line.text)) < _FEWEST_LETTERS:
            continue
        while place < len(ends) and ends[place][1] <= line.first:
            place += 1
        if place < len(ends) and ends[place][0] < line.stop:
            true += 1
        else:
            false += 1
    return Verdict(true, false, has_money=reading.annotations.count("money", 0, len(tree)) > 0)
