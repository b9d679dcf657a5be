"""What a confidence means: judged as the scorer judges, in ten bins, drawn."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from eventlocky.evaluate import reliability, scorer
from eventlocky.evaluate.reliability import Judged


@pytest.fixture
def judge(gold):
    return scorer.load(scorer.find([gold]))


def event(title, start, confidence=0.8):
    return {"title": title, "start": start, "confidence": confidence}


def test_every_event_found_is_right_or_wrong(judge):
    gold = {"events": [{"title": "Jazz", "start": "2026-11-14"}]}
    found = [event("Jazz", "2026-11-14", 0.9), event("Menu", "2026-11-14", 0.5)]
    assert reliability.judge(gold, found, judge) == [Judged(0.9, True), Judged(0.5, False)]  # noqa: FBT003


def test_what_counts_neither_way_is_left_out(judge):
    run = {"title": "Show", "start": "2026-11-01", "end": "2026-11-30"}
    arguable = {"title": "Perhaps", "start": "2026-11-02", "optional": True}
    found = [event("Show", "2026-11-01"), event("Show", "2026-11-09"), event("Perhaps", "2026-11-02")]
    assert [one.is_right for one in reliability.judge({"events": [run, arguable]}, found, judge)] == [True]
    assert reliability.judge({"events": [], "complete": False}, found, judge) == []


def test_a_confidence_that_means_what_it_says_has_no_error():
    good = [Judged(0.75, n < 75) for n in range(100)]
    assert reliability.calibration_error(good) == pytest.approx(0)
    assert reliability.calibration_error([Judged(1.0, is_right=False)]) == 1
    assert reliability.calibration_error([]) is None


def test_bins_hold_every_confidence_from_nought_to_one():
    found = reliability.bins([Judged(step / 20, is_right=True) for step in range(21)])
    assert sum(each.events for each in found) == 21
    assert len(found) == 10
    assert all(each.low <= each.confidence <= each.high for each in found)


def test_the_table_and_the_plot_say_it_for_people():
    judged = [Judged(0.8, n < 60) for n in range(100)]
    assert "0.8 to 0.9      100   0.80   0.60" in reliability.table(judged)
    assert "nothing was found" in reliability.table([])
    drawing = ET.fromstring(reliability.plot({"plain": judged, "a<b": judged, "none": []}))
    words = "".join(drawing.itertext())
    assert "a<b (error 0.200)" in words
    assert "none (nothing found)" in words
