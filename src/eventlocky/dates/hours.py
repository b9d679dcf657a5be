"""Hours and times that stand apart from the days they hold for, and the days to which they are given.

The hours of a house behind the days of an exhibition or in front of them, those of a whole week, the hour at which the
last day closes, when people are let in, a time behind the last of several days or behind a rain date. All of them look
at mentions that are read, and at the text between them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import time

from eventlocky.dates.lexicon import DENSE
from eventlocky.dates.mention import Mention, Moment, Role, is_run
from eventlocky.dates.times import TimeReader

_NEXT_LINE = 40
"""Opening hours go on after so much white space at most: two lines of a table, with their indents."""

_NEAR = 16
"""How far before hours the word stands that names them."""

_FAR = 60
"""How far behind a run the hour of its last day may stand."""

_OPEN_HOUR = re.compile(r"\s?(?:[〜～~]|開)")
"""What follows an hour at which the last day opens: it does not close then."""

_HOUSE = r"(?:開館|営業|開園|開廊|開場|観覧|拝観|公開|開催)(?:時間)?"
_HOURS_OF_HOUSE = re.compile(
    rf"(?:(?!電話|窓口|問い?合|受付|TEL|Tel)[^\d]){{0,30}}{_HOUSE}[\s:：／/＝=】\]］)）〉》は・|｜]{{0,3}}"
)
_NAMES_HOURS = re.compile(rf"{_HOUSE}[\s:：／/＝=】\]］)）]{{0,3}}$")
_TO_RUN = re.compile(r"(?:会期|期間|開催日程?)[\s:：／/＝=】\]］)）]{0,3}$")
"""The hours of a house behind the days of an exhibition, or in front of them: `会期 … 開館時間 9:30〜17:00`."""

_RESTS = re.compile(
    r"[)）\]］】]?[\s、。※(（]{0,3}[^\n\d]{1,12}(?:定休日?|休館|休廊|休み|休業|休)[)）]?[\s、。/／]{0,3}"
)
"""The weekdays on which a range rests, between it and its hours: `9月8日〜20日 月曜定休 12:00–19:00`."""

_TO_APART = re.compile(r"(?:(?!電話|窓口|問い?合|申し?込|予約)[^\n。]){0,24}")
_TO_RECEPTION = re.compile(r"(?:(?!電話|窓口|問い?合|申し?込|予約)[^\n。]){0,24}受付時間[\s:：／/】\]］]{0,3}")
"""What stands between a day and when people are let in; telephones are answered at other hours."""

_COUNTED = re.compile(
    r"[)）\]］】]?[\s/／、,・|｜]{0,3}(?:第\d{1,2}[回部期日]|DAY\.?\s?\d|Day\.?\s?\d|\d日目|[②-⑨]|[(（]\d[)）]|後期|後半|[B-FＢ-Ｆ]日程)"
    r"[\s:：)）】]{0,2}"
)
_COUNTED_OR_NAMED = re.compile(rf"{_COUNTED.pattern}|[)）\]］】][\s、]{{0,2}}")
"""What stands between days that are counted, and between days with their weekdays, which may only follow each other."""

_NO_PLACE = (
    "懇親|交流会|二次会|打ち?上げ|物販|受付|準備|片付|電話|問い?合|TEL|休憩|開館|営業|予約|相談|リハ|入場|入館|最終"
    "|昼食|昼休|ランチ|休み|駐車|質疑|喫茶|売店"
)
_OF_NO_PLACE = re.compile(rf"[\s(（]?[^\n\d。、／/\s]{{0,4}}(?:{_NO_PLACE})")
_TO_NEXT_SPAN = re.compile(
    rf"(?:\s(?:(?!{_NO_PLACE})[^\n\d。※(（、,／/:：]){{2,12}}[、,／/]|[、,／/])\s?(?:(?!{_NO_PLACE})[^\n。※(（:：時、]){{0,10}}"
)
"""What stands between the hours of two places or groups: the first place and a sign, or a sign and the second group."""

_MOST_SPANS = 24
_NEXT_WORD = 3
"""So many hours a day has at most, and how far behind them Japanese shows of what they are."""

_ON_WORKDAYS = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
_ON_WEEKENDS = frozenset({"FREQ=WEEKLY;BYDAY=SA,SU", "FREQ=WEEKLY;BYDAY=SA", "FREQ=WEEKLY;BYDAY=SU"})
_SATURDAY = 5
_TO_WEEK = re.compile(r"[)）\]］】]?[\s、,(（/／※]{0,3}")
_TO_KINDS = re.compile(r"(?:[・/]?祝日?)?[)）\]］】]?[\s、,(（/／※]{0,3}")
_LONGEST_HOLIDAY = 4
_JOINS_DAYS = re.compile(r"(?<=[)）日\d])\s?(?:[〜～~→–-]|から|より)")
_HOLIDAY = re.compile(r"[(（](?:[月火水木金](?:曜日?)?[・･/、]?)?(?:祝|振?替?休[)）日])")
"""The rules of the two halves of a week, where the second begins, and what stands between a run and such hours."""

_RAIN = re.compile("[雨荒]天|悪天候|予備日|順延")
_LABEL_OF_TIME = re.compile("時間|時刻")
"""What says that a day is a rain date, and that a time holds for more than the day before it."""


def close_run(mentions: list[Mention], at: int, times: TimeReader) -> int | None:
    """End a run at the hour that is said apart for its last day: `■7月29日→8月4日 ■8階 ■最終日は午後5時閉場`.

    Return the atom after it; between the run and this hour no other day stands.
    """
    place = next((-back for back in range(1, len(mentions[-2:]) + 1) if mentions[-back].has_day), -1)
    run = mentions[place]
    if run.end is None or not is_run(run):
        return None
    if times.atoms[at].first - run.stop > _FAR or (day := times.of_outer_day(at)) is None:
        return None
    word = times.atoms[day.after - 1]
    if day.span is None or word.senses.keys() & {"start", "to"} or _OPEN_HOUR.match(times.text, word.stop):
        return None
    mentions[place] = replace(run, end=run.end.at(day.span.end or day.span.start))
    return day.after


def of_days_apart(text: str, mentions: list[Mention]) -> list[Mention]:
    """Give the days of a text the hours and times that are said behind them, for several at once."""
    mentions = _with_spans_of_places(text, _with_time_of_last(text, mentions))
    return _with_hours_by_kind(text, _with_hours_of_week(text, mentions))


def _with_spans_of_places(text: str, mentions: list[Mention]) -> list[Mention]:
    """Join hours of one day that are said for several places or groups: `9:30〜10:15 東小学校、10:45〜11:30 西小`."""
    joined = mentions[:1]
    last = mentions[0]
    for mention in mentions[1:]:
        if len(joined[-1].more) < _MOST_SPANS and _is_next_span(text, last, mention):
            day = joined[-1]
            begins = replace(day.start, hour=mention.start.hour, minute=mention.start.minute)
            joined[-1] = replace(day, stop=mention.stop, more=(*day.more, begins))
        else:
            joined.append(mention)
        last = mention
    return joined


def _is_next_span(text: str, one: Mention, two: Mention) -> bool:
    """Tell hours that follow others of the same day, behind the place or the group of the first."""
    if not (_is_span(one) and _is_span(two)) or two.has_day or one.end is None:
        return False
    closing, opening = one.end, two.start
    if (closing.hour or 0, closing.minute or 0) > (opening.hour or 0, opening.minute or 0):
        return False
    if not _TO_NEXT_SPAN.fullmatch(text, one.stop, two.first) or _OF_NO_PLACE.match(text, two.stop):
        return False
    return DENSE.search(text, one.stop, two.stop + _NEXT_WORD) is not None


def _is_span(mention: Mention) -> bool:
    """Tell the hours of one day, without doors."""
    if mention.role is not Role.START or mention.rule or mention.doors or mention.more or not mention.start.has_time:
        return False
    end = mention.end
    return end is not None and end.has_time and end.day in {None, mention.start.day}


def _with_time_of_last(text: str, mentions: list[Mention]) -> list[Mention]:
    """Give days that are counted the time behind the last: `第1回 7/8（水） 第2回 7/15（水） 19:00～21:00`."""
    for number in range(len(mentions) - 1, 0, -1):
        day, last = mentions[number - 1 : number + 1]
        is_day = day.role is Role.START and day.start.day is not None and not day.rule and day.end is None
        is_day = is_day and (day.start.month is not None or last.start.month is None)  # （全4日）6/27・7/4 9:30～
        is_open = is_day and not day.start.has_time and last.role is Role.START and last.start.day is not None
        is_open = is_open and last.start.has_time and not _has_times(day) and not _has_times(last)
        is_named = day.start.weekday is not None and last.start.weekday is not None
        between = _COUNTED_OR_NAMED if is_named else _COUNTED
        if not is_open or not between.fullmatch(text, day.stop, last.first):
            continue
        start, end = replace(day.start, hour=last.start.hour, minute=last.start.minute), last.end
        if end is not None and (end.day, end.month) in {(None, None), (last.start.day, last.start.month)}:
            end = replace(day.start, hour=end.hour, minute=end.minute)
        elif end is not None:
            continue
        more = tuple(replace(other, hour=start.hour, minute=start.minute) for other in day.more)
        mentions[number - 1] = replace(day, start=start, end=end, more=more, doors=last.doors)
    return mentions


def _has_times(mention: Mention) -> bool:
    """Tell whether a mention has several times on one day, or several ones on several days."""
    days = {(moment.month, moment.day) for moment in (mention.start, *mention.more)}
    return len(days) <= len(mention.more)


def _with_hours_of_week(text: str, mentions: list[Mention]) -> list[Mention]:
    """Take hours with their weekdays behind a run for those of each of its days: `〜11/29 火～日曜 9:30〜17:00`."""
    places = [place for place, mention in enumerate(mentions) if mention.role is Role.HOURS and mention.start.has_time]
    if len(places) != 1 or not places[0]:
        return mentions
    run, hours = mentions[places[0] - 1 : places[0] + 1]
    if not is_run(run) or run.start.has_time or hours.end is None or hours.start.day is not None:
        return mentions
    if hours.start.weekday is None or not _TO_WEEK.fullmatch(text, run.stop, hours.first):
        return mentions
    start, end = (Moment(hour=moment.hour, minute=moment.minute) for moment in (hours.start, hours.end))
    mentions[places[0]] = replace(hours, start=start, end=end, role=Role.START, rule=None)
    return mentions


def _with_hours_by_kind(text: str, mentions: list[Mention]) -> list[Mention]:
    """Give a run the hours of the kind of its first and its last day: `28日～31日 平日16時～21時、土日11時～`."""
    for place in range(len(mentions) - 2):
        run, one, two = mentions[place : place + 3]
        if not _has_hours_by_kind(text, run, one, two) or run.end is None:
            continue
        opens, closes = _is_free_day(text, run, run.start), _is_free_day(text, run, run.end)
        free, work = (two, one) if one.rule == _ON_WORKDAYS else (one, two)
        if opens is None or closes is None:
            continue
        opening, closing = (free if opens else work).start, (free if closes else work).end
        start = replace(run.start, hour=opening.hour, minute=opening.minute)
        end = replace(run.end, hour=closing.hour, minute=closing.minute) if closing is not None else run.end
        mentions[place] = replace(run, start=start, end=end)
        mentions[place + 1 : place + 3] = [replace(hours, role=Role.HOURS) for hours in (one, two)]
    return mentions


def _has_hours_by_kind(text: str, run: Mention, one: Mention, two: Mention) -> bool:
    """Tell a run with the hours of workdays and weekends behind it, in either order."""
    if not is_run(run) or run.start.has_time or not (one.start.has_time and two.start.has_time):
        return False
    work, free = (one, two) if one.rule == _ON_WORKDAYS else (two, one)
    if work.rule != _ON_WORKDAYS or free.rule not in _ON_WEEKENDS:
        return False
    if any(hours.end is None or not hours.end.has_time for hours in (one, two)):
        return False
    is_near = _TO_KINDS.fullmatch(text, run.stop, one.first) is not None
    return is_near and not text[one.stop : two.first].strip(" \u3000\n/／、,・(（)）")


def _is_free_day(text: str, run: Mention, day: Moment) -> bool | None:
    """Tell a day of the weekend or a holiday, by the weekday that is said."""
    if day.weekday is None:
        return None
    said = text[run.first : run.stop + _LONGEST_HOLIDAY]
    joint = _JOINS_DAYS.search(said)
    if day.weekday >= _SATURDAY or joint is None:
        return day.weekday >= _SATURDAY
    half = said[: joint.start()] if day is run.start else said[joint.end() :]
    return _HOLIDAY.search(half) is not None


def is_hours_too(text: str, hours: Mention, mention: Mention) -> bool:
    """Tell whether a mention goes on with the opening hours before it: no month, and the same line or the next."""
    between = text[hours.stop : mention.first]
    is_next = mention.has_day and len(between) < _NEXT_LINE and not between.strip(" \t\n.)|")
    return mention.start.month is None and ("\n" not in between or is_next)


def is_of_range(text: str, days: Mention, hours: Mention) -> bool:
    """Tell the hours of a range behind the weekdays on which it rests: `9月8日〜20日 月曜定休 12:00–19:00`."""
    if hours.has_day or days.role is not Role.START or days.end is None or days.end.day is None or days.end.has_time:
        return False
    between = text[days.stop : hours.first]
    return _RESTS.fullmatch(between) is not None or (
        hours.end is not None and _HOURS_OF_HOUSE.fullmatch(between) is not None
    )


def is_before_range(text: str, hours: Mention, days: Mention) -> bool:
    """Tell the hours of a house in front of the range they hold for: `開館時間 9:30～17:00 会期 10月17日～`."""
    if hours.has_day or hours.end is None or days.role is not Role.START:
        return False
    if days.rule or days.end is None or days.end.day is None or days.end.has_time:
        return False
    before = text[max(0, hours.first - _NEAR) : hours.first]
    return _NAMES_HOURS.search(before) is not None and _TO_RUN.search(text[hours.stop : days.first]) is not None


def is_reception_of(text: str, day: Mention, hours: Mention) -> bool:
    """Tell when people are let in behind a day and a name: `10/14（水）3歳児健診 受付時間 13:00〜13:30`."""
    if hours.has_day or day.role is not Role.START or day.start.day is None or day.start.has_time or day.end:
        return False
    return day.rule is None and _TO_RECEPTION.fullmatch(text, day.stop, hours.first) is not None


def is_reception_apart(text: str, day: Mention, hours: Mention) -> bool:
    """Tell when people are let in behind a day and a name: `11/8(日) 桜谷駅スタート 受付9:30～11:30`."""
    if hours.has_day or hours.end is None or hours.doors is None or not hours.text.startswith(("受付", "受け付け")):
        return False
    if hours.doors != time((hours.start.hour or 0) % 24, hours.start.minute or 0) or hours.more:
        return False
    if day.role is not Role.START or day.start.day is None or day.start.has_time or day.end or day.rule:
        return False
    return _TO_APART.fullmatch(text, day.stop, hours.first) is not None


def let_in(text: str, hours: Mention) -> Mention:
    """Return the hours of a reception as the doors of the day before them."""
    start = Moment(hour=hours.start.hour, minute=hours.start.minute)
    doors = time((start.hour or 0) % 24, start.minute or 0)
    said = text[max(0, hours.first - _NEAR) : hours.stop]
    return replace(hours, start=start, end=None, doors=doors, role=Role.START, text=said)


def is_week_of_hours(text: str, workdays: Mention, weekends: Mention, *, in_range: bool) -> bool:
    """Tell the opening hours of a whole week: `平日11:00〜20:00／土日祝10:00〜20:00`.

    Behind a range of days, times without an end do too: `9月5日～13日 平日19:00／土日14:00`.
    """
    if workdays.rule != _ON_WORKDAYS or weekends.rule not in _ON_WEEKENDS:
        return False
    if in_range and workdays.end is None and weekends.end is None:
        return not text[workdays.stop : weekends.first].strip(" \n/／、・(（)）〜～")
    if workdays.end is None or weekends.end is None or not (workdays.end.has_time and weekends.end.has_time):
        return False
    return not text[workdays.stop : weekends.first].strip(" \n/／、・(（)）")


def with_time_behind_rain(text: str, day: Mention, rain: Mention) -> Mention | None:
    """Give a day the time behind its rain date: `9月26日（土）※雨天時27日（日） 時間 10:00〜15:00`."""
    is_day = day.role is Role.START and day.start.day is not None and not day.rule and day.end is None
    if not is_day or day.start.has_time or not rain.start.has_time:
        return None
    if not _LABEL_OF_TIME.search(rain.text) and not _RAIN.search(text[day.stop : rain.first]):
        return None
    start = replace(day.start, hour=rain.start.hour, minute=rain.start.minute)
    closing = rain.end
    end = replace(day.start, hour=closing.hour, minute=closing.minute) if closing and closing.has_time else None
    return replace(day, start=start, end=end, doors=rain.doors)
