"""Days among the atoms of a text: single, in ranges and in lists.

`14.11.2026`, `Nov 5`, `5-7 Nov 2026`, `Sat 14 & Sun 15 November`, `14., 15. und 17.11.`, `令和8年11月5日`, `Sat 14`.
Only what is written is taken: a missing month or year stays missing.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from eventlocky.dates.clocks import DASH, HOUR_SIGNS
from eventlocky.dates.lexer import IN_ONE_SIGN, Atom, Look, begins_with_word
from eventlocky.dates.lexicon import DENSE, KANA
from eventlocky.dates.mention import Moment

_LOOSE = re.compile(r"[\s,.:;()（）\[\]・|]{0,5}")
_OF_CLOCK = 2
"""So many digits has a minute."""

_PRICED = re.compile(r"\.[–—-]{1,2}(?![ \t]?[^\W_]|\d)")
_TO_HOUR = re.compile(r" ?(?:bis|to|till|until|à|a|tot|til|till) ?\d{1,2} ?(?:Uhr|uur|heures|h\b|pm\b|am\b)")
"""What follows a number behind a weekday that is no day: the end of a price (`Fr. 15.–`), of hours (`19–20 Uhr`)."""

_TO_MONTH = re.compile(r"[.°º]?[ \n\t/-]{0,3}")
_FROM_MONTH = re.compile(r"[., \n\t/-]{0,4}")
_TO_YEAR = re.compile(r"[., \n\t'’/-]{0,4}")
"""What parts a day, a month and a year: white space is folded, and the end of a row (`\v`) is none of it."""

_COMMA = re.compile(r"\s{0,2}[.*†]?\s?(?:,|&|\+|/|、|・|;)\s{0,2}")
_BAD_BEFORE = "$€£¥#№@%=_\\"
_BAD_AFTER = "%€$£¥"
_IN_FILE_NAME = re.compile(r"(?:19|20)\d\d-\d\d-\d\d\.[a-z]{3,4}\b")
_IN_NAME, _LONGEST_ISO = re.compile(r"(?<![\d-])(?:19|20)\d\d-\d\d-\d\d$"), 11
_TO_NUMBERED = frozenset({" ", ". ", ": ", "."})
"""What stands between a word such as "room" and its number."""

_MOST_IN_LIST = 12
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_CENTURY = 2000
_OVER_A_MONTH = 14
"""`Sa 28. – So 1. März` begins in February: its days are so many apart."""

_NEAR_DENSE = 16
"""How far from `11/7` a sign of a script without spaces may stand to tell that the month comes first."""

_MEASURES = (
    *("カップ", "サイズ", "の確率", "スケール", "モデル", "個", "本", "枚", "束", "株", "丁", "量", "拍子", "インチ"),
    *("の大きさ", "の量", "の人", "の値", "の価格", "の重", "の長", "の高", "の広", "の時間", "の面積", "の割合"),
    *("以上", "以下", "程度", "倍", "ページ", "縮尺", "切れ", "玉", "成人式", "時間営業"),
)
_SPOONS = ("さじ", "カップ", "匙", "縮尺", "約", "確率")
_PLACES = ("枠", "残席", "残り", "定員", "空き", "参加者")
_COUNTS_PLACES = re.compile(
    r"\s{0,2}(?:$|[\n|｜)）]|[、,](?!\s?\d{1,2}/)|[名人席組枠]|[^\s\d]{1,4}枠|(?:19|20)\d\d[年/.])"
)
"""The words behind and before `1/2` that make a part of a whole of it, or count places that are taken."""

_RESTS = re.compile(
    r"(?:[・、,]?[月火水木金土日](?:曜日?)?){0,4}(?:[・、,]?祝(?:祭?日)?)?(?:は?(?:定休|休[館廊業演園場み]|お休み)|[をは]?除く)"
)
"""What follows the weekdays on which something rests, behind a range of days: `〜11月30日（月曜休館）`."""

_ALSO_NAMES, _NAMED = frozenset({"die", "don", "sam"}), re.compile(r" [^\W\d_]")
_ALSO_WORDS = frozenset({"we", "so", "do", "me"})
"""Short weekdays that are none where a word follows them: `20.9. Die Kellerkinder`, `5.12. Don Giovanni`; small ones
only without a capital: `on 8 March, we shall hear`."""

_SPAN = re.compile("前|後|以内|以上|以下|ほど|程度|分(?!の)|連続|ぶり")
_OF_ONE = re.compile("の|に|中|一|限|で|あた|月|[0-9]|を")
"""What follows a number of days, and one that is written as a word: `3日前`, `一日に十名`."""

_LONGEST_ADDRESS = 80
_PROGRAM = re.compile(r"[a-z]{2}/$")

_YEAR_WORDS = {"last_year": -1, "this_year": 0, "next_year": 1}
_MONTH_WORDS = {"last_month": -1, "this_month": 0, "next_month": 1}
"""The words for a year or a month as seen from the day of reading, and how many later it is."""

_OF_DENSE = frozenset({"era_year", "era", "dense"})
"""What the word means with which a Chinese, Japanese or Korean date begins."""

_JOINTS = frozenset({"to", "until", "and"})
_OF_HOURS = frozenset({"am", "pm", "hour"})
_SMALL = frozenset({"of", "at", "to", "and", "from"})
"""What a word means that joins two days, that stands behind an hour, or that is a small word."""

_MONTHS = range(1, 13)

_SHORT_YEARS = range(24, 41)
_NEAR_YEARS = 3
"""The numbers behind a month that are a year of two digits, and cannot be an hour: `10. Nov. 26`."""

_LONG_AHEAD = 40
"""No page speaks of a day so many years ahead: `3/9/97` was in the last century."""

_OLDEST_YEAR, _QUARTERS = 1500, frozenset({0, 15, 30, 45})
"""`12 June 1888` is in that year and in no other; with the minutes of an hour it may be a time: `5 May 1830`."""


@dataclass(slots=True)
class Days:
    """One day or several, whether they are the two ends of a range, and the atom after them."""

    moments: tuple[Moment, ...]
    is_range: bool
    after: int


class DayReader:
    """Reads days at a place among the atoms of one text."""

    def __init__(
        self, text: str, atoms: list[Atom], look: Look, reference: date, order: dict[str, bool], *, written: str = ""
    ) -> None:
        """Store a text; `order` says whether the month stands first, by sign, where the text itself does not tell."""
        self.text = text
        self.written = written or text
        self.atoms = atoms
        self._atom = look
        self.reference = reference
        self.votes = {sign: vote > 0 for sign, vote in order_votes(atoms).items() if vote}
        self.month_first = order | self.votes

    def read(self, at: int, *, is_joined: bool = False) -> Days | None:
        """Read the days that begin at an atom; `is_joined` where a dash or a word joins them to days before."""
        first_atom = self._atom(at)
        weekday, begin = (None, at) if first_atom is None or first_atom.digits else self._weekday(at)
        first_atom = self._atom(begin)
        following = self._atom(begin + 1)
        days: Days | None = None
        if first_atom is None:
            pass
        elif not first_atom.digits:
            days = self._after_word(begin, first_atom)
        elif following is not None and following.digits:
            days = self._numeric(begin, is_joined=is_joined, has_weekday=weekday is not None)
            days = days or (self._dense_list(begin, None, None) if following.gap in {"・", "、"} else None)
            days = days or (self._before_month(at) if first_atom.digits <= 2 else None)
        elif following is not None:
            days = self._basic(begin) if first_atom.digits == 8 else None
            days = days or (self._dense(begin) if following.sign else None)
            days = days or (self._before_month(at) if first_atom.digits <= 2 else None)
        if days is None and weekday is not None and (days := self._after_month(at)) is not None:
            weekday = None  # "Mar 16": the word is a month here
        if days is None:
            days = self._bare_number(begin) if weekday is not None else self._number_weekday(at, is_joined=is_joined)
        if days is None:
            return None
        first = days.moments[0]
        if weekday is not None and first.weekday is None:
            others = self.atoms[at].senses.get("other_weekdays", 0)
            first = replace(first, weekday=weekday, other_weekdays=others)
            days = replace(days, moments=(first, *days.moments[1:]))
        return self._trailing_weekday(days)

    def _after_word(self, at: int, atom: Atom) -> Days | None:
        """Read the days that begin with a word: a month, an era, `来月`, `Ende November`."""
        senses = atom.senses
        return (
            (None if _OF_DENSE.isdisjoint(senses) else self._dense(at))
            or (self._after_month(at) if "month" in senses else None)
            or (self._month_end(at) if "month_end" in senses else None)
        )

    # Words around ------------------------------------------------------------------------------

    def _weekday(self, at: int, *, is_inner: bool = False) -> tuple[int | None, int]:
        """Read a weekday in front of a day; return it and the atom after it.

        `is_inner` inside a list, where no second weekday is looked for: that would look into further lists.
        """
        atom = self._atom(at)
        if atom is None or "weekday" not in atom.senses or self._is_particle(atom) or atom.sign > "\u2e7f":
            return None, at
        if atom.gap == "" and "suffix" in atom.senses:  # the end of 6th, not Thursday
            return None, at
        following = self._atom(at + 1)
        if following is None:
            return None, at
        is_listed = "weekday" in following.senses and _COMMA.fullmatch(following.gap) is not None
        if not (is_listed or _LOOSE.fullmatch(following.gap) or DASH.fullmatch(following.gap)):
            return None, at
        second = None if is_inner else self._second_weekday(at)
        if second is not None:
            return (None, at) if self._is_hour_of_shop(second + 1) else (atom.senses["weekday"], second + 1)
        if is_listed:
            return None, at
        begin = at + 1
        while (
            begin - at <= 3
            and (filler := self._atom(begin)) is not None
            and "of" in filler.senses
            and not filler.senses.keys() & {"month"}
        ):
            if not _LOOSE.fullmatch(filler.gap) or "clock" in filler.senses:
                return None, at  # ve středu v 7
            begin += 1
        return atom.senses["weekday"], begin

    def _second_weekday(self, at: int) -> int | None:
        """Find the second of two weekdays in front of their days: `Sat–Sun 28–29 March`, `Sat & Sun 28 & 29 March`."""
        last, behind = self.atoms[at + 1], self._atom(at + 2)
        if "weekday" in last.senses and "and" not in last.senses:
            is_joined = DASH.fullmatch(last.gap) is not None or self._is_pair(at + 2)
            return at + 1 if is_joined and behind is not None else None
        if "and" in last.senses and last.gap == " " and behind is not None and "weekday" in behind.senses:
            return at + 2 if self._is_pair(at + 3) else None
        return None

    def _is_pair(self, at: int) -> bool:
        """Tell whether two numbers begin here, one for each of two weekdays: `28–29 November`, `28. und 29.11.`."""
        if (month := self._atom(at)) is not None and "month" in month.senses and len(month.gap) <= 2:
            at += 1
        one, two = self._atom(at), self._atom(at + 1)
        if one is None or two is None or not 0 < one.digits <= 2 or len(one.gap) > 2:
            return False
        if 0 < two.digits <= 2:
            return DASH.fullmatch(two.gap.lstrip(".")) is not None or two.gap.strip(" .") in {"&", "/", "+", ","}
        three = self._atom(at + 2)
        return "and" in two.senses and three is not None and 0 < three.digits <= 2

    def _is_hour_of_shop(self, at: int) -> bool:
        """Tell `Mo–Fr 9–18 Uhr` from `Sa–So 28.–29. März`: no month follows."""
        atom = self._atom(at)
        if atom is None or not (atom.digits or "month" in atom.senses) or "weekday" in atom.senses:
            return True
        return not (self._numeric(at) or self._before_month(at) or self._after_month(at))

    def _is_particle(self, atom: Atom) -> bool:
        """Tell "on 3 May" from the Swedish "on. 3 maj": a weekday that is also a small word needs a point."""
        return not _SMALL.isdisjoint(atom.senses) and self.text[atom.stop : atom.stop + 1] not in {".", ","}

    def _trailing_weekday(self, days: Days) -> Days:
        """Read a weekday behind a day: `5日(木)`, `14 Nov (Sat)`, `20.11.2026 r. (piątek)`."""
        atom = self._atom(days.after)
        if atom is not None and "year_word" in atom.senses and atom.gap in {"", " "}:
            behind = self._atom(days.after + 1)
            if behind is not None and "weekday" in behind.senses and re.fullmatch(r"[.]?,? ?[(（]?", behind.gap):
                days, atom = replace(days, after=days.after + 1), behind
        if (
            atom is None
            or "weekday" not in atom.senses
            or "plural" in atom.senses
            or not re.fullmatch(r"[.]?[ ]{0,2}[(（,・·【\[|]?[ 各]?", atom.gap)
        ):
            return days
        is_also = atom.word in _ALSO_NAMES or (atom.word in _ALSO_WORDS and self.text[atom.first].islower())
        if is_also and _NAMED.match(self.text, atom.stop):
            return days
        if atom.sign == "日" and not atom.gap and self.atoms[days.after - 1].gap == "/":
            is_alone = not DENSE.match(self.text[atom.stop : atom.stop + 1])
            return replace(days, after=days.after + 1) if is_alone else days  # 11/29日: the 29th, and a Sunday
        if atom.sign > "\u2e7f" and not re.search(r"[(（【\[]", atom.gap) and not self._is_glued_sign(atom):
            return days
        last = days.moments[-1]
        if last.day is None or (atom.sign != "日" and _RESTS.match(self.text, atom.stop)):
            return days
        following = self._atom(days.after + 1)
        if following is not None and "weekday" in following.senses and DASH.fullmatch(following.gap):
            return days  # 23.12.2026, Mo–Do 11–20 Uhr
        glued = (
            following is not None
            and following.digits > 0
            and following.gap.strip(" ") in {"", "."}
            and (atom.gap != "" or following.gap == "")  # 5.30sat 5.31sun
            and "(" not in atom.gap
            and not self._is_clock(days.after + 1)
            and not self._is_before_shows(days.after, last)
        )
        is_said_behind = atom.sign > "\u2e7f" and "(" in atom.gap  # BLACK FRIDAY 11.21(金)
        is_again = atom.senses["weekday"] == last.weekday and self._is_poster_name(atom)  # BLACK FRIDAY 11.21 FRI –
        is_said_behind = is_said_behind or (is_again and not self._is_of_next(days.after + 1))
        if glued or (last.weekday is not None and not is_said_behind):
            return days
        last = self._by_weekday(days.after, last, atom.senses["weekday"])
        return Days((*days.moments[:-1], last), days.is_range, days.after + 1)

    def _is_of_next(self, at: int) -> bool:
        """Tell a number at once behind a weekday that is its own: `FRI 28`; behind a dash it ends a range."""
        number = self._atom(at)
        return number is not None and number.digits > 0 and not DASH.fullmatch(number.gap)

    def _is_before_shows(self, at: int, day: Moment) -> bool:
        """Tell the weekday of a day with the number of a show behind it: `12.18 fri 1st 18:00 / 2nd 20:30`."""
        suffix, weekday = self._atom(at + 2), self.atoms[at].senses["weekday"]
        if suffix is None or "suffix" not in suffix.senses or suffix.gap or self.atoms[at + 1].number != 1:
            return False
        years = (day.year,) if day.year else (self.reference.year, self.reference.year + 1)
        return day.month is not None and any(_falls_on(replace(day, year=year), weekday) for year in years)

    def _is_glued_sign(self, atom: Atom) -> bool:
        """Tell the weekday of `11/21土 13時`, `11/21 土 13時` from the first sign of a word, such as `11/21土産`."""
        after = self.text[atom.stop : atom.stop + 1]
        if self.written[atom.first] in IN_ONE_SIGN:
            return True
        if atom.gap == " ":
            return after in {"祝", " "}
        return atom.gap == "" and "unit" not in atom.senses and (after in "祝・、" or not DENSE.match(after))

    def _by_weekday(self, at: int, moment: Moment, weekday: int) -> Moment:
        """Let the weekday say whether `26.12.19(土)` begins with its year."""
        numbers = self.atoms[max(0, at - 3) : at]
        moment = replace(moment, weekday=weekday)
        if len(numbers) < 3 or any(number.digits != 2 for number in numbers) or numbers[1].gap != numbers[2].gap:
            return moment
        year_first = _moment(_CENTURY + numbers[0].number, numbers[1].number, numbers[2].number)
        if year_first is None or _falls_on(moment, weekday) or not _falls_on(year_first, weekday):
            return moment
        return replace(year_first, weekday=weekday)

    # Forms -------------------------------------------------------------------------------------

    def _basic(self, at: int) -> Days | None:
        """Read the basic form of ISO 8601, where a time follows: `20261107T193000`."""
        atom, sign = self._atom(at), self._atom(at + 1)
        if atom is None or sign is None or atom.digits != 8 or sign.gap or "iso" not in sign.senses:
            return None
        moment = _moment(atom.number // 10_000, atom.number // 100 % 100, atom.number % 100)
        return Days((moment,), is_range=False, after=at + 1) if moment and self.is_free(at) else None

    def _numeric(self, at: int, *, is_joined: bool = False, has_weekday: bool = False) -> Days | None:
        """Read `2026-11-05`, `14.11.2026`, `11/14/26`, `14.11.`, `11/5`."""
        one, two, three = self._atom(at), self._atom(at + 1), self._atom(at + 2)
        if one is None or two is None or not one.digits or not two.digits or not (is_joined or self.is_free(at)):
            return None
        sign = two.gap.strip()
        if one.digits == 4 and one.gap.endswith("/") and self._is_in_address(one):
            return None
        if one.digits == 4 and two.gap == " ":
            return self._after_year(at)
        if "\t" in two.gap and three is not None and three.digits == _OF_CLOCK and three.gap in {".", ":"}:
            return None  # the day in its cell, and the hour in the next: Fr 2. | 19.30
        if sign not in {"-", "/", "."} or len(two.gap) > 2 or (sign == "." and self._is_version(one)):
            return None
        if has_weekday and sign == "." and three is not None and three.digits == 4 and three.gap == " ":
            return self._before_year(at, one, two, three)
        is_clock = three is not None and self._is_clock(at + 2) and three.gap != sign
        if three is not None and three.digits and three.gap.strip() == sign and len(three.gap) <= 2 and not is_clock:
            moment = self._triple(one, two, three, sign)
            runs_on = self.text[three.stop : three.stop + 1] == sign and self._follows_digit(three.stop + 1)
            runs_on = runs_on and not self._is_sign(at + 4, "年月년월")
            is_apart = three.digits <= 2 and (  # in the next cell or line, or 17.05. 41. Töpfermarkt
                not three.gap.isprintable() or (two.gap == "." and three.gap == ". ")
            )
            if (runs_on and three.gap == ". ") or is_apart:
                return self._pair(at, one, two, sign, has_weekday=has_weekday)  # So 8.3. 20.15 Uhr
            if moment is None or runs_on or not (self._ends_well(at + 2) or self._is_before_clock(at + 2)):
                return None
            days = Days((moment,), is_range=False, after=at + 3)
            return self._to_last(days) if one.digits == 4 and sign != "-" else days
        return self._pair(at, one, two, sign, has_weekday=has_weekday)

    def _before_year(self, at: int, one: Atom, two: Atom, year: Atom) -> Days | None:
        """Read month and day behind a weekday, and the year behind them: `SAT. 11.28 2026`."""
        if not _FIRST_YEAR <= year.number <= _LAST_YEAR or one.digits > 2 or two.digits > 2:
            return None
        moment = self._ordered(one.number, two.number, year.number, ".", is_open=True)
        return Days((moment,), is_range=False, after=at + 3) if moment else None

    def _is_version(self, atom: Atom) -> bool:
        """Tell the version of a program, which stands behind its name and a slash: `Apache/2.4.41`."""
        return _PROGRAM.match(self.text, max(0, atom.first - 3), atom.first) is not None

    def _is_in_address(self, atom: Atom) -> bool:
        """Tell a date inside the address of a page: `https://www.example.jp/topics/2018/11/07.html`."""
        before = self.text[max(0, atom.first - _LONGEST_ADDRESS) : atom.first]
        return "://" in before.rpartition(" ")[2].rpartition("\n")[2]

    def _after_year(self, at: int) -> Days | None:
        """Read a year, and month and day behind it: `2024 10.26`."""
        year, one, two, after = (self._atom(at + step) for step in range(4))
        if year is None or one is None or two is None or not _FIRST_YEAR <= year.number <= _LAST_YEAR:
            return None
        if two.gap not in {".", "/"} or not 0 < one.digits <= 2 or two.digits != 2 or not self._ends_well(at + 2):
            return None
        if after is not None and after.digits and after.gap in {".", "/", ":"}:
            return None
        moment = _moment(year.number, one.number, two.number)
        return Days((moment,), is_range=False, after=at + 3) if moment else None

    def _to_last(self, days: Days) -> Days:
        """Read the last day behind a short dash, where the month stands before the day: `2022/08/06-07`, `11/14-15`."""
        first, last = days.moments[0], self._atom(days.after)
        if last is None or last.digits not in {1, 2} or last.gap not in {"-", "–", "~", "〜", "～", "→"}:
            return days
        following = self._atom(days.after + 1)
        runs_on = following is not None and following.digits > 0 and following.gap in {".", "/", ":", "-"}
        runs_on = runs_on or self._is_sign(days.after + 1, "年月년월")
        if runs_on or not (first.day or 0) < last.number <= 31 or not self._ends_well(days.after):
            return days
        if self._is_clock(days.after) or self.text[last.stop : last.stop + 1] == ":":
            return days
        return Days((first, replace(first, day=last.number)), is_range=True, after=days.after + 1)

    def _is_before_clock(self, at: int) -> bool:
        """Tell whether a number with a slash behind it ends because a time follows: `21.03.2026/20h30`."""
        following = self._atom(at + 1)
        return following is not None and following.gap == "/" and self._is_clock(at + 1)

    def _triple(self, one: Atom, two: Atom, three: Atom, sign: str) -> Moment | None:
        if one.digits == 4:  # the year stands first
            return _moment(one.number, two.number, three.number) if two.digits <= 2 and three.digits <= 2 else None
        is_year_first = one.digits == 2 and two.digits <= 2 >= three.digits and sign != "-"
        if is_year_first and (
            self.text[max(0, one.first - 1) : one.first] == "'"
            or (three.digits == 1 and one.number in _SHORT_YEARS and self._is_near_dense(one, three))
            or (three.digits == 2 and self._is_stamp(one, two, three))
        ):
            return _moment(_CENTURY + one.number, two.number, three.number)  # '26/11/3
        if three.digits not in {2, 4} or one.digits > 2 or two.digits > 2:
            return None
        if sign == "-" and three.digits == 2 and self._is_near_dense(one, three):
            return None  # a house number
        year = three.number if three.digits == 4 else self._full_year(three.number)
        return self._ordered(one.number, two.number, year, sign)

    def _is_stamp(self, one: Atom, two: Atom, three: Atom) -> bool:
        """Tell the short date of news on a Japanese page, which begins with its year: `24.07.22`, `10/11/22`."""
        ahead = _CENTURY + one.number - self.reference.year
        is_other = abs(_CENTURY + three.number - self.reference.year) > 1
        is_year = ahead in {-1, 0, 1} or (is_other and -_NEAR_YEARS <= ahead <= 0)
        return is_year and two.number <= 12 and three.number <= 31 and self._is_near_dense(one, three)

    def _pair(self, at: int, one: Atom, two: Atom, sign: str, *, has_weekday: bool) -> Days | None:
        """Read a day and a month without a year: `14.11.` and `11/5`, but not `14.30` and not `5-7`."""
        if one.digits > 2 or two.digits > 2 or sign == "-":
            return None
        if sign == ".":
            ends_with_point = self.text[two.stop : two.stop + 1] == "."
            if self._follows_digit(two.stop + 1) and ends_with_point:
                return None
            if not ends_with_point and not self._is_pair_by_weekday(at, two, has_weekday=has_weekday):
                return None
        elif not self._ends_well(at + 1) or two.gap != "/" or self.text[two.stop : two.stop + 1] == "/":
            return None
        if sign == "/" and one.number <= two.number and self._is_fraction(one, two):
            return None
        if (one.number, two.number) == (24, 7) and self.votes.get("/") is not False:  # round the clock
            return None
        is_open = sign == "." and self.text[two.stop : two.stop + 1] != "." and not has_weekday
        is_open = is_open or (sign == "." and self._is_poster_behind(at + 2))
        is_korean = sign == "." and two.gap == ". " and self.text[two.stop : two.stop + 1] == "."  # 5. 12.(금)
        if (sign == "/" or is_open or is_korean) and one.number <= 12 and self._is_near_dense(one, two):
            moment = _moment(None, one.number, two.number)
        else:
            moment = self._ordered(one.number, two.number, None, sign, is_open=is_open)
        if moment is None:
            return None
        days = Days((moment,), is_range=False, after=at + 2)
        return self._to_last(days) if sign == "/" and moment.month == one.number else days

    def _is_fraction(self, one: Atom, two: Atom) -> bool:
        """Tell a part of a whole by the words around it: `3/4カップ`, `大さじ1/2`, `1/2の確率`."""
        behind = self.text[two.stop : two.stop + 4]
        if not behind.isascii() and behind.startswith(_MEASURES):
            return True
        before = self.text[max(0, one.first - 4) : one.first].rstrip()
        is_of_places = before.endswith(_PLACES) and _COUNTS_PLACES.match(self.text, two.stop) is not None
        return not before.isascii() and (before.endswith(_SPOONS) or is_of_places)  # LT枠 5/5

    def _is_near_dense(self, one: Atom, two: Atom) -> bool:
        """Tell whether Chinese, Japanese or Korean stands beside a date: they all put the month first."""
        around = self.text[max(0, one.first - _NEAR_DENSE) : two.stop + _NEAR_DENSE]
        return not around.isascii() and DENSE.search(around) is not None

    def _is_pair_by_weekday(self, at: int, two: Atom, *, has_weekday: bool) -> bool:
        """Tell a date such as `11.5(Thu)` or `niedziela 8.02` from a time: its weekday says so."""
        following = self._atom(at + 2)
        is_behind = (
            following is not None
            and "weekday" in following.senses
            and (
                re.fullmatch(r" ?[(（\[【]", following.gap) is not None
                or (not following.gap and self.written[following.first] in IN_ONE_SIGN)
            )
        )
        is_before_clock = (
            following is not None
            and "weekday" in following.senses
            and (following.gap in {" ", "[", " ["} or (not following.gap and self._is_weekday_name(following)))
            and (
                self._is_clock(at + 3)
                or self._is_poster_name(following)
                or self._is_name_of_day(at, following)
                or self._is_poster_range(at)
                or self._is_doors(at + 3)
            )
        ) or self._is_pair_by_joint(at)  # 11.14 SAT 18:00
        return (
            is_behind
            or is_before_clock
            or (has_weekday and two.digits == 2 and two.number <= 12 and not self._is_clock(at + 1))
            or (has_weekday and two.digits == 1 and self._is_day_of_weekday(at))
        )

    def _is_day_of_weekday(self, at: int) -> bool:
        """Tell a day by the weekday in front of it, on which it falls in a year around this: `FRI 12.6`."""
        one, two, name = self.atoms[at], self.atoms[at + 1], self._atom(at - 1)
        if name is None or "weekday" not in name.senses or self._follows_digit(two.stop):
            return False
        years = range(self.reference.year - 1, self.reference.year + 2)
        return any(_falls_on(Moment(year, two.number, one.number), name.senses["weekday"]) for year in years)

    def _is_poster_name(self, atom: Atom) -> bool:
        """Tell a weekday as posters write it: `10.31 SAT`, `10.31 Sat.`."""
        word = self.text[atom.first : atom.stop]
        return len(word) == 3 and word.isascii() and (word.isupper() or self.text[atom.stop : atom.stop + 1] == ".")

    def _is_name_of_day(self, at: int, name: Atom) -> bool:
        """Tell a short English weekday in small letters by the day it names: `3.21 sun` of a year around this."""
        if len(name.word) != 3 or not self.text[name.first : name.stop].isascii():
            return False
        month, day = self.atoms[at].number, self.atoms[at + 1].number
        years = range(self.reference.year - 1, self.reference.year + 2)
        return any(_falls_on(Moment(year, month, day), name.senses["weekday"]) for year in years)

    def _is_poster_behind(self, at: int) -> bool:
        """Tell an English weekday glued to a date by a point: `12.5.sat` has the month first."""
        atom = self._atom(at)
        return atom is not None and atom.gap == "." and "weekday" in atom.senses and len(atom.word) == 3

    def _is_poster_range(self, at: int) -> bool:
        """Tell the first or the last of two days with weekdays behind them: `9.16 Tue – 9.28 Sun`."""
        return self.is_weekday_pair(at) and (
            (self.is_weekday_pair(at + 3) and DASH.fullmatch(self.atoms[at + 3].gap.lstrip(".])")) is not None)
            or (self.is_weekday_pair(at - 3) and DASH.fullmatch(self.atoms[at].gap.lstrip(".])")) is not None)
        )

    def _is_doors(self, at: int) -> bool:
        """Tell the doors or the start of a show: `12.5 sat OPEN 18:00`."""
        atom, number = self._atom(at), self._atom(at + 1)
        if atom is None or number is None or not number.digits or atom.gap != " " or len(number.gap) > 2:
            return False
        return not atom.senses.keys().isdisjoint({"doors", "start"})

    def is_weekday_pair(self, at: int) -> bool:
        """Tell two numbers with a point between them and an English weekday behind them."""
        if at < 0 or at + 2 >= len(self.atoms):
            return False
        one, two, name = self.atoms[at : at + 3]
        if two.gap != "." or not 1 <= one.number <= 31 or not 1 <= two.number <= 31 or "weekday" not in name.senses:
            return False
        return len(name.word) > 2 and name.gap in {"", " ", "[", " [", "(", " ("}

    def _is_pair_by_joint(self, at: int) -> bool:
        """Tell a date from a time by what follows it: `20.11-22.11.2026`, `20.11 o 19`, `20.11 19:00`."""
        one, two, three, four = (self._atom(at + step) for step in range(4))
        if one is None or two is None or three is None or four is None:
            return False
        if one.number > 31 or two.digits != 2 or not 1 <= two.number <= 12:
            return False
        if three.digits and DASH.fullmatch(three.gap):
            year = self._atom(at + 4)
            is_dated = four.gap == "." and year is not None and year.gap == "." and year.digits == 4
            return is_dated and 1 <= four.number <= 12
        if three.digits and re.fullmatch(r",? ", three.gap):
            return four.gap == ":" and four.digits == 2
        return "clock" in three.senses and three.gap in {" ", ", "} and 0 < four.digits <= 2

    def _ordered(self, one: int, two: int, year: int | None, sign: str, *, is_open: bool = False) -> Moment | None:
        """Decide which number is the day; doubt is kept where both orders are possible."""
        is_month_first = self.month_first[sign] or (sign == "." and is_open and self.votes.get(sign) is not False)
        month, day = (one, two) if is_month_first else (two, one)
        if month > 12 >= day:
            month, day = day, month
        moment = _moment(year, month, day)
        is_doubtful = moment is not None and (sign != "." or is_open) and one <= 12 and two <= 12 and one != two
        if moment is None or not is_doubtful:
            return moment
        return replace(moment, is_swappable=True, is_month_first=is_month_first, is_voted=sign in self.votes)

    def _dense(self, at: int) -> Days | None:
        """Read Chinese, Japanese and Korean dates: `令和8年11月5日`, `11月5日`, `11월 5일`, `5日`."""
        year, month, day = None, None, None
        base = 0
        place = at
        atom = self._atom(at)
        if atom is None or not atom.senses:
            pass  # a number
        elif "era_year" in atom.senses:
            year, place = atom.senses["era_year"], place + 1
        elif "era" in atom.senses:
            base = atom.senses["era"]
            place += 1
            if (short := self._short_era(place, base)) is not None:
                return short
        elif "dense" in atom.senses and (known := self.from_reference(atom)) is not None:
            year, month = known
            place += 1
        begin = place
        while (number := self._atom(place)) is not None and number.digits:
            is_of = number.gap == "の" and (place == begin or month is None)  # 来年の1月10日
            if place > at and number.gap.strip(" ") and not is_of:
                break
            if self._is_sign(place + 1, "年년") and year is None:
                year = base + number.number if base else number.number + (_CENTURY if number.digits == 2 else 0)
            elif self._is_sign(place + 1, "月월") and month is None:
                month = number.number
            elif self._is_day_sign(place + 1) and day is None and not self.is_count(place + 1):
                is_alone = month is None and DASH.fullmatch(number.gap) is None
                if is_alone and self._is_span(number, self.atoms[place + 1]):
                    return None
                day = number.number
                place += 2
                break
            else:
                break
            place += 2
        if day is None and month is not None and 1 <= month <= 12:
            days = self._dense_list(place, year, month) or (
                self._before_far_year(place, month) if year is None else None
            )
            if days is not None:
                return days
        is_joined = DASH.fullmatch(self.atoms[at].gap.lstrip(".)）]】〉》")) is not None
        if day is None and month is not None and 1 <= month <= 12 and self._is_dense_end(place, is_joined=is_joined):
            day, place = last_day(year, month), place + 1
        if day is None or place == at:
            return self._dense_month(begin, place, year, month)
        moment = _moment(year, month, day) if month else Moment(day=day) if 1 <= day <= 31 else None
        return Days((moment,), is_range=False, after=place) if moment else None

    def _before_far_year(self, at: int, month: int) -> Days | None:
        """Read the day and the year behind a month, as content management systems write them: `12月 27, 2024`."""
        number, year = self._atom(at), self._atom(at + 1)
        if number is None or year is None or number.gap != " " or year.gap != ", " or year.digits != 4:
            return None
        moment = _moment(year.number, month, number.number) if 0 < number.digits <= 2 else None
        return Days((moment,), is_range=False, after=at + 2) if moment else None

    def _is_span(self, number: Atom, sign: Atom) -> bool:
        """Tell a number of days from a day without a month: `3日前`, `一日の流れ`, `一泊二日`."""
        if _SPAN.match(self.text, sign.stop):
            return True
        if self.text[number.first].isdecimal():
            return False
        before = self.text[max(0, number.first - 1) : number.first]
        return before == "泊" or _OF_ONE.match(self.text, sign.stop) is not None

    def is_count(self, at: int) -> bool:
        """Tell days that are counted from a day of the month: `2日間`, `2日目`, `全4日`, and the issue `15日号`."""
        number = self.atoms[at - 1].first
        is_sum = self.text[max(0, number - 1) : number] in {"全", "計"}
        return is_sum or self.text[self.atoms[at].stop : self.atoms[at].stop + 1] in {"間", "目", "号"}

    def from_reference(self, atom: Atom) -> tuple[int, int | None] | None:
        """Return the year, or the year and the month, that `来年`, `来月` mean on the day of reading."""
        for word, years in _YEAR_WORDS.items():
            if word in atom.senses:
                return self.reference.year + years, None
        for word, months in _MONTH_WORDS.items():
            if word in atom.senses:
                later = self.reference.month - 1 + months
                return self.reference.year + later // 12, later % 12 + 1
        return None

    def _dense_list(self, at: int, year: int | None, month: int | None) -> Days | None:
        """Read the days of a month that share one sign: `11月14、15日`, `11月14-16日`, `今週末17・18日`."""
        moments: list[Moment] = []
        is_range = False
        place = at
        while len(moments) < _MOST_IN_LIST and (number := self._atom(place)) is not None and 0 < number.digits <= 2:
            if moments and not (number.gap.strip() in {"、", "・", ",", "，", "和"} or DASH.fullmatch(number.gap)):
                return None
            is_range = is_range or (bool(moments) and DASH.fullmatch(number.gap) is not None)
            moment = _moment(year, month or 1, number.number)
            if moment is not None and month is None:
                moment = replace(moment, month=None)
            if moment is None or (moments and number.number <= (moments[-1].day or 0)):
                return None
            moments.append(moment)
            place += 1
            if self._is_day_sign(place):
                if month is None and (is_range or self.is_count(place)):
                    return None
                return Days(tuple(moments), is_range, place + 1) if len(moments) > 1 else None
            if is_range and month is not None and self._ends_bare(place - 1):
                return Days(tuple(moments), is_range, place)
        return None

    def _ends_bare(self, at: int) -> bool:
        """Tell whether nothing follows a number that would make more than a day of it: `11月18〜19`."""
        stop = self.atoms[at].stop
        return re.match(r"\s*(?:[(（【「『]|$|\s[^\W\d])", self.text[stop : stop + 4]) is not None

    def _is_dense_end(self, at: int, *, is_joined: bool) -> bool:
        """Tell whether the last day of a month is meant: `12月末日`, `12月末まで`, `7月4日〜10月末`."""
        atom, following = self._atom(at), self._atom(at + 1)
        if atom is None or atom.gap.strip(" ") or "month_end" not in atom.senses or "dense" not in atom.senses:
            return False
        is_until = following is not None and not following.gap and "until_after" in following.senses
        return len(atom.word) > 1 or is_joined or is_until

    def _short_era(self, at: int, base: int) -> Days | None:
        """Read `R8.11.5`, `R.8.11.5`, `令8.11.5`."""
        numbers = [self._atom(at + step) for step in range(3)]
        if any(number is None or number.digits not in {1, 2} for number in numbers):
            return None
        year, month, day = (number for number in numbers if number is not None)
        if year.gap not in {"", "."} or month.gap not in {".", "/"} or day.gap not in {month.gap, "/"}:
            return None
        moment = _moment(base + year.number, month.number, day.number)
        return Days((moment,), is_range=False, after=at + 3) if moment else None

    def _dense_month(self, at: int, after: int, year: int | None, month: int | None) -> Days | None:
        """Read a month without a day (`2026年11月`), which later days may inherit."""
        if after == at or month is None or not 1 <= month <= 12:
            return None
        return Days((Moment(year=year, month=month),), is_range=False, after=after)

    def _before_month(self, at: int) -> Days | None:
        """Read numbers that stand before their month: `5-7 Nov 2026`, `Sat 14 & Sun 15 November`, `14.-17.11.2026`."""
        moments: list[Moment] = []
        is_range = False
        place = at
        for _ in range(_MOST_IN_LIST):
            number = self._atom(place)
            if number is None:
                return None
            weekday, place = (None, place) if number.digits else self._weekday(place, is_inner=bool(moments))
            if moments and (closing := self._closing_numeric(place)) is not None:
                last = closing.moments[0]
                moments.append(replace(last, weekday=weekday))
                return _rising(Days(_inherit(moments, last), is_range, closing.after))
            number = self._atom(place)
            if number is None or number.digits not in {1, 2} or not 1 <= number.number <= 31:
                return None
            if not moments and not self.is_free(place):
                return None
            moments.append(Moment(day=number.number, weekday=weekday))
            begins_line = self.begins_line(number)
            begin, place = place + 1, self._after_suffix(place + 1)
            place = self._after_day_of(place) if place > begin else place
            month = self._month_at(place, _TO_MONTH)
            if month is not None and (begins_line or not re.search(r"[\n\t]", self.atoms[place].gap)):
                value, place = month
                year, place = self._year_at(place, is_behind_day=True)
                is_range = is_range or (len(moments) == 2 and self._is_between(at))
                return _rising(Days(_inherit(moments, Moment(year=year, month=value)), is_range, place))
            joined = self._joint(place)
            if joined is None or self.text[number.stop : number.stop + 1] == ")":
                return None
            range_here, place = joined
            is_range = is_range or range_here
        return None

    def _closing_numeric(self, at: int) -> Days | None:
        """Read the last day of `14., 15. und 17.11.`; where the month stands first (12/14), no bare day precedes it."""
        days = self._numeric(at, is_joined=True)
        if days is None or not days.moments[0].month or (self.month_first["/"] and self.atoms[at + 1].gap == "/"):
            return None
        return days

    def _is_between(self, at: int) -> bool:
        """Tell whether "and" joins the ends of a range: `entre 12 e 20 de setembro`."""
        before = self.atoms[max(0, at - 2) : at]
        if len(before) == 2 and "of" in before[1].senses:
            before = before[:1]
        return bool(before) and "between" in before[-1].senses

    def _after_month(self, at: int) -> Days | None:
        """Read a month with the numbers behind it: `Nov 5`, `Nov 5-7, 2026`, `November 5, 6 and 7`, `November 2026`."""
        month = self._month_at(at, None)
        if month is None:
            return None
        value, place = month
        moments: list[Moment] = []
        is_range = False
        number = self._atom(place)
        following = self._atom(place + 1)
        if number is not None and "of" in number.senses and following is not None and following.digits == 4:
            is_year = number.gap == following.gap == " " and self._ends_well(place + 1)
            number, place = (following, place + 1) if is_year else (number, place)  # noviembre de 2026
        if number is None or not number.digits:
            return None
        suffix = self._atom(place + 1)
        if "\n" in number.gap and number.digits <= 2 and self._is_of_next_month(place):
            return None  # no meeting in August, and in the next line: 9th January
        is_bracketed = number.gap == " (" and suffix is not None and "suffix" in suffix.senses  # August (7th, 14th)
        if not (is_bracketed or _FROM_MONTH.fullmatch(number.gap)):
            return None
        if number.digits <= 2 and self._is_numeric_date(place, value):
            return None  # July 30/07/2013
        if number.digits == 4:
            year, after = self._year_at(place)
            return Days((Moment(year=year, month=value),), is_range=False, after=after) if year else None
        while (
            number is not None and number.digits in {1, 2} and 1 <= number.number <= 31 and len(moments) < _MOST_IN_LIST
        ):
            if self._is_clock(place) or (moments and self._is_of_next_month(place)):
                break
            moments.append(Moment(day=number.number))
            place = self._after_suffix(place + 1)
            joined = self._joint(place)
            if joined is None:
                break
            _weekday, begin = self._weekday(joined[1], is_inner=True)
            following = self._atom(begin)
            is_day = following is not None and following.digits in {1, 2} and 1 <= following.number <= 31
            if not is_day or (following is not None and following.number <= number.number):
                break
            if self._is_clock(begin) or self._is_of_next_month(begin):
                break
            is_range = is_range or joined[0]
            place, number = begin, following
        if not moments:
            return None
        year, place = self._year_at(place)
        return Days(_inherit(moments, Moment(year=year, month=value)), is_range, place)

    def _is_of_next_month(self, at: int) -> bool:
        """Tell whether a number stands before a month of its own: `Nov 5, 6 Dec`, but not `5 & 19` over `December`."""
        place = self._after_suffix(at + 1)
        month = self._month_at(place, _TO_MONTH)
        return month is not None and "\n" not in self.atoms[place].gap

    def _is_numeric_date(self, at: int, month: int) -> bool:
        """Tell whether a date in numbers begins here, of the month whose name only heads it."""
        one, two, three = self._atom(at), self._atom(at + 1), self._atom(at + 2)
        if one is None or two is None or two.gap not in {"/", ".", "-"} or not 0 < two.digits <= 2:
            return False
        if "\n" in one.gap and month in {one.number, two.number}:
            return True  # September, and under it 25.9.
        if "\n" in one.gap and one.digits == two.digits == _OF_CLOCK and self._ends_as_day(two):
            return True  # a name that is a month in some language, and under it 04.05.
        return three is not None and three.gap == two.gap and three.digits == 4

    def _ends_as_day(self, two: Atom) -> bool:
        """Tell the end of `04.05.` from the minutes of a time."""
        return two.gap == "." and two.number in _MONTHS and self.text[two.stop : two.stop + 1] == "."

    def _bare_number(self, at: int) -> Days | None:
        """Read the number behind a weekday: `Sat 14`, `Fr. 5.`; its month is missing."""
        number = self._atom(at)
        if number is None or number.digits not in {1, 2} or not 1 <= number.number <= 31:
            return None
        if "\n" in number.gap and not self._is_tile(at, number):
            return None
        if any(sign.isalpha() for sign in number.gap):
            return None  # 4TU in only 1 minute
        if self._is_clock(at) or not self.is_free(at) or not self._ends_well(at):
            return None
        if _PRICED.match(self.text, number.stop) or _TO_HOUR.match(self.text, number.stop):
            return None
        following = self._atom(at + 1)
        is_joined = following is not None and (following.gap == "." or DASH.fullmatch(following.gap) is not None)
        if following is not None and following.digits and is_joined and "\t" not in following.gap:
            return None  # Sat 10–14, the hours of a shop, and Sat 18.30
        return Days((Moment(day=number.number),), is_range=False, after=self._after_suffix(at + 1))

    def _is_tile(self, at: int, number: Atom) -> bool:
        """Tell a weekday over its day, each alone in its line, from the weekdays at the head of a calendar's grid."""
        name, previous = self.atoms[at - 1], self._atom(at - 2)
        if number.gap != "\n" or not self.begins_line(name) or self.text[number.stop : number.stop + 1] not in "\t\n":
            return False
        is_of_head = previous is not None and "weekday" in previous.senses and not name.gap.strip()
        return not is_of_head

    def _number_weekday(self, at: int, *, is_joined: bool = False) -> Days | None:
        """Read a number with its weekday behind it, as calendars have it: `29 Monday`, `1` beside `金`."""
        number, name = self._atom(at), self._atom(at + 1)
        if number is None or name is None or "weekday" not in name.senses or number.digits not in {1, 2}:
            return None
        if not 1 <= number.number <= 31 or not self.is_free(at):
            return None
        if name.gap not in {" ", ". ", ", ", "\t", " (", "(", " [", "["} and not self._is_glued_sign(name):
            return None
        previous = self._atom(at - 1)
        is_day = is_joined and name.sign > "\u2e7f" and name.gap == "("  # 13:00～22(日)
        is_joint = DASH.fullmatch(number.gap) is not None and "\n" not in number.gap
        if previous is not None and previous.digits and is_joint and not is_day:
            return None  # Fri 9–17, Sat 10–14
        word = self.text[name.first : name.stop]
        is_name = word[0] > "\u2e7f" or (len(word) > 2 and (word[0].isupper() or is_joined))
        if not is_name or ("unit" in name.senses and name.gap == " "):
            return None
        return Days((Moment(day=number.number, weekday=name.senses["weekday"]),), is_range=False, after=at + 2)

    # Parts -------------------------------------------------------------------------------------

    def _is_sign(self, at: int, signs: str) -> bool:
        atom = self._atom(at)
        return atom is not None and atom.sign != "" and atom.sign in signs and not atom.gap.strip(" ")

    def _is_day_sign(self, at: int) -> bool:
        """Tell the sign behind the number of a day; in Japanese, 号 numbers other things: `2号室`."""
        return self._is_sign(at, "日일") or (self._is_sign(at, "号號") and not self._has_kana)

    @cached_property
    def _has_kana(self) -> bool:
        return KANA.search(self.text) is not None

    def begins_line(self, atom: Atom) -> bool:
        """Tell whether a number stands first in its line or cell, as in a date written line by line."""
        before = self.text[max(0, atom.first - 3) : atom.first].rstrip(" ")
        return before == "" or before[-1] in "\n\t"

    def _after_suffix(self, at: int) -> int:
        """Step over `th`, `er`, `º` behind a number."""
        atom = self._atom(at)
        return at + 1 if atom is not None and "suffix" in atom.senses and atom.gap in {"", ".", ":"} else at

    def _after_day_of(self, at: int) -> int:
        """Step over the word of legal notices between an ordinal and its month: `the 21st day of April`."""
        word, of = self._atom(at), self._atom(at + 1)
        if word is None or of is None or "day_word" not in word.senses or not word.gap == of.gap == " ":
            return at
        return at + 1 if "of" in of.senses else at

    def _month_at(self, at: int, gap: re.Pattern[str] | None) -> tuple[int, int] | None:
        """Read a month name, and what stands between it and its day ("of", "de")."""
        atom = self._atom(at)
        if (
            atom is not None
            and "of" in atom.senses
            and "month" not in atom.senses
            and gap is not None
            and gap.fullmatch(atom.gap)
        ):
            at += 1
            atom = self._atom(at)
        if atom is None or "month" not in atom.senses or (gap is not None and not gap.fullmatch(atom.gap)):
            return None
        return atom.senses["month"], at + 1

    def _month_end(self, at: int) -> Days | None:
        """Read the last day of a month, where something lasts until then: `bis Ende November`."""
        atom, before = self._atom(at), self._atom(at - 1)
        if atom is None or before is None or "month_end" not in atom.senses or "dense" in atom.senses:
            return None
        if atom.gap != " " or not before.senses.keys() & {"until", "to", "of"}:
            return None
        month = self._month_at(at + 1, _TO_MONTH)
        if month is None:
            return None
        year, after = self._year_at(month[1])
        moment = Moment(year=year, month=month[0], day=last_day(year, month[0]))
        return Days((moment,), is_range=False, after=after)

    def _year_at(self, at: int, *, is_behind_day: bool = False) -> tuple[int | None, int]:
        """Read a year behind a month or a day; return it and the atom after it."""
        atom = self._atom(at)
        if atom is not None and "of" in atom.senses and re.fullmatch(r"[.]?\s{1,2}", atom.gap):
            following = self._atom(at + 1)
            if following is not None and following.digits == 4:
                at, atom = at + 1, following
        if atom is None or not _TO_YEAR.fullmatch(atom.gap):
            return None, at
        if "\n" in atom.gap and "\n" not in self.atoms[at - 1].gap:
            return None, at  # the header of what follows, not the last line of a date written line by line
        if atom.digits == 4 and _FIRST_YEAR <= atom.number <= _LAST_YEAR and self._ends_well(at):
            return (atom.number, at + 1) if not self._is_hours_of_four(at) else (None, at)
        is_old = atom.digits == 4 and _OLDEST_YEAR <= atom.number < _FIRST_YEAR and is_behind_day
        if is_old and atom.number % 100 not in _QUARTERS and "\t" not in atom.gap and self._ends_well(at):
            return atom.number, at + 1
        if atom.digits == 2 and atom.gap in {"'", "’", " '", " ’", "-", "/"} and not self._is_clock(at):
            return self._full_year(atom.number), at + 1
        if is_behind_day and atom.digits == 2 and self._may_be_year(atom.number) and self._is_short_year(at):
            return _CENTURY + atom.number, at + 1
        return None, at

    def _is_hours_of_four(self, at: int) -> bool:
        """Tell `1900 hrs` and `1900-2100 hrs` from a year."""
        unit, behind = self._atom(at + 1), self._atom(at + 2)
        if unit is None:
            return False
        if unit.digits == 4 and DASH.fullmatch(unit.gap) and behind is not None:
            unit = behind
        return unit.gap in {"", " "} and "hour" in unit.senses and "clock" not in unit.senses

    def _full_year(self, number: int) -> int:
        """Return the year that two digits mean: one of this century, or of the last where that is long to come."""
        year = _CENTURY + number
        return year if year <= self.reference.year + _LONG_AHEAD else year - 100

    def _may_be_year(self, number: int) -> bool:
        """Tell whether a number of two digits may be a year: one of those around the day of reading, or a later one."""
        return number in _SHORT_YEARS or abs(_CENTURY + number - self.reference.year) <= _NEAR_YEARS

    def _is_short_year(self, at: int) -> bool:
        """Tell `10. Nov. 26, 8.00` from `5 Nov 26 Dec`: nothing follows that the number could belong to."""
        atom = self.atoms[at]
        after = self.text[atom.stop : atom.stop + 2]
        following = self._atom(at + 1)
        if not atom.gap.isprintable() or self._is_clock(at) or self._month_at(at + 1, _TO_MONTH):
            return False  # in the next cell stands something else: 5 aug | 19,9
        if following is not None and (following.digits == 4 or (following.digits and following.gap in {".", ":", "/"})):
            return False
        if after in {" -", " –"}:
            return self._ends_in_year(at + 1)  # 17 Oct 12 - 17 Dec 13
        return after.strip() == "" or after[0] in ",;)|" or after in {" |", " ("}

    def _ends_in_year(self, at: int) -> bool:
        """Tell a number that is no day in front of a dash: a year follows the month behind the dash, or no month."""
        day = self._atom(at)
        if day is None or not 0 < day.digits <= 2:
            return True
        month = self._month_at(at + 1, _TO_MONTH)
        year = self._atom(month[1]) if month else None
        return month is None or (year is not None and year.digits == 2 and year.gap.strip(" '’") == "")

    def closing_pair(self, at: int) -> Days | None:
        """Read the end of `2026.11.1 - 11.30`: month and day, in the order of the date before it."""
        one, two = self._atom(at), self._atom(at + 1)
        if one is None or two is None or two.gap not in {".", "/"} or not 0 < one.digits <= 2 >= two.digits > 0:
            return None
        moment = _moment(None, one.number, two.number)
        return Days((moment,), is_range=False, after=at + 2) if moment else None

    def _joint(self, at: int) -> tuple[bool, int] | None:
        """Read what joins two days: a range or a list, and the atom that the second begins at."""
        atom = self._atom(at)
        if atom is None or begins_with_word(atom.gap):
            return None
        gap = atom.gap.lstrip(".")
        is_word = not _JOINTS.isdisjoint(atom.senses) and "weekday" not in atom.senses
        if atom.digits or ("weekday" in atom.senses and not is_word):
            if DASH.fullmatch(gap):
                return True, at
            if _COMMA.fullmatch(gap):
                return False, at
            return None
        if not _LOOSE.fullmatch(gap):
            return None
        after = at + 1
        if (filler := self._atom(after)) is not None and "of" in filler.senses and "weekday" not in filler.senses:
            after += 1
        if ("to" in atom.senses or "until" in atom.senses) and not is_list_by_point(atom):
            return True, after
        return (False, after) if "and" in atom.senses else None

    def _is_clock(self, at: int) -> bool:
        """Tell whether a number is the hour of a time."""
        following = self._atom(at + 1)
        if following is None:
            return False
        if following.digits == 2 and following.gap == ":":
            return True
        if following.gap == "" and following.sign in HOUR_SIGNS:
            return True
        third = self._atom(at + 2)
        if following.digits == 2 and following.gap == "." and following.number not in _MONTHS:  # pt. 19.00
            return following.number < 60 and self.atoms[at].number < 25 and (third is None or third.gap != ".")
        if (
            third is not None
            and 0 < following.digits <= 2
            and DASH.fullmatch(following.gap)
            and "\t" not in following.gap
            and third.gap in {"", " "}
            and not _OF_HOURS.isdisjoint(third.senses)
        ):
            return True  # 6–8 p.m.
        return following.gap in {"", " "} and not _OF_HOURS.isdisjoint(following.senses)

    def is_free(self, at: int) -> bool:
        """Tell whether a number begins here: not in the middle of a longer one, of a word or of a price."""
        atom = self.atoms[at]
        before = self.text[atom.first - 1] if atom.first else " "
        previous = self._atom(at - 1)
        if before in " \n":  # as before most numbers
            is_named = previous is not None and "numbered" in previous.senses
            return not is_named or atom.gap not in _TO_NUMBERED
        if before == "_" and _IN_FILE_NAME.match(self.text, atom.first):
            return True  # Minutes_2026-03-12.pdf
        if before in _BAD_BEFORE:
            return self.written[atom.first - 1] == "＝"  # 開館時間＝9時30分〜17時
        if before.isalpha() and before < "\u2e80":  # fri24may, but not B12
            is_glued = previous is not None and previous.stop == atom.first and len(previous.word) > 2
            return is_glued and previous is not None and not previous.senses.keys().isdisjoint({"weekday", "month"})
        if previous is not None and "numbered" in previous.senses and atom.gap in _TO_NUMBERED:
            return False  # room 12, version 10.11.12
        if before == "+":
            is_behind_day = previous is not None and "weekday" in previous.senses and previous.stop == atom.first - 1
            is_behind_day = is_behind_day or self.text[atom.first - 2 : atom.first - 1].isdecimal()
            return atom.first > 1 and (self.text[atom.first - 2] in ". )" or is_behind_day)
        if before in ".,:/-" and atom.first > 1 and self.text[atom.first - 2].isdecimal():
            is_behind_clock = before == "/" and previous is not None and previous.gap == ":" and previous.digits == 2
            return previous is None or (before == "-" and not previous.digits) or is_behind_clock
        return True

    def is_number(self, at: int) -> bool:
        """Tell whether an atom is a whole number by itself."""
        stop = self.atoms[at].stop
        return (
            self.is_free(at)
            and self._ends_well(at)
            and not (self.text[stop : stop + 1] in set(".,:/-–") and self._follows_digit(stop + 1))
        )

    def _ends_well(self, at: int) -> bool:
        """Tell whether a number ends here: no further digits, no letters, no currency behind it."""
        stop = self.atoms[at].stop
        after = self.text[stop : stop + 1]
        if after == "":
            return True
        if after == "_":
            is_named = self.text[stop + 1 : stop + 2].isalpha()  # 2026-03-12_Minutes.pdf
            return is_named and _IN_NAME.search(self.text, max(0, stop - _LONGEST_ISO), stop) is not None
        if after in _BAD_AFTER:
            return False
        if after.isalpha() and after < "\u2e80":
            if self.atoms[at].digits == 4 and after.isupper():  # two texts without a space between them
                return True
            following = self._atom(at + 1)
            if following is not None and following.first == stop and self._is_weekday_name(following):
                return True  # 11/3tue
            return (
                following is not None
                and following.first == stop
                and bool(following.senses.keys() & {"suffix", "iso", "hour", "am", "pm", "year_word"})
            )
        return not (after in ".,/:-" and self._follows_digit(stop + 1) and after not in ".,-")

    def _is_weekday_name(self, atom: Atom) -> bool:
        """Tell a short weekday such as `tue` from a longer word that begins like it."""
        after = self.text[atom.stop : atom.stop + 1]
        return "weekday" in atom.senses and len(atom.word) == 3 and not (after.isalpha() and after < "\u2e80")

    def _follows_digit(self, at: int) -> bool:
        return self.text[at : at + 1].isdecimal()


def is_list_by_point(atom: Atom) -> bool:
    """Tell the Czech `12. a 13. 12.` from the Spanish `12 a 13`, where nothing else tells the language."""
    return "and" in atom.senses and atom.gap.startswith(".")


def _falls_on(moment: Moment, weekday: int) -> bool:
    try:
        return date(moment.year or 0, moment.month or 0, moment.day or 0).weekday() == weekday
    except ValueError:
        return False


_FEWEST_IN_ORDER = 4
"""A list of fewer different dates may be in order by chance."""


def order_votes(atoms: list[Atom]) -> dict[str, int]:
    """Let the dates that can be read in one way only say whether a text puts the month first (above 0), by sign.

    Where there are none, the order of those that can be read in both ways tells.
    """
    votes = {"/": 0, ".": 0, "-": 0}
    open_ones: dict[str, list[tuple[int, int, int]]] = {sign: [] for sign in votes}
    for place, (one, two) in enumerate(pairwise(atoms)):
        if not 0 < one.digits <= 2 >= two.digits > 0 or not one.number <= 31 >= two.number:
            continue
        sign = two.gap
        if sign in votes and one.gap not in votes:
            if one.number > 12 >= two.number and (one.number, two.number) != (24, 7):
                votes[sign] -= 1
            elif two.number > 12 >= one.number:
                votes[sign] += 1
            elif place + 2 < len(atoms) and atoms[place + 2].gap == sign and atoms[place + 2].digits in {2, 4}:
                open_ones[sign].append((atoms[place + 2].number, one.number, two.number))
    for sign, dates in open_ones.items():
        if not votes[sign]:
            votes[sign] = _vote_by_order(dates)
    return votes


def _vote_by_order(dates: list[tuple[int, int, int]]) -> int:
    """Let a list of numeric dates vote by its order: if it rises or falls in one reading only, it is that one.

    A date is its year and its first and second number.
    """
    if len(set(dates)) < _FEWEST_IN_ORDER:
        return 0
    month_first = _is_in_order(dates)
    day_first = _is_in_order([(year, two, one) for year, one, two in dates])
    return month_first - day_first


def _is_in_order(dates: list[tuple[int, int, int]]) -> bool:
    """Tell whether dates never fall, or never rise."""
    steps = [(one < two) - (one > two) for one, two in pairwise(dates)]
    return min(steps) >= 0 or max(steps) <= 0


def _inherit(moments: list[Moment], known: Moment) -> tuple[Moment, ...]:
    """Give every day the month and year that stand once."""
    return tuple(
        replace(moment, month=known.month, year=known.year)
        if moment.is_swappable
        else Moment(known.year, known.month, moment.day, moment.weekday)
        for moment in moments
    )


def _rising(days: Days) -> Days | None:
    """Refuse a range that ends before it begins (`sala 3 – 3 novembre`), unless it begins in the month before."""
    first, last = days.moments[0], days.moments[-1]
    if not days.is_range or (first.day or 0) < (last.day or 0):
        return days
    if len(days.moments) > 2 or (first.day or 0) - (last.day or 0) < _OVER_A_MONTH or not last.month:
        return None
    year = last.year - 1 if last.year and last.month == 1 else last.year
    return replace(days, moments=(replace(first, month=(last.month - 2) % 12 + 1, year=year), last))


def last_day(year: int | None, month: int) -> int:
    """Return the last day of a month."""
    return monthrange(year or _CENTURY + 1, month)[1]


def _moment(year: int | None, month: int, day: int) -> Moment | None:
    """Return a moment where the numbers can be a day of the calendar."""
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    if year is not None and not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    return Moment(year=year, month=month, day=day)
