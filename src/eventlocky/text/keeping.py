"""What was worked out for a short text is kept: names of classes, lines and labels come again on every page.

A long text is worked out anew: a page may have one of a megabyte, and thousands of those would fill the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

Value = TypeVar("Value")

_LONGEST = 500
"""A longer text is none that would be read again; classes and the names of places are far shorter."""


def keep_short(most: int) -> Callable[[Callable[[str], Value]], Callable[[str], Value]]:
    """Keep what some work gives for so many short texts, those that were asked for last, as `lru_cache` does."""

    def keep(work: Callable[[str], Value]) -> Callable[[str], Value]:
        known = lru_cache(maxsize=most)(work)

        @wraps(work)
        def look_up(text: str) -> Value:
            return known(text) if len(text) <= _LONGEST else work(text)

        vars(look_up).update(
            cache_clear=known.cache_clear, cache_info=known.cache_info, cache_parameters=known.cache_parameters
        )
        return look_up

    return keep
