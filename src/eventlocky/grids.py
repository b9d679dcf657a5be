"""Bare numbers of a page that are days, because months stand along the side of their table or over them.

Boards write their meetings as a table: months by committees, and `21` in the cell. A number alone is no day; it is one
where three months or more stand in order, where every number can be a day of its month, and where the days of most
committees fall on one weekday, as they do when they are days, or are written as such (`21st`, `Thu 21`). A column of
numbers is one of days where they rise under each month.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from operator import attrgetter

from eventlocky.dates import Mention, Moment, month_named
from eventlocky.monthly import possible_years, put
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.page.tables import lay_out

Lines = list[dict[int, int]]
"""A table laid out: in each of its lines, the cell of each column."""

_NUMBER = r"0?[1-9]\d?(?!\d)"
_SIGNS = r"(?:st|nd|rd|th|日)?[.*†]{0,2}"
_BARE = re.compile(rf"[\t\n] ?{_NUMBER}{_SIGNS}(?=[ \t\n,&–〜～-]|$)")
_DAYS = re.compile(rf"{_NUMBER}{_SIGNS}(?:\s?(?:,|&|\+|/|;|[-–〜～]|and|und|et|y|e)\s?{_NUMBER}{_SIGNS}){{0,5}}")
_DAY = re.compile(_NUMBER)
_RANGE = re.compile(rf"{_NUMBER}{_SIGNS}\s?[-–〜～]\s?{_NUMBER}{_SIGNS}")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)")
_DENSE_MONTH = re.compile(r"(1[0-2]|[1-9])月")
_MONTH = re.compile(r"([^\W\d_]{3,12})[.:]?,?(?:\s['’]?((?:19|20)?\d\d))?")
_MONTH_ALONE = re.compile(r"[\t\n] ?((?:[^\W\d_]{3,12}[.:]?,?(?: ['’]?\d{2,4})?|1?\d月))(?= ?[\t\n])")
_YEAR = re.compile(r"(?<![\d/.-])((?:19|20)\d\d)(?![\d.-])")
_HEAD = r"((?:19|20)\d\d)(?: [^\W\d_]{3,12}){0,2}"
_YEAR_HEAD = re.compile(_HEAD)
_YEARS_IN_ROW = re.compile(rf"[\t\n] ?{_HEAD} ?\t{{1,4}} ?(?={_HEAD} ?[\t\n])")
"""Two years in cells beside each other: they stand over the months of a table, or over its days: `2017 Meetings`."""

_LONGEST_CELL, _LONGEST_HEADER = 24, 60
"""Of a cell with days, and of a line with a year that heads a table (see `dates.grammar`)."""

_FIRST = attrgetter("first")
_MONTHS, _CENTURY, _LEAP_YEAR = 12, 20, 2024
_FEWEST_MONTHS = _FEWEST_DAYS = 3
_HEAD_LINES = 3
"""So many months and days a table must have; its head is looked for in so many lines."""

_FEWEST_PAIRS, _ON_ONE_WEEKDAY = 3, 0.5
"""Of the days that could fall on the weekday of another day of their committee, half must: of counts a fifth do."""

_FEWEST_WORKING, _SATURDAY = 16, 5
"""So many numbers in a year that is said are days where none is at a weekend: by chance one table of 218 is so."""


@dataclass(frozen=True, slots=True)
class _Month:
    """A month along the side of a table; `is_next` where those before it are of the year before."""

    month: int
    year: int | None = None
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """Days in a cell: the line of the table that they belong to, their month, and where they stand."""

    board: int
    month: _Month
    first: int
    text: str
    days: tuple[int, ...]
    known: Mention | None = None

    @property
    def is_range(self) -> bool:
        """Whether its days are the first and the last of several."""
        return self.known is None and _RANGE.fullmatch(self.text) is not None

    @property
    def is_sure(self) -> bool:
        """Whether its days are written as days: `21st`, `Thu 21`."""
        return self.known is not None or _ORDINAL.search(self.text) is not None

    @property
    def stop(self) -> int:
        """Where the days end."""
        return self.first + len(self.text)


def read(tree: Tree, begins: list[int], mentions: list[Mention], reference: date) -> list[Mention]:
    """Return the mentions of a page with the days of its tables; `begins` are its lines that begin with numbers."""
    text = tree.whole_text
    places = [found.end() - 1 for begin in begins if (found := _BARE.match(text, begin))]
    places += [found.first for found in mentions if _lacks_month(found)]
    rows = [row for begin in begins if (row := _YEARS_IN_ROW.match(text, begin))]
    places += _places_under_years(tree, rows, mentions) if rows else []
    if len(places) < _FEWEST_DAYS:
        return mentions
    if rows:
        mentions = _in_years_over(tree, text, rows, mentions)
    for lines in _tables(tree, places):
        words = {cell: _words(tree, text, cell) for line in lines for cell in line.values()}
        mentions = put(mentions, _days_of(tree, text, lines, words, mentions, reference))
    return mentions


def _in_years_over(tree: Tree, text: str, rows: list[re.Match[str]], mentions: list[Mention]) -> list[Mention]:
    """Return the mentions of a page with the years over their columns: `2018 | 2017`, over `Jan 23 | Jan 24`."""
    years: dict[int, int] = {}
    for table in sorted(_tables_of(tree, rows)):
        over: dict[int, int] = {}
        for line in lay_out(tree, table).values():
            heads = {column: year for column, cell in line.items() if (year := _year_head(tree, text, cell))}
            if len({*heads.values()}) > 1:
                over = heads
                continue
            for column, year in over.items():
                years |= dict.fromkeys(_without_years(tree, line.get(column), mentions), year)
    if not years:
        return mentions
    return [
        replace(found, start=replace(found.start, year=years[place])) if place in years else found
        for place, found in enumerate(mentions)
    ]


def _year_head(tree: Tree, text: str, cell: int) -> int | None:
    """Read the year of a cell that says it and at most two words."""
    said = _YEAR_HEAD.fullmatch(_words(tree, text, cell))
    return int(said[1]) if said else None


def _without_years(tree: Tree, cell: int | None, mentions: list[Mention]) -> list[int]:
    """Return the places among the mentions of those in a cell that say a day and no year."""
    if cell is None:
        return []
    first, stop = (bisect_left(mentions, tree.offsets[row], key=_FIRST) for row in (cell, tree.ends[cell]))
    return [place for place in range(first, stop) if _lacks_year(mentions[place])]


def _days_of(
    tree: Tree, text: str, lines: Lines, words: dict[int, str], mentions: list[Mention], reference: date
) -> list[Mention]:
    """Return the days of one table: of its committees by months, or of the column in which it lists them."""
    entries = list(_entries(tree, text, lines, words, mentions))
    if entries and (days := _resolved(entries, _year_above(text, entries[0].first, mentions), reference)):
        return days
    column = list(_column(tree, text, lines, words))
    if not column or not _is_list(column):
        return []
    year = _year_above(text, column[0].first, mentions)
    return [_listed(entry, year) for entry in column]


def _has_months(tree: Tree, table: int) -> bool:
    """Tell whether enough months stand alone in lines or cells of a table, so that it is worth laying out."""
    stop = tree.offsets[tree.ends[table]] + 1  # the break behind it
    words = {said[1] for said in _MONTH_ALONE.finditer(tree.whole_text, tree.offsets[table], stop)}
    return len({month.month for word in words if (month := _month(word)) is not None}) >= _FEWEST_MONTHS


def _lacks_month(mention: Mention) -> bool:
    start = mention.start
    return start.day is not None and start.weekday is not None and start.month is None and mention.rule is None


def _places_under_years(tree: Tree, rows: list[re.Match[str]], mentions: list[Mention]) -> list[int]:
    """Return the places of the days without a year in tables over whose months stand two years: `2022 | | 2023`."""
    spans = [(tree.offsets[table], tree.offsets[tree.ends[table]]) for table in _tables_of(tree, rows)]
    return [
        found.first
        for found in mentions
        if _lacks_year(found) and any(first <= found.first < stop for first, stop in spans)
    ]


def _tables_of(tree: Tree, rows: list[re.Match[str]]) -> set[int]:
    """Return the tables in which years stand beside each other."""
    found = {_table_of(tree, tree.parents[tree.row_at(row.end())]) for row in rows}
    return {table for table in found if table > 0 and tree.tags[table] == "table"}


def _lacks_year(mention: Mention) -> bool:
    start = mention.start
    return start.day is not None and start.month is not None and start.year is None and mention.rule is None


def _tables(tree: Tree, places: Iterable[int]) -> Iterator[Lines]:
    """Yield the tables in which numbers stand, whether they are written as tables or as boxes in boxes."""
    counts: Counter[int] = Counter()
    for place in places:
        holder = tree.parents[tree.row_at(place)]
        counts[_table_of(tree, holder)] += 1
    for table in sorted(table for table, count in counts.items() if table > 0 and count >= _FEWEST_DAYS):
        if not _has_months(tree, table):
            continue
        if tree.tags[table] == "table":
            yield list(lay_out(tree, table).values())
        else:
            rows = [tree.element_children(row) for row in tree.element_children(table)]
            if len({len(row) for row in rows}) == 1:
                yield [dict(enumerate(row)) for row in rows]


def _table_of(tree: Tree, row: int) -> int:
    """Return the table in which a number stands: of boxes, the one that holds the line of its cell."""
    for above in (row, *tree.ancestors(row)):
        if tree.tags[above] in CELLS:
            return next((table for table in tree.ancestors(above) if tree.tags[table] == "table"), -1)
    while row > 0 and _is_all_of(tree, row, tree.parents[row]):
        row = tree.parents[row]
    return tree.parents[tree.parents[row]] if row > 0 and tree.parents[row] > 0 else -1


def _is_all_of(tree: Tree, row: int, above: int) -> bool:
    """Tell whether an element says all that the one above it says, which is little."""
    first, stop = tree.offsets[above], tree.offsets[tree.ends[above]]
    if stop - first > _LONGEST_CELL:
        return False
    words = tree.whole_text[tree.offsets[row] : tree.offsets[tree.ends[row]]]
    return tree.whole_text[first:stop].strip() == words.strip()


def _entries(tree: Tree, text: str, lines: Lines, words: dict[int, str], mentions: list[Mention]) -> Iterator[_Entry]:
    """Yield the days of a table whose months stand in its head, or in its first column, each once."""
    for number, line in enumerate(lines[:_HEAD_LINES]):
        heads = {column: month for column, cell in line.items() if (month := _month(words[cell]))}
        if _are_in_order(heads):
            heads = {column: _with_year(month, column, lines[:number], words) for column, month in _in_years(heads)}
            for board, below in enumerate(lines[number + 1 :]):
                cells = [(board, heads[column], cell) for column, cell in below.items() if column in heads]
                yield from _in_cells(tree, text, cells, mentions)
            return
    heads = {number: month for number, line in enumerate(lines) if 0 in line and (month := _month(words[line[0]]))}
    if len({month.month for month in heads.values()}) == len(heads) and _are_in_order(heads):
        for number, month in _in_years(heads):
            cells = [(column, month, cell) for column, cell in lines[number].items() if column]
            yield from _in_cells(tree, text, cells, mentions)


def _column(tree: Tree, text: str, lines: Lines, words: dict[int, str]) -> Iterator[_Entry]:
    """Yield the days that begin the lines of a table, behind the month that reaches over them or below one alone."""
    month: _Month | None = None
    first: int | None = None
    for number, line in enumerate(lines):
        written = [cell for cell in dict.fromkeys(line.values()) if tree.raw_text(cell).strip()]
        said = _month(words[written[0]]) if written else None
        if said is not None:
            first = said.month if first is None else first
            month = replace(said, is_next=said.month < first)
            written = written[1:]
        if month is None or not written or not _DAYS.fullmatch(words[written[0]]):
            continue
        begin = text.index(words[written[0]], tree.offsets[written[0]])
        days = tuple(int(day) for day in _DAY.findall(words[written[0]]))
        yield _Entry(number, month, begin, words[written[0]], days)


def _is_list(entries: list[_Entry]) -> bool:
    """Tell whether numbers rise under each of several months that follow each other, and can be its days."""
    months = dict(enumerate(entry.month for entry in entries))
    rises = all(one.days[-1] <= two.days[0] or one.month.month != two.month.month for one, two in pairwise(entries))
    is_longer = len(entries) > len({entry.month.month for entry in entries})
    return rises and is_longer and _are_in_order(months) and all(_dates(entry, _LEAP_YEAR) for entry in entries)


def _listed(entry: _Entry, year: int | None) -> Mention:
    """Make a mention of a day of a list; without a year, the order of the list says it later."""
    year = entry.month.year or (year + entry.month.is_next if year is not None else None)
    moments = [Moment(year, entry.month.month, day) for day in entry.days]
    end = moments[-1] if entry.is_range else None
    return Mention(entry.first, entry.stop, entry.text, moments[0], end, () if end else tuple(moments[1:]))


def _words(tree: Tree, text: str, cell: int) -> str:
    first, stop = tree.offsets[cell], tree.offsets[tree.ends[cell]]
    return text[first:stop].strip() if stop - first <= _LONGEST_CELL else ""


def _month(words: str) -> _Month | None:
    """Read the cell of a month: `January`, `Sept.`, `März 2026`, `4月`."""
    if (said := _DENSE_MONTH.fullmatch(words)) is not None:
        return _Month(int(said[1]))
    said = _MONTH.fullmatch(words)
    month = month_named(said[1]) if said else None
    if said is None or month is None:
        return None
    year = said[2] and f"{_CENTURY}{said[2]}"[-4:]
    return _Month(month, int(year) if year else None)


def _are_in_order(months: dict[int, _Month]) -> bool:
    """Tell whether months and their years follow each other, over a new year at most once: not `Jul 24`, `Sep 25`."""
    numbers = [one.month for one in months.values()]
    steps = [(two - one) % _MONTHS for one, two in pairwise(numbers) if one != two]
    is_dated = all(
        two.year - one.year == (two.month < one.month)
        for one, two in pairwise(months.values())
        if one.year is not None and two.year is not None
    )
    return is_dated and len(steps) >= _FEWEST_MONTHS - 1 and sum(steps) < _MONTHS


def _in_years(months: dict[int, _Month]) -> Iterator[tuple[int, _Month]]:
    """Yield months with what they stand over; those before the first in the calendar are of the next year."""
    first = next(iter(months.values())).month
    for place, month in months.items():
        yield place, replace(month, is_next=month.month < first)


def _with_year(month: _Month, column: int, above: Lines, words: dict[int, str]) -> _Month:
    """Give a month the year that stands alone in a cell over it."""
    years = [words[line[column]] for line in above if column in line and _YEAR.fullmatch(words[line[column]])]
    return replace(month, year=int(years[-1])) if years and month.year is None else month


def _in_cells(tree: Tree, text: str, cells: list[tuple[int, _Month, int]], mentions: list[Mention]) -> Iterator[_Entry]:
    """Yield the days in the cells of one line: bare numbers, or days that were read without their month or year."""
    for board, month, cell in cells:
        first, stop = tree.offsets[cell], tree.offsets[tree.ends[cell]]
        words = text[first:stop].strip()
        if not words or not any(map(str.isdecimal, words[:_LONGEST_CELL])):
            continue
        place = bisect_left(mentions, first, key=_FIRST)
        read = mentions[place : bisect_left(mentions, stop, key=_FIRST)]
        is_dated = month.year is not None and any(known.start.month == month.month for known in read)  # 10/19
        if len(words) <= _LONGEST_CELL and _DAYS.fullmatch(words) and not is_dated:
            begin = text.index(words, first)
            days = tuple(int(day) for day in _DAY.findall(words))
            yield _Entry(board, month, begin, words, days)
            continue
        for known in read:
            if _is_completed(known, month):
                yield _Entry(board, month, known.first, known.text, (known.start.day or 0,), known)


def _is_completed(known: Mention, month: _Month) -> bool:
    """Tell whether a mention lacks what its column says: its month, or the year that stands over it."""
    start = known.start
    if start.day is None or start.year is not None or known.rule is not None:
        return False
    return start.month is None if month.year is None else start.month in {None, month.month}


def _year_above(text: str, first: int, mentions: list[Mention]) -> int | None:
    """Return the year in the last short line above a table, or in its corner, that is not part of a date."""
    dated = [mention for mention in mentions if mention.start.day and mention.start.year and mention.first < first]
    for found in reversed([*_YEAR.finditer(text, 0, first)]):
        place = bisect_right(dated, found.start(), key=_FIRST) - 1
        if place >= 0 and found.start() < dated[place].stop:
            continue
        begin, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
        if (end if end >= 0 else len(text)) - begin <= _LONGEST_HEADER:
            is_second = _YEAR.search(text, begin, found.start())  # 2023/2024
            return int(is_second[1]) if is_second else int(found[1])
    return None


def _resolved(entries: list[_Entry], year: int | None, reference: date) -> list[Mention]:
    """Return the days of a table as mentions, in the first of the possible years in which they look like days."""
    if sum(len(entry.days) for entry in entries) < _FEWEST_DAYS:
        return []
    is_over_year = year is not None and any(entry.month.is_next for entry in entries)
    for first in (*possible_years(year, reference), *((year - 1,) if year is not None and is_over_year else ())):
        days = [_dates(entry, first) for entry in entries]
        is_list = all(entry.is_sure for entry in entries) or _are_working(entries, days, is_said=year is not None)
        if all(days) and (is_list or _are_regular(entries, days)):
            return [_mention(entry, said) for entry, said in zip(entries, days, strict=True)]
    return []


def _dates(entry: _Entry, first_year: int) -> list[date]:
    """Return the days of a cell; none where one of them is not in its month, or not on its weekday."""
    year = entry.month.year or first_year + entry.month.is_next
    try:
        days = [date(year, entry.month.month, day) for day in entry.days]
    except ValueError:
        return []
    return days if entry.known is None or entry.known.start.fits(days[0]) else []


def _are_regular(entries: list[_Entry], days: list[list[date]]) -> bool:
    """Tell whether the days of each committee tend to fall on one weekday; of a range the first does."""
    boards: dict[int, list[int]] = {}
    for entry, said in zip(entries, days, strict=True):
        boards.setdefault(entry.board, []).extend(day.weekday() for day in said[: 1 if entry.is_range else None])
    pairs = sum(len(weekdays) - 1 for weekdays in boards.values())
    agreeing = sum(max(Counter(weekdays).values()) - 1 for weekdays in boards.values())
    return pairs >= _FEWEST_PAIRS and agreeing >= _ON_ONE_WEEKDAY * pairs


def _are_working(entries: list[_Entry], days: list[list[date]], *, is_said: bool) -> bool:
    """Tell whether no day of many is at a weekend, in a year that is said; what is guessed could be made to fit."""
    is_said = is_said or all(entry.month.year is not None for entry in entries)
    said = [day for each in days for day in each]
    return is_said and len(said) >= _FEWEST_WORKING and all(day.weekday() < _SATURDAY for day in said)


def _mention(entry: _Entry, days: list[date]) -> Mention:
    """Make a mention of the days of a cell."""
    moments = [Moment(day.year, day.month, day.day) for day in days]
    if entry.known is not None:
        start = replace(entry.known.start, year=days[0].year, month=days[0].month)
        return replace(entry.known, start=start)
    end = moments[-1] if entry.is_range else None
    more = () if entry.is_range else tuple(moments[1:])
    return Mention(entry.first, entry.stop, entry.text, moments[0], end, more)
