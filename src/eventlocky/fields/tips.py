"""Days that a record tells in a tip only: what is shown when somebody points at a sign or asks for more.

Shops write there how long an offer holds. Events are not read so: the tips of their pages tell days of other things.
"""

from __future__ import annotations

import re
from datetime import date

from eventlocky import dates
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.types import Record, When

_TIPS = (
    "data-bs-content", "data-content", "data-bs-original-title", "data-original-title", "data-bs-title", "data-tooltip",
    "data-tip", "data-tippy-content", "title", "aria-label",
)  # fmt: skip
"""Attributes that hold tips: those of the common scripts for them, and the two of HTML itself."""

_TAG = re.compile(r"<[^<>]{0,200}>")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
"""Tips hold ratings (4/5) and sizes (1 set): only what names a year is a day."""

_LONGEST, _MOST_ROWS = 300, 60
"""What is longer is no tip, and what has more parts no offer."""


def read(tree: Tree, record: Record, reference: date) -> Found[When] | None:
    """Return the first day that a tip of a record tells, or None."""
    for row in range(record.first, min(record.stop, record.first + _MOST_ROWS)):
        for name in _TIPS:
            tip = tree.attr(row, name)
            if tip and len(tip) <= _LONGEST and _YEAR.search(tip):
                when = dates.read(_TAG.sub(" ", tip), reference=reference)
                if when is not None and when.first_day is not None:
                    return Found(when, row, when.confidence, name)
    return None
