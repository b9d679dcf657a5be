"""What only training needs: libraries of the extra `train`, imported when they are asked for, and held to one thread.

A sum of floats depends on how many threads add it up: on a machine with other cores the same pages gave another model.
"""

from __future__ import annotations

import importlib
from typing import Any

from eventlocky.errors import MissingExtraError

_held: set[str] = set()
"""The modules whose libraries are held to one thread."""


def trainer(module: str) -> Any:  # noqa: ANN401 - a module without types
    """Return a module that training needs, or say which extra brings it; from then on one thread adds up."""
    try:
        found = importlib.import_module(module)
        if module not in _held:  # a limit holds what is loaded when it is set
            importlib.import_module("threadpoolctl").threadpool_limits(1)
            _held.add(module)
    except ImportError as error:
        what = f"Training ({module.partition('.')[0]})"
        raise MissingExtraError(what, "train") from error
    return found
