"""Models on disk: what was saved is read back; what was cut or changed is refused, and nothing in it can run."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from eventlocky.errors import ModelError
from eventlocky.models import Forest, Model, WordWeights, load, save
from eventlocky.models.files import of_kind


def forest() -> Forest:
    """One tree: the first number up to 0.5 is a no, above it a yes."""
    return Forest(
        ("a", "b"),
        np.array([0], np.int32),
        np.array([0, 0, 0], np.int32),
        np.array([0.5, np.inf, np.inf], np.float32),
        np.array([1, 1, 2], np.int32),
        np.array([2, 1, 2], np.int32),
        np.array([0, -2, 2], np.float32),
        1,
    )


@pytest.fixture
def model() -> Model:
    table = np.array([0.0, 1.0])
    words = WordWeights(np.array([1.0, -1.0], np.float32), 0.25)
    return Model({"titles": forest(), "records": forest()}, {"words": words}, table, table / 2, {"kind": "x"})


@pytest.fixture
def file(tmp_path, model):
    path = tmp_path / "m.npz"
    save(model, path)
    return path


def test_a_forest_walks_its_trees():
    chances = forest().probabilities(np.array([[0.1, 9], [0.9, 9]], np.float32))
    assert chances[0] < 0.2
    assert chances[1] > 0.8
    assert forest().probabilities(np.zeros((0, 2), np.float32)).shape == (0,)


def test_words_are_weighed_once_each():
    words = WordWeights(np.array([1.0, -1.0], np.float32), 0.25)
    assert words.score([0, 0, 0]) == pytest.approx(1.25)
    assert words.score([0, 1]) == pytest.approx(0.25)
    assert words.score([]) == pytest.approx(0.25)


def test_what_was_saved_is_read_back(file, model):
    again = load(file)
    assert again.titles.features == ("a", "b")
    assert again.card["kind"] == "x"
    assert again.confidence(1.0) == pytest.approx(0.5)
    rows = np.array([[0.2, 0], [0.7, 0]], np.float32)
    assert np.allclose(again.records.probabilities(rows), model.records.probabilities(rows))


@pytest.mark.parametrize("keep", [0, 10, 200, -20])
def test_a_truncated_file_is_refused(file, keep):
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(ModelError, match="cannot be used"):
        load(file)


def _changed(file, **changes):
    with np.load(file, allow_pickle=False) as arrays:
        parts = {name: arrays[name] for name in arrays.files} | changes
    np.savez(file, **parts)


@pytest.mark.parametrize(
    "changes",
    [
        {"titles.left": np.array([9, 1, 2], np.int32)},
        {"titles.feature": np.array([7, 0, 0], np.int32)},
        {"records.value": np.array([1.0], np.float32)},
        {"records.roots": np.array([-1], np.int32)},
        {"records.roots": np.array([0, 0], np.int32)},
        {"records.roots": np.zeros(0, np.int32)},
        {f"titles.{part}": np.zeros(900, np.float32) for part in ("threshold", "value")}
        | {f"titles.{part}": np.arange(900, dtype=np.int32) for part in ("left", "right")}
        | {"titles.feature": np.zeros(900, np.int32)},
        {"words.weights": np.zeros((0,), np.float32)},
        {"sure": np.zeros((5,))},
        {"card": np.frombuffer(b"{", np.uint8)},
        {"card": np.frombuffer(json.dumps({"version": 99}).encode(), np.uint8)},
    ],
)
def test_a_tampered_file_is_refused(file, changes):
    _changed(file, **changes)
    with pytest.raises(ModelError, match="Train it again"):
        load(file)


class _Bomb:
    def __reduce__(self):
        return (pytest.fail, ("a model ran code",))


def test_a_pickle_inside_is_never_opened(file):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.array([_Bomb()], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("extra.npy", buffer.getvalue())
    with pytest.raises(ModelError):
        load(file)
    file.write_bytes(pickle.dumps(_Bomb()))
    load.cache_clear()
    with pytest.raises(ModelError):
        load(file)


def test_the_package_carries_a_model_for_events_and_none_for_what_nobody_trained():
    carried = of_kind("event")
    assert carried is not None
    assert carried.stat().st_size < 2_000_000
    assert load(carried).card["pages"] > 100
    assert of_kind("no such kind") is None


TRUST = np.array([[0.1, 1.0, 0.5, 0.2], [0.0, 1.0, 0.0, 0.0]])


def test_what_texts_count_is_read_back_and_refused_where_it_does_not_fit(tmp_path, model):
    heard = replace(model, weights={**model.weights, "texts": model.words}, trust=TRUST)
    save(heard, tmp_path / "heard.npz")
    assert load(tmp_path / "heard.npz").trust == pytest.approx(TRUST)
    save(replace(heard, trust=np.array([0.1])), tmp_path / "short.npz")
    save(replace(heard, weights=model.weights), tmp_path / "deaf.npz")
    for name in ("short.npz", "deaf.npz"):
        with pytest.raises(ModelError, match="texts count"):
            load(tmp_path / name)
