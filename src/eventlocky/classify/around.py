"""What stands around a text on its page: what is beside it, what is most like it, what it is part of, its own parts.

Each of these is a table of shares over the texts of the page, so that what they say on average is one product. Texts
that differ in digits only count as one: a label that is there forty times is not forty witnesses. Nothing hangs on
the order of the texts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

MOST = 500
"""Texts of one page that are looked at together: every one is compared with every other. More are taken in turns."""

COUNT = 12
"""Numbers that a text is given for what stands around it."""

_LONGEST = 6_000
_SHORTEST = 2
"""Characters: a text of one is part of anything."""

_ALIKE = 4
"""The power of likeness: with it, the most alike fifth of a page outweighs the rest."""

_FEW = 1.0
_FEW_ALIKE = 0.5
"""So many others are believed by half."""

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """Tables of shares: a row sums to one, or to zero where there is nobody."""

    beside: Numbers
    """All that is neither part of a text nor holds it."""

    outer: Numbers
    """Those of them that are no part of another text."""

    alike: Numbers
    """The same, by how alike their facts are."""

    wholes: Numbers
    parts: Numbers
    trust: Numbers
    """How far `outer` and `alike` are to be believed: two columns, the more of them the nearer to 1."""

    @property
    def has_any(self) -> NDArray[np.bool_]:
        """Tell of every text whether anything is around it."""
        return np.asarray((self.outer + self.wholes + self.parts).any(axis=1))

    def numbers(self, sure: Numbers) -> Numbers:
        """Return for every text what the others say, by how sure each is (the logarithm of its odds)."""
        half = 1 / (1 + np.exp(-sure)) - 0.5
        columns = [
            column
            for table, trust in ((self.outer, self.trust[:, 0]), (self.alike, self.trust[:, 1]))
            for column in (trust, trust * sure, trust * (table @ sure), trust * (table @ half))
        ]
        for table in (self.wholes, self.parts):
            columns += [table @ sure, table.any(axis=1) * sure]
        return np.stack(columns, axis=1)


def turns(places: Sequence[int]) -> list[NDArray[np.intp]]:
    """Return the places of a page's texts as they are looked at together."""
    return [np.array(places[begin : begin + MOST], dtype=np.intp) for begin in range(0, len(places), MOST)]


def read(texts: Sequence[str], facts: Sequence[Collection[str]]) -> Around:
    """Return what stands around each text of a page."""
    plain = ["".join(unicodedata.normalize("NFKC", text[:_LONGEST]).casefold().split()) for text in texts]
    shapes = [_DIGITS.sub("0", text) for text in plain]
    counts = Counter(shapes)
    once = np.array([1 / counts[shape] for shape in shapes])
    number = {shape: place for place, shape in enumerate(counts)}
    shape = np.array([number[one] for one in shapes])
    within = _within(plain)
    beside = np.where(within | within.T | (shape[:, None] == shape[None, :]), 0.0, once)
    outer = np.where(within.any(axis=1), 0.0, beside)
    alike = outer * _likeness(facts) ** _ALIKE
    many, close = outer.sum(axis=1), alike.sum(axis=1)
    trust = np.stack([many / (many + _FEW), close / (close + _FEW_ALIKE)], axis=1)
    return Around(_shares(beside), _shares(outer), _shares(alike), _shares(within), _shares(within.T), trust)


def _within(texts: Sequence[str]) -> NDArray[np.bool_]:
    """Tell of every text (row) whether it is part of another, longer one (column)."""
    found = np.zeros((len(texts), len(texts)), dtype=bool)
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for rank, place in enumerate(order):
        text = texts[place]
        if len(text) >= _SHORTEST:
            found[place, [other for other in order[rank + 1 :] if text in texts[other] and text != texts[other]]] = True
    return found


def _likeness(facts: Sequence[Collection[str]]) -> Numbers:
    """Return the cosine of the facts of all pairs."""
    number = {fact: place for place, fact in enumerate(sorted({fact for some in facts for fact in some}))}
    rows = np.zeros((len(facts), max(1, len(number))), dtype=np.float32)
    for row, some in zip(rows, facts, strict=True):
        row[[number[fact] for fact in some]] = 1
    rows /= np.maximum(np.sqrt(rows.sum(axis=1, keepdims=True)), 1)
    return np.asarray(np.minimum(rows @ rows.T, 1), dtype=np.float64)


def _shares(table: NDArray[Any]) -> Numbers:
    numbers = np.asarray(table, dtype=np.float64)
    sums = numbers.sum(axis=1, keepdims=True)
    return np.asarray(numbers / np.where(sums > 0, sums, 1))
