"""Days side by side in one text, each with its month.

`January 14, February 11, March 11 and April 8 at 4 p.m.`: they are one list of days, as `January 14, 21 and 28`
is. The rows of a page cannot part them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime

from eventlocky.dates import Mention, Role
from eventlocky.page import Tree
from eventlocky.types import Day, When

_FEWEST, _MOST = 3, 40
_LINK = re.compile(r"[.*†]{0,2} ?[,;·•|/&][ \u00a0]{0,2}(?:and |& )?[*†]?|[.*†]{0,2} (?:and|&|•|–|-) [*†]?")

Pair = tuple[Mention, When]


def joined(tree: Tree, pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Yield what was read on a page, so many days in a row and in order as one list."""
    chain: list[Pair] = []
    for pair in pairs:
        if chain and not _goes_on(tree, chain[-1], pair):
            yield from _listed(tree, chain)
            chain = []
        chain.append(pair)
    yield from _listed(tree, chain)


def _goes_on(tree: Tree, before: Pair, pair: Pair) -> bool:
    """Tell whether a day follows another in one text, later and with nothing but a mark or an "and" between."""
    if not (_is_day(before) and _is_day(pair)) or _last(before[1]) >= _first(pair[1]):
        return False
    one, two = before[0], pair[0]
    if tree.row_at(one.first) != tree.row_at(two.first) or before[0].start.has_time:
        return False
    return _LINK.fullmatch(tree.whole_text, one.stop, two.first) is not None


def _listed(tree: Tree, chain: list[Pair]) -> Iterator[Pair]:
    """Yield a list of days as one, at the time that stands behind the last of them."""
    if not _FEWEST <= sum(1 + len(when.rdates) for _, when in chain) <= _MOST or len(chain) == 1:
        yield from chain
        return
    mention, when = chain[0]
    last, said = chain[-1]
    days: list[Day] = [day for _, each in chain for day in (each.start, *each.rdates) if day is not None]
    end = when.end
    if isinstance(said.start, datetime):
        clock = said.start.time()
        days = [day if isinstance(day, datetime) else datetime.combine(day, clock) for day in days]
        length = said.end - said.start if isinstance(said.end, datetime) else None
        end = days[0] + length if length is not None and isinstance(days[0], datetime) else None
    text = " ".join(tree.whole_text[mention.first : last.stop].split())
    more = tuple(each.start for each, _ in chain[1:])
    start = replace(mention.start, hour=last.start.hour, minute=last.start.minute)
    merged = replace(mention, stop=last.stop, text=text, start=start, more=more)
    yield merged, replace(when, start=days[0], end=end, rdates=tuple(days[1:]), text=text)


def _is_day(pair: Pair) -> bool:
    """Tell a day with its number, or several of one month, without a role, a rule or an end of its own."""
    mention, when = pair
    is_plain = mention.role is Role.START and mention.rule is None and mention.doors is None
    if not is_plain or mention.start.day is None or mention.start.month is None or when.start is None:
        return False
    return when.rrule is None and (when.end is None or when.first_day == when.last_day)


def _first(when: When) -> date:
    return when.first_day or date.max


def _last(when: When) -> date:
    last = when.rdates[-1] if when.rdates else when.start
    return (last.date() if isinstance(last, datetime) else last) or date.max
