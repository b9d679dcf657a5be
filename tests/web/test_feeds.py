"""Feeds of any search, read back by others, say what the store says."""

from __future__ import annotations

import csv
import io
import json
import sys
import xml.etree.ElementTree as ET
from datetime import date, datetime
from pathlib import Path

import icalendar
import pytest
from fastapi.testclient import TestClient
from webtown import FAR, HALL, TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, Place, Price, When
from eventlocky.web.app import make_app
from eventlocky.web.feeds import TYPES

sys.path.insert(0, str(Path(__file__).parent.parent / "formats"))  # the table of hostile strings
from hostile import HOSTILE

ALL = ["Lesung", "Schau", "Quiz", "Ausgefallen", "Jazz im Keller", "ジャズの夕べ", "Irgendwann"]
ATOM = "{http://www.w3.org/2005/Atom}"


def said(title):
    return f"CANCELLED: {title}" if title == "Ausgefallen" else title


def test_a_calendar_has_stable_names_states_and_hours(server):
    answer = server.get("/events.ics")
    assert answer.headers["content-type"] == TYPES["ics"]
    calendar = icalendar.Calendar.from_ical(answer.content)
    events = {str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")}
    assert list(events) == ALL[:-1]
    ids = {event["title"]: event["id"] for event in server.get("/api/v1/events").json()["events"]}
    assert all(str(event["UID"]) == ids[title] for title, event in events.items())
    assert events["Ausgefallen"]["STATUS"] == "CANCELLED"
    assert events["Jazz im Keller"].decoded("DTSTART").isoformat() == "2026-11-21T20:00:00+01:00"
    assert str(events["Jazz im Keller"]["DESCRIPTION"]) == "Ein Abend; mit, Komma\nund Zeile\n12 €"
    assert str(events["Jazz im Keller"]["LOCATION"]) == "Keller, Am Markt 1, Berlin"
    assert events["ジャズの夕べ"].decoded("DTSTART").utcoffset().total_seconds() == 9 * 3600
    assert events["Schau"].decoded("DTEND") == date(2027, 1, 1)
    quiz = events["Quiz"]
    assert quiz.decoded("DTSTART").isoformat() == "2026-10-20T19:30:00+02:00"  # before the clocks change
    assert quiz["RRULE"].to_ical() == b"FREQ=WEEKLY"
    assert quiz["EXDATE"].dts[0].dt.isoformat() == "2026-11-24T19:30:00+01:00"
    assert quiz["SEQUENCE"] == 0
    assert {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")} == {"Asia/Tokyo", "Europe/Berlin"}


def test_rss_and_atom_hold_the_same_events(server):
    rss = ET.fromstring(server.get("/events.rss").content)
    assert [item.findtext("title") for item in rss.iter("item")] == [said(title) for title in ALL]
    atom = ET.fromstring(server.get("/events.atom").content)
    assert [entry.findtext(f"{ATOM}title") for entry in atom.iter(f"{ATOM}entry")] == [said(title) for title in ALL]
    ids = [event["id"] for event in server.get("/api/v1/events").json()["events"]]
    assert [item.findtext("guid") for item in rss.iter("item")] == ids
    assert [item.findtext("link") for item in rss.iter("item")] == [f"http://e.example/events/{uid}" for uid in ids]


def test_json_feed_json_ld_geojson_and_csv_hold_the_same_events(server):
    feed = server.get("/events.json").json()
    assert [item["title"] for item in feed["items"]] == [said(title) for title in ALL]
    assert feed["items"][4]["_event"]["start"] == "2026-11-21T20:00:00+01:00"
    graph = server.get("/events.jsonld").json()
    assert [item["item"]["name"] for item in graph["itemListElement"]] == ALL
    places = server.get("/events.geojson").json()["features"]
    assert [one["properties"]["title"] for one in places] == ALL
    assert places[0]["geometry"]["coordinates"] == [HALL.lon, HALL.lat]
    rows = list(csv.DictReader(io.StringIO(server.get("/events.csv").text, newline="")))
    assert [row["title"] for row in rows] == ALL
    assert (rows[1]["start"], rows[2]["start"], rows[6]["start"]) == ("2026-10-01", "2026-11-17T19:30", "")


@pytest.mark.parametrize("form", TYPES)
def test_every_feed_takes_the_parameters_of_a_search(server, form):
    answer = server.get(f"/events.{form}", params={"source": FAR.website})
    assert "ジャズの夕べ" in answer.text
    assert "Lesung" not in answer.text
    assert server.get(f"/events.{form}", params={"lat": 100}).status_code == 422
    assert server.get(f"/events.{form}", params={"q": "nothingatall"}).status_code == 200


def test_a_feed_that_is_not_known_lists_those_that_are(server):
    answer = server.get("/events.doc")
    assert (answer.status_code, "geojson" in answer.text) == (404, True)


def test_the_sitemap_leads_to_pages_that_are_there(server):
    places = [loc.text for loc in ET.fromstring(server.get("/sitemap.xml").content).iter() if loc.tag.endswith("}loc")]
    assert len(places) == 8
    assert all(server.get(place.removeprefix("http://e.example")).status_code == 200 for place in places)
    assert "Sitemap: http://e.example/sitemap.xml" in server.get("/robots.txt").text


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    settings = Settings(store=str(tmp_path_factory.mktemp("hostile") / "a.sqlite"))
    with Store(settings.store, clock=lambda: at(1)) as store, store.together():
        for number, text in enumerate(HOSTILE):
            event = Event(
                f"{text} no {number}" if number % 2 else f"no {number} {text}", When(datetime(2026, 11, 20, number % 24), zone=text, rrule=text),
                Place(text, text), Price(text=text), text, text, text, text, organiser=text,
            )  # fmt: skip
            store.keep(
                Organisation(f"{text} {number}", f"https://n{number}.example/"),
                f"https://n{number}.example/",
                "event",
                [event],
            )
    with TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example") as client:
        yield client


@pytest.mark.parametrize("form", TYPES)
def test_hostile_events_leave_every_feed_whole(hostile, form):
    answer = hostile.get(f"/events.{form}?limit=500")
    assert answer.status_code == 200
    count = len(hostile.get("/api/v1/events?limit=500").json()["events"])
    assert count > 150
    read = {
        "ics": lambda: len(icalendar.Calendar.from_ical(answer.content).walk("VEVENT")),
        "rss": lambda: len(list(ET.fromstring(answer.content).iter("item"))),
        "atom": lambda: len(list(ET.fromstring(answer.content).iter(f"{ATOM}entry"))),
        "json": lambda: len(json.loads(answer.content)["items"]),
        "csv": lambda: len(list(csv.DictReader(io.StringIO(answer.text, newline="")))),
        "jsonld": lambda: len(json.loads(answer.content)["itemListElement"]),
        "geojson": lambda: len(json.loads(answer.content)["features"]),
    }[form]
    assert read() == count


def test_hostile_events_leave_every_page_whole(hostile):
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        """Collect what a page is made of."""

        def __init__(self):
            super().__init__()
            self.tags, self.scripts, self.links, self.names = set(), 0, [], set()

        def handle_starttag(self, tag, attrs):
            said = dict(attrs)
            is_drawn_by_us = tag == "svg" and said.get("focusable") == "false" and said.get("aria-hidden") == "true"
            is_our_picture = tag == "img" and said.get("src", "").startswith("/")
            if not is_drawn_by_us and not is_our_picture:
                self.tags.add(tag)
            self.names |= {name for name, _ in attrs}
            is_built_by_us = said.get("src", "").startswith("/static/built/") and set(said) == {"type", "src"}
            self.scripts += tag == "script" and said != {"type": "application/ld+json"} and not is_built_by_us
            self.links += [value for name, value in attrs if name in {"href", "src", "action"}]

    pages = [hostile.get("/?limit=500").text]
    pages += [
        hostile.get(f"/events/{event['id']}").text
        for event in hostile.get("/api/v1/events?limit=500").json()["events"][::4]
    ]
    for page in pages:
        reader = Reader()
        reader.feed(page)
        assert reader.scripts == 0
        assert not reader.tags & {"iframe", "svg", "img", "object", "embed", "base", "style", "video", "math"}
        assert not [name for name in reader.names if name.startswith("on")]
        assert not [
            link
            for link in reader.links
            if not link.startswith(("/", "https://", "http://", "#main", "mailto:?subject="))
        ]
        assert not {*"\x00\x08\x1b\x7f\u202e\u202d\u2066"} & set(page)
