"""When a page is due again."""

from __future__ import annotations

import pytest

from eventlocky.crawl.plan import DAY_S, FIRST_S, LEAST_S, MOST_S, History, interval_s


def history(looks: int, changes: int, every_s: float) -> History:
    return History(looks, changes, looks * every_s)


@pytest.mark.parametrize("role", FIRST_S)
def test_what_is_not_known_yet_has_a_guess(role):
    assert interval_s(History(), role) == FIRST_S[role]
    assert interval_s(history(1, 1, DAY_S), role) == FIRST_S[role]


def test_a_page_that_always_changed_is_due_sooner_one_that_never_did_later():
    often, seldom = (interval_s(history(10, changes, DAY_S), "list") for changes in (10, 0))
    assert LEAST_S <= often < DAY_S < seldom <= MOST_S


def test_more_changes_never_make_a_page_rest_longer():
    rests = [interval_s(history(20, changes, DAY_S), "list") for changes in range(21)]
    assert rests == sorted(rests, reverse=True)


def test_the_bounds_hold_whatever_was_seen():
    for looks, changes, every_s in ((1_000, 1_000, 1.0), (1_000, 0, 400 * DAY_S), (2, 2, 0.0), (5, 5, 1e-9)):
        assert LEAST_S <= interval_s(history(looks, changes, every_s), "list") <= MOST_S


def test_a_look_adds_to_the_history():
    assert History().after(DAY_S, is_changed=True).after(DAY_S, is_changed=False) == History(2, 1, 2 * DAY_S)
    assert History().after(-5.0, is_changed=False).span_s == 0.0
