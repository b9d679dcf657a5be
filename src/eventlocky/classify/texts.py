"""What classifiers of a record's text have in common: `fit`, `probabilities`, `save`, `load`, `label` for pages.

A record is judged by its words, together with those it inherits (a month header, a day cell). Training may
need scikit-learn or gensim (extra `train`); applying a model needs numpy only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from eventlocky.annotate import Annotations
from eventlocky.errors import ModelError
from eventlocky.kinds import Kind
from eventlocky.models import arrays as files
from eventlocky.models.arrays import Arrays
from eventlocky.models.files import of_kind
from eventlocky.page import Tree
from eventlocky.text import tokens
from eventlocky.types import Record

SEED = 20_261_116
_PAGE = "page"
Shares = NDArray[np.float64]


class TextClassifier(ABC):
    """A judge of texts. The constructor stores parameters, `fit` returns self, what is learned ends in `_`."""

    name: str
    needs_model: ClassVar[bool] = True

    def __init__(self, model: str = "", *, words: str = "runs", seed: int = SEED) -> None:
        """Store the file of a trained model ("" for one that the package carries) and how to train a new one."""
        self.model = model
        self.words = words
        self.seed = seed

    @abstractmethod
    def fit(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        sites: Sequence[str] | None = None,
        pages: Sequence[str] | None = None,
    ) -> Self:
        """Learn from texts and their labels (1 for an event); what is searched for is searched with sites left out.

        `pages` says which texts are on one page: most judge a text by itself and do not look at it.
        """

    @abstractmethod
    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:
        """Return for every text how sure it is that it is an event, from 0 to 1; from 0.5 on the answer is yes.

        Without `pages` every text is alone on its own.
        """

    @abstractmethod
    def _pack(self) -> tuple[Arrays, dict[str, Any]]:
        """Return what was learned, as arrays and as parts of the card."""

    @abstractmethod
    def _unpack(self, arrays: Arrays, card: Mapping[str, Any]) -> None:
        """Take what was learned from a file; raise ValueError where its parts do not fit."""

    def parameters(self) -> dict[str, float]:
        """Return what was searched for and found, such as C and gamma."""
        return {}

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:  # noqa: ARG002
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""
        if not records:
            return []
        texts = [record_text(tree, record) for record in records]
        chances = self.learned(kind).probabilities(texts, [_PAGE] * len(texts))
        return [float(chance) if text else 0.0 for chance, text in zip(chances, texts, strict=True)]

    def learned(self, kind: Kind) -> Self:
        """Return the classifier with a model for a kind: the file given, or the one that the package carries.

        A kind with dates that has no model of its own borrows that of events.
        """
        if not self.needs_model:
            return self
        names = [kind.name, *(["event"] if kind.anchor == "date" else [])]
        carried = (file for name in names if (file := of_kind(f"{name}-{self.name}")))
        file = Path(self.model) if self.model else next(carried, None)
        if file is None:
            message = (
                f"The classifier {self.name} has no model for the kind {kind.name}. Train one with: eventlocky train "
                f"{kind.name} --classifier {self.name} --records FILE --out MODEL.npz, and give it with --model."
            )
            raise ModelError(message)
        return cast("Self", _loaded(type(self), file))

    def save(self, file: Path, card: Mapping[str, Any] | None = None) -> None:
        """Write what was learned, with a card that says what it is made of."""
        arrays, parts = self._pack()
        own = {"classifier": self.name, "words": self.words, "seed": self.seed}
        files.write(file, arrays, dict(card or {}) | own | {"learned": parts})

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a model; one that is cut, changed or of another classifier is refused."""
        return files.read(file, cls.name, cls._build)

    @classmethod
    def _build(cls, arrays: Arrays, card: Mapping[str, Any]) -> Self:
        files.need(card["words"] in tokens.WORDS, "its words are cut in an unknown way")
        classifier = cls(words=card["words"], seed=int(card["seed"]))
        classifier._unpack(arrays, card["learned"])
        return classifier


@cache
def _loaded(kind_of: type[TextClassifier], file: Path) -> TextClassifier:
    return kind_of.load(file)


def record_text(tree: Tree, record: Record) -> str:
    """Return the words of a record behind those it inherits."""
    rows = [tree.text(row, row + 1) for row in record.context if not record.first <= row < record.stop]
    return " ".join([*rows, tree.text(record.first, record.stop)]).strip()


def sigmoid(values: NDArray[Any]) -> Shares:
    """Return a share between 0 and 1 for every value, 0.5 for 0."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -50, 50))), dtype=np.float64)


def parts(labels: Sequence[int], sites: Sequence[str] | None, folds: int) -> NDArray[np.int64]:
    """Return a fold for every record: sites stay together, and events and records are spread as evenly as that allows.

    The sites with most events are placed first, each where the fewest events are, then those without any where the
    fewest records are. Without sites every record is one of its own.
    """
    names = [str(number) for number in range(len(labels))] if sites is None else list(sites)
    sizes: dict[str, list[int]] = {}
    for name, label in zip(names, labels, strict=True):
        size = sizes.setdefault(name, [0, 0])
        size[0] += int(label)
        size[1] += 1
    loads = [[0, 0] for _ in range(folds)]
    fold: dict[str, int] = {}
    for name in sorted(sizes, key=lambda name: (-sizes[name][0], -sizes[name][1], name)):
        events, records = sizes[name]
        place = min(range(folds), key=lambda place: (loads[place] if events else [loads[place][1]], place))
        fold[name] = place
        loads[place] = [loads[place][0] + events, loads[place][1] + records]
    return np.array([fold[name] for name in names], dtype=np.int64)


def check(texts: Sequence[str], labels: Sequence[int]) -> None:
    """Raise ModelError where nothing can be learned: no label for every text, or only one label."""
    if len(texts) != len(labels) or set(map(int, labels)) != {0, 1}:
        message = f"{len(texts)} texts with {len(labels)} labels: nothing can be learned without texts of both labels."
        raise ModelError(message)


def f1(labels: NDArray[Any], said: NDArray[Any]) -> float:
    """Return the harmonic mean of precision and recall."""
    right = int((labels & said).sum())
    return 2 * right / max(1, int(labels.sum()) + int(said.sum()))
