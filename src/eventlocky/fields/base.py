"""What the readers of fields share: a value and the row that proves it, and work that is done once a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from eventlocky.page import Tree

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Found(Generic[Value]):
    """A field's value, the row it was read from (and the attribute, where it was one), and how sure we are."""

    value: Value
    row: int
    confidence: float
    attribute: str = ""


def once_a_page(work: Callable[[Tree], Value]) -> Callable[[Tree], Value]:
    """Let some work on a page be done once; what it returns must not hold the tree, or no page is ever forgotten."""
    known: WeakKeyDictionary[Tree, Value] = WeakKeyDictionary()

    @wraps(work)
    def look_up(tree: Tree) -> Value:
        found = known.get(tree)
        if found is None:
            found = known[tree] = work(tree)
        return found

    return look_up
