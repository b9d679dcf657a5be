"""Every store keeps the same promises: what is kept is found, counted, remembered, merged and parted."""

from __future__ import annotations

from datetime import date, datetime
from inspect import signature

import pytest

from eventlocky.store import Query, Store, base
from eventlocky.types import Event, Organisation, Place, Status, When

STORES = {"sqlite": Store}
HALL = Organisation("Old Harbour", "https://harbour.example/", lat=53.99, lon=11.12)
EVENTS = [
    Event("Jazz “夜”", When(datetime(2026, 12, 5, 19, 30), zone="Europe/Berlin"), Place("Quay", lat=53.99, lon=11.12)),
    Event("", When(date(2026, 12, 6))),
    Event("Ω" * 5_000, When(date(1, 1, 1), date(9999, 12, 31)), description="\u202etxet \x07 \u0000"),
    Event("Sans date"),
    Event("مهرجان الموسيقى", When(date(2026, 12, 7)), Place(lat=float("nan"), lon=1e9)),
]


@pytest.fixture(params=sorted(STORES))
def store(request, tmp_path):
    with STORES[request.param](tmp_path / "a.sqlite") as opened:
        yield opened


@pytest.mark.parametrize(
    ("part", "protocol"),
    [
        ("", base.EventStore),
        ("accounts", base.AccountStore),
        ("searches", base.SearchStore),
        ("corrections", base.CorrectionStore),
    ],
)
def test_it_has_every_method_of_the_interface(store, part, protocol):
    owner = getattr(store, part) if part else store
    for name, method in vars(protocol).items():
        if not name.startswith("_") and callable(method):
            wanted = list(signature(method).parameters)[1:]
            assert list(signature(getattr(owner, name)).parameters) == wanted, name


def test_an_empty_store_has_nothing(store):
    assert store.search(Query()).hits == ()
    assert store.facets(Query(words="jazz")).total == 0
    assert (store.events(), store.sources(), store.get("x"), store.history("x")) == ([], [], None, [])


def test_whatever_is_kept_comes_back_and_is_counted_once(store):
    for _ in range(2):
        store.keep(HALL, "/", "event", EVENTS)
    hits = store.search(Query(limit=500)).hits
    assert sorted(hit.event.title for hit in hits) == sorted(event.title for event in EVENTS)
    assert store.facets(Query()).total == len(store.events()) == len(EVENTS)
    assert [hit.event.title for hit in store.search(Query(words="夜")).hits] == ["Jazz “夜”"]
    assert [hit.event.title for hit in store.search(Query(words="الموسيقى")).hits] == ["مهرجان الموسيقى"]


def test_input_is_left_alone_and_the_answer_is_the_same_twice(store):
    before = list(EVENTS)
    store.keep(HALL, "/", "event", EVENTS)
    assert before == EVENTS
    query = Query(since=date(2026, 12, 1), near=(53.99, 11.12))
    assert store.search(query) == store.search(query)


def test_organisations_are_remembered_page_by_page(store):
    others = [Organisation(f"O{n}", f"https://o{n}.example/", lat=1.0, lon=2.0, address="Street 1") for n in range(5)]
    for other in others:
        store.keep(other, other.website or "", "event", [])
    first = store.organisations(limit=3)
    assert first + store.organisations(after=first[-1].website or "", limit=3) == others


def test_a_cancelled_event_keeps_its_id_and_its_history(store):
    store.keep(HALL, "/", "event", EVENTS[:1])
    (hit,) = store.search(Query()).hits
    store.keep(HALL, "/", "event", [Event("CANCELLED: Jazz “夜”", EVENTS[0].when, EVENTS[0].where)])
    (again,) = store.search(Query()).hits
    assert (again.uid, again.event.status, again.sequence) == (hit.uid, Status.CANCELLED, 1)
    assert [version.what for version in store.history(hit.uid)] == ["first seen", "cancelled"]
