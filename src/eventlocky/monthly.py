"""Days that leave out their month, because it stands over them: `March`, and below it `Fri 6 Concert` or `6 ven`.

A weekday tells whether that is so: where nearly all days below a month fall on the weekdays that they say, in a year
that can be meant, they are days of that month. Of numbers that mean something else a seventh does.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from datetime import date
from operator import attrgetter

from eventlocky.dates import Mention, Moment, Role, below, month_named, weekday_named

_FIRST = attrgetter("first")
_WEEKDAY_LINE = re.compile(r"[\t\n] ?(0?[1-9]\d?(?!\d))\.?\s{0,2}([^\W\d_]{2,10})(?=\.?(?:[\t\n]|$))")
"""A number and a word, which may be a weekday, alone in their line or cells: `6 ven`, `5.` beside `út`."""

_MONTH_LINE = re.compile(r"\n[ \t]?([^\W\d_]{3,12})[.:]?[ \t]?(?=\n)")
_BROKEN = re.compile(r"(?:\d{1,2}\s{0,3}\t\s{0,3})?([^\W\d_]{3,12})\.?(?=\s{0,3}\n\s{0,3}\d)")
"""A month over the number of a day, maybe with the last number of the column before it: `24`, and `Feb` over `14`."""

_SIGNED = re.compile(r"(?<![^\t\n])[ \u3000]?([12]?\d|3[01])([月火水木金土日])(?=[ \u3000]?(?:[\t\n]|$))")
_LOOKS_LIKE_MONTH = re.compile(r"\d{1,2}月")
_SIGNS, _WEEK = "月火水木金土日", 7
_ALSO_UNITS = frozenset({0, 6})
_FEWEST_SIGNED = 4
"""So many days with signs of weekdays in lines or cells of their own are a list. Two signs are units too."""

_LONGEST_HEAD = 40
_FITTING = 0.8
"""So many of the days below a month must fit."""

_MANY, _HEADERS_BEFORE = 5, 3
"""So many days may belong to one of so many months before the last one above them, as that may be in a menu."""


@dataclass(frozen=True, slots=True)
class _Lone:
    """A day with its weekday and no month: what was read of it, or the line that it stands in."""

    first: int
    moment: Moment
    mention: Mention


def read(text: str, begins: list[int], mentions: list[Mention], reference: date) -> list[Mention]:
    """Return the mentions of a page with the months over their days; `begins` are its lines that begin with numbers."""
    found = _lone_days(text, begins, mentions)
    if len(found) < 2:  # noqa: PLR2004 - one fits by chance
        return mentions
    days: list[Mention] = []
    settled: int | None = None
    headers = _headers(text, mentions)
    stops = [*(header.first for header in headers[1:]), len(text)]
    for number, (header, stop) in enumerate(zip(headers, stops, strict=False)):
        below = [lone for lone in found if header.stop <= lone.first < stop]
        above = headers[max(0, number - _HEADERS_BEFORE) : number + 1] if len(below) >= _MANY else [header]
        for month in reversed(above):
            fitting, year = _fitting(below, month.start, reference, settled)
            if fitting:
                days += fitting
                settled = year
                break
    return put(mentions, days)


def with_numbers(text: str, begins: list[int], mentions: list[Mention]) -> list[Mention]:
    """Return the mentions of a page with the bare numbers below its months."""
    return put(mentions, below.find(text, begins, _over_numbers(text, mentions), mentions))


def _over_numbers(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the months of a page that may stand over numbers: those that name no day, or one in the next line."""
    broken = [
        Mention(name.start(1), name.end(1), name[1], Moment(mention.start.year, mention.start.month))
        for mention in mentions
        if mention.start.month is not None
        and mention.start.day is not None
        and (name := _BROKEN.match(text, mention.first)) is not None
    ]
    alone = [header for header in _headers(text, mentions) if _is_alone(text, header)]
    return sorted([*alone, *broken], key=_FIRST)


def _is_alone(text: str, header: Mention) -> bool:
    """Tell whether a month stands in a short line: a heading, not the name of a file."""
    begin, end = text.rfind("\n", 0, header.first) + 1, text.find("\n", header.stop)
    line = text[begin : end if end >= 0 else len(text)]
    return len(line) <= _LONGEST_HEAD and "_" not in line


def with_mondays(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the mentions of a page with the weekdays of a Japanese list whose signs look like others: `3月`, `9日`.

    Each day stands with its sign in a line or cell of its own, and beside those of other weekdays that go with it:
    above `7金`, `3月` is the third, a Monday, and no March.
    """
    if not any(mention.text[-1:] == "月" and _LOOKS_LIKE_MONTH.fullmatch(mention.text) for mention in mentions):
        return mentions
    entries = [(found.start(1), int(found[1]), _SIGNS.index(found[2])) for found in _SIGNED.finditer(text)]
    known = [place for place, (_, _, weekday) in enumerate(entries) if weekday not in _ALSO_UNITS]
    if len(known) < _FEWEST_SIGNED:
        return mentions
    days: dict[int, Moment] = {}
    for place, (first, number, weekday) in enumerate(entries):
        _, other, beside = entries[min(known, key=lambda near: abs(near - place))]
        if weekday in _ALSO_UNITS and (number - other - weekday + beside) % _WEEK == 0:
            days[first] = Moment(day=number, weekday=weekday)
    return [_signed(mention, days[mention.first]) if mention.first in days else mention for mention in mentions]


def _signed(mention: Mention, day: Moment) -> Mention:
    """Return a day with its weekday in the place of what looked like a month, or like a day without one."""
    is_bare = mention.rule is None and mention.end is None and not mention.start.has_time
    is_same = mention.start.day in {None, day.day} and mention.start.weekday is None and mention.start.year is None
    return replace(mention, start=day) if is_bare and is_same else mention


def possible_years(year: int | None, reference: date) -> tuple[int, ...]:
    """Return the years that a month may be of: the one that is said, or those around the day of reading."""
    return (reference.year, reference.year + 1, reference.year - 1) if year is None else (year,)


def put(mentions: list[Mention], days: list[Mention]) -> list[Mention]:
    """Put days in the place of what was read where they stand."""
    if not days:
        return mentions
    days = sorted(days, key=_FIRST)
    firsts = [day.first for day in days]

    def is_free(mention: Mention) -> bool:
        place = bisect_right(firsts, mention.first) - 1
        is_within = place >= 0 and mention.first < days[place].stop
        return not is_within and not (place + 1 < len(days) and days[place + 1].first < mention.stop)

    kept = [mention for mention in mentions if is_free(mention)]
    if len(kept) < len(mentions):
        days = _with_times(days, [mention for mention in mentions if mention.start.has_time and not is_free(mention)])
    return sorted([*kept, *days], key=_FIRST)


def _with_times(days: list[Mention], timed: list[Mention]) -> list[Mention]:
    """Give days the times that were read with them: `January | 20 | 5:15 p.m.` was one date before."""
    firsts = [mention.first for mention in timed]
    found = []
    for day in days:
        place = bisect_right(firsts, day.first) - 1
        with_time = timed[place] if place >= 0 and day.first < timed[place].stop else None
        is_same = with_time is not None and _is_one(day) and _is_one(with_time) and day.stop <= with_time.stop
        is_same = is_same and with_time is not None and with_time.start.day == day.start.day
        found.append(_with_time(day, with_time) if with_time is not None and is_same else day)
    return found


def _with_time(day: Mention, timed: Mention) -> Mention:
    start = replace(day.start, hour=timed.start.hour, minute=timed.start.minute)
    end = timed.end
    end = replace(end, year=start.year, month=start.month, day=start.day) if end is not None else None
    text = f"{day.text} {timed.text.partition(day.text)[2].strip()}"
    return replace(day, stop=timed.stop, text=text, start=start, end=end, doors=timed.doors)


def _is_one(mention: Mention) -> bool:
    """Tell one day, whose end can only be an hour of it."""
    end = mention.end
    is_hour = end is None or (end.has_time and end.day in {None, mention.start.day})
    return is_hour and not mention.more and mention.rule is None


def _lone_days(text: str, begins: list[int], mentions: list[Mention]) -> list[_Lone]:
    """Return the days of a page that have a weekday and no month, in order."""
    known = [_Lone(found.first, found.start, found) for found in mentions if _lacks_month(found)]
    taken = {lone.first for lone in known}
    lines = [
        _Lone(line.start(1), moment, _begun(line, moment, mentions))
        for begin in begins
        if (line := _WEEKDAY_LINE.match(text, begin)) is not None
        and line.start(1) not in taken
        and (name := weekday_named(line[2])) is not None
        for moment in [replace(name, day=int(line[1]))]
    ]
    return sorted([*known, *lines], key=_FIRST) if lines else known


def _lacks_month(mention: Mention) -> bool:
    start = mention.start
    return start.day is not None and start.weekday is not None and start.month is None and mention.rule is None


def _begun(line: re.Match[str], moment: Moment, mentions: list[Mention]) -> Mention:
    """Make a mention of a number and its weekday, with the time that was read behind the weekday."""
    first, stop = line.start(1), line.end(2)
    place = bisect_left(mentions, first, key=_FIRST)
    known = mentions[place] if place < len(mentions) and mentions[place].first < stop else None
    if known is None or known.rule is not None:
        return Mention(first, stop, line[0].strip(), moment)
    start = replace(moment, hour=known.start.hour, minute=known.start.minute)
    words = known.text if known.first == first else f"{line[1]} {known.text}"
    return replace(known, first=first, start=start, text=words)


def _headers(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the months of a page that name no day, those that stand alone in their line among them."""
    said = [mention for mention in mentions if _is_month(mention)]
    taken = {header.first for header in said}
    lines = [
        Mention(line.start(1), line.end(1), line[1], Moment(month=month))
        for line in _MONTH_LINE.finditer(text)
        if line.start(1) not in taken and (month := month_named(line[1])) is not None
    ]
    return sorted([*said, *lines], key=_FIRST) if lines else said


def _is_month(mention: Mention) -> bool:
    """Tell whether a mention names a month and no day."""
    start = mention.start
    return start.month is not None and not mention.has_day and not start.has_time and mention.role is Role.START


def _fitting(
    below: list[_Lone], month: Moment, reference: date, settled: int | None
) -> tuple[list[Mention], int | None]:
    """Return the days below a month that fit it in the first possible year in which nearly all do, and the year."""
    years = possible_years(month.year, reference)
    if month.year is None and settled is not None:
        years = (settled, settled + 1, *years)
    for year in years:
        days = [day for lone in below if (day := _in_month(lone, month.month or 0, year)) is not None]
        is_enough = len(days) > 1 or (len(days) == 1 and settled in {year, year - 1})
        if is_enough and len(days) >= _FITTING * len(below):
            return days, year
    return [], None


def _in_month(lone: _Lone, month: int, year: int) -> Mention | None:
    """Return a day in a month, with those that are listed or end with it; None where its weekday does not fit."""
    try:
        fits = lone.moment.fits(date(year, month, lone.moment.day or 0))
    except ValueError:
        return None
    if not fits:
        return None
    start, end, *more = (
        _completed(moment, month, year) for moment in (lone.mention.start, lone.mention.end, *lone.mention.more)
    )
    return replace(lone.mention, start=start or lone.moment, end=end, more=tuple(moment for moment in more if moment))


def _completed(moment: Moment | None, month: int, year: int) -> Moment | None:
    if moment is None or moment.day is None or moment.month is not None:
        return moment
    return replace(moment, month=month, year=year)
