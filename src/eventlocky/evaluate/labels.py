"""Which records of a page hold an event of its gold: what expressions and classifiers of texts can be learned from.

A record is one of the kind when the day of a gold event stands in it or in what it inherits from, and the event's
title among its words (`train/labels.py`). On a page whose gold is not complete, a record that holds no gold event
proves nothing and is left out.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from eventlocky import kinds, records
from eventlocky.annotate import Annotations, Dated, annotate
from eventlocky.classify.texts import record_text
from eventlocky.errors import EventlockyError, PageError
from eventlocky.evaluate.corpus import GoldPage
from eventlocky.extract import Reading, read
from eventlocky.page import Tree, parse
from eventlocky.settings import Settings
from eventlocky.train.labels import Gold, spaced
from eventlocky.train.records import LabelledText
from eventlocky.types import Record

MOST_OF_A_SITE = 30
"""Records of a site with either label that teach a classifier of texts."""


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


def cut(page: GoldPage, finder: str) -> list[LabelledText]:
    """Return the records that a finder cuts a page into as texts with labels, each text once.

    A page whose day is not known, or that cannot be read, gives none.
    """
    kind = kinds.load(page.kind)
    if page.fetched is None:
        return []
    try:
        tree = parse(page.body(), page.url)
    except PageError:
        return []
    annotations = annotate(tree, {kind.anchor}.union(*kind.needs) - kinds.FIELDS, page.fetched)
    found = records.get(finder).find(tree, annotations, kind)
    labelled: dict[str, int] = {}
    for record, is_one in _judged(page, tree, annotations, found):
        if text := record_text(tree, record):
            labelled[text] = max(int(is_one), labelled.get(text, 0))
    return [LabelledText(text, label, page.domain, page=page.id) for text, label in labelled.items()]


def drawn(given: Iterable[LabelledText], most: int = MOST_OF_A_SITE) -> list[LabelledText]:
    """Return at most so many records of a site with either label, drawn by chance but the same in every run.

    A site's records are alike: without a limit a few sites with thousands of them would be all that is learned.
    """
    members: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for record in given:
        members[record.site, record.label].setdefault(record.text, record.page)
    for site, label in [key for key in members if key[1]]:
        for text in members[site, label]:
            members[site, 0].pop(text, None)
    return [
        LabelledText(text, label, site, page=texts[text])
        for (site, label), texts in sorted(members.items())
        for text in sorted(texts, key=_chance)[:most]
    ]


def _chance(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()


def label(page: GoldPage, reading: Reading) -> Iterator[Labelled]:
    """Yield the records of a page that was read, each with its label."""
    for record, is_one in _judged(page, reading.tree, reading.annotations, reading.records):
        yield Labelled(page, words_of(reading.tree, record, reading.annotations), is_one)


def _judged(
    page: GoldPage, tree: Tree, annotations: Annotations, found: Sequence[Record]
) -> Iterator[tuple[Record, bool]]:
    """Yield every record that proves something, and whether it holds an event of the gold."""
    wanted = [Gold.of(event) for event in page.row["events"]]
    is_complete = page.row.get("complete", True)
    for record in found:
        days, words = days_of(record, annotations), spaced(tree.text(record.first, record.stop))
        is_one = any(event.stands_in(days, words) for event in wanted)
        if is_one or is_complete:
            yield record, is_one


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
