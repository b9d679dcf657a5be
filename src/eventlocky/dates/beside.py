"""What two mentions that stand beside each other do to each other: roles, and a month that the second lacks.

Moved and prolonged runs, first and last nights, recordings, tickets sold at several places, days of rest and the
business days around them. Each looks at the text before, between and behind the two mentions. The hours that one of
them gives the other are in `hours.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from eventlocky.dates import hours
from eventlocky.dates.labels import MOVED, MOVED_TO, NEAR
from eventlocky.dates.mention import Mention, Role, is_run
from eventlocky.dates.roles import PROLONGED

_NEAR_EACH_OTHER = 40
"""Mentions show each other's roles where less than this parts them, in a script without spaces."""

_NEXT_RUN = re.compile(r"[)）\]］】]?\s?[・、,/／]\s?")
"""What stands between a run and a day of the month in which it ends."""

_FIRST_NIGHT = re.compile(r"[)）\]］]?\s?(?:初日|開幕|開始|開会)")
_LAST_NIGHT = re.compile(r"[)）\]］]?\s?(?:千[秋穐]楽|最終日|楽日|閉幕|終了|閉会)(?!公演)")
"""What stands behind the first of two days and the last: `10月24日(土)初日 10月31日(土)千秋楽`."""

_RUN_MOVED = re.compile(r"[)）\]］】]?\s?[→⇒➡▶]\s?")
_MOVED_FROM = re.compile("^(?!.*場合).*(?:[はをが→]|から|より)")
"""What stands between two runs of which the second takes the place of the first, and between two such days."""

_ARCHIVE = re.compile(r"[\s\[［【〈《■●◆◎※☆★]{0,4}(?:アーカイブ|録画)(?:配信|公開|上映)?[\s\]］】〉》:：｜|]{0,4}")
_SEEN_LATER = re.compile(r"(?:見逃し|アーカイブ|追いかけ|録画|オンデマンド)[^\n\d。]{0,10}$")
"""What stands before the days on which a recording can be seen: of nothing else, or of what was sent live."""

_OPEN_AGAIN = re.compile(
    r"[)）]?(?:午[前後]|正午)?(?:まで)?[、,。\s/／※(（]{0,3}(?:(?:新年|年始|年明け|翌年)の?(?:営業)?は?、?|(?:仕事|御用)始め[はの]?[\s:：]{0,2})?"
)
_FROM_BEHIND = re.compile(r"[)）]?(?:から|より)(?:の?(?:通常|平常)?(?:営業|診療|業務)|となり|です|再開|開始|。|$)")
_NAMES_AGAIN = re.compile("(?:仕事|御用)始め")
"""What stands before the first business day behind others, what follows it, and what names it by itself."""

_OPEN_BEFORE = re.compile(r"[)）\]]?は?(?:開館|開園|営業)(?:します)?[)）]?[、,・ ]")
_CLOSED_TOO = re.compile(
    r"[)）\]]?(?:[はも]?(?:開館|休館|開園|休園|営業|休業|お休み|休み)(?:日|します)?)[)）]?[、,・] ?(?:翌日?)?"
    r"|[)）]?(?:午[前後]|夜)[〜～~]"
    r"|[)）]?[、,・ ]{0,2}(?:年末年始|お盆|夏期|冬期|夏季|冬季)(?:休[業館暇])?[(（:：]"
)
"""What stands between days on which a house is open or closed against its rule."""

_SOLD_TOO = re.compile(
    r"[)）]?[〜～~]?[\s/／・、,]{1,2}[\[［【〈<■●・]?(?:店頭|窓口|電話|ネット|オンライン|インターネット|(?:友の会)?会員|友の会|一般|先行|WEB|Web|FC|ぴあ"
    r"|イープラス|ローソン|ローチケ|e\+)(?:会員|先行|前売|発売日?|販売)?[:：\]］】〉>\s]?\s?"
)
"""What stands between two days from which on tickets are sold, at different places."""


def settle(text: str, mentions: list[Mention], mention: Mention, *, is_dense: bool) -> tuple[Mention, Mention]:
    """Return the last of the mentions read so far and the one behind it, as they are beside each other."""
    before = mentions[-1]
    if mention.start.month is None and mention.start.day is not None:
        mention = _in_month_of(text, before, mention)
    if before.role is Role.HOURS and hours.is_hours_too(text, before, mention):
        mention = replace(mention, role=Role.HOURS)
    if mention.role is Role.HOURS and hours.is_of_range(text, before, mention):
        mention = replace(mention, role=Role.START)
    if mention.role is Role.HOURS and hours.is_reception_of(text, before, mention):
        mention = hours.let_in(text, mention)
    if mention.role is Role.START and is_dense and hours.is_reception_apart(text, before, mention):
        mention = hours.let_in(text, mention)
    if before.role is Role.HOURS and hours.is_before_range(text, before, mention):
        before = replace(before, role=Role.START)
    if before.stop == mention.first and before.role in {Role.POSTED, Role.UPDATED}:
        mention = replace(mention, role=before.role)  # two texts without a space between them
    if is_dense and mention.first - before.stop < _NEAR_EACH_OTHER:
        in_range = any(one.end is not None and one.end.day is not None for one in mentions[-2:-1])
        return _with_roles(text, before, mention, in_range=in_range)
    return before, mention


def _in_month_of(text: str, run: Mention, mention: Mention) -> Mention:
    """Give a day behind a run the month in which the run ends: `2月28日～3月1日・7日～8日`."""
    last = run.end
    if last is None or last.month is None or last.day is None or mention.rule or (mention.start.day or 0) <= last.day:
        return mention
    if not _NEXT_RUN.fullmatch(text, run.stop, mention.first):
        return mention
    return replace(mention, start=replace(mention.start, month=last.month, year=last.year))


def _with_roles(text: str, one: Mention, two: Mention, *, in_range: bool) -> tuple[Mention, Mention]:
    """Give two mentions that stand near each other, in a script without spaces, the roles that they show."""
    between = text[one.stop : two.first]
    if _is_last_night(text, one, two):
        return one, replace(two, role=Role.END)  # 10月24日(土)初日 10月31日(土)千秋楽
    if (prolonged := _prolonged(text, one, two)) is not None:
        return prolonged
    is_arrow = one.role is two.role is Role.START and _RUN_MOVED.fullmatch(between) is not None
    if is_arrow and one.start.day is not None and two.start.day is not None and _says_moved(text, one, two):
        return replace(one, role=Role.OFF), two  # 会期変更：5/1〜5/31→6/5〜7/5
    if two.role is Role.OFF and (timed := hours.with_time_behind_rain(text, one, two)) is not None:
        return timed, two
    if _is_seen_later(text, one, two):
        return one, replace(two, role=Role.DEADLINE)  # 9/10 20:00ライブ配信（見逃し配信：9/17まで）
    if one.role in {Role.HOURS, Role.OFF} and two.role is Role.START and _is_open_again(text, one, two):
        return one, replace(two, role=Role.OFF)  # 開庁日：12月28日まで、1月4日から
    if one.role in {Role.HOURS, Role.OFF} and _CLOSED_TOO.fullmatch(between):
        return one, replace(two, role=Role.OFF)  # 月曜（11月23日は開館）、11月24日
    if two.role is Role.OFF and one.role is Role.START and _OPEN_BEFORE.fullmatch(between):
        return replace(one, role=Role.OFF), two  # 7/20(月・祝)開館、7/21(火)休館
    if one.role is Role.DEADLINE and two.role is Role.START and _SOLD_TOO.fullmatch(between):
        return one, replace(two, role=Role.DEADLINE)  # チケット発売 イープラス：5/20〜／店頭：7/1〜
    if hours.is_week_of_hours(text, one, two, in_range=in_range):
        return replace(one, role=Role.HOURS), replace(two, role=Role.HOURS)
    return (replace(one, role=Role.OFF), two) if _is_moved_to(text, one, two) else (one, two)


def _is_last_night(text: str, first: Mention, last: Mention) -> bool:
    """Tell the last of two days by the words behind both: the first night and the last."""
    if first.role is not Role.START or last.role is not Role.START or first.end or last.rule or last.end:
        return False
    is_first = _FIRST_NIGHT.match(text, first.stop) is not None
    return is_first and not last.start.has_time and _LAST_NIGHT.match(text, last.stop) is not None


def _prolonged(text: str, one: Mention, two: Mention) -> tuple[Mention, Mention] | None:
    """Give what lasts longer than was said its later end: `9月27日までを10月12日までに延長`."""
    if two.role is not Role.END or two.rule or two.start.day is None:
        return None
    is_arrow = _RUN_MOVED.fullmatch(text, one.stop, two.first) is not None
    before = text[max(0, one.first - NEAR) : one.first].rpartition("\n")[2] if is_arrow else ""
    between = text[one.stop : two.first]
    if (
        "延長" not in before
        and not ("延長" in between and len(between) <= NEAR)
        and not PROLONGED.match(text, two.stop)
    ):
        return None
    if one.role is Role.END:
        return replace(one, role=Role.OFF), two
    if one.role is Role.DEADLINE:
        return one, replace(two, role=Role.DEADLINE)
    return (replace(one, end=two.start), replace(two, role=Role.OFF)) if is_run(one) else None


def _says_moved(text: str, one: Mention, two: Mention) -> bool:
    """Tell whether words before two runs or behind them say that they are moved."""
    before = text[max(0, one.first - NEAR) : one.first].rpartition("\n")[2]
    return MOVED.search(before + text[two.stop : two.stop + NEAR]) is not None


def _is_moved_to(text: str, old: Mention, new: Mention) -> bool:
    """Tell whether something is moved from one day to the next: `11月14日の公演は12月5日に延期`."""
    if old.role is not Role.START or new.role is not Role.START or not (old.has_day and new.has_day):
        return False
    between = text[old.stop : new.first]
    if "\n" in between or not _MOVED_FROM.search(between):
        return False
    return MOVED_TO.match(text[new.stop : new.stop + NEAR]) is not None


def _is_seen_later(text: str, live: Mention, last: Mention) -> bool:
    """Tell the last day on which what was sent live can still be seen."""
    if live.role is not Role.START or live.rule or not live.start.has_time:
        return False
    if last.role is not Role.END and not is_run(last):
        return False
    return _SEEN_LATER.search(text[live.stop : last.first]) is not None


def _is_open_again(text: str, closed: Mention, day: Mention) -> bool:
    """Tell the first business day behind the last one, or behind the days of rest."""
    if closed.start.day is None or day.start.day is None or day.rule:
        return False
    between = text[closed.stop : day.first]
    if not _OPEN_AGAIN.fullmatch(between):
        return False
    return _NAMES_AGAIN.search(between) is not None or _FROM_BEHIND.match(text, day.stop) is not None


def of_archive(text: str, mentions: list[Mention]) -> Mention:
    """Take a run in which only a recording is shown for an event: `[アーカイブ配信] 3月16日～31日`."""
    shown = mentions[0]
    is_range = shown.role is Role.DEADLINE and shown.end is not None and shown.end.day is not None
    is_alone = is_range and all(other.role is not Role.START or not other.has_day for other in mentions[1:])
    if not is_alone or not _ARCHIVE.fullmatch(text, 0, shown.first):
        return shown
    return replace(shown, role=Role.START)
