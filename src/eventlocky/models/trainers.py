"""What only training needs: libraries of the extra `train`, imported when they are asked for."""

from __future__ import annotations

import importlib
from typing import Any

from eventlocky.errors import MissingExtraError


def trainer(module: str) -> Any:  # noqa: ANN401 - a module without types
    """Return a module that training needs, or say which extra brings it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        what = f"Training ({module.partition('.')[0]})"
        raise MissingExtraError(what, "train") from error
