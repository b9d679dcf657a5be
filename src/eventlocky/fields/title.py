"""The title of a record: its heading, else its link, else its emphasis, else its first line of words."""

from __future__ import annotations

import re

from eventlocky.annotate import Annotations
from eventlocky.fields import finds, lines
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.elements import HEADINGS
from eventlocky.types import Record

_CHOICES = (
    (HEADINGS, 0.9),
    (frozenset({"a"}), 0.7),
    (frozenset({"strong", "b", "em", "dt", "th", "summary", "caption", "legend"}), 0.6),
)
_LETTERS = re.compile(r"[^\W\d_]")
_EMPTY_BRACKETS = re.compile(r"[(（\[][\s,.:–-]{0,5}[)）\]]")
_LOOSE = re.compile(r"^(?:[.,;:|·•–—-]\s+)+")
"""What stood between a title and the date before it: `10 a.m. Engbretson Hall`, cut behind the hour."""

_FEWEST_LETTERS = 2
_LONGEST = 200
_FARTHEST = 2_000
"""What has more letters, spaces and dates included, is no title: it is not even read."""

_EMPTY_WORDS = re.compile(
    r"(?:read more|more|more info(?:rmation)?|details?|tickets?|buy tickets?|"
    r"book now|register|link|here|info|pdf|agenda|"
    r"minutes|video|map|mehr|weiterlesen|mehr (?:infos?|erfahren)|zum .{0,30}|karten|"
    r"anmelden|詳細|詳細はこちら|詳しく.{0,10}|もっと見る|申込.{0,10}|"
    r"en savoir plus|lire la suite|meer .{0,15}|leer más|scopri di più)[\s.:>»→…]{0,6}",
    re.IGNORECASE,
)


def read(tree: Tree, record: Record, annotations: Annotations) -> Found[str] | None:
    """Return the title of a record: what its finder read, else its likeliest words, or None where it has none."""
    if record.title:
        return Found(_LOOSE.sub("", record.title) or record.title, record.title_row, 0.8)
    for tags, confidence in _CHOICES:
        for row in range(record.first, record.stop):
            if tree.tags[row] in tags and (title := _clean(tree, row, tree.ends[row], annotations, record.context)):
                return Found(title, row, confidence)
    for line in lines.within(tree, record.first, record.stop):
        if title := _clean(tree, line.first, line.stop, annotations, record.context):
            return Found(title, line.first, 0.4)
    return None


def _clean(tree: Tree, first: int, stop: int, annotations: Annotations, context: tuple[int, ...]) -> str | None:
    """Return the words of some rows without the dates and prices in them, if they can be a title.

    A date that begins in a header above, the record's context, may end in these rows: its time does.
    """
    if tree.offsets[stop] - tree.offsets[first] > _FARTHEST:
        return None
    found = finds.within(tree, annotations, first, stop)
    above = [annotation for row in context for annotation in annotations.within("date", row, row + 1)]
    if above:
        found = sorted([*above, *found], key=lambda annotation: annotation.first)
    words = finds.without(tree, tree.raw_text(first, stop), first, found)
    title = _EMPTY_BRACKETS.sub("", words).strip(" -–—:|,;·•/_")
    if len(_LETTERS.findall(title)) < _FEWEST_LETTERS or len(title) > _LONGEST or _EMPTY_WORDS.fullmatch(title):
        return None
    return title
