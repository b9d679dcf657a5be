"""The event identifier of EventFinder (MIT 2003): nothing is learned.

A page must hold one of a few words (seminar, lecture, …). A record with two of three qualities (a date, an affiliation,
somebody's name) looks like an event, and where more than half of a group does, all of the group are events. The thesis'
words are English; those of other languages are our translations.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

import numpy as np

from eventlocky import dates
from eventlocky.annotate import Annotations
from eventlocky.classify.texts import Shares, record_text
from eventlocky.kinds import Kind
from eventlocky.page import Tree
from eventlocky.text.people import has_name
from eventlocky.types import Record

_PAGE_WORDS = re.compile(
    r"\b(?:events?|seminars?|lectures?|colloqui(?:a|um|ums)|veranstaltung(?:en)?|seminare?|vortr(?:a|ä)ge?|kolloquium|"
    r"événements?|séminaires?|conférences?|eventos?|seminarios?|eventi|seminari)\b|イベント|セミナー|講演|講座|催し|研究会|行事",
    re.IGNORECASE,
)
_AFFILIATION = re.compile(
    r"\b(?:prof(?:essors?|\.|essorin)?|universit(?:y|ies|ät|äten|é|és|à|eit|ad)|universidad|colleges?|dep(?:artments?|t\.)|"
    r"institut(?:es?|ion|ions|o)?|laborator(?:y|ies)|labs?|fakultät|hochschule|facult(?:y|é))(?!\w)"
    r"|教授|大学|学部|学科|研究所|研究室|研究科|学院|高専",
    re.IGNORECASE,
)
_ENOUGH = 2
_MOST = 0.5
_SURE = (0.0, 0.25, 0.75, 1.0)
"""How sure no, one, two and three of the qualities make it; the thesis says yes from two on."""

_REFERENCE = date(2020, 1, 1)
"""The day texts without a page are read from: only whether they name a day matters."""


class EventFinder:
    """A date, an affiliation, a name: two of three, in more than half of a group."""

    name = "eventfinder"

    def label(self, tree: Tree, annotations: Annotations, records: Sequence[Record], kind: Kind) -> list[float]:  # noqa: ARG002
        """Return for every record how sure it is that it is one of the kind, from 0 to 1."""
        if not records or not _PAGE_WORDS.search(tree.whole_text):
            return [0.0] * len(records)
        counts = []
        for record in records:
            rows = [(record.first, record.stop), *((row, row + 1) for row in record.context)]
            is_dated = any(annotations.count("date", *row) for row in rows)
            counts.append(_qualities(record_text(tree, record), is_dated=is_dated))
        groups: dict[int, list[bool]] = defaultdict(list)
        for record, count in zip(records, counts, strict=True):
            groups[record.group].append(count >= _ENOUGH)
        listed = {group for group, marked in groups.items() if sum(marked) > _MOST * len(marked)}
        return [
            max(_SURE[count], 0.5) if record.group in listed else 0.0
            for record, count in zip(records, counts, strict=True)
        ]

    def probabilities(self, texts: Sequence[str], pages: Sequence[str] | None = None) -> Shares:  # noqa: ARG002
        """Return for every text, each a record that stands alone, how sure it is that it is an event."""
        found = [_qualities(text, is_dated=_names_a_day(text)) for text in texts]
        return np.array([_SURE[count] for count in found], dtype=np.float64)


def _qualities(text: str, *, is_dated: bool) -> int:
    return is_dated + (_AFFILIATION.search(text) is not None) + has_name(text)


def _names_a_day(text: str) -> bool:
    return any(mention.start.day is not None for mention in dates.find(text, reference=_REFERENCE))
