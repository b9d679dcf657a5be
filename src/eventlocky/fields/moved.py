"""The new day of what was moved, behind the old one: `17.12., 20 Uhr`, and below it `verlegt auf den 21.1.2027`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from eventlocky import dates
from eventlocky.annotate import NEW_DAY, Annotation, Annotations, Dated
from eventlocky.dates.moved import is_new_day
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Day, Record, When

_FARTHEST = 300
"""So far behind the old day the new one stands."""


@dataclass(frozen=True, slots=True)
class Moved:
    """When records take place that were moved, by their numbers, and which records are nothing but the news of it."""

    whens: dict[int, Found[When]]
    news: frozenset[int]


def read(tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]) -> Moved:
    """Return the new days of records."""
    text = tree.whole_text
    new_days = [one for one in annotations.dated if one.name == NEW_DAY or is_new_day(text, one.first, one.stop)]
    if not new_days:
        return Moved({}, frozenset())
    whens: dict[int, Found[When]] = {}
    news: set[int] = set()
    by_anchor: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        by_anchor.setdefault(record.anchor, []).append(number)
    places = sorted(by_anchor.keys() - {-1})
    for one in new_days:
        place = bisect_left(places, one.first) - 1
        number = by_anchor[places[place]][0] if place >= 0 else -1
        own = found[number] if number >= 0 else None
        news_of = by_anchor.get(one.first, ())
        if any(_is_named(records[other], records[number]) for other in news_of if number >= 0):
            continue
        if own is None or not _is_of(tree, annotations, records[number], one):
            continue
        if (when := _at_new_day(own.value, one)) is not None:
            whens[number] = replace(own, value=when, row=one.row)
            news.update(by_anchor.get(one.first, ()))
    return Moved(whens, frozenset(news))


def _is_named(record: Record, before: Record) -> bool:
    """Tell a record at a new day that has a title of its own, of which the one before it says nothing."""
    return record.title_row not in (-1, before.title_row) and not before.first <= record.title_row < before.stop


def _is_of(tree: Tree, annotations: Annotations, record: Record, one: Annotation) -> bool:
    """Tell whether a new day stands behind the day of a record, with no other day between."""
    if not record.first <= one.row < max(record.stop, record.first + 1) and one.first - record.anchor > _FARTHEST:
        return False
    first, stop = tree.row_at(record.anchor), one.row + 1
    between = (other for name in ("date", "off") for other in annotations.within(name, first, stop))
    return not any(record.anchor < other.first < one.first for other in between)


def _at_new_day(old: When, one: Annotation) -> When | None:
    """Return a time on its new day; where that has no hour, it keeps its own."""
    said = one.value.when if isinstance(one.value, Dated) else When()
    day: Day | None = said.start or said.end
    if day is None or old.start is None or old.rrule:
        return None
    new = replace(said, start=day, end=said.end if said.start else None)
    if new.first_day == old.first_day:
        return None
    if isinstance(new.start, datetime) or not isinstance(old.start, datetime):
        return replace(new, doors=new.doors or old.doors)
    return replace(dates.with_time(new, replace(old, end=None)), doors=old.doors)
