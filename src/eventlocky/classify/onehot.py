"""One-hot records: a word is there or not, and a linear C-SVM tells events from the rest (the 2015 forerunner)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.texts import SEED, Shares, TextClassifier, check, f1, parts, sigmoid
from eventlocky.models.arrays import Arrays, need, pack, unpack
from eventlocky.models.trainers import trainer
from eventlocky.text import tokens

LOG_C = (-7, -5, -3, -1, 1, 3)
"""Powers of two; the paper scans -5 to 5."""

_INNER_FOLDS = 3
_MOST_SEARCHED = 5_000
"""Records that C is searched on, drawn from more: a machine's time grows with the square of their number."""

_LEAST_COUNT = 2


class OneHot(TextClassifier):
    """Binary bag of words, linear C-SVM."""

    name = "onehot-svm"
    places_: dict[str, int]
    weights_: NDArray[np.float32]
    bias_: float
    log_c_: float

    def __init__(self, model: str = "", *, words: str = "runs", seed: int = SEED, log_c: float | None = None) -> None:
        """Store parameters; C is given as a power of two, or searched for."""
        super().__init__(model, words=words, seed=seed)
        self.log_c = log_c

    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,
        pages: Sequence[str] | None = None,  # noqa: ARG002
    ) -> Self:
        """Learn one weight a word."""
        check(texts, labels)
        bags = [sorted(set(tokens.get(self.words)(text))) for text in texts]
        self.places_ = vocabulary(bags)
        rows = sparse([[self.places_[word] for word in bag if word in self.places_] for bag in bags], len(self.places_))
        wanted = np.asarray(labels, dtype=bool)
        self.log_c_ = self.log_c if self.log_c is not None else _search(rows, wanted, sites)
        trained = trainer("sklearn.svm").SVC(C=2.0**self.log_c_, kernel="linear", cache_size=500).fit(rows, wanted)
        self.weights_ = np.asarray(trained.coef_.todense(), dtype=np.float32)[0]
        self.bias_ = float(trained.intercept_[0])
        return self

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text how sure it is that it is an event."""
        places = self.places_
        found = [
            float(
                self.weights_[
                    [places[word] for word in sorted(set(tokens.get(self.words)(text))) if word in places]
                ].sum()
            )
            for text in texts
        ]
        return sigmoid(2 * (np.array(found) + self.bias_))

    def parameters(self) -> dict[str, float]:
        """Return C as a power of two."""
        return {"log_c": self.log_c_}

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {"words": pack(list(self.places_)), "weights": self.weights_}
        return arrays, {"bias": self.bias_, "log_c": self.log_c_}

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        words, weights = unpack(arrays["words"]), arrays["weights"]
        need(weights.shape == (len(words),) == (len(set(words)),), "its words and weights do not fit")
        need(weights.dtype.kind == "f", "its weights are no numbers")
        self.places_ = {word: place for place, word in enumerate(words)}
        self.weights_ = weights.astype(np.float32)
        self.bias_, self.log_c_ = float(card["bias"]), float(card["log_c"])


def vocabulary(bags: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return a place for every word that stands in more than one record, in the order of the alphabet."""
    counts = Counter(word for bag in bags for word in set(bag))
    kept = sorted(word for word, count in counts.items() if count >= _LEAST_COUNT)
    return {word: place for place, word in enumerate(kept or sorted(counts))}


def sparse(rows: Sequence[Sequence[int]], width: int) -> Any:  # noqa: ANN401 - scipy has no types
    """Return a sparse matrix with ones at the places of every row."""
    ends = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    places = [place for row in rows for place in row]
    return trainer("scipy.sparse").csr_matrix((np.ones(len(places)), places, ends), shape=(len(rows), width))


def _search(rows: Any, wanted: NDArray[np.bool_], sites: Sequence[str] | None) -> float:  # noqa: ANN401
    """Return the power of C with the best F1 over inner folds."""
    if len(wanted) > _MOST_SEARCHED:
        some = np.sort(np.random.default_rng(len(wanted)).permutation(len(wanted))[:_MOST_SEARCHED])
        return _search(rows[some], wanted[some], None if sites is None else [sites[place] for place in some])
    machine = trainer("sklearn.svm").SVC
    folds = parts(wanted.tolist(), sites, _INNER_FOLDS)
    best = (-1.0, float(LOG_C[0]))
    for log_c in LOG_C:
        said = np.zeros(len(wanted), dtype=bool)
        for fold in range(_INNER_FOLDS):
            learn, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
            if len(test) and len(set(wanted[learn])) > 1:
                trained = machine(C=2.0**log_c, kernel="linear", cache_size=500).fit(rows[learn], wanted[learn])
                said[test] = trained.decision_function(rows[test]) > 0
        if (score := f1(wanted, said)) > best[0] + 1e-9:
            best = (score, float(log_c))
    return best[1]
