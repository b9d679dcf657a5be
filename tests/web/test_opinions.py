"""Profiles, stars and corrections: by readers as pages and API, judged by editors, and roles given by admins."""

from __future__ import annotations

import json
import re

import pytest
from fastapi.testclient import TestClient
from visitors import PASSWORD, token_for

from eventlocky.places.spot import Spot
from eventlocky.store import Query, Store
from eventlocky.train.corrections import load
from eventlocky.web import models, taste

ANNA = "anna@example.org"


@pytest.fixture
def uid(settings):
    with Store(settings.store) as store:
        return store.search(Query(words="jazz", missing=True)).hits[0].uid


def rows(*places):
    """Return places as the form of a profile sends them."""
    return {
        f"place_{side}": [place[number] for place in places] for number, side in enumerate(("name", "lat", "lon", "km"))
    }


# Profiles ----------------------------------------------------------------------------------------


def test_what_is_on_is_sorted_by_one_s_profile_and_says_why(app, person):
    browser = person()
    answer = browser.send(
        "/account/profile",
        words="keller\nジャズ\n",
        category=["exhibition"],
        **rows(("Mitte", "52.52", "13.405", "3"), ("", "", "", "10")),
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/account?done=profile")
    shown = browser.get("/account/profile").text
    assert "keller\nジャズ" in shown
    assert re.search(r'value="exhibition" checked', shown)
    assert 'value="Mitte"' in shown
    page = browser.get("/?sort=profile")
    assert page.headers["cache-control"] == "no-store"
    order = [page.text.index(title) for title in ("Jazz im Keller", "Schau", "ジャズの夕べ", "Lesung")]
    assert order[0] < order[3]
    assert order[1] < order[3]
    assert "“keller” is in its title; 0.0 km from Mitte" in page.text
    told = browser.client.get("/api/v1/events?sort=profile").json()
    models.EventsPage.model_validate(told)
    assert told["events"][0]["title"] == "Jazz im Keller"
    assert told["events"][0]["why"] == ["“keller” is in its title", "0.0 km from Mitte"]


def test_one_s_own_order_is_never_another_s(app, person):
    """The cache of public pages must not keep it."""
    browser, other = person(), person("b@example.org")
    browser.send("/account/profile", words="keller")
    other.send("/account/profile", words="lesung")
    for _ in range(2):
        assert browser.client.get("/api/v1/events?sort=profile").json()["events"][0]["title"] == "Jazz im Keller"
        assert other.client.get("/api/v1/events?sort=profile").json()["events"][0]["title"] == "Lesung"
    nobody = TestClient(app, base_url="http://e.example", follow_redirects=False)
    assert nobody.get("/api/v1/events?sort=profile").status_code == 401
    answer = nobody.get("/?sort=profile&q=a")
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        "/account/sign-in?next=%2F%3Fq%3Da%26sort%3Dprofile",
    )
    assert nobody.get("/events.ics?sort=profile").status_code == 400


def test_an_empty_profile_says_where_to_fill_it_in(person):
    answer = person().get("/?sort=profile")
    assert (answer.status_code, "/account/profile" in answer.text) == (400, True)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"words": "\n".join(f"word{n}" for n in range(31))}, "words"),
        ({"words": "x" * 61}, "words"),
        ({"category": [f"c{n}" for n in range(31)]}, "categories"),
        (rows(("Pole", "91", "0", "1")), "place_1"),
        (rows(("Here", "1", "2", "x")), "place_1"),
        (rows(("", "", "", ""), ("Here", "1", "", "1")), "place_2"),
        (rows(("Here", "1", "2", "501")), "place_1"),
        (rows(("Here", "nan", "2", "1")), "place_1"),
        (rows(*[("Here", "1", "2", "1")] * 31), "places"),
    ],
)
def test_what_does_not_fit_in_a_profile_is_said_beside_it_and_stays_there(person, fields, problem):
    answer = person().send("/account/profile", **fields)
    assert answer.status_code == 422
    assert f'href="#{problem}"' in answer.text
    assert f'id="{problem}"' in answer.text


@pytest.fixture
def gazetteer(monkeypatch):
    """A gazetteer that knows one town, and is asked how often."""
    asked = []

    class Small:
        def __init__(self, settings):
            pass

        async def locate(self, name):
            asked.append(name)
            return [Spot("Wismar, DE", 53.89, 11.46)] if name == "Wismar" else []

    monkeypatch.setattr(taste, "Gazetteer", Small)
    return asked


def test_a_town_is_found_by_its_name_and_a_place_without_a_name_is_taken_out(person, gazetteer):
    browser = person()
    browser.send("/account/profile", **rows(("Wismar", "", "", "5"), ("", "1", "2", "3")))
    kept = browser.client.get("/api/v1/me/profile").json()["places"]
    assert kept == [{"name": "Wismar", "lat": 53.89, "lon": 11.46, "radius_m": 5_000.0}]
    answer = browser.send("/account/profile", **rows(("Nowhere", "", "", "5")))
    assert "No place called Nowhere" in answer.text
    said = [browser.send("/account/profile", **rows(("Nowhere", "", "", "5"))).status_code for _ in range(9)]
    assert said == [422] * 8 + [429]
    assert len(gazetteer) == 10


def test_a_profile_through_the_api(app, person, gazetteer):
    person()
    client = TestClient(app, base_url="http://e.example", headers=token_for(app, ANNA))
    body = {
        "words": ["jazz", "jazz "],
        "categories": ["music"],
        "places": [{"name": "Mitte", "lat": 52.52, "lon": 13.405}],
    }
    told = client.put("/api/v1/me/profile", json=body).json()
    models.Interests.model_validate(told)
    assert told == {"words": ["jazz"], "categories": ["music"],
                    "places": [{"name": "Mitte", "lat": 52.52, "lon": 13.405, "radius_m": 10_000.0}]}  # fmt: skip
    assert client.get("/api/v1/me/profile").json() == told
    assert client.put("/api/v1/me/profile", json={"places": [{"name": "Xyzzy no such town"}]}).status_code == 422
    assert client.put("/api/v1/me/profile", json={"words": 7}).status_code == 422


# Stars -------------------------------------------------------------------------------------------


def test_stars_are_given_changed_shown_and_taken_back(app, person, uid):
    browser, other = person(), person("b@example.org")
    assert "Nobody has rated it yet" in browser.get(f"/events/{uid}/rate").text
    assert browser.send(f"/events/{uid}/rate", stars="5").headers["location"] == f"/events/{uid}"
    other.send(f"/events/{uid}/rate", stars="2")
    other.send(f"/events/{uid}/rate", stars="4")
    page = browser.get(f"/events/{uid}").text
    assert "4.5 of 5 stars, by 2" in page
    assert f'href="/events/{uid}/correct"' in page
    assert browser.client.get(f"/api/v1/events/{uid}").json()["rating"] == {"mean": 4.5, "count": 2}
    assert re.search(r'value="5" checked', browser.get(f"/events/{uid}/rate").text)
    assert browser.client.get(f"/api/v1/events/{uid}/rating").json() == {"mean": 4.5, "count": 2, "own": 5}
    anonymous = TestClient(app, base_url="http://e.example")
    assert anonymous.get(f"/api/v1/events/{uid}/rating").json() == {"mean": 4.5, "count": 2, "own": None}
    other.send(f"/events/{uid}/rate", stars="")
    assert browser.client.get(f"/api/v1/events/{uid}").json()["rating"] == {"mean": 5.0, "count": 1}
    for nonsense in ("6", "0", "-1", "4.5", "five", "٣"):
        assert browser.send(f"/events/{uid}/rate", stars=nonsense).status_code == 422


def test_a_series_is_rated_as_one(person, settings):
    with Store(settings.store) as store:
        series = store.search(Query(words="quiz")).hits[0].uid
    assert "for the whole series" in person().get(f"/events/{series}/rate").text


def test_stars_through_the_api(app, person, uid):
    person()
    client = TestClient(app, base_url="http://e.example", headers=token_for(app, ANNA))
    models.Rating.model_validate(client.put(f"/api/v1/events/{uid}/rating", json={"stars": 3}).json())
    assert client.delete(f"/api/v1/events/{uid}/rating").status_code == 204
    assert client.get(f"/api/v1/events/{uid}/rating").json()["mean"] is None
    for body in ({"stars": 0}, {"stars": 6}, {"stars": "five"}, {}, {"stars": 3, "account": 2}):
        assert client.put(f"/api/v1/events/{uid}/rating", json=body).status_code == 422
    assert client.put("/api/v1/events/nothing/rating", json={"stars": 3}).status_code == 404


def test_stars_and_corrections_are_limited(app, person, uid):
    person()
    client = TestClient(app, base_url="http://e.example", headers=token_for(app, ANNA))
    said = [client.put(f"/api/v1/events/{uid}/rating", json={"stars": 3}).status_code for _ in range(61)]
    assert said == [200] * 60 + [429]
    body = {"field": "title", "said": "Jazz!"}
    answers = [client.post(f"/api/v1/events/{uid}/corrections", json=body) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [201] * 20 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


# Corrections -------------------------------------------------------------------------------------


def test_a_correction_goes_from_a_reader_to_an_editor_to_everybody(app, person, uid, server, tmp_path):
    reader, editor = person(), person("e@example.org", "editor")
    form = reader.get(f"/events/{uid}/correct?field=title").text
    assert re.search(r'value="title" selected>Title: Jazz im Keller', form)
    reader.send(f"/events/{uid}/correct", field="title", said="Jazz im <b>Gewölbe</b>", remark="Es steht an der Tür")
    page = editor.get("/review").text
    assert "Jazz im Keller" in page
    assert "Jazz im &lt;b&gt;Gewölbe&lt;/b&gt;" in page
    assert "Es steht an der Tür" in page
    assert 'href="https://kulturhaus.example/"' in page
    number = re.search(r'action="/review/(\d+)"', page)[1]
    assert editor.send(f"/review/{number}", "/review", verdict="perhaps").status_code == 422
    assert editor.send(f"/review/{number}", "/review", verdict="accept").headers["location"] == "/review"
    assert "Jazz im &lt;b&gt;Gewölbe" in server.get(f"/events/{uid}").text
    assert "already" in editor.send(f"/review/{number}", "/account", verdict="refuse").text
    assert "Nothing waits" in editor.get("/review").text
    assert "(accepted)" in reader.get("/account").text
    lines = editor.get("/review/accepted.jsonl")
    (tmp_path / "c.jsonl").write_text(lines.text, encoding="utf-8")
    (line,) = load(tmp_path / "c.jsonl")
    assert line.changed[0]["to"] == {"title": "Jazz im <b>Gewölbe</b>"}
    hints = editor.client.get("/api/v1/corrections/hints").json()
    models.Hints.model_validate(hints)
    assert hints["hints"][0]["was"] == "Jazz im Keller"


def test_a_refused_correction_changes_nothing(person, uid, server):
    reader, editor = person(), person("e@example.org", "editor")
    reader.send(f"/events/{uid}/correct", field="start", said="2026-11-22T20:00")
    number = re.search(r'action="/review/(\d+)"', editor.get("/review").text)[1]
    editor.send(f"/review/{number}", "/review", verdict="refuse")
    assert server.get(f"/api/v1/events/{uid}").json()["start"] == "2026-11-21T20:00"
    assert "(rejected)" in reader.get("/account").text


@pytest.mark.parametrize(
    ("field", "said", "remark", "problem"),
    [
        ("colour", "red", "", "field"),
        ("", "x", "", "field"),
        ("title", "   ", "", "said"),
        ("start", "soon", "", "said"),
        ("status", "lost", "", "said"),
        ("wrong", "", "", "remark"),
        ("link", "javascript:alert(1)", "", "said"),
        ("image", "data:image/png;base64,x", "", "said"),
        ("title", "x" * 2_001, "", "said"),
        ("title", "x", "y" * 2_001, "remark"),
    ],
)
def test_a_correction_that_does_not_fit_is_said_beside_its_field(person, uid, field, said, remark, problem):
    answer = person().send(f"/events/{uid}/correct", field=field, said=said, remark=remark)
    assert answer.status_code == 422
    assert f'href="#{problem}"' in answer.text
    assert f'id="{problem}-problem"' in answer.text


def test_corrections_through_the_api(app, person, uid):
    person()
    person("e@example.org", "editor")
    reader = TestClient(app, base_url="http://e.example", headers=token_for(app, ANNA))
    editor = TestClient(app, base_url="http://e.example", headers=token_for(app, "e@example.org"))
    made = reader.post(f"/api/v1/events/{uid}/corrections", json={"field": "wrong", "remark": "Nothing of the sort"})
    models.CorrectionItem.model_validate(made.json())
    page = editor.get("/api/v1/corrections").json()
    models.CorrectionsPage.model_validate(page)
    (one,) = page["corrections"]
    assert (one["was"], one["state"], one["proofs"][0]["says"]) == ("Jazz im Keller", "open", "Jazz im Keller")
    assert reader.post(f"/api/v1/corrections/{one['id']}", json={"accept": True}).status_code == 403
    assert editor.post(f"/api/v1/corrections/{one['id']}", json={"accept": True}).json()["state"] == "accepted"
    assert editor.post(f"/api/v1/corrections/{one['id']}", json={"accept": True}).status_code == 422
    assert editor.post("/api/v1/corrections/99", json={"accept": True}).status_code == 404
    assert editor.get("/api/v1/events?q=jazz%20keller").json()["events"] == []
    lines = editor.get("/api/v1/corrections/accepted").json()
    models.Lines.model_validate(lines)
    assert lines["lines"][0]["wrong"][0]["title"] == "Jazz im Keller"


# Roles -------------------------------------------------------------------------------------------


def test_an_admin_gives_roles_and_the_last_one_stays(app, person):
    person()
    admin = person("a@example.org", "admin")
    page = admin.get("/admin/accounts").text
    assert ANNA in page
    number = re.search(r'action="/admin/accounts/(\d+)"', page)[1]
    assert admin.send(f"/admin/accounts/{number}", "/admin/accounts", role="editor").status_code == 303
    assert (
        TestClient(app, base_url="http://e.example", headers=token_for(app, ANNA)).get("/api/v1/me").json()["role"]
        == "editor"
    )
    own = admin.client.get("/api/v1/me").json()["id"]
    assert "last admin" in admin.send(f"/admin/accounts/{own}", "/admin/accounts", role="reader").text
    assert admin.send(f"/admin/accounts/{number}", "/admin/accounts", role="emperor").status_code == 422
    assert admin.send("/admin/accounts/99", "/admin/accounts", role="reader").status_code == 422
    client = TestClient(app, base_url="http://e.example", headers=token_for(app, "a@example.org"))
    listed = client.get("/api/v1/accounts?limit=1").json()
    models.AccountsPage.model_validate(listed)
    assert client.get(f"/api/v1/accounts?after={listed['next']}").json()["next"] is None
    assert client.patch(f"/api/v1/accounts/{own}", json={"role": "reader"}).status_code == 422
    assert client.patch("/api/v1/accounts/99", json={"role": "reader"}).status_code == 404


def test_the_whole_life_through_the_api(app, postbox):
    client = TestClient(app, base_url="http://e.example")
    body = {"email": ANNA, "password": PASSWORD, "name": "安奈"}
    models.Message.model_validate(client.post("/api/v1/accounts", json=body).json())
    secret = postbox.link(ANNA).partition("token=")[2]
    assert client.post("/api/v1/accounts/confirm", json={"token": secret}).status_code == 204
    assert client.post("/api/v1/accounts/confirm", json={"token": secret}).status_code == 422
    client.headers.update(token_for(app, ANNA))
    me = client.get("/api/v1/me").json()
    models.AccountItem.model_validate(me)
    assert (me["name"], me["role"], me["confirmed"] is not None) == ("安奈", "reader", True)
    models.Sessions.model_validate(client.get("/api/v1/sessions").json())
    assert client.put("/api/v1/me/email", json={"email": "b@example.org", "current": PASSWORD}).status_code == 202
    assert (
        client.post(
            "/api/v1/accounts/confirm", json={"token": postbox.link("b@example.org").partition("token=")[2]}
        ).status_code
        == 204
    )
    assert client.get("/api/v1/me").json()["email"] == "b@example.org"
    assert (
        client.put("/api/v1/me/password", json={"password": "a new good password", "current": PASSWORD}).status_code
        == 204
    )
    assert json.loads(client.get("/api/v1/me/export").text)["email"] == "b@example.org"
    client.post("/api/v1/accounts/reset", json={"email": "b@example.org"})
    secret = postbox.link("b@example.org").partition("token=")[2]
    assert client.post("/api/v1/accounts/new-password", json={"token": secret, "password": PASSWORD}).status_code == 204
    assert client.get("/api/v1/me").status_code == 401
    client.headers.update(token_for(app, "b@example.org"))
    assert client.request("DELETE", "/api/v1/me", json={"current": "wrong"}).status_code == 422
    assert client.request("DELETE", "/api/v1/me", json={"current": PASSWORD}).status_code == 204
    assert client.get("/api/v1/me").status_code == 401
