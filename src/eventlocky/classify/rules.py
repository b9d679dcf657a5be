"""The plain rules: a record must have what its kind needs; words for and against move the score.

Nothing is learned. The weights are round numbers: this is the bar for trained models.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventlocky.annotate import Annotations
from eventlocky.kinds import FIELDS, Kind
from eventlocky.page import Tree
from eventlocky.types import Record

_START = 0.5
_FOR = 0.1
_AGAINST = 0.2
_ALONE = 0.1
_BOILERPLATE = 0.3
_MOST_WORDS = 400
"""A record of more words is an article, not an announcement: the longest in the demo town has 120."""


class Rules:
    """Needs, words for, words against."""

    name = "rules"

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""
        return [_score(tree, annotations, record, kind) for record in records]


def _score(tree: Tree, annotations: Annotations, record: Record, kind: Kind) -> float:
    if not _has_needs(tree, annotations, record, kind):
        return 0.0
    text = tree.text(record.first, record.stop).casefold()
    score = _START
    if kind.words_for:
        score += _FOR * min(3, len(set(kind.words_for.findall(text))))
    if kind.words_against:
        score -= _AGAINST * min(3, len(set(kind.words_against.findall(text))))
    if tree.is_boilerplate(record.first):
        score -= _BOILERPLATE
    if record.score < 1 or text.count(" ") > _MOST_WORDS:
        score -= _ALONE
    return max(0.0, min(1.0, score))


def _has_needs(tree: Tree, annotations: Annotations, record: Record, kind: Kind) -> bool:
    """Tell whether every need is met by a find, in the record or in what it inherits; fields are asked later."""
    ranges = [(record.first, record.stop), *((row, row + 1) for row in record.context)]
    return all(
        need & FIELDS or any(annotations.count(name, *rows) for name in need for rows in ranges) for need in kind.needs
    ) and bool(tree.text(record.first, record.stop))
