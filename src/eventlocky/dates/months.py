"""Months in which something is on, where no day is told: `10月のおすすめプラン`, `2026年 5・6月`, `2017.7　琴フェスタ`.

Shops and clubs in Japan announce what lasts a month, or was on in one, without a day. Such a month is a run from its
first day to its last, and a doubtful one. A month that heads days, that stands alone on its line (a menu of archives)
that counts something else (`3月期`, `5月号`) or in which a house was founded or somebody came to it is none.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection, Iterator
from datetime import MAXYEAR, MINYEAR, date

from eventlocky.dates.mention import Mention, Moment
from eventlocky.types import When

_MONTHS = re.compile(
    r"(?<![\d.])(?:(?P<year>(?:19|20)\d\d)\s?年\s{0,2}|(?P<era>令和|平成)\s?(?P<count>\d{1,2}|元)\s?年\s{0,2})?"
    r"(?<![\d/.])(?P<first>1[0-2]|0?[1-9])(?:月?\s?[・、,〜～~－-]\s?(?P<last>1[0-2]|0?[1-9]))?月"
    r"(?!\s?\d|[号期生分曜]|現在|決算|締|発行|付け?で|頃"
    r"|[にの、]?\s?(?:会社|新社屋|当[社館店院])?[をにの]?(?:設立|創業|創立|開業|開設|竣工|改組|入社|入職|入団|就任|認証|認可|生まれ|取得|施行))"
)
_DOTTED = re.compile(
    r"^[^\S\n]*(?P<year>(?:19|20)\d\d)[./](?P<first>1[0-2]|0?[1-9])(?=\s+[^\W\d]|\s+[〜～「『“【])", re.MULTILINE
)
_FEWEST_DOTTED = 3
"""So many lines that begin with a month in digits are a list; fewer may be numbers of a version."""

_WHOLE = re.compile(r"限定|限り|いっぱい|一杯|中のみ|のみ")
"""What says behind a month that something is on in it, whatever days it heads besides: `5月限定`, `10月いっぱい`."""

_ERAS = {"令和": 2018, "平成": 1988}
_FEWEST_LETTERS = 4
"""So many letters of its line beside it can name something."""

_LOOKED_AT = 200
"""So much of its line beside it is looked at."""

_LETTER = re.compile(r"[^\W\d_]")
_HALF_YEAR = 6
_DOUBTFUL = 0.7
"""How sure a month is: as sure as a day whose year is guessed."""


def find(text: str, reference: date, days: Collection[date]) -> Iterator[tuple[Mention, When]]:
    """Yield the months of a text that head none of its days, each as a run; `reference` is the day it was written."""
    headed = {(day.year, day.month) for day in days}
    dotted = [*_DOTTED.finditer(text)]
    found = [*_MONTHS.finditer(text), *(dotted if len(dotted) >= _FEWEST_DOTTED else [])]
    line = at = 0  # where the line of a month begins is looked for behind the one before it: a line may be long
    for match in sorted(found, key=lambda match: match.start("first")):
        line = text.rfind("\n", at, match.start("first")) + 1 or line
        at = match.start("first")
        year, month = _year(match, reference), int(match["first"])
        last = int(match.groupdict().get("last") or month)
        ending = year + (last < month)
        is_in_calendar = year >= MINYEAR and ending <= MAXYEAR
        is_run = (year, month) not in headed or _WHOLE.match(text, match.end()) is not None
        if is_in_calendar and is_run and _is_worded(text, match, line):
            first = next(match.start(name) for name in ("year", "era", "first") if match.groupdict().get(name))
            mention = Mention(first, match.end(), text[first : match.end()], Moment(year, month))
            end = date(ending, last, monthrange(ending, last)[1])
            yield mention, When(date(year, month, 1), end, text=mention.text, confidence=_DOUBTFUL)


def _year(match: re.Match[str], reference: date) -> int:
    """Return the year of a month: the one that it says, or that in which it is nearest."""
    said = match.groupdict()
    if said["year"]:
        return int(said["year"])
    if said.get("era"):
        count = said["count"]
        return _ERAS[said["era"]] + (1 if count == "元" else int(count))
    away = int(said["first"]) - reference.month
    return reference.year + (away < -_HALF_YEAR) - (away > _HALF_YEAR)


def _is_worded(text: str, match: re.Match[str], line: int) -> bool:
    """Tell whether the line of a month, which begins at `line`, says something beside it."""
    before = text[line : min(match.start(), line + _LOOKED_AT)]
    behind = text[match.end() : match.end() + _LOOKED_AT].partition("\n")[0]
    return len(_LETTER.findall((before + behind)[:_LOOKED_AT])) >= _FEWEST_LETTERS
