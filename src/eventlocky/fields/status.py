"""What has become of a record: cancelled, postponed, moved, sold out.

The words count where they state it. "If sold out", "cancellation policy", "may be cancelled" and
"in case of rain it is postponed" state nothing.
"""

from __future__ import annotations

import re

from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Record, Status

_CANCELLED = (
    r"\b(?:cancell?ed|called off|abgesagt|entfällt|fällt (?:leider )?aus|annulée?s?|supprimée?s?|"
    r"afgelast|geannuleerd|annullat[oa]|"
    r"cancellat[oa]|sospes[oa]|cancelad[oa]s?|suspendid[oa]s?|anulad[oa]s?|inställ[td]a?|avlyst|"
    r"aflyst|peru(?:ttu|utettu|ttiin)|"
    r"odwołan[yea]|zrušen[oaý]?)\b|中止|取消|취소"
)
_POSTPONED = (
    r"\b(?:postponed|rescheduled|deferred|verschoben|vertagt|reportée?s?|uitgesteld|rinviat[oa]|"
    r"posticipat[oa]|aplazad[oa]s?|"
    r"pospuest[oa]s?|adiad[oa]s?|uppskjut(?:en|et)|udskudt|utsatt|siirretty|siirtyy|przełożon[yea]|"
    r"odložen[oaý]?)\b|延期|연기"
)
_MOVED = (
    r"\b(?:venue (?:has )?(?:been )?changed|new venue|moved to|relocated|verlegt|déplacée?s?|"
    r"delocalisée?s?|verplaatst|spostat[oa]|"
    r"trasladad[oa]s?|transferid[oa]s?|flyttad|flyttet|przeniesion[yea]|přesunut[oaý]?)\b|会場変更|"
    r"会場を変更|場所変更|地点变更|地點變更|장소 ?변경"
)
_SOLD_OUT = (
    r"\b(?:sold out|fully booked|no tickets (?:left|available)|ausverkauft|ausgebucht|guichets fermés|affiche complet|"
    r"uitverkocht|volgeboekt|volzet|esaurit[oai]|tutto esaurito|agotad[oa]s?|esgotad[oa]s?|lotad[oa]|"
    r"slutsåld|utsåld[at]?|fullbokad|"
    r"udsolgt|utsolgt|fullbooket|loppuunmyyty|täynnä|wyprzedan[yea]|brak biletów|vyprodáno)\b"
    r"|(?:^|\s)(?:COMPLET|Complet)(?=\s*(?:$|[!.|·/-]|\s\w))|完売|満席|定員に達し|受付終了|売り切れ|"
    r"SOLD OUT|售罄|售完|已滿|已满|额满|매진"
)
_WORDS = (
    (Status.CANCELLED, _CANCELLED),
    (Status.POSTPONED, _POSTPONED),
    (Status.MOVED, _MOVED),
    (Status.SOLD_OUT, _SOLD_OUT),
)
_STATUS = tuple(
    (status, re.compile(words.replace("COMPLET|Complet", "(?-i:COMPLET|Complet)"), re.IGNORECASE))
    for status, words in _WORDS
)
_IF_BEFORE = re.compile(
    r"(?:\b(?:if|unless|until|when|once|in case|may|might|can|could|would|should|not|never|nor|"
    r"n't|previously|be|wenn|falls|sofern|bei|sollten?|"
    r"kann|können|werden kann|nicht|si|en cas|peut|peuvent|être|non|se|in caso|può|puede|pueden|"
    r"podrá|als|indien|tenzij|kan|kunnen|niet|om|ifall|"
    r"hvis|dersom|ikke|inte|jos|ei|voi|jeśli|może|nie|pokud|může)\b[^.!?\n]{0,24}|万一|もし)$",
    re.IGNORECASE,
)
_IF_BEHIND = re.compile(
    r"\s?(?:policy|policies|fee|fees|date|events? (?:will|may)|の?場合|になる|となる|することが|"
    r"の際|になり次第|となり次第|または|料|규정|할 수)",
    re.IGNORECASE,
)
_LOOK_BACK = 40


def read(text: str) -> Status:
    """Return the status that a record's words say."""
    for status, words in _STATUS:
        if any(_is_stated(text, match) for match in words.finditer(text)):
            return status
    return Status.SCHEDULED


def find(tree: Tree, record: Record) -> Found[Status] | None:
    """Return the status of a record and the line that says it, or None where it is as planned."""
    lines = tree.lines(record.first, record.stop)
    for status, words in _STATUS:
        for line in lines:
            if any(_is_stated(line.text, match) for match in words.finditer(line.text)):
                return Found(status, line.first, 0.8)
    return None


def _is_stated(text: str, match: re.Match[str]) -> bool:
    """Tell a statement from a condition or a rule."""
    before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
    return not _IF_BEFORE.search(before) and not _IF_BEHIND.match(text, match.end())
