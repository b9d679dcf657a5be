"""The dates on which news came out, in scripts without spaces: `2026.04.17 …のお知らせ`, `…のお知らせ（2026.04.13）`.

Such a date says when something was written, not when it takes place. It is told by what stands beside it: the words of
news, their category, brackets, or another day of which the news tell. The words that name it are in `roles.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from eventlocky.dates.mention import Mention, Role, is_before

_LONGEST_LINE = 60
"""So much of the line behind its date is read to tell news."""

_LONGEST_TITLE = 40
"""News that announce a day say it so near behind their date."""

_NEAR = 16
"""How far before a date in brackets the words of news stand."""

_FEWEST_BETWEEN = 6
_LIST_SIGNS = re.compile(r"[/／|｜\n]")
"""News have a title of so many letters at least between their date and the day they tell of, and no sign of a list."""

_ANNOUNCED = re.compile(r"[)）]?(?:に?開催)?[^\n\d]{0,20}の(?:お知らせ|ご案内)")
"""What follows the day that news announce: `2026年4月1日 春まつり（5月3日開催）のお知らせ`."""

_TOLD = re.compile(
    r"(?:[)）\]］】]|[)）\]］】]?[\s|｜:：]{1,3})[^\n]{2,50}?(?:お知らせ|について|ました|ご案内|決定|募集中|募集開始|掲載|更新|を?公開|開始|御礼)[!！。♪]{0,3}\s?$"
)
"""What news say behind their date, to the end of the line."""

_TOLD_BEFORE = re.compile(
    r"(?:お知らせ|について|ご案内|(?<!開催)(?<!実施)(?<!参加)(?<!出展)(?<!出演)(?<!登壇)(?<!終了)しました|更新|掲載|改定)[!！。♪]?\s?[(（\[［【〔<＜]\s?$"
)
_TOLD_BEHIND = re.compile(r"\s?[)）\]］】〕>＞]\s*?(?:\n|$)")
"""What news say before their date in brackets, and what ends it."""

_CATEGORY = re.compile(
    r"[)）\]］】]?(?:[\s|｜:：]{1,3}|[\s|｜:：]{0,3}[\[［【〔〈《<＜(（「]\s?)"
    r"(?:EVENTS?|Events?|event|イベント|催し(?:物|事)?|LIVE|Live|ライブ|公演|コンサート|ツアー|出演|展示|展覧会|企画展|セミナー|講座|講演会?"
    r"|説明会|ワークショップ|WORKSHOP|キャンペーン|フェア|NEWS|News|INFO|Info|お知らせ|新着|募集|参加者募集|更新|SCHEDULE|Schedule"
    r"|スケジュール|リリース|メディア|MEDIA|BLOG|ブログ|トピックス|TOPICS?|その他|重要|店舗|配信|放送|研修|試合|大会|体験会?)"
    r"(?:情報|のお知らせ|のご案内|開催|案内|出演|告知)?(?:[\]］】〕〉》>＞)）」]|[\s|｜:：]|$)"
)
"""The category of news behind their date: in brackets, or a word with a space around it."""

_NEWS = re.compile("お知らせ|ニュース|NEWS|News|INFO|新着|トピックス|TOPICS")
_FROM_THEN = re.compile(r"[)）]?(?:より|から|に(?:開催|発売))")
"""What stands between the date of news and the day they tell of, and what follows that day."""

_OPENED = {"[": "]", "【": "】", "［": "］", "(": ")", "（": "）", "<": ">", "〔": "〕"}
"""The brackets in which news have their date."""


def with_posted(text: str, mentions: list[Mention], reference: date) -> list[Mention]:
    """Give the dates on which news came out their role."""
    mentions = [
        replace(mention, role=Role.POSTED) if _is_told_before(text, mention, reference) else mention
        for mention in mentions
    ]
    return _after_news_date(text, mentions, reference)


def _is_told_before(text: str, news: Mention, reference: date) -> bool:
    """Tell the date of news behind what they say: `外来担当医変更のお知らせ（2026.04.13）`."""
    if news.start.weekday is not None or not _is_bare_past(news, reference):
        return False
    before = text[max(0, news.first - _NEAR) : news.first].rpartition("\n")[2]
    return _TOLD_BEFORE.search(before) is not None and _TOLD_BEHIND.match(text, news.stop) is not None


def _after_news_date(text: str, mentions: list[Mention], reference: date) -> list[Mention]:
    """Take the date that news begin with for the day they came out: `2026.01.23 …を1月29日より販売開始`."""
    if _is_told_of(text, mentions[0], mentions[1] if len(mentions) > 1 else None, reference):
        return [replace(mentions[0], role=Role.POSTED), *mentions[1:]]
    if len(mentions) < 2:
        return mentions
    news, told = mentions[:2]
    if (
        (_is_stamp(text, news) or _is_of_category(text, news, told, reference))
        and told.has_day
        and told.role is Role.START
        and not told.rule
    ):
        return [replace(news, role=Role.POSTED), *mentions[1:]]
    is_bare = news.start.year is not None and news.start.weekday is None and not news.start.has_time
    is_bare = is_bare and news.role is Role.START and news.start.day is not None and news.end is None
    if not is_bare or news.more or text[: news.first].strip(" ・■●◆[【"):
        return mentions
    between = text[news.stop : told.first]
    is_apart = len(between) >= _FEWEST_BETWEEN and not _LIST_SIGNS.search(between)
    begins = told.end is not None or _FROM_THEN.match(text, told.stop) is not None
    begins = begins or _NEWS.search(between) is not None
    if _ANNOUNCED.match(text, told.stop):
        is_apart = begins = len(between) < _LONGEST_TITLE  # 2026年4月1日 春まつり（5月3日開催）のお知らせ
    is_later = (told.start.month or 0, told.start.day or 0) > (news.start.month or 0, news.start.day or 0)
    if not (is_apart and begins and is_later) or told.role is not Role.START or told.start.year is not None:
        return mentions
    return [replace(news, role=Role.POSTED), *mentions[1:]]


def _is_told_of(text: str, news: Mention, told: Mention | None, reference: date) -> bool:
    """Tell the date of news by what they say behind it, if it is no day to come: `2026.06.05 休業について`."""
    if news.start.weekday is not None or not _is_bare_past(news, reference):
        return False
    if text[: news.first].strip(" ・■●◆[【"):
        return False
    if told is not None and told.role is not Role.START:
        return False
    line = text[news.stop : news.stop + _LONGEST_LINE]
    return _TOLD.match(line.partition("\n")[0]) is not None


def _is_of_category(text: str, news: Mention, told: Mention, reference: date) -> bool:
    """Tell the date of news by their category, if it is no day to come: `2025.10.20 [イベント] 11/9(日)…開催！`."""
    start, begin = news.start, text[: news.first]
    if start.weekday is not None or not _is_bare_past(news, reference) or not (told.start.month and told.start.day):
        return False
    if is_before(told.start, replace(start, year=told.start.year and start.year)):
        return False
    between = text[news.stop : told.first]
    if not begin.strip(" \u3000・■●◆"):
        return _CATEGORY.match(between) is not None and "\n" not in between
    return not between.strip(" \u3000|｜]］】") and _CATEGORY.fullmatch(f" {begin.rstrip()}") is not None


def _is_stamp(text: str, news: Mention) -> bool:
    """Tell the date in brackets that a text begins with: `[2026.11.10] 12/5(土)開催のお知らせ`."""
    start = news.start
    if start.year is None or start.day is None or start.weekday is not None or start.has_time or news.end or news.more:
        return False
    before, after = text[: news.first].strip(), text[news.stop : news.stop + 1]
    return news.role is Role.START and before in _OPENED and after in _OPENED[before]


def _is_bare_past(news: Mention, reference: date) -> bool:
    """Tell a day with its year and nothing else that is not to come."""
    start = news.start
    is_bare = news.role is Role.START and news.end is None and not news.more and not start.has_time
    if not is_bare or not (start.year and start.month and start.day):
        return False
    return (start.year, start.month, start.day) <= (reference.year, reference.month, reference.day)
