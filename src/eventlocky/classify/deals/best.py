"""Our own sentence classifier: one weight for every word, pair of words and piece of a word, and for the numbers.

A linear model over hashes needs no list of words and no clusters; what it learned is one array. Trained by
scikit-learn, applied with numpy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals import features
from eventlocky.classify.deals.words import related
from eventlocky.models import arrays as files
from eventlocky.models.arrays import Arrays, need
from eventlocky.models.trainers import trainer

SIZE = 1 << 18
"""So many different hashes are told apart."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_MOST_TOKENS = 120
_PIECE = 4
_NUMBERS = (1, 2, 4)
"""A count is told by steps: at least one, two, four."""


class Linear:
    """A logistic regression over hashed pieces of a sentence."""

    name = "linear"

    def __init__(self, strength: float = 100.0) -> None:
        """Store how far the weights may go."""
        self.strength = strength

    def fit(self, texts: Sequence[str], labels: Sequence[int], weights: Sequence[float] | None = None) -> Linear:
        """Learn the weights of labelled sentences."""
        model = trainer("sklearn.linear_model").LogisticRegression(C=self.strength, max_iter=200)
        model.fit(_matrix([pieces(text) for text in texts]), labels, sample_weight=weights)
        self.weights_ = model.coef_[0].astype(np.float32)
        self.bias_ = float(model.intercept_[0])
        return self

    def probabilities(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how likely each sentence sells."""
        scores = [self._score(pieces(text)) for text in texts]
        return np.asarray(1 / (1 + np.exp(-np.clip(np.array(scores, dtype=float), -500, 500))))

    def label(self, texts: Sequence[str], threshold: float = 0.5) -> list[bool]:
        """Tell of each sentence whether it sells."""
        return [bool(value > threshold) for value in self.probabilities(texts)]

    def save(self, file: Path) -> None:
        """Write the model; half precision is enough."""
        files.write(file, {"weights": self.weights_.astype(np.float16)}, {"classifier": self.name, "bias": self.bias_})

    @classmethod
    def load(cls, file: Path) -> Linear:
        """Read a model; a file that does not fit is refused."""
        return files.read(file, cls.name, cls._build)

    @classmethod
    def _build(cls, arrays: Arrays, card: Mapping[str, Any]) -> Linear:
        files.shaped(arrays, {"weights": (SIZE,)})
        model = cls()
        model.weights_, model.bias_ = arrays["weights"].astype(np.float32), float(card["bias"])
        need(bool(np.isfinite(model.bias_)), "its bias is no number")
        return model

    def _score(self, found: list[int]) -> float:
        return float(self.weights_[found].sum() / len(found) ** 0.5) + self.bias_


def pieces(text: str) -> list[int]:
    """Return the hashes of a sentence: words, pairs, pieces of words, groups of words, shapes, numbers by steps."""
    return sorted({crc32(name.encode("utf-8", "surrogatepass")) % SIZE for name in _names(text)}) or [0]


def _names(text: str) -> Iterable[str]:
    tokens = _TOKEN.findall(text)[:_MOST_TOKENS]
    folded = [_shape(token) if token.isdigit() else token.casefold()[:20] for token in tokens]
    groups = related()
    yield f"n:{min(len(tokens) // 4, 12)}"
    yield f"begin:{folded[0] if folded else ''}"
    yield f"end:{folded[-1] if folded else ''}"
    for token, word in zip(tokens, folded, strict=True):
        yield f"w:{word}"
        if word in groups:
            yield f"g:{groups[word]}"
        if len(word) > _PIECE:
            padded = f"<{word}>"
            yield from (f"c:{padded[place : place + _PIECE]}" for place in range(len(padded) - _PIECE + 1))
        if token[:1].isupper():
            yield f"s:{'A' if token.isupper() and len(token) > 1 else 'Aa'}"
    for before, after in pairwise(folded):
        yield f"p:{before} {after}"
    upper = sum(token[:1].isupper() for token in tokens) / max(1, sum(token[:1].isalpha() for token in tokens))
    yield f"u:{int(4 * upper)}"
    rest = features.read(text, {}).rest
    for letter, value in zip(features.LETTERS, rest, strict=True):
        yield from (f"{letter}>={step}" for step in _NUMBERS if value >= step)


def _shape(digits: str) -> str:
    """Return a number by how many digits it has."""
    return "0" * min(6, len(digits))


def _matrix(rows: list[list[int]]) -> Any:  # noqa: ANN401 - scipy has no types
    places = [place for row in rows for place in row]
    values = [len(row) ** -0.5 for row in rows for _ in row]
    ends = np.cumsum([0, *map(len, rows)])
    return trainer("scipy.sparse").csr_matrix((values, places, ends), shape=(len(rows), SIZE))
