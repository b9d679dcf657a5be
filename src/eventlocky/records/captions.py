"""Labels that say what the text beside them is: "Title: …" or 演題：… before a title, "Speaker: …" before another."""

from __future__ import annotations

import re
from functools import lru_cache

_OTHER = re.compile(
    r"(?:speakers?|presenters?|hosts?|room|venue|where|when|date|time|location|place|address|price|cost|fee|tickets?|"
    r"organi[sz]ers?|phone|contact|website|referent(?:in)?|ort|raum|wo|wann|datum|zeit|beginn|einlass|eintritt|kosten|"
    r"veranstalter|leitung|lieu|date|heure|tarif|intervenant|luogo|data|ora|lugar|fecha|hora|locatie|datum|tijd|spreker|"
    r"講師|会場|日時|場所|時間|料金|主催|出演|定員|対象|докладчики?)\s?[:：]|"
    r"[■●◆・【\[\s]{0,2}(?:講師|会場|日時|場所|時間|料金|主催|出演|定員|対象|開場|開演|入場料|前売|チケット)[】\]:：\s]",
    re.IGNORECASE,
)
_NAMES = frozenset({
    "event name", "event title", "talk title",
    *"""title titel titre titolo título titulo tytuł název otsikko rubrik 演題 タイトル 題目 題名 イベント名
    講座名 公演名 行事名 大会名 催事名 作品名 件名 企画名 제목 행사명 题目 活动名称""".split(),
})  # fmt: skip
_TOPICS = frozenset(
    """topic thema tema thème sujet argomento onderwerp aihe subject what was quoi qué cosa wat
    テーマ 演目 名称 主题""".split()
)
_SORTS = frozenset(
    """event veranstaltung événement evento evenement tapahtuma talk lecture vortrag exposé meeting course kurs session
    film show exhibition ausstellung 講演 公演 上映作品""".split()
)
"""What stands before a title as well, and belongs to it on the same line: "Film: Metropolis"."""

_ANY = "|".join(sorted(map(re.escape, _NAMES | _TOPICS), key=len, reverse=True))
_OWN = re.compile(rf"[\s■□●○◆◇▼▽★☆・※]{{0,3}}[【\[＜<(（]?({_ANY})\s?(?:[:：]|[】\]＞>)）])\s*(?=\S)", re.IGNORECASE)
"""A label that names a title, and stands before it: "Title: …", 【演題】…"""

_CLOSED = re.compile("[:：】\\]＞>)）]")
"""What ends such a label."""

_AROUND = " \t:：■□●○◆◇▼▽★☆・※【】[]＜＞<>()（）"
_LONGEST = 24


def end(words: str) -> int:
    """Return where a title begins behind a label of its own: 0 where it has none."""
    label = _CLOSED.search(words) and _OWN.match(words)
    return label.end() if label else 0


def is_labelled(text: str) -> bool:
    """Tell whether a text begins with the label of something else than a title."""
    return _OTHER.match(text) is not None


def told(text: str, first: int) -> float:
    """Return what a label says that the text which begins at `first` of a page is: at its beginning, or before it.

    1: a title. 0.5: what may be one ("Topic: …", "Film: …"). -1: something else. 0: nothing.
    """
    if _CLOSED.search(text, first, first + 2 * _LONGEST) and (own := _OWN.match(text, first, first + 2 * _LONGEST)):
        return _worth(own[1])
    before = text[max(0, first - 2 * _LONGEST) : first].rstrip()
    name = before[before.rfind("\n") + 1 :].strip(_AROUND)
    return _told_by(name) if name and len(name) <= _LONGEST else 0


@lru_cache(maxsize=10_000)
def _told_by(name: str) -> float:
    return _worth(name) or (-1 if _OTHER.fullmatch(f"{name}:") else 0)


def _worth(label: str) -> float:
    name = label.casefold()
    return 1 if name in _NAMES else 0.5 if name in _TOPICS or name in _SORTS else 0
