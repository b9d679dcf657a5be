"""The languages of the interface: which one a visitor reads, and its words, one file a language under `languages/`.

A choice that was made (a cookie) goes before what the browser says (Accept-Language). Events keep their own language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de", "ja")
COOKIE = "language"
_FOLDER = Path(__file__).parent / "languages"
_LONGEST = 500
"""Of an Accept-Language header so many letters are read."""


def choose(accepted: str, chosen: str = "") -> str:
    """Return the language for a visitor: the one chosen, else the best of those accepted, else English.

    >>> choose("fr, de-AT;q=0.8, en;q=0.5")
    'de'
    """
    if chosen in LANGUAGES:
        return chosen
    wishes = [_wish(part) for part in accepted[:_LONGEST].split(",")]
    known = [(weight, -place, name) for place, (name, weight) in enumerate(wishes) if name in LANGUAGES and weight > 0]
    return max(known)[2] if known else LANGUAGES[0]


def of_headers(headers: Mapping[bytes, bytes]) -> str:
    """Return the language for whoever sent these headers."""
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    return choose(accepted, _cookie(headers.get(b"cookie", b"").decode("latin-1")))


def say(language: str, key: str, /, **values: object) -> str:
    """Return some words by their key, `home.title`, with the values put in."""
    return _words(language)[key].format_map(values)


def words_under(language: str, room: str) -> dict[str, str]:
    """Return all words of one room, for the scripts of a page."""
    return {key.removeprefix(f"{room}."): said for key, said in _words(language).items() if key.startswith(f"{room}.")}


def say_again(language: str, message: str) -> str:
    """Return what a visitor did wrong, said in English by whoever found out, in their own language where it has words.

    >>> say_again("de", "Write at most 20 words.")
    'Schreib höchstens 20 Worte.'
    """
    for key, pattern in _problems():
        if found := pattern.fullmatch(message):
            return say(language, key, **found.groupdict())
    return message


@cache
def _problems() -> list[tuple[str, re.Pattern[str]]]:
    """Return the English sentences of mistakes as patterns: what stands in braces can be anything."""
    said = ((key, re.escape(words)) for key, words in _words("en").items() if key.startswith("problem."))
    return [(key, re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", words), re.DOTALL)) for key, words in said]


@cache
def _words(language: str) -> dict[str, str]:
    tables = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{room}.{key}": str(said) for room, table in tables.items() for key, said in table.items()}


def _cookie(header: str) -> str:
    pairs = (pair.strip().partition("=") for pair in header.split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), "")


def _wish(part: str) -> tuple[str, float]:
    name, _, rest = part.strip().partition(";")
    try:
        weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
    except ValueError:
        weight = 0.0
    return name.strip().lower().split("-")[0], weight
