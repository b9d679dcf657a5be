"""The year of a list: dates without a year that follow each other belong together.

January to December in order is one year, and the year is the one in which the day of fetching lies, or the
nearest. Read one by one, half of such a list would be put into the next year.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from eventlocky.dates.context import Context
from eventlocky.dates.mention import Mention, Moment

_FEWEST = 4
"""A list of fewer dates tells nothing by its order."""

_IN_ORDER = 0.8
"""The share of steps that must go the same way."""

_MONTHS_OF_A_YEAR = 8
"""So many months, from January to December, are one year in whatever order (two columns, say)."""

_LATE = 2
"""A list that is over is half as likely as one that is to come."""


def complete(mentions: Sequence[Mention], is_header: Sequence[bool], context: Context) -> list[Mention]:
    """Give the mentions of undated lists their years; everything else stays as it is."""
    completed = list(mentions)
    for run in _runs(mentions, is_header, context):
        for number, year in zip(
            run, _years([mentions[number].start for number in run], context.reference), strict=True
        ):
            completed[number] = replace(completed[number], start=replace(completed[number].start, year=year))
    return completed


def _runs(mentions: Sequence[Mention], is_header: Sequence[bool], context: Context) -> Iterator[list[int]]:
    """Yield the lists: neighbouring days without a year (even of their end), a weekday or a header that says it."""
    has_year = context.year is not None
    run: list[int] = []
    for number, mention in enumerate(mentions):
        start = mention.start
        has_year = has_year or (is_header[number] and start.year is not None)
        if has_year:
            break
        is_dated = start.year is not None or (mention.end is not None and mention.end.year is not None)
        if start.day and start.month and not is_dated and start.weekday is None and not mention.rule:
            run.append(number)
        elif start.day or start.year:
            yield from _kept(run, mentions)
            run = []
    yield from _kept(run, mentions)


def _kept(run: list[int], mentions: Sequence[Mention]) -> Iterator[list[int]]:
    days = [(mentions[number].start.month or 0, mentions[number].start.day or 0) for number in run]
    if len(set(days)) < _FEWEST:
        return
    months = {month for month, _ in days}
    is_year = len(months) >= _MONTHS_OF_A_YEAR and {1, 12} <= months
    if is_year or _is_in_order([mentions[number].start for number in run]):
        yield run


def _is_in_order(moments: list[Moment]) -> bool:
    days = [(moment.month or 0, moment.day or 0) for moment in moments]
    steps = [step for one, other in pairwise(days) if (step := _step(one, other))]
    forward = sum(step > 0 for step in steps)
    return max(forward, len(steps) - forward) >= _IN_ORDER * len(steps)


def _step(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return how far it is from one day of the year to another, by the shorter way round."""
    days = (other[0] - one[0]) * 31 + other[1] - one[1]
    return days - 372 if days > 186 else days + 372 if days < -186 else days


def _years(moments: list[Moment], reference: date) -> list[int]:
    """Return the year of every moment: unroll the list over new years, then choose where it begins."""
    if {1, 12} <= {moment.month for moment in moments} and not _is_in_order(moments):
        return [reference.year] * len(moments)
    offsets = [0]
    for one, other in itertools.pairwise(moments):
        days = ((other.month or 0) - (one.month or 0)) * 31 + (other.day or 0) - (one.day or 0)
        offsets.append(offsets[-1] + (1 if days < -186 else -1 if days > 186 else 0))
    numbers = [
        offset * 372 + (moment.month or 0) * 31 + (moment.day or 0)
        for offset, moment in zip(offsets, moments, strict=True)
    ]
    today = reference.month * 31 + reference.day

    def distance(shift: int) -> int:
        first, last = min(numbers) + shift * 372, max(numbers) + shift * 372
        if first <= today <= last:
            return 0
        return first - today if first > today else _LATE * (today - last)

    base = min(range(-3, 4), key=distance)
    return [reference.year + base + offset for offset in offsets]
