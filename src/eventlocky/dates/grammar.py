"""Atoms to mentions: days with their times, ranges, lists, recurrence, and what they are there for.

The atoms are read from left to right once; at every atom the forms are tried in a fixed order, each of
them looking a bounded number of atoms ahead, so the whole is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, time
from functools import lru_cache

from eventlocky.dates import clocks, lexer, news
from eventlocky.dates.clocks import DASH
from eventlocky.dates.days import DayReader, Days, is_list_by_point, last_day
from eventlocky.dates.lexer import Atom, look_at, plain_width
from eventlocky.dates.lexicon import DENSE, Lexicon
from eventlocky.dates.mention import Mention, Moment, Role, is_before
from eventlocky.dates.relative import RelativeReader
from eventlocky.dates.roles import PROLONGED, RoleReader
from eventlocky.dates.rules import Rule, RuleReader, is_end_of_word, weekly
from eventlocky.dates.times import TO_TIME, TimeReader, Times

_TO_DAY = re.compile(r"(?![^\v\t]*[\v\t])[\s,.:;()（）\]】〉》|·•・–—-]{0,6}")
_TO_EXPLICIT = re.compile(r"[\s(（,:、はの]{0,3}")
_TO_EXCEPTION = re.compile(r"[\s,.(（*–-]{0,5}")
_HOLIDAY = re.compile(r"^[・･/(]?(?:祝日?|振替?|休日?)(?=[)）\]】])")
"""What Japanese pages add to the weekday of a holiday: `11月3日(火・祝)`."""

_LISTED = re.compile(r"[.]?[)）\]】〉》]?\s?(?:[,&+/、・②-⑨と和及및과와]|及び|および|または|又は|もしくは|or)\s?")
_MOST_IN_LIST = 8
_HEADER = 60
"""A line with a year and at most so many letters may be a header: the longest of the corpora has 52."""

_FIRST_YEAR, _LAST_YEAR = 1990, 2040
_LEAP_YEAR = 2000
_ORDINALS = frozenset("first second third fourth fifth last".split())
_NAMED_DAYS = {"new_years_eve": Moment(month=12, day=31), "new_years_day": Moment(month=1, day=1)}
"""The days that have a name of their own, and where they stand in the calendar."""

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
    ("_timed", frozenset("noon midnight am pm clock doors opening spoken".split())),
    ("_of_each", frozenset({"each"})),
    ("_season", frozenset("spring summer autumn winter".split())),
)
"""The forms that may begin with a word, in the order they are tried, and what the word must mean for that."""

_OF_TIMES = frozenset("noon midnight pm am clock doors opening spoken".split())
_BEGINNINGS = frozenset({"last_day"}).union(*(senses for _, senses in _FORMS))
_LETTER = re.compile(r"[^\W\dー祝休の各と和及및과와]")
_JOINED = re.compile(r"[^\w\s]|[ー祝]")
"""What must stand between two numbers for anything to begin with the first."""

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

_NEXT_LINE = 40
"""Opening hours go on after so much white space at most: two lines of a table, with their indents."""

_NEAR = 16
"""How far from a date the word stands that says that it is moved."""

_ON_WORKDAYS = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
_ON_WEEKENDS = frozenset({"FREQ=WEEKLY;BYDAY=SA,SU", "FREQ=WEEKLY;BYDAY=SA", "FREQ=WEEKLY;BYDAY=SU"})
_TO_CLOSED = re.compile(r"[)）\]】]?[\s,.(（*※、–-]{0,5}")
_LISTED_CLOSED = re.compile(r"[・、,]?")
_MOST_CLOSED = 6
_MOVED_FROM = re.compile("^(?!.*場合).*(?:[はをが→]|から|より)")
_MOVED_TO = re.compile(
    r"[)）]?(?:\s?(?:午[前後])?\d{1,2}[:：時](?:\d{2}分?|半)?)?[^\n\d。]{0,6}[にへ](?:日程)?"
    r"(?:延期|変更|順延|振替|振り替え|変わり|変わる|移動|移行|繰り?[上下]げ|前倒し|ずら)"
)
_MOVED = re.compile("延期|変更|振替|振り替え|順延")
_RUN_MOVED = re.compile(r"[)）\]］】]?\s?[→⇒➡▶]\s?")
_ROOM = re.compile("号[室館棟車店機]")
_SATURDAY = 5
_TO_KINDS = re.compile(r"(?:[・/]?祝日?)?[)）\]］】]?[\s、,(（/／※]{0,3}")
_TO_WEEK = re.compile(r"[)）\]］】]?[\s、,(（/／※]{0,3}")
_EACH_YEAR = re.compile(r"[)）]?\s?[(（※]\s?(?:毎年|例年)(?:開催|同日)?[)）]?")
_ARCHIVE = re.compile(r"[\s\[［【〈《■●◆◎※☆★]{0,4}(?:アーカイブ|録画)(?:配信|公開|上映)?[\s\]］】〉》:：｜|]{0,4}")
_SEEN_LATER = re.compile(r"(?:見逃し|アーカイブ|追いかけ|録画)[^\n\d。]{0,10}$")
_OPEN_AGAIN = re.compile(
    r"[)）]?(?:午[前後]|正午)?(?:まで)?[、,。\s/／※(（]{0,3}(?:(?:新年|年始|年明け|翌年)の?(?:営業)?は?、?|(?:仕事|御用)始め[はの]?[\s:：]{0,2})?"
)
_FROM_BEHIND = re.compile(r"[)）]?(?:から|より)(?:の?(?:通常|平常)?(?:営業|診療|業務)|となり|です|再開|開始|。|$)")
_NAMES_AGAIN = re.compile("(?:仕事|御用)始め")
_FROM_WORD = re.compile("から|より")
_OPEN_BEFORE = re.compile(r"[)）\]]?は?(?:開館|開園|営業)(?:します)?[)）]?[、,・ ]")
_OPEN_UNTIL = re.compile(r"は ?(?:午後|夜)?\d{1,2}[:：時](?:\d{2}分?|半)?まで")
_COMMA_LIST = re.compile(r"(?:,\d{1,2}){0,8}(?:[ (\n、・日@]|$)")
_RESTS = re.compile(
    r"[)）\]］】]?[\s、。※(（]{0,3}[^\n\d]{1,12}(?:定休日?|休館|休廊|休み|休業|休)[)）]?[\s、。/／]{0,3}"
)
_HOUSE = r"(?:開館|営業|開園|開廊|開場|観覧|拝観|公開|開催)(?:時間)?"
_HOURS_OF_HOUSE = re.compile(
    rf"(?:(?!電話|窓口|問い?合|受付|TEL|Tel)[^\d]){{0,30}}{_HOUSE}[\s:：／/＝=】\]］)）〉》は・|｜]{{0,3}}"
)
_NAMES_HOURS = re.compile(rf"{_HOUSE}[\s:：／/＝=】\]］)）]{{0,3}}$")
_TO_RECEPTION = re.compile(r"(?:(?!電話|窓口|問い?合|申し?込|予約)[^\n。]){0,24}受付時間[\s:：／/】\]］]{0,3}")
_RAIN = re.compile("[雨荒]天|悪天候|予備日|順延")
_LABEL_OF_TIME = re.compile("時間|時刻")
_TO_RUN = re.compile(r"(?:会期|期間|開催日程?)[\s:：／/＝=】\]］)）]{0,3}$")
"""The hours of a house behind the days of an exhibition, or in front of them: `会期 … 開館時間 9:30〜17:00`."""

_OF_TODAY = re.compile(
    r"の(?![^\n。]{0,24}(?:\d{1,2}[時:/月日]|正午|開催|公演|ライブ|イベント|上映|試合|出演|講座|セミナー|会場|演奏|放送|配信|番組))"
    r"|一番"
)
"""What follows `今日` where it tells of no day on which something takes place."""

_ON_LAST = re.compile(
    r"[)）]?\s?[(（※、,/]{1,2}\s?(?:\d{1,2}[月/])?(\d{1,2})日?\s{0,4}(?:\([月火水木金土日]\))?(?:のみ|だけ)?は?、?\s?[〜～~]?"
)
_OPEN_HOUR = re.compile(r"\s?(?:[〜～~]|開)")
_LABEL_BEHIND = re.compile(r"\s?[:：／/]")
_COURSE = re.compile(r"[^\n\d]{0,12}全\d{1,2}回")
_FEW_DAYS, _MONTH_END = 2, 25
_SHORT_WORD = 8
_OPEN_ONLY = re.compile(r"[)）\]］】]?(?:のみ|限定で?|だけ)の?(?:営業|開[店廊館園])")
_OFFER = re.compile(r"[)）\]］】]?(?:限定|のみ)")
_TO_LIMIT = re.compile(r"[〜～~]?\s?[(（※、]{1,2}\s?")
_LIMITED = re.compile(r"[)）\]］】]?\s?[(（※]?\s?(?:土日|土・日|平日|週末)祝?日?(?:のみ|限定)")
_NOTED = re.compile(r"[)）]?[(（][^\W\d]{1,8}[)）]\s?[・、,/]\s?")
_NEXT_RUN = re.compile(r"[)）\]］】]?\s?[・、,/／]\s?")
_LABEL_OF_HOURS = re.compile(r"(?:平日|土曜?日?[・、]?日曜?日?(?:[・、]?祝(?:祭?日)?)?) ?[:：] ?\d")
_OPEN_TODAY = re.compile(
    r"[)）]?[はも、]? ?(?:午後|夜)?\d{1,2}[:：時](?:\d{2}分?|半)?"
    r"(?:(?:まで|迄)の?[短時縮通常]{0,4}営業|(?:まで|で|に|をもって)?(?:閉店|閉館|閉園))"
)
_CLOSED_TOO = re.compile(
    r"[)）\]]?(?:[はも]?(?:開館|休館|開園|休園|営業|休業|お休み|休み)(?:日|します)?)[)）]?[、,・] ?(?:翌日?)?"
    r"|[)）]?(?:午[前後]|夜)[〜～~]"
    r"|[)）]?[、,・ ]{0,2}(?:年末年始|お盆|夏期|冬期|夏季|冬季)(?:休[業館暇])?[(（:：]"
)
_SOLD_TOO = re.compile(
    r"[)）]?[〜～~]?\s?[/／・、,]\s?(?:店頭|窓口|電話|ネット|オンライン|会員|一般|先行|WEB|Web|ぴあ|イープラス|ローソン|e\+)[:：]\s?"
)
_COUNTED = re.compile(
    r"[)）\]］】]?[\s/／、,・|｜]{0,3}(?:第\d{1,2}[回部期日]|DAY\.?\s?\d|Day\.?\s?\d|\d日目|[②-⑨]|[(（]\d[)）])[\s:：)）】]{0,2}"
)
"""What stands between days that are counted."""

_FIRST_NIGHT = re.compile(r"[)）\]］]?\s?(?:初日|開幕|開始|開会)")
_LAST_NIGHT = re.compile(r"[)）\]］]?\s?(?:千[秋穐]楽|最終日|楽日|閉幕|終了|閉会)(?!公演)")
_NOTE = re.compile(
    r"[)）]?\s?[(（【\[［](?=[^\n)）】\]］]{0,16}(?:[全計]\d{1,2}回|各回?\d{1,3}[名人組]|いずれも))[^\n:：時)）】\]］]{1,24}[)）】\]］]\s?"
)
"""A note behind a list of days, in front of their time: `（全4回・水曜）`."""

_TO_MONTHS = frozenset({" ", "(", " (", "(※", " ※", "※", "、"})
_BEHIND_MONTHS = (
    re.compile(r"(?:まで|の?開催|に開催)?(?:[\s、。※]|$)"),
    re.compile(r"(?:まで)?(?:のみ|限定|の?開催|に開催|の期間)?[)）]"),
)
"""What stands between a rule and its months, and what follows them without brackets and in brackets."""

_BEHIND_RANGE = re.compile(r"[)）]?(?:の|\s?[(（](?=[期会]))(?:期間中?、?の?|うち、?)?")
_SEASONS = ("spring", "summer", "autumn", "winter")


_MONTH_FIRST = frozenset({"en", "ja", "ko", "zh"})
"""Languages in which 11/12 is in November, or may be; in the others the day stands first."""


def find(text: str, lexicon: Lexicon, reference: date, *, month_first: bool | None = None) -> list[Mention]:
    """Return every mention of a text, in order; they do not overlap.

    Without `month_first`, the language of the text says how it writes 11/12; 11-12 begins with the day then.
    """
    plain = plain_width(text)
    found, languages = lexer.read(plain, lexicon)
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
        self.roles = RoleReader(text, found, look)
        self.relative = RelativeReader(text, found, look, self.days, reference)
        self.last: Mention | None = None

    def mentions(self) -> list[Mention]:
        mentions: list[Mention] = []
        after = 0
        for at, atom in enumerate(self.atoms):
            if at < after or (not atom.digits and _BEGINNINGS.isdisjoint(atom.senses)):
                continue  # most are small words, with which nothing begins
            if "last_day" in atom.senses and mentions and (behind := self._close_run(mentions, at)) is not None:
                after = behind
                continue
            read = self._read(at)
            if read is None:
                continue
            mention, after = read
            self.last = mention
            if mentions and mention.start.month is None and mention.start.day is not None:
                mention = self._in_month_of(mentions[-1], mention)
            if mentions and mentions[-1].role is Role.HOURS and self._is_hours_too(mentions[-1], mention):
                mention = replace(mention, role=Role.HOURS)
            if mentions and mention.role is Role.HOURS and self._is_of_range(mentions[-1], mention):
                mention = replace(mention, role=Role.START)
            if mentions and mention.role is Role.HOURS and self._is_reception_of(mentions[-1], mention):
                mention = self._let_in(mention)
            if mentions and self._is_before_range(mentions[-1], mention):
                mentions[-1] = replace(mentions[-1], role=Role.START)
            if mentions and mentions[-1].stop == mention.first and mentions[-1].role in {Role.POSTED, Role.UPDATED}:
                mention = replace(mention, role=mentions[-1].role)  # two texts without a space between them
            if mentions and self.roles.is_dense and mention.first - mentions[-1].stop < _NEXT_LINE:
                in_range = any(before.end is not None and before.end.day is not None for before in mentions[-2:-1])
                mentions[-1], mention = self._beside(mentions[-1], mention, in_range=in_range)
            mentions.append(mention)
        if self.roles.is_dense and mentions:
            mentions[0] = self._of_archive(mentions)
            mentions = self._with_hours_by_kind(self._with_hours_of_week(self._with_time_of_last(mentions)))
            mentions = news.with_posted(self.text, mentions, self.days.reference)
        return mentions

    def _close_run(self, mentions: list[Mention], at: int) -> int | None:
        """End a run at the hour that is said apart for its last day: `■7月29日→8月4日 ■8階 ■最終日は午後5時閉場`.

        Return the atom after it; between the run and this hour no other day stands.
        """
        place = next((-back for back in range(1, len(mentions[-2:]) + 1) if mentions[-back].has_day), -1)
        run = mentions[place]
        if run.end is None or not _is_run(run):
            return None
        if self.atoms[at].first - run.stop > _HEADER or (day := self.times.of_outer_day(at)) is None:
            return None
        word = self.atoms[day.after - 1]
        if day.span is None or word.senses.keys() & {"start", "to"} or _OPEN_HOUR.match(self.text, word.stop):
            return None
        mentions[place] = replace(run, end=run.end.at(day.span.end or day.span.start))
        return day.after

    def _of_archive(self, mentions: list[Mention]) -> Mention:
        """Take a run in which only a recording is shown for an event: `[アーカイブ配信] 3月16日～31日`."""
        shown = mentions[0]
        is_run = shown.role is Role.DEADLINE and shown.end is not None and shown.end.day is not None
        is_alone = is_run and all(other.role is not Role.START or not other.has_day for other in mentions[1:])
        if not is_alone or not _ARCHIVE.fullmatch(self.text, 0, shown.first):
            return shown
        return replace(shown, role=Role.START)

    def _with_hours_of_week(self, mentions: list[Mention]) -> list[Mention]:
        """Take hours with their weekdays behind a run for those of each of its days: `〜11/29 火～日曜 9:30〜17:00`."""
        places = [
            place for place, mention in enumerate(mentions) if mention.role is Role.HOURS and mention.start.has_time
        ]
        if len(places) != 1 or not places[0]:
            return mentions
        run, hours = mentions[places[0] - 1 : places[0] + 1]
        if not _is_run(run) or run.start.has_time or hours.end is None or hours.start.day is not None:
            return mentions
        if hours.start.weekday is None or not _TO_WEEK.fullmatch(self.text, run.stop, hours.first):
            return mentions
        start, end = (Moment(hour=moment.hour, minute=moment.minute) for moment in (hours.start, hours.end))
        mentions[places[0]] = replace(hours, start=start, end=end, role=Role.START, rule=None)
        return mentions

    def _with_hours_by_kind(self, mentions: list[Mention]) -> list[Mention]:
        """Give a run the hours of the kind of its first and its last day: `28日～31日 平日16時～21時、土日11時～`."""
        for place in range(len(mentions) - 2):
            run, one, two = mentions[place : place + 3]
            if not self._has_hours_by_kind(run, one, two) or run.end is None:
                continue
            opens, closes = self._is_free_day(run, run.start), self._is_free_day(run, run.end)
            free, work = (two, one) if one.rule == _ON_WORKDAYS else (one, two)
            if opens is None or closes is None:
                continue
            opening, closing = (free if opens else work).start, (free if closes else work).end
            start = replace(run.start, hour=opening.hour, minute=opening.minute)
            end = replace(run.end, hour=closing.hour, minute=closing.minute) if closing is not None else run.end
            mentions[place] = replace(run, start=start, end=end)
            mentions[place + 1 : place + 3] = [replace(hours, role=Role.HOURS) for hours in (one, two)]
        return mentions

    def _has_hours_by_kind(self, run: Mention, one: Mention, two: Mention) -> bool:
        """Tell a run with the hours of workdays and weekends behind it, in either order."""
        if not _is_run(run) or run.start.has_time or not (one.start.has_time and two.start.has_time):
            return False
        work, free = (one, two) if one.rule == _ON_WORKDAYS else (two, one)
        if work.rule != _ON_WORKDAYS or free.rule not in _ON_WEEKENDS:
            return False
        if any(hours.end is None or not hours.end.has_time for hours in (one, two)):
            return False
        is_near = _TO_KINDS.fullmatch(self.text, run.stop, one.first) is not None
        return is_near and not self.text[one.stop : two.first].strip(" \u3000\n/／、,・(（)）")

    def _is_free_day(self, run: Mention, day: Moment) -> bool | None:
        """Tell a day of the weekend or a holiday, by the weekday that is said."""
        if day.weekday is None:
            return None
        first, _, last = self.text[run.first : run.stop + 4].partition("祝")
        is_holiday = bool(last) and (DASH.search(first) is None) == (day is run.start)
        is_holiday = is_holiday and not first.endswith(("土日", "土・日・", "日・"))
        return day.weekday >= _SATURDAY or is_holiday

    def _with_time_of_last(self, mentions: list[Mention]) -> list[Mention]:
        """Give days that are counted the time behind the last: `第1回 7/8（水） 第2回 7/15（水） 19:00～21:00`."""
        for number in range(len(mentions) - 1, 0, -1):
            day, last = mentions[number - 1 : number + 1]
            is_day = day.role is Role.START and day.start.day is not None and not day.rule and day.end is None
            is_open = is_day and not day.start.has_time and last.role is Role.START and last.start.day is not None
            is_open = is_open and last.start.has_time and not day.more and not last.more
            if not is_open or not _COUNTED.fullmatch(self.text, day.stop, last.first):
                continue
            start, end = replace(day.start, hour=last.start.hour, minute=last.start.minute), last.end
            if end is not None and (end.day, end.month) in {(None, None), (last.start.day, last.start.month)}:
                end = replace(day.start, hour=end.hour, minute=end.minute)
            elif end is not None:
                continue
            mentions[number - 1] = replace(day, start=start, end=end, doors=last.doors)
        return mentions

    def _in_month_of(self, run: Mention, mention: Mention) -> Mention:
        """Give a day behind a run the month in which the run ends: `2月28日～3月1日・7日～8日`."""
        last = run.end
        if (
            last is None
            or last.month is None
            or last.day is None
            or mention.rule
            or (mention.start.day or 0) <= last.day
        ):
            return mention
        if not _NEXT_RUN.fullmatch(self.text, run.stop, mention.first):
            return mention
        return replace(mention, start=replace(mention.start, month=last.month, year=last.year))

    def _is_of_range(self, days: Mention, hours: Mention) -> bool:
        """Tell the hours of a range behind the weekdays on which it rests: `9月8日〜20日 月曜定休 12:00–19:00`."""
        if (
            hours.has_day
            or days.role is not Role.START
            or days.end is None
            or days.end.day is None
            or days.end.has_time
        ):
            return False
        between = self.text[days.stop : hours.first]
        return _RESTS.fullmatch(between) is not None or (
            hours.end is not None and _HOURS_OF_HOUSE.fullmatch(between) is not None
        )

    def _is_reception_of(self, day: Mention, hours: Mention) -> bool:
        """Tell when people are let in behind a day and a name: `10/14（水）3歳児健診 受付時間 13:00〜13:30`."""
        if hours.has_day or day.role is not Role.START or day.start.day is None or day.start.has_time or day.end:
            return False
        return day.rule is None and _TO_RECEPTION.fullmatch(self.text, day.stop, hours.first) is not None

    def _let_in(self, hours: Mention) -> Mention:
        """Return the hours of a reception as the doors of the day before them."""
        start = Moment(hour=hours.start.hour, minute=hours.start.minute)
        doors = time((start.hour or 0) % 24, start.minute or 0)
        said = self.text[max(0, hours.first - _NEAR) : hours.stop]
        return replace(hours, start=start, end=None, doors=doors, role=Role.START, text=said)

    def _is_before_range(self, hours: Mention, days: Mention) -> bool:
        """Tell the hours of a house in front of the range they hold for: `開館時間 9:30～17:00 会期 10月17日～`."""
        if hours.role is not Role.HOURS or hours.has_day or hours.end is None or days.role is not Role.START:
            return False
        if days.rule or days.end is None or days.end.day is None or days.end.has_time:
            return False
        before = self.text[max(0, hours.first - _NEAR) : hours.first]
        return (
            _NAMES_HOURS.search(before) is not None and _TO_RUN.search(self.text[hours.stop : days.first]) is not None
        )

    def _beside(self, one: Mention, two: Mention, *, in_range: bool) -> tuple[Mention, Mention]:
        """Give two mentions that stand near each other, in a script without spaces, the roles that they show."""
        between = self.text[one.stop : two.first]
        if self._is_last_night(one, two):
            return one, replace(two, role=Role.END)  # 10月24日(土)初日 10月31日(土)千秋楽
        if (prolonged := self._prolonged(one, two)) is not None:
            return prolonged
        is_arrow = one.role is two.role is Role.START and _RUN_MOVED.fullmatch(between) is not None
        if is_arrow and one.start.day is not None and two.start.day is not None and self._says_moved(one, two):
            return replace(one, role=Role.OFF), two  # 会期変更：5/1〜5/31→6/5〜7/5
        if two.role is Role.OFF and (timed := self._with_time_behind_rain(one, two)) is not None:
            return timed, two
        if self._is_seen_later(one, two):
            return one, replace(two, role=Role.DEADLINE)  # 9/10 20:00ライブ配信（見逃し配信：9/17まで）
        if one.role in {Role.HOURS, Role.OFF} and two.role is Role.START and self._is_open_again(one, two):
            return one, replace(two, role=Role.OFF)  # 開庁日：12月28日まで、1月4日から
        if one.role in {Role.HOURS, Role.OFF} and _CLOSED_TOO.fullmatch(between):
            return one, replace(two, role=Role.OFF)  # 月曜（11月23日は開館）、11月24日
        if two.role is Role.OFF and one.role is Role.START and _OPEN_BEFORE.fullmatch(between):
            return replace(one, role=Role.OFF), two  # 7/20(月・祝)開館、7/21(火)休館
        if one.role is Role.DEADLINE and two.role is Role.START and _SOLD_TOO.fullmatch(between):
            return one, replace(two, role=Role.DEADLINE)  # チケット発売 イープラス：5/20〜／店頭：7/1〜
        if self._is_week_of_hours(one, two, in_range=in_range):
            return replace(one, role=Role.HOURS), replace(two, role=Role.HOURS)
        return (replace(one, role=Role.OFF), two) if self._is_moved_to(one, two) else (one, two)

    def _with_time_behind_rain(self, day: Mention, rain: Mention) -> Mention | None:
        """Give a day the time behind its rain date: `9月26日（土）※雨天時27日（日） 時間 10:00〜15:00`."""
        is_day = day.role is Role.START and day.start.day is not None and not day.rule and day.end is None
        if not is_day or day.start.has_time or not rain.start.has_time:
            return None
        if not _LABEL_OF_TIME.search(rain.text) and not _RAIN.search(self.text[day.stop : rain.first]):
            return None
        start = replace(day.start, hour=rain.start.hour, minute=rain.start.minute)
        closing = rain.end
        end = replace(day.start, hour=closing.hour, minute=closing.minute) if closing and closing.has_time else None
        return replace(day, start=start, end=end, doors=rain.doors)

    def _is_seen_later(self, live: Mention, last: Mention) -> bool:
        """Tell the last day on which what was sent live can still be seen."""
        if live.role is not Role.START or live.rule or not live.start.has_time or last.role is not Role.END:
            return False
        return _SEEN_LATER.search(self.text[live.stop : last.first]) is not None

    def _is_open_again(self, closed: Mention, day: Mention) -> bool:
        """Tell the first business day behind the last one, or behind the days of rest."""
        if closed.start.day is None or day.start.day is None or day.rule:
            return False
        between = self.text[closed.stop : day.first]
        if not _OPEN_AGAIN.fullmatch(between):
            return False
        return _NAMES_AGAIN.search(between) is not None or _FROM_BEHIND.match(self.text, day.stop) is not None

    def _says_moved(self, one: Mention, two: Mention) -> bool:
        """Tell whether words before two runs or behind them say that they are moved."""
        before = self.text[max(0, one.first - _NEAR) : one.first].rpartition("\n")[2]
        return _MOVED.search(before + self.text[two.stop : two.stop + _NEAR]) is not None

    def _prolonged(self, one: Mention, two: Mention) -> tuple[Mention, Mention] | None:
        """Give what lasts longer than was said its later end: `9月27日までを10月12日までに延長`."""
        if two.role is not Role.END or two.rule or two.start.day is None:
            return None
        is_arrow = _RUN_MOVED.fullmatch(self.text, one.stop, two.first) is not None
        before = self.text[max(0, one.first - _NEAR) : one.first].rpartition("\n")[2] if is_arrow else ""
        between = self.text[one.stop : two.first]
        if (
            "延長" not in before
            and not ("延長" in between and len(between) <= _NEAR)
            and not PROLONGED.match(self.text, two.stop)
        ):
            return None
        if one.role is Role.END:
            return replace(one, role=Role.OFF), two
        if one.role is Role.DEADLINE:
            return one, replace(two, role=Role.DEADLINE)
        return (replace(one, end=two.start), replace(two, role=Role.OFF)) if _is_run(one) else None

    def _is_last_night(self, first: Mention, last: Mention) -> bool:
        """Tell the last of two days by the words behind both: the first night and the last."""
        if first.role is not Role.START or last.role is not Role.START or first.end or last.rule or last.end:
            return False
        is_first = _FIRST_NIGHT.match(self.text, first.stop) is not None
        return is_first and not last.start.has_time and _LAST_NIGHT.match(self.text, last.stop) is not None

    def _is_week_of_hours(self, workdays: Mention, weekends: Mention, *, in_range: bool) -> bool:
        """Tell the opening hours of a whole week: `平日11:00〜20:00／土日祝10:00〜20:00`.

        Behind a range of days, times without an end do too: `9月5日～13日 平日19:00／土日14:00`.
        """
        if workdays.rule != _ON_WORKDAYS or weekends.rule not in _ON_WEEKENDS:
            return False
        if in_range and workdays.end is None and weekends.end is None:
            return not self.text[workdays.stop : weekends.first].strip(" \n/／、・(（)）〜～")
        if workdays.end is None or weekends.end is None or not (workdays.end.has_time and weekends.end.has_time):
            return False
        return not self.text[workdays.stop : weekends.first].strip(" \n/／、・(（)）")

    def _is_moved_to(self, old: Mention, new: Mention) -> bool:
        """Tell whether something is moved from one day to the next: `11月14日の公演は12月5日に延期`."""
        if old.role is not Role.START or new.role is not Role.START or not (old.has_day and new.has_day):
            return False
        between = self.text[old.stop : new.first]
        if "\n" in between or not _MOVED_FROM.search(between):
            return False
        return _MOVED_TO.match(self.text[new.stop : new.stop + _NEAR]) is not None

    def _is_hours_too(self, hours: Mention, mention: Mention) -> bool:
        """Tell whether a mention goes on with the opening hours before it: no month, and the same line or the next."""
        between = self.text[hours.stop : mention.first]
        is_next = mention.has_day and len(between) < _NEXT_LINE and not between.strip(" \t\n.)|")
        return mention.start.month is None and ("\n" not in between or is_next)

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

    def _numbered_weekday(self, at: int, said_year: int | None = None) -> tuple[Mention, int] | None:
        """Read a weekday by its number in a month: `first Saturday in December`, `11月第2土曜日`."""
        if at >= len(self.atoms):
            return None
        found = self.rules.numbered_weekday(at) or self._of_known_month(at)
        if found is None or (said_year is not None and not _FIRST_YEAR <= said_year <= _LAST_YEAR):
            return None
        number, weekdays, month, year, after = found
        year = year or said_year
        days = [self.relative.numbered(number, weekday, month, year) for weekday in weekdays]
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
        number, weekday, after = found
        return number, (weekday,), known[1], known[0], after

    # Forms -------------------------------------------------------------------------------------

    def _dated(self, at: int) -> tuple[Mention, int] | None:
        """Read days, and the times beside them."""
        days = self.days.read(at)
        if days is None:
            return None
        is_off = self._is_off(at)
        if is_off and days.is_range:  # reporté du 7 au 14 novembre
            mention, after = self._mention(at, days.after, days.moments[-1:], None, self.times.read(days.after))
            return replace(mention, role=Role.START), after
        moments, end, after = self._joined(days) if not is_off else (days.moments, None, days.after)
        if end is not None and self._is_moved(at, after):  # 公演延期 10月31日→12月12日
            moments, end = (end,), None
        if end is not None and self._is_prolonged(at, after):
            moments, end = (end,), None
        times = None
        if self.roles.is_dense and self._is_open_then(self.atoms[after - 1].stop, end):
            mention, after = self._mention(at, after, moments, None, Times(after=after))
            return replace(mention, role=Role.OFF), self.times.read(after).after  # 12月31日は17時閉店
        if self.roles.is_dense:
            moments = self._of_next_year(moments, self.atoms[after - 1].stop) if end is None else moments
            moments, after = self._named_behind(moments, end, after)
            place = self._after_closed(after) if end is not None else self._after_note(after, moments)
            times = self.times.read(place) if place > after else None
        if times is None or (times.start is None and times.end is None):
            times = self.times.read(after)
        times = self._of_reception(after, times, end)
        if end is not None and times.end is not None and times.last is None and self.roles.is_dense:
            times = self._until_on_last(times, end)
        if end is None and times.start is not None and (closing := self._closing(times.after)) is not None:
            last, last_times = closing
            end = last.moments[-1].at(last_times.start)
            after = max(last.after, last_times.after)
            if is_before(end, moments[0]):  # 2010/12/05 13:00〜 2010/11/19 …が投稿
                return self._mention(at, times.after, moments, None, times)
            return self._mention(at, after, moments, end, replace(times, end=None, after=after))
        after = max(after, times.after)
        further, after = self._further(after, moments[-1]) if end is None and times.start is not None else ((), after)
        excluded, after = self._excluded(after) if end is not None else ((), after)
        mention, after = self._mention(at, after, moments, end, times)
        if further or excluded:
            mention = replace(mention, more=(*mention.more, *further), excluded=excluded)
        return mention, after

    def _after_note(self, at: int, moments: tuple[Moment, ...]) -> int:
        """Step over a note in brackets between days and their time: `5/13、5/27（全2回・水曜）19:00～20:30`."""
        match = _NOTE.match(self.text, self.atoms[at - 1].stop) if len(moments) > 1 else None
        if match is None:
            return at
        place = at
        while (atom := self._atom(place)) is not None and atom.first < match.end():
            place += 1
        atom = self._atom(place)
        return place if atom is not None and atom.first == match.end() else at

    def _is_prolonged(self, at: int, after: int) -> bool:
        """Tell the old last day and the new one from a range: `期間を9月30日から10月31日まで延長`."""
        first, until = self.atoms[at].first, self._atom(after)
        if until is None or "until_after" not in until.senses or not PROLONGED.match(self.text, until.stop):
            return False
        return self.text[max(0, first - 4) : first].endswith(("期間を", "会期を", "期限を", "締切を", "終了日を"))

    def _of_next_year(self, moments: tuple[Moment, ...], stop: int) -> tuple[Moment, ...]:
        """Put days of every year that are over into the next one: `例大祭 10月9日・10日（毎年）`."""
        last, reference = moments[-1], self.days.reference
        if last.month is None or last.day is None or not _EACH_YEAR.match(self.text, stop):
            return moments
        if any(moment.year is not None or moment.weekday is not None for moment in moments):
            return moments
        is_over = (last.month, last.day) < (reference.month, reference.day)
        return tuple(replace(moment, year=reference.year + is_over) for moment in moments)

    def _is_open_then(self, stop: int, end: Moment | None) -> bool:
        """Tell the hours that a house has on a day or in a time: `12月31日は17時閉店`, `8月1日～31日は19時閉館`."""
        match = _OPEN_TODAY.match(self.text, stop)
        return match is not None and (end is None or match[0].lstrip(")）").startswith(("は", "も")))

    def _of_reception(self, at: int, times: Times, end: Moment | None) -> Times:
        """Tell when people are let in from when something lasts: `健診 4月14日(水) 受付13:00〜13:30` says no start.

        `OPEN 21:00 – 29:00` does, and so do the hours of reception of a run of days.
        """
        if times.start is None or times.end is None or times.doors != times.start.time():
            return times
        is_reception = any("reception" in atom.senses for atom in self.atoms[at : times.after])
        if is_reception and end is None and not times.more:
            return Times(doors=times.doors, after=times.after)
        return replace(times, doors=None)

    def _until_on_last(self, times: Times, end: Moment) -> Times:
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
        if is_until or match[0][-1] in "〜～~":
            return replace(times, last=span.start, after=span.after + is_until)
        return times

    def _is_off(self, at: int) -> bool:
        """Tell whether the word before says that this day is no longer meant: `rescheduled from Nov 7 to Nov 14`."""
        before = self._atom(at - 1)
        return before is not None and "off" in before.senses and self.atoms[at].gap == " "

    def _after_closed(self, at: int) -> int:
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

    def _is_moved(self, at: int, after: int) -> bool:
        """Tell whether an arrow or "from" joins the old day and the new one: the words around say that it is moved."""
        first, stop = self.atoms[at].first, self.atoms[after - 1].stop
        if _FROM_WORD.search(self.text, first, stop) and _MOVED_TO.match(self.text, stop):
            return True  # 5月30日（土）から6月2日（火）に変更
        around = self.text[max(0, first - _NEAR) : first].rpartition("\n")[2] + self.text[stop : stop + _NEAR]
        return "→" in self.text[first:stop] and _MOVED.search(around) is not None

    def _named_behind(
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

    def _further(self, at: int, known: Moment) -> tuple[tuple[Moment, ...], int]:
        """Read the other days of a list in which each has its time: `Nov. 7 (9 a.m.), 14 (9 a.m.) & 19 (5 p.m.)`."""
        found: list[Moment] = []
        for _ in range(_MOST_IN_LIST):
            atom, following = self._atom(at), self._atom(at + 1)
            if atom is None or following is None or not 0 < atom.digits <= 2 or "(" not in following.gap:
                break
            if not re.fullmatch(r"\.?[)）]?\s?[,&]\s?", atom.gap) or not (known.day or 31) < atom.number <= 31:
                break
            times = self.times.read(at + 1)
            if times.start is None:
                break
            found.append(replace(known, day=atom.number, weekday=None).at(times.start))
            at = times.after
        return tuple(found), at

    def _excluded(self, at: int) -> tuple[tuple[Moment, ...], int]:
        """Read the days that a rule or a range leaves out: `except 24 December`, `(12月26日を除く)`."""
        atom = self._atom(at)
        if atom is None or not _TO_EXCEPTION.fullmatch(atom.gap):
            return (), at
        if "except" in atom.senses:
            days = self.days.read(self.rules.after_small(at + 1))
            if days is None or days.moments[0].day is None:
                return ((), at + 2) if self._is_holiday(at + 1) else ((), at)
            moments, end, after = self._joined(days)
            return (moments if end is None else (*moments, end)), after
        days = self.days.read(at)
        if days is None or days.moments[0].day is None:
            return (), at
        moments, end, after = self._joined(days)
        behind = self._atom(after)
        is_left_out = behind is not None and "except_after" in behind.senses and len(behind.gap) <= 3
        return ((moments if end is None else (*moments, end)), after + 1) if is_left_out else ((), at)

    def _is_holiday(self, at: int) -> bool:
        atom = self._atom(at)
        return atom is not None and "holiday" in atom.senses and len(atom.gap) <= 2

    def _closing(self, at: int) -> tuple[Days, Times] | None:
        """Read the second half of `Nov 5, 10am – Nov 9, 5pm`."""
        joint = self._joint(at)
        if (
            joint is None
            or not joint[0]
            or re.search(r"[〜～~] ?\n", self.atoms[joint[1]].gap if joint[1] == at else "")
        ):
            return None
        first = self._atom(joint[1])
        is_next = first is not None and "next_day" in first.senses  # 22時〜翌1月1日5時
        days = self.days.read(joint[1] + 1 if is_next else joint[1], is_joined=True)
        if days is None or days.moments[0].day is None:
            return None
        if self.roles.is_dense and _ROOM.match(self.text, self.atoms[joint[1]].stop):
            return None  # 14:00〜 3号室
        times = self.times.read(days.after)
        return None if times.start is not None and self._is_open(times.after) else (days, times)

    def _is_open(self, at: int) -> bool:
        """Tell whether a time ends with a dash and no time behind it, as the lines of a list do: `10:00～`."""
        stop = self.atoms[at - 1].stop
        if re.match(r" ?[〜～~](?!\s?\d)", self.text[stop : stop + 4]) is not None:
            return True
        is_dash = re.match(r" ?[〜～~]\s?", self.text[stop : stop + 4]) is not None
        return is_dash and at < len(self.atoms) and self.times.begins_day(at)

    def _joined(self, days: Days) -> tuple[tuple[Moment, ...], Moment | None, int]:
        """Read what is joined to days by "to" or "and": `Nov 30 – Dec 2`, `3.5. und 17.5.`."""
        moments, after = days.moments, days.after
        if days.is_range:
            return moments[:1], moments[-1], after
        for _ in range(_MOST_IN_LIST):
            joint = self._joint(after)
            if joint is None:
                break
            begin = self._after_same(joint[1])
            following = self.days.read(begin, is_joined=True) or self._listed_day(begin, moments[-1])
            if following is None and joint[0] and moments[-1].year and self.atoms[days.after - 1].digits <= 2:
                following = self.days.closing_pair(joint[1])
            if following is None or following.moments[0].day is None or moments[-1].day is None:
                break
            following = replace(following, moments=_with_month(following.moments, moments[-1]))
            if joint[0] and len(moments) > 1 and self.roles.is_dense and "→" in self.atoms[begin].gap:
                break  # 10月3日・4日→11月7日・8日: moved
            if joint[0] and len(moments) > 1 and self.roles.is_dense:
                return moments, None, following.after  # 7日・8日・20日～22日: the last of them is a run
            if joint[0]:
                return moments, following.moments[-1], following.after
            moments, after = (*moments, *following.moments), following.after
        return moments, None, after

    def _after_same(self, at: int) -> int:
        """Step over the word that ties a day to the one before it: `11月21日〜同月29日`, `～翌年1月11日`."""
        atom, number = self._atom(at), self._atom(at + 1)
        is_word = atom is not None and "same" in atom.senses and number is not None and number.digits and not number.gap
        return at + 1 if is_word else at

    def _listed_day(self, at: int, known: Moment) -> Days | None:
        """Read a bare number of a Japanese list of days: `11/14、21、28（土）`."""
        atom, following = self._atom(at), self._atom(at + 1)
        is_holiday = atom is not None and self.days.text[atom.stop : atom.stop + 2] == "(祝"
        if (
            atom is None
            or not (atom.gap in {"、", "・"} or is_holiday or self._is_comma_list(at))
            or not 0 < atom.digits <= 2
            or not (known.day or 31) < atom.number <= 31
        ):
            return None
        is_time = following is not None and (following.gap in {":", "/", "."} or following.sign in {"時", "月"})
        return None if is_time else Days((replace(known, day=atom.number, weekday=None),), is_range=False, after=at + 1)

    def _is_comma_list(self, at: int) -> bool:
        """Tell the next day of `11/7,8` from the decimals of a number: nothing goes on behind it."""
        atom = self.atoms[at]
        return (
            atom.gap == ","
            and self.atoms[at - 1].gap in {"/", ","}
            and bool(_COMMA_LIST.match(self.days.text, atom.stop))
        )

    def _joint(self, at: int) -> tuple[bool, int] | None:
        """Read what stands between two dates: a range or a list, and the atom that the second begins at."""
        atom = self._atom(at)
        if atom is None:
            return None
        gap = atom.gap if atom.gap.isascii() else _HOLIDAY.sub("", atom.gap, count=1)
        if DASH.fullmatch(gap.lstrip(".)）]】〉》").rstrip("'")):
            return True, at
        is_named = "dense" in atom.senses and gap in {"", ")", "）"} and atom.senses.keys() & {"start", "first_day"}
        if is_named and (following := self._atom(at + 1)) is not None and DASH.fullmatch(following.gap):
            is_day = self.times.begins_day(at + 1) or self._is_day_by_sign(at + 1)
            return (True, at + 1) if following.digits and is_day else None  # 開幕〜9月30日、初日～26日
        if "\n" not in gap and _TO_DAY.fullmatch(gap):
            after = at + 1
            if (filler := self._atom(after)) is not None and "of" in filler.senses and "weekday" not in filler.senses:
                after += 1
            is_to = atom.senses.keys() & {"to", "until"} and not is_list_by_point(atom)
            if is_to and "dense" in atom.senses and after < len(self.atoms) and DENSE.search(self.atoms[after].gap):
                return None  # 14:00より 出欠は5/25までに
            if is_to and "weekday" not in atom.senses:
                return True, after
            if "and" in atom.senses:
                return False, after
        if _LISTED.fullmatch(gap) and (atom.digits or "weekday" in atom.senses):
            return False, at
        if atom.digits and self.roles.is_dense and _NOTED.fullmatch(gap):
            return (False, at) if self._is_day_by_sign(at) else None  # 1月2日（往路）・3日（復路）
        if gap in {"", ")"} and self.roles.is_dense and self._is_next_day(at):
            return False, at  # 10月24日(土)25日(日)
        if gap in {")", ") "} and self.roles.is_dense and self._is_later_date(at):
            return False, at  # 10/24(土) 10/25(日)
        return (False, at) if gap in {")", ") ", ".", " "} and self._is_day_with_sign(at) else None

    def _is_day_by_sign(self, at: int) -> bool:
        """Tell a bare day by the sign behind it: `26日`."""
        number, sign = self.atoms[at], self._atom(at + 1)
        return 0 < number.digits <= 2 and sign is not None and sign.sign == "日" and not sign.gap

    def _is_next_day(self, at: int) -> bool:
        """Tell a later day of the same month that follows another without a sign between them."""
        if not self._is_day_by_sign(at) or self.days.is_count(at + 1):
            return False
        before = next((atom.number for atom in reversed(self.atoms[max(0, at - 3) : at]) if atom.digits), None)
        return before is not None and before < self.atoms[at].number

    def _is_day_with_sign(self, at: int) -> bool:
        """Tell the next day of a Japanese list without signs: `10/10(土) 11(日) 12(月)`."""
        number, sign = self.atoms[at], self._atom(at + 1)
        if sign is None or not 0 < number.digits <= 2 or "weekday" not in sign.senses:
            return False
        if number.gap in {".", " "}:  # 9/19sat.20sun
            before = self.atoms[at - 1]
            is_name = "weekday" in before.senses and before.word.isascii() and not before.gap
            return self.roles.is_dense and is_name and not sign.gap and sign.word.isascii()
        return sign.gap.strip() == "(" and (sign.sign > "\u2e7f" or self.roles.is_dense)

    def _is_later_date(self, at: int) -> bool:
        """Tell the next date of a list without signs by the weekdays of both, a few days apart: `12/5(土)12/6(日)`."""
        before, days = self.atoms[at - 1], self.days.read(at) if self.times.begins_day(at) else None
        if days is None or len(days.moments) > 1 or "weekday" not in before.senses or days.moments[0].weekday is None:
            return False
        ahead = (days.moments[0].weekday - before.senses["weekday"]) % 7
        day, last = days.moments[0].day or 0, self._day_before(at - 1)
        return 0 < ahead <= _FEW_DAYS and (day - last == ahead or (day <= ahead and last > _MONTH_END))

    def _day_before(self, at: int) -> int:
        """Return the last number in front of an atom, among the three before it."""
        return next((atom.number for atom in reversed(self.atoms[max(0, at - 3) : at]) if atom.digits), 0)

    def _timed(self, at: int) -> tuple[Mention, int] | None:
        """Read a time that stands before its day, or alone."""
        atom = self.atoms[at]
        if not atom.digits and _OF_TIMES.isdisjoint(atom.senses):
            return None
        if atom.digits and not self.days.is_free(at):
            return None
        begin, is_sure = self.times.after_fillers(at)
        if begin == at and "clock" in atom.senses:
            begin, is_sure = self.times.after_fillers(at + 1)
            if not self._has_minutes(begin):
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
        label = self._label_of_start(at)
        times = self.times.with_doors(span, is_sure=is_sure, is_doors=is_doors, label=None if is_doors else label)
        place, _ = self.times.after_fillers(times.after)
        atom_after = self._atom(place)
        is_own = atom_after is not None and ("\n" not in atom_after.gap or self.days.begins_line(atom))
        if is_own and atom_after is not None and _TO_DAY.fullmatch(atom_after.gap):
            days = self.days.read(place)
            if days is not None and days.moments[0].day is not None and not self._is_of_day_before(at, days.after):
                moments, end, after = self._joined(days)
                if end is None and times.end is None and (closing := self._closing_time(after)) is not None:
                    end, after = closing
                return self._mention(at, after, moments, end, replace(times, after=after))
        mention, after = self._mention(at, times.after, (Moment(),), None, times)
        is_last_entry = is_doors and self.roles.is_dense and mention.role is Role.END
        return (replace(mention, role=Role.DEADLINE) if is_last_entry else mention), after  # 傍聴受付14時45分まで

    def _label_of_start(self, at: int) -> Atom | None:
        """Return the word before a time that names it a start: `集合 6:30 出発 7:00`."""
        label = self._atom(at - 1)
        is_near = self.atoms[at].gap.strip(" ") in {"", ":"}
        return label if label is not None and is_near and {"start", "dense"} <= label.senses.keys() else None

    def _is_of_day_before(self, at: int, after: int) -> bool:
        """Tell a time of the day before it from one of the day behind, which has its own: `12/5 大阪 18:00 12/6 …`."""
        last = self.last
        if last is None or last.role is not Role.START or last.start.day is None or last.start.has_time:
            return False
        between = self.text[last.stop : self.atoms[at].first]
        if "\n" in between or len(between) > _NEXT_LINE:
            return False
        return any(atom.senses.keys() & {"doors", "start"} or atom.gap == ":" for atom in self.atoms[after : after + 8])

    def _of_each(self, at: int) -> tuple[Mention, int] | None:
        """Read a time that stands apart from its days and holds for each of them: `…福岡 各公演 開演18:00`."""
        times = self.times.read(at + 1)
        return self._mention(at, times.after, (Moment(),), None, times) if times.start is not None else None

    def _has_minutes(self, at: int) -> bool:
        """Tell `kl. 19.30` from `at 12 Main Street`, where other words stand before it; `19:30` needs no such word."""
        minutes = self._atom(at + 1)
        return minutes is not None and minutes.digits == 2 and minutes.gap == "."

    def _closing_time(self, at: int) -> tuple[Moment, int] | None:
        """Read the second half of `dalle 22 di sabato 27 giugno alle 4 di domenica 28 giugno`."""
        joint = self._joint(at)
        if joint is None or not joint[0]:
            return None
        begin, is_sure = self.times.after_fillers(joint[1])
        span = clocks.read(self.atoms, begin, after_date=True, is_sure=is_sure or begin > at)
        if span is None or span.end is not None:
            return None
        place, _ = self.times.after_fillers(span.after)
        days = self.days.read(place)
        following = self._atom(place)
        if days is None or following is None or days.moments[0].day is None or not _TO_DAY.fullmatch(following.gap):
            return None
        return days.moments[-1].at(span.start), days.after

    def _season(self, at: int) -> tuple[Mention, int] | None:
        """Read `Fall 2026`, `Herbst 2026`: it says no day, and its year may head what follows."""
        atom, year = self.atoms[at], self._atom(at + 1)
        season = next((name for name in _SEASONS if name in atom.senses), None)
        if season is None or year is None or year.digits != 4 or not _FIRST_YEAR <= year.number <= _LAST_YEAR:
            return None
        if year.gap not in {" ", ", "} or not self.days.is_number(at + 1):
            return None
        mention, after = self._mention(at, at + 2, (Moment(year=year.number),), None, Times(after=at + 2))
        return replace(mention, season=season), after

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
            second = after if len(explicit.moments) == 2 else self._listed_second(after, last)
            if last is not None and second is not None:  # 来週末18日・19日
                both = tuple(Moment(one.year, one.month, one.day) for one in (day, last))
                times = self.times.read(second)
                return self._mention(at, max(second, times.after), both, None, times)
        if last is None and self.roles.is_dense and (closing := self._until_from(day, after)) is not None:
            last, after = closing
        named = self._atom(after)
        is_behind = named is not None and named.gap.strip() in {"(", "（", ",", "の"}
        if is_behind and named is not None and named.senses.get("weekday") == day.weekday():
            after += 1  # 明日(水)
        part = self.times.part(at, after)
        times = self.times.read(after, part=part)
        times = times if times.start is not None else self.times.bare_hours(after, part)
        if times.start is None and self._is_before_hours(after):
            return None  # open today until six
        if self.roles.is_dense and last is None and _OPEN_TODAY.match(self.text, self.atoms[after - 1].stop):
            return None  # 本日は22時まで営業
        end = Moment(last.year, last.month, last.day) if last else None
        return self._mention(at, max(after, times.after), (Moment(day.year, day.month, day.day),), end, times)

    def _listed_second(self, at: int, last: date | None) -> int | None:
        """Read the second day of a weekend that is said by its number; return the atom after it."""
        joint = self._joint(at)
        days = self.days.read(joint[1]) if last is not None and joint is not None and not joint[0] else None
        is_last = days is not None and last is not None and days.moments[0] == Moment(day=last.day)
        return days.after if days is not None and is_last else None

    def _until_from(self, day: date, at: int) -> tuple[date, int] | None:
        """Read the last day of something that begins today or tomorrow: `本日〜10/31`, `明日から12日まで`."""
        joint = self._joint(at)
        days = self.days.read(joint[1]) if joint is not None and joint[0] else None
        if days is None or days.moments[0].day is None or len(days.moments) > 1:
            return None
        moment = days.moments[0]
        month = moment.month or day.month
        year = moment.year or day.year + (1 if (month, moment.day or 0) < (day.month, day.day) else 0)
        try:
            return date(year, month, moment.day or 0), days.after
        except ValueError:
            return None

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
        return self._mention(at, at + 1, (Moment(year=atom.number),), None, Times(after=at + 1))

    def _on_weekday(self, at: int) -> tuple[Mention, int] | None:
        """Read a weekday with a time and no date: `lauantaina klo 14`; with `weekly` behind it, it is a rule."""
        atom = self.atoms[at]
        if "weekday" not in atom.senses:
            return None
        if is_end_of_word(atom):
            return None
        weekdays, after = self.rules.weekdays(at)
        if self.text.startswith("休", self.atoms[after - 1].stop):
            return None  # 水木休 12:00〜18:00
        times = self.times.read(after)
        if times.start is None or "\n" in self.atoms[after].gap:
            return None
        if (rule := self.rules.often_behind(times.after, weekdays)) is not None:
            return self._ruled(at, rule, rule.after, times)
        previous = self._atom(at - 1)
        is_hours = previous is not None and "weekday" in previous.senses and DASH.fullmatch(atom.gap) is not None
        has_point = self.text[atom.stop : atom.stop + 1] == "." and self.text[atom.first].isupper()  # So., 11 Uhr
        is_short = len(atom.word) < 3 and atom.sign == "" and "dense" not in atom.senses
        if is_hours or (len(weekdays) == 1 and is_short and not has_point):
            return None
        if len(weekdays) > 1 and after - at >= len(weekdays) and self._is_weekday_list(at, after):
            months = self._dense_months(at) if atom.gap in {" ", "の"} else None
            rule = replace(weekly(times.after, weekdays), months=months)  # 4月〜10月 金・土 18:00〜22:00
            return self._ruled(at, rule, times.after, times)
        mention, after = self._mention(at, times.after, (Moment(weekday=atom.senses["weekday"]),), None, times)
        return (mention if len(weekdays) == 1 else replace(mention, role=Role.HOURS)), after

    def _is_weekday_list(self, at: int, after: int) -> bool:
        """Tell a list of weekdays, as of a class (`Mon, Wed & Fri 9 am`), from a range of them, as of a shop."""
        atoms_ = self.atoms[at + 1 : after]
        is_range = any(DASH.fullmatch(atom.gap.lstrip(".")) or atom.senses.keys() & {"to", "until"} for atom in atoms_)
        return not is_range

    def _rule(self, at: int) -> tuple[Mention, int] | None:
        """Read recurrence: `every Tuesday`, `first Monday of each month`, `毎週土曜`."""
        rule = self.rules.read(at) or (self._limited(at) if self.roles.is_dense else None)
        if rule is None or (rule.after == at + 1 and "plural" in self.atoms[at].senses and self._is_before_day(at + 1)):
            return None
        rule, after = self._rule_months(rule, self._after_other_month(self._after_explained(rule.after)))
        after = self._after_mornings(rule, after)
        part = self.times.part(at, max(rule.after, after))
        times = self.times.read(after, part=part)
        if times.start is None and times.end is None:
            times = self.times.bare_hours(after, part)
        if times.start is None and times.end is None and self.roles.is_dense:
            times = self._of_offer(after)
        senses = self.atoms[at].senses
        is_word = "every" not in senses and ("weekends" in senses or ("workdays" in senses and "dense" in senses))
        if times.start is not None and is_word and self.atoms[rule.after].gap in {"〜", "～", "~", "は〜", "は～"}:
            return None  # 11:30～14:00(土日祝〜15:00)
        is_word = is_word and at != self.rules.behind_range and not self._is_of_every_week(at)
        if times.start is None and is_word and not self.rules.is_of_month(at):
            return None  # two weekends of learning
        after = max(after, times.after)
        rule, after = self._on_these_only(rule, after) if rule.frequency == "DAILY" else (rule, after)
        if rule.months is None:
            rule, after = self._rule_months(rule, after)
        if rule.months is None and self.atoms[at].gap in {"", "の", "中の", " "}:
            months = self._dense_months(at) or self._dense_months_from(at)
            is_until = months is not None and "until_after" in self.atoms[at - 1].senses and months[0] == months[1]
            rule = replace(rule, until=months[1]) if is_until and months is not None else replace(rule, months=months)
        if self.roles.is_dense and not _COURSE.match(self.text, self.atoms[after - 1].stop):
            rule = rule.each_year()
        return self._ruled(at, rule, after, times)

    def _is_of_every_week(self, at: int) -> bool:
        """Tell weekends or workdays of every week: `毎週土日開催`."""
        before = self._atom(at - 1)
        is_near = before is not None and self.atoms[at].gap in {"", "の"}
        return is_near and before is not None and {"weekly", "dense"} <= before.senses.keys()

    def _after_mornings(self, rule: Rule, at: int) -> int:
        """Step over the part of the day behind the weekdays of a rule: `平日 毎朝6:30〜`, `平日の毎晩20時から`."""
        atom = self._atom(at)
        if atom is None or rule.frequency == "DAILY" or not {"daily", "dense"} <= atom.senses.keys():
            return at
        return at + 1 if atom.gap in {"", " ", "の", "、", "・"} else at

    def _on_these_only(self, rule: Rule, at: int) -> tuple[Rule, int]:
        """Read the days to which a daily rule is limited: `毎朝6:30〜（平日のみ）`."""
        atom = self._atom(at)
        if atom is None or not _TO_LIMIT.fullmatch(atom.gap) or not _OFFER.match(self.text, atom.stop):
            return rule, at
        limited = self.rules.read(at) if atom.senses.keys() & {"workdays", "weekends"} else None
        return (limited, at + 1) if limited is not None and limited.after == at + 1 else (rule, at)

    def _limited(self, at: int) -> Rule | None:
        """Read the weekdays to which an offer is limited: `金曜日限定ナイトカフェ`, `月〜木限定`."""
        atom = self.atoms[at]
        if "weekday" not in atom.senses or "dense" not in atom.senses or is_end_of_word(atom):
            return None
        weekdays, after = self.rules.weekdays(at)
        is_named = len(weekdays) > 1 or len(atom.word) > 1
        return weekly(after, weekdays) if is_named and _OFFER.match(self.text, self.atoms[after - 1].stop) else None

    def _of_offer(self, at: int) -> Times:
        """Read the hours of an offer behind its name: `平日限定ハッピーアワー 15:00〜18:00`."""
        stop = self.atoms[at - 1].stop
        is_of_day = self.last is not None and self.last.start.day is not None and self.last.end is None
        is_of_day = is_of_day and self.last is not None and stop - self.last.stop < _SHORT_WORD
        if is_of_day or not _OFFER.match(self.text, stop):
            return Times(after=at)  # 11/25(水)平日限定 18:30〜
        for place in range(at, min(at + _MOST_CLOSED, len(self.atoms))):
            atom = self.atoms[place]
            between = self.text[stop : atom.first]
            if len(between) > _NEXT_LINE or "\n" in between or not atom.senses.keys().isdisjoint({"hours", "open"}):
                break
            span = clocks.read(self.atoms, place, after_date=False)
            if span is not None and self.times.is_time_here(span):
                return self.times.with_doors(span)
            if atom.digits:
                break
        return Times(after=at)

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
            if days is None or days.is_range or len(days.moments) > 1 or self._joint(days.after) is not None:
                return None
            moment = days.moments[0]
            if moment.day is None or moment.month is None or moment.year is not None:
                return None
            if moment.day > last_day(_LEAP_YEAR, moment.month):
                return None
            rule = Rule("YEARLY", days.after, month_days=(moment.day,), month=moment.month)
        times = self.times.read(rule.after)
        return self._ruled(at, rule, max(rule.after, times.after), times)

    def _named_day(self, at: int) -> tuple[Mention, int] | None:
        """Read a day by its name with a time behind it, where no number says it: `大晦日 午後11時45分〜`."""
        moment = next(day for name, day in _NAMED_DAYS.items() if name in self.atoms[at].senses)
        is_said = self.last is not None and self.last.start.day is not None
        if is_said or self.days.read(at + 1) is not None:
            return None
        times = self.times.read(at + 1)
        return self._mention(at, times.after, (moment,), None, times) if times.start is not None else None

    def _dense_months(self, at: int) -> tuple[Moment, Moment] | None:
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

    def _dense_months_from(self, at: int) -> tuple[Moment, Moment] | None:
        """Read the month from which on a rule holds: `5月から毎週金曜日`."""
        word = self._atom(at - 1)
        month = self._month_before(at - 1) if word is not None and {"to", "dense"} <= word.senses.keys() else None
        is_near = word is not None and not word.gap and self.atoms[at].gap in {"", "、", " "}
        return (month[0], Moment()) if month is not None and is_near else None

    def _bare_month(self, at: int) -> tuple[Moment, int] | None:
        """Read the first of two months that share a sign: `4～11月`."""
        number = self._atom(at)
        is_month = number is not None and 1 <= number.number <= 12 and self.days.is_free(at)
        return (Moment(month=number.number), at) if number is not None and is_month else None

    def _dense_months_behind(self, at: int) -> tuple[tuple[Moment, Moment], int] | None:
        """Read the months behind a rule: `毎月第4土曜日（4月〜11月）`, `第2日曜日 4〜10月`."""
        first, place = self._atom(at), at + 1
        if first is None or not 1 <= first.number <= 12 or first.gap not in _TO_MONTHS:
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
        if not _BEHIND_MONTHS["(" in first.gap].match(self.days.text, sign.stop):
            return None
        until = self._atom(place + 2)
        after = place + 3 if until is not None and "until_after" in until.senses and not until.gap else place + 2
        return (Moment(month=first.number), Moment(month=last.number)), after

    def _month_before(self, at: int) -> tuple[Moment, int] | None:
        """Read the month that ends in front of an atom, with its year, and the atom that it begins at."""
        number, sign = self._atom(at - 2), self._atom(at - 1)
        if number is None or sign is None or sign.sign not in {"月", "월"} or not 1 <= number.number <= 12:
            return None
        year, unit = self._atom(at - 4), self._atom(at - 3)
        if unit is not None and not number.gap and "next_year" in unit.senses:
            return Moment(self.days.reference.year + 1, number.number), at - 3
        has_year = unit is not None and unit.sign in {"年", "년"} and not number.gap.strip()
        if has_year and year is not None and year.digits == 4 and _FIRST_YEAR <= year.number <= _LAST_YEAR:
            return Moment(year.number, number.number), at - 4
        return Moment(month=number.number), at - 2

    def _is_before_day(self, at: int) -> bool:
        """Tell the genitive `od soboty 14. listopadu` from a plural: its day follows at once."""
        atom = self._atom(at)
        if atom is None or not atom.digits or atom.gap != " " or not self.times.begins_day(at):
            return False
        days = self.days.read(at)
        return days is not None and len(days.moments) == 1 and self._joint(days.after) is None

    def _ruled(self, at: int, rule: Rule, after: int, times: Times) -> tuple[Mention, int]:
        """Read what follows a rule and its times: until when it holds, and what it leaves out."""
        is_hours = self._is_before_hours(after)
        is_hours = is_hours or any("last_order" in atom.senses for atom in self.atoms[at : after + 1])
        is_hours = is_hours or self._is_label_of_hours(at, times)
        if at != self.rules.behind_range:
            is_hours = is_hours or _OPEN_ONLY.match(self.text, self.atoms[rule.after - 1].stop) is not None
        if times.start is None and self.roles.is_dense:
            is_hours = is_hours or _OPEN_UNTIL.match(self.text, self.atoms[after - 1].stop) is not None
        begin = after
        behind = self._atom(after)
        if times.end is not None and behind is not None and "until_after" in behind.senses and not behind.gap:
            after += 1  # 午前9時から正午まで（1月は休み）
        rule, after = self._rule_end(rule, after)
        excluded, after = self._excluded(after)
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
        if mention.role is Role.END and self.roles.is_dense and mention.end is None and mention.start.has_time:
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

    def _is_label_of_hours(self, at: int, times: Times) -> bool:
        """Tell the days that head hours in a table: `土・日・祝：9:30〜17:30`."""
        return times.end is not None and _LABEL_OF_HOURS.match(self.days.text, self.atoms[at].first) is not None

    def _after_explained(self, at: int) -> int:
        """Step over the weekdays that explain a word: `werktags (Mo–Fr) um 12.30 Uhr`."""
        atom, previous = self._atom(at), self._atom(at - 1)
        if atom is None or previous is None or "workdays" not in previous.senses or "weekday" not in atom.senses:
            return at
        return at if self._is_before_hours(at) or atom.gap.strip() != "(" else self.rules.weekdays(at)[1]

    def _after_other_month(self, at: int) -> int:
        """Step over the brackets that say what one month has instead: `毎月第1土曜日（1月は第2土曜日）13:00～`."""
        number, month = self._atom(at), self._atom(at + 1)
        if number is None or month is None or number.gap.strip() not in {"(", "(※"} or month.sign != "月":
            return at
        for place in range(at + 2, min(at + _MOST_CLOSED, len(self.atoms))):
            atom = self.atoms[place]
            if "weekday" in atom.senses and len(atom.word) > 1 and self.days.text[atom.stop : atom.stop + 1] == ")":
                return place + 1
        return at

    def _is_before_hours(self, at: int) -> bool:
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

    def _rule_months(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read the months of a season: `Saturdays, May through October`, `montags von April bis Oktober`."""
        if self.roles.is_dense and (dense := self._dense_months_behind(after)) is not None:
            return replace(rule, months=dense[0]), dense[1]
        place = after
        filler = self._atom(place)
        if filler is not None and "month" not in filler.senses and filler.senses.keys() & {"from", "of"}:
            place += 1
        first = self._atom(place)
        if first is None or "month" not in first.senses or not re.fullmatch(r"[\s,(:]{0,3}", self.atoms[after].gap):
            return rule, after
        if place > after and first.gap != " ":
            return rule, after
        year, place = self._year_of(place + 1)
        joint = self._joint(place)
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

    def _year_of(self, at: int) -> tuple[int | None, int]:
        """Read the year behind a month without a day."""
        atom = self._atom(at)
        if atom is None or atom.digits != 4 or atom.gap not in {" ", ", "}:
            return None, at
        return (atom.number, at + 1) if _FIRST_YEAR <= atom.number <= _LAST_YEAR else (None, at)

    def _is_hour(self, at: int) -> bool:
        return clocks.read(self.atoms, at, after_date=True) is not None

    def _rule_end(self, rule: Rule, after: int) -> tuple[Rule, int]:
        """Read until when a rule holds: `through May`, `bis 31.12.2026`, `bis Ende November`."""
        atom = self._atom(after)
        if atom is None or not atom.senses.keys() & {"until", "to"} or not re.fullmatch(r"[\s,.(]{0,3}", atom.gap):
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

    # The mention -------------------------------------------------------------------------------

    def _mention(
        self,
        at: int,
        after: int,
        moments: tuple[Moment, ...],
        end: Moment | None,
        times: Times,
    ) -> tuple[Mention, int]:
        first = moments[0].at(times.start)
        more = [moment.at(times.start) for moment in moments[1:]]
        more += [moment.at(clock) for moment in moments[:_MOST_IN_LIST] for clock in times.more]
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


@lru_cache(maxsize=4096)
def _forms(senses: tuple[str, ...]) -> tuple[Callable[[_Grammar, int], tuple[Mention, int] | None], ...]:
    """Return the forms that may begin with a word of these senses."""
    return tuple(getattr(_Grammar, name) for name, needed in _FORMS if not needed.isdisjoint(senses))


def _is_run(mention: Mention) -> bool:
    """Tell a range of days."""
    return mention.role is Role.START and not mention.rule and mention.end is not None and mention.end.day is not None


def _with_month(moments: tuple[Moment, ...], known: Moment) -> tuple[Moment, ...]:
    """Give days without a month the month of the day before them: `11月5日・6日`."""
    return tuple(
        replace(moment, month=known.month, year=known.year) if moment.month is None else moment for moment in moments
    )
