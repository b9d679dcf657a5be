"""One weight for every word, by hash: what the words of a record, its heading and its page say for an event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

_MOST_PARTS = 50_000
"""What so many words say is kept: more are those of a run over millions of pages."""


@dataclass(frozen=True, eq=False)
class WordWeights:
    """A linear model over hashed words; the weights of a text are summed and divided by the root of their number."""

    weights: NDArray[np.float32]
    bias: float

    @property
    def size(self) -> int:
        """How many different hashes there are."""
        return len(self.weights)

    def score(self, hashes: Iterable[int]) -> float:
        """Return how much a text speaks for an event: above 0 for, below 0 against."""
        distinct = set(hashes)
        return self.mean(self.sum(distinct), len(distinct))

    def known(self, hashes: Sequence[int]) -> set[int]:
        """Return those of some hashes that have a weight; of hundreds, the array tells it faster than the list."""
        places = np.array(hashes, dtype=np.int64)
        return {*places[self.weights[places] != 0].tolist()}

    def sum(self, distinct: Collection[int]) -> float:
        """Return the sum of the weights of different words."""
        return sum(map(self._listed.__getitem__, distinct))

    def mean(self, total: float, count: int) -> float:
        """Return what so many words with so large a sum say."""
        return total / count**0.5 + self.bias if count else self.bias

    def spelt(self, parts: Iterable[str], groups: Callable[[str], list[int]]) -> float:
        """Return how much the letters of a text speak for it: every group as often as it occurs.

        What a part says, such as a word, is kept: words come again on every page.
        """
        known, total, count = self._sums, 0.0, 0
        for part in parts:
            said = known.get(part)
            if said is None:
                if len(known) >= _MOST_PARTS:
                    known.clear()
                numbers = groups(part)
                said = known[part] = self.sum(numbers), len(numbers)
            total += said[0]
            count += said[1]
        return self.mean(total, count)

    @cached_property
    def _sums(self) -> dict[str, tuple[float, int]]:
        return {}

    @cached_property
    def _listed(self) -> list[float]:
        """The weights as plain numbers: picking fifty of them is faster than asking an array."""
        listed: list[float] = self.weights.tolist()
        return listed
