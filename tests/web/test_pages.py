"""Pages work without JavaScript, and every answer carries the same strict headers."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import replace
from datetime import datetime

import pytest
from webtown import EVENTS, HALL, at

from eventlocky.store import Store
from eventlocky.types import When

ROUTES = ("/", "/events.ics", "/api/v1/events", "/api/v1/nothing", "/sitemap.xml", "/healthz", "/metrics", "/static/style.css",
          "/api/v1/openapi.json", "/nothing", "/?lat=1")  # fmt: skip


@pytest.mark.parametrize("path", ROUTES)
def test_every_answer_is_strict_and_sets_no_cookie(server, path):
    headers = server.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", ROUTES)
def test_nothing_can_be_written(server, path):
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert server.request(method, path).status_code in {404, 405}


def test_the_search_page_searches_without_javascript(server):
    html = server.get("/", params={"q": "jazz", "when": "this weekend"}).text
    assert "Jazz im Keller" in html
    assert "Lesung" not in html
    assert 'value="jazz"' in html
    assert "/events.ics?q=jazz&amp;when=this+weekend" in html
    assert not re.search(r'<script(?! type="module" src="/static/built/)', html)


def test_an_empty_form_is_no_search(server):
    assert "Lesung" in server.get("/?q=&when=&free=").text


def test_pages_of_the_list_lead_on(server):
    html = server.get("/?limit=4").text
    more = re.search(r'href="([^"]+)" rel="next"', html)[1].replace("&amp;", "&")
    assert "Jazz im Keller" not in html
    assert "Jazz im Keller" in server.get(more).text


def test_nothing_found_says_what_to_do(server):
    assert "Try fewer words" in server.get("/?q=nothingatall").text


def test_an_event_s_page_shows_history_sources_and_markup(server, settings):
    (jazz,) = server.get("/api/v1/events?q=jazz").json()["events"]
    with Store(settings.store, clock=lambda: at(16)) as store:
        moved = replace(EVENTS[0], when=When(datetime(2026, 11, 28, 20), zone="Europe/Berlin"))
        store.keep(HALL, HALL.website, "event", [moved, *EVENTS[1:]])
    html = server.get(f"/events/{jazz['id']}").text
    assert '<time datetime="2026-11-16">Monday 16 November 2026</time>\n              <strong>Moved</strong>' in html
    assert "first seen Sun 1 Nov 2026, last confirmed Mon 16 Nov 2026" in html
    markup = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])
    assert markup["@context"] == "https://schema.org"
    assert markup["name"] == "Jazz im Keller"
    assert markup["startDate"] == "2026-11-28T20:00:00+01:00"
    assert markup["location"]["address"] == "Am Markt 1, Berlin"
    assert markup["eventStatus"] == "https://schema.org/EventRescheduled"  # the store saw it move
    assert markup["previousStartDate"] == "2026-11-21T20:00:00+01:00"
    assert markup["offers"]["price"] == "12"
    assert markup["offers"]["priceCurrency"] == "EUR"


def test_what_is_gone_from_its_page_is_not_called_cancelled(server, settings):
    (jazz,) = server.get("/api/v1/events?q=jazz").json()["events"]
    with Store(settings.store, clock=lambda: at(16)) as store:
        store.keep(HALL, HALL.website, "event", EVENTS[1:])
    html = server.get(f"/events/{jazz['id']}").text
    assert "No longer on its page since Monday 16 November 2026" in html
    assert server.get("/api/v1/events?q=jazz").json()["events"] == []


def test_no_page_for_no_event(server):
    answer = server.get("/events/nothing")
    assert (answer.status_code, answer.text) == (404, "There is no event at this address. Begin with the search: /\n")


def test_figures_and_lines_tell_the_route_and_never_the_search(server, caplog):
    with caplog.at_level(logging.INFO, "eventlocky.web.access"):
        server.get("/api/v1/events?q=secret&lat=52.5&lon=13.4")
        server.get("/events/some-id")
    lines = [json.loads(record.message) for record in caplog.records if record.name == "eventlocky.web.access"]
    assert [(line["route"], line["status"], line["cache"]) for line in lines] == [
        ("/api/v1/events", 200, "miss"),
        ("/events/{uid}", 404, "miss"),
    ]
    assert "secret" not in caplog.text
    figures = server.get("/metrics").text
    assert 'eventlocky_requests_total{method="GET",route="/api/v1/events",status="200"} 1' in figures
    assert "eventlocky_request_seconds_count 2" in figures
    assert "some-id" not in figures


def test_health_can_be_asked_for_without_a_body(server):
    assert server.head("/healthz").status_code == 200
