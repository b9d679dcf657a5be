"""What limits a rule: the months of its season, until when it holds, the weekdays of an offer, the days it leaves out.

`Saturdays, May through October`, `Mondays through May`, `毎朝6:30〜（平日のみ）`, `except 24 December`. The rule itself
is read by `rules.py`; here stands what is said of it before or behind it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from eventlocky.dates import clocks
from eventlocky.dates.clocks import DASH
from eventlocky.dates.joints import JointReader
from eventlocky.dates.lexer import Atom, Look
from eventlocky.dates.mention import Mention, Moment
from eventlocky.dates.rules import FIRST_YEAR, LAST_YEAR, Rule, RuleReader, is_end_of_word, weekly
from eventlocky.dates.times import Times

_TO_SEASON = re.compile(r"[\s,(:]{0,3}")
_TO_END = re.compile(r"[\s,.(]{0,3}")
_TO_EXCEPTION = re.compile(r"[\s,.(（*–-]{0,5}")
"""What stands between a rule and its months, its end, the days it leaves out."""

_TO_MONTHS = frozenset({" ", "(", " (", "(※", " ※", "※", "、"})
_BEHIND_MONTHS = (
    re.compile(r"(?:まで|の?開催|に開催)?(?:[\s、。※]|$)"),
    re.compile(r"(?:まで)?(?:のみ|限定|の?開催|に開催|の期間)?[)）]"),
)
"""What stands between a Japanese rule and its months, and what follows them without brackets and in brackets."""

_ENDS_EARLY = re.compile(
    r"[〜～~]?[\s、(（※]{1,2}(?:(?:売り?切れ|なくなり|無くなり|完売)次第終了|[雨荒]天(?:中止|決行)|[小少]雨決行)(?=[)）\s、(（※])[)）]?"
)
_OFFER = re.compile(r"[)）\]］】]?(?:限定|のみ)")
_TO_DATE = re.compile(r"[!！】\]］)）]?[\s:：]{0,2}")
_TO_LIMIT = re.compile(r"[〜～~]?\s?[(（※、]{1,2}\s?")
"""What says behind weekdays that an offer is limited to them, and what stands before them behind a daily rule."""

_SHORT_WORD = 8
_LONGEST_NAME = 40
"""A date so near before an offer is its day, and the name of an offer between its weekdays and its hours is so long."""

_MOST_AHEAD = 6
"""How many atoms the name of an offer, or what one month has instead, may take."""


class LimitReader:
    """Reads what limits the rules of one text."""

    def __init__(self, text: str, atoms: list[Atom], look: Look, rules: RuleReader, joints: JointReader) -> None:
        self.text = text
        self.atoms = atoms
        self._atom = look
        self.rules = rules
        self.joints = joints
        self.days, self.times = joints.days, joints.times

    # Months and the end ------------------------------------------------------------------------

    def with_months(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read the months of a season: `Saturdays, May through October`, `montags von April bis Oktober`."""
        if self.joints.is_dense and (dense := self._months_behind(after)) is not None:
            return replace(rule, months=dense[0]), dense[1]
        place = after
        filler = self._atom(place)
        if filler is not None and "month" not in filler.senses and filler.senses.keys() & {"from", "of"}:
            place += 1
        first = self._atom(place)
        if first is None or "month" not in first.senses or not _TO_SEASON.fullmatch(self.atoms[after].gap):
            return rule, after
        if place > after and first.gap != " ":
            return rule, after
        year, place = self._year_of(place + 1)
        joint = self.joints.read(place)
        if joint is None and (dashed := self._atom(place)) is not None and DASH.fullmatch(dashed.gap):
            joint = True, place
        if joint is None and (listed := self._atom(place)) is not None and listed.gap in {" & ", ", ", "/"}:
            joint = True, place
        last = self._atom(joint[1]) if joint is not None else None
        if joint is None or last is None or "month" not in last.senses:
            month = Moment(year=year, month=first.senses["month"])
            is_day = (
                (number := self._atom(place)) is not None
                and 0 < number.digits <= 2
                and number.gap in {" ", ". "}
                and not self._is_hour(place)
            )
            is_day = is_day or (number is not None and 0 < number.digits <= 2 and number.gap == " (")
            is_genitive = filler is first and first.gap == " " and len(first.word) > 3  # w każdy piątek listopada
            is_in = filler is not None and ("of" in filler.senses or is_genitive) and not is_day
            return (replace(rule, months=(month, month)), place) if is_in else (rule, after)
        behind = self._atom(joint[1] + 1)
        if (
            behind is not None
            and 0 < behind.digits <= 2
            and behind.gap in {" ", ". "}
            and not self._is_hour(joint[1] + 1)
        ):
            return rule, after  # through October 5
        last_year, place = self._year_of(joint[1] + 1)
        months = Moment(year=year or last_year, month=first.senses["month"]), Moment(last_year, last.senses["month"])
        return replace(rule, months=months), place

    def with_end(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read until when a rule holds: `through May`, `bis 31.12.2026`, `bis Ende November`."""
        atom = self._atom(after)
        if atom is None or not atom.senses.keys() & {"until", "to"} or not _TO_END.fullmatch(atom.gap):
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

    def _year_of(self, at: int) -> tuple[int | None, int]:
        """Read the year behind a month without a day."""
        atom = self._atom(at)
        if atom is None or atom.digits != 4 or atom.gap not in {" ", ", "}:
            return None, at
        return (atom.number, at + 1) if FIRST_YEAR <= atom.number <= LAST_YEAR else (None, at)

    def _is_hour(self, at: int) -> bool:
        return clocks.read(self.atoms, at, after_date=True) is not None

    def _months_behind(self, at: int) -> tuple[tuple[Moment, Moment], int] | None:
        """Read the months behind a rule: `毎月第4土曜日（4月〜11月）`, `第2日曜日 4〜10月`."""
        at, is_noted = self._after_note(at)
        first, place = self._atom(at), at + 1
        if first is None or not 1 <= first.number <= 12:
            return None
        gap = first.gap.lstrip(")") if is_noted else first.gap
        if gap not in _TO_MONTHS and not (is_noted and not gap):
            return None
        if (sign := self._atom(place)) is not None and sign.sign == "月" and not sign.gap:
            place += 1
        joint = self._atom(place)
        if joint is not None and {"to", "dense"} <= joint.senses.keys() and not joint.gap:
            place += 1
        elif joint is None or not DASH.fullmatch(joint.gap):
            return None
        last, sign = self._atom(place), self._atom(place + 1)
        if last is None or sign is None or not 1 <= last.number <= 12 or sign.sign != "月" or sign.gap:
            return None
        if not _BEHIND_MONTHS["(" in gap].match(self.days.text, sign.stop):
            return None
        until = self._atom(place + 2)
        after = place + 3 if until is not None and "until_after" in until.senses and not until.gap else place + 2
        return (Moment(month=first.number), Moment(month=last.number)), after

    def _after_note(self, at: int) -> tuple[int, bool]:
        """Step over a note between the hours of a market and its months: `6:00〜8:30 売り切れ次第終了 5月〜11月`."""
        match = _ENDS_EARLY.match(self.text, self.atoms[at - 1].stop)
        while match is not None and (atom := self._atom(at)) is not None and atom.stop <= match.end():
            at += 1
        return at, match is not None and match[0].endswith((")", "）"))

    def months_before(self, at: int) -> tuple[Moment, Moment] | None:
        """Read the months in front of a rule: `9月〜11月の毎週水曜日`, `10月から3月までの毎週火曜日`."""
        until = self._atom(at - 1)
        if until is not None and "until_after" in until.senses and not until.gap:
            at -= 1
        last = self._month_before(at)
        if last is None:
            return None
        month, place = last
        joint = self.atoms[place]
        if not joint.digits and "next_year" not in joint.senses:
            return month, month
        before = self._atom(place - 1)
        if before is not None and {"to", "dense"} <= before.senses.keys() and not before.gap and not joint.gap:
            first = self._month_before(place - 1)
        else:
            first = (self._month_before(place) or self._bare_month(place - 1)) if DASH.fullmatch(joint.gap) else None
        if first is None:
            return month, month
        begin = first[0]
        if begin.year is not None and month.year is None and (begin.month or 0) <= (month.month or 0):
            month = replace(month, year=begin.year)
        return begin, month

    def months_from(self, at: int) -> tuple[Moment, Moment] | None:
        """Read the month from which on a rule holds: `5月から毎週金曜日`."""
        word = self._atom(at - 1)
        month = self._month_before(at - 1) if word is not None and {"to", "dense"} <= word.senses.keys() else None
        is_near = word is not None and not word.gap and self.atoms[at].gap in {"", "、", " "}
        return (month[0], Moment()) if month is not None and is_near else None

    def _month_before(self, at: int) -> tuple[Moment, int] | None:
        """Read the month that ends in front of an atom, with its year, and the atom that it begins at."""
        number, sign = self._atom(at - 2), self._atom(at - 1)
        if number is None or sign is None or sign.sign not in {"月", "월"} or not 1 <= number.number <= 12:
            return None
        year, unit = self._atom(at - 4), self._atom(at - 3)
        if unit is not None and not number.gap and "next_year" in unit.senses:
            return Moment(self.days.reference.year + 1, number.number), at - 3
        has_year = unit is not None and unit.sign in {"年", "년"} and not number.gap.strip()
        if has_year and year is not None and year.digits == 4 and FIRST_YEAR <= year.number <= LAST_YEAR:
            return Moment(year.number, number.number), at - 4
        return Moment(month=number.number), at - 2

    def _bare_month(self, at: int) -> tuple[Moment, int] | None:
        """Read the first of two months that share a sign: `4～11月`."""
        number = self._atom(at)
        is_month = number is not None and 1 <= number.number <= 12 and self.days.is_free(at)
        return (Moment(month=number.number), at) if number is not None and is_month else None

    def after_other_month(self, at: int) -> int:
        """Step over the brackets that say what one month has instead: `毎月第1土曜日（1月は第2土曜日）13:00～`."""
        number, month = self._atom(at), self._atom(at + 1)
        if number is None or month is None or number.gap.strip() not in {"(", "(※"} or month.sign != "月":
            return at
        for place in range(at + 2, min(at + _MOST_AHEAD, len(self.atoms))):
            atom = self.atoms[place]
            if "weekday" in atom.senses and len(atom.word) > 1 and self.days.text[atom.stop : atom.stop + 1] == ")":
                return place + 1
        return at

    # Weekdays ----------------------------------------------------------------------------------

    def limited(self, at: int) -> Rule | None:
        """Read the weekdays to which an offer is limited: `金曜日限定ナイトカフェ`, `月〜木限定`."""
        atom = self.atoms[at]
        if "weekday" not in atom.senses or "dense" not in atom.senses or is_end_of_word(atom):
            return None
        weekdays, after = self.rules.weekdays(at)
        is_named = len(weekdays) > 1 or len(atom.word) > 1
        offer = _OFFER.match(self.text, self.atoms[after - 1].stop) if is_named else None
        if offer is None or self._is_one_day(after, offer.end()):
            return None
        return weekly(after, weekdays)

    def _is_one_day(self, at: int, stop: int) -> bool:
        """Tell an offer of one day by its date: `金曜限定 11/27`; those of a run are of every week."""
        atom = self._atom(at)
        if atom is None or not _TO_DATE.fullmatch(self.text, stop, atom.first) or not self.times.begins_day(at):
            return False
        days = self.days.read(at)
        return days is not None and not days.is_range and self.joints.joined(days)[1] is None

    def on_these_only(self, rule: Rule, at: int) -> tuple[Rule, int]:
        """Read the days to which a daily rule is limited: `毎朝6:30〜（平日のみ）`."""
        atom = self._atom(at)
        if atom is None or not _TO_LIMIT.fullmatch(atom.gap) or not _OFFER.match(self.text, atom.stop):
            return rule, at
        limited = self.rules.read(at) if atom.senses.keys() & {"workdays", "weekends"} else None
        return (limited, at + 1) if limited is not None and limited.after == at + 1 else (rule, at)

    def is_of_every_week(self, at: int) -> bool:
        """Tell weekends or workdays of every week: `毎週土日開催`."""
        before = self._atom(at - 1)
        is_near = before is not None and self.atoms[at].gap in {"", "の"}
        return is_near and before is not None and {"weekly", "dense"} <= before.senses.keys()

    def after_mornings(self, rule: Rule, at: int) -> int:
        """Step over the part of the day behind the weekdays of a rule: `平日 毎朝6:30〜`, `平日の毎晩20時から`."""
        atom = self._atom(at)
        if atom is None or rule.frequency == "DAILY" or not {"daily", "dense"} <= atom.senses.keys():
            return at
        return at + 1 if atom.gap in {"", " ", "の", "、", "・"} else at

    def of_offer(self, at: int, last: Mention | None) -> Times:
        """Read the hours of an offer behind its name: `平日限定ハッピーアワー 15:00〜18:00`."""
        stop = self.atoms[at - 1].stop
        is_of_day = last is not None and last.start.day is not None and last.end is None
        is_of_day = is_of_day and last is not None and stop - last.stop < _SHORT_WORD
        if is_of_day or not _OFFER.match(self.text, stop):
            return Times(after=at)  # 11/25(水)平日限定 18:30〜
        for place in range(at, min(at + _MOST_AHEAD, len(self.atoms))):
            atom = self.atoms[place]
            between = self.text[stop : atom.first]
            if len(between) > _LONGEST_NAME or "\n" in between or not atom.senses.keys().isdisjoint({"hours", "open"}):
                break
            span = clocks.read(self.atoms, place, after_date=False)
            if span is not None and self.times.is_time_here(span):
                return self.times.with_doors(span)
            if atom.digits:
                break
        return Times(after=at)

    # Days left out -----------------------------------------------------------------------------

    def excluded(self, at: int) -> tuple[tuple[Moment, ...], int]:
        """Read the days that a rule or a range leaves out: `except 24 December`, `(12月26日を除く)`."""
        atom = self._atom(at)
        if atom is None or not _TO_EXCEPTION.fullmatch(atom.gap):
            return (), at
        if "except" in atom.senses:
            days = self.days.read(self.rules.after_small(at + 1))
            if days is None or days.moments[0].day is None:
                return ((), at + 2) if self._is_holiday(at + 1) else ((), at)
            moments, end, after = self.joints.joined(days)
            return (moments if end is None else (*moments, end)), after
        days = self.days.read(at)
        if days is None or days.moments[0].day is None:
            return (), at
        moments, end, after = self.joints.joined(days)
        behind = self._atom(after)
        is_left_out = behind is not None and "except_after" in behind.senses and len(behind.gap) <= 3
        return ((moments if end is None else (*moments, end)), after + 1) if is_left_out else ((), at)

    def _is_holiday(self, at: int) -> bool:
        atom = self._atom(at)
        return atom is not None and "holiday" in atom.senses and len(atom.gap) <= 2
