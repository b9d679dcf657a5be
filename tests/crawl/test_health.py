"""How a source is doing."""

from __future__ import annotations

import pytest

from eventlocky.crawl.health import NEW, State, after_failure, after_success, is_scripted, state_of
from eventlocky.errors import AddressRefusedError, FetchError, RobotsError, UnreachableError
from eventlocky.page import parse


def test_a_source_that_gives_events_is_good_and_one_that_never_did_is_empty():
    assert after_success(NEW, 1.0, 12).state is State.GOOD
    assert after_success(NEW, 1.0, 0).state is State.EMPTY
    assert after_success(NEW, 1.0, 0, is_scripted=True).state is State.SCRIPTED


def test_a_yield_that_falls_is_an_alarm_until_less_is_expected():
    health = after_success(NEW, 1.0, 12)
    fallen = after_success(health, 2.0, 0)
    assert fallen.is_alarm
    assert fallen.last_success == 1.0
    assert "0 where about 12" in fallen.problem
    for now in range(3, 12):
        fallen = after_success(fallen, float(now), 0)
    assert fallen.state is State.EMPTY


def test_a_source_that_gives_less_but_not_far_less_is_good():
    assert after_success(after_success(NEW, 1.0, 12), 2.0, 5).state is State.GOOD


def test_a_source_comes_back():
    health = after_failure(after_success(NEW, 1.0, 12), 2.0, UnreachableError("down", 500))
    assert (health.state, health.failures, health.last_success, health.expected) == (State.ERROR, 1, 1.0, 12)
    assert after_success(health, 3.0, 11).failures == 0


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (RobotsError("no"), State.ROBOTS), (UnreachableError("no", 403), State.BLOCKED),
        (UnreachableError("no", 429), State.BLOCKED), (AddressRefusedError("no"), State.BLOCKED),
        (UnreachableError("no", 500), State.ERROR), (UnreachableError("no"), State.ERROR), (FetchError("no"), State.ERROR),
    ],
)  # fmt: skip
def test_every_failure_has_a_name(error, state):
    assert state_of(error) is state


def test_a_page_that_is_empty_without_its_scripts_is_told_cheaply():
    assert is_scripted(parse("<div id=app></div><script src=app.js></script>"))
    assert not is_scripted(parse("<p>" + "Words that can be read. " * 20 + "<script src=a.js></script>"))
    assert not is_scripted(parse("<p>Closed"))
