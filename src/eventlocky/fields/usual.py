"""The time that is said once for a whole list: over it, over each of its parts, by a rule, or under it.

All meetings begin at 7 pm.          Board (6:30 pm)      Council (every Tuesday at 9 am)
3 May · 7 June · 5 July              3 May · 7 June       4 May · 11 May
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from eventlocky.annotate import Annotation, Annotations, Dated
from eventlocky.dates import WEEKDAY_CODES
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.text.scripts import is_japanese
from eventlocky.text.words import long_runs
from eventlocky.types import Record, When

_BEFORE, _AFTER = 2_500, 1_500
"""So many letters before and after a list the time of all its records may stand."""

_MOSTLY = 0.6
"""Such a share of the days of a list keeps the rule that its times come from."""

_TIMED, _TIMED_TOLD = 0.2, 0.7
"""A list with a larger share of records that say their time has none in common, or none that is not told as such."""

_LOOK_BACK = 3
"""So many times above a record are looked at, and so many places that say a word of its title: those of a rule that it
does not keep, or of another title, are passed over."""

_LIMIT = re.compile(
    r"\b(?:by|before|no later than|not later than|until|till|prior to|deadline:?|finish(?:es)?(?: at)?|ends?(?: at)?|"
    r"bis|vor|avant|jusqu'à|antes de las?|"
    r"entro le?|vóór|före|przed|do)\s+(?:about\s+|around\s+|ca\.?\s+)?$|締切\s*$",
    re.IGNORECASE,
)
"""What stands before a time until when something must be done."""

_LONGEST_LIMIT = 24
_TOLD = re.compile(
    r"\b(?:begins?|starts?|meets?|convenes?|commences?|held|takes? place|beginn\w{0,4}|beginnt|treffen|tagt|börjar|"
    r"starter|alkaa|alkavat|débuten?t?|commencen?t?|réuni\w{0,5}|comienzan?|empiezan?|reúne\w?|inizian?o?|começam?|"
    r"beginnen|aanvang|zaczyna\w{0,3}|rozpoczyna\w{0,3}|začín\w{0,4})\b[^.!?\n]{0,60}$"
    r"|(?:開演|開始|開会|開講|集合|スタート)[^。！？\n\d]{0,12}$",
    re.IGNORECASE,
)
_EACH = re.compile(r"各[回日]|毎回|いずれも")
_TOLD_BEHIND = re.compile(r"\s?(?:に|より|から)?\s?(?:開演|開始|開会|開講|集合|スタート)")
_LONGEST_TOLD = 76
"""What a sentence says that tells when something usually begins, and how far before the time."""

_LONGEST_NAME = 120
_FEWEST_NAMED, _NAMES_MOST = 2, 0.5
_SENTENCE_ENDS = re.compile(r"[.;!?]\s")
_WORD = re.compile(r"[^\W\d_]{3,}")
"""How far before a time the name may stand of what it is for, how many times have one, and the words of a name."""

_OFFSET = attrgetter("offset")
_WEEKDAY = re.compile("|".join(WEEKDAY_CODES))


class Said(NamedTuple):
    """A time that may be that of a list: where it stands, and the weekdays for which it is said (none: for all)."""

    offset: int
    when: When
    weekdays: frozenset[int]
    is_weekday: bool = False
    """Whether a weekday is all that it is said for: `Fri 8:15 pm`."""

    is_told: bool = False
    """Whether a sentence says that something begins then, or a rule."""

    name: frozenset[str] = frozenset()
    """The words before it, which may name what it is for: `Council 7 pm, Finance Committee 6 pm`."""

    def holds_for(self, when: When) -> bool:
        """Tell whether a day is one of those for which the time is said."""
        day = when.first_day
        return not self.weekdays or (day is not None and day.weekday() in self.weekdays)


class Passage(NamedTuple):
    """The times that stand together somewhere: where, and what tells for which titles they are said."""

    first: int
    said: Sequence[Said]
    has_one_clock: bool
    owners: dict[str, int]
    """The words that stand before one of the times alone, and which it is; of one clock, those before the last."""

    @classmethod
    def of(cls, said: Sequence[Said]) -> Passage:
        """Count once what is asked for every record."""
        clocks = {one.when.start.time() for one in said if isinstance(one.when.start, datetime)}
        if len(clocks) < _FEWEST_NAMED:
            return cls(said[0].offset, said, has_one_clock=True, owners=dict.fromkeys(said[-1].name, len(said) - 1))
        counts = Counter(word for one in said for word in one.name)
        owners = {word: number for number, one in enumerate(said) for word in one.name if counts[word] == 1}
        return cls(said[0].offset, said, has_one_clock=False, owners=owners)

    def of_name(self, title: frozenset[str]) -> Said | None:
        """Return the time that is said for a title; where it stands alone, for all words of the title."""
        if self.has_one_clock:
            return self.said[-1] if len(title) >= _FEWEST_NAMED and title <= self.owners.keys() else None
        scores = Counter(self.owners[word] for word in title if word in self.owners).most_common(2)
        if not scores or scores[0][1] < _NAMES_MOST * len(title):
            return None
        is_named = len(scores) == 1 or scores[0][1] > scores[1][1]
        return self.said[scores[0][0]] if is_named else None


def read(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> dict[int, When]:
    """Return the usual times of the records of lists that mostly say none, by the numbers of those without one."""
    said = list(_said(tree, annotations, records, found))
    if not said:
        return {}
    lists: dict[int, list[int]] = {}
    for number, record in enumerate(records):
        lists.setdefault(record.group, []).append(number)
    begins = sorted(tree.offsets[record.first] for record in records)
    saying = [one.offset for one in said]
    apart = sorted(  # the records that say no such time: the head of a column may look like one
        tree.offsets[record.first]
        for record in records
        if bisect_left(saying, tree.offsets[record.first]) == bisect_left(saying, tree.offsets[record.stop])
    )
    usual: dict[int, When] = {}
    for members in lists.values():
        whens = {number: own.value for number in members if (own := found[number])}
        share = sum(not when.all_day for when in whens.values()) / len(members)
        if share > _TIMED_TOLD:
            continue
        some = said if len(members) > 1 else [one for one in said if not one.is_weekday]
        first = tree.offsets[min(records[number].first for number in members)]
        stop = tree.offsets[max(records[number].stop for number in members)]
        without = {number: records[number] for number, when in whens.items() if when.all_day}
        titles = {number: (tree.offsets[one.first], _words(one.title)) for number, one in without.items()}
        named = _named(_passages(some, apart, first, stop), titles)
        others = {one for one, count in Counter(named.values()).items() if count >= _FEWEST_NAMED and not one.weekdays}
        some = [one for one in some if one not in others] or some
        if share > _TIMED:
            some = [one for one in some if one.is_told]
        offsets = [one.offset for one in some]
        of_list = _by_rule(some, list(whens.values()))
        if of_list is None and share <= _TIMED:
            bare = [one for one in some if not one.weekdays]
            of_list = _nearest(bare, [one.offset for one in bare], first, stop)
        for number, record in without.items():
            own_time = named[number].when if number in named else None
            own_time = own_time or _above(some, offsets, begins, tree.offsets[record.first], whens[number]) or of_list
            if own_time is not None and not _is_run(whens[number]):
                usual[number] = replace(own_time, rdates=())
    return usual


def _named(passages: Sequence[Passage], titles: dict[int, tuple[int, frozenset[str]]]) -> dict[int, Said]:
    """Return the times that are said for the titles of records, by their numbers, of those above them or first below.

    `The council meets at 7 pm, the zoning board at 6 pm`: a word counts that stands before one of the times alone.
    """
    of_word: dict[str, list[int]] = {}
    for place, passage in enumerate(passages):
        for word in passage.owners:
            of_word.setdefault(word, []).append(place)
    firsts = [passage.first for passage in passages]
    named: dict[int, Said] = {}
    for number, (begin, title) in titles.items():
        stop = max(bisect_left(firsts, begin), 1)
        near = {place for word in title if word in of_word for place in _last(of_word[word], stop)}
        own = next((one for place in sorted(near, reverse=True) if (one := passages[place].of_name(title))), None)
        if own is not None:
            named[number] = own
    return named


def _last(numbers: list[int], stop: int) -> list[int]:
    """Return the last few of some rising numbers below a stop."""
    end = bisect_left(numbers, stop)
    return numbers[max(0, end - _LOOK_BACK) : end]


def _passages(said: Sequence[Said], begins: list[int], first: int, stop: int) -> list[Passage]:
    """Return the times near a list by the places where they stand, with no record between them."""
    near = said[bisect_left(said, first - _BEFORE, key=_OFFSET) : bisect_left(said, stop + _AFTER, key=_OFFSET)]
    return [Passage.of(list(some)) for _, some in groupby(near, key=lambda one: bisect_left(begins, one.offset))]


def _name(before: str) -> frozenset[str]:
    """Return the words of the sentence or the line before a time, of the line above where it begins its own."""
    lines = [line for line in _SENTENCE_ENDS.split(before)[-1].split("\n") if _WORD.search(line)]
    return _words(lines[-1]) if lines else frozenset()


def _words(text: str) -> frozenset[str]:
    return frozenset(long_runs(text))


def _said(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> Iterator[Said]:
    """Yield the times of a page that no record has for itself, in order."""
    taken = set(_taken(tree, annotations, records, found))
    text, before = tree.whole_text, 0
    is_dense = is_japanese(text)
    spans = sorted((tree.offsets[record.first], tree.offsets[record.stop]) for record in records)
    begins, stops = [first for first, _ in spans], [stop for _, stop in spans]
    for one in annotations.dated:
        if one.first in taken or not isinstance(one.value, Dated) or one.value.when.all_day:
            continue
        mention, when = one.value.mention, one.value.when
        name = _name(text[max(before, one.first - _LONGEST_NAME) : one.first])
        before = one.stop
        if one.name == "date":
            weekday = mention.start.weekday
            if (weekdays := weekdays_of(mention.rule or "")) or (mention.rule or "").startswith("FREQ=MONTHLY"):
                yield Said(one.first, when, weekdays, is_told=_is_outside(one, begins, stops), name=name)
            elif weekday is not None and mention.start.day is None:
                yield Said(one.first, when, frozenset({weekday}), is_weekday=True, name=name)
        elif one.name == "time" and not _is_limit(text, one):
            is_told = _is_outside(one, begins, stops)
            is_told = is_told and _is_told(text, one)
            if is_dense and not is_told:
                continue  # when a shop is open, and when it answers the telephone
            yield Said(one.first, when, frozenset(), is_told=is_told, name=name)


def _is_told(text: str, found: Annotation) -> bool:
    """Tell whether the words before a time, or right behind it, say that something begins then."""
    before = text[max(0, found.first - _LONGEST_TOLD) : found.first]
    is_told = _TOLD.search(before) is not None or _TOLD_BEHIND.match(text, found.stop) is not None
    return is_told or _EACH.match(text, found.first) is not None


def _is_outside(found: Annotation, begins: list[int], stops: list[int]) -> bool:
    """Tell what stands in no record."""
    place = bisect_right(begins, found.first) - 1
    return place < 0 or stops[place] <= found.first


def _taken(
    tree: Tree, annotations: Annotations, records: Sequence[Record], found: Sequence[Found[When] | None]
) -> Iterator[int]:
    """Yield where the times stand that are those of one record: the first behind its day, and all in a calendar.

    So are those of the rhythms of an offer, which is cut without looking at its days.
    """
    for record, own in zip(records, found, strict=True):
        if tree.tags[record.first] == "th" and not annotations.count("date", record.first, record.stop):
            continue  # the head of a column says it for all below
        times = annotations.within("time", record.first, record.stop)
        chosen = annotations.at("date", record.anchor)
        if chosen is None:
            yield from (one.first for one in annotations.within("date", record.first, record.stop))
        mention = chosen.value.mention if chosen is not None and isinstance(chosen.value, Dated) else None
        if mention is not None and mention.text.isdecimal():
            yield from (time.first for time in times)
        elif own is not None and not own.value.all_day and (mention is None or not mention.rule):
            yield from [time.first for time in times if time.first > record.anchor][:1]


def _is_limit(text: str, found: Annotation) -> bool:
    return _LIMIT.search(text[max(0, found.first - _LONGEST_LIMIT) : found.first]) is not None


def _is_run(when: When) -> bool:
    """Tell several days on end: a time near them is when the doors are open, or that of something else."""
    return when.rrule is None and when.first_day != when.last_day


def weekdays_of(rule: str) -> frozenset[int]:
    """Return the weekdays of a rule."""
    return frozenset(WEEKDAY_CODES.index(day) for day in _WEEKDAY.findall(rule.partition("BYDAY=")[2]))


def _above(said: Sequence[Said], offsets: list[int], begins: list[int], first: int, when: When) -> When | None:
    """Return the last time above a record that holds for it, if its list begins near it.

    Of several in one place, a rule that the day keeps says more than a bare time beside it.
    """
    last = bisect_left(offsets, first) - 1
    near: list[Said] = []
    for one in reversed(said[max(0, last + 1 - _LOOK_BACK) : last + 1]):
        list_begins = begins[bisect_left(begins, one.offset)]
        if list_begins - one.offset > _BEFORE or (near and list_begins < near[-1].offset):
            break
        if one.holds_for(when):
            near.append(one)
    return next((one.when for one in near if one.weekdays), near[0].when if near else None)


def _by_rule(said: Sequence[Said], whens: Sequence[When]) -> When | None:
    """Return the time of a rule that most days of a list keep: they are what it repeats."""
    for one in said:
        if one.weekdays and sum(one.holds_for(when) for when in whens) >= _MOSTLY * len(whens):
            return one.when
    return None


def _nearest(said: Sequence[Said], offsets: list[int], first: int, stop: int) -> When | None:
    """Return the last time before a list, the first one behind it, or the only one inside it, if it is near."""
    last_before = bisect_left(offsets, first) - 1
    if last_before >= 0 and offsets[last_before] >= first - _BEFORE:
        return said[last_before].when
    next_after = bisect_left(offsets, stop)
    inside = said[last_before + 1 : next_after]
    if inside and len({one.when.start.time() for one in inside if isinstance(one.when.start, datetime)}) == 1:
        return inside[0].when
    if next_after < len(offsets) and offsets[next_after] < stop + _AFTER:
        return said[next_after].when
    return None
