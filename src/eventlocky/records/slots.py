"""The places of a list where its titles may stand, with what each looks like across the records.

Aligning the records of one list shows which position is the title: one that nearly all records have, that says
something else in each, that is a heading or a link and neither a date nor "read more". A slot is such a position:
the tags that lead to it and its number among those in its record.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from eventlocky.annotate import Annotations
from eventlocky.dates import lexicon
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS, HEADINGS, TEXT
from eventlocky.records import captions, letters
from eventlocky.records.nearby import NOTHING, Nearby, first_line
from eventlocky.records.spots import (
    LONGEST,
    Flags,
    Found,
    Ints,
    Spots,
    different,
    integers,
    numbered,
    under_one_another,
)
from eventlocky.records.wording import EDGE, before_date, is_hollow, tidy
from eventlocky.text import people, places
from eventlocky.text.keeping import keep_short
from eventlocky.text.words import by_letter

Floats = NDArray[np.float64]

SAMPLE = 8
"""So many records of a list show where its titles stand."""

_MOST_ALIKE = 4
"""So many texts of a record that stand at the same place of the tree are told apart."""

_MOST_CELLS = 8
"""The same for the cells of a line."""

_MOST_ALONE = 2
"""The same where there is but one record: its title is not the fourth of its paragraphs."""

_LONGEST_HOLLOW = 120
"""What names nothing has fewer letters."""

_LONGEST_CHAIN = 5
_TABLE_HEADS = range(4, 6)
"""Which of the texts around a record are the heads of a table's column and line."""

_BESIDE = range(8, 11)
"""Which of them stand right beside its date."""

_FEW_BESIDE = 0.5
"""What stands beside the dates of fewer records is no place of titles."""

_LONGEST_BOLD = 120
_LONGEST_CELL, _MOST_SPACES = 40, 400
"""So long is what an empty cell of a calendar says, and so long with the spaces that it is written with."""

_MOST_PICTURES, _SHORT = 500, 3
_CARD = 2
"""A card on one line has more parts."""

_DAY = 2
"""The number of a day has so many digits."""
_CELL_DEPTH = 6
"""So far above a date is the cell of a table that it stands in."""


_BOLD = frozenset({"strong", "b", "em", "th", "dt", "summary", "caption", "legend", "big"})
_CUT_OFF = ("date", "time", "money", "posted", "updated", "hours", "deadline", "moved", "off")
"""What is no part of a title at its edge."""

CALENDAR = frozenset({"month", "weekday"})
"""The senses of words that a calendar is made of."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_LINE = re.compile(r"[^\s][^\n]*")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_LETTERS = re.compile(r"[^\W\d_]")
_GENERIC = re.compile(
    r"(?:(?>(?:events?|calendars?|schedules?|upcoming|past|archives?|news|programmes?|programs?|what'?s on|agendas?|"
    r"minutes|"
    r"meetings?|dates?|listings?|all|our|the|and|of|for|current|next|previous|more|related|other|home|welcome|about|details?|"
    r"documents?|resources?|information|info|menu|search|contact|seminars?|concerts?|shows?|tickets?|location|venue|organi[sz]er|"
    r"veranstaltungen|veranstaltungskalender|termine?|kalender|spielplan|programm|aktuell(?:es)?|vorschau|archiv|konzerte|"
    r"agenda|évènements|événements|programmation|calendrier|eventi|calendario|programma|eventos|evenementen|activiteiten|"
    r"die|der|das|unsere?|alle|nächsten?|weitere|kommende|demnächst|vorstellungen|aufführungen|spieltermine|vorträge|"
    r"(?:winter|sommer|summer|spring|fall|autumn)(?:semester)?|semester|term|season|spielzeit|saison|temporada|stagione|seizoen|"
    r"les?|des|nos|à|venir|prochain(?:e?s)?|séances|représentations|exposés|spectacles|activités|rendez-vous|sorties|"
    r"los|las|próxim[oa]s|próximamente|actividades|funciones|fechas|sesiones|conciertos|cartelera|"
    r"i|le|gli|prossim[ie]|appuntamenti|spettacoli|repliche|concerti|incontri|rassegna|"
    r"komende|voorstellingen|data|agenda's|kommande|evenemang|föreställningar|kommende|arrangementer|forestillinger|"
    r"tulevat|tapahtumat|ohjelma|esitykset|seuraavat|najbliższe|wydarzenia|seanse|repertuar|koncerty|akce|představení|"
    r"performances?|showings?|showtimes?|lectures?|talks?|workshops?|classes|sessions?|gigs?|tour|live|attendees|"
    r"speakers?|"
    r"イベント(?:情報|一覧|カレンダー)?|お知らせ|新着情報|スケジュール|カレンダー|ニュース|トップ(?:ページ)?|ホーム|ライブ(?:情報|スケジュール)?|公演情報|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"\d+|[&/,:|–-])(?![a-zà-ž]))|[ '’!.])*+",
    re.IGNORECASE,
)
_TITLE_CLASS = re.compile(
    by_letter(r"title|ttl|n(?<!--n)ame|summary|headline|heading|titel|titre|titolo|titulo|subject|topic")
)
_OTHER_CLASS = re.compile(by_letter(
    r"date|time|venue|location|place|address|price|cost|meta|tag|categor|author|desc|excerpt|content|body|btn|button|"
    r"more|subtitle|sub-title|speaker|presenter|lecturer|referent|affiliat|abstract|r(?<!showr)oom|doors|label|badge|month|"
    r"weekday|datum|zeit|uhr|genre|status|organi[sz]er|teaser|caption|lieu|luogo|lugar|o(?<!\wo)rt\b"
))  # fmt: skip
_TITLE_HEAD = re.compile(by_letter(
    r"title|event|meeting|name|subject|what|topic|show|artist|veranstaltung|titel|was|thema|board|committee|body|"
    r"evento|titre|タイトル|イベント|内容|行事|講座|演目|公演"
))  # fmt: skip
_OTHER_HEAD = re.compile(by_letter(
    r"date|time|when|where|location|venue|place|room|price|agenda|minutes|video|audio|status|uhr|ort|datum|zeit|preis|"
    r"document|download|packet|details|日|時|場所|会場|料金"
))  # fmt: skip
_FILE = re.compile(r"https?:|www\.|\S@\S|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|html?|zip|mp[34])\b", re.IGNORECASE)
_NOTE = re.compile(r"[※*＊•(（「『]?[\Wの]?(?:[a-zà-ÿ]|[のにをはがでと](?=[^\sァ-ヶa-zA-Z])|より|まで|から)|[※*＊]")
_QUOTES = frozenset('「『“„«"')
_QUOTE = re.compile(r"[「『“„«][^」』”“»\n]{2,80}[」』”“»]|\"[^\"\n]{3,80}\"|[”»][^”»«\n]{3,80}[”«]")
_POLITE = re.compile(r"(?:です|ます|ました|でした|ません|ください|下さい|ましょう)[。！!♪～〜…]*$")
"""How sentences end that speak to a reader."""

_WORD_LENGTH = 10
"""A single word that is longer can name something: a compound, a line without spaces."""

_FARTHEST_LINE = 9
_FARTHEST_QUOTE = 300
"""So many letters from a date the name in quotes may stand that it is the day of."""

_TITLE_PARTS = re.compile(r"\s[|｜–—•·»«:]+\s|\s-+\s|\s/\s|[|｜]")
_FEWEST_OF_URL = 2
"""So many words of a text, at least, stand in the address of its page."""

_SEPARATORS = frozenset(",;|｜–—-:：(（、・•/")
_DIGIT = re.compile(r"\d")
_FEWEST_OF_NAME = 3
"""So many words has the rest of a headline at least that is cut before its date."""
TEXT_LOOKS = (
    "length", "words", "hollow", "label", "digits", "upper", "comma", "sentence", "in_page_title", "generic", "in_url",
    "is_site", "labelled", "file", "note", "common", "place", "person", "happening", "pictured", "quoted", "polite",
)  # fmt: skip
"""What a text looks like by itself, in numbers."""


_HOLLOW_LOOK = TEXT_LOOKS.index("hollow")


@dataclass(frozen=True, slots=True)
class Slot:
    """One position of a list: its key, the texts found there by record, and its features."""

    key: tuple[int, int]
    texts: dict[int, tuple[int, str]]
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """The sample of one list: the rows of its records, where their dates stand, where the list begins."""

    ranges: Sequence[tuple[int, int]]
    dates: Sequence[int]
    start: int = -1
    is_inside: bool = True
    """Whether titles may stand in the records, not only above them."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The slots of some lists, those of one list after another, as arrays.

    A *find* is a text of one record in one slot. `finds` says for every slot which find each record of the sample has
    there (-1: none).
    """

    begins: Ints
    """Where the slots of every list begin; one more for the end."""

    keys: Ints
    features: Floats
    finds: Ints
    found: Titles
    """The finds."""

    def slots(self, sheet: Sheet) -> list[list[Slot]]:
        """Return the slots one by one, list by list."""
        rows, texts = self.found.row.tolist(), self.found.text.tolist()
        found = [
            Slot(
                (key[0], key[1]),
                {number: (rows[find], sheet.known[texts[find]]) for number, find in enumerate(finds) if find >= 0},
                tuple(features),
            )
            for key, finds, features in zip(
                self.keys.tolist(), self.finds.tolist(), self.features.tolist(), strict=True
            )
        ]
        return [found[begin:end] for begin, end in pairwise(self.begins.tolist())]


@dataclass(frozen=True, slots=True, eq=False)
class Titles:
    """The titles of some records, as arrays: the number of the text (0: none), its row, where it begins."""

    text: Ints
    row: Ints
    first: Ints
    alike: Ints
    """How many texts of the record stand where its title stands in the tree."""

    def take(self, which: Ints) -> Titles:
        """Return some of them; -1 stands for no title."""
        is_there = which >= 0
        return Titles(
            np.where(is_there, self.text[which], 0),
            np.where(is_there, self.row[which], -1),
            np.where(is_there, self.first[which], 0),
            np.where(is_there, self.alike[which], 0),
        )

    def part(self, begin: int, end: int) -> Titles:
        """Return those from one number up to another."""
        return Titles(self.text[begin:end], self.row[begin:end], self.first[begin:end], self.alike[begin:end])

    @classmethod
    def join(cls, parts: Sequence[Titles]) -> Titles:
        """Return all of several one after another."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))


class Sheet:
    """A page with what the proposals share: paths, cleaned texts, spans of dates. One for each page."""

    def __init__(self, tree: Tree, annotations: Annotations) -> None:
        """Store the page."""
        self.tree = tree
        self.annotations = annotations
        self.text = tree.whole_text
        spans = sorted([(found.first, found.stop) for found in annotations.of(_CUT_OFF)])
        self.span_firsts = [first for first, _ in spans]
        self.span_stops = [stop for _, stop in spans]
        self.spots = Spots(tree)
        self.known = [""]
        """Every text that may be a title, by number; the first is no text."""

        self._numbers = {"": 0}
        self._text_of_row = np.full(len(tree), -1)
        self._clean: dict[tuple[int, int], str] = {}
        self._heads: dict[int, list[int]] = {}
        self._cells: dict[int, list[tuple[int, str]]] = {}
        self._heads_of_dates: dict[int, list[tuple[int, str]]] = {}
        self._quotes: dict[int, tuple[int, str]] = {}
        self._outsides: dict[tuple[int, int, int, bool], list[tuple[int, str]]] = {}
        self.headings = [
            row
            for row in tree.headings
            if row >= tree.body and self.text[tree.offsets[row] : tree.offsets[tree.ends[row]]].strip()
        ]
        self.top = next((row for row in self.headings if tree.tags[row] == "h1"), -1)
        self.title_row = next((row for row in range(min(len(tree), 400)) if tree.tags[row] == "title"), -1)
        self.page_title = tree.text(self.title_row) if self.title_row >= 0 else ""
        self.is_published = bool(
            tree.select('meta[property="article:published_time"], meta[property="og:type"][content="article"]')
        )
        parts = [part.strip().casefold() for part in _TITLE_PARTS.split(self.page_title)]
        self.site_name = parts[-1] if len(parts) > 1 else ""
        self._slug = set(re.findall(r"[^\W\d_]{3,}", unquote(tree.url.partition("//")[2].partition("/")[2]).casefold()))
        self._folded_title = self.page_title.casefold()
        self._looks = np.zeros((0, len(TEXT_LOOKS)))
        self._folds: Ints = np.zeros(0, dtype=np.int64)
        self._fold_numbers: dict[str, int] = {}
        self._contexts: dict[int, list[tuple[int, str]]] = {}
        self._bold: dict[int, tuple[int, str]] = {}
        self._labels: dict[int, float] = {}

    def outside(self, row: int, after: int = -1, date: int = -1, *, is_inside: bool = True) -> list[tuple[int, str]]:
        """Return the titles that a record at a row may take from around it.

        Headings over it, the page's own title, then the heads of the column and of the line of a table that its
        date (which begins at the offset `date`) stands in, the nearest bold line over it, a name in quotes beside
        its date, and the clauses before and behind its date on its line. What stands from row `after` on belongs to the
        other records of its list. Where titles may not stand in the records, also the lines before and behind the date,
        and what heads the part of the page that it stands in.
        """
        begin = after if 0 <= after < row else row
        key = begin, row, date, is_inside
        around = self._outsides.get(key)
        if around is None:
            around = self._outsides[key] = self._find_around(*key)
        return around

    def _find_around(self, begin: int, row: int, date: int, is_inside: bool) -> list[tuple[int, str]]:  # noqa: FBT001
        found = [*self._headings_above(begin), *self._table_heads(row, date), self._bold_above(begin)]
        found.append(self._quoted_near(date))
        return found + self._right_beside(date, is_inside=is_inside)

    def outside_at(self, place: int, row: int, after: int, date: int, *, is_inside: bool) -> tuple[int, str]:
        """Return one of the titles that `outside` gives: the others are looked for where somebody asks for them."""
        begin = after if 0 <= after < row else row
        around = self._outsides.get((begin, row, date, is_inside))
        if around is not None:
            return around[place]
        if place < _TABLE_HEADS.start:
            return self._headings_above(begin)[place]
        if place in _TABLE_HEADS:
            return self._table_heads(row, date)[place - _TABLE_HEADS.start]
        if place in _BESIDE:
            return self._right_beside(date, is_inside=is_inside)[place - _BESIDE.start]
        return self._bold_above(begin) if place == _TABLE_HEADS.stop else self._quoted_near(date)

    def _headings_above(self, row: int) -> list[tuple[int, str]]:
        """Return the headings over a row, the first one of the page, and the page's own title."""
        place = bisect_left(self.headings, row)
        if place not in self._contexts:
            self._contexts[place] = self._find_outside(place)
        return self._contexts[place]

    def _right_beside(self, date: int, *, is_inside: bool) -> list[tuple[int, str]]:
        return self.nearby.clauses(date) if is_inside else self.nearby.beside(date, self.clean)

    def _table_heads(self, row: int, date: int) -> list[tuple[int, str]]:
        """Return the heads of the column and the line that a date stands in; (-1, "") where there is none.

        A record that is a cell itself, under the day over its column, has those of its own.
        """
        at = self.tree.row_at(date) if date >= 0 else 0
        if self.tree.tags[row] in CELLS and not row <= at < self.tree.ends[row]:
            at = row
        known = self._heads_of_dates.get(at)
        if known is None:
            known = self._heads_of_dates[at] = self._find_table_heads(at)
        return known

    def _find_table_heads(self, row: int) -> list[tuple[int, str]]:
        tree, found = self.tree, [NOTHING, NOTHING]
        for _ in range(_CELL_DEPTH):
            if row <= tree.body or tree.tags[row] in {"td", "th"}:
                break
            row = tree.parents[row]
        if row <= tree.body or tree.tags[row] not in {"td", "th"}:
            return found
        if row not in self._cells:
            for number, head in enumerate((self.head(row), self._line_head(row))):
                if head >= 0 and head != row:
                    words = self.clean(*first_line(self.tree, self.text, head))
                    if words and len(words) <= LONGEST:
                        found[number] = (head, words)
            self._cells[row] = found
        return self._cells[row]

    def _line_head(self, cell: int) -> int:
        """Return the first cell of the line that a cell stands in, or -1 where it is no line of a table."""
        line = self.tree.parents[cell]
        return next(iter(self.tree.children(line)), -1) if self.tree.tags[line] == "tr" else -1

    def _quoted_near(self, date: int) -> tuple[int, str]:
        """Return the name in quotes that stands nearest to a date in its line: what a sentence announces."""
        known = self._quotes.get(date)
        if known is None:
            known = self._quotes[date] = self._find_quoted(date) if date >= 0 else NOTHING
        return known

    def _find_quoted(self, date: int) -> tuple[int, str]:
        text, farthest = self.text, _FARTHEST_QUOTE
        begin = max(text.rfind("\n", max(0, date - farthest), date) + 1, date - farthest, 0)
        end = text.find("\n", date, date + farthest)
        quotes = [*_QUOTE.finditer(text, begin, end if end >= 0 else date + farthest)]
        if not quotes:
            return NOTHING
        nearest = min(quotes, key=lambda quote: max(quote.start() - date, date - quote.end()))
        words = tidy(nearest[0][1:-1])
        return (self.tree.row_at(nearest.start()), words) if words else NOTHING

    @cached_property
    def nearby(self) -> Nearby:
        """What stands right beside the dates of the page."""
        days = sorted([found.first for found in self.annotations.of(("date",))])
        return Nearby(self.tree, self.text, (self.span_firsts, self.span_stops), days, self.headings)

    def _bold_above(self, row: int) -> tuple[int, str]:
        """Return the nearest bold line over a row: what stands over a list where nobody used headings."""
        known = self._bold.get(row)
        if known is None:
            known = self._bold[row] = self._find_bold(row)
        return known

    def _find_bold(self, row: int) -> tuple[int, str]:
        place = bisect_left(self.bold, row)
        while place and self.tree.ends[self.bold[place - 1]] > row:
            place -= 1
        if not place:
            return NOTHING
        tree, found = self.tree, self.bold[place - 1]
        return found, self.clean(tree.offsets[found], tree.offsets[tree.ends[found]])

    @cached_property
    def bold(self) -> list[int]:
        """The rows of bold lines that say something else than a date."""
        tree, text, offsets = self.tree, self.text, self.tree.offsets
        found: list[int] = []
        for row in np.flatnonzero(self.bits & _IS_BOLD).tolist():
            if row < tree.body or (found and row < tree.ends[found[-1]]):
                continue
            first, stop = offsets[row], offsets[tree.ends[row]]
            words = text[first:stop].strip()
            if not 2 < len(words) <= _LONGEST_BOLD or "\n" in words or not _fills_line(text, first, stop):
                continue
            if self.clean(first, stop) and not is_hollow(words):
                found.append(row)
        return found

    def headings_before(self, row: int) -> list[int]:
        """Return the headings before a row."""
        return self.headings[: bisect_left(self.headings, row)]

    def known_as(self, text: str) -> int:
        """Return the number of a text that has one, else -1."""
        return self._numbers.get(text, -1)

    def number(self, text: str) -> int:
        """Return the number of a text."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.known)
            self.known.append(text)
        return number

    def texts(self, rows: Ints) -> Ints:
        """Return the numbers of the cleaned texts of some spots; each is cleaned once."""
        found = self._text_of_row[rows]
        if (found < 0).any():
            new = different(rows[found < 0])
            first, stop = self.spots.first[new], self.spots.stop[new]
            spans = zip(new.tolist(), first.tolist(), stop.tolist(), self._is_free(first, stop).tolist(), strict=True)
            self._text_of_row[new] = [
                self.number(self.clean_free(begin, end))
                if is_free
                else self.number("" if self._is_card(row, begin, end) else self.clean(begin, end))
                for row, begin, end, is_free in spans
            ]
            found = self._text_of_row[rows]
        return found

    def _is_free(self, first: Ints, stop: Ints) -> Flags:
        """Tell whether spans hold no date, time or price: most hold none, and are cleaned fast."""
        begins, ends = self._span_bounds
        before = np.searchsorted(begins, first)
        found: Flags = (before == np.searchsorted(begins, stop)) & (ends[before] <= first)
        return found

    @cached_property
    def _span_bounds(self) -> tuple[Ints, Ints]:
        """Where dates, times and prices begin, and where that before each ends (the last is behind all)."""
        return integers(self.span_firsts), integers([0, *self.span_stops])

    def _is_card(self, row: int, first: int, stop: int) -> bool:
        """Tell whether a row is a whole card on one line: parts of their own for words, a date, and more words."""
        firsts = self.span_firsts
        if bisect_left(firsts, first) == bisect_left(firsts, stop):
            return False
        first, stop = self._without_dates(first, stop)
        place = bisect_left(firsts, first)
        if place == len(firsts) or firsts[place] >= stop:
            return False
        tree, inner = self.tree, self.spots.inner
        while inner[row] >= 0:
            row = int(inner[row])
        said = [each for each in tree.children(row) if tree.text(each).strip()]
        dated = tree.row_at(firsts[place])
        return (
            len(said) > _CARD
            and all(tree.tags[each] != TEXT for each in said)
            and any(each <= dated < tree.ends[each] for each in said[1:-1])
        )

    def titles(
        self,
        ranges: Ints,
        dates: Sequence[int],
        order: Sequence[tuple[int, int]],
        start: int,
        *,
        inside: bool = True,
        found: Found | None = None,
    ) -> Titles:
        """Return the titles of some records: what stands in the first of these slots that a record has.

        `dates` says where the dates of the records begin, `start` where their list does, `found` what texts they have,
        where that is known.
        """
        rows = np.full(len(ranges), -1)
        texts, firsts, alike = np.zeros_like(rows), np.zeros_like(rows), np.zeros_like(rows)
        spots = self.spots
        found = found or spots.within(ranges if inside else ranges[:0])
        for path, ordinal in order:
            is_free = texts == 0
            if not is_free.any():
                break
            if path >= 0:
                here = np.flatnonzero((found.path == path) & (found.ordinal == ordinal))
                here = here[is_free[found.record[here]]]
                record, row = found.record[here], found.row[here]
                text, first = self.texts(row), spots.first[row]
            else:
                record = np.flatnonzero(is_free)
                after = start if inside else -1
                firsts_of = ranges[:, 0].tolist()
                above = [
                    self.outside_at(ordinal, firsts_of[each], after, dates[each], is_inside=inside)
                    for each in record.tolist()
                ]
                row = np.array([each for each, _ in above], dtype=np.int64)
                text = np.array([self.number(words) for _, words in above], dtype=np.int64)
                first = np.where(row >= 0, spots.offsets[row], 0)
            is_said = text > 0
            record = record[is_said]
            rows[record], texts[record], firsts[record] = row[is_said], text[is_said], first[is_said]
        is_within = np.flatnonzero((rows >= ranges[:, 0]) & (rows < ranges[:, 1]))
        if inside:
            alike[is_within] = found.alike.count(is_within, spots.paths[rows[is_within]])
        elif len(is_within):
            alike[is_within] = spots.alike(ranges[is_within], rows[is_within])
        return Titles(texts, rows, firsts, alike)

    def is_generic(self, text: str) -> bool:
        """Tell whether a heading names a kind of list, not an event: every word of it is one that lists bear."""
        return _GENERIC.fullmatch(text) is not None

    def is_bare(self, first: int, stop: int, *, is_grid: bool) -> bool:
        """Tell whether some rows say nothing but the number of a day, as the empty cells of a calendar do.

        Where the page has such a grid, they may say its month and year too.
        """
        begin, end = self.tree.offsets[first], self.tree.offsets[stop]
        cell = " ".join(self.text[begin : min(end, begin + _MOST_SPACES)].split())
        if end - begin >= _MOST_SPACES or len(cell) >= _LONGEST_CELL:
            return False
        return is_calendar(_YEAR.sub("", cell)) if is_grid else is_calendar(cell, frozenset({"weekday"}))

    @cached_property
    def _pictured(self) -> str:
        """What the page says of its pictures, and of its links where one points at them: often their titles."""
        tree = self.tree
        said = [tree.attr(row, "alt") for row in tree.select("img[alt]")[:_MOST_PICTURES]]
        said += [tree.attr(row, "title") for row in tree.select("a[title]")[:_MOST_PICTURES]]
        return "\n".join(" ".join(each[:LONGEST].split()) for each in said if each).casefold()

    @property
    def looks(self) -> Floats:
        """What every known text looks like by itself, in the order of `TEXT_LOOKS`; each is looked at once."""
        if len(self._looks) < len(self.known):
            more = [self._look(text) for text in self.known[len(self._looks) :]]
            self._looks = np.concatenate([self._looks, np.array(more, dtype=np.float64)])
        return self._looks

    @property
    def folds(self) -> Ints:
        """A number for every known text without regard to case: equal for texts that say the same."""
        if len(self._folds) < len(self.known):
            more = [text.casefold() for text in self.known[len(self._folds) :]]
            numbers = self._fold_numbers
            self._folds = np.concatenate([self._folds, [numbers.setdefault(fold, len(numbers)) for fold in more]])
        return self._folds

    def _look(self, text: str) -> tuple[float, ...]:
        folded = text.casefold()
        place, is_doubtful = places.look(text)
        return (
            len(text),
            text.count(" ") + 1,
            len(text) <= _LONGEST_HOLLOW and is_hollow(text),
            text.endswith((":", "：")),
            sum(map(str.isdigit, text)) / max(1, len(text)) if _DIGIT.search(text) or not text.isascii() else 0.0,
            text[:1].isupper(),
            text.count(","),
            text.endswith(".") or "。" in text,
            folded in self._folded_title,
            self.is_generic(text),
            self.is_in_url(text),
            folded in self.site_name,
            (":" in text or not text.isascii()) and captions.is_labelled(text),
            (":" in text or "." in text or "@" in text) and bool(_FILE.search(text)),  # it finds nothing without them
            bool(_NOTE.match(text)),
            self.is_common(text),
            max(-2.0, min(3.0, place)),
            people.score(text),
            is_doubtful,
            len(text) > _SHORT and folded in self._pictured,
            _quoted(text),
            not text.isascii() and _POLITE.search(text) is not None,
        )

    def line_of(self, offset: Ints) -> Ints:
        """Return on which line of the page texts begin; lines without words do not count."""
        found: Ints = np.searchsorted(self._line_begins, offset, side="right")
        return found

    @cached_property
    def _line_begins(self) -> Ints:
        return integers([match.start() for match in _LINE.finditer(self.text)])

    def label(self, first: int) -> float:
        """Return what a label before a text, or at its beginning, says that it is (see `captions`)."""
        known = self._labels.get(first)
        if known is None:
            known = self._labels[first] = captions.told(self.text, first)
        return known

    @cached_property
    def sizes(self) -> Floats:
        """How large the letters of every row are, as far as the page says: of what stands innermost there."""
        sizes, inner = letters.sizes(self.tree), self.spots.inner
        if sizes.any():
            for row in np.flatnonzero(inner >= 0)[::-1].tolist():
                sizes[row] = sizes[inner[row]]
        return sizes

    @cached_property
    def _lines(self) -> Counter[str]:
        """The lines of the page, and how often it has each."""
        return Counter(map(str.strip, self.text.split("\n")))

    def is_common(self, text: str) -> bool:
        """Tell whether a text is a line that the page has three times and more, as labels and buttons are."""
        return self._lines.get(text, 0) > 2

    def names_page(self, text: str) -> bool:
        """Tell whether the page is called so, by its title or its first heading."""
        folded = text.casefold()
        return folded in self._folded_title or (self.top >= 0 and folded == self.tree.text(self.top).casefold())

    def is_in_url(self, text: str) -> bool:
        """Tell whether most words of a text stand in the page's address, as those of a page of its own do."""
        folded = text.casefold()
        if sum([word in folded for word in self._slug]) < _FEWEST_OF_URL:
            return False
        words = set(re.findall(r"[^\W\d_]{3,}", folded))
        return bool(words) and len(words & self._slug) >= max(_FEWEST_OF_URL, 0.6 * len(words))

    def _find_outside(self, place: int) -> list[tuple[int, str]]:
        tree, offsets = self.tree, self.tree.offsets
        found: list[tuple[int, str]] = []
        rank = "h7"
        for row in reversed(self.headings[max(0, place - 60) : place]):
            if tree.tags[row] < rank:
                words = self.clean(offsets[row], offsets[tree.ends[row]])
                if words and not is_hollow(words) and len(words) <= LONGEST:
                    found.append((row, words))
                    rank = tree.tags[row]
                if rank == "h1" or len(found) == 2:
                    break
        while len(found) < 2:
            found.append(NOTHING)
        top = self.top
        found.append((top, self.clean(offsets[top], offsets[tree.ends[top]])) if top >= 0 else NOTHING)
        found.append((self.title_row, _name_of_page(self.page_title)))
        return found

    def clean(self, first: int, stop: int) -> str:
        """Return the words of a span without the dates, times and prices at its edges; "" where nothing is left."""
        key = (first, stop)
        if key not in self._clean:
            self._clean[key] = self._cleaned(first, stop)
        return self._clean[key]

    def clean_free(self, first: int, stop: int) -> str:
        """Return the words of a span that is known to hold no date, time or price, fast."""
        return tidy(self.text[first:stop])

    def _cleaned(self, first: int, stop: int) -> str:
        text, firsts, stops = self.text, self.span_firsts, self.span_stops
        place = bisect_left(firsts, first)
        is_free = (place == len(firsts) or firsts[place] >= stop) and (not place or stops[place - 1] <= first)
        return tidy(text[first:stop] if is_free else text[slice(*self._without_dates(first, stop))])

    def _without_dates(self, first: int, stop: int) -> tuple[int, int]:
        """Return what is left of a span without the dates, times and prices at its edges."""
        text, firsts, stops = self.text, self.span_firsts, self.span_stops
        place = bisect_left(firsts, first)
        if place and stops[place - 1] > first and _DIGIT.search(text, first, stops[place - 1]):
            first = min(stop, stops[place - 1])
        while place < len(firsts) and firsts[place] < stop:
            if not text[first : firsts[place]].strip(EDGE):
                first = max(first, min(stop, stops[place]))
                place += 1
            else:
                break
        last = bisect_left(firsts, stop) - 1
        while last >= place and firsts[last] >= first:
            if not text[min(stops[last], stop) : stop].strip(EDGE):
                begin = before_date(text, first, firsts[last])
                if begin < firsts[last] and len(_WORD.findall(text, first, begin)) < _FEWEST_OF_NAME:
                    break  # what is left of so short a headline is hardly it: Sommerfest am 4. Juli
                stop = begin
                last -= 1
            else:
                break
        is_inside = place < len(firsts) and firsts[place] < stop
        is_again = place + 1 < len(firsts) and firsts[place + 1] < stop  # Council Sep 29 2020 - 10:00 AM Sep 29 2020
        if is_inside and (is_again or text[first : firsts[place]].rstrip()[-1:] in _SEPARATORS):
            stop = firsts[place]  # Book Fair, 15 November, free entry
        return first, stop

    def has_date(self, first: Ints, stop: Ints) -> Flags:
        """Tell whether a date, time or price begins in a span, for many at once."""
        begins, _ = self._span_bounds
        found: Flags = np.searchsorted(begins, first) < np.searchsorted(begins, stop)
        return found

    @cached_property
    def bits(self) -> Ints:
        """What the tag of every row is, in bits: `BITS`."""
        tags = self.tree.tags
        bits_of = {tag: BITS.get(tag, _OTHER) for tag in set(tags)}
        return np.fromiter(map(bits_of.__getitem__, tags), np.int64, len(tags))

    def name_bits(self, rows: Ints) -> Ints:
        """Tell what the classes of some rows speak of, in bits; -1 stands for no row."""
        names = self.tree.class_names
        known, place = numbered(rows)
        bits = [_name_bits(names[row]) if row >= 0 else 0 for row in known.tolist()]
        return np.array(bits, dtype=np.int64)[place]

    def head(self, cell: int) -> int:
        """Return the row of the column head over a table cell, or -1."""
        tree = self.tree
        line = tree.parents[cell]
        table = line
        while table > 0 and tree.tags[table] != "table":
            table = tree.parents[table]
        if tree.tags[line] != "tr" or table <= 0:
            return -1
        if table not in self._heads:
            first = next((row for row in range(table, min(tree.ends[table], table + 60)) if tree.tags[row] == "tr"), 0)
            self._heads[table] = [c for c in tree.children(first) if tree.tags[c] in {"td", "th"}] if first else []
        heads = self._heads[table]
        cells = [child for child in tree.children(line) if tree.tags[child] in {"td", "th"}]
        place = bisect_left(cells, cell)
        return heads[place] if place < len(heads) and len(cells) == len(heads) else -1

    def head_text(self, cell: int) -> str:
        """Return the words of the column head over a table cell."""
        over = self.head(cell)
        return self.tree.text(over)[:60] if over >= 0 else ""


def is_calendar(text: str, senses: frozenset[str] = CALENDAR) -> bool:
    """Tell whether a text is made of the numbers of days and the names of days (and months) alone."""
    return all(
        (word.isdigit() and len(word) <= _DAY) or not senses.isdisjoint(_senses(word))
        for word in map(itemgetter(0), _WORD.finditer(text.casefold()))
    )


def is_month(text: str) -> bool:
    """Tell whether a text is a month, with or without its year: `December 2026` heads events, and names none."""
    rest = _YEAR.sub("", text)
    return _LETTERS.search(rest) is not None and is_calendar(rest)


def _senses(word: str) -> Collection[str]:
    return lexicon.load().senses.get(word, ())


def _name_of_page(title: str) -> str:
    """Return the part of a page's title that names the page, not the site: the first."""
    parts = [part.strip() for part in _TITLE_PARTS.split(title) if _LETTERS.search(part)]
    return parts[0] if parts else ""


def _quoted(text: str) -> float:
    """Tell whether a text is a name in quotes, or has one in it: 「…」, 『…』, “…”, «…»."""
    return 1.0 if text[:1] in _QUOTES else 0.5 if _QUOTE.search(text) else 0.0


def _fills_line(text: str, first: int, stop: int) -> bool:
    """Tell whether a span is all that its line says, but for marks."""
    before = text.rfind("\n", max(0, first - _LONGEST_BOLD), first) + 1
    after = text.find("\n", stop, stop + _LONGEST_BOLD)
    return not text[max(before, first - _LONGEST_BOLD) : first].strip(EDGE) and not text[
        stop : after if after >= 0 else stop + _LONGEST_BOLD
    ].strip(EDGE)


def slots(sheet: Sheet, cuts: Sequence[Cut]) -> list[list[Slot]]:
    """Return the slots of some lists, list by list."""
    return tabulate(sheet, cuts).slots(sheet)


LOOKS = (
    "cover", "distinct", "length", "words", "heading", "rank", "link", "bold", "title_class", "other_class", "order",
    "order_min", "after_date", "date_inside", "hollow", "label", "digits", "upper", "title_head", "other_head", "cell",
    "list_item", "text_only", "paragraph", "count", "ordinal", "comma", "sentence", "distance", "depth",
    "outside", "in_page_title", "is_top", "generic", "in_url", "is_site", "labelled",
    "file", "note", "common", "place", "person", "happening", "pictured", "quoted", "polite", "same_line", "lines",
    "named", "rel_size", "rel_length", "rel_order", "headings", "best_heading", "inside_best", "inside_named",
    "inside_linked", "inside_quoted", "inside_person", "inside_other",
)  # fmt: skip
"""What a slot looks like, in numbers: the names of `Slot.features`."""

FEATURES = (*LOOKS, "said", "spelt")
"""The same, and how much its words and letters are those of titles, which only a model tells."""


RISING = frozenset(
    """said spelt cover distinct heading link bold title_class title_head in_page_title in_url is_top named
    rel_size""".split()
)
"""More of these never speaks against a title."""

FALLING = frozenset(
    "sentence hollow label labelled file note generic other_class other_head date_inside is_site digits".split()
)
"""More of these never speaks for a title."""


_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6", "a", "li", "p", "td", "th", "img", TEXT)
BITS = {tag: 1 << place for place, tag in enumerate(_TAGS)}
_OTHER, _IS_BOLD = 1 << len(_TAGS), 1 << len(_TAGS) + 1
BITS |= {tag: BITS.get(tag, _OTHER) | _IS_BOLD for tag in _BOLD}
_HEADING = (1 << len(HEADINGS)) - 1
_IS_CELL = BITS["td"] | BITS["th"] & ~_IS_BOLD
_NO_RANK = 7
_RANKS = np.array([_NO_RANK, *((bits & -bits).bit_length() for bits in range(1, _HEADING + 1))])
"""The number of the highest heading by the bits of headings; 7 where there is none."""


def tabulate(sheet: Sheet, cuts: Sequence[Cut]) -> Table:
    """Return the slots of some lists as arrays, in the order in which they first occur."""
    inside = _inside(sheet, cuts)
    finds = _join(inside, _outside(sheet, cuts, inside))
    in_order = np.argsort(finds.order, kind="stable")
    mean_place, least_place = _places(finds.order[in_order], finds.place[in_order])
    is_said = _names_something(sheet, finds.order[in_order], finds.text[in_order])
    finds, mean_place, least_place = finds.take(in_order[is_said]), mean_place[is_said], least_place[is_said]
    count = len(finds.order)
    begin = np.flatnonzero(np.concatenate([[True], finds.order[1:] != finds.order[:-1]])) if count else np.zeros(0, int)
    slot = np.repeat(np.arange(len(begin)), np.diff([*begin, count]))
    where = np.full((len(begin), SAMPLE), -1)
    where[slot, finds.record] = np.arange(count)
    lists = finds.cut[begin]
    sizes = np.array([len(cut.ranges) for cut in cuts], dtype=np.int64)[lists]
    features = _features(sheet, finds, begin, slot, sizes, mean_place[begin], least_place[begin])
    begins = np.searchsorted(lists, np.arange(len(cuts) + 1))
    found = Titles(finds.text, finds.row, finds.first, finds.alike)
    keys = np.stack([finds.path[begin], finds.ordinal[begin]], axis=1)
    return Table(begins, keys, _beside(features, lists, begins), where, found)


@dataclass(frozen=True, slots=True, eq=False)
class _Finds:
    """Texts of records in slots, as arrays."""

    cut: Ints
    record: Ints
    path: Ints
    ordinal: Ints
    row: Ints
    first: Ints
    stop: Ints
    date: Ints
    text: Ints
    alike: Ints
    order: Ints
    """The same number for the same slot; it rises from slot to slot."""

    place: Floats

    def take(self, which: Ints | Flags) -> _Finds:
        """Return some of them."""
        return _Finds(*(getattr(self, name)[which] for name in _Finds.__slots__))


def _join(one: _Finds, other: _Finds) -> _Finds:
    return _Finds(*(np.concatenate([getattr(one, name), getattr(other, name)]) for name in _Finds.__slots__))


_ROOM = 1 << 32
"""More than there are finds of a page: where the slots of the next list begin to be numbered."""


def _inside(sheet: Sheet, cuts: Sequence[Cut]) -> _Finds:
    """Return the texts that stand in the records."""
    spots = sheet.spots
    chosen = [(number, cut) for number, cut in enumerate(cuts) if cut.is_inside]
    found = spots.within([each for _, cut in chosen for each in cut.ranges])
    most = np.array([_MOST_ALIKE if len(cut.ranges) > 1 else _MOST_ALONE for _, cut in chosen for _ in cut.ranges])
    is_told = found.ordinal <= np.where(
        sheet.bits[found.row] & _IS_CELL, _MOST_CELLS, most[found.record] if len(most) else 0
    )
    record, row = found.record[is_told], found.row[is_told]
    path, ordinal = found.path[is_told], found.ordinal[is_told]
    lists = np.array([number for number, cut in chosen for _ in cut.ranges], dtype=np.int64)[record]
    number = np.array([place for _, cut in chosen for place in range(len(cut.ranges))], dtype=np.int64)[record]
    date = np.array([each for _, cut in chosen for each in cut.dates], dtype=np.int64)[record]
    _, occurs, slot = np.unique(
        (lists * found.alike.paths + path) * (_MOST_CELLS + 1) + ordinal, return_index=True, return_inverse=True
    )
    return _Finds(
        lists, number, path, ordinal, row, spots.first[row], spots.stop[row], date, sheet.texts(row),
        found.alike.count(record, path), lists * _ROOM + occurs[slot], found.place[is_told],
    )  # fmt: skip


def _outside(sheet: Sheet, cuts: Sequence[Cut], inside: _Finds) -> _Finds:
    """Return the texts around the records: headings over them, the page's title, heads of tables, a bold line.

    What says the same as another slot of the list is left out, and clauses where they are texts in the records.
    """
    spots = sheet.spots
    said = {*((inside.cut * SAMPLE + inside.record) * _ROOM + inside.text).tolist()}
    found: list[int] = []
    for number, cut in enumerate(cuts):
        start, is_inside = (cut.start, True) if cut.is_inside else (-1, False)
        above = [
            sheet.outside(first, start, date, is_inside=is_inside)
            for (first, _), date in zip(cut.ranges, cut.dates, strict=True)
        ]
        seen = set()
        for place, around in enumerate(zip(*above, strict=True)):
            texts = around
            key = tuple([words for _, words in texts if words])
            if key and place in _TABLE_HEADS:  # what stands in the record is one of its own slots
                spans = zip(around, cut.ranges, strict=True)
                texts = tuple([NOTHING if first <= text[0] < stop else text for text, (first, stop) in spans])
                key = tuple([words for _, words in texts if words])
            if not key or key in seen or (place in _BESIDE and _is_said(sheet, texts, number * SAMPLE, said)):
                continue
            seen.add(key)
            for which, (at, words) in enumerate(texts, number * SAMPLE):
                if words:
                    found += (which, place, at, sheet.number(words))
    owner, ordinal, row, text = np.array(found, dtype=np.int64).reshape(-1, 4).T
    lists, record = owner // SAMPLE, owner % SAMPLE
    begins = np.cumsum([0, *(len(cut.ranges) for cut in cuts)])
    whole = begins[lists] + record
    ranges = np.array([each for cut in cuts for each in cut.ranges], dtype=np.int64).reshape(-1, 2)[whole]
    date = np.array([each for cut in cuts for each in cut.dates], dtype=np.int64)[whole]
    alike = np.zeros_like(row)
    within = np.flatnonzero((row >= ranges[:, 0]) & (row < ranges[:, 1]))
    if len(within):
        alike[within] = spots.alike(ranges[within], row[within])
    return _Finds(
        lists, record, np.full_like(row, -1), ordinal, row, spots.offsets[row], spots.offsets[spots.ends[row]], date,
        text, alike, lists * _ROOM + _ROOM // 2 + ordinal, np.zeros(len(row)),
    )  # fmt: skip


def _is_said(sheet: Sheet, texts: Sequence[tuple[int, str]], first: int, said: Collection[int]) -> bool:
    """Tell whether texts beside dates are too few for a slot, or are texts in their records: `said` has those.

    `first` is the number of the first record among those of all lists.
    """
    if sum([bool(words) for _, words in texts]) < _FEW_BESIDE * len(texts):
        return True
    return all(
        (first + record) * _ROOM + sheet.known_as(words) in said for record, (_, words) in enumerate(texts) if words
    )


def _names_something(sheet: Sheet, order: Ints, text: Ints) -> Flags:
    """Tell which finds, in the order of their slots, belong to a slot whose texts are not all "read more"."""
    is_said: Flags = text > 0
    names: Flags = is_said & (sheet.looks[text, _HOLLOW_LOOK] == 0)
    if not len(names):
        return names
    is_first = np.concatenate([[True], order[1:] != order[:-1]])
    begin, slot = np.flatnonzero(is_first), np.cumsum(is_first) - 1
    return np.asarray(is_said & np.logical_or.reduceat(names, begin)[slot])


def _places(order: Ints, place: Floats) -> tuple[Floats, Floats]:
    """Return for every find where its slot stands in the records, on average and at the least."""
    if not len(order):
        return place, place
    is_first = np.concatenate([[True], order[1:] != order[:-1]])
    begin, slot = np.flatnonzero(is_first), np.cumsum(is_first) - 1
    sums = np.add.reduceat(place, begin) / np.bincount(slot)
    return sums[slot], np.minimum.reduceat(place, begin)[slot]


def _features(
    sheet: Sheet, finds: _Finds, begin: Ints, slot: Ints, sizes: Ints, mean_place: Floats, least_place: Floats
) -> dict[str, NDArray[Any]]:
    """Return what every slot looks like, number by number."""
    if not len(begin):
        return {name: np.zeros(0) for name in (*LOOKS, "size")}
    counts = np.bincount(slot)

    def mean(values: NDArray[np.generic]) -> Floats:
        return np.asarray(np.add.reduceat(values, begin, dtype=np.float64) / counts)

    looks = sheet.looks[finds.text]
    said = np.add.reduceat(looks, begin, axis=0) / counts[:, None]
    texts = len(sheet.known)
    distinct = np.bincount(different(slot * texts + sheet.folds[finds.text]) // texts)
    row = finds.row[begin]
    around = _around(sheet, row, is_outside=finds.path[begin] < 0)
    first, place = numbered(finds.first)
    labels = np.array([sheet.label(each) for each in first.tolist()])[place]
    lines = sheet.line_of(finds.first) - sheet.line_of(finds.date)
    return dict(zip(TEXT_LOOKS, said.T, strict=True)) | {
        "cover": counts / sizes,
        "distinct": distinct / counts,
        "heading": around.rank < _NO_RANK,
        "rank": around.rank,
        "link": around.has("a"),
        "bold": (around.bits & _IS_BOLD) > 0,
        "title_class": (around.names & _TITLE_NAME) > 0,
        "other_class": (around.names & _OTHER_NAME) > 0,
        "order": mean_place,
        "order_min": least_place,
        "after_date": mean(finds.first > finds.date),
        "date_inside": mean(sheet.has_date(finds.first, finds.stop)),
        "title_head": (around.heads & _TITLE_NAME) > 0,
        "other_head": (around.heads & _OTHER_NAME) > 0,
        "cell": around.is_cell,
        "list_item": around.has("li"),
        "text_only": around.is_text,
        "paragraph": around.has("p"),
        "count": sizes,
        "ordinal": finds.ordinal[begin],
        "distance": mean(np.minimum(np.abs(finds.first - finds.date), _FARTHEST)),
        "depth": around.depth,
        "same_line": mean(lines == 0),
        "lines": mean(np.minimum(np.maximum(lines, -_FARTHEST_LINE), _FARTHEST_LINE)),
        "outside": np.where(finds.path[begin] < 0, finds.ordinal[begin] + 1, 0),
        "is_top": row == sheet.top,
        "named": mean(labels),
        "size": mean(sheet.sizes[finds.row]),
    }


def _beside(features: dict[str, NDArray[Any]], lists: Ints, begins: Ints) -> Floats:
    """Add what a slot is beside the others of its list, and write all numbers in the order of `LOOKS`."""
    is_own = features["outside"] == 0
    cover = features["cover"] * features["distinct"]
    said = cover * (1 - features["hollow"])
    rank, size, length, order = (features[name] for name in ("rank", "size", "length", "order"))
    compared: dict[str, tuple[NDArray[Any], float]] = {
        "size": (size, 1.0),
        "length": (length, 1.0),
        "order": (-order, 0.0),
        "rank": (-rank, -_NO_RANK),
        "inside_best": (said, 0.0),
        "inside_named": (cover * np.maximum(features["heading"], features["title_class"]), 0.0),
        "inside_linked": (cover * features["link"] * (1 - features["hollow"]), 0.0),
        "inside_quoted": (cover * features["quoted"] * (1 - features["hollow"]), 0.0),
        "inside_person": (cover * features["person"], 0.0),
        "inside_other": (said * _is_other(features), 0.0),
    }
    largest = _largest(lists, is_own, len(begins) - 1, *zip(*compared.values(), strict=True))
    best = dict(zip(compared, largest, strict=True))
    features |= {
        "rel_size": size / np.maximum(best["size"], 1.0),
        "rel_length": length / best["length"],
        "rel_order": order + best["order"],
        "headings": np.bincount(lists, features["heading"] * is_own, len(begins))[lists],
        "best_heading": (best["rank"] > -_NO_RANK) & (-rank == best["rank"]),
        **{name: values for name, values in best.items() if name.startswith("inside_")},
    }
    return under_one_another([features[name] for name in LOOKS]).T


def _largest(lists: Ints, is_own: Flags, count: int, values: Sequence[NDArray[Any]], none: Sequence[float]) -> Floats:
    """Return the largest of several values among the slots in the records of every slot's list, else `none`."""
    best = np.repeat(np.array(none)[:, None], count, axis=1)
    own = lists[is_own]
    if len(own):
        first = np.flatnonzero(np.concatenate([[True], own[1:] != own[:-1]]))
        best[:, own[first]] = np.maximum.reduceat(under_one_another(values)[:, is_own], first, axis=1)
    return best[:, lists]


def _is_other(features: dict[str, NDArray[Any]]) -> Floats:
    """Return how much slots say something else than who, where and when, in more than a word."""
    speaks = (features["words"] > 1) | (features["length"] > _WORD_LENGTH)
    is_told = (features["place"] <= 0) & (features["labelled"] < 1) & (features["date_inside"] < 1) & speaks
    return np.asarray(is_told * (1 - features["person"]) * (1 - features["digits"]))


# What stands around a text -------------------------------------------------------------------------

_TITLE_NAME, _OTHER_NAME = 1, 2
_FARTHEST = 2000


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """The rows with the same words and the inline rows above them up to their block, for many texts at once."""

    bits: Ints
    names: Ints
    heads: Ints
    is_cell: Flags
    is_text: Flags
    depth: Ints

    @property
    def rank(self) -> Ints:
        """The number of the highest heading, 7 where there is none."""
        rank: Ints = _RANKS[self.bits & _HEADING]
        return rank

    def has(self, tag: str) -> Flags:
        """Tell whether a tag is among them."""
        found: Flags = (self.bits & BITS[tag]) > 0
        return found


def _around(sheet: Sheet, row: Ints, *, is_outside: Flags) -> _Around:
    tree, spots, bits = sheet.tree, sheet.spots, sheet.bits
    below = bits[row]
    inner = np.where(is_outside, -1, spots.inner[row])
    while (is_more := inner >= 0).any():
        below |= np.where(is_more, bits[inner], 0)
        inner = np.where(is_more, spots.inner[inner], -1)
    is_block = np.frombuffer(tree.marks.blocks, dtype=np.uint8) == 1
    chain = np.full((len(row), _LONGEST_CHAIN), -1)
    chain[:, 0] = row
    for place in range(1, _LONGEST_CHAIN):
        last = chain[:, place - 1]
        goes_on = (last >= 0) & ~is_block[last] & (spots.parents[last] > tree.body)
        chain[:, place] = np.where(goes_on, spots.parents[last], -1)
    in_chain = chain >= 0
    tags = np.where(in_chain, bits[chain], 0)
    is_cell = (tags & _IS_CELL) > 0
    cells = np.where(is_cell.any(axis=1), chain[np.arange(len(row)), is_cell.argmax(axis=1)], 0)
    return _Around(
        below | np.bitwise_or.reduce(tags, axis=1),
        np.bitwise_or.reduce(sheet.name_bits(chain), axis=1),
        np.array([_head_bits(sheet.head_text(cell)) if cell else 0 for cell in cells.tolist()], dtype=np.int64),
        cells > 0,
        below == BITS[TEXT],
        in_chain.sum(axis=1),
    )


@keep_short(20_000)
def _name_bits(name: str) -> int:
    """Tell whether a class speaks of titles, and whether of other things."""
    name = name.lower()
    return _TITLE_NAME * bool(_TITLE_CLASS.search(name)) + _OTHER_NAME * bool(_OTHER_CLASS.search(name))


@keep_short(20_000)
def _head_bits(head: str) -> int:
    """Tell whether the head of a column speaks of titles, and whether of other things."""
    head = head.lower()
    return _TITLE_NAME * bool(_TITLE_HEAD.search(head)) + _OTHER_NAME * bool(_OTHER_HEAD.search(head))
