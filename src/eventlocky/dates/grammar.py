"""Atoms to mentions: days with their times, ranges, lists, recurrence, and what they are there for.

The atoms are read from left to right once; at every atom the forms are tried in a fixed order, each of
them looking a bounded number of atoms ahead, so the whole is linear in the length of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, time, timedelta

from eventlocky.dates import clocks
from eventlocky.dates.clocks import DASH, Span
from eventlocky.dates.days import DayReader, Days, is_list_by_point
from eventlocky.dates.lexer import Atom, atoms, plain_width
from eventlocky.dates.lexicon import Lexicon
from eventlocky.dates.mention import Clock, Mention, Moment, Role
from eventlocky.dates.rules import Rule, RuleReader, weekly

_TO_TIME = re.compile(r"[\s,.:;()（）\[\]【】「」|·•・、/&+–—~〜～→①②③④祝休の各-]{0,10}")
_TO_ROLE = re.compile(r"[^\n.!?\d]{0,16}")
_SENTENCE = re.compile(r"[\n!?;|•]|\.\s+[^\W\d_a-z]|\d")
_FAR = 45
"""How far before a date the word may stand that says what the date is for."""

_TO_DAY = re.compile(r"[\s,.:;()（）|·•・–—-]{0,6}")
_MOST_TIMES = 8
_HEADER = 60
"""A line with a year and at most so many letters may be a header: the longest of the corpora has 52."""

_FIRST_YEAR, _LAST_YEAR = 1990, 2040
_FILLERS = frozenset(
    """
    at of from morning afternoon evening night start hour clock between timetable session year_word
    """.split()
)
_BEGINNINGS = frozenset(
    """
    weekday month era every first second third fourth fifth last daily workdays plural today tomorrow next this
    weekend noon midnight am pm unit clock doors fortnight month_word after_tomorrow this_week next_week spoken
    weekly monthly weekends this_weekend next_weekend month_end spring summer autumn winter
    """.split(),
)
"""What a word must mean for a mention to begin with it."""

_ROLES = (
    ("copyright", Role.COPYRIGHT),
    ("posted", Role.POSTED),
    ("updated", Role.UPDATED),
    ("deadline", Role.DEADLINE),
    ("off", Role.OFF),
    ("hours", Role.HOURS),
)
_HOLIDAY = re.compile(r"^[・･/]?(?:祝日?|振替?|休日?)(?=[)）\]】])")
"""What Japanese pages add to the weekday of a holiday: `11月3日(火・祝)`."""

_SEASONS = ("spring", "summer", "autumn", "winter")
_TO_EXCEPTION = re.compile(r"[\s,.(（*–-]{0,5}")
_PHONE = re.compile(r"\d{2,5}-\d{2,4}-\d{3,4} ?[(（] ?$")
_LONGEST_PHONE = 24
_OF_HOURS = frozenset({"weekday", "plural", "workdays", "daily", "every"})
"""With these a mention behind `Horario:` tells opening hours; without them the word only announces a time."""


@dataclass(frozen=True, slots=True)
class _Times:
    """The times of a mention, and the atom after them."""

    start: Clock | None = None
    end: Clock | None = None
    more: tuple[Clock, ...] = ()
    doors: time | None = None
    after: int = 0


def find(text: str, lexicon: Lexicon, reference: date, *, month_first: bool) -> list[Mention]:
    """Return every mention of a text, in order; they do not overlap."""
    plain = plain_width(text)
    grammar = _Grammar(text, plain, atoms(plain, lexicon), reference, month_first=month_first)
    return grammar.mentions()


class _Grammar:
    """The reading of one text."""

    def __init__(self, text: str, plain: str, found: list[Atom], reference: date, *, month_first: bool) -> None:
        self.text = text
        self.atoms = found
        self.reference = reference
        self.days = DayReader(plain, found, month_first=month_first)
        self.rules = RuleReader(found)

    def mentions(self) -> list[Mention]:
        mentions: list[Mention] = []
        at = 0
        while at < len(self.atoms):
            read = self._read(at)
            if read is None:
                at += 1
                continue
            mention, after = read
            if mentions and mentions[-1].role is Role.HOURS and self._is_hours_too(mentions[-1], mention):
                mention = replace(mention, role=Role.HOURS)
            if mentions and mentions[-1].stop == mention.first and mentions[-1].role in {Role.POSTED, Role.UPDATED}:
                mention = replace(mention, role=mentions[-1].role)  # two texts without a space between them
            mentions.append(mention)
            at = max(after, at + 1)
        return mentions

    def _is_hours_too(self, hours: Mention, mention: Mention) -> bool:
        """Tell whether a mention goes on with the opening hours before it: the same line, and no month."""
        return mention.start.month is None and "\n" not in self.text[hours.stop : mention.first]

    def _read(self, at: int) -> tuple[Mention, int] | None:
        """Try the forms that can begin with this atom: most atoms are small words, with which none does."""
        atom = self.atoms[at]
        if atom.digits:
            rule = self._rule(at) if atom.digits <= 2 else None
            return rule or self._dated(at) or self._timed(at) or self._year(at)
        senses = atom.senses
        if senses.keys().isdisjoint(_BEGINNINGS) or (atom.gap == "" and "suffix" in senses):
            return None
        return (
            self._rule(at)
            or self._dated(at)
            or self._relative(at)
            or self._on_weekday(at)
            or self._timed(at)
            or self._season(at)
        )

    # Forms -------------------------------------------------------------------------------------

    def _dated(self, at: int) -> tuple[Mention, int] | None:
        """Read days, and the times beside them."""
        days = self.days.read(at)
        if days is None:
            return None
        if self._is_off(at) and days.is_range:  # reporté du 7 au 14 novembre
            mention, after = self._mention(at, days.after, days.moments[-1:], None, self._times(days.after))
            return replace(mention, role=Role.START), after
        moments, end, after = self._joined(days) if not self._is_off(at) else (days.moments, None, days.after)
        times = self._times(after)
        if end is None and times.start is not None and (closing := self._closing(times.after)) is not None:
            last, last_times = closing
            end = last.moments[-1].at(last_times.start)
            after = max(last.after, last_times.after)
            return self._mention(at, after, moments, end, replace(times, end=None, after=after))
        after = max(after, times.after)
        further, after = self._further(after, moments[-1]) if end is None and times.start is not None else ((), after)
        excluded, after = self._excluded(after) if end is not None else ((), after)
        mention, after = self._mention(at, after, moments, end, times)
        return replace(mention, more=(*mention.more, *further), excluded=excluded), after

    def _is_off(self, at: int) -> bool:
        """Tell whether the word before says that this day is no longer meant: `rescheduled from Nov 7 to Nov 14`."""
        before = self._atom(at - 1)
        return before is not None and "off" in before.senses and self.atoms[at].gap == " "

    def _further(self, at: int, known: Moment) -> tuple[tuple[Moment, ...], int]:
        """Read the other days of a list in which each has its time: `Nov. 7 (9 a.m.), 14 (9 a.m.) & 19 (5 p.m.)`."""
        found: list[Moment] = []
        for _ in range(_MOST_TIMES):
            atom, following = self._atom(at), self._atom(at + 1)
            if atom is None or following is None or not 0 < atom.digits <= 2 or not "(" in following.gap:
                break
            if not re.fullmatch(r"\.?[)）]?\s?[,&]\s?", atom.gap) or not (known.day or 31) < atom.number <= 31:
                break
            times = self._times(at + 1)
            if times.start is None:
                break
            found.append(replace(known, day=atom.number, weekday=None).at(times.start))
            at = times.after
        return tuple(found), at

    def _excluded(self, at: int) -> tuple[tuple[Moment, ...], int]:
        """Read the days that a rule or a range leaves out: `except 24 December`, `(12月26日を除く)`."""
        atom = self._atom(at)
        if atom is None or not _TO_EXCEPTION.fullmatch(atom.gap):
            return (), at
        if "except" in atom.senses:
            days = self.days.read(self.rules.after_small(at + 1))
            if days is None or days.moments[0].day is None:
                return ((), at + 2) if self._is_holiday(at + 1) else ((), at)
            moments, end, after = self._joined(days)
            return (moments if end is None else (*moments, end)), after
        days = self.days.read(at)
        if days is None or days.moments[0].day is None:
            return (), at
        moments, end, after = self._joined(days)
        behind = self._atom(after)
        is_left_out = behind is not None and "except_after" in behind.senses and len(behind.gap) <= 3
        return ((moments if end is None else (*moments, end)), after + 1) if is_left_out else ((), at)

    def _is_holiday(self, at: int) -> bool:
        atom = self._atom(at)
        return atom is not None and "holiday" in atom.senses and len(atom.gap) <= 2

    def _closing(self, at: int) -> tuple[Days, _Times] | None:
        """Read the second half of `Nov 5, 10am – Nov 9, 5pm`."""
        joint = self._joint(at)
        if joint is None or not joint[0] or re.search(r"[〜～~] ?\n", self.atoms[joint[1]].gap if joint[1] == at else ""):
            return None
        days = self.days.read(joint[1])
        if days is None or days.moments[0].day is None:
            return None
        times = self._times(days.after)
        return None if self._is_open(times.after) else (days, times)

    def _is_open(self, at: int) -> bool:
        """Tell whether a time ends with a dash and nothing behind it, as the lines of a list do: `10:00～`."""
        stop = self.atoms[at - 1].stop
        return re.match(r" ?[〜～~](?!\s?\d)", self.text[stop : stop + 4]) is not None

    def _joined(self, days: Days) -> tuple[tuple[Moment, ...], Moment | None, int]:
        """Read what is joined to days by "to" or "and": `Nov 30 – Dec 2`, `3.5. und 17.5.`."""
        moments, after = days.moments, days.after
        if days.is_range:
            return moments[:1], moments[-1], after
        for _ in range(_MOST_TIMES):
            joint = self._joint(after)
            if joint is None:
                break
            following = self.days.read(joint[1], is_joined=True) or self._listed_day(joint[1], moments[-1])
            if following is None and joint[0] and moments[-1].year and self.atoms[days.after - 1].digits <= 2:
                following = self.days.closing_pair(joint[1])
            if following is None or following.moments[0].day is None or moments[-1].day is None:
                break
            following = replace(following, moments=_with_month(following.moments, moments[-1]))
            if joint[0]:
                return moments, following.moments[-1], following.after
            moments, after = (*moments, *following.moments), following.after
        return moments, None, after

    def _listed_day(self, at: int, known: Moment) -> Days | None:
        """Read a bare number of a Japanese list of days: `11/14、21、28（土）`."""
        atom, following = self._atom(at), self._atom(at + 1)
        if atom is None or atom.gap not in {"、", "・"} or not 0 < atom.digits <= 2 or not (known.day or 31) < atom.number <= 31:
            return None
        is_time = following is not None and (following.gap == ":" or following.sign in {"時", "月"})
        return None if is_time else Days((replace(known, day=atom.number, weekday=None),), is_range=False, after=at + 1)

    def _joint(self, at: int) -> tuple[bool, int] | None:
        """Read what stands between two dates: a range or a list, and the atom that the second begins at."""
        atom = self._atom(at)
        if atom is None:
            return None
        gap = _HOLIDAY.sub("", atom.gap, count=1)
        if DASH.fullmatch(gap.lstrip(".)）]】")):
            return True, at
        if "\n" not in gap and _TO_DAY.fullmatch(gap):
            after = at + 1
            if (filler := self._atom(after)) is not None and "of" in filler.senses and "weekday" not in filler.senses:
                after += 1
            is_to = atom.senses.keys() & {"to", "until"} and not is_list_by_point(atom)
            if is_to and "weekday" not in atom.senses:
                return True, after
            if "and" in atom.senses:
                return False, after
        if re.fullmatch(r"[.)）]?\s?[,&+、・]\s?", gap) and (atom.digits or "weekday" in atom.senses):
            return False, at
        return None

    def _timed(self, at: int) -> tuple[Mention, int] | None:
        """Read a time that stands before its day, or alone."""
        atom = self.atoms[at]
        if not atom.digits and not atom.senses.keys() & {"noon", "midnight", "pm", "am", "clock", "doors", "spoken"}:
            return None
        if atom.digits and not self.days.is_free(at):
            return None
        begin, is_sure = self._after_fillers(at)
        if begin == at and "clock" in atom.senses:
            begin, is_sure = self._after_fillers(at + 1)
            if not self._has_minutes(begin):
                return None
            is_sure = True
        if "doors" in atom.senses:
            begin, is_sure = self._after_fillers(at + 1)
            is_sure = True
        first = self._atom(begin)
        if first is None or (begin > at and not _TO_TIME.fullmatch(first.gap)):
            return None
        if "doors" in atom.senses and self._begins_day(begin):
            return None
        span = clocks.read(self.atoms, begin, after_date=False, is_sure=is_sure, part=self._part(at, begin))
        if span is None or not self._is_time_here(span):
            return None
        times = self._with_doors(span, is_sure=is_sure, is_doors="doors" in atom.senses)
        place, _ = self._after_fillers(times.after)
        atom_after = self._atom(place)
        if atom_after is not None and _TO_DAY.fullmatch(atom_after.gap):
            days = self.days.read(place)
            if days is not None and days.moments[0].day is not None:
                moments, end, after = self._joined(days)
                if end is None and times.end is None and (closing := self._closing_time(after)) is not None:
                    end, after = closing
                return self._mention(at, after, moments, end, replace(times, after=after))
        return self._mention(at, times.after, (Moment(),), None, times)

    def _has_minutes(self, at: int) -> bool:
        """Tell `kl. 19.30` from `at 12 Main Street`, where other words stand before it; `19:30` needs no such word."""
        minutes = self._atom(at + 1)
        return minutes is not None and minutes.digits == 2 and minutes.gap == "."

    def _closing_time(self, at: int) -> tuple[Moment, int] | None:
        """Read the second half of `dalle 22 di sabato 27 giugno alle 4 di domenica 28 giugno`."""
        joint = self._joint(at)
        if joint is None or not joint[0]:
            return None
        begin, is_sure = self._after_fillers(joint[1])
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=is_sure or begin > at)
        if span is None or span.end is not None:
            return None
        place, _ = self._after_fillers(span.after)
        days = self.days.read(place)
        following = self._atom(place)
        if days is None or following is None or days.moments[0].day is None or not _TO_DAY.fullmatch(following.gap):
            return None
        return days.moments[-1].at(span.start), days.after

    def _season(self, at: int) -> tuple[Mention, int] | None:
        """Read `Fall 2026`, `Herbst 2026`: it says no day, and its year may head what follows."""
        atom, year = self.atoms[at], self._atom(at + 1)
        season = next((name for name in _SEASONS if name in atom.senses), None)
        if season is None or year is None or year.digits != 4 or not _FIRST_YEAR <= year.number <= _LAST_YEAR:
            return None
        if year.gap not in {" ", ", "} or not self.days.is_number(at + 1):
            return None
        mention, after = self._mention(at, at + 2, (Moment(year=year.number),), None, _Times(after=at + 2))
        return replace(mention, season=season), after

    def _relative(self, at: int) -> tuple[Mention, int] | None:
        """Read `today`, `tomorrow`, `this weekend`, `next Friday`, `vendredi prochain`, `本周六`."""
        read = self._relative_day(at)
        if read is None:
            return None
        day, last, after = read
        explicit = self.days.read(after)
        if explicit is not None and explicit.moments[0].day and re.fullmatch(r"[\s(（,:]{0,3}", self.atoms[after].gap):
            if explicit.moments[0].month is not None or explicit.moments[0].day != day.day:
                return None
            after = explicit.after  # tomorrow (17th)
        named = self._atom(after)
        if named is not None and named.gap.strip() in {"(", "（", ","} and named.senses.get("weekday") == day.weekday():
            after += 1  # 明日(水)
        times = self._times(after, part=self._part(at, after))
        if times.start is None and self._is_before_hours(after):
            return None  # open today until six
        end = Moment(last.year, last.month, last.day) if last else None
        return self._mention(at, max(after, times.after), (Moment(day.year, day.month, day.day),), end, times)

    def _relative_day(self, at: int) -> tuple[date, date | None, int] | None:
        """Return the day that a relative word means, the last day of a weekend, and the atom after it."""
        atom, following = self.atoms[at], self._atom(at + 1)
        senses = atom.senses
        if "today" in senses:
            return self.reference, None, at + 1
        if "after_tomorrow" in senses:
            return self.reference + timedelta(days=2), None, at + 1
        if "tomorrow" in senses and not ("morning" in senses and self._is_morning(at)):
            return self.reference + timedelta(days=1), None, at + 1
        if senses.keys() & {"this_weekend", "next_weekend"} and not self._is_before_number(at + 1):
            return *self._weekend(next_one="next_weekend" in senses), at + 1
        if following is None or following.gap not in {"", " ", "の", ", "}:
            return None
        if "weekday" in senses and "next" in following.senses and following.gap == " " and "month" not in senses:
            ahead = (senses["weekday"] - self.reference.weekday()) % 7 or 7
            return self.reference + timedelta(days=ahead), None, at + 2
        if "weekday" in following.senses and senses.keys() & {"this_week", "next_week"}:
            monday = self.reference - timedelta(days=self.reference.weekday())
            days = following.senses["weekday"] + (7 if "next_week" in senses else 0)
            return monday + timedelta(days=days), None, at + 2
        if senses.keys().isdisjoint({"next", "this"}) or following.gap not in {" ", ""}:
            return None
        if "weekday" in following.senses:
            ahead = (following.senses["weekday"] - self.reference.weekday()) % 7
            return self.reference + timedelta(days=ahead or (7 if "next" in senses else 0)), None, at + 2
        if "weekend" in following.senses:
            return *self._weekend(next_one="next" in senses), at + 2
        return None

    def _is_before_number(self, at: int) -> bool:
        """Tell whether a weekend is said in numbers too: `o víkendu 14. a 15. listopadu`."""
        atom = self._atom(at)
        return atom is not None and 0 < atom.digits <= 2 and len(atom.gap) <= 2 and self.days.read(at) is not None

    def _is_morning(self, at: int) -> bool:
        """Tell `por la mañana` and `sábado mañana` from `Mañana, a las 19:30`."""
        before = self._atom(at - 1)
        return before is not None and self.atoms[at].gap in {" ", ", "}

    def _year(self, at: int) -> tuple[Mention, int] | None:
        """Read a year that stands in a short line, as headers have it: what follows may inherit it."""
        atom = self.atoms[at]
        if atom.digits != 4 or not _FIRST_YEAR <= atom.number <= _LAST_YEAR:
            return None
        line = self.text[max(0, atom.first - _HEADER) : atom.stop + _HEADER]
        place = atom.first - max(0, atom.first - _HEADER)
        before, after = line[:place].rpartition("\n")[2], line[place:].partition("\n")[0]
        if len(before) + len(after) > _HEADER or not self.days.is_number(at):
            return None
        return self._mention(at, at + 1, (Moment(year=atom.number),), None, _Times(after=at + 1))

    def _weekend(self, *, next_one: bool) -> tuple[date, date]:
        saturday = self.reference + timedelta(days=(5 - self.reference.weekday()) % 7)
        if self.reference.weekday() == 6:  # Sunday: the weekend is on
            saturday -= timedelta(days=7)
        if next_one:
            saturday += timedelta(days=7)
        return saturday, saturday + timedelta(days=1)

    def _on_weekday(self, at: int) -> tuple[Mention, int] | None:
        """Read a weekday with a time and no date: `lauantaina klo 14`; with `weekly` behind it, it is a rule."""
        atom = self.atoms[at]
        if "weekday" not in atom.senses:
            return None
        weekdays, after = self.rules.weekdays(at)
        times = self._times(after)
        if times.start is None or "\n" in self.atoms[after].gap:
            return None
        if (rule := self.rules.often_behind(times.after, weekdays)) is not None:
            return self._ruled(at, rule, rule.after, times)
        previous = self._atom(at - 1)
        is_hours = previous is not None and "weekday" in previous.senses and DASH.fullmatch(atom.gap) is not None
        if is_hours or (len(weekdays) == 1 and len(atom.word) < 3 and atom.sign == ""):
            return None
        if len(weekdays) > 1 and after - at >= len(weekdays) and self._is_weekday_list(at, after):
            return self._ruled(at, weekly(times.after, weekdays), times.after, times)
        mention, after = self._mention(at, times.after, (Moment(weekday=atom.senses["weekday"]),), None, times)
        return (mention if len(weekdays) == 1 else replace(mention, role=Role.HOURS)), after

    def _is_weekday_list(self, at: int, after: int) -> bool:
        """Tell a list of weekdays, which a class has (`Mon, Wed & Fri 9 am`), from a range of them, which a shop has."""
        atoms_ = self.atoms[at + 1 : after]
        is_range = any(DASH.fullmatch(atom.gap.lstrip(".")) or atom.senses.keys() & {"to", "until"} for atom in atoms_)
        return not is_range

    def _rule(self, at: int) -> tuple[Mention, int] | None:
        """Read recurrence: `every Tuesday`, `first Monday of each month`, `毎週土曜`."""
        rule = self.rules.read(at)
        if rule is None or (rule.after == at + 1 and "plural" in self.atoms[at].senses and self._is_before_day(at + 1)):
            return None
        rule, after = self._rule_months(rule, self._after_explained(rule.after))
        times = self._times(after)
        if times.start is None:
            times = self._bare_hours(after)
        after = max(after, times.after)
        if rule.months is None:
            rule, after = self._rule_months(rule, after)
        if rule.months is None and self.atoms[at].gap == "の":
            rule = replace(rule, months=self._dense_months(at))
        return self._ruled(at, rule, after, times)

    def _dense_months(self, at: int) -> tuple[Moment, Moment] | None:
        """Read the months in front of a rule: `9月〜11月の毎週水曜日`."""
        number, sign = self._atom(at - 2), self._atom(at - 1)
        if number is None or sign is None or sign.sign not in {"月", "월"} or not 1 <= number.number <= 12:
            return None
        first, dash = self._atom(at - 4), self._atom(at - 3)
        is_range = first is not None and dash is not None and dash.sign == sign.sign and DASH.fullmatch(number.gap)
        begin = first.number if is_range and first is not None and 1 <= first.number <= 12 else number.number
        return Moment(month=begin), Moment(month=number.number)

    def _is_before_day(self, at: int) -> bool:
        """Tell the genitive `od soboty 14. listopadu` from a plural: its day follows at once."""
        atom = self._atom(at)
        if atom is None or not atom.digits or atom.gap != " " or not self._begins_day(at):
            return False
        days = self.days.read(at)
        return days is not None and len(days.moments) == 1 and self._joint(days.after) is None

    def _bare_hours(self, at: int) -> _Times:
        """Read hours that only their place behind a rule tells: `every day 10–17`."""
        first, last = self._atom(at), self._atom(at + 1)
        if first is None or last is None or "\n" in first.gap or not re.fullmatch(r"[\s,:(]{0,3}", first.gap):
            return _Times(after=at)
        if not DASH.fullmatch(last.gap) or not 0 < first.digits <= 2 or not 0 < last.digits <= 2 or self._begins_day(at):
            return _Times(after=at)
        behind = self._atom(at + 2)
        is_dated = behind is not None and (behind.digits > 0 or "month" in behind.senses) and len(behind.gap) <= 2
        span = None if is_dated else clocks.read(self.atoms, at, after_date=True, is_sure=True)
        if span is None or span.end is None:
            return _Times(after=at)
        end = span.end
        if end.minutes <= span.start.minutes < 12 * 60:  # 10-4
            end = replace(end, hour=end.hour + 12)
        if end.minutes <= span.start.minutes:
            return _Times(after=at)
        return _Times(span.start, end, after=span.after)

    def _ruled(self, at: int, rule: Rule, after: int, times: _Times) -> tuple[Mention, int]:
        """Read what follows a rule and its times: until when it holds, and what it leaves out."""
        is_hours = self._is_before_hours(after)
        begin = after
        rule, after = self._rule_end(rule, after)
        excluded, after = self._excluded(after)
        exceptions = self.rules.exceptions(after)
        after = exceptions.after
        if times.start is None and after > begin:  # every Monday except 28 December at 7pm
            times = self._times(after)
            times = times if times.start is not None else self._bare_hours(after)
            after = max(after, times.after)
        weekday = rule.days[0][1] if rule.days else None
        moment, until = Moment(weekday=weekday), rule.until
        if rule.months is not None:
            moment, until = replace(moment, month=rule.months[0].month, year=rule.months[0].year), rule.months[1]
        mention, after = self._mention(at, after, (moment,), until, times)
        mention = replace(
            mention,
            rule=rule.text(exceptions.months),
            excluded_weekdays=exceptions.weekdays,
            excluded=excluded,
            role=Role.HOURS if is_hours else mention.role,
        )
        return mention, after

    def _after_explained(self, at: int) -> int:
        """Step over the weekdays that explain a word: `werktags (Mo–Fr) um 12.30 Uhr`."""
        atom, previous = self._atom(at), self._atom(at - 1)
        if atom is None or previous is None or "workdays" not in previous.senses or "weekday" not in atom.senses:
            return at
        return at if self._is_before_hours(at) or atom.gap.strip() != "(" else self.rules.weekdays(at)[1]

    def _is_before_hours(self, at: int) -> bool:
        """Tell whether opening hours follow: `sonntags geöffnet`, `werktags (Mo. – Fr. 9–18 Uhr)`."""
        atom, previous = self._atom(at), self._atom(at - 1)
        if atom is None or previous is None:
            return False
        is_explained = "workdays" in previous.senses and "weekday" in atom.senses and atom.gap.strip() == "("
        if is_explained:
            _, after = self.rules.weekdays(at)
            return self.text[self.atoms[after - 1].stop : self.atoms[after - 1].stop + 2].strip(". ")[:1] != ")"
        return atom.gap == " " and "timetable" not in atom.senses and bool(atom.senses.keys() & {"hours", "open"})

    def _rule_months(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read the months of a season: `Saturdays, May through October`, `montags von April bis Oktober`."""
        place = after
        filler = self._atom(place)
        if filler is not None and "month" not in filler.senses and filler.senses.keys() & {"from", "of"}:
            place += 1
        first = self._atom(place)
        if first is None or "month" not in first.senses or not re.fullmatch(r"[\s,(:]{0,3}", self.atoms[after].gap):
            return rule, after
        if place > after and first.gap != " ":
            return rule, after
        year, place = self._year_of(place + 1)
        joint = self._joint(place)
        if joint is None and (dashed := self._atom(place)) is not None and DASH.fullmatch(dashed.gap):
            joint = True, place
        last = self._atom(joint[1]) if joint is not None and joint[0] else None
        if joint is None or last is None or "month" not in last.senses:
            month = Moment(year=year, month=first.senses["month"])
            is_day = (
                (number := self._atom(place)) is not None
                and 0 < number.digits <= 2
                and number.gap in {" ", ". "}
                and not self._is_hour(place)
            )
            is_day = is_day or (number is not None and 0 < number.digits <= 2 and number.gap == " (")
            is_in = filler is not None and "of" in filler.senses and filler is not first and not is_day
            return (replace(rule, months=(month, month)), place) if is_in else (rule, after)
        behind = self._atom(joint[1] + 1)
        if behind is not None and 0 < behind.digits <= 2 and behind.gap in {" ", ". "} and not self._is_hour(joint[1] + 1):
            return rule, after  # through October 5
        last_year, place = self._year_of(joint[1] + 1)
        months = Moment(year=year or last_year, month=first.senses["month"]), Moment(last_year, last.senses["month"])
        return replace(rule, months=months), place

    def _year_of(self, at: int) -> tuple[int | None, int]:
        """Read the year behind a month without a day."""
        atom = self._atom(at)
        if atom is None or atom.digits != 4 or atom.gap not in {" ", ", "}:
            return None, at
        return (atom.number, at + 1) if _FIRST_YEAR <= atom.number <= _LAST_YEAR else (None, at)

    def _is_hour(self, at: int) -> bool:
        return clocks.read(self.atoms, at, after_date=True) is not None

    def _rule_end(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read until when a rule holds: `through May`, `bis 31.12.2026`, `bis Ende November`."""
        atom = self._atom(after)
        if atom is None or not atom.senses.keys() & {"until", "to"} or not re.fullmatch(r"[\s,.(]{0,3}", atom.gap):
            return rule, after
        begin = self.rules.after_small(after + 1)
        days = self.days.read(begin)
        if days is not None:
            return replace(rule, until=days.moments[-1]), days.after
        month = self._atom(begin)
        if month is not None and "month_end" in month.senses and "dense" not in month.senses:
            begin = self.rules.after_small(begin + 1)
            month = self._atom(begin)
        if month is not None and "month" in month.senses and month.gap == " ":
            year, place = self._year_of(begin + 1)
            return replace(rule, until=Moment(year=year, month=month.senses["month"])), place
        return rule, after

    # Times -------------------------------------------------------------------------------------

    def _part(self, at: int, after: int) -> str:
        """Return the part of the day that small words in front of a time name last: `Friday evening at 8`."""
        for atom in reversed(self.atoms[at:after]):
            for part in clocks.PARTS:
                if part in atom.senses:
                    return part
        return ""

    def _times(self, at: int, part: str = "") -> _Times:
        """Read the times behind a day: one, a range, several, doors."""
        place, is_sure = self._after_fillers(at)
        atom = self._atom(place)
        if atom is None:
            return _Times(after=at)
        if "iso" in atom.senses and atom.gap == "":
            place += 1
            atom = self._atom(place)
            if atom is not None and atom.digits == 6 and atom.number // 10_000 < 24 and atom.number // 100 % 100 < 60:
                start = Clock(atom.number // 10_000, atom.number // 100 % 100)
                return _Times(start, after=self._after_offset(place + 1))
        is_doors = atom is not None and "doors" in atom.senses and _TO_TIME.fullmatch(atom.gap) is not None
        begin = place
        if is_doors:
            begin, is_sure = self._after_fillers(place + 1)
            is_sure = True
        first = self._atom(begin)
        if first is None or not _TO_TIME.fullmatch(first.gap):
            return _Times(after=at)
        if first.digits and not is_sure and self._begins_day(begin):
            return _Times(after=at)
        is_between = any("between" in atom.senses for atom in self.atoms[at:begin])
        part = self._part(at, begin) or part
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=is_sure, is_between=is_between, part=part)
        if span is None and any("from" in atom.senses for atom in self.atoms[at:begin]):
            span = self._hours_from(begin)
        if span is None or not self._is_time_here(span):
            return _Times(after=at)
        if begin > at and "iso" in self.atoms[begin - 1].senses:
            return _Times(span.start, after=self._after_offset(span.after))
        return self._with_doors(span, is_sure=is_sure, is_doors=is_doors)

    def _hours_from(self, at: int) -> Span | None:
        """Read hours that only "from … to" tells: `od 8 do 16`."""
        span = clocks.read(self.atoms, at, after_date=True, is_sure=True)
        is_range = span is not None and span.end is not None and span.start.minutes < span.end.minutes
        return span if is_range and not self._begins_day(at) else None

    def _with_doors(self, span: Span, *, is_sure: bool = False, is_doors: bool = False) -> _Times:
        """Read what follows a time: its role (`18:00開場`), doors, further times."""
        start, end, after = span.start, span.end, span.after
        doors: time | None = None
        more: list[Clock] = []
        role = self._role_behind(after)
        if role:
            after += 1
        elif is_doors:
            role = "doors"
        if role == "doors":
            doors = start.time()
        for _ in range(_MOST_TIMES):
            place, sure_here = self._after_fillers(after)
            atom = self._atom(place)
            if atom is None or not _TO_TIME.fullmatch(atom.gap) or "\n" in atom.gap:
                break
            if (skipped := self._after_last_entry(place)) is not None:
                after = skipped
                continue
            begin = place
            is_start = any("start" in filler.senses for filler in self.atoms[after : place + 1])
            sure_here = sure_here or is_start
            if atom.senses.keys() & {"doors", "end", "start", "and"}:
                begin, sure_there = self._after_fillers(place + 1)
                sure_here = sure_here or sure_there or (is_sure and "and" in atom.senses)
            first = self._atom(begin)
            if first is None or not _TO_TIME.fullmatch(first.gap):
                break
            if self._begins_day(begin) and not (sure_here and begin > after and "clock" in self.atoms[begin - 1].senses):
                break
            sure_here = sure_here or (is_sure and self._is_listed_hour(begin, start))
            sure_here = sure_here or (is_sure and first.gap.strip() in {"+", "&"})
            following = clocks.read(self.atoms, begin, after_date=True, is_sure=sure_here)
            if following is None or not following.start.is_sure:
                break
            following = _in_same_half(following, span)
            if following.half == "pm" and not span.half and end is None and role == "":
                start, more = _in_evening(start, more)
            behind = self._role_behind(following.after)
            after = following.after + (1 if behind else 0)
            is_glued = (
                first.gap == ""
                and following.start.minutes != start.minutes
                and not self.atoms[begin - 1].senses.keys().isdisjoint({"am", "pm"})
            )
            is_doors_here = "doors" in atom.senses or behind == "doors"
            if is_doors_here and doors is not None and start.time() != doors:
                continue  # the doors of the second show
            if is_doors_here:
                doors = following.start.time()
            elif role == "doors" or (behind == "start" and role != "start") or (is_start and doors == start.time()):
                start, end, role = following.start, following.end, "start"
            elif "end" in atom.senses or behind == "end" or (end is None and not more and is_glued):
                end = following.start  # 4:30 pm6:00 pm: two columns without a space between them
            else:
                more.append(following.start)
        return _Times(start, end, tuple(more), doors, after)

    def _after_last_entry(self, at: int) -> int | None:
        """Step over the time of the last entry, which is neither start nor end: `last entry 4pm`, `入館は16:30まで`."""
        atom = self.atoms[at]
        if "last_entry" not in atom.senses:
            return None
        begin, _ = self._after_fillers(at + 1)
        following = self._atom(begin)
        if following is not None and following.senses.keys() & {"until", "to"}:
            begin, _ = self._after_fillers(begin + 1)
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=True)
        if span is None:
            return None
        behind = self._atom(span.after)
        return span.after + 1 if behind is not None and "until_after" in behind.senses and not behind.gap else span.after

    def _is_listed_hour(self, at: int, start: Clock) -> bool:
        """Tell whether a bare number goes on with the hours of a list: `klo 11, 13 ja 15`."""
        atom = self.atoms[at]
        after = self.text[atom.stop : atom.stop + 1]
        following = self._atom(at + 1)
        has_joint = following is not None and following.gap == " " and "and" in following.senses
        is_rising = 0 < atom.digits <= 2 and start.hour < atom.number <= 24
        return is_rising and atom.gap == ", " and (has_joint or after in {"", ",", "\n"})

    def _after_offset(self, at: int) -> int:
        """Step over the offset of an ISO time: the wall clock is what it says."""
        atom, following = self._atom(at), self._atom(at + 1)
        if atom is not None and atom.gap in {"+", "-", "−"} and atom.digits in {2, 4}:
            return at + 2 if following is not None and following.gap == ":" and following.digits == 2 else at + 1
        return at + 1 if atom is not None and atom.gap == "" and "iso" in atom.senses else at

    def _role_behind(self, at: int) -> str:
        """Read the word behind a time that says what it is: `18:00開場`, `19:30 Einlass` (not before another time)."""
        atom = self._atom(at)
        if atom is None or not re.fullmatch(r"[\s(（]?", atom.gap):
            return ""
        following = self._atom(at + 1)
        is_label = (
            following is not None
            and following.digits > 0
            and re.fullmatch(r"\s?[:：/]?\s?", following.gap) is not None
            and not self._has_role_behind(at + 1)
        )
        for role in ("doors", "start", "end"):
            if role in atom.senses and not (is_label and atom.gap != ""):
                return role
        return ""

    def _has_role_behind(self, at: int) -> bool:
        """Tell whether the next time too has its word behind it: `17:00 open / 18:00 start`."""
        span = clocks.read(self.atoms, at, after_date=True)
        atom = self._atom(span.after) if span is not None else None
        if span is None or atom is None or atom.gap not in {"", " "}:
            return False
        following = self._atom(span.after + 1)
        is_label = (
            following is not None and following.digits > 0 and re.fullmatch(r"\s?[:：/]?\s?", following.gap) is not None
        )
        return not is_label and not atom.senses.keys().isdisjoint({"doors", "start", "end"})

    def _after_fillers(self, at: int) -> tuple[int, bool]:
        """Step over words such as "at", "um", "kl." in front of a time; tell whether they say that it is one."""
        is_sure = False
        for _ in range(4):
            atom = self._atom(at)
            if (skipped := self._after_session(at)) is not None:
                at = skipped
                continue
            if atom is None or atom.digits or not atom.senses.keys() & _FILLERS or not _TO_TIME.fullmatch(atom.gap):
                break
            if atom.senses.keys() & {"noon", "midnight", "am", "pm"} and "of" not in atom.senses:
                break
            is_sure = is_sure or ("clock" in atom.senses and not self.text[atom.stop : atom.stop + 1].isdecimal())
            at += 1
        return at, is_sure

    def _after_session(self, at: int) -> int | None:
        """Step over the number of a session in front of its time: `2부 16:00`, `第1部 13:00`."""
        atom = self._atom(at)
        if atom is not None and atom.sign == "第":
            at += 1
            atom = self._atom(at)
        sign = self._atom(at + 1)
        if atom is None or sign is None or atom.digits != 1 or sign.gap or "session_sign" not in sign.senses:
            return None
        return at + 2

    def _is_time_here(self, span: Span) -> bool:
        """Refuse a time that runs into a number, a price or a percentage."""
        stop = self.atoms[span.after - 1].stop
        after = self.text[stop : stop + 2]
        return after[:1] not in {"%", "€", "$", "£", "¥"} and after not in {" €", " $", " £", " %"}

    def _begins_day(self, at: int) -> bool:
        days = self.days.read(at)
        return (
            days is not None and None not in {days.moments[0].day, days.moments[0].month} and self.atoms[at].digits > 0
        )

    # The mention -------------------------------------------------------------------------------

    def _mention(
        self,
        at: int,
        after: int,
        moments: tuple[Moment, ...],
        end: Moment | None,
        times: _Times,
    ) -> tuple[Mention, int]:
        first = moments[0].at(times.start)
        more = [moment.at(times.start) for moment in moments[1:]]
        more += [moments[0].at(clock) for clock in times.more]
        if end is not None and times.end is not None:
            end = end.at(times.end)
        elif end is None and times.end is not None:
            end = moments[0].at(times.end)
        role, begin = self._role(at, is_dated=first.day is not None and first.month is not None)
        role, after = self._role_after(role, at, after, end)
        mention = Mention(
            first=self.atoms[begin].first if role is Role.END else self.atoms[at].first,
            stop=self.atoms[after - 1].stop,
            text=" ".join(self.text[self.atoms[at].first : self.atoms[after - 1].stop].split()),
            start=first,
            end=end,
            more=tuple(more),
            doors=times.doors,
            role=role,
        )
        return mention, after

    def _role_after(self, role: Role, at: int, after: int, end: Moment | None) -> tuple[Role, int]:
        """Read the words behind a mention that say what it is: `…まで`, `… asti`, `1/6更新`."""
        atom = self._atom(after)
        if atom is None:
            return role, after
        if role is Role.START and "dense" in atom.senses and re.fullmatch(r" ?に[^\n\d]{0,40}", atom.gap):
            if "posted" in atom.senses:  # 9:28 に … が投稿
                return Role.POSTED, after
            if "updated" in atom.senses:
                return Role.UPDATED, after
        if "except_after" in atom.senses and role is Role.START and end is None:
            if re.fullmatch(r"(?:・祝)?[)）]?[をは]?", atom.gap):
                return Role.OFF, after + 1
        if not re.fullmatch(r"[.]?[)）】\]]?[ 」]?", atom.gap):
            return role, after
        following = self._atom(after + 1)
        is_asked = following is not None and "deadline" in following.senses and len(following.gap) <= 3
        if "before_after" in atom.senses and is_asked:
            return Role.DEADLINE, after + 1
        if "until_after" in atom.senses:
            is_deadline = role is Role.DEADLINE and re.fullmatch(r"[\s:：】」)）は]{0,4}", self.atoms[at].gap) is not None
            if is_asked and role is not Role.END:
                return Role.DEADLINE, after + 1  # 11月10日までにお申し込みください
            return (role if end is not None or is_deadline else Role.END), after + 1
        if "dense" in atom.senses and role is Role.START:
            for sense, other in _ROLES:
                if sense in atom.senses:
                    return other, after
        return role, after

    def _role(self, at: int, *, is_dated: bool) -> tuple[Role, int]:
        """Return what the words before a mention say of it; `open` tells hours only where no date is said."""
        before = self._atom(at - 1)
        first = self.atoms[at].first
        if "©" in self.text[max(0, first - 3) : first] or self.text[max(0, first - 5) : first].rstrip().endswith("(c)"):
            return Role.COPYRIGHT, at
        start = at - 1
        while (
            start >= 0
            and first - self.atoms[start].first <= _FAR
            and not _SENTENCE.search(self.text, self.atoms[start].stop, first)
        ):
            atom = self.atoms[start]
            if atom.digits and not _TO_ROLE.fullmatch(self.atoms[at].gap):
                break
            for sense, role in _ROLES:
                if sense in atom.senses and ("timetable" not in atom.senses or self._tells_hours(at)):
                    return role, at
            if "entry" in atom.senses and is_dated and not self.text[atom.stop : first].strip(" :："):
                return Role.DEADLINE, at  # 受付：11月1日〜
            if "open" in atom.senses and not is_dated:
                return Role.HOURS, at
            start -= 1
        if self._is_behind_phone(at):
            return Role.HOURS, at
        if self._is_open_start(at):
            return Role.END, at
        if before is None:
            return Role.START, at
        near = at - 1
        while near > 0 and "of" in self.atoms[near].senses and not self.atoms[near].senses.keys() & {"until", "doors"}:
            if self.atoms[near + 1].gap.strip(" .") or near < at - 2:
                break
            near -= 1
        before = self.atoms[near]
        gap = self.atoms[near + 1].gap.strip(" .:")
        if "doors" in before.senses and not gap:
            return Role.DOORS, at
        if before.senses.keys() & {"until", "end"} and not gap and "weekday" not in before.senses:
            return Role.END, near
        return Role.START, at

    def _tells_hours(self, at: int) -> bool:
        """Tell `Horario: lunes a viernes …` from `Horario: 19 h`."""
        return not self.atoms[at].senses.keys().isdisjoint(_OF_HOURS)

    def _is_behind_phone(self, at: int) -> bool:
        """Tell the hours at which a telephone is answered: `TEL: 045-912-7572(平日9:30～17:00)`."""
        first = self.atoms[at].first
        if self.atoms[at].senses.keys().isdisjoint(_OF_HOURS) or not self.text[first - 1 : first].strip("0123456789"):
            return False
        return _PHONE.search(self.text[max(0, first - _LONGEST_PHONE) : first]) is not None

    def _is_open_start(self, at: int) -> bool:
        """Tell a date with a wave dash in front of it and no date before that: `～12月27日`, `開催中〜1月11日`."""
        first = self.atoms[at].first
        before = self.text[max(0, first - 12) : first].rpartition("\n")[2].rstrip(" ")
        if not before or before[-1] not in "~〜～":
            return False
        return not re.search(r"\d", before)

    def _atom(self, at: int) -> Atom | None:
        return self.atoms[at] if 0 <= at < len(self.atoms) else None


def _with_month(moments: tuple[Moment, ...], known: Moment) -> tuple[Moment, ...]:
    """Give days without a month the month of the day before them: `11月5日・6日`."""
    return tuple(
        replace(moment, month=known.month, year=known.year) if moment.month is None else moment for moment in moments
    )


def _in_same_half(span: Span, first: Span) -> Span:
    """`오후 3시, 7시`: the half of the day that the first time names holds for the next."""
    if span.half or first.half != "pm" or span.start.hour >= 12:
        return span
    later = replace(span.start, hour=span.start.hour + 12)
    return replace(span, start=later) if later.minutes > first.start.minutes else span


def _in_evening(start: Clock, more: list[Clock]) -> tuple[Clock, list[Clock]]:
    """`4:30, 7:00 and 9:30 p.m.`: what the last time says of the half of the day holds for all."""
    clocks_ = [replace(clock, hour=clock.hour + 12) if clock.hour < 12 else clock for clock in (start, *more)]
    return clocks_[0], clocks_[1:]
