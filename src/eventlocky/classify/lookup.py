"""Words that speak for one thing or another, looked up fast: whole words, beginnings, ends, phrases, and parts of runs.

An entry `run` is a whole word, `concert*` begins one, `*fest` ends one, `_` is a space. In a script that parts no words
an entry may stand anywhere; there `展_` must end a run. Most words of a page mean nothing and stand there again, so
what was looked up is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from eventlocky.text.words import is_dense, lowered

SURE: Final = 3.0
HINT: Final = 0.7
"""What a sure word and a hint count. With 0.7 one hint of a title is not enough to judge by, two are: measured on the
half of docs/categories.md's tables that is for building, one alone was wrong half of the time."""

_MOST_COUNTED = 9.0
"""What the words of a text may give one thing: three sure words, more say no more."""

_LONGEST_ENDING = 3
"""So many letters behind the beginning of a word are its ending, not another word: `højmesse-n`."""

_MOST_KNOWN = 50_000
_DENSE_END = r"(?=$|\s|[」』)）])"

NOTHING: Final = -1
"""The number of what an entry means that is only there to be passed over."""

Sense = tuple[int, float, int]
"""The number of what a word speaks for, how much, and the number of the entry: each counts once."""

Phrase = tuple[list[str], bool, Sense]
"""The words of a phrase behind its first, whether the last of them is only begun, and what it means."""

Meaning = tuple[tuple[Sense, ...], list[Phrase]]
"""What a word means alone, and the phrases that it begins, the longest first: its words mean nothing else."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What most words speak for, by its number, and the points that it and all together have."""

    number: int
    points: float
    share: float


class Words:
    """Entries ready to be looked up: each with the number of what it speaks for, and what it counts."""

    def __init__(self, entries: Mapping[tuple[str, int], float]) -> None:
        self._whole: dict[str, list[Sense]] = {}
        self._begun: dict[str, list[Sense]] = {}
        self._ended: dict[str, list[Sense]] = {}
        self._phrases: dict[str, list[Phrase]] = {}
        self._dense: dict[str, list[Sense]] = {}
        self._known: dict[str, Meaning | tuple[()]] = {}
        for place, ((entry, number), weight) in enumerate(entries.items()):
            self._add(entry, (number, weight, place))
        self._longest = max(map(len, [*self._begun, *self._ended]), default=0)
        for phrases in self._phrases.values():
            phrases.sort(key=lambda phrase: -len(phrase[0]))
        dense = sorted(self._dense, key=len, reverse=True)
        self._dense_word = re.compile("|".join(re.escape(word).replace("_", _DENSE_END) for word in dense))

    def _add(self, entry: str, sense: Sense) -> None:
        if is_dense(entry):
            self._dense.setdefault(entry, []).append(sense)
            return
        parts = lowered(entry.replace("_", " "))
        if not parts:
            return
        if len(parts) > 1:
            self._phrases.setdefault(parts[0], []).append((parts[1:], entry.endswith("*"), sense))
        elif entry.endswith("*"):
            self._begun.setdefault(parts[0], []).append(sense)
        elif entry.startswith("*"):
            self._ended.setdefault(parts[0], []).append(sense)
        else:
            self._whole.setdefault(parts[0], []).append(sense)

    def count(self, text: str, words: Sequence[str]) -> dict[int, float]:
        """Return the points of everything that is spoken for in a text, whose words in lower case are given."""
        found: set[Sense] = set()
        known, after_phrase = self._known, 0
        for place, word in enumerate(words):
            meaning = known.get(word)
            if meaning is None:
                meaning = self._learn(word)
            if meaning and place >= after_phrase:
                senses, phrases = meaning
                for rest, is_begun, sense in phrases:
                    if _follows(words[place + 1 : place + 1 + len(rest)], rest, is_begun=is_begun):
                        senses, after_phrase = (sense,), place + 1 + len(rest)
                        break
                found.update(senses)
        if self._dense and is_dense(text):
            found.update(sense for match in self._dense_word.finditer(text) for sense in self._of_dense(match[0]))
        points: dict[int, float] = {}
        for number, weight, _ in found:
            points[number] = min(points.get(number, 0.0) + weight, _MOST_COUNTED)
        points.pop(NOTHING, None)
        return points

    def is_telling(self, word: str) -> bool:
        """Tell whether a word in lower case speaks for anything, or begins a phrase that does."""
        meaning = self._known.get(word)
        return bool(self._learn(word) if meaning is None else meaning)

    def _of_dense(self, word: str) -> list[Sense]:
        return self._dense.get(word) or self._dense[f"{word}_"]

    def _learn(self, word: str) -> Meaning | tuple[()]:
        """Look a word up and keep what was found: most words of a page mean nothing, and stand there again."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        senses, phrases = tuple(self._look_up(word)), self._phrases.get(word, [])
        found = self._known[word] = (senses, phrases) if senses or phrases else ()
        return found

    def _look_up(self, word: str) -> list[Sense]:
        """Look a word up as a whole, else by the longest beginning and the longest end that are known.

        The end of a compound is what it is, its beginning a hint: a `Kinderkonzert` is music.
        """
        if word in self._whole:
            return self._whole[word]
        lengths = range(min(len(word), self._longest), 1, -1)
        begun = next((length for length in lengths if word[:length] in self._begun), 0)
        ended = next((length for length in lengths if word[-length:] in self._ended), 0)
        if begun and (not ended or begun >= len(word) - _LONGEST_ENDING):
            return self._begun[word[:begun]]
        modifier = [(number, min(weight, HINT), entry) for number, weight, entry in self._begun.get(word[:begun], ())]
        return modifier + self._ended.get(word[len(word) - ended :], [])


def _follows(after: Sequence[str], rest: Sequence[str], *, is_begun: bool) -> bool:
    """Tell whether the rest of a phrase stands behind its first word."""
    if len(after) != len(rest):
        return False
    return after == rest or (is_begun and after[:-1] == rest[:-1] and after[-1].startswith(rest[-1]))


def judge(parts: Iterable[tuple[Mapping[int, float], float]]) -> Judgement | None:
    """Return what has most of the points of some parts, each with its weight; of equals the lower number."""
    points: dict[int, float] = {}
    for counted, weight in parts:
        for number, count in counted.items():
            points[number] = points.get(number, 0.0) + weight * count
    if not points:
        return None
    best = min(points, key=lambda number: (-points[number], number))
    return Judgement(best, points[best], points[best] / sum(points.values()))
