"""What changed is told, when it did; what is missing is not cancelled, and a page that failed says nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from eventlocky.store import Query
from eventlocky.types import Event, Organisation, Place, Price, Status, When

HALL = Organisation("Old Harbour", "https://harbour.example/")
JAZZ = Event("Jazz Night", When(datetime(2026, 12, 5, 19, 30)), link="https://harbour.example/jazz")


def keep(store, *events, by=HALL):
    store.keep(by, by.website, "event", list(events))


def only(store):
    return store.search(Query(missing=True)).hits[0].uid


CHANGES = (
    (replace(JAZZ, status=Status.CANCELLED), "cancelled", {"status": ("scheduled", "cancelled")}),
    (replace(JAZZ, title="CANCELLED: Jazz Night"), "cancelled", {"status": ("scheduled", "cancelled")}),
    (replace(JAZZ, status=Status.POSTPONED), "postponed", {"status": ("scheduled", "postponed")}),
    (replace(JAZZ, status=Status.SOLD_OUT), "sold out", {"status": ("scheduled", "sold_out")}),
    (
        replace(JAZZ, when=When(datetime(2026, 12, 6, 19, 30))),
        "moved",
        {"start": ("2026-12-05T19:30", "2026-12-06T19:30")},
    ),
    (replace(JAZZ, where=Place("Garden")), "changed", {"place": (None, "Garden")}),
    (replace(JAZZ, price=Price(text="5 €")), "changed", {"price": (None, "5 €")}),
)


@pytest.mark.parametrize(
    ("after", "what", "changes"), CHANGES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_change_is_told_with_its_time_and_its_fields(store, clock, after, what, changes):
    keep(store, JAZZ)
    clock.on(days=1)
    keep(store, after)
    first, second = store.history(only(store))
    assert (first.what, first.at) == ("first seen", datetime(2026, 11, 16, 12, tzinfo=UTC))
    assert (second.what, second.at, second.sequence) == (what, clock.now, 1)
    assert dict(second.changes) == changes
    assert store.get(only(store)).sequence == 1


def test_what_is_on_again_is_told_too(store, clock):
    for status in (Status.SCHEDULED, Status.CANCELLED, Status.SCHEDULED):
        keep(store, replace(JAZZ, status=status))
        clock.on(days=1)
    assert [version.what for version in store.history(only(store))] == ["first seen", "cancelled", "on again"]


def test_reading_a_page_again_changes_nothing_but_confirms(store, clock):
    keep(store, JAZZ)
    clock.on(days=3)
    keep(store, JAZZ)
    known = store.get(only(store))
    assert (known.sequence, known.first_seen, known.confirmed) == (0, clock.now - timedelta(days=3), clock.now)
    assert len(store.history(known.uid)) == 1


def test_what_is_no_longer_on_its_page_is_not_cancelled(store, clock):
    keep(store, JAZZ)
    uid = only(store)
    clock.on(days=1)
    keep(store)
    known = store.get(uid)
    assert (known.event.status, known.missing_since) == (Status.SCHEDULED, clock.now)
    assert [version.what for version in store.history(uid)] == ["first seen", "no longer on its page"]
    assert store.search(Query()).hits == ()
    assert store.events() == []
    clock.on(days=1)
    keep(store, JAZZ)
    assert store.get(uid).missing_since is None
    assert [version.what for version in store.history(uid)][1:] == ["no longer on its page", "back on its page"]
    assert only(store) == uid


def test_an_event_stays_as_long_as_one_page_announces_it(store):
    guide = Organisation("Guide", "https://guide.example/")
    keep(store, JAZZ)
    keep(store, replace(JAZZ, where=Place("Old Harbour")), by=guide)
    keep(store)
    (hit,) = store.search(Query()).hits
    assert hit.missing_since is None
    assert [statement.missing_since is None for statement in store.get(hit.uid).statements] == [False, True]


def test_a_page_that_failed_takes_nothing_away(store, clock):
    keep(store, JAZZ)
    clock.on(days=1)
    store.failed(HALL, HALL.website, "It answered 500.")
    (source,) = store.sources()
    assert (source.problem, source.events, source.tried_at) == ("It answered 500.", 1, clock.now)
    assert source.read_at == clock.now - timedelta(days=1)
    assert store.get(only(store)).missing_since is None
    keep(store, JAZZ)
    assert store.sources()[0].problem == ""


def test_what_later_pages_add_within_the_hour_belongs_to_the_first_sight(store, clock):
    keep(store, JAZZ)
    clock.on(minutes=5)
    keep(store, replace(JAZZ, description="With Anna Berg"))
    assert [version.what for version in store.history(only(store))] == ["first seen"]
    clock.on(minutes=5)
    keep(store, replace(JAZZ, description="With Anna Berg", status=Status.CANCELLED))
    assert [version.what for version in store.history(only(store))] == ["first seen", "cancelled"]


def test_changes_since_a_moment_are_told_in_order(store, clock):
    keep(store, JAZZ)
    begun = clock.now
    clock.on(days=1)
    keep(store, replace(JAZZ, status=Status.CANCELLED))
    assert [(uid, version.what) for uid, version in store.changes(begun)] == [(only(store), "cancelled")]


def test_two_sources_say_together_what_each_knows(store):
    guide = Organisation("Guide", "https://guide.example/")
    keep(store, replace(JAZZ, when=When(date(2026, 12, 5)), confidence=0.9))
    keep(store, replace(JAZZ, where=Place("Old Harbour", "Quay 3"), price=Price(free=True), confidence=0.5), by=guide)
    event = store.get(only(store)).event
    assert event.when.start == datetime(2026, 12, 5, 19, 30)
    assert (event.where.address, event.price.free) == ("Quay 3", True)


def test_nothing_is_known_of_an_unknown_event(store):
    assert store.get("nobody@eventlocky") is None
    assert store.history("nobody@eventlocky") == []
    assert store.times("nobody@eventlocky", date(2026, 1, 1), date(2027, 1, 1)) == []


def test_what_is_over_is_not_missing_when_its_page_leaves_it_out(store, clock):
    keep(store, JAZZ)
    clock.on(days=30)
    keep(store)
    (hit,) = store.search(Query()).hits
    assert (hit.event.title, hit.missing_since) == ("Jazz Night", None)
    assert [version.what for version in store.history(hit.uid)] == ["first seen"]


def test_a_series_that_stands_for_its_next_time_has_not_moved(store, clock):
    yoga = Event("Yoga", When(datetime(2026, 11, 17, 18), rrule="FREQ=WEEKLY"))
    keep(store, yoga)
    uid = only(store)
    for week in range(1, 4):
        clock.on(days=7)
        keep(store, replace(yoga, when=replace(yoga.when, start=datetime(2026, 11, 17, 18) + timedelta(days=7 * week))))
    assert (only(store), store.get(uid).sequence) == (uid, 0)
    assert store.facets(Query(missing=True)).total == 1
    keep(store, replace(yoga, when=When(datetime(2026, 12, 9, 19), rrule="FREQ=WEEKLY")))
    assert [version.what for version in store.history(uid)] == ["first seen", "moved"]
