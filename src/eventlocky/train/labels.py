"""Gold against what was read: which record is which event of a page.

The same idea as the benchmark's scorer, for training: the day must be the same, and the title must agree where the
gold says that it stands near its record. Where the gold has no day the title alone decides, where the title is not
near, the day.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from eventlocky.text.titles import likeness, same, split, words_of

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Gold:
    """One event that a page is known to announce; `is_titled` where its title must be found too."""

    day: str | None
    titles: tuple[str, ...]
    is_titled: bool
    is_optional: bool
    place: tuple[str, ...] = ()
    """Its name and its address, as far as the page says them; none where that is not known."""

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Gold:
        """Read an event of a gold file."""
        titles = (str(event.get("title") or ""), *map(str, event.get("alt_titles") or ()))
        near = bool(event.get("title_in_page", True) and event.get("title_near", True) and any(map(words_of, titles)))
        place = tuple(str(event.get(name) or "") for name in ("location", "address"))
        is_known = any(place) and bool(event.get("location_in_page", True))
        return cls(_day(event.get("start")), titles, near, bool(event.get("optional")), place if is_known else ())

    def is_at(self, text: str) -> bool:
        """Tell whether a text is this event's place: half of the words agree, or all of its name stand in it."""
        name, address = self.place
        return likeness(name or address, text) >= _HALF or (bool(name) and {*words_of(name)} <= {*words_of(text)})

    def likeness(self, title: str) -> float:
        """Return how much a title looks like this event's."""
        return max(likeness(mine, title) for mine in self.titles)

    def has_title(self, title: str) -> bool:
        """Tell whether a title is this event's."""
        return any(same(mine, title) for mine in self.titles)

    def stands_in(self, days: Collection[str], text: str) -> bool:
        """Tell whether a record with these days and this text, as `spaced` gives it, holds this event."""
        if self.day is not None and self.day not in days:
            return False
        if not self.is_titled:
            return self.day is not None
        return any(f" {' '.join(words)} " in text for words in map(words_of, self.titles) if words)


def spaced(text: str) -> str:
    """Return a text's words with a space around each, so that a title can be looked for in it."""
    return f" {' '.join(split(text))} "


def _day(start: object) -> str | None:
    """Return the day of a start as the gold writes it, or None where it is no day."""
    try:
        return str(date.fromisoformat(str(start or "")[:10]))
    except ValueError:
        return None


def pair(gold: Sequence[Gold], days: Sequence[str | None], titles: Sequence[str]) -> dict[int, int]:
    """Return which event each record is, one to one: titled events first, in the order of the page."""
    by_day: dict[str | None, list[int]] = {}
    for number, day in enumerate(days):
        by_day.setdefault(day, []).append(number)
    pairs: dict[int, int] = {}
    for place in sorted(range(len(gold)), key=lambda place: not gold[place].is_titled):
        event = gold[place]
        choices = by_day.get(event.day, []) if event.day else range(len(days))
        for number in choices:
            if number not in pairs and (event.has_title(titles[number]) if event.is_titled else event.day):
                pairs[number] = place
                break
    return pairs
