"""Dates that say when something was written, told by what stands under them: a later day.

A post bears the day on which it was put up, alone on its line, and its text says when the concert is. Seen by itself
the stamp looks like the day of an event; what gives it away is that post after post goes on to a later day. The dates
under such stamps gain what the stamps lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eventlocky.annotate import Annotation, Dated

_LONGEST_REST = 12
"""So many letters beside it stand on the line of a stamp at most: an icon, `Posted`, a category."""

_LONGEST_LINE = 400

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


def told_under(text: str, stamp: Annotation, found: Iterable[Annotation]) -> Annotation | None:
    """Return the first of some dates that a post tells behind its stamp, and that is not over on the stamp's day.

    None where the first date is no stamp: it says an hour or an end, or more stands on its line.
    """
    put_up = stamp.value.when if isinstance(stamp.value, Dated) else None
    day = put_up.first_day if put_up is not None and put_up.all_day and put_up.end is None else None
    if day is None or not is_alone(text, stamp, 2 * _LONGEST_REST):
        return None
    for other in found:
        if other.first >= stamp.stop and isinstance(other.value, Dated):
            first, last = other.value.when.first_day, other.value.when.last_day
            if first is not None and first != day and max(first, last or first) >= day:
                return other
    return None


def is_alone(text: str, anchor: Annotation, most: int = _LONGEST_REST) -> bool:
    """Tell whether hardly anything stands beside a date, on its line or in its cell of a table."""
    first, stop = anchor.first, anchor.stop
    begin, end = max(0, first - _LONGEST_LINE), min(len(text), stop + _LONGEST_LINE)
    for mark in "\n\t":
        begin = text.rfind(mark, begin, first) + 1 or begin
        found = text.find(mark, stop, end)
        end = found if found >= 0 else end
    return len(text[begin:first].strip()) + len(text[stop:end].strip()) <= most


def beside(text: str, anchor: Annotation) -> tuple[int, int]:
    """Return how many letters stand on the line of a date besides it, and how many before it."""
    first, stop = anchor.first, anchor.stop
    begin = text.rfind("\n", max(0, first - _LONGEST_LINE), first)
    end = text.find("\n", stop, stop + _LONGEST_LINE)
    before = len(text[max(begin, first - _LONGEST_LINE) + 1 : first].strip())
    after = len(text[stop : end if end >= 0 else stop + _LONGEST_LINE].strip())
    return before + after, before


def _ends(places: Sequence[int]) -> list[int]:
    """Return for every date the number of the next one that stands alike."""
    known: dict[int, int] = {}
    found = [len(places)] * len(places)
    for number in range(len(places) - 1, -1, -1):
        found[number] = known.get(places[number], len(places))
        known[places[number]] = number
    return found
