"""The words that lead to the day to which something is moved: `verlegt auf den`, `reporté au`, `rescheduled to`."""

from __future__ import annotations

import re

_NEW_DAY = re.compile(
    r"\b(?:(?:verlegt|verschoben|vertagt)(?: worden)? (?:auf|zum)(?: den)?|"
    r"(?:neuer termin|ersatztermin|nachholtermin)(?: ist)?|"
    r"(?:report|déplac)ée?s? (?:au|à)(?: la date du)?|nouvelle date|"
    r"(?:rinviat|spostat|posticipat)[oa] (?:al|a)|nuova data|"
    r"(?:aplazad|pospuest|trasladad)[oa]s? (?:al|para(?: el)?|hasta el)|nueva fecha|"
    r"(?:adiad|transferid)[oa]s? para|nova data|"
    r"(?:uitgesteld|verplaatst|verzet) (?:naar|tot)|nieuwe datum|"
    r"(?:framflyttad|flyttad|uppskjuten|uppskjutet|flyttet|udskudt|utsatt) (?:til|till)|nytt datum|ny dat[oe]|"
    r"(?:siirretty|siirtyy)|uusi päivä(?:määrä)?|(?:przełożon|przeniesion)[yea] na|nowy termin|"
    r"(?:přesunut|přeložen|odložen)[oaý]? na|nový termín|"
    r"(?:postponed|rescheduled|moved) (?:to|until|for)|new date(?: is)?)"
    r"(?: den| le| d\.| il| el)?\s?:?\s$",
    re.IGNORECASE,
)
_LONGEST = 48
"""What stands before the new day, and how long it is at most."""

_LEADS = frozenset("til till to until au al tot".split())
"""What may lead to a day as its first word: `til 14. mars`."""


def is_new_day(text: str, first: int, stop: int) -> bool:
    """Tell a day to which something is moved by the words before it."""
    return said_before(text, first, stop) is not None


def said_before(text: str, first: int, stop: int) -> str | None:
    """Return what its line says before the words that move something to a day, or None where it has none of them."""
    line = text[max(0, text.rfind("\n", 0, first) + 1, first - _LONGEST) : first]
    lead = text[first:stop].split(maxsplit=1)[:1]
    match = _NEW_DAY.search(line + (lead[0] + " " if lead and lead[0].lower() in _LEADS else ""))
    return line[: match.start()] if match is not None else None
