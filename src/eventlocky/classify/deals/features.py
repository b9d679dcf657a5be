"""The twelve features of a sentence that the Deal Finder goes by (its Table 2), A to L.

A is the words with their related words; B to H are counts of named things; I to L are the average amount of money,
the average percentage, the count of numbers and that of symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log1p

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals.entities import Own, Recogniser
from eventlocky.classify.deals.words import expanded, related
from eventlocky.text import money

NUMBERS = (
    "ner_date", "ner_organization", "ner_time", "ner_location", "ner_percentage", "ner_money", "ner_person",
    "sym_dollar_average", "sym_percent_average", "sym_numbers", "sym_symbols",
)  # fmt: skip
"""The features B to L, in the order of the paper."""

LETTERS = "BCDEFGHIJKL"
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SYMBOL = re.compile(r"[^\w\s]")
_MOST_LETTERS = 2_000


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, or block of sentences, as numbers: its words (A) and the rest (B to L)."""

    words: tuple[str, ...]
    rest: tuple[float, ...]


def read(text: str, groups: dict[str, str] | None = None, recogniser: Recogniser | None = None) -> Sentence:
    """Return the features of a sentence; `groups` are its related words, `recogniser` counts named things."""
    text = text[:_MOST_LETTERS]
    named = (recogniser or Own()).count(text)
    amounts = [float(amount.value) for amount in money.find(text)]
    percents = [float(percent.value) for percent in money.find_percentages(text)]
    return Sentence(
        tuple(expanded(text, related() if groups is None else groups)),
        (
            float(named.dates), float(named.organisations), float(named.times), float(named.places),
            float(named.percentages), float(named.money), float(named.persons),
            sum(amounts) / len(amounts) if amounts else 0.0,
            sum(percents) / len(percents) if percents else 0.0,
            float(len(_NUMBER.findall(text))),
            float(len(_SYMBOL.findall(text))),
        ),
    )  # fmt: skip


def table(sentences: Sequence[Sentence], letters: str = LETTERS) -> NDArray[np.float64]:
    """Return the numbers of sentences, a row each, of the features that some letters name; large ones are drawn in."""
    places = [LETTERS.index(letter) for letter in LETTERS if letter in letters]
    return np.array([[log1p(sentence.rest[place]) for place in places] for sentence in sentences]).reshape(
        len(sentences), len(places)
    )


class Vocabulary:
    """The words that a model knows, each with its place."""

    def __init__(self, words: Iterable[str]) -> None:
        """Store the words."""
        self.words = list(words)
        self.places = {word: place for place, word in enumerate(self.words)}

    @classmethod
    def of(cls, sentences: Iterable[Sentence], fewest: int = 2, most: int = 20_000) -> Vocabulary:
        """Return the words that stand in at least some of the sentences, the commonest first."""
        counts: dict[str, int] = {}
        for sentence in sentences:
            for word in set(sentence.words):
                counts[word] = counts.get(word, 0) + 1
        common = sorted(
            (word for word, count in counts.items() if count >= fewest), key=lambda word: (-counts[word], word)
        )
        return cls(common[:most])

    def find(self, sentence: Sentence) -> list[int]:
        """Return the places of a sentence's words; those that the model does not know are left out."""
        return [place for word in sentence.words if (place := self.places.get(word)) is not None]
