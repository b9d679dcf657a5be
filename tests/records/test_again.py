"""The second look: those who want one date under different titles meet."""

from __future__ import annotations

import numpy as np
import pytest

from eventlocky.records import again
from eventlocky.records.again import Claims
from eventlocky.records.lists import Lists
from eventlocky.records.slots import TEXT_LOOKS

PLACES = {name: place for place, name in enumerate(again._CLAIM)}
OWN = again._WITHOUT_CLAIMS
NOBODY = np.full((10, len(again._DATE)), again._UNSAID)
"""What lists say of anchors where there is none."""


def claims(of: list[int], anchor: list[int], text: list[int]) -> Claims:
    count = len(of)
    zeros = np.zeros(count)
    return Claims(
        np.array(of),
        np.array(anchor),
        np.array(text),
        np.zeros((count, len(TEXT_LOOKS))),
        zeros,
        np.zeros((count, 2)),
        np.zeros(count, dtype=np.int64),
        zeros,
        np.ones(count, dtype=np.int64),
    )


def claim(beside: again.Beside, record: int, name: str) -> float:
    return float(beside.own[record, OWN + PLACES[name]])


def test_a_title_leads_by_what_it_is_surer_than_the_best_other_of_its_date():
    wanted = claims(of=[0, 1, 2], anchor=[5, 5, 5], text=[1, 2, 3])
    beside = again.look(wanted, np.full(3, 0.5), np.array([0.9, 0.7, 0.2]), NOBODY)
    assert claim(beside, 0, "lead_sure") == pytest.approx(0.2)
    assert claim(beside, 1, "lead_sure") == pytest.approx(-0.2)
    assert claim(beside, 2, "lead_sure") == pytest.approx(-0.7)
    assert claim(beside, 0, "rivals") == 3


def test_who_gives_a_date_the_same_title_is_no_rival():
    wanted = claims(of=[0, 1], anchor=[5, 5], text=[1, 1])
    beside = again.look(wanted, np.full(2, 0.5), np.array([0.9, 0.4]), NOBODY)
    assert claim(beside, 0, "rivals") == 1
    assert claim(beside, 1, "best_sure") == pytest.approx(0.9)
    assert claim(beside, 0, "lead_sure") == claim(beside, 1, "lead_sure") == again._ALONE


def test_two_that_are_equally_sure_lead_by_nothing():
    beside = again.look(claims([0, 1], [5, 5], [1, 2]), np.full(2, 0.5), np.array([0.6, 0.6]), NOBODY)
    assert claim(beside, 0, "lead_sure") == claim(beside, 1, "lead_sure") == 0


def test_dates_are_told_apart():
    beside = again.look(claims([0, 0], [5, 6], [1, 2]), np.array([0.9, 0.1]), np.array([0.6, 0.5]), NOBODY)
    assert claim(beside, 0, "rivals") == claim(beside, 1, "rivals") == 1
    assert claim(beside, 1, "best_day") == pytest.approx(0.1)


def test_a_record_that_was_not_asked_has_the_claims_of_its_list():
    beside = again.look(claims([0, 0, 1], [5, 6, 6], [1, 2, 3]), np.full(3, 0.5), np.array([0.9, 0.7, 0.2]), NOBODY)
    shared = beside.shared[[0, 0, 1]]
    first = np.zeros((3, len(again.weigh.FEATURES)), dtype=np.float32)
    asked = again.rows(first, beside.own, shared)
    unasked = again.rows(first, again.without_claims(beside.own), shared)
    assert asked.shape == unasked.shape == (3, len(again.FEATURES))
    lead = again.FEATURES.index("claim_lead_sure")
    assert unasked[0, lead] == pytest.approx(asked[:2, lead].mean())


def test_some_claims_are_numbered_anew():
    some = claims([0, 1, 1, 3], [5, 5, 6, 6], [1, 2, 3, 4]).take(np.array([1, 2, 3]))
    assert some.of.tolist() == [0, 0, 1]
    assert some.anchor.tolist() == [5, 6, 6]


def test_every_number_has_a_name_of_its_own():
    new = again.FEATURES[len(again.weigh.FEATURES) :]
    assert len({*new}) == len(new)
    assert not {*new} & {*again.weigh.FEATURES}


def test_lists_that_hold_an_anchor_say_what_their_dates_are():
    # a list of three (of dates that are likely none), of two of them (likely events'), and of one alone
    of, anchor, places = np.array([0, 0, 0, 1, 1, 2]), np.array([5, 6, 7, 5, 6, 8]), np.arange(0)
    lists = Lists([None] * 3, np.array([0, 3, 5, 6]), of, of, anchor, of, places, places)  # type: ignore[list-item]
    said = again.opinions(lists, np.array([0.2, 0.8, 0.9]))
    assert said[5].tolist() == pytest.approx([0.8, 0.2, 0.5, 0.8])
    assert said[7].tolist() == pytest.approx([0.2] * 4)
    assert {*said[8]} == {again._UNSAID}
