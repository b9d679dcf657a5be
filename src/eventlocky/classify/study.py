"""Which field of study a talk belongs to: mathematics, physics, medicine …, by its words.

The title counts most, and so does the name of the series or department that holds it; the abstract follows. The words
are data (`study.toml`). Where two fields are about equal, or too little tells, there is none.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from eventlocky.classify import lookup
from eventlocky.classify.category import Judgement, confidence
from eventlocky.classify.lookup import HINT, SURE, Words
from eventlocky.text.words import lowered

FIELDS: Final = (
    "mathematics", "physics", "chemistry", "biology", "medicine", "computing", "engineering", "earth", "economics",
    "law", "politics", "psychology", "history", "philosophy", "language", "arts", "education",
)  # fmt: skip
"""Every field that may be given; of two with equal points the former goes first."""

_OF_TITLE, _OF_SERIES, _OF_TEXT = 3.0, 3.0, 1.0
_LEAST = 2.9
"""One sure word of the abstract, or two hints, of which one stands in the title: less is nothing."""

_LEAST_SHARE = 0.5
_LONGEST = 2_000


def judge(title: str, text: str = "", *, series: str = "") -> Judgement | None:
    """Return the field of study of a talk; `series` is the name of what it is part of, such as "Physics Colloquium"."""
    words = _words()
    parts = [(title, _OF_TITLE), (series, _OF_SERIES), (text, _OF_TEXT)]
    found = lookup.judge(
        (words.count(part[:_LONGEST], lowered(part[:_LONGEST])), weight) for part, weight in parts if part
    )
    if found is None or found.points < _LEAST or found.share < _LEAST_SHARE:
        return None
    return Judgement(FIELDS[found.number], confidence(found))


@cache
def _words() -> Words:
    table = tomllib.loads((Path(__file__).parent / "study.toml").read_text(encoding="utf-8"))
    entries: dict[tuple[str, int], float] = {}
    for number, name in enumerate(FIELDS):
        entries |= {(entry, number): HINT for entry in table["hints"][name].split()}
        entries |= {(entry, number): SURE for entry in table[name].split()}
    return Words(entries)
