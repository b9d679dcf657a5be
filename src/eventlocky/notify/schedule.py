"""When a saved search is told of next: at once, or on its days at one hour of the person's own clock.

The hour is of the wall, so it stays the same when the clocks change; an hour that a day does not have is the one after
it, an hour that a day has twice is the first. Weeks keep their weekday, however late a run was.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from eventlocky.formats.entry import zone_info

DAY_S = 86_400.0
PERIODS = {"at once": 60.0, "daily": DAY_S, "weekly": 7 * DAY_S}
"""How often people can be told, and the seconds that the store keeps for it."""

_LEAST_GAP = timedelta(hours=6)
"""Who saved a search at six in the morning waits for the next day's letter, not for the one at eight."""

_LONGEST_GAP = timedelta(days=366)


def period_of(every_s: float) -> str:
    """Return the name of a period; seconds that have none are told in words."""
    return next((name for name, seconds in PERIODS.items() if seconds == every_s), f"every {every_s:.0f} seconds")


def zone_of(*names: object) -> tzinfo:
    """Return the first of some time zones that exists, UTC where none does."""
    for name in names:
        zone = zone_info(name) if isinstance(name, str) else None
        if zone is not None:
            return zone
    return UTC


def next_due(last: datetime, now: datetime, every_s: float, zone: tzinfo, hour: int) -> datetime:
    """Return the time after `now` at which a search is due, in UTC; `last` is when it was due before."""
    if every_s < DAY_S:
        return now + timedelta(seconds=every_s)
    step = timedelta(days=round(every_s / DAY_S))
    today = now.astimezone(zone).date()
    first = last.astimezone(zone).date()
    if not timedelta() <= today - first <= _LONGEST_GAP:  # nobody's rhythm: a clock was wrong, or long asleep
        first = today
    day = first + step * ((today - first) // step)
    while (moment := _at(day, hour, zone)) < now + _LEAST_GAP:
        day += step
    return moment


def _at(day: date, hour: int, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
