"""Which records of a page hold an event of its gold: what expressions and classifiers can be learned from.

A record is one of the kind when the day of a gold event stands in it or in what it inherits from, and the event's
title among its words (`train/labels.py`). On a page whose gold is not complete, a record that holds no gold event
proves nothing and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from eventlocky.annotate import Annotations, Dated
from eventlocky.errors import EventlockyError
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.extract import Reading, read
from eventlocky.page import Tree
from eventlocky.settings import Settings
from eventlocky.train.labels import Gold, spaced
from eventlocky.types import Record


@dataclass(frozen=True, slots=True)
class Labelled:
    """A record's words, without what was found in them, and whether it holds an event of the gold."""

    page: GoldPage
    text: str
    is_one: bool


def label_pages(pages: Sequence[GoldPage], settings: Settings) -> Iterator[list[Labelled]]:
    """Yield the labelled records of every page; one bad page never ends a run.

    The plain finder cuts the pages, because it leaves nothing out: what is no event is needed too.
    """
    settings = replace(settings, finder="plain", classifier="rules")
    for page in pages:
        try:
            reading = read(page.body(), page.url, fetched=page.fetched, kind=page.kind, settings=settings)
        except EventlockyError:
            yield []
            continue
        yield list(label(page, reading))


def label(page: GoldPage, reading: Reading) -> Iterator[Labelled]:
    """Yield the records of a page that was read, each with its label."""
    wanted = [Gold.of(event) for event in page.row["events"]]
    is_complete = page.row.get("complete", True)
    for record in reading.records:
        days = days_of(record, reading.annotations)
        words = spaced(reading.tree.text(record.first, record.stop))
        is_one = any(event.stands_in(days, words) for event in wanted)
        if is_one or is_complete:
            yield Labelled(page, words_of(reading.tree, record, reading.annotations), is_one)


def days_of(record: Record, annotations: Annotations) -> set[str]:
    """Return the days that stand in a record or in what it inherits from, as the gold writes them."""
    found = annotations.within("date", record.first, record.stop)
    found += [find for row in record.context for find in annotations.within("date", row, row + 1)]
    days = [find.value.when.first_day for find in found if isinstance(find.value, Dated)]
    return {str(day) for day in days if day}


def words_of(tree: Tree, record: Record, annotations: Annotations) -> str:
    """Return the words of a record without the dates, times and prices in them."""
    text, offset = tree.raw_text(record.first, record.stop), tree.offsets[record.first]
    names = ("date", "time", "money", "percent", "address")
    found = [find for name in names for find in annotations.within(name, record.first, record.stop)]
    pieces, begin = [], 0
    for find in sorted(found, key=lambda find: find.first):
        pieces.append(text[begin : max(begin, find.first - offset)])
        begin = max(begin, find.stop - offset)
    return "\n".join([*pieces, text[begin:]])
