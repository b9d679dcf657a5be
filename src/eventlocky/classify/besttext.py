"""Our own classifier of a record's text: one linear model over facts, pairs of facts and words.

Facts hold on sites that were never seen, words carry what no fact names. Logistic regression gives every one of them a
weight; how strongly weights are held back is searched with sites left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.onehot import sparse
from eventlocky.classify.texts import SEED, Shares, TextClassifier, check, f1, parts, sigmoid
from eventlocky.models.arrays import Arrays, need, pack, unpack
from eventlocky.models.trainers import trainer
from eventlocky.text import tokens
from eventlocky.text.facts import facts

LOG_C = (-6, -5, -4, -3)
"""Powers of two: below, nothing is learned, above, sites are learned by heart."""

_INNER_FOLDS = 5
_LEAST_COUNT = 3


class BestText(TextClassifier):
    """Logistic regression over facts and words."""

    name = "best-text"
    places_: dict[str, int]
    weights_: NDArray[np.float32]
    bias_: float
    log_c_: float

    def __init__(self, model: str = "", *, words: str = "runs", seed: int = SEED, log_c: float | None = None) -> None:
        """Store parameters; C is given as a power of two, or searched for."""
        super().__init__(model, words=words, seed=seed)
        self.log_c = log_c

    def fit(self, texts: Sequence[str], labels: Sequence[int], sites: Sequence[str] | None = None) -> Self:
        """Learn one weight for every fact, pair of facts and word."""
        check(texts, labels)
        said = [self._said(text) for text in texts]
        counts = Counter(name for names in said for name in names)
        kept = sorted(name for name, count in counts.items() if count >= _LEAST_COUNT) or sorted(counts)
        self.places_ = {name: place for place, name in enumerate(kept)}
        rows = sparse([self._known(names) for names in said], len(kept))
        wanted = np.asarray(labels, dtype=bool)
        self.log_c_ = self.log_c if self.log_c is not None else _search(rows, wanted, sites)
        trained = _regression(self.log_c_).fit(rows, wanted)
        self.weights_ = trained.coef_[0].astype(np.float32)
        self.bias_ = float(trained.intercept_[0])
        return self

    def probabilities(self, texts: Sequence[str]) -> Shares:
        """Return for every text how sure it is that it is an event."""
        found = [float(self.weights_[self._known(self._said(text))].sum()) for text in texts]
        return sigmoid(np.array(found) + self.bias_)

    def parameters(self) -> dict[str, float]:
        """Return C as a power of two."""
        return {"log_c": self.log_c_}

    def _said(self, text: str) -> list[str]:
        return sorted({*facts(text), *(f"={word}" for word in tokens.get(self.words)(text))})

    def _known(self, names: Sequence[str]) -> list[int]:
        return [self.places_[name] for name in names if name in self.places_]

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {"names": pack(list(self.places_)), "weights": self.weights_}
        return arrays, {"bias": self.bias_, "log_c": self.log_c_}

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        names, weights = unpack(arrays["names"]), arrays["weights"]
        need(weights.shape == (len(names),) == (len(set(names)),), "its facts and weights do not fit")
        need(weights.dtype.kind == "f", "its weights are no numbers")
        self.places_ = {name: place for place, name in enumerate(names)}
        self.weights_ = weights.astype(np.float32)
        self.bias_, self.log_c_ = float(card["bias"]), float(card["log_c"])


def _regression(log_c: float) -> Any:  # noqa: ANN401 - scikit-learn has no types
    return trainer("sklearn.linear_model").LogisticRegression(C=2.0**log_c, class_weight="balanced", max_iter=2_000)


def _search(rows: Any, wanted: NDArray[np.bool_], sites: Sequence[str] | None) -> float:  # noqa: ANN401
    """Return the power of C with the best F1 over inner folds."""
    folds = parts(wanted.tolist(), sites, _INNER_FOLDS)
    best = (-1.0, float(LOG_C[0]))
    for log_c in LOG_C:
        said = np.zeros(len(wanted), dtype=bool)
        for fold in range(_INNER_FOLDS):
            learn, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
            if len(test) and len(set(wanted[learn])) > 1:
                said[test] = _regression(log_c).fit(rows[learn], wanted[learn]).decision_function(rows[test]) > 0
        if (score := f1(wanted, said)) > best[0] + 1e-9:
            best = (score, float(log_c))
    return best[1]
