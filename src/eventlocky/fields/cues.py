"""What marks a value as a place: a label in front of it, the name of its element, the head of its column.

A label may stand in the same text (`Venue: Old Hall`), in the element before (`<dt>Ort<dd>Rathaus`), or
at the top of the column. Names of classes are taken apart: `eventVenue` and `event-venue` both say venue.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from eventlocky.annotate import Annotations
from eventlocky.fields import finds, names
from eventlocky.fields.base import once_a_page
from eventlocky.page import Tree
from eventlocky.page.elements import TEXT
from eventlocky.page.tables import lay_out
from eventlocky.text import contacts, places
from eventlocky.text.keeping import keep_short

PLACE_NAMES = frozenset(
    """
    location venue place where room ort veranstaltungsort spielort lieu luogo lugar plaats locatie sted plats local
    locality salle sede standort paikka miejsce venuename placename eventlocation locationname
    """.split(),
)
_ADDRESS_NAMES = frozenset("address adr addr adresse street streetaddress".split())
_NO_LABEL_IN = frozenset({"a", "option", "button", "nav", "select"})
_HEAD = re.compile(
    r"\b(?:location|venue|where|place|room|ort|wo|lieu|luogo|dove|lugar|locatie|plaats|sted|plats)\b|場所|会場",
    re.IGNORECASE,
)
_LONGEST_HEAD = 40
_LONGEST = 200
_FARTHEST = 1_000
"""What has more letters, spaces included, is no place: it is not even read."""

_MOST_READ = 2 * _FARTHEST
"""So many letters of some rows are read, dates and spaces included."""

_LATEST_LABEL = 30
"""Letters of running text in front of a label: one that comes later is part of a sentence."""

_OTHER_LABEL = re.compile(
    r".{1,20}[:?：]|(?:type|time|date|mins|minutes|agenda|status|cost|price|view facility|(?:in)?to|map)"
    r"|[^\w]{0,2}(?:日\s?時|日\s?程|期\s?間|開催日|時\s?間|対\s?象|定\s?員|料\s?金|参加費|入場料|内\s?容|講\s?師|主\s?催|申込|お?問い?合わ?せ)[^\w]{0,2}",
    re.IGNORECASE,
)
_WORST = -1.0
"""Score of words that are no place, whatever the class of their element says: `Agenda`, `Register here`."""

_BREAKS = frozenset({"\n", "\t"})
_MOST_LINES = 4
_MOST_ROWS = 300
"""Rows of a place or of a line: what has more is not one, and looking through it for every label takes too long."""

_HIGHEST_LINE = 10
"""Elements from a record up to the row of its table: real pages need fewer."""

_HEAD_ROWS = 3
_TWO_LETTERS = re.compile(r"[^\W_][\W_]*[^\W_]")


@dataclass(slots=True, unsafe_hash=True)
class Value:
    """Words found for a place, the row they begin in and how sure the cue is; nobody changes one."""

    row: int
    text: str
    confidence: float


def labelled(tree: Tree, annotations: Annotations, first: int, stop: int) -> Value | None:
    """Return what stands behind a label for a place in some rows."""
    rows = _label_rows(tree)
    for row in rows[bisect_left(rows, first) : bisect_left(rows, stop)]:
        text = tree.texts[row].strip()
        if places.is_label(text):
            if tree.tags[tree.parents[row]] in _NO_LABEL_IN:
                continue
            begin = next((other for other in _next_written(tree, row, stop) if _has_words(tree.texts[other])), None)
            if begin is not None and _is_value(value := block(tree, annotations, begin, stop)):
                return Value(begin, value, 0.85)
        elif (rest := places.after_label(text)) and _has_words(rest) and len(text) - len(rest) <= _LATEST_LABEL:
            value = block(tree, annotations, row, stop, text.rindex(rest))
            if _is_value(value):
                return Value(row, value, 0.85)
    return None


@once_a_page
def _label_rows(tree: Tree) -> list[int]:
    """Return the rows of a page that are a label for a place, or hold one."""
    rows = written_rows(tree)
    return [rows[number] for number in places.find_labels([tree.texts[row] for row in rows])]


@once_a_page
def written_rows(tree: Tree) -> list[int]:
    """Return the rows of a page that are texts with words in them."""
    tags = tree.tags
    return [row for row, text in enumerate(tree.texts) if text and tags[row] == TEXT and not text.isspace()]


def _next_written(tree: Tree, row: int, stop: int) -> list[int]:
    """Return the next two texts behind a row."""
    rows = written_rows(tree)
    begin = bisect_right(rows, row)
    return [other for other in rows[begin : begin + 2] if other < stop]


def _is_value(value: str) -> bool:
    """Tell a value from the next label, of a head row: `Location: | Type: |`."""
    return _has_words(value) and not places.is_label(value) and _OTHER_LABEL.fullmatch(value) is None


def named(tree: Tree, annotations: Annotations, first: int, stop: int) -> Value | None:
    """Return the words of the first element whose class or property says that it is a place, else an address."""
    for rows, confidence in zip(_named_rows(tree), (0.75, 0.65), strict=True):
        for row in rows[bisect_left(rows, first) : bisect_left(rows, stop)]:
            if tree.is_boilerplate(row) and not tree.is_boilerplate(first):
                continue
            if tree.offsets[tree.ends[row]] - tree.offsets[row] > _FARTHEST or tree.ends[row] - row > _MOST_ROWS:
                continue
            begin = _after_label(tree, row)
            value = places.clean(words(tree, annotations, begin, tree.ends[row]))
            if len(value) < _LONGEST and _is_value(value) and places.score(value) >= _WORST:
                return Value(begin, value, confidence)
    return None


@once_a_page
def _named_rows(tree: Tree) -> tuple[list[int], list[int]]:
    """Return the elements of a page whose class or property says that they are a place, or an address."""
    return names.rows(tree, _is_place, said=PLACE_NAMES), names.rows(tree, _is_address, said=_ADDRESS_NAMES)


@keep_short(4_096)
def _is_place(name: str) -> bool:
    return not PLACE_NAMES.isdisjoint(names.parts(name))


@keep_short(4_096)
def _is_address(name: str) -> bool:
    return not _ADDRESS_NAMES.isdisjoint(names.parts(name))


def _after_label(tree: Tree, row: int) -> int:
    """Return the row behind a label that opens an element, or the element itself."""
    for inner in range(row, tree.ends[row]):
        if tree.tags[inner] == TEXT and (text := tree.texts[inner].strip()):
            return inner + 1 if places.is_label(text) and inner + 1 < tree.ends[row] else row
    return row


def block(tree: Tree, annotations: Annotations, row: int, stop: int, skip: int = 0) -> str:
    """Return the line from a row on, and the lines of an address below it."""
    end = line_stop(tree, row, stop)
    value = places.clean(
        words(tree, annotations, row, end)[skip:] if not skip else _tail(tree, annotations, row, end, skip)
    )
    lines = 1
    while value and end < stop and lines < _MOST_LINES:
        begin, end = end, line_stop(tree, end, stop)
        line = places.clean(words(tree, annotations, begin, end))
        if not line:
            continue
        if not is_address_part(line) or len(value) + len(line) > _LONGEST:
            break
        value = f"{value}, {line}"
        lines += 1
    return value


def _tail(tree: Tree, annotations: Annotations, row: int, end: int, skip: int) -> str:
    """Return the words of a line from a letter of its first row on."""
    head = tree.texts[row].strip()[skip:]
    return f"{head} {words(tree, annotations, row + 1, end)}" if row + 1 < end else head


def line_stop(tree: Tree, row: int, stop: int) -> int:
    """Return the row that begins the next line or cell."""
    return next_begin(begin_rows(tree), row, stop)


def next_begin(begins: list[int], row: int, stop: int) -> int:
    """Return the same, where it is known in which rows lines and cells begin."""
    last = min(stop, row + _MOST_ROWS)
    place = bisect_right(begins, row)
    return begins[place] if place < len(begins) and begins[place] < last else last


@once_a_page
def begin_rows(tree: Tree) -> list[int]:
    """Return the rows that begin a line or a cell."""
    return [row for row, text in enumerate(tree.texts) if text and text[0] in _BREAKS]


_PART_OF_ADDRESS = re.compile(
    r"(?:[A-Za-z][\w.'-]{0,20},? ){0,3}[A-Za-z][\w.'-]{0,20},? "
    r"(?:[A-Z]{2}|(?:[A-Z][a-z]{3,12}|Ill?\.),? \d{5})\.?,?(?: \d{5})?(?:-\d{4})?(?: (?:USA|United States))?"
    r"|\d{4,5} [A-ZÄÖÜ][\w .-]{1,40}|(?:[Ss]uite|[Ss]te|[Rr]oom|[Rr]m|[Ff]loor|[Uu]nit)\b.{0,30}"
    r"|.{1,20} (?:[Ff]loor|[Rr]oom|Etage|Stock)|\d階.{0,20}",
)


def is_address_part(line: str) -> bool:
    """Tell whether a line goes on with the address that the line before began."""
    if len(line) > _LONGEST // 2:
        return False
    return contacts.has_address(line) or _PART_OF_ADDRESS.fullmatch(line) is not None


def words(tree: Tree, annotations: Annotations, first: int, stop: int) -> str:
    """Return the words of some rows without the dates, times and prices in them; no more than a place may have."""
    if tree.offsets[stop] - tree.offsets[first] > _MOST_READ:
        stop = first + 1
    raw = tree.raw_text(first, stop)[:_MOST_READ]  # `<pre>` may be one row, asked for by all of its lines
    return finds.without(tree, raw, first, finds.within(tree, annotations, first, stop), joint=" ")


def _has_words(text: str) -> bool:
    return _TWO_LETTERS.search(text[:_LONGEST]) is not None


def headed(tree: Tree, annotations: Annotations, row: int, tables: dict[int, dict[int, int]]) -> Value | None:
    """Return the cell under a head such as `Location` in the table row that a row stands in.

    `tables` remembers, for every table that was looked at, which cell says the place of each of its rows.
    """
    if not _has_tables(tree):
        return None
    line = row
    for _ in range(_HIGHEST_LINE):
        if tree.tags[line] == "tr":
            break
        line = tree.parents[line]
        if line < 0:
            return None
    else:
        return None
    table = next((above for above in tree.ancestors(line) if tree.tags[above] == "table"), None)
    if table is None:
        return None
    if table not in tables:
        tables[table] = _place_cells(tree, table)
    cell = tables[table].get(line)
    if cell is None:
        return None
    value = places.clean(words(tree, annotations, cell, tree.ends[cell]))
    return Value(cell, value, 0.85) if _has_words(value) and len(value) < _LONGEST else None


@once_a_page
def _has_tables(tree: Tree) -> bool:
    return "tr" in tree.tags


def _place_cells(tree: Tree, table: int) -> dict[int, int]:
    """Return for every row of a table the cell of its place column; empty where no head names one."""
    lines = lay_out(tree, table)
    column = None
    for line in list(lines)[:_HEAD_ROWS]:
        for number, cell in lines[line].items():
            text = tree.text(cell) if tree.offsets[tree.ends[cell]] - tree.offsets[cell] < _FARTHEST else ""
            if text and len(text) <= _LONGEST_HEAD and _HEAD.search(text) and len(lines[line]) > 1:
                column = number
                break
        if column is not None:
            break
    if column is None:
        return {}
    return {line: cells[column] for line, cells in lines.items() if column in cells}
