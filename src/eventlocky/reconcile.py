"""What a page shows and what it says of itself, put together: every event once, with what either knows.

Markup is nearly always right where it is there, but seldom covers a whole page, and its hours are often written in
universal time. So an event that both have takes its title and its places from either, and its hour from what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from types import MappingProxyType

from eventlocky.dates import WEEKDAY_CODES, with_time
from eventlocky.markup.base import Marked
from eventlocky.text.titles import same, words_of
from eventlocky.types import Event, When

_BOTH = 0.97
"""How sure we are of what the page shows and marks."""

_ONLY_SHOWN = 0.5
"""On a page that marks its events, what is only shown must be so sure."""


_PAPERS = frozenset(
    """agenda agendas minutes packet packets video videos audio recording recordings pdf transcript transcripts notice
    notices presentation presentations materials documents document download draft final approved revised amended
    schedule tagesordnung protokoll niederschrift notulen verbale""".split()
)
"""What is written for or about a meeting."""

_NEARLY = 0.8
"""Such a share of its words says a title."""

_KEPT = re.compile(r"FREQ=(?:WEEKLY|MONTHLY);BYDAY=([-\dA-Z,]+)")
_WEEKDAYS = re.compile(r"(-?\d?)(MO|TU|WE|TH|FR|SA|SU)")
_WEEK = 7
_FEWEST_LISTED, _MOSTLY = 3, 0.6
"""A rule whose days are listed, so many of them, and the share of them that keeps it."""

_MOST_COMPARED = 30
"""An event is compared with so many others of its day: a day of a thousand events must not cost a million looks."""


def reconcile(shown: Sequence[Event], marked: Sequence[Marked], names: Sequence[str] = ()) -> list[Event]:
    """Return the events of a page, each once: first those that it shows, then those that it only marks.

    `names` are the title and the main headings of the page: where they name the one event that it marks, the page
    is that event's, and other dates on it are those of other things.
    """
    told = [mark for mark in marked if mark.event.when.first_day is not None]
    is_its_page = len(told) == 1 and any(_is_in(told[0].event.title, name) for name in names)
    by_day: dict[date | None, list[int]] = {}
    for number, mark in enumerate(told):
        by_day.setdefault(mark.event.when.first_day, []).append(number)
    used: set[int] = set()
    events = []
    for event in once(without_rules(runs(showings(shown)))):
        choices = (n for n in _near(by_day, event, told) if n not in used and _agree(event, told[n].event))
        choice = next(choices, None)
        if choice is not None:
            used.add(choice)
            events.append(_both(event, told[choice]))
        elif not is_its_page and not _is_told(event, told, by_day.get(event.when.first_day, ())):
            events.append(event)
    return events + [mark.event for number, mark in enumerate(told) if number not in used]


def _is_told(event: Event, told: Sequence[Marked], of_day: Sequence[int]) -> bool:
    """Tell whether what is only shown says again, or wrongly, what the page marks; `of_day` are those of its day."""
    if not told:
        return False
    on_day = [told[number].event for number in of_day[:_MOST_COMPARED]]
    has_hour = not event.when.all_day
    if event.confidence < _ONLY_SHOWN or (has_hour and any(other.when.start == event.when.start for other in on_day)):
        return True
    others = [*on_day, *(mark.event for mark in told[:_MOST_COMPARED])]
    return len(told) > 1 and (bool(on_day and not has_hour) or any(same(each.title, event.title) for each in others))


def _is_in(title: str, name: str) -> bool:
    """Tell whether a name of the page says (nearly) all words of a title."""
    words, said = words_of(title), set(words_of(name))
    return bool(words) and sum(word in said for word in words) >= _NEARLY * len(words)


def _near(by_day: Mapping[date | None, list[int]], event: Event, told: Sequence[Marked]) -> Iterator[int]:
    """Yield the marked events of an event's day, then those that universal time puts on the day beside it."""
    day = event.when.first_day
    yield from by_day.get(day, ())
    if day is not None and not event.when.all_day:
        for beside in (day + timedelta(1), day - timedelta(1)):
            yield from (n for n in by_day.get(beside, ()) if told[n].is_utc and same(told[n].event.title, event.title))


def showings(events: Sequence[Event]) -> list[Event]:
    """Tell the showings of a day apart: what is on at 15:00, 17:15 and 20:00 is three events to whoever goes."""
    found: list[Event] = []
    for event in events:
        when = event.when
        found.append(event)
        if any(isinstance(time, datetime) and time.date() == when.first_day for time in when.rdates):
            found[-1] = replace(event, when=replace(when, rdates=()))
            found += [replace(event, when=replace(when, start=time, end=None, rdates=())) for time in when.rdates]
    return found


def runs(events: Sequence[Event]) -> list[Event]:
    """Join what a calendar shows on several days under one title and one link.

    Where they follow one another, it lasts so many days; else it takes place on each of them.
    """
    found: list[Event] = []
    known: dict[tuple[str, str], int] = {}
    for event in events:
        key = event.title, event.link or ""
        if not _is_in_cell(event):
            found.append(event)
        elif key in known and (joined := _joined(found[known[key]].when, event.when)):
            found[known[key]] = replace(found[known[key]], when=joined)
        else:
            known[key] = len(found)
            found.append(event)
    return found


def _is_in_cell(event: Event) -> bool:
    """Tell an event without an hour whose day is a number in a calendar, and which has a page of its own."""
    proof = event.proofs.get("when")
    return bool(event.link) and event.when.all_day and proof is not None and proof.text.strip().isdecimal()


def _joined(when: When, other: When) -> When | None:
    """Return the days of one event with a later day of it, or None where another day is another event."""
    day, first = other.first_day, when.first_day
    before = when.rdates[-1] if when.rdates else when.last_day
    if day is None or first is None or before is None or other.end is not None or day <= before:
        return None
    if not when.rdates and day == before + timedelta(1):
        return replace(when, end=day)
    lasted = tuple(first + timedelta(number) for number in range(1, (before - first).days + 1))
    return replace(when, end=None, rdates=(*(when.rdates or lasted), day))


def once(events: Iterable[Event]) -> list[Event]:
    """Leave out what says the same as one that is surer: the same day, titles that agree, no other hour or place."""
    kept: dict[int, Event] = {}
    by_day: dict[date | None, list[tuple[Event, str]]] = {}
    ordered = list(events)
    for number in sorted(range(len(ordered)), key=lambda number: -ordered[number].confidence):
        event = ordered[number]
        words = f" {' '.join(_names(event.title))} "
        others = by_day.setdefault(event.when.first_day, [])
        is_again = any(
            _say_the_same(words, known, event.when)
            and not _has_other_hour(event, other)
            and not _is_elsewhere(event, other)
            for other, known in others[:_MOST_COMPARED]
        )
        if not is_again:
            others.append((event, words))
            kept[number] = event
    return [kept[number] for number in sorted(kept)]


def without_rules(events: Sequence[Event]) -> list[Event]:
    """Leave out a rule without an end whose days the page lists: `first Wednesdays at 5:30`, and below it the days."""
    days: dict[str, list[date]] = {}
    for event in events:
        if event.when.rrule is None:
            days.setdefault(event.title, []).extend(_days_of(event.when))
    over = {event.title: event for event in events if _is_listed(event.when.rrule or "", days.get(event.title, ()))}
    kept = [event for event in events if event is not over.get(event.title)]
    return (
        [_at_hour(event, over[event.title].when) if event.title in over else event for event in kept] if over else kept
    )


def _days_of(when: When) -> Iterator[date]:
    """Yield the days of something, each once."""
    for day in (when.start, *when.rdates):
        if day is not None:
            yield day.date() if isinstance(day, datetime) else day


def _at_hour(event: Event, rule: When) -> Event:
    """Give days without an hour that of the rule beside them."""
    when = event.when
    if when.rrule is not None or not when.all_day or when.end is not None or rule.all_day:
        return event
    return replace(event, when=with_time(when, replace(rule, rdates=(), rrule=None)))


def _is_listed(rule: str, days: Sequence[date]) -> bool:
    """Tell whether most of some days keep a rule of weekdays that has no last day."""
    said = _KEPT.fullmatch(rule)
    if said is None or len(days) < _FEWEST_LISTED:
        return False
    kept = {(number, weekday) for number, weekday in _WEEKDAYS.findall(said[1])}
    on_rule = sum(not kept.isdisjoint(_names_of(day)) for day in days)
    return on_rule >= _MOSTLY * len(days)


def _names_of(day: date) -> set[tuple[str, str]]:
    """Return how rules of weeks and months name a day: `WE`, `3WE`, and `-1WE` where it is the last of them."""
    weekday, number = WEEKDAY_CODES[day.weekday()], (day.day - 1) // _WEEK + 1
    is_last = (day + timedelta(_WEEK)).month != day.month
    return {("", weekday), (str(number), weekday)} | ({("-1", weekday)} if is_last else set())


def _say_the_same(words: str, known: str, when: When) -> bool:
    """Tell whether one title says what another does; without a day to share, only all of it is the same."""
    return words == known or (when.first_day is not None and (words in known or known in words))


def _has_other_hour(event: Event, other: Event) -> bool:
    return not event.when.all_day and not other.when.all_day and event.when.start != other.when.start


def _is_elsewhere(event: Event, other: Event) -> bool:
    """Tell two events of one name and hour by their places, if each has a word of its own there.

    Places that were not read from the event itself tell nothing.
    """
    proofs = event.proofs.get("where"), other.proofs.get("where")
    if event.when.all_day or other.when.all_day or event.when.start != other.when.start or None in proofs:
        return False
    mine, yours = (words_of(" ".join(filter(None, (one.where.name, one.where.address)))) for one in (event, other))
    is_other = bool(set(mine) - set(yours)) and bool(set(yours) - set(mine))
    return is_other and event.title == other.title


def _names(title: str) -> Sequence[str]:
    """Return the words of a title without those of papers: agenda and minutes are of one meeting."""
    found = words_of(title)
    return [word for word in found if word not in _PAPERS] or found


def _agree(event: Event, marked: Event) -> bool:
    return same(marked.title, event.title) or (
        not event.when.all_day and event.when.start == marked.when.start and event.title in marked.description
    )


def _both(event: Event, mark: Marked) -> Event:
    """Put together what is shown and what is marked."""
    marked = mark.event
    proofs = dict(marked.proofs) | {name: proof for name, proof in event.proofs.items() if name in {"when", "link"}}
    proofs = {name: proof for name, proof in event.proofs.items() if name not in proofs} | proofs
    return replace(
        marked,
        when=_when(event.when, mark),
        where=marked.where if marked.where.name or marked.where.address else event.where,
        price=marked.price if marked.price.amounts or marked.price.free else event.price,
        description=marked.description or event.description,
        image=marked.image or event.image,
        link=event.link or marked.link,
        category=marked.category or event.category,
        organiser=marked.organiser or event.organiser,
        confidence=max(_BOTH, event.confidence),
        source=event.source,
        proofs=MappingProxyType(proofs),
    )


def _when(shown: When, mark: Marked) -> When:
    """Take the hour that is shown; what is marked fills what is missing."""
    marked = mark.event.when
    if shown.all_day and not marked.all_day and not mark.is_utc:
        return replace(marked, rrule=marked.rrule or shown.rrule, doors=marked.doors or shown.doors)
    if mark.is_utc and shown.all_day:
        return replace(shown, end=shown.end or (marked.last_day if marked.last_day != shown.first_day else None))
    end = shown.end or (marked.end if not mark.is_utc and shown.start == marked.start else None)
    return replace(shown, end=end, zone=shown.zone or marked.zone)
