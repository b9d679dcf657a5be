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
    r"\d\s?[ap]\b|(?<![^\W\d_])[ap]\.?\s?m\b|noon|mid(?:day|night)|morning|evening|night|\d\s?h(?:\d\d)?\b|\buhr\b|o.clock|[\u2e80-\uffff]",
    re.IGNORECASE,
)
_OF_DAY = re.compile(r"(?<!\d)(?:0\d|1[3-9]|2[0-4])[:.h]\d\d(?!\d|[./])")
"""What names the half of the day of a time, and how a clock of twenty-four hours is written."""

_MORNING = re.compile(r"\b(?:morning|breakfast|sunrise|dawn|early|a\.?m\.?)\b", re.IGNORECASE)
_NEAR = 60
_MORNING_BEHIND = re.compile(r"a(?![^\W_])", re.IGNORECASE)
"""What speaks of the morning, so near before a time, or right behind it: `8:00a`."""

_ENGLISH = re.compile(r"\b(?:the|and|with)\b", re.IGNORECASE)
_FEWEST_WORDS = 3
_READ = 20_000
"""So many small words make a page an English one, and so much of it is looked at."""

_NOON = 12
_LONGEST_ACT = 180
"""What follows a time of the afternoon is so many minutes later at most."""

_LONGEST_MORNING = 300
"""Hours that end at noon, so many minutes behind their start at most, are those of a morning: a market, a counter."""

_AFTERNOON, _EITHER, _FORENOON = range(1, 7), range(7, 9), range(9, 13)
"""Seven and eight alone are of the evening: 20 of 24 were, of those with gold on the pages where this acts."""

_SAY_WHEN = frozenset({Role.START, Role.END, Role.DOORS})


def with_halves(text: str, mentions: list[Mention], language: str = "") -> list[Mention]:
    """Put times on a dial into the half of the day that is meant, on an English page without a clock of 24 hours.

    `language` is the one that the page tells, if it does.
    """
    places = [place for place, mention in enumerate(mentions) if _is_on_dial(mention)]
    if not places or (language and not language.lower().startswith("en")):
        return mentions
    if len(_ENGLISH.findall(text, 0, _READ)) < _FEWEST_WORDS:
        return mentions
    bare = (mention for mention in mentions if mention.start.has_time and not _names_half(mention))
    if any(_OF_DAY.search(mention.text) for mention in bare):
        return mentions
    days = _days_of(mentions)
    mentions = list(mentions)
    last = 0  # the minutes of the time before it on its day, in the afternoon
    for number, place in enumerate(places):
        mention = mentions[place]
        if number and not _is_same_day(days[places[number - 1]], days[place]):
            last = 0
        if _is_later(text, mention, _ahead(mentions, days, places, number), last):
            mentions[place] = mention = _in_afternoon(mention)
        else:
            mentions[place] = _over_noon(mention)
        last = _minutes(mention.start) if (mention.start.hour or 0) >= _NOON else 0
    return mentions


def _days_of(mentions: list[Mention]) -> list[Mention | None]:
    """Return the mention that says the day of each: itself, or the last one before it that names one."""
    days: list[Mention | None] = []
    day = None
    for mention in mentions:
        day = mention if mention.has_day else day
        days.append(day)
    return days


def _is_same_day(one: Mention | None, other: Mention | None) -> bool:
    """Tell whether two mentions say the same day, one of them perhaps with less: `Saturday 6 June`, `6 June 2026`."""
    if one is other:
        return True
    if one is None or other is None or one.rule != other.rule:
        return False
    names = ("year", "month", "day", "weekday")
    said = [(getattr(one.start, name), getattr(other.start, name)) for name in names]
    shared = [None not in pair for pair in said]
    is_shared = any(shared[2:]) or one.rule is not None
    return is_shared and all(pair[0] == pair[1] for pair, both in zip(said, shared, strict=True) if both)


def _ahead(mentions: list[Mention], days: list[Mention | None], places: list[int], number: int) -> Moment | None:
    """Return the next time of the day of a mention: its own second one, or the next on a dial."""
    mention = mentions[places[number]]
    if mention.more and mention.more[0].has_time:
        return mention.more[0]
    if number + 1 == len(places) or not _is_same_day(days[places[number]], days[places[number + 1]]):
        return None
    return mentions[places[number + 1]].start


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
    if end is not None and end.hour == _NOON and hour not in _AFTERNOON and _is_morning(start, end):
        return False
    if _MORNING.search(text, max(0, mention.first - _NEAR), mention.first) or _MORNING_BEHIND.match(text, mention.stop):
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


def _is_morning(start: Moment, end: Moment) -> bool:
    """Tell hours of a morning until noon: `7:00-12:00`, `8:30-12:30`."""
    return end.day in {None, start.day} and _minutes(end) - _minutes(start) <= _LONGEST_MORNING


def _minutes(moment: Moment) -> int:
    return (moment.hour or 0) * 60 + (moment.minute or 0)


def _later(moment: Moment) -> Moment:
    """Return the same time in the other half of the day; noon stays noon."""
    hour = moment.hour
    return replace(moment, hour=hour + _NOON) if hour is not None and hour < _NOON else moment


def _over_noon(mention: Mention) -> Mention:
    """Put what follows a time of the morning behind noon where it would else be before it: `10:00-2:00`, `11, 1:30`."""
    start, end = mention.start, mention.end
    if end is not None and _is_before(end, start):
        mention = replace(mention, end=_later(end))
    if any(_is_before(moment, start) for moment in mention.more):
        more = (_later(moment) if _is_before(moment, start) else moment for moment in mention.more)
        mention = replace(mention, more=tuple(more))
    return mention


def _in_afternoon(mention: Mention) -> Mention:
    """Put all times of a mention behind noon."""
    doors = mention.doors
    if doors is not None and 0 < doors.hour < _NOON:
        doors = time(doors.hour + _NOON, doors.minute)
    more: Sequence[Moment] = mention.more
    end = _later(mention.end) if mention.end is not None and mention.end.has_time else mention.end
    return replace(mention, start=_later(mention.start), end=end, more=tuple(map(_later, more)), doors=doors)
