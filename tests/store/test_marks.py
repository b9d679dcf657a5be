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
