"""Models of pages: what the finder `best` has learned, as forests and weights of words in one file of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from eventlocky.errors import ModelError
from eventlocky.models import arrays as files
from eventlocky.models.arrays import Arrays, need
from eventlocky.models.forest import Forest
from eventlocky.models.words import WordWeights

VERSION = 3
_DEEPEST = 64
_HERE = Path(__file__).parent
_ARRAYS = ("roots", "feature", "threshold", "left", "right", "value")
_MOST_NODES = 125
"""A tree of 63 leaves has so many: a look at a forest has a bit for every leaf of a tree, and one to spare."""

_TRUSTED = (2, 4)

Part = TypeVar("Part", Forest, WordWeights)


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What a finder has learned: where titles stand, which dates are events', which titles theirs, how sure that is."""

    forests: Mapping[str, Forest]
    weights: Mapping[str, WordWeights]
    sure_at: NDArray[np.float64]
    sure: NDArray[np.float64]
    card: Mapping[str, Any]
    trust: NDArray[np.float64] | None = None
    """What counts how much where texts of records were labelled: a bias, the date, the record's text, its title's.

    The first row is of pages in general, the second of Japanese ones.
    """

    @property
    def titles(self) -> Forest:
        """Where titles stand."""
        return _part(self.forests, "titles")

    @property
    def days(self) -> Forest:
        """Which dates are those of events."""
        return _part(self.forests, "days")

    @property
    def records(self) -> Forest:
        """Which records are right."""
        return _part(self.forests, "records")

    @property
    def days_again(self) -> Forest:
        """Which dates are those of events, by the second look."""
        return _part(self.forests, "days_again")

    @property
    def records_again(self) -> Forest:
        """Which records are right, by the second look."""
        return _part(self.forests, "records_again")

    @property
    def words(self) -> WordWeights:
        """What the words of a record say."""
        return _part(self.weights, "words")

    @property
    def title_words(self) -> WordWeights:
        """What the words of a title say."""
        return _part(self.weights, "title_words")

    @property
    def title_letters(self) -> WordWeights:
        """What the letters of a title say."""
        return _part(self.weights, "title_letters")

    @property
    def page_words(self) -> WordWeights:
        """What the words of a whole page say."""
        return _part(self.weights, "page_words")

    @property
    def texts(self) -> WordWeights:
        """What the facts and words of a record's text say, where such texts were labelled."""
        return _part(self.weights, "texts")

    def confidence(self, probability: float) -> float:
        """Return the share of records with such a probability that turned out right on sites left out."""
        return float(self.confidences(np.array([probability]))[0])

    def confidences(self, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the same for many probabilities."""
        return np.interp(probabilities, self.sure_at, self.sure)


def _part(parts: Mapping[str, Part], name: str) -> Part:
    if name not in parts:
        message = f"The model has no {name}: it is of another kind. Train one with eventlocky train."
        raise ModelError(message)
    return parts[name]


@cache
def of_kind(name: str) -> Path | None:
    """Return the model that the package carries for a kind (`event`), or for a classifier of texts, or None."""
    file = _HERE / f"{name}.npz"
    return file if name == Path(name).name and file.is_file() else None


def of_events(file: str = "") -> Model | None:
    """Return the model of a file, else the package's own of events, if it carries one."""
    found = Path(file) if file else of_kind("event")
    return load(found) if found else None


def save(model: Model, file: Path) -> None:
    """Write a model."""
    arrays: Arrays = {"sure_at": model.sure_at, "sure": model.sure}
    for name, forest in model.forests.items():
        arrays |= {f"{name}.{part}": getattr(forest, part) for part in _ARRAYS}
    if model.trust is not None:
        arrays["trust"] = model.trust
    for name, words in model.weights.items():
        arrays[f"{name}.weights"] = words.weights.astype(np.float16)
    card = dict(model.card) | {
        "classifier": files.PAGES,
        "forests": {name: {"features": each.features, "depth": each.depth} for name, each in model.forests.items()},
        "words": {name: words.bias for name, words in model.weights.items()},
    }
    files.write(file, arrays, card, version=VERSION)


@cache
def load(file: Path) -> Model:
    """Read a model; a file that is cut, changed or of another version is refused with what to do."""
    return files.read(file, files.PAGES, _build, version=VERSION)


def _build(arrays: Arrays, card: dict[str, Any]) -> Model:
    forests = {name: _forest(arrays, name, part) for name, part in card["forests"].items()}
    weights = {name: _words(arrays[f"{name}.weights"], float(bias)) for name, bias in card["words"].items()}
    count = len(arrays["sure"])
    files.shaped(arrays, {"sure_at": (count,), "sure": (count,)})
    sure_at, sure = arrays["sure_at"].astype(float), arrays["sure"].astype(float)
    need(count > 0, "its table of confidence is empty")
    need(bool((np.diff(sure_at) >= 0).all()), "its table of confidence goes back")
    need(bool(((sure >= 0) & (sure <= 1)).all()), "its confidence is not between 0 and 1")
    trust = arrays["trust"].astype(float) if "trust" in arrays else None
    need(trust is None or (trust.shape == _TRUSTED and "texts" in weights), "what its texts count is not said")
    return Model(forests, weights, sure_at, sure, card, trust)


def _words(weights: NDArray[Any], bias: float) -> WordWeights:
    need(weights.ndim == 1 and len(weights) > 0 and weights.dtype.kind == "f", "its words have no weights")
    need(bool(np.isfinite(bias)), "its words have no weights")
    return WordWeights(weights.astype(np.float32), bias)


def _forest(arrays: Arrays, name: str, card: Mapping[str, Any]) -> Forest:
    """Read a forest and check that no walk can leave its arrays."""
    parts = {part: arrays[f"{name}.{part}"] for part in _ARRAYS}
    features, depth, count = tuple(map(str, card["features"])), int(card["depth"]), len(parts["feature"])
    files.shaped(parts, dict.fromkeys(("feature", "threshold", "left", "right", "value"), (count,)))
    files.shaped(parts, {"roots": (len(parts["roots"]),)})
    places = [parts["left"], parts["right"], parts["roots"]]
    need(all(part.dtype.kind == "i" for part in (*places, parts["feature"])), f"its forest of {name} is broken")
    need(count > 0 and len(parts["roots"]) > 0, f"its forest of {name} is empty")
    need(all(part.min() >= 0 and part.max() < count for part in places), f"a walk could leave its forest of {name}")
    nodes = np.arange(count)
    is_onward = (parts["left"] > nodes) & (parts["right"] > nodes)
    is_leaf = (parts["left"] == nodes) & (parts["right"] == nodes)
    need(bool((is_onward | is_leaf).all()), f"its forest of {name} goes in circles")
    sizes = np.diff([*parts["roots"], count])
    is_in_order = parts["roots"][0] == 0 and sizes.min() > 0 and sizes.max() <= _MOST_NODES
    need(is_in_order, f"the trees of its forest of {name} are too large, or not one after another")
    asked = parts["feature"]
    need(asked.min() >= 0 and asked.max() < len(features), f"its forest of {name} asks for numbers that nothing gives")
    need(0 <= depth <= _DEEPEST, f"its forest of {name} is too deep")
    return Forest(features, **parts, depth=depth)
