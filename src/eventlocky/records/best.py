"""Our own finder: everything proposed is weighed, and the best records that do not overlap are kept.

    proposals ─▶ where their titles stand ─▶ how likely each record is right ─▶ the best set without overlap

The proposals are those of `propose`; each is weighed with its likeliest titles by a model that was trained on pages
of many sites (`train/`). A grouping is worth what its records are worth together; the choice goes from the most
valuable one down, and leaves out what overlaps, and what says the same days again. What has no dates to go by is
found by `deals`, where there is a model for its kind, and cut as `patterns` does where there is none.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from functools import cached_property, partial
from itertools import chain, pairwise
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from eventlocky import models
from eventlocky.annotate import Annotations
from eventlocky.errors import ModelError
from eventlocky.kinds import Kind
from eventlocky.models import Model
from eventlocky.models.files import of_kind
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.records import again, deals, hearing, lasting, propose, shelf
from eventlocky.records import slots as slotting
from eventlocky.records import weigh as weighing
from eventlocky.records.lists import Lists, Moment, sample, when_of
from eventlocky.records.patterns import Patterns
from eventlocky.records.plain import Plain
from eventlocky.records.propose import Draft, Grouping
from eventlocky.records.slots import SAMPLE, Sheet, Table, Titles
from eventlocky.records.spots import Ints
from eventlocky.records.weigh import Proposal, Scales, of_samples
from eventlocky.types import Record

_VARIANTS = 3
_SECOND = 0.35
"""A title slot is tried too if it is at least so likely as the likeliest, relatively."""

_FALLBACKS = 3
_COST = 0.3
"""What a record must be worth to add to its grouping."""

_SEVERAL = 1.5
"""So many texts of a record, on average, stand where its title stands if it is cut too large."""

_FINER, _AS_LIKELY = 1.5, 0.2
"""A list is cut finer if it has so many more records, and believed if it is at least so likely, relatively."""

_LIST, _OWN, _SAME, _LIKELY_TITLE, _AS_MANY = 3, 0.8, 0.4, 0.3, 1.2
"""A list has so many records; such a share has titles of its own, or different ones at all; a title is so likely."""

_ALIKE, _OUTSIDE, _DISTINCT, _COVER = map(
    weighing.FEATURES.index, ("title_alike", "title_outside", "title_distinct", "title_cover")
)
_RIVALS, _FIRST_SURE = map(again.FEATURES.index, ("claim_rivals", "again_sure"))
_EVEN = 0.5
"""As likely right as wrong."""

_FULL, _SURE, _SURE_DAY = 1_500, 0.45, 0.6
"""On a page of so many letters one of several records is so sure, or one of the dates surely an event's.

On sites left out, pages of news, forums and shops had neither; where pages with events had no sure title, a date was.
Higher ones (0.56 and 0.75) lose past lists, and fool a written page in fifty less.
"""

_ECHO, _FEW_SURE = 0.3, 2
"""So much less sure than another record is one that only echoes its title, where so few are sure under that."""

_BEHIND_ALL = (sys.maxsize, sys.maxsize)

_SURE_NOTICE = 0.35
"""So sure is every record of a Japanese page, where notices are events.

On Japanese sites left out, 0.4 loses events (`site_f1` 0.694 for 0.724); less takes more pages for ones with events.
"""

LEAST = 0.25
"""What is less likely to be right is no record."""

_SURER = 0.05
"""So much likelier right, on average, are the records of a list that goes before a longer one."""

_MOST = 0.8
"""A list with titles of its own has at least such a share of the dates of one without."""

_WEEK, _FIRST_WEEKDAYS = range(5, 8), (0, 6)
"""So many days has the week of a timetable, which begins on a Monday or a Sunday."""

_GOES_ON = 2
"""So many records that were taken, at least, has a list that goes on with them."""

_SAME_DAYS = 0.6
"""A grouping with so large a share of days that were taken already says the same again."""


@dataclass(frozen=True, eq=False)
class Weighed:
    """A list titled in one way, with how likely the records of its sample are right."""

    lists: Lists
    number: int
    variant: Variant
    shared: NDArray[np.float64]
    beside: NDArray[np.float64]
    """What its sample is beside other lists, as the second look sees it."""

    said: NDArray[np.float64]
    """What the lists of the page say of every anchor."""

    chances: NDArray[np.float64]
    named: Titles
    """The titles of its sample."""

    day: float
    """How likely the likeliest date of its sample is an event's."""

    rival: float = 0.0
    """How likely its titles stand in the likeliest slot that says something else."""

    least: float = 0.0
    """What its records are worth at least: what those of a list are worth that it cuts finer."""

    distinct: float = 1.0
    """The share of its records that say something else than those before them: another day or another title."""

    def worth(self, cost: float) -> float:
        """Return what its records are worth together, as far as the sample tells, where each costs so much."""
        chances = self._listed
        count = len(self.grouping.drafts) * self.distinct
        return sum([chance - cost for chance in chances if chance >= LEAST]) * count / len(chances)

    @cached_property
    def mean(self) -> float:
        """How likely the records of its sample are right on average."""
        return sum(self._listed) / len(self._listed)

    @cached_property
    def _listed(self) -> list[float]:
        """The chances as plain numbers: there are too few of them for an array to be fast."""
        listed: list[float] = self.chances.tolist()
        return listed

    @cached_property
    def grouping(self) -> Grouping:
        """The list."""
        return self.lists.groupings[self.number]

    @property
    def anchors(self) -> frozenset[int]:
        """The dates of its records."""
        return self.lists.anchors[self.number]

    def weigh_all(self, scales: Scales, model: Model) -> tuple[NDArray[np.float64], Titles]:
        """Return how likely each of its records is right, not only those of its sample, and their titles."""
        titles = self.titles(scales)
        if self._is_sampled_whole:
            return self.chances, titles
        numbers = self.lists.numbers(self.number)
        rows = scales.rows(self.lists, numbers, np.zeros_like(numbers), self.shared[None], titles)
        days = model.days.probabilities(rows.T[weighing.DAY_PLACES,].T)
        sure = model.records.probabilities(rows)
        anchor = self.lists.anchor[numbers]
        own = again.own_numbers(days, sure, *again.seen(scales, titles, anchor), self.said[anchor])
        rows = again.rows(rows, own, np.broadcast_to(self.beside, (len(numbers), len(self.beside))))
        return chances_of(scales, model, rows, self.lists, numbers, titles)[0], titles

    def titles(self, scales: Scales) -> Titles:
        """Return the titles of all its records, not only those of its sample."""
        return self.named if self._is_sampled_whole else scales.titles(self.lists, self.number, self.variant.order)

    def texts(self, scales: Scales) -> list[str]:
        """Return the words of the titles of all its records."""
        return [scales.sheet.known[text] for text in self.titles(scales).text.tolist()]

    @property
    def holds_titles(self) -> bool:
        """Whether titles stand in the records first of all, and not above them."""
        return self.variant.order[0][0] >= 0

    @property
    def _is_sampled_whole(self) -> bool:
        return len(self.grouping.drafts) <= SAMPLE

    @property
    def has_own_titles(self) -> bool:
        """Whether nearly every record holds a title of its own, that is likely one."""
        shared = self.shared
        return (
            len(self.grouping.drafts) >= _LIST
            and not shared[_OUTSIDE]
            and self.variant.scores[0] >= _LIKELY_TITLE
            and min(shared[_DISTINCT], shared[_COVER]) >= _OWN
        )

    def beats(self, other: Weighed) -> bool:
        """Tell whether this is surer than another list, and worth more than the part of it that stands in its place."""
        if self is other or len(self.grouping.drafts) < _LIST or self.mean < other.mean + _SURER:
            return False
        mine, theirs, count = self.worth(_EVEN), other.worth(_EVEN), len(other.grouping.drafts)
        if mine <= min(theirs / count, theirs * count / count):  # whatever part of it stands there
            return False
        within = self.span.overlaps(other.span)
        return bool(within) and mine > theirs * within / count

    @cached_property
    def span(self) -> Span:
        """Where its records stand."""
        return Span.of(self.grouping.drafts)

    @property
    def rank(self) -> tuple[bool, float]:
        """Where it stands among others: a record counts by how much likelier right it is than wrong.

        What it is worth is shared between the likeliest places of its titles: the surer one goes first. A place that
        says the same words is no rival.
        """
        mine = self.variant.scores[0]
        share = mine / (mine + self.rival) if self.rival else 1.0
        worth = self.worth(_EVEN)
        return (True, share * worth) if worth > 0 else (False, share * self.worth(_COST))


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """Where records stand that follow one another: the first row of each, and the row behind it."""

    first: Ints
    stop: Ints

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> Span:
        """Return where records stand."""
        first, stop = np.array([(draft.first, draft.stop) for draft in drafts], dtype=np.int64).T
        return cls(first, stop)

    def overlaps(self, other: Span) -> int:
        """Count the records of another list that share rows with one of these."""
        if other.stop[-1] <= self.first[0] or self.stop[-1] <= other.first[0]:
            return 0
        return int((np.searchsorted(self.stop, other.first, "right") < np.searchsorted(self.first, other.stop)).sum())


class Best:
    """The learned chooser."""

    name = "best"

    def __init__(self, model: str = "") -> None:
        """Store the file of the model ("" for the one that the package carries)."""
        self.model = model

    def find(self, tree: Tree, annotations: Annotations, kind: Kind) -> list[Record]:
        """Return the records of a page in document order; they do not overlap."""
        if kind.anchor != "date" and (model := self.learned_of_deals(kind)):
            return deals.find(tree, annotations, kind, model)
        if kind.anchor != "date":
            cut = Patterns().find(tree, annotations, kind)
            return cut if len(cut) > 1 else Plain().find(tree, annotations, kind)
        groupings = propose.propose(tree, annotations, kind.anchor)
        goes_on = lasting.is_said(tree, kind)
        if not groupings and not goes_on:
            return []
        model, sheet = self.learned(kind), Sheet(tree, annotations)
        found: list[Record] = []
        if groupings:
            scales = Scales(sheet, kind, annotations.reference)
            found = choose(scales, weigh(scales, scales.filled(groupings), model), model)
        undated = lasting.find(sheet, kind, model, found) if goes_on else []
        return sorted([*found, *undated], key=lambda record: record.first) if undated else found

    def learned(self, kind: Kind) -> Model:
        """Return the model of a kind; a kind without one borrows that of events."""
        file = Path(self.model) if self.model else of_kind(kind.name) or of_kind("event")
        if file is None:
            message = "This package carries no trained model. Train one with eventlocky train, or use --finder plain."
            raise ModelError(message)
        known = {"titles": slotting.FEATURES, "days": weighing.DAY_FEATURES, "records": weighing.FEATURES}
        known |= {"days_again": again.FEATURES, "records_again": again.FEATURES}
        return _fitting(file, known)

    def learned_of_deals(self, kind: Kind) -> Model | None:
        """Return the model of a kind that hangs on no day, or None where it has none."""
        file = Path(self.model) if self.model else of_kind(kind.name)
        return _fitting(file, {"titles": shelf.TITLE_FEATURES, "records": shelf.FEATURES}) if file else None


def _fitting(file: Path, features: Mapping[str, tuple[str, ...]]) -> Model:
    """Return the model of a file, if its forests were trained on these numbers."""
    model = models.load(file)
    if {name: forest.features for name, forest in model.forests.items() if name in features} != features:
        message = f"The model {file} was trained for another version or kind. Train it again with eventlocky train."
        raise ModelError(message)
    return model


def weigh(scales: Scales, groupings: Sequence[Grouping], model: Model) -> list[Weighed]:
    """Weigh every grouping with its likeliest titles, by a sample of its records.

    Titles are looked for where a date of the sample may be an event's at all: on pages without events, nowhere.
    """
    if not groupings:
        return []
    lists = scales.lists(groupings)
    scales.hear_page(model.page_words)
    texts = scales.text(lists, model.words)
    days = model.days.probabilities(scales.dated(lists, texts))
    is_open = np.full(len(groupings), scales.is_japanese)  # what is heard may yet speak for a date
    is_open[lists.sampled_of[days >= LEAST]] = True
    if not is_open.any():
        return []
    table = scales.table(groupings, is_open.tolist())
    if not len(table.keys):
        return []
    spoken = weighing.spoken(scales.sheet.known, model)
    looks = weighing.looks(table, spoken)
    likely = model.titles.probabilities(looks)
    keys: list[tuple[int, int]] = table.keys.tolist()
    found: list[tuple[Proposal, Variant]] = []
    for number, (begin, end) in enumerate(pairwise(table.begins.tolist())):
        if begin < end:
            found += [
                (Proposal(number, looks[begin + variant.place], variant.scores, texts[number]), variant)
                for variant in variants(keys[begin:end], likely[begin:end])
            ]
    proposals = [proposal for proposal, _ in found]
    record, of = of_samples(lists, np.array([proposal.number for proposal in proposals]))
    titles = _titles_of_samples(table, found, of)
    shared = scales.shared(lists, proposals, titles)
    rows = scales.rows(lists, record, of, shared, titles)
    claims = again.Claims.of_samples(scales, lists, proposals, record, of, titles, spoken)
    said = again.opinions(lists, np.bincount(lists.sampled_of, days) / np.bincount(lists.sampled_of))
    sure = model.records.probabilities(rows)
    beside = again.look(claims, days[np.searchsorted(lists.sampled, record)], sure, said)
    rows = again.rows(rows, beside.own, beside.shared[of])
    chances, days = chances_of(scales, model, rows, lists, record, titles)
    ends = np.bincount(of, minlength=len(found)).cumsum().tolist()
    begins = [0, *ends[:-1]]
    surest: list[float] = np.maximum.reduceat(days, begins).tolist()
    most: list[float] = np.maximum.reduceat(chances, begins).tolist()
    weighed = []
    texts_of: list[list[int]] = np.where(table.finds >= 0, table.found.text[table.finds], 0).tolist()
    chance_of: list[float] = likely.tolist()
    slots: list[int] = table.begins.tolist()
    parts = zip(found, shared, beside.shared, begins, ends, surest, most, strict=True)
    for (proposal, variant), numbers, others, begin, end, day, chance in parts:
        named = titles.part(begin, end)
        first, last = slots[proposal.number], slots[proposal.number + 1]
        rival = _rival(texts_of[first:last], chance_of[first:last], variant.place)
        offer = Weighed(lists, proposal.number, variant, numbers, others, said, chances[begin:end], named, day, rival)
        distinct = _distinct(scales, offer) if chance >= LEAST else 1.0
        weighed.append(offer if distinct == 1.0 else replace(offer, distinct=distinct))
    return weighed


def _rival(texts: Sequence[Sequence[int]], likely: Sequence[float], place: int) -> float:
    """Return how likely the likeliest of the other slots of a list is that says something else than one of them."""
    own = texts[place]
    return max([chance for said, chance in zip(texts, likely, strict=True) if said != own], default=0.0)


def _distinct(scales: Scales, offer: Weighed) -> float:
    """Return the share of records that say something else than those before them.

    Those under headers can say the same day and title again, and lines that take their titles from above the same
    day and hour, or the day alone: a page that writes each date twice has no more events for that. All records are
    asked, not only those of the sample, which stand too far apart to say the same.
    """
    way, drafts = offer.grouping.way, offer.grouping.drafts
    if way == "shared":
        hours: dict[date | None, set[time | None]] = {}
        for draft in drafts:
            day, hour = scales.moments[draft.anchor.first]
            hours.setdefault(day, set()).add(hour)
        return sum(max(1, len(said - {None})) for said in hours.values()) / len(drafts)
    return len(_said(scales, offer)) / len(drafts) if way.startswith("header-") else 1.0


def _titles_of_samples(table: Table, found: Sequence[tuple[Proposal, Variant]], of: Ints) -> Titles:
    """Return the titles of the samples of some proposals: what stands in the first slot that a record has."""
    begins = table.begins.tolist()
    none = [-1] * _FALLBACKS
    listed = [
        ([begins[proposal.number] + place for place in variant.places] + none)[: 1 + _FALLBACKS]
        for proposal, variant in found
    ]
    slots = np.array(listed, dtype=np.int64)
    finds = np.where(slots[:, :, None] >= 0, table.finds[slots], -1)
    first = (finds >= 0).argmax(axis=1)
    chosen = np.take_along_axis(finds, first[:, None, :], axis=1)[:, 0]
    inside = np.arange(len(of)) - np.searchsorted(of, of)
    return table.found.take(chosen[of, inside])


def chances_of(
    scales: Scales, model: Model, rows: NDArray[np.float32], lists: Lists, record: Ints, titles: Titles
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how likely records are right by the second look, and how likely their dates alone are events'.

    Where nobody else wants a date, the second look takes nothing from its title: "Show 1" is all that there is.
    """
    days = model.days_again.probabilities(rows)
    titled = model.records_again.probabilities(rows)
    if not scales.is_japanese:
        titled = np.where(rows[:, _RIVALS] == 1, np.maximum(titled, rows[:, _FIRST_SURE]), titled)
    titled = np.asarray(titled * scales.is_named(lists, record, titles))
    if model.trust is not None:
        is_cell = np.array([one.way == "column" for one in lists.groupings])[lists.of[record]]
        some = np.flatnonzero((titled >= LEAST) & ~is_cell)  # cells say little, and no others are records
        heard = scales.heard(lists, record[some], titles.take(some), model.texts)
        days[some] = hearing.agree(days[some], heard, model.trust[int(scales.is_japanese)])
    return days * titled, days


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to title a list: the order in which its slots are tried, by place and by key, and how likely they are."""

    places: tuple[int, ...]
    order: tuple[tuple[int, int], ...]
    scores: tuple[float, float, int]

    @property
    def place(self) -> int:
        """Where its first slot stands among those of the list."""
        return self.places[0]


def variants(keys: Sequence[tuple[int, int]], chances: NDArray[np.float64]) -> list[Variant]:
    """Return the likeliest ways to title a list, by the keys of its slots and how likely each is that of the titles."""
    likely: list[float] = chances.tolist()
    order = sorted(range(len(likely)), key=likely.__getitem__, reverse=True)  # the first of equals stays the first
    best = likely[order[0]]
    inside = [place for place in order if keys[place][0] >= 0][: 1 + _FALLBACKS]
    inside += [place for place in order if keys[place][0] < 0]
    found = []
    for number, place in enumerate(order[:_VARIANTS]):
        chance = likely[place]
        if number and chance <= _SECOND * best:
            break
        other = best if number else likely[order[1]] if len(order) > 1 else 0.0
        places = (place, *[each for each in inside if each != place][:_FALLBACKS])
        slots = tuple([(keys[each][0], keys[each][1]) for each in places])
        found.append(Variant(places, slots, (chance, other, number)))
    return found


def choose(scales: Scales, weighed: Sequence[Weighed], model: Model) -> list[Record]:
    """Return the most valuable records that do not overlap, in document order."""
    offers = finer(scales, [offer for offer in weighed if offer.worth(_COST) > 0], weighed)
    records, day = _without_overlap(scales, in_order(offers), model)
    records = _without_echoes(records)
    if scales.is_japanese:
        records = [(draft, record) for draft, record in records if record.score >= _SURE_NOTICE]
    is_full = len(scales.sheet.text) >= _FULL and not scales.is_japanese
    enough = _EVEN if len(records) == 1 else _SURE
    if is_full and day < _SURE_DAY and all(record.score < enough for _, record in records):
        return []
    records.sort(key=lambda pair: pair[1].first)
    records = _joined(scales.sheet.tree, records)
    cuts = Wider(scales, weighed).cut([draft for draft, _ in records], [record.title for _, record in records])
    cuts = whole_lines(scales.sheet.tree, cuts, [record for _, record in records])
    return [
        replace(record, first=cut.first, stop=cut.stop, context=_context(cut))
        for (_, record), cut in zip(records, cuts, strict=True)
    ]


def _joined(tree: Tree, records: Sequence[tuple[Draft, Record]]) -> list[tuple[Draft, Record]]:
    """Return records with what goes on with one of them in its line of a table: cells of the same day without a title.

    Under a day at the head of its line, `14:00` in a cell behind that of a title looks like another event of the day.
    """
    found: list[tuple[Draft, Record]] = []
    for draft, record in records:
        if found and tree.tags[draft.first] in CELLS:
            last, before = found[-1]
            is_named = record.first <= record.title_row < record.stop
            is_beside = before.anchor == record.anchor and tree.parents[last.first] == tree.parents[draft.first]
            is_cell = tree.tags[last.first] in CELLS and last.stop == draft.first
            if is_beside and is_cell and not is_named and before.first <= before.title_row < before.stop:
                found[-1] = last._replace(stop=draft.stop), replace(before, stop=record.stop)
                continue
        found.append((draft, record))
    return found


def whole_lines(tree: Tree, cuts: Sequence[Draft], records: Sequence[Record]) -> list[Draft]:
    """Return the cuts with the lines of their dates whole, where that takes nothing from another of them.

    Where a title stands behind its date on one line, the cut may run from the line before up to the date: the hour and
    the place of the event before would be read for it. A line of a table that holds one record is that record.
    """
    found = [_line_of(tree, cut, record) for cut, record in zip(cuts, records, strict=True)]
    edges = [0, *(cut.stop for cut in found[:-1])], [*(cut.first for cut in found[1:]), len(tree)]
    return [
        cut if before <= cut.first and cut.stop <= after else old
        for cut, old, before, after in zip(
            found, cuts, *edges, strict=False
        )  # without records there is one end too many
    ]


def _line_of(tree: Tree, cut: Draft, record: Record) -> Draft:
    """Return the line of a record's date, where its cut begins in the line before, or at that of a table."""
    if tree.tags[cut.first] == "tr" and cut.stop < tree.ends[cut.first]:
        return cut._replace(stop=tree.ends[cut.first])
    text, anchor = tree.whole_text, cut.anchor
    begin = tree.offsets[cut.first]
    line = text.rfind("\n", 0, anchor.first) + 1
    end = text.find("\n", anchor.stop)
    end = len(text) if end < 0 else end
    if not begin < line or not cut.first <= anchor.row < cut.stop or "\n" in text[begin : begin + 1]:
        return cut
    before = text[text.rfind("\n", 0, begin) + 1 : begin]
    named = tree.offsets[record.title_row] if record.title_row >= 0 else -1
    if not any(map(str.isalnum, before)) or not line - 1 <= named < end:
        return cut
    return cut._replace(first=tree.row_at(line), stop=max(tree.row_at(end - 1) + 1, anchor.row + 1))


def _without_overlap(
    scales: Scales, offers: Sequence[Weighed], model: Model
) -> tuple[list[tuple[Draft, Record]], float]:
    """Return the records of lists, those before others first, and how likely the likeliest date is an event's.

    A list that says days again which were said is looked at once more behind all others: it may go on with them.
    """
    taken = Taken(scales.sheet, scales.moments, scales.runs)
    day = 0.0
    records: list[tuple[Draft, Record]] = []
    claimed = ((offer, _claimed(scales, offer)) for offer in offers)
    later: list[tuple[Weighed, Sequence[Draft]]] = []
    for group, (offer, drafts) in enumerate(chain(claimed, later)):
        is_first = group < len(offers)
        free = taken.free(drafts)
        if not free:
            continue
        is_other = taken.is_other_table(offer, scales)
        named = partial(offer.texts, scales)
        if not is_other and taken.repeat(drafts if is_first else taken.new(drafts, named, is_own=offer.holds_titles)):
            later += [(offer, drafts)] if is_first else []
            continue
        kept = {
            number: record
            for number, record in _kept(scales, offer, model, group, drafts).items()
            if number in free and not taken.is_cell(record.title_row) and not taken.is_week(drafts[number])
        }
        chosen = [drafts[number] for number in kept]
        titles = [record.title for record in kept.values()]
        said = partial(tuple, titles)
        if chosen and (
            is_other or not taken.repeat(chosen if is_first else taken.new(chosen, said, is_own=offer.holds_titles))
        ):
            taken.add(chosen, titles, are_cells=offer.grouping.way == "column")
            day = max(day, offer.day)
            records += zip(chosen, kept.values(), strict=True)
    return records, day


def _without_echoes(records: list[tuple[Draft, Record]]) -> list[tuple[Draft, Record]]:
    """Leave out what borrows the title of a much surer record: another date on the page of one event.

    Where more than a few records are sure under one title it names a series, and the doubtful ones are days of it; so
    it does where more than a few of one list are right on the whole.
    """
    surest: dict[str, float] = {}
    for _, record in records:
        surest[record.title] = max(record.score, surest.get(record.title, 0.0))
    sure = Counter(record.title for _, record in records if record.score >= surest[record.title] - _ECHO)
    lists: dict[tuple[str, int], list[float]] = {}
    for _, record in records:
        lists.setdefault((record.title, record.group), []).append(record.score)
    series = {key for key, scores in lists.items() if len(scores) > _FEW_SURE and fmean(scores) >= _EVEN}
    return [
        (draft, record)
        for draft, record in records
        if record.score >= surest[record.title] - _ECHO
        or sure[record.title] > _FEW_SURE
        or (record.title, record.group) in series
        or record.first <= record.title_row < record.stop
    ]


def in_order(offers: Sequence[Weighed]) -> list[Weighed]:
    """Return offers in the order in which they are chosen: the most valuable first, after those that beat it in parts.

    A long list can be worth the most and be wrong all the same where shorter ones stand in it: tables by year, each
    with titles of its own, against all their dates under the name of the page.
    """
    ranked = sorted(offers, key=lambda offer: offer.rank, reverse=True)
    surest = max((offer.mean for offer in ranked), default=0.0)
    order: dict[Weighed, None] = {}
    for offer in ranked:
        _put(offer, ranked, surest, order)
    return list(order)


def _put(offer: Weighed, ranked: Sequence[Weighed], surest: float, order: dict[Weighed, None]) -> None:
    """Put an offer behind those that beat it, and these behind those that beat them: each is surer, so it ends."""
    if offer in order:
        return
    least = offer.mean + _SURER
    if surest >= least:  # else nothing beats it
        for other in ranked:
            if other.mean >= least and other not in order and other.beats(offer):
                _put(other, ranked, surest, order)
    order[offer] = None


def finer(scales: Scales, offers: Sequence[Weighed], weighed: Sequence[Weighed]) -> list[Weighed]:
    """Put a finer list in the place of one that is cut too large, or too small to hold its titles.

    Where a record holds several texts that stand where its title stands, and another list makes a record of each,
    a day is the header of several events, and taking the first of them would lose the others. Where all records bear
    the same title from above them, and another list of (nearly) the same dates gives each its own, it says more.
    """
    headed = [offer for offer in weighed if offer.grouping.way.startswith("header-")]
    titled = [offer for offer in weighed if offer.has_own_titles]
    return [_finer(scales, offer, headed) or _with_own_titles(offer, titled) or offer for offer in offers]


def _finer(scales: Scales, offer: Weighed, headed: Sequence[Weighed]) -> Weighed | None:
    drafts = offer.grouping.drafts
    if offer.grouping.way.startswith("header-") or offer.shared[_ALIKE] < _SEVERAL:
        return None
    anchors, worth = offer.anchors, offer.mean
    found = []
    said: set[tuple[int, int]] | None = None
    for other in headed:
        if (
            len(other.grouping.drafts) < _FINER * len(drafts)
            or other.mean < _AS_LIKELY * worth
            or not anchors >= other.anchors
        ):
            continue
        said = said or _said(scales, offer, sample(range(len(drafts))))
        says = _said(scales, other)
        if said <= says and len(says) >= _FINER * len(drafts):
            found.append(other)
    if not found:
        return None
    best = max(found, key=lambda other: (other.grouping.way == "header-time", other.mean))  # each hour is an event
    return replace(best, chances=_at_least(best.chances, worth), least=worth)


class Wider:
    """Cuts of the same events: what is chosen by title and date alone may end at its heading, with the price below."""

    def __init__(self, scales: Scales, weighed: Sequence[Weighed]) -> None:
        """Note where every likely record stands that holds its own title, by its day and title; the likeliest first.

        Before all stand those that begin at an hour below their day: the link behind it would leave the hour out.
        """
        self._end = len(scales.sheet.tree)
        self._moments = scales.moments
        self._cuts: dict[tuple[object, str], list[tuple[int, int]]] = {}
        for offer in sorted(weighed, key=lambda offer: (offer.grouping.way != "header-time", -offer.mean)):
            if offer.variant.order[0][0] >= 0 and offer.mean >= LEAST:
                titles = offer.titles(scales).text.tolist()
                for draft, title in zip(offer.grouping.drafts, titles, strict=True):
                    key = scales.moments[draft.anchor.first][0], scales.sheet.known[title]
                    self._cuts.setdefault(key, []).append((draft.first, draft.stop))

    def cut(self, drafts: Sequence[Draft], titles: Sequence[str]) -> list[Draft]:
        """Return records that stand in document order, wider where that takes nothing from another of them."""
        found: list[Draft] = []
        before = 0
        ends = [*(draft.first for draft in drafts[1:]), self._end]
        for draft, title, end in zip(drafts, titles, ends, strict=False):  # without records there is one end too many
            known = self._cuts.get((self._moments[draft.anchor.first][0], title), [])
            around = (
                draft._replace(first=first, stop=stop)
                for first, stop in known
                if before <= first <= draft.first < draft.stop <= stop <= end
            )
            found.append(next(around, draft))
            before = found[-1].stop
        return found


def _said(scales: Scales, offer: Weighed, numbers: Sequence[int] | None = None) -> set[tuple[int, int]]:
    """Return the anchors of some records of a list with the numbers of their titles."""
    titles = offer.titles(scales)
    begin, end = offer.lists.begins[offer.number : offer.number + 2]
    pairs = list(zip(offer.lists.anchor[begin:end].tolist(), titles.text.tolist(), strict=True))
    return set(pairs if numbers is None else [pairs[number] for number in numbers])


def _with_own_titles(offer: Weighed, titled: Sequence[Weighed]) -> Weighed | None:
    """Return the likeliest list of most of the same dates with a title for each, for one with one title for all."""
    count = len(offer.grouping.drafts)
    if count < _LIST or not offer.shared[_OUTSIDE] or offer.shared[_DISTINCT] > _SAME:
        return None
    anchors = offer.anchors
    found = [
        (other.mean, number)
        for number, other in enumerate(titled)
        if len(other.grouping.drafts) <= _AS_MANY * count and len(anchors & other.anchors) >= _MOST * len(anchors)
    ]
    if not found:
        return None
    best, worth = titled[max(found)[1]], offer.mean
    return replace(best, chances=_at_least(best.chances, worth), least=worth)


def _at_least(chances: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """Raise what is above nothing to a least."""
    return np.where(chances > 0, np.maximum(chances, least), 0.0)


def _claimed(scales: Scales, offer: Weighed) -> Sequence[Draft]:
    """Return the records of a list with the rows that they need: those with a title from outside end at the next date.

    So the other dates under the same heading, which stand at another place of the tree, can be records too. They begin
    behind the date before them as well: a line of a table may have two days, each with the head of its column.
    """
    drafts = offer.grouping.drafts
    is_alone = offer.grouping.way == "alone"
    if offer.variant.order[0][0] >= 0 and not is_alone:
        return drafts
    rows = scales.anchor_rows
    found = []
    for draft in drafts:
        first, stop, row = draft.first, draft.stop, draft.anchor.row
        if first <= row < stop:
            before, after = bisect_left(rows, row), bisect_right(rows, row)
            stop = min(stop, rows[after]) if after < len(rows) else stop
            first = max(first, rows[before - 1] + 1) if before else first
        found.append(draft if (first, stop) == draft[:2] else Draft(first, stop, draft.anchor))
    return found


def _kept(scales: Scales, offer: Weighed, model: Model, group: int, claimed: Sequence[Draft]) -> dict[int, Record]:
    """Return the records of a list that are likely right, each weighed by itself."""
    found, titles = offer.weigh_all(scales, model)
    chances = _at_least(found, max(offer.least, _together(scales, offer, found, titles)))
    kept = np.flatnonzero(chances >= LEAST)
    columns = kept, titles.text[kept], titles.row[kept], model.confidences(chances[kept])
    return {
        number: _record(claimed[number], scales.sheet.known[text], row, group, confidence)
        for number, text, row, confidence in zip(*(column.tolist() for column in columns), strict=True)
    }


def _together(scales: Scales, offer: Weighed, chances: NDArray[np.float64], titles: Titles) -> float:
    """Return what the records of a list are worth at least that stand or fall together, else nothing.

    Of the hours at which one thing is shown none is less sure because it is said as "today"; they are as sure as they
    are on average. The cells of a timetable are as sure as the surest of them: days and hours around say what they are.
    """
    drafts = offer.grouping.drafts
    if offer.grouping.way == "column" and _has_hours_beside(scales.sheet, drafts):
        return float(chances.max())
    is_shown = not offer.holds_titles and len(set(titles.text.tolist())) == 1
    if is_shown and len(drafts) > 1 and all(scales.moments[draft.anchor.first][1] is not None for draft in drafts):
        return float(chances.mean())
    return 0.0


def _has_hours_beside(sheet: Sheet, drafts: Sequence[Draft]) -> bool:
    """Tell whether most lines of a table in which some cells stand begin with an hour."""
    tree, annotations = sheet.tree, sheet.annotations
    lines = {tree.parents[draft.first] for draft in drafts}
    heads = [next(iter(tree.children(line)), line) for line in lines]
    return sum(annotations.count("time", head, tree.ends[head]) > 0 for head in heads) > _EVEN * len(heads)


def _record(draft: Draft, title: str, title_row: int, group: int, confidence: float) -> Record:
    return Record(
        draft.first,
        draft.stop,
        group=group,
        context=_context(draft),
        score=confidence,
        title=title,
        title_row=title_row,
        anchor=draft.anchor.first,
    )


def _context(draft: Draft) -> tuple[int, ...]:
    """Return the row of a record's anchor where it stands outside it."""
    return () if draft.first <= draft.anchor.row < draft.stop else (draft.anchor.row,)


class Taken:
    """What was chosen so far: rows, and days."""

    def __init__(self, sheet: Sheet, moments: Mapping[int, Moment], runs: Collection[int]) -> None:
        """Begin with nothing of a page; `moments` says what its anchors say, by where they begin, `runs` which run."""
        self._sheet, self._moments, self._runs = sheet, moments, runs
        self._ranges: list[tuple[int, int]] = []
        self._cells: list[tuple[int, int]] = []
        self._week: list[date] = []
        self._hours: dict[object, set[time | None]] = {}
        self._titles: dict[tuple[int, int, int], str] = {}

    def new(self, drafts: Sequence[Draft], titles: Callable[[], Sequence[str]], *, is_own: bool) -> Sequence[Draft]:
        """Return the records of a list that may say what was said already; titles are asked for where they matter.

        Those that were taken do not where it gives all of them the titles that they have, in themselves: it is the same
        list, cut from more dates. Nor does a run of days that the page is named after: a festival and what is on in it.
        """
        known = [self._titles.get((draft.first, draft.stop, draft.anchor.first)) for draft in drafts]
        runs = [draft.anchor.first in self._runs for draft in drafts]
        if not any(runs) and all(title is None for title in known):
            return drafts
        owns = titles()
        same = [title == own for title, own in zip(known, owns, strict=True) if title is not None]
        goes_on = is_own and len(same) >= _GOES_ON and all(same)
        said = {*self._titles.values()}
        return [
            draft
            for draft, title, own, runs_on in zip(drafts, known, owns, runs, strict=True)
            if not (goes_on and title is not None) and not (runs_on and own not in said and self._sheet.names_page(own))
        ]

    def is_other_table(self, offer: Weighed, scales: Scales) -> bool:
        """Tell the cells under days of a further table from what says those days again: the week of another film."""
        if not self._cells or offer.grouping.way != "column":
            return False
        return {*self._titles.values()}.isdisjoint(offer.texts(scales))

    def is_cell(self, row: int) -> bool:
        """Tell whether a row stands in a cell of a timetable that was taken: it names what is on then, and no more."""
        return any(first <= row < stop for first, stop in self._cells)

    def is_week(self, draft: Draft) -> bool:
        """Tell the week of a timetable that was taken: it stands over it, and is nothing to go to."""
        when = when_of(draft.anchor)
        if not self._week or when is None or when.first_day is None or when.last_day is None:
            return False
        days = (when.last_day - when.first_day).days + 1
        is_whole = days in _WEEK and when.first_day.weekday() in _FIRST_WEEKDAYS
        return is_whole and when.first_day <= min(self._week) and max(self._week) <= when.last_day

    def free(self, drafts: Sequence[Draft]) -> set[int]:
        """Return the numbers of those that stand where nothing stands yet; both lists are in document order."""
        if not self._ranges:
            return set(range(len(drafts)))
        found = set()
        ranges = iter(self._ranges)
        begin, end = next(ranges)
        for number, (first, stop, _) in enumerate(drafts):
            while end <= first:
                begin, end = next(ranges, _BEHIND_ALL)
            if begin >= stop:
                found.add(number)
        return found

    def repeat(self, drafts: Sequence[Draft]) -> bool:
        """Tell whether these say mostly days that were said already; another hour of a day is something else."""
        return bool(drafts and self._hours) and sum(map(self._is_said, drafts)) >= _SAME_DAYS * len(drafts)

    def _is_said(self, draft: Draft) -> bool:
        """Tell whether the day of a record was said, and not only at other hours than its own."""
        day, hour = self._moments[draft.anchor.first]
        hours = self._hours.get(day)
        if not hours:
            return False
        return hour is None or None in hours or hour in hours

    def add(self, drafts: Sequence[Draft], titles: Sequence[str], *, are_cells: bool = False) -> None:
        """Take these."""
        spans = [(draft.first, draft.stop) for draft in drafts]
        self._ranges = sorted([*self._ranges, *spans])
        if are_cells:
            self._cells += spans
            self._week += [day for draft in drafts if (day := self._moments[draft.anchor.first][0]) is not None]
        for draft, title in zip(drafts, titles, strict=True):
            self._titles[draft.first, draft.stop, draft.anchor.first] = title
        for draft in drafts:
            day, hour = self._moments[draft.anchor.first]
            self._hours.setdefault(day, set()).add(hour)
