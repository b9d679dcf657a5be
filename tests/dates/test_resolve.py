"""The first day of a rule of weekdays is worked out here: as dateutil says it."""

from __future__ import annotations

import importlib
import random
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

resolving = importlib.import_module("eventlocky.dates.resolve")  # the package has a function of this name


def test_the_first_day_of_weekdays_is_that_of_dateutil():
    draw = random.Random(3)
    for _ in range(300):
        begin = datetime(2026, 1, 1, draw.randrange(24), draw.randrange(60)) + timedelta(days=draw.randrange(9_000))
        days = draw.sample(resolving.WEEKDAY_CODES, draw.randrange(8))
        every = f"FREQ=WEEKLY;BYDAY={','.join(days)}" if days else draw.choice(["FREQ=WEEKLY", "FREQ=DAILY"])
        assert resolving._WEEKLY.fullmatch(every)
        assert resolving._first_of(every, begin) == next(iter(rrulestr(every, dtstart=begin)))
