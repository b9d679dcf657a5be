"""Where a record takes place: venue, room, street address, or online.

What a model has learned of places chooses among all ways to read them (`venues`). Without one, what is marked as a
place goes first (a label, a class, the head of a column), then the column of the list that looks most like places, then
words that name one ("at the Town Hall", a street address and the name in front of it), and at last the page's own place
as a default of low confidence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from eventlocky.annotate import Annotations
from eventlocky.fields import columns, cues, lands, mentions, premises, title, venues
from eventlocky.fields.base import Found
from eventlocky.fields.cues import Value
from eventlocky.fields.premises import Premises
from eventlocky.models import Forest, Model
from eventlocky.page import Tree
from eventlocky.types import Place, Record

_WIDEST_GAP = 80
"""Rows behind a record that are searched for a place, where the record was cut too small."""

_WEAK = 0.5
_HOURS = re.compile(
    r"^[をはにがでと、]*(?:午前|午後)?\d{1,2}[時:：](?:\d{2}分?|半)?(?:から|より|[〜～~-])(?:(?:午前|午後)?\d{1,2}[時:：]"
    r"(?:\d{2}分?|半)?)?(?:まで)?[、に]?"
)
"""What a Japanese sentence has between what takes place and where: `を10時から15時まで川端公園`."""


def of_page(tree: Tree, annotations: Annotations) -> Premises:
    """Return what a page says of the place of all its events: the default of `read` and `read_list`."""
    return Premises(tree, annotations)


def read(tree: Tree, record: Record, annotations: Annotations, default: Premises | None = None) -> Found[Place] | None:
    """Return the place of a record, or the page's own where it says none."""
    return read_list(tree, [record], annotations, default)[0]


def read_list(
    tree: Tree,
    records: Sequence[Record],
    annotations: Annotations,
    default: Premises | None = None,
    titles: Sequence[Found[str] | None] | None = None,
    reach: list[tuple[int, int]] | None = None,
    model: Model | None = None,
) -> list[Found[Place] | None]:
    """Return the place of every record of a page, each list deciding on its column as a whole.

    `titles` and `reach` are the titles and the lands of the records, where they are known.
    """
    if titles is None:
        titles = [title.read(tree, record, annotations) for record in records]
    reach = lands.of(tree, records) if reach is None else reach
    in_columns = _columns(tree, records, annotations, reach, titles)
    if model is not None and default is not None and (forest := venues.forest_of(model)) is not None:
        seen = see(tree, records, annotations, default, titles, reach, in_columns)
        return _learned(seen, default, forest, model)
    tables: dict[int, dict[int, int]] = {}
    known: dict[str, Place] = {}
    found: list[Found[Place] | None] = []
    for record, land, gap, column, heading in zip(
        records, reach, _gaps(tree, records, reach), in_columns, titles, strict=True
    ):
        value = (
            _marked(tree, annotations, record, land, tables)
            or column
            or mentions.find(tree, annotations, *land, heading.row if heading else None)
            or venues.behind(tree, annotations, gap)
            or (mentions.in_title(heading.row, heading.value) if heading else None)
        )
        if value and default and _is_title(tree, value, heading) and default.statements:
            value = None
        if value:
            place = known.get(value.text)
            if place is None:
                place = premises.split(value.text)
                place = known[value.text] = default.complete(place) if default else place
            found.append(Found(place, value.row, value.confidence))
        else:
            found.append(default.near(tree, record.first) if default else None)
    return found


def see(
    tree: Tree,
    records: Sequence[Record],
    annotations: Annotations,
    default: Premises,
    titles: Sequence[Found[str] | None],
    reach: list[tuple[int, int]],
    in_columns: Sequence[Value | None] | None = None,
) -> list[venues.Seen]:
    """Return what may say the place of every record of a page."""
    if in_columns is None:
        in_columns = _columns(tree, records, annotations, reach, titles)
    reader = venues.Reader(tree, annotations, default, reach)
    parts = zip(records, reach, _gaps(tree, records, reach), titles, in_columns, strict=True)
    return [venues.Seen(reader, *part) for part in parts]


def _learned(seen: list[venues.Seen], default: Premises, forest: Forest, model: Model) -> list[Found[Place] | None]:
    """Return the likeliest place of every record, each list deciding as a whole."""
    known: dict[str, Place] = {}
    found: list[Found[Place] | None] = [each.default for each in seen]
    lists = lists_of([each.record for each in seen])
    chosen = venues.choose([[seen[number] for number in members] for members in lists], forest, model)
    for members, answers in zip(lists, chosen, strict=True):
        for number, (sighting, chance) in zip(members, answers, strict=True):
            if sighting is not None:
                if sighting.text not in known:
                    said = _HOURS.sub("", sighting.text) or sighting.text
                    known[sighting.text] = default.complete(premises.split(said))
                found[number] = Found(known[sighting.text], sighting.row, chance)
    return found


def lists_of(records: Sequence[Record]) -> list[list[int]]:
    """Return the numbers of the records of every list."""
    lists: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        lists.setdefault(record.group, []).append(number)
    return list(lists.values())


def _columns(
    tree: Tree,
    records: Sequence[Record],
    annotations: Annotations,
    reach: list[tuple[int, int]],
    titles: Sequence[Found[str] | None],
) -> list[Value | None]:
    """Return what stands in the place column of each record's list."""
    chosen: list[Value | None] = [None] * len(records)
    for members in lists_of(records):
        rows = [heading.row if (heading := titles[number]) else None for number in members]
        values = columns.read(tree, annotations, [reach[number] for number in members], rows)
        for number, value in zip(members, values, strict=True):
            chosen[number] = value
    return chosen


def _marked(
    tree: Tree, annotations: Annotations, record: Record, land: tuple[int, int], tables: dict[int, dict[int, int]]
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


def _gaps(tree: Tree, records: Sequence[Record], reach: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the rows behind every land up to the next one, where they are few."""
    firsts = sorted(first for first, _ in reach)
    furniture = tree.marks.boilerplate
    gaps = []
    for record, (_, stop) in zip(records, reach, strict=True):
        begin = max(stop, record.stop)
        place = bisect_left(firsts, begin)
        end = min(firsts[place] if place < len(firsts) else len(tree), begin + _WIDEST_GAP)
        barred = furniture.find(1, begin, end)
        gaps.append((begin, barred if barred >= 0 else end))
    return gaps


def _is_title(tree: Tree, value: Value, heading: Found[str] | None) -> bool:
    """Tell whether a place was only read off the title: what the page says of all its events is better."""
    return heading is not None and value.confidence <= _WEAK and heading.row <= value.row < tree.ends[heading.row]
