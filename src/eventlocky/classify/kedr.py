"""The page test of KEDR (opera calendars 2009): nothing is learned.

Days, weekdays and times are key expressions (prices, for a kind that hangs on them). A page with fewer than two holds
no calendar. On one that does, a record is an event when it has a key expression, its own or inherited, and says more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import numpy as np

from eventlocky import dates
from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.classify.texts import Shares, record_text
from eventlocky.dates import Mention
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.types import Record

_FEWEST_KEYS = 2
_FEWEST_LETTERS = 3
_REFERENCE = date(2020, 1, 1)
"""The day texts without a page are read from: only what they name matters."""


class Kedr:
    """Two key expressions on the page, one in the record."""

    name = "kedr"

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""
        if _keys(annotations.within(kind.anchor, 0, len(tree))) < _FEWEST_KEYS:
            return [0.0] * len(records)
        labels = []
        for record in records:
            rows = [(record.first, record.stop), *((row, row + 1) for row in record.context)]
            found = [find for row in rows for find in annotations.within(kind.anchor, *row)]
            said = sum(find.stop - find.first for find in found)
            labels.append(_sure(_keys(found), len(record_text(tree, record)) - said, fewest=1))
        return labels

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text how sure it is that it is an event: the page test, with the text as the page."""
        found = []
        for text in texts:
            mentions = dates.find(text, reference=_REFERENCE)
            said = sum(mention.stop - mention.first for mention in mentions)
            found.append(_sure(sum(map(_count, mentions)), len(text) - said, fewest=_FEWEST_KEYS))
        return np.array(found, dtype=np.float64)


def _sure(keys: int, letters: int, *, fewest: int) -> float:
    """Return 0 where keys or words are missing, and more the more keys there are."""
    if keys < fewest or letters < _FEWEST_LETTERS:
        return 0.0
    return 1 - 0.5 ** (keys - fewest + 1)


def _keys(found: Iterable[Annotation]) -> int:
    return sum(_count(find.value.mention) if isinstance(find.value, Dated) else 1 for find in found)


def _count(mention: Mention) -> int:
    """Count the key expressions in a mention: a day, a weekday, a time."""
    start = mention.start
    return (start.day is not None) + (start.weekday is not None) + start.has_time
