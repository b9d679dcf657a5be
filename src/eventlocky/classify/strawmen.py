"""The two that the papers set up to be beaten: naive Bayes over words, and the nearest records by cosine (k-NN).

Both are learned and applied with numpy alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.onehot import vocabulary
from eventlocky.classify.texts import Shares, TextClassifier, check, sigmoid
from eventlocky.models.arrays import Arrays, need, pack, unpack
from eventlocky.text import tokens

NEIGHBOURS = 5


class Bayes(TextClassifier):
    """Naive Bayes over the words that stand in a record (multinomial, each word once, counts plus one)."""

    name = "bayes"
    places_: dict[str, int]
    weights_: NDArray[np.float32]
    bias_: float

    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,  # noqa: ARG002
        pages: Sequence[str] | None = None,  # noqa: ARG002
    ) -> Self:
        """Count words in events and in the rest."""
        check(texts, labels)
        bags = [set(tokens.get(self.words)(text)) for text in texts]
        self.places_ = vocabulary([sorted(bag) for bag in bags])
        counts = np.ones((2, len(self.places_)))
        for bag, label in zip(bags, labels, strict=True):
            counts[int(label), [self.places_[word] for word in sorted(bag) if word in self.places_]] += 1
        shares = np.log(counts / counts.sum(axis=1, keepdims=True))
        self.weights_ = (shares[1] - shares[0]).astype(np.float32)
        events = sum(map(int, labels))
        self.bias_ = float(np.log(events / (len(labels) - events)))
        return self

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text how likely it is an event, as if words were independent."""
        found = []
        for text in texts:
            bag = sorted(set(tokens.get(self.words)(text)))
            found.append(float(self.weights_[[self.places_[word] for word in bag if word in self.places_]].sum()))
        return sigmoid(np.array(found) + self.bias_)

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        return {"words": pack(list(self.places_)), "weights": self.weights_}, {"bias": self.bias_}

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        words, weights = unpack(arrays["words"]), arrays["weights"]
        need(weights.shape == (len(words),) == (len(set(words)),), "its words and weights do not fit")
        need(weights.dtype.kind == "f", "its weights are no numbers")
        self.places_ = {word: place for place, word in enumerate(words)}
        self.weights_, self.bias_ = weights.astype(np.float32), float(card["bias"])


class Knn(TextClassifier):
    """The share of events among the five most alike records, each weighted by how alike it is."""

    name = "knn"
    places_: dict[str, int]
    members_: NDArray[np.int32]
    ends_: NDArray[np.int32]
    labels_: NDArray[np.int8]

    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,  # noqa: ARG002
        pages: Sequence[str] | None = None,  # noqa: ARG002
    ) -> Self:
        """Remember every record."""
        check(texts, labels)
        bags = [sorted(set(tokens.get(self.words)(text))) for text in texts]
        self.places_ = vocabulary(bags)
        known = [[self.places_[word] for word in bag if word in self.places_] for bag in bags]
        self.members_ = np.array([place for places in known for place in places], dtype=np.int32)
        self.ends_ = np.cumsum([len(places) for places in known]).astype(np.int32)
        self.labels_ = np.asarray(labels, dtype=np.int8)
        return self

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text the share of events among its neighbours; 0 where nothing is like it."""
        sizes = np.diff(self.ends_, prepend=0)
        owners = np.repeat(np.arange(len(sizes)), sizes)
        norms = np.sqrt(np.maximum(1, sizes))
        found = [self._share(text, owners, norms) for text in texts]
        return np.array(found, dtype=np.float64)

    def _share(self, text: str, owners: NDArray[np.int64], norms: NDArray[np.float64]) -> float:
        places = [self.places_[word] for word in set(tokens.get(self.words)(text)) if word in self.places_]
        if not places:
            return 0.0
        has = np.zeros(len(self.places_), dtype=np.float64)
        has[places] = 1
        common = np.bincount(owners, weights=has[self.members_], minlength=len(norms))
        alike = common / (norms * len(places) ** 0.5)
        nearest = np.argsort(-alike, kind="stable")[:NEIGHBOURS]
        weight = alike[nearest].sum()
        return float(alike[nearest] @ self.labels_[nearest] / weight) if weight > 0 else 0.0

    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {"members": self.members_, "ends": self.ends_, "labels": self.labels_}
        return arrays | {"words": pack(list(self.places_))}, {}

    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:  # noqa: ARG002 - nothing but arrays
        words, members, ends, labels = unpack(arrays["words"]), arrays["members"], arrays["ends"], arrays["labels"]
        need(
            all(part.ndim == 1 and part.dtype.kind == "i" for part in (members, ends, labels)), "its records are broken"
        )
        need(len(ends) == len(labels) > 0 and len(words) == len(set(words)), "its records and labels do not fit")
        need(bool((np.diff(ends, prepend=0) >= 0).all()) and int(ends[-1]) == len(members), "its records are cut")
        need(not len(members) or 0 <= members.min() <= members.max() < len(words), "its records have unknown words")
        need(set(labels.tolist()) <= {0, 1}, "its labels are not 0 and 1")
        self.places_ = {word: place for place, word in enumerate(words)}
        self.members_, self.ends_, self.labels_ = (
            members.astype(np.int32),
            ends.astype(np.int32),
            labels.astype(np.int8),
        )
