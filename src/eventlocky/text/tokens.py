"""The words of a text as a classifier counts them.

`mecab` cuts Japanese as the papers do: by a morphological analyser with the IPADIC dictionary (extra `ja`). `runs`
needs nothing: a run of one script is a word, and longer runs of kanji or kana give their pairs of characters. Other
languages give their Unicode words either way. Digits become zeros, so that all four-digit years are one word.
A model must be applied with the words it was trained on, so its card names them.
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any

from eventlocky.errors import MissingExtraError, UnknownNameError

MOST = 2_000
"""Words of one text that are counted: the longest record of the corpora has under 900."""

_LONGEST = 40_000
"""Characters of one text that are looked at: far more than `MOST` words need."""

_RUN = re.compile(
    r"(?P<kanji>[\u3400-\u9fff\uf900-\ufaff々〆]+)|(?P<kana>[\u3041-\u309f]+)|(?P<kata>[\u30a1-\u30ffー]+)"
    r"|(?P<other>[^\W_\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+)"
)
_DIGIT = re.compile(r"\d")
_BROKEN = re.compile(r"[\x00\ud800-\udfff]")
"""What no text should hold, and what the analyser stumbles over: zeros and halves of characters."""

_JAPANESE = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_]")
_WHOLE = 2
"""Runs of kanji or kana up to this long are one word."""

_LONGEST_WORD = 24


def fold(text: str) -> str:
    """Return a text in one width and case, with every digit a zero."""
    whole = _BROKEN.sub(" ", text[:_LONGEST])
    return _DIGIT.sub("0", unicodedata.normalize("NFKC", whole).casefold())


def runs(text: str) -> list[str]:
    """Return runs of one script: `第3回ジャズ演奏会` gives 第, 0, 回, ジャズ, 演奏, 奏会."""
    found: list[str] = []
    for match in _RUN.finditer(fold(text)):
        run = match[0]
        if match.lastgroup in {"kanji", "kana"} and len(run) > _WHOLE:
            found += [run[place : place + 2] for place in range(len(run) - 1)]
        else:
            found.append(run[:_LONGEST_WORD])
        if len(found) >= MOST:
            break
    return found[:MOST]


def mecab(text: str) -> list[str]:
    """Return the morphemes of a Japanese text, the Unicode words of any other."""
    text = fold(text)
    if not _JAPANESE.search(text):
        return runs(text)
    surfaces = (node.surface for node in _tagger()(text))
    return [surface[:_LONGEST_WORD] for surface in surfaces if _WORD.search(surface)][:MOST]


@cache
def _tagger() -> Any:  # noqa: ANN401 - fugashi has no types
    try:
        analyser, dictionary = importlib.import_module("fugashi"), importlib.import_module("ipadic")
    except ImportError as error:
        what = "Cutting Japanese into words by MeCab"
        raise MissingExtraError(what, "ja") from error
    return analyser.GenericTagger(dictionary.MECAB_ARGS)


WORDS: dict[str, Callable[[str], list[str]]] = {"runs": runs, "mecab": mecab}
"""Every way to cut words, by its name."""


def get(name: str) -> Callable[[str], list[str]]:
    """Return a way to cut words by its name."""
    if name not in WORDS:
        what = "way to cut words"
        raise UnknownNameError(what, name, WORDS)
    return WORDS[name]
