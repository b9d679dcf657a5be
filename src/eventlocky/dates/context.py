"""What is known around a mention."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

_FIRST, _LAST = date(10, 1, 1), date(9990, 12, 31)


@dataclass(frozen=True, slots=True)
class Context:
    """What is known around a mention: the day the page was fetched, what headers say, and what the caller knows.

    `month_first` says how the site writes 11/12 where the page itself does not tell (see `dates.vote`); `zone` is the
    IANA name of the place's zone. Both may stay None. `season_ends` is the last month that is
    meant of the next year (`2026/27`: June, `2026年度`: March), and 0 where one year is meant.
    """

    reference: date
    year: int | None = None
    month: int | None = None
    day: date | None = None
    month_first: bool | None = None
    zone: str | None = None
    season_ends: int = 0

    def __post_init__(self) -> None:
        """Keep the reference away from the ends of the calendar, where weeks cannot be added."""
        object.__setattr__(self, "reference", within(self.reference))


def within(day: date) -> date:
    """Return a day, moved to where a year can be added to it and taken from it."""
    return min(max(day, _FIRST), _LAST)
