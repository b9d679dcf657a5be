"""Where to write, to ring and to go: e-mail addresses, telephone numbers, street addresses in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

_EMAIL = re.compile(r"(?<![\w.+-])[\w+-][\w.+-]{0,63}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?!\w)")
_PHONE = re.compile(
    r"(?=[+(\d])(?<![\w./-])(?!(?:19|20)\d\d[./-])(?:\+\d{1,3}[ .-]?)?"
    r"\(?\d{2,5}\)?[ ./-]\d{2,4}[ .-]?\d{2,4}(?:[ .-]?\d{2,4})?(?![\w./-])",
)
_STREET = re.compile(
    r"(?=[A-ZÄÖÜ\d〒一-龥])(?<!\w)(?:"
    r"\d{1,5}[a-z]? (?:[A-Z][\w.'-]{0,30} ){1,4}"
    r"(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Way|Sq|Square|Pl|Place|Court|Ct|Hwy|Highway)\b"
    r"|[A-ZÄÖÜ][\w.-]{0,40}(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|ring|markt"
    r"|laan|straat|plein|gatan|gade|vägen) ?\d{1,4}[a-z]?\b"
    r"|\d{1,4}(?: ?bis)?,? (?:rue|avenue|boulevard|place|quai) (?:[\w'-]{1,30} ?){1,6}"
    r"|〒 ?\d{3}-\d{4}"
    r"|(?:東京都|北海道|(?:京都|大阪)府|[一-龥]{2,3}県)[一-龥ぁ-んァ-ヶ]{1,12}[市区町村郡][一-龥ぁ-んァ-ヶー0-9０-９\-‐−丁目番地号]{1,30}"
    r")",
)


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
    return _find(_STREET, text)


def _find(pattern: re.Pattern[str], text: str) -> list[Contact]:
    return [Contact(match.start(), match.end(), match[0].strip()) for match in pattern.finditer(text)]
