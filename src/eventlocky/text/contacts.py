"""Where to write, to ring and to go: e-mail addresses, telephone numbers, street addresses in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

_EMAIL = re.compile(r"(?<![\w.+-])[\w+-][\w.+-]{0,63}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?!\w)")
_PHONE = re.compile(
    r"(?=[+(\d])(?<![\w./-])(?!(?:19|20)\d\d[./-])(?:\+\d{1,3}[ .-]?)?"
    r"\(?\d{2,5}\)?[ ./-]\d{2,4}[ .-]?\d{2,4}(?:[ .-]?\d{2,4})?(?![\w./-])",
)
_TYPES = (
    "St|Street|Ave|Avenue|Av|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Way|Sq|Square|Pl|Place|Court|Ct|Hwy|Highway|"
    "Pkwy|Parkway|Plaza|Terrace|Circle|Cir|Trail|Row|Walk|Crescent|Close|Quay|Wharf|Mews|Embankment|Passage|Pike|"
    "Turnpike|Loop|Alley|Broadway"
)
_WORDY = "Way|Place|Court|Plaza|Circle|Trail|Row|Walk|Close|Loop|Passage|Pike"
"""Types of street that are words of their own: "2017 District Walk" is a walk in 2017."""

_DIRECTION = r"(?:[NSEW]|[NS]\.?[EW]|North|South|East|West)\.?"
_STREET = re.compile(
    r"(?<![\w$€£])(?:(?=\d)(?:"
    rf"(?!(?:199|20[0-3])\d (?:[A-Z][\w.'’-]{{0,30}} ){{1,4}}(?:{_WORDY}))"
    rf"\d{{1,5}}(?:[-–]\d{{1,5}})?[a-z]? (?:{_DIRECTION} )?(?:[A-Z0-9][\w.'’-]{{0,30}} ){{1,5}}?(?:{_TYPES})\b"
    rf"(?: {_DIRECTION}(?=[\s,]|$))?"
    rf"|\d{{1,5}} {_DIRECTION} (?:[A-Z][a-z]{{2,20}}|\d{{1,3}}(?:st|nd|rd|th)\b)"
    r"|\d{1,4}(?: ?bis| ?ter)?,? (?:rue|avenue|boulevard|bd|place|quai|chemin|allée) (?:[\w'’-]{1,30} ?){1,6})"
    r"|[A-ZÄÖÜ](?=[\w.-]{0,60} ?\d)[\w.-]{0,40}(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|ring|markt"
    r"|laan|straat|plein|gatan|gade|vägen|katu|tie) ?\d{1,4}[a-z]?\b"
    r"|(?:[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Cc]alle|[Aa]venida|[Pp]laza|[Rr]ua|[Uu]l\.|[Uu]lica) "
    r"(?:[A-ZÀ-Þ][\w.'’]{0,30},? ){1,4}\d{1,4}\b"
    r"|〒 ?\d{3}-\d{4}"
    r"|(?:東京都|北海道|(?:京都|大阪)府|[一-龥]{2,3}県)[一-龥ぁ-んァ-ヶ]{1,12}[市区町村郡][一-龥ぁ-んァ-ヶー0-9０-９\-‐−丁目番地号]{1,30}"
    r")",
)
_ENDS = r"aße|sse|tr\.|weg|atz|lee|fer|amm|ing|rkt|aan|aat|ein|tan|ade|gen|atu|tie"
_LAST = "[egzrmtnu.]"
_FIRST = "".join(sorted({kind[0] for kind in _TYPES.split("|")}))
"""The last letters of streets and the first of their types: most numbers have others beside them, and one look at a
letter is faster than all words one by one."""

_HOUSE = re.compile(
    rf"\d(?<!\d\d)(?:(?P<behind>(?<={_LAST}\d)(?<=(?:{_ENDS})\d)|(?<={_LAST} \d)(?<=(?:{_ENDS}) \d))"
    r"|(?<![\w$€£]\d)(?:"
    rf"(?=\d{{0,4}}(?:[-–]\d{{1,5}})?[a-z]? (?:[A-Z0-9][\w.'’-]{{0,30}} ){{1,6}}?(?=[{_FIRST}])(?:{_TYPES})\b)"
    r"|(?=\d{0,4} [NSEW])|(?=\d{0,3}(?: ?bis| ?ter)?,? (?:rue|aven|boul|bd|place|quai|chem|all))))"
)
"""A number that may be one of a house: `behind` the last letters of a street, or in front of its name.

A street that ends so begins with a capital, at most `_LONGEST_STREET` before.
"""

_DIGIT = re.compile(r"\d")
"""No street of plain letters is without one."""

_CAPITAL = re.compile(r"[A-ZÄÖÜ]")
_LONGEST_STREET = 52
_STREET_WORD = re.compile("[VvPpCcAaRrUu](?=(?:ia|iale|iazza|orso|alle|venida|laza|ua|l[.]|lica) [A-ZÀ-Þ])")
_LONGEST_LINE = 500
"""A longer text is none that would be read again."""

_SIGNS = "〒都道府県"
_SIGN = re.compile(f"[{_SIGNS}]")
_PREFECTURE = range(-3, 1)
"""Where an address begins, seen from its sign: a prefecture has up to three signs in front of that."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One address or number: where it stands and its words."""

    first: int
    stop: int
    text: str


def find_emails(text: str) -> list[Contact]:
    """Return every e-mail address in a text."""
    return _found(_EMAIL.finditer(text)) if "@" in text else []


def find_phones(text: str) -> list[Contact]:
    """Return every telephone number in a text."""
    return _found(_PHONE.finditer(text))


def find_addresses(text: str) -> list[Contact]:
    """Return every street address in a text."""
    return list(_in_line(text)) if len(text) <= _LONGEST_LINE else _found(_streets(text))


def has_address(text: str) -> bool:
    """Tell whether there is a street address in a text."""
    if text.isascii() and not _DIGIT.search(text):  # only a Japanese one needs no number
        return False
    return bool(_in_line(text)) if len(text) <= _LONGEST_LINE else next(_streets(text), None) is not None


@lru_cache(maxsize=4_096)
def _in_line(text: str) -> tuple[Contact, ...]:
    """Return the street addresses of a line: the same ones stand in the records of a list, and are asked for again."""
    return tuple(_found(_streets(text)))


def _streets(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of `_STREET`, looked for only where one can begin: to look at every letter takes far longer."""
    if text.isascii() and not _DIGIT.search(text):
        return
    begins: set[int] = set()
    for house in _HOUSE.finditer(text):
        stop = house.start()
        begins.add(stop)
        if house["behind"] is not None:
            begins.update(match.start() for match in _CAPITAL.finditer(text, max(0, stop - _LONGEST_STREET), stop))
    begins.update([match.start() for match in _STREET_WORD.finditer(text)])
    if not text.isascii() and any(sign in text for sign in _SIGNS):
        begins.update(sign.start() + step for sign in _SIGN.finditer(text) for step in _PREFECTURE)
    after = 0
    for begin in sorted(begins):
        match = _STREET.match(text, begin) if begin >= after else None
        if match is not None:
            yield match
            after = match.end()


def _found(matches: Iterable[re.Match[str]]) -> list[Contact]:
    return [Contact(match.start(), match.end(), match[0].strip()) for match in matches]
