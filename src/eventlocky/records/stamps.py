"""Dates that say when something was written, told by what stands under them: a later day.

A post bears the day on which it was put up, alone on its line, and its text says when the concert is. Seen by itself
the stamp looks like the day of an event; what gives it away is that post after post goes on to a later day. The dates
under such stamps gain what the stamps lose.
"""

from __future__ import annotations

from collections.abc import Sequence

_LONGEST_REST = 12
"""So many letters beside it stand on the line of a stamp at most: an icon, `Posted`, a category."""

_MOST_WITHIN = 12
"""So many dates of one post are looked at."""


def stamps(
    places: Sequence[int], days: Sequence[int], rests: Sequence[float], is_timed: Sequence[bool]
) -> tuple[list[float], list[float]]:
    """Return for every date how much it looks like a stamp, and how much like a day told under one.

    `places` are equal for dates that stand alike in the tree, `rests` say how many letters stand on a date's line
    beside it. What a date looks like is the share of the dates standing alike that are followed by a later day.
    """
    after = _ends(places)
    may_stamp = [
        bool(day) and rest <= _LONGEST_REST and not timed
        for day, rest, timed in zip(days, rests, is_timed, strict=True)
    ]
    later = [
        [other for other in range(number + 1, min(after[number], number + _MOST_WITHIN)) if days[other] > days[number]]
        if may_stamp[number]
        else []
        for number in range(len(days))
    ]
    counts: dict[int, int] = {}
    hits: dict[int, int] = {}
    for place, may, found in zip(places, may_stamp, later, strict=True):
        counts[place] = counts.get(place, 0) + may
        hits[place] = hits.get(place, 0) + bool(found)
    shares = {place: hits[place] / count if count else 0.0 for place, count in counts.items()}
    outrun = [shares[place] if may else 0.0 for place, may in zip(places, may_stamp, strict=True)]
    told = [0.0] * len(days)
    for number, found in enumerate(later):
        for other in found:
            told[other] = max(told[other], outrun[number])
    return outrun, told


def _ends(places: Sequence[int]) -> list[int]:
    """Return for every date the number of the next one that stands alike."""
    known: dict[int, int] = {}
    found = [len(places)] * len(places)
    for number in range(len(places) - 1, -1, -1):
        found[number] = known.get(places[number], len(places))
        known[places[number]] = number
    return found
