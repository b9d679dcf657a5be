"""The places of a list where its titles may stand, with what each looks like across the records.

Aligning the records of one list shows which position is the title: one that nearly all records have, that says
something else in each, that is a heading or a link and neither a date nor "read more". A slot is such a position:
the tags that lead to it and its number among those in its record.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import unquote

from eventlocky.annotate import Annotations
from eventlocky.dates import lexicon
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS, TEXT
from eventlocky.text import people, places

SAMPLE = 8
"""So many records of a list show where its titles stand."""

LONGEST = 300
"""A title has fewer letters."""

_OUTSIDE = 7
"""So many texts around a record may be its title."""

_TABLE_HEADS = range(4, 6)
"""Which of them are the heads of a table's column and line."""

_LONGEST_BOLD = 120
_LONGEST_CELL = 40
_DAY = 2
"""The number of a day has so many digits."""
_CELL_DEPTH = 6
"""So far above a date is the cell of a table that it stands in."""

_MOST_ROWS = 400
"""So many rows of a record are looked at."""

_BOLD = frozenset({"strong", "b", "em", "th", "dt", "summary", "caption", "legend", "big"})
CALENDAR = frozenset({"month", "weekday"})
"""The senses of words that a calendar is made of."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_LETTERS = re.compile(r"[^\W\d_]")
_HOLLOW = re.compile(
    r"(?:read more|more|more info(?:rmation)?|details?|view details?|view|tickets?|buy tickets?|book(?: now)?|"
    r"register(?: now)?|sign up|rsvp|link|here|info|pdf|agenda|agenda packet|minutes|video|audio|map|directions|"
    r"share|print|download|"
    r"add to calendar|ical|back|next|previous|prev|edit|reply|comments?|today|time|date|location|"
    r"venue|where|when|event|dates?(?: (?:&|and) times?)?|posted|amended|updated|approved|draft|status|"
    r"mehr|weiterlesen|mehr (?:infos?|erfahren)|zum .{0,30}|karten|anmelden|tickets kaufen|uhr|beginn|einlass|"
    r"詳細|詳細はこちら|詳しく.{0,10}|もっと見る|申込.{0,10}|日時|場所|会場|時間|日程|"
    r"en savoir plus|lire la suite|meer .{0,15}|lees meer|leer más|scopri di più)[\s.:：>»→…]{0,6}",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:speakers?|presenters?|hosts?|room|venue|where|when|date|time|location|place|address|price|cost|fee|tickets?|"
    r"organi[sz]ers?|phone|contact|website|referent(?:in)?|ort|raum|wo|wann|datum|zeit|beginn|einlass|eintritt|kosten|"
    r"veranstalter|leitung|lieu|date|heure|tarif|intervenant|luogo|data|ora|lugar|fecha|hora|locatie|datum|tijd|spreker|"
    r"講師|会場|日時|場所|時間|料金|主催|出演|定員|対象|докладчики?)\s?[:：]|"
    r"[■●◆・【\[\s]{0,2}(?:講師|会場|日時|場所|時間|料金|主催|出演|定員|対象|開場|開演|入場料|前売|チケット)[】\]:：\s]",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"events?|calendars?|schedules?|upcoming|past|archives?|news|programmes?|programs?|what'?s on|agendas?|minutes|"
    r"meetings?|dates?|listings?|all|our|the|and|of|for|current|next|previous|more|related|other|home|welcome|about|details?|"
    r"documents?|resources?|information|info|menu|search|contact|seminars?|concerts?|shows?|tickets?|location|venue|organi[sz]er|"
    r"veranstaltungen|veranstaltungskalender|termine?|kalender|spielplan|programm|aktuell(?:es)?|vorschau|archiv|konzerte|"
    r"agenda|évènements|événements|programmation|calendrier|eventi|calendario|programma|eventos|evenementen|activiteiten|"
    r"イベント(?:情報|一覧|カレンダー)?|お知らせ|新着情報|スケジュール|カレンダー|ニュース|トップ(?:ページ)?|ホーム|ライブ(?:情報|スケジュール)?|公演情報|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|\d+|[&/,:|–-]",
    re.IGNORECASE,
)
_TITLE_CLASS = re.compile(r"title|name|summary|headline|heading|titel|titre|titolo|titulo|subject", re.IGNORECASE)
_OTHER_CLASS = re.compile(
    r"date|time|venue|location|place|address|price|cost|meta|tag|categor|author|desc|excerpt|content|body|btn|button|more|subtitle|sub-title",
    re.IGNORECASE,
)
_TITLE_HEAD = re.compile(
    r"title|event|meeting|name|subject|what|topic|show|artist|veranstaltung|titel|was|thema|board|committee|body|"
    r"evento|titre|タイトル|イベント|内容|行事|講座|演目|公演",
    re.IGNORECASE,
)
_OTHER_HEAD = re.compile(
    r"date|time|when|where|location|venue|place|room|price|agenda|minutes|video|audio|status|uhr|ort|datum|zeit|preis|"
    r"document|download|packet|details|日|時|場所|会場|料金",
    re.IGNORECASE,
)
_FILE = re.compile(r"https?:|www\.|\S@\S|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|html?|zip|mp[34])\b", re.IGNORECASE)
_NOTE = re.compile(r"[※*＊•(（「『]?[\Wの]?(?:[a-zà-ÿ]|[のにをはがでと](?=[^\sァ-ヶa-zA-Z])|より|まで|から)|[※*＊]")
_EDGE = " \t\n\r\f-–—:：|｜,;·•/~〜～*»>▶■●◆・()（）[]【】"


_TITLE_PARTS = re.compile(r"\s[|｜–—•·»«:]+\s|\s-+\s|\s/\s|[|｜]")
_EDGE_MARKS = " -–—:：|｜,;·•/~〜～*»>@"
_SEPARATORS = frozenset(",;|｜–—-:：(（、・•/")
_DIGIT = re.compile(r"\d")
_PAIRS = {")": "(", "）": "（", "]": "[", "】": "【", "」": "「"}


def _balanced(words: str) -> str:
    """Drop a bracket at the edge whose partner went with a date."""
    if words[:1] in _PAIRS and _PAIRS[words[0]] not in words[:1]:
        words = words[1:]
    if words[-1:] in _PAIRS.values():
        words = words[:-1]
    return words


@dataclass(slots=True)
class Spot:
    """One text of one record: its span in the page, the outermost row that has it, and what stands around it."""

    first: int
    stop: int
    row: int
    tags: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Slot:
    """One position of a list: its key, the texts found there by record, and its features."""

    key: tuple[int, int]
    texts: dict[int, tuple[int, str]]
    features: tuple[float, ...]


class Sheet:
    """A page with what the proposals share: paths, cleaned texts, spans of dates. One for each page."""

    def __init__(self, tree: Tree, annotations: Annotations) -> None:
        """Store the page."""
        self.tree = tree
        self.annotations = annotations
        self.text = tree.whole_text
        spans = sorted(
            (annotation.first, annotation.stop)
            for annotation in annotations.found
            if annotation.name in {"date", "time", "money", "posted", "updated", "hours", "deadline"}
        )
        self.span_firsts = [first for first, _ in spans]
        self.span_stops = [stop for _, stop in spans]
        self._paths: dict[int, int] = {}
        self._numbers: dict[tuple[int, str], int] = {}
        self._spots: dict[tuple[int, int], list[Spot]] = {}
        self._clean: dict[tuple[int, int], str] = {}
        self._heads: dict[int, list[int]] = {}
        self.headings = [row for row in range(tree.body, len(tree)) if tree.tags[row] in HEADINGS and tree.text(row)]
        self.top = next((row for row in self.headings if tree.tags[row] == "h1"), -1)
        self.title_row = next((row for row in range(min(len(tree), 400)) if tree.tags[row] == "title"), -1)
        self.page_title = tree.text(self.title_row) if self.title_row >= 0 else ""
        self.is_published = bool(
            tree.select('meta[property="article:published_time"], meta[property="og:type"][content="article"]')
        )
        parts = [part.strip().casefold() for part in _TITLE_PARTS.split(self.page_title)]
        self.site_name = parts[-1] if len(parts) > 1 else ""
        self._slug = set(re.findall(r"[^\W\d_]{3,}", unquote(tree.url.partition("//")[2].partition("/")[2]).casefold()))
        self._generic: dict[str, bool] = {}
        self._looks: dict[str, tuple[float, ...]] = {}
        self._folded_title = self.page_title.casefold()
        self._lines = Counter(line.strip() for line in self.text.split("\n"))
        self._outside: dict[int, list[tuple[int, str]]] = {}
        self._cells: dict[int, list[tuple[int, str]]] = {}

    def outside(self, row: int, after: int = -1, date: int = -1) -> list[tuple[int, str]]:
        """Return the titles that a record at a row may take from around it.

        Headings over it, the page's own title, then the heads of the column and of the line of a table that its
        date (which begins at the offset `date`) stands in, and the nearest bold line over it. What stands from row
        `after` on belongs to the other records of its list.
        """
        place = bisect_left(self.headings, after if 0 <= after < row else row)
        key = self.headings[place - 1] if place else -1
        if key not in self._outside:
            self._outside[key] = self._find_outside(place)
        return [*self._outside[key], *self._table_heads(date), self._bold_above(after if 0 <= after < row else row)]

    def _table_heads(self, date: int) -> list[tuple[int, str]]:
        """Return the heads of the column and the line that a date stands in; (-1, "") where there is none."""
        tree, found = self.tree, [(-1, ""), (-1, "")]
        row = tree.row_at(date) if date >= 0 else 0
        for _ in range(_CELL_DEPTH):
            if row <= tree.body or tree.tags[row] in {"td", "th"}:
                break
            row = tree.parents[row]
        if row <= tree.body or tree.tags[row] not in {"td", "th"}:
            return found
        if row not in self._cells:
            for number, head in enumerate((self.head(row), self._line_head(row))):
                if head >= 0 and head != row:
                    words = self.clean(tree.offsets[head], tree.offsets[tree.ends[head]])
                    if words and len(words) <= LONGEST:
                        found[number] = (head, words)
            self._cells[row] = found
        return self._cells[row]

    def _line_head(self, cell: int) -> int:
        """Return the first cell of the line that a cell stands in, or -1 where it is no line of a table."""
        line = self.tree.parents[cell]
        return next(iter(self.tree.children(line)), -1) if self.tree.tags[line] == "tr" else -1

    def _bold_above(self, row: int) -> tuple[int, str]:
        """Return the nearest bold line over a row: what stands over a list where nobody used headings."""
        place = bisect_left(self.bold, row)
        while place and self.tree.ends[self.bold[place - 1]] > row:
            place -= 1
        if not place:
            return -1, ""
        tree, found = self.tree, self.bold[place - 1]
        return found, self.clean(tree.offsets[found], tree.offsets[tree.ends[found]])

    @cached_property
    def bold(self) -> list[int]:
        """The rows of bold lines that say something else than a date."""
        tree, text, offsets = self.tree, self.text, self.tree.offsets
        found: list[int] = []
        for row in range(tree.body, len(tree)):
            if tree.tags[row] not in _BOLD or (found and row < tree.ends[found[-1]]):
                continue
            first, stop = offsets[row], offsets[tree.ends[row]]
            words = text[first:stop].strip()
            if not 2 < len(words) <= _LONGEST_BOLD or "\n" in words or not _fills_line(text, first, stop):
                continue
            if self.clean(first, stop) and not _HOLLOW.fullmatch(words):
                found.append(row)
        return found

    def headings_before(self, row: int) -> list[int]:
        """Return the headings before a row."""
        return self.headings[: bisect_left(self.headings, row)]

    def texts(self, first: int, stop: int) -> dict[tuple[int, int], tuple[str, int, int]]:
        """Return what stands in each slot of a record: the cleaned words, their row, where they begin."""
        seen: Counter[int] = Counter()
        found: dict[tuple[int, int], tuple[str, int, int]] = {}
        for spot in self.spots(first, stop):
            path = self.path(spot.row)
            key = (path, min(seen[path], 4))
            seen[path] += 1
            if key not in found and (words := self.clean(spot.first, spot.stop)):
                found[key] = (words, spot.row, spot.first)
        return found

    def is_generic(self, text: str) -> bool:
        """Tell whether a heading names a kind of list, not an event: every word of it is one that lists bear."""
        known = self._generic.get(text)
        if known is None:
            known = self._generic[text] = not _GENERIC.sub("", text).strip(" '’!.")
        return known

    def is_empty(self, text: str) -> bool:
        """Tell whether a text can't name an event: hollow, the label of another field, a file, a weekday."""
        return bool(_HOLLOW.fullmatch(text) or _LABELLED.match(text) or _FILE.search(text)) or is_calendar(text)

    def is_bare(self, first: int, stop: int, *, is_grid: bool) -> bool:
        """Tell whether some rows say nothing but the number of a day, as the empty cells of a calendar do.

        Where the page has such a grid, they may say its month and year too.
        """
        begin, end = self.tree.offsets[first], self.tree.offsets[stop]
        if end - begin >= _LONGEST_CELL:
            return False
        cell = self.text[begin:end]
        return is_calendar(_YEAR.sub("", cell)) if is_grid else is_calendar(cell, frozenset({"weekday"}))

    def is_hollow(self, text: str) -> bool:
        """Tell whether a text says nothing of its own: read more, tickets, agenda."""
        return bool(_HOLLOW.fullmatch(text))

    def is_file(self, text: str) -> bool:
        """Tell whether a text is an address or the name of a file."""
        return bool(_FILE.search(text))

    def alike(self, row: int, first: int, stop: int) -> int:
        """Count the texts of some rows that stand where a row does in the tree: several titles are several records."""
        path = self.path(row)
        return sum(self.path(spot.row) == path for spot in self.spots(first, stop))

    def look(self, text: str) -> tuple[float, ...]:
        """Return what a text looks like by itself; texts that many slots share are looked at once."""
        known = self._looks.get(text)
        if known is None:
            folded = text.casefold()
            known = self._looks[text] = (
                len(text),
                text.count(" ") + 1,
                bool(_HOLLOW.fullmatch(text)),
                text.endswith((":", "：")),
                sum(map(str.isdigit, text)) / len(text),
                text[:1].isupper(),
                text.count(","),
                text.endswith((".", "。", "!", "…")),
                folded in self._folded_title,
                self.is_generic(text),
                self.is_in_url(text),
                folded in self.site_name,
                bool(_LABELLED.match(text)),
                bool(_FILE.search(text)),
                bool(_NOTE.match(text)),
                self.is_common(text),
                max(-2.0, min(3.0, places.score(text))),
                people.is_name(text),
                places.is_doubtful(text),
            )
        return known

    def is_common(self, text: str) -> bool:
        """Tell whether a text is a line that the page has three times and more, as labels and buttons are."""
        return self._lines[text] > 2

    def is_in_url(self, text: str) -> bool:
        """Tell whether most words of a text stand in the page's address, as those of a page of its own do."""
        words = set(re.findall(r"[^\W\d_]{3,}", text.casefold()))
        return bool(words) and len(words & self._slug) >= max(2, 0.6 * len(words))

    def _find_outside(self, place: int) -> list[tuple[int, str]]:
        tree, offsets = self.tree, self.tree.offsets
        found: list[tuple[int, str]] = []
        rank = "h7"
        for row in reversed(self.headings[max(0, place - 60) : place]):
            if tree.tags[row] < rank:
                words = self.clean(offsets[row], offsets[tree.ends[row]])
                if words and not _HOLLOW.fullmatch(words) and len(words) <= LONGEST:
                    found.append((row, words))
                    rank = tree.tags[row]
                if rank == "h1" or len(found) == 2:
                    break
        while len(found) < 2:
            found.append((-1, ""))
        top = self.top
        found.append((top, self.clean(offsets[top], offsets[tree.ends[top]])) if top >= 0 else (-1, ""))
        found.append((self.title_row, _name_of_page(self.page_title)))
        return found

    def path(self, row: int) -> int:
        """Return a number for the tags that lead to a row."""
        number = self._paths.get(row)
        if number is None:
            parent = self.tree.parents[row]
            above = self.path(parent) if parent >= 0 else 0
            key = (above, self.tree.tags[row])
            number = self._numbers.setdefault(key, len(self._numbers) + 1)
            self._paths[row] = number
        return number

    def spots(self, first: int, stop: int) -> list[Spot]:
        """Return the texts of one line in some rows, each once, with the tags around it."""
        key = (first, stop)
        if key not in self._spots:
            self._spots[key] = self._find_spots(first, min(stop, first + _MOST_ROWS))
        return self._spots[key]

    def _find_spots(self, first: int, stop: int) -> list[Spot]:
        tree, text = self.tree, self.text
        offsets, ends, tags = tree.offsets, tree.ends, tree.tags
        found: dict[tuple[int, int], Spot] = {}
        for row in range(first, stop):
            begin, end = offsets[row], offsets[min(ends[row], stop)]
            if end - begin < 2 or end - begin > 2 * LONGEST:
                continue
            piece = text[begin:end]
            stripped = piece.strip()
            if len(stripped) < 2 or "\n" in stripped or "\t" in stripped or len(stripped) > LONGEST:
                continue
            begin += piece.index(stripped[0])
            span = (begin, begin + len(stripped))
            spot = found.get(span)
            if spot is None:
                spot = found[span] = Spot(*span, row)
            spot.tags.add(tags[row])
        return list(found.values())

    def clean(self, first: int, stop: int) -> str:
        """Return the words of a span without the dates, times and prices at its edges; "" where nothing is left."""
        key = (first, stop)
        if key not in self._clean:
            self._clean[key] = self._cleaned(first, stop)
        return self._clean[key]

    def _cleaned(self, first: int, stop: int) -> str:
        text, firsts, stops = self.text, self.span_firsts, self.span_stops
        place = bisect_left(firsts, first)
        if place and stops[place - 1] > first and _DIGIT.search(text, first, stops[place - 1]):
            first = min(stop, stops[place - 1])
        while place < len(firsts) and firsts[place] < stop:
            if not text[first : firsts[place]].strip(_EDGE):
                first = max(first, min(stop, stops[place]))
                place += 1
            else:
                break
        last = bisect_left(firsts, stop) - 1
        while last >= place and firsts[last] >= first:
            if not text[min(stops[last], stop) : stop].strip(_EDGE):
                stop = firsts[last]
                last -= 1
            else:
                break
        if place < len(firsts) and firsts[place] < stop and text[first : firsts[place]].rstrip()[-1:] in _SEPARATORS:
            stop = firsts[place]  # Book Fair, 15 November, free entry
        words = " ".join(text[first:stop].split()).strip(_EDGE_MARKS)
        words = _balanced(words).strip(_EDGE_MARKS)
        return words if _LETTERS.search(words) else ""

    def has_date(self, first: int, stop: int) -> bool:
        """Tell whether a date, time or price begins in a span."""
        place = bisect_left(self.span_firsts, first)
        return place < len(self.span_firsts) and self.span_firsts[place] < stop

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


def is_calendar(text: str, senses: frozenset[str] = CALENDAR) -> bool:
    """Tell whether a text is made of the numbers of days and the names of days (and months) alone."""
    return all(
        (word.isdigit() and len(word) <= _DAY) or not senses.isdisjoint(_senses(word))
        for word in _WORD.findall(text.casefold())
    )


def _senses(word: str) -> Collection[str]:
    return lexicon.load().senses.get(word, ())


def _name_of_page(title: str) -> str:
    """Return the part of a page's title that names the page, not the site: the first."""
    parts = [part.strip() for part in _TITLE_PARTS.split(title) if _LETTERS.search(part)]
    return parts[0] if parts else ""


def _fills_line(text: str, first: int, stop: int) -> bool:
    """Tell whether a span is all that its line says, but for marks."""
    before = text.rfind("\n", max(0, first - _LONGEST_BOLD), first) + 1
    after = text.find("\n", stop, stop + _LONGEST_BOLD)
    return not text[max(before, first - _LONGEST_BOLD) : first].strip(_EDGE) and not text[
        stop : after if after >= 0 else stop + _LONGEST_BOLD
    ].strip(_EDGE)


def slots(
    sheet: Sheet, ranges: Sequence[tuple[int, int]], dates: Sequence[int], *, inside: bool = True, start: int = -1
) -> list[Slot]:
    """Return the slots of some records (a sample of a list); `dates` are the offsets of their dates."""
    count = len(ranges)
    if not inside:
        return _relative(_outside_slots(sheet, ranges, dates, -1))
    by_key: dict[tuple[int, int], dict[int, Spot]] = defaultdict(dict)
    order: dict[tuple[int, int], list[float]] = defaultdict(list)
    for number, (first, stop) in enumerate(ranges):
        seen: Counter[int] = Counter()
        found = sheet.spots(first, stop)
        for place, spot in enumerate(found):
            path = sheet.path(spot.row)
            key = (path, min(seen[path], 4))
            seen[path] += 1
            if key not in by_key or number not in by_key[key]:
                by_key[key][number] = spot
                order[key].append(place / len(found))
    slots = []
    for key, spots in by_key.items():
        texts = {
            number: (spot.row, words) for number, spot in spots.items() if (words := sheet.clean(spot.first, spot.stop))
        }
        if not texts:
            continue
        features = _features(sheet, spots, texts, count, order[key], dates)
        slots.append(Slot(key, texts, features))
    slots += _outside_slots(sheet, ranges, dates, start)
    return _relative(slots)


def _outside_slots(sheet: Sheet, ranges: Sequence[tuple[int, int]], dates: Sequence[int], start: int) -> list[Slot]:
    """Return the slots around the records: headings over them, the page's title, heads of tables, a bold line."""
    tree, slots, seen = sheet.tree, [], set()
    above = [sheet.outside(first, start, date) for (first, _), date in zip(ranges, dates, strict=True)]
    for place in range(_OUTSIDE):
        spots, texts = {}, {}
        for number, found in enumerate(above):
            row, words = found[place]
            is_own = place in _TABLE_HEADS and ranges[number][0] <= row < ranges[number][1]
            if row >= 0 and words and not is_own:
                spots[number] = Spot(tree.offsets[row], tree.offsets[tree.ends[row]], row, {tree.tags[row]})
                texts[number] = (row, words)
        key = tuple(words for _, words in texts.values())
        if texts and key not in seen:
            seen.add(key)
            features = _features(sheet, spots, texts, len(ranges), [0.0], dates, place + 1)
            slots.append(Slot((-1, place), texts, features))
    return slots


LOOKS = (
    "cover", "distinct", "length", "words", "heading", "rank", "link", "bold", "title_class", "other_class", "order",
    "order_min", "after_date", "date_inside", "hollow", "label", "digits", "upper", "title_head", "other_head", "cell",
    "list_item", "text_only", "paragraph", "count", "ordinal", "comma", "sentence", "distance", "depth",
    "outside", "in_page_title", "is_top", "generic", "in_url", "is_site", "labelled",
    "file", "note", "common", "place", "person", "happening",
    "rel_length", "rel_order", "headings", "best_heading", "inside_best", "inside_named", "inside_linked",
)  # fmt: skip
"""What a slot looks like, in numbers: the names of `Slot.features`."""

FEATURES = (*LOOKS, "said")
"""The same, and how much its words are those of titles, which only a model tells."""


RISING = frozenset("said cover distinct heading link bold title_class title_head in_page_title in_url is_top".split())
"""More of these never speaks against a title."""

FALLING = frozenset("hollow label labelled file note generic other_class other_head date_inside is_site digits".split())
"""More of these never speaks for a title."""


def _features(
    sheet: Sheet,
    spots: dict[int, Spot],
    texts: dict[int, tuple[int, str]],
    count: int,
    order: list[float],
    dates: Sequence[int],
    outside: int = 0,
) -> tuple[float, ...]:
    tree = sheet.tree
    some = [(number, spots[number], words) for number, (_, words) in texts.items()]
    n = len(some)
    _, spot, _ = some[0]
    tags = spot.tags
    chain = _chain(tree, spot.row)
    names = " ".join(tree.attr(row, "class") or "" for row in chain)
    above = {tree.tags[row] for row in chain}
    inside = tags | above
    rank = min((int(tag[1]) for tag in inside & HEADINGS), default=7)
    cell = next((row for row in chain if tree.tags[row] in {"td", "th"}), 0)
    over = sheet.head(cell) if cell else -1
    head = tree.text(over)[:60] if over >= 0 else ""
    words = [text for _, _, text in some]
    length, spaced, hollow, label, digits, upper, comma, sentence, *said_elsewhere = (
        sum(column) / n for column in zip(*map(sheet.look, words), strict=True)
    )
    in_title, generic, in_url, is_site, labelled, file, note, common, place, person, happening = said_elsewhere
    return (
        n / count,
        len({text.casefold() for text in words}) / n,
        length,
        spaced,
        float(rank < 7),
        float(rank),
        float("a" in inside),
        float(bool(inside & _BOLD)),
        float(bool(_TITLE_CLASS.search(names))),
        float(bool(_OTHER_CLASS.search(names))),
        sum(order) / len(order),
        min(order),
        sum(spot.first > dates[number] for number, spot, _ in some) / n,
        sum(sheet.has_date(spot.first, spot.stop) for _, spot, _ in some) / n,
        hollow,
        label,
        digits,
        upper,
        float(bool(head and _TITLE_HEAD.search(head))),
        float(bool(head and _OTHER_HEAD.search(head))),
        float(bool(cell)),
        float("li" in inside),
        float(tags == {TEXT}),
        float("p" in inside),
        float(count),
        0.0,
        comma,
        sentence,
        sum(min(abs(spot.first - dates[number]), 2000) for number, spot, _ in some) / n,
        float(len(chain)),
        float(outside),
        in_title,
        float(spot.row == sheet.top),
        generic,
        in_url,
        is_site,
        labelled,
        file,
        note,
        common,
        place,
        person,
        happening,
    )


def _chain(tree: Tree, row: int) -> list[int]:
    """Return a row and the inline rows above it up to its block."""
    chain = [row]
    while len(chain) < 5 and not tree.is_block(row) and tree.parents[row] > tree.body:
        row = tree.parents[row]
        chain.append(row)
    return chain


def _relative(slots: list[Slot]) -> list[Slot]:
    """Add what a slot is beside the others of its list."""
    if not slots:
        return []
    own = [slot.features for slot in slots if slot.key[0] >= 0]
    longest = max((features[2] for features in own), default=1.0)
    first = min((features[10] for features in own), default=0.0)
    headings = sum(features[4] for features in own)
    best = min((features[5] for features in own), default=7.0)
    good = max((features[0] * features[1] * (1 - features[14]) for features in own), default=0.0)
    named = max((features[0] * features[1] * max(features[4], features[8]) for features in own), default=0.0)
    linked = max((features[0] * features[1] * features[6] * (1 - features[14]) for features in own), default=0.0)
    return [
        Slot(
            slot.key,
            slot.texts,
            (
                *slot.features[:25],
                float(slot.key[1]),
                *slot.features[26:],
                slot.features[2] / longest,
                slot.features[10] - first,
                headings,
                float(best < 7 and slot.features[5] == best),
                good,
                named,
                linked,
            ),
        )
        for slot in slots
    ]
