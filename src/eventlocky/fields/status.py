"""What has become of a record: cancelled, postponed, moved, sold out.

The words count where they state it. "If sold out", "cancellation policy", "may be cancelled" and
"in case of rain it is postponed" state nothing.
"""

from __future__ import annotations

import re

from eventlocky.fields import lines
from eventlocky.fields.base import Found
from eventlocky.fields.lines import Vocabulary
from eventlocky.page import Tree
from eventlocky.text.words import beginnings, is_dense, low
from eventlocky.types import Record, Status

_CANCELLED = (
    "cancell?ed|called off|abgesagt|entfällt|fällt (?:leider )?aus|annulée?s?|supprimée?s?|afgelast|geannuleerd|"
    "annullat[oa]|cancellat[oa]|sospes[oa]|cancelad[oa]s?|suspendid[oa]s?|anulad[oa]s?|inställ[td]a?|avlyst|aflyst|"
    "peru(?:ttu|utettu|ttiin)|odwołan[yea]|zrušen[oaý]?"
)
_POSTPONED = (
    "postponed|rescheduled|deferred|verschoben|vertagt|reportée?s?|uitgesteld|rinviat[oa]|posticipat[oa]|"
    "aplazad[oa]s?|pospuest[oa]s?|adiad[oa]s?|uppskjut(?:en|et)|udskudt|utsatt|siirretty|siirtyy|przełożon[yea]|"
    "odložen[oaý]?"
)
_MOVED = (
    "(?:venue|location) (?:has )?(?:been )?changed?|new (?:venue|location)|change (?:of|in) (?:venue|location)|"
    "moved to|relocated|verlegt|déplacée?s?|delocalisée?s?|verplaatst|"
    "spostat[oa]|trasladad[oa]s?|transferid[oa]s?|flyttad|flyttet|przeniesion[yea]|přesunut[oaý]?"
)
_SOLD_OUT = (
    "sold out|fully booked|no tickets (?:left|available)|ausverkauft|ausgebucht|guichets fermés|affiche complet|"
    "uitverkocht|volgeboekt|volzet|esaurit[oai]|tutto esaurito|agotad[oa]s?|esgotad[oa]s?|lotad[oa]|slutsål[dt]|"
    "utsåld[at]?|fullboka[dt]|udsolgt|utsolgt|fullbooket|loppuunmyyty|täynnä|wyprzedan[yea]|brak biletów|vyprodáno"
)
_FULL = re.compile(r"(?:^|\s)(?:COMPLET|Complet)(?=\s*(?:$|[!.|·/-]|\s\w))")
"""The French word for full, where it stands alone: in lower case it says many other things."""

_EASTERN = {
    Status.CANCELLED: "中止|取消|취소",
    Status.POSTPONED: "延期|연기",
    Status.MOVED: "会場変更|会場を変更|場所変更|地点变更|地點變更|장소 ?변경",
    Status.SOLD_OUT: "完売|満席|定員に達し|受付終了|売り切れ|sold out|售罄|售完|已滿|已满|额满|매진",
}
_WORDS = {
    Status.CANCELLED: _CANCELLED,
    Status.POSTPONED: _POSTPONED,
    Status.MOVED: _MOVED,
    Status.SOLD_OUT: _SOLD_OUT,
}
_STATUS = tuple(
    (
        status,
        beginnings(f"{words}|complet" if status is Status.SOLD_OUT else words),
        re.compile(rf"\b(?:{words})\b|{_EASTERN[status]}"),
    )
    for status, words in _WORDS.items()
)
_TELLING = Vocabulary(
    whole={"out"},  # what is sold out may stand glued to a title: `Jazz NightSold out`
    begun=frozenset[str]().union(*(begun for _, begun, _ in _STATUS)),
    eastern="|".join(_EASTERN.values()),
)
_IF_BEFORE = re.compile(
    r"(?:\b(?:if|unless|until|when|once|in case|may(?!\.?,? \d)|might|can|could|would|should|not|never|nor|"
    r"n't|previously|last (?:year|season|time|month)|be|wenn|falls|sofern|bei|sollten?|"
    r"kann|können|werden kann|nicht|si|en cas|peut|peuvent|être|non|se|in caso|può|puede|pueden|"
    r"podrá|als|indien|tenzij|kan|kunnen|niet|om|ifall|"
    r"hvis|dersom|ikke|inte|jos|ei|voi|jeśli|może|nie|pokud|může)\b[^.!?\n]{0,24}|万一|もし|"
    r"(?:雨天|荒天|悪天候|強風|降雨|大雨|雪)(?:時|の場合|の際)?(?:は|には|、)?|"
    r"(?:場合|とき|時|際)(?:は|には|に|、)[^。\n]{0,24})$",
)
_IF_BEHIND = re.compile(
    r"\s?(?:policy|policies|fee|fees|date|events? (?:will|may)|の?場合|になる|となる|することが|"
    r"の際|になり次第|となり次第|または|料|규정|할 수)",
)
_LOOK_BACK = 40


def read(text: str) -> Status:
    """Return the status that a record's words say."""
    return next((status for status, _, words in _STATUS if _is_said(status, words, text)), Status.SCHEDULED)


def find(tree: Tree, record: Record, land: tuple[int, int]) -> Found[Status] | None:
    """Return the status of a record and the line that says it, or None where it is as planned.

    What stands with the record in its line says it too, as far as the rows of `land` reach, which hold no other record:
    `8/27/26 | Cancelled`, cut around its day.
    """
    first, stop = record.first, record.stop
    return _find(tree, first, stop) or _find(tree, *_line(tree, first, stop, land))


def _line(tree: Tree, first: int, stop: int, land: tuple[int, int]) -> tuple[int, int]:
    """Return the rows of the line in which a record stands, within its land."""
    text, offsets = tree.whole_text, tree.offsets
    begin, end = text.rfind("\n", 0, offsets[first] + 1) + 1, text.find("\n", offsets[stop])
    after = tree.row_at(end) if end >= 0 else len(tree)
    return max(land[0], min(first, tree.row_at(begin))), min(land[1], max(stop, after))


def _find(tree: Tree, first: int, stop: int) -> Found[Status] | None:
    told = lines.telling(tree, first, stop, _TELLING)
    for status, begun, words in _STATUS if told else ():
        for line in told:
            is_glued = status is Status.SOLD_OUT or is_dense(line.text)
            may_say = is_glued or not begun.isdisjoint([word[:4] for word in line.words])
            if may_say and _is_said(status, words, line.text):
                return Found(status, line.first, 0.8)
    return None


def _is_said(status: Status, words: re.Pattern[str], text: str) -> bool:
    """Tell whether a text states a status."""
    lower = low(text)
    found = list(words.finditer(lower))
    if status is Status.SOLD_OUT:
        found += _FULL.finditer(text)
    return any(_is_stated(lower, match) for match in found)


def _is_stated(text: str, match: re.Match[str]) -> bool:
    """Tell a statement from a condition or a rule."""
    before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
    return not _IF_BEFORE.search(before) and not _IF_BEHIND.match(text, match.end())
