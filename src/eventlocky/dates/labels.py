"""What the words and labels around days do to them while they are read, before a mention is made of them.

Moved and prolonged days, notes in brackets between days and their times, the weekday behind a list of days, when people
are let in, the hour of the last day, the hours of a house. What a whole mention is there for is told by `roles.py`,
what two mentions do to each other by `beside.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import MAXYEAR

from eventlocky.dates import clocks
from eventlocky.dates.days import DayReader, last_day
from eventlocky.dates.lexer import Atom, Look
from eventlocky.dates.mention import Mention, Moment, Role
from eventlocky.dates.roles import PROLONGED
from eventlocky.dates.rules import Rule, RuleReader
from eventlocky.dates.times import Times

NEAR = 16
"""How far from a date the word stands that says that it is moved."""

MOVED = re.compile("延期|変更|振替|振り替え|順延")
MOVED_TO = re.compile(
    r"[)）]?(?:\s?(?:午[前後])?\d{1,2}[:：時](?:\d{2}分?|半)?)?[^\n\d。]{0,6}[にへ](?:日程)?"
    r"(?:延期|変更|順延|振替|振り替え|変わり|変わる|移動|移行|繰り?[上下]げ|前倒し|ずら)"
)
_FROM_WORD = re.compile("から|より")
"""What says that a day is moved: anywhere near it, behind the new day, and between both."""

_EACH_YEAR = re.compile(r"[)）]?\s?[(（※]\s?(?:毎年|例年)(?:開催|同日)?[)）]?")
"""What says behind days that they come every year."""

_OPEN_TODAY = re.compile(
    r"[)）]?[はも、]? ?(?:午後|夜)?\d{1,2}[:：時](?:\d{2}分?|半)?"
    r"(?:(?:まで|迄)の?[短時縮通常]{0,4}営業|(?:まで|で|に|をもって)?(?:閉店|閉館|閉園))"
)
_OPEN_UNTIL = re.compile(r"は ?(?:午後|夜)?\d{1,2}[:：時](?:\d{2}分?|半)?まで")
_OPEN_ONLY = re.compile(r"[)）\]］】]?(?:のみ|限定で?|だけ)の?(?:営業|開[店廊館園])")
_LABEL_OF_HOURS = re.compile(r"(?:平日|土曜?日?[・、]?日曜?日?(?:[・、]?祝(?:祭?日)?)?) ?[:：] ?\d")
_LABEL_BEHIND = re.compile(r"\s?[:：／/]")
"""What tells the hours of a house: behind a day, behind a rule, as a label of them; and what ends another label."""

_OFFICE = re.compile(
    r"(?:^|\n)[^\n\d]{0,24}?(?:büro|sekretariat|geschäftsstelle|pfarramt|kundenzentrum|rezeption|\boffice|\breception"
    r"|\bfront desk|\bsecretariat|\bsecrétariat|\baccueil|\bsecretaría|\bsegreteria|\bsecretariaat|\bkansliet?"
    r"|\btoimisto|\bbiuro|\bkancelář|事務所|事務局|窓口)(?::[^\n]{0,40})?[ :]?\n{1,2}$",
    re.IGNORECASE,
)
_OFFICE_LABEL = re.compile(
    r"(?:büro|sekretariat|geschäftsstelle|pfarramt|kundenzentrum|rezeption|kasse|\boffice|\breception|\bfront desk"
    r"|\bsecretariat|\bsecrétariat|\baccueil|\bbilletterie|\bsecretaría|\btaquilla|\bsegreteria|\bbiglietteria"
    r"|\bsecretariaat|\bkassa|\bkansliet?|\btoimisto|\bbiuro|\bkasa|\bkancelář|\bpokladna)"
    r"[^\n\d:.]{0,16}:\s?$",
    re.IGNORECASE,
)
_FAR_OFFICE = 72
"""The name of an office, alone in the line above its hours or with its address behind it: `Office: High Street 2`."""

_LIMITED = re.compile(r"[)）\]］】]?\s?[(（※]?\s?(?:土日|土・日|平日|週末)祝?日?(?:のみ|限定)")
_BEHIND_RANGE = re.compile(r"[)）]?(?:の|\s?[(（](?=[期会]))(?:期間中?、?の?|うち、?)?")
"""What stands between a range and the days of the week that it is limited to, or that are said of it."""

_TO_CLOSED = re.compile(r"[)）\]】]?[\s,.(（*※、–-]{0,5}")
_LISTED_CLOSED = re.compile(r"[・、,]?")
_MOST_CLOSED = 6
"""What stands before the first and the further days on which a range rests, and how many atoms they take at most."""

_NOTE = re.compile(
    r"[)）]?\s?[(（【\[［](?=[^\n)）】\]］]{0,16}(?:[全計]\d{1,2}[回日]|各回?\d{1,3}[名人組]|いずれも))[^\n:：時)）】\]］]{1,24}[)）】\]］]\s?"
)
"""A note behind a list of days, in front of their time: `（全4回・水曜）`."""

_ON_LAST = re.compile(
    r"[)）]?\s?[(（※、,/]{1,2}\s?(?:\d{1,2}[月/])?(\d{1,2})日?\s{0,4}(?:\([月火水木金土日]\))?(?:のみ|だけ)?は?、?\s?(?:[〜～~]|(?<=[日は])[–-])?"
)
"""The last day of a run by its number, in front of the hour at which it ends."""

_LONGEST_LEAP = 8
"""So many years lie between two leap years, at most: `2月29日（毎年）`."""

_SAME_LINE = 40
_LINES_BEFORE_TIME = 200
_NEXT_TIME = 8
"""How far behind its day a time may stand, in its line or below it, and how many atoms ahead the next has its own."""


class LabelReader:
    """Reads the words around days among the atoms of one text."""

    def __init__(
        self, text: str, atoms: list[Atom], look: Look, days: DayReader, rules: RuleReader, *, is_dense: bool
    ) -> None:
        self.text = text
        self.atoms = atoms
        self._atom = look
        self.days = days
        self.rules = rules
        self.is_dense = is_dense

    # What days are -----------------------------------------------------------------------------

    def is_off(self, at: int) -> bool:
        """Tell whether the word before says that this day is no longer meant: `rescheduled from Nov 7 to Nov 14`."""
        before = self._atom(at - 1)
        return before is not None and "off" in before.senses and self.atoms[at].gap == " "

    def is_moved(self, at: int, after: int) -> bool:
        """Tell whether an arrow or "from" joins the old day and the new one: the words around say that it is moved."""
        first, stop = self.atoms[at].first, self.atoms[after - 1].stop
        if _FROM_WORD.search(self.text, first, stop) and MOVED_TO.match(self.text, stop):
            return True  # 5月30日（土）から6月2日（火）に変更
        around = self.text[max(0, first - NEAR) : first].rpartition("\n")[2] + self.text[stop : stop + NEAR]
        return "→" in self.text[first:stop] and MOVED.search(around) is not None

    def is_prolonged(self, at: int, after: int) -> bool:
        """Tell the old last day and the new one from a range: `期間を9月30日から10月31日まで延長`."""
        first, until = self.atoms[at].first, self._atom(after)
        if until is None or "until_after" not in until.senses or not PROLONGED.match(self.text, until.stop):
            return False
        return self.text[max(0, first - 4) : first].endswith(("期間を", "会期を", "期限を", "締切を", "終了日を"))

    def of_next_year(self, moments: tuple[Moment, ...], stop: int) -> tuple[Moment, ...]:
        """Put days of every year that are over into the next one: `例大祭 10月9日・10日（毎年）`."""
        last, reference = moments[-1], self.days.reference
        if last.month is None or last.day is None or not _EACH_YEAR.match(self.text, stop):
            return moments
        if any(moment.year is not None or moment.weekday is not None for moment in moments):
            return moments
        first = reference.year + ((last.month, last.day) < (reference.month, reference.day))
        for year in range(first, min(first + _LONGEST_LEAP, MAXYEAR) + 1):
            if all(not moment.month or (moment.day or 0) <= last_day(year, moment.month) for moment in moments):
                return tuple(replace(moment, year=year) for moment in moments)
        return moments  # 2月30日

    def named_behind(
        self, moments: tuple[Moment, ...], end: Moment | None, after: int
    ) -> tuple[tuple[Moment, ...], int]:
        """Read the weekday of days that is said behind them, and keep it for a rule where they are a range.

        `10/29・11/5・11/12の木曜日`, but `11月14日〜12月20日の土曜日` is every Saturday.
        """
        place = after
        atom = self._atom(place)
        if end is not None and atom is not None and "until_after" in atom.senses:
            place += 1
            atom = self._atom(place)
        is_limited = atom is not None and end is not None and _LIMITED.match(self.text, self.atoms[place - 1].stop)
        if is_limited and atom is not None and not atom.senses.keys().isdisjoint({"weekends", "workdays"}):
            self.rules.behind_range = place  # 2月7日～3月8日 ※土日祝のみ開催
            return moments, after
        if atom is None or not _BEHIND_RANGE.fullmatch(atom.gap) or (end is None and atom.gap not in {"の", ")の"}):
            return moments, after
        if "(" in atom.gap and self.text.startswith("は", atom.stop):
            return moments, after  # （期間中の土日祝はイベント開催）
        if end is not None and not atom.senses.keys().isdisjoint({"weekends", "workdays"}):
            self.rules.behind_range = place  # 7/18～8/31の土日祝
            return moments, after
        if "weekday" not in atom.senses or len(atom.word) < 2:
            return moments, after
        if self.rules.weekdays(place)[1] > place + 1 or moments[-1].day is None:
            return moments, after
        if end is not None:
            self.rules.behind_range = place
            return moments, after
        if moments[-1].weekday is not None:
            return moments, after
        return (*moments[:-1], replace(moments[-1], weekday=atom.senses["weekday"])), after + 1

    # What stands between days and their times --------------------------------------------------

    def after_closed(self, at: int) -> int:
        """Step over what ends a range in front of its hours: `3月15日まで（土日祝除く）9:00〜17:00`."""
        atom = self._atom(at)
        if atom is not None and "until_after" in atom.senses and atom.gap in {"", ")", "）"}:
            at += 1
        place = at
        while place < at + _MOST_CLOSED and (atom := self._atom(place)) is not None:
            gap = _TO_CLOSED if place == at else _LISTED_CLOSED
            if atom.senses.keys().isdisjoint({"weekday", "weekends", "holiday"}) or not gap.fullmatch(atom.gap):
                break
            place += 1
        behind = self._atom(place)
        is_left_out = place > at and behind is not None and "except_after" in behind.senses and len(behind.gap) <= 1
        if place > at and not is_left_out and self.text.startswith("休", self.atoms[place - 1].stop):
            return place  # 水木休
        return place + 1 if is_left_out else at

    def after_note(self, at: int, moments: tuple[Moment, ...]) -> int:
        """Step over a note in brackets between days and their time: `5/13、5/27（全2回・水曜）19:00～20:30`."""
        match = _NOTE.match(self.text, self.atoms[at - 1].stop) if len(moments) > 1 else None
        if match is None:
            return at
        place = at
        while (atom := self._atom(place)) is not None and atom.first < match.end():
            place += 1
        atom = self._atom(place)
        return place if atom is not None and atom.first == match.end() else at

    def after_explained(self, at: int) -> int:
        """Step over the weekdays that explain a word: `werktags (Mo–Fr) um 12.30 Uhr`."""
        atom, previous = self._atom(at), self._atom(at - 1)
        if atom is None or previous is None or "workdays" not in previous.senses or "weekday" not in atom.senses:
            return at
        return at if self.is_before_hours(at) or atom.gap.strip() != "(" else self.rules.weekdays(at)[1]

    # What times are ----------------------------------------------------------------------------

    def of_reception(self, at: int, times: Times, end: Moment | None) -> Times:
        """Tell when people are let in from when something lasts: `健診 4月14日(水) 受付13:00〜13:30` says no start.

        `OPEN 21:00 – 29:00` does, and so do the hours of reception of a run of days.
        """
        if times.start is None or times.end is None or times.doors != times.start.time():
            return times
        is_reception = any("reception" in atom.senses for atom in self.atoms[at : times.after])
        if is_reception and end is None and not times.more:
            return Times(doors=times.doors, after=times.after)
        return replace(times, doors=None)

    def until_on_last(self, times: Times, end: Moment) -> Times:
        """Read the hour until which the last day of a run lasts, said by its number: `10時～17時（5日は15時まで）`."""
        match = _ON_LAST.match(self.days.text, self.atoms[times.after - 1].stop)
        if match is None or int(match[1]) != end.day:
            return times
        last = range(times.after, min(times.after + _MOST_CLOSED, len(self.atoms)))
        begin = next((place for place in last if self.atoms[place].first >= match.end()), None)
        span = clocks.read(self.atoms, begin, after_date=True) if begin is not None else None
        word = self._atom(span.after) if span is not None else None
        if span is None or span.end is not None or self.atoms[begin or 0].first > match.end():
            return times
        is_until = word is not None and not word.gap and bool(word.senses.keys() & {"until_after", "end"})
        if is_until or match[0][-1] in "〜～~–-":
            return replace(times, last=span.start, after=span.after + is_until)
        return times

    def label_of_start(self, at: int) -> Atom | None:
        """Return the word before a time that names it a start: `集合 6:30 出発 7:00`."""
        label = self._atom(at - 1)
        is_near = self.atoms[at].gap.strip(" ") in {"", ":"}
        return label if label is not None and is_near and {"start", "dense"} <= label.senses.keys() else None

    def is_of_day_before(self, at: int, after_time: int, after: int, last: Mention | None) -> bool:
        """Tell a time of the day before it from one of the day behind, which has its own: `12/5 大阪 18:00 12/6 …`.

        Alone in its line, it is of a day above it that has none: a list of cards, each with its day, title and time.
        """
        if last is None or last.role is not Role.START or last.start.day is None or last.start.has_time:
            return False
        between = self.text[last.stop : self.atoms[at].first]
        if "\n" in self.atoms[after_time].gap:
            return last.end is None and "\n" in between and len(between) <= _LINES_BEFORE_TIME
        if "\n" in between or len(between) > _SAME_LINE:
            return False
        return any(
            atom.senses.keys() & {"doors", "start"} or atom.gap == ":"
            for atom in self.atoms[after : after + _NEXT_TIME]
        )

    # Hours of a house --------------------------------------------------------------------------

    def is_open_then(self, stop: int, end: Moment | None) -> bool:
        """Tell the hours that a house has on a day or in a time: `12月31日は17時閉店`, `8月1日～31日は19時閉館`."""
        match = _OPEN_TODAY.match(self.text, stop)
        return match is not None and (end is None or match[0].lstrip(")）").startswith(("は", "も")))

    def is_of_hours(self, at: int, rule: Rule, after: int, times: Times) -> bool:
        """Tell a rule with its times that says when a house is open, by the words around it."""
        if self.is_before_hours(after) or any("last_order" in atom.senses for atom in self.atoms[at : after + 1]):
            return True
        if self._is_label_of_hours(at, times) or self._is_below_office(at, times):
            return True
        if at != self.rules.behind_range and _OPEN_ONLY.match(self.text, self.atoms[rule.after - 1].stop):
            return True
        is_open = times.start is None and self.is_dense
        return is_open and _OPEN_UNTIL.match(self.text, self.atoms[after - 1].stop) is not None

    def _is_label_of_hours(self, at: int, times: Times) -> bool:
        """Tell the days that head hours in a table: `土・日・祝：9:30〜17:30`."""
        return times.end is not None and _LABEL_OF_HOURS.match(self.days.text, self.atoms[at].first) is not None

    def _is_below_office(self, at: int, times: Times) -> bool:
        """Tell the hours of an office by its name in the line above: `Gemeindebüro`, and below it `Di 9–11 Uhr`."""
        first = self.atoms[at].first
        if times.end is not None and _OFFICE_LABEL.search(self.text, max(0, first - _FAR_OFFICE), first):
            return True
        if times.end is None or not self.text[max(0, first - 2) : first].endswith("\n"):
            return False
        return _OFFICE.search(self.text[max(0, first - _FAR_OFFICE) : first]) is not None

    def is_before_hours(self, at: int) -> bool:
        """Tell whether opening hours follow: `sonntags geöffnet`, `werktags (Mo. – Fr. 9–18 Uhr)`."""
        atom, previous = self._atom(at), self._atom(at - 1)
        if atom is None or previous is None:
            return False
        if "dense" in atom.senses and ("contact" in atom.senses or _LABEL_BEHIND.match(self.text, atom.stop)):
            return False  # 毎週土曜日 10:00〜11:30　お問い合わせ 03-…
        is_explained = "workdays" in previous.senses and "weekday" in atom.senses and atom.gap.strip() == "("
        if is_explained:
            _, after = self.rules.weekdays(at)
            behind = self.text[self.atoms[after - 1].stop : self.atoms[after - 1].stop + 2].strip(". ")
            return behind[:1] not in {")", "）"}
        return atom.gap == " " and "timetable" not in atom.senses and bool(atom.senses.keys() & {"hours", "open"})
