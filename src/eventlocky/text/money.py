"""Amounts of money and percentages in a text, as pages of many countries write them.

An amount needs a currency beside it, a count in front of it ("3 für 22,00") or a measure behind it ("19,90/kg"): a
number alone is never money. Every pattern is linear: no repeated part can match the same characters in two ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from eventlocky.text.words import DENSE

_SIGNS = {
    "$": "USD",
    "US$": "USD",
    "A$": "AUD",
    "AU$": "AUD",
    "C$": "CAD",
    "CDN$": "CAD",
    "CAD$": "CAD",
    "CA$": "CAD",
    "NZ$": "NZD",
    "S$": "SGD",
    "HK$": "HKD",
    "R$": "BRL",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "￥": "JPY",
    "円": "JPY",
    "元": "CNY",
    "₩": "KRW",
    "원": "KRW",
    "₹": "INR",
    "₽": "RUB",
    "руб": "RUB",
    "₺": "TRY",
    "zł": "PLN",
    "Kč": "CZK",
    "лв": "BGN",
    "грн": "UAH",
    "₴": "UAH",
    "DT": "TND",
    "TND": "TND",
    "Rs.": "INR",
    "Ft": "HUF",
    "lei": "RON",
    "NT$": "TWD",
    "Fr.": "CHF",
    "SFr.": "CHF",
    "kr": "kr",
    "kr.": "kr",
    ",-": "EUR",
    "Euro": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "dollars": "USD",
    "pounds": "GBP",
    "yen": "JPY",
}
_CODES = "USD EUR GBP JPY CHF SEK DKK NOK PLN CZK AUD CAD NZD INR KRW CNY BRL TRY RUB HUF RON BGN SGD HKD".split()
_SIGNS |= {code: code for code in _CODES}

_NUMBER = r"\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,2})?(?!\d)"
_BEFORE = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True) if sign not in {",-", "円", "元"})
_AFTER = "|".join(
    re.escape(sign) + (r"\b" if sign[-1].isalpha() and sign.isascii() else "")
    for sign in sorted(_SIGNS, key=len, reverse=True)
    if not sign.endswith("$")
)
_LONE = (
    r"(?P<count>\d{1,2}) (?:für|for|för|pour|voor|per|por|za) (?P<third>\d{1,4}[.,]\d\d)"
    r"(?![\d.,]| ?(?:[ap]\.?m|h\b|Uhr|%))"
)
_EACH = (
    r"(?P<fifth>\d{1,4}[.,]\d\d)(?= ?/ ?(?:1 ?)?(?:k?g|lb|oz|l|ltr|pack|pkg|pkt|pc|pcs|piece|each|ea|"
    r"st(?:k|ck|ück|uk)?|frp|förp|burk|pi[eè]ce|ud|unidad|kos|ks|szt|db|pz|bunt|bund)\b)"
)
"""What one of something, or a measure of it, costs: "22,90/kg"."""

_THOUSANDS = "百千万億萬亿백천만억"
"""Behind these a number is the rest of a larger one: 1万5000円."""

_AMOUNT = re.compile(
    rf"(?<![\w$€£¥])(?P<before>{_BEFORE})[ \u00a0]?(?P<first>{_NUMBER})"
    rf"|(?<=\d)(?P<sign>[$€£])(?P<fourth>{_NUMBER})"  # $14.49$11.59: two prices in neighbouring elements
    rf"|(?<![^\W{DENSE}])(?<![.,{_THOUSANDS}])(?P<second>{_NUMBER})(?:,-|,–)?"
    rf"(?:[ \u00a0](?![€£]\d))?(?P<after>{_AFTER})"  # not the 30 of 19:30 €12
    rf"|(?<![\w.,]){_LONE}|(?<![\w.,]){_EACH}",
)
_PERCENT = re.compile(rf"(\d(?<![^\W{DENSE}]\d)(?<![.,]\d)\d{{0,2}}(?:[.,]\d{{1,2}})?) ?[%％]")
"""No letter stands before it, but in a script that parts no words from numbers: 全品30％割引."""

_LONGEST_SIGN, _LONGEST_AMOUNT = 8, 48
"""How many letters a currency and a space take in front of a number, and a number with all around it behind that."""


def _beside_digit() -> re.Pattern[str]:
    """Return the pattern of the first digits of numbers that may be money: a pattern that begins so is far faster.

    What stands before the digit ends as a currency does, or a currency follows the number, "3 für", or a measure.
    """
    signs = [sign for sign in _SIGNS if sign not in {",-", "円", "元"}]
    lone = re.escape("".join(sorted({sign[-1] for sign in signs if len(sign) == 1 or sign.endswith("$")})))
    ends = "|".join(sorted({re.escape(sign[-2:]) for sign in signs if len(sign) > 1 and not sign.endswith("$")}))
    space = r"[ \u00a0]"
    last = re.escape("".join(sorted({sign[-1] for sign in signs})))  # looked for first: most numbers have another
    next_one = re.escape("".join(sorted({sign[0] for sign in _SIGNS if not sign.endswith("$")} | {"-", "–"})))
    return re.compile(
        rf"\d(?<!\d\d)(?:(?<=[{last}]\d)(?:(?<=[{lone}]\d)|(?<=(?:{ends})\d))"
        rf"|(?<=[{last}]{space}\d)(?:(?<=[{lone}]{space}\d)|(?<=(?:{ends}){space}\d))"
        rf"|(?<![^\W{DENSE}]\d)(?<![.,{_THOUSANDS}]\d)"
        rf"(?:(?=[\d.,'\u00a0\u202f ]{{0,28}}+(?=[{next_one}])(?:(?<=,)[-–]|{_AFTER}))"
        rf"|(?=\d? [fpvz])|(?=\d{{0,3}}[.,]\d\d ?/)))"
    )


_BESIDE = _beside_digit()


@dataclass(frozen=True, slots=True)
class Amount:
    """One amount of money: where it stands and what it says; its currency is empty in "3 für 22,00" and "19,90/kg"."""

    first: int
    stop: int
    value: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Percentage:
    """One percentage: where it stands and what it says."""

    first: int
    stop: int
    value: Decimal


def find(text: str) -> list[Amount]:
    """Return every amount of money in a text, in order."""
    return [
        Amount(
            match.start(),
            match.end(),
            number(match["first"] or match["fourth"] or match["second"] or match["third"] or match["fifth"]),
            _SIGNS.get(match["before"] or match["sign"] or match["after"], ""),
        )
        for match in _amounts(text)
    ]


def _amounts(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of `_AMOUNT`, looked for beside the digits that may be money only."""
    after = 0
    for digit in _BESIDE.finditer(text):
        first = digit.start()
        if first < after:
            continue
        match = _AMOUNT.search(text, max(after, first - _LONGEST_SIGN), first + _LONGEST_AMOUNT)
        if match is not None and match.start() <= first:
            yield match
            after = match.end()


def find_percentages(text: str) -> list[Percentage]:
    """Return every percentage in a text, in order."""
    if "%" not in text and "％" not in text:
        return []
    return [Percentage(match.start(), match.end(), number(match[1])) for match in _PERCENT.finditer(text)]


def number(digits: str) -> Decimal:
    """Read a number with points, commas, spaces or apostrophes: `1.250,00` and `1,250.00` are the same.

    A last group of three digits is thousands, one of one or two digits is a fraction.
    """
    whole, mark, fraction = _split_fraction(digits)
    plain = "".join(letter for letter in whole if letter.isdigit())
    return Decimal(f"{plain}.{fraction}") if mark else Decimal(plain)


def _split_fraction(digits: str) -> tuple[str, str, str]:
    for mark in (".", ","):
        whole, found, fraction = digits.rpartition(mark)
        if found and len(fraction) in {1, 2} and fraction.isdigit():
            return whole, found, fraction
    return digits, "", ""
