"""Hours with a point that only their list tells: `7.30 Festwiese`, `Meet 10.00`, where most of its records have one.

Alone, `10.00` may be a price or a length. Where most records of a list that say no other time have one, in the range of
the hours at which things begin, it is when they begin.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time

from eventlocky.annotate import Annotations
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Record, When

_CLOCK = re.compile(
    r"(?<![\d.,:/€£$–-])(?<![€£$]\s)([01]?\d|2[0-3])\.([0-5][05])(?![\d,:/]|\.\d"
    r"|[ \u00a0]?(?:%|€|£|\$|,-|(?:eur|euros?|kr|zł|chf|fr|usd|kč|ft|km|mi?|miles?|kg|g|l|h|hrs?|hours?|mins?)\b))",
    re.IGNORECASE,
)
_FEWEST = 3
_MOSTLY = 0.6
"""So many records of a list, and such a share of those without a time, have such an hour."""

_EARLIEST = 5
"""Something that begins earlier is none: prices are small numbers."""

_LONGEST = 600
"""So many letters of a record are looked at."""


def read(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> dict[int, When]:
    """Return the hours with a point of the records of lists, by the numbers of those without another time.

    What begins with one has it, whatever the header above it says of the first of its day.
    """
    lists: dict[int, list[int]] = {}
    for number, (record, own) in enumerate(zip(records, found, strict=True)):
        if own is None or own.value.first_day is None or own.value.rrule:
            continue
        if own.value.all_day or own.row in record.context:
            lists.setdefault(record.group, []).append(number)
    dotted: dict[int, When] = {}
    firsts = [one.first for one in annotations.dated]
    for members in lists.values():
        if len(members) < _FEWEST:
            continue
        clocks = {
            number: clock
            for number in members
            if (clock := _clock(tree, annotations, firsts, records[number], found[number])) is not None
        }
        if len(clocks) < max(_FEWEST, _MOSTLY * len(members)) or min(clocks.values()).hour < _EARLIEST:
            continue
        for number, clock in clocks.items():
            own = found[number]
            day = own.value.first_day if own is not None else None
            dotted[number] = When(datetime.combine(day or date.min, clock))
    return dotted


def _clock(
    tree: Tree, annotations: Annotations, firsts: list[int], record: Record, own: Found[When] | None
) -> time | None:
    """Return the first hour with a point in a record; where a header gives it a time, only what it begins with."""
    begin = tree.offsets[record.first]
    text = tree.whole_text[begin : min(tree.offsets[record.stop], begin + _LONGEST)]
    for match in _free(text, begin, annotations, firsts):
        if own is not None and not own.value.all_day and any(map(str.isalnum, text[: match.start()])):
            return None
        return time(int(match[1]), int(match[2]))
    return None


def _free(text: str, begin: int, annotations: Annotations, firsts: list[int]) -> Iterator[re.Match[str]]:
    """Yield the hours with a point that are no part of a date that was read."""
    for match in _CLOCK.finditer(text):
        place = bisect_left(firsts, begin + match.end())
        if place == 0 or annotations.dated[place - 1].stop <= begin + match.start():
            yield match
