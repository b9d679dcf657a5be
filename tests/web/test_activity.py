"""An event's address gives servers of the fediverse an ActivityStreams Event, and people their page."""

from __future__ import annotations

from datetime import datetime

import pytest
from webtown import HALL, at

from eventlocky.store import Store
from eventlocky.types import Event, When

AS = "application/activity+json"
LD = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'


def address(server, words):
    return server.get("/api/v1/events", params={"q": words}).json()["events"][0]["url"].removeprefix("http://e.example")


def test_an_event_is_an_object_of_activity_streams(server):
    path = address(server, "jazz")
    answer = server.get(path, headers={"Accept": AS})
    assert answer.headers["content-type"] == AS
    event = answer.json()
    assert event["@context"][0] == "https://www.w3.org/ns/activitystreams"
    assert (event["id"], event["type"], event["name"]) == (f"http://e.example{path}", "Event", "Jazz im Keller")
    assert (event["startTime"], event["endTime"]) == ("2026-11-21T20:00:00+01:00", "2026-11-21T23:00:00+01:00")
    assert event["location"] == {
        "type": "Place",
        "name": "Keller",
        "address": "Am Markt 1, Berlin",
        "latitude": 52.52,
        "longitude": 13.405,
    }
    assert event["attributedTo"] == {"type": "Organization", "name": "Kulturhaus", "url": HALL.website}
    assert event["content"] == "<p>Ein Abend; mit, Komma<br>und Zeile</p><p>12 €</p>"
    assert event["image"] == {"type": "Image", "url": "https://kulturhaus.example/jazz.jpg"}
    assert [link["href"] for link in event["url"]] == [event["id"], "https://kulturhaus.example/jazz"]
    assert event["to"] == "https://www.w3.org/ns/activitystreams#Public"
    assert event["ical:status"] == "CONFIRMED"
    for name in ("published", "updated"):
        assert datetime.fromisoformat(event[name]).tzinfo is not None


def test_what_was_called_off_says_so(server):
    assert server.get(address(server, "ausgefallen"), headers={"Accept": AS}).json()["ical:status"] == "CANCELLED"


def test_what_has_no_date_has_no_time(server):
    event = server.get(address(server, "irgendwann"), headers={"Accept": AS}).json()
    assert {"startTime", "endTime"} & event.keys() == set()


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (AS, AS), (LD, AS), (f"{LD}, {AS}", AS), (f"{AS}, text/html;q=0.1", AS), ("application/ld+json", "text/html"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html"), (f"text/html, {AS}", "text/html"), ("*/*", "text/html"),
        ("", "text/html"), ("application/activity+json-seq", "text/html"),
    ],
)  # fmt: skip
def test_what_is_accepted_decides_and_the_cache_never_mixes_them(server, accept, kind):
    path = address(server, "jazz")
    for _ in range(2):
        for wanted, expected in ((accept, kind), (AS, AS), ("text/html", "text/html")):
            answer = server.get(path, headers={"Accept": wanted})
            assert answer.headers["content-type"].startswith(expected)
            assert "Accept" in answer.headers["vary"]


def test_an_event_that_is_not_there_is_said(server):
    assert server.get("/events/nobody", headers={"Accept": AS}).status_code == 404


def test_words_of_a_page_are_no_markup(server, settings):
    with Store(settings.store, clock=lambda: at(2)) as store:
        store.keep(
            HALL,
            "/x",
            "event",
            [Event("Script <b>", When(datetime(2026, 11, 20, 20)), description="<script>alert(1)</script>")],
        )
    event = server.get(address(server, "script"), headers={"Accept": AS}).json()
    assert event["content"] == "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"
