"""The times behind a day or in front of it: one, a range, several, with doors and the words that say what each is."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import time

from eventlocky.dates import clocks
from eventlocky.dates.clocks import DASH, Span
from eventlocky.dates.days import DayReader
from eventlocky.dates.lexer import Atom, Look, begins_with_word
from eventlocky.dates.lexicon import DENSE
from eventlocky.dates.mention import Clock

TO_TIME = re.compile(
    r"(?![^\v]*\v)(?:\s?(?:or|または|又は)\s?|[\s,.:;@()（）\[\]【】「」〈〉《》|·•・、/&+–—~〜～→=①②③④祝休のみ各と発組面班※☆★◎○●◇◆△▲-]{0,10})"
)
_LONGEST_GAP = 10
"""What may stand between a day and its time, but no end of a row of a table, and how long that may be."""

_TO_ROLE = re.compile(r"(?:頃|ごろ)?[\s(（]?|[〜～~]")
_TO_LABELLED = re.compile(r"\s?[:：/]?\s?[①②③④]?\s?")
_LABELS_NEXT = re.compile(r"\s?[:：/]?\s?")
_NAMES_NEXT = re.compile(r"\s[^\W\d_A-Za-z]{2,6}\s?")
"""What stands between a word and the time behind it that it names, also with who begins then: `スタート ハーフ8:45`."""

_NAMED = re.compile(
    r"[ \u3000〜～~]?(?!の|公演|回|部|ステージ|から|より|まで|頃|ごろ|および|及び|または|[昼夜][の公夜]|[とや各両第])"
    r"[^\W\d]{2}"
)
"""The name of a point of a program behind its time."""

_LISTS_TIMES = re.compile("[と、・/]|[ 、]?[②③④]")
_MOST_TIMES = 8
_MOST_ROLES = 3
_AFTER_NOON = range(1, 7)
_OUTER_DAYS = ("first_day", "last_day")
_APART = re.compile(r"(?:[^\n\d。※]|\d{1,2}(?=km|ｋｍ|キロ)){1,20}")
"""What may stand between doors and the start that belongs to them: a name, a label, how long a run is."""

_MINUTES_BEFORE = re.compile(r"は?[\s各]{0,2}(?:開演|開始|上映|公演)?の?[\s各]{0,2}\d{1,3}分前")
_DISTANCE = re.compile(r"\d{1,2}(?:km|ｋｍ|㎞|キロ)(?:の部)?[\s:：]?\d")
_FAR_APART = 6
"""How many atoms behind the doors the start may stand."""

_OPEN_END = re.compile(r" ?[~〜～-] ?(?:LATE|LAST|late|last|ラスト|朝まで|終電)")
_COUNTERS = frozenset("名人枚個台冊組件円歳階号室番F")
_PRICES, _PRICES_APART = frozenset("%€$£¥"), frozenset({" %", " €", " $", " £"})
_AGE = re.compile(
    r"[ \u00a0](?:ans|años|anos|anni|jahren?|years?|yrs?|jaar|år|lat|vuotta|mois|months?|minut\w{0,5}|personnes?|"
    r"persone|pessoas|personas|personen|people|euros?|eur|chf|franken|francs|kronor|kroner|korun|dollars|pounds)\b",
    re.IGNORECASE,
)
"""What follows a number that is no time, and what counts it: years of age, people, money."""

_MOST_CLOSED = 8
_BEHIND_CLOSED = re.compile(r"休?[\s、。,)）(（※/・]{0,3}")

_HOUSE = re.compile(
    r" (?:[NSEW]\.? |(?:North|South|East|West) )?(?:\d{1,3}(?:st|nd|rd|th)|[A-Z][\w.'’-]*)(?: [A-Z][\w.'’-]*){0,2}?"
    r" (?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Way|Sq|Square|Pl|Place|Court|Ct|Hwy|Highway|"
    r"Plaza|Pkwy|Parkway|Terrace|Circle|Trail|Row|Close|Crescent)\b"
)
"""How a street goes on behind the number of a house: `at 15 Reservoir Road` says no hour."""

_SHORT_ZONE = re.compile(r"\.?\s?\(?([ECMP]T)\b")
_MOVED_TO = re.compile(r"[にへ](?:時間)?(?:変更|変わり|繰り?[上下]げ|前倒し)")
_FLOOR = re.compile("[FＦ階号室番名人枚個台冊組件円歳](?![a-z])")
COUNTED = re.compile(r"(?!時|半|頃|ごろ|まで|迄|くらい|ぐらい|前後|予定|終[了演]|閉[会館店]|解散)[^\W\d_]")
"""A counter or a word that goes on behind a number, which is no hour then: `から 2階`, `〜 2ステージ`."""

_LET_IN = re.compile(
    r"(?:頃|ごろ)?(?:から|より|[〜～~])?[ 、]?[^\W\d]{0,12}?"
    r"(?:(?:入室|入場|入館|接続|ログイン|アクセス)(?:可|でき|出来|いただけ|頂け|OK)|(?:入室|接続|ログイン)(?:の?受付|開始))"
    r"(?:能|ます)?"
)
"""What says behind a time that people are let in then."""

_OPEN_WAVE = re.compile(r"[〜～~]\s+")
_JOINS_HOURS = re.compile(r"[〜～~]|\s[〜～~]\s")
_MOST_OF_TIME = 5
_OPEN_LIST = re.compile(r"[〜～~]\s+\S{4,8}[〜～~](?!\d)")
_MOVED_BY_ARROW = re.compile(r"変更[^\n→]{0,20}?(?<!\d)\d{1,2}[:：時][^\n→]{0,4}→[^\n→]{0,8}$")
_LONGEST_MOVED = 36
"""What stands behind a time to which another is moved, or before both of them with an arrow between."""

_LEFT_OUT = frozenset({"除く", "を除く", "は除く"})
_LABELS_OF_HALVES = frozenset("朝昼夜")
_BEHIND_NOON = frozenset("かよまにごのは頃")
"""What goes on behind `昼` where it is a time: `昼から`, `昼まで`, `昼ごろ`."""

_NOON, _HALF_AN_HOUR = 12, 30
_WAVES = frozenset({"〜", "～", "~"})
_MOST_WAITING = 60
_BETWEEN_SHOWS = 90
"""Two times of a list so many minutes apart are two shows; nearer ones are doors and show."""

_FILLERS = frozenset(
    """
    at of from morning afternoon evening night start hour clock between timetable session year_word
    """.split(),
)
"""What the small words in front of a time mean."""

_NAMING = frozenset({"doors", "end", "start", "and"})
"""What a word means that names the next time of a list, or joins it."""

_NAME_GOES_ON = re.compile(r" [^\W\d_a-z]")
_BESIDE_TIME = frozenset({"doors", "start", "end", "from", "to", "until", "and", "at", "of", "clock", "hour"})
"""How a name goes on, with a large letter, and what words mean that speak of the time beside them."""

_TIMES = frozenset({"noon", "midnight", "am", "pm", "late_night"})
"""What a word means that is a time, or a part of one."""


@dataclass(slots=True)
class Times:
    """The times of a mention, and the atom after them; `last` is when the last of several days ends.

    `is_end` where the words say that the only time is an end: `17:00解散`.
    """

    start: Clock | None = None
    end: Clock | None = None
    more: tuple[Clock, ...] = ()
    doors: time | None = None
    after: int = 0
    last: Clock | None = None
    is_end: bool = False


@dataclass(slots=True)
class _Following:
    """A further time, none where only the last entry was read; `is_glued`: `4:30 pm6:00 pm`, two columns of a table.

    `is_listed`: it is joined to the time before it by a sign of a list; `is_dense`: the half of the day stands before
    it, and says nothing of the times before (`11:30／午後6時`).
    """

    span: Span | None
    after: int
    role: str = ""
    is_glued: bool = False
    is_listed: bool = False
    is_dense: bool = False
    is_gathering: bool = False


class TimeReader:
    """Reads times at a place among the atoms of one text."""

    def __init__(self, text: str, atoms: list[Atom], look: Look, days: DayReader) -> None:
        self.text = text
        self.atoms = atoms
        self._atom = look
        self.days = days

    def read(self, at: int, part: str = "") -> Times:
        """Read the times behind a day: one, a range, several, doors."""
        atom = self._atom(at)
        if atom is None or (len(atom.gap) > _LONGEST_GAP and not _may_count(atom)):
            return Times(after=at)
        if begins_with_word(atom.gap) and not _may_count(atom):
            return Times(after=at)
        place, is_sure = self.after_fillers(at)
        atom = self._atom(place)
        if atom is None:
            return Times(after=at)
        if "iso" in atom.senses and atom.gap == "":
            place += 1
            atom = self._atom(place)
            if atom is not None and atom.digits == 6 and atom.number // 10_000 < 24 and atom.number // 100 % 100 < 60:
                start = Clock(atom.number // 10_000, atom.number // 100 % 100)
                return Times(start, after=self._after_offset(place + 1))
        is_doors = atom is not None and TO_TIME.fullmatch(atom.gap) is not None and self._names_doors(place, atom)
        begin = place
        if is_doors:
            begin, is_sure = self.after_fillers(place + 1)
            is_sure = True
        first = self._atom(begin)
        if first is None or not TO_TIME.fullmatch(first.gap):
            return Times(after=at)
        if "daily" in first.senses and "dense" in first.senses:
            return Times(after=at)  # 毎朝6:30～: a rule
        if "dusk" in first.senses:
            return self._from_dusk(begin, at)
        is_outer = "first_day" in first.senses or "last_day" in first.senses
        if is_outer and (outer := self._of_outer_days(begin)) is not None:
            return outer
        if first.digits and not is_sure and self.begins_day(begin):
            return Times(after=at)
        is_between = any("between" in atom.senses for atom in self.atoms[at:begin])
        part = self.part(at, begin) or part or self._part_of_at(begin)
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=is_sure, is_between=is_between, part=part)
        if span is None and any("from" in atom.senses for atom in self.atoms[at:begin]):
            span = self._hours_from(begin)
        if span is None or not self.is_time_here(span):
            return Times(after=at)
        span = self._without_day(begin, span)
        if begin > at and "iso" in self.atoms[begin - 1].senses:
            return Times(span.start, after=self._after_offset(span.after))
        label = next((atom for atom in self.atoms[at:begin] if _labels_start(atom)), None)
        return self.with_doors(span, is_sure=is_sure, is_doors=is_doors, label=None if is_doors else label)

    def _from_dusk(self, at: int, otherwise: int) -> Times:
        """Read hours that begin at no time of the clock: `日没〜21時`."""
        begin = at + 1
        joint = self._atom(begin)
        if joint is None:
            return Times(after=otherwise)
        if joint.senses.keys() & {"to", "until"} and not joint.gap:
            begin += 1
        elif not DASH.fullmatch(joint.gap):
            return Times(after=otherwise)
        span = clocks.read(self.atoms, begin, after_date=True)
        return Times(end=span.start, after=span.after) if span is not None else Times(after=otherwise)

    def _part_of_at(self, at: int) -> str:
        """Guess the half of the day of the English `at 3`: nobody means the night."""
        number, minutes = self.atoms[at], self._atom(at + 1)
        is_bare = minutes is None or minutes.gap != ":"
        is_at = at > 0 and self.atoms[at - 1].word == "at" and number.number in _AFTER_NOON and number.digits == 1
        return "afternoon" if is_at and is_bare else ""

    def part(self, at: int, after: int) -> str:
        """Return the part of the day that small words in front of a time name last: `Friday evening at 8`."""
        for atom in reversed(self.atoms[at:after]) if at < after else ():
            for part in clocks.PARTS:
                if part in atom.senses:
                    return part
        return ""

    def _without_day(self, at: int, span: Span) -> Span:
        """Take a day away that was read as the end of a range: `ab 17 Uhr bis 23.12.`."""
        last = span.after - 2
        if span.end is not None and last > at and self._is_day_of_poster(last) and DASH.fullmatch(self.atoms[last].gap):
            return replace(span, end=None, after=last)  # 11.20 FRI 0:00 - 11.27 FRI 23:59
        if (
            span.end is None
            or last <= at
            or self.text[self.atoms[last + 1].stop : self.atoms[last + 1].stop + 1] != "."
        ):
            return span
        if self.atoms[last + 1].gap != "." or not self.begins_day(last):
            return span
        return replace(span, end=None, after=last if DASH.fullmatch(self.atoms[last].gap) else last - 1)

    def _is_day_of_poster(self, at: int) -> bool:
        """Tell two numbers with a point between them that are a day by the weekday behind: `11.27 FRI`, `9.27(日)`."""
        if self.days.is_weekday_pair(at):
            return True
        name = self._atom(at + 2)
        if name is None or name.gap not in {"(", " ("} or "weekday" not in name.senses or self.atoms[at + 1].gap != ".":
            return False
        return name.sign > "\u2e7f" and self.begins_day(at)

    def _hours_from(self, at: int) -> Span | None:
        """Read hours that only "from … to" tells: `od 8 do 16`."""
        span = clocks.read(self.atoms, at, after_date=True, is_sure=True)
        is_range = span is not None and span.end is not None and span.start.minutes < span.end.minutes
        return span if is_range and not self.begins_day(at) else None

    def with_doors(
        self, span: Span, *, is_sure: bool = False, is_doors: bool = False, label: Atom | None = None
    ) -> Times:
        """Read what follows a time: its role (`18:00開場`), doors, further times; `label` names the start before it."""
        span = self._without_next(self._without_floor(span))
        start, end, more = self._of_span(span)
        last: Clock | None = None
        role, is_gathering, after = self._named(span.after, is_doors=is_doors, label=label)
        is_end = role == "end"
        doors = start.time() if role == "doors" else None
        in_doors = False
        for _ in range(_MOST_TIMES):
            following = self._following(after, start, is_sure=is_sure) or (
                self._start_apart(after, start) if role == "doors" else None
            )
            if following is None:
                break
            after = following.after
            if following.span is None or following.role == "last_entry" or self._is_other_zone(span, following.span):
                continue
            if following.role in _OUTER_DAYS:
                start = following.span.start if following.role == "first_day" else start
                last = (following.span.end or following.span.start) if following.role == "last_day" else last
                continue
            further = _in_same_half(following.span, span)
            in_doors = following.role == "doors" or (in_doors and not following.role)
            if self._is_further_doors(following, further, more if in_doors else [], role):
                continue
            if further.half == "pm" and not (span.half or following.is_dense) and end is None and role == "":
                start, more = _in_evening(start, more)
            if following.role == "end" and role == "doors":
                end, role, doors = further.start, "start", None  # 開場9:30／閉場17:00
                continue
            if (following.role == "doors" and doors is not None and start.time() != doors) or (
                is_gathering and following.role == "start" and not _is_show_later(start, further)
            ):
                continue  # the doors of the second show; 8時30分集合 9時出発
            if following.role == "doors":
                doors = _in_half_of(following.span, span).start.time()
            elif following.role == "start" and (
                _is_within(further, start, end if not role else None)
                or (further.start.minutes < start.minutes and (following.is_gathering or (end and not role)))
            ):
                continue  # 9:00〜11:00（8:45集合）、マルシェ10:00〜15:00 ライブ13:00〜14:00
            elif role == "" and following.role == "start" and following.is_listed and _is_show_later(start, further):
                more.append(further.start)  # 13:00／17:00開演
                role = "start"
            elif (
                role == "doors"
                or (following.role == "start" and (role != "start" or doors == start.time()))
                or (is_gathering and not following.role and further.end is not None)  # 9:45集合 10:00～12:00
                or following.role == "new"
            ):
                start, end, role = further.start, further.end, "start"
                is_gathering = following.is_gathering
            elif self._is_doors_and_show(following, start, span) and not more and doors is None and role == "":
                doors, start = start.time(), further.start  # 17:30／18:00
            elif following.role == "end" or (
                following.is_glued and end is None and not more and further.start != start
            ):
                end = further.start
            elif role != "start" or not self._is_of_program(following):
                more += [further.start, *self._of_span(further)[2]]
        is_open = role == "doors" and _OPEN_END.match(self.text, self.atoms[after - 1].stop) is not None
        doors = None if is_open else doors  # OPEN 22:00 ~ LATE
        end, more = (end, more) if end is not None else _without_echo(start, more)
        is_end = is_end and end is None and not more
        return Times(_behind_noon(start, doors), end, tuple(more), doors, after, _in_afternoon(start, last), is_end)

    def _is_other_zone(self, span: Span, further: Span) -> bool:
        """Tell the same time on the clocks of another zone: `2:00 PM ET / 11:00 AM PT`."""
        one, two = (self._zone(each.after - 1) for each in (span, further))
        return bool(one and two) and one != two

    def _zone(self, at: int) -> str:
        """Return the name of the zone that a time ends with, or that follows it: `CET`, and in capitals `PT`."""
        last = self.atoms[at]
        if "zone" in last.senses:
            return last.word
        said = _SHORT_ZONE.match(self.text, last.stop)
        return said[1] if said else ""

    def _is_new_time(self, at: int) -> bool:
        """Tell whether an arrow leads to the time that holds now: `時間変更：10月10日 13:00〜→14:00〜`."""
        stop = self.atoms[at - 1].stop
        if "→" not in self.text[stop : stop + 3]:
            return False
        return "変更" in self.text[max(0, stop - _LONGEST_MOVED) : stop + _LONGEST_MOVED]

    def _is_of_program(self, following: _Following) -> bool:
        """Tell a later point of a program by its name behind the time: `10:00 開始 12:00 昼食 15:00 解散`."""
        stop = self.atoms[following.after - 1].stop
        if following.role or (following.is_listed and self.text[stop : stop + 1] not in _WAVES):
            return False
        word = self._atom(following.after)
        if (
            word is not None
            and not word.gap.strip(" 〜～~")
            and word.senses.keys() & {"doors", "start", "end", "session"}
        ):
            return False
        return _NAMED.match(self.text, stop) is not None

    def _is_further_doors(self, following: _Following, further: Span, shows: list[Clock], role: str) -> bool:
        """Tell the second of several doors: `11:00・14:30（開場10:30、14:00）`, `開場 12時 / 17時 開演 13時 / 18時`."""
        if following.role:
            return False
        if shows and further.start.minutes <= shows[-1].minutes:
            return True
        word = self._atom(following.after)
        if role != "doors" or word is None or "start" not in word.senses:
            return False
        show = clocks.read(self.atoms, following.after + 1, after_date=True)
        return show is not None and show.start.minutes < further.start.minutes

    def _named(self, at: int, *, is_doors: bool, label: Atom | None) -> tuple[str, bool, int]:
        """Return what the word behind the first time or before it says, whether people gather, and the atom after."""
        role, after = self._role_behind(at, is_labelled=is_doors or label is not None)
        name = self.atoms[after - 1] if role or label is None else label
        role = role or ("doors" if is_doors else "start" if label is not None else "")
        after = after + 1 if self._is_from_then_more(after, has_role=bool(role)) else after
        return role, role == "start" and "gathering" in name.senses, after

    def _without_floor(self, span: Span) -> Span:
        """Take the number of a floor or a room away that was read as the end of a range: `10時〜　2F ホール`."""
        last = self.atoms[span.after - 1]
        if span.end is None or not last.digits:
            return span
        if DASH.fullmatch(last.gap):
            is_wave = last.gap.strip() in _WAVES
            is_counted = (COUNTED if is_wave else _FLOOR).match(self.text, last.stop) is not None
            return replace(span, end=None, after=span.after - 1) if is_counted else span
        joint = self.atoms[span.after - 2]
        is_from = {"to", "dense"} <= joint.senses.keys() and not joint.gap and COUNTED.match(self.text, last.stop)
        return replace(span, end=None, after=span.after - 2) if is_from else span

    def _without_next(self, span: Span) -> Span:
        """Take the start of the next hours away that was read as the end of a range: `受付8:00〜 10:00〜15:00`."""
        if span.end is None:
            return span
        for place in range(span.after - 1, max(0, span.after - _MOST_OF_TIME), -1):
            if _OPEN_WAVE.fullmatch(self.atoms[place].gap):
                joint = self._atom(span.after)
                is_next = joint is not None and joint.digits > 0 and _JOINS_HOURS.fullmatch(joint.gap) is not None
                return replace(span, end=None, after=place) if is_next else span
        return span

    def _of_span(self, span: Span) -> tuple[Clock, Clock | None, list[Clock]]:
        """Return the start, the end and the further times of two times that a dash or a word joins."""
        if span.end is None:
            return span.start, None, []
        if self._is_moved(span.after):
            return span.end, None, []
        stop = self.atoms[span.after - 1].stop
        if _OPEN_LIST.search(self.text, max(0, stop - _LONGEST_GAP), stop + 2):
            return span.start, None, [span.end]  # 10:30～ 14:30～
        return span.start, span.end, []

    def _is_moved(self, after: int) -> bool:
        """Tell the old time and the new one from a range: `18:00から18:30に変更`."""
        stop = self.atoms[after - 1].stop
        if _MOVED_TO.match(self.text, stop):
            return True
        before = self.text[max(0, stop - _LONGEST_MOVED) : stop].rpartition("\n")[2]
        return "→" in before and _MOVED_BY_ARROW.search(before) is not None

    def _is_doors_and_show(self, following: _Following, start: Clock, first: Span) -> bool:
        """Tell doors and show without their words, as live houses write them: `12/5(土) 札幌 17:30／18:00`."""
        if following.span is None or following.role or first.end is not None or following.span.end is not None:
            return False
        behind = self.atoms[following.after] if following.after < len(self.atoms) else None
        if behind is not None and TO_TIME.fullmatch(behind.gap) and "/" in behind.gap:
            return False  # three of them are shows
        between = self.text[self.atoms[first.after - 1].stop : self.atoms[following.after - 1].stop]
        is_near = 0 < following.span.start.minutes - start.minutes <= _HALF_AN_HOUR
        is_slash = between.lstrip()[:1] in {"/", "／"}
        return is_near and start.hour >= _NOON and is_slash and first.after + 2 == following.after

    def _following(self, at: int, start: Clock, *, is_sure: bool) -> _Following | None:
        """Read the next time of a list, with the word before it or behind it that says what it is."""
        atom = self._atom(at)
        if atom is None or (begins_with_word(atom.gap) and not _may_count(atom)):
            return None
        place, sure_here = self.after_fillers(self._after_cast(at))
        atom = self._atom(place)
        if atom is None or not TO_TIME.fullmatch(atom.gap) or "\n" in atom.gap:
            return None
        if _DISTANCE.match(self.text, atom.first) and self.begins_time(place + 1):
            at = place = place + 1  # 10km 9:00スタート・5km 9:30スタート
            atom = self.atoms[place]
        if (skipped := self._after_last_entry(place)) is not None:
            return _Following(None, skipped)
        place = self._after_closed(place)
        atom = self.atoms[place]
        if not atom.senses.keys().isdisjoint(_OUTER_DAYS) and (day := self.of_outer_day(place)) is not None:
            return day
        begin = place
        is_start = any("start" in filler.senses for filler in self.atoms[at : place + 1])
        if not _NAMING.isdisjoint(atom.senses):
            begin, sure_there = self.after_fillers(place + 1)
            sure_here = sure_here or sure_there or (is_sure and "and" in atom.senses)
            begin = begin + 1 if "end" in atom.senses and self._is_next_day(begin) else begin
        first = self._atom(begin)
        if first is None or not (TO_TIME.fullmatch(first.gap) or begin == at):
            return None
        sure_here = sure_here or is_start
        is_clock = sure_here and begin > at and "clock" in self.atoms[begin - 1].senses
        if self.begins_day(begin) and not is_clock:
            return None
        if is_sure and (first.gap.strip() in {"+", "&"} or self._is_listed_hour(begin, start)):
            sure_here = True
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=sure_here)
        if span is None or not span.start.is_sure or self._is_counted(span):
            return None
        until = self._atom(span.after)
        if "doors" in atom.senses and until is not None and "until_after" in until.senses and not until.gap:
            return _Following(None, span.after + 1)  # 13時～15時30分（受付15時まで）
        before = next((role for role in ("doors", "end") if role in atom.senses), "start" if is_start else "")
        if not before and span.end is None and (let_in := self._after_let_in(span.after)) is not None:
            return _Following(None, let_in)
        if span.end is not None and until is not None and until.word in _LEFT_OUT and not until.gap:
            return _Following(None, span.after + 1)  # 10:00〜15:00（12:00〜13:00を除く）
        behind, after = self._role_behind(span.after, is_labelled=bool(before))
        is_glued = first.gap == "" and not self.atoms[begin - 1].senses.keys().isdisjoint({"am", "pm"})
        return _Following(
            span,
            after,
            before or behind or ("new" if self._is_new_time(at) else ""),
            is_glued=is_glued,
            is_listed=first.gap.strip(" 〜~～)") in {"/", "・", "、", ",", "&"},
            is_dense="dense" in first.senses,
            is_gathering=any("gathering" in self.atoms[said].senses for said in (place, begin - 1, after - 1)),
        )

    def _after_let_in(self, at: int) -> int | None:
        """Step over what says that people are let in at the time before: `14:00～15:00（13:50よりZoom入室可）`."""
        match = _LET_IN.match(self.text, self.atoms[at - 1].stop)
        if match is None:
            return None
        while (atom := self._atom(at)) is not None and atom.first < match.end():
            at += 1
        return at

    def _is_next_day(self, at: int) -> bool:
        """Tell the word in front of an hour of the next day: `CLOSE 翌2:00`."""
        atom, number = self._atom(at), self._atom(at + 1)
        if atom is None or number is None or not {"next_day", "dense"} <= atom.senses.keys():
            return False
        return TO_TIME.fullmatch(atom.gap) is not None and not number.gap.strip()

    def _after_cast(self, at: int) -> int:
        """Step over the letter of who plays: `13時A組 17時B組`, `14:00(A)/18:00(B)`."""
        atom = self._atom(at)
        if atom is None or atom.word != "a" or atom.gap not in {"", " ", "("}:
            return at
        return at + 1 if self.text[atom.stop : atom.stop + 1] in set("組面班)）") else at

    def begins_time(self, at: int) -> bool:
        """Tell whether a time with its own signs begins at an atom."""
        return at < len(self.atoms) and clocks.read(self.atoms, at, after_date=False) is not None

    def _start_apart(self, at: int, doors: Clock) -> _Following | None:
        """Read the start behind doors and a few words: `受付7:00～8:15 ハーフ 9:00スタート`."""
        stop = self.atoms[at - 1].stop
        passed = at
        for begin in range(at, min(at + _FAR_APART, len(self.atoms))):
            if begin < passed:
                continue
            if not _APART.fullmatch(self.text, stop, self.atoms[begin].first) or self.begins_day(begin):
                return None
            span = clocks.read(self.atoms, begin, after_date=False)
            if span is None:
                continue
            if passed == at and self._is_before_start(span.after):
                passed, stop = span.after, self.atoms[span.after - 1].stop  # 開場12:30 プレトーク12:45 開演13:15
                continue
            behind, after = self._role_behind(span.after)
            is_start = behind == "start" or "start" in self.atoms[begin - 1].senses
            return _Following(span, after, "start") if is_start and span.start.minutes >= doors.minutes else None
        return None

    def _is_before_start(self, at: int) -> bool:
        """Tell whether a word for the start, with its own time behind it, follows a time."""
        word, number = self._atom(at), self._atom(at + 1)
        if word is None or number is None or "start" not in word.senses or not word.gap.isspace():
            return False
        return number.digits > 0 and len(number.gap) <= 1

    def _names_doors(self, at: int, atom: Atom) -> bool:
        return "doors" in atom.senses or ("opening" in atom.senses and self.is_before_start_apart(at + 1))

    def is_before_start_apart(self, at: int) -> bool:
        """Tell the label of doors by the start that follows its time: `オープン 18:00／スタート 18:30`."""
        span = clocks.read(self.atoms, at, after_date=True)
        word = self._atom(span.after) if span is not None and span.end is None else None
        return word is not None and "start" in word.senses and TO_TIME.fullmatch(word.gap) is not None

    def _is_from_then_more(self, at: int, *, has_role: bool) -> bool:
        """Tell a "from" behind a time with brackets behind it: `13時30分より（終了15時30分）`."""
        atom, following = self._atom(at), self._atom(at + 1)
        if atom is None or following is None or atom.gap or "to" not in atom.senses or "dense" not in atom.senses:
            return False
        names_next = bool(following.senses.keys() & {"doors", "start", "end"}) and following.gap in {" ", "、", "/"}
        names_next = names_next or (_LISTS_TIMES.fullmatch(following.gap) is not None and self._is_from_too(at + 1))
        return names_next or (not has_role and following.gap[:1] in {"(", "（"})  # 受付：午後1時から 開式：午後2時

    def _is_from_too(self, at: int) -> bool:
        """Tell a further time with its "from": `午前11時からと午後2時から`."""
        span = clocks.read(self.atoms, at, after_date=False)
        word = self._atom(span.after) if span is not None and span.end is None else None
        return word is not None and not word.gap and {"to", "dense"} <= word.senses.keys()

    def _after_closed(self, at: int) -> int:
        """Step over the closed weekdays in front of an outer day: `12:00―19:00 月火休廊 最終日17:00まで`."""
        place = at
        while place < at + _MOST_CLOSED and place + 1 < len(self.atoms) and self._is_of_closed(self.atoms[place]):
            if place > at and self.atoms[place].gap not in {"", "・", "、", ",", "/", "(", ")、", ")・"}:
                return at
            place += 1
        if place == at:
            return at
        closed = self.atoms[place]
        if not closed.gap and not closed.senses.keys().isdisjoint({"except_after", "hours"}):
            place += 1
        elif not self.text.startswith("休", self.atoms[place - 1].stop):
            return at
        day = self._atom(place)
        is_day = day is not None and not day.senses.keys().isdisjoint(_OUTER_DAYS)
        return place if is_day and day is not None and _BEHIND_CLOSED.fullmatch(day.gap) else at

    def _is_of_closed(self, atom: Atom) -> bool:
        """Tell a weekday, or a number of a day with its sign."""
        return "weekday" in atom.senses or atom.digits in {1, 2}

    def _of_outer_days(self, at: int) -> Times | None:
        """Read the times that only the first and the last of several days have: `(初日13時から/最終日16時まで)`."""
        start, last = None, None
        for _ in _OUTER_DAYS:
            atom = self._atom(at)
            if atom is None or atom.senses.keys().isdisjoint(_OUTER_DAYS) or not TO_TIME.fullmatch(atom.gap):
                break
            day = self.of_outer_day(at)
            if day is None or day.span is None:
                break
            start = day.span.start if day.role == "first_day" else start
            last = (day.span.end or day.span.start) if day.role == "last_day" else last
            at = day.after
        return Times(start, last=last, after=at) if start is not None or last is not None else None

    def of_outer_day(self, at: int) -> _Following | None:
        """Read the time that only the first or the last of several days has: `最終日は16:00まで`."""
        atom, number = self.atoms[at], self._atom(at + 1)
        role = next(role for role in _OUTER_DAYS if role in atom.senses)
        if number is None or not re.fullmatch(r"[はのみ、,:：\s〜～~→–-]{0,4}", number.gap):
            return None
        if self.begins_day(at + 1):
            return None
        span = clocks.read(self.atoms, at + 1, after_date=True)
        if span is None:
            return None
        behind = self._atom(span.after)
        words = {"until_after", "end", "to", "start"}
        is_closed = behind is not None and not behind.gap and not behind.senses.keys().isdisjoint(words)
        return _Following(span, span.after + 1 if is_closed else span.after, role)

    def _after_last_entry(self, at: int) -> int | None:
        """Step over the time of the last entry, which is neither start nor end: `last entry 4pm`, `入館は16:30まで`."""
        atom = self.atoms[at]
        if "last_entry" not in atom.senses:
            return None
        begin, _ = self.after_fillers(at + 1)
        following = self._atom(begin)
        if following is not None and following.senses.keys() & {"until", "to"}:
            begin, _ = self.after_fillers(begin + 1)
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=True)
        if span is None or self.begins_day(begin):
            return None
        behind = self._atom(span.after)
        has_until = behind is not None and "until_after" in behind.senses and not behind.gap
        if "doors" in atom.senses and not has_until:
            return None  # 受付は9時から
        return span.after + 1 if has_until else span.after

    def _is_listed_hour(self, at: int, start: Clock) -> bool:
        """Tell whether a bare number goes on with the hours of a list: `klo 11, 13 ja 15`."""
        atom = self.atoms[at]
        after = self.text[atom.stop : atom.stop + 1]
        following = self._atom(at + 1)
        has_joint = following is not None and (
            (following.gap == " " and "and" in following.senses) or following.gap in {" & ", " + "}
        )
        is_rising = 0 < atom.digits <= 2 and start.hour % 12 < atom.number <= 24
        return is_rising and atom.gap == ", " and (has_joint or after in {"", ",", "\n"})

    def _after_offset(self, at: int) -> int:
        """Step over the offset of an ISO time: the wall clock is what it says."""
        atom, following = self._atom(at), self._atom(at + 1)
        if atom is not None and atom.gap in {"+", "-", "−"} and atom.digits in {2, 4}:
            return at + 2 if following is not None and following.gap == ":" and following.digits == 2 else at + 1
        return at + 1 if atom is not None and atom.gap == "" and "iso" in atom.senses else at

    def _role_behind(self, at: int, *, is_labelled: bool = False) -> tuple[str, int]:
        """Read the word behind a time that says what it is: `18:00開場`, `19:30 Einlass` (not before another time).

        Return it, and the atom after it. `is_labelled` where a word before the time has said it: `開場12:15開演13:00`.
        """
        atom = self._atom(at)
        if atom is not None and "last_entry" in atom.senses and atom.gap in {"〜", "～", "~"}:
            return "last_entry", at + 1  # 18:35～プレトーク
        if atom is None or not _TO_ROLE.fullmatch(atom.gap):
            return "", at
        if "to" in atom.senses and "dense" in atom.senses and not atom.gap:  # 18:00より受付開始
            role, after = self._role_behind(at + 1) if self._is_glued(at + 1) else ("", at)
            return (role, after) if role else ("", at)
        if _MINUTES_BEFORE.match(self.text, atom.stop):
            return "", at  # 13:00（開場は30分前）
        if "last_entry" in atom.senses and not atom.gap:
            return "last_entry", at + 1
        if self._is_two_doors(at):
            return "doors", at + 2
        if "opening" in atom.senses and not atom.gap and self._has_role_behind(at + 1):
            return "doors", at + 1  # 18時オープン・18時半スタート
        role = next((role for role in ("doors", "start", "end") if role in atom.senses), "")
        if not role:
            return "", at  # as most words
        following = self._atom(at + 1)
        is_label = (
            (is_labelled or atom.gap != "")
            and following is not None
            and (following.digits > 0 or _names_time(following))
            and self._after_session(at + 1) is None  # 13:00 start 2部 17:30 open
            and _TO_LABELLED.fullmatch(following.gap) is not None
            and not self._has_role_behind(at + 1)
            and not self._is_before_program(at, is_labelled=is_labelled)
            and not (atom.gap in _WAVES and following.gap[:1].isspace())  # 9:30〜受付 10:00〜開会
            and not self.begins_day(at + 1)  # 21:30 終了 2026/2/18(水)
        )
        return ("", at) if is_label else (role, at + 1)

    def _is_before_named(self, at: int, show: Span) -> bool:
        """Tell a time table by the name behind its third time: `10:00 受付 10:30 開会 12:00 昼食`."""
        third = clocks.read(self.atoms, at, after_date=True)
        if third is None or not show.start.minutes + _BETWEEN_SHOWS <= third.start.minutes:
            return False
        return _NAMED.match(self.text, self.atoms[third.after - 1].stop) is not None

    def _time_before(self, at: int) -> Span | None:
        """Return the single time that ends in front of an atom."""
        before = next((place for place in (at - 2, at - 1) if place >= 0 and self.begins_time(place)), None)
        said = clocks.read(self.atoms, before, after_date=True) if before is not None else None
        return said if said is not None and said.after == at and said.end is None else None

    def _is_two_doors(self, at: int) -> bool:
        """Tell two words for the doors behind their time: `18:30 開場・受付開始 19:00 開演`."""
        one, two = self.atoms[at], self._atom(at + 1)
        if two is None or "doors" not in two.senses or two.gap not in {"・", "/", "&"}:
            return False
        if one.senses.keys().isdisjoint({"doors", "opening"}):
            return False
        said, show = self._time_before(at), clocks.read(self.atoms, at + 2, after_date=True)
        return said is not None and (show is None or show.start.minutes > said.start.minutes)

    def _is_before_program(self, at: int, *, is_labelled: bool) -> bool:
        """Tell the word behind its time by the time behind both: `19:00 受付 19:15 LT`, `10:00 開始 12:00 昼食`.

        Doors are a little before what follows; a start is far before it, as it would be a show behind its doors else.
        """
        said, show = self._time_before(at), clocks.read(self.atoms, at + 1, after_date=True)
        if said is None or show is None:
            return False
        behind, senses = self._atom(show.after), self.atoms[at].senses
        if behind is not None and len(behind.gap) <= 1 and behind.senses.keys() & {"doors", "start"}:
            return "doors" in senses and self._is_before_named(show.after + 1, show)
        minutes = show.start.minutes - said.start.minutes
        if "doors" in senses:
            return 0 < minutes <= _MOST_WAITING
        return {"start", "dense"} <= senses.keys() and not is_labelled and minutes >= _BETWEEN_SHOWS

    def _is_glued(self, at: int) -> bool:
        atom = self._atom(at)
        return atom is not None and not atom.gap and not atom.digits

    def _has_role_behind(self, at: int, most: int = _MOST_ROLES) -> bool:
        """Tell whether the next time too has its word behind it: `17:00 open / 18:00 start`.

        A time behind that word takes it for its label, unless that time has its own behind it; `most` such times are
        looked at.
        """
        span = clocks.read(self.atoms, at, after_date=True)
        atom = self._atom(span.after) if span is not None else None
        if span is None or atom is None or atom.gap not in {"", " ", "〜", "～", "~"}:
            return False
        if span.end is not None and "end" in atom.senses:
            return False  # START 22:00 ~ 25:00終演予定
        following = self._atom(span.after + 1)
        is_label = following is not None and following.digits > 0 and self._is_named_by(span.after)
        is_label = is_label and not (most and self._has_role_behind(span.after + 1, most - 1))
        is_label = is_label and not self.begins_day(span.after + 1) and self._after_session(span.after + 1) is None
        is_label = is_label and not (atom.gap in _WAVES and following is not None and following.gap[:1].isspace())
        return not is_label and not atom.senses.keys().isdisjoint({"doors", "start", "end"})

    def _is_named_by(self, at: int) -> bool:
        """Tell whether a word may name the number behind it, which is a time where a name stands between them."""
        gap = self.atoms[at + 1].gap
        if _LABELS_NEXT.fullmatch(gap):
            return True
        return _NAMES_NEXT.fullmatch(gap) is not None and self.begins_time(at + 1)

    def after_fillers(self, at: int) -> tuple[int, bool]:
        """Step over words such as "at", "um", "kl." in front of a time; tell whether they say that it is one."""
        is_sure = False
        for _ in range(4):
            atom = self._atom(at)
            if atom is None:
                break
            if _may_count(atom) and (skipped := self._after_session(at)) is not None:
                at = skipped
                continue
            if atom.sign in _LABELS_OF_HALVES and self._is_label_of_half(at, atom):
                at += 1
                continue
            if _FILLERS.isdisjoint(atom.senses) or not TO_TIME.fullmatch(atom.gap):
                break
            if not _TIMES.isdisjoint(atom.senses) and "of" not in atom.senses:
                break
            is_sure = is_sure or ("clock" in atom.senses and not self.text[atom.stop : atom.stop + 1].isdecimal())
            at += 1
        return at, is_sure

    def _is_label_of_half(self, at: int, atom: Atom) -> bool:
        """Tell the label of a show from a part of its time: `昼：開場12:30`, `夜 開演18:00`."""
        following = self._atom(at + 1)
        if following is None or not TO_TIME.fullmatch(atom.gap):
            return False
        if re.fullmatch(r"[)\]】][:： ]?", following.gap):
            return True
        is_word = bool(following.senses.keys() & {"doors", "start"})
        return is_word and re.fullmatch(r"[:： ]{0,2}", following.gap) is not None

    def _after_session(self, at: int) -> int | None:
        """Step over the number of a session in front of its time: `2부 16:00`, `第1部 13:00`."""
        atom = self._atom(at)
        if atom is not None and atom.sign == "第":
            at += 1
            atom = self._atom(at)
        sign = self._atom(at + 1)
        if atom is None or sign is None or atom.digits != 1 or sign.gap:
            return None
        return at + 2 if "session_sign" in sign.senses or self._is_ordinal_of_show(at + 1) else None

    def _is_ordinal_of_show(self, at: int) -> bool:
        """Tell the `1st` of a show with its doors or its start behind it: `1st OPEN 17:00 START 17:30`."""
        sign, following = self.atoms[at], self._atom(at + 1)
        if "suffix" not in sign.senses or following is None or not TO_TIME.fullmatch(following.gap):
            return False
        if following.digits and "dense" in sign.senses:
            return self.begins_time(at + 1) and following.gap != ""  # 2nd 20:30 open 21:00 start
        return "dense" in following.senses and not following.senses.keys().isdisjoint({"doors", "start", "session"})

    def is_time_here(self, span: Span) -> bool:
        """Refuse a time that runs into a number, a price or a percentage."""
        last = self.atoms[span.after - 1]
        stop = last.stop
        after = self.text[stop : stop + 2]
        if last.sign in _LABELS_OF_HALVES and DENSE.match(after) and after[0] not in _BEHIND_NOON:
            return False  # 昼ワンマン
        if last.sign == "昼" and after[:1] == "は" and not after[1:].isdecimal():
            return False  # お昼は豚汁
        if self._is_counted(span):
            return False  # 午後10名
        if span.end is None and "midnight" in last.senses and self._begins_name(span.after - 1):
            return False
        if last.digits == 1 and last.gap != ":" and "A" <= after[:1] <= "Z" and DENSE.search(self.text, stop - 2, stop):
            return False  # 聖夜2DAYS
        is_number = last.digits > 0 and last.gap != ":"
        if is_number and span.half == "" and _AGE.match(self.text, stop):
            return False  # de 3 à 6 ans
        return not is_number or (after[:1] not in _PRICES and after not in _PRICES_APART)  # 8 am $25 is a time

    def _begins_name(self, at: int) -> bool:
        """Tell a midnight that a name begins with, and that says no time: `19 Dec`, and below it `Midnight Mile`."""
        atom, before, behind = self.atoms[at], self._atom(at - 1), self._atom(at + 1)
        if not _NAME_GOES_ON.match(self.text, atom.stop):
            return False
        if before is not None and atom.gap == " " and not before.senses.keys().isdisjoint(_BESIDE_TIME):
            return False
        return behind is None or behind.first > atom.stop + 1 or behind.senses.keys().isdisjoint(_BESIDE_TIME)

    def _is_counted(self, span: Span) -> bool:
        """Tell a number with its counter, or that of a house, from a time: `受付：1階ロビー`, `at 9 Mill St`."""
        last = self.atoms[span.after - 1]
        is_minutes = last.gap == ":" and span.after > 1 and self.atoms[span.after - 2].digits > 0
        is_bare = last.digits > 0 and not is_minutes and span.end is None
        if is_bare and not span.half and _HOUSE.match(self.text, last.stop):
            return True
        return is_bare and last.digits <= 2 and self.text[last.stop : last.stop + 1] in _COUNTERS

    def begins_day(self, at: int) -> bool:
        """Tell whether a day with its month begins at a number: it is no hour then."""
        number, following = self._atom(at), self._atom(at + 1)
        if number is None or not number.digits or following is None or following.gap == ":":
            return False
        days = self.days.read(at)
        return days is not None and None not in {days.moments[0].day, days.moments[0].month}

    def bare_hours(self, at: int, part: str = "") -> Times:
        """Read hours that only their place behind a rule or a day tells: `every day 10–17`, `tonight 7–9`."""
        first, last = self._atom(at), self._atom(at + 1)
        if first is None or last is None or "\n" in first.gap or not re.fullmatch(r"[\s,:(]{0,3}", first.gap):
            return Times(after=at)
        if not DASH.fullmatch(last.gap) or not 0 < first.digits <= 2 or not 0 < last.digits <= 2 or self.begins_day(at):
            return Times(after=at)
        behind = self._atom(at + 2)
        is_dated = behind is not None and (behind.digits > 0 or "month" in behind.senses) and len(behind.gap) <= 2
        span = None if is_dated else clocks.read(self.atoms, at, after_date=True, is_sure=True, part=part)
        if span is None or span.end is None:
            return Times(after=at)
        end = span.end
        if end.minutes <= span.start.minutes < 12 * 60:  # 10-4
            end = replace(end, hour=end.hour + 12)
        if end.minutes <= span.start.minutes:
            return Times(after=at)
        return Times(span.start, end, after=span.after)


def _may_count(atom: Atom) -> bool:
    """Tell what the number of a session may begin with, whatever stands before it: `2부 16:00`, `第1部 13:00`."""
    return atom.digits == 1 or atom.sign == "第"


def _behind_noon(start: Clock, doors: time | None) -> Clock:
    """Put a start on a dial behind noon where its doors say so: `開演1時（開場12時半）`."""
    is_dial = doors is not None and start.hour in _AFTER_NOON and doors > start.time()
    return replace(start, hour=start.hour + _NOON) if is_dial else start


def _in_afternoon(start: Clock, last: Clock | None) -> Clock | None:
    """Put the end of the last day behind noon: `9時〜17時（最終日は4時まで）`."""
    is_dial = last is not None and last.hour in _AFTER_NOON and last.minutes <= start.minutes
    return replace(last, hour=last.hour + _NOON) if last is not None and is_dial else last


def _labels_start(atom: Atom) -> bool:
    """Tell a word for the start in front of its time; the `st` of `1st 18:00` is none."""
    return {"start", "dense"} <= atom.senses.keys() and not ("suffix" in atom.senses and not atom.gap)


def _names_time(atom: Atom) -> bool:
    """Tell a word with which a time begins in a script without spaces: `午後0時30分`, `正午`, `翌5時`."""
    return "dense" in atom.senses and not atom.senses.keys().isdisjoint({"am", "pm", "noon", "next_day"})


def _is_within(further: Span, start: Clock, end: Clock | None) -> bool:
    """Tell hours that are a part of others."""
    if end is None or further.end is None:
        return False
    return start.minutes < further.start.minutes and further.end.minutes <= end.minutes


def _is_show_later(start: Clock, further: Span) -> bool:
    """Tell a second show from the start behind its doors, which is near to them."""
    return further.start.minutes - start.minutes >= _BETWEEN_SHOWS


def _without_echo(start: Clock, more: list[Clock]) -> tuple[Clock | None, list[Clock]]:
    """Return the end and the further times where both clocks say the same: `9:00 AM 10:00 AM 09:00 10:00`."""
    minutes = [clock.minutes for clock in more]
    if minutes == [start.minutes]:
        return None, []
    if len(minutes) == 3 and minutes[1:] == [start.minutes, minutes[0]] and minutes[0] > start.minutes:
        return more[0], []
    return None, more


def _in_same_half(span: Span, first: Span) -> Span:
    """`오후 3시, 7시`: the half of the day that the first time names holds for the next."""
    if span.half or first.half != "pm" or span.start.hour >= 12:
        return span
    later = replace(span.start, hour=span.start.hour + 12)
    return replace(span, start=later) if later.minutes > first.start.minutes else span


def _in_half_of(doors: Span, show: Span) -> Span:
    """`7 p.m. (doors at 6)`: the half of the day of the show holds for its doors."""
    if doors.half or show.half != "pm" or doors.start.hour >= 12:
        return doors
    later = replace(doors.start, hour=doors.start.hour + 12)
    return replace(doors, start=later) if later.minutes <= show.start.minutes else doors


def _in_evening(start: Clock, more: list[Clock]) -> tuple[Clock, list[Clock]]:
    """`4:30, 7:00 and 9:30 p.m.`: what the last time says of the half of the day holds for all."""
    clocks_ = [replace(clock, hour=clock.hour + 12) if clock.hour < 12 else clock for clock in (start, *more)]
    return clocks_[0], clocks_[1:]
