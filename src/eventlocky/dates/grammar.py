"""Atoms to mentions: days with their times, ranges, lists, recurrence, and what they are there for.

The atoms are read from left to right once; at every atom the forms are tried in a fixed order, each of them looking a
bounded number of atoms ahead, so the whole is linear in the length of the text. This file has the walk, the table of
forms and the forms; what they are made of is read by the files beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache

from eventlocky.dates import beside, clocks, hours, lexer, news
from eventlocky.dates.clocks import DASH
from eventlocky.dates.days import DayReader, last_day
from eventlocky.dates.joints import MOST_IN_LIST, TO_DAY, JointReader
from eventlocky.dates.labels import LabelReader
from eventlocky.dates.lexer import Atom, look_at, plain_width
from eventlocky.dates.lexicon import Lexicon, load
from eventlocky.dates.limits import LimitReader
from eventlocky.dates.mention import FISCAL_YEAR, TWO_YEARS, Mention, Moment, Role, is_before
from eventlocky.dates.relative import RelativeReader
from eventlocky.dates.roles import RoleReader
from eventlocky.dates.rules import FIRST_YEAR, LAST_YEAR, Rule, RuleReader, is_end_of_word, weekly
from eventlocky.dates.times import TO_TIME, TimeReader, Times

_SPAN_WORDS = frozenset("from to until".split())
_ORDINALS = frozenset("first second third fourth fifth last".split())
SEASONS = ("spring", "summer", "autumn", "winter")
_OF_TIMES = frozenset("noon midnight pm am clock doors opening spoken".split())
_NAMED_DAYS = {"new_years_eve": Moment(month=12, day=31), "new_years_day": Moment(month=1, day=1)}
"""What words mean that begin a form; the days that have a name of their own stand at one place in the calendar."""

_FORMS: tuple[tuple[str, frozenset[str]], ...] = (
    ("_numbered_weekday", _ORDINALS | {"this_month", "next_month"}),
    (
        "_rule",
        _ORDINALS
        | frozenset("weekday plural every fortnight weekly monthly month_word daily workdays weekends unit".split())
        | frozenset({"even_months", "odd_months"}),
    ),
    ("_yearly", frozenset({"yearly"})),
    ("_named_day", frozenset(_NAMED_DAYS)),
    (
        "_dated",
        frozenset("weekday month era month_end last_year this_year next_year last_month this_month next_month".split()),
    ),
    ("_era_year", frozenset({"era"})),
    (
        "_relative",
        frozenset(
            """
            today tomorrow after_tomorrow this_weekend next_weekend this_week next_week week_after_next next this
            weekday
            """.split(),
        ),
    ),
    ("_on_weekday", frozenset({"weekday"})),
    ("_timed", _OF_TIMES),
    ("_of_each", frozenset({"each"})),
    ("_season", frozenset(SEASONS)),
)
"""The forms that may begin with a word, in the order they are tried, and what the word must mean for that."""

_BEGINNINGS = frozenset({"last_day"}).union(*(senses for _, senses in _FORMS))
"""What a word must mean for anything to begin with it."""

_LETTER = re.compile(r"[^\W\dー祝休の各と和及및과와]")
_JOINED = re.compile(r"[^\w\s]|[ー祝]")
"""What may not stand between two numbers, and what must, for anything to begin with the first."""

_BEHIND_NUMBER = frozenset(
    """
    suffix of month month_word every from weekday to until and am pm hour letter unit at noon midnight morning afternoon
    evening night session_sign daily day_word iso spoken next_day weeks_each
    """.split(),
)
"""What a word behind a number must mean for anything to begin with the number."""

_DIGITS = frozenset({1, 2, 4, 8})
"""How many digits the numbers of dates and times have, but for those in front of 年."""

_MORE_THAN_SMALL = _BEHIND_NUMBER - frozenset("of and to until from at every letter".split()) | {"late_night"}
_MOST_SMALL, _LONGEST_GAP = 5, 16
"""What is more than a small word, how many of these may join a number to it, and how long what parts them may be."""

_TO_EXPLICIT = re.compile(r"[\s(（,:、はの]{0,3}")
"""What stands between a word such as "tomorrow" and the number of the same day: `tomorrow (17th)`."""

_OF_TODAY = re.compile(
    r"の(?![^\n。]{0,24}(?:\d{1,2}[時:/月日]|正午|開催|公演|ライブ|イベント|上映|試合|出演|講座|セミナー|会場|演奏|放送|配信|番組))"
    r"|一番"
)
"""What follows `今日` where it tells of no day on which something takes place."""

_COURSE = re.compile(r"[^\n\d]{0,12}全\d{1,2}回")
"""How often a course takes place: its months are those of one year."""

_YESTERDAY = re.compile("昨[日夜晩][(（、 ]?$")
_LONGEST_YESTERDAY = 3
"""The word for the day before a post, in front of its number: `昨日（26日）`."""

_ENDS = (").", ")!", "!", "?")
"""With these ends the sentence of a time; the day behind them has another: `… minuit). Le dimanche 10 février`."""

_ORDINAL = re.compile(r"\d{1,3}(?:st|nd|rd|th)\b")
_WEEKEND = (5, 6)
_LEAP_YEAR = 2000
"""A year that has every day which a year can have."""

_HEADER = 60
"""A line with a year and at most so many letters may be a header: the longest of the corpora has 52."""

_SEASON = re.compile(r"(?<![\w/.–-])(?:19|20)\d\d\s?[/–-]\s?((?:19|20)?\d\d)(?![\w/.–-])")
_FISCAL = re.compile(r"年度(?!の?(?:入試|入学|入園|採用|新卒|募集|受験|版|卒|入社))")
_ERA_YEAR = re.compile(r"(?:令和|平成|昭和)\s?(元|\d{1,2})\s?(年度?)(?=[\s\W]|[の前後上下]|$)(?![ \t]?\d)")
"""A Japanese year from April to March, and a year of an era without a month."""

_DIGIT = re.compile(r"\d")
"""Two years that may follow each other, as seasons and school years are written, alone in their line: `2026/27`."""

_BEFORE_LIST = re.compile(
    r"(?: \([^()\n]{1,30}\))?:[^\S\n]|\s(?:are|sind|sont|son|sono|são|zijn):?\s(?=[^\W\d_]{3,9}\.?\s\d)"
)
"""What stands between a year and the list of its days: `2026: Jan 14; Feb 11`, `Dates for 2026 are January 14, …`."""

_LISTED_DAY = re.compile(r"(?<!\w)([^\W\d_]{3,12})\.?\s\d{1,2}(?:st|nd|rd|th)?(?![\w:])(?!,?\s(?:19|20)\d\d)")
_LONGEST_SINCE = 40
_SINCE = re.compile(
    r"\b(?:since|est\.?|established|founded|formed|begun|seit|gegründet|depuis|fondée?|créée?|desde|fundad[oa]|dal|fondat[oa]|"
    r"sinds|opgericht|sedan|grundad|siden|stiftet|grundlagt|od|założon[yae]|założeni[ea]|založen[aoéý]?|perustettu|vuodesta)"
    r"(?:[^\S\n](?:in|im jahre?|im|en|nel|em|i|w|v|roku|r\.|the year))?[^\S\n]$",
    re.IGNORECASE,
)
"""How words end that say since when something is, and so long they are: of that year are no days behind it."""

_SENTENCE_END = re.compile(r"[.!?]\s+[A-ZÀ-Þ]|\n")
_FEWEST_LISTED, _NEAR_YEARS, _LONGEST_SENTENCE = 3, 2, 400
"""So many days without a year in the sentence behind one are of that year, which is near the one of reading."""

_MONTH_FIRST = frozenset({"en", "ja", "ko", "zh"})
"""Languages in which 11/12 is in November, or may be; in the others the day stands first."""


def find(text: str, lexicon: Lexicon, reference: date, *, month_first: bool | None = None) -> list[Mention]:
    """Return every mention of a text, in order; they do not overlap.

    Without `month_first`, the language of the text says how it writes 11/12; 11-12 begins with the day then.
    """
    plain = plain_width(text)
    found, languages = lexer.read(plain, lexicon)
    if not found:
        return []
    by_language = not languages or not languages.isdisjoint(_MONTH_FIRST)
    order = {"/": by_language if month_first is None else month_first, ".": False, "-": bool(month_first)}
    return _Grammar(text, plain, found, reference, order).mentions()


class _Grammar:
    """The reading of one text."""

    def __init__(self, text: str, plain: str, found: list[Atom], reference: date, order: dict[str, bool]) -> None:
        self.text = text
        self.atoms = found
        self._atom = look = look_at(found)
        self.days = DayReader(plain, found, look, reference, order, written=text)
        self.times = TimeReader(text, found, look, self.days)
        self.rules = RuleReader(found, look)
        self.roles = RoleReader(text, found, look, reference)
        self.is_dense = is_dense = self.roles.is_dense
        self.joints = JointReader(text, found, look, self.days, self.times, is_dense=is_dense)
        self.limits = LimitReader(text, found, look, self.rules, self.joints)
        self.labels = LabelReader(text, found, look, self.days, self.rules, is_dense=is_dense)
        self.relative = RelativeReader(text, found, look, self.days, reference)
        self.last: Mention | None = None

    def mentions(self) -> list[Mention]:
        """Walk over the atoms; every mention is set beside the one before it, and at the end all beside each other."""
        mentions: list[Mention] = []
        after = 0
        for at, atom in enumerate(self.atoms):
            if at < after or (not atom.digits and _BEGINNINGS.isdisjoint(atom.senses)):
                continue  # most are small words, with which nothing begins
            is_last_day = "last_day" in atom.senses and bool(mentions)
            if is_last_day and (behind := hours.close_run(mentions, at, self.times)) is not None:
                after = behind
                continue
            read = self._read(at)
            if read is None:
                continue
            mention, after = read
            self.last = mention
            if mentions:
                mentions[-1], mention = beside.settle(self.text, mentions, mention, is_dense=self.is_dense)
            mentions.append(mention)
        if self.is_dense and mentions:
            mentions[0] = beside.of_archive(self.text, mentions)
            mentions = hours.of_days_apart(self.text, mentions)
            mentions = news.with_posted(self.text, mentions, self.days.reference)
        return mentions

    def _read(self, at: int) -> tuple[Mention, int] | None:
        """Try the forms that can begin with this atom."""
        atom = self.atoms[at]
        if atom.digits:
            return self._read_number(at, atom)
        senses = atom.senses
        if atom.gap == "" and "suffix" in senses:
            return None
        for form in _forms(tuple(senses)):
            if (read := form(self, at)) is not None:
                return read
        return None

    def _read_number(self, at: int, atom: Atom) -> tuple[Mention, int] | None:
        """Try the forms that can begin with a number: most numbers of a page stand alone, as prices and counts do."""
        if not self._leads_on(at):
            return self._year(at) if atom.digits == 4 else None
        is_year = atom.digits == 4 and self.atoms[at + 1].sign == "年" and not DASH.fullmatch(atom.gap)
        if is_year and (read := self._numbered_weekday(at + 2, atom.number)) is not None:
            return read  # 2026年10月第3日曜日
        is_before_word = atom.digits <= 2 and not self.atoms[at + 1].digits
        rule = self._numbered_weekday(at) or self._rule(at) if is_before_word else None
        return rule or self._dated(at) or self._timed(at) or self._year(at)

    def _leads_on(self, at: int) -> bool:
        """Tell whether what follows a number can make a day, a time or a rule of it."""
        following = self._atom(at + 1)
        if following is None:
            return False
        if "ending_days" in following.senses:
            return True
        if self.atoms[at].digits not in _DIGITS and not following.sign:
            return False  # 1,000,000
        if following.digits and following.digits not in _DIGITS:
            return False
        if following.digits and self.atoms[at].digits == 4 and following.gap == " ":
            return True  # 2024 10.26
        if not following.digits and _BEHIND_NUMBER.isdisjoint(following.senses):
            return False
        if _LETTER.search(self.days.text, self.atoms[at].stop, following.first):
            return False
        if following.digits:
            return _JOINED.search(following.gap) is not None
        return not _MORE_THAN_SMALL.isdisjoint(following.senses) or self._leads_on_by(at + 1)

    def _leads_on_by(self, at: int) -> bool:
        """Tell whether small words join a number to something: `11 und 15 Uhr`, but not `4 of the board`."""
        if self.atoms[at].gap == "" and "letter" in self.atoms[at].senses:
            return True  # 8p
        for place in range(at + 1, at + _MOST_SMALL):
            atom = self._atom(place)
            if atom is None or len(atom.gap) > _LONGEST_GAP or _LETTER.search(atom.gap):
                return False
            if atom.digits or not _MORE_THAN_SMALL.isdisjoint(atom.senses):
                return True
        return False

    # Forms, in the order of their table ----------------------------------------------------------

    def _numbered_weekday(self, at: int, said_year: int | None = None) -> tuple[Mention, int] | None:
        """Read a weekday by its number in a month: `first Saturday in December`, `11月第2土曜日`."""
        if at >= len(self.atoms):
            return None
        found = self.rules.numbered_weekday(at) or self._of_known_month(at)
        if found is None or (said_year is not None and not FIRST_YEAR <= said_year <= LAST_YEAR):
            return None
        number, weekdays, month, year, after = found
        year = year or said_year
        days = [self.relative.numbered(number, weekday, month, year) for weekday in weekdays]
        if weekdays == _WEEKEND and self.is_dense:
            days[1] = days[0] + timedelta(days=1)  # 11月第3土日 begins with the third Saturday
        explained, sign = self._atom(after), self._atom(after + 1)
        is_explained = explained is not None and explained.gap in {"(", " "} and explained.number == days[0].day
        after = after + 2 if is_explained and sign is not None and sign.sign == "日" else after  # 9月第2土曜日（12日）
        times = self.times.read(after)
        moments = tuple(Moment(day.year, day.month, day.day, day.weekday()) for day in days)
        return self._mention(at, max(after, times.after), moments, None, times)

    def _of_known_month(self, at: int) -> tuple[int, tuple[int, ...], int, int | None, int] | None:
        """Read a weekday by its number in a month that is said from the day of reading: `来月の第2土曜日`."""
        if "dense" not in self.atoms[at].senses:
            return None
        known = self.days.from_reference(self.atoms[at])
        found = self.rules.weekday_of_known_month(at + 1) if known is not None and known[1] is not None else None
        if known is None or known[1] is None or found is None:
            return None
        number, weekdays, after = found
        return number, weekdays, known[1], known[0], after

    def _rule(self, at: int) -> tuple[Mention, int] | None:
        """Read recurrence: `every Tuesday`, `first Monday of each month`, `毎週土曜`."""
        rule = self.rules.read(at) or (self.limits.limited(at) if self.is_dense else None)
        if rule is None or (rule.after == at + 1 and "plural" in self.atoms[at].senses and self._is_before_day(at + 1)):
            return None
        after = self.limits.after_other_month(self.labels.after_explained(rule.after))
        rule, after = self.limits.with_months(rule, after)
        after = self.limits.after_mornings(rule, after)
        part = self.times.part(at, max(rule.after, after))
        times = self.times.read(after, part=part)
        if times.start is None and times.end is None:
            times = self.times.bare_hours(after, part)
        if times.start is None and times.end is None and self.is_dense:
            times = self.limits.of_offer(after, self.last)
        is_every = "every" in self.atoms[at].senses
        if times.start is not None and not is_every and self._is_time_of_days(times.after):
            return None  # (first and third Mondays) at 7 p.m. on January 4, January 18
        senses = self.atoms[at].senses
        is_word = "every" not in senses and ("weekends" in senses or ("workdays" in senses and "dense" in senses))
        if times.start is not None and is_word and self.atoms[rule.after].gap in {"〜", "～", "~", "は〜", "は～"}:
            return None  # 11:30～14:00(土日祝〜15:00)
        is_word = is_word and at != self.rules.behind_range and not self.limits.is_of_every_week(at)
        if times.start is None and is_word and not self.rules.is_of_month(at):
            return None  # two weekends of learning
        after = max(after, times.after)
        rule, after = self.limits.on_these_only(rule, after) if rule.frequency == "DAILY" else (rule, after)
        if rule.months is None:
            rule, after = self.limits.with_months(rule, after)
        is_behind = rule.months is not None
        if rule.months is None and self.atoms[at].gap in {"", "の", "中の", " "}:
            months = self.limits.months_before(at) or self.limits.months_from(at)
            is_until = months is not None and "until_after" in self.atoms[at - 1].senses and months[0] == months[1]
            rule = replace(rule, until=months[1]) if is_until and months is not None else replace(rule, months=months)
        if self.is_dense and not _COURSE.match(self.text, self.atoms[after - 1].stop):
            rule = rule.each_year(is_behind=is_behind)
        return self._ruled(at, rule, after, times)

    def _is_before_day(self, at: int) -> bool:
        """Tell the genitive `od soboty 14. listopadu` from a plural: its day follows at once."""
        atom = self._atom(at)
        if atom is None or not atom.digits or atom.gap != " " or not self.times.begins_day(at):
            return False
        days = self.days.read(at)
        return days is not None and len(days.moments) == 1 and self.joints.read(days.after) is None

    def _yearly(self, at: int) -> tuple[Mention, int] | None:
        """Read what takes place once a year: `毎年11月3日`, `毎年7月第4土曜日`."""
        atom, first = self.atoms[at], self._atom(at + 1)
        if "yearly" not in atom.senses or first is None or first.gap not in {"", " ", "、", "の"}:
            return None
        found = self.rules.numbered_weekday(at + 1)
        if found is not None:
            number, weekdays, month, _year, after = found
            rule = Rule("YEARLY", after, days=tuple((number, weekday) for weekday in weekdays), month=month)
        else:
            days = self.days.read(at + 1)
            if days is None or days.is_range or len(days.moments) > 1 or self.joints.read(days.after) is not None:
                return None
            moment = days.moments[0]
            if moment.day is None or moment.month is None or moment.year is not None:
                return None
            if moment.day > last_day(_LEAP_YEAR, moment.month):
                return None
            rule = Rule("YEARLY", days.after, month_days=(moment.day,), month=moment.month)
        times = self.times.read(rule.after)
        return self._ruled(at, rule, max(rule.after, times.after), times)

    def _ruled(self, at: int, rule: Rule, after: int, times: Times) -> tuple[Mention, int]:
        """Read what follows a rule and its times: until when it holds, and what it leaves out."""
        is_hours = self.labels.is_of_hours(at, rule, after, times)
        begin = after
        behind = self._atom(after)
        if times.end is not None and behind is not None and "until_after" in behind.senses and not behind.gap:
            after += 1  # 午前9時から正午まで（1月は休み）
        rule, after = self.limits.with_end(rule, after)
        excluded, after = self.limits.excluded(after)
        exceptions = self.rules.exceptions(after)
        after = exceptions.after
        if times.start is None and after > begin:  # every Monday except 28 December at 7pm
            times = self.times.read(after)
            times = times if times.start is not None else self.times.bare_hours(after)
            after = max(after, times.after)
        weekday = rule.days[0][1] if rule.days else None
        moment, until = Moment(weekday=weekday), rule.until
        if rule.months is not None:
            moment, until = replace(moment, month=rule.months[0].month, year=rule.months[0].year), rule.months[1]
        mention, after = self._mention(at, after, (moment,), until, times)
        if mention.role is Role.END and self.is_dense and mention.end is None and mention.start.has_time:
            closing = Moment(hour=mention.start.hour, minute=mention.start.minute)  # 第2土曜 8:30まで
            mention = replace(mention, role=Role.START, start=moment, end=closing)
        mention = replace(
            mention,
            rule=rule.text(exceptions.months),
            excluded_weekdays=exceptions.weekdays,
            excluded=excluded,
            role=Role.HOURS if is_hours else mention.role,
        )
        return mention, after

    def _named_day(self, at: int) -> tuple[Mention, int] | None:
        """Read a day by its name with a time behind it, where no number says it: `大晦日 午後11時45分〜`."""
        moment = next(day for name, day in _NAMED_DAYS.items() if name in self.atoms[at].senses)
        is_said = self.last is not None and self.last.start.day is not None
        if is_said or self.days.read(at + 1) is not None:
            return None
        times = self.times.read(at + 1)
        return self._mention(at, times.after, (moment,), None, times) if times.start is not None else None

    def _dated(self, at: int) -> tuple[Mention, int] | None:
        """Read days, and the times beside them."""
        days = self.days.read(at)
        if days is None:
            return None
        is_off = self.labels.is_off(at)
        if is_off and days.is_range:  # reporté du 7 au 14 novembre
            mention, after = self._mention(at, days.after, days.moments[-1:], None, self.times.read(days.after))
            return replace(mention, role=Role.START), after
        moments, end, after = self.joints.joined(days) if not is_off else (days.moments, None, days.after)
        if end is not None and self.labels.is_moved(at, after):  # 公演延期 10月31日→12月12日
            moments, end = (end,), None
        if end is not None and self.labels.is_prolonged(at, after):
            moments, end = (end,), None
        times = None
        if self.is_dense and self.labels.is_open_then(self.atoms[after - 1].stop, end):
            mention, after = self._mention(at, after, moments, None, Times(after=after))
            return replace(mention, role=Role.OFF), self.times.read(after).after  # 12月31日は17時閉店
        if self.is_dense:
            moments = self.labels.of_next_year(moments, self.atoms[after - 1].stop) if end is None else moments
            moments, after = self.labels.named_behind(moments, end, after)
            place = self.labels.after_closed(after) if end is not None else self.labels.after_note(after, moments)
            times = self.times.read(place) if place > after else None
        if times is None or (times.start is None and times.end is None):
            times = self.times.read(after)
        times = self.labels.of_reception(after, times, end)
        if end is not None and times.end is not None and times.last is None and self.is_dense:
            times = self.labels.until_on_last(times, end)
        if end is None and times.start is not None and (closing := self.joints.closing(times.after)) is not None:
            last, last_times = closing
            end = last.moments[-1].at(last_times.start)
            after = max(last.after, last_times.after)
            if is_before(end, moments[0]):  # 2010/12/05 13:00〜 2010/11/19 …が投稿
                return self._mention(at, times.after, moments, None, times)
            return self._mention(at, after, moments, end, replace(times, end=None, after=after))
        after = max(after, times.after)
        further: tuple[Moment, ...] = ()
        excluded: tuple[Moment, ...] = ()
        if end is not None:
            excluded, after = self.limits.excluded(after)
        elif times.start is not None:
            further, after = self.joints.further(after, moments[-1])
        mention, after = self._mention(at, after, moments, end, times)
        if further or excluded:
            mention = replace(mention, more=(*mention.more, *further), excluded=excluded)
        return mention, after

    def _relative(self, at: int) -> tuple[Mention, int] | None:
        """Read `today`, `tomorrow`, `this weekend`, `next Friday`, `vendredi prochain`, `本周六`."""
        read = self.relative.read(at)
        if read is None:
            return None
        day, last, after = read
        if "today" in self.atoms[at].senses and _OF_TODAY.match(self.days.text, self.atoms[after - 1].stop):
            return None  # 今日の一皿
        explicit = self.days.read(after)
        if explicit is not None and explicit.moments[0].day and _TO_EXPLICIT.fullmatch(self.atoms[after].gap):
            if explicit.moments[0].month is not None or explicit.moments[0].day != day.day:
                return None
            after = explicit.after  # tomorrow (17th)
            second = after if len(explicit.moments) == 2 else self.joints.listed_second(after, last)
            if last is not None and second is not None:  # 来週末18日・19日
                both = tuple(Moment(one.year, one.month, one.day) for one in (day, last))
                times = self.times.read(second)
                return self._mention(at, max(second, times.after), both, None, times)
        if last is None and self.is_dense and (closing := self.joints.until_from(day, after)) is not None:
            last, after = closing
        named = self._atom(after)
        is_behind = named is not None and named.gap.strip() in {"(", "（", ",", "の"}
        if is_behind and named is not None and named.senses.get("weekday") == day.weekday():
            after += 1  # 明日(水)
        part = self.times.part(at, after)
        times = self.times.read(after, part=part)
        times = times if times.start is not None else self.times.bare_hours(after, part)
        if times.start is None and self.labels.is_before_hours(after):
            return None  # open today until six
        if self.is_dense and last is None and self.labels.is_open_then(self.atoms[after - 1].stop, None):
            return None  # 本日は22時まで営業
        end = Moment(last.year, last.month, last.day) if last else None
        return self._mention(at, max(after, times.after), (Moment(day.year, day.month, day.day),), end, times)

    def _on_weekday(self, at: int) -> tuple[Mention, int] | None:
        """Read a weekday with a time and no date: `lauantaina klo 14`; with `weekly` behind it, it is a rule."""
        atom = self.atoms[at]
        if "weekday" not in atom.senses:
            return None
        previous = self._atom(at - 1)
        if is_end_of_word(atom) or (previous is not None and self._is_count_of_days(previous, atom, at)):
            return None
        weekdays, after = self.rules.weekdays(at)
        if self.text.startswith("休", self.atoms[after - 1].stop):
            return None  # 水木休 12:00〜18:00
        times = self.times.read(after)
        if times.start is None or "\n" in self.atoms[after].gap or self._is_time_of_days(times.after):
            return None
        if (rule := self.rules.often_behind(times.after, weekdays)) is not None:
            return self._ruled(at, rule, rule.after, times)
        is_hours = previous is not None and "weekday" in previous.senses and DASH.fullmatch(atom.gap) is not None
        has_point = self.text[atom.stop : atom.stop + 1] == "." and self.text[atom.first].isupper()  # So., 11 Uhr
        is_short = len(atom.word) < 3 and atom.sign == "" and "dense" not in atom.senses
        if is_hours or (len(weekdays) == 1 and is_short and not has_point):
            return None
        if len(weekdays) > 1 and after - at >= len(weekdays) and self._is_weekday_list(at, after):
            months = self.limits.months_before(at) if atom.gap in {" ", "の"} else None
            rule = replace(weekly(times.after, weekdays), months=months)  # 4月〜10月 金・土 18:00〜22:00
            return self._ruled(at, rule, times.after, times)
        mention, after = self._mention(at, times.after, (Moment(weekday=atom.senses["weekday"]),), None, times)
        return (mention if len(weekdays) == 1 else replace(mention, role=Role.HOURS)), after

    def _is_time_of_days(self, at: int) -> bool:
        """Tell whether days are listed behind a time: `(second Wednesday) at 7:00 p.m. on January 13, February 10`."""
        place, _ = self.times.after_fillers(at)
        atom = self._atom(place)
        if place == at or atom is None or "\n" in atom.gap or "month" not in atom.senses:
            return False
        if any(not _SPAN_WORDS.isdisjoint(word.senses) for word in self.atoms[at:place]):
            return False  # Mondays at 7 pm from September 9
        days = self.days.read(place)
        if days is None or days.is_range or days.moments[0].day is None or not TO_DAY.fullmatch(atom.gap):
            return False
        joint = self.joints.read(days.after)
        return joint is None or not joint[0]

    def _is_count_of_days(self, number: Atom, sign: Atom, at: int) -> bool:
        """Tell the sign behind a number of days from a Sunday: `全4日`."""
        return number.digits > 0 and sign.sign == "日" and not sign.gap and self.days.is_count(at)

    def _is_weekday_list(self, at: int, after: int) -> bool:
        """Tell a list of weekdays, as of a class (`Mon, Wed & Fri 9 am`), from a range of them, as of a shop."""
        atoms_ = self.atoms[at + 1 : after]
        is_range = any(DASH.fullmatch(atom.gap.lstrip(".")) or atom.senses.keys() & {"to", "until"} for atom in atoms_)
        return not is_range

    def _timed(self, at: int) -> tuple[Mention, int] | None:
        """Read a time that stands before its day, or alone."""
        atom = self.atoms[at]
        if not atom.digits and _OF_TIMES.isdisjoint(atom.senses):
            return None
        if atom.digits and not self.days.is_free(at):
            return None
        if "am" in atom.senses and self._is_before_day(at + 1):
            return None  # Sommerfest am 4. Juli
        begin, is_sure = self.times.after_fillers(at)
        if begin == at and "clock" in atom.senses:
            begin, is_sure = self.times.after_fillers(at + 1)
            if "clock_only" not in atom.senses and not self._has_minutes(begin):
                return None
            is_sure = True
        is_doors = ("doors" in atom.senses and "hours" not in atom.senses) or "opening" in atom.senses
        if is_doors:
            begin, is_sure = self.times.after_fillers(at + 1)
            is_sure = True
        if "opening" in atom.senses and not self.times.is_before_start_apart(begin):
            return None
        first = self._atom(begin)
        if first is None or (begin > at and not TO_TIME.fullmatch(first.gap)):
            return None
        if is_doors and self.times.begins_day(begin):
            return None
        span = clocks.read(self.atoms, begin, after_date=False, is_sure=is_sure, part=self.times.part(at, begin))
        if span is None or not self.times.is_time_here(span):
            return None
        if atom.word == "door" and span.after == begin + 1:
            return None  # enter at door 3
        label = self.labels.label_of_start(at)
        times = self.times.with_doors(span, is_sure=is_sure, is_doors=is_doors, label=None if is_doors else label)
        place, _ = self.times.after_fillers(times.after)
        atom_after = self._atom(place)
        is_below = any("\n" in between.gap for between in self.atoms[times.after : place + 1])
        is_own = atom_after is not None and (not is_below or self.days.begins_line(atom))
        is_own = is_own and not self.text.startswith(_ENDS, self.atoms[times.after - 1].stop)
        if is_own and atom_after is not None and TO_DAY.fullmatch(atom_after.gap):
            days = self.days.read(place)
            is_day = days is not None and days.moments[0].day is not None
            if is_day and days is not None and not self.labels.is_of_day_before(at, place, days.after, self.last):
                moments, end, after = self.joints.joined(days)
                if end is None and times.end is None and (closing := self.joints.closing_time(after)) is not None:
                    end, after = closing
                return self._mention(at, after, moments, end, replace(times, after=after))
        mention, after = self._mention(at, times.after, (Moment(),), None, times)
        is_last_entry = is_doors and self.is_dense and mention.role is Role.END
        return (replace(mention, role=Role.DEADLINE) if is_last_entry else mention), after  # 傍聴受付14時45分まで

    def _has_minutes(self, at: int) -> bool:
        """Tell `kl. 19.30` from `at 12 Main Street`, where other words stand before it; `19:30` needs no such word."""
        minutes = self._atom(at + 1)
        return minutes is not None and minutes.digits == 2 and minutes.gap == "."

    def _of_each(self, at: int) -> tuple[Mention, int] | None:
        """Read a time that stands apart from its days and holds for each of them: `…福岡 各公演 開演18:00`."""
        times = self.times.read(at + 1)
        return self._mention(at, times.after, (Moment(),), None, times) if times.start is not None else None

    def _season(self, at: int) -> tuple[Mention, int] | None:
        """Read `Fall 2026`, `Herbst 2026`: it says no day, and its year may head what follows."""
        atom, year = self.atoms[at], self._atom(at + 1)
        season = next((name for name in SEASONS if name in atom.senses), None)
        if season is None or year is None or year.digits != 4 or not FIRST_YEAR <= year.number <= LAST_YEAR:
            return None
        if year.gap not in {" ", ", "} or not self.days.is_number(at + 1):
            return None
        mention, after = self._mention(at, at + 2, (Moment(year=year.number),), None, Times(after=at + 2))
        return replace(mention, season=season), after

    def _year(self, at: int) -> tuple[Mention, int] | None:
        """Read a year that stands in a short line, as headers have it: what follows may inherit it."""
        atom = self.atoms[at]
        if atom.digits != 4 or not FIRST_YEAR <= atom.number <= LAST_YEAR or self._is_since(atom):
            return None
        line = self.text[max(0, atom.first - _HEADER) : atom.stop + _HEADER]
        place = atom.first - max(0, atom.first - _HEADER)
        before, after = line[:place].rpartition("\n")[2], line[place:].partition("\n")[0]
        if (season := _SEASON.match(self.text, atom.first)) is not None:
            around = _ORDINAL.sub("", before) + after[len(season[0]) :]  # Programme for the 175th Session, 2008–2009
            is_header = len(before) + len(after) <= _HEADER and not _DIGIT.search(around)
            is_header = is_header and int(season[1]) == (atom.number + 1) % 10 ** len(season[1])
            mention, behind = self._mention(at, at + 2, (Moment(year=atom.number),), None, Times(after=at + 2))
            return (replace(mention, season=TWO_YEARS), behind) if is_header else None
        is_cell = not before.strip() and after[4:5] == "\t"  # the first of its row
        if len(before) + len(after) > _HEADER and not is_cell and not self._is_before_list(atom, before, after):
            return None
        if not self.days.is_number(at):
            return None
        mention, behind = self._mention(at, at + 1, (Moment(year=atom.number),), None, Times(after=at + 1))
        is_fiscal = _FISCAL.match(self.text, atom.stop) is not None
        return (replace(mention, season=FISCAL_YEAR) if is_fiscal else mention), behind

    def _era_year(self, at: int) -> tuple[Mention, int] | None:
        """Read a year of an era that stands in a short line, as headers have it: `平成23年度 活動報告`."""
        atom = self.atoms[at]
        match = _ERA_YEAR.match(self.days.text, atom.first)
        if match is None:
            return None
        begin = self.text.rfind("\n", max(0, atom.first - _HEADER), atom.first) + 1
        stop = self.text.find("\n", match.end(), match.end() + _HEADER)
        if (begin == 0 and atom.first > _HEADER) or (stop < 0 and len(self.text) > match.end() + _HEADER):
            return None
        after = at + 1
        while (following := self._atom(after)) is not None and following.first < match.end():
            after += 1
        year = atom.senses["era"] + (1 if match[1] == "元" else int(match[1]))
        if not FIRST_YEAR <= year <= LAST_YEAR:
            return None
        mention, after = self._mention(at, after, (Moment(year=year),), None, Times(after=after))
        is_fiscal = _FISCAL.match(self.days.text, match.end() - len(match[2])) is not None
        return (replace(mention, season=FISCAL_YEAR) if is_fiscal else mention), after

    def _is_before_list(self, atom: Atom, before: str, after: str) -> bool:
        """Tell whether the days of a year are listed behind it; with a colon, it begins its line."""
        is_at_once = (not before.strip() or after[4:5] != ":") and _BEFORE_LIST.match(self.text, atom.stop) is not None
        return is_at_once or self._is_of_sentence(atom)

    def _is_of_sentence(self, atom: Atom) -> bool:
        """Tell whether a sentence goes on with days of its year: `In 2026 we meet on Jan 5, Feb 2 and March 2`."""
        if abs(atom.number - self.days.reference.year) > _NEAR_YEARS:
            return False
        sentence = _SENTENCE_END.split(self.text[atom.stop : atom.stop + _LONGEST_SENTENCE], maxsplit=1)[0]
        senses = load().senses
        words = [day[1].lower() for day in _LISTED_DAY.finditer(sentence)]
        return sum("month" in senses.get(word, ()) for word in words) >= _FEWEST_LISTED

    def _is_since(self, year: Atom) -> bool:
        """Tell a year since which something is: `Founded in 2025, our choir sings on June 5`."""
        return _SINCE.search(self.text, max(0, year.first - _LONGEST_SINCE), year.first) is not None

    # The mention ---------------------------------------------------------------------------------

    def _mention(
        self,
        at: int,
        after: int,
        moments: tuple[Moment, ...],
        end: Moment | None,
        times: Times,
    ) -> tuple[Mention, int]:
        """Make a mention of days and times, with its role by the words around it, and return the atom after it."""
        first = moments[0].at(times.start)
        more = [moment.at(times.start) for moment in moments[1:]]
        more += [moment.at(clock) for moment in moments[:MOST_IN_LIST] for clock in times.more]
        if end is not None and (closing := times.last or times.end) is not None:
            end = end.at(closing)
        elif end is None and times.end is not None:
            end = moments[0].at(times.end if first.day is not None else times.last or times.end)
        is_dated = first.day is not None and first.month is not None
        role, begin = self.roles.before(at, is_dated=is_dated)
        role, after = self.roles.behind(role, at, after, end, is_dated=is_dated)
        if role is Role.END and times.start is not None and "last_day" in self.atoms[begin].senses:
            role = Role.START  # 千秋楽 12月20日 13時開演
        if times.is_end and role is Role.START and first.day is None and first.weekday is None:
            role = Role.END
        begins = self.atoms[begin].first if role is Role.END else self.atoms[at].first
        if self.is_dense and first.month is None and first.day is not None:
            before = _YESTERDAY.search(self.text, max(0, begins - _LONGEST_YESTERDAY), begins)
            begins = before.start() if before is not None else begins
        is_since = is_dated and first.year is not None and first.year < self.days.reference.year - 1
        if is_since and role is Role.START and self._is_since(self.atoms[at]):
            role = Role.COPYRIGHT  # since 2004.4.1
        mention = Mention(
            first=begins,
            stop=self.atoms[after - 1].stop,
            text=" ".join(self.text[min(begins, self.atoms[at].first) : self.atoms[after - 1].stop].split()),
            start=first,
            end=end,
            more=tuple(more),
            doors=times.doors,
            role=role,
            is_announced=not is_dated and first.day is not None and self.roles.is_announced(self.atoms[at].first),
        )
        return mention, after


@lru_cache(maxsize=4096)
def _forms(senses: tuple[str, ...]) -> tuple[Callable[[_Grammar, int], tuple[Mention, int] | None], ...]:
    """Return the forms that may begin with a word of these senses."""
    return tuple(getattr(_Grammar, name) for name, needed in _FORMS if not needed.isdisjoint(senses))
