"""What a text says of a date, before anything is added: moments with gaps, and mentions made of them.

Nobody changes them once they are made. They are not frozen all the same, nor is what the readers hand each other: a
page makes hundreds of them, and making a frozen one takes three times as long.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum

WEEKDAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""What rules call the days of the week, from Monday on."""

TWO_YEARS = "two years"
FISCAL_YEAR = "fiscal year"
"""The season that is said by two years: `2026/27`."""

_FEW_MONTHS = 3
"""Of two days without a year, the earlier one may be of the next year where more months than these part them."""


class Role(StrEnum):
    """What a date is there for, as far as the words around it tell; `off`: it does not take place then."""

    START = "start"
    END = "end"
    DOORS = "doors"
    DEADLINE = "deadline"
    POSTED = "posted"
    UPDATED = "updated"
    COPYRIGHT = "copyright"
    HOURS = "hours"
    OFF = "off"


@dataclass(slots=True, unsafe_hash=True)
class Moment:
    """A point of the calendar as it is written; what is not said is None.

    `is_swappable` marks a numeric date such as 11/12 whose day and month may stand the other way round,
    `is_month_first` how it was read, `is_voted` that other dates of the same text settled it.
    `other_weekdays` has a bit for every weekday that the word means in another language, where nothing tells which
    it is ("So" is Sunday in German and Saturday in Czech).
    `hour` may be 24 to 30: the night after the day (25:30 is half past one of the next day).
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    hour: int | None = None
    minute: int | None = None
    other_weekdays: int = 0
    is_swappable: bool = False
    is_month_first: bool = False
    is_voted: bool = False

    @property
    def has_time(self) -> bool:
        """Whether a time of day is said."""
        return self.hour is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """Name what a full date and time would still need."""
        return tuple(name for name in ("year", "month", "day", "hour") if getattr(self, name) is None)

    def fits(self, day: date) -> bool:
        """Tell whether a day is of the weekday that is said, if one is."""
        return self.weekday in {None, day.weekday()} or bool(self.other_weekdays >> day.weekday() & 1)

    def at(self, clock: Clock | None) -> Moment:
        """Return the same day at a time."""
        if clock is None:
            return self
        return Moment(
            self.year,
            self.month,
            self.day,
            self.weekday,
            clock.hour,
            clock.minute,
            self.other_weekdays,
            self.is_swappable,
            self.is_month_first,
            self.is_voted,
        )


@dataclass(slots=True, unsafe_hash=True)
class Clock:
    """A time of day; `is_sure` where the words say that it is one (`19:30`, `7pm`), not only a number."""

    hour: int
    minute: int = 0
    is_sure: bool = True

    @property
    def minutes(self) -> int:
        """Minutes since midnight."""
        return self.hour * 60 + self.minute

    def time(self) -> time:
        """Return it as a time; the hours after midnight wrap around."""
        return time(self.hour % 24, self.minute)


@dataclass(slots=True, unsafe_hash=True)
class Mention:
    """One date expression: where it stands, what it says, what it is there for.

    `excluded` are the days that a rule or a range leaves out; a `season` such as "autumn" says no day at all.
    A day without a month `is_announced` where its sentence tells of what is to come: newspapers leave the month out.
    """

    first: int
    stop: int
    text: str
    start: Moment
    end: Moment | None = None
    more: tuple[Moment, ...] = ()
    doors: time | None = None
    rule: str | None = None
    excluded_weekdays: tuple[int, ...] = ()
    excluded: tuple[Moment, ...] = ()
    season: str | None = None
    role: Role = Role.START
    is_announced: bool = False

    def moved(self, first: int, stop: int, text: str) -> Mention:
        """Return the same mention at another place, in the words that stand there."""
        return Mention(
            first,
            stop,
            text,
            self.start,
            self.end,
            self.more,
            self.doors,
            self.rule,
            self.excluded_weekdays,
            self.excluded,
            self.season,
            self.role,
            self.is_announced,
        )

    @property
    def has_day(self) -> bool:
        """Whether it names a day, if only a weekday or a rule."""
        start = self.start
        return bool(self.rule) or start.day is not None or start.weekday is not None


def is_before(one: Moment, other: Moment) -> bool:
    """Tell whether one day lies before another: by the year that both say, else by a few months."""
    if not (one.month and one.day and other.month and other.day):
        return False
    if one.year and other.year:
        return (one.year, one.month, one.day) < (other.year, other.month, other.day)
    is_earlier = (one.month, one.day) < (other.month, other.day) and not (one.year or other.year)
    return is_earlier and other.month - one.month <= _FEW_MONTHS


def is_run(mention: Mention) -> bool:
    """Tell a range of days."""
    return mention.role is Role.START and not mention.rule and mention.end is not None and mention.end.day is not None
