"""How a source is doing: when it last worked, what it gave against what was expected, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from eventlocky.errors import AddressRefusedError, EventlockyError, RobotsError, UnreachableError

if TYPE_CHECKING:
    from eventlocky.page import Tree

_BLOCKED = frozenset({401, 403, 407, 429, 451})
_FEW_LETTERS = 200
"""A page with scripts and fewer letters than this shows nothing without them."""

_FALLEN = 0.25
"""A source that gives less than this share of what is expected has changed: somebody should look."""

_EXPECTED_ENOUGH = 3.0
"""From so few events nothing can be told."""

_MEMORY = 0.3
"""How much the newest crawl counts in what is expected of the next."""


class State(StrEnum):
    """What became of a source at its last crawl."""

    NEW = "new"
    GOOD = "good"
    EMPTY = "empty"
    FALLEN = "fallen"
    BLOCKED = "blocked"
    ROBOTS = "robots-denied"
    SCRIPTED = "js-only"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Health:
    """The health of one source; times are seconds since 1970, `expected` is the events that a crawl should give."""

    state: State = State.NEW
    last_tried: float | None = None
    last_success: float | None = None
    found: int = 0
    expected: float = 0.0
    failures: int = 0
    problem: str = ""

    @property
    def is_alarm(self) -> bool:
        """Whether a source that used to give events does not any more."""
        return self.state is State.FALLEN


NEW = Health()
"""The health of a source that was never tried."""


def after_success(health: Health, now: float, found: int, *, is_scripted: bool = False) -> Health:
    """Return the health after a crawl that went through.

    A yield that falls far below what is expected is an alarm: the expectation stays, until it is met or forgotten.
    """
    expected = found if health.last_success is None else health.expected + _MEMORY * (found - health.expected)
    if health.expected >= _EXPECTED_ENOUGH and found < _FALLEN * health.expected:
        problem = f"It gave {found} where about {health.expected:.0f} were expected: its pages may have changed."
        return replace(
            health, state=State.FALLEN, last_tried=now, found=found, expected=expected, problem=problem, failures=0
        )
    state = State.GOOD if found else State.SCRIPTED if is_scripted else State.EMPTY
    return Health(state, now, now, found, expected)


def after_failure(health: Health, now: float, error: EventlockyError) -> Health:
    """Return the health after a crawl whose first page could not be had."""
    return replace(health, state=state_of(error), last_tried=now, failures=health.failures + 1, problem=str(error))


def state_of(error: EventlockyError) -> State:
    """Tell what an error means for a source."""
    if isinstance(error, RobotsError):
        return State.ROBOTS
    if isinstance(error, AddressRefusedError) or (isinstance(error, UnreachableError) and error.status in _BLOCKED):
        return State.BLOCKED
    return State.ERROR


def is_scripted(tree: Tree) -> bool:
    """Tell cheaply whether a page shows nothing without its scripts."""
    letters = len("".join(tree.whole_text.split()))
    return letters < _FEW_LETTERS and bool(tree.select("script[src],script[type=module]"))
