"""Marks of where and when are coarse, and never leave out what lies within."""

from __future__ import annotations

import random

import pytest

from eventlocky.store.geo import around, distance_m, halves
from eventlocky.store.marks import asked, marks

POINTS = [(52.52, 13.405), (0.0, 0.0), (-16.8, 179.99), (89.99, 10.0), (-90.0, -180.0), (90.0, 180.0), (35.68, 139.76)]


@pytest.mark.parametrize("centre", POINTS)
def test_every_point_within_a_radius_has_a_mark_that_is_asked_for(centre):
    chance = random.Random(1)
    for radius in (100.0, 5_000.0, 60_000.0):
        wanted = asked(halves(around(centre, radius)), 0, 0)
        for _ in range(200):
            point = (
                max(-90, min(90, centre[0] + chance.uniform(-0.6, 0.6))),
                (centre[1] + chance.uniform(-0.6, 0.6) + 180) % 360 - 180,
            )
            if distance_m(centre, point) <= radius and wanted:
                assert marks(point, []) in wanted[0]


def test_every_day_within_some_has_a_mark_that_is_asked_for():
    chance = random.Random(2)
    for _ in range(500):
        since = chance.randint(1, 800_000)
        until = since + chance.randint(0, 250)
        first = since + chance.randint(-300, 250)
        last = first + chance.randint(0, 1_200)
        wanted = asked([], since, until)
        if last >= since and first <= until and wanted:
            own = marks(None, [(first, last)]).split()
            assert any(mark in wanted[0] for mark in own)


def test_what_is_broad_is_not_asked_for():
    assert asked([(-90.0, -180.0, 90.0, 180.0)], 1, 700_000) == []
    assert asked([], 0, 700_000) == []


def test_the_marks_of_one_event_are_bounded():
    assert marks(None, [(1, 3_000_000)]) == "wany"
    assert len(marks(None, [(day, day) for day in range(0, 70_000, 7)]).split()) <= 121


def test_a_week_in_a_cell_is_a_mark_of_its_own():
    day = 739_000
    cell, *weeks = marks((52.52, 13.405), [(day, day + 7)]).split()
    weeks, both = weeks[:4], weeks[4:]
    assert [week[0] for week in weeks] == ["w", "d", "r", "r"]
    assert both == [cell + week for week in weeks]
    (wanted,) = asked(halves(around((52.52, 13.405), 5_000.0)), day, day)
    assert both[1] in wanted
    assert len(asked(halves(around((52.52, 13.405), 100_000.0)), day, day + 200)) == 2  # too many to ask for each


def test_of_later_weeks_only_what_begins_there_is_asked_for():
    day = 739_200
    show = marks(None, [(day, day + 30)]).split()
    for week in range(5):
        since = day + 7 * week
        (with_what_goes_on,), (begins,) = asked([], since, since), asked([], since, since, going_on=False)
        assert any(mark in with_what_goes_on for mark in show)
        assert any(mark in begins for mark in show) == (week == 0)


def test_a_week_may_be_one_in_which_a_time_begins_and_another_goes_on():
    own = marks(None, [(7_000, 7_014), (7_007, 7_007)]).split()
    assert own == ["w1000", "w1001", "d7000", "d7007", "r1000", "r1001", "r1002"]


def test_what_is_there_every_day_has_no_mark_of_every_day():
    own = marks(None, [(day, day) for day in range(7_000, 7_400)]).split()
    assert not any(mark.startswith("d") for mark in own)
    for day in range(7_000, 7_400):
        assert any(mark in asked([], day, day)[0] for mark in own)
