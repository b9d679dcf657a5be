"""Names for days: "this weekend", "tomorrow", "next 7 days", "20-22 November", from a day at the zone of a place."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta, timezone

from eventlocky.errors import StoreError
from eventlocky.store.occurrences import zone_info

Span = tuple[date, date]
_NEXT_DAYS = re.compile(r"next (\d{1,3}) days?")
_MOST_DAYS = 400
_SATURDAY, _SUNDAY = 5, 6
_DEGREES_AN_HOUR = 15


def span(name: str, today: date) -> Span:
    """Return the first and the last day that a name means; one that is not understood raises StoreError."""
    text = " ".join(name.casefold().replace("-", " ").replace("_", " ").split())
    found = _known(text, today) or _read(name, today)
    if found is None:
        message = f'{name!r} is not understood. Say "today", "this weekend", "next 7 days", "20 November" or two dates.'
        raise StoreError(message)
    first, last = found
    return max(first, today) if first < today <= last else first, last


def _known(text: str, today: date) -> Span | None:
    monday = today - timedelta(days=today.weekday())
    first = today.replace(day=1)
    saturday = monday + timedelta(days=_SATURDAY)
    following = (first + timedelta(days=31)).replace(day=1)
    names = {
        "today": (today, today),
        "tonight": (today, today),
        "tomorrow": (today + timedelta(days=1), today + timedelta(days=1)),
        "this week": (today, monday + timedelta(days=_SUNDAY)),
        "next week": (monday + timedelta(days=7), monday + timedelta(days=13)),
        "this weekend": (saturday, saturday + timedelta(days=1)),
        "weekend": (saturday, saturday + timedelta(days=1)),
        "next weekend": (saturday + timedelta(days=7), saturday + timedelta(days=8)),
        "this month": (first, first.replace(day=monthrange(first.year, first.month)[1])),
        "next month": (following, following.replace(day=monthrange(following.year, following.month)[1])),
    }
    if match := _NEXT_DAYS.fullmatch(text):
        return today, today + timedelta(days=min(_MOST_DAYS, max(1, int(match[1])) - 1))
    return names.get(text)


def _read(text: str, today: date) -> Span | None:
    from eventlocky import dates  # loads sixteen languages

    when = dates.read(text[:200], reference=today)
    first = when.first_day if when is not None else None
    if when is None or first is None:
        return None
    return first, max(first, when.last_day or first)


def today_at(now: datetime, zone: str, longitude: float | None = None) -> date:
    """Return the day that it is at a zone; without one, by the sun at the longitude, or in UTC."""
    if zone:
        try:
            return now.astimezone(zone_info(zone)).date()
        except (ValueError, KeyError, OSError) as error:
            message = f"There is no time zone {zone!r}. Give its IANA name, such as Europe/Berlin."
            raise StoreError(message) from error
    if longitude is None:
        return now.astimezone(UTC).date()
    return now.astimezone(timezone(timedelta(hours=round(longitude / _DEGREES_AN_HOUR)))).date()
