"""What the readers of fields share: a value and the row that proves it, and work that is done once a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Generic, TypeVar

from eventlocky.page import Tree

Value = TypeVar("Value")


@dataclass(slots=True, unsafe_hash=True)
class Found(Generic[Value]):
    """A field's value, the row it was read from (and the attribute, where it was one), and how sure we are.

    Nobody changes one; a record makes six, and making a frozen one takes three times as long.
    """

    value: Value
    row: int
    confidence: float
    attribute: str = ""


def once_a_page(work: Callable[[Tree], Value]) -> Callable[[Tree], Value]:
    """Let some work on a page be done once: what it gives is kept with the tree, as a cached property is."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def look_up(tree: Tree) -> Value:
        try:
            found: Value = tree.__dict__[name]
        except KeyError:
            found = tree.__dict__[name] = work(tree)
        return found

    return look_up
