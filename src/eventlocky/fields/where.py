"""Where a record takes place: venue, room, street address, or online.

What is marked as a place goes first (a label, a class, the head of a column), then the column of the list
that looks most like places, then words that name one ("at the Town Hall", a street address and the name
in front of it), and at last the page's own place as a default of low confidence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from eventlocky.annotate import Annotations
from eventlocky.fields import cues, lands, premises, slots, title
from eventlocky.fields.base import Found
from eventlocky.fields.cues import Value
from eventlocky.fields.premises import Premises
from eventlocky.page import Tree
from eventlocky.page.tree import Line
from eventlocky.text import places
from eventlocky.text.contacts import Contact
from eventlocky.types import Place, Record

_AT = re.compile(r"(?:at|@|＠|chez)\s{1,3}(?:the )?(?P<place>[^\s,].{1,118})", re.IGNORECASE)
_AFTER_AT = re.compile(r"(?<![\w.])[@＠]\s{0,3}(?P<place>[^\s\d].{1,118})")
_PARTS = re.compile(r"\s[/·|•–]\s|\s{3,}|\s?//\s?")
_LONGEST_LINE = 90
_LONGEST_TEXT = 1_500
_LONGEST_LEAD = 60
_WIDEST_GAP = 80
"""Rows between two records that are searched for a marked place, where a record was cut too small."""

_MOST_LINES = 3
_WEAK = 0.5
_MOST_ADDRESSES = 2
"""A record with more street addresses speaks of other things than its place: cases, branches, projects."""
_MOST_ROWS = 3_000
"""A record with more rows is most of a page: its words beyond are not looked at for weak signs of a place."""


def of_page(tree: Tree, annotations: Annotations) -> Premises:
    """Read once what a page says of the place of all its events: the default of `read` and `read_list`."""
    return premises.of(tree, annotations)


def read(
    tree: Tree, record: Record, annotations: Annotations, default: Premises | None = None
) -> Found[Place] | None:
    """Return the place of a record, or the page's own where it says none."""
    return read_list(tree, [record], annotations, default)[0]


def read_list(
    tree: Tree, records: Sequence[Record], annotations: Annotations, default: Premises | None = None
) -> list[Found[Place] | None]:
    """Return the place of every record of a page, each list deciding on its column as a whole."""
    found: list[Found[Place] | None] = [None] * len(records)
    titles = [title.read(tree, record, annotations) for record in records]
    reach = lands.of(tree, records)
    tables: dict[int, dict[int, int]] = {}
    lists: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        lists.setdefault(record.group, []).append(number)
    gaps = _gaps(tree, records, reach)
    for members in lists.values():
        ranges = [reach[number] for number in members]
        rows = [heading.row if (heading := titles[number]) else None for number in members]
        for number, column in zip(members, slots.read(tree, annotations, ranges, rows), strict=True):
            heading = titles[number]
            value = (
                _marked(tree, records[number], reach[number], annotations, tables)
                or column
                or _worded(tree, reach[number], annotations, heading.row if heading else None)
                or cues.labelled(tree, annotations, *gaps[number])
                or _lined(tree, gaps[number], annotations)
                or _titled(heading)
            )
            if value and default and default.statements and _is_title(tree, value, heading):
                value = None
            if value:
                place = premises.split(value.text)
                found[number] = Found(default.complete(place) if default else place, value.row, value.confidence)
            elif default:
                found[number] = default.near(tree, records[number].first)
    return found


def _lined(tree: Tree, gap: tuple[int, int], annotations: Annotations) -> Value | None:
    """Return a short line behind a record that looks like a place: a record may be cut off before it."""
    if gap[1] <= gap[0]:
        return None
    for line in tree.lines(*gap)[:_MOST_LINES]:
        text = places.clean(cues.words(tree, annotations, line.first, line.stop))
        if len(line.text) <= _LONGEST_LINE and places.score(text) > 1:
            return Value(line.first, text, 0.35)
    return None


def _titled(heading: Found[str] | None) -> Value | None:
    """Return the place that a title names: "Soundtrack at The Garden"."""
    if heading is None:
        return None
    name = places.clean(heading.value)
    if places.score(name) > 1 and not places.find_phrases(name):
        return Value(heading.row, name, 0.35)
    for phrase in [*places.find_phrases(heading.value), *places.find_names(heading.value)]:
        return Value(heading.row, phrase.text, 0.35)
    return None


def _is_title(tree: Tree, value: Value, heading: Found[str] | None) -> bool:
    """Tell whether a place was only read off the title: what the page says of all its events is better."""
    return heading is not None and value.confidence <= _WEAK and heading.row <= value.row < tree.ends[heading.row]


def _gaps(tree: Tree, records: Sequence[Record], reach: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the rows behind every land up to the next one, where they are few."""
    firsts = sorted(first for first, _ in reach)
    gaps = []
    for record, (_, stop) in zip(records, reach, strict=True):
        begin = max(stop, record.stop)
        place = bisect_left(firsts, begin)
        end = firsts[place] if place < len(firsts) else len(tree)
        gaps.append((begin, min(end, begin + _WIDEST_GAP)))
    return gaps


def _marked(
    tree: Tree, record: Record, land: tuple[int, int], annotations: Annotations, tables: dict[int, dict[int, int]]
) -> Value | None:
    """Return what is marked as a place, in the record itself before the rest of its land."""
    value = (
        cues.headed(tree, annotations, record.first, tables)
        or cues.labelled(tree, annotations, record.first, record.stop)
        or cues.named(tree, annotations, record.first, record.stop)
    )
    if value is None and land != (record.first, record.stop):
        value = cues.labelled(tree, annotations, *land) or cues.named(tree, annotations, *land)
    return value


def _worded(tree: Tree, land: tuple[int, int], annotations: Annotations, heading: int | None) -> Value | None:
    """Return words that name a place by themselves: behind `at`, with an address, or a short line of them."""
    first, stop = land[0], min(land[1], land[0] + _MOST_ROWS)
    is_furniture = tree.is_boilerplate(first)
    lines = [line for line in tree.lines(first, stop) if is_furniture or not tree.is_boilerplate(line.first)]
    for line in lines:
        match = _AT.match(line.text) or _AFTER_AT.search(line.text[:_LONGEST_TEXT])
        if match and (text := _first_part(match["place"])) and not text[0].isdigit():
            return Value(line.first, text, 0.55)
    if value := _addressed(tree, annotations, first, stop):
        return value
    for line in lines:
        if len(line.text) <= _LONGEST_LINE and not _is_heading(tree, line, heading):
            for part in _PARTS.split(cues.words(tree, annotations, line.first, line.stop)):
                text = places.clean(part)
                if places.score(text) > 1:
                    return Value(line.first, text, 0.45)
    for line in lines:
        text = line.text[:_LONGEST_TEXT]
        for phrase in places.find_phrases(text):
            if phrase.score > 0:
                return Value(line.first, places.with_address(text, phrase), 0.4)
    for line in lines:
        if not _is_heading(tree, line, heading):
            for phrase in places.find_names(line.text[:_LONGEST_TEXT]):
                return Value(line.first, phrase.text, 0.3)
    return None


def _is_heading(tree: Tree, line: Line, heading: int | None) -> bool:
    """Tell whether a line is the title; a link around the whole record makes no line of it one."""
    return heading is not None and line.first <= heading < line.stop and tree.ends[heading] <= line.stop


def _first_part(text: str) -> str:
    """Return a name up to the hour or the sentence behind it: "The Fighting Cocks, 7:00pm (18+) …"."""
    text = text[: places.sentence_stop(text, 0)]
    text = re.split(r",? \d{1,2}(?::\d\d)? ?[ap]m\b|, \d{1,2}[:.]\d\d|,? \d{1,2}:\d\d", text, maxsplit=1)[0]
    return places.clean(text)


def _addressed(tree: Tree, annotations: Annotations, first: int, stop: int) -> Value | None:
    """Return the first street address of some rows with the name in front of it."""
    found = annotations.within("address", first, stop)
    if len({annotation.value.text for annotation in found if isinstance(annotation.value, Contact)}) > _MOST_ADDRESSES:
        return None
    for annotation in found:
        if not isinstance(annotation.value, Contact):
            continue
        row = annotation.row
        begin = row
        while begin > first and tree.texts[begin][:1] not in {"\n", "\t"}:
            begin -= 1
        text = cues.block(tree, annotations, begin, stop)
        if annotation.value.text not in text:
            text = places.clean(annotation.value.text)
        where = text.find(annotation.value.text)
        if where > _LONGEST_LEAD:
            for phrase in places.find_phrases(text):
                return Value(begin, places.with_address(text, phrase), 0.5)
            text, where = text[where:], 0
        behind = text[where + len(annotation.value.text) :]
        if places.is_doubtful(behind):
            continue
        if places.is_doubtful(text[:where]):
            text, where = text[where:], 0
        if where <= len("at "):
            before = _line_before(tree, annotations, begin, first)
            if before and len(before.text) <= _LONGEST_LINE and places.score(before.text) >= 0:
                return Value(before.row, f"{before.text}, {text}", 0.5)
        return Value(begin, text, 0.5)
    return None


def _line_before(tree: Tree, annotations: Annotations, row: int, first: int) -> Value | None:
    """Return the line that ends above a row."""
    end = row
    while row > first:
        row -= 1
        if tree.texts[row][:1] in {"\n", "\t"} or row == first:
            if text := places.clean(cues.words(tree, annotations, row, end)):
                return Value(row, text, 0.5)
            end = row
    return None
