"""Linear models over hashed words, or groups of letters: a weight each."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import numpy as np

from eventlocky.models import WordWeights
from eventlocky.models.trainers import trainer


def linear(
    texts: list[list[int]],
    right: list[bool],
    weights: list[float],
    size: int,
    strength: float,
    *,
    is_counted: bool = False,
) -> WordWeights:
    """Return a weight a hash; each counts once in a text, or where they are counted as often as it occurs."""
    model = trainer("sklearn.linear_model").LogisticRegression(C=strength, max_iter=300)
    model.fit(
        (_counted if is_counted else sparse)(texts, size), right, sample_weight=np.array(weights) / np.mean(weights)
    )
    return WordWeights(model.coef_[0].astype(np.float16).astype(np.float32), float(model.intercept_[0]))


def sparse(texts: list[list[int]], size: int, *, root: bool = True) -> Any:  # noqa: ANN401 - scipy has no types
    """Return a row of hashes for every text, each counting one, or one by the root of their number."""
    tables = trainer("scipy.sparse")
    places: list[int] = []
    values: list[float] = []
    ends = [0]
    for hashes in texts:
        distinct = sorted(set(hashes))
        places += distinct
        values += [len(distinct) ** -0.5 if root else 1.0] * len(distinct)
        ends.append(len(places))
    return tables.csr_matrix((values, places, ends), shape=(len(texts), size))


def _counted(texts: list[list[int]], size: int) -> Any:  # noqa: ANN401 - scipy has no types
    """Return a row of hashes for every text, each by its number over the root of all."""
    counts = [Counter(numbers) for numbers in texts]
    values = [count / len(numbers) ** 0.5 for numbers, one in zip(texts, counts, strict=True) for count in one.values()]
    ends = np.cumsum([0, *map(len, counts)])
    return trainer("scipy.sparse").csr_matrix((values, [*chain(*counts)], ends), shape=(len(texts), size))
