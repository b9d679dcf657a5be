"""What the readers of fields share: a value, and the row that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Found(Generic[Value]):
    """A field's value, the row it was read from (and the attribute, where it was one), and how sure we are."""

    value: Value
    row: int
    confidence: float
    attribute: str = ""
