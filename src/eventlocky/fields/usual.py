"""The time that is said once for a whole list: over it, over each of its parts, by a rule, or under it.

All meetings begin at 7 pm.          Board (6:30 pm)      Council (every Tuesday at 9 am)
3 May · 7 June · 5 July              3 May · 7 June       4 May · 11 May
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Record, When

_BEFORE, _AFTER = 2_500, 1_500
"""So many letters before and after a list the time of all its records may stand."""

_MOSTLY = 0.6
"""Such a share of the days of a list keeps the rule that its times come from."""

_TIMED = 0.2
"""A list with a larger share of records that say their time has none in common."""

_LOOK_BACK = 3
"""So many times above a record are looked at: those of a rule that it does not keep are passed over."""

_LIMIT = re.compile(
    r"\b(?:by|before|no later than|not later than|until|prior to|deadline:?|bis|vor|avant|jusqu'à|antes de las?|"
    r"entro le?|vóór|före|przed|do)\s+$|締切\s*$",
    re.IGNORECASE,
)
"""What stands before a time until when something must be done."""

_LONGEST_LIMIT = 24
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WEEKDAY = re.compile("|".join(_WEEKDAYS))


class Said(NamedTuple):
    """A time that may be that of a list: where it stands, and the weekdays for which it is said (none: for all)."""

    offset: int
    when: When
    weekdays: frozenset[int]
    is_weekday: bool = False
    """Whether a weekday is all that it is said for: `Fri 8:15 pm`."""

    def holds_for(self, when: When) -> bool:
        """Tell whether a day is one of those for which the time is said."""
        day = when.first_day
        return not self.weekdays or (day is not None and day.weekday() in self.weekdays)


def read(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> dict[int, When]:
    """Return the usual times of the records of lists that mostly say none, by the numbers of those without one."""
    said = list(_said(tree, annotations, records, found))
    if not said:
        return {}
    lists: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        lists.setdefault(record.group, []).append(number)
    begins = sorted(tree.offsets[record.first] for record in records)
    usual: dict[int, When] = {}
    for members in lists.values():
        whens = {number: own.value for number in members if (own := found[number])}
        if sum(not when.all_day for when in whens.values()) > _TIMED * len(members):
            continue
        first = tree.offsets[min(records[number].first for number in members)]
        stop = tree.offsets[max(records[number].stop for number in members)]
        some = said if len(members) > 1 else [one for one in said if not one.is_weekday]
        offsets = [one.offset for one in some]
        of_list = _by_rule(some, list(whens.values())) or _nearest(some, offsets, first, stop)
        for number, when in whens.items():
            own_time = _above(some, offsets, begins, tree.offsets[records[number].first], when) or of_list
            if when.all_day and own_time is not None:
                usual[number] = replace(own_time, rdates=())
    return usual


def _said(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> Iterator[Said]:
    """Yield the times of a page that no record has for itself, in order."""
    taken = set(_taken(annotations, records, found))
    for one in annotations.dated:
        if one.first in taken or not isinstance(one.value, Dated) or one.value.when.all_day:
            continue
        mention = one.value.mention
        if one.name == "date":
            weekday = mention.start.weekday
            if weekdays := _weekdays(mention.rule or ""):
                yield Said(one.first, one.value.when, weekdays)
            elif not mention.rule and weekday is not None and mention.start.day is None:
                yield Said(one.first, one.value.when, frozenset({weekday}), is_weekday=True)
        elif one.name == "time" and not _is_limit(tree.whole_text, one):
            yield Said(one.first, one.value.when, frozenset())


def _taken(annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]) -> Iterator[int]:
    """Yield where the times stand that are those of one record: the first behind its day, and all in a calendar.

    So are those of the rhythms of an offer, which is cut without looking at its days.
    """
    for record, own in zip(records, found, strict=True):
        times = annotations.within("time", record.first, record.stop)
        chosen = annotations.at("date", record.anchor)
        if chosen is None:
            yield from (one.first for one in annotations.within("date", record.first, record.stop))
        mention = chosen.value.mention if chosen is not None and isinstance(chosen.value, Dated) else None
        if mention is not None and mention.text.isdecimal():
            yield from (time.first for time in times)
        elif own is not None and not own.value.all_day and (mention is None or not mention.rule):
            yield from [time.first for time in times if time.first > record.anchor][:1]


def _is_limit(text: str, found: Annotation) -> bool:
    return _LIMIT.search(text[max(0, found.first - _LONGEST_LIMIT) : found.first]) is not None


def _weekdays(rule: str) -> frozenset[int]:
    return frozenset(_WEEKDAYS.index(day) for day in _WEEKDAY.findall(rule.partition("BYDAY=")[2]))


def _above(said: Sequence[Said], offsets: list[int], begins: list[int], first: int, when: When) -> When | None:
    """Return the last time above a record that holds for it, if its list begins near it.

    Of several in one place, a rule that the day keeps says more than a bare time beside it.
    """
    last = bisect_left(offsets, first) - 1
    near: list[Said] = []
    for one in reversed(said[max(0, last + 1 - _LOOK_BACK) : last + 1]):
        list_begins = begins[bisect_left(begins, one.offset)]
        if list_begins - one.offset > _BEFORE or (near and list_begins < near[-1].offset):
            break
        if one.holds_for(when):
            near.append(one)
    return next((one.when for one in near if one.weekdays), near[0].when if near else None)


def _by_rule(said: Sequence[Said], whens: Sequence[When]) -> When | None:
    """Return the time of a rule that most days of a list keep: they are what it repeats."""
    for one in said:
        if one.weekdays and sum(one.holds_for(when) for when in whens) >= _MOSTLY * len(whens):
            return one.when
    return None


def _nearest(said: Sequence[Said], offsets: list[int], first: int, stop: int) -> When | None:
    """Return the last time before a list, the first one behind it, or the only one inside it, if it is near."""
    last_before = bisect_left(offsets, first) - 1
    if last_before >= 0 and offsets[last_before] >= first - _BEFORE:
        return said[last_before].when
    next_after = bisect_left(offsets, stop)
    inside = said[last_before + 1 : next_after]
    if inside and len({one.when.start.time() for one in inside if isinstance(one.when.start, datetime)}) == 1:
        return inside[0].when
    if next_after < len(offsets) and offsets[next_after] < stop + _AFTER:
        return said[next_after].when
    return None
