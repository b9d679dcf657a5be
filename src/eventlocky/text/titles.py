"""Whether two titles name the same thing, whatever their case, width and punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_AGREE = 0.6


@lru_cache(maxsize=50_000)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a title; scripts without spaces give their letters."""
    return tuple(split(text))


def split(text: str) -> list[str]:
    """Return the words of any text as those of titles are, without remembering them."""
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        found += list(word) if _DENSE.search(word) else [word]
    return found


def likeness(one: str, other: str) -> float:
    """Return the share of words that two titles have in common, from 0 to 1."""
    mine, yours = words_of(one), words_of(other)
    my_words, your_words = {*mine}, {*yours}
    common = len(my_words & your_words)
    if common and len(my_words) < len(mine) and len(your_words) < len(yours):  # only then a word may count twice
        common = sum((Counter(mine) & Counter(yours)).values())
    return 2 * common / (len(mine) + len(yours)) if common else 0.0


@lru_cache(maxsize=50_000)
def same(one: str, other: str) -> bool:
    """Tell whether most words of two titles agree, or one holds the other and is not much longer."""
    mine, yours = words_of(one), words_of(other)
    if not mine or not yours:
        return False
    if likeness(one, other) >= _AGREE:
        return True
    inner, outer = " ".join(mine), " ".join(yours)
    if inner in outer:
        return len(yours) <= 3 * len(mine) + 6
    return outer in inner and 2 * len(yours) >= len(mine)
