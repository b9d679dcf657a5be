"""Hours with a point that only their list tells: `7.30 Festwiese`, `Meet 10.00`, where most of its records have one.

Alone, `10.00` may be a price or a length. Where most records of a list that say no other time have one, in the range of
the hours at which things begin, it is when they begin. What is said to be a price is none, and where all are full
or end in fifty, as prices do, something else must say that they are hours.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time

from eventlocky.annotate import Annotations
from eventlocky.fields.base import Found
from eventlocky.fields.priced import Prices
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

_PRICED = 0.5
"""Where such a share of them has prices with a currency, a bare number is none."""

_EARLIEST = 5
"""Something that begins earlier is none: prices are small numbers."""

_ALSO_CENTS = frozenset({0, 50})
"""With these prices end too."""

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
    members = [some for some in lists.values() if len(some) >= _FEWEST]
    page = _Page(tree, annotations) if members else None
    for some in members:
        clocks = page.clocks(some, records, found) if page is not None else {}
        for number, clock in clocks.items():
            own = found[number]
            day = own.value.first_day if own is not None else None
            dotted[number] = When(datetime.combine(day or date.min, clock))
    return dotted


class _Page:
    """A page with its dates and prices, which no hours are."""

    def __init__(self, tree: Tree, annotations: Annotations) -> None:
        self._tree = tree
        self._dated = annotations.dated
        self._firsts = [one.first for one in annotations.dated]
        self._prices = Prices(tree, annotations)

    def clocks(
        self, members: Sequence[int], records: Sequence[Record], found: Sequence[Found[When] | None]
    ) -> dict[int, time]:
        """Return the first hours with a point of the records of a list, if most have one and all are hours."""
        hours = {number: [*self._hours(records[number])] for number in members}
        clocks = {
            number: time(int(first[1]), int(first[2]))
            for number, matches in hours.items()
            for first in matches[:1]
            if self._begins(first, records[number], found[number])
        }
        if len(clocks) < max(_FEWEST, _MOSTLY * len(members)) or min(clocks.values()).hour < _EARLIEST:
            return {}
        said = [match for number in clocks for match in hours[number]]
        return clocks if self._are_hours(said, [records[number] for number in clocks]) else {}

    def _are_hours(self, said: list[re.Match[str]], records: list[Record]) -> bool:
        """Tell hours from prices: by their minutes, by a word beside one, or because prices have their currency."""
        if any(int(match[2]) not in _ALSO_CENTS for match in said):
            return True
        if any(self._prices.has_hour_word(match.start(), match.end()) for match in said):
            return True
        offsets = self._tree.offsets
        priced = sum(self._prices.are_in(offsets[record.first], offsets[record.stop]) for record in records)
        return priced >= _PRICED * len(records)

    def _begins(self, match: re.Match[str], record: Record, own: Found[When] | None) -> bool:
        """Tell whether a record begins with an hour, which it must where a header gives it a time."""
        words = self._tree.whole_text[self._tree.offsets[record.first] : match.start()]
        return own is None or own.value.all_day or not any(map(str.isalnum, words))

    def _hours(self, record: Record) -> Iterator[re.Match[str]]:
        """Yield the hours with a point in a record that are no part of a date that was read, and no price."""
        begin = self._tree.offsets[record.first]
        stop = min(self._tree.offsets[record.stop], begin + _LONGEST)
        last = -1
        for match in _CLOCK.finditer(self._tree.whole_text, begin, stop):
            place = bisect_left(self._firsts, match.end())
            if place and self._dated[place - 1].stop > match.start():
                continue
            if self._prices.has(match.start(), match.end(), last):
                last = match.end()
            else:
                yield match
