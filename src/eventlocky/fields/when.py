"""When a record takes place: its date, and the time that stands elsewhere in it, or over its whole list."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from eventlocky import dates
from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Record, When

_BEFORE, _AFTER = 2_500, 1_500
"""So many letters before and after a list the time of all its records may stand."""

_TIMED = 0.2
"""A list with a larger share of records that say their time has none in common."""


def read_list(tree: Tree, annotations: Annotations, records: Sequence[Record]) -> list[Found[When] | None]:
    """Return when each record of a page takes place, or None where neither it nor its context has a date.

    What a record does not say itself is the time of its whole list.
    """
    found = [_read(annotations, record) for record in records]
    usual = _usual_times(tree, annotations, records, found)
    return [
        replace(own, value=dates.with_time(own.value, usual[record.group]))
        if own is not None and own.value.all_day and record.group in usual
        else own
        for record, own in zip(records, found, strict=True)
    ]


def _usual_times(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> dict[int, When]:
    """Return the times that stand over (or under) lists whose records say none: all meetings begin at 7 pm."""
    lists: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        lists.setdefault(record.group, []).append(number)
    said = [(timed.first, value) for timed in annotations.found if (value := _timed(timed))]
    offsets = [offset for offset, _ in said]
    usual = {}
    for group, members in lists.items() if said else ():
        timed = sum(1 for number in members if (own := found[number]) and not own.value.all_day)
        if timed > _TIMED * len(members):
            continue
        first = tree.offsets[min(records[number].first for number in members)]
        stop = tree.offsets[max(records[number].stop for number in members)]
        last_before = bisect_left(offsets, first) - 1
        next_after = bisect_left(offsets, stop)
        if last_before >= 0 and offsets[last_before] >= first - _BEFORE:
            usual[group] = said[last_before][1].when
        elif next_after < len(offsets) and offsets[next_after] < stop + _AFTER:
            usual[group] = said[next_after][1].when
    return usual


def _timed(found: Annotation) -> Dated | None:
    """Return a find that says a time that may be that of a list: alone, or with a rule (Tuesdays at 7 pm)."""
    if not isinstance(found.value, Dated) or found.value.when.all_day:
        return None
    is_alone = found.name == "time" or (found.name == "date" and found.value.mention.rule is not None)
    return found.value if is_alone else None


def _read(annotations: Annotations, record: Record) -> Found[When] | None:
    """Return when a record takes place by what it says itself."""
    chosen = annotations.at("date", record.anchor)
    dated = [chosen] if chosen is not None else annotations.within("date", record.first, record.stop)
    for annotation in dated:
        if annotation.row in record.context:
            break
        if isinstance(annotation.value, Dated):
            when = _with_time(annotation.value.when, annotations, record)
            return Found(when, annotation.row, when.confidence)
    return _inherited(annotations, record)


def _inherited(annotations: Annotations, record: Record) -> Found[When] | None:
    """Return the day that a record inherits, at the time that it says itself."""
    for row in record.context:
        for annotation in annotations.within("date", row, row + 1):
            if isinstance(annotation.value, Dated):
                when = annotation.value.when
                timed = _with_time(replace(when, start=when.first_day, end=None, rdates=()), annotations, record)
                when = when if timed.all_day else timed
                return Found(when, annotation.row, when.confidence)
    return None


def _with_time(when: When, annotations: Annotations, record: Record) -> When:
    """Give a day without a time the first time that the record says."""
    for annotation in annotations.within("time", record.first, record.stop):
        if isinstance(annotation.value, Dated):
            return dates.with_time(when, annotation.value.when)
    return when
