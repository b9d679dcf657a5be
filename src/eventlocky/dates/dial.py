"""The half of the day that English pages leave out: `Tuesday, 7:30`, `1:00 Kids' drum circle`, `Wednesdays 4:15-5:45`.

Where a page counts to twelve, nothing begins at two at night. Times between days are read in their order, as a
programme has them: what follows a time of the afternoon is later, and eight before eleven is in the morning. A page
that writes `19:30` or `09:30` counts to twenty-four and is left alone, as is what names its half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import time

from eventlocky.dates.mention import Mention, Moment, Role

_HALF = re.compile(
    r"\d\s?[ap]\b|(?<![^\W\d_])[ap]\.?\s?m\b|noon|mid(?:day|night)|morning|evening|night|\d\s?h\b|\buhr\b|o.clock|[\u2e80-\uffff]",
    re.IGNORECASE,
)
_OF_DAY = re.compile(r"(?<!\d)(?:0\d|1[3-9]|2[0-4])[:.h]\d\d(?!\d|[./])")
"""What names the half of the day of a time, and how a clock of twenty-four hours is written."""

_MORNING = re.compile(r"\b(?:morning|breakfast|sunrise|dawn|early|a\.?m\.?)\b", re.IGNORECASE)
_NEAR = 60
"""What speaks of the morning, so near before a time."""

_ENGLISH = re.compile(r"\b(?:the|and|with)\b", re.IGNORECASE)
_FEWEST_WORDS = 3
_READ = 20_000
"""So many small words make a page an English one, and so much of it is looked at."""

_NOON = 12
_LONGEST_ACT = 180
"""What follows a time of the afternoon is so many minutes later at most."""

_AFTERNOON, _EITHER, _FORENOON = range(1, 7), range(7, 9), range(9, 13)
_SAY_WHEN = frozenset({Role.START, Role.END, Role.DOORS})


def with_halves(text: str, mentions: list[Mention]) -> list[Mention]:
    """Put times on a dial into the half of the day that is meant, on an English page without a clock of 24 hours."""
    places = [place for place, mention in enumerate(mentions) if _is_on_dial(mention)]
    if not places or len(_ENGLISH.findall(text, 0, _READ)) < _FEWEST_WORDS:
        return mentions
    bare = (mention for mention in mentions if mention.start.has_time and not _names_half(mention))
    if any(_OF_DAY.search(mention.text) for mention in bare):
        return mentions
    last = 0  # the minutes of the time before it on its day, in the afternoon
    mentions = list(mentions)
    for number, place in enumerate(places):
        mention = mentions[place]
        if mention.has_day or any(one.has_day for one in mentions[places[number - 1] : place] if number):
            last = 0
        following = mentions[places[number + 1]] if number + 1 < len(places) else None
        ahead = following.start if following is not None and not following.has_day else None
        if _is_later(text, mention, ahead, last):
            mentions[place] = mention = _in_afternoon(mention)
        elif mention.end is not None and _is_before(mention.end, mention.start):
            mentions[place] = replace(mention, end=_later(mention.end))
        last = _minutes(mention.start) if (mention.start.hour or 0) >= _NOON else 0
    return mentions


def _is_on_dial(mention: Mention) -> bool:
    """Tell a time that says nothing of its half of the day."""
    hour = mention.start.hour
    return mention.role in _SAY_WHEN and hour is not None and 0 < hour <= _NOON and not _names_half(mention)


def _names_half(mention: Mention) -> bool:
    return _HALF.search(mention.text) is not None


def _is_later(text: str, mention: Mention, ahead: Moment | None, last: int) -> bool:
    """Tell a time of the afternoon or the evening; `ahead` is the next one of its day, `last` the one before."""
    start, end = mention.start, mention.end
    hour = start.hour or 0
    if end is not None and (not end.has_time or (end.hour or 0) > _NOON or _is_before(end, start)):
        return hour in _AFTERNOON and (end.hour or 0) > _NOON if end.has_time else hour in _AFTERNOON
    if _MORNING.search(text, max(0, mention.first - _NEAR), mention.first):
        return False
    if hour in _AFTERNOON:
        return True
    if last and hour < _NOON and 0 < _minutes(start) + _NOON * 60 - last <= _LONGEST_ACT:
        return True
    if hour in _EITHER:
        return ahead is None or ahead.hour not in _FORENOON
    return False


def _is_before(end: Moment, start: Moment) -> bool:
    """Tell the end of hours over noon: `10:00-2:00`."""
    return end.day in {None, start.day} and end.has_time and _minutes(end) < _minutes(start) <= _NOON * 60


def _minutes(moment: Moment) -> int:
    return (moment.hour or 0) * 60 + (moment.minute or 0)


def _later(moment: Moment) -> Moment:
    """Return the same time in the other half of the day; noon stays noon."""
    hour = moment.hour
    return replace(moment, hour=hour + _NOON) if hour is not None and hour < _NOON else moment


def _in_afternoon(mention: Mention) -> Mention:
    """Put all times of a mention behind noon."""
    doors = mention.doors
    if doors is not None and 0 < doors.hour < _NOON:
        doors = time(doors.hour + _NOON, doors.minute)
    more: Sequence[Moment] = mention.more
    end = _later(mention.end) if mention.end is not None and mention.end.has_time else mention.end
    return replace(mention, start=_later(mention.start), end=end, more=tuple(map(_later, more)), doors=doors)
