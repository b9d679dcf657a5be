"""What a possible record looks like, in numbers: its list, the record itself, its title, the page around.

The numbers are the same for every language and site. A model learned from labelled pages (see `train/`) turns them
into the probability that the record is an event with the right day and title.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import TypeVar

from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.kinds import Kind
from eventlocky.models.words import WordWeights
from eventlocky.page.elements import HEADINGS
from eventlocky.records import slots as slotting
from eventlocky.records.propose import Draft, Grouping
from eventlocky.records.slots import SAMPLE, Sheet, Slot
from eventlocky.text.words import hashed, words
from eventlocky.types import When

Item = TypeVar("Item")

HASHES = 1 << 15
"""How many different hashes of words a model knows."""

TITLE_HASHES = 1 << 14
"""How many different hashes of the words of titles a model knows."""

_WAYS = ("unit", "before", "after", "header-time", "header-heading", "header-link", "alone", "shared")
_TAGS = ("li", "tr", "td", "div", "p", "#text", "article")
_SLOT_FEATURES = (
    "outside", "cover", "heading", "link", "distinct", "hollow", "in_page_title", "distance", "length", "generic",
    "in_url", "is_top", "after_date", "order", "title_class", "title_head", "is_site", "file", "note", "common", "said",
)  # fmt: skip
_SLOT_PLACES = tuple(slotting.FEATURES.index(name) for name in _SLOT_FEATURES)

FEATURES = (
    *(f"way_{way}" for way in _WAYS), *(f"tag_{tag}" for tag in _TAGS),
    "drafts", "anchors", "covered", "timed", "yeared", "weekday", "ended", "ruled", "odd_minutes",
    "ahead", "nearest", "span", "rising", "falling", "distinct", "posted", "money", "links", "images",
    "length", "length_spread", "same_shape", "dates_each", "times_each", "boilerplate", "hidden", "place",
    "class_for", "class_against", "words_for", "words_against", "above_for", "above_against",
    "anchor_length", "anchor_words", "anchor_in_heading", "anchor_in_time", "anchor_in_link",
    "line_rest", "line_before", "anchor_place", "from_top",
    "url_for", "url_against", "page_for", "page_against", "page_anchors_ahead", "page_posted", "top_in_url",
    "top_in_title", "published",
    "text", "text_least", "title", "title_next", "variant", "title_distinct", "title_length",
    *(f"title_{name}" for name in _SLOT_FEATURES), "title_far", "title_farthest", "title_alike",
    "same", "anchors_distinct", "agreed", "rival",
    "own_timed", "own_yeared", "own_ahead", "own_length", "own_length_ratio", "own_dates", "own_line_rest",
    "own_line_before", "own_for", "own_against", "own_ended", "own_first", "own_last", "own_confidence", "own_rdates",
    "own_title_length", "own_title_words", "own_title_repeated", "own_title_far", "own_title_after",
    "own_title_hollow", "own_title_generic", "own_title_file", "own_title_alike", "own_same", "own_day_shared",
    "own_anchor_shared",
)  # fmt: skip
"""The names of the numbers, in order."""

_ABOUT_TITLES = frozenset("variant agreed rival same own_same".split())
DAY_FEATURES = tuple(
    name for name in FEATURES if ("title" not in name or name == "top_in_title") and name not in _ABOUT_TITLES
)
"""Those that say whether a date is an event's, whatever its title."""

DAY_PLACES = tuple(FEATURES.index(name) for name in DAY_FEATURES)

RISING = frozenset(
    """timed weekday ended ahead page_anchors_ahead class_for words_for above_for url_for page_for own_timed own_for
    own_confidence same_shape text text_least title title_cover agreed title_said anchors_distinct same""".split()
)
"""More of these never speaks against an event."""

FALLING = frozenset(
    """class_against words_against above_against url_against page_against posted page_posted own_against boilerplate
    hidden odd_minutes title_hollow title_generic variant title_is_site title_file title_note own_title_hollow
    own_title_file own_title_alike title_alike rival own_same own_anchor_shared""".split()
)
"""More of these never speaks for an event."""

_FOR = re.compile(
    r"event|calend|agenda|meeting|termin|veranstalt|kon[zc]ert|program|schedul|gig|tour|live|whats-?on|upcoming|spielplan|"
    r"evento|manifest|kalend|session|talk|seminar|vevent|performan|exhibi|ausstell|theat|festival|lecture|workshop|kurs|course|"
    r"イベント|公演|ライブ|催|講座|スケジュール|予定|開催|行事",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"news|blog|post|artic|comment|press|forum|thread|topic|review|produ|jobs?\b|release|archiv|author|byline|publish|"
    r"story|reply|message|changelog|version|search|public|paper|aktuell|nachricht|お知らせ|ニュース|ブログ|更新|新着|日記|履歴",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]")
_NAME_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_POSTED = ("posted", "updated")
_GRID = 20
"""So many days on end make a calendar."""

_FARTHEST = 3_000
_MOST_ROWS = 300
_MOST_LETTERS = 1_500


@dataclass(frozen=True, slots=True)
class Title:
    """A title that was read: its words, its row, where it stands in the page's text."""

    words: str = ""
    row: int = -1
    first: int = 0


class Scales:
    """Weighs the groupings of one page."""

    def __init__(self, sheet: Sheet, kind: Kind, reference: date) -> None:
        """Read what is the same for all groupings."""
        self.sheet, self.kind, self.reference = sheet, kind, reference
        self._groups: dict[Grouping, list[float]] = {}
        self._said: dict[str, float] = {}
        tree, annotations = sheet.tree, sheet.annotations
        self.anchors = annotations.within(kind.anchor, tree.body, len(tree))
        top = tree.text(sheet.top)[:300] if sheet.top >= 0 else ""
        named = f"{sheet.page_title[:200]} {top[:150]}"
        days = [day for anchor in self.anchors if (day := day_of(anchor))]
        self._is_grid = _longest_run(days) >= _GRID
        posted = sum(annotations.count(name, 0, len(tree)) for name in ("posted", "updated"))
        self._page = [
            _count(_FOR, tree.url), _count(_AGAINST, tree.url),
            _count(_FOR, named), _count(_AGAINST, named),
            _share(day >= reference for day in days),
            log(1 + posted),
            float(bool(top) and sheet.is_in_url(top)),
            float(bool(top) and top.casefold() in sheet.page_title.casefold()),
            float(sheet.is_published),
        ]  # fmt: skip
        folded = sheet.text.casefold() if len(sheet.text.casefold()) == len(sheet.text) else sheet.text.lower()
        self._spoken_for = [match.start() for match in kind.words_for.finditer(folded)] if kind.words_for else []
        self._spoken_against = (
            [match.start() for match in kind.words_against.finditer(folded)] if kind.words_against else []
        )
        path = tree.url.partition("//")[2].partition("/")[2]
        self._page_words = hashed("t:", words(named, 30), HASHES) + hashed("u:", _name_words(path), HASHES)

    def hashes(self, grouping: Grouping) -> list[list[int]]:
        """Return the hashed words of some records of a list, those of its heading, classes and page among them."""
        tree, text = self.sheet.tree, self.sheet.text
        first = grouping.drafts[0]
        shared = hashed("c:", _name_words(self._names(first)), HASHES) + hashed(
            "h:", words(self._above(first), 20), HASHES
        )
        shared += self._page_words
        found = []
        for draft in sample(grouping.drafts):
            begin = tree.offsets[draft.first]
            own = words(text[begin : min(tree.offsets[draft.stop], begin + 600)], 60)
            found.append(shared + hashed("w:", own, HASHES))
        return found

    def slots(self, grouping: Grouping) -> list[Slot]:
        """Return the places of a list where its titles may stand."""
        some = sample(grouping.drafts)
        ranges = [(draft.first, draft.stop) for draft in some]
        dates = [draft.anchor.first for draft in some]
        inside = grouping.way != "shared"
        return slotting.slots(self.sheet, ranges, dates, inside=inside, start=grouping.drafts[0].first)

    def titles(self, grouping: Grouping, order: Sequence[tuple[int, int]], numbers: Sequence[int]) -> list[Title]:
        """Return the titles of some records: what stands in the first of these slots that the record has."""
        sheet = self.sheet
        inside, start = grouping.way != "shared", grouping.drafts[0].first
        found = []
        for number in numbers:
            draft = grouping.drafts[number]
            have = sheet.texts(draft.first, draft.stop) if inside else {}
            title = Title()
            for key in order:
                if key[0] < 0:
                    row, text = sheet.outside(draft.first, start if inside else -1, draft.anchor.first)[key[1]]
                    title = Title(text, row, sheet.tree.offsets[row] if row >= 0 else 0)
                elif key in have:
                    title = Title(*have[key])
                if title.words:
                    break
            found.append(title)
        return found

    def shared(
        self,
        grouping: Grouping,
        titles: Sequence[Title],
        slot: tuple[Slot, float],
        scores: tuple[float, float, int],
        text: tuple[float, float],
        rivals: tuple[float, float],
    ) -> list[float]:
        """Return the numbers that all records of a list share; `titles` are those of its sample."""
        some = sample(grouping.drafts)
        far = [_far(title, draft) for title, draft in zip(titles, some, strict=True)]
        alike = [self._alike(title, draft) for title, draft in zip(titles, some, strict=True)]
        same = {(day_of(draft.anchor), title.words.casefold()) for title, draft in zip(titles, some, strict=True)}
        return [
            *self.group(grouping),
            *self._page,
            *text,
            *map(float, scores),
            len({title.words.casefold() for title in titles}) / len(titles),
            sum(len(title.words) for title in titles) / len(titles),
            *((*slot[0].features, slot[1])[place] for place in _SLOT_PLACES),
            sum(far) / len(far),
            max(far),
            sum(alike) / len(alike),
            len(same) / len(titles),
            len({draft.anchor.first for draft in grouping.drafts}) / len(grouping.drafts),
            *rivals,
        ]

    def rows(
        self, grouping: Grouping, shared: list[float], numbers: Sequence[int], titles: Sequence[Title]
    ) -> list[list[float]]:
        """Return the numbers of some records of a list, in the order of `FEATURES`."""
        sheet, drafts = self.sheet, grouping.drafts
        repeated = Counter(title.words.casefold() for title in titles)
        same = Counter(
            (day_of(drafts[number].anchor), title.words.casefold())
            for number, title in zip(numbers, titles, strict=True)
        )
        days = Counter(day_of(draft.anchor) for draft in drafts)
        anchors = Counter(draft.anchor.first for draft in drafts)
        rows = []
        for number, title, own in zip(numbers, titles, self.own(grouping, numbers), strict=True):
            draft = grouping.drafts[number]
            rows.append(
                [
                    *shared,
                    *own,
                    float(len(title.words)),
                    float(title.words.count(" ") + 1),
                    repeated[title.words.casefold()] / len(titles),
                    _far(title, draft),
                    float(title.first > draft.anchor.first),
                    float(sheet.is_hollow(title.words)),
                    float(sheet.is_generic(title.words)),
                    float(sheet.is_file(title.words)),
                    self._alike(title, draft),
                    float(min(5, same[day_of(draft.anchor), title.words.casefold()])),
                    float(min(9, days[day_of(draft.anchor)])),
                    float(min(9, anchors[draft.anchor.first])),
                ]
            )
        return rows

    def said(self, slot: Slot, weights: WordWeights) -> float:
        """Return how much the words of a slot are those of titles."""
        total = 0.0
        for _, text in slot.texts.values():
            if text not in self._said:
                self._said[text] = weights.score(title_hashes(text))
            total += self._said[text]
        return total / len(slot.texts)

    def is_named(self, title: Title, draft: Draft) -> bool:
        """Tell whether a title can be a record's: it names something, and a record without words borrows none."""
        sheet = self.sheet
        if not title.words or sheet.is_empty(title.words):
            return False
        if draft.first <= title.row < draft.stop:
            return True
        return not sheet.is_bare(draft.first, draft.stop, is_grid=self._is_grid)

    def _alike(self, title: Title, draft: Draft) -> float:
        """Count the texts of a record that stand where its title stands."""
        if not draft.first <= title.row < draft.stop:
            return 0.0
        return float(min(9, self.sheet.alike(title.row, draft.first, draft.stop)))

    def group(self, grouping: Grouping) -> list[float]:
        """Return the numbers of a list that do not hang on its titles; they are worked out once."""
        if grouping not in self._groups:
            self._groups[grouping] = self._group(grouping)
        return self._groups[grouping]

    def _group(self, grouping: Grouping) -> list[float]:
        tree, annotations, text = self.sheet.tree, self.sheet.annotations, self.sheet.text
        drafts = grouping.drafts
        n = len(drafts)
        whens = [when_of(draft.anchor) for draft in drafts]
        days = [day for draft in drafts if (day := day_of(draft.anchor))]
        steps = [(after - before).days for before, after in pairwise(days)]
        offsets = tree.offsets
        lengths = [offsets[draft.stop] - offsets[draft.first] for draft in drafts]
        mean = sum(lengths) / n
        first = drafts[0]
        some = sample(drafts)
        tags = [tree.tags[draft.first : min(draft.stop, draft.first + _MOST_ROWS)] for draft in some]
        names, above = self._names(first), self._above(first)
        lines = [self._line(draft.anchor) for draft in some]
        shapes = Counter(tree.shapes[draft.first] for draft in drafts)
        tag = tree.tags[first.first]
        over = self._tags_above(first.anchor.row, first.first)
        dates = [text[draft.anchor.first : draft.anchor.stop] for draft in some]
        covered = n * sum(annotations.count(self.kind.anchor, draft.first, draft.stop) for draft in some) / len(some)
        top = self.sheet.top
        return [
            *(float(grouping.way == way) for way in _WAYS),
            *(float(tag == name) for name in _TAGS),
            log(n),
            log(1 + len(self.anchors)),
            covered / max(1, len(self.anchors)),
            _share(_is_timed(annotations, draft) for draft in some),
            _share(_says(draft.anchor, "year") for draft in some),
            _share(_says(draft.anchor, "weekday") for draft in some),
            _share(when is not None and when.end is not None for when in whens),
            _share(when is not None and when.rrule is not None for when in whens),
            _share(_is_odd(draft.anchor) for draft in some),
            _share(day >= self.reference - timedelta(1) for day in days),
            min((abs((day - self.reference).days) for day in days), default=9999) ** 0.5,
            log(1 + (max(days) - min(days)).days) if days else -1.0,
            _share(step >= 0 for step in steps),
            _share(step <= 0 for step in steps),
            len(set(days)) / n,
            sum(annotations.count(name, draft.first, draft.stop) for draft in some for name in _POSTED) / len(some),
            sum(annotations.count("money", draft.first, draft.stop) for draft in some) / len(some),
            sum(some_tags.count("a") for some_tags in tags) / len(some),
            sum(some_tags.count("img") for some_tags in tags) / len(some),
            log(1 + mean),
            (sum((length - mean) ** 2 for length in lengths) / n) ** 0.5 / (1 + mean),
            shapes.most_common(1)[0][1] / n,
            sum(annotations.count("date", draft.first, draft.stop) for draft in some) / len(some),
            sum(annotations.count("time", draft.first, draft.stop) for draft in some) / len(some),
            float(tree.is_boilerplate(first.anchor.row)),
            float(tree.is_hidden(first.anchor.row)),
            offsets[first.first] / (1 + len(text)),
            _count(_FOR, names), _count(_AGAINST, names),
            sum(self._spoken(self._spoken_for, draft) for draft in some) / len(some),
            sum(self._spoken(self._spoken_against, draft) for draft in some) / len(some),
            _count(_FOR, above), _count(_AGAINST, above),
            sum(map(len, dates)) / len(some),
            sum(bool(_LETTERS.search(piece)) for piece in dates) / len(some),
            float(bool(over & HEADINGS)),
            float("time" in over),
            float("a" in over),
            sum(rest for rest, _ in lines) / len(lines),
            sum(before for _, before in lines) / len(lines),
            sum(
                (draft.anchor.first - offsets[draft.first]) / (1 + offsets[draft.stop] - offsets[draft.first])
                for draft in some
            ) / len(some),
            log(1 + max(0, first.anchor.first - offsets[top])) if 0 <= top < first.anchor.row else -1.0,
        ]  # fmt: skip

    def own(self, grouping: Grouping, numbers: Sequence[int]) -> list[list[float]]:
        """Return the numbers of some records alone."""
        tree, annotations = self.sheet.tree, self.sheet.annotations
        offsets, drafts = tree.offsets, grouping.drafts
        lengths = [offsets[draft.stop] - offsets[draft.first] for draft in drafts]
        mean = sum(lengths) / len(drafts)
        rows = []
        for number in numbers:
            draft = drafts[number]
            when, day = when_of(draft.anchor), day_of(draft.anchor)
            gap = (day - self.reference).days if day else -9999
            rows.append([
                float(_is_timed(annotations, draft)),
                float(_says(draft.anchor, "year")),
                (1 if gap >= 0 else -1) * log(1 + abs(gap)),
                log(1 + lengths[number]),
                lengths[number] / (1 + mean),
                float(annotations.count("date", draft.first, draft.stop)),
                *self._line(draft.anchor),
                self._spoken(self._spoken_for, draft),
                self._spoken(self._spoken_against, draft),
                float(when is not None and when.end is not None),
                float(number == 0),
                float(number == len(drafts) - 1),
                when.confidence if when else 0.0,
                float(len(when.rdates)) if when else 0.0,
            ])  # fmt: skip
        return rows

    def _spoken(self, places: list[int], draft: Draft) -> float:
        """Count the words at some places of the page's text that stand in a record."""
        offsets = self.sheet.tree.offsets
        begin = offsets[draft.first]
        stop = min(offsets[draft.stop], begin + _MOST_LETTERS)
        return float(min(6, bisect_left(places, stop) - bisect_left(places, begin)))

    def _names(self, draft: Draft) -> str:
        """Return the classes and ids over a record's date."""
        tree = self.sheet.tree
        rows = [draft.anchor.row, *tree.ancestors(draft.anchor.row)][:14]
        return " ".join(f"{tree.attr(row, 'class') or ''} {tree.attr(row, 'id') or ''}" for row in rows)

    def _tags_above(self, row: int, top: int) -> set[str]:
        tree = self.sheet.tree
        tags = set()
        while row >= top and row > 0:
            tags.add(tree.tags[row])
            row = tree.parents[row]
        return tags

    def _above(self, draft: Draft) -> str:
        """Return the last two headings before a list."""
        tree, sheet = self.sheet.tree, self.sheet
        return " ".join(tree.text(row)[:80] for row in sheet.headings_before(draft.first)[-2:])

    def _line(self, anchor: Annotation) -> tuple[float, float]:
        """Return how many letters stand on the line of a date besides it, and how many before it."""
        text = self.sheet.text
        begin = text.rfind("\n", max(0, anchor.first - 400), anchor.first)
        end = text.find("\n", anchor.stop, anchor.stop + 400)
        before = len(text[max(begin, anchor.first - 400) + 1 : anchor.first].strip())
        after = len(text[anchor.stop : end if end >= 0 else anchor.stop + 400].strip())
        return float(before + after), float(before)


def title_hashes(text: str) -> list[int]:
    """Return the hashed words of a possible title, its first and last word among them, and its form."""
    said = words(text, 16)
    marked = [*said, f"^{said[0]}", f"{said[-1]}$"] if said else []
    return hashed("", marked, TITLE_HASHES)


def rivals(proposals: Sequence[tuple[Grouping, Sequence[Title], float]]) -> list[tuple[float, float]]:
    """Return for every list how many give its dates the same titles, and how likely the likeliest other title is.

    A proposal is a list, the titles of its sample, and how likely these are.
    """
    by_anchor: dict[int, list[tuple[str, float]]] = defaultdict(list)
    for grouping, titles, chance in proposals:
        for draft, title in zip(sample(grouping.drafts), titles, strict=True):
            by_anchor[draft.anchor.first].append((title.words.casefold(), chance))
    found = []
    for grouping, titles, _ in proposals:
        agreed = rival = 0.0
        for draft, title in zip(sample(grouping.drafts), titles, strict=True):
            others = by_anchor[draft.anchor.first]
            words_of = title.words.casefold()
            agreed += sum(other == words_of for other, _ in others) / len(others)
            rival += max((chance for other, chance in others if other != words_of), default=0.0)
        found.append((agreed / len(titles), rival / len(titles)))
    return found


def _far(title: Title, draft: Draft) -> float:
    """Return how far a title stands from the date of its record."""
    return float(min(_FARTHEST, abs(title.first - draft.anchor.first)))


def sample(drafts: Sequence[Item]) -> Sequence[Item]:
    """Return some of the records of a list, evenly."""
    return drafts[:: max(1, len(drafts) // SAMPLE)][:SAMPLE]


def when_of(anchor: Annotation) -> When | None:
    """Return what an anchor means, where it is a date."""
    return anchor.value.when if isinstance(anchor.value, Dated) else None


def _longest_run(days: Iterable[date]) -> int:
    """Return how many days follow one another at most."""
    longest = run = 0
    before = None
    for day in sorted(set(days)):
        run = run + 1 if before is not None and (day - before).days == 1 else 1
        longest, before = max(longest, run), day
    return longest


def day_of(anchor: Annotation) -> date | None:
    """Return the day that an anchor means, where it is a date."""
    when = when_of(anchor)
    return when.first_day if when else None


def _says(anchor: Annotation, part: str) -> bool:
    return isinstance(anchor.value, Dated) and getattr(anchor.value.mention.start, part) is not None


def _is_odd(anchor: Annotation) -> bool:
    """Tell whether a time is one of a clock, not of a programme: 15:57 is when somebody wrote something."""
    return isinstance(anchor.value, Dated) and (anchor.value.mention.start.minute or 0) % 5 != 0


def _is_timed(annotations: Annotations, draft: Draft) -> bool:
    when = when_of(draft.anchor)
    return (when is not None and not when.all_day) or annotations.count("time", draft.first, draft.stop) > 0


def _name_words(text: str) -> list[str]:
    return [word.lower() for word in _NAME_PARTS.findall(text)][:40]


@lru_cache(maxsize=20_000)
def _count(expressions: re.Pattern[str], text: str) -> float:
    return float(min(5, len(expressions.findall(text))))


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0
