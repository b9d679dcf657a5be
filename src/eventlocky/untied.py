"""Starts and ends in elements of their own, with nothing between: the dash is drawn by a style sheet, or by nobody.

`<time class="event-start">2:00 PM</time> <time class="event-end">3:00 PM</time>` is one time from two to three.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from eventlocky.page import Tree

_START = re.compile(r"(?:^|[\s_-])(?:start|begin|from)(?:s|date|time)?(?:$|[\s_-])|(?:start|begin)(?:Date|Time)")
_END = re.compile(r"(?:^|[\s_-])(?:end|finish|until)(?:s|date|time)?(?:$|[\s_-])|(?:end|finish)(?:Date|Time)")
_DIVIDER = re.compile(r"divider|separator|dash|(?:^|[\s_-])(?:sep|to)(?:$|[\s_-])")
_CLOCK = r"(?:1[0-2]|[1-9]):[0-5]\d ?[ap]\.?m\b\.?"
_TWO_TIMES = re.compile(rf"\s*({_CLOCK})[ \u00a0]({_CLOCK})\s*", re.IGNORECASE)
"""Two times alone in a text: their dash was drawn between them before the text was copied."""

_LONGEST_SPAN = 4 * 60
"""What begins so many minutes later is a second showing: `2:00 PM 8:00 PM`."""

_MORE_TIMES = re.compile(rf"\s*(?:{_CLOCK}[ \u00a0]){{2,12}}{_CLOCK}\s*", re.IGNORECASE)
"""Three or more of them are the showings of a film: on such a page two are, too."""

_DIGIT = re.compile(r"\d")
_LONGEST = 48


def places(tree: Tree) -> list[int]:
    """Return where in the text of a page an end begins that follows its start with nothing but space between."""
    names = tree.class_names
    ends = {row for row, name in enumerate(names) if name and _END.search(name)}
    holders = {tree.parents[row] for row in ends}
    holders |= {tree.parents[row] for row, name in enumerate(names) if name and _DIVIDER.search(name)}
    found: list[int] = []
    for holder in sorted(holders - {-1}):
        parts = tree.element_children(holder)
        says = [row for row in parts if tree.text(row)]
        drawn = [row for row in parts if _DIVIDER.search(tree.class_names[row])]
        for one, two in pairwise(says):
            is_named = two in ends and _START.search(names[one]) is not None and not _END.search(names[one])
            if (is_named or _is_divided(tree, drawn, one, two)) and _is_untied(tree, one, two):
                found.append(tree.offsets[two] + len(tree.raw_text(two)) - len(tree.raw_text(two).lstrip()))
    clocks = [(row, words) for row, words in enumerate(tree.texts) if words and words[-1] in "mM. \n"]
    pairs = [(row, said) for row, words in clocks if (said := _TWO_TIMES.fullmatch(words)) is not None]
    if not pairs or any(_MORE_TIMES.fullmatch(words) for _, words in clocks):
        return found
    return found + [tree.offsets[row] + said.start(2) for row, said in pairs if _is_span(said)]


def _is_span(said: re.Match[str]) -> bool:
    """Tell a start and its end from two showings, by the time between."""
    first, second = (_minutes(clock) for clock in said.groups())
    return 0 < (second - first) % (24 * 60) <= _LONGEST_SPAN


def _minutes(clock: str) -> int:
    """Return the minutes since midnight of a time as `2:30 pm`."""
    hour, _, rest = clock.partition(":")
    return int(hour) % 12 * 60 + int(rest[:2]) + 720 * ("p" in rest.lower())


def _is_divided(tree: Tree, drawn: Sequence[int], one: int, two: int) -> bool:
    """Tell two elements for times with an empty one between that is drawn as a dash."""
    if {tree.tags[one], tree.tags[two]} != {"time"}:
        return False
    place = bisect_right(drawn, one)
    return place < len(drawn) and drawn[place] < two


def _is_untied(tree: Tree, one: int, two: int) -> bool:
    """Tell whether two short texts with numbers stand side by side, and nothing between them."""
    if tree.whole_text[tree.offsets[tree.ends[one]] : tree.offsets[two]].strip(" "):
        return False
    texts = [tree.text(row) for row in (one, two)]
    is_number = all(_DIGIT.search(text) and len(text) <= _LONGEST for text in texts)
    return is_number and texts[0] != texts[1]
