"""Event.Locky's classifiers over word vectors: the plain mean (`w2v-mean`) and the paper's own, weighted (`locky`).

A word that stands in event records only, or in other records only, tells more than one that stands in both: its weight
is |1 - 2 p(event | word)|, from counts of records. The vector of a record is the sum of its words' weighted vectors
over 1 plus the sum of the weights. An SVM with an RBF kernel tells events from the rest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify import embed, svm
from eventlocky.classify.texts import SEED, Shares, TextClassifier, check
from eventlocky.models.arrays import Arrays, need
from eventlocky.text import tokens


class OverVectors(TextClassifier):
    """An SVM over one vector a record."""

    vectors_: embed.Vectors
    svm_: svm.Svm

    def __init__(
        self,
        model: str = "",
        *,
        words: str = "runs",
        seed: int = SEED,
        log_c: float | None = None,
        log_gamma: float | None = None,
    ) -> None:
        """Store parameters; C and gamma are given as powers of two, or searched for."""
        super().__init__(model, words=words, seed=seed)
        self.log_c = log_c
        self.log_gamma = log_gamma

    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,
        pages: Sequence[str] | None = None,  # noqa: ARG002
    ) -> Self:
        """Learn the vectors of words, then the machine over records."""
        check(texts, labels)
        sentences = [tokens.get(self.words)(text) for text in texts]
        self._learn(sentences, labels)
        given = None if self.log_c is None or self.log_gamma is None else (self.log_c, self.log_gamma)
        self.svm_ = svm.fit(embed.rounded(self._rows(sentences)), labels, sites, given)
        return self

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text how sure it is that it is an event."""
        return self.svm_.probabilities(self._rows([tokens.get(self.words)(text) for text in texts]))

    def parameters(self) -> dict[str, float]:
        """Return C and gamma as powers of two."""
        return {"log_c": self.svm_.log_c, "log_gamma": self.svm_.log_gamma}

    @abstractmethod
    def _learn(self, sentences: Sequence[list[str]], labels: Sequence[int]) -> None:
        """Learn the vectors of words, and what else the vectors of records need."""

    @abstractmethod
    def _row(self, places: list[int]) -> embed.Rows:
        """Return the vector of a record from the rows of its words."""

    def _rows(self, sentences: Sequence[list[str]]) -> embed.Rows:
        rows = np.zeros((len(sentences), self.vectors_.size), dtype=np.float32)
        for number, words in enumerate(sentences):
            if places := self.vectors_.known(words):
                rows[number] = self._row(places)
        return rows

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays, numbers = self.svm_.pack()
        return arrays | self.vectors_.pack(), numbers

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        self.vectors_ = embed.read(arrays)
        self.svm_ = svm.unpack(arrays, card, self.vectors_.size)


class W2vMean(OverVectors):
    """The mean of the word vectors."""

    name = "w2v-mean"

    def _learn(self, sentences: Sequence[list[str]], labels: Sequence[int]) -> None:  # noqa: ARG002 - of words alone
        self.vectors_ = embed.fit(sentences, self.seed)

    def _row(self, places: list[int]) -> embed.Rows:
        return np.asarray(self.vectors_.rows[places].mean(axis=0), dtype=np.float32)


class Locky(OverVectors):
    """Weighted paragraph vectors: the classifier of the Event.Locky paper."""

    name = "locky"
    weights_: NDArray[np.float32]

    def _learn(self, sentences: Sequence[list[str]], labels: Sequence[int]) -> None:
        """Learn the vectors, then count in how many records, and in how many events, every word stands."""
        self.vectors_ = embed.fit(sentences, self.seed)
        count = len(self.vectors_.places)
        records, events = np.zeros(count), np.zeros(count)
        for words, is_event in zip(sentences, labels, strict=True):
            places = sorted(set(self.vectors_.known(words)))
            records[places] += 1
            if is_event:
                events[places] += 1
        self.weights_ = np.abs(1 - 2 * events / np.maximum(1, records)).astype(np.float32)

    def _row(self, places: list[int]) -> embed.Rows:
        weights = self.weights_[places]
        return np.asarray(weights @ self.vectors_.rows[places] / (1 + weights.sum()), dtype=np.float32)

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays, numbers = super()._pack()
        return arrays | {"weights": self.weights_}, numbers

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        super()._unpack(arrays, card)
        weights = arrays["weights"]
        need(weights.shape == (len(self.vectors_.rows),), "its words have no weights")
        need(bool(((weights >= 0) & (weights <= 1)).all()), "its weights are not between 0 and 1")
        self.weights_ = weights.astype(np.float32)
