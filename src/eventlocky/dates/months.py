"""Months in which something is on, where no day is told: `10月のおすすめプラン`, `2026年 5・6月`, `2017.7　琴フェスタ`.

Shops and clubs in Japan announce what lasts a month, or was on in one, without a day. Such a month is a run from its
first day to its last, and a doubtful one. It stands in a line that says something, or alone over one that does, where
three do so. A month that heads days, one of a menu of archives, one that counts something else (`3月期`, `5月号`) or in
which a house was founded or somebody came to it is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import MAXYEAR, MINYEAR, date

from eventlocky.dates.mention import Mention, Moment
from eventlocky.types import When

_YEAR = (
    r"(?:(?P<year>(?:19|20)\d\d)\s?年[^\S\n]{0,2}|(?P<era>令和|平成)\s?(?P<count>\d{1,2}|元)\s?年[^\S\n]{0,2}"
    r"|(?<![\d/.年]))"
)
_MONTH = r"1[0-2]|0?[1-9]"
_MONTHS = re.compile(
    rf"(?<![\d.]){_YEAR}(?P<first>{_MONTH})"
    rf"(?:月?\s?[・、,〜～~－-]\s?(?:(?P<ending>(?:19|20)\d\d)\s?年\s?)?(?P<last>{_MONTH}))?月"
    r"(?!\s?\d|[号期生分曜]|現在|決算|締|発行|付け?で|頃"
    r"|[にの、]?\s?(?:会社|新社屋|当[社館店院])?[をにの]?"
    r"(?:設立|創業|創立|開業|開設|竣工|改組|入社|入職|入店|入団|就任|認証|認可|生まれ|取得|施行))"
)
_DOTTED = re.compile(
    rf"^[^\S\n]*(?P<year>(?:19|20)\d\d)[./](?P<first>{_MONTH})(?=\s+[^\W\d]|\s+[〜～「『“【])", re.MULTILINE
)
_ALONE = re.compile(rf"^[^\S\n]*{_YEAR}(?P<first>{_MONTH})月[^\S\n]*\n(?=(?P<below>[^\n]+))", re.MULTILINE)
_FEWEST_LINES = 3
"""So many lines that begin with a month in digits, or say nothing else, are a list; fewer may be versions or a menu."""

_LASTS = re.compile(r"\s?(?:限定|限り|いっぱい|一杯|中は|中、|中のみ|のみ)")
"""What is said of a month in which something is on, whatever days of it stand below."""

_HEADED = re.compile(
    r"^[^\w\n]*(?:(?P<year>(?:19|20)\d\d)[^\S\n]?年?|(?P<era>令和|平成)[^\S\n]?(?P<count>\d{1,2}|元)[^\S\n]?年)"
    r"(?P<fiscal>度)?[^\S\n]?(?:[（(][^\n)）]{1,12}[)）])?[^\S\n]?(?:の?(?:年間|主な|おもな|活動|出演|公演|演奏|行事|催し|"
    r"イベント|実績|履歴|記録|予定|スケジュール|あゆみ|歩み)[^\d\n]{0,12})?[^\w\n]*$",
    re.MULTILINE,
)
"""A year alone in its line, or with what was done in it: that of the months below."""

_FISCAL = 4
"""The first month of a fiscal year."""

_ERAS = {"令和": 2018, "平成": 1988}
_FEWEST_LETTERS = 4
"""So many letters of its line beside it can name something."""

_LOOKED_AT = 200
"""So much of its line beside it is looked at."""

_REACH = 1_500
"""So far below its month a day may stand that it heads."""

_LETTER = re.compile(r"[^\W\d_]")
_HALF_YEAR = 6
_DOUBTFUL = 0.7
"""How sure a month is: as sure as a day whose year is guessed."""


def find(text: str, reference: date, days: Sequence[tuple[int, date]]) -> Iterator[tuple[Mention, When]]:
    """Yield the months of a text that head none of its days, each as a run; `reference` is the day it was written.

    Days are given with the places where they stand, in order.
    """
    found = _candidates(text)
    firsts = [match.start("first") for match in found]
    heads = [*_HEADED.finditer(text)] if found else []
    places = [head.start() for head in heads]
    for number, match in enumerate(found):
        above = bisect_right(places, match.start()) - 1
        run = _run(match, heads[above] if above >= 0 else None, reference)
        if run is None:
            continue
        stop = firsts[number + 1] if number + 1 < len(found) else len(text)
        stop = min(stop, match.end() + _REACH)
        if not _LASTS.match(text, match.end()) and _heads(days, run[0], match.end(), stop):
            continue
        groups = match.groupdict()
        first = next(match.start(name) for name in ("year", "era", "first") if groups.get(name))
        end = match.end() - (match.re is _ALONE)
        mention = Mention(first, end, text[first:end].rstrip(), Moment(run[0].year, run[0].month))
        yield mention, When(*run, text=mention.text, confidence=_DOUBTFUL)


def _candidates(text: str) -> list[re.Match[str]]:
    """Return where months are said that may have no days, in order."""
    worded: list[re.Match[str]] = []
    line = at = 0  # where the line of a month begins is looked for behind the one before it: a line may be long
    for match in _MONTHS.finditer(text):
        line = text.rfind("\n", at, match.start("first")) + 1 or line
        at = match.start("first")
        if _is_worded(text, match, line):
            worded.append(match)
    alone = [match for match in _ALONE.finditer(text) if _names(match["below"])]
    lists = [match for found in ([*_DOTTED.finditer(text)], alone) if len(found) >= _FEWEST_LINES for match in found]
    return sorted([*worded, *lists], key=lambda match: match.start("first"))


def _is_worded(text: str, match: re.Match[str], line: int) -> bool:
    """Tell whether the line of a month, which begins at `line`, says something beside it."""
    before = text[line : min(match.start(), line + _LOOKED_AT)]
    behind = text[match.end() : match.end() + _LOOKED_AT].partition("\n")[0]
    return len(_LETTER.findall((before + behind)[:_LOOKED_AT])) >= _FEWEST_LETTERS


def _names(line: str) -> bool:
    """Tell whether the line below a month can name what was on in it: no day, and no other month."""
    line = line[:_LOOKED_AT].strip()
    return not line[:1].isdigit() and len(_LETTER.findall(line)) >= _FEWEST_LETTERS


def _run(match: re.Match[str], head: re.Match[str] | None, reference: date) -> tuple[date, date] | None:
    """Return the first day of a month and its last, or the last of the month that it ends with."""
    groups = match.groupdict()
    month = int(match["first"])
    last = int(groups.get("last") or month)
    year = _said(match) or _said_above(head, month) or _nearest(month, reference)
    ending = int(groups.get("ending") or year + (last < month))
    if not (MINYEAR <= year <= ending <= MAXYEAR) or (ending == year and last < month):
        return None
    return date(year, month, 1), date(ending, last, monthrange(ending, last)[1])


def _said(match: re.Match[str]) -> int | None:
    """Return the year that is written out, in digits or counted in an era."""
    groups = match.groupdict()
    if groups.get("year"):
        return int(match["year"])
    if groups.get("era"):
        return _ERAS[match["era"]] + (1 if match["count"] == "元" else int(match["count"]))
    return None


def _said_above(head: re.Match[str] | None, month: int) -> int | None:
    """Return the year that stands over a month; a fiscal year ends in March of the next."""
    year = _said(head) if head is not None else None
    if head is None or year is None:
        return None
    return year + 1 if head["fiscal"] and month < _FISCAL else year


def _nearest(month: int, reference: date) -> int:
    """Return the year in which a month is nearest to a day."""
    away = month - reference.month
    return reference.year + (away < -_HALF_YEAR) - (away > _HALF_YEAR)


def _heads(days: Sequence[tuple[int, date]], month: date, first: int, stop: int) -> bool:
    """Tell whether a day of a month stands between two places."""
    below = days[bisect_left(days, first, key=_place) : bisect_left(days, stop, key=_place)]
    return any((day.year, day.month) == (month.year, month.month) for _, day in below)


def _place(day: tuple[int, date]) -> int:
    return day[0]
