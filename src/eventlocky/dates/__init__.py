"""Text to When, in every language we serve: a library in its own right.

`find` gives every mention of a date with its span, what it says and what it is there for; `resolve`
completes mentions from their context; `read` is both in one line.

>>> from datetime import date
>>> from eventlocky import dates
>>> str(dates.read("Sa, 14.11., 19:30 Uhr", reference=date(2026, 11, 1)).start)
'2026-11-14 19:30:00'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import MAXYEAR, date, datetime, timedelta

from eventlocky.dates import grammar, lexicon
from eventlocky.dates.context import Context, within
from eventlocky.dates.days import order_votes
from eventlocky.dates.lexer import ROW_END, atoms, plain_width
from eventlocky.dates.mention import WEEKDAY_CODES, Mention, Moment, Role
from eventlocky.dates.resolve import flow, resolve
from eventlocky.dates.zones import zone_of
from eventlocky.types import Day, When

_MONTH_FIRST = frozenset({"US", "PH", "FM", "MH", "PW", "JP", "CN", "TW", "KR"})
"""Countries that write the month before the day."""

_VAGUE = 0.2
"""How sure a month or a season without a day is."""

_EACH = ("各", "全", "両日", "いずれも", "毎回")
"""With these begins a time that is said once for several days."""

_FOR_ALL = re.compile("各[日回公]|いずれも|両日|全日|全公演")

_EVE = 3
"""So many days before its first day something may have another: `本番 7/18 リハーサル 7/17`."""

_DEADLINE_DAYS = 90
"""So many days before something begins people have to say that they come, at most."""

_RECEPTION = re.compile("受け?付")
_DOORS_ONLY = re.compile("開場")
_NIGHT_HOUR = re.compile(r"(?<!\d)(2[4-9]|30)(?=[:：時])|(?:深夜|夜中)の?(\d{1,2})(?=[:：時])")
_MORNING = 6
"""The hours of the night after a day, and the one at which the next day begins."""

_NOT_WHEN = frozenset({Role.POSTED, Role.UPDATED, Role.COPYRIGHT, Role.DEADLINE, Role.HOURS, Role.OFF})


def find(
    text: str,
    *,
    reference: date,
    languages: Iterable[str] | None = None,
    country: str | None = None,
) -> list[Mention]:
    """Return every mention of a date in a text, in order.

    Without `languages` all are known at once; `country` settles whether 11/12 is in November, and the language of the
    text where no country is named.
    """
    month_first = country.upper() in _MONTH_FIRST if country else None
    return grammar.find(text, lexicon.load(languages), within(reference), month_first=month_first)


def month_named(word: str) -> int | None:
    """Return the number of a month that a word names in any language, or None."""
    return lexicon.load(None).senses.get(word.lower(), {}).get("month")


def is_season(word: str) -> bool:
    """Tell whether a word names a season in any language."""
    return not lexicon.load(None).senses.get(word.lower(), {}).keys().isdisjoint(grammar.SEASONS)


def weekday_named(word: str) -> Moment | None:
    """Return the weekday that a word names in any language, with those that it names in others, or None."""
    senses = lexicon.load(None).senses.get(word.lower(), {})
    if "weekday" not in senses:
        return None
    return Moment(weekday=senses["weekday"], other_weekdays=senses.get("other_weekdays", 0))


def read(
    text: str,
    *,
    reference: date,
    languages: Iterable[str] | None = None,
    country: str | None = None,
) -> When | None:
    """Return when a text says that something takes place, or None where it does not say.

    A country with one zone gives the When its zone; the time stays as it is written.
    """
    mentions = find(text, reference=reference, languages=languages, country=country)
    return choose(mentions, Context(reference, zone=zone_of(country)))


def vote(text: str) -> int:
    """Count how far the dates of a text speak for the month first (above 0) or the day first (below 0).

    Only dates that can be read in one way vote (`11/25`, `25/11`). A caller who adds the votes of the pages of a site
    can settle `11/12` on all of them with `Context(month_first=votes > 0)`.
    """
    return sum(order_votes(atoms(plain_width(text), lexicon.load())).values())


def choose(mentions: Sequence[Mention], context: Context) -> When | None:
    """Return the one When that a short text is about: its first day, with an end or a time said elsewhere in it."""
    pairs = [(mention, when) for mention, when in flow(mentions, context) if mention.role not in _NOT_WHEN]
    if not pairs:
        return _vague(mentions)
    pairs = _with_shared_time(_each_with_time(pairs))
    rules = [mention for mention, _ in pairs if mention.rule]
    dated = [(mention, when) for mention, when in pairs if mention.has_day and not mention.rule]
    times = [when for mention, when in pairs if not mention.has_day and when.start is not None]
    closings = [when.end for mention, when in pairs if not mention.has_day and when.start is None]
    listed = any(_is_list(when) for _, when in dated[:1])  # Mondays, Sept. 14, 21 & 28
    if listed and rules and rules[0].start.month is not None and rules[0].first < dated[0][0].first:
        listed = False  # 6月の毎週日曜日（7・14・21・28日）
    if rules and dated and (weekend := _on_weekend(rules[0], dated[0][1], context)) is not None:
        return weekend
    rules = [rule for rule in rules if rule.start.has_time and rule.rule == rules[0].rule] or rules
    if rules and not listed:
        by_number = [(mention, when) for mention, when in dated if mention.start.day is not None]
        return _ruled(rules[0], by_number, times, context)
    if not dated:
        return _only_doors(pairs)
    dated = _after_what_is_over(_in_full(_in_numbers(dated)))
    times = times or [when for mention, when in pairs if mention.rule]  # 6月6日、13日（毎週土曜日）13:30～
    when = _closed(with_time(dated[0][1], _together(times)), times[0]) if times else dated[0][1]
    if when.end is not None and isinstance(when.start, datetime) and when.doors == when.start.time():
        when = replace(when, doors=None)  # OPEN 21:00 – 29:00
    when = _with_doors(_behind_doors(_until_closing(when, times), times), times)
    when = _only_let_in(
        _ending(when, closings), (dated[0][0], *(mention for mention, _ in pairs if not mention.has_day))
    )
    ends = [other.end for mention, other in dated[1:] if mention.role is Role.END and other.end is not None]
    if ends and when.end is None and when.start is not None and not _is_shortly_before(ends[0], when.start):
        return replace(when, end=_not_before(when.start, ends[0]))
    others = [
        other
        for mention, other in dated[1:]
        if mention.role is Role.START and _has_number(mention) and (_is_of_one_day(other) or _is_later(other, when))
    ]
    if when.start is None or dated[0][0].role is not Role.START:
        return when
    is_dense = any(lexicon.DENSE.search(mention.text) for mention in mentions)
    if not _is_of_one_day(when):
        return replace(when, rdates=(*when.rdates, *_further_runs(when, dated[1:], with_days=is_dense)))
    earliest = _day_of(when.start).toordinal() - _EVE if is_dense else 0
    more = [day for other in others for day in (other.start, *other.rdates) if day]
    more = [day for day in more if _day_of(day).toordinal() >= earliest]
    # a time that stands before all days holds for all of them, and so does one behind them that says so
    is_of_all = not pairs[0][0].has_day and pairs[0][0].start.has_time
    is_of_all = is_of_all or any(not mention.has_day and mention.text.startswith(_EACH) for mention, _ in pairs)
    is_of_all = is_of_all or (len(pairs) > 2 and _is_said_last(pairs))
    if isinstance(when.start, datetime) and is_of_all:
        more = [day if isinstance(day, datetime) else datetime.combine(day, when.start.time()) for day in more]
    said = {when.start, when.first_day}
    return replace(when, rdates=_in_order(day for day in (*when.rdates, *more) if day not in said))


def _only_doors(pairs: list[tuple[Mention, When]]) -> When | None:
    """Return the doors of a text that says no day, where a show is behind them: `OPEN 18:00 / START 18:30`."""
    for mention, when in pairs:
        start = when.start
        is_show = isinstance(start, datetime) and mention.doors not in {None, start.time()}
        if not mention.has_day and (is_show or (mention.doors and _DOORS_ONLY.search(mention.text))):
            return When(doors=mention.doors, text=mention.text, confidence=_VAGUE)
    return None


def _only_let_in(when: When, mentions: Iterable[Mention]) -> When:
    """Take the start away where only the reception has its hour: `10/14（水）就学時健診 受付13:15〜`."""
    start = when.start
    if not isinstance(start, datetime) or when.end is not None or when.rdates or when.doors != start.time():
        return when
    is_reception = any(mention.doors and _RECEPTION.search(mention.text) for mention in mentions)
    return replace(when, start=start.date()) if is_reception else when


def _is_said_last(pairs: list[tuple[Mention, When]]) -> bool:
    """Tell one time behind several days that have none: `6/13(土)大阪、6/14(日)名古屋 OPEN17:00/START17:30`."""
    *days, (last, _) = pairs
    return not last.has_day and last.start.has_time and all(day.has_day and not day.start.has_time for day, _ in days)


def _in_order(days: Iterable[Day]) -> tuple[Day, ...]:
    """Return days and times from the first to the last, each once."""
    return tuple(sorted(dict.fromkeys(days), key=lambda day: (day.timetuple()[:5], isinstance(day, datetime))))


def _further_runs(when: When, others: list[tuple[Mention, When]], *, with_days: bool) -> tuple[Day, ...]:
    """Return where further runs begin that follow the first: `前期：10月3日～11月1日 後期：11月3日～12月6日`.

    Single days behind it are named too where asked for: `【東京】10/1〜10/4【大阪】10月10日・11日`.
    """
    begins: list[Day] = []
    for mention, other in others:
        last = when.end or when.start
        is_further = mention.role is Role.START and _has_number(mention) and (with_days or other.end is not None)
        if is_further and other.start is not None and last is not None and _day_of(other.start) > _day_of(last):
            begins += [other.start, *other.rdates]
            when = other
    return tuple(begins)


def _is_shortly_before(end: Day, start: Day) -> bool:
    """Tell a last day of something else, which is over before anything begins: `8/28(金)19:00 要予約（8/21まで）`."""
    return timedelta() < _day_of(start) - _day_of(end) <= timedelta(days=_DEADLINE_DAYS)


def _not_before(start: Day, end: Day) -> Day:
    """Put a last day that was guessed into the year before its start a year later: `2022年9月23日 【10/10まで】`."""
    if _day_of(end) >= _day_of(start) or (end.month, end.day) == (2, 29):
        return end
    return end.replace(year=start.year + (1 if (end.month, end.day) < (start.month, start.day) else 0))


def _is_later(run: When, when: When) -> bool:
    """Tell a run that begins after a day of its own: `内覧会 10/23(金) 一般公開 10/24(土)〜12/20(日)`."""
    return run.start is not None and when.start is not None and _day_of(run.start) > _day_of(when.start)


def _day_of(day: Day) -> date:
    return day.date() if isinstance(day, datetime) else day


def _each_with_time(pairs: list[tuple[Mention, When]]) -> list[tuple[Mention, When]]:
    """Join every day and the time that follows it apart, where all have one: `Nov 7 Oslo 7pm, Nov 8 Bergen 8pm`."""
    days, times = pairs[::2], pairs[1::2]
    if len(times) < 2 or len(days) != len(times):  # one time may hold for all days
        return pairs
    is_in_turn = all(
        mention.has_day and not mention.rule and not mention.start.has_time and not time.has_day and time.start.has_time
        for (mention, _), (time, _) in zip(days, times, strict=True)
    )
    if not is_in_turn:
        return pairs
    return [
        (mention, _closed(with_time(when, said), said)) for (mention, when), (_, said) in zip(days, times, strict=True)
    ]


def _with_shared_time(pairs: list[tuple[Mention, When]]) -> list[tuple[Mention, When]]:
    """Give all days the time behind the last of them that says so: `3/13(土) 3/20(土) 各日9:30スタート`."""
    (mention, said), others = pairs[-1], pairs[:-1]
    if not others or not (mention.has_day and mention.start.has_time):
        return pairs
    if not _is_of_one_day(said) and all(_is_run(other) for other, _ in others):
        hours = replace(said, rdates=())
        return [*((other, _closed(with_time(when, hours), hours)) for other, when in others), (mention, said)]
    if not _FOR_ALL.search(mention.text):
        return pairs
    if any(other.rule or not other.has_day or other.start.has_time or other.end is not None for other, _ in others):
        return pairs
    alone = replace(said, rdates=())
    return [*((other, with_time(when, alone)) for other, when in others), (mention, said)]


def _is_run(mention: Mention) -> bool:
    """Tell a range of days that says no time: `12/22(火)〜12/29(火)、1/4(月)〜1/7(木) 9:00〜21:00`."""
    end = mention.end
    is_range = end is not None and end.day is not None and not end.has_time
    return is_range and mention.role is Role.START and not mention.rule and not mention.start.has_time


def _in_numbers(dated: list[tuple[Mention, When]]) -> list[tuple[Mention, When]]:
    """Leave out a word such as "today" without a time before dates in numbers: `今日の気分で … 1月28日から販売`."""
    for place, (mention, when) in enumerate(dated):
        is_range = when.end is not None and not _is_of_one_day(when)
        if mention.role is not Role.START or (is_range and not _is_said_again(mention, when, dated[place + 1 :])):
            return dated
        if _has_number(mention):
            return dated[place:]
        if mention.start.has_time:
            return dated
    return dated


def _is_said_again(mention: Mention, weekend: When, others: list[tuple[Mention, When]]) -> bool:
    """Tell a weekend that is said by a word and then in numbers: `今週末開催！6月6日・7日`."""
    if _has_number(mention) or not others or weekend.start is None or weekend.end is None:
        return False
    (other, said), first, last = others[0], _day_of(weekend.start), _day_of(weekend.end)
    is_number = other.role is Role.START and _has_number(other) and said.first_day is not None
    return is_number and said.first_day is not None and first <= said.first_day <= last


def _in_full(dated: list[tuple[Mention, When]]) -> list[tuple[Mention, When]]:
    """Leave out a day without a year in a title where the same day follows in full: `講習会(2月5日) … 2022-02-05`."""
    first = dated[0][0].start
    if first.year is not None or first.has_time or first.day is None or dated[0][0].end is not None:
        return dated
    for mention, _ in dated[1:]:
        if mention.start.year is not None and (mention.start.month, mention.start.day) == (first.month, first.day):
            return dated[1:]
    return dated


def _after_what_is_over(dated: list[tuple[Mention, When]]) -> list[tuple[Mention, When]]:
    """Leave out a last day that is over before anything begins: `早割は7/31まで！開催は9/2`."""
    (first, until), *others = dated
    begins = next((when.first_day for mention, when in others if mention.role is Role.START), None)
    if first.role is not Role.END or until.start is not None or until.end is None or begins is None:
        return dated
    last = until.end.date() if isinstance(until.end, datetime) else until.end
    return others if last < begins else dated


def _ending(when: When, closings: Sequence[Day | None]) -> When:
    """End a day at the time that is said apart to be its end: `8:00駅前集合〜17:00解散`."""
    closing = next((end for end in closings if isinstance(end, datetime)), None)
    if closing is None or when.end is not None or not isinstance(when.start, datetime):
        return when
    end = datetime.combine(when.start.date(), closing.time())
    is_same_day = end > when.start or end.date() == date.max
    return replace(when, end=end if is_same_day else end + timedelta(days=1))


def _closed(when: When, hours: When) -> When:
    """End the last day of a range at the hour at which each of its days ends: `7/18→8/30 会期中無休 9:00-17:00`."""
    if not isinstance(when.start, datetime) or not isinstance(hours.end, datetime):
        return when
    if when.end is None or isinstance(when.end, datetime):
        return when
    return replace(when, end=datetime.combine(when.end, hours.end.time()))


def _until_closing(when: When, times: list[When]) -> When:
    """End what lasts until a day at the hour at which each of its days ends: `写真展は22日まで、午前10時〜午後5時`."""
    opening, closing = (times[0].start, times[0].end) if times else (None, None)
    if when.start is not None or when.end is None or isinstance(when.end, datetime):
        return when
    if not isinstance(opening, datetime) or not isinstance(closing, datetime) or when.end.year == MAXYEAR:
        return when
    return replace(when, end=datetime.combine(when.end + (closing.date() - opening.date()), closing.time()))


def _has_number(mention: Mention) -> bool:
    """Tell a date from a word such as "today" in a title, which adds no day to the dates beside it."""
    return any(sign.isnumeric() for sign in mention.text)


def _vague(mentions: Sequence[Mention]) -> When | None:
    """Return what a text says that names a month or a season and no day: no start, and little confidence."""
    for mention in mentions:
        is_month = mention.start.month is not None and mention.start.year is not None and not mention.has_day
        if mention.role is Role.START and (mention.season or is_month):
            return When(text=mention.text, confidence=_VAGUE)
    return None


def _is_list(when: When) -> bool:
    """Tell whether a mention lists several days, each of them short."""
    days = {day.date() if isinstance(day, datetime) else day for day in when.rdates}
    return bool(days - {when.first_day}) and _is_of_one_day(when)


def _is_of_one_day(when: When) -> bool:
    """Tell whether something is over on the day it begins, or in the night after it."""
    if when.end is None:
        return True
    if not isinstance(when.start, datetime) or not isinstance(when.end, datetime):
        return False
    return when.end - when.start < timedelta(days=1)


def _behind_doors(when: When, times: list[When]) -> When:
    """Begin at the time in the next line where a day says its doors only: `13:30 開場`, and under it `14:00 開演`."""
    if not isinstance(when.start, datetime) or when.end is not None or when.doors != when.start.time():
        return when
    opening = when.start.time()
    later = next((said for said in times if isinstance(said.start, datetime) and said.start.time() > opening), None)
    if later is None or not isinstance(later.start, datetime):
        return when
    begins = datetime.combine(when.start.date(), later.start.time())
    ends = begins + (later.end - later.start) if isinstance(later.end, datetime) else None
    return replace(when, start=begins, end=ends)  # 開場13:00 講演14:00～16:00


def _with_doors(when: When, times: list[When]) -> When:
    """Take the doors from a time that stands apart: `Doors 18.30. The show begins at 19.30 on Tuesday 24 November`."""
    doors = next((other.doors for other in times if other.doors is not None), None)
    begins = when.start.time() if isinstance(when.start, datetime) else None
    is_before = doors is not None and begins is not None and (doors < begins or begins.hour < _MORNING)
    return replace(when, doors=doors) if is_before and when.doors is None else when


def _on_weekend(rule: Mention, when: When, context: Context) -> When | None:
    """Put the hours of Saturdays and Sundays onto the two days of one weekend: `今週末、土日とも10時〜15時`."""
    first, last = when.start, when.end
    if rule.rule != "FREQ=WEEKLY;BYDAY=SA,SU" or isinstance(first, datetime) or isinstance(last, datetime):
        return None
    if first is None or last is None or last - first != timedelta(days=1):
        return None
    saturday = next((day for _, day in flow([rule], replace(context, reference=first))), None)
    if saturday is None or saturday.start is None or saturday.first_day != first:
        return None
    return replace(saturday, rrule=None, rdates=(saturday.start + timedelta(days=1),))


def _ruled(rule: Mention, dated: list[tuple[Mention, When]], times: list[When], context: Context) -> When | None:
    """Put a rule and the days beside it together: `Mondays from 7 September to 30 November`."""
    until = next((mention.start for mention, when in dated if mention.role is Role.END and when.start is None), None)
    if until is not None:
        rule = replace(rule, end=_both(rule.end, replace(until, hour=None, minute=None)))
    if dated and (first_day := dated[0][1].first_day) is not None:
        mention = dated[0][0]
        moment = mention.end if mention.end is not None and mention.end.day is not None else None
        if moment is not None and (moment.month, moment.day) == (mention.start.month, mention.start.day):
            moment = None  # 初回 11月4日 14:50～16:20
        start = (
            rule.start
            if rule.start.has_time
            else replace(rule.start, hour=mention.start.hour, minute=mention.start.minute)
        )
        end = _both(rule.end, moment)
        context = replace(context, reference=first_day)
        ruled = flow([replace(rule, start=start, end=end)], context)
        if ruled and mention.end is not None and mention.end.has_time and isinstance(ruled[0][1].start, datetime):
            closing = ruled[0][1].start.replace(hour=(mention.end.hour or 0) % 24, minute=mention.end.minute or 0)
            return replace(ruled[0][1], end=closing)
    else:
        ruled = flow([rule], context)
    when = ruled[0][1] if ruled else None
    # a rule has no further times: `毎月28日は護摩祈祷の日です（午前11時・午後2時）`
    return _with_doors(with_time(when, replace(times[0], rdates=())), times) if when is not None and times else when


def _both(closing: Moment | None, last: Moment | None) -> Moment | None:
    """Put the hour at which each time ends and the last day of a rule into one."""
    if closing is None or last is None or closing.month is not None:
        return closing or last
    return replace(last, hour=closing.hour, minute=closing.minute)


def _together(times: list[When]) -> When:
    """Put the times of a text that stand apart into one: the first, and the others beside it."""
    first = times[0]
    if isinstance(first.start, datetime) and first.doors == first.start.time() and len(times) > 1:
        return replace(times[1], doors=first.doors)  # doors in one sentence, the show in the next
    if first.doors is not None and first.end is None:  # 開場16:00 開演17:00 … 開場19:00 開演20:00
        more = [other.start for other in times[1:] if other.start is not None and other.doors is not None]
        return replace(first, rdates=tuple(dict.fromkeys((*first.rdates, *more))))
    if first.end is not None or first.doors is not None:
        return first
    more = [other.start for other in times[1:] if other.start is not None and other.end is None]
    return replace(first, rdates=tuple(dict.fromkeys((*first.rdates, *more))))


def _is_night_after(said: When) -> bool:
    """Tell a time of the night after its day, which is said without the day: `START 24:00`, `深夜1時`."""
    if not isinstance(said.start, datetime) or said.start.hour > _MORNING:
        return False
    hour = said.start.hour
    return any(int(match[1] or match[2]) % 24 == hour for match in _NIGHT_HOUR.finditer(said.text))


def with_time(when: When, said: When) -> When:
    """Give a day without a time the time that is said elsewhere; the last day that there is has no night after it."""
    if isinstance(when.start, datetime) or when.start is None or not isinstance(said.start, datetime):
        return when
    try:
        return _at_time(when, when.start, said, said.start)
    except OverflowError:
        return when


def _at_time(when: When, first: date, said: When, begins: datetime) -> When:
    """Move a time and what belongs to it to the day of another."""
    shift = first - begins.date() + timedelta(days=_is_night_after(said))
    end = said.end + shift if isinstance(said.end, datetime) and when.end is None else when.end
    clock = begins.time()
    days = tuple(day if isinstance(day, datetime) else datetime.combine(day, clock) for day in when.rdates)
    more = [day + shift for day in said.rdates]
    shows = [day.time() for day in more if isinstance(day, datetime) and day.date() == first]
    more += [datetime.combine(_day_of(day), show) for day in when.rdates for show in shows]
    return replace(
        when, start=begins + shift, end=end, rdates=_in_order((*days, *more)), doors=when.doors or said.doors
    )


__all__ = [
    "ROW_END",
    "WEEKDAY_CODES",
    "Context",
    "Mention",
    "Moment",
    "Role",
    "choose",
    "find",
    "flow",
    "month_named",
    "read",
    "resolve",
    "vote",
    "weekday_named",
    "with_time",
    "zone_of",
]
