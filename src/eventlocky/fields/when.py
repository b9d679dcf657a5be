"""When a record takes place: its date, and the time that stands elsewhere in it, or over its whole list."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from eventlocky import dates
from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.types import Record, When

_BEFORE, _AFTER = 2_500, 1_500
"""So many letters before and after a list the time of all its records may stand."""

_MOSTLY = 0.6
"""Such a share of the days of a list keeps the rule that its times come from."""

_LIMIT = re.compile(
    r"\b(?:by|before|no later than|not later than|until|prior to|deadline:?|bis|vor|avant|jusqu'à|antes de las?|"
    r"entro le?|vóór|före|przed|do)\s+$|締切\s*$",
    re.IGNORECASE,
)
"""What stands before a time until when something must be done."""

_LONGEST_LIMIT, _LONGEST_HEAD = 24, 60
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WEEKDAY = re.compile("|".join(_WEEKDAYS))
_TIMED = 0.2
"""A list with a larger share of records that say their time has none in common."""


def read_list(tree: Tree, annotations: Annotations, records: Sequence[Record]) -> list[Found[When] | None]:
    """Return when each record of a page takes place, or None where neither it nor its context has a date.

    What a record does not say itself is the time of its whole list.
    """
    found = [_read(tree, annotations, record) for record in records]
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
    text = tree.whole_text
    taken = _Rows([record for record in records if _is_cell(annotations, record)])
    said = [
        (timed.first, value)
        for timed in annotations.found
        if (value := _timed(timed, text)) and (timed.name != "time" or timed.row not in taken)
    ]
    usual = {}
    for group, members in lists.items() if said else ():
        whens = [own.value for number in members if (own := found[number])]
        if sum(not when.all_day for when in whens) > _TIMED * len(members):
            continue
        first = tree.offsets[min(records[number].first for number in members)]
        stop = tree.offsets[max(records[number].stop for number in members)]
        time = _by_rule(said, whens) or _nearest(said, first, stop)
        if time is not None:
            usual[group] = time
    return usual


def _is_cell(annotations: Annotations, record: Record) -> bool:
    """Tell whether a record is one of a calendar: its day is a bare number."""
    chosen = annotations.at("date", record.anchor)
    return chosen is not None and isinstance(chosen.value, Dated) and chosen.value.mention.text.isdecimal()


class _Rows:
    """The rows of some records: a time that stands in one of them is that record's and nobody else's."""

    def __init__(self, records: Sequence[Record]) -> None:
        """Note where records begin and end; they do not overlap."""
        spans = sorted((record.first, record.stop) for record in records)
        self._firsts = [first for first, _ in spans]
        self._stops = [stop for _, stop in spans]

    def __contains__(self, row: int) -> bool:
        """Tell whether a row is of a record."""
        place = bisect_right(self._firsts, row) - 1
        return place >= 0 and row < self._stops[place]


def _timed(found: Annotation, text: str) -> Dated | None:
    """Return a find that says a time that may be that of a list: alone, or with a rule (Tuesdays at 7 pm)."""
    if not isinstance(found.value, Dated) or found.value.when.all_day:
        return None
    if found.name == "date":
        return found.value if found.value.mention.rule is not None else None
    is_limit = _LIMIT.search(text[max(0, found.first - _LONGEST_LIMIT) : found.first]) is not None
    return found.value if found.name == "time" and not is_limit else None


def _by_rule(said: Sequence[tuple[int, Dated]], whens: Sequence[When]) -> When | None:
    """Return the time of a rule that most days of a list keep: they are what it repeats."""
    days = [day for when in whens if (day := when.first_day)]
    for _, dated in said:
        weekdays = _WEEKDAY.findall((dated.mention.rule or "").partition("BYDAY=")[2])
        if weekdays and sum(_WEEKDAYS[day.weekday()] in weekdays for day in days) >= _MOSTLY * len(days):
            return dated.when
    return None


def _nearest(said: Sequence[tuple[int, Dated]], first: int, stop: int) -> When | None:
    """Return the last time before a list, or the first one behind it, if it is near."""
    offsets = [offset for offset, _ in said]
    last_before = bisect_left(offsets, first) - 1
    if last_before >= 0 and offsets[last_before] >= first - _BEFORE:
        return said[last_before][1].when
    next_after = bisect_left(offsets, stop)
    if next_after < len(offsets) and offsets[next_after] < stop + _AFTER:
        return said[next_after][1].when
    return None


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
                when = annotation.value.when
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
    """Give a day without a time the first time that the record says."""
    for annotation in annotations.within("time", record.first, record.stop):
        if isinstance(annotation.value, Dated):
            return dates.with_time(when, annotation.value.when)
    return when
