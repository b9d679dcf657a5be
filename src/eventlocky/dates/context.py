"""What is known around a mention."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

_FIRST, _LAST = date(10, 1, 1), date(9990, 12, 31)


@dataclass(frozen=True, slots=True)
class Context:
    """What is known around a mention: the day the page was fetched, what headers say, and what the caller knows.

    `month_first` says how the site writes 11/12 where the page itself does not tell (see `dates.vote`); `zone` is the
    IANA name of the place's zone. Both may stay None. `is_season` says that the second half of the year is meant
    and the first of the next (`2026/27`).
    """

    reference: date
    year: int | None = None
    month: int | None = None
    day: date | None = None
    month_first: bool | None = None
    zone: str | None = None
    is_season: bool = False

    def __post_init__(self) -> None:
        """Keep the reference away from the ends of the calendar, where weeks cannot be added."""
        object.__setattr__(self, "reference", within(self.reference))


def within(day: date) -> date:
    """Return a day, moved to where a year can be added to it and taken from it."""
    return min(max(day, _FIRST), _LAST)
