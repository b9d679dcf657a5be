"""A support vector machine with an RBF kernel: trained by scikit-learn (LIBSVM), applied with numpy.

C and gamma are searched on a grid of powers of two by the F1 on sites left out, as the Event.Locky paper does with its
records. A decision above 0 is a yes; the probability is the logistic of it, not calibrated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.texts import Shares, f1, parts, sigmoid
from eventlocky.models.arrays import Arrays, need
from eventlocky.models.trainers import trainer

LOG_C = (-1, 2, 5, 8)
LOG_GAMMA = (-5, -3, -1, 1, 3)
"""Powers of two; gamma is in units of one over the mean squared length of the vectors.

Vectors trained on few records are short or long as it happens (from 0.1 to 4 on average), so gamma means little
without that.
"""

_INNER_FOLDS = 3
_MOST_SEARCHED = 5_000
"""Records that C and gamma are searched on, drawn from more: the kernel of all pairs must fit into memory."""

_AT_ONCE = 512
Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Svm:
    """The support vectors with their weights; the numbers of vectors are such that half precision holds them."""

    vectors: Rows
    weights: NDArray[np.float32]
    bias: float
    gamma: float
    log_c: float
    log_gamma: float

    def probabilities(self, rows: Rows) -> Shares:
        """Return how sure it is of every row, a few at a time so that memory stays small."""
        found = [
            kernel(rows[place : place + _AT_ONCE], self.vectors, self.gamma) @ self.weights + self.bias
            for place in range(0, len(rows), _AT_ONCE)
        ]
        return sigmoid(2 * np.concatenate(found)) if found else np.zeros(0)

    def pack(self) -> tuple[Arrays, dict[str, Any]]:
        """Return what a file keeps."""
        numbers = {"bias": self.bias, "gamma": self.gamma, "log_c": self.log_c, "log_gamma": self.log_gamma}
        return {"svm.vectors": self.vectors.astype(np.float16), "svm.weights": self.weights}, numbers


def unpack(arrays: Arrays, card: Mapping[str, Any], size: int) -> Svm:
    """Read a machine over vectors of a size."""
    vectors, weights = arrays["svm.vectors"], arrays["svm.weights"]
    need(vectors.ndim == 2 and vectors.shape[1] == size, "its support vectors do not fit")  # noqa: PLR2004
    need(vectors.dtype.kind == "f" and weights.shape == (len(vectors),), "its support vectors have no weights")
    bias, gamma = float(card["bias"]), float(card["gamma"])
    need(bool(np.isfinite([bias, gamma]).all()) and gamma >= 0, "its kernel is broken")
    numbers = bias, gamma, float(card["log_c"]), float(card["log_gamma"])
    return Svm(vectors.astype(np.float32), weights.astype(np.float32), *numbers)


def kernel(rows: Rows, others: Rows, gamma: float) -> Rows:
    """Return exp(-gamma |x - y|²) of all pairs."""
    distances = (rows**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None, :] - 2 * rows @ others.T
    return np.asarray(np.exp(-gamma * np.maximum(distances, 0)), dtype=np.float32)


def fit(rows: Rows, labels: Sequence[int], sites: Sequence[str] | None, given: tuple[float, float] | None) -> Svm:
    """Train a machine; C and gamma are searched for where they are not given (as powers of two)."""
    machine = trainer("sklearn.svm").SVC
    wanted = np.asarray(labels, dtype=bool)
    log_c, log_gamma = given or _search(rows, wanted, sites)
    gamma = 2.0**log_gamma / _scale(rows)
    trained = machine(C=2.0**log_c, gamma=gamma, cache_size=500)
    trained.fit(rows, wanted)
    return Svm(
        rows[trained.support_].astype(np.float32),
        trained.dual_coef_[0].astype(np.float32),
        float(trained.intercept_[0]),
        gamma,
        float(log_c),
        float(log_gamma),
    )


def _scale(rows: Rows) -> float:
    """Return the mean squared length of vectors, 1 where all are zero."""
    return float((rows.astype(np.float64) ** 2).sum(axis=1).mean()) or 1.0


def _search(rows: Rows, wanted: NDArray[np.bool_], sites: Sequence[str] | None) -> tuple[float, float]:
    """Return the powers of C and gamma with the best F1 over inner folds; of equal ones the smaller."""
    if len(rows) > _MOST_SEARCHED:
        some = np.sort(np.random.default_rng(len(rows)).permutation(len(rows))[:_MOST_SEARCHED])
        return _search(rows[some], wanted[some], None if sites is None else [sites[place] for place in some])
    machine = trainer("sklearn.svm").SVC
    folds = parts(wanted.tolist(), sites, _INNER_FOLDS)
    best = (-1.0, float(LOG_C[0]), float(LOG_GAMMA[0]))
    for log_gamma in LOG_GAMMA:
        every = kernel(rows, rows, 2.0**log_gamma / _scale(rows))
        for log_c in LOG_C:
            said = np.zeros(len(rows), dtype=bool)
            for fold in range(_INNER_FOLDS):
                learn, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
                if not len(test) or len(set(wanted[learn])) < 2:  # noqa: PLR2004 - two classes
                    continue
                trained = machine(C=2.0**log_c, kernel="precomputed", cache_size=500)
                trained.fit(every[np.ix_(learn, learn)], wanted[learn])
                said[test] = trained.decision_function(every[np.ix_(test, learn)]) > 0
            score = f1(wanted, said)
            if score > best[0] + 1e-9:
                best = (score, float(log_c), float(log_gamma))
    return best[1], best[2]
