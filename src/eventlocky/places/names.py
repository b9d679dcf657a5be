"""Names of organisations and places as data gives them: cleaned for people, folded for comparing, in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LONGEST = 200
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff]"
)
"""Control characters, marks that turn the direction of writing, halves of characters: nothing that a name needs."""
_ODD = re.compile(r"[^\x21-\x7e ]| {2}|^ | $")
_SPACES = re.compile(r"\s+")
_NOT_WORDS = re.compile(r"[\W_]+")
_LAST_WITH_ACCENTS = "\u052f"
"""Latin, Greek and Cyrillic letters lose their accents; the marks of later scripts make other letters (か and が)."""


def clean(text: object, longest: int = _LONGEST) -> str:
    """Return a text in one line without what cannot be seen; what is no text is empty."""
    if not isinstance(text, str):
        return ""
    if _ODD.search(text):
        text = _SPACES.sub(" ", _UNSEEN.sub(" ", text[: 4 * longest])).strip()
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


@lru_cache(maxsize=65_536)
def fold(text: str) -> str:
    """Return a name as it is compared: `Café Müller & Söhne` is `cafe muller sohne`, `ＮＨＫホール` is `nhkホール`."""
    text = text.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).casefold()
        parts = unicodedata.normalize("NFKD", text)
        text = "".join(
            char for at, char in enumerate(parts) if not (unicodedata.combining(char) and _is_accent(parts, at))
        )
        text = unicodedata.normalize("NFC", text)
    return _NOT_WORDS.sub(" ", text).strip()


def _is_accent(parts: str, at: int) -> bool:
    """Tell whether a mark stands on a letter of Latin, Greek or Cyrillic."""
    while at and unicodedata.combining(parts[at]):
        at -= 1
    return parts[at] <= _LAST_WITH_ACCENTS


@lru_cache(maxsize=65_536)
def bigrams(folded: str) -> frozenset[str]:
    """Return the pairs of neighbouring characters in a folded name, spaces apart."""
    solid = folded.replace(" ", "")
    return frozenset(solid[at : at + 2] for at in range(len(solid) - 1)) if len(solid) > 1 else frozenset((solid,))


def alike(one: str, other: str) -> float:
    """Return how alike two folded names are, from 0 to 1: the share of their bigrams that both have (Dice)."""
    if one == other:
        return 1.0
    first, second = bigrams(one), bigrams(other)
    return 2 * len(first & second) / (len(first) + len(second))
