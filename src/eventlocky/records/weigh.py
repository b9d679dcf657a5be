"""What a possible record looks like, in numbers: its list, the record itself, its title, the page around.

The numbers are the same for every language and site. A model learned from labelled pages (see `train/`) turns them
into the probability that the record is an event with the right day and title.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eventlocky.kinds import Kind
from eventlocky.models.files import Model
from eventlocky.models.words import WordWeights
from eventlocky.page.elements import CELLS, HEADINGS
from eventlocky.page.tables import cell_of
from eventlocky.records import hearing
from eventlocky.records import lists as listing
from eventlocky.records import slots as slotting
from eventlocky.records.lists import Lists, Moment
from eventlocky.records.propose import Grouping
from eventlocky.records.slots import Cut, Sheet, Slot, Table, Titles, is_calendar, is_month
from eventlocky.records.spots import Ints, different, integers, numbered, under_one_another
from eventlocky.text import spelling
from eventlocky.text.keeping import keep_short
from eventlocky.text.scripts import is_japanese
from eventlocky.text.words import by_letter, hashed, words

Floats = NDArray[np.float64]

HASHES = 1 << 15
"""How many different hashes of words a model knows."""

TITLE_HASHES = 1 << 14
"""How many different hashes of the words of titles a model knows."""

PAGE_HASHES = 1 << 17
"""How many different hashes of the words of pages a model knows."""

_WAYS = ("unit", "before", "after", "header-time", "header-heading", "header-link", "alone", "shared", "column", "told")
_TAGS = ("li", "tr", "td", "div", "p", "#text", "article")
_TAG_NUMBERS = {tag: number for number, tag in enumerate(_TAGS)}
_SLOT_FEATURES = (
    "outside", "cover", "heading", "link", "distinct", "hollow", "in_page_title", "distance", "length", "generic",
    "in_url", "is_top", "after_date", "order", "title_class", "title_head", "is_site", "file", "note", "common", "said",
    "spelt",
)  # fmt: skip
_SLOT_PLACES = tuple(slotting.FEATURES.index(name) for name in _SLOT_FEATURES)

FEATURES = (
    *(f"way_{way}" for way in _WAYS), *(f"tag_{tag}" for tag in _TAGS),
    "drafts", "anchors", "covered", "timed", "yeared", "weekday", "ended", "ruled", "odd_minutes",
    "ahead", "nearest", "span", "rising", "falling", "distinct", "posted", "money", "links", "images",
    "length", "length_spread", "same_shape", "dates_each", "times_each", "boilerplate", "hidden", "place",
    "class_for", "class_against", "words_for", "words_against", "above_for", "above_against",
    "anchor_length", "anchor_words", "anchor_in_heading", "anchor_in_time", "anchor_in_link",
    "line_rest", "line_before", "anchor_place", "from_top", "outrun", "told",
    "url_for", "url_against", "page_for", "page_against", "page_anchors_ahead", "page_posted", "top_in_url",
    "top_in_title", "published", "page_text",
    "text", "text_least", "title", "title_next", "variant", "title_distinct", "title_length",
    *(f"title_{name}" for name in _SLOT_FEATURES), "title_far", "title_farthest", "title_alike",
    "same", "anchors_distinct", "agreed", "rival",
    "own_timed", "own_yeared", "own_ahead", "own_length", "own_length_ratio", "own_dates", "own_line_rest",
    "own_line_before", "own_for", "own_against", "own_ended", "own_first", "own_last", "own_confidence", "own_rdates",
    "own_title_length", "own_title_words", "own_title_repeated", "own_title_far", "own_title_after",
    "own_title_hollow", "own_title_generic", "own_title_file", "own_title_alike", "own_same", "own_day_shared",
    "own_anchor_shared", "own_worded", "own_ruled", "own_today", "own_open", "own_outrun", "own_told",
    "own_monthly",
)  # fmt: skip
"""The names of the numbers, in order: those that the records of a list share, then those of each record."""

SHARED = tuple(name for name in FEATURES if not name.startswith("own_"))
_SLOTTED = SHARED.index("title_length") + 1
"""Where the numbers of the slot begin: two of them bear the names of numbers of the titles themselves."""

_SHARED_PLACES = {name: SHARED.index(name) for name in SHARED}
_OWN_PLACES = {name: place for place, name in enumerate(FEATURES) if name.startswith("own_")}
_ABOUT_TITLES = frozenset("variant agreed rival same own_same".split())
DAY_FEATURES = tuple(
    name for name in FEATURES if ("title" not in name or name == "top_in_title") and name not in _ABOUT_TITLES
)
"""Those that say whether a date is an event's, whatever its title."""

DAY_PLACES = tuple(FEATURES.index(name) for name in DAY_FEATURES)

RISING = frozenset(
    """timed weekday ended ahead page_anchors_ahead class_for words_for above_for url_for page_for own_timed own_for
    own_open own_confidence same_shape text text_least page_text title title_cover agreed title_said title_spelt
    anchors_distinct same""".split()
)
"""More of these never speaks against an event."""

FALLING = frozenset(
    """class_against words_against above_against url_against page_against posted page_posted own_against boilerplate
    hidden odd_minutes title_hollow title_generic variant title_is_site title_file title_note own_title_hollow
    own_title_file own_title_alike title_alike rival own_same own_anchor_shared own_worded""".split()
)
"""More of these never speaks for an event."""

_FOR = re.compile(by_letter(
    r"event|calend|agenda|meeting|termin|veranstalt|kon[zc]ert|program|schedul|gig|tour|live|whats-?on|upcoming|spielplan|"
    r"evento|manifest|kalend|session|talk|seminar|vevent|performan|exhibi|ausstell|theat|festival|lecture|workshop|kurs|course|"
    r"concerto|concierto|mostr[ae]\b|spettacol|appuntament|rassegn|incontri|spectacle|exposi[tcç]|séance|programmation|évén|"
    r"cartelera|actividad|taller|función|voorstelling|tentoonstel|activiteit|evenement|tapahtum|näyttely|keikat|evenemang|utställ|"
    r"arrangement|begivenhed|udstilling|koncert|wydarzen|wystaw|repertuar|akce\b|události|přednáš|výstav|atividade|"
    r"イベント|公演|ライブ|催|講座|スケジュール|予定|開催|行事|공연|행사|일정|전시|活动|活動|演出|讲座|講座"
))  # fmt: skip
_AGAINST = re.compile(by_letter(
    r"news|blog|post|artic|comment|press|forum|thread|topic|review|produ|jobs?\b|release|archiv|author|byline|publish|"
    r"story|reply|message|changelog|version|search|public|paper|aktuell|nachricht|noticia|notizi|nouvelles|actualit|nieuws|"
    r"bericht|uutis|nyhet|nyhed|aktualno|aktuality|zpráv|prensa|stampa|stellenang|vacatur|kommenta|rezension|recensi|critique|"
    r"discog|bibliogr|お知らせ|ニュース|ブログ|更新|新着|日記|履歴|沿革|採用|뉴스|공지|新闻|新聞"
))  # fmt: skip
_NAME_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_POSTED = ("posted", "updated")
_GRID = 20
"""So many days on end make a calendar."""

_FARTHEST = 3_000
_MOST_ROWS = 300
_MOST_LETTERS = 1_500
_LONGEST_TEXT = 600
_MOST_NAME_WORDS, _MOST_HEAD_WORDS = 40, 8
_MOST_PAGE_WORDS, _FEW_KNOWN = 1_500, 40
"""So many words of a page are heard, and so many known ones say half of what they would say among many."""

_LENGTH, _WORDS, _HOLLOW, _GENERIC, _FILE, _LABELLED = map(
    slotting.TEXT_LOOKS.index, ("length", "words", "hollow", "generic", "file", "labelled")
)
_MOST_BARE = 0.6
"""Where such a share of a list are cells with nothing but the numbers of days, and it is no calendar, they count."""

_EMPTY = [_HOLLOW, _FILE, _LABELLED]
"""Looks of texts that cannot name an event."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A list titled in one way: its number, what its slot looks like, how likely that is, what its words say."""

    number: int
    slot: Floats
    scores: tuple[float, float, int]
    """How likely the slot is that of the titles, how likely the best other one is, how many are likelier."""

    text: tuple[float, float]


class Scales:
    """Weighs the groupings of one page."""

    def __init__(self, sheet: Sheet, kind: Kind, reference: date) -> None:
        """Read what is the same for all groupings."""
        self.sheet, self.kind, self.reference = sheet, kind, reference
        tree, annotations = sheet.tree, sheet.annotations
        found = annotations.within(kind.anchor, tree.body, len(tree))
        self.anchors = listing.read(tree, found)
        self.anchor_rows = [anchor.row for anchor in found]
        self._numbers = {anchor.first: number for number, anchor in enumerate(found)}
        top = tree.text(sheet.top)[:300] if sheet.top >= 0 else ""
        named = f"{sheet.page_title[:200]} {top[:150]}"
        days = self.anchors.day[self.anchors.day > 0]
        last = self.anchors.last[self.anchors.day > 0]
        self.is_grid = _longest_run(days) >= _GRID
        self._bare: dict[tuple[int, int], bool] = {}
        self._hours: list[int] = self.anchors.row[self.anchors.is_timed].tolist()
        posted = sum(annotations.count(name, 0, len(tree)) for name in _POSTED)
        self._page = {
            "url_for": _count(_FOR, tree.url),
            "url_against": _count(_AGAINST, tree.url),
            "page_for": _count(_FOR, named),
            "page_against": _count(_AGAINST, named),
            "page_anchors_ahead": float((last >= reference.toordinal()).mean()) if len(last) else 0.0,
            "page_posted": log(1 + posted),
            "top_in_url": float(bool(top) and sheet.is_in_url(top)),
            "top_in_title": float(bool(top) and top.casefold() in sheet.page_title.casefold()),
            "published": float(sheet.is_published),
            "page_text": 0.0,
        }
        folded = sheet.text.casefold()
        folded = folded if len(folded) == len(sheet.text) else sheet.text.lower()
        self._spoken = [integers(places) for places in kind.spoken(folded)]
        path = tree.url.partition("//")[2].partition("/")[2]
        self._page_words = hashed("t:", words(named, 30), HASHES) + hashed("u:", _name_words(path), HASHES)
        self._path = path
        self._rows = {
            name: integers(annotations.rows(name)) for name in {kind.anchor, "date", "time", "money", *_POSTED}
        }
        self._names: dict[int, list[str]] = {}
        self._told: dict[int, tuple[float, float]] = {}
        self._hashes: dict[str, int] = {}
        self._own_words: dict[tuple[int, int], frozenset[int]] = {}
        self._shared_words: dict[tuple[int, str], frozenset[int]] = {}
        self._headings: dict[int, str] = {}

    def filled(self, groupings: Sequence[Grouping]) -> list[Grouping]:
        """Leave out the empty days of a calendar: what is left of its weeks are lists like any other."""
        if not self.is_grid:
            return list(groupings)
        found = []
        for grouping in groupings:
            drafts = tuple(draft for draft in grouping.drafts if not self._is_bare(draft.first, draft.stop))
            if drafts:
                found.append(Grouping(grouping.way, drafts))
        return found

    def _is_bare(self, first: int, stop: int) -> bool:
        """Tell whether some rows say nothing but a day, and no hour; each is looked at once."""
        span = first, stop
        if span not in self._bare:
            hour = bisect_left(self._hours, first)
            has_hour = hour < len(self._hours) and self._hours[hour] < stop
            self._bare[span] = not has_hour and self.sheet.is_bare(first, stop, is_grid=self.is_grid)
        return self._bare[span]

    @cached_property
    def moments(self) -> dict[int, Moment]:
        """What every anchor of the page says, by where it begins."""
        tree = self.sheet.tree
        found = self.sheet.annotations.within(self.kind.anchor, tree.body, len(tree))
        return {anchor.first: (listing.day_of(anchor), listing.hour_of(anchor)) for anchor in found}

    @cached_property
    def runs(self) -> frozenset[int]:
        """Where the anchors begin that say the first and the last of several days."""
        tree = self.sheet.tree
        found = self.sheet.annotations.within(self.kind.anchor, tree.body, len(tree))
        return frozenset([anchor.first for anchor in found if listing.is_run(anchor)])

    # The page ---------------------------------------------------------------------------------------

    def page_hashes(self) -> list[int]:
        """Return the hashed words of the page: of its title, its headings and its address, and of all its text."""
        sheet = self.sheet
        rows = [row for row in (sheet.title_row, *sheet.headings[:_MOST_NAME_WORDS]) if row >= 0]
        heads = [word for row in rows for word in words(sheet.tree.text(row), 30)]
        return [
            *hashed("h:", [*dict.fromkeys([*heads, *_name_words(self._path)])], PAGE_HASHES),
            *hashed("p:", [*dict.fromkeys(words(sheet.text, _MOST_PAGE_WORDS))], PAGE_HASHES),
        ]

    def hear_page(self, weights: WordWeights) -> None:
        """Note how much the words of the page are those of pages with events: nothing where few of them are known."""
        known = weights.known(self.page_hashes())
        total = float(weights.weights[[*known]].sum(dtype=np.float64))  # the list of so many would take megabytes
        self._page["page_text"] = weights.mean(total, len(known)) * len(known) / (len(known) + _FEW_KNOWN)

    # Lists and their titles ------------------------------------------------------------------------

    def lists(self, groupings: Sequence[Grouping]) -> Lists:
        """Write groupings as arrays, with the numbers of each record that do not hang on its title."""
        lists = listing.of(groupings, self._numbers)
        lists.own.update(self._own(lists))
        if groupings:
            lists.group.update(self._group(lists))
        return lists

    def cut(self, grouping: Grouping) -> Cut:
        """Return the sample of a list, as slots are found in it."""
        drafts = grouping.drafts
        some = [drafts[number] for number in listing.sample(range(len(drafts)))]
        return Cut(
            [(draft.first, draft.stop) for draft in some],
            [draft.anchor.first for draft in some],
            drafts[0].first,
            is_inside=grouping.way != "shared",
        )

    def slots(self, groupings: Sequence[Grouping]) -> list[list[Slot]]:
        """Return the places of lists where their titles may stand, list by list."""
        return self.table(groupings).slots(self.sheet)

    def table(self, groupings: Sequence[Grouping], is_open: Sequence[bool] | None = None) -> Table:
        """Return the same as arrays; lists that are not open have none."""
        open_ones = [True] * len(groupings) if is_open is None else is_open
        cuts = [self.cut(one) if is_one else Cut([], []) for one, is_one in zip(groupings, open_ones, strict=True)]
        return slotting.tabulate(self.sheet, cuts)

    def titles(self, lists: Lists, number: int, order: tuple[tuple[int, int], ...]) -> Titles:
        """Return the titles of all records of a list: what stands in the first of these slots that a record has."""
        key = number, order
        if key not in lists.titled:
            begin, end = lists.begins[number : number + 2]
            ranges = np.stack([lists.first[begin:end], lists.stop[begin:end]], axis=1)
            dates = self.anchors.first[lists.anchor[begin:end]].tolist()
            is_inside = lists.groupings[number].way != "shared"
            if number not in lists.found:
                lists.found[number] = self.sheet.spots.within(ranges if is_inside else ranges[:0])
            lists.titled[key] = self.sheet.titles(
                ranges, dates, order, int(lists.first[begin]), inside=is_inside, found=lists.found[number]
            )
        return lists.titled[key]

    # What words say --------------------------------------------------------------------------------

    def hashes(self, lists: Lists) -> list[list[list[int]]]:
        """Return the hashed words of the samples of lists: of the records, their heading, their classes, the page."""
        shared = [self._words_around(lists, number) for number in range(len(lists.groupings))]
        found: list[list[list[int]]] = [[] for _ in shared]
        for number, span in zip(lists.sampled_of.tolist(), self._texts(lists), strict=True):
            found[number].append([*shared[number], *self._words_within(span)])
        return found

    def text(self, lists: Lists, weights: WordWeights) -> list[tuple[float, float]]:
        """Return how much the words of every list's sample speak for events: on average, and at the least."""
        around = [self._words_around(lists, number) for number in range(len(lists.groupings))]
        sums: dict[frozenset[int], float] = {words: weights.sum(words) for words in {*around}}
        found: list[list[float]] = [[] for _ in around]
        for number, span in zip(lists.sampled_of.tolist(), self._texts(lists), strict=True):
            above, own = around[number], self._words_within(span)
            if own not in sums:
                sums[own] = weights.sum(own)
            total, count = sums[above] + sums[own], len(above) + len(own)
            if not above.isdisjoint(own):
                both = above & own
                total, count = total - weights.sum(both), count - len(both)
            found[number].append(weights.mean(total, count))
        return [(sum(scores) / len(scores), min(scores)) for scores in found]

    def _words_around(self, lists: Lists, number: int) -> frozenset[int]:
        """Return the hashed words of the classes over a list, of the headings above it, and of the page."""
        row = int(self.anchors.row[lists.anchor[lists.begins[number]]])
        key = row, self._above(lists, number)
        if key not in self._shared_words:
            names = [number for name in self._names_of(row) for number in _hashes_of_name(name)][:_MOST_NAME_WORDS]
            above = hashed("h:", words(key[1], 20), HASHES)
            head = hashed("k:", words(self._head(row), _MOST_HEAD_WORDS), HASHES)
            self._shared_words[key] = frozenset([*names, *above, *head, *self._page_words])
        return self._shared_words[key]

    def _head(self, row: int) -> str:
        """Return the words of the head of the column that a row stands in: `Hearing` beside `Legal ad runs`."""
        tree = self.sheet.tree
        cell = cell_of(tree, row)
        return self.sheet.head_text(cell) if tree.tags[cell] in CELLS else ""

    def _texts(self, lists: Lists) -> Iterator[tuple[int, int]]:
        """Yield from where to where the text of every record of the samples is read."""
        offsets = self.sheet.spots.offsets
        begin = offsets[lists.first[lists.sampled]]
        end = np.minimum(offsets[lists.stop[lists.sampled]], begin + _LONGEST_TEXT)
        return zip(begin.tolist(), end.tolist(), strict=True)

    def _words_within(self, span: tuple[int, int]) -> frozenset[int]:
        """Return the hashed words of a part of the page; each is read once."""
        known = self._own_words.get(span)
        if known is None:
            said, hashes = words(self.sheet.text[slice(*span)], 60), self._hashes
            new = [word for word in said if word not in hashes]  # lists that are cut in several ways share most
            hashes.update(zip(new, hashed("w:", new, HASHES), strict=True))
            known = self._own_words[span] = frozenset(map(hashes.__getitem__, said))
        return known

    def heard(self, lists: Lists, record: Ints, titles: Titles, weights: WordWeights) -> Floats:
        """Return what is heard in records and in their titles, two numbers a record."""
        records, named = self.texts(lists, record, titles)
        return np.column_stack([hearing.hear(records, weights), hearing.hear(named, weights)])

    def texts(self, lists: Lists, record: Ints, titles: Titles) -> tuple[list[str], list[str]]:
        """Return the texts of records, as far as they are heard, and of their titles."""
        text, offsets = self.sheet.text, self.sheet.spots.offsets
        begin = offsets[lists.first[record]]
        end = np.minimum(offsets[lists.stop[record]], begin + hearing.LONGEST)
        spans = zip(begin.tolist(), end.tolist(), strict=True)
        return [text[first:stop] for first, stop in spans], [self.sheet.known[each] for each in titles.text.tolist()]

    @cached_property
    def is_japanese(self) -> bool:
        """Whether the page is Japanese: there notices are events, and every date may yet be one of an event."""
        return is_japanese(self.sheet.text)

    # Numbers of lists ------------------------------------------------------------------------------

    def shared(self, lists: Lists, proposals: Sequence[Proposal], titles: Titles) -> Floats:
        """Return the numbers that all records of a list share, a row a proposal, in the order of `SHARED`.

        `titles` are those of the samples, proposal after proposal.
        """
        number = np.array([proposal.number for proposal in proposals])
        found = np.empty((len(SHARED), len(number)))
        group = lists.group
        found[[_SHARED_PLACES[name] for name in group]] = under_one_another(group.values())[:, number]
        for name, value in (self._page | self._of_titles(lists, proposals, titles)).items():
            found[_SHARED_PLACES[name]] = value
        slots = np.array([proposal.slot for proposal in proposals])
        found[_SLOTTED : _SLOTTED + len(_SLOT_PLACES)] = slots.T[_SLOT_PLACES,]
        return found.T

    def dated(self, lists: Lists, texts: Sequence[tuple[float, float]]) -> NDArray[np.float32]:
        """Return the numbers of the samples of lists that say whether their dates are events', by `DAY_FEATURES`."""
        record, of = lists.sampled, lists.sampled_of
        said = dict(zip(("text", "text_least"), np.array(texts).T, strict=True))
        of_lists = lists.group | said
        rows = np.empty((len(DAY_FEATURES), len(record)), dtype=np.float32)
        for place, name in enumerate(DAY_FEATURES):
            if name in lists.own:
                rows[place] = lists.own[name][record]
            else:
                rows[place] = of_lists[name][of] if name in of_lists else self._page[name]
        return rows.T

    def _group(self, lists: Lists) -> dict[str, NDArray[Any]]:
        """Return the numbers of lists that do not hang on their titles."""
        tree, sheet, anchors = self.sheet.tree, self.sheet, self.anchors
        offsets = sheet.spots.offsets
        n, anchor = lists.sizes, lists.anchor
        day = anchors.day[anchor]
        head = lists.begins[:-1]
        row, top = anchors.row[anchor[head]], lists.first[head]
        tags = np.array([_TAG_NUMBERS.get(tree.tags[each], -1) for each in top.tolist()])
        over = [self._tags_above(*each) for each in zip(row.tolist(), top.tolist(), strict=True)]
        names = np.array([self._told_by_names(each) for each in row.tolist()])
        above = np.array([_told_by_name(self._above(lists, number)) for number in range(len(n))])
        ways = np.array([_WAYS.index(grouping.way) for grouping in lists.groupings])
        own, lengths = lists.own, self._lengths(lists)
        mean_length = lists.mean(lengths)
        spread = lists.mean((lengths - mean_length[lists.of]) ** 2) ** 0.5
        mean = lists.mean
        _, shape = numbered(sheet.spots.shapes(lists.first))
        first_offset = offsets[lists.first]
        of_sample = lists.means_of_sample({
            "covered": self._count(self.kind.anchor, lists),
            "timed": own["own_timed"],
            "yeared": own["own_yeared"],
            "weekday": anchors.has_weekday[anchor],
            "odd_minutes": anchors.is_odd[anchor],
            "posted": np.add(*(self._count(name, lists) for name in _POSTED)),
            "money": self._count("money", lists),
            "links": self._tagged(integers(tree.links), lists),
            "images": self._tagged(np.flatnonzero(sheet.bits & slotting.BITS["img"]), lists),
            "dates_each": own["own_dates"],
            "times_each": self._count("time", lists),
            "words_for": own["own_for"],
            "words_against": own["own_against"],
            "anchor_length": anchors.length[anchor],
            "anchor_words": anchors.has_letters[anchor],
            "line_rest": anchors.rest[anchor],
            "line_before": anchors.before[anchor],
            "outrun": anchors.outrun[anchor],
            "told": anchors.told[anchor],
            "anchor_place": (anchors.first[anchor] - first_offset) / (1 + lengths),
        })  # fmt: skip
        of_sample["covered"] *= n / max(1, len(anchors.first))
        heading = offsets[sheet.top] if sheet.top >= 0 else 0
        from_top = np.log(1 + np.maximum(0, anchors.first[anchor[head]] - heading))
        return of_sample | {
            **{f"way_{way}": ways == number for number, way in enumerate(_WAYS)},
            **{f"tag_{tag}": tags == number for number, tag in enumerate(_TAGS)},
            "drafts": np.log(n),
            "anchors": np.full(len(n), log(1 + len(anchors.first))),
            "ended": mean(anchors.has_end[anchor]),
            "ruled": mean(anchors.has_rule[anchor]),
            **self._days(lists, day, anchors.last[anchor]),
            "length": np.log(1 + mean_length),
            "length_spread": spread / (1 + mean_length),
            "same_shape": _most_common(lists.of, shape) / n,
            "boilerplate": np.frombuffer(tree.marks.boilerplate, np.uint8)[row],
            "hidden": np.frombuffer(tree.marks.hidden, np.uint8)[row],
            "place": first_offset[head] / (1 + len(sheet.text)),
            "class_for": names[:, 0],
            "class_against": names[:, 1],
            "above_for": above[:, 0],
            "above_against": above[:, 1],
            "anchor_in_heading": np.array([bool(each & HEADINGS) for each in over]),
            "anchor_in_time": np.array(["time" in each for each in over]),
            "anchor_in_link": np.array(["a" in each for each in over]),
            "from_top": np.where((sheet.top >= 0) & (sheet.top < row), from_top, -1.0),
            "anchors_distinct": _distinct(lists.of, anchors.first[anchor], len(n)) / n,
        }

    def _days(self, lists: Lists, day: Ints, last: Ints) -> dict[str, Floats]:
        """Return what the days of lists are like: in which order, how far away, how many different."""
        count = len(lists.groupings)
        is_day = day > 0
        of, day, last = lists.of[is_day], day[is_day], last[is_day]
        ref = self.reference.toordinal()
        days = np.maximum(1, np.bincount(of, minlength=count))
        nearest, latest, earliest = np.full(count, 9999), np.zeros(count), np.ones(count)
        if len(of):
            begin = np.flatnonzero(np.concatenate([[True], of[1:] != of[:-1]]))
            nearest[of[begin]] = np.minimum.reduceat(np.maximum(0, np.maximum(day - ref, ref - last)), begin)
            latest[of[begin]] = np.maximum.reduceat(day, begin)
            earliest[of[begin]] = np.minimum.reduceat(day, begin)
        is_step = of[1:] == of[:-1]
        step, of_step = np.diff(day)[is_step], of[1:][is_step]
        steps = np.maximum(1, np.bincount(of_step, minlength=count))
        return {
            "ahead": np.bincount(of, last >= ref - 1, count) / days,
            "nearest": nearest**0.5,
            "span": np.where(latest > 0, np.log(1 + np.maximum(0, latest - earliest)), -1.0),
            "rising": np.bincount(of_step, step >= 0, count) / steps,
            "falling": np.bincount(of_step, step <= 0, count) / steps,
            "distinct": _distinct(of, day, count) / lists.sizes,
        }

    def _of_titles(self, lists: Lists, proposals: Sequence[Proposal], titles: Titles) -> dict[str, Floats]:
        """Return what the titles of the samples are like, a number a proposal."""
        number = np.array([proposal.number for proposal in proposals])
        record, of = of_samples(lists, number)
        count = len(number)
        sizes = np.bincount(of, minlength=count)
        anchor = lists.anchor[record]
        fold, day = self.sheet.folds[titles.text], self.anchors.day[anchor]
        far = self._far(titles, anchor)
        begin = np.cumsum(sizes) - sizes
        chance = np.array([proposal.scores[0] for proposal in proposals])
        agreed, rival = rivals(self.anchors.first[anchor], fold, chance[of])
        return {
            "text": np.array([proposal.text[0] for proposal in proposals]),
            "text_least": np.array([proposal.text[1] for proposal in proposals]),
            "title": chance,
            "title_next": np.array([proposal.scores[1] for proposal in proposals]),
            "variant": np.array([proposal.scores[2] for proposal in proposals], dtype=np.float64),
            "title_distinct": _distinct(of, fold, count) / sizes,
            "title_length": np.bincount(of, self.sheet.looks[titles.text, 0]) / sizes,
            "title_far": np.bincount(of, far) / sizes,
            "title_farthest": np.maximum.reduceat(far, begin),
            "title_alike": np.bincount(of, np.minimum(9, titles.alike)) / sizes,
            "same": _distinct(of, _code(day, fold), count) / sizes,
            "agreed": np.bincount(of, agreed) / sizes,
            "rival": np.bincount(of, rival) / sizes,
        }

    # Numbers of records ----------------------------------------------------------------------------

    def _own(self, lists: Lists) -> dict[str, NDArray[Any]]:
        """Return the numbers of all records that do not hang on their titles."""
        anchors, anchor = self.anchors, lists.anchor
        day = anchors.day[anchor]
        gap = np.where(day > 0, day - self.reference.toordinal(), -9999)
        length = self._lengths(lists)
        place = np.arange(len(anchor))
        return {
            "own_timed": anchors.is_timed[anchor] | (self._count("time", lists) > 0),
            "own_yeared": anchors.has_year[anchor],
            "own_ahead": np.where(gap >= 0, 1, -1) * np.log(1 + np.abs(gap)),
            "own_length": np.log(1 + length),
            "own_length_ratio": length / (1 + lists.mean(length)[lists.of]),
            "own_dates": self._count("date", lists),
            "own_line_rest": anchors.rest[anchor],
            "own_line_before": anchors.before[anchor],
            "own_for": self._said_in(self._spoken[0], lists),
            "own_against": self._said_in(self._spoken[1], lists),
            "own_ended": anchors.has_end[anchor],
            "own_first": place == lists.begins[lists.of],
            "own_last": place == lists.begins[lists.of + 1] - 1,
            "own_confidence": anchors.confidence[anchor],
            "own_rdates": anchors.rdates[anchor],
            "own_day_shared": np.minimum(9, _repeated(_code(lists.of, day))),
            "own_anchor_shared": np.minimum(9, _repeated(_code(lists.of, anchors.first[anchor]))),
            "own_worded": anchors.is_worded[anchor],
            "own_ruled": anchors.has_rule[anchor],
            "own_today": gap == 0,
            "own_open": (gap < 0) & (anchors.last[anchor] >= self.reference.toordinal()),
            "own_outrun": anchors.outrun[anchor],
            "own_told": anchors.told[anchor],
            "own_monthly": anchors.is_monthly[anchor],
        }

    def rows(self, lists: Lists, record: Ints, of: Ints, shared: Floats, titles: Titles) -> NDArray[np.float32]:
        """Return the numbers of some records, in the order of `FEATURES`; `of` says which row of `shared` is theirs."""
        anchors, looks = self.anchors, self.sheet.looks
        anchor, text = lists.anchor[record], titles.text
        fold = self.sheet.folds[text]
        rows = np.empty((len(FEATURES), len(record)), dtype=np.float32)
        rows[: len(SHARED)] = shared.T[:, of]
        rows[[_OWN_PLACES[name] for name in lists.own]] = under_one_another(lists.own.values())[:, record]
        titled: dict[str, NDArray[Any]] = {
            "own_title_length": looks[text, _LENGTH],
            "own_title_words": looks[text, _WORDS],
            "own_title_repeated": _repeated(_code(of, fold)) / np.bincount(of)[of],
            "own_title_far": self._far(titles, anchor),
            "own_title_after": titles.first > anchors.first[anchor],
            "own_title_hollow": looks[text, _HOLLOW],
            "own_title_generic": looks[text, _GENERIC],
            "own_title_file": looks[text, _FILE],
            "own_title_alike": np.minimum(9, titles.alike),
            "own_same": np.minimum(5, _repeated(_code(of, anchors.day[anchor], fold))),
        }
        for name, values in titled.items():
            rows[_OWN_PLACES[name]] = values
        return rows.T

    def is_named(self, lists: Lists, record: Ints, titles: Titles) -> NDArray[np.bool_]:
        """Tell whether titles can be those of records: they name something, and no record without words borrows one."""
        sheet = self.sheet
        first, stop = lists.first[record], lists.stop[record]
        texts, place = numbered(titles.text)
        is_other = sheet.looks[texts][:, _EMPTY].any(axis=1) | (texts == 0)
        can_name = np.array(
            [
                not other and not is_calendar(sheet.known[text]) and not is_month(sheet.known[text])
                for text, other in zip(texts.tolist(), is_other.tolist(), strict=True)
            ],
            dtype=bool,
        )
        named: NDArray[np.bool_] = can_name[place]
        is_outside = (titles.row < first) | (titles.row >= stop)
        borrowed = np.flatnonzero(named & is_outside)
        spans = zip(first[borrowed].tolist(), stop[borrowed].tolist(), strict=True)
        is_bare = np.array([self._is_bare(*span) for span in spans], dtype=bool)
        if is_bare.any() and not self.is_grid:
            _, of = numbered(lists.of[record[borrowed]])
            days = is_bare & self._are_cells(lists, record[borrowed])
            is_bare &= (np.bincount(of, days) < _MOST_BARE * np.bincount(of))[of]
        named[borrowed] = ~is_bare
        return named

    def _are_cells(self, lists: Lists, record: Ints) -> NDArray[np.bool_]:
        """Tell which records are cells of tables that say a day, or hours under a day, and nothing else.

        What they are stands over them and beside them: days under boards in lines of months, hours in lines of films.
        """
        tree = self.sheet.tree
        found = []
        rows, anchors = lists.first[record].tolist(), self.anchors.row[lists.anchor[record]].tolist()
        for row, anchor, number in zip(rows, anchors, lists.of[record].tolist(), strict=True):
            cell = cell_of(tree, row)
            is_of_day = cell <= anchor < tree.ends[cell] or lists.groupings[number].way == "column"
            found.append(tree.tags[cell] in CELLS and is_of_day and self._is_bare(cell, tree.ends[cell]))
        return np.array(found, dtype=bool)

    # Parts of the page -----------------------------------------------------------------------------

    def _count(self, name: str, lists: Lists) -> Ints:
        """Count the finds of a name in every record."""
        found = lists.counts.get(name)
        if found is None:
            rows = self._rows[name]
            found = lists.counts[name] = rows.searchsorted(lists.stop) - rows.searchsorted(lists.first)
        return found

    def _lengths(self, lists: Lists) -> Ints:
        """Return how many letters every record has."""
        offsets = self.sheet.spots.offsets
        found: Ints = offsets[lists.stop] - offsets[lists.first]
        return found

    def _tagged(self, rows: Ints, lists: Lists) -> Ints:
        """Count the elements in every record that stand at some rows."""
        stop = np.minimum(lists.stop, lists.first + _MOST_ROWS)
        found: Ints = np.searchsorted(rows, stop) - np.searchsorted(rows, lists.first)
        return found

    def _said_in(self, places: Ints, lists: Lists) -> Ints:
        """Count the words at some places of the page's text that stand in each record."""
        offsets = self.sheet.spots.offsets
        begin = offsets[lists.first]
        stop = np.minimum(offsets[lists.stop], begin + _MOST_LETTERS)
        found: Ints = np.minimum(6, np.searchsorted(places, stop) - np.searchsorted(places, begin))
        return found

    def _far(self, titles: Titles, anchor: Ints) -> Ints:
        """Return how far titles stand from the dates of their records."""
        found: Ints = np.minimum(_FARTHEST, np.abs(titles.first - self.anchors.first[anchor]))
        return found

    def _names_of(self, row: int) -> list[str]:
        """Return the classes and ids over a date."""
        if row not in self._names:
            tree = self.sheet.tree
            rows = [row, *islice(tree.ancestors(row), 13)]
            names = [name for each in rows for name in (tree.class_names[each], tree.ids[each])]
            self._names[row] = [name for name in names if name]
        return self._names[row]

    def _told_by_names(self, row: int) -> tuple[float, float]:
        """Return how much the classes and ids over a date speak for an event, and how much against one."""
        if row not in self._told:
            told = [_told_by_name(name) for name in self._names_of(row)]
            self._told[row] = min(5.0, sum([each for each, _ in told])), min(5.0, sum([each for _, each in told]))
        return self._told[row]

    def _tags_above(self, row: int, top: int) -> set[str]:
        tree = self.sheet.tree
        tags = set()
        while row >= top and row > 0:
            tags.add(tree.tags[row])
            row = tree.parents[row]
        return tags

    def _above(self, lists: Lists, number: int) -> str:
        """Return the last two headings before a list."""
        headings, first = self.sheet.headings, int(lists.first[lists.begins[number]])
        place = bisect_left(headings, first)
        if place not in self._headings:
            rows = headings[max(0, place - 2) : place]
            self._headings[place] = " ".join(self.sheet.tree.text(row)[:80] for row in rows)
        return self._headings[place]


def _longest_run(days: Ints) -> int:
    """Return how many days follow one another at most."""
    longest = length = last = 0
    for day in sorted({*days.tolist()}):
        length = length + 1 if day == last + 1 else 1
        longest, last = max(longest, length), day
    return longest


def spoken(texts: Sequence[str], model: Model) -> Floats:
    """Return how much the words of some texts are those of titles, and how much their letters: two numbers a text."""
    words, letters = model.title_words, model.title_letters
    return np.array([(words.score(title_hashes(text)), spelt(text, letters)) for text in texts]).reshape(-1, 2)


def looks(table: Table, said: Floats) -> NDArray[np.float32]:
    """Return what every slot looks like, and how much its words and its letters are those of titles (`spoken`)."""
    scores = said[table.found.text]
    is_there = table.finds >= 0
    sums = np.where(is_there[:, :, None], scores[table.finds], 0.0).sum(axis=1)
    return np.column_stack([table.features, sums / is_there.sum(axis=1)[:, None]]).astype(np.float32)


def spelt(text: str, letters: WordWeights) -> float:
    """Return how much the letters of a text are those of titles."""
    return letters.spelt(spelling.parts(text), spelling.groups)


def title_hashes(text: str) -> list[int]:
    """Return the hashed words of a possible title, its first and last word among them, and its form."""
    said = words(text, 16)
    marked = [*said, f"^{said[0]}", f"{said[-1]}$"] if said else []
    return hashed("", marked, TITLE_HASHES)


def rivals(anchor: Ints, fold: Ints, chance: Floats) -> tuple[Floats, Floats]:
    """Return for every proposed title how many give its date the same one, and how likely the likeliest other is.

    A title has the place of its date, the number of its words, and how likely its list has its titles there.
    """
    pairs, pair = numbered(_code(anchor, fold))
    _, at = numbered(anchor)
    counts = np.bincount(pair)
    best = np.zeros(len(pairs))
    np.maximum.at(best, pair, chance)
    place = np.zeros(len(pairs), dtype=np.int64)
    place[pair] = at
    order = np.lexsort((-best, place))
    is_first = np.concatenate([[True], place[order][1:] != place[order][:-1]])
    top = order[is_first]
    second = np.zeros(len(top))
    follows = np.flatnonzero(~is_first & np.concatenate([[False], is_first[:-1]]))
    second[place[order[follows]]] = best[order[follows]]
    rival = np.where(top[at] == pair, second[at], best[top][at])
    return counts[pair] / np.bincount(at)[at], rival


def of_samples(lists: Lists, number: Ints) -> tuple[Ints, Ints]:
    """Return the records of the samples of some lists, one after another, and which of them each belongs to."""
    sizes = np.bincount(lists.sampled_of, minlength=len(lists.groupings))
    begins = np.cumsum(sizes) - sizes
    of = np.repeat(np.arange(len(number)), sizes[number])
    inside = np.arange(len(of)) - (np.cumsum(sizes[number]) - sizes[number])[of]
    return lists.sampled[begins[number][of] + inside], of


def _code(*columns: Ints) -> Ints:
    """Return one number for the numbers of several columns: equal where all of them are."""
    code = columns[0]
    for column in columns[1:]:
        code = code * (int(column.max(initial=0)) + 1) + column
    return code


def _repeated(code: Ints) -> Ints:
    """Return how often every number occurs among all."""
    ordered = np.sort(code)
    found: Ints = ordered.searchsorted(code, "right") - ordered.searchsorted(code)
    return found


def _distinct(of: Ints, value: Ints, count: int) -> Ints:
    """Count the different values of each list."""
    most = int(value.max(initial=0)) + 1
    return np.bincount(different(of * most + value) // most, minlength=count)


def _most_common(of: Ints, value: Ints) -> Ints:
    """Count the commonest value of each list; values are numbered from 0, lists follow one another."""
    counts = _repeated(_code(of, value))
    return np.maximum.reduceat(counts, np.flatnonzero(np.concatenate([[True], of[1:] != of[:-1]])))


def _name_words(text: str) -> list[str]:
    return [word.lower() for word in _NAME_PARTS.findall(text)][:_MOST_NAME_WORDS]


@keep_short(20_000)
def _hashes_of_name(name: str) -> tuple[int, ...]:
    return tuple(hashed("c:", _name_words(name), HASHES))


@keep_short(20_000)
def _told_by_name(name: str) -> tuple[float, float]:
    """Return how much a class or id speaks for an event, and how much against one."""
    return _count(_FOR, name), _count(_AGAINST, name)


def _count(expressions: re.Pattern[str], text: str) -> float:
    return float(min(5, len(expressions.findall(text.lower()))))
