"""A second look at records: what each is beside the others that want its date, and beside all that the page has.

The first look weighs every record for itself, so the name of a speaker is a fine title where the cut ends before the
title of the talk. Here those who give one date different titles meet: how sure each is, what its words say, how it is
set, and by how much it beats the best of the others. Two more forests weigh the records with that (`train/best.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eventlocky.records import weigh
from eventlocky.records.lists import Lists
from eventlocky.records.slots import TEXT_LOOKS, Titles
from eventlocky.records.spots import Ints, numbered
from eventlocky.records.weigh import Proposal, Scales

Floats = NDArray[np.float64]

_RIVALLED = ("sure", "slot", "said", "spelt", "person", "place", "length", "near", "size", "lines", "rows")
"""By what those who want one date are told apart."""

_OWN = ("day", "sure", *TEXT_LOOKS, "lines", "size")
_CLAIM = (
    "top", "best_sure", "best_slot", "best_rows", *(f"lead_{name}" for name in _RIVALLED), "own_said", "own_spelt",
    "rivals", "best_day", "mean_day", "best_both",
)  # fmt: skip
_DATE = ("narrowest", "least", "mean", "most")
_LIST = ("mean_day", "most_day", "least_day", "mean_sure")
_WITHOUT_CLAIMS = len(_OWN) + len(_DATE)
_PAGE = ("most_day", "mean_day", "most_both", "some_both", "days", "days_share")

FEATURES = (
    *weigh.FEATURES,
    *(f"again_{name}" for name in _OWN),
    *(f"date_{name}" for name in _DATE),
    *(f"claim_{name}" for name in _CLAIM),
    *(f"claims_{name}" for name in _CLAIM),
    *(f"list_{name}" for name in _LIST),
    *(f"page_{name}" for name in _PAGE),
)
"""The names of the numbers of the second look: those of the first, of the record, its date, claim, list and page.

The numbers of a date are what the lists that hold it say of their dates: a box of news at the side is a list of its
own, and part of a longer one that holds the events.

The numbers of a claim stand twice: of the record itself, and on average over the sample of its list.
"""

_ALONE = 2.0
"""By so much leads who has no rival: more than chances can, and not so much that means over a list say nothing else."""

_UNSAID = -1.0
"""The opinion of nobody."""

_NO_TITLE = 0
"""The number of no words at all."""

_EVEN = 0.5
_SOME = 3
"""So many of the surest dates of a page are asked how sure they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """What the records of the samples of all proposals claim, one after another, each a date under a title."""

    of: Ints
    """The number of the proposal."""

    anchor: Ints
    text: Ints
    """The number of the title's words, without regard to case."""

    looks: Floats
    """What the title looks like by itself, by `TEXT_LOOKS`."""

    slot: Floats
    """How likely titles stand where this one stands."""

    spoken: Floats
    """How much the title's words and letters are those of titles: two numbers."""

    lines: Ints
    """How many lines behind its date the title stands."""

    size: Floats
    rows: Ints
    """How many rows the record has."""

    @classmethod
    def of_samples(
        cls,
        scales: Scales,
        lists: Lists,
        proposals: Sequence[Proposal],
        record: Ints,
        of: Ints,
        titles: Titles,
        said: Floats,
    ) -> Claims:
        """Return what the samples of proposals claim; `said` says how much every known text is spoken like a title."""
        anchor = lists.anchor[record]
        looks, lines, size = seen(scales, titles, anchor)
        slot = np.array([proposal.scores[0] for proposal in proposals])[of]
        text = scales.sheet.folds[titles.text]
        return cls(
            of, anchor, text, looks, slot, said[titles.text], lines, size, lists.stop[record] - lists.first[record]
        )

    def take(self, which: Ints) -> Claims:
        """Return some of them, with the proposals that are left numbered anew."""
        columns = (getattr(self, name)[which] for name in self.__slots__)
        of, *others = columns
        return Claims(numbered(of)[1], *others)


def seen(scales: Scales, titles: Titles, anchor: Ints) -> tuple[Floats, Ints, Floats]:
    """Return what titles look like, how many lines behind their dates they stand, and how large their letters are."""
    sheet = scales.sheet
    lines = sheet.line_of(titles.first) - sheet.line_of(scales.anchors.first[anchor])
    return sheet.looks[titles.text], lines, sheet.sizes[titles.row]


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """What records are beside the others: the numbers of each, and of every proposal, which all its records share."""

    own: Floats
    shared: Floats


def opinions(lists: Lists, day: Floats) -> Floats:
    """Return what the lists that hold an anchor say of their dates, four numbers an anchor.

    `day` says how likely the dates of every list are events' on average. A list of one says nothing of others; an
    anchor that no other list holds has `_UNSAID`.
    """
    is_several = lists.sizes[lists.of] > 1
    anchor, of = lists.anchor[is_several], lists.of[is_several]
    found = np.full((int(lists.anchor.max(initial=-1)) + 1, len(_DATE)), _UNSAID)
    if not len(anchor):
        return found
    order = np.lexsort((lists.sizes[of], anchor))
    anchor, said = anchor[order], day[of[order]]
    begins = _begins(anchor)
    found[anchor[begins]] = np.column_stack(
        [
            said[begins],
            np.minimum.reduceat(said, begins),
            np.add.reduceat(said, begins) / np.diff([*begins, len(anchor)]),
            np.maximum.reduceat(said, begins),
        ]
    )
    return found


def look(claims: Claims, day: Floats, sure: Floats, said: Floats) -> Beside:
    """Return what every record is beside the others, by how likely its date is an event's and its title the event's.

    `said` is what the lists of the page say of every anchor (`opinions`).
    """
    claim, best = _claimed(claims, day, sure)
    size = np.bincount(claims.of)
    begins = np.cumsum(size) - size
    means = np.add.reduceat(claim, begins, axis=0) / size[:, None]
    lists = np.column_stack(
        [
            np.add.reduceat(day, begins) / size,
            np.maximum.reduceat(day, begins),
            np.minimum.reduceat(day, begins),
            np.add.reduceat(sure, begins) / size,
        ]
    )
    page = np.broadcast_to(_of_page(*best), (len(size), len(_PAGE)))
    own = own_numbers(day, sure, claims.looks, claims.lines, claims.size, said[claims.anchor])
    own = np.column_stack([own, claim])
    return Beside(own, np.column_stack([means, lists, page]))


def own_numbers(day: Floats, sure: Floats, looks: Floats, lines: Ints, size: Floats, said: Floats) -> Floats:
    """Return the numbers of records and of their dates, but for those of what else is claimed of these."""
    return np.column_stack([day, sure, looks, lines, size, said])


def rows(first: NDArray[np.float32], own: Floats, shared: Floats) -> NDArray[np.float32]:
    """Return the numbers of records in the order of `FEATURES`, from those of the first look; `shared` a row a record.

    Where nobody asked who else wants the date of a record, its own numbers end before those of its claim: then it
    has those of its list.
    """
    if own.shape[1] == _WITHOUT_CLAIMS:
        own = np.column_stack([own, shared[:, : len(_CLAIM)]])
    return np.column_stack([first, own, shared]).astype(np.float32)


def without_claims(own: Floats) -> Floats:
    """Return the numbers of records as they are where nobody asked who else wants their dates."""
    return own[:, :_WITHOUT_CLAIMS]


def _claimed(claims: Claims, day: Floats, sure: Floats) -> tuple[Floats, tuple[Floats, Floats]]:
    """Return the numbers of every claim, and for every date how likely it is an event's, alone and with its title."""
    person, place, length = (claims.looks[:, TEXT_LOOKS.index(name)] for name in ("person", "place", "length"))
    said, spelt = claims.spoken.T
    near = -np.abs(claims.lines)
    values = np.column_stack([
        sure, claims.slot, said, spelt, person, place, length, near, claims.size, claims.lines, claims.rows,
    ])  # fmt: skip
    _, at = numbered(claims.anchor)
    pairs, pair = numbered(at * (int(claims.text.max(initial=0)) + 1) + claims.text)
    order = pair.argsort(kind="stable")
    best = np.maximum.reduceat(values[order], _begins(pair[order]), axis=0)
    said_of = np.zeros(len(pairs), dtype=np.int64)
    said_of[pair] = claims.text
    best[said_of == _NO_TITLE] = -np.inf  # what is not there is nobody's rival
    owner = np.zeros(len(pairs), dtype=np.int64)
    owner[pair] = at
    begins = _begins(owner)
    top = np.maximum.reduceat(best, begins, axis=0)[owner]
    is_top = best == top
    tops = np.add.reduceat(is_top.astype(np.int64), begins, axis=0)[owner]
    second = np.maximum.reduceat(np.where(is_top, -np.inf, best), begins, axis=0)[owner]
    other = np.where(is_top & (tops == 1), second, top)
    is_there = np.isfinite(best)
    best[~is_there], top[np.isinf(top)] = 0.0, 0.0
    lead = np.where(np.isinf(other), _ALONE, best - np.where(np.isinf(other), 0.0, other))
    lead[~is_there] = -_ALONE
    rivals = np.bincount(owner, said_of != _NO_TITLE)[owner]
    by_anchor = at.argsort(kind="stable")
    starts = _begins(at[by_anchor])
    best_day = np.maximum.reduceat(day[by_anchor], starts)
    best_both = np.maximum.reduceat((day * sure)[by_anchor], starts)
    mean_day = np.bincount(at, day) / np.bincount(at)
    found = np.column_stack([
        top[pair, 0], best[pair][:, [0, 1, len(_RIVALLED) - 1]], lead[pair], said, spelt, rivals[pair],
        best_day[at], mean_day[at], best_both[at],
    ])  # fmt: skip
    return found, (best_day, best_both)


def _of_page(day: Floats, both: Floats) -> list[float]:
    """Return what the dates of a page are together."""
    is_likely = day > _EVEN
    surest = np.sort(both)[-_SOME:]
    return [day.max(), day.mean(), both.max(), surest.mean(), is_likely.sum(), is_likely.mean()]


def _begins(ordered: Ints) -> Ints:
    """Return where every different one of some ordered numbers begins."""
    return np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
