"""Text to atoms: the numbers and the words of the lexicon, each with what stands before it.

One pass over the text, linear in its length. Everything else of the text is only looked at as the gap
between two atoms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from eventlocky.dates.lexicon import DENSE, Lexicon, Senses

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20,
    0xA0: 0x20,
    0x202F: 0x20,
    0x2009: 0x20,
}
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’./-][^\W\d_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_WIDE = re.compile(r"\s{2,}")
_MOST_DIGITS = 8
_HAS_FULL_WIDTH = re.compile("[\uff01-\uff5e\u3000\u00a0\u202f\u2009]")


@dataclass(slots=True)
class Atom:
    """A number or a word. `gap` is the text between the atom before and this one, `sign` a single letter."""

    first: int
    stop: int
    gap: str
    number: int = -1
    digits: int = 0
    senses: Senses = field(default_factory=dict)
    sign: str = ""


def plain_width(text: str) -> str:
    """Turn full-width signs and odd spaces into plain ones, letter for letter: places stay the same."""
    return text.translate(_FULL_WIDTH) if _HAS_FULL_WIDTH.search(text) else text


def _gap(text: str, end: int, first: int) -> str:
    """Return the text between two atoms with its white space folded: a break stays a break."""
    gap = text[end:first]
    if first - end < 2 or not _WIDE.search(gap):
        return gap
    return _WIDE.sub(lambda space: "\n" if "\n" in space[0] else " ", gap)


def atoms(text: str, lexicon: Lexicon) -> list[Atom]:
    """Return the atoms of a text of plain width, in order."""
    found: list[Atom] = []
    senses_of = lexicon.senses.get
    end = 0
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word[0].isdecimal():
            first, stop = match.span()
            number = int(word) if len(word) <= _MOST_DIGITS else -2
            found.append(Atom(first, stop, _gap(text, end, first), number, len(word)))
            end = stop
        elif (senses := senses_of(word.lower())) is not None:
            first, stop = match.span()
            found.append(
                Atom(first, stop, _gap(text, end, first), senses=senses, sign=word if stop - first == 1 else "")
            )
            end = stop
        elif (len(word) > 1 and not word.isalpha()) or word[0] > "\u2e7f":
            end = _split(text, match, lexicon, found, end)
    return found


def _split(text: str, match: re.Match[str], lexicon: Lexicon, found: list[Atom], end: int) -> int:
    """Look for known words inside a word such as `Fri-Sun` or `開催日時`."""
    pattern = lexicon.dense if DENSE.search(match[0]) else _LETTERS
    for part in pattern.finditer(text, *match.span()):
        if (senses := lexicon.senses.get(part[0].lower())) is not None:
            first, stop = part.span()
            found.append(
                Atom(first, stop, _gap(text, end, first), senses=senses, sign=part[0] if stop - first == 1 else "")
            )
            end = stop
    return end
