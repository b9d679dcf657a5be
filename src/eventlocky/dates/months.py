"""Whole months that say when something is on, as Japanese pages write them: `10月のおすすめ`, `5・6月特別プラン`.

A campaign of a month runs from its first day to its last. A month that is all its line says is a header, or one of an
archive, and nothing of its own.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date

from eventlocky.dates.mention import Mention, Role
from eventlocky.types import When

_SIGN = "月"
_LIST = re.compile(r"(1[0-2]|[1-9])月?[・･、〜～~-]$")
_GOES_ON = re.compile(r"[・･、〜～~-](?:1[0-2]|[1-9])月")
_LONGEST_LIST = 4
_YEAR_GAP = 3
"""So far before its month a year of its own mention may end."""

_LINE = 60
_FEWEST = 4
"""So many letters of its line are not the month's."""

_LETTERS = re.compile(r"[^\W\d_年月]")
_SURE = 0.4


def runs(text: str, mentions: Sequence[Mention], reference: date) -> Iterator[tuple[Mention, When]]:
    """Yield the months among the mentions of a text that something lasts, with their first and last days."""
    for number, mention in enumerate(mentions):
        start = mention.start
        if _SIGN not in mention.text or start.month is None or start.day is not None or mention.rule is not None:
            continue
        if mention.role is not Role.START or not _has_company(text, mention) or _GOES_ON.match(text, mention.stop):
            continue
        last = mention.end.month if mention.end is not None and mention.end.month else start.month
        said = _LIST.search(text, max(0, mention.first - _LONGEST_LIST), mention.first)
        first = int(said[1]) if said else start.month
        before = mentions[number - 1] if number else None
        year = start.year or (_year_before(before, mention) if before else None) or _nearest(first, last, reference)
        end = year + (last < first)
        days = date(year, first, 1), date(end, last, monthrange(end, last)[1])
        yield mention, When(days[0], end=days[1], text=mention.text, confidence=_SURE)


def _has_company(text: str, mention: Mention) -> bool:
    """Tell whether the line of a month says something else too."""
    begin = text.rfind("\n", max(0, mention.first - _LINE), mention.first) + 1 or max(0, mention.first - _LINE)
    end = text.find("\n", mention.stop, mention.stop + _LINE)
    rest = text[begin : mention.first] + text[mention.stop : end if end >= 0 else mention.stop + _LINE]
    return len(_LETTERS.findall(rest)) >= _FEWEST


def _year_before(before: Mention, mention: Mention) -> int | None:
    """Return the year of a mention that stands just before a month: `2026年 5・6月`, `2026年5月〜6月`."""
    is_year = before.start.year is not None and before.start.day is None
    return before.start.year if is_year and mention.first - before.stop <= _YEAR_GAP + _LONGEST_LIST else None


def _nearest(first: int, last: int, reference: date) -> int:
    """Return the year that brings the months nearest to the day of reading."""
    months = 12 * reference.year + reference.month - 1

    def gap(year: int) -> int:
        begin, end = 12 * year + first - 1, 12 * (year + (last < first)) + last - 1
        return max(0, begin - months, months - end)

    return min((reference.year, reference.year + 1, reference.year - 1), key=gap)
