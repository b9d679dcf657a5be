"""A forest of decision trees as arrays: all trees are walked at once, a level at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
Places = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees one after another: a node's feature, its threshold, its children, its value; a leaf leads to itself."""

    features: tuple[str, ...]
    roots: Places
    feature: Places
    threshold: Numbers
    left: Places
    right: Places
    value: Numbers
    depth: int

    def probabilities(self, rows: Numbers) -> NDArray[np.float64]:
        """Return for every row the probability that the forest gives it."""
        count = len(rows)
        if not count:
            return np.zeros(0)
        place = np.repeat(self.roots[:, None], count, axis=1)
        columns = np.arange(count)
        for _ in range(self.depth):
            feature = self.feature[place]
            goes_left = rows[columns, feature] <= self.threshold[place]
            place = np.where(goes_left, self.left[place], self.right[place])
        raw = self.value[place].sum(axis=0, dtype=np.float64)
        return np.asarray(1 / (1 + np.exp(-raw)))
