"""The page of an event tells all that is known, keeps strangers' text inert, and works for whatever is missing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest
from fastapi.testclient import TestClient
from icalendar import Calendar
from pageparts import check
from webtown import BERLIN, EVENTS, FAR, HALL, TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, Place, Price, Proof, Source, Status, When
from eventlocky.web.app import make_app


def page_of(server, title: str, language: str = "en") -> str:
    found = server.get("/api/v1/events", params={"q": f'"{title}"', "past": True, "missing": True}).json()["events"]
    one = next(event for event in found if event["title"] == title)
    return server.get(f"/events/{one['id']}", headers={"Accept-Language": language}).text


@pytest.fixture
def serve(tmp_path):
    """Return a function that serves some events of one organisation."""
    opened = []

    def served(events, organisation=HALL, **options):
        settings = Settings(store=str(tmp_path / "own.sqlite"), **options)
        with Store(settings.store, clock=lambda: at(1)) as store:
            store.keep(organisation, organisation.website or "p", "event", events)
        client = TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example")
        opened.append(client)
        return client.__enter__()

    yield served
    for client in opened:
        client.__exit__(None, None, None)


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("title", [event.title for event in EVENTS])
def test_every_page_is_sound_in_every_language(server, title, language):
    parts = check(page_of(server, title, language))
    assert title in parts.words
    assert not re.search(r"\b(event|said|history|field)\.[a-z_]+\b", parts.words)  # no key in place of its words


def test_all_fields_are_told(server):
    words = check(page_of(server, "Jazz im Keller")).words
    for said in ("Sat 21 Nov 20:00–23:00", "Saturday 21 November 2026 20:00", "local time, Europe/Berlin",
                 "Keller, Am Markt 1, Berlin", "12 €", "Kulturhaus", "Music", "Ein Abend; mit, Komma", "sure"):  # fmt: skip
        assert said in words, said


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Vorbei", "This is over."),
        ("Ausgefallen", "This is cancelled, as its page says."),
        ("Schau", "On now"),
        ("Irgendwann", "Any time"),
    ],
)
def test_what_has_become_of_it_is_said(server, title, said):
    assert said.casefold() in check(page_of(server, title)).words.casefold()


def test_what_is_over_or_cancelled_is_in_no_calendar(server):
    for title in ("Vorbei", "Ausgefallen", "Irgendwann"):
        assert "Add to calendar" not in page_of(server, title)
    assert "Add to calendar" in page_of(server, "Schau")


def test_a_series_tells_its_next_times_without_the_one_that_is_left_out(server):
    words = check(page_of(server, "Quiz")).words
    assert "tomorrow 19:30–21:00" in words
    assert "Next times" in words
    assert "Tuesday 1 December 2026 19:30" in words
    assert "Tuesday 24 November 2026" not in words


def test_the_calendar_file_of_one_event_can_be_read(server):
    uid = re.search(r'"identifier": "([^"]+)"', page_of(server, "Quiz"))[1]
    answer = server.get(f"/events/{uid}/event.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    assert 'attachment; filename="event.ics"' in answer.headers["content-disposition"]
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(event["SUMMARY"]) == "Quiz"
    assert event["RRULE"]["FREQ"] == ["WEEKLY"]
    assert str(event["UID"]) == uid


def test_the_links_of_a_series_lead_to_its_next_time(server):
    html = page_of(server, "Quiz").replace("&amp;", "&")
    assert "dates=20261117T193000%2F20261117T210000" in html
    assert "startdt=2026-11-17T18%3A30%3A00Z" in html


def test_there_is_no_file_for_what_has_no_day_and_none_for_nobody(server):
    (uid,) = (event["id"] for event in server.get("/api/v1/events").json()["events"] if event["title"] == "Irgendwann")
    assert server.get(f"/events/{uid}/event.ics").status_code == 404
    assert server.get("/events/nobody/event.ics").status_code == 404


def test_what_else_is_on_there_and_nearby_is_shown(serve, tmp_path):
    near = Organisation("Nachbar", "https://nachbar.example/", lat=52.521, lon=13.406)
    client = serve(EVENTS)
    with Store(str(tmp_path / "own.sqlite"), clock=lambda: at(1)) as store:
        music = [Event("Chor", When(datetime(2026, 11, 20, 19), zone=BERLIN), category="music"),
                 Event("Film", When(datetime(2026, 11, 20, 19), zone=BERLIN), category="film")]  # fmt: skip
        store.keep(near, "n", "event", music)
        store.keep(FAR, "f", "event", [Event("遠い", When(datetime(2026, 11, 20, 19)), category="music")])
    html = page_of(client, "Jazz im Keller")
    beside, similar = html.split('id="e-beside"')[1].split('id="e-similar"')
    assert "Lesung" in beside
    assert "Jazz im Keller" not in beside
    assert "Chor" in similar
    assert "Film" not in similar
    assert "遠い" not in similar


def test_history_tells_from_what_to_what(server, settings):
    changed = replace(EVENTS[0], when=When(datetime(2026, 11, 28, 20), zone=BERLIN), status=Status.SOLD_OUT,
                      description="Ganz anders", price=Price((Decimal(20),), "EUR", text="20 €"))  # fmt: skip
    with Store(settings.store, clock=lambda: at(16)) as store:
        store.keep(HALL, HALL.website, "event", [changed, *EVENTS[1:]])
    words = check(page_of(server, "Jazz im Keller")).words
    assert "Begin: Saturday 21 November 2026 20:00 → Saturday 28 November 2026 20:00" in words
    assert "Price: 12 € → 20 €" in words
    assert "Status: on as planned → sold out" in words
    assert "Description changed" in words
    assert "This is sold out" in words


def test_an_event_of_nothing_but_a_title_has_a_page(serve):
    client = serve([Event("Nur das")], Organisation("", "x"))
    words = check(page_of(client, "Nur das")).words
    assert "any time" in words


@pytest.mark.parametrize(
    "title", ["ليلة الموسيقى", "ערב ג'אז", "夜の音楽会", "Ночь музыки", "e\u0301" * 60, "🎷🎺", "x" * 3_000, "A\u202eB"]
)
def test_other_scripts_have_pages_that_hold(serve, title):
    client = serve([Event(title, When(date(2026, 11, 20)), Place("مسرح", "شارع ١"), organiser="ת")])
    uid = client.get("/api/v1/events").json()["events"][0]["id"]
    html = client.get(f"/events/{uid}").text
    check(html)
    assert '<h1 dir="auto">' in html
    assert "\u202e" not in html


HOSTILE = ['"><script>alert(1)</script>', "{{ 7 * 7 }}{% raw %}", "javascript:alert(1)", "</title><img src=x onerror=y>",
           "&lt;b&gt;", "' onmouseover='x", "\x00\x1b[31m", "%0d%0aSet-Cookie: a=b"]  # fmt: skip


@pytest.mark.parametrize("bad", HOSTILE)
def test_hostile_text_stays_text_in_every_field(serve, bad):
    evil = Event(
        f"evil {bad}", When(date(2026, 11, 20), rrule="FREQ=WEEKLY", zone=bad, text=bad), Place(bad, bad, 1.0, 2.0),
        Price(text=bad, currency=bad, before=Decimal(9), after=Decimal(3), discount_percent=Decimal(5)), bad, bad, bad,
        bad, organiser=bad, source=Source(bad, bad), proofs={"title": Proof(bad, bad, 0.5, bad), bad: Proof(bad, bad)},
    )  # fmt: skip
    client = serve([evil], Organisation(bad, bad, address=bad, lat=1.0, lon=2.0))
    found = client.get("/api/v1/events?past=true").json()["events"]
    uid = found[0]["id"]
    answer = client.get(f"/events/{uid}")
    pages = [answer.text, client.get("/organisation", params={"site": bad}).text, client.get("/sources").text,
             client.get("/calendar").text, client.get("/deals").text, client.get("/calendar?week=2026-W47").text]  # fmt: skip
    statement = re.search(r"/said/(\d+)", answer.text)
    if statement:
        pages.append(client.get(f"/events/{uid}/said/{statement[1]}").text)
    assert "set-cookie" not in answer.headers
    for page in pages:
        parts = check(page)
        assert not [link for link in parts.links() if link.startswith("javascript")]
        assert "49" not in parts.words.split()
        assert not {*"\x00\x1b\x7f\u202e"} & set(page)
        assert not any(said.get("src") == "x" for _, said in parts.attributes)


def test_the_markup_of_the_page_is_the_event_s(server):
    markup = json.loads(re.search(r'ld\+json">(.*?)</script>', page_of(server, "Ausgefallen"))[1])
    assert markup["eventStatus"] == "https://schema.org/EventCancelled"


def test_sharing_needs_no_script(server):
    html = page_of(server, "Jazz im Keller").replace("&amp;", "&")
    uid = re.search(r'"identifier": "([^"]+)"', html)[1]
    assert f'value="http://e.example/events/{uid}"' in html
    assert "mailto:?subject=Jazz%20im%20Keller&body=Jazz%20im%20Keller%20http%3A%2F%2Fe.example" in html
    assert "https://wa.me/?text=Jazz+im+Keller" in html


def test_a_deal_shows_what_it_cost_and_costs(serve):
    price = Price((Decimal("4.50"),), "EUR", before=Decimal(9), after=Decimal("4.50"), discount_percent=Decimal(50))
    words = check(
        page_of(
            serve([Event("Kuchen", When(date(2026, 11, 16)), price=replace(price, text="4,50"), kind="deal")]), "Kuchen"
        )
    ).words
    assert "before 9 €" in words
    assert "now 4.50 €" in words
    assert "−50 %" in words
