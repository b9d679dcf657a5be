"""How a text is spelt: groups of letters of its words, which of them have a capital, its last sign.

Whoever speaks, where and what about are spelt differently: `Agnete Holt` is somebody to a reader who has never met the
name. Words that nobody taught say nothing by themselves; their beginnings and ends do, and so do capitals.
"""

from __future__ import annotations

import re
from zlib import crc32

from eventlocky.text.words import is_dense

SIZE = 1 << 15
"""How many different numbers groups of letters have."""

_WORD = re.compile(r"[^\W\d_]+")
_MOST_WORDS, _LONGEST_WORD, _MOST_CAPITALS = 12, 14, 6
_GROUPS = (3, 4)
"""So many letters are a group. With five, and twice the room, titles on sites left out were not found more often."""


def parts(text: str) -> list[str]:
    """Return the first words of a text, and in words of their own where its capitals stand and how it ends."""
    found = _WORD.findall(text)[:_MOST_WORDS]
    capitals = "".join(["X" if word[0].isupper() else "x" for word in found[:_MOST_CAPITALS]])
    return [*[word.casefold()[:_LONGEST_WORD] for word in found], f"capitals {capitals}", f"end {text[-1:]}"]


def groups(part: str) -> list[int]:
    """Return a number for each group of letters of a part: three and four of them, two where words are not spaced."""
    if " " in part:
        pieces = [part]
    elif is_dense(part):
        pieces = [part[place : place + 2] for place in range(max(1, len(part) - 1))]
    else:
        word = f"<{part}>"
        pieces = [word[place : place + size] for size in _GROUPS for place in range(len(word) - size + 1)]
    return [crc32(piece.encode(errors="surrogatepass")) % SIZE for piece in pieces]


def numbers(text: str) -> list[int]:
    """Return the numbers of all groups of a text, as often as they occur."""
    return [number for part in parts(text) for number in groups(part)]
