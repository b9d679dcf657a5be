"""The groupings of a page as arrays: every record's rows and anchor, and what each anchor says, read once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.annotate import Annotation, Dated
from eventlocky.page import Tree
from eventlocky.records.propose import Grouping, holder_of
from eventlocky.records.slots import SAMPLE, Titles
from eventlocky.records.spots import Flags, Found, Ints, integers, under_one_another
from eventlocky.records.stamps import beside, stamps
from eventlocky.types import When

Floats = NDArray[np.float64]

_LETTERS = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, eq=False)
class Lists:
    """Some lists, with all their records one after another, and those of their samples."""

    groupings: Sequence[Grouping]
    begins: Ints
    """Where the records of every list begin; one more for the end."""

    first: Ints
    stop: Ints
    anchor: Ints
    """The number of the record's anchor among those of the page."""

    of: Ints
    """The number of the record's list."""

    sampled: Ints
    """The records of the samples."""

    sampled_of: Ints
    own: dict[str, NDArray[Any]] = field(default_factory=dict)
    """Numbers of every record, by name."""

    group: dict[str, NDArray[Any]] = field(default_factory=dict)
    """Numbers of every list that do not hang on titles, by name."""

    counts: dict[str, Ints] = field(default_factory=dict)
    """How many finds every record holds, by their name."""

    found: dict[int, Found] = field(default_factory=dict)
    """The texts of all records of a list by its number: its titles may be looked for in several ways."""

    titled: dict[tuple[int, tuple[tuple[int, int], ...]], Titles] = field(default_factory=dict)
    """The titles of all records of a list by its number and by the slots that they were looked for in."""

    @property
    def sizes(self) -> Ints:
        """How many records every list has."""
        return np.diff(self.begins)

    def mean(self, values: NDArray[Any]) -> Floats:
        """Return the mean of something over the records of every list."""
        return np.asarray(np.bincount(self.of, values, len(self.groupings)) / self.sizes)

    def means_of_sample(self, columns: dict[str, NDArray[Any]]) -> dict[str, Floats]:
        """Return the means of several things over the sample of every list; they are given for all records."""
        table = under_one_another(columns.values())[:, self.sampled]
        begin = np.searchsorted(self.sampled_of, np.arange(len(self.groupings)))
        counts = np.bincount(self.sampled_of)
        return dict(zip(columns, np.add.reduceat(table, begin, axis=1) / counts, strict=True))

    @cached_property
    def anchors(self) -> list[frozenset[int]]:
        """The anchors of every list."""
        every = self.anchor.tolist()
        return [frozenset(every[begin:end]) for begin, end in pairwise(self.begins.tolist())]

    def numbers(self, number: int) -> Ints:
        """Return the numbers of all records of a list."""
        return np.arange(self.begins[number], self.begins[number + 1])


def of(groupings: Sequence[Grouping], numbers: dict[int, int]) -> Lists:
    """Write groupings as arrays; `numbers` gives the number of an anchor by where it begins."""
    sizes = [len(grouping.drafts) for grouping in groupings]
    begins = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    sampled = [
        begin + place for begin, size in zip(begins.tolist(), sizes, strict=False) for place in sample(range(size))
    ]
    drafts = [draft for grouping in groupings for draft in grouping.drafts]
    first = integers([draft[0] for draft in drafts])
    stop = integers([draft[1] for draft in drafts])
    anchor = integers([numbers[draft[2].first] for draft in drafts])
    owner = np.repeat(np.arange(len(sizes)), sizes)
    some = integers(sampled)
    return Lists(groupings, begins, first, stop, anchor, owner, some, owner[some])


def sample(drafts: range) -> range:
    """Return some of the records of a list, evenly."""
    return drafts[:: max(1, len(drafts) // SAMPLE)][:SAMPLE]


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """What the anchors of a page say, a number an anchor."""

    first: Ints
    row: Ints
    length: Ints
    day: Ints
    """The day as a number; 0 where none is said."""

    last: Ints
    """The last day, likewise: a run until August is not past in July."""

    is_timed: Flags
    has_year: Flags
    has_weekday: Flags
    has_end: Flags
    has_rule: Flags
    is_odd: Flags
    """Whether a time is one of a clock, not of a programme: 15:57 is when somebody wrote something."""

    confidence: Floats
    rdates: Ints
    has_letters: Flags
    rest: Floats
    """How many letters stand on its line besides it."""

    before: Floats
    """How many of them stand before it."""

    is_worded: Flags
    """Whether it has no digit at all: `Today` is the button of a calendar more often than the day of an event."""

    is_monthly: Flags
    """Whether it is a month without a day."""

    outrun: Floats
    """How much it looks like the stamp of a post whose text says a later day (`stamps`)."""

    told: Floats
    """How much it looks like a day told under such a stamp."""


def read(tree: Tree, anchors: Sequence[Annotation]) -> Anchors:
    """Look at every anchor of a page once."""
    text = tree.whole_text
    found = []
    for anchor in anchors:
        value = anchor.value if isinstance(anchor.value, Dated) else None
        when = value.when if value else When()
        day, last, start = when.first_day, when.last_day, value.mention.start if value else None
        rest, before = beside(text, anchor)
        found.append((
            anchor.first, anchor.row, anchor.stop - anchor.first, day.toordinal() if day else 0,
            max(day, last).toordinal() if day and last else 0, not when.all_day,
            start is not None and start.year is not None, start is not None and start.weekday is not None,
            when.end is not None, when.rrule is not None, start is not None and (start.minute or 0) % 5 != 0,
            when.confidence if value else 0.0, len(when.rdates),
            _LETTERS.search(text, anchor.first, anchor.stop) is not None, rest, before,
            _DIGIT.search(text, anchor.first, anchor.stop) is None,
            start is not None and start.month is not None and start.day is None and when.rrule is None,
        ))  # fmt: skip
    kinds = (int, int, int, int, int, bool, bool, bool, bool, bool, bool, float, int, bool, float, float, bool, bool)
    columns = [*zip(*found, strict=True)] or [()] * len(kinds)
    said = dict(zip(Anchors.__slots__, columns, strict=False))  # the last two are told by the others
    places = [tree.trails[holder_of(tree, anchor)] for anchor in anchors]
    return Anchors(
        *(np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True)),
        *(np.array(column, dtype=float) for column in stamps(places, said["day"], said["rest"], said["is_timed"])),
    )


def when_of(anchor: Annotation) -> When | None:
    """Return what an anchor means, where it is a date."""
    return anchor.value.when if isinstance(anchor.value, Dated) else None


def day_of(anchor: Annotation) -> date | None:
    """Return the day that an anchor means, where it is a date."""
    when = when_of(anchor)
    return when.first_day if when else None


Moment = tuple[date | None, time | None]
"""A day, and the hour that is said with it."""


def hour_of(anchor: Annotation) -> time | None:
    """Return the hour that an anchor says with its day, if it says one."""
    when = when_of(anchor)
    return when.start.time() if when and isinstance(when.start, datetime) else None


def is_run(anchor: Annotation) -> bool:
    """Tell whether an anchor says the first and the last of several days."""
    when = when_of(anchor)
    return when is not None and when.first_day is not None and when.first_day != when.last_day
