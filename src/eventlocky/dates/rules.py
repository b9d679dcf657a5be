"""Recurrence among the atoms of a text, as an iCalendar rule: `every other Tuesday`, `第2・第4日曜日`, `daily`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eventlocky.dates.lexer import Atom
from eventlocky.dates.mention import Moment

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_LOOSE = re.compile(r"[\s,.()・·、/&+]{0,4}")
_SPACE = re.compile(r"\s{0,2}")
_MOST = 12
"""How many weekdays, ordinals or days a rule may name: looking further ahead would not be linear."""

_WORKDAYS = (0, 1, 2, 3, 4)
_WORDS = (("day_word", "DAILY"), ("week_word", "WEEKLY"), ("month_word", "MONTHLY"), ("year_word", "YEARLY"))


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as far as the words say it, and the atom after it."""

    frequency: str
    after: int
    weekdays: tuple[int, ...] = ()
    ordinals: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    interval: int = 1
    until: Moment | None = None

    def text(self, excluded_months: tuple[int, ...] = ()) -> str:
        """Return the RRULE without its end, which needs a calendar."""
        parts = [f"FREQ={self.frequency}"]
        if self.interval > 1:
            parts.append(f"INTERVAL={self.interval}")
        if self.weekdays:
            numbers = [str(number) for number in self.ordinals] or [""]
            parts.append("BYDAY=" + ",".join(f"{n}{_CODES[day]}" for n in numbers for day in self.weekdays))
        if self.month_days:
            parts.append("BYMONTHDAY=" + ",".join(map(str, self.month_days)))
        if excluded_months:
            parts.append("BYMONTH=" + ",".join(str(month) for month in range(1, 13) if month not in excluded_months))
        return ";".join(parts)


class RuleReader:
    """Reads rules at a place among the atoms of one text."""

    def __init__(self, atoms: list[Atom]) -> None:
        self.atoms = atoms

    def read(self, at: int) -> Rule | None:
        """Read the rule that begins at an atom."""
        return (
            self._day_of_month(at)
            or self._monthly(at)
            or self._every(at)
            or self._daily(at)
            or self._plural(at)
            or self._dense(at)
        )

    def exceptions(self, at: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Read the weekdays and months that a rule leaves out: `except Mondays`, `except in August`."""
        atom = self._atom(at)
        if atom is None or "except" not in atom.senses or not re.fullmatch(r"[\s,(]{0,3}", atom.gap):
            return (), (), at
        place = at + 1
        if (
            (filler := self._atom(place)) is not None
            and filler.senses.keys() & {"of", "every"}
            and "weekday" not in filler.senses
        ):
            place += 1
        months: list[int] = []
        while (
            len(months) < _MOST
            and (month := self._atom(place)) is not None
            and "month" in month.senses
            and _LOOSE.fullmatch(month.gap)
        ):
            months.append(month.senses["month"])
            place += 1
        weekdays, after = self._weekdays(place)
        return (weekdays, tuple(months), after) if weekdays or months else ((), (), at)

    def _every(self, at: int) -> Rule | None:
        atom = self._atom(at)
        if atom is None or not atom.senses.keys() & {"every", "fortnight"}:
            return None
        place, interval = at + 1, 2 if "fortnight" in atom.senses else 1
        following = self._atom(place)
        if (
            following is not None
            and "of" in following.senses
            and following.gap == " "
            and "weekday" not in following.senses
        ):
            place += 1  # tous les jeudis
            following = self._atom(place)
        if following is None or not _SPACE.fullmatch(following.gap):
            return None
        if following.senses.keys() & {"other", "second"}:
            place, interval = place + 1, 2
            following = self._atom(place)
            if following is None or not _SPACE.fullmatch(following.gap):
                return None
        if following.digits == 1 and (unit := self._atom(place + 1)) is not None and "week_word" in unit.senses:
            return Rule("WEEKLY", place + 2, interval=following.number)
        weekdays, after = self._weekdays(place)
        if weekdays:
            return Rule("WEEKLY", after, weekdays, interval=interval)
        for sense, frequency in _WORDS:
            if sense in following.senses:
                return Rule(frequency, place + 1, interval=interval)
        if "weekday" not in following.senses and "weekend" in following.senses:
            return Rule("WEEKLY", place + 1, (5, 6))
        return None

    def _day_of_month(self, at: int) -> Rule | None:
        """Read `am 15. jedes Monats`, `El día 15 de cada mes`."""
        number = self._atom(at)
        if number is None or number.digits not in {1, 2} or not 1 <= number.number <= 31:
            return None
        place = at + 1
        has_every = False
        for _ in range(4):
            atom = self._atom(place)
            if atom is None or not re.fullmatch(r"[.]?\s{0,2}", atom.gap):
                return None
            if "month_word" in atom.senses:
                return Rule("MONTHLY", place + 1, month_days=(number.number,)) if has_every else None
            if not atom.senses.keys() & {"of", "every", "suffix", "from"}:
                return None
            has_every = has_every or "every" in atom.senses
            place += 1
        return None

    def _monthly(self, at: int) -> Rule | None:
        """Read `first Monday of each month`, `jeden ersten Montag im Monat`, `last Friday of the month`."""
        place = at
        atom = self._atom(place)
        has_every = atom is not None and bool(atom.senses.keys() & {"every", "month_word"})
        if has_every:
            place += 1
        if (
            has_every
            and (filler := self._atom(place)) is not None
            and "of" in filler.senses
            and not self._ordinal(place)
        ):
            place += 1
        ordinals: list[int] = []
        while (
            len(ordinals) < _MOST
            and (number := self._ordinal(place)) is not None
            and _LOOSE.fullmatch(self.atoms[place].gap if ordinals else " ")
        ):
            ordinals.append(number)
            place += 2 if self.atoms[place].digits and "suffix" in self.atoms[place + 1].senses else 1
            joint = self._atom(place)
            if joint is not None and "and" in joint.senses and self._ordinal(place + 1) is not None:
                place += 1
        weekdays, after = self._weekdays(place) if ordinals else ((), at)
        if not weekdays:
            return None
        closing, has_month = self._of_month(after)
        if has_every and not has_month and ordinals == [2] and "month_word" not in self.atoms[at].senses:
            return Rule("WEEKLY", after, weekdays, interval=2)
        if has_month or has_every or "plural" in self.atoms[after - 1].senses:
            return Rule("MONTHLY", closing, weekdays, tuple(ordinals))
        return None

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
            return Rule("WEEKLY", at + 1, _WORKDAYS)
        return None

    def _plural(self, at: int) -> Rule | None:
        """Read weekdays in the plural: `Tuesdays and Thursdays`, `mittwochs`."""
        atom = self._atom(at)
        if atom is None or "plural" not in atom.senses:
            return None
        weekdays, after = self._weekdays(at)
        return Rule("WEEKLY", after, weekdays) if weekdays else None

    def _dense(self, at: int) -> Rule | None:
        """Read `毎週土曜`, `第2・第4日曜日`, `毎月15日`."""
        place = at
        ordinals: list[int] = []
        while len(ordinals) < _MOST and (sign := self._atom(place)) is not None and sign.sign == "第":
            number = self._atom(place + 1)
            if number is None or number.digits != 1 or number.gap:
                return None
            ordinals.append(number.number)
            place += 2
            if (
                (following := self._atom(place)) is not None
                and following.digits == 1
                and following.gap in {"・", "、", ","}
            ):
                ordinals.append(following.number)
                place += 1
        if ordinals:
            weekdays, after = self._weekdays(place)
            return Rule("MONTHLY", after, weekdays, tuple(ordinals)) if weekdays else None
        every, number, unit = self._atom(at), self._atom(at + 1), self._atom(at + 2)
        if every is None or number is None or unit is None or "every" not in every.senses or number.gap.strip():
            return None
        if number.digits in {1, 2} and unit.sign in {"日", "일", "号", "號"} and unit.gap == "":
            return self._further_days(at + 3, number.number)
        return None

    def _further_days(self, at: int, first: int) -> Rule:
        """Read the other days of `毎月8日・18日・28日`."""
        days = [first]
        while (
            len(days) < _MOST
            and (number := self._atom(at)) is not None
            and number.digits in {1, 2}
            and number.gap in {"・", "、", ",", "와 ", "和"}
        ):
            unit = self._atom(at + 1)
            if unit is None or unit.sign not in {"日", "일", "号", "號"} or unit.gap:
                break
            days.append(number.number)
            at += 2
        return Rule("MONTHLY", at, month_days=tuple(days))

    def _weekdays(self, at: int) -> tuple[tuple[int, ...], int]:
        """Read one weekday or several: `Tuesdays and Thursdays`, `Mon-Fri`, `月・水・金`."""
        found: list[int] = []
        place = at
        while len(found) < _MOST and (atom := self._atom(place)) is not None and "weekday" in atom.senses:
            if found and atom.gap.strip() in {"-", "–", "—", "~", "〜", "～"}:
                found.extend(_between(found[-1], atom.senses["weekday"]))
            elif found and not _LOOSE.fullmatch(atom.gap):
                break
            else:
                found.append(atom.senses["weekday"])
            place += 1
            joint = self._atom(place)
            following = self._atom(place + 1)
            if (
                joint is None
                or following is None
                or "weekday" not in following.senses
                or not _SPACE.fullmatch(joint.gap)
            ):
                continue
            if "and" in joint.senses and "weekday" not in joint.senses:
                place += 1
            elif "to" in joint.senses and "weekday" not in joint.senses:
                found.extend(_between(found[-1], following.senses["weekday"]))
                place += 2
        return tuple(dict.fromkeys(found)), place

    def _atom(self, at: int) -> Atom | None:
        return self.atoms[at] if 0 <= at < len(self.atoms) else None


def _between(first: int, last: int) -> list[int]:
    """Return the weekdays after the first up to the last, over the end of the week if need be."""
    return [(first + step) % 7 for step in range(1, (last - first) % 7 + 1)]
