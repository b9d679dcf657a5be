"""Recurrence among the atoms of a text, as an iCalendar rule: `every other Tuesday`, `第2・第4日曜日`, `daily`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from eventlocky.dates import clocks
from eventlocky.dates.lexer import Atom, Look
from eventlocky.dates.lexicon import DENSE
from eventlocky.dates.mention import WEEKDAY_CODES, Moment

FIRST_YEAR, LAST_YEAR = 1990, 2040
"""The numbers that are a year where no day stands beside them: others are prices, rooms, counts."""

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_NUMBERED = frozenset("first second third fourth fifth 1st 2nd 3rd 4th 5th".split())
_SUFFIXES = frozenset({"st", "nd", "rd", "th"})
_LOOSE = re.compile(r"[\s,.()・·、/&+とや와과및和及与與]{0,4}")
_SPACE = re.compile(r"\s{0,2}")
_TO_MONTH_WORD = re.compile(r"[.]?\s{0,2}")
_BESIDE = re.compile(r"[\s,.:()（）–—の-]{0,4}")
_BEFORE = re.compile(r"[\s,(（]{1,3}")
_RANGE_SIGNS = frozenset({"-", "–", "—", "~", "〜", "～", "→"})
_MOST = 12
"""How many weekdays, ordinals or days a rule may name: looking further ahead would not be linear."""

_MOST_IN_MONTH, _LONGEST_MONTH = 5, 31
"""How often a weekday can come in a month, and how many days a month can have."""

_MOST_DIGITS = 2
_FAR = 24
"""How many atoms the weekdays of a rule may take, with the words between them."""

_LEFT_OUT = {"even_months": (1, 3, 5, 7, 9, 11), "odd_months": (2, 4, 6, 8, 10, 12)}
_MONTHLY = frozenset({"every", "month_word", "monthly", *_LEFT_OUT})
_NUMBERING = _MONTHLY | _ORDINALS.keys()
_OFTEN = frozenset({"every", "fortnight", "weekly"})
"""What the word means with which the rule of numbered weekdays begins, or one that says how often."""

_WORKDAYS = (0, 1, 2, 3, 4)
_WEEKEND = (5, 6)
_PARTS = frozenset({"morning", "afternoon", "evening", "night"})
_WORDS = (("day_word", "DAILY"), ("week_word", "WEEKLY"), ("month_word", "MONTHLY"), ("year_word", "YEARLY"))


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as far as the words say it, and the atom after it.

    `days` are weekdays, each with its number in the month (the second Thursday is 2, 3; the last Friday -1, 4), or 0.
    `months` are the first and the last month of a season: `Saturdays, May through October`; `month` is the one of a
    yearly rule, `left_out` are the odd months of an even rule and the other way round.
    """

    frequency: str
    after: int
    days: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    interval: int = 1
    until: Moment | None = None
    months: tuple[Moment, Moment] | None = None
    month: int = 0
    left_out: tuple[int, ...] = ()

    def text(self, excluded_months: tuple[int, ...] = ()) -> str:
        """Return the RRULE without its end, which needs a calendar."""
        excluded_months = (*excluded_months, *self.left_out)
        parts = [f"FREQ={self.frequency}"]
        if self.interval > 1:
            parts.append(f"INTERVAL={self.interval}")
        if self.days:
            parts.append("BYDAY=" + ",".join(f"{number or ''}{WEEKDAY_CODES[day]}" for number, day in self.days))
        if self.month:
            parts.append(f"BYMONTH={self.month}")
        if self.month_days:
            parts.append("BYMONTHDAY=" + ",".join(map(str, self.month_days)))
        kept = [str(month) for month in range(1, 13) if month not in excluded_months]
        if excluded_months and kept:  # who leaves out every month has left out none
            parts.append("BYMONTH=" + ",".join(kept))
        return ";".join(parts)

    def each_year(self, *, is_behind: bool = False) -> Rule:
        """Return the rule of every year where months without a year bound it: `4月〜11月の毎月第4土曜日`.

        Any rule where they stand behind it: `毎週日曜日（4月〜11月）`; before a weekly one they are those of one year.
        """
        if self.months is None or not (self.frequency == "MONTHLY" or is_behind):
            return self
        first, last = self.months
        if first.month is None or last.month is None or first == last or first.year or last.year:
            return self
        kept = months_between(first.month, last.month)
        left_out = tuple(month for month in range(1, 13) if month not in kept)
        return replace(self, months=None, left_out=(*self.left_out, *left_out))


@dataclass(frozen=True, slots=True)
class Exceptions:
    """The weekdays and months that a rule leaves out, and the atom after them."""

    after: int
    weekdays: tuple[int, ...] = ()
    months: tuple[int, ...] = ()


class RuleReader:
    """Reads rules at a place among the atoms of one text."""

    def __init__(self, atoms: list[Atom], look: Look) -> None:
        self.atoms = atoms
        self._atom = look
        self.behind_range = -1

    def read(self, at: int) -> Rule | None:
        """Read the rule that begins at an atom: the forms that can begin with such an atom are tried."""
        atom = self.atoms[at]
        senses = atom.senses
        if atom.digits:
            is_short = atom.digits == 1
            return (
                self._day_of_month(at)
                or self._in_months(at)
                or (self._monthly(at) if is_short else None)
                or self._fourteen_days(at)
                or (self._dense(at) if is_short else None)
            )
        return (
            (None if _NUMBERING.isdisjoint(senses) and atom.sign != "第" else self._monthly(at))
            or (None if _OFTEN.isdisjoint(senses) else self._every(at))
            or (self._times_a_week(at) if atom.sign == "週" else None)
            or (self._weekdays_often(at) if "weekday" in senses else None)
            or self._daily(at)
            or (self._plural(at) if "plural" in senses else None)
            or (self._dense(at) if "every" in senses else None)
        )

    def often_behind(self, at: int, weekdays: tuple[int, ...]) -> Rule | None:
        """Read the word behind weekdays that makes a rule of them: `weekly`, `14-tägig`, `of each week`."""
        atom = self._atom(at)
        if atom is None or not _BESIDE.fullmatch(atom.gap):
            return None
        if atom.senses.keys() & {"weekly", "daily"} and "weekday" not in atom.senses:
            return weekly(at + 1, weekdays)
        if atom.senses.keys() & {"fortnight", "fortnight_after"}:
            return weekly(at + 1, weekdays, interval=2)
        if (fourteen := self._fourteen_days(at)) is not None:
            return weekly(fourteen.after, weekdays, interval=2)
        place = at
        while place < at + 3 and (filler := self._atom(place)) is not None and _SPACE.fullmatch(filler.gap):
            if "every" in filler.senses:
                unit = self._atom(place + 1)
                if unit is not None and _SPACE.fullmatch(unit.gap) and "week_word" in unit.senses:
                    return weekly(place + 2, weekdays)
                return None
            if "of" not in filler.senses:
                return None
            place += 1
        return None

    def exceptions(self, at: int) -> Exceptions:
        """Read the weekdays and months that a rule leaves out: `except Mondays`, `except in August`."""
        atom = self._atom(at)
        begin = at + 1 if atom is not None and "every" in atom.senses else at
        first = self._atom(begin)
        if atom is not None and first is not None and "weekday" in first.senses and _BEFORE.fullmatch(atom.gap):
            weekdays, after = self.weekdays(begin)
            behind = self._atom(after)
            if behind is not None and "except_after" in behind.senses and len(behind.gap) <= 2:
                return Exceptions(after + 1, weekdays)  # 毎日(月曜を除く)
        if (left_out := self._dense_months_left_out(at)) is not None:
            return left_out
        if atom is not None and "holiday" in atom.senses and _BEFORE.fullmatch(atom.gap):
            behind = self._atom(at + 1)
            if behind is not None and "except_after" in behind.senses and len(behind.gap) <= 1:
                return Exceptions(at + 2)  # 毎週月・水（祝日を除く）
        if atom is None or "except" not in atom.senses or not re.fullmatch(r"[\s,.(*–-]{0,5}", atom.gap):
            return Exceptions(at)
        place = self.after_small(at + 1)
        months: list[int] = []
        while (
            len(months) < _MOST
            and (month := self._atom(place)) is not None
            and "month" in month.senses
            and _LOOSE.fullmatch(month.gap)
        ):
            months.append(month.senses["month"])
            place += 1
            joint, following = self._atom(place), self._atom(place + 1)
            if joint is not None and "and" in joint.senses and following is not None and "month" in following.senses:
                place += 1
        weekdays, after = self.weekdays(place)
        return Exceptions(after, weekdays, tuple(months)) if weekdays or months else Exceptions(at)

    def _dense_months_left_out(self, at: int) -> Exceptions | None:
        """Read the months in which a rule rests: `(8月は休み)`, `※1月・8月を除く`."""
        months: list[int] = []
        place = at
        holiday, behind = self._atom(at), self._atom(at + 1)
        if (
            holiday is not None
            and "holiday" in holiday.senses
            and behind is not None
            and behind.gap in {"・", "、", "と"}
        ):
            place = at + 1  # （祝日・8月を除く）
        while len(months) < _MOST and (number := self._atom(place)) is not None and 1 <= number.number <= 12:
            sign = self._atom(place + 1)
            gaps = (
                r"[・、,と〜～~-]?"
                if months or place > at
                else r"[〜～~]?[\s(（※、]{0,3}|(?:に|開催|実施|活動)[^\d\n。]{0,12}[(（※]"
            )
            if sign is None or not re.fullmatch(gaps, number.gap):
                break
            has_sign = sign.sign in {"月", "월"} and not sign.gap
            if not has_sign and sign.gap not in {"・", "、", *_RANGE_SIGNS}:
                break
            is_range = bool(months) and number.gap in _RANGE_SIGNS
            months += months_between(months[-1], number.number)[1:] if is_range else (number.number,)
            place += 2 if has_sign else 1
        behind = self._atom(place)
        if not months or behind is None or "except_after" not in behind.senses or len(behind.gap) > 2:
            return None
        return Exceptions(place + 1, months=tuple(months))

    def after_small(self, at: int) -> int:
        """Step over "on", "the", "every" in front of a weekday, a month or a day."""
        for _ in range(2):
            atom = self._atom(at)
            if atom is None or atom.digits or not atom.senses.keys() & {"of", "every", "from"}:
                break
            if atom.senses.keys() & {"weekday", "month"} or not _SPACE.fullmatch(atom.gap.lstrip(",:")):
                break
            at += 1
        return at

    def _every(self, at: int) -> Rule | None:
        atom = self._atom(at)
        if atom is None or _OFTEN.isdisjoint(atom.senses):
            return None
        if "every" not in atom.senses:
            return self._often(at + 1, 2 if "fortnight" in atom.senses else 1)
        place, interval = self._after_articles(at + 1), 1
        following = self._atom(place)
        if following is None or not (_SPACE.fullmatch(following.gap) or self._is_bracketed_sign(following)):
            return None
        if following.senses.keys() & {"other", "second"}:
            place, interval = place + 1, 2
            following = self._atom(place)
            if following is None or not _SPACE.fullmatch(following.gap):
                return None
        if 0 < following.digits <= 2:
            return self._each_so_many(place, following.number) or self._day_of_month(place, has_every=True)
        weekdays, after = self.weekdays(place)
        if weekdays:
            return self._in_rhythm(weekly(after, weekdays, interval))
        if interval == 2 and "week_word" in following.senses:
            return self._often(place + 1, 2)
        for sense, frequency in _WORDS:
            if sense in following.senses:
                rule = self._on_weekdays(Rule(frequency, place + 1, interval=interval))
                return (self._day_of_month(place + 1) if frequency == "DAILY" else None) or rule
        if not following.senses.keys().isdisjoint(_PARTS) and "tomorrow" not in following.senses:
            return Rule("DAILY", place + 1)
        if "weekday" not in following.senses and "weekend" in following.senses:
            return weekly(place + 1, (5, 6))
        return None

    def _times_a_week(self, at: int) -> Rule | None:
        """Read the weekdays behind how often they come: `週1回 木曜日`, `週2回（火・金）`."""
        week, count, times = self._atom(at), self._atom(at + 1), self._atom(at + 2)
        if week is None or count is None or times is None or week.sign != "週" or count.gap or times.gap:
            return None
        if not 1 <= count.number <= 7 or times.word != "回":
            return None
        rule = self._on_weekdays(Rule("WEEKLY", at + 3))
        return rule if len(rule.days) == count.number else None

    def _is_bracketed_sign(self, atom: Atom) -> bool:
        """Tell the weekday of `毎週(土)`."""
        return atom.gap in {"(", " (", "[", "【"} and "weekday" in atom.senses and atom.sign > "\u2e7f"

    def _after_articles(self, at: int) -> int:
        """Step over the article of `tous les jeudis`, `todos os sábados`."""
        atom = self._atom(at)
        is_article = atom is not None and "of" in atom.senses and atom.gap == " " and "weekday" not in atom.senses
        return at + 1 if is_article else at

    def _each_so_many(self, at: int, count: int) -> Rule | None:
        """Read `every 2 weeks`, `alle 14 Tage`, behind the word for "every"."""
        unit = self._atom(at + 1)
        if unit is None or unit.gap != " ":
            return None
        if "week_word" in unit.senses:
            return self._often(at + 2, count)
        if "day_word" in unit.senses and count and count % 7 == 0:
            return self._often(at + 2, count // 7)
        return None

    def _often(self, at: int, interval: int) -> Rule | None:
        """Read the weekdays behind `weekly` or `every two weeks`; without any, the word alone is the rule."""
        rule = self._on_weekdays(Rule("WEEKLY", at, interval=interval))
        return rule if rule.days or interval > 1 else None

    def _on_weekdays(self, rule: Rule) -> Rule:
        """Give a weekly rule the weekdays behind it: `every week on Tuesday`, `alle zwei Wochen montags`."""
        if rule.frequency != "WEEKLY":
            return rule
        place = rule.after
        for _ in range(2):
            atom = self._atom(place)
            if atom is None or not atom.senses.keys() & {"of", "at", "from"} or "weekday" in atom.senses:
                break
            if not re.fullmatch(r"[\s,:(]{0,3}", atom.gap):
                return rule
            place += 1
        first = self._atom(place)
        if first is None or not re.fullmatch(r"[\s,:(（、]{0,3}", first.gap):
            return rule
        if "\n" in first.gap and self._is_before_day(place):
            return rule  # descanso semanal, and below it martes 12
        weekdays, after = self.weekdays(place)
        return weekly(after, weekdays, rule.interval) if weekdays else rule

    def _in_rhythm(self, rule: Rule) -> Rule:
        """Read the rhythm that is said behind: `jeden Montag (14-täglich)`, `un vendredi sur deux`."""
        rhythm = self.often_behind(rule.after, tuple(day for _, day in rule.days))
        return rhythm if rhythm is not None and rhythm.interval > 1 else rule

    def _fourteen_days(self, at: int) -> Rule | None:
        """Read `14-täglich`, `14-tägig am Donnerstag`."""
        number, unit = self._atom(at), self._atom(at + 1)
        if number is not None and unit is not None and number.number == 2 and "weeks_each" in unit.senses:
            once = self._atom(at + 2)
            is_once = once is not None and once.number == 1 and not once.gap and self._is_times(at + 3)
            return self._often(at + 4 if is_once else at + 2, 2)  # 2週間に1回
        if number is None or unit is None or number.number != 14 or unit.gap not in {"-", "–", ""}:
            return None
        return self._often(at + 2, 2) if unit.senses.keys() & {"daily", "day_word"} else None

    def _is_times(self, at: int) -> bool:
        atom = self._atom(at)
        return atom is not None and atom.word in {"回", "度"} and not atom.gap

    def _weekdays_often(self, at: int) -> Rule | None:
        """Read weekdays with the word behind them that makes a rule of them: `月〜金曜日 毎朝`, `Tue & Thu weekly`."""
        weekdays, after = self.weekdays(at)
        if not weekdays:
            return None
        atom = self.atoms[at]
        if atom.sign and (is_end_of_word(atom) or self.is_glued_to_word(at)):
            return None
        if atom.gap in {"の", ")の", "）の"} and (len(weekdays) > 1 or at == self.behind_range):
            return weekly(after, weekdays)  # 11月14日～12月20日の金・土・日曜日
        is_name = len(weekdays) > 1 or len(atom.word) > 1  # not 1月の月替わり
        if atom.gap in {"の", "中の"} and is_name and self.is_of_month(at):
            return weekly(after, weekdays)  # 11月の土曜日
        return self.often_behind(after, weekdays)

    def is_glued_to_word(self, at: int) -> bool:
        """Tell the last sign of a word whose first signs are known by themselves: `公演日：毎週土曜日`."""
        atom, before = self.atoms[at], self._atom(at - 1)
        if before is None or atom.gap or not atom.sign > "\u2e7f" or before.digits:
            return False
        return len(before.word) > 1 and before.senses.keys().isdisjoint({"weekday", "every", "month_word", "weekends"})

    def is_of_month(self, at: int) -> bool:
        """Tell whether a word stands behind a month without a day: `11月の土曜日`, `11月中の土日`."""
        number, sign = self._atom(at - 2), self._atom(at - 1)
        if number is None or sign is None or sign.sign != "月" or sign.gap or not 1 <= number.number <= 12:
            return False
        return self.atoms[at].gap in {"の", "中の"}

    def _in_months(self, at: int) -> Rule | None:
        """Read weekdays by their number in some months: `3月・6月・9月・12月の第1日曜日`."""
        months: list[int] = []
        place = at
        while len(months) < _MOST and (number := self._atom(place)) is not None and 1 <= number.number <= 12:
            sign = self._atom(place + 1)
            if sign is None or sign.sign != "月" or sign.gap or (months and number.gap not in {"・", "、", ",", "/"}):
                break
            months.append(number.number)
            place += 2
        first = self._atom(place)
        if len(months) < 2 or first is None or first.gap not in {"", "の", " "}:
            return None
        ordinals, begin = self._ordinals(place, is_first=True)
        weekdays, after = self.weekdays(begin) if ordinals else ((), begin)
        if not weekdays:
            return None
        left_out = tuple(month for month in range(1, 13) if month not in months)
        days = tuple((number, day) for number in ordinals for day in weekdays)
        return Rule("MONTHLY", after, days, left_out=left_out)

    def _day_of_month(self, at: int, *, has_every: bool = False) -> Rule | None:
        """Read `am 15. jedes Monats`, `El día 15 de cada mes`."""
        number = self._atom(at)
        if number is None or number.digits not in {1, 2} or not 1 <= number.number <= 31:
            return None
        place = at + 1
        for _ in range(4):
            atom = self._atom(place)
            if atom is None or not _TO_MONTH_WORD.fullmatch(atom.gap):
                return None
            if "month_word" in atom.senses:
                return Rule("MONTHLY", place + 1, month_days=(number.number,)) if has_every else None
            if not atom.senses.keys() & {"of", "every", "suffix", "from"}:
                return None
            has_every = has_every or "every" in atom.senses
            place += 1
        return None

    def _monthly(self, at: int) -> Rule | None:
        """Read `first Monday of each month`, `2nd Thursday and 4th Tuesday of every month`, `第2・第4日曜日`."""
        atom = self._atom(at)
        has_every = atom is not None and bool(atom.senses.keys() & _MONTHLY)
        place = self._after_month_word(at + 1) if has_every else at
        days: list[tuple[int, int]] = []
        after = at
        while len(days) < _MOST:
            ordinals, begin = self._ordinals(place, is_first=not days)
            weekdays, end = self._weekdays_or_weekend(begin) if ordinals else ((), begin)
            if not weekdays or (len(weekdays) == 1 and self._is_sign_of_date(begin)):
                break
            days += [(number, day) for number in ordinals for day in weekdays]
            after, place = end, self._after_joint(end)
        if not days:
            return None
        closing, has_month = self._of_month(after)
        is_second = has_every and not has_month and [number for number, _ in days] == [2]
        if is_second and not self.atoms[at].senses.keys() & (_MONTHLY - {"every"}):
            return weekly(after, (days[0][1],), interval=2)
        is_dense = any(
            atom.word.startswith("第") or {"last", "dense"} <= atom.senses.keys() for atom in self.atoms[at:after]
        )
        is_told = has_month or has_every or is_dense or "plural" in self.atoms[after - 1].senses
        if is_told or self._is_at_hour(at, after):
            left_out = next((_LEFT_OUT[sense] for sense in _LEFT_OUT if sense in self.atoms[at].senses), ())
            return Rule("MONTHLY", closing, tuple(dict.fromkeys(days)), left_out=left_out)
        return None

    def _is_at_hour(self, at: int, after: int) -> bool:
        """Tell the rhythm of a club by the hour behind it: `2nd Tuesday 7pm`, `Second Monday, 4 pm`."""
        suffix = self._atom(at + 1)
        is_suffix = self.atoms[at].digits == 1 and suffix is not None and suffix.word in _SUFFIXES and not suffix.gap
        if not is_suffix and self.atoms[at].word not in _NUMBERED:
            return False
        hour = self._atom(after)
        if hour is not None and hour.word in {"at", "from"} and hour.gap in {" ", ", "}:
            after += 1
            hour = self._atom(after)
        if hour is None or not hour.gap or hour.gap.strip(" ,:;–-"):
            return False
        return clocks.read(self.atoms, after, after_date=False) is not None

    def _weekdays_or_weekend(self, at: int) -> tuple[tuple[int, ...], int]:
        """Read the weekdays behind their number in the month, which may be both days of a weekend: `第3土日`."""
        atom = self._atom(at)
        is_weekend = atom is not None and {"weekends", "dense"} <= atom.senses.keys() and not atom.gap
        return (_WEEKEND, at + 1) if is_weekend else self.weekdays(at)

    def numbered_weekday(self, at: int) -> tuple[int, tuple[int, ...], int, int | None, int] | None:
        """Read the number, weekdays, month and year of `first Saturday in December 2026`, and the atom after them."""
        month, sign = self._atom(at), self._atom(at + 1)
        if month is not None and sign is not None and sign.sign in {"月", "월"} and 1 <= month.number <= 12:
            begin = self._atom(at + 2)
            if begin is None or begin.gap not in {"", "の", " "} or sign.gap or self._ends_months(at):
                return None
            ordinals, place = self._ordinals(at + 2, is_first=True)
            weekdays, after = self._weekdays_or_weekend(place) if len(ordinals) == 1 else ((), at)
            return (ordinals[0], weekdays, month.number, None, after) if weekdays else None
        number = self._ordinal(at)
        if number is None:
            return None
        if month is not None and month.digits:
            at += 1
        weekday, of, name = self._atom(at + 1), self._atom(at + 2), self._atom(at + 3)
        if weekday is None or of is None or name is None or "weekday" not in weekday.senses:
            return None
        if not of.senses.keys() & {"of", "from"} or "month" not in name.senses or of.gap != " " or name.gap != " ":
            return None
        year = self._atom(at + 4)
        if year is not None and year.digits == 4 and year.gap in {" ", ", "} and FIRST_YEAR <= year.number <= LAST_YEAR:
            return number, (weekday.senses["weekday"],), name.senses["month"], year.number, at + 5
        if year is not None and 0 < year.digits <= 2 and year.gap in {" ", ". "}:
            return None
        return number, (weekday.senses["weekday"],), name.senses["month"], None, at + 4

    def _ends_months(self, at: int) -> bool:
        """Tell whether a month is the last of several: `4月〜9月の第2日曜日`, `4〜9月`."""
        sign = self._atom(at - 1)
        is_month = sign is not None and (sign.sign == "月" or 1 <= sign.number <= 12)
        return is_month and self.atoms[at].gap.strip() in _RANGE_SIGNS

    def weekday_of_known_month(self, at: int) -> tuple[int, tuple[int, ...], int] | None:
        """Read the number and weekdays behind a word for a month, and the atom after: `来月第2土曜`, `来月第2土日`."""
        first = self._atom(at)
        if first is None or first.gap not in {"", "の", " "}:
            return None
        ordinals, place = self._ordinals(at, is_first=True)
        weekdays, after = self._weekdays_or_weekend(place) if len(ordinals) == 1 else ((), at)
        return (ordinals[0], weekdays, after) if len(weekdays) == 1 or weekdays == _WEEKEND else None

    def _after_month_word(self, at: int) -> int:
        """Step over what stands between "every" or "monthly" and the number of a weekday: `every month on the`."""
        for _ in range(3):
            atom = self._atom(at)
            if atom is None or not re.fullmatch(r"[\s,:]{0,2}", atom.gap) or self._ordinal(at) is not None:
                break
            if not atom.senses.keys() & {"of", "month_word", "at"} or "weekday" in atom.senses:
                break
            at += 1
        return at

    def _after_joint(self, at: int) -> int:
        """Step over "and the" between two numbered weekdays."""
        atom = self._atom(at)
        if atom is None or "and" not in atom.senses or not _LOOSE.fullmatch(atom.gap):
            return at
        filler = self._atom(at + 1)
        is_article = filler is not None and "of" in filler.senses and self._ordinal(at + 1) is None
        return at + 2 if is_article else at + 1

    def _ordinals(self, at: int, *, is_first: bool) -> tuple[tuple[int, ...], int]:
        """Read the numbers in front of a weekday: `1st and 3rd`, `第2・第4`, `第1,3`."""
        found: list[int] = []
        place = at
        is_bare = is_first and self._is_bare_ordinal(at)
        while len(found) < _MOST and place - at < _FAR and (atom := self._atom(place)) is not None:
            is_range = bool(found) and (atom.sign == "第" or atom.digits == 1) and atom.gap in _RANGE_SIGNS
            if not (is_first and not found) and not is_range and not _LOOSE.fullmatch(atom.gap):
                break
            number = self._atom(place + 1)
            if atom.sign == "第" and number is not None and 1 <= number.number <= _MOST_IN_MONTH and not number.gap:
                found += range(found[-1] + 1 if is_range else number.number, number.number + 1)
                place += 3 if self._is_week(place + 2) else 2
            elif found and self.atoms[at].sign == "第" and atom.gap in _RANGE_SIGNS and self._is_before_weekday(place):
                found += range(found[-1] + 1, atom.number + 1)
                place += 1  # 第1〜3木曜日
            elif (
                found
                and 1 <= atom.number <= _MOST_IN_MONTH
                and atom.gap in {"・", "、", ",", "&", "/", "と"}
                and (self.atoms[at].sign == "第" or is_bare)
            ):
                found.append(atom.number)
                place += 2 if self._is_week(place + 1) else 1
            elif is_bare and not found and 1 <= atom.number <= _MOST_IN_MONTH:
                found.append(atom.number)
                place += 1
            elif atom.sign != "第" and (ordinal := self._ordinal(place)) is not None:
                found.append(ordinal)
                place += 2 if atom.digits and "suffix" in self.atoms[place + 1].senses else 1
                joint = self._atom(place)
                if joint is not None and "and" in joint.senses and self._ordinal(place + 1) is not None:
                    place += 1
            else:
                break
        return tuple(found), place

    def _is_before_weekday(self, at: int) -> bool:
        """Tell the number of a weekday in its month, with the weekday at once behind it."""
        weekday = self._atom(at + 1)
        is_name = weekday is not None and not weekday.gap and "weekday" in weekday.senses and len(weekday.word) > 1
        return 1 <= self.atoms[at].number <= _MOST_IN_MONTH and is_name

    def _is_sign_of_date(self, at: int) -> bool:
        """Tell the sign for days behind a number from a Sunday: `第1日 2月20日`, but `第1(日)`."""
        atom = self.atoms[at]
        return atom.word in {"日", "月"} and not atom.gap

    def _is_week(self, at: int) -> bool:
        """Tell the sign for a week behind its number: `第3週の土曜日`."""
        atom, weekday = self._atom(at), self._atom(at + 1)
        if atom is None or weekday is None or atom.sign != "週" or atom.gap or "weekday" not in weekday.senses:
            return False
        return weekday.gap in {"", "の", "目の", "目"}

    def _is_bare_ordinal(self, at: int) -> bool:
        """Tell numbers of weekdays behind "monthly" without the sign for an ordinal: `毎月2・4土曜日`."""
        before = self._atom(at - 1)
        if before is None or not {"monthly", "dense"} <= before.senses.keys():
            return False
        place = at
        while place < at + _MOST_IN_MONTH and (atom := self._atom(place)) is not None and atom.digits == 1:
            if atom.gap not in {"", " ", "・", "、", ","}:
                return False
            place += 1
        weekday = self._atom(place)
        return weekday is not None and not weekday.gap and "weekday" in weekday.senses and len(weekday.word) > 1

    def _ordinal(self, at: int) -> int | None:
        atom = self._atom(at)
        if atom is None:
            return None
        if atom.digits == 1 and 1 <= atom.number <= 5:
            suffix = self._atom(at + 1)
            if suffix is None:
                return None
            has_point = suffix.gap == ". " and bool(suffix.senses.keys() & {"weekday", "and"})
            return atom.number if has_point or (suffix.gap == "" and "suffix" in suffix.senses) else None
        return next((number for sense, number in _ORDINALS.items() if sense in atom.senses), None)

    def _of_month(self, at: int) -> tuple[int, bool]:
        """Step over "of each month", "im Monat", "du mois"."""
        place = at
        for _ in range(4):
            atom = self._atom(place)
            if atom is None or not _SPACE.fullmatch(atom.gap):
                break
            if "month_word" in atom.senses:
                return place + 1, True
            if not atom.senses.keys() & {"of", "every", "from", "at"}:
                break
            place += 1
        return at, False

    def _daily(self, at: int) -> Rule | None:
        atom = self._atom(at)
        if atom is None:
            return None
        if "daily" in atom.senses:
            return Rule("DAILY", at + 1)
        if "workdays" in atom.senses:
            return weekly(at + 1, _WORKDAYS)
        if "weekends" in atom.senses:
            return weekly(at + 1, (5, 6))
        return None

    def _plural(self, at: int) -> Rule | None:
        """Read weekdays in the plural: `Tuesdays and Thursdays`, `mittwochs`."""
        atom = self._atom(at)
        if atom is None or "plural" not in atom.senses:
            return None
        weekdays, after = self.weekdays(at)
        return self._in_rhythm(weekly(after, weekdays)) if weekdays else None

    def _dense(self, at: int) -> Rule | None:
        """Read `毎月15日`, `毎月1日・15日` and `8のつく日`, the days whose number ends so."""
        every, number, unit = self._atom(at), self._atom(at + 1), self._atom(at + 2)
        if every is not None and every.digits == 1:
            return self._ending_days(at)
        if every is None or number is None or "every" not in every.senses or number.gap.strip():
            return None
        if "monthly" in every.senses and "dense" in number.senses and number.senses.keys() & {"month_end", "last_day"}:
            return Rule("MONTHLY", at + 2, month_days=(-1,))  # 毎月末日
        if (
            unit is not None
            and 1 <= number.number <= _LONGEST_MONTH
            and unit.sign in {"日", "일", "号", "號"}
            and unit.gap == ""
        ):
            return self._further_days(at + 3, number.number)
        is_monthly = "monthly" in every.senses
        return self._ending_days(at + 1, is_monthly=is_monthly) or self._days_of_one_sign(at + 1)

    def _ending_days(self, at: int, *, is_monthly: bool = False) -> Rule | None:
        """Read the days whose number ends so: `8のつく日`, `0と5のつく日`, `毎月5の日`."""
        ends: list[int] = []
        while len(ends) < _MOST and (number := self._atom(at)) is not None and number.digits == 1:
            if ends and number.gap not in {"と", "・", "、", "や"}:
                return None
            ends.append(number.number)
            at += 1
        sign = self._atom(at)
        if sign is None or not ("ending_days" in sign.senses or (is_monthly and "ending_days_monthly" in sign.senses)):
            return None
        days = sorted(ten + end for end in ends for ten in ((0, 10, 20) if end else (10, 20, 30)))
        return Rule("MONTHLY", at + 1, month_days=tuple(days))

    def _days_of_one_sign(self, at: int) -> Rule | None:
        """Read the days of `毎月1・15日`, which share one sign."""
        days: list[int] = []
        while len(days) < _MOST and (number := self._atom(at)) is not None and 1 <= number.number <= _LONGEST_MONTH:
            if days and number.gap not in {"・", "、", ","}:
                return None
            days.append(number.number)
            at += 1
        unit = self._atom(at)
        is_list = len(days) > 1 and unit is not None and unit.sign in {"日", "일", "号", "號"} and not unit.gap
        return Rule("MONTHLY", at + 1, month_days=tuple(days)) if is_list else None

    def _further_days(self, at: int, first: int) -> Rule:
        """Read the other days of `毎月8日・18日・28日`."""
        days = [first]
        while (
            len(days) < _MOST
            and (number := self._atom(at)) is not None
            and 1 <= number.number <= _LONGEST_MONTH
            and number.gap in {"・", "、", ",", "와 ", "和", "と", "及び", "および"}
        ):
            unit = self._atom(at + 1)
            if unit is None or unit.sign not in {"日", "일", "号", "號"} or unit.gap:
                break
            days.append(number.number)
            at += 2
        return Rule("MONTHLY", at, month_days=tuple(days))

    def weekdays(self, at: int) -> tuple[tuple[int, ...], int]:
        """Read one weekday or several: `Tuesdays and Thursdays`, `Mon-Fri`, `月・水・金`, `martedì e il giovedì`."""
        found: list[int] = []
        place = at
        while place - at < _FAR and (atom := self._atom(place)) is not None and "weekday" in atom.senses:
            if found and "\n" in atom.gap and self._is_before_day(place):
                break  # the row or line of another day: Tuesday, and below it Wednesday, 21.11.
            if found and atom.gap.strip(" .") in _RANGE_SIGNS:
                found.extend(_between(found[-1], atom.senses["weekday"]))
            elif found and not _LOOSE.fullmatch(atom.gap):
                break
            else:
                found.append(atom.senses["weekday"])
            place += 1
            joint = self._atom(place)
            if joint is None or not _LOOSE.fullmatch(joint.gap) or "weekday" in joint.senses:
                continue
            if {"weekends", "dense"} <= joint.senses.keys() and joint.gap in {"", "・"}:
                found += [5, 6]  # 金土日
                place += 1
                continue
            article = self._atom(place + 1)
            has_article = article is not None and "of" in article.senses and "weekday" not in article.senses
            begin = place + (2 if has_article else 1)
            following = self._atom(begin)
            if following is None or "weekday" not in following.senses or not _SPACE.fullmatch(following.gap):
                continue
            if "and" in joint.senses:
                place = begin
            elif joint.senses.keys() & {"to", "until"}:
                found.extend(_between(found[-1], following.senses["weekday"]))
                place = begin + 1
        holiday = self._atom(place)
        is_listed = holiday is not None and _LOOSE.fullmatch(holiday.gap) is not None and "(" not in holiday.gap
        if len(found) > 1 and is_listed and holiday is not None and "holiday" in holiday.senses:
            place += 1  # 土・日・祝日, but 月・水・金（祝日を除く）
        return tuple(dict.fromkeys(found)), place

    def _is_before_day(self, at: int) -> bool:
        """Tell a weekday with the number of its day at once behind it."""
        number = self._atom(at + 1)
        return number is not None and 0 < number.digits <= _MOST_DIGITS and number.gap in {" ", ", ", ". "}


def is_end_of_word(atom: Atom) -> bool:
    """Tell the last sign of a word such as `開催日` from a weekday."""
    return atom.sign > "\u2e7f" and DENSE.match(atom.gap[-1:]) is not None and atom.gap[-1] not in "・のとはがー"


def _between(first: int, last: int) -> list[int]:
    """Return the weekdays after the first up to the last, over the end of the week if need be."""
    return [(first + step) % 7 for step in range(1, (last - first) % 7 + 1)]


def months_between(first: int, last: int) -> tuple[int, ...]:
    """Return the months from the first to the last, over the end of the year if need be."""
    return tuple((first - 1 + step) % 12 + 1 for step in range((last - first) % 12 + 1))


def weekly(after: int, weekdays: tuple[int, ...], interval: int = 1) -> Rule:
    """Return the rule of some weekdays."""
    return Rule("WEEKLY", after, tuple((0, day) for day in weekdays), interval=interval)
