"""When a record takes place: its date, and the time that stands elsewhere in it, or over its whole list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from eventlocky import dates
from eventlocky.annotate import Annotations, Dated
from eventlocky.fields import usual
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.types import Record, When

_LONGEST_HEAD = 60


def read_list(tree: Tree, annotations: Annotations, records: Sequence[Record]) -> list[Found[When] | None]:
    """Return when each record of a page takes place, or None where neither it nor its context has a date.

    What a record does not say itself is the time of its whole list.
    """
    found = [_read(tree, annotations, record) for record in records]
    times = usual.read(tree, annotations, records, found)
    return [
        replace(own, value=dates.with_time(own.value, times[number])) if own is not None and number in times else own
        for number, own in enumerate(found)
    ]


def _read(tree: Tree, annotations: Annotations, record: Record) -> Found[When] | None:
    """Return when a record takes place by what it says itself."""
    chosen = annotations.at("date", record.anchor)
    dated = [chosen] if chosen is not None else annotations.within("date", record.first, record.stop)
    for annotation in dated:
        if annotation.row in record.context:
            break
        if isinstance(annotation.value, Dated):
            row, fuller = _fuller(annotation.row, annotation.value, annotations, record)
            when = _with_time(fuller, annotations, record)
            return Found(when, row, when.confidence)
    return _inherited(tree, annotations, record)


def _fuller(row: int, dated: Dated, annotations: Annotations, record: Record) -> tuple[int, When]:
    """Return the date of a record that says the same and more: a badge gives the day, a line below year and end."""
    when, has_year = dated.when, dated.mention.start.year is not None
    for other in annotations.within("date", record.first, record.stop):
        if not isinstance(other.value, Dated):
            continue
        said = other.value.when
        tells_year = not has_year and other.value.mention.start.year is not None
        if not _is_same(when, said, is_year_known=not tells_year):
            continue
        if tells_year or (when.all_day and not said.all_day) or (when.end is None and said.end is not None):
            return other.row, said
    return row, when


def _is_same(when: When, said: When, *, is_year_known: bool) -> bool:
    """Tell whether two dates say the same day (of the same year, where that is known) and no other time."""
    day, other = when.first_day, said.first_day
    if day is None or other is None or (day.month, day.day) != (other.month, other.day):
        return False
    if is_year_known and day.year != other.year:
        return False
    return when.all_day or (
        isinstance(when.start, datetime) and isinstance(said.start, datetime) and when.start.time() == said.start.time()
    )


def _inherited(tree: Tree, annotations: Annotations, record: Record) -> Found[When] | None:
    """Return the day that a record inherits, at the time that it says itself, or the head of its line in a table."""
    for row in record.context:
        for annotation in annotations.within("date", row, row + 1):
            if isinstance(annotation.value, Dated):
                fuller_row, when = _fuller(annotation.row, annotation.value, annotations, record)
                if fuller_row != annotation.row:
                    return Found(_with_time(when, annotations, record), fuller_row, when.confidence)
                timed = _with_time(replace(when, start=when.first_day, end=None, rdates=()), annotations, record)
                if timed.all_day and tree.tags[record.first] in CELLS:
                    timed = _by_line(tree, record.first, timed)
                when = when if timed.all_day else timed
                return Found(when, annotation.row, when.confidence)
    return None


def _by_line(tree: Tree, cell: int, day: When) -> When:
    """Give a day the time that the head of a cell's line says, read by itself: the line above may end with a day."""
    head = next((each for each in tree.children(tree.parents[cell]) if tree.tags[each] in CELLS), cell)
    first = day.first_day
    if head == cell or first is None or tree.offsets[tree.ends[head]] - tree.offsets[head] > _LONGEST_HEAD:
        return day
    found = dates.find(tree.text(head), reference=first)
    for when in dates.resolve([mention for mention in found if not mention.has_day], dates.Context(first)):
        if not when.all_day:
            return dates.with_time(day, when)
    return day


def _with_time(when: When, annotations: Annotations, record: Record) -> When:
    """Give a day without a time the first time that the record says, but doors only where nothing else is said."""
    said = [
        one.value.when for one in annotations.within("time", record.first, record.stop) if isinstance(one.value, Dated)
    ]
    if not said:
        return when
    begins = next((each for each in said if each.doors is None or not _is_doors(each)), said[0])
    return replace(dates.with_time(when, begins), doors=when.doors or said[0].doors)


def _is_doors(when: When) -> bool:
    """Tell whether the doors are all that a time speaks of."""
    return isinstance(when.start, datetime) and when.start.time() == when.doors
