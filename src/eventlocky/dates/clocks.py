"""Times of day among the atoms of a text: `19:30`, `7.30pm`, `20h30`, `19 Uhr`, `午後3時半`, `noon`, `12-2pm`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from eventlocky.dates.lexer import Atom, begins_with_word
from eventlocky.dates.mention import Clock

DASH = re.compile(r"(?!\s*\t\s*\S\s*\t)[\s(（]*[-–—−‐‒―ー~〜～→›─━⇒➡▶►≫…‥‾][\s)）]*")
"""A gap that means "to"; alone in the cell of a table, a dash says that nothing is there."""

_ABOUT = re.compile("^(?:頃|ごろ|頃から|ごろから|すぎ|過ぎ)")
HOUR_SIGNS = frozenset("時时點点시")
_DATE_SIGNS = frozenset("月월年년日일")
_NEAR = frozenset({"", " ", "  "})
_HOURS = range(30)
_DAWN = 30
"""Until `30:00` a night may last; `30.00` is a price."""

_NOON, _HALF_DAY, _DAY = 12, 12, 24
_AFTER_MIDNIGHT = range(6)
_AFTER_NOON = range(1, 6)
PARTS = {"afternoon": range(1, 9), "evening": range(4, 12), "night": range(6, 12)}
"""The hours that the words for a part of the day put behind noon: `7:30 in the evening`, `las 6 de la tarde`."""

_PART_NAMES = frozenset(PARTS)
_SMALL = frozenset({"of", "at"})
_JOINTS = frozenset({"to", "until"})
_JOINTS_BETWEEN = _JOINTS | {"and"}
_OF_DAY_BEFORE = frozenset({"next_day", "same"})
"""What words mean that stand around a time: small ones, those that join two times or tie the second to the first."""

_SPOKEN_EVENING = range(1, 9)
"""`half past seven` without a part of the day: events begin so in the evening, from nine on in the morning."""


@dataclass(slots=True)
class Span:
    """One time or a range of two, and the atom after it."""

    start: Clock
    end: Clock | None
    after: int
    half: str = ""


@dataclass(slots=True)
class _Raw:
    """A time as written: its half of the day is not settled yet."""

    hour: int
    minute: int
    half: str
    after: int
    is_sure: bool
    is_noon: bool = False

    def clock(self, half: str = "") -> Clock | None:
        half = self.half or half
        hour = self.hour
        if half and hour <= _NOON:
            hour = hour % _HALF_DAY + (_HALF_DAY if half == "pm" else 0)
        return Clock(hour, self.minute, self.is_sure) if hour in _HOURS or hour == _DAWN else None


def read(
    atoms: list[Atom],
    at: int,
    *,
    after_date: bool,
    is_sure: bool = False,
    is_between: bool = False,
    part: str = "",
) -> Span | None:
    """Read a time or a range of times that begins at an atom.

    `after_date` lets `14.30` be one, `is_sure` even `14` (behind "kl." or "um"); `is_between` takes "and" for "to";
    `part` is the part of the day that the words before say.
    """
    first = (
        _time(atoms, at, loose=after_date or is_sure) or _bare(atoms, at) or _four_digits(atoms, at, is_sure=is_sure)
    )
    if first is None or (first.hour > _DAY and not first.is_sure):
        return None  # 25-20, a score
    if is_sure and not first.is_sure:
        first = replace(first, is_sure=True)
    if not first.is_sure and _shares_hour_word(atoms, first.after):
        first = replace(first, is_sure=True)
    second = _second(atoms, first, is_between=is_between)
    if part and not first.half and not (second and second.half) and first.hour in PARTS[part]:
        first = replace(first, half="pm")
    if second is None:
        clock = first.clock()
        return Span(clock, None, first.after, first.half) if clock and first.is_sure else None
    end = second.clock(_half_after(first, second))
    start = _start(first, second, end)
    if start is None or end is None or not (first.is_sure or second.is_sure):
        return None
    return Span(start, end, second.after, first.half)


def _start(first: _Raw, second: _Raw, end: Clock | None) -> Clock | None:
    """Settle the half of the day of the first of two times: `10-2pm` begins in the morning, `12-2pm` at noon."""
    start = first.clock(second.half)
    if start and end and not first.half and second.half and start.minutes > end.minutes:
        return first.clock("am" if second.half == "pm" else "pm")
    return start


def _half_after(first: _Raw, second: _Raw) -> str:
    """`7pm-9` ends in the evening: the half of the first holds for the second where that makes sense."""
    if first.is_noon and not second.half and 0 < second.hour < _NOON:
        return "pm"  # noon-4
    if second.half or not first.half or second.hour > _NOON:
        return ""
    is_later = (second.hour % _HALF_DAY, second.minute) > (first.hour % _HALF_DAY, first.minute)
    return first.half if is_later else ("pm" if first.half == "am" else "")


def _second(atoms: list[Atom], first: _Raw, *, is_between: bool) -> _Raw | None:
    """Return the time after "-" or "to", if there is one."""
    at = first.after
    if at >= len(atoms):
        return None
    atom = atoms[at]
    if begins_with_word(atom.gap):
        return None
    if atom.digits == 4 and DASH.fullmatch(atom.gap) and atoms[at - 1].digits == 4:
        return _four_digits(atoms, at, is_sure=first.is_sure)
    if not _OF_DAY_BEFORE.isdisjoint(atom.senses) and DASH.fullmatch(atom.gap.lstrip(".")):
        is_date = at + 2 < len(atoms) and atoms[at + 2].gap == "/"  # 22:00〜翌1/1(金)2:00
        return None if is_date else _time(atoms, at + 1, loose=True)  # 22時〜翌5時、午後7時〜同9時
    gap = atom.gap.lstrip(".")
    if DASH.fullmatch(gap if gap.isascii() else _ABOUT.sub("", gap)):
        is_about = "at" in atom.senses and at + 1 < len(atoms) and _is_near(atoms[at + 1].gap.lstrip("."))
        return _closing(atoms, at + 1 if is_about else at)  # 19:30 – ca. 21:30
    joints = _JOINTS_BETWEEN if is_between else _JOINTS
    if joints.isdisjoint(atom.senses) or not _is_near(atom.gap.strip(".,'")) or at + 1 >= len(atoms):
        return None
    begin = at + 1
    for _ in range(2):
        if (
            atoms[begin].senses.keys() & {"of", "clock", "at"}
            and _is_near(atoms[begin].gap.lstrip("."))
            and begin + 1 < len(atoms)
            and not atoms[begin].senses.keys() & {"noon", "midnight"}
        ):
            begin += 1
    if _is_near(atoms[begin].gap.lstrip(".")) or DASH.fullmatch(atoms[begin].gap):
        return _closing(atoms, begin)
    return None


def _closing(atoms: list[Atom], at: int) -> _Raw | None:
    """Read the second of two times, where a bare number may be the hour unless it is a day: `till 13 december`."""
    raw = _time(atoms, at, loose=True)
    return raw if raw is not None and raw.is_sure else _bare(atoms, at)


def _time(atoms: list[Atom], at: int, *, loose: bool) -> _Raw | None:
    """Read one time that says so itself."""
    if at >= len(atoms):
        return None
    atom = atoms[at]
    following = atoms[at + 1] if at + 1 < len(atoms) else None
    if (
        "noon" in atom.senses
        and "dense" in atom.senses
        and following is not None
        and following.digits
        and _is_near(following.gap)
    ):
        inner = _number_time(atoms, at + 1, loose=True)
        is_later = inner is not None and not inner.half and inner.hour in _AFTER_NOON
        return replace(inner, half="pm") if inner is not None and is_later else inner  # 昼1時半
    if "noon" in atom.senses:
        return _Raw(_NOON, 0, "", at + 1, is_sure=True, is_noon=True)
    if "midnight" in atom.senses:
        return _Raw(_DAY, 0, "", at + 1, is_sure=True)
    if "late_night" in atom.senses and following is not None and following.digits and _is_near(following.gap):
        inner = _number_time(atoms, at + 1, loose=True)
        is_next_day = inner is not None and inner.is_sure and inner.hour in _AFTER_MIDNIGHT
        return replace(inner, hour=inner.hour + _DAY) if inner is not None and is_next_day else inner  # 深夜0時
    if "spoken" in atom.senses:
        return _spoken(atoms, at)
    if (
        "dense" in atom.senses
        and ("pm" in atom.senses or "am" in atom.senses)
        and at + 1 < len(atoms)
        and atoms[at + 1].digits in {1, 2}
    ):
        half = "pm" if "pm" in atom.senses else "am"
        behind = atoms[at + 2] if at + 2 < len(atoms) else None
        if behind is not None and behind.digits and behind.gap == "/":
            return None  # 第一夜 6/13
        inner = _number_time(atoms, at + 1, loose=True)
        if inner is not None and inner.hour == _NOON and "night" in atom.senses:
            return replace(inner, hour=_DAY)  # 밤 12시
        return (
            _Raw(inner.hour, inner.minute, half, inner.after, is_sure=True)
            if inner and _is_near(atoms[at + 1].gap.lstrip(".:"))
            else None
        )
    third = atoms[at + 2] if at + 2 < len(atoms) else None
    if following is not None and third is not None and following.gap == third.gap == "/" and third.digits:
        return None  # 12/20/2022
    if atom.digits in {1, 2} and not (following is not None and following.gap == "" and following.sign in _DATE_SIGNS):
        return _number_time(atoms, at, loose=loose)
    return None


_HALVES = frozenset({"am", "pm", "a.m", "p.m"})


def _number_time(atoms: list[Atom], at: int, *, loose: bool) -> _Raw | None:
    """Read a time that begins with its hour."""
    hour, minute, after, is_sure = atoms[at].number, 0, at + 1, False
    following = atoms[after] if after < len(atoms) else None
    if following is not None and following.sign == "分" and not following.gap:
        return None  # 開場15分前
    if (
        following
        and following.digits == 2
        and following.gap in ({":", ".", ","} if loose else {":", "."})
        and following.number < 60
    ):
        is_sure = following.gap == ":" or loose
        minute, after = following.number, after + 1
        if after < len(atoms) and atoms[after].gap == ":" and atoms[after].digits == 2:  # seconds
            seconds, after = atoms[after].number, after + 1
            is_named = (after < len(atoms) and atoms[after].word in _HALVES) or (
                seconds == 0 and (loose or (at > 0 and "start" in atoms[at - 1].senses))
            )
            if atoms[at].digits == 1 and not is_named:
                return None  # 1:07:42, the result of a run; `12.06.2026 9:30:00` and `Start: 9:30:00` are times
        elif after < len(atoms) and atoms[after].gap == "." and atoms[after].digits:
            return None  # 14.11.2026
        following = atoms[after] if after < len(atoms) else None
    half = ""
    if following and (_is_near(following.gap) or (following.gap == ":" and following.word in _HALVES)):  # 3:pm
        if "letter" in following.senses and following.gap == "" and (following.sign == "p" or minute):  # 8p, 6:30a
            half = "pm" if following.senses["letter"] else "am"
            after, is_sure = after + 1, True
        elif ("am" in following.senses or "pm" in following.senses) and (
            following.word.isascii() or "dense" not in following.senses  # 昼9:00〜16:30 夜17:30〜
        ):
            half = "pm" if "pm" in following.senses else "am"
            after, is_sure = after + 1, True
        elif "hour" in following.senses or _is_hour_sign(atoms, after):
            is_dense = "hour" not in following.senses
            after, is_sure = after + 1, True
            minute, after = _minutes_after(atoms, after, minute, is_dense=is_dense)
            is_dial = following.word == "o'clock" and after < len(atoms) and _is_near(atoms[after].gap)
            if is_dial and atoms[after].word in _HALVES:  # 4:00 o'clock p.m.
                half, after = "am" if atoms[after].word[0] == "a" else "pm", after + 1
    if not half:
        half, after, is_part = _part_after(atoms, after, hour)
        is_sure = is_sure or is_part
    if hour == _NOON and after < len(atoms) and _is_near(atoms[after].gap) and "midnight" in atoms[after].senses:
        hour, after, is_sure = _DAY, after + 1, True
    if is_sure:
        after = _after_zone(atoms, after)
    is_dawn = hour == _DAWN and minute == 0 and at + 1 < len(atoms) and atoms[at + 1].gap == ":"
    is_hour = hour in _HOURS or is_dawn
    if not is_hour or (half and not 0 < hour <= _NOON):
        return None
    return _Raw(hour, minute, half, after, is_sure)


def _spoken(atoms: list[Atom], at: int) -> _Raw:
    """Read `half past seven`, `halb acht`: a time on a dial, whose half of the day is said behind it or guessed."""
    hour, minute = divmod(atoms[at].senses["spoken"], 60)
    hour = hour or _NOON
    half, after, _ = _part_after(atoms, at + 1, hour)
    following = atoms[after] if after < len(atoms) else None
    if not half and following is not None and _is_near(following.gap) and following.senses.keys() & {"am", "pm"}:
        half, after = "pm" if "pm" in following.senses else "am", after + 1
    if not half and hour in _SPOKEN_EVENING:
        half = "pm"
    return _Raw(hour, minute, half, after, is_sure=True)


def _part_after(atoms: list[Atom], at: int, hour: int) -> tuple[str, int, bool]:
    """Read the part of the day behind a time: `6 de la tarde`, `7 in the evening`, `8 Uhr abends`.

    Return the half of the day, the atom after it, and whether the words make a bare number a time.
    """
    place = at
    while place < min(at + 2, len(atoms)) and atoms[place].gap == " " and not _SMALL.isdisjoint(atoms[place].senses):
        if not _PART_NAMES.isdisjoint(atoms[place].senses):
            break
        place += 1
    if place >= len(atoms) or atoms[place].gap != " " or "dense" in atoms[place].senses:
        return "", at, False
    senses = atoms[place].senses
    if "noon" in senses and hour == _NOON:
        return "pm", place + 1, True
    if "morning" in senses and "tomorrow" not in senses:
        return "am" if hour == _NOON else "", place + 1, place > at
    for part, hours in PARTS.items():
        if part in senses and "today" not in senses and hour in hours:
            return "pm", place + 1, place > at
    return "", at, False


def _after_zone(atoms: list[Atom], at: int) -> int:
    """Step over the name of a zone behind a time: `19:00 CET`, `7pm (EST)`, `20:00 UTC+2`."""
    if at >= len(atoms) or "zone" not in atoms[at].senses or atoms[at].gap not in {"", " ", " ("}:
        return at
    at += 1
    if at < len(atoms) and 0 < atoms[at].digits <= 2 and atoms[at].gap in {"+", "-", "−"}:  # UTC+2
        at += 1
        if at < len(atoms) and atoms[at].digits == 2 and atoms[at].gap == ":":
            at += 1
    return at


def _is_hour_sign(atoms: list[Atom], at: int) -> bool:
    return "unit" in atoms[at].senses and atoms[at].stop - atoms[at].first == 1 and _sign(atoms, at) in HOUR_SIGNS


def _minutes_after(atoms: list[Atom], at: int, minute: int, *, is_dense: bool) -> tuple[int, int]:
    """Read the minutes that follow an hour sign: `20h30`, `18時30分`, `3時半`."""
    if at < len(atoms) and atoms[at].digits in {1, 2} and atoms[at].gap in {"", " "} and atoms[at].number < 60:
        has_sign = at + 1 < len(atoms) and atoms[at + 1].gap == "" and _sign(atoms, at + 1) in {"分", "분"}
        if has_sign or (not is_dense and atoms[at].digits == 2):
            minute, at = atoms[at].number, at + (2 if has_sign else 1)
    elif at < len(atoms) and atoms[at].gap == "" and _sign(atoms, at) in {"半", "반"}:
        minute, at = 30, at + 1
    return minute, at


def _sign(atoms: list[Atom], at: int) -> str:
    return atoms[at].sign


def _bare(atoms: list[Atom], at: int) -> _Raw | None:
    """Read a number that may be an hour, if what follows says so."""
    if at >= len(atoms) or atoms[at].digits not in {1, 2} or atoms[at].number > _DAY:
        return None
    following = atoms[at + 1] if at + 1 < len(atoms) else None
    if (
        following is not None
        and following.gap.strip(" .") == ""
        and (following.sign in _DATE_SIGNS or "month" in following.senses)
    ):
        return None
    if following is not None and following.digits and following.gap in {".", "/", ". "}:
        return None
    if following is not None and following.gap == "(" and following.sign > "\u2e7f" and "weekday" in following.senses:
        return None  # 13:00～22(日)12:00
    if following is not None and following.gap == "" and "session_sign" in following.senses:
        return None  # 14:00～ 2部18:00～
    if following is not None and following.gap == "" and (following.sign == "分" or "suffix" in following.senses):
        return None  # 11:00から20分、19:30〜 2nd 21:00〜
    if following is not None and following.gap == "" and {"timetable", "dense"} <= following.senses.keys():
        return None  # 夜9時～2時間
    return _Raw(atoms[at].number, 0, "", at + 1, is_sure=False)


def _shares_hour_word(atoms: list[Atom], at: int) -> bool:
    """Tell whether a bare number is a time because the next one is: `11 und 15 Uhr`."""
    if at + 1 >= len(atoms) or "and" not in atoms[at].senses or atoms[at].gap != " ":
        return False
    following = _time(atoms, at + 1, loose=False)
    return following is not None and following.is_sure


def _four_digits(atoms: list[Atom], at: int, *, is_sure: bool) -> _Raw | None:
    """Read `kl 1400`, `1930 hrs`, `830am` and, in front of another with its hour word, the first of `1900-2100 hrs`."""
    if at >= len(atoms) or atoms[at].digits not in {3, 4}:
        return None
    following = atoms[at + 1] if at + 1 < len(atoms) else None
    if following is not None and following.gap in {"", " "} and following.word in _HALVES:
        hour, minute = divmod(atoms[at].number, 100)
        is_time = 0 < hour <= _NOON and minute < 60
        return _Raw(hour, minute, "am" if following.word[0] == "a" else "pm", at + 2, is_sure=True) if is_time else None
    if atoms[at].digits != 4:
        return None
    has_hour = _is_hour_word(following)
    if following is not None and following.digits == 4 and DASH.fullmatch(following.gap):
        closing = atoms[at + 2] if at + 2 < len(atoms) else None
        is_sure = is_sure or _is_hour_word(closing)
    elif following is not None and following.digits and following.gap in {".", "/", "-"}:
        return None  # a year
    hour, minute = divmod(atoms[at].number, 100)
    if not (is_sure or has_hour) or hour > _DAY or minute >= 60:
        return None
    return _Raw(hour, minute, "", at + (2 if has_hour else 1), is_sure=True)


def _is_hour_word(atom: Atom | None) -> bool:
    """Tell a word for hours behind a number; "ore" stands in front of one."""
    return atom is not None and atom.gap in {"", " "} and "hour" in atom.senses and "clock" not in atom.senses


def _is_near(gap: str) -> bool:
    return gap in _NEAR
