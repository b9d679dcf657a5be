"""What is written on a page, found once: dates, money, percentages, addresses, each tied to its row.

Every later stage asks here instead of reading the text again. Only what a kind speaks of is looked
for, and each text is read once, as one string: for dates at once, for all else when somebody first
asks for it. Nobody asks a page that announces nothing for its addresses.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from itertools import islice, pairwise
from operator import attrgetter
from typing import Protocol

from eventlocky import calledoff, chains, dates, echoes, grids, heads, monthly, newsroom, rhythms, untied
from eventlocky.dates import Mention, Moment, Role, dial, lines, months, plain
from eventlocky.dates.moved import said_before
from eventlocky.errors import UnknownNameError
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS, HEADINGS
from eventlocky.page.tables import cell_of
from eventlocky.text import contacts, countries, money
from eventlocky.text.scripts import is_japanese
from eventlocky.types import When

_MOST_DIGITS = 2
_SHORTEST_MONTH, _LONGEST_MONTH = 28, 31
_FEWEST_DAYS, _FEWEST_LETTERS = 3, 3
_FOUR_DIGITS = re.compile(r"(\d\d)(\d\d)(?!\d)")
_BADGE_NAME, _LONGEST_NAME = re.compile(r"(?<!\w)([^\W\d_]{2,3})[.,]?\s?$"), 6
"""The day and the month of a badge that touch, and the weekday before them."""

_MONTHS_OF_YEAR = 12

_WEEK, _MOST_ABOVE = 7, 4
"""The days of a week, and how many months above a grid may be meant: those before and after it may be links."""

_DENSE = "\u2e80"
"""From here on stand the scripts that are written without spaces."""

_NEAR = 40
"""So far is looked for other words in a line."""

_ORDINAL = re.compile(r"\s*([1-9]\d?)(?:st|nd|rd|th)(?:\s?[–—:-])?\s+[^\W\d]")
_HIGHEST_CELL = 6
_CLOSED = re.compile(
    r"[\s(（【]*(?:(?:店舗?|臨時|夏季|冬季)?(?:定休日?|休業日?|休館日?|休廊日?|休診日?|休園日?|お?休み?)|closed|ruhetag|"
    r"geschlossen|fermé|chiuso|cerrado|gesloten|stängt|lukket)[\s)）】。.!！]*",
    re.IGNORECASE,
)
"""What the cell of a day says, a few elements up, where a house is closed then."""

_FIRST_ALNUM = "0"
"""The first of the letters and digits: spaces and breaks stand before it."""

_RAISED = frozenset({"sup", "sub"})
_HALF_DAY = re.compile(r"\d ?[ap]m$", re.IGNORECASE)
_LONGEST_HALF = 4
"""A time ends with its half of the day, whatever touches it: `11:00 AM`, `9pm`."""

_SHORTENED = re.compile(r"[^\W\d_]{2}\.")
_TITLE = re.compile(r"[A-Z][a-z]\.\s")
_CLOCK = re.compile(r"\d{1,2}(?::\d\d|[.h]\d\d(?![.\d])| ?(?:Uhr|h\b|[ap]m\b))", re.IGNORECASE)

_DAY_IN_ADDRESS = re.compile(r"[/=_-]((?:19|20)\d\d)[/-](0?[1-9]|1[0-2])[/-]([0-3]?\d)(?!\d)")

_MENU = re.compile(r"[^\W\d_]{3,9}\.? ['’]?\d\d")
_FEWEST_MONTHS = 4
"""So many months in a row are a menu."""

_MOST_BLANKS = 40
"""The head of a column has so many letters more than its month at most, all of them blank."""

_SPAN = re.compile(r"\s?(?:[-–—~〜]|to|through|thru|until|bis|au?|al?|t/m|tot|till|til|do)\s?", re.IGNORECASE)
_BESIDE = re.compile(r"[^\w\n]{1,5}")
_WORDS_ONLY = re.compile(r"[^\n]*?[^\W\d_]{3}[^\n]*")
"""What stands between a day and a year behind it that is part of a name."""

_TERM = re.compile(
    r"\b(?:term (?:to|ends?|through)|expire[sd]?|expiring|exp\.?|elected|appointed|born|died|retired|adopted|amended)\b"
    r"[^\n\t\d(]{0,16}$",
    re.IGNORECASE,
)
_BEGAN = re.compile(
    r"年[^\s。、]{0,8}?(?:創業|設立|創立|結成|開業|開店|開設|生まれ|入社|卒業|デビュー|(?<!年)(?:春|夏|秋|冬)?から(?!の))"
)
"""How words end that say whose year or month follows: that of a term of office, a birth, a rule."""

_LONGEST_HEADER = 60
"""What stands between the years of a menu, and before the year in which something began; a longer line is no header."""

_OF_NEWS = frozenset({Role.START, Role.POSTED})
_OLD_NEWS, _PAST_NEWS, _FAR_AHEAD = 60, 3, 240
"""News is old after so many days; what it says is to come within so many, and a past day is so many times as far."""

NEW_DAY, _FAR_MOVED, _FEWEST_OF_NAME = "moved", 200, 8
"""The name of a day to which another is moved, how far behind that one it is, and letters that name another event."""

_ENTRIES, _FEWEST_IN_ENTRY = frozenset({"li", "tr", "article"}), 2
"""Elements that are entries of a list, and so many letters beside its day name what an entry is."""

_LETTER = re.compile(r"[^\W\d_]")

_BY_PLACE = attrgetter("first", "name")
_SAY_WHEN = frozenset({Role.START, Role.END, Role.DOORS})
"""The roles of dates that say when something is."""


class Spanned(Protocol):
    """Anything that was found from `first` up to `stop` of a text."""

    @property
    def first(self) -> int:
        """Where it begins."""

    @property
    def stop(self) -> int:
        """Where it ends."""


@dataclass(slots=True, unsafe_hash=True)
class Annotation:
    """One find: its name, the row it begins in, where in the page's text, and what was read.

    Nobody changes one; a page makes a hundred, and making a frozen one takes three times as long.
    """

    name: str
    row: int
    first: int
    stop: int
    value: object


@dataclass(frozen=True)
class Annotations:
    """The finds of a page, and the day from which it was read."""

    dated: tuple[Annotation, ...]
    """What was read at once, in document order: the dates."""

    reference: date = date.min
    later: Mapping[str, Callable[[], list[Annotation]]] = field(default_factory=dict)
    """What reads the finds of a name when they are first asked for."""

    @cached_property
    def found(self) -> tuple[Annotation, ...]:
        """All finds in document order."""
        return tuple(self.of({one.name for one in self.dated} | self.later.keys()))

    @cached_property
    def _by_name(self) -> dict[str, tuple[list[int], list[Annotation]]]:
        tables: dict[str, tuple[list[int], list[Annotation]]] = {}
        for annotation in self.dated:
            rows, annotations = tables.setdefault(annotation.name, ([], []))
            rows.append(annotation.row)
            annotations.append(annotation)
        return tables

    def _table(self, name: str) -> tuple[list[int], list[Annotation]]:
        """Return the finds of a name and their rows."""
        table = self._by_name.get(name)
        if table is None:
            found = self.later[name]() if name in self.later else []
            table = self._by_name[name] = [annotation.row for annotation in found], found
        return table

    def of(self, names: Iterable[str]) -> list[Annotation]:
        """Return the finds of some names in document order."""
        return sorted([one for name in names for one in self._table(name)[1]], key=_BY_PLACE)

    def without(self, names: Collection[str]) -> Annotations:
        """Return the same but for the finds of some names."""
        dated = tuple(one for one in self.dated if one.name not in names)
        return replace(self, dated=dated, later={name: read for name, read in self.later.items() if name not in names})

    def within(self, name: str, first: int, stop: int) -> list[Annotation]:
        """Return the finds of a name in the rows from `first` up to `stop`."""
        rows, annotations = self._table(name)
        return annotations[bisect_left(rows, first) : bisect_left(rows, stop)]

    def at(self, name: str, offset: int) -> Annotation | None:
        """Return the find of a name that begins at this offset of the page's text."""
        _, annotations = self._table(name)
        place = bisect_left(annotations, offset, key=lambda annotation: annotation.first)
        found = annotations[place] if place < len(annotations) else None
        return found if found is not None and found.first == offset else None

    def count(self, name: str, first: int, stop: int) -> int:
        """Count the finds of a name in the rows from `first` up to `stop`."""
        rows, _ = self._table(name)
        return bisect_left(rows, stop) - bisect_left(rows, first)

    def rows(self, name: str) -> list[int]:
        """Return the rows in which finds of a name begin."""
        return self._table(name)[0]


@dataclass(slots=True, unsafe_hash=True)
class Dated:
    """A mention of a date together with what it means on this page; nobody changes it."""

    first: int
    stop: int
    mention: Mention
    when: When


def annotate(tree: Tree, names: Iterable[str], reference: date, *, dates_by: str = "grammar") -> Annotations:
    """Find everything of these names on a page; `reference` is the day the page was fetched.

    `dates_by` names the reader of dates (see `DATE_READERS`). Dates that are there for something else than
    saying when (posted, updated, deadline …) bear the name of their role, so that nobody takes them for the day
    of an event.
    """
    text = tree.whole_text
    wanted = set(names)
    if dates_by not in DATE_READERS:
        what = "reader of dates"
        raise UnknownNameError(what, dates_by, DATE_READERS)
    found = DATE_READERS[dates_by](tree, text, reference) if "date" in wanted else []
    body, offsets = tree.body, tree.offsets
    dated = tuple(sorted([one for one in found if one.row >= body], key=_BY_PLACE))
    later = {name: partial(_read, name, text, offsets, body) for name in sorted(wanted & _READERS.keys())}
    return Annotations(dated, reference, later)


_READERS: dict[str, Callable[[str], Iterable[Spanned]]] = {
    "money": money.find,
    "percent": money.find_percentages,
    "email": contacts.find_emails,
    "phone": contacts.find_phones,
    "address": contacts.find_addresses,
}


def _read(name: str, text: str, offsets: list[int], body: int) -> list[Annotation]:
    """Return the finds of a name in the text of a page.

    It knows the places of the rows and not the tree: finds are kept with the tree, and no page shall be a cycle.
    """
    last = len(offsets) - 1
    rows = ((bisect_right(offsets, find.first, 0, last) - 1, find) for find in _READERS[name](text))
    return sorted(
        [Annotation(name, row, find.first, find.stop, find) for row, find in rows if row >= body], key=_BY_PLACE
    )


def _dates(tree: Tree, text: str, reference: date) -> list[Annotation]:
    mentions = _in_year_of_address(_without_menus(_mentions(tree, text, reference), text, reference), tree.url)
    begins = lines.beginnings(text)
    mentions = _in_years_of_stamps(mentions, text, reference)
    mentions = _without_asides(tree, _with_lines(mentions, text, begins), text, reference)
    mentions = monthly.with_mondays(text, mentions)
    mentions = monthly.with_numbers(text, begins, monthly.read(text, begins, mentions, reference))
    mentions = _without_column_heads(tree, grids.read(tree, begins, mentions, reference))
    mentions = newsroom.read(tree, calledoff.read(tree, heads.read(tree, mentions, reference)), reference)
    halved = dial.with_halves(text, mentions, tree.attr(0, "lang") or "")
    pairs = rhythms.joined(text, dates.flow(halved, dates.Context(reference)), reference)
    pairs = chains.joined(tree, echoes.without_short(list(pairs)))
    found = [
        Annotation(_name(mention), tree.row_at(mention.first), mention.first, mention.stop, dated)
        for mention, when in pairs
        for dated in [Dated(mention.first, mention.stop, mention, when)]
    ]
    _name_new_days(tree, text, found)
    days = list(_grid_days(tree, text, mentions, {annotation.row for annotation in found if annotation.name == "date"}))
    off = calledoff.unheld(tree, [(day.first, day.stop) for day in days])
    found += [day for day in days if day.first not in off]
    return found + (_months(tree, text, reference, found) if is_japanese(text) else [])


def _months(tree: Tree, text: str, reference: date, found: list[Annotation]) -> list[Annotation]:
    """Return the months of a Japanese page in which something is on, and of which no day is told."""
    said = ((one.first, one.value.when.first_day) for one in found if isinstance(one.value, Dated))
    days = sorted((first, day) for first, day in said if day is not None)
    taken = {one.first for one in found}
    return [
        Annotation(
            "date", tree.row_at(month.first), month.first, month.stop, Dated(month.first, month.stop, month, when)
        )
        for month, when in months.find(text, dates.Context(reference).reference, days)
        if month.first not in taken
    ]


def _mentions(tree: Tree, text: str, reference: date) -> list[Mention]:
    """Find the mentions of a page, with a space wherever two elements touch; their places are those of the page.

    Where a row of a table begins or the table ends, a sign says that nothing goes on: the last day of one row is no day
    of the next, nor of the month whose name stands below the table.
    """
    breaks = dict.fromkeys(_touching(tree), " ") | dict.fromkeys(_rows(tree), dates.ROW_END)
    breaks |= dict.fromkeys(_months_of_badges(tree, text), "/") | dict.fromkeys(untied.places(tree), "–")
    places = sorted(breaks)
    country = countries.of_page(tree.url, tree.attr(0, "lang") or "")
    if not places:
        return dates.find(text, reference=reference, country=country)
    cuts = [0, *places, len(text)]
    parts = [breaks.get(first, "") + text[first:stop] for first, stop in pairwise(cuts)]
    spaced = "".join(parts)
    spaces = [place + number for number, place in enumerate(places)]
    mentions = []
    for mention in dates.find(spaced, reference=reference, country=country):
        first = mention.first - bisect_left(spaces, mention.first)
        stop = mention.stop - bisect_left(spaces, mention.stop)
        mentions.append(mention.moved(first, stop, " ".join(text[first:stop].split())))
    return mentions


def _rows(tree: Tree) -> list[int]:
    """Return where the rows of tables begin, and where tables end."""
    if "tr" not in tree.tags:
        return []
    offsets, tags = tree.offsets, tree.tags
    places = [offset for tag, offset in zip(tags, offsets, strict=False) if tag == "tr" and offset]
    table = -1
    for _ in range(tags.count("table")):
        table = tags.index("table", table + 1)
        end = offsets[tree.ends[table]]
        if 0 < end < len(tree.whole_text):
            places.append(end)
    return places


def _without_menus(mentions: list[Mention], text: str, reference: date) -> list[Mention]:
    """Leave out months of a menu that look like days: `Nov 20`, `Dec 20`, `Jan 21` under one another."""
    menus: set[int] = set()
    chain: list[int] = []
    for number, mention in enumerate(mentions):
        before = mentions[chain[-1]] if chain else None
        if not _may_be_month(mention, reference):
            chain = []
        elif before is not None and _follows(mention, before) and not text[before.stop : mention.first].strip():
            chain.append(number)
        else:
            chain = [number]
        if len(chain) >= _FEWEST_MONTHS:
            menus.update(chain)
    return [mention for number, mention in enumerate(mentions) if number not in menus] if menus else mentions


def _with_lines(mentions: list[Mention], text: str, begins: list[int]) -> list[Mention]:
    """Add the days in numbers that begin the lines of a list, where nothing else was read."""
    days = lines.find(text, begins)
    if not days:
        return mentions  # as on most pages
    firsts = [mention.first for mention in mentions]
    free = [day for day in days if _is_free(day, mentions, bisect_left(firsts, day.first))]
    return sorted([*mentions, *free], key=attrgetter("first"))


def _is_free(day: Mention, mentions: list[Mention], place: int) -> bool:
    """Tell whether no other mention stands where a day does; `place` is that of the first behind it."""
    is_behind = place == 0 or mentions[place - 1].stop <= day.first
    return is_behind and (place == len(mentions) or mentions[place].first >= day.stop)


def _without_asides(tree: Tree, mentions: list[Mention], text: str, reference: date) -> list[Mention]:
    """Leave out months and years that head nothing: in prose, in brackets, beside others in a menu, to choose from.

    A year behind a day in its line is part of a name: `Sa 11.03. | Blackout 2000 | 21:00`.
    """
    bare = [mention for mention in mentions if _is_bare(mention)]
    if not bare:
        return mentions
    years = [mention.first for mention in bare if mention.start.month is None]
    menus = {first for one, two in pairwise(years) if _BESIDE.fullmatch(text, one + 4, two) for first in (one, two)}
    asides = {
        mention.first
        for mention in bare
        if mention.first in menus or _is_aside(mention, text, reference) or _is_choice(tree, mention.first)
    }
    asides |= _within_records(tree, mentions, asides) | _ends_of_spans(bare, text)
    if years:
        firsts = [mention.first for mention in mentions]
        places = [bisect_left(firsts, year) for year in years]
        asides |= {
            firsts[place]
            for place in places
            if place and mentions[place - 1].start.day and _is_in_line(mentions[place - 1], mentions[place], text)
        }
    return [mention for mention in mentions if mention.first not in asides] if asides else mentions


def _without_column_heads(tree: Tree, mentions: list[Mention]) -> list[Mention]:
    """Leave out the months with their years that head the columns of a table: they head nothing behind it."""
    rows: dict[int, list[int]] = {}
    for mention in mentions:
        if mention.start.year is None or mention.start.month is None or not _is_bare(mention):
            continue
        cell = cell_of(tree, tree.row_at(mention.first), _MOST_ABOVE)
        letters = tree.offsets[tree.ends[cell]] - tree.offsets[cell]
        is_alone = tree.tags[cell] in CELLS and letters <= len(mention.text) + _MOST_BLANKS
        if is_alone and tree.text(cell).strip() == mention.text:
            rows.setdefault(tree.parents[cell], []).append(mention.first)
    heads = {first for firsts in rows.values() if len(firsts) >= _FEWEST_DAYS for first in firsts}
    return [mention for mention in mentions if mention.first not in heads] if heads else mentions


def _within_records(tree: Tree, mentions: list[Mention], asides: set[int]) -> set[int]:
    """Return the years that stand in what a day before them belongs to, and the next day does not: they head nothing.

    `10 Dec – Board meeting – 2025 budget` in one item of a list says no year of the next.
    """
    found: set[int] = set()
    day: Mention | None = None
    waiting: list[Mention] = []
    for mention in mentions:
        if mention.start.day is not None and waiting and mention.start.year is not None:
            continue
        if mention.start.day is not None:
            if waiting and day is not None:
                before = tree.row_at(day.first)
                stop = _part_without(tree, before, tree.row_at(mention.first))
                rows = [(one.first, tree.row_at(one.first)) for one in waiting]
                found.update([first for first, row in rows if before < row < stop and not _heads(tree, row)])
            day, waiting = mention, []
        elif _is_bare(mention) and mention.start.year is not None and mention.first not in asides:
            waiting.append(mention)
    return found


def _part_without(tree: Tree, row: int, other: int) -> int:
    """Return where the largest element around a row ends that does not hold another row behind it."""
    stop = tree.ends[row]
    while row > 0 and tree.ends[row := tree.parents[row]] <= other:
        stop = tree.ends[row]
    return stop


def _heads(tree: Tree, row: int) -> bool:
    """Tell whether a row stands in a heading."""
    return any(tree.tags[above] in HEADINGS for above in islice(tree.ancestors(row), _MOST_ABOVE))


def _ends_of_spans(bare: list[Mention], text: str) -> set[int]:
    """Return the months that end a span of a year: below `January 2018 – January 2019` stand days of 2018."""
    return {
        two.first
        for one, two in pairwise(bare)
        if one.start.year is not None and one.start.month is not None and two.start.month is not None
        if two.start.year == one.start.year + 1 and _SPAN.fullmatch(text, one.stop, two.first)
    }


def _is_bare(mention: Mention) -> bool:
    """Tell whether a mention says a month or a year and no day, as headers do."""
    start = mention.start
    has_day = start.day is not None or start.weekday is not None or mention.rule is not None
    return not has_day and start.hour is None and mention.role is Role.START


def _is_choice(tree: Tree, first: int) -> bool:
    """Tell whether a mention is one of those that a form lets people choose from."""
    return tree.tags[tree.parents[tree.row_at(first)]] == "option"


def _is_in_line(before: Mention, mention: Mention, text: str) -> bool:
    """Tell whether a year stands behind a day without one, in its line."""
    if before.start.year is not None or before.rule is not None or mention.season is not None:
        return False
    return _WORDS_ONLY.fullmatch(text, before.stop, mention.first) is not None


def _is_aside(mention: Mention, text: str, reference: date) -> bool:
    """Tell whether a month or a year stands in prose, in brackets, or says since when something is."""
    begin, end = text.rfind("\n", 0, mention.first) + 1, text.find("\n", mention.stop)
    end = end if end >= 0 else len(text)
    year = mention.start.year
    if (
        year is not None
        and year < reference.year - 1
        and text.find("。", begin, min(end, begin + _LONGEST_HEADER)) >= 0
    ):
        return True  # 1998年の創業以来…。
    before = text[max(begin, mention.first - _NEAR) : mention.first]
    if _TERM.search(before) is not None or _BEGAN.match(text, mention.stop):
        return True
    if mention.start.month is not None or mention.season is not None:
        return end - begin > _LONGEST_HEADER
    bracket = before.rfind("(")
    is_season = text.startswith(")", mention.stop) and _names_season(text[begin:bracket])
    return bracket > before.rfind(")") and not is_season


def _names_season(words: str) -> bool:
    """Tell whether the words before a year in brackets are a season: `Autumn term (2026)`."""
    return len(words) <= _NEAR and any(dates.is_season(word) for word in words.split())


def _may_be_month(mention: Mention, reference: date) -> bool:
    """Tell whether a mention is a month's name and a number that can be the end of its year, and nothing else."""
    if not _MENU.fullmatch(mention.text) or mention.more:
        return False
    start = mention.start
    years = {(reference.year + more) % 100 for more in (-1, 0, 1)}
    is_bare = start.missing == ("year", "hour") and start.weekday is None
    return is_bare and start.day in years and mention.end is None and mention.rule is None


def _follows(mention: Mention, before: Mention) -> bool:
    """Tell whether a month and its year are the next after another, or the one before it in a menu of the past."""
    one, two = (12 * (each.start.day or 0) + (each.start.month or 0) for each in (before, mention))
    return abs(two - one) == 1


def _in_year_of_address(mentions: list[Mention], url: str) -> list[Mention]:
    """Give a day without a year the one that the address of the page says with it: `/events/2019/03/21/…`."""
    said = _DAY_IN_ADDRESS.search(url)
    if said is None:
        return mentions
    year, month, day = map(int, said.groups())
    return [
        replace(mention, start=replace(mention.start, year=year))
        if (mention.start.year, mention.start.month, mention.start.day) == (None, month, day)
        and mention.rule is None
        and _is_on(mention.start, year)
        else mention
        for mention in mentions
    ]


def _in_years_of_stamps(mentions: list[Mention], text: str, reference: date) -> list[Mention]:
    """Give the days of old news the year of the date on which it came out, which begins its line or stands over it.

    `2023/7/24 | Open campus (8/5)` was in that August, whenever the page is read.
    """
    found: list[Mention] = []
    last: Mention | None = None
    stamp, stop = reference, -1
    for mention in mentions:
        start, dated = mention.start, mention
        if start.year is not None:
            last, stop = mention, -1
        elif last is not None and start.month is not None and start.day is not None and mention.rule is None:
            if stop < 0:  # most news says no other day
                stamp, stop = _news_of(last, text)
            is_old = mention.first < stop and (reference - stamp).days > _OLD_NEWS
            year = _year_near(start, stamp) if is_old else None
            dated = replace(mention, start=replace(start, year=year)) if year is not None else mention
        found.append(dated)
    return found


def _news_of(mention: Mention, text: str) -> tuple[date, int]:
    """Return the day on which news came out, and where it ends: at 0 where the date is none of news."""
    day = _stamped(mention, text)
    return (day, _end_of_item(text, mention.stop)) if day is not None else (date.min, 0)


def _stamped(mention: Mention, text: str) -> date | None:
    """Return the day of a date in full that begins its line, as that of news does."""
    start = mention.start
    is_alone = mention.end is None and mention.rule is None and not mention.more
    if not is_alone or mention.role not in _OF_NEWS or not _begins_line(text, mention.first):
        return None
    try:
        return date(start.year or 0, start.month or 0, start.day or 0)
    except ValueError:
        return None


def _end_of_item(text: str, stop: int) -> int:
    """Return where the line of a stamp ends, or the next one where it stands alone in its own, as on Japanese pages."""
    line = text.find("\n", stop)
    if line < 0:
        return len(text)
    if text[stop:line].strip(" \t()[]"):
        return line
    begin = stop + len(text[stop : stop + _NEAR]) - len(text[stop : stop + _NEAR].lstrip())
    following = text.find("\n", begin)
    following = following if following >= 0 else len(text)
    return following if any(sign >= _DENSE for sign in text[begin : min(following, begin + _NEAR)]) else line


def _year_near(moment: Moment, stamp: date) -> int | None:
    """Return the year in which a day is near that of its news, rather behind it."""
    ahead = {}
    for year in (stamp.year - 1, stamp.year, stamp.year + 1):
        if _is_on(moment, year):
            days = (date(year, moment.month or 0, moment.day or 0) - stamp).days
            ahead[year] = days if days >= 0 else -_PAST_NEWS * days
    nearest = min(ahead, key=lambda year: ahead[year], default=None)
    return nearest if nearest is not None and ahead[nearest] < _FAR_AHEAD else None


def _is_on(moment: Moment, year: int) -> bool:
    """Tell whether a moment is a day of a year, and on its weekday."""
    try:
        return moment.fits(date(year, moment.month or 0, moment.day or 0))
    except ValueError:
        return False


def _touching(tree: Tree) -> list[int]:
    """Return the places where the texts of two elements touch and are not one word: `<i>01.03.</i><i>20:00 Uhr</i>`.

    What stands raised or lowered goes on with its number (`1<sup>st</sup>`), as do scripts without spaces.
    """
    texts, offsets = tree.texts, tree.offsets
    places = []
    text = tree.whole_text
    for row in [row for row, words in enumerate(texts) if words >= _FIRST_ALNUM]:  # most begin with a space
        offset = offsets[row]
        if offset == 0 or text[offset - 1] in " \n" or not text[offset].isalnum():
            continue
        before = row - 1
        while not texts[before]:
            before -= 1
        beside = tree.tags[tree.parents[before]], tree.tags[tree.parents[row]]
        if _is_apart(texts[before], texts[row]) and _RAISED.isdisjoint(beside):
            places.append(offsets[row])
    return places


def _is_apart(one: str, two: str) -> bool:
    """Tell whether a new word begins with the second of two texts that touch."""
    last, first = one[-1], two[0]
    if not (first.isalnum() and (last.isalnum() or last == ".")) or first >= _DENSE or last >= _DENSE:
        return False
    if first.isdecimal():
        if last == "." or last.isdecimal():  # a year may be in two halves: <b>20</b><b>26</b>
            is_apart = one[-2:].strip(".").isdecimal() or (last == "." and one[-3:-1].isalpha())  # pt. | 19.00
            return is_apart and _CLOCK.match(two) is not None
        return _is_word(one[-_FEWEST_LETTERS:]) or _is_badge(one, two)
    if _HALF_DAY.search(one, len(one) - _LONGEST_HALF):
        return True
    is_word = (
        _is_word(two[:_FEWEST_LETTERS]) or _SHORTENED.fullmatch(two) or _TITLE.match(two)
    )  # 16.05.24 | Dr. Cottier
    if last == "." or not is_word:
        return False
    return last.isdecimal() or (len(one) >= _FEWEST_LETTERS and one[-_FEWEST_LETTERS:].isalnum())


def _is_badge(one: str, two: str) -> bool:
    """Tell a weekday of two letters in front of its day, each in its own element: `<i>wo</i><b>29</b>`."""
    return (
        len(word := one.strip()) == _MOST_DIGITS
        and word.isalpha()
        and two.strip().isdecimal()
        and len(two) <= _MOST_DIGITS
    )


def _months_of_badges(tree: Tree, text: str) -> list[int]:
    """Return where the months of badges in numbers stand: `<i>MI</i> <i>04</i><i>10</i>`, where a list has them."""
    places = []
    begins = {*tree.offsets}
    for found in _FOUR_DIGITS.finditer(text):
        month = found.start() + _MOST_DIGITS
        if month not in begins:
            continue  # as most years
        low, high = sorted((int(found[1]), int(found[2])))
        if not 1 <= low <= _MONTHS_OF_YEAR or high > _LONGEST_MONTH:
            continue
        name = _BADGE_NAME.search(text, max(0, found.start() - _LONGEST_NAME), found.start())
        if name is not None and dates.weekday_named(name[1]) is not None:
            places.append(month)
    return places if len(places) >= _FEWEST_DAYS else []


def _is_word(letters: str) -> bool:
    """Tell whether letters are enough to be a word of their own, not a capital or the ending of a number."""
    return len(letters) == _FEWEST_LETTERS and letters.isalpha()


def _grid_days(tree: Tree, text: str, mentions: list[Mention], taken: set[int]) -> list[Annotation]:
    """Read the bare numbers of a calendar grid: 1, 2, 3 … each alone in its cell, under the name of a month."""
    headers = [m for m in mentions if m.start.month and m.start.year and not m.start.day]
    numbers = _lone_numbers(tree) if headers else []
    found: list[Annotation] = []
    known = set(taken)
    for chain in (*_chains(numbers), *_lone_days(tree, numbers)):
        first = tree.offsets[chain[0][0]]
        header = _month_of(tree, chain, [header.start for header in headers if header.first < first])
        if header is not None:
            days = [entry for entry in chain if entry[0] not in known and not _is_closed(tree, entry[0])]
            known |= {row for row, _ in chain}
            found += _days_of_month(tree, text, header, days)
    for header, days in _ordinal_days(tree, text, mentions):
        found += _days_of_month(tree, text, header, [entry for entry in days if entry[0] not in known])
    return found


def _is_closed(tree: Tree, row: int) -> bool:
    """Tell the day of a grid whose cell says nothing but that the house is closed: `12`, and below it `定休日`."""
    cell = cell_of(tree, row, _HIGHEST_CELL)
    if cell == row:
        return False
    behind = tree.whole_text[tree.offsets[row + 1] : min(tree.offsets[tree.ends[cell]], tree.offsets[row + 1] + _NEAR)]
    return _CLOSED.fullmatch(behind) is not None


def _month_of(tree: Tree, chain: list[tuple[int, int]], months: list[Moment]) -> Moment | None:
    """Return the month of a grid: of the last ones above it, the last that it fits, for a menu may stand between.

    It has as many days, and as many of them stand in its first row as in that of a calendar.
    """
    if not months:
        return None
    near = months[: -_MOST_ABOVE - 1 : -1]
    is_whole = len(chain) >= _SHORTEST_MONTH and chain[-1][1] == len(chain)
    return next((month for month in near if _fits(tree, chain, month)), months[-1]) if is_whole else months[-1]


def _fits(tree: Tree, chain: list[tuple[int, int]], month: Moment) -> bool:
    """Tell whether a grid of the days from the first to the last can be one of a month."""
    begin, days = monthrange(month.year or 0, month.month or 0)
    first = chain[0][0]
    table, line = _above(tree, first, "table"), _above(tree, first, "tr")
    if not table or not line:
        return days == len(chain)
    in_table = sum(table < row < tree.ends[table] for row, _ in chain)
    in_first = sum(line < row < tree.ends[line] for row, _ in chain)
    if days != in_table or in_first > _WEEK:
        return days == in_table
    return begin in {(_WEEK - in_first) % _WEEK, (_WEEK - 1 - in_first) % _WEEK}  # weeks begin on Monday or Sunday


def _above(tree: Tree, row: int, tag: str) -> int:
    """Return the nearest element of a name in which something stands, or 0."""
    return next((above for above in tree.ancestors(row) if tree.tags[above] == tag), 0)


def _days_of_month(tree: Tree, text: str, month: Moment, entries: list[tuple[int, int]]) -> Iterator[Annotation]:
    """Yield the bare numbers with which rows begin as days of a month."""
    for row, number in entries:
        try:
            day = date(month.year or 0, month.month or 0, number)
        except ValueError:
            continue
        begin = tree.offsets[row] + len(tree.texts[row]) - len(tree.texts[row].lstrip())
        stop = begin + len(str(number))
        mention = Mention(begin, stop, text[begin:stop], Moment(day.year, day.month, day.day))
        yield Annotation("date", row, begin, stop, Dated(begin, stop, mention, When(day, confidence=0.7)))


def _ordinal_days(tree: Tree, text: str, mentions: list[Mention]) -> Iterator[tuple[Moment, list[tuple[int, int]]]]:
    """Yield months that stand alone in their line, each with the days that begin the lines below: `6th Council, 7pm`.

    Only numbers that never fall count, and two of them at least; the year is that of the last header before.
    """
    headers = [mention for mention in mentions if _is_header(text, mention)]
    months = {header.first for header in headers if header.start.month is not None and _is_line(text, header)}
    if not months:
        return  # as on most pages
    lines = [
        (tree.offsets[row], row, int(day[1]))
        for row, words in enumerate(tree.texts)
        if (day := _ORDINAL.match(words)) and _begins_line(text, tree.offsets[row])
    ]
    year: int | None = None
    for number, header in enumerate(headers):
        year = header.start.year or year
        if header.start.month is None or year is None or header.first not in months:
            continue
        stop = headers[number + 1].first if number + 1 < len(headers) else len(text)
        below = lines[bisect_left(lines, (header.stop,)) : bisect_left(lines, (stop,))]
        days = list(_rising([(row, day) for _, row, day in below], header.start.day or 0))
        if len(days) > 1 or (days and header.start.day):
            yield Moment(year, header.start.month), days


def _is_header(text: str, mention: Mention) -> bool:
    """Tell whether a mention names a month or a year alone in its line; the first day of the month may stand below."""
    is_alone = not (mention.has_day or mention.start.has_time) or "\n" in text[mention.first : mention.stop]
    return is_alone and mention.rule is None and mention.end is None and mention.role is Role.START


def _is_line(text: str, header: Mention) -> bool:
    """Tell whether nothing else stands in the line of a header, or it ends with a colon behind it."""
    if not _begins_line(text, header.first):
        return text.startswith(":\n", header.stop)
    is_over = "\n" in text[header.first : header.stop]
    return is_over or not text[header.stop : header.stop + _NEAR].partition("\n")[0].strip(" :")


def _begins_line(text: str, first: int) -> bool:
    """Tell whether a text of the page begins its line."""
    return not text[max(0, first - _NEAR) : first].rpartition("\n")[2].strip()


def _rising(entries: list[tuple[int, int]], last: int) -> Iterator[tuple[int, int]]:
    """Yield the rows of numbers up to the first that falls."""
    for row, number in entries:
        if number < last:
            return
        last = number
        yield row, number


def _lone_numbers(tree: Tree) -> list[tuple[int, int]]:
    """Return the rows whose text is a number of one or two digits and nothing else, each with its number."""
    number_of = {
        text: int(word)
        for text in set(tree.texts)
        if 0 < len(word := text.strip()) <= _MOST_DIGITS and word.isdecimal()
    }
    return [(row, number_of[text]) for row, text in enumerate(tree.texts) if text in number_of] if number_of else []


def _chains(numbers: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the rows of 1, 2, 3 … up to the end of a month; other numbers between them are passed over."""
    chain: list[tuple[int, int]] = []
    for row, number in numbers:
        if number == len(chain) + 1:
            chain.append((row, number))
        elif number == 1:
            if len(chain) >= _SHORTEST_MONTH:
                yield chain
            chain = [(row, 1)]
    if len(chain) >= _SHORTEST_MONTH:
        yield chain


def _lone_days(tree: Tree, numbers: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield numbers that begin the entries of a list, each alone in its element: the days under the name of a month.

    They rise, skip some (1, 2, 3 is a pager), and words follow each in the same entry.
    """
    chain: list[tuple[int, int]] = []
    last_path: tuple[str, ...] = ()
    for row, number in numbers:
        if not 0 < number <= _LONGEST_MONTH:
            continue
        holder = tree.parents[row]
        entry = tree.parents[holder]
        if tree.ends[holder] != row + 1 or entry <= 0 or not _begins(tree, entry, row):
            continue
        path = (tree.tags[holder], tree.tags[entry])
        if chain and (path != last_path or number <= chain[-1][1] or tree.parents[entry] != _list_of(tree, chain)):
            if _is_days(chain):
                yield chain
            chain = []
        last_path = path
        chain.append((row, number))
    if _is_days(chain):
        yield chain


def _begins(tree: Tree, entry: int, row: int) -> bool:
    """Tell whether a row holds the first words of an entry that has others."""
    before = tree.whole_text[tree.offsets[entry] : tree.offsets[row]]
    after = tree.whole_text[tree.offsets[row + 1] : min(tree.offsets[tree.ends[entry]], tree.offsets[row + 1] + 60)]
    return not before.strip() and sum(map(str.isalpha, after)) > _FEWEST_LETTERS


def _list_of(tree: Tree, chain: list[tuple[int, int]]) -> int:
    """Return the row of the list in whose entries the numbers of a chain stand."""
    return tree.parents[tree.parents[tree.parents[chain[-1][0]]]]


def _is_days(chain: list[tuple[int, int]]) -> bool:
    """Tell whether rising numbers may be days: three or more, and not one after another."""
    numbers = [number for _, number in chain]
    return len(numbers) >= _FEWEST_DAYS and numbers[-1] - numbers[0] >= len(numbers)


def _name_new_days(tree: Tree, text: str, found: list[Annotation]) -> None:
    """Tell the days to which those right before them are moved: they are no days of further events."""
    days = [one for one in found if one.name == "date"]
    for one, other in pairwise(days):
        before = said_before(text, other.first, other.stop) if other.first - one.stop <= _FAR_MOVED else None
        is_apart = "\n" in text[one.stop : other.first]  # then what has a name of its own is an entry of its own
        if before is None or (is_apart and "\t" not in before and len(_LETTER.findall(before)) > _FEWEST_OF_NAME):
            continue
        if is_apart and _has_own_entry(tree, one.row, other):
            continue
        if isinstance(one.value, Dated) and one.value.mention.role is Role.START and not one.value.mention.rule:
            other.name = NEW_DAY


def _has_own_entry(tree: Tree, before: int, day: Annotation) -> bool:
    """Tell a day in an entry of its own, which names something else: not the line of a card below its old day."""
    top = day.row
    while tree.parents[top] > before:
        top = tree.parents[top]
    old = before
    while tree.parents[old] != tree.parents[top] and old > tree.parents[top]:
        old = tree.parents[old]
    text, first, stop = tree.whole_text, tree.offsets[top], tree.offsets[tree.ends[top]]
    is_alike = tree.tags[old] == tree.tags[top] and tree.class_names[old] == tree.class_names[top]
    if is_alike and (tree.tags[top] in _ENTRIES or tree.class_names[top]):
        before_it = said_before(text, day.first, day.stop) or ""
        line = text.rfind("\n", 0, day.first) + 1
        around = text[first : max(first, line)] + before_it + text[day.stop : stop]
        return len(_LETTER.findall(around)) >= _FEWEST_IN_ENTRY
    return len(_LETTER.findall(text[first : day.first].rpartition("\n")[0])) >= _FEWEST_IN_ENTRY


def _name(mention: Mention) -> str:
    """Name a date by its role: `date` where it says when something is, `time` where it names no day."""
    if mention.role not in _SAY_WHEN:
        return mention.role.value
    return "date" if mention.has_day else "time"


def _plain_dates(tree: Tree, text: str, reference: date) -> list[Annotation]:
    """Read dates as the baseline does: no roles, no context."""
    return [
        Annotation(
            "date",
            tree.row_at(found.first),
            found.first,
            found.stop,
            Dated(found.first, found.stop, mention, found.when),
        )
        for found in plain.find(text, reference=reference)
        for mention in [Mention(found.first, found.stop, found.when.text, dates.Moment())]
    ]


DATE_READERS: dict[str, Callable[[Tree, str, date], list[Annotation]]] = {"grammar": _dates, "plain": _plain_dates}
"""Every reader of dates by its name: the table that `--dates` reads."""
