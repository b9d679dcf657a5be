"""The table of permissions is the truth: every route and every visitor of it, against a real server."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from visitors import PASSWORD, Postbox, with_post
from webtown import EVENTS, HALL, TODAY, at

from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.store.accounts import ROLES
from eventlocky.web import app as app_of_all
from eventlocky.web import csrf, guard
from eventlocky.web.app import make_app
from eventlocky.web.permissions import TABLE, WHO, Row, Verdict, verdict
from eventlocky.web.visitor import digest, new_secret

PEOPLE = {"reader": "reader", "other reader": "reader", "editor": "editor", "admin": "admin"}
BODIES = {
    "POST /api/v1/accounts": {"email": "new@example.org", "password": PASSWORD},
    "POST /api/v1/accounts/confirm": {"token": "x"},
    "POST /api/v1/accounts/reset": {"email": "new@example.org"},
    "POST /api/v1/accounts/new-password": {"token": "x", "password": PASSWORD},
    "POST /api/v1/sessions": {"email": "reader@example.org", "password": PASSWORD},
    "PATCH /api/v1/me": {"name": "x"},
    "DELETE /api/v1/me": {"current": "wrong"},
    "PUT /api/v1/me/email": {"email": "new@example.org", "current": "wrong"},
    "PUT /api/v1/me/password": {"password": "another password", "current": "wrong"},
    "PUT /api/v1/me/profile": {},
    "PUT /api/v1/events/{uid}/rating": {"stars": 3},
    "POST /api/v1/events/{uid}/corrections": {"field": "title", "said": "Jazz!"},
    "POST /api/v1/corrections/{correction}": {"accept": True},
    "PATCH /api/v1/accounts/{account}": {"role": "reader"},
}


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    """A server with somebody of every role, an event, a correction, and the limits out of the way."""
    settings = Settings(
        store=str(tmp_path_factory.mktemp("town") / "a.sqlite"), password_memory_kb=8, password_rounds=1
    )
    app = with_post(make_app(settings, today=lambda: TODAY), Postbox())
    app.state.desk.limits.take = lambda *_, **__: None
    with TestClient(app), Store(settings.store, clock=lambda: at(16)) as store:
        store.keep(HALL, HALL.website, "event", EVENTS)
        hashed = app.state.desk.passwords.hash_now(PASSWORD)
        for who, role in PEOPLE.items():
            account = store.accounts.add(f"{who.replace(' ', '-')}@example.org", hashed, role=role)
            store.accounts.change(account.id, confirmed=at(2))
        uid = store.search(Query(words="jazz")).hits[0].uid
        yield Town(app, store, uid, store.corrections.add(uid, "title", "Jazz!").id, account.id)


@dataclass
class Town:
    app: object
    store: Store
    uid: str
    correction: int
    account: int

    def secret(self, who, purpose="session"):
        """Sign somebody in, as the store sees it."""
        made = new_secret()
        id = self.store.accounts.find(f"{who.replace(' ', '-')}@example.org").id
        self.store.accounts.give(id, purpose, digest(made), 1_000_000)
        return made

    def path(self, name, session):
        path = name.partition(" ")[2].replace("/static", "/static/style.css").replace("events.{form}", "events.ics")
        search = self.store.searches.add(
            self.store.accounts.find("reader@example.org").id, "x", Query(), "email", 86_400
        )
        return path.format(
            uid=self.uid, correction=self.correction, account=self.account, session=session, search=search.id,
            token=search.unsubscribe, statement=1, width=320, category="music", seed="x", name="de",
        )  # fmt: skip


def ask(town, name, who, *, bearer):
    """Ask for a route as somebody: with the cookie and token of a browser, or with a program's."""
    path = town.path(name, digest(town.secret("reader")))  # a session of the reader, which others might want to end
    secret = new_secret() if who == "anonymous" else town.secret(who, "bearer" if bearer else "session")
    headers = {"Authorization": f"Bearer {secret}"} if bearer else {"X-CSRF-Token": csrf.token(secret)}
    cookies = {} if bearer else {"visit" if who == "anonymous" else "session": secret}
    client = TestClient(town.app, base_url="http://e.example", cookies=cookies, follow_redirects=False)
    return client.request(name.partition(" ")[0], path, headers=headers, **content(name))


def content(name):
    """Return a body for a route: JSON for programs, a form for pages."""
    if name.startswith("GET"):
        return {}
    return {"json": BODIES.get(name, {})} if " /api/" in name else {"data": {"x": "y"}}


def judged(answer):
    """Return what became of a visitor."""
    if answer.status_code == 303 and answer.headers["location"].startswith("/account/sign-in"):
        return Verdict.REFUSED
    if answer.status_code in {401, 403}:
        return Verdict.REFUSED
    is_hidden = answer.status_code == 404 and "Not Found" in answer.text  # other words say what is not there
    return Verdict.HIDDEN if is_hidden else Verdict.ALLOWED


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", TABLE)
def test_every_route_does_with_every_visitor_what_the_table_says(town, name, who):
    for bearer in (False, True) if name.partition(" ")[2].startswith("/api/") and who != "anonymous" else (False,):
        answer = ask(town, name, who, bearer=bearer)
        assert judged(answer) is TABLE[name].of(who), (answer.status_code, answer.text[:200])
        assert answer.status_code < 500


def test_the_table_has_every_route_of_the_server_and_no_other(app):
    assert sorted(name for route in app.routes for name in guard.names(route)) == sorted(TABLE)


def test_a_server_with_a_route_that_is_not_in_the_table_does_not_start(settings, monkeypatch):
    router = APIRouter()
    router.add_api_route("/secret", lambda: "told")
    monkeypatch.setattr(app_of_all, "_ROUTERS", (router,))
    with pytest.raises(EventlockyError, match=r"GET /secret is not in the table of permissions"):
        make_app(settings)


def test_every_role_of_the_store_is_in_the_table():
    assert set(ROLES) < set(WHO)
    for row in TABLE.values():
        for role in (None, *ROLES):
            assert verdict(row, role, is_own=False) in set(Verdict)


def test_whoever_owns_something_is_its_reader_whatever_their_role():
    allowed, hidden = Verdict.ALLOWED, Verdict.HIDDEN
    row = Row(Verdict.REFUSED, allowed, hidden, hidden, hidden, owner="session")
    assert verdict(row, "admin", is_own=True) is allowed
    assert verdict(row, "admin", is_own=False) is hidden
    assert verdict(row, "reader", is_own=False) is hidden


@pytest.mark.parametrize(
    "name", [name for name, row in TABLE.items() if not name.startswith("GET") and not row.is_linked]
)
def test_nothing_changes_by_a_form_of_another_site(town, name):
    """Every route that changes something refuses the cookie without the token, and the token from elsewhere."""
    secret = town.secret("reader" if TABLE[name].owner else "admin")
    path = town.path(name, digest(secret))
    client = TestClient(town.app, base_url="http://e.example", cookies={"session": secret}, follow_redirects=False)
    method = name.partition(" ")[0]
    assert client.request(method, path, **content(name)).status_code == 403
    headers = {"X-CSRF-Token": csrf.token(secret), "Origin": "https://evil.example"}
    assert client.request(method, path, headers=headers, **content(name)).status_code == 403
    assert client.get("/api/v1/me").status_code == 200


def test_who_has_not_confirmed_their_address_may_not_speak(app, person, server):
    browser = person(is_confirmed=False)
    uid = server.get("/api/v1/events?q=jazz").json()["events"][0]["id"]
    assert "confirm your e-mail address" in browser.get(f"/events/{uid}/rate").text
    refused = browser.send(f"/events/{uid}/rate", stars="5")
    assert (refused.status_code, "Confirm your e-mail address" in refused.text) == (403, True)
    assert browser.send("/account/profile", words="jazz").status_code == 303


def test_an_editor_who_becomes_a_reader_is_one_at_once(person, settings):
    browser = person("e@example.org", "editor")
    assert browser.get("/review").status_code == 200
    with Store(settings.store) as store:
        store.accounts.change(store.accounts.find("e@example.org").id, role="reader")
    assert browser.get("/review").status_code == 403


def test_what_is_hidden_looks_like_what_is_not_there(person):
    browser = person()
    hidden, nothing = browser.get("/admin/accounts"), browser.get("/admin/nothing")
    assert (hidden.status_code, hidden.text) == (nothing.status_code, nothing.text)
    hidden, nothing = browser.get("/api/v1/accounts"), browser.get("/api/v1/nothing")
    assert (hidden.status_code, hidden.json()) == (nothing.status_code, nothing.json())


def test_the_api_s_description_says_who_may(app):
    told = TestClient(app, base_url="http://e.example").get("/api/v1/openapi.json").json()
    assert "security" not in told["paths"]["/api/v1/events"]["get"]
    assert told["paths"]["/api/v1/accounts"]["get"]["security"] == [{"bearer": []}, {"cookie": []}]
    assert told["paths"]["/api/v1/accounts"]["get"]["description"].endswith("For: admin.")
    assert told["paths"]["/api/v1/sessions/{session}"]["delete"]["description"].endswith("For: the owner.")
