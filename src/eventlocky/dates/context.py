"""What is known around a mention."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Context:
    """What is known around a mention: the day the page was fetched, and what headers say."""

    reference: date
    year: int | None = None
    month: int | None = None
    day: date | None = None
    month_first: bool | None = None
    zone: str | None = None
