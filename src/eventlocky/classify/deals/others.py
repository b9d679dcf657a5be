"""What the paper compares its classifier with: a decision tree, a support vector machine, a neural network.

They are trained by scikit-learn (`pip install eventlocky[train]`) and applied with numpy: what was learned is kept as
arrays. A sentence is a row of the eleven numbers and the counts of the commonest words, drawn to one scale.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from eventlocky.classify.deals.features import LETTERS, Sentence, Vocabulary, table
from eventlocky.models import arrays as files
from eventlocky.models.arrays import Arrays, need
from eventlocky.models.trainers import trainer

_WORDS = 600
"""So many words make a column each: the paper's rows have 1,811 on average."""

Numbers = NDArray[np.float64]


class Scaled(ABC):
    """A classifier of rows that were drawn to one scale: `z` to mean 0 and spread 1, `linear` from 0 to 1."""

    name = ""
    shapes: ClassVar[tuple[str, ...]] = ()

    def __init__(self, letters: str = "A" + LETTERS, scale: str = "z") -> None:
        """Store which features are used and how they are scaled."""
        self.letters = letters
        self.scale = scale

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[int]) -> Scaled:
        """Learn the words, the scale and the rule."""
        self.vocabulary_ = Vocabulary.of(sentences, most=_WORDS) if "A" in self.letters else Vocabulary([])
        raw = self._raw(sentences)
        if self.scale == "z":
            self.shift_, spread = raw.mean(axis=0), raw.std(axis=0)
        else:
            self.shift_, spread = raw.min(axis=0), raw.max(axis=0) - raw.min(axis=0)
        self.spread_ = np.where(spread > 0, spread, 1.0)
        self.learned_ = self._learn(self._rows(sentences), np.asarray(labels))
        return self

    def probabilities(self, sentences: Sequence[Sentence]) -> Numbers:
        """Return how likely each sentence sells, from 0 to 1."""
        return self._apply(self._rows(sentences)) if sentences else np.zeros(0)

    def label(self, sentences: Sequence[Sentence], threshold: float = 0.5) -> list[bool]:
        """Tell of each sentence whether it sells."""
        return [bool(value > threshold) for value in self.probabilities(sentences)]

    def save(self, file: Path) -> None:
        """Write the model."""
        card = {"letters": self.letters, "scale": self.scale, "vocabulary": self.vocabulary_.words}
        learned = self.learned_ | {"shift": self.shift_, "spread": self.spread_}
        files.write(file, learned, card | {"classifier": self.name})

    @classmethod
    def load(cls, file: Path) -> Scaled:
        """Read a model; a file that does not fit is refused."""
        return files.read(file, cls.name, cls._build)

    @classmethod
    def _build(cls, arrays: Arrays, card: Mapping[str, Any]) -> Scaled:
        model = cls(str(card["letters"]), str(card["scale"]))
        model.vocabulary_ = Vocabulary(map(str, card["vocabulary"]))
        width = len(model.vocabulary_.words) + sum(letter in model.letters for letter in LETTERS)
        files.shaped(arrays, {"shift": (width,), "spread": (width,)})
        model.shift_, model.spread_ = arrays["shift"], arrays["spread"]
        need(bool((model.spread_ != 0).all()), "its spreads are 0")
        model.learned_ = {name: arrays[name] for name in cls.shapes}
        model._check(width)
        return model

    @abstractmethod
    def _check(self, width: int) -> None:
        """Raise ValueError where what was learned does not fit rows of this width."""

    @abstractmethod
    def _learn(self, rows: Numbers, labels: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return what is learned of rows, as arrays."""

    @abstractmethod
    def _apply(self, rows: Numbers) -> Numbers:
        """Return how likely each row sells."""

    def _raw(self, sentences: Sequence[Sentence]) -> Numbers:
        counts = np.zeros((len(sentences), len(self.vocabulary_.words)))
        for place, sentence in enumerate(sentences):
            for word in self.vocabulary_.find(sentence):
                counts[place, word] += 1
        return np.hstack([table(sentences, self.letters), counts])

    def _rows(self, sentences: Sequence[Sentence]) -> Numbers:
        return np.asarray((self._raw(sentences) - self.shift_) / self.spread_)


class Tree(Scaled):
    """A decision tree that splits by entropy, as J48 does."""

    name = "tree"
    shapes = ("feature", "threshold", "left", "right", "value")

    def _learn(self, rows: Numbers, labels: NDArray[Any]) -> dict[str, NDArray[Any]]:
        grown = trainer("sklearn.tree").DecisionTreeClassifier(criterion="entropy", min_samples_leaf=3, random_state=1)
        tree = grown.fit(rows, labels).tree_
        shares = tree.value[:, 0, :]
        sells = shares[:, -1] / shares.sum(axis=1) if shares.shape[1] > 1 else np.full(len(shares), float(labels[0]))
        return {
            "feature": tree.feature.astype(np.int32), "threshold": tree.threshold,
            "left": tree.children_left.astype(np.int32), "right": tree.children_right.astype(np.int32), "value": sells,
        }  # fmt: skip

    def _apply(self, rows: Numbers) -> Numbers:
        learned = self.learned_
        place = np.zeros(len(rows), dtype=np.int64)
        lines = np.arange(len(rows))
        for _ in range(len(learned["feature"])):
            inner = learned["left"][place] >= 0
            if not inner.any():
                break
            goes_left = rows.astype(np.float32)[lines, learned["feature"][place]] <= learned["threshold"][place]
            place = np.where(inner, np.where(goes_left, learned["left"][place], learned["right"][place]), place)
        return np.asarray(learned["value"][place], dtype=float)

    def _check(self, width: int) -> None:
        learned = self.learned_
        count = len(learned["feature"])
        inner = np.flatnonzero(learned["left"] >= 0)
        below = [learned["left"][inner], learned["right"][inner]]
        files.shaped(learned, dict.fromkeys(self.shapes, (count,)))
        need(all(learned[name].dtype.kind == "i" for name in ("feature", "left", "right")), "its tree is broken")
        need(count > 0 and all((rows > inner).all() and (rows < count).all() for rows in below), "it leaves its tree")
        asked = learned["feature"][inner]
        need(bool(((asked >= 0) & (asked < width)).all()), "it asks for numbers that nothing gives")


class Svm(Scaled):
    """A support vector machine with radial basis functions."""

    name = "svm"
    shapes = ("vectors", "weights", "rest")

    def _learn(self, rows: Numbers, labels: NDArray[Any]) -> dict[str, NDArray[Any]]:
        svm = trainer("sklearn.svm").SVC(kernel="rbf", C=1.0, gamma="auto").fit(rows, labels)
        return {
            "vectors": svm.support_vectors_,
            "weights": svm.dual_coef_[0],
            "rest": np.array([float(svm.intercept_[0]), 1 / rows.shape[1]]),
        }

    def _apply(self, rows: Numbers) -> Numbers:
        vectors, (bias, gamma) = self.learned_["vectors"], self.learned_["rest"]
        squares = (rows**2).sum(axis=1)[:, None] + (vectors**2).sum(axis=1)[None, :] - 2 * rows @ vectors.T
        return _sigmoid(np.exp(-gamma * squares) @ self.learned_["weights"] + bias)

    def _check(self, width: int) -> None:
        count = len(self.learned_["vectors"])
        files.shaped(self.learned_, {"vectors": (count, width), "weights": (count,), "rest": (2,)})
        need(bool(self.learned_["rest"][1] >= 0), "its kernel is broken")


class Net(Scaled):
    """A neural network: one hidden layer of half as many neurons as there are numbers, sigmoid."""

    name = "net"
    shapes = ("first", "first_bias", "second", "second_bias")

    def _learn(self, rows: Numbers, labels: NDArray[Any]) -> dict[str, NDArray[Any]]:
        hidden = max(1, rows.shape[1] // 2)
        net = trainer("sklearn.neural_network").MLPClassifier(
            (hidden,), activation="logistic", max_iter=40, early_stopping=True, random_state=1
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # forty rounds are few on purpose: more do not help on groups left out
            net.fit(rows, labels)
        return {
            "first": net.coefs_[0], "first_bias": net.intercepts_[0], "second": net.coefs_[1][:, 0],
            "second_bias": net.intercepts_[1],
        }  # fmt: skip

    def _apply(self, rows: Numbers) -> Numbers:
        hidden = _sigmoid(rows @ self.learned_["first"] + self.learned_["first_bias"])
        return _sigmoid(hidden @ self.learned_["second"] + self.learned_["second_bias"][0])

    def _check(self, width: int) -> None:
        count = len(self.learned_["second"])
        files.shaped(self.learned_, {"first": (width, count), "first_bias": (count,), "second": (count,)})
        files.shaped(self.learned_, {"second_bias": (1,)})


def _sigmoid(values: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -500, 500))))
