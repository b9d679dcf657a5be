"""What links and addresses are called: the roles of `words.toml`, looked for in a text.

One regular expression a role, made of plain alternatives: linear in the text. Accents are taken off both
sides, because addresses are written without them.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from urllib.parse import unquote

from eventlocky.crawl.shapes import reading

_ANYWHERE = 7
"""A word of so many letters counts wherever it stands: it is long enough to mean itself inside a compound."""

_BEGINNING = 5
"""A word of so many letters counts where a word begins, a shorter one only as a whole word."""

_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_GAPS = re.compile(r"[\W_]+")
_LETTERS = re.compile(r"[a-z]+")
_LONGEST = 300
"""No link is read further than this."""
_NONE: frozenset[str] = frozenset()


def plain(text: str) -> str:
    """Write a text in small letters, without accents, its gaps as single spaces."""
    text = text[:_LONGEST]
    if text.isascii():
        return _GAPS.sub(" ", text.lower()).strip()
    apart = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter) or letter in "\u3099\u309a")
    return _GAPS.sub(" ", unicodedata.normalize("NFKC", bare)).strip()


@lru_cache(maxsize=20_000)
def roles(text: str) -> frozenset[str]:
    """Return the roles that the words of a text speak for.

    >>> sorted(roles("Veranstaltungskalender"))
    ['events']
    """
    return _roles(text)


@lru_cache(maxsize=20_000)
def roles_of_address(url: str) -> frozenset[str]:
    """Return the roles that the words of an address's path and query speak for."""
    path, query, _, _ = reading(url)
    words = f"{path} {query}" if query else path
    return _roles(unquote(words) if "%" in words else words)


def _roles(text: str) -> frozenset[str]:
    text = text[:_LONGEST]
    pieces = _LETTERS.findall(text.lower()) if text.isascii() else plain(text).split()
    if not any(map(_may_speak, pieces)):  # most links say nothing, with words that other links have too
        return _NONE
    words = plain(text)
    return frozenset(role for role, pattern in _patterns().items() if pattern.search(words))


@lru_cache(maxsize=1)
def _table() -> dict[str, list[str]]:
    """Return the words of every role, of all languages, as `plain` writes them."""
    table = tomllib.loads((resources.files("eventlocky.crawl") / "words.toml").read_text(encoding="utf-8"))
    return {
        role: sorted({plain(word) for words in languages.values() for word in words})
        for role, languages in table.items()
    }


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    return {role: re.compile("|".join(map(_pattern, words))) for role, words in _table().items()}


def _pattern(word: str) -> str:
    if _is_anywhere(word):
        return re.escape(word)
    begins = rf"\b{re.escape(word)}"
    return begins if len(word) >= _BEGINNING else rf"{begins}\b"


def _is_anywhere(word: str) -> bool:
    return bool(_DENSE.search(word)) or len(word) >= _ANYWHERE


@lru_cache(maxsize=20_000)
def _may_speak(word: str) -> bool:
    """Tell whether a word of any role may stand in a word, or the longest part of one that has several."""
    return _any_word().search(word) is not None


@lru_cache(maxsize=1)
def _any_word() -> re.Pattern[str]:
    """Match wherever a word of any role may stand, of "what s on" wherever "what" may."""
    words = [word for role in _table().values() for word in role]
    inside = [max(word.split(), key=len) for word in words if _is_anywhere(word) or " " in word]
    first = [word for word in words if not _is_anywhere(word) and " " not in word]
    return re.compile(rf"{_trie(inside)}|\b{_trie(first)}")


def _trie(words: Iterable[str]) -> str:
    """Write words as one expression that looks at every letter of a text once: `next, news` as `ne(?:xt|ws)`."""
    rest: dict[str, list[str]] = {}
    for word in words:
        if not word:
            return ""  # a word ends here, whatever follows
        rest.setdefault(word[0], []).append(word[1:])
    branches = [re.escape(letter) + _trie(tails) for letter, tails in sorted(rest.items())]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
