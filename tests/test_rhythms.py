"""A weekly rule and the run of days in which it holds are one."""

from __future__ import annotations

from datetime import date

import pytest

from eventlocky.annotate import annotate
from eventlocky.formats.row import flat
from eventlocky.page import parse
from eventlocky.types import Event

TODAY = date(2026, 9, 15)


@pytest.mark.parametrize(
    "said",
    [
        "Tuesdays, Sept. 29 – Nov. 3, 6–9 p.m.",
        "Tuesdays 6-9 pm, September 29 - November 3",
        "September 29 – November 3, Tuesdays 6-9 pm",
    ],
)
def test_a_weekly_course_has_one_date_that_ends_with_its_last_day(said: str):
    (one,) = annotate(parse(f"<h3>Wheel Throwing</h3><p>{said}".encode(), ""), ["date"], TODAY).dated
    assert one.value.when.rrule == "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261103"
    row = flat(Event("Wheel Throwing", one.value.when))
    assert (row["start"], row["end"]) == ("2026-09-29T18:00", "2026-11-03T21:00")


def test_a_rule_and_a_day_that_does_not_keep_it_stay_two():
    html = b"<p>Tuesdays, Sept. 30 - Nov. 3"
    assert len(annotate(parse(html, ""), ["date"], TODAY).dated) == 2
