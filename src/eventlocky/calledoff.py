"""Days on which nothing takes place, by what a page says beside them: `NO MEETING`, a new date behind the old one.

A day that is only cancelled stays: who reads the page shall learn that it is. One that is struck out beside another, or
said to be moved to another, is the old one, and "no meeting" announces nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise

from eventlocky.dates import Mention, Role
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.page.tables import cell_of, column_of, lay_out

_STRIKES = "s, strike, del, [style*=line-through]"
_HIGHEST_STRIKE, _HIGHEST_CELL = 4, 6
"""Elements from a date up to the one that strikes it out, and up to its cell."""

_GATHERING = (
    r"(?:meetings?|class(?:es)?|seminars?|colloqui(?:um|a)|rehearsals?|(?:worship )?services?|school|sessions?|"
    r"practice|games?|concerts?|shows?|performances?|programs?|story ?times?|lessons?|events?|talks?|workshops?)"
)
_NO_HURDLE = r"(?:admission|extra|added|charge|cover|costs?|fees?|tickets?|registration|rsvp|experience|talent)\b"
_ENDS = (
    r"(?=[ .!*)\]]{0,4}(?:[\n\t;,(–—|]|[–—-] |$)|[ .:,!]{1,2}(?:is|are|this|on|in|at|for|due|because|today|tonight|"
    r"until|scheduled|planned|held|will|that|during|week)\b)"
)
"""What is no reason not to meet, and what follows where nobody does: `No School Movie Matinee` is one to go to."""

_NONE = re.compile(
    rf"[)\]]?(?:[ ,.:;|*(\[–—-]{{1,6}}|\n{{1,4}})(?:there (?:is|are|will be) )?"
    rf"no (?:(?!{_NO_HURDLE})[a-z&-]+ ){{0,2}}?{_GATHERING}{_ENDS}",
    re.IGNORECASE,
)
_NO_MORE = re.compile(
    r"(?: (?:is |are )?(?:scheduled|planned|held|today|tonight|at this time|this (?:week|month)))?[ .!*)]{0,4}(?:\n|$)",
    re.IGNORECASE,
)
_HOUSE_CLOSED = re.compile(
    r"[ ,.:;|*(\[–—-]{1,6}(?:[^\W\d_]+['’]?s? ){0,3}?(?:offices?|halls?|librar(?:y|ies)|schools?|buildings?|"
    r"branch(?:es)?|museums?|facilit(?:y|ies)|galler(?:y|ies)|locations) (?:(?:will be|is|are) )?closed"
    r"(?=[ .!*)\]]{0,4}(?:[\n\t;,(]|$)|\W{0,3}(?:for|on|in|due|because|to|until|from|all|at|today|this)\b)",
    re.IGNORECASE,
)
"""What follows a day on which nobody meets, in its line or alone in the next, and one on which a house is closed."""

_LONGEST_NOTE = 60
_NOTE = re.compile(
    rf"\W{{0,3}}no (?:(?!{_NO_HURDLE})[a-z&-]+ ){{0,2}}?{_GATHERING}{_ENDS}[^\n\t\d]{{0,40}}", re.IGNORECASE
)
"""A cell that says so for its row."""

_MOVED_TO = re.compile(
    r"[ ,:;.)(*–—-]{0,4}(?:(?:has been|was|is|meeting) )?"
    r"(?:cancell?ed[ ,:;.)(*–—-]{1,4}(?:and )?)?"
    r"(?:(?:re-?scheduled|postponed|moved|changed) (?:to|until|for)|(?:re-?scheduled|postponed|moved|new date|now))"
    r"[ :,(*–—-]{0,4}(?:on )?",
    re.IGNORECASE,
)
_LONGEST_BETWEEN = 80

_OF_PAPERS = re.compile(
    r"[(\[](?:draft |minutes |agenda )?(?:approved|adopted|amended|revised|posted|uploaded|published|signed|filed)"
    r"(?: on)?:? $",
    re.IGNORECASE,
)
_LONGEST_PAPER = 28
"""How a note in brackets begins that says what became of a paper on a day."""

_CANCELLED = re.compile(
    r"\W{0,4}(?:has been |is )?(?:cancell?ed|sold out|fully booked|ausverkauft|complet|uitverkocht|agotad[oa])",
    re.IGNORECASE,
)
"""What is struck out for another reason than that it has moved."""


def read(tree: Tree, mentions: list[Mention]) -> list[Mention]:
    """Give the days on which nothing takes place the role that says so."""
    days = {one.first: one.stop for one in mentions if _is_day(one)}
    places = list(days.items())
    moved = _moved(tree.whole_text, places)
    off = unheld(tree, places) | moved.keys() | _struck(tree, places) | _noted(tree.whole_text, places)
    if not off:
        return mentions  # as on most pages
    hours = {moved[one.first]: one for one in mentions if one.first in moved and one.start.has_time}
    told = [_at_hour(one, hours[one.first]) if one.first in hours else one for one in mentions]
    return [replace(one, role=Role.OFF) if one.first in off and _is_day(one) else one for one in told]


def _at_hour(day: Mention, old: Mention) -> Mention:
    """Give a new day the hour of the old one, unless it says its own."""
    if day.start.has_time or day.end is not None or not _is_day(day):
        return day
    return replace(day, start=replace(day.start, hour=old.start.hour, minute=old.start.minute))


def _is_day(mention: Mention) -> bool:
    """Tell one day, or a run of them, from a list and from a rule: a note behind a list is of its last day only."""
    return mention.role is Role.START and mention.start.day is not None and mention.rule is None and not mention.more


def unheld(tree: Tree, places: Sequence[tuple[int, int]]) -> set[int]:
    """Return where those days begin behind which a page says that nobody meets."""
    text = tree.whole_text
    lower = text.lower()
    found: set[int] = set()
    if "no " in lower:
        found |= {first for first, stop in places if _is_none(text, stop)} | _by_cells(tree, places, lower)
    if " closed" in lower:
        found |= {first for first, stop in places if _HOUSE_CLOSED.match(text, stop, stop + _LONGEST_NOTE)}
    return found


def _is_none(text: str, stop: int) -> bool:
    """Tell whether nobody meets on a day, by the words behind it; those of the next line stand alone in it."""
    found = _NONE.match(text, stop, stop + _LONGEST_NOTE)
    if found is None:
        return False
    return text[stop] != "\n" or _NO_MORE.match(text, found.end()) is not None


def _by_cells(tree: Tree, places: Sequence[tuple[int, int]], lower: str) -> set[int]:
    """Return the days of table rows of which another cell says so: the only day of its row, in a column of days."""
    if "tr" not in tree.tags or "\tno " not in lower:
        return set()
    by_line: dict[int, list[tuple[int, int]]] = {}
    dated: set[tuple[int, int]] = set()
    tables: dict[int, int] = {}
    for first, _ in places:
        cell = cell_of(tree, tree.row_at(first), _HIGHEST_CELL)
        if tree.tags[cell] not in CELLS:
            continue
        line = tree.parents[cell]
        table = next((above for above in islice(tree.ancestors(line), 3) if tree.tags[above] == "table"), None)
        if table is not None:
            tables[line] = table
            by_line.setdefault(line, []).append((first, cell))
            dated.add((table, column_of(tree, table, cell)))
    found: set[int] = set()
    for line, days in by_line.items():
        table = tables[line]
        cells = lay_out(tree, table).get(line, {})
        told = [column for column, cell in sorted(cells.items()) if cell != days[0][1] and tree.text(cell)]
        notes = [column for column in told[:1] if _NOTE.fullmatch(tree.text(cells[column]))]
        if len(days) == 1 and notes and not any((table, column) in dated for column in notes):
            found.add(days[0][0])
    return found


def _noted(text: str, places: Sequence[tuple[int, int]]) -> set[int]:
    """Return the days of papers by a note in brackets: `Minutes (approved 10/20/2026)`."""
    return {
        first
        for first, stop in places
        if text.startswith((")", "]"), stop) and _OF_PAPERS.search(text[max(0, first - _LONGEST_PAPER) : first])
    }


def _moved(text: str, places: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the days behind which another takes their place, and that one: `October 26, postponed to November 2`."""
    return {one: two for (one, stop), (two, _) in pairwise(places) if two > stop and _is_moved(text[stop:two])}


def _is_moved(between: str) -> bool:
    """Tell by what stands between two days, in one line or one row of a table, that the second is the new one."""
    if len(between) > _LONGEST_BETWEEN or "\n" in between.strip("\n"):
        return False
    return _MOVED_TO.fullmatch(between) is not None


def _struck(tree: Tree, places: Sequence[tuple[int, int]]) -> set[int]:
    """Return the days that are struck out, and in whose line or cell another stands that is not."""
    strikes = set(tree.select(_STRIKES))
    if not strikes:
        return set()
    struck = {first for first, _ in places if _is_below(tree, first, strikes)}
    text = tree.whole_text
    found: set[int] = set()
    for number, (first, stop) in enumerate(places):
        if first not in struck or _CANCELLED.match(text, stop):
            continue
        near = [*places[max(0, number - 1) : number], *places[number + 1 : number + 2]]
        if any(other not in struck and _is_beside(tree, (first, stop), (other, end)) for other, end in near):
            found.add(first)
    return found


def _is_below(tree: Tree, first: int, rows: set[int]) -> bool:
    """Tell whether a text stands in one of some elements."""
    return not rows.isdisjoint(islice(tree.ancestors(tree.row_at(first)), _HIGHEST_STRIKE))


def _is_beside(tree: Tree, one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Tell whether two days share a line, or a cell in which the line of the first says nothing else."""
    first, second = sorted((one, two))
    between = tree.whole_text[first[1] : second[0]]
    if "\n" not in between and "\t" not in between:
        return True
    cells = [cell_of(tree, tree.row_at(day[0]), _HIGHEST_CELL) for day in (first, second)]
    return cells[0] == cells[1] and tree.tags[cells[0]] in CELLS and not between.strip()
