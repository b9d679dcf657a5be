"""Where a record takes place: what is labelled as a place, or a street address."""

from __future__ import annotations

import re

from eventlocky.annotate import Annotations
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.text.contacts import Contact
from eventlocky.types import Place, Record

_LABEL = re.compile(
    r"^\W{0,3}(?:location|venue|where|place|room|ort|veranstaltungsort|wo|saal|lieu|où|luogo|lugar|plaats|locatie|場所|会場|開催場所)"
    r"\s?[:：]\s?(?P<place>\S.{0,119})",
    re.IGNORECASE,
)
_CLASS = re.compile(r"location|venue|place|address|ort\b", re.IGNORECASE)
_ONLINE = re.compile(r"\b(?:online|zoom|webinar|virtual|livestream)\b|オンライン", re.IGNORECASE)
_LONGEST = 160
_FARTHEST = 2_000
"""What has more letters, spaces included, is no place: it is not even read."""


def read(tree: Tree, record: Record, annotations: Annotations) -> Found[Place] | None:
    """Return the place of a record, or None."""
    for line in tree.lines(record.first, record.stop):
        if match := _LABEL.match(line.text):
            return Found(_place(match["place"]), line.first, 0.8)
    for row in range(record.first, record.stop):
        names = tree.attr(row, "class")
        if not names or not _CLASS.search(names) or tree.offsets[tree.ends[row]] - tree.offsets[row] > _FARTHEST:
            continue
        if 0 < len(text := tree.text(row)) <= _LONGEST:
            return Found(_place(text), row, 0.6)
    for annotation in annotations.within("address", record.first, record.stop):
        if isinstance(annotation.value, Contact):
            return Found(Place(address=annotation.value.text), annotation.row, 0.4)
    return None


def _place(text: str) -> Place:
    return Place(name=text.strip(), online=bool(_ONLINE.search(text)))
