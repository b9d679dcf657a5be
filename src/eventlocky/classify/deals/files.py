"""Models of sentences on disk: arrays of numbers and a card of text, read without running anything."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from eventlocky.errors import ModelError

VERSION = 1
_MOST_BYTES = 64_000_000
Arrays = Mapping[str, NDArray[Any]]


def save(file: Path, kind: str, arrays: Arrays, card: Mapping[str, Any]) -> None:
    """Write a model: its kind, its arrays, and what its card says."""
    text = json.dumps(dict(card) | {"version": VERSION, "model": kind}, sort_keys=True, ensure_ascii=False)
    parts: dict[str, Any] = dict(arrays) | {"card": np.frombuffer(text.encode(), dtype=np.uint8)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **parts)
    file.write_bytes(buffer.getvalue())


def load(file: Path, kind: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Read the arrays and the card of a model; what is cut, changed or of another kind is refused."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            refuse(file, "it is too large")
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        card = json.loads(arrays.pop("card").tobytes().decode())
        is_ours = card["version"] == VERSION and card["model"] == kind
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        refuse(file, f"it cannot be read ({error})")
    if not is_ours:
        refuse(file, f"it is no model {kind} of version {VERSION}")
    return arrays, card


def check(file: Path, arrays: Arrays, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse a model whose arrays have other shapes than its card says, or numbers that are none."""
    for name, shape in shapes.items():
        if name not in arrays or arrays[name].shape != shape:
            refuse(file, f"its {name} does not fit")
        if not np.isfinite(arrays[name]).all():
            refuse(file, f"its {name} holds something that is no number")


def refuse(file: Path, why: str) -> NoReturn:
    """Say why a file cannot be used, and what to do."""
    message = f"The model {file} cannot be used: {why}. Train it again, or leave it out."
    raise ModelError(message)
