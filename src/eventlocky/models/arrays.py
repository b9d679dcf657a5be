"""Named arrays and a card in one `.npz` file: how the text classifiers are kept.

Reading one runs nothing (pickle is refused), and a file that is cut, changed, too large or of another classifier is
refused with what to do. The same arrays and card give the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from eventlocky.errors import ModelError

VERSION = 1
_MOST_BYTES = 64_000_000
_MOST_UNPACKED = 512_000_000
Arrays = dict[str, NDArray[Any]]
Built = TypeVar("Built")


def write(file: Path, arrays: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> None:
    """Write arrays and their card; the card must be fit for JSON."""
    own = {"version": VERSION, "digest": _digest(arrays)}
    text = json.dumps(dict(card) | own, sort_keys=True, ensure_ascii=False)
    buffer = io.BytesIO()
    parts: dict[str, Any] = dict(sorted(arrays.items())) | {"card": np.frombuffer(text.encode(), dtype=np.uint8)}
    np.savez_compressed(buffer, **parts)
    try:
        file.write_bytes(buffer.getvalue())
    except OSError as error:
        message = f"The model {file} cannot be written: {error.strerror or error}."
        raise ModelError(message) from error


def read(file: Path, classifier: str, build: Callable[[Arrays, dict[str, Any]], Built]) -> Built:
    """Read the model of a classifier and build it; `build` raises ValueError or KeyError where parts do not fit."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            _refuse(file, classifier, "it is too large")
        body = file.read_bytes()
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_UNPACKED:
                _refuse(file, classifier, "what it holds is too large")
        with np.load(io.BytesIO(body), allow_pickle=False) as opened:
            arrays = {name: opened[name] for name in opened.files}
        card = json.loads(arrays.pop("card").tobytes().decode())
        if card["version"] != VERSION:
            _refuse(file, classifier, f"it is of version {card['version']}, this program reads version {VERSION}")
        if card["classifier"] != classifier:
            _refuse(file, classifier, f"it is a model for the classifier {card['classifier']}")
        if card["digest"] != _digest(arrays):
            _refuse(file, classifier, "it was changed after it was written")
        for name, array in arrays.items():
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                _refuse(file, classifier, f"its {name} are no numbers")
        return build(arrays, card)
    except (OSError, ValueError, KeyError, TypeError, EOFError, NotImplementedError, MemoryError) as error:
        _refuse(file, classifier, f"it cannot be read ({error})")
    except (zipfile.BadZipFile, zlib.error, RecursionError, AttributeError, RuntimeError) as error:
        _refuse(file, classifier, f"it cannot be read ({error})")


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
    return lines.tobytes().decode().split("\n")


def need(is_fit: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence
    """Raise ValueError where a part of a model does not fit the others."""
    if not is_fit:
        raise ValueError(what)


def _refuse(file: Path, classifier: str, why: str) -> NoReturn:
    message = (
        f"The model {file} cannot be used: {why}. "
        f"Train one with: eventlocky train KIND --classifier {classifier} --records FILE --out MODEL.npz"
    )
    raise ModelError(message)
