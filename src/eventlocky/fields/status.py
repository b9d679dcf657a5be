"""What has become of a record: cancelled, postponed, moved, sold out."""

from __future__ import annotations

import re

from eventlocky.types import Status

_CANCELLED = (
    r"\bcancell?ed\b|\babgesagt\b|\bentfällt\b|\bfällt aus\b|\bannulée?\b|\bafgelast\b|\bannullato\b"
    r"|\bcancelad[oa]\b|中止"
)
_POSTPONED = r"\bpostponed\b|\bverschoben\b|\breportée?\b|\buitgesteld\b|\brinviato\b|\baplazad[oa]\b|延期"
_SOLD_OUT = r"\bsold out\b|\bausverkauft\b|\bcomplet\b|\buitverkocht\b|\besaurito\b|\bagotad[oa]\b|完売|満席"
_WORDS = ((Status.CANCELLED, _CANCELLED), (Status.POSTPONED, _POSTPONED), (Status.SOLD_OUT, _SOLD_OUT))
_STATUS = tuple((status, re.compile(words, re.IGNORECASE)) for status, words in _WORDS)


def read(text: str) -> Status:
    """Return the status that a record's words say."""
    for status, words in _STATUS:
        if words.search(text):
            return status
    return Status.SCHEDULED
