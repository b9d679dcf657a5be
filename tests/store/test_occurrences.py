"""The times of a series: as another library has them, right when the clocks change, bounded whatever the rule says."""

from __future__ import annotations

import random
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from dateutil.rrule import rrulestr

from eventlocky.store.occurrences import days, read_rule, times
from eventlocky.types import When

RULES = (
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3;COUNT=40",
    "FREQ=DAILY;BYMONTH=1,12;BYDAY=SA,SU",
    "FREQ=WEEKLY",
    "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270401",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO;COUNT=9",
    "FREQ=MONTHLY",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYMONTHDAY=-1,15",
    "FREQ=MONTHLY;BYDAY=1MO,-1FR",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=2TH;COUNT=5",
    "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=YEARLY;BYDAY=20MO",
    "FREQ=YEARLY;BYYEARDAY=1,-1,100",
    "FREQ=YEARLY;BYMONTHDAY=1",
)


@pytest.mark.parametrize("text", RULES)
def test_a_rule_has_the_days_that_another_library_has(text):
    """dateutil is the judge, for starts and windows at random."""
    chance = random.Random(text)
    for _ in range(8):
        first = date(2026, 1, 1) + timedelta(days=chance.randint(0, 500))
        since = first + timedelta(days=chance.randint(-50, 900))
        until = since + timedelta(days=chance.randint(0, 800))
        judge = rrulestr(text, dtstart=datetime.combine(first, datetime.min.time()))
        wanted = judge.between(
            datetime.combine(since, datetime.min.time()), datetime.combine(until, datetime.min.time()), inc=True
        )
        rule = read_rule(text)
        assert rule is not None
        assert list(days(rule, first, since, until)) == [moment.date() for moment in wanted]


def test_an_evening_stays_at_its_hour_when_the_clocks_change():
    when = When(datetime(2026, 10, 20, 19, 30), zone="Europe/Berlin", rrule="FREQ=WEEKLY;COUNT=2")
    before, after = times(when, date(2026, 10, 1), date(2026, 11, 30))
    assert (before.start.hour, after.start.hour) == (19, 19)
    assert (before.starts_at, after.starts_at) == (
        datetime(2026, 10, 20, 17, 30, tzinfo=UTC),
        datetime(2026, 10, 27, 18, 30, tzinfo=UTC),
    )


def test_an_hour_that_the_clocks_skip_is_still_an_instant():
    when = When(datetime(2026, 3, 22, 2, 30), zone="Europe/Berlin", rrule="FREQ=WEEKLY;COUNT=2")
    assert times(when, date(2026, 3, 1), date(2026, 4, 1))[1].starts_at == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_days_are_left_out_and_added():
    when = When(
        datetime(2026, 11, 3, 10),
        rrule="FREQ=WEEKLY;COUNT=3",
        exdates=(date(2026, 11, 10),),
        rdates=(date(2026, 11, 12),),
    )
    found = [time.start for time in times(when, date(2026, 11, 1), date(2026, 12, 31))]
    assert found == [datetime(2026, 11, 3, 10), datetime(2026, 11, 12, 10), datetime(2026, 11, 17, 10)]


def test_each_time_lasts_as_long_as_the_first_and_the_end_of_all_is_no_length():
    each = When(datetime(2026, 11, 3, 22), datetime(2026, 11, 4, 1), rrule="FREQ=WEEKLY;COUNT=2")
    assert times(each, date(2026, 11, 9), date(2026, 11, 12))[0].end == datetime(2026, 11, 11, 1)
    course = When(date(2026, 11, 3), date(2026, 12, 15), rrule="FREQ=WEEKLY;UNTIL=20261215")
    found = times(course, date(2026, 11, 1), date(2026, 12, 31))
    assert (len(found), found[0].end) == (7, None)


def test_the_last_day_of_a_rule_in_utc_is_one_of_the_place():
    rule = read_rule("FREQ=DAILY;UNTIL=20261120T160000Z", "Asia/Tokyo")
    assert rule.until == date(2026, 11, 21)


HOSTILE = (
    "FREQ=SECONDLY",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "FREQ=DAILY;COUNT=999999999",
    "FREQ=YEARLY;INTERVAL=999999999",
    "FREQ=YEARLY;BYWEEKNO=20",
    "FREQ=MONTHLY;BYDAY=99MO",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=WEEKLY;INTERVAL=0",
    "FREQ=WEEKLY;UNTIL=never",
    "",
    ";;;=;=",
    "FREQ=DAILY;BYSETPOS=-99,99",
    "FREQ=MONTHLY;BYMONTH=0,13;BYMONTHDAY=99",
)


@pytest.mark.parametrize("rule", HOSTILE)
@pytest.mark.parametrize("start", [datetime(2026, 11, 2, 10), datetime(1, 1, 1, 10), datetime(9999, 12, 31, 23)])
def test_no_rule_takes_long_or_raises(rule, start):
    begun = time.process_time()
    found = times(When(start, start, "Europe/Berlin", rule), date(2026, 11, 1), date(2027, 11, 1))
    assert len(found) <= 1_000
    assert time.process_time() - begun < 0.5


def test_an_unknown_zone_has_no_instants():
    assert (
        times(When(datetime(2026, 11, 2, 10), zone="Nowhere/Here"), date(2026, 11, 1), date(2026, 11, 3))[0].starts_at
        is None
    )
