"""Saved searches over the web: saved as they were seen, told as they were asked for, ended with one click."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient
from visitors import Postbox, token_for
from webtown import TODAY, at

from eventlocky.notify import send_due
from eventlocky.notify.push import make_key, public_key
from eventlocky.store import Query, Store
from eventlocky.web.app import make_app

BROWSER = {"endpoint": "https://push.example.org/abc", "keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22}}


def saved_by(settings, email="anna@example.org"):
    with Store(settings.store) as store:
        return store.searches.of(store.accounts.find(email).id)


def save(browser, search="q=jazz", **fields):
    page = f"/searches/new?{search}"
    given = {
        "name": "Jazz",
        "search": search,
        "channel": "email",
        "period": "weekly",
        "zone": "Europe/Berlin",
        **fields,
    }
    return browser.send("/searches", page, **given)


def test_a_search_is_saved_from_its_page_and_listed(person, settings):
    browser = person()
    assert "/searches/new?q=jazz&amp;free=True" in browser.get("/?q=jazz&free=true").text
    page = browser.get("/searches/new?q=jazz&free=true")
    assert (page.status_code, 'value="jazz"' in page.text) == (200, True)
    assert save(browser, "q=jazz&free=true&lat=53.99&lon=11.12&radius=500&sort=distance&limit=3").status_code == 303
    (saved,) = saved_by(settings)
    assert saved.query == Query(words="jazz", free=True, near=(53.99, 11.12), radius_m=500.0)
    assert (saved.name, saved.every_s, saved.channel) == ("Jazz", 7 * 86_400, "email")
    listed = browser.get("/searches?done=saved").text
    assert "The search is saved." in listed
    assert "Europe/Berlin" in listed
    assert "/events.ics?q=jazz" in listed


def test_a_search_is_changed_paused_begun_again_and_deleted(person, settings):
    browser = person()
    save(browser)
    id = saved_by(settings)[0].id
    assert browser.send(f"/searches/{id}", "/searches", period="daily").status_code == 303
    assert saved_by(settings)[0].every_s == 86_400
    browser.send(f"/searches/{id}", "/searches", active="no")
    assert not saved_by(settings)[0].is_active
    assert "Paused." in browser.get("/searches").text
    browser.send(f"/searches/{id}", "/searches", active="yes")
    assert saved_by(settings)[0].is_active
    wrong = browser.send(f"/searches/{id}", "/searches", period="hourly")
    assert (wrong.status_code, "Choose how often" in wrong.text) == (422, True)
    browser.send(f"/searches/{id}/delete", "/searches")
    assert saved_by(settings) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"period": "hourly"}, "Choose how often"),
        ({"zone": "Mars/Olympus"}, "no such time zone"),
        ({"name": "x" * 200}, "at most 120"),
        ({"channel": "pigeon"}, "Choose how"),
        ({"channel": "push"}, "no push messages"),
        ({"search": "lat=1"}, "both lat and lon"),
        ({"search": "colour=red"}, "cannot be saved"),
        ({"search": "when=blursday"}, "blursday"),
        ({"search": "q=" + "x" * 5_000}, "too long"),
    ],
)
def test_what_does_not_fit_is_said_on_the_form(person, settings, fields, said):
    answer = save(person(), **fields)
    assert answer.status_code == 422
    assert said in answer.text
    assert saved_by(settings) == []


def test_the_searches_of_others_are_as_if_they_were_not_there(person, settings):
    save(person())
    (saved,) = saved_by(settings)
    other = person("bo@example.org")
    for path in (f"/searches/{saved.id}", f"/searches/{saved.id}/delete", "/searches/999", "/searches/x"):
        assert other.send(path, "/account", active="no").status_code == 404
    assert saved_by(settings) == [saved]


def test_nobody_saves_searches_without_end(person, settings):
    browser = person()
    with Store(settings.store) as store:
        for _ in range(50):
            store.searches.add(1, "x", Query(), "email", 86_400)
    assert "50 saved searches" in save(browser).text


def test_only_confirmed_addresses_are_told(person, settings):
    browser = person(is_confirmed=False)
    assert "First confirm your e-mail address" in browser.get("/searches/new?q=jazz").text
    assert save(browser).status_code == 403


def test_what_cares_for_is_changed_and_the_zone_stays(person, settings):
    browser = person()
    save(browser)
    browser.send("/account/profile", words="jazz")
    with Store(settings.store) as store:
        assert dict(store.accounts.find("anna@example.org").profile)["zone"] == "Europe/Berlin"


def test_a_letter_is_ended_with_one_click_and_without_signing_in(person, app, settings):
    save(person())
    (saved,) = saved_by(settings)
    box = Postbox()
    with Store(settings.store, clock=lambda: at(20)) as store:
        asyncio.run(
            send_due(
                store,
                lambda: at(20),
                box,
                None,
                replace(settings, public_url="http://e.example", mail_from="e@e.example"),
            )
        )
    headers = dict(box.letters[0].headers)
    link = headers["List-Unsubscribe"].strip("<>").removeprefix("http://e.example")
    stranger = TestClient(app, base_url="http://e.example", follow_redirects=False)
    page = stranger.get(link)
    assert (page.status_code, "Stop these letters</button>" in page.text) == (200, True)
    assert saved_by(settings)[0].is_active
    ended = stranger.post(link, data={"List-Unsubscribe": "One-Click"}, headers={"Origin": "https://mail.example"})
    assert (ended.status_code, "no more" in ended.text) == (200, True)
    assert not saved_by(settings)[0].is_active
    again = stranger.post(link, content=b"--x\r\n", headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert again.status_code == 200
    assert "no more" in stranger.get(link).text
    assert saved.unsubscribe not in stranger.get("/api/v1/openapi.json").text


@pytest.mark.parametrize("token", ["guess", "%00", "x" * 900, "%E2%80%AE", "<script>"])
def test_a_link_that_is_none_ends_nothing(app, person, settings, token):
    save(person())
    stranger = TestClient(app, base_url="http://e.example")
    assert stranger.get(f"/unsubscribe/{token}").status_code == 410
    assert stranger.post(f"/unsubscribe/{token}").status_code == 410
    assert saved_by(settings)[0].is_active


def test_a_hostile_name_stays_text(person, settings):
    browser = person()
    save(browser, name='<script>alert(1)</script>"\x00\u202e')
    page = browser.get("/searches").text
    assert "<script>alert" not in page
    assert "\u202e" not in page
    (saved,) = saved_by(settings)
    assert "<script>alert" not in browser.get(f"/unsubscribe/{saved.unsubscribe}").text


# The API -----------------------------------------------------------------------------------------


def test_the_api_saves_lists_changes_and_deletes(person, app, settings):
    person()
    client = TestClient(app, base_url="http://e.example", headers=token_for(app, "anna@example.org"))
    made = client.post("/api/v1/searches", json={"name": "Jazz", "search": "q=jazz", "zone": "Asia/Tokyo"})
    assert (made.status_code, made.json()["period"], made.json()["page"]) == (201, "daily", "/?q=jazz")
    id = made.json()["id"]
    assert [one["id"] for one in client.get("/api/v1/searches").json()["searches"]] == [id]
    changed = client.patch(f"/api/v1/searches/{id}", json={"active": False, "period": "at once", "name": "J"})
    assert (changed.json()["active"], changed.json()["period"], changed.json()["name"]) == (False, "at once", "J")
    assert "unsubscribe" not in changed.text
    assert client.delete(f"/api/v1/searches/{id}").status_code == 204
    assert client.delete(f"/api/v1/searches/{id}").status_code == 404
    for wrong in (
        {"search": "when=blursday"},
        {"period": "x"},
        {"x": 1},
        {"channel": "push"},
        {"search": "sort=x&lat=9"},
    ):
        assert client.post("/api/v1/searches", json=wrong).status_code == 422


def test_a_browser_asks_for_push_messages(settings, tmp_path):
    key = make_key()
    app = make_app(replace(settings, push_key=key, send_notices=False), today=lambda: TODAY)
    with TestClient(app, base_url="http://e.example") as client:
        assert client.get("/api/v1/push-key").json() == {"key": public_key(key)}
        with Store(settings.store) as store:
            hashed = app.state.desk.passwords.hash_now("korrekt Pferd 電池")
            account = store.accounts.add("anna@example.org", hashed).id
            store.accounts.change(account, confirmed=datetime.now(UTC))
        headers = token_for(app, "anna@example.org")
        wanted = {"search": "q=jazz", "channel": "push", "subscription": BROWSER}
        assert client.post("/api/v1/searches", json=wanted, headers=headers).status_code == 201
        assert json.loads(saved_by(settings)[0].target) == BROWSER
        for endpoint in ("https://127.0.0.1/x", "http://push.example.org/x", "https://10.0.0.1/", "file:///etc/passwd"):
            inner = {**wanted, "subscription": {**BROWSER, "endpoint": endpoint}}
            refused = client.post("/api/v1/searches", json=inner, headers=headers)
            assert (refused.status_code, refused.json()["error"]["parameter"]) == (422, "subscription")


def test_without_a_key_there_is_none(server):
    assert server.get("/api/v1/push-key").json() == {"key": ""}


def test_pages_of_searches_need_no_script_and_are_kept_by_nobody(person):
    browser = person()
    save(browser)
    for path in ("/searches", "/searches/new?q=jazz"):
        page = browser.get(path)
        assert page.headers["cache-control"] == "no-store"
        assert not re.search(r'<script(?! [^>]*src="/static/)|onclick| style=', page.text)  # but for our own scripts
