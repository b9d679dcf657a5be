"""The words of texts that may be titles: without the marks at their edges, and whether they say anything at all."""

from __future__ import annotations

import re

from eventlocky.records import captions

_LETTERS = re.compile(r"[^\W\d_]")
_HOLLOW = re.compile(
    r"(?:read more|more|more info(?:rmation)?|details?|view details?|view|tickets?|buy tickets?|book(?: now)?|"
    r"register(?: now)?|sign up|rsvp|link|here|info|pdf|agenda|agenda packet|minutes|video|audio|map|directions|"
    r"share|print|download|"
    r"add to calendar|ical|back|next|previous|prev|edit|reply|comments?|today|time|date|location|"
    r"venue|where|when|event|dates?(?: (?:&|and) times?)?|posted|amended|updated|approved|draft|status|"
    r"mehr|weiterlesen|mehr (?:infos?|erfahren)|zum .{0,30}|karten|anmelden|tickets kaufen|uhr|beginn|einlass|"
    r"詳細|詳細はこちら|詳しく.{0,10}|もっと見る|申込.{0,10}|日時|場所|会場|時間|日程|あらすじ|(?:ご)?予約(?:フォーム|ページ|受付|方法)?|"
    r"(?:開催)?概要|料金|参加費|入場料|チケット|出演者?|備考|対象|定員|講師|主催|共催|後援|アクセス|お?問い?合わ?せ先?|持ち物|注意事項|"
    r"cancell?ed|postponed|rescheduled|sold out|abgesagt|entfällt|verschoben|ausverkauft|annulée?|reportée?|complet|"
    r"annullato|rinviato|cancelado|aplazado|afgelast|uitverkocht|inställt|aflyst|中止|延期|完売|満席|"
    r"ausgebucht|warteliste|wait(?:ing )?list|fully booked|last (?:seats|tickets)|restkarten|agotado|completo|esaurito|"
    r"esgotado|lotação esgotada|slutsålt|udsolgt|utsolgt|loppuunmyyty|wyprzedane|vyprodáno|últimas (?:plazas|entradas)|"
    r"inscripción abierta|plazas libres|iscrizioni aperte|inscrições abertas|inscriptions ouvertes|"
    r"anmeldung (?:offen|möglich)|new|neu|nouveau|nouveauté|nuevo|novedad|nuovo|novità|novo|nieuw|uusi|nowość|"
    r"featured|highlight|empfehlung|tipp|premiere|première|estreno|estreia|premiär|wiederaufnahme|derniere|dernière|"
    r"zum letzten mal|"
    r"free|gratis|kostenlos|eintritt frei|entrée libre|gratuit|ingresso libero|entrada libre|entrada livre|wstęp wolny|"
    r"in person|hybrid|無料|入場無料|受付中|募集中|受付終了|残席わずか|"
    r"no (?:\w+ )?meeting\b.{0,60}|legal notice|(?:agenda )?packet|rescheduled (?:for|to)|call to order|"
    r"(?:remaining|future|further) (?:meeting )?dates\b.{0,12}|closed|geschlossen|ruhetag|spielfrei|fermé|chiuso|"
    r"keine (?:sitzung|vorstellung)|cerrado|gesloten|stängt|suljettu|休[館業演診]日?|定休日|"
    r"(?:(?:this|next|last|previous) (?:week|month|day)[\s«»‹›|/]*){1,3}|"
    r"(?:[«»‹›|/]?\s?(?:今週|来週|先週|今月|来月|先月|前月|次月|翌月)\s?){1,3}|"
    r"en savoir plus|lire la suite|meer .{0,15}|lees meer|leer más|scopri di più)[\s.:：>»→…!*]{0,6}",
    re.IGNORECASE,
)
EDGE = " \t\n\r\f-–—:：|｜,;·•/~〜～*»>▶■●◆・()（）[]【】"
"""What separates a date from the words beside it."""

_EDGE_MARKS = " -–—:：|｜,;·•/~〜～*»>@_"
_PAIRS = {")": "(", "）": "（", "]": "[", "】": "【", "」": "「"}
_BRACKETS = frozenset({*_PAIRS, *_PAIRS.values()})
_SENTENCE = re.compile(r".{4,80}?[\u3041-\u9fff][！!♪](?= [^」』)）]{6,200}(?:[。！!]|ます|です|ください))")
"""The headline of a Japanese notice whose text, in sentences, goes on behind it on the same line."""


_TO_DATE = re.compile(
    r"[\s,]\s{0,2}(?:am|vom|ab|um|bis(?: zum)?|seit|on|at|from|until|since|le|du|dès(?: le)?|à(?: partir d[eu])?|"
    r"jusqu'au|il|dal|dalle|alle|el|desde el|hasta el|a las|op|vanaf|om|t/m|den|från|fra|til|till|kl\.?|klo|godz\.?)"
    r"\s{0,2}$",
    re.IGNORECASE,
)
_LONGEST_TO_DATE = 20
"""What leads from a name to the date behind it, and says nothing without it: `Fête de la musique à partir de 19h`."""


def before_date(text: str, first: int, date: int) -> int:
    """Return where the words end that stand from `first` on before a date, without those that lead to it."""
    match = _TO_DATE.search(text, max(first, date - _LONGEST_TO_DATE), date)
    return match.start() if match is not None and match.start() > first else date


def tidy(text: str) -> str:
    """Return the words of a text without the marks at its edges; "" where it has no letter."""
    words = " ".join(text.split()).strip(_EDGE_MARKS)
    words = words[captions.end(words) :].strip(_EDGE_MARKS)
    if not words.isascii() and (sentence := _SENTENCE.match(words)):
        words = sentence[0]
    if words[:1] in _BRACKETS or words[-1:] in _BRACKETS:
        words = _balanced(words).strip(_EDGE_MARKS)
    return words if words[:1].isalpha() or _LETTERS.search(words) else ""


def _balanced(words: str) -> str:
    """Drop a bracket at the edge whose partner went with a date."""
    if words[:1] in _PAIRS and _PAIRS[words[0]] not in words[:1]:
        words = words[1:]
    if words[-1:] in _PAIRS.values():
        words = words[:-1]
    return words


def is_hollow(text: str) -> bool:
    """Tell whether a text names nothing: "read more", "cancelled", a label."""
    return _HOLLOW.fullmatch(text) is not None
