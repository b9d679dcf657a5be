"""Models on disk. Loading one reads numbers and a card of text, nothing else; what does not fit is refused."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from eventlocky.errors import ModelError
from eventlocky.models.forest import Forest
from eventlocky.models.words import WordWeights

VERSION = 2
_MOST_BYTES = 32_000_000
_HERE = Path(__file__).parent
_ARRAYS = ("roots", "feature", "threshold", "left", "right", "value")
_MOST_NODES = 127
"""A tree has 15 or 29; the tables that a forest is weighed with grow with the square of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What a finder has learned: where titles stand, which dates are events', which titles theirs, how sure that is."""

    forests: Mapping[str, Forest]
    weights: Mapping[str, WordWeights]
    sure_at: NDArray[np.float64]
    sure: NDArray[np.float64]
    card: Mapping[str, Any]

    @property
    def titles(self) -> Forest:
        """Where titles stand."""
        return self.forests["titles"]

    @property
    def days(self) -> Forest:
        """Which dates are those of events."""
        return self.forests["days"]

    @property
    def records(self) -> Forest:
        """Which records are right."""
        return self.forests["records"]

    @property
    def words(self) -> WordWeights:
        """What the words of a record say."""
        return self.weights["words"]

    @property
    def title_words(self) -> WordWeights:
        """What the words of a title say."""
        return self.weights["title_words"]

    def confidence(self, probability: float) -> float:
        """Return the share of records with such a probability that turned out right on sites left out."""
        return float(np.interp(probability, self.sure_at, self.sure))


def of_kind(name: str) -> Path | None:
    """Return the model that the package carries for a kind, or None."""
    file = _HERE / f"{name}.npz"
    return file if file.is_file() else None


def save(model: Model, file: Path) -> None:
    """Write a model."""
    arrays: dict[str, Any] = {"sure_at": model.sure_at, "sure": model.sure}
    for name, forest in model.forests.items():
        arrays |= {f"{name}.{part}": getattr(forest, part) for part in _ARRAYS}
    for name, words in model.weights.items():
        arrays[f"{name}.weights"] = words.weights.astype(np.float16)
    card = dict(model.card) | {
        "version": VERSION,
        "forests": {name: {"features": each.features, "depth": each.depth} for name, each in model.forests.items()},
        "words": {name: words.bias for name, words in model.weights.items()},
    }
    arrays["card"] = np.frombuffer(json.dumps(card, sort_keys=True).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    file.write_bytes(buffer.getvalue())


@cache
def load(file: Path) -> Model:
    """Read a model; a file that is cut, changed or of another version is refused with what to do."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            _refuse(file, "it is too large")
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as arrays:
            return _read({name: arrays[name] for name in arrays.files}, file)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        _refuse(file, f"it cannot be read ({error})")


def _read(arrays: Mapping[str, NDArray[Any]], file: Path) -> Model:
    card = json.loads(arrays["card"].tobytes().decode())
    if card.get("version") != VERSION:
        _refuse(file, f"it is of version {card.get('version')}, this program reads version {VERSION}")
    forests = {name: _forest(arrays, name, part, file) for name, part in card["forests"].items()}
    weights = {name: _words(arrays[f"{name}.weights"], float(bias), file) for name, bias in card["words"].items()}
    sure_at, sure = arrays["sure_at"].astype(float), arrays["sure"].astype(float)
    if sure_at.shape != sure.shape or sure_at.ndim != 1 or not len(sure):
        _refuse(file, "its table of confidence is broken")
    return Model(forests, weights, sure_at, sure, card)


def _words(weights: NDArray[Any], bias: float, file: Path) -> WordWeights:
    if weights.ndim != 1 or not len(weights):
        _refuse(file, "its words have no weights")
    return WordWeights(weights.astype(np.float32), bias)


def _forest(arrays: Mapping[str, NDArray[Any]], name: str, card: Mapping[str, Any], file: Path) -> Forest:
    """Read a forest and check that no walk can leave its arrays."""
    parts = {part: arrays[f"{name}.{part}"] for part in _ARRAYS}
    features = tuple(map(str, card["features"]))
    count = len(parts["feature"])
    places = [parts["left"], parts["right"], parts["roots"]]
    is_whole = all(len(parts[part]) == count for part in ("threshold", "left", "right", "value"))
    if not is_whole or not count or any(place.min() < 0 or place.max() >= count for place in places):
        _refuse(file, f"its forest of {name} is broken")
    sizes = np.diff([*parts["roots"], count])
    if parts["roots"][:1] != 0 or sizes.min() < 1 or sizes.max() > _MOST_NODES:
        _refuse(file, f"the trees of its forest of {name} are too large, or not one after another")
    if parts["feature"].min() < 0 or parts["feature"].max() >= len(features):
        _refuse(file, f"its forest of {name} asks for numbers that nothing gives")
    return Forest(features, **parts, depth=min(int(card["depth"]), 64))


def _refuse(file: Path, why: str) -> NoReturn:
    message = f"The model {file} cannot be used: {why}. Train it again with eventlocky train, or reinstall the package."
    raise ModelError(message)
