"""Days that are said from the day of reading: `today`, `next Friday`, `this weekend`, `本周六`."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from eventlocky.dates.days import DayReader
from eventlocky.dates.lexer import Atom, Look
from eventlocky.dates.mention import Moment

_LAST_WORD = re.compile(r"([^\W_]{2,}) $")
_LONGEST_WORD = 24
_OF_MORNING = re.compile(r"\b(?:am|jeden|guten|vom|zum|goede|elke|iedere|in de|på|god|hver|varje) (?=$)", re.IGNORECASE)
_LONGEST_BEFORE = 9
"""What stands before the morning, which in many languages is the word for tomorrow too: `Yoga am Morgen`."""

_ONLY = frozenset(
    "only valid runs just nur noch gültig läuft seulement valable solo soltanto sólo só apenas alleen nog".split()
)
"""Words behind which "until today" is a last day."""


class RelativeReader:
    """Reads relative days at a place among the atoms of one text."""

    def __init__(self, text: str, atoms: list[Atom], look: Look, days: DayReader, reference: date) -> None:
        self.text = text
        self.atoms = atoms
        self._atom = look
        self.days = days
        self.reference = reference

    def read(self, at: int) -> tuple[date, date | None, int] | None:
        """Return the day that a relative word means, the last day of a weekend, and the atom after it."""
        atom, following = self.atoms[at], self._atom(at + 1)
        senses = atom.senses
        if "today" in senses:
            return None if self._is_our_time(at) else (self.reference, None, at + 1)
        if "after_tomorrow" in senses:
            return self.reference + timedelta(days=2), None, at + 1
        if "tomorrow" in senses and _OF_MORNING.search(self.text, max(0, atom.first - _LONGEST_BEFORE), atom.first):
            return None
        if "tomorrow" in senses and not ("morning" in senses and self._is_morning(at)):
            return self.reference + timedelta(days=1), None, at + 1
        if senses.keys() & {"this_weekend", "next_weekend"} and not self._is_before_number(at + 1):
            return *self._weekend(next_one="next_weekend" in senses), at + 1
        if following is None or following.gap not in {"", " ", "の", ", "}:
            return None
        is_name = "weekday" in senses and "month" not in senses and len(atom.word) > 3
        if is_name and "next" in following.senses and following.gap == " ":
            ahead = (senses["weekday"] - self.reference.weekday()) % 7 or 7
            return self.reference + timedelta(days=ahead), None, at + 2
        if "weekends" in following.senses and senses.keys() & {"this_week", "next_week"}:
            return *self._weekend(next_one="next_week" in senses), at + 2
        if "weekday" in following.senses and senses.keys() & {"this_week", "next_week", "week_after_next"}:
            monday = self.reference - timedelta(days=self.reference.weekday())
            days = following.senses["weekday"] + 7 * ("next_week" in senses) + 14 * ("week_after_next" in senses)
            return monday + timedelta(days=days), None, at + 2
        if senses.keys().isdisjoint({"next", "this"}) or following.gap not in {" ", ""}:
            return None
        if "weekday" in following.senses:
            ahead = (following.senses["weekday"] - self.reference.weekday()) % 7
            return self.reference + timedelta(days=ahead or (7 if "next" in senses else 0)), None, at + 2
        if "weekend" in following.senses:
            return *self._weekend(next_one="next" in senses and "coming" not in senses), at + 2
        return None

    def numbered(self, number: int, weekday: int, month: int, year: int | None) -> date:
        """Return the day of `first Saturday in December`; without a year it is the one to come."""
        year = year or self.reference.year + (1 if month < self.reference.month else 0)
        last = monthrange(year, month)[1]
        days = [day for day in (date(year, month, number) for number in range(1, last + 1)) if day.weekday() == weekday]
        return days[min(number, len(days)) - 1] if number > 0 else days[-1]

    def _is_our_time(self, at: int) -> bool:
        """Tell our own time from the day of reading: `from Haydn until today`, but `only until today`."""
        before = self._atom(at - 1)
        if before is None or self.atoms[at].gap != " " or before.senses.keys().isdisjoint({"to", "until"}):
            return False
        word = _LAST_WORD.search(self.text[max(0, before.first - _LONGEST_WORD) : before.first])
        return word is not None and word[1].casefold() not in _ONLY

    def _is_before_number(self, at: int) -> bool:
        """Tell whether a weekend is said in numbers too: `o víkendu 14. a 15. listopadu`."""
        atom = self._atom(at)
        if atom is None or not 0 < atom.digits <= 2 or len(atom.gap) > 2:
            return False
        days = self.days.read(at)
        return days is not None and days.moments[0] != Moment(day=atom.number)  # 来週末18日・19日

    def _is_morning(self, at: int) -> bool:
        """Tell `por la mañana` and `sábado mañana` from `Mañana, a las 19:30`."""
        before = self._atom(at - 1)
        return before is not None and self.atoms[at].gap in {" ", ", "}

    def _weekend(self, *, next_one: bool) -> tuple[date, date]:
        saturday = self.reference + timedelta(days=(5 - self.reference.weekday()) % 7)
        if self.reference.weekday() == 6:  # Sunday: the weekend is on
            saturday -= timedelta(days=7)
        if next_one:
            saturday += timedelta(days=7)
        return saturday, saturday + timedelta(days=1)
