"""Mentions to Whens: what is missing is taken from context, and what is doubtful says so.

A missing year comes from the context's year, else from the weekday, else it is the one that brings the day
nearest to the reference, leaning to the future. A missing month comes from the header above. A weekday that
does not fit lowers the confidence; a numeric date whose order is open takes the order of its context.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import MAXYEAR, date, datetime, time, timedelta
from functools import lru_cache

from eventlocky.dates import years as list_years
from eventlocky.dates.context import Context
from eventlocky.dates.mention import FISCAL_YEAR, TWO_YEARS, WEEKDAY_CODES, Mention, Moment, Role
from eventlocky.types import Day, When

_PAST_DAYS = 150
"""How far back a date without a year may lie before it is taken for next year's."""

_AHEAD_DAYS = 365 - _PAST_DAYS
"""How far ahead a date whose weekday fits is taken in the order that is written, where both orders would fit."""

_SURE, _YEAR_BY_WEEKDAY, _YEAR_GUESSED, _SWAP_OPEN, _WEEKDAY_WRONG = 0.95, 0.85, 0.7, 0.6, 0.5
_MIDNIGHT_HOUR = 24
_BEGINNING = frozenset({Role.START, Role.DOORS})
"""The roles of dates after which the next one of a list may leave something out."""

_INTERVAL = re.compile(r";INTERVAL=\d+")
_BYDAY = re.compile(r"BYDAY=([A-Z]{2}(?:,[A-Z]{2})*)(?=;|$)")
_BESIDE = 2
"""A comma and a space part the weekdays of a course from its days."""

_WEEKLY = re.compile(r"FREQ=(?:DAILY|WEEKLY(?:;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*))?)")
_LONGEST_RULE = 30
"""What does not happen in so many years, never does."""

_MOST_KEPT = 4_096
"""So many rules are kept with their first days: a page says the same ones several times."""

_NEWSPAPER_RUN = re.compile(r"\d{1,2}日(?:から|〜|～)\d{1,2}日まで")
_HALF_YEAR = 6
_SEASON_ENDS = {TWO_YEARS: _HALF_YEAR, FISCAL_YEAR: 3}
"""The last month of what is said by two years, and of a Japanese fiscal or school year."""

_MENU = 4
"""So many months or years in a row are a menu of other pages, not headers of what follows."""


def resolve(mentions: Sequence[Mention], context: Context) -> list[When]:
    """Return what the mentions of a text mean, in order; those that mean no day are left out."""
    return [when for _, when in flow(mentions, context)]


def flow(mentions: Sequence[Mention], context: Context) -> list[tuple[Mention, When]]:
    """Read mentions from top to bottom: a header's month or year holds until the next one."""
    pairs = []
    if context.month_first is not None:
        mentions = [_in_order(mention, month_first=context.month_first) for mention in mentions]
    is_header = _headers(mentions)
    completed = list_years.complete(mentions, is_header, context)
    for number, mention in enumerate(completed):
        start = mention.start
        if is_header[number]:
            season_ends = _SEASON_ENDS.get(mention.season or "", 0) if start.year is not None else context.season_ends
            month, year = start.month or context.month, start.year or context.year
            context = replace(context, month=month, year=year, season_ends=season_ends)
            continue
        try:
            course = _of_course(mention, completed[number + 1 : number + 2], context) if mention.rule else context
            when = _when(mention, course)
        except OverflowError:
            continue  # the night after the last day that there is
        if when is not None:
            pairs.append((mention, when))
            day = when.first_day
            if day is not None and mention.role in _BEGINNING:
                is_refuted = start.weekday is not None and mention.rule is None and not _is_of(context, day.year)
                year = None if is_refuted else context.year
                if (context.day, context.year) != (day, year):
                    known = context  # made by hand: `replace` takes several times as long
                    context = Context(
                        known.reference, year, known.month, day, known.month_first, known.zone, known.season_ends
                    )
    return pairs


def _of_course(rule: Mention, behind: Sequence[Mention], context: Context) -> Context:
    """Return the context of the weekdays of a course, which begin with its first day: `Mondays, September 9–30`."""
    if not behind or rule.start.has_time or rule.end is not None or behind[0].first - rule.stop > _BESIDE:
        return context
    run, days = behind[0], _BYDAY.search(rule.rule or "")
    if days is None or run.rule is not None or run.start.month is None or run.end is None or run.end.day is None:
        return context
    first, _ = _day(_share(run.start, run.end)[0], context)
    return (
        replace(context, reference=first)
        if first is not None and WEEKDAY_CODES[first.weekday()] in days[1]
        else context
    )


def _is_of(context: Context, year: int) -> bool:
    """Tell whether a year is the one that a header says, or the second of its season."""
    return context.year == year or (context.season_ends > 0 and context.year == year - 1)


def _in_order(mention: Mention, *, month_first: bool) -> Mention:
    """Put day and month into the order of the site, where neither the date nor its page settles it."""
    moments = (mention.start, mention.end, *mention.more)
    if not any(moment is not None and moment.is_swappable and not moment.is_voted for moment in moments):
        return mention
    start, end, *more = (moment and _swapped(moment, month_first=month_first) for moment in moments)
    return replace(mention, start=start or mention.start, end=end, more=tuple(moment for moment in more if moment))


def _swapped(moment: Moment, *, month_first: bool) -> Moment:
    """Return a moment in the order of the site; a weekday may still speak against it."""
    if not moment.is_swappable or moment.is_voted:
        return moment
    if moment.is_month_first != month_first:
        moment = replace(moment, month=moment.day, day=moment.month, is_month_first=month_first)
    return replace(moment, is_voted=True)


def _headers(mentions: Sequence[Mention]) -> list[bool]:
    """Tell which mentions are headers: a month or a year without a day, but not one of a menu of them."""
    bare = [
        mention.start.day is None
        and mention.start.weekday is None
        and not mention.start.has_time
        and mention.rule is None
        and mention.role is Role.START
        for mention in mentions
    ]
    run = 0
    for number, is_bare in enumerate([*bare, False]):
        if is_bare:
            run += 1
            continue
        if run >= _MENU:
            for place in range(number - run, number):
                start = mentions[place].start
                bare[place] = start.year is not None and start.month is not None
        run = 0
    return bare


def _when(mention: Mention, context: Context) -> When | None:
    if mention.rule is not None:
        return _recurring(mention, context)
    end_moment = mention.end
    start_moment = mention.start
    if end_moment is not None:
        start_moment, end_moment = _share(start_moment, end_moment)
    if mention.more and start_moment.year is None and start_moment.weekday is None and start_moment.month is not None:
        start_moment = replace(start_moment, year=next((other.year for other in mention.more if other.year), None))
    start, confidence = _day(_of_next(mention, start_moment, context), context)
    if start is None and mention.start.has_time and mention.start.day is None and mention.start.weekday is None:
        start, confidence = context.day or context.reference, _WEEKDAY_WRONG
    if start is None:
        return None
    end = _end(end_moment, start, start_moment, context)
    begins = _at(start, mention.start)
    if mention.role is Role.END and (end is None or (mention.end is not None and mention.end.day == mention.start.day)):
        return When(None, end or begins, context.zone, text=mention.text, confidence=confidence)
    more = tuple(
        _at(day, moment)
        for moment in mention.more
        if (
            day := _day(replace(moment, year=moment.year or _year_after(start, moment)), context)[0]
            if moment.day
            else start
        )
        is not None
    )
    exdates = _excluded(mention, start, context)
    return When(begins, end, context.zone, None, exdates, more, mention.doors, mention.text, confidence)


def _of_next(mention: Mention, moment: Moment, context: Context) -> Moment:
    """Give a day that newspapers announce without its month this one, or the next: `フォーラムは24日午後1時半から`.

    A run that has begun is of this month: `作品展は6日から10日まで`. In a month without such a day it is none. The day
    before the date of a post is in its month: `昨日（26日）`.
    """
    reference, last = context.reference, (mention.end and mention.end.day) or moment.day
    if mention.text.startswith("昨") and moment.month is None:
        yesterday = (context.day or reference) - timedelta(days=1)
        is_said = yesterday.day == moment.day
        return replace(moment, year=yesterday.year, month=yesterday.month) if is_said else moment
    if moment.day is None or last is None or moment.month is not None or moment.weekday is not None or mention.more:
        return moment
    if context.month is not None or context.day is not None or not mention.is_announced:
        return moment
    if not (moment.has_time or mention.role is Role.END or _NEWSPAPER_RUN.match(mention.text)):
        return moment
    later = reference.month - 1 + (moment.day <= last < reference.day)
    return replace(moment, year=reference.year + later // 12, month=later % 12 + 1)


def _year_after(start: date, moment: Moment) -> int:
    """Return the year of a further day of a list, which goes on over the new year: `12月29日、1月5日`."""
    months = start.month - (moment.month or start.month)
    return start.year + (months > _HALF_YEAR)


def _share(start: Moment, end: Moment) -> tuple[Moment, Moment]:
    """Let the two ends of a range complete each other: `Nov 30 – Dec 2 2026`, `5.–7.11.2026`."""
    year, month = start.year, start.month or end.month
    if start.year is None and end.year is not None:
        over = start.month is not None and end.month is not None and start.month > end.month
        year = end.year - 1 if over else end.year
    if start.month is None and end.month is not None and start.day is not None and end.day is not None:
        is_before = start.day > end.day  # 14日から3月1日まで
        year = year - 1 if is_before and month == 1 and year is not None else year
        month = (end.month - 2) % 12 + 1 if is_before else month
    if (start.year, start.month) != (year, month):
        start = replace(start, year=year, month=month)
    return start, end if end.month == month or end.month else replace(end, month=month)


def _end(moment: Moment | None, start: date, first: Moment, context: Context) -> Day | None:
    """Return the end of a range, which is never before its start."""
    if moment is None:
        return None
    is_same_day = (moment.day, moment.month) == (first.day, first.month) and moment.year in {None, start.year}
    if moment.day is None or is_same_day:
        ends = _at(start, moment)
        if isinstance(ends, datetime) and first.hour is not None and _minutes(moment) <= _minutes(first):
            ends += timedelta(days=1)  # 20:00–02:00
        return ends
    if moment.month is None:  # 三月（11日〜20日）
        later = start.month % 12 if moment.day < start.day else start.month - 1
        moment = replace(moment, month=later + 1)
    if moment.year is None:
        year = start.year + (1 if (moment.month or 0, moment.day) < (start.month, start.day) else 0)
        moment = replace(moment, year=year)
    day, _ = _day(moment, context)
    return _at(day, moment) if day is not None and day >= start else None


def _minutes(moment: Moment) -> int:
    return (moment.hour or 0) * 60 + (moment.minute or 0)


def _day(moment: Moment, context: Context) -> tuple[date | None, float]:
    """Return the day that a moment means, and how sure that is."""
    month = moment.month or (context.month if moment.day is not None else None)
    if moment.day is None or month is None:
        return _by_weekday_only(moment, context)
    year = moment.year or context.year
    if moment.year is None and context.year is not None:
        year = context.year + (month <= context.season_ends)
    if year is not None:
        day = _on(year, month, moment.day)
        if day is None:
            return None, 0.0
        fits = moment.fits(day)
        if not fits and moment.is_swappable and (swapped := _on(year, moment.day, month)) and moment.fits(swapped):
            return swapped, _YEAR_BY_WEEKDAY
        if not fits and moment.month is None:
            return _in_next_months(year, month, moment)
        if not fits and moment.year is None:
            return _nearest(month, moment, context)
        return day, _WEEKDAY_WRONG if not fits else _SWAP_OPEN if moment.is_swappable and not moment.is_voted else _SURE
    return _nearest(month, moment, context)


def _in_next_months(year: int, month: int, moment: Moment) -> tuple[date | None, float]:
    """Find a bare day of a calendar page in the month before or after: its first and last rows hold such days."""
    for step in (-1, 1):
        other = month - 1 + step
        day = _on(year + other // 12, other % 12 + 1, moment.day or 0)
        if day is not None and moment.fits(day):
            return day, _YEAR_BY_WEEKDAY
    return _on(year, month, moment.day or 0), _WEEKDAY_WRONG


def _nearest(month: int, moment: Moment, context: Context) -> tuple[date | None, float]:
    """Choose the year: that of the same day just said, else by the weekday, else the nearest, leaning to the future."""
    reference, last = context.reference, context.day
    if last is not None and (last.month, last.day) == (month, moment.day) and moment.fits(last):
        return last, _YEAR_BY_WEEKDAY
    orders = [(month, moment.day or 0)]
    if moment.is_swappable and moment.weekday is not None:
        orders.append((moment.day or 0, month))
    years = range(reference.year - 2, reference.year + 3)
    days = [day for one, two in orders for year in years if (day := _on(year, one, two))]
    if not days:
        return None, 0.0
    fitting = [day for day in days if moment.fits(day)]

    def distance(day: date) -> int:
        ahead = (day - reference).days
        return ahead if ahead >= -_PAST_DAYS else 10_000 - ahead

    if moment.weekday is not None and fitting:
        as_said = [
            day for day in fitting if day.month == month and -_PAST_DAYS <= (day - reference).days <= _AHEAD_DAYS
        ]
        return min(as_said or fitting, key=distance), _YEAR_BY_WEEKDAY
    return min(days, key=distance), _YEAR_GUESSED if moment.weekday is None else _WEEKDAY_WRONG


def _by_weekday_only(moment: Moment, context: Context) -> tuple[date | None, float]:
    """Find the day of a bare number (the nearest that fits its weekday) or of a weekday alone (the next)."""
    if moment.day is not None:
        if (following := _after_known(moment, context.day)) is not None:
            return following, _YEAR_BY_WEEKDAY
        for step in range(-1, 7):
            month = (context.reference.month - 1 + step) % 12 + 1
            year = context.reference.year + (context.reference.month - 1 + step) // 12
            day = _on(year, month, moment.day)
            if day and day.weekday() == moment.weekday and day >= context.reference - timedelta(days=31):
                return day, _WEEKDAY_WRONG
        return None, 0.0
    if moment.weekday is not None and moment.has_time:
        ahead = (moment.weekday - context.reference.weekday()) % 7
        return context.reference + timedelta(days=ahead), _WEEKDAY_WRONG
    return None, 0.0


def _after_known(moment: Moment, known: date | None) -> date | None:
    """Find a bare day in the month of the day before it in the text: `3月13日(土)14:05／14日(日)13:05`."""
    if known is None or moment.weekday is None or moment.day is None or moment.day < known.day:
        return None
    day = _on(known.year, known.month, moment.day)
    return day if day is not None and moment.fits(day) else None


def _from_month(moment: Moment, until: date | None, reference: date) -> date:
    """Return the day from which a rule holds: the first of its month where a season is said, else the reference."""
    if moment.month is None:
        return reference
    year = moment.year or reference.year
    if until is not None and moment.year is None:
        year = until.year - (1 if moment.month > until.month else 0)
    first = date(year, moment.month, 1)
    return max(first, reference) if until is None or until >= reference else first


@lru_cache(maxsize=_MOST_KEPT)
def _first_of(rule: str, begin: datetime) -> datetime | None:
    """Return when a rule happens first from some moment on, or None where it never does.

    Most rules name days of the week, or none: dateutil takes a hundred times as long for them.
    """
    weekly = _WEEKLY.fullmatch(rule)
    if weekly and begin.year < MAXYEAR:
        days = weekly[1].split(",") if weekly[1] else [WEEKDAY_CODES[begin.weekday()]]
        return begin + timedelta(days=min((WEEKDAY_CODES.index(day) - begin.weekday()) % 7 for day in days))
    from dateutil.rrule import rrulestr

    # of a rule that never happens, dateutil asks eight thousand years
    last = f"{min(begin.year + _LONGEST_RULE, MAXYEAR):04}1231"
    return next(iter(rrulestr(f"{rule};UNTIL={last}", dtstart=begin)), None)


def _recurring(mention: Mention, context: Context) -> When | None:
    """Give a rule its first day on or after the reference, its end and its exceptions."""
    rule = mention.rule or ""
    if mention.excluded_weekdays and rule == "FREQ=DAILY":
        kept = [code for number, code in enumerate(WEEKDAY_CODES) if number not in mention.excluded_weekdays]
        rule = f"FREQ=WEEKLY;BYDAY={','.join(kept)}"
    until = _until(mention.end, context)
    clock = time((mention.start.hour or 0) % 24, mention.start.minute or 0)
    begin = datetime.combine(_from_month(mention.start, until, context.reference), clock)
    # the weeks of an interval are counted from the first of its days, not from the week of the reference
    first = _first_of(_INTERVAL.sub("", rule), begin)
    if first is None:
        return None
    night = timedelta(days=(mention.start.hour or 0) // _MIDNIGHT_HOUR)  # 毎週土曜 25:00
    if until is not None:  # strftime writes the year 999 with three digits
        rule += f";UNTIL={(until + night).isoformat()}".replace("-", "")
    rule = _BYDAY.sub(_next_weekdays, rule) if night else rule
    start: Day = first + night if mention.start.has_time else first.date()
    end: Day | None = None
    if mention.end is not None and mention.end.has_time:
        closing = Moment(hour=mention.end.hour, minute=mention.end.minute)
        end = _end(closing, first.date(), replace(mention.start, day=None), context)
    exdates = _excluded(mention, begin.date(), context)
    return When(
        start,
        end,
        context.zone,
        rule,
        exdates,
        doors=mention.doors,
        text=mention.text,
        confidence=_YEAR_BY_WEEKDAY,
    )


def _next_weekdays(days: re.Match[str]) -> str:
    """Return the weekdays behind those of a weekly rule: the night of a Saturday is on Sunday."""
    following = [WEEKDAY_CODES[(WEEKDAY_CODES.index(code) + 1) % 7] for code in days[1].split(",")]
    return f"BYDAY={','.join(sorted(following, key=WEEKDAY_CODES.index))}"


def _excluded(mention: Mention, begin: date, context: Context) -> tuple[Day, ...]:
    """Return the days that a rule or a range leaves out, at the time of its start: the first of each from then on."""
    if not mention.excluded:
        return ()
    context = replace(context, reference=begin, year=None)
    days = [_day(replace(moment, hour=None), context)[0] for moment in mention.excluded]
    return tuple(_at(day, mention.start) for day in days if day is not None)


def _until(moment: Moment | None, context: Context) -> date | None:
    """Return the last day of a rule: a month alone means its last day."""
    if moment is None or moment.month is None:
        return None
    if moment.day is not None:
        return _day(moment, context)[0]
    year = moment.year or context.reference.year + (1 if moment.month < context.reference.month else 0)
    return date(year, moment.month, monthrange(year, moment.month)[1]) if year <= MAXYEAR else None


def _at(day: date, moment: Moment) -> Day:
    """Return a day at a moment's time; hours from 24 on belong to the next day."""
    if moment.hour is None:
        return day
    extra, hour = divmod(moment.hour, _MIDNIGHT_HOUR)
    return datetime.combine(day + timedelta(days=extra), time(hour, moment.minute or 0))


def _on(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
