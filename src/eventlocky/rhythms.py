"""A weekly rule and the run of days in which it holds, side by side.

`Tuesdays, Sept. 29 – Nov. 3, 6–9 p.m.`: two finds of one text that say one When together. Apart, the record that holds
them would have two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from eventlocky import dates
from eventlocky.dates import Mention, Role
from eventlocky.types import When

_BESIDE = re.compile(r"(?:\)|(?<=mon|tue|wed|thu|fri|sat|sun)\.)?[ ,:;|(–—-]{1,4}(?:from )?", re.IGNORECASE)
"""What stands between both; a point ends a sentence, unless it ends `Tue.`."""

_WEEKLY = "FREQ=WEEKLY"

Pair = tuple[Mention, When]


def joined(text: str, pairs: Sequence[Pair], reference: date) -> Iterator[Pair]:
    """Yield what was read on a page, a rule and its run as one."""
    waiting: Pair | None = None
    for pair in pairs:
        if waiting is not None and (one := _one(text, waiting, pair, reference)) is not None:
            waiting = one
            continue
        if waiting is not None:
            yield waiting
        waiting = pair
    if waiting is not None:
        yield waiting


def _one(text: str, before: Pair, pair: Pair, reference: date) -> Pair | None:
    """Put a rule and a run into one, in either order, if nothing stands between them and they begin together."""
    if _is_rule(before[0]) == _is_rule(pair[0]):
        return None
    run = pair if _is_rule(before[0]) else before
    first, stop = before[0].first, pair[0].stop
    if not _is_run(run) or not _BESIDE.fullmatch(text, before[0].stop, pair[0].first):
        return None
    when = dates.choose([before[0], pair[0]], dates.Context(reference))
    if when is None or when.rrule is None or when.first_day != run[1].first_day:
        return None
    words = " ".join(text[first:stop].split())
    return run[0].moved(first, stop, words), when


def _is_rule(mention: Mention) -> bool:
    return mention.role is Role.START and (mention.rule or "").startswith(_WEEKLY)


def _is_run(pair: Pair) -> bool:
    """Tell several days on end whose numbers are said."""
    mention, when = pair
    is_said = mention.start.day is not None and mention.end is not None and mention.rule is None
    return is_said and mention.role is Role.START and when.first_day != when.last_day
