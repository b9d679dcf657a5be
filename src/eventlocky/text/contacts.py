"""Where to write, to ring and to go: e-mail addresses, telephone numbers, street addresses in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
_NUMBERED = re.compile(r"\d|[都道府県]")
"""No street address is without a number, but for those that name a prefecture."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One address or number: where it stands and its words."""

    first: int
    stop: int
    text: str


def find_emails(text: str) -> list[Contact]:
    """Return every e-mail address in a text."""
    return _find(_EMAIL, text) if "@" in text else []


def find_phones(text: str) -> list[Contact]:
    """Return every telephone number in a text."""
    return _find(_PHONE, text)


def find_addresses(text: str) -> list[Contact]:
    """Return every street address in a text."""
    return _find(_STREET, text) if _NUMBERED.search(text) else []


def has_address(text: str) -> bool:
    """Tell whether there is a street address in a text."""
    return _NUMBERED.search(text) is not None and _STREET.search(text) is not None


def _find(pattern: re.Pattern[str], text: str) -> list[Contact]:
    return [Contact(match.start(), match.end(), match[0].strip()) for match in pattern.finditer(text)]
