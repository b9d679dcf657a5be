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
from eventlocky.dates.days import DayReader, Days
from eventlocky.dates.lexer import Atom, atoms, plain_width
from eventlocky.dates.lexicon import Lexicon
from eventlocky.dates.mention import Clock, Mention, Moment, Role
from eventlocky.dates.rules import Rule, RuleReader

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
    {"at", "of", "from", "morning", "afternoon", "evening", "night", "start", "hour", "clock", "between"}
)
_BEGINNINGS = frozenset(
    """
    weekday month era every first second third fourth fifth last daily workdays plural today tomorrow next this
    weekend noon midnight am pm unit clock doors fortnight month_word
    """.split(),
)
"""What a word must mean for a mention to begin with it."""

_ROLES = (
    ("copyright", Role.COPYRIGHT),
    ("posted", Role.POSTED),
    ("updated", Role.UPDATED),
    ("deadline", Role.DEADLINE),
    ("hours", Role.HOURS),
)


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
        if senses.keys().isdisjoint(_BEGINNINGS):
            return None
        return self._rule(at) or self._dated(at) or self._relative(at) or self._on_weekday(at) or self._timed(at)

    # Forms -------------------------------------------------------------------------------------

    def _dated(self, at: int) -> tuple[Mention, int] | None:
        """Read days, and the times beside them."""
        days = self.days.read(at)
        if days is None:
            return None
        moments, end, after = self._joined(days)
        times = self._times(after)
        if end is None and times.start is not None and (closing := self._closing(times.after)) is not None:
            last, last_times = closing
            end = last.moments[-1].at(last_times.start)
            after = max(last.after, last_times.after)
            return self._mention(at, after, moments, end, replace(times, end=None, after=after))
        return self._mention(at, max(after, times.after), moments, end, times)

    def _closing(self, at: int) -> tuple[Days, _Times] | None:
        """Read the second half of `Nov 5, 10am – Nov 9, 5pm`."""
        joint = self._joint(at)
        if joint is None or not joint[0]:
            return None
        days = self.days.read(joint[1])
        if days is None or days.moments[0].day is None:
            return None
        return days, self._times(days.after)

    def _joined(self, days: Days) -> tuple[tuple[Moment, ...], Moment | None, int]:
        """Read what is joined to days by "to" or "and": `Nov 30 – Dec 2`, `3.5. und 17.5.`."""
        moments, after = days.moments, days.after
        if days.is_range:
            return moments[:1], moments[-1], after
        for _ in range(_MOST_TIMES):
            joint = self._joint(after)
            if joint is None:
                break
            following = self.days.read(joint[1], is_joined=True)
            if following is None and joint[0] and moments[-1].year and self.atoms[days.after - 1].digits <= 2:
                following = self.days.closing_pair(joint[1])
            if following is None or following.moments[0].day is None or moments[-1].day is None:
                break
            following = replace(following, moments=_with_month(following.moments, moments[-1]))
            if joint[0]:
                return moments, following.moments[-1], following.after
            moments, after = (*moments, *following.moments), following.after
        return moments, None, after

    def _joint(self, at: int) -> tuple[bool, int] | None:
        """Read what stands between two dates: a range or a list, and the atom that the second begins at."""
        atom = self._atom(at)
        if atom is None:
            return None
        if DASH.fullmatch(atom.gap.lstrip(".)）]】")):
            return True, at
        if "\n" not in atom.gap and _TO_DAY.fullmatch(atom.gap):
            after = at + 1
            if (filler := self._atom(after)) is not None and "of" in filler.senses and "weekday" not in filler.senses:
                after += 1
            if atom.senses.keys() & {"to", "until"} and "weekday" not in atom.senses:
                return True, after
            if "and" in atom.senses:
                return False, after
        if re.fullmatch(r"[.)）]?\s?[,&+、・]\s?", atom.gap) and (atom.digits or "weekday" in atom.senses):
            return False, at
        return None

    def _timed(self, at: int) -> tuple[Mention, int] | None:
        """Read a time that stands before its day, or alone."""
        atom = self.atoms[at]
        if not atom.digits and not atom.senses.keys() & {"noon", "midnight", "pm", "am", "clock", "doors"}:
            return None
        if atom.digits and not self.days.is_free(at):
            return None
        begin, is_sure = self._after_fillers(at)
        if "doors" in atom.senses:
            begin, is_sure = self._after_fillers(at + 1)
            is_sure = True
        first = self._atom(begin)
        if first is None or (begin > at and not _TO_TIME.fullmatch(first.gap)):
            return None
        span = clocks.read(self.atoms, begin, after_date=False, is_sure=is_sure)
        if span is None or not self._is_time_here(span):
            return None
        times = self._with_doors(span, is_sure=is_sure, is_doors="doors" in atom.senses)
        place, _ = self._after_fillers(times.after)
        atom_after = self._atom(place)
        if atom_after is not None and _TO_DAY.fullmatch(atom_after.gap):
            days = self.days.read(place)
            if days is not None and days.moments[0].day is not None:
                moments, end, after = self._joined(days)
                return self._mention(at, after, moments, end, replace(times, after=after))
        return self._mention(at, times.after, (Moment(),), None, times)

    def _relative(self, at: int) -> tuple[Mention, int] | None:
        """Read `today`, `tomorrow`, `this weekend`, `next Friday`."""
        atom = self.atoms[at]
        senses = atom.senses
        day: date | None = None
        last: date | None = None
        after = at + 1
        if "today" in senses:
            day = self.reference
        elif "tomorrow" in senses and not senses.keys() & {"morning"}:
            day = self.reference + timedelta(days=1)
        elif senses.keys() & {"next", "this"} and (following := self._atom(after)) is not None and following.gap == " ":
            if "weekday" in following.senses:
                ahead = (following.senses["weekday"] - self.reference.weekday()) % 7
                day = self.reference + timedelta(days=ahead or (7 if "next" in senses else 0))
                after += 1
            elif "weekend" in following.senses:
                day, last = self._weekend(next_one="next" in senses)
                after += 1
        elif "weekend" in senses and atom.stop - atom.first > 2 and self.text[atom.first : atom.stop].startswith("今"):
            day, last = self._weekend(next_one=False)
        if day is None:
            return None
        explicit = self.days.read(after)
        if explicit is not None and explicit.moments[0].day and re.fullmatch(r"[\s(（,:]{0,3}", self.atoms[after].gap):
            return None
        times = self._times(after)
        end = Moment(last.year, last.month, last.day) if last else None
        return self._mention(at, max(after, times.after), (Moment(day.year, day.month, day.day),), end, times)

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
        """Read a weekday with a time and no date: `lauantaina klo 14`."""
        atom = self.atoms[at]
        if "weekday" not in atom.senses or (len(atom.word) < 3 and atom.sign == ""):
            return None
        times = self._times(at + 1)
        previous = self._atom(at - 1)
        is_hours = previous is not None and "weekday" in previous.senses and DASH.fullmatch(atom.gap) is not None
        if times.start is None or is_hours or "\n" in self.atoms[at + 1].gap:
            return None
        return self._mention(at, times.after, (Moment(weekday=atom.senses["weekday"]),), None, times)

    def _rule(self, at: int) -> tuple[Mention, int] | None:
        """Read recurrence: `every Tuesday`, `first Monday of each month`, `毎週土曜`."""
        rule = self.rules.read(at)
        if rule is None:
            return None
        times = self._times(rule.after)
        after = max(rule.after, times.after)
        rule, after = self._rule_end(rule, after)
        excluded, months, after = self.rules.exceptions(after)
        mention = self._mention(
            at, after, (Moment(weekday=rule.weekdays[0] if rule.weekdays else None),), rule.until, times
        )
        return mention and (
            replace(mention[0], rule=rule.text(months), excluded_weekdays=excluded),
            mention[1],
        )

    def _rule_end(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read until when a rule holds: `through May`, `bis 31.12.2026`."""
        atom = self._atom(after)
        if atom is None or not atom.senses.keys() & {"until", "to"} or not re.fullmatch(r"[\s,.]{0,3}", atom.gap):
            return rule, after
        days = self.days.read(after + 1)
        if days is not None:
            return replace(rule, until=days.moments[-1]), days.after
        month = self._atom(after + 1)
        if month is not None and "month" in month.senses and month.gap == " ":
            return replace(rule, until=Moment(month=month.senses["month"])), after + 2
        return rule, after

    # Times -------------------------------------------------------------------------------------

    def _times(self, at: int) -> _Times:
        """Read the times behind a day: one, a range, several, doors."""
        place, is_sure = self._after_fillers(at)
        atom = self._atom(place)
        if atom is None:
            return _Times(after=at)
        if "iso" in atom.senses and atom.gap == "":
            place += 1
            atom = self._atom(place)
        is_doors = atom is not None and "doors" in atom.senses and _TO_TIME.fullmatch(atom.gap) is not None
        begin = place
        if is_doors:
            begin, is_sure = self._after_fillers(place + 1)
            is_sure = True
        first = self._atom(begin)
        if first is None or not _TO_TIME.fullmatch(first.gap):
            return _Times(after=at)
        is_between = any("between" in atom.senses for atom in self.atoms[at:begin])
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=is_sure, is_between=is_between)
        if span is None or not self._is_time_here(span):
            return _Times(after=at)
        if place > 0 and "iso" in self.atoms[place - 1].senses:
            return _Times(span.start, after=self._after_offset(span.after))
        return self._with_doors(span, is_sure=is_sure, is_doors=is_doors)

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
            if "noon" in atom.senses and start.minutes == 720:  # 12 Uhr mittags
                after = place + 1
                continue
            begin = place
            if atom.senses.keys() & {"doors", "end", "start", "and"}:
                begin, sure_there = self._after_fillers(place + 1)
                sure_here = sure_here or sure_there or (is_sure and "and" in atom.senses) or "start" in atom.senses
            first = self._atom(begin)
            if first is None or not _TO_TIME.fullmatch(first.gap) or self._begins_day(begin):
                break
            following = clocks.read(self.atoms, begin, after_date=True, is_sure=sure_here)
            if following is None or not following.start.is_sure:
                break
            following = _in_same_half(following, span)
            if following.half == "pm" and not span.half and end is None and role == "":
                start, more = _in_evening(start, more)
            behind = self._role_behind(following.after)
            after = following.after + (1 if behind else 0)
            if "doors" in atom.senses or behind == "doors":
                doors = following.start.time()
            elif role == "doors" or behind == "start" or ("start" in atom.senses and doors == start.time()):
                start, end, role = following.start, following.end, "start"
            elif "end" in atom.senses or behind == "end":
                end = following.start
            else:
                more.append(following.start)
        return _Times(start, end, tuple(more), doors, after)

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
            following is not None and following.digits > 0 and re.fullmatch(r"\s?[:：/]?\s?", following.gap) is not None
        )
        for role in ("doors", "start", "end"):
            if role in atom.senses and not (is_label and atom.gap != ""):
                return role
        return ""

    def _after_fillers(self, at: int) -> tuple[int, bool]:
        """Step over words such as "at", "um", "kl." in front of a time; tell whether they say that it is one."""
        is_sure = False
        for _ in range(3):
            atom = self._atom(at)
            if atom is None or atom.digits or not atom.senses.keys() & _FILLERS or not _TO_TIME.fullmatch(atom.gap):
                break
            if atom.senses.keys() & {"noon", "midnight", "am", "pm"} and "of" not in atom.senses:
                break
            is_sure = is_sure or ("clock" in atom.senses and not self.text[atom.stop : atom.stop + 1].isdecimal())
            at += 1
        return at, is_sure

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
        role, begin = self._role(at)
        role, after = self._role_after(role, after, end)
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

    def _role_after(self, role: Role, after: int, end: Moment | None) -> tuple[Role, int]:
        """Read the words behind a mention that say what it is: `…まで`, `… asti`, `1/6更新`."""
        atom = self._atom(after)
        if atom is None or not re.fullmatch(r"[.]?[)）】\]]?[ 」]?", atom.gap):
            return role, after
        if "until_after" in atom.senses:
            return (role if end is not None else Role.END), after + 1
        if "dense" in atom.senses and role is Role.START:
            for sense, other in _ROLES:
                if sense in atom.senses:
                    return other, after
        return role, after

    def _role(self, at: int) -> tuple[Role, int]:
        """Return what the words before a mention say of it."""
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
                if sense in atom.senses:
                    return role, at
            start -= 1
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
