"""What joins days that stand beside each other into lists and ranges: `Nov 30 – Dec 2`, `3.5. und 17.5.`.

A joint is a sign, a word or, in a script without spaces, nothing at all between two days. Behind it the second day may
lack its month, and both may have times of their own: `Nov 5, 10am – Nov 9, 5pm`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from eventlocky.dates import clocks
from eventlocky.dates.clocks import DASH
from eventlocky.dates.days import DayReader, Days, is_list_by_point
from eventlocky.dates.lexer import Atom, Look, begins_with_word
from eventlocky.dates.lexicon import DENSE
from eventlocky.dates.mention import Moment
from eventlocky.dates.times import TimeReader, Times

TO_DAY = re.compile(r"(?![^\v\t]*[\v\t])[\s,.:;()（）\]】〉》|·•・–—-]{0,6}")
"""What may stand between a time or a word and the day behind it, in one row of a table."""

MOST_IN_LIST = 8
"""How many days a list may have: looking further ahead would not be linear."""

_HOLIDAY = re.compile(r"^[・･/(]?(?:祝日?|振替?|休日?)(?=[)）\]】])")
"""What Japanese pages add to the weekday of a holiday: `11月3日(火・祝)`."""

_LISTED = re.compile(r"[.]?[)）\]】〉》]?\s?(?:[,&+/、・②-⑨と和及및과와]|及び|および|または|又は|もしくは|or)\s?")
_NOTED = re.compile(r"[)）]?[(（][^\W\d]{1,8}[)）]\s?[・、,/]\s?")
_COMMA_LIST = re.compile(r"(?:,\d{1,2}){0,8}(?:[ (\n、・日@]|$)")
"""What stands between two days of a list: a sign or a word, a note, a comma with nothing that goes on behind it."""

_TO_NEXT_TIMED = re.compile(r"\.?[)）]?\s?[,&]\s?")
"""What stands between two days of a list in which each has its time."""

_FEW_DAYS, _MONTH_END = 2, 25
"""Dates without a sign between them are so many days apart, also over the end of a month, which is near by then."""

_ROOM = re.compile("号[室館棟車店機]")
_TO_NEXT_LINE = re.compile(r"[〜～~][)）」】]? ?\n")
_OPEN_DASH = re.compile(r" ?[〜～~](?!\s?\d)")
_LAST_DASH = re.compile(r" ?[〜～~]\s?")
"""What a dash behind a time may mean where it joins no days: a room, an open end, the next line of a list."""


class JointReader:
    """Reads what joins the days of one text."""

    def __init__(
        self, text: str, atoms: list[Atom], look: Look, days: DayReader, times: TimeReader, *, is_dense: bool
    ) -> None:
        self.text = text
        self.atoms = atoms
        self._atom = look
        self.days = days
        self.times = times
        self.is_dense = is_dense

    def read(self, at: int) -> tuple[bool, int] | None:
        """Read what stands between two dates: a range or a list, and the atom that the second begins at."""
        atom = self._atom(at)
        if atom is None or begins_with_word(atom.gap):
            return None
        gap = atom.gap if atom.gap.isascii() else _HOLIDAY.sub("", atom.gap, count=1)
        if DASH.fullmatch(gap.lstrip(".)）]】〉》").rstrip("'")):
            return True, at
        is_named = "dense" in atom.senses and gap in {"", ")", "）"} and atom.senses.keys() & {"start", "first_day"}
        if is_named and (following := self._atom(at + 1)) is not None and DASH.fullmatch(following.gap):
            is_day = self.times.begins_day(at + 1) or self._is_day_by_sign(at + 1)
            return (True, at + 1) if following.digits and is_day else None  # 開幕〜9月30日、初日～26日
        if "\n" not in gap and TO_DAY.fullmatch(gap):
            after = at + 1
            if (filler := self._atom(after)) is not None and "of" in filler.senses and "weekday" not in filler.senses:
                after += 1
            is_to = ("to" in atom.senses or "until" in atom.senses) and not is_list_by_point(atom)
            if is_to and "dense" in atom.senses and after < len(self.atoms) and DENSE.search(self.atoms[after].gap):
                return None  # 14:00より 出欠は5/25までに
            if is_to and "weekday" not in atom.senses:
                return True, after
            if "and" in atom.senses:
                return False, after
        if _LISTED.fullmatch(gap) and (atom.digits or "weekday" in atom.senses):
            return False, at
        if atom.digits and self.is_dense and _NOTED.fullmatch(gap):
            return (False, at) if self._is_day_by_sign(at) else None  # 1月2日（往路）・3日（復路）
        if gap in {"", ")"} and self.is_dense and self._is_next_day(at):
            return False, at  # 10月24日(土)25日(日)
        if gap in {")", ") "} and self.is_dense and self._is_later_date(at):
            return False, at  # 10/24(土) 10/25(日)
        return (False, at) if gap in {")", ") ", ".", " "} and self._is_day_with_sign(at) else None

    def _is_day_by_sign(self, at: int) -> bool:
        """Tell a bare day by the sign behind it: `26日`."""
        number, sign = self.atoms[at], self._atom(at + 1)
        return 0 < number.digits <= 2 and sign is not None and sign.sign == "日" and not sign.gap

    def _is_next_day(self, at: int) -> bool:
        """Tell a later day of the same month that follows another without a sign between them."""
        if not self._is_day_by_sign(at) or self.days.is_count(at + 1):
            return False
        before = next((atom.number for atom in reversed(self.atoms[max(0, at - 3) : at]) if atom.digits), None)
        return before is not None and before < self.atoms[at].number

    def _is_day_with_sign(self, at: int) -> bool:
        """Tell the next day of a Japanese list without signs: `10/10(土) 11(日) 12(月)`."""
        number, sign = self.atoms[at], self._atom(at + 1)
        if sign is None or not 0 < number.digits <= 2 or "weekday" not in sign.senses:
            return False
        if number.gap in {".", " "}:  # 9/19sat.20sun
            before = self.atoms[at - 1]
            is_name = "weekday" in before.senses and before.word.isascii() and not before.gap
            return self.is_dense and is_name and not sign.gap and sign.word.isascii()
        return sign.gap.strip() == "(" and (sign.sign > "\u2e7f" or self.is_dense)

    def _is_later_date(self, at: int) -> bool:
        """Tell the next date of a list without signs by the weekdays of both, a few days apart: `12/5(土)12/6(日)`."""
        before, days = self.atoms[at - 1], self.days.read(at) if self.times.begins_day(at) else None
        if days is None or len(days.moments) > 1 or "weekday" not in before.senses or days.moments[0].weekday is None:
            return False
        ahead = (days.moments[0].weekday - before.senses["weekday"]) % 7
        day, last = days.moments[0].day or 0, self._day_before(at - 1)
        return 0 < ahead <= _FEW_DAYS and (day - last == ahead or (day <= ahead and last > _MONTH_END))

    def _day_before(self, at: int) -> int:
        """Return the last number in front of an atom, among the three before it."""
        return next((atom.number for atom in reversed(self.atoms[max(0, at - 3) : at]) if atom.digits), 0)

    # Days behind a joint -----------------------------------------------------------------------

    def joined(self, days: Days) -> tuple[tuple[Moment, ...], Moment | None, int]:
        """Read what is joined to days by "to" or "and": `Nov 30 – Dec 2`, `3.5. und 17.5.`."""
        moments, after = days.moments, days.after
        if days.is_range:
            return moments[:1], moments[-1], after
        for _ in range(MOST_IN_LIST):
            joint = self.read(after)
            if joint is None:
                break
            begin = self._after_same(joint[1])
            following = self.days.read(begin, is_joined=True) or self._listed_day(begin, moments[-1])
            if following is None and joint[0] and moments[-1].year and self.atoms[days.after - 1].digits <= 2:
                following = self.days.closing_pair(joint[1])
            if following is None or following.moments[0].day is None or moments[-1].day is None:
                break
            following = replace(following, moments=_with_month(following.moments, moments[-1]))
            if joint[0] and len(moments) > 1 and self.is_dense and "→" in self.atoms[begin].gap:
                break  # 10月3日・4日→11月7日・8日: moved
            if joint[0] and len(moments) > 1 and self.is_dense:
                return moments, None, following.after  # 7日・8日・20日～22日: the last of them is a run
            if joint[0]:
                return moments, following.moments[-1], following.after
            moments, after = (*moments, *following.moments), following.after
        return moments, None, after

    def _after_same(self, at: int) -> int:
        """Step over the word that ties a day to the one before it: `11月21日〜同月29日`, `～翌年1月11日`."""
        atom, number = self._atom(at), self._atom(at + 1)
        is_word = atom is not None and "same" in atom.senses and number is not None and number.digits and not number.gap
        return at + 1 if is_word else at

    def _listed_day(self, at: int, known: Moment) -> Days | None:
        """Read a bare number of a Japanese list of days: `11/14、21、28（土）`."""
        atom, following = self._atom(at), self._atom(at + 1)
        is_holiday = atom is not None and self.days.text[atom.stop : atom.stop + 2] == "(祝"
        if (
            atom is None
            or not (atom.gap in {"、", "・"} or is_holiday or self._is_comma_list(at))
            or not 0 < atom.digits <= 2
            or not (known.day or 31) < atom.number <= 31
        ):
            return None
        is_time = following is not None and (following.gap in {":", "/", "."} or following.sign in {"時", "月"})
        return None if is_time else Days((replace(known, day=atom.number, weekday=None),), is_range=False, after=at + 1)

    def _is_comma_list(self, at: int) -> bool:
        """Tell the next day of `11/7,8` from the decimals of a number: nothing goes on behind it."""
        atom = self.atoms[at]
        return (
            atom.gap == ","
            and self.atoms[at - 1].gap in {"/", ","}
            and bool(_COMMA_LIST.match(self.days.text, atom.stop))
        )

    def listed_second(self, at: int, last: date | None) -> int | None:
        """Read the second day of a weekend that is said by its number; return the atom after it."""
        joint = self.read(at)
        days = self.days.read(joint[1]) if last is not None and joint is not None and not joint[0] else None
        is_last = days is not None and last is not None and days.moments[0] == Moment(day=last.day)
        return days.after if days is not None and is_last else None

    def until_from(self, day: date, at: int) -> tuple[date, int] | None:
        """Read the last day of something that begins today or tomorrow: `本日〜10/31`, `明日から12日まで`."""
        joint = self.read(at)
        days = self.days.read(joint[1]) if joint is not None and joint[0] else None
        if days is None or days.moments[0].day is None or len(days.moments) > 1:
            return None
        moment = days.moments[0]
        month = moment.month or day.month
        year = moment.year or day.year + (1 if (month, moment.day or 0) < (day.month, day.day) else 0)
        try:
            return date(year, month, moment.day or 0), days.after
        except ValueError:
            return None

    # Days with times of their own --------------------------------------------------------------

    def further(self, at: int, known: Moment) -> tuple[tuple[Moment, ...], int]:
        """Read the other days of a list in which each has its time: `Nov. 7 (9 a.m.), 14 (9 a.m.) & 19 (5 p.m.)`."""
        found: list[Moment] = []
        for _ in range(MOST_IN_LIST):
            atom, following = self._atom(at), self._atom(at + 1)
            if atom is None or following is None or not 0 < atom.digits <= 2 or "(" not in following.gap:
                break
            if not _TO_NEXT_TIMED.fullmatch(atom.gap) or not (known.day or 31) < atom.number <= 31:
                break
            times = self.times.read(at + 1)
            if times.start is None:
                break
            found.append(replace(known, day=atom.number, weekday=None).at(times.start))
            at = times.after
        return tuple(found), at

    def closing(self, at: int) -> tuple[Days, Times] | None:
        """Read the second half of `Nov 5, 10am – Nov 9, 5pm`."""
        joint = self.read(at)
        if joint is None or not joint[0] or _TO_NEXT_LINE.search(self.atoms[joint[1]].gap if joint[1] == at else ""):
            return None
        first = self._atom(joint[1])
        if joint[1] > at and self.is_dense and first is not None and "\n" in first.gap:
            return None  # 午前11時より, and the date of what stands in the next line
        is_next = first is not None and "next_day" in first.senses  # 22時〜翌1月1日5時
        days = self.days.read(joint[1] + 1 if is_next else joint[1], is_joined=True)
        if days is None or days.moments[0].day is None:
            return None
        if self.is_dense and _ROOM.match(self.text, self.atoms[joint[1]].stop):
            return None  # 14:00〜 3号室
        times = self.times.read(days.after)
        return None if times.start is not None and self._is_open(times.after) else (days, times)

    def _is_open(self, at: int) -> bool:
        """Tell whether a time ends with a dash and no time behind it, as the lines of a list do: `10:00～`."""
        stop = self.atoms[at - 1].stop
        if _OPEN_DASH.match(self.text[stop : stop + 4]) is not None:
            return True
        is_dash = _LAST_DASH.match(self.text[stop : stop + 4]) is not None
        return is_dash and at < len(self.atoms) and self.times.begins_day(at)

    def closing_time(self, at: int) -> tuple[Moment, int] | None:
        """Read the second half of `dalle 22 di sabato 27 giugno alle 4 di domenica 28 giugno`."""
        joint = self.read(at)
        if joint is None or not joint[0]:
            return None
        begin, is_sure = self.times.after_fillers(joint[1])
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=is_sure or begin > at)
        if span is None or span.end is not None:
            return None
        place, _ = self.times.after_fillers(span.after)
        days = self.days.read(place)
        following = self._atom(place)
        if days is None or following is None or days.moments[0].day is None or not TO_DAY.fullmatch(following.gap):
            return None
        return days.moments[-1].at(span.start), days.after


def _with_month(moments: tuple[Moment, ...], known: Moment) -> tuple[Moment, ...]:
    """Give days without a month the month of the day before them: `11月5日・6日`."""
    return tuple(
        replace(moment, month=known.month, year=known.year) if moment.month is None else moment for moment in moments
    )
