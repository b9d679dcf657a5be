"""The title of a record: its heading, else its link, else its emphasis, else its first line of words."""

from __future__ import annotations

import re

from eventlocky.annotate import Annotations
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
        return Found(record.title, record.title_row, 0.8)
    for tags, confidence in _CHOICES:
        for row in range(record.first, record.stop):
            if tree.tags[row] in tags and (title := _clean(tree, row, tree.ends[row], annotations, record.context)):
                return Found(title, row, confidence)
    for line in tree.lines(record.first, record.stop):
        if title := _clean(tree, line.first, line.stop, annotations, record.context):
            return Found(title, line.first, 0.4)
    return None


def _clean(tree: Tree, first: int, stop: int, annotations: Annotations, context: tuple[int, ...]) -> str | None:
    """Return the words of some rows without the dates and prices in them, if they can be a title.

    A date that begins in a header above, the record's context, may end in these rows: its time does.
    """
    offset = tree.offsets[first]
    if tree.offsets[stop] - offset > _FARTHEST:
        return None
    text = tree.raw_text(first, stop)
    kept = []
    begin = 0
    found = [annotation for row in context for annotation in annotations.within("date", row, row + 1)]
    found += [found for name in ("date", "time", "money") for found in annotations.within(name, first, stop)]
    for annotation in sorted(found, key=lambda annotation: annotation.first):
        kept.append(text[begin : max(begin, annotation.first - offset)])
        begin = max(begin, annotation.stop - offset)
    kept.append(text[begin:])
    title = _EMPTY_BRACKETS.sub("", " ".join("".join(kept).split())).strip(" -–—:|,;·•/")
    if len(_LETTERS.findall(title)) < _FEWEST_LETTERS or len(title) > _LONGEST or _EMPTY_WORDS.fullmatch(title):
        return None
    return title
