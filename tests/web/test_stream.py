"""A search nearby told while it runs: by a real server on the loopback, of the demo town."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import ClassVar
from urllib.parse import parse_qsl, urlencode

import pytest
import uvicorn

from eventlocky.demo.server import TownServer
from eventlocky.demo.town import CENTRE
from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.web import models, near
from eventlocky.web.app import make_app
from eventlocky.web.stream import PATH

TODAY = date(2026, 11, 16)


@pytest.fixture(scope="module")
def town():
    with TownServer(TODAY, slow_s=0.05) as server:
        yield server


@pytest.fixture
def settings(town, tmp_path):
    places = tmp_path / "town.geojson"
    places.write_text(town.town.geojson(), encoding="utf-8")
    return Settings(
        store=str(tmp_path / "a.sqlite"), places_file=str(places), allow_loopback=True, max_pages_per_site=3,
        near_max_sites=4, readers=0, render="never",
    )  # fmt: skip


@contextmanager
def served(settings, first=None):
    """Serve on the loopback for a while, and give the port."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = make_app(settings, today=lambda: TODAY, first=first)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1], app.state.runs
    finally:
        server.should_exit = True
        thread.join(30)
        while Listener.opened:
            Listener.opened.pop().close()
        assert not thread.is_alive()


class Listener:
    """One connection to the stream, read message by message; the end of the server closes it."""

    opened: ClassVar = []

    def __init__(self, port, last="", **asked):
        Listener.opened.append(self)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", f"{PATH}?{urlencode(asked)}", headers={"Last-Event-ID": last} if last else {})
        self.answer = self.connection.getresponse()

    def messages(self):
        fields = {}
        for line in self.answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if line == b"\n":
                if "event" in fields:
                    yield fields["event"], json.loads(fields["data"]), fields["id"]
                elif "" in fields:
                    yield "", {}, ""
                fields = {}
            else:
                fields[name] = value

    def close(self):
        self.answer.close()
        self.connection.close()


def left(said):
    """Return the events that were told and not taken back, by their ids."""
    events = {}
    for name, data, _ in said:
        if name == "event":
            events[data["id"]] = data
        elif name == "gone":
            del events[data["id"]]
    return events


NEAR = {"lat": CENTRE[0], "lon": CENTRE[1], "radius": 1500}


def test_a_search_tells_progress_events_sites_and_its_end_and_keeps_what_it_found(settings):
    with served(settings) as (port, _):
        listener = Listener(port, **NEAR)
        assert listener.answer.status == 200
        assert listener.answer.getheader("content-type").startswith("text/event-stream")
        assert listener.answer.getheader("cache-control") == "no-store"
        said = list(listener.messages())
    names = [name for name, _, _ in said]
    assert names[0] == "progress"
    assert names[-1] == "done"
    assert names.index("event") < len(names) - names[::-1].index("site") - 1  # before the last site was done
    figures = [data for name, data, _ in said if name == "progress"]
    assert (figures[0]["state"], figures[-1]["state"]) == ("finding", "reading")
    for count in ("organisations", "visited", "pages"):
        counts = [figure[count] for figure in figures]
        assert counts == sorted(counts)
    done = said[-1][1]
    assert (done["organisations"], done["visited"], done["fresh"]) == (4, 4, False)
    assert "nearest 4 are read" in done["notes"][-1]
    events = left(said)
    assert len(events) == done["events"] > 10
    for event in events.values():
        models.EventItem.model_validate(event)
        assert event["url"] == f"http://127.0.0.1:{port}/events/{event['id']}"
        assert event["distance_m"] is not None
    with Store(settings.store) as store:
        kept = {hit.uid for hit in store.search(Query(since=TODAY, limit=500)).hits}
    assert set(events) == kept
    assert len({id for _, _, id in said}) == len(said)


def test_two_who_ask_for_one_place_share_a_run_and_hear_the_same(town, settings):
    before = len(town.log)
    with served(settings) as (port, runs):
        one = Listener(port, **NEAR)
        first = next(one.messages())
        two = Listener(port, **{**NEAR, "lat": CENTRE[0] + 0.00001})
        assert len(runs.running()) == 1
        heard = [first, *one.messages()]
        assert list(two.messages()) == heard
    homes = [visit.host for visit in town.log[before:] if visit.path == "/robots.txt"]
    assert len(homes) == len(set(homes))


def test_who_comes_back_hears_what_they_missed_and_no_more(settings):
    with served(settings) as (port, _):
        whole = Listener(port, **NEAR)
        said = list(whole.messages())
        again = Listener(port, last=said[4][2], **NEAR)
        assert list(again.messages()) == said[5:]
        over = Listener(port, last=said[-1][2], **NEAR)
        assert over.answer.status == 204
        unknown = list(Listener(port, last="nobody-7", **NEAR).messages())
        assert unknown[-1][0] == "done"


def test_a_place_searched_a_short_while_ago_is_answered_from_the_store(town, settings):
    with served(settings) as (port, _):
        first = list(Listener(port, **NEAR).messages())
        asked = len(town.log)
        second = list(Listener(port, **NEAR).messages())
        inner = list(Listener(port, **{**NEAR, "radius": 1400}).messages())
    assert len(town.log) == asked
    assert second[-1][1]["fresh"] is True
    assert inner[-1][1]["fresh"] is True
    ids = [set(left(said)) for said in (first, second)]
    assert ids[0] == ids[1]


def test_a_store_that_knows_the_sites_is_asked_no_page_again(town, settings):
    with served(settings) as (port, _):
        first = list(Listener(port, **NEAR).messages())
    asked = len(town.log)
    with served(settings) as (port, _):  # a new server, the same file
        second = list(Listener(port, **NEAR).messages())
    assert second[-1][1]["fresh"] is False
    ids = [set(left(said)) for said in (first, second)]
    assert ids[0] == ids[1]
    assert not [visit for visit in town.log[asked:] if visit.status == 200 and visit.path != "/robots.txt"]


def test_a_silent_stream_says_that_it_is_still_there(settings, monkeypatch):
    monkeypatch.setattr(near, "HEARTBEAT_S", 0.02)
    with served(settings) as (port, _):
        names = [name for name, _, _ in Listener(port, **NEAR).messages()]
    assert "" in names
    assert names[-1] == "done"


@pytest.mark.slow
def test_a_run_that_nobody_listens_to_ends_and_the_next_one_goes_on(town, settings, monkeypatch):
    monkeypatch.setattr(near, "_UNHEARD_S", 0.05)
    monkeypatch.setattr(near, "HEARTBEAT_S", 0.05)
    settings = replace(settings, near_max_sites=200)
    with served(settings) as (port, runs):
        listener = Listener(port, **NEAR)
        for name, _, _ in listener.messages():
            if name == "event":
                break
        (run,) = runs.running()
        listener.close()
        deadline = time.monotonic() + 20
        while not run.is_over and time.monotonic() < deadline:
            time.sleep(0.02)
        assert run.is_over
        assert not run.is_whole
        assert run.messages[-1].name == "failed"
        with Store(settings.store) as store:
            kept = {hit.uid for hit in store.search(Query(limit=500)).hits}
        assert kept
        rest = list(Listener(port, **NEAR).messages())
    assert rest[-1][0] == "done"
    with Store(settings.store) as store:
        assert {uid for uid in kept if store.get(uid).missing_since is None} <= set(left(rest)) | over_by_now(settings)


def over_by_now(settings):
    """What was kept and is over is told by no stream."""
    with Store(settings.store) as store:
        current = {hit.uid for hit in store.search(Query(since=TODAY, limit=500)).hits}
        return {hit.uid for hit in store.search(Query(limit=500)).hits} - current


def test_the_server_ends_while_people_listen(settings):
    with served(replace(settings, near_max_sites=200)) as (port, _):
        listener = Listener(port, **NEAR)
        assert next(listener.messages())[0] == "progress"
    listener.close()


def page(port, path="/"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    html = connection.getresponse().read().decode()
    connection.close()
    return html


def test_a_server_may_begin_with_a_search_which_visitors_join_and_which_goes_on_without_them(settings, monkeypatch):
    monkeypatch.setattr(near, "_UNHEARD_S", 0.0)
    heard, go_on = [], threading.Event()

    def hear(visit):
        heard.append(visit)
        assert go_on.wait(60)

    settings = replace(settings, home_name="Seelhaven", home_point=f"{CENTRE[0]}, {CENTRE[1]}", near_at_once=0)
    with served(settings, near.First(TODAY, hear)) as (port, runs):
        (run,) = runs.running()
        deadline = time.monotonic() + 60
        while not heard and time.monotonic() < deadline:
            time.sleep(0.02)
        html = page(port)
        assert "<p>This place is being searched just now" in html  # beside what was found so far
        assert "data-stream" not in page(port, "/?lat=10&lon=10")
        offer = re.search(r'data-stream="/api/v1/near/stream\?([^"]+)"', html)[1].replace("&amp;", "&")
        listener = Listener(port, **dict(parse_qsl(offer)))
        assert next(listener.messages())[0] == "progress"
        assert runs.running() == [run]
        listener.close()
        time.sleep(0.1)
        go_on.set()
        run.thread.join(60)
        assert run.is_whole
        assert [visit is None for visit in heard] == [False] * 4 + [True]
        html = page(port)
        assert "data-stream" not in html
        assert "<h3" in html


def test_more_searches_than_the_server_runs_at_once_are_refused_with_when_to_come_back(settings):
    with served(replace(settings, near_at_once=1, near_max_sites=200)) as (port, _):
        first = Listener(port, **NEAR)
        assert next(first.messages())[0] == "progress"
        second = Listener(port, **{**NEAR, "radius": 900})
        assert (second.answer.status, second.answer.getheader("retry-after")) == (503, "30")
        refusal = models.Refusal.model_validate_json(second.answer.read())
        assert "Try again" in refusal.error.message
        assert Listener(port, **NEAR).answer.status == 200  # joining is no new search
        first.close()


def test_one_visitor_begins_so_many_searches_and_no_more(settings, tmp_path):
    (tmp_path / "empty.geojson").write_text('{"type": "FeatureCollection", "features": []}', encoding="utf-8")
    with served(replace(settings, places_file=str(tmp_path / "empty.geojson"))) as (port, _):
        for number in range(near._MOST_STARTS):
            names = [name for name, _, _ in Listener(port, lat=number, lon=1).messages()]
            assert names == ["progress", "progress", "done"]
        last = Listener(port, lat=50, lon=1)
        assert last.answer.status == 429
        assert int(last.answer.getheader("retry-after")) > 500


def test_a_server_may_begin_none(settings):
    with served(replace(settings, near_at_once=0)) as (port, _):
        assert Listener(port, **NEAR).answer.status == 403


@pytest.mark.parametrize(
    ("asked", "status"),
    [({"lat": 1}, 422), ({"place": "Wismar", "lat": 1, "lon": 1}, 422), ({"lat": 91, "lon": 0}, 422), ({"town": "x"}, 422),
     ({"radius": 0, "lat": 1, "lon": 1}, 422), ({"place": "99,0"}, 400)],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_before_anything_runs(settings, asked, status):
    with served(settings) as (port, runs):
        assert Listener(port, **asked).answer.status == status
        assert runs.running() == []


@pytest.mark.slow
def test_a_name_that_nobody_knows_takes_the_whole_file_or_is_said(settings):
    with served(settings) as (port, _):
        said = list(Listener(port, place="Seelhaven-on-Nowhere").messages())
        assert said[-1][0] == "done"
        assert "all organisations of the file" in said[-1][1]["notes"][0]
    with served(replace(settings, places_file="")) as (port, _):
        assert Listener(port, place="Seelhaven-on-Nowhere").answer.status == 404
        assert Listener(port).answer.status == 422


def test_what_fails_is_said_without_the_paths_of_the_server(settings, tmp_path):
    with served(replace(settings, places_file=str(tmp_path / "gone.geojson"))) as (port, _):
        name, data, _ = list(Listener(port, **NEAR).messages())[-1]
    assert name == "failed"
    assert str(tmp_path) not in data["message"]


def test_head_begins_no_search(settings):
    with served(settings) as (port, runs):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("HEAD", PATH)
        assert connection.getresponse().status == 405
        assert runs.running() == []
        connection.close()


def test_messages_of_a_thread_come_in_their_order():
    async def heard():
        run = near.Run(near.Spot(None, "here"), Settings(), lambda: None, None, ())

        def talk():
            for number in range(500):
                run._say("progress", {"number": number})
            run._tell_home(None)

        threading.Thread(target=talk).start()
        return [each[1].data["number"] async for each in run.follow(0) if each]

    assert asyncio.run(heard()) == list(range(500))
