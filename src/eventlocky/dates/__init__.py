"""Text to When, in every language we serve: a library in its own right.

`find` gives every mention of a date with its span, what it says and what it is there for; `resolve`
completes mentions from their context; `read` is both in one line.

>>> from datetime import date
>>> from eventlocky import dates
>>> str(dates.read("Sa, 14.11., 19:30 Uhr", reference=date(2026, 11, 1)).start)
'2026-11-14 19:30:00'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from eventlocky.dates import grammar, lexicon
from eventlocky.dates.context import Context
from eventlocky.dates.mention import Mention, Moment, Role
from eventlocky.dates.resolve import flow, resolve
from eventlocky.types import When

_MONTH_FIRST = frozenset({"US", "PH", "FM", "MH", "PW"})
"""Countries that write the month before the day."""

_NOT_WHEN = frozenset({Role.POSTED, Role.UPDATED, Role.COPYRIGHT, Role.DEADLINE, Role.HOURS})


def find(
    text: str,
    *,
    reference: date,
    languages: Iterable[str] | None = None,
    country: str | None = None,
) -> list[Mention]:
    """Return every mention of a date in a text, in order.

    Without `languages` all are known at once; `country` settles whether 11/12 is in November.
    """
    month_first = country is None or country.upper() in _MONTH_FIRST
    return grammar.find(text, lexicon.load(languages), reference, month_first=month_first)


def read(
    text: str,
    *,
    reference: date,
    languages: Iterable[str] | None = None,
    country: str | None = None,
) -> When | None:
    """Return when a text says that something takes place, or None where it does not say."""
    mentions = find(text, reference=reference, languages=languages, country=country)
    return choose(mentions, Context(reference))


def choose(mentions: Sequence[Mention], context: Context) -> When | None:
    """Return the one When that a short text is about: its first day, with an end or a time said elsewhere in it."""
    pairs = [(mention, when) for mention, when in flow(mentions, context) if mention.role not in _NOT_WHEN]
    if not pairs:
        return None
    days = [when for mention, when in pairs if mention.has_day]
    times = [when for mention, when in pairs if not mention.has_day]
    return with_time(days[0], times[0]) if days and times else days[0] if days else None


def with_time(when: When, said: When) -> When:
    """Give a day without a time the time that is said elsewhere."""
    if isinstance(when.start, datetime) or when.start is None or not isinstance(said.start, datetime):
        return when
    shift = when.start - said.start.date()
    end = said.end + shift if isinstance(said.end, datetime) and when.end is None else when.end
    more = tuple(day + shift for day in said.rdates)
    return replace(when, start=said.start + shift, end=end, rdates=when.rdates or more, doors=when.doors or said.doors)


__all__ = ["Context", "Mention", "Moment", "Role", "choose", "find", "flow", "read", "resolve", "with_time"]
