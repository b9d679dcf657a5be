"""Named arrays and a card in one `.npz` file: how every model is kept, and the only code that reads one.

Reading one runs nothing: arrays are taken byte by byte from the archive, and one that would need pickle is refused, as
is a file that is cut, changed, too large, unpacks to more than it may, or is of another classifier or version. The
same arrays and card give the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from eventlocky.errors import ModelError

VERSION = 1
PAGES = "best"
"""The classifier that learns from pages; all others learn from texts."""

_MOST_BYTES = 64_000_000
_MOST_UNPACKED = 256_000_000
_MOST_PARTS = 1_000
_LONGEST_HEAD = 4_000
"""Of an array: its type and shape in writing. Those of our models have about 120 letters."""

_ENDLESS = "threshold"
"""The one array with infinite numbers: a leaf of a forest has no threshold that anything could pass."""

Arrays = dict[str, NDArray[Any]]
Built = TypeVar("Built")


def write(file: Path, arrays: Mapping[str, NDArray[Any]], card: Mapping[str, Any], *, version: int = VERSION) -> None:
    """Write arrays and their card, which names the classifier and must be fit for JSON."""
    text = json.dumps(dict(card) | {"version": version, "digest": _digest(arrays)}, sort_keys=True, ensure_ascii=False)
    buffer = io.BytesIO()
    parts: dict[str, Any] = dict(sorted(arrays.items())) | {"card": np.frombuffer(text.encode(), dtype=np.uint8)}
    np.savez_compressed(buffer, **parts)
    try:
        file.write_bytes(buffer.getvalue())
    except OSError as error:
        message = f"The model {file} cannot be written: {error.strerror or error}."
        raise ModelError(message) from error


def read(
    file: Path, classifier: str, build: Callable[[Arrays, dict[str, Any]], Built], *, version: int = VERSION
) -> Built:
    """Read the model of a classifier and build it; `build` raises ValueError or KeyError where parts do not fit."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            _refuse(file, classifier, "it is too large")
        arrays = _unpacked(file.read_bytes())
        card = json.loads(arrays.pop("card").tobytes().decode())
        if card["version"] != version:
            _refuse(file, classifier, f"it is of version {card['version']}, this program reads version {version}")
        owner = card.get("classifier", PAGES)  # the first models of pages had neither a name nor a digest
        if owner != classifier:
            _refuse(file, classifier, f"it is a model for the classifier {owner}")
        if ("digest" in card or "classifier" in card) and card["digest"] != _digest(arrays):
            _refuse(file, classifier, "it was changed after it was written")
        for name, array in arrays.items():
            _check_numbers(name, array)
        return build(arrays, card)
    except (OSError, ValueError, KeyError, TypeError, IndexError, EOFError, NotImplementedError, MemoryError) as error:
        _refuse(file, classifier, f"it cannot be read ({error})")
    except (zipfile.BadZipFile, zlib.error, RecursionError, AttributeError, RuntimeError, OverflowError) as error:
        _refuse(file, classifier, f"it cannot be read ({error})")


def _unpacked(body: bytes) -> Arrays:
    """Return the arrays of an archive; never more bytes than it says are unpacked, and it may not say too many."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        parts = archive.infolist()
        need(len(parts) <= _MOST_PARTS, "it has too many parts")
        need(sum(part.file_size for part in parts) <= _MOST_UNPACKED, "what it holds is too large")
        need(len({part.filename for part in parts}) == len(parts), "it has a part twice")
        arrays = {}
        for part in parts:
            need(part.filename.endswith(".npy"), f"its part {part.filename[:40]!r} is no array")
            with archive.open(part) as stream:
                arrays[part.filename.removesuffix(".npy")] = _array(stream.read(part.file_size))
        return arrays


def _array(body: bytes) -> NDArray[Any]:
    """Return the array that some bytes of numpy's format hold; its shape must be that of the bytes that are there."""
    stream = io.BytesIO(body)
    need(npy.read_magic(stream) == (1, 0), "an array has an unknown format")
    shape, is_fortran, dtype = npy.read_array_header_1_0(stream, max_header_size=_LONGEST_HEAD)
    need(dtype.kind in "fiuU" and not dtype.hasobject and dtype.names is None, f"an array holds {dtype}, no numbers")
    begin = stream.tell()
    need(all(length >= 0 for length in shape), "an array has a shape that there is not")
    need(math.prod(shape) * dtype.itemsize == len(body) - begin, "an array is cut")
    flat = np.frombuffer(body, dtype, offset=begin) if len(body) > begin else np.zeros(0, dtype)
    return flat.reshape(shape, order="F" if is_fortran else "C")


def _check_numbers(name: str, array: NDArray[Any]) -> None:
    if array.dtype.kind == "f":
        is_endless = name.rpartition(".")[2] == _ENDLESS
        is_sound = not np.isnan(array).any() if is_endless else bool(np.isfinite(array).all())
        need(is_sound, f"its {name} are no numbers")


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return a number for names, shapes and contents of arrays: what was cut or changed has another."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype.str} {array.shape} ".encode() + array.tobytes())
    return digest.hexdigest()


def pack(words: Sequence[str]) -> NDArray[np.uint8]:
    """Write words as bytes, a line a word."""
    return np.frombuffer("\n".join(words).encode(), dtype=np.uint8)


def unpack(lines: NDArray[Any]) -> list[str]:
    """Read words from bytes."""
    need(lines.ndim == 1 and lines.dtype == np.uint8, "its words are no bytes")
    return lines.tobytes().decode().split("\n")


def need(is_fit: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence
    """Raise ValueError where a part of a model does not fit the others."""
    if not is_fit:
        raise ValueError(what)


def shaped(arrays: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ValueError where an array has another shape than it must, or holds something else than numbers."""
    for name, shape in shapes.items():
        need(arrays[name].shape == shape and arrays[name].dtype.kind in "fiu", f"its {name} do not fit")


def _refuse(file: Path, classifier: str, why: str) -> NoReturn:
    learned_from = "--corpus GOLD.jsonl" if classifier == PAGES else f"--classifier {classifier} --records FILE"
    message = (
        f"The model {file} cannot be used: {why}. "
        f"Train it again with: eventlocky train KIND {learned_from} --out MODEL.npz, or leave it out."
    )
    raise ModelError(message)
