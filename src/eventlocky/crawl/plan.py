"""When a page is due again: how often it changed decides.

The rate of change is Cho and Garcia-Molina's estimate from the number of looks and the number of changes seen,
which holds up when a page changed on every look or on none. A page is due when it has changed with a chance of one
half. What is not known yet has a guess by what the page is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

HOUR_S = 3_600.0
DAY_S = 24 * HOUR_S

LEAST_S = 6 * HOUR_S
"""No page is asked for more often: who announces events does not do it by the hour."""

MOST_S = 30 * DAY_S
FIRST_S = {"list": DAY_S, "detail": 7 * DAY_S, "other": 3 * DAY_S, "error": DAY_S}
"""How long to wait after the first look: a page with several events, with one, with none, one that failed."""

_FEWEST = 2
"""After so many looks back the page's own rate counts."""


@dataclass(frozen=True, slots=True)
class History:
    """What is known of a page's changes: looks after the first, changes seen among them, and the time they span."""

    looks: int = 0
    changes: int = 0
    span_s: float = 0.0

    def after(self, waited_s: float, *, is_changed: bool) -> History:
        """Return the history with one more look."""
        return History(self.looks + 1, self.changes + is_changed, self.span_s + max(0.0, waited_s))


NO_HISTORY = History()


def interval_s(history: History, role: str) -> float:
    """Return how long a page may rest.

    >>> interval_s(History(), "list") == DAY_S
    True
    """
    if history.looks < _FEWEST or history.span_s <= 0:
        return FIRST_S[role]
    mean_s = history.span_s / history.looks
    unchanged = (history.looks - history.changes + 0.5) / (history.looks + 0.5)
    rate = -log(unchanged) / mean_s
    return min(max(log(2) / rate, LEAST_S), MOST_S) if rate > 0 else MOST_S
