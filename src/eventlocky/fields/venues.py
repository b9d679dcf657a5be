"""Where the place of the records of a list may be said: every way to read it proposes, one choice decides.

No word tells that "Lamplighter" is a house and "Amy Trask" is not; that it stands behind the hour in all records of a
list, that two of them share it, and that it is spelt as places are, does. A *sighting* is a text of one record that may
be its place, with the key of the way it was read: by a rule (a label, a class, "at the …"), as a piece of the line at a
position of the list, as its title, as a heading over it, or as what the page says of all its events. The ways of a list
are described in numbers; a forest tells how likely each reads the place (`models/`, trained by `train/venues.py`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from math import log

import numpy as np
from numpy.typing import NDArray

from eventlocky.annotate import Annotations
from eventlocky.errors import ModelError
from eventlocky.fields import columns, cues, finds, lines, mentions, names, price
from eventlocky.fields.base import Found, once_a_page
from eventlocky.fields.cues import Value
from eventlocky.fields.premises import Premises
from eventlocky.models import Forest, Model, WordWeights
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS, HEADINGS
from eventlocky.text import people, places, spelling
from eventlocky.text.titles import likeness
from eventlocky.text.words import hashed, is_dense, lowered, words
from eventlocky.types import Place, Record

Span = tuple[int, int]
Key = tuple[str, int, int, int]
"""A way to read: its sort, and for a piece of a line the position, which of the lines there, which piece of it."""

WORDS = 1 << 14
"""How many different hashes of the words of places a model knows."""

SAMPLE = 6
"""So many records of a list show where its places are said."""

LEAST = 0.25
"""What is less likely is not told; then the page's own place is.

On written pages left out 0.08 gives 2 in 100 events more their place, and 22 in 100 of those without any a wrong one.
"""

_RULES = (
    "headed",
    "labelled",
    "named",
    "column",
    "at",
    "addressed",
    "short",
    "phrased",
    "called",
    "behind",
    "in_title",
)
SORTS = (*_RULES, "piece", "led", "title", "above", "stated", "said", "owner")
"""The ways to read a place."""

OF_PAGE = frozenset({"said", "owner"})
"""Those that read what the page says of all its events, or of its owner."""

_OWN_RULES = ("headed", "labelled", "named", "at", "addressed")
"""Those that a record of its own may say, whatever the others do."""

_OF_LINES = frozenset({"piece", "led"})
_NUMBERED = frozenset({"above", "led", "stated"})
"""Of these the second is another way than the first."""

_LONGEST, _SHORTEST = 110, 2
_LONG_LINE = 220
"""A line with more letters is running text: only what stands behind a preposition is taken from it."""

_MOST_LINES, _MOST_PIECES, _MOST_LED, _MOST_READ = 25, 7, 3, 600
_MOST_STATED = 12
"""So many lines before all records, and behind them, are looked at, and as many places taken from them."""

_HIGHEST, _MOST_HEADINGS = 3, 30
"""So many headings over a record may say where it is, of the nearest ones."""

_FEWEST = 0.34
"""What fewer records of a list have is no column of it."""

_ABOVE = 4
"""So many elements above a text are asked for their tags and classes."""

_WIDEST_FIND = 40
"""A date, time or price that begins before a line may reach into it from so far."""

_LINES_BEHIND = 3
_SHOUTED = 3
_FARTHEST, _MOST_LINES_AWAY, _MOST_LETTERS = 3_000, 9, 999

_PARTS = re.compile(
    r"\s*[,;|·•∙/／｜、。：]+\s*|\s+[-–—:]+\s+|\s*[()（）\[\]【】「」『』]+\s*|\s*[@＠]\s*|\s{3,}|\t|:\s+"
)
_LED = re.compile(
    r"(?:^|(?<=[\s(,]))(?:at|in|inside|im|am|an der|auf dem|in der|in den|bei|au|aux|à la|à l['’]|à|chez|dans|presso|"
    r"al|alla|nel|nella|en el|en la|en|no|na|in het|in de|bij|op|på|ved|i|w|we|v|ve)\s+"
    r"(?:the |den |der |l['’]|la |le |het |de |el )?(?P<place>[^,;|·()\n]{2,90})",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(
    r"\s+(?:on|at|from|by|and|for|am|vom|ab|um|und|le|du|dès|et|il|dal|alle|e|el|y|op|om|en|den|kl\.?|og|och)\s*$",
    re.IGNORECASE,
)
"""What a place does not end with: the word before its day or hour."""

_LEADS = frozenset(
    """
    at in inside im am an auf bei au aux à chez dans presso al alla nel nella en no na het bij op på ved i w we v ve
    """.split()
)
"""One of these is before whatever `_LED` finds."""

_LEADS_EAST = re.compile("にて|において|で開催|で行")
_LED_EAST = re.compile(rf"(?P<place>[^\s、。「」『』()（）!！?？:：]{{2,30}}?)(?:{_LEADS_EAST.pattern})")
_HELD = re.compile(
    r"\b(?:held|holds?|place|meets?|meetings?|convenes?|findet|finden|statt|treffen|lieu|celebra\w*|tengono|svolg\w+|"
    r"plaats|gehouden|hålls|afholdes|odbywa\w*|koná|venue|room|ort|sal+e?|lokal\w*)\b|会場|場所|開催",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")
_LETTERS = re.compile(r"[^\W\d_]")
_CITY = re.compile(r"^[^\W\d_]+(?:[ -][^\W\d_]+)?$")
_OTHER_CLASS = re.compile(
    r"date|time|title|price|cost|tag|categor|author|desc|excerpt|btn|button|more|speaker|name|datum|zeit|uhr|genre|"
    r"status|organ"
)


@dataclass(slots=True, eq=False)
class Sighting:
    """A text of one record that may say its place: the row it begins in, where in the page's text, its words."""

    row: int
    first: int
    text: str
    confidence: float
    line: int = -1
    piece: int = 0
    pieces: int = 1
    length: int = 0
    """Letters of the line that it is a piece of."""

    mark: str = ""
    """What stands before it in its line."""

    is_first: bool = False
    """Whether it is what the first of the rules says."""


Sightings = dict[Key, Sighting]
"""What one record says, by the way it is read."""


class Reader:
    """Reads the places of the records of a page by what a model has learned."""

    def __init__(self, tree: Tree, annotations: Annotations, premises: Premises, lands: Sequence[Span]) -> None:
        """Store the page; `lands` are the rows of all its records."""
        self.tree, self.annotations, self.premises = tree, annotations, premises
        self.tables: dict[int, dict[int, int]] = {}
        self._headings: dict[int, str] = {}
        self._first = min([first for first, _ in lands], default=0)
        self._stop = max([stop for _, stop in lands], default=0)

    @cached_property
    def stated(self) -> Sightings:
        """What the content before and behind all records says of a place: short lines, "… in the Old Hall"."""
        tree, found, known = self.tree, Sightings(), set[str]()
        furniture = tree.marks.boilerplate
        shown = [line for line in lines.within(tree, tree.body, tree.ends[tree.body]) if not furniture[line.first]]
        before = [line for line in shown if line.stop <= self._first][-_MOST_STATED:]
        after = [line for line in shown if line.first >= self._stop][:_MOST_STATED]
        for line in [*before, *after]:
            for at, mark, text in self._stated_in(line):
                if len(found) < _MOST_STATED and _may_be(text) and text not in known:
                    known.add(text)
                    one = Sighting(tree.row_at(at), at, text, 0.3, line=0, length=len(line.text), mark=mark)
                    found["stated", len(found), 0, 0] = one
        return found

    def heading(self, row: int) -> str:
        """Return the words of a heading, as those of a place: it stands over many records."""
        if row not in self._headings:
            self._headings[row] = places.clean(cues.words(self.tree, self.annotations, row, self.tree.ends[row]))
        return self._headings[row]

    def _stated_in(self, line: lines.Line) -> Iterator[tuple[int, str, str]]:
        """Yield what a line of no record may say of a place: where it begins, what is before it, its words."""
        begin = self.tree.offsets[line.first]
        is_short = len(line.text) <= _LONGEST
        if is_short and places.score(line.text) > 1:
            yield begin, "", places.clean(cues.words(self.tree, self.annotations, line.first, line.stop))
        held = _HELD.search(line.text, 0, _MOST_READ)
        if held is not None or is_short:
            begin += 0 if is_short or held is None else max(0, held.start() - _LONGEST)
            yield from ((at, "led", text) for at, text in islice(self.led(begin, self.tree.offsets[line.stop]), 2))

    def led(self, begin: int, end: int) -> Iterator[tuple[int, str]]:
        """Yield what stands behind a preposition in a stretch of the page's text."""
        text, end = self.tree.whole_text, min(end, begin + _MOST_READ)
        stretch = text[begin:end]
        if is_eastern := is_dense(stretch):
            may_lead = _LEADS_EAST.search(stretch) is not None
        else:  # letters that are an i or an s in any case, but not in lower case, are none of `lowered`
            may_lead = not _LEADS.isdisjoint(lowered(stretch)) or "ı" in stretch or "ſ" in stretch
        for match in (_LED_EAST if is_eastern else _LED).finditer(text, begin, end) if may_lead else ():
            at, said = match.start("place"), match["place"]
            stop = _SENTENCE_END.search(said)
            yield at, places.clean(_LOOSE_END.sub("", self._before_dates(at, said[: stop.start()] if stop else said)))

    def pieces(self, begin: int, end: int) -> Iterator[tuple[int, str, str]]:
        """Yield what stands between the dates and marks of a line: where it begins, what is before it, its words."""
        text, mark, at = self.tree.whole_text, "", begin
        for stop, behind in [*self._dates_within(begin, end), (end, end)]:
            if stop > at:
                for cut in [*_PARTS.finditer(text, at, stop), None]:
                    piece = text[at : cut.start() if cut else stop]
                    if _may_be(words_ := places.clean(piece)):
                        yield at + len(piece) - len(piece.lstrip()), mark, words_
                    if cut:
                        at, mark = cut.end(), cut[0].strip()
            if behind > at:
                at, mark = behind, "date"

    def _dates_within(self, begin: int, end: int) -> list[Span]:
        """Return where the dates, times and prices of a stretch begin and end."""
        table = finds.table(self.tree, self.annotations)
        place = bisect_left(table.firsts, begin - _WIDEST_FIND)
        found = table.found[place : bisect_left(table.firsts, end, place)]
        return [(one.first, one.stop) for one in found if one.stop > begin]

    def _before_dates(self, at: int, said: str) -> str:
        """Return what stands before the first date, time or price of some words; nothing where they are of one."""
        within = self._dates_within(at, at + len(said))
        return said[: max(0, within[0][0] - at)] if within else said


class Seen:
    """What may say the place of one record; every way is asked once, when it is wanted."""

    def __init__(
        self, reader: Reader, record: Record, land: Span, gap: Span, heading: Found[str] | None, column: Value | None
    ) -> None:
        """Store the record, the rows that it reaches, those behind it, its title, and what its column says."""
        self.reader, self.record, self.heading = reader, record, heading
        self.land, self.gap, self.column = land, gap, column

    @cached_property
    def ways(self) -> mentions.Ways:
        """The ways to read a place from its words; most records of a long list are never asked for them."""
        reader, heading = self.reader, self.heading
        return mentions.Ways(reader.tree, reader.annotations, *self.land, heading.row if heading else None)

    @cached_property
    def all(self) -> Sightings:
        """All ways that give a text."""
        found: Sightings = {}
        for sort in _RULES:
            if (one := self._ruled(sort)) is not None:
                one.is_first = not found
                found[sort, 0, 0, 0] = one
        found |= self._of_lines
        found |= {("above", number, 0, 0): one for number, one in enumerate(self._over) if one is not None}
        found |= self.reader.stated
        return found | {
            key: one for sort in ("title", "said", "owner") if (one := self.get(key := (sort, 0, 0, 0))) is not None
        }

    def get(self, key: Key) -> Sighting | None:
        """Return what one way gives."""
        if "all" in vars(self):
            return self.all.get(key)
        sort, number = key[:2]
        if sort in _ASKED:
            return self._ruled(sort)
        if sort in _OF_LINES:
            return self._of_lines.get(key)
        if sort == "stated":
            return self.reader.stated.get(key)
        if sort == "above":
            return self._over[number] if number < len(self._over) else None
        return self._titled if sort == "title" else self._default if sort == self._default_sort else None

    def _ruled(self, sort: str) -> Sighting | None:
        value = _ASKED[sort](self)
        if value is None or not _may_be(value.text):
            return None
        return Sighting(value.row, self.reader.tree.offsets[value.row], value.text, value.confidence)

    @cached_property
    def _of_lines(self) -> Sightings:
        """The pieces of its lines, and what stands in them behind a preposition."""
        reader, offsets = self.reader, self.reader.tree.offsets
        found: Sightings = {}
        led, title = 0, self.heading.value if self.heading else ""
        for number, (key, (first, stop)) in enumerate(columns.lines_of(reader.tree, *self.land)[:_MOST_LINES]):
            begin, end = offsets[first], offsets[stop]
            for at, text in reader.led(begin, end) if led < _MOST_LED else ():
                if _may_be(text) and led < _MOST_LED:
                    found["led", led, 0, 0] = self._sighted(at, text, number, length=end - begin, mark="led")
                    led += 1
            pieces = [*islice(reader.pieces(begin, end), _MOST_PIECES)] if end - begin <= _LONG_LINE else []
            for place, (at, mark, text) in enumerate(pieces):
                if text == title:
                    continue
                one = self._sighted(at, text, number, place, len(pieces), end - begin, mark)
                found.setdefault(("piece", *key, place), one)
                if place and place == len(pieces) - 1:
                    found.setdefault(("piece", *key, -1), one)
        return found

    def _sighted(
        self, at: int, text: str, line: int, piece: int = 0, pieces: int = 1, length: int = 0, mark: str = ""
    ) -> Sighting:
        return Sighting(self.reader.tree.row_at(at), at, text, 0.3, line, piece, pieces, length, mark)

    @cached_property
    def _over(self) -> list[Sighting | None]:
        """What the nearest headings over it say, each of a higher rank than the one before."""
        tree, found, rank = self.reader.tree, list[Sighting | None](), "h7"
        rows = _heading_rows(tree)
        place = bisect_left(rows, self.record.first)
        for row in reversed(rows[max(0, place - _MOST_HEADINGS) : place]):
            if tree.tags[row] < rank and tree.ends[row] <= self.record.first:
                rank = tree.tags[row]
                text = self.reader.heading(row)
                found.append(Sighting(row, tree.offsets[row], text, 0.4) if _may_be(text) else None)
                if len(found) == _HIGHEST:
                    break
        return found

    @cached_property
    def _titled(self) -> Sighting | None:
        if self.heading is None or self.heading.row < 0 or not _may_be(text := places.clean(self.heading.value)):
            return None
        return Sighting(self.heading.row, self.reader.tree.offsets[self.heading.row], text, 0.4)

    @cached_property
    def default(self) -> Found[Place] | None:
        """What the page says of all its events, or of its owner."""
        return self.reader.premises.near(self.reader.tree, self.record.first)

    @cached_property
    def _default(self) -> Sighting | None:
        if (found := self.default) is None:
            return None
        text = ", ".join(filter(None, [found.value.name, found.value.address]))
        return Sighting(found.row, self.reader.tree.offsets[found.row], text, found.confidence)

    @property
    def _default_sort(self) -> str:
        return "said" if self.reader.premises.statements else "owner"


_ASKED: dict[str, Callable[[Seen], Value | None]] = {
    "headed": lambda one: cues.headed(one.reader.tree, one.reader.annotations, one.record.first, one.reader.tables),
    "labelled": lambda one: cues.labelled(one.reader.tree, one.reader.annotations, *one.land),
    "named": lambda one: cues.named(one.reader.tree, one.reader.annotations, *one.land),
    "column": lambda one: one.column,
    "at": lambda one: one.ways.behind_at(),
    "addressed": lambda one: one.ways.addressed(),
    "short": lambda one: one.ways.short_line(),
    "phrased": lambda one: one.ways.phrased(),
    "called": lambda one: one.ways.called(),
    "behind": lambda one: behind(one.reader.tree, one.reader.annotations, one.gap),
    "in_title": lambda one: mentions.in_title(one.heading.row, one.heading.value) if one.heading else None,
}
"""How every rule is asked, in the order in which they are trusted."""


@once_a_page
def _heading_rows(tree: Tree) -> list[int]:
    return [row for row in tree.headings if row >= tree.body]


class _Surroundings:
    """What stands around the texts of a page: worked out once, whichever records they are weighed for."""

    def __init__(self, tree: Tree) -> None:
        self.counts = Counter([line.text for line in lines.within(tree, tree.body, tree.ends[tree.body])])
        self.above: dict[int, Numbers] = {}
        pieces = tree.whole_text.split("\n")
        self.breaks = [stop + number for number, stop in enumerate(accumulate(map(len, pieces)))]


_surroundings = once_a_page(_Surroundings)


def _may_be(text: str) -> bool:
    return _SHORTEST <= len(text) <= _LONGEST and _LETTERS.search(text) is not None and not price.is_free(text)


def behind(tree: Tree, annotations: Annotations, gap: Span) -> Value | None:
    """Return a place from the first lines behind a record: it may have been cut off before it."""
    if gap[1] <= gap[0]:
        return None
    shown = lines.within(tree, *gap)[:_LINES_BEHIND]
    return cues.labelled(tree, annotations, *gap) or mentions.short_line(tree, annotations, shown)


# Numbers ---------------------------------------------------------------------------------------------

_MARKS = ("date", ",", "(", "@", "led", "-", "", ":")
OWN = (
    "score", "confidence", "length", "words", "digits", "upper", "shout", "person", "doubtful", "address", "city",
    "online", "is_title", "like_title", "in_title", "line", "piece", "last", "pieces", "line_length",
    *(f"mark_{number}" for number in range(len(_MARKS))), "after_date", "date_distance", "date_line", "after_title",
    "title_distance", "title_line", "in_link", "in_heading", "in_cell", "class_for", "class_against", "counts",
    "agreed", "sentence", "first", "like_first",
)  # fmt: skip
SHARED = (
    *(f"sort_{sort}" for sort in SORTS), "records", "cover", "distinct", "score_most", "score_some", "keys", "rules",
    "best_other", "number",
)  # fmt: skip
LOOKS = (*SHARED, *OWN)
"""What a way to read looks like, in numbers: over the records of the sample, and on average over what they say."""

SPOKEN = ("said", "spelt", "said_lead")
FEATURES = (*LOOKS, *SPOKEN)
"""The same, and how much its words and letters are those of places, which only a model tells."""

_OWN_FIRST = len(SHARED)
_OF_SORT = {sort: tuple(float(sort == other) for other in SORTS) for sort in SORTS}
_OF_MARK = {mark[:1]: tuple(mark[:1] == other[:1] for other in _MARKS) for mark in _MARKS}
_BEST_OTHER = SHARED.index("best_other")
_OF_NO_MARK = (False,) * len(_MARKS)
Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The ways to read the places of one list: what each looks like, and the texts that it gives."""

    keys: list[Key]
    looks: NDArray[np.float32]
    texts: list[list[str]]

    def rows(self, said: WordWeights, spelt: WordWeights) -> NDArray[np.float32]:
        """Return what each way looks like and how it is spoken, in the order of `FEATURES`."""
        return self.told({text: _spoken(text, said, spelt) for texts in self.texts for text in {*texts}})

    def told(self, known: Mapping[str, tuple[float, float]]) -> NDArray[np.float32]:
        """Return the same, where it is known how much the words and the letters of every text are those of places."""
        spoken = [[_mean([known[text][part] for text in texts]) for texts in self.texts] for part in (0, 1)]
        others = _best_others(spoken[0]) if len(self.texts) > 1 else spoken[0]
        rows = np.empty((len(self.texts), len(FEATURES)), dtype=np.float32)
        rows[:, : len(LOOKS)] = self.looks
        rows[:, len(LOOKS) :] = np.array(
            [*spoken, [one - other for one, other in zip(spoken[0], others, strict=True)]]
        ).T
        return rows


def ways(seen: Sequence[Seen], count: int) -> Ways:
    """Return the ways to read the places of a list of so many records, as a sample of them shows them."""
    found: dict[Key, list[tuple[_Around, Sighting]]] = {}
    for around in map(_Around, seen):
        for key, sighting in around.seen.all.items():
            found.setdefault(key, []).append((around, sighting))
    fewest = _FEWEST * len(seen)
    keys = [key for key, some in found.items() if len(some) >= fewest or key[0] not in _OF_LINES]
    looks = np.zeros((len(keys), len(LOOKS)), dtype=np.float32)
    if not keys:
        return Ways(keys, looks, [])
    own: list[list[float]] = []
    begins, scores, shared, texts = [], [], [], []
    rules = sum(key[0] in _ASKED for key in keys)
    for key in keys:
        some = found[key]
        said = [sighting.text for _, sighting in some]
        points = [_shape(text)[0] for text in said]
        begins.append(len(own))
        scores.append(_mean(points))
        own += [each.numbers(sighting) for each, sighting in some]
        texts.append(said)
        shared.append([
            *_OF_SORT[key[0]], log(1 + count), len(some) / len(seen), len({*said}) / len(said), max(points),
            sum([point > 1 for point in points]) / len(said), len(keys), rules, 0.0,
            key[1] if key[0] in _NUMBERED else 0,
        ])  # fmt: skip
    for row, other in zip(shared, _best_others(scores), strict=True):
        row[_BEST_OTHER] = other
    sums = np.add.reduceat(np.array(own, dtype=np.float64), begins, axis=0)
    looks[:, :_OWN_FIRST] = shared
    looks[:, _OWN_FIRST:] = sums / np.array([[len(said)] for said in texts])
    return Ways(keys, looks, texts)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _best_others(values: Sequence[float]) -> list[float]:
    """Return for every value the highest of the others, -3 where there is none."""
    if len(values) == 1:
        return [-3.0]
    *_, second, first = sorted(values)
    return [second if value == first else first for value in values]


class _Around:
    """What the sightings of one record are measured against."""

    def __init__(self, seen: Seen) -> None:
        tree, record, heading = seen.reader.tree, seen.record, seen.heading
        self.seen, self._tree, self._page = seen, tree, _surroundings(tree)
        self._told: dict[str, tuple[float, Numbers, float, float, float, float]] = {}
        begin = tree.offsets[record.first]
        self._anchor = record.anchor if record.anchor >= 0 else begin
        self._title_at = tree.offsets[heading.row] if heading and heading.row >= 0 else begin
        self._title = heading.value if heading else ""
        self._texts = [one.text for one in seen.all.values()]
        self._first = next((one.text for one in seen.all.values() if one.is_first), None)

    def numbers(self, one: Sighting) -> list[float]:
        """Return what a text looks like, in the order of `OWN`."""
        above = self._page.above.get(one.row)
        if above is None:
            above = self._page.above[one.row] = _above(self._tree, one.row)
        told = self._told.get(one.text)
        if told is None:
            told = self._told[one.text] = self._tell(one.text)
        points, of_words, counts, agreed, is_sentence, like_first = told
        return [
            points, one.confidence, *of_words,
            one.line, one.piece, one.piece == one.pieces - 1, one.pieces, min(one.length, _MOST_LETTERS),
            *_OF_MARK.get(one.mark[:1], _OF_NO_MARK),
            *self._from(self._anchor, one.first), *self._from(self._title_at, one.first), *above,
            counts, agreed, is_sentence, one.is_first, like_first,
        ]  # fmt: skip

    def _tell(self, text: str) -> tuple[float, Numbers, float, float, float, float]:
        """Return what the words of a text say, wherever they stand: a record says the same in several ways."""
        title, (points, *shape, is_sentence) = self._title, _shape(text)
        return (
            points,
            (
                *shape, text == title, likeness(text, title) if title else 0.0,
                bool(title) and (text in title or title in text),
            ),
            log(1 + self._page.counts.get(text, 0)),
            (sum([text in other or other in text for other in self._texts]) - 1) / (1 + len(self._texts)),
            is_sentence,
            likeness(text, self._first) if self._first is not None else -1.0,
        )  # fmt: skip

    def _from(self, place: int, first: int) -> tuple[bool, int, int]:
        """Return whether a text stands behind a place of the page, how far from it, and how many lines."""
        begin, end = (place, first) if place < first else (first, place)
        if end - begin > _FARTHEST:
            end = begin + _FARTHEST
        breaks = self._page.breaks
        lines_away = bisect_left(breaks, end) - bisect_left(breaks, begin)
        return first > place, end - begin, min(_MOST_LINES_AWAY, lines_away)


@lru_cache(maxsize=8_192)
def _shape(text: str) -> tuple[float, ...]:
    letters = "".join(_LETTERS.findall(text))
    points, is_doubtful, has_address, is_online = places.traits(text)
    return (
        max(-2.0, points), len(text), text.count(" ") + 1, sum(map(str.isdigit, text)) / len(text),
        text[:1].isupper(), len(letters) > _SHOUTED and letters.isupper(), people.score(text), is_doubtful,
        has_address, _CITY.match(text) is not None, is_online, _SENTENCE_END.search(text) is not None,
    )  # fmt: skip


def _above(tree: Tree, row: int) -> Numbers:
    """Return whether a text stands in a link, a heading, a cell, and what the nearest classes over it say."""
    tags, name = set(), ""
    for _ in range(_ABOVE):
        if row <= 0:
            break
        tags.add(tree.tags[row])
        name = name or tree.class_names[row]
        row = tree.parents[row]
    return "a" in tags, not tags.isdisjoint(HEADINGS), not tags.isdisjoint(CELLS), *_class_says(name)


@lru_cache(maxsize=4_096)
def _class_says(name: str) -> tuple[bool, bool]:
    """Tell whether classes speak for a place, and whether they speak of something else."""
    is_place = not cues.PLACE_NAMES.isdisjoint(names.parts(name))
    return is_place, _OTHER_CLASS.search(name.lower()) is not None


def _spoken(text: str, said: WordWeights, spelt: WordWeights) -> tuple[float, float]:
    return said.score(hashes(text)), spelt.spelt(spelling.parts(text), spelling.groups)


def hashes(text: str) -> list[int]:
    """Return the hashed words of a possible place, its first and last word among them."""
    found = words(text, 12)
    return hashed("", [*found, f"^{found[0]}", f"{found[-1]}$"] if found else [], WORDS)


# The choice ------------------------------------------------------------------------------------------


def forest_of(model: Model) -> Forest | None:
    """Return what a model knows of places, None where it knows nothing; that of another version is refused."""
    forest = model.forests.get("places")
    if forest is not None and forest.features != FEATURES:
        message = "The model knows places of another version. Train it again with eventlocky train."
        raise ModelError(message)
    return forest


def choose(lists: Sequence[Sequence[Seen]], forest: Forest, model: Model) -> list[list[tuple[Sighting | None, float]]]:
    """Return for every record of some lists what the likeliest way that gives anything reads, and its chance.

    Nothing where what the page says of all its events, or of its owner, is likelier. The lists are weighed together:
    a forest takes hardly longer for the ways of all of them than for those of one.
    """
    found = [ways(sample(seen), len(seen)) for seen in lists]
    said, spelt = model.weights["place_words"], model.weights["place_letters"]
    known = {
        text: _spoken(text, said, spelt) for text in {text for one in found for texts in one.texts for text in texts}
    }
    chances = forest.probabilities(np.concatenate([one.told(known) for one in found])).tolist()
    answers, begin = [], 0
    for seen, one in zip(lists, found, strict=True):
        ranked = sorted(zip(one.keys, chances[begin : begin + len(one.keys)], strict=True), key=lambda way: -way[1])
        likely = [(key, chance) for key, chance in ranked if chance >= LEAST]
        unasked = [key for sort in _OWN_RULES if (key := (sort, 0, 0, 0)) not in one.keys]
        answers.append([_read(each, likely, unasked) for each in seen])
        begin += len(one.keys)
    return answers


def _read(seen: Seen, likely: Sequence[tuple[Key, float]], unasked: Sequence[Key]) -> tuple[Sighting | None, float]:
    """Return what the likeliest way reads that gives something for a record.

    What its own rules say goes before the page's place where no record of the sample had it, so that nobody asked.
    """
    for key, chance in likely:
        if (one := seen.get(key)) is not None:
            if key[0] in OF_PAGE:
                break
            return one, chance
    own = next((one for key in unasked if (one := seen.get(key)) is not None), None)
    return (own, own.confidence) if own is not None else (None, 0.0)


def sample(seen: Sequence[Seen]) -> list[Seen]:
    """Return some of many, from the first to the last."""
    if len(seen) <= SAMPLE:
        return list(seen)
    return [seen[round(number * (len(seen) - 1) / (SAMPLE - 1))] for number in range(SAMPLE)]
