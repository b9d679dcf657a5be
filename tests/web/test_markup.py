"""The markup of our own event pages follows Google's rules for events, whatever the event."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime

import pytest
from fastapi.testclient import TestClient
from google_rules import check
from schema_org import expand
from test_readback import ODD
from webtown import BERLIN, EVENTS, HALL, TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.types import Event, Place, Price, Status, When
from eventlocky.web.app import make_app

MORE = [
    Event("Ends before it begins", When(datetime(2026, 11, 20, 20), datetime(2026, 11, 19, 22), BERLIN)),
    Event("Odd money", When(datetime(2026, 11, 20, 21), zone=BERLIN), price=Price((12,), "€")),
    Event("Streamed", When(datetime(2026, 11, 20, 22), zone=BERLIN), Place(online=True), link="https://kulturhaus.example/s"),
    Event("Moved, its page says", When(datetime(2026, 11, 20, 23), zone=BERLIN), status=Status.MOVED),
    Event("Two for one", When(datetime(2026, 11, 20), zone=BERLIN), kind="deal"),
]  # fmt: skip


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """Return the markup of every event's page by the event's title."""
    settings = Settings(store=str(tmp_path_factory.mktemp("marked") / "a.sqlite"))
    later = [
        replace(event, when=replace(event.when, start=datetime(2026, 11, 28, 20), end=datetime(2026, 11, 28, 23)))
        if event is EVENTS[0]
        else event
        for event in EVENTS
    ]
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(HALL, HALL.website, "event", [*EVENTS, *ODD, *MORE[:-1]])
        store.keep(HALL, HALL.website, "deal", MORE[-1:])
    with Store(settings.store, clock=lambda: at(8)) as store:
        store.keep(HALL, HALL.website, "event", [*later, *ODD, *MORE[:-1]])
        known = {hit.uid: hit.event.title for hit in store.search(Query(limit=500)).hits}
    found = {}
    with TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example") as client:
        for uid, title in known.items():
            page = client.get(f"/events/{uid}").text
            scripts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
            found[title] = json.loads(scripts[0]) if scripts else None
    return found


def test_no_page_breaks_a_rule(marked):
    wrong = {title: errors for title, markup in marked.items() if markup and (errors := check(markup)[0])}
    assert wrong == {}
    assert sum(markup is not None for markup in marked.values()) > 30


def test_what_is_no_event_for_a_search_engine_is_not_marked_up(marked):
    assert {title for title, markup in marked.items() if markup is None} == {
        "Irgendwann",
        "No time at all",
        "Two for one",
    }


def test_a_full_event_has_all_that_is_recommended(marked):
    assert check(marked["Jazz im Keller"]) == ([], [])


def test_what_was_moved_says_from_when(marked):
    jazz = marked["Jazz im Keller"]
    assert jazz["eventStatus"] == "https://schema.org/EventRescheduled"
    assert (jazz["previousStartDate"], jazz["startDate"]) == ("2026-11-21T20:00:00+01:00", "2026-11-28T20:00:00+01:00")
    assert "previousStartDate" in check(marked["Moved, its page says"])[1]  # from when, nobody says


def test_a_series_says_its_next_time(marked):
    assert marked["Quiz"]["startDate"] == "2026-11-17T19:30:00+01:00"


def test_what_is_called_off_keeps_its_day(marked):
    off = marked["Ausgefallen"]
    assert (off["eventStatus"], off["startDate"]) == ("https://schema.org/EventCancelled", "2026-11-19T20:00:00+01:00")


def test_what_makes_no_sense_is_left_out(marked):
    assert "endDate" not in marked["Ends before it begins"]
    assert "offers" not in marked["Odd money"]
    assert marked["Streamed"]["location"] == {"@type": "VirtualLocation", "url": "https://kulturhaus.example/s"}


def test_every_markup_expands_as_json_ld(marked):
    assert all(expand(markup) for markup in marked.values() if markup)


def test_the_checker_finds_what_is_wrong():
    good = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": "A",
        "startDate": "2026-11-20",
        "location": {"@type": "Place", "name": "B", "address": "C"},
    }
    assert check(good)[0] == []
    for broken, error in (
        ({"name": " "}, "name"), ({"startDate": "soon"}, "startDate"), ({"startDate": None}, "startDate"), ({"location": None}, "location.address"),
        ({"location": {"@type": "Place", "name": "B"}}, "location.address"), ({"location": {"@type": "VirtualLocation"}}, "location.url"),
        ({"endDate": "2026-11-19"}, "endDate"), ({"eventStatus": "off"}, "eventStatus"), ({"image": "/a.jpg"}, "image"), ({"@type": "SaleEvent"}, "a discount is not an event"),
        ({"offers": {"price": "12,50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}, "offers.price"),
        ({"offers": {"price": "12", "availability": "https://schema.org/InStock"}}, "offers.priceCurrency"),
        ({"previousStartDate": "2026-11-01", "eventStatus": "https://schema.org/EventScheduled"}, "previousStartDate"),
    ):  # fmt: skip
        assert check(good | broken)[0] == [error]
