"""When a record takes place: its date, and the time that stands elsewhere in it, or over its whole list."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from eventlocky import dates
from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.fields import dotted, told, usual
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.page.elements import CELLS
from eventlocky.text.words import words
from eventlocky.types import Record, When

_LONGEST_HEAD = 60
_LABEL = re.compile(
    r"(?:\b(?:when|dates?|date and time|wann|termin|datum|quand|cuándo|fecha|quando|data|wanneer)|日\s?時|開催日)"
    r"\s?[:：]\s*$",
    re.IGNORECASE,
)
_CLOCK_ALONE = re.compile(r"\s*([01]?\d|2[0-3])\.([0-5]\d)\s*")
"""An hour with a point, alone at the head of a line."""

_LONGEST_LABEL = 20
_MOST_DAYS = 40
"""A record with more days is a whole calendar."""

_LONGEST_SERIES = timedelta(366)
_FAR_IN_LINE = 40
_SINCE = re.compile(
    r"\b(?:ab|vom|from|starting|beginning|à partir du|dès le|dal|a partire dal|desde el|a partir del|vanaf|från|fra|od|"
    r"alkaen)\s(?:[^\W\d_]{2,10}\.?,?\s)?$",
    re.IGNORECASE,
)
"""What stands before a day from which a weekly rule holds, and so far from the rule in its line."""

_NOT_THEN = re.compile(
    r"\b(?:not?|except|excluding|closed|außer|ohne|sauf|salvo|tranne|behalve|utom)\b|除|休", re.IGNORECASE
)
"""What stands between a rule and a run in which it does not hold."""

_FARTHEST = 40
"""What stands farther before a date is no sign that a line begins with."""

_FURTHER = re.compile(
    r"\W*(?:(?:weitere|andere|nächste|alle) (?:termine|vorstellungen|aufführungen|daten)|auch am|"
    r"(?:further|other|more|additional|all|next) (?:dates|performances|showings?|shows|sessions)|also(?: on)?|repeated|"
    r"(?:autres|prochaines) (?:dates|séances|représentations)|aussi le|(?:altre|prossime) (?:date|repliche)|repliche|"
    r"(?:otras|próximas) (?:fechas|funciones|sesiones)|outras (?:datas|sessões)|"
    r"(?:andere|meer) (?:data|voorstellingen)|ook op|fler (?:datum|föreställningar)|"
    r"flere (?:datoer|forestillinger)|muut (?:esitykset|päivät)|"
    r"(?:inne|kolejne) (?:terminy|daty)|další termíny|(?:他|その他|ほか|次回以降)の?(?:日程|公演日|開催日))\s?[:：\n ]",
    re.IGNORECASE,
)
"""What begins a line of further days of the same event."""

_LONGEST_FURTHER = 200
_NEXT = re.compile(r"\b(?:next|upcoming) ((?:[^\W\d_]+ ){0,3})meeting\b", re.IGNORECASE)
_TO_NEXT = re.compile(_NEXT.pattern + r"[^\n.;]{0,24}$", re.IGNORECASE)
"""What stands before the day of the next meeting, which a page tells above the list of all."""

_LINK = re.compile(
    r"\)?[ \u00a0]{0,3}[,;·•|/&+、・]?[ \u00a0]{0,3}"
    r"(?:(?:and|und|et|y|e|i|a|en|och|og|ja|as well as|sowie|と|及び|および) )?",
    re.IGNORECASE,
)
_LONGEST_LINK = 14
"""What stands between two of several days on a line."""

_MANY = 3
"""The time of a day over so many records may be that of the first of them alone."""

_HIGHEST = 8
_MOST_IN_CARD = 2
"""Elements around a record, and records in one of them, up to which it is a card and not a list."""


def read_list(tree: Tree, annotations: Annotations, records: Sequence[Record]) -> list[Found[When] | None]:
    """Return when each record of a page takes place, or None where neither it nor its context has a date.

    What a record does not say itself is the time beside it, else that of its whole list.
    """
    firsts = sorted(record.first for record in records)
    found = [_read(tree, annotations, record, firsts) for record in records]
    for number, (record, own) in enumerate(zip(records, found, strict=True)):
        if own is not None and (by_notice := told.read(tree, annotations, record, own)) is not None:
            found[number] = by_notice
    spans = sorted(
        (record.first, record.stop, (own.value.first_day if own is not None else None) or date.min)
        for record, own in zip(records, found, strict=True)
    )
    heads = Counter(own.row for record, own in zip(records, found, strict=True) if own and own.row in record.context)
    for number, (record, own) in enumerate(zip(records, found, strict=True)):
        if own is None or not (own.value.all_day or heads[own.row] >= _MANY):
            continue
        if beside := _beside(tree, annotations, record, spans, own.value):
            found[number] = _at(own, beside)
    for number, said in _told_as_next(tree, annotations, records, found).items():
        if (own := found[number]) is not None:
            found[number] = _at(own, said)
    for number, said in dotted.read(tree, annotations, records, found).items():
        if (own := found[number]) is not None:
            found[number] = _at(own, said)
    times = usual.read(tree, annotations, records, found)
    return [
        replace(own, value=dates.with_time(own.value, times[number])) if own is not None and number in times else own
        for number, own in enumerate(found)
    ]


def _told_as_next(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> dict[int, When]:
    """Return the times of days that the page tells beside its list: `Next meeting: September 22 at 6 PM`."""
    if not _NEXT.search(tree.whole_text):
        return {}
    anchors = {record.anchor for record in records}
    said = {
        one.value.when.first_day: (one.value.when, {*words(label[1] or "")})
        for one in annotations.within("date", 0, len(tree))
        if isinstance(one.value, Dated) and one.first not in anchors and not one.value.when.all_day
        if one.value.when.rrule is None
        if (label := _TO_NEXT.search(tree.whole_text[max(0, one.first - _FARTHEST) : one.first])) is not None
    }
    return {
        number: said[own.value.first_day][0]
        for number, own in enumerate(found)
        if own is not None and own.value.all_day and own.value.rrule is None and own.value.first_day in said
        if _may_be(said[own.value.first_day][1], records[number].title)
    }


def _may_be(named: set[str], title: str) -> bool:
    """Tell whether a record may be the next meeting of somebody: of him, or of whom it does not say."""
    said = words(title)
    return not named or "meeting" in said or "meetings" in said or not named.isdisjoint(said)


def _at(own: Found[When], said: When) -> Found[When]:
    """Give what was found another time than its own, if it has one."""
    day = own.value if own.value.all_day else replace(own.value, start=own.value.first_day, end=None, rdates=())
    return replace(own, value=dates.with_time(day, said))


def _read(tree: Tree, annotations: Annotations, record: Record, firsts: list[int]) -> Found[When] | None:
    """Return when a record takes place by what it says itself."""
    chosen = annotations.at("date", record.anchor)
    dated = [chosen] if chosen is not None else _runs_first(annotations.within("date", record.first, record.stop))
    for annotation in dated:
        if annotation.row in record.context:
            break
        if isinstance(annotation.value, Dated):
            if (listed := _listed(annotations, record, annotation.value.when)) is not None:
                return Found(listed, annotation.row, listed.confidence)
            row, fuller = _fuller(tree, annotation, annotation.value, annotations, record)
            when = _with_time(fuller, annotations, record)
            when = _of_show(tree, annotations, record, annotation, when)
            when = _within_run(tree, annotations, record, annotation, when)
            if days := _more_days(tree, annotations, record, annotation, when, firsts):
                when = _at_time_of_last(tree, annotation, replace(when, rdates=days))
            return Found(when, row, when.confidence)
    return _inherited(tree, annotations, record)


def _listed(annotations: Annotations, record: Record, rule: When) -> When | None:
    """Return the days that a record lists beside a rule without an end, if all of them keep it.

    `Third Mondays at 5:30 p.m. Next meetings: September 21 and October 19`.
    """
    weekdays = usual.weekdays_of(rule.rrule or "")
    if not weekdays or rule.rrule is None or "UNTIL" in rule.rrule:
        return None
    said = [one.value for one in annotations.within("date", record.first, record.stop)]
    whens = [one.when for one in said if isinstance(one, Dated) and _is_day(one)]
    days = sorted({day for when in whens for day in (when.start, *when.rdates) if day is not None}, key=_day)
    if not days or len(days) > _MOST_DAYS or any(_day(day).weekday() not in weekdays for day in days):
        return None
    first = next(when for when in whens if days[0] in {when.start, *when.rdates})
    when = replace(first, start=days[0], rdates=tuple(days[1:]))
    return dates.with_time(when, replace(rule, rdates=(), rrule=None))


def _is_day(dated: Dated) -> bool:
    """Tell a day that is said by its number, or several ones, from a rule and from a run."""
    when = dated.when
    return (
        dated.mention.start.day is not None
        and when.rrule is None
        and when.start is not None
        and when.first_day == when.last_day
    )


def _of_show(tree: Tree, annotations: Annotations, record: Record, chosen: Annotation, when: When) -> When:
    """Give a day the first time behind the doors, where its own is theirs alone: `受付17:30 ディナー18:00`."""
    if not _is_doors(when) or when.end is not None or when.first_day is None:
        return when
    end = tree.whole_text.find("\n", chosen.stop)
    behind = [
        one.value.when
        for one in annotations.within("time", record.first, record.stop)
        if isinstance(one.value, Dated) and one.first >= chosen.stop and (end < 0 or one.first < end)
    ]
    for said in behind:
        if said.doors is None and isinstance(said.start, datetime) and isinstance(when.start, datetime):
            is_later = said.start.time() > when.start.time()
            day = replace(when, start=when.first_day)
            return replace(dates.with_time(day, said), doors=when.doors) if is_later else when
    return when


def _within_run(tree: Tree, annotations: Annotations, record: Record, chosen: Annotation, when: When) -> When:
    """Let a weekly rule begin on its first day in the run, or from the day, that stands beside it in its line.

    `Mondays 2-4 pm, 12 October - 7 December`, `ab 16. Juni, dienstags 19 bis 20 Uhr`
    """
    dated = chosen.value
    if when.rrule is None or not when.rrule.startswith("FREQ=WEEKLY;BYDAY=") or not isinstance(dated, Dated):
        return when
    if when.start is None or (dated.mention.end is not None and dated.mention.end.day is not None):
        return when
    for other in annotations.within("date", record.first, record.stop):
        between = tree.whole_text[min(other.stop, chosen.stop) : max(other.first, chosen.first)]
        if other.first == chosen.first or "\n" in between or len(between) > _FAR_IN_LINE:
            continue
        said = other.value.when if isinstance(other.value, Dated) else When()
        first, last = said.first_day, said.last_day
        if said.rrule or first is None or last is None or not said.all_day or said.rdates or _NOT_THEN.search(between):
            continue
        begins = tree.whole_text[max(0, other.first - _FARTHEST) : other.first]
        if first < last or (other.first < chosen.first and _SINCE.search(begins) is not None):
            day = _first_of(when.rrule, first)
            return when if first < last < day else _moved(when, day, last if first < last else None)
    return when


def _first_of(rule: str, day: date) -> date:
    """Return the first day of a weekly rule from a day on."""
    ahead = [(weekday - day.weekday()) % 7 for weekday in usual.weekdays_of(rule)]
    return day + timedelta(min(ahead, default=0))


def _moved(when: When, day: date, last: date | None) -> When:
    """Put the first day of a rule elsewhere, and its last where one is said."""
    before = when.first_day
    if before is None:
        return when
    ahead = day - before
    rule = f"{when.rrule};UNTIL={last:%Y%m%d}" if last is not None and "UNTIL" not in (when.rrule or "") else when.rrule
    return replace(
        when, start=when.start + ahead if when.start else None, end=when.end + ahead if when.end else None, rrule=rule
    )


def _runs_first(dated: Sequence[Annotation]) -> list[Annotation]:
    """Put a run of days before the rhythm that it is kept in: `weekdays 11:30 to 12:00`, `13 November to 13 December`.

    Then the rhythm says at which hours of its days, and not since when.
    """
    whens = [found.value.when if isinstance(found.value, Dated) else When() for found in dated]
    if not any(when.rrule is None and _is_run(when) for when in whens):
        return list(dated)
    order = sorted(range(len(dated)), key=lambda number: whens[number].rrule is not None)
    return [dated[number] for number in order]


def _is_run(when: When) -> bool:
    """Tell several days on end, the first and the last of which are said."""
    first, last = when.first_day, when.last_day
    return first is not None and last is not None and first < last


def _more_days(
    tree: Tree, annotations: Annotations, record: Record, first: Annotation, when: When, firsts: list[int]
) -> tuple[date | datetime, ...]:
    """Return the other days of a record that lists several: each begins a line, up to one that goes back.

    A tour: 3 May @ Leeds
            4 May @ Hull

    Under a title that stands above the first, the lines right behind the record go on with it. A line that says so
    has further ones side by side (`Also on: 3 May, 4 May`), and a sentence may have a whole year of them.
    """
    if when.start is None or when.end is not None or when.rdates or when.rrule:
        return ()
    begins = _begins_line(tree, first)
    days: list[date | datetime] = [when.start]
    before = first
    for other in annotations.within("date", first.row, _last_row(tree, record, first, firsts)):
        if other.first <= first.first or not isinstance(other.value, Dated):
            continue
        is_next = _is_further(tree, other) or _is_chained(tree, before, other)
        if not is_next and not (begins and _begins_line(tree, other)):
            continue
        said = other.value.when
        if said.start is None or said.rrule or said.end is not None or _day(said.start) <= _day(days[-1]):
            break
        if _day(said.start) - _day(when.start) > _LONGEST_SERIES:
            break
        if other.row >= record.stop and any(map(str.isalnum, _between(tree, before, other))):
            break
        days += [said.start, *said.rdates]
        before = other
    return tuple(days[1:]) if len(days) <= _MOST_DAYS else ()


def _at_time_of_last(tree: Tree, first: Annotation, when: When) -> When:
    """Give days of one line the time behind the last of them: `Jan. 26, Apr. 27, Jul. 27 and Oct. 26, 2 pm`."""
    last = when.rdates[-1]
    if not when.all_day or when.first_day is None or not isinstance(last, datetime):
        return when
    line = tree.whole_text[first.first : first.first + _LONGEST_FURTHER].partition("\n")[0]
    if not all(_names_day(line, day) for day in when.rdates):
        return when
    clock = last.time()
    days = tuple(day if isinstance(day, datetime) else datetime.combine(day, clock) for day in when.rdates)
    return replace(when, start=datetime.combine(when.first_day, clock), rdates=days)


def _names_day(line: str, day: date | datetime) -> bool:
    return re.search(rf"(?<!\d){day.day}(?!\d)", line) is not None


def _last_row(tree: Tree, record: Record, first: Annotation, firsts: list[int]) -> int:
    """Return up to where the days of a record may stand."""
    line = tree.whole_text.rfind("\n", 0, first.first) + 1
    if not record.title or tree.offsets[tree.ends[record.title_row]] > line:
        return record.stop
    place = bisect_left(firsts, record.stop)
    return max(record.stop, min(tree.ends[tree.parents[first.row]], *firsts[place : place + 1], len(tree)))


def _between(tree: Tree, before: Annotation, other: Annotation) -> str:
    """Return the lines between those of two dates."""
    return tree.whole_text[before.stop : other.first].partition("\n")[2]


def _begins_line(tree: Tree, found: Annotation) -> bool:
    """Tell whether nothing but a sign stands before a date in its line."""
    text, farthest = tree.whole_text, max(0, found.first - _FARTHEST)
    before = text[max(text.rfind("\n", farthest, found.first) + 1, farthest) : found.first]
    return not any(map(str.isalnum, before))


def _is_further(tree: Tree, found: Annotation) -> bool:
    """Tell whether a date stands in a line of further days."""
    text, farthest = tree.whole_text, max(0, found.first - _LONGEST_FURTHER)
    begin = text.rfind("\n", farthest, found.first) + 1
    return begin > 0 and _FURTHER.match(text, begin, found.first) is not None


def _is_chained(tree: Tree, before: Annotation, other: Annotation) -> bool:
    """Tell whether nothing but a mark or an "and" stands between two dates of one line."""
    between = tree.whole_text[before.stop : other.first]
    return len(between) <= _LONGEST_LINK and _LINK.fullmatch(between) is not None


def _day(moment: date | datetime) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _beside(
    tree: Tree, annotations: Annotations, record: Record, spans: list[tuple[int, int, date]], day: When
) -> When | None:
    """Return the one time that stands with a record in an element, beside it, and in no other record.

    A finder may have cut a card around its title: whatever holds it and at most one more, holds what is its own.
    """
    for number, above in enumerate(tree.ancestors(record.first)):
        stop = tree.ends[above]
        if number >= _HIGHEST or stop < record.stop or above <= tree.body:
            return None
        others = spans[bisect_left(spans, (above,)) : bisect_left(spans, (stop,))]
        if len(others) > _MOST_IN_CARD:
            return None
        if said := _times(annotations, above, stop, day, [one[:2] for one in others if one[2] != day.first_day]):
            clocks = {each.start.time() if isinstance(each.start, datetime) else None for each in said}
            return said[0] if len(clocks) == 1 else None
    return None


def _fuller(tree: Tree, chosen: Annotation, dated: Dated, annotations: Annotations, record: Record) -> tuple[int, When]:
    """Return the date of a record, or of its line, that says the same and more: a badge gives the day, a line all else.

    Where two ends are said, that behind a label (`When: …`) is meant, not one in a title.
    """
    when, has_year = dated.when, dated.mention.start.year is not None
    begin = tree.whole_text.rfind("\n", 0, chosen.first) + 1
    has_line = chosen.row not in record.context and chosen.first - begin <= _LONGEST_FURTHER
    line = tree.row_at(begin) if has_line else record.first
    for other in annotations.within("date", min(line, record.first), record.stop):
        if not isinstance(other.value, Dated):
            continue
        said = other.value.when
        tells_year = not has_year and other.value.mention.start.year is not None
        if not _is_same(when, said, is_year_known=not tells_year):
            continue
        has_end = said.end is not None and said.end != when.end
        if tells_year or (when.all_day and not said.all_day) or (has_end and (not when.end or _is_told(tree, other))):
            return other.row, said
    return chosen.row, when


def _is_told(tree: Tree, found: Annotation) -> bool:
    """Tell whether a date stands behind a label."""
    return _LABEL.search(tree.whole_text[max(0, found.first - _LONGEST_LABEL) : found.first]) is not None


def _is_same(when: When, said: When, *, is_year_known: bool) -> bool:
    """Tell whether two dates say the same day (of the same year, where that is known) and no other time."""
    day, other = when.first_day, said.first_day
    if day is None or other is None or (day.month, day.day) != (other.month, other.day):
        return False
    if is_year_known and day.year != other.year:
        return False
    return when.all_day or (
        isinstance(when.start, datetime) and isinstance(said.start, datetime) and when.start.time() == said.start.time()
    )


def _inherited(tree: Tree, annotations: Annotations, record: Record) -> Found[When] | None:
    """Return the day that a record inherits, at the time that it says itself, or the head of its line in a table."""
    for row in record.context:
        for annotation in annotations.within("date", row, row + 1):
            if isinstance(annotation.value, Dated):
                fuller_row, when = _fuller(tree, annotation, annotation.value, annotations, record)
                if fuller_row != annotation.row:
                    return Found(_with_time(when, annotations, record), fuller_row, when.confidence)
                timed = _with_time(replace(when, start=when.first_day, end=None, rdates=()), annotations, record)
                if tree.tags[record.first] in CELLS:
                    timed = _by_cell(tree, record, when, timed)
                when = when if timed.all_day else timed
                return Found(when, annotation.row, when.confidence)
    return None


def _by_cell(tree: Tree, record: Record, when: When, timed: When) -> When:
    """Give the day of a column the time in its cell, read by itself: times of cells beside each other look like a list.

    Where the cell says none, the head of its line may.
    """
    day = replace(when, start=when.first_day, end=None, rdates=())
    if record.stop <= tree.ends[record.first]:
        own = _by_words(tree, record.first, day)
        if not own.all_day:
            return own
    if not timed.all_day:
        return timed
    head = next((each for each in tree.children(tree.parents[record.first]) if tree.tags[each] in CELLS), record.first)
    return _by_words(tree, head, timed) if head != record.first else timed


def _by_words(tree: Tree, cell: int, day: When) -> When:
    """Give a day the first time in a cell, read by itself."""
    first = day.first_day
    if first is None or tree.offsets[tree.ends[cell]] - tree.offsets[cell] > _LONGEST_HEAD:
        return day
    words = tree.text(cell)
    if (match := _CLOCK_ALONE.fullmatch(words)) is not None:
        return dates.with_time(day, When(datetime.combine(first, time(int(match[1]), int(match[2])))))
    found = dates.find(words, reference=first)
    for when in dates.resolve([mention for mention in found if not mention.has_day], dates.Context(first)):
        if not when.all_day:
            return dates.with_time(day, when)
    return day


def _with_time(when: When, annotations: Annotations, record: Record) -> When:
    """Give a day without a time the first time that the record says, but doors only where nothing else is said."""
    said = _times(annotations, record.first, record.stop, when)
    if not said:
        return when
    begins = next((each for each in said if each.doors is None or not _is_doors(each)), said[0])
    return replace(dates.with_time(when, begins), doors=when.doors or said[0].doors)


def _times(
    annotations: Annotations, first: int, stop: int, day: When, others: Sequence[tuple[int, int]] = ()
) -> list[When]:
    """Return the times in some rows: bare ones, and those behind nothing but the weekday of a day (`Wed · 4 pm`).

    What stands in `others`, the records of other days, is theirs.
    """
    found = [*annotations.within("time", first, stop), *annotations.within("date", first, stop)]
    found.sort(key=lambda one: one.first)
    return [
        one.value.when
        for one in found
        if isinstance(one.value, Dated)
        and (one.name == "time" or _is_weekday_of(one.value, day))
        and not any(begin <= one.row < end for begin, end in others)
    ]


def _is_weekday_of(dated: Dated, day: When) -> bool:
    """Tell a time whose weekday, without a number, is that of a day."""
    start = dated.mention.start
    if dated.mention.rule or start.day is not None or start.weekday is None or not start.has_time:
        return False
    return day.first_day is not None and start.fits(day.first_day)


def _is_doors(when: When) -> bool:
    """Tell whether the doors are all that a time speaks of."""
    return isinstance(when.start, datetime) and when.start.time() == when.doors
