"""One weight for every word, by hash: what the words of a record, its heading and its page say for an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
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
        distinct = list(set(hashes))
        if not distinct:
            return self.bias
        return float(self.weights[distinct].sum() / len(distinct) ** 0.5) + self.bias
