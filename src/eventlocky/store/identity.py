"""Whether two statements are about one event: by day, hour, place, title, link and source.

What one page says now is compared with what it said before (`assign`): a page names each of its events once, so what
is left over on both sides says much, and an event may have changed its title, its hour or its day. What two pages say
is compared with more care (`likeness_elsewhere`): the day must be the same, and the place must speak for it.
HTML entities, case, width and words such as "CANCELLED:" never tell two events apart.
"""

from __future__ import annotations

import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from eventlocky.store.geo import Point, distance_m, is_point
from eventlocky.store.words import fold
from eventlocky.text.titles import likeness, same, words_of
from eventlocky.types import Day, Event, Organisation, Place, Status

_NEAR_M = 300.0
_FAR_M = 1_500.0
"""Two points nearer than the first are one place, as far apart as the second are two: addresses are found to some
100 m, and a large ground has several entrances."""

_ALIKE = 0.5
_MOST_COMPARED = 60
"""A statement is compared with so many others of its day: a day of a thousand must not cost a million looks."""

_SLACK = timedelta(minutes=60)
"""Pages differ by so much where one says the doors and the other the beginning."""

_SAME_ENOUGH = 4.5
_ELSEWHERE = 4.0
_TITLE_AGREES, _TITLE_HALF = 2.4, 2.0
_SPECIFIC = 3
"""A title of so many words (six letters of a dense script) names one event of a day; `Yoga` may be anywhere."""

_BRACKETED = re.compile(r"^\s?[\[(【（《<*!]{1,3}\s?([^\])】）》>*!]{2,40}?)\s?[\])】）》>*!]{1,3}[\s:：–—-]{0,3}")
_BRACKETED_BEHIND = re.compile(
    r"[\s:：–—-]{0,3}[\[(【（《<*!]{1,3}\s?([^\])】）》>*!]{2,40}?)\s?[\])】）》>*!]{1,3}\s?$"
)
_LABEL = re.compile(r"^\s?([^:：!|–—]{2,40}?)\s?(?:[:：!|]{1,3}|\s[–—-]{1,3}\s)\s?(?=\S)")
_LABEL_BEHIND = re.compile(r"(?<=\S)(?:\s?[:：|]|\s[–—-]{1,3})\s([^:：!|–—-]{2,40})!?\s?$")
_SHOUTED = re.compile(r"^\s?([A-ZÄÖÜÉÈÅØ]{4,20}(?:\s(?:OUT|OFF|BOOKED))?)\s(?=\S)")
_DIGITS = re.compile(r"\d+")
_OTHER_NUMBER = 1.0
_MOST_WORDS = 5
_LONGEST_TITLE = 500
_ROUNDS = 3


# What a title says -------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def bare_title(title: str) -> tuple[str, Status]:
    """Return a title without entities and without what it says of the status, and that status.

    >>> bare_title("CANCELLED: Rock &amp; Roll")[0]
    'Rock & Roll'
    """
    title = " ".join(html.unescape(html.unescape(title)).split()) if "&" in title else " ".join(title.split())
    said = Status.SCHEDULED
    for _ in range(_ROUNDS if len(title) <= _LONGEST_TITLE else 0):
        for pattern in (_BRACKETED, _LABEL, _SHOUTED, _BRACKETED_BEHIND, _LABEL_BEHIND):
            match = pattern.search(title)
            status = _status(match[1]) if match else Status.SCHEDULED
            rest = f"{title[: match.start()]}{title[match.end() :]}".strip() if match else ""
            if status is not Status.SCHEDULED and words_of(rest):
                title, said = rest, said if said is not Status.SCHEDULED else status
                break
        else:
            break
    return title, said


def _status(words: str) -> Status:
    """Return the status that a few words say; a sentence is none."""
    from eventlocky.fields import status  # reads pages, and most users of a store do not

    return status.read(words) if len(words.split()) <= _MOST_WORDS else Status.SCHEDULED


def clean(event: Event) -> Event:
    """Return an event whose title is only its title, with the status that the title said."""
    title, said = bare_title(event.title)
    if title == event.title:
        return event
    return replace(event, title=title, status=event.status if event.status is not Status.SCHEDULED else said)


def title_key(title: str) -> str:
    """Return what is left of a title where case, accents, entities and points do not count."""
    return " ".join(words_of(fold(title)))


# What identity looks at --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """What a statement is known by."""

    title: str
    key: str
    start: Day | None
    first_day: date | None
    last_day: date | None
    names: tuple[str, ...]
    point: Point | None
    link: str
    status: Status
    rule: str
    home: Point | None = None
    home_name: str = ""


def face(event: Event, organisation: Organisation) -> Face:
    """Return what an event that an organisation announces is known by."""
    place = event.where
    is_silent = not place.name and not place.address
    names = (organisation.name,) if is_silent else tuple(name for name in (place.name, place.address) if name)
    point = _point(place) or (_own_point(organisation) if is_silent or _is_at_home(place, organisation) else None)
    return Face(
        title=fold(event.title),
        key=title_key(event.title),
        start=event.when.start,
        first_day=event.when.first_day,
        last_day=event.when.last_day,
        names=tuple(dict.fromkeys(filter(None, map(title_key, names)))),
        point=None if place.online else point,
        link=link_key(event.link, organisation.website),
        status=event.status,
        rule=event.when.rrule or "",
        home=_own_point(organisation),
        home_name=title_key(organisation.name),
    )


def link_key(link: str | None, website: str | None) -> str:
    """Return the address of an event's own page in one form; the site's first page is nobody's own."""
    from eventlocky.crawl.shapes import canonical  # the crawler loads slowly, and who searches needs none

    url = canonical(link) if link else None
    home = canonical(website) if website else None
    if url is None or url == home:
        return ""
    return "" if url.split("://", 1)[1].strip("/").count("/") == 0 and "?" not in url else url.split("://", 1)[1]


def _point(place: Place) -> Point | None:
    if place.lat is None or place.lon is None:
        return None
    return (place.lat, place.lon) if is_point(place.lat, place.lon) else None


def _own_point(organisation: Organisation) -> Point | None:
    return _point(Place(lat=organisation.lat, lon=organisation.lon))


def _is_at_home(place: Place, organisation: Organisation) -> bool:
    return bool(place.name) and same(fold(place.name or ""), fold(organisation.name))


def where(event: Event, organisation: Organisation) -> Point | None:
    """Return where an event is to be found on a map: its own point, or that of the organisation for want of one."""
    if event.where.online and _point(event.where) is None:
        return None
    return _point(event.where) or _own_point(organisation)


# One page, then and now --------------------------------------------------------------------------


def assign(before: Sequence[Face], now: Sequence[Face], today: date) -> dict[int, int]:
    """Say which of a page's earlier statements each of its present ones is: their places, now to before.

    The pairs that agree best are made first, each statement once. What is left is compared across days: an event that
    has not taken place yet, is not announced any more, and stands there again on another day has moved.
    """
    found = _exact(before, now)
    _take(found, _scored(before, now, found, _same_day_pairs(before, now, found), today), _SAME_ENOUGH)
    _take(found, _scored(before, now, found, _moved_pairs(before, now, found), today), _SAME_ENOUGH)
    _take(found, _leftover_pairs(before, now, found), 0.0)
    return found


def _exact(before: Sequence[Face], now: Sequence[Face]) -> dict[int, int]:
    """Pair what has the same title at the same moment."""
    places: dict[tuple[str, Day | None], list[int]] = defaultdict(list)
    for number, one in enumerate(before):
        places[one.key, one.start].append(number)
    found: dict[int, int] = {}
    for number, one in enumerate(now):
        chances = places.get((one.key, one.start), [])
        if chances:
            best = max(
                chances[:_MOST_COMPARED],
                key=lambda chance: (before[chance].link == one.link, before[chance].names == one.names),
            )
            chances.remove(best)
            found[number] = best
    return found


def _left(before: Sequence[Face], now: Sequence[Face], found: dict[int, int]) -> tuple[list[int], list[int]]:
    taken = set(found.values())
    return [old for old in range(len(before)) if old not in taken], [new for new in range(len(now)) if new not in found]


def _same_day_pairs(before: Sequence[Face], now: Sequence[Face], found: dict[int, int]) -> Iterable[tuple[int, int]]:
    olds, news = _left(before, now, found)
    by_day: dict[date | None, list[int]] = defaultdict(list)
    for old in olds:
        by_day[before[old].first_day].append(old)
    return ((old, new) for new in news for old in by_day[now[new].first_day][:_MOST_COMPARED])


def _moved_pairs(before: Sequence[Face], now: Sequence[Face], found: dict[int, int]) -> Iterable[tuple[int, int]]:
    olds, news = _left(before, now, found)
    by_link: dict[str, list[int]] = defaultdict(list)
    by_key: dict[str, list[int]] = defaultdict(list)
    for old in olds:
        by_key[before[old].key].append(old)
        if before[old].link:
            by_link[before[old].link].append(old)
    for new in news:
        chances = by_key[now[new].key][:_MOST_COMPARED] + by_link.get(now[new].link, [])[:_MOST_COMPARED]
        for old in dict.fromkeys(chances):
            yield old, new


def _scored(
    before: Sequence[Face], now: Sequence[Face], found: dict[int, int], pairs: Iterable[tuple[int, int]], today: date
) -> list[tuple[float, int, int]]:
    """Weigh pairs; a link counts where it leads to one event alone."""
    alone = _own_links(before) & _own_links(now)
    titles = Counter(now[new].key for new in range(len(now)) if new not in found)
    return [
        (_weight(before[old], now[new], alone, today, is_one=titles[now[new].key] == 1), old, new) for old, new in pairs
    ]


def _own_links(faces: Sequence[Face]) -> set[str]:
    counts = Counter(one.link for one in faces if one.link)
    return {link for link, count in counts.items() if count == 1}


def _weight(old: Face, new: Face, alone: set[str], today: date, *, is_one: bool) -> float:
    """Weigh whether a page speaks of one event then and now; the weights were tried on scripts of edits."""
    weight = _title_weight(old, new)
    is_linked = old.link == new.link and new.link in alone
    if is_linked:
        weight += 3.0
    elif old.link and new.link and old.link != new.link and old.link in alone | {""}:
        weight -= 2.0
    weight += {True: 1.0, False: -0.5, None: 0.5}[_same_place(old, new)]
    if old.rule and old.rule == new.rule:
        return weight + 3.0  # a series stands for its next time, which is another one every week
    if old.first_day != new.first_day:
        return weight if _may_have_moved(old, new, today) and (is_linked or is_one) else 0.0
    if old.first_day is None:
        return weight + 1.0
    if old.start == new.start:
        return weight + 3.0
    return weight + (2.5 if not isinstance(old.start, datetime) or not isinstance(new.start, datetime) else 1.5)


def _title_weight(one: Face, other: Face) -> float:
    if one.key == other.key:
        return 4.0
    if _numbers(one.key) and _numbers(other.key) and _numbers(one.key) != _numbers(other.key):
        return _OTHER_NUMBER  # part 1 and part 2, U12 and U14
    alike = likeness(one.title, other.title)
    least = 2.5 if same(one.title, other.title) else 0.0
    return max(least, 4.0 * alike if alike >= _ALIKE else 3.0 * alike if alike >= _ALIKE / 2 else 0.0)


@lru_cache(maxsize=50_000)
def _numbers(key: str) -> tuple[str, ...]:
    return tuple(_DIGITS.findall(key))


def _may_have_moved(old: Face, new: Face, today: date) -> bool:
    """Tell whether another day can be the same event's: what is over is followed by the next one, not moved."""
    if old.first_day is None or new.first_day is None:
        return True
    if {old.status, new.status} & {Status.POSTPONED, Status.MOVED, Status.CANCELLED}:
        return True
    return (old.last_day or old.first_day) >= today - timedelta(days=1)


def _leftover_pairs(before: Sequence[Face], now: Sequence[Face], found: dict[int, int]) -> list[tuple[float, int, int]]:
    """Pair what alone is left of a moment on both sides, at one place: the title was written anew."""
    olds, news = _left(before, now, found)
    moments_before = Counter(before[old].start for old in olds)
    moments_now = Counter(now[new].start for new in news)
    at = {before[old].start: old for old in olds}
    pairs = []
    for new in news:
        start = now[new].start
        old = at.get(start, -1)
        if not isinstance(start, datetime) or moments_before[start] != 1 or moments_now[start] != 1:
            continue
        has_other_link = bool(before[old].link and now[new].link and before[old].link != now[new].link)
        if not has_other_link and _same_place(before[old], now[new]) is not False:
            pairs.append((1.0, old, new))
    return pairs


def _take(found: dict[int, int], scored: list[tuple[float, int, int]], least: float) -> None:
    """Take the best pairs, each statement once."""
    taken = set(found.values())
    for weight, old, new in sorted(scored, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if weight >= least and weight > 0 and old not in taken and new not in found:
            found[new] = old
            taken.add(old)


# Two pages ---------------------------------------------------------------------------------------


def likeness_elsewhere(one: Face, other: Face) -> float:  # noqa: PLR0911 - a list of reasons
    """Say how surely statements of two pages are about one event: 0 where they are not, more is surer."""
    if one.first_day is None or one.first_day != other.first_day or bool(one.rule) != bool(other.rule):
        return 0.0
    if _days_apart(one.last_day, other.last_day) and _title_weight(one, other) < _ELSEWHERE:
        return 0.0
    place = _same_place(one, other)
    is_linked = bool(one.link) and one.link == other.link
    hours = _hours(one, other)
    title = _title_weight(one, other)
    if place is False or hours is False:
        return title + 2.0 if is_linked and title >= _ELSEWHERE and hours is not False else 0.0
    if is_linked and title > 0:
        return title + 3.0
    if place is None:
        is_named = title >= _ELSEWHERE and len(one.key.replace(" ", "")) >= 2 * _SPECIFIC and _is_specific(one.key)
        return title + 0.5 if is_named and hours is True else 0.0
    if title >= _TITLE_AGREES or (hours is True and (title >= _TITLE_HALF or _is_part(one.key, other.key))):
        return title + 2.0 + (1.0 if hours else 0.0)
    return 0.0


def _is_part(one: str, other: str) -> bool:
    """Tell whether the words of one title stand in the other, in a row."""
    return bool(one and other) and (f" {one} " in f" {other} " or f" {other} " in f" {one} ")


def _is_specific(key: str) -> bool:
    words = key.split()
    return len(words) >= _SPECIFIC


def _days_apart(one: date | None, other: date | None) -> bool:
    return one is not None and other is not None and abs((one - other).days) > 1


def _hours(one: Face, other: Face) -> bool | None:
    """Tell whether two hours agree, or None where one of them is not known."""
    if not isinstance(one.start, datetime) or not isinstance(other.start, datetime):
        return None
    apart = abs(one.start - other.start)
    return True if not apart else (None if apart <= _SLACK and one.key == other.key else False)


def _same_place(one: Face, other: Face) -> bool | None:
    """Tell whether two places are one, or None where that cannot be told."""
    is_named = any(_same_name(mine, yours) for mine in one.names for yours in other.names)
    if is_named and not (one.point and other.point) and _is_room(one, other):
        return None
    if one.point and other.point:
        apart = distance_m(one.point, other.point)
        if apart <= _NEAR_M:
            return True
        return False if apart >= _FAR_M else is_named or None
    if is_named:
        return True
    return False if one.names and other.names else None


def _is_room(one: Face, other: Face) -> bool:
    """Tell whether a name that two organisations far apart use is only that of a room: each may have a `Hall 2`."""
    if one.home is None or other.home is None or distance_m(one.home, other.home) < _FAR_M:
        return False
    homes = [name for name in (one.home_name, other.home_name) if name]
    return not any(_same_name(name, home) for name in (*one.names, *other.names) for home in homes)


def _same_name(one: str, other: str) -> bool:
    """Tell whether two names of places agree: one may hold the other, `Old Harbour` and `Old Harbour, Quay 3`."""
    if one == other or f" {one} " in f" {other} " or f" {other} " in f" {one} ":
        return True
    return likeness(one, other) >= 0.6  # noqa: PLR2004 - three of five words
