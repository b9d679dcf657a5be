"""A day said twice in each card of a list, short and in full with its hour: one date is enough for each.

`Sat, Oct 10` for the narrow screen, `Sat, Oct 10, 2026, 5:00 PM – 8:00 PM` for the wide one: cards that hold two dates
look like two events.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from eventlocky.dates import Mention, Role
from eventlocky.types import When

_NEAR = 160
_FEWEST, _MOSTLY = 2, 0.8
"""How far apart both stand, in how many cards at least, and which share of the dates of a page they are."""

Pair = tuple[Mention, When]


def without_short(pairs: Sequence[Pair]) -> list[Pair]:
    """Leave out the short dates of a page on which (nearly) all days are said so."""
    days = [(mention, when) for mention, when in pairs if mention.role is Role.START and mention.has_day]
    short = {one[0].first for each in pairwise(days) for one, two in (each, each[::-1]) if _is_short_of(one, two)}
    if len(short) < _FEWEST or 2 * len(short) < _MOSTLY * len(days):
        return list(pairs)
    return [(mention, when) for mention, when in pairs if mention.first not in short]


def _is_short_of(one: Pair, two: Pair) -> bool:
    """Tell a day without year and hour from the same day in full right behind it, or before it."""
    (short, when), (full, said) = one, two
    if short.rule or short.more or short.end is not None or full.rule or full.more or when.first_day != said.first_day:
        return False
    is_bare = short.start.year is None and not short.start.has_time and short.start.day is not None
    is_full = full.start.year is not None and full.start.has_time
    return is_bare and is_full and max(full.first - short.stop, short.first - full.stop) <= _NEAR
