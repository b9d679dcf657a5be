"""Every kind of model file, spoiled in every way we could think of: refused with one sentence, and nothing runs."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from eventlocky import classify, models
from eventlocky.classify.deals import best, features, nbem, others
from eventlocky.errors import ModelError
from eventlocky.models import arrays
from eventlocky.models.files import of_kind

SENTENCES = {
    "deals": ["Save 30% on lamps, now $12", "Was $40, now $20: boots", "Half price coffee, only $3", "Coupon: $5 off"],
    "others": ["The king said nothing.", "They walked home in the rain.", "She wrote a letter.", "It was a cold day."],
}
TEXTS = [text for texts in SENTENCES.values() for text in texts] * 3
LABELS = ([1] * 4 + [0] * 4) * 3
OF_SENTENCES = {kind.name: kind for kind in (nbem.NbEm, nbem.Voters, others.Tree, others.Svm, others.Net)}
NAMES = ["best", "linear", *OF_SENTENCES, *classify.TEXT_CLASSIFIERS]
FREE = frozenset({"words.weights"})
"""Arrays that may have any length: words are hashed into as many weights as there are."""

_bodies: dict[str, bytes] = {}


def forest() -> models.Forest:
    """One tree: the first number up to 0.5 is a no, above it a yes."""
    places = [np.array(each, np.int32) for each in ([0], [0, 0, 0], [1, 1, 2], [2, 1, 2])]
    threshold, value = np.array([0.5, np.inf, np.inf], np.float32), np.array([0, -2, 2], np.float32)
    return models.Forest(("a", "b"), places[0], places[1], threshold, places[2], places[3], value, 1)


def write(name: str, file: Path, small) -> None:
    """Train the smallest model of a kind and write it."""
    if name == "best":
        words = models.WordWeights(np.array([1.0, -1.0], np.float32), 0.25)
        table = np.array([0.0, 1.0])
        models.save(models.Model({"titles": forest()}, {"words": words}, table, table, {"kind": "x"}), file)
        return
    if name in classify.TEXT_CLASSIFIERS:
        small.trained(name).save(file)
        return
    pytest.importorskip("sklearn")
    if name == "linear":
        best.Linear().fit(TEXTS, LABELS).save(file)
    else:
        OF_SENTENCES[name]().fit([features.read(text) for text in TEXTS], LABELS).save(file)


def load(name: str, file: Path) -> object:
    """Read a model as whoever uses it does."""
    if name == "best":
        models.load.cache_clear()
        return models.load(file)
    if name == "linear":
        return best.Linear.load(file)
    return (OF_SENTENCES | classify.TEXT_CLASSIFIERS)[name].load(file)


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def file(name, small, tmp_path):
    """A sound model of every kind; each is trained once."""
    path = tmp_path / "model.npz"
    if name not in _bodies:
        write(name, path, small)
        _bodies[name] = path.read_bytes()
    path.write_bytes(_bodies[name])
    return path


def opened(file: Path) -> dict[str, np.ndarray]:
    with np.load(file, allow_pickle=False) as stored:
        return {part: stored[part] for part in stored.files}


def refused(name: str, file: Path, what: str = "cannot be used") -> None:
    with pytest.raises(ModelError, match=what) as caught:
        load(name, file)
    assert "eventlocky train KIND" in str(caught.value)


def forge(file: Path, parts: dict[str, np.ndarray], card: dict) -> None:
    """Write changed parts with a digest that fits them: what is left to find is what does not fit."""
    arrays.write(file, parts, card, version=card["version"])


def test_a_sound_model_is_read(name, file):
    assert load(name, file) is not None


def test_a_flipped_bit_is_refused_or_changes_nothing(name, file):
    """Where a bit of a date or a comment of the archive is flipped, what is read is still the same."""
    body = file.read_bytes()
    sound = arrays._digest(opened(file))
    refusals = 0
    for place in range(0, len(body), max(1, len(body) // 150)):
        file.write_bytes(body[:place] + bytes([body[place] ^ 1 << place % 8]) + body[place + 1 :])
        try:
            load(name, file)
        except ModelError:
            refusals += 1
        else:
            assert arrays._digest(arrays._unpacked(file.read_bytes())) == sound
    assert refusals > 50


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.7, 0.99])
def test_a_cut_file_is_refused(name, file, share):
    body = file.read_bytes()
    file.write_bytes(body[: int(share * len(body))])
    refused(name, file)


def test_a_file_of_another_version_is_refused(name, file):
    parts = opened(file)
    card = json.loads(parts.pop("card").tobytes())
    forge(file, parts, card | {"version": 99})
    refused(name, file, "version 99")


def test_a_file_of_another_classifier_is_refused(name, file):
    parts = opened(file)
    card = json.loads(parts.pop("card").tobytes())
    forge(file, parts, card | {"classifier": "another"})
    refused(name, file, r"for the classifier another|version")


def test_a_file_with_other_shapes_is_refused_even_with_a_digest_that_fits(name, file):
    parts = opened(file)
    card = json.loads(parts.pop("card").tobytes())
    for part, array in parts.items():
        shorter = [] if part in FREE or array.dtype == np.uint8 else [array[:-1]]  # a word less one letter is one too
        for changed in (*shorter, array[:0], array[None], np.array(7, array.dtype), array.astype("<U1")):
            forge(file, parts | {part: changed}, card)
            refused(name, file)


def test_a_file_with_what_is_no_number_is_refused_even_with_a_digest_that_fits(name, file):
    parts = opened(file)
    card = json.loads(parts.pop("card").tobytes())
    for part, array in parts.items():
        if array.dtype.kind == "f" and array.size:
            changed = array.copy()
            changed.flat[0] = np.nan
            forge(file, parts | {part: changed}, card)
            refused(name, file, "no numbers")


@pytest.mark.parametrize("card", [b"", b"{", b"[]", b"null", b"7", b"\xff", b"[" * 100_000, b'{"version": 1}', b"{}"])
def test_a_card_that_is_none_is_refused(name, file, card):
    np.savez(file, **(opened(file) | {"card": np.frombuffer(card, np.uint8)}))
    refused(name, file)


class _Bomb:
    def __reduce__(self):
        return (pytest.fail, ("a model ran code",))


def pickled() -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.array([_Bomb()], dtype=object), allow_pickle=True)
    return buffer.getvalue()


def test_a_pickle_in_any_place_is_refused_unopened(name, file):
    parts = opened(file)
    for part in [*parts, "extra"]:
        with zipfile.ZipFile(file, "w") as archive:
            for other, array in parts.items():
                if other != part:
                    buffer = io.BytesIO()
                    np.lib.format.write_array(buffer, array)
                    archive.writestr(f"{other}.npy", buffer.getvalue())
            archive.writestr(f"{part}.npy", pickled())
        refused(name, file)


# What the archive itself may lie about: the reader is the same for all kinds. ------------------------


def head(descr: str, shape: str) -> bytes:
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def read_parts(tmp_path: Path, parts: dict[str, bytes]) -> None:
    file = tmp_path / "m.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, body in parts.items():
            archive.writestr(part, body)
    with pytest.raises(ModelError, match="cannot be used"):
        arrays.read(file, "x", lambda found, card: (found, card))


@pytest.mark.parametrize(
    "body",
    [
        head("'<f8'", "(1000000000000,)") + b"12345678",
        head("'<f8'", "(2, 4611686018427387904)") + b"12345678",
        head("'<f8'", "(-1, -1)") + b"12345678",
        head("'<f8'", "()"),
        head("'<f8'", "('a',)"),
        head("'<f8'", "__import__('os')"),
        head("'|O'", "(1,)") + b"12345678",
        head("[('a', '<f8')]", "(1,)") + b"12345678",
        head("'<M8[s]'", "(1,)") + b"12345678",
        b"\x93NUMPY\x09\x00" + b"0" * 200,
        b"\x93NUMPY\x01\x00" + struct.pack("<H", 60_000) + b"(" * 60_000,
        b"not numpy",
        b"",
    ],
)
def test_an_array_that_claims_what_is_not_there_is_refused(tmp_path, body):
    begun = perf_counter()
    read_parts(tmp_path, {"card.npy": body})
    assert perf_counter() - begun < 2


def test_a_part_that_is_no_array_is_refused(tmp_path):
    read_parts(tmp_path, {"card.txt": b"{}"})
    read_parts(tmp_path, {f"{number}.npy": b"" for number in range(2_000)})


def test_an_archive_that_says_that_it_is_huge_is_refused_unopened(tmp_path, monkeypatch):
    monkeypatch.setattr(arrays, "_MOST_UNPACKED", 1_000_000)
    read_parts(tmp_path, {"card.npy": head("'|u1'", "(5000000,)") + bytes(5_000_000)})


def test_a_bomb_that_lies_about_its_size_is_unpacked_no_further_than_it_says(tmp_path):
    """Thirty megabytes of zeros that claim to be a hundred bytes: the hundred are read, and then refused."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(bytes(30_000_000)) + packer.flush()
    name, claimed = b"card.npy", 100
    local = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 0, 0, len(packed), claimed, len(name), 0) + name
    central = struct.pack(
        "<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 8, 0, 0, 0, len(packed), claimed, len(name), 0, 0, 0, 0, 0, 0
    )
    central += name
    at = len(local) + len(packed)
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 1, 1, len(central), at, 0)
    file = tmp_path / "m.npz"
    file.write_bytes(local + packed + central + end)
    with pytest.raises(ModelError):
        arrays.read(file, "x", lambda found, card: (found, card))


def test_a_folder_a_missing_file_and_one_that_is_too_large_are_refused(tmp_path, monkeypatch):
    for file in (tmp_path, tmp_path / "missing.npz"):
        with pytest.raises(ModelError, match="cannot be used"):
            models.load(file)
    (tmp_path / "m.npz").write_bytes(bytes(100))
    monkeypatch.setattr(arrays, "_MOST_BYTES", 50)
    with pytest.raises(ModelError, match="too large"):
        models.load(tmp_path / "m.npz")


def test_a_model_without_the_words_that_are_asked_for_says_so(tmp_path, small):
    write("best", tmp_path / "m.npz", small)
    with pytest.raises(ModelError, match="has no title_words"):
        _ = models.load(tmp_path / "m.npz").title_words


def test_no_model_is_looked_for_outside_the_package():
    assert of_kind("../models/event") is None
