"""How many of the days that pages say are found, and how many get the wrong year.

Of the gold only the start days that stand in their page count. A day is found when some date of the page, with
its context applied, means it: the start, the end or a further day of a mention, or a day of its rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path

from eventlocky.annotate import Dated, annotate
from eventlocky.evaluate.corpus import load
from eventlocky.page import parse
from eventlocky.types import Day, When

_MOST_OF_A_RULE = 60
"""How many days of a rule are looked at: a year of weekly meetings."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was found of the days of one page."""

    page: str
    days: int
    found: int
    wrong_year: int


def evaluate(gold: Path) -> Iterator[Coverage]:
    """Yield the coverage of every page of a corpus that says at least one day."""
    for page in load(gold):
        wanted = [date.fromisoformat(event["start"][:10]) for event in page.row["events"] if _is_said(event)]
        if wanted:
            today = page.fetched or date.today()  # noqa: DTZ011 - the reader's own day
            yield _cover(page.id, wanted, days_of(page.body(), today))


def days_of(body: bytes, reference: date) -> set[date]:
    """Return every day that the dates of a page mean."""
    found = annotate(parse(body), ["date"], reference).found
    whens = [annotation.value.when for annotation in found if isinstance(annotation.value, Dated)]
    return {day for when in whens for day in _days(when)}


def _is_said(event: dict[str, object]) -> bool:
    return bool(event.get("start") and event.get("date_in_page"))


def _cover(page: str, wanted: list[date], said: set[date]) -> Coverage:
    missed = [day for day in wanted if day not in said]
    yearless = {(day.month, day.day) for day in said}
    wrong = sum((day.month, day.day) in yearless for day in missed)
    return Coverage(page, len(wanted), len(wanted) - len(missed), wrong)


def _days(when: When) -> Iterable[date]:
    moments: list[Day] = [moment for moment in (when.start, when.end, *when.rdates) if moment]
    days = {moment.date() if isinstance(moment, datetime) else moment for moment in moments}
    if when.rrule and when.first_day:
        from dateutil.rrule import rrulestr

        rule = rrulestr(when.rrule, dtstart=datetime.combine(when.first_day, time()))
        days.update(moment.date() for moment in islice(rule, _MOST_OF_A_RULE))
    return days
