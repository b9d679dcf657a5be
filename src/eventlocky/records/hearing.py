"""What the text of a record says by itself: a list of notices holds one event among ten items.

Nothing but its words tells which. The words of a text, and the facts of a Japanese one, are weighed by what the records
of thousands of pages taught; the forest's opinion of the date and what is heard in the record and in its title are then
put together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from eventlocky.models import WordWeights
from eventlocky.text.facts import facts
from eventlocky.text.scripts import is_japanese
from eventlocky.text.tokens import runs
from eventlocky.text.words import hashed, words

HASHES = 1 << 16
"""How many different hashes of facts and words a model knows."""

_MOST_WORDS = 60
"""So many words of a text are heard."""

LONGEST = 400
"""Letters of a record that are heard."""

_LOUDEST = 4.0
"""More than this no text says for or against an event."""

_SUREST = 0.999


@lru_cache(maxsize=10_000)
def hashes(text: str) -> frozenset[int]:
    """Return the hashed facts and words of a Japanese text, of others the words, the first and last, and the pairs."""
    if is_japanese(text):
        return frozenset([*hashed("", facts(text), HASHES), *hashed("=", runs(text), HASHES)])
    said = words(text, _MOST_WORDS)
    ends = [f"^{said[0]}", f"{said[-1]}$"] if said else []
    pairs = [f"{one} {other}" for one, other in pairwise(said)]
    return frozenset(hashed("w:", [*said, *ends, *pairs], HASHES))


def hear(texts: Sequence[str], weights: WordWeights) -> NDArray[np.float64]:
    """Return how much each text says for an event."""
    known = {text: weights.sum(hashes(text)) + weights.bias for text in {*texts}}
    return np.clip([known[text] for text in texts], -_LOUDEST, _LOUDEST)


def evidence(days: NDArray[np.float64], heard: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what speaks for records, a row each: how likely the date is an event's, and the two numbers heard."""
    sure = np.clip(days, 1 - _SUREST, _SUREST)
    return np.column_stack([np.log(sure / (1 - sure)), heard])


def agree(days: NDArray[np.float64], heard: NDArray[np.float64], trust: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely dates are events' after hearing the texts; `trust` is what each counts, and a bias first."""
    return np.asarray(1 / (1 + np.exp(-(trust[0] + evidence(days, heard) @ trust[1:]))))
