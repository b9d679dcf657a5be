"""The words of a text as search knows them, in any script, for the index and for what is asked.

Words are folded: HTML entities, width, case and accents do not count. Scripts that do not part their words with spaces
(Japanese, Chinese, Thai …), and Korean, whose particles stick to words, give pairs of letters and the last letter
alone, so that every word within a run is found, one of a single letter too. A word asked for is a sequence of tokens.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_ACCENTS = re.compile("[\u0300-\u036f]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_TERM = re.compile(r'(-?)(?:"([^"]*)"|(\S+))')
_MOST_TERMS = 16
"""No one asks for more words; each costs a look at every candidate."""


@lru_cache(maxsize=1)
def _runs() -> re.Pattern[str]:
    """Return the pattern of a run: letters of dense scripts, or letters, digits and their marks of others."""
    marks = "".join(re.escape(chr(code)) for code in range(0x370, 0x2000) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(rf"([{_DENSE}]+)|((?:(?![{_DENSE}])[^\W_])(?:(?![{_DENSE}])[^\W_]|[{marks}])*)")


def fold(text: str) -> str:
    """Return a text without what does not tell words apart: `&Eacute;cole ＡＢＣ` is `ecole abc`."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", text))


def tokens(text: str) -> list[str]:
    """Return the tokens of a text: `Jazz 東京駅` gives jazz, 東京, 京駅, 駅."""
    folded = fold(text)
    if folded.isascii():
        return _ASCII_WORD.findall(folded)
    found: list[str] = []
    for match in _runs().finditer(folded):
        dense = match[1]
        if dense is None:
            found.append(match[2])
        else:
            found += [dense[place : place + 2] for place in range(len(dense))]
    return found


def spaced(text: str) -> str:
    """Return the tokens of a text between spaces, so that a sequence of them is a part of the string."""
    found = tokens(text)
    return f" {' '.join(found)} " if found else ""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing asked for: tokens that follow each other. The last may be only the beginning of a token."""

    tokens: tuple[str, ...]
    is_beginning: bool = False
    is_unwanted: bool = False

    @property
    def part(self) -> str:
        """Return the string that `spaced` texts with this term have as a part."""
        return f" {' '.join(self.tokens)}" + ("" if self.is_beginning else " ")

    @property
    def match(self) -> str:
        """Return the term in the language of the full-text index; tokens hold no quotes."""
        return f'"{" ".join(self.tokens)}"' + (" *" if self.is_beginning else "")


def terms(asked: str) -> list[Term]:
    """Return what is asked for: words, `"words in a row"`, and `-words` that must not be there."""
    found = []
    for minus, quoted, plain in _TERM.findall(asked[:1_000]):
        term = _term(quoted or plain, is_unwanted=bool(minus))
        if term is not None and term not in found:
            found.append(term)
    return found[:_MOST_TERMS]


def _term(text: str, *, is_unwanted: bool) -> Term | None:
    known = tokens(text)
    if not known:
        return None
    last = known[-1]
    if len(last) == 1 and re.match(f"[{_DENSE}]", last):
        if len(known) > 1 and len(known[-2]) > 1 and known[-2].endswith(last):
            return Term(tuple(known[:-1]), is_unwanted=is_unwanted)  # the end of the run asked for is none in the text
        return Term(tuple(known), is_beginning=True, is_unwanted=is_unwanted)
    return Term(tuple(known), is_unwanted=is_unwanted)
