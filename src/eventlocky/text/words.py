"""The words of a text, in any script: runs of letters, and pairs of characters where words are not spaced."""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"\w+")
_IN_RUNS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() or chr(code) == "_" else ord(" ") for code in range(128)
) + bytes(range(128, 256))
"""A table of bytes that leaves spaces between what `_RUN` finds in plain letters: it takes a fifth of the time."""

_IN_RUNS_OF_LINES = bytes(code if code == ord("\n") else _IN_RUNS[code] for code in range(256))
"""The same where lines are told apart."""

_IN_LETTERS = bytes(code if chr(code).isalpha() else ord(" ") for code in range(128)) + bytes(range(128, 256))
"""The same for what `_WORD` finds."""

DENSE = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""The letters of scripts whose words no space parts from numbers and names, as a pattern has them between brackets."""

_DENSE = re.compile(f"[{DENSE}]")
_HIGH = re.compile(r"[^\x00-\u2e7f]")
"""What a dense letter is among: looking for it takes half of the time, and most texts have none."""

_SHORT = 2
_LONG_RUN = re.compile(r"[^\W\d_]{3,}")
LETTERS_OF_BEGINNING = 4
"""So many letters of a word are its beginning, by which a reader is told whether to look at it at all."""


def words(text: str, most: int = 80) -> list[str]:
    """Return the first words of a text in lower case; Chinese, Japanese and Korean runs give their pairs of letters."""
    folded = text.casefold()
    if folded.isascii():
        return [word[:14] for word in folded.encode().translate(_IN_LETTERS).decode().split(None, most)[:most]]
    if not _DENSE.search(folded):
        return _in_letters(folded, most)
    found: list[str] = []
    for match in _WORD.finditer(folded):
        word = match[0]
        if _DENSE.search(word):
            found += [word[place : place + 2] for place in range(max(1, len(word) - 1))]
        else:
            found.append(word[:14])
        if len(found) >= most:
            break
    return found[:most]


def _in_letters(text: str, most: int) -> list[str]:
    """Return what `_WORD` finds, cut by the plain letters first: only words with other letters are looked at by it."""
    plain = text.encode(errors="surrogatepass").translate(_IN_LETTERS).decode(errors="surrogatepass")
    found: list[str] = []
    for piece in plain.split():
        if piece.isascii():
            found.append(piece[:14])
        else:
            found += [word[:14] for word in _WORD.findall(piece)]
        if len(found) >= most:
            break
    return found[:most]


def low(text: str) -> str:
    """Return a text in lower case that is as long as it was: a pattern in lower case is faster than one of any case."""
    return text.replace("İ", "i").lower()


def lowered(text: str) -> list[str]:
    """Return the runs of letters and digits of a text in lower case: what the word ends of a pattern stand around."""
    if text.isascii():
        return text.encode().translate(_IN_RUNS).decode().split()
    found: list[str] = []
    spaced = low(text).encode(errors="surrogatepass").translate(_IN_RUNS).decode(errors="surrogatepass")
    for piece in spaced.split():  # most words of most texts are plain
        if piece.isascii():
            found.append(piece)
        else:
            found += _RUN.findall(piece)
    return found


def long_runs(text: str) -> list[str]:
    """Return the runs of three or more letters of a text in lower case, without digits."""
    if text.isascii():
        return [word for word in text.lower().encode().translate(_IN_LETTERS).decode().split() if len(word) > _SHORT]
    return [word.lower() for word in _LONG_RUN.findall(text)]


def lowered_lines(lines: Sequence[str]) -> list[list[str]]:
    """Return what `lowered` gives for each of many lines, none of which holds a break: at once, in half of the time."""
    if not lines:
        return []
    plain = "\n".join(lines).encode(errors="surrogatepass").translate(_IN_RUNS_OF_LINES).decode(errors="surrogatepass")
    return [
        spaced.split() if spaced.isascii() else lowered(line)
        for line, spaced in zip(lines, plain.split("\n"), strict=True)
    ]


def distinct(text: str) -> set[str]:
    """Return the words that `lowered` gives, each once: of a whole page in half of the time."""
    found = set(text.encode(errors="surrogatepass").translate(_IN_RUNS).decode(errors="surrogatepass").split())
    odd = [word for word in found if not word.isascii()]
    found.difference_update(odd)
    found.update(_RUN.findall(low(" ".join(odd))))
    return found


def is_dense(text: str) -> bool:
    """Tell whether a text has letters of a script that does not part its words with spaces."""
    return not text.isascii() and _HIGH.search(text) is not None and _DENSE.search(text) is not None


def first_words(alternatives: str) -> frozenset[str]:
    """Return the first word of each of some alternatives: a text without any of them cannot match.

    The alternatives are those of a pattern, and their first words are plain: `read more|buchen|more info(?:s)?`.
    """
    return frozenset(match[0] for part in alternatives.lower().split("|") if (match := _RUN.match(part)))


def beginnings(alternatives: str) -> frozenset[str]:
    """Return the first four letters of each of some alternatives of a pattern: `annulée?s?|sold out` gives annu, sold.

    An alternative whose first letters are fewer must be a whole word there.
    """
    found = (_WORD.match(part) for part in alternatives.lower().split("|"))
    return frozenset(match[0][:LETTERS_OF_BEGINNING] for match in found if match)


def by_letter(alternatives: str) -> str:
    """Write the alternatives of a pattern by their first letters: where none of these stands, nothing is tried.

    They hold no other `|`, and begin with plain letters: what must not stand before one is said behind its first
    letter, as in `n(?<!--n)ame`. Only a pattern that minds the case can look for first letters.
    """
    found: dict[str, list[str]] = {}
    for each in alternatives.split("|"):
        found.setdefault(each[0], []).append(each[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in found.items())


def hashed(prefix: str, found: list[str], size: int) -> list[int]:
    """Return a number below `size` for each word, the same in every process."""
    begin = crc32(prefix.encode())
    return [crc32(word.encode(), begin) % size for word in found]
