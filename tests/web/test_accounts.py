"""The life of an account through real pages: made, confirmed, used, changed, deleted, and what strangers try."""

from __future__ import annotations

import json
import re

import pytest
from fastapi.testclient import TestClient
from visitors import OTHER, PASSWORD, Browser, Postbox, token_for, with_post
from webtown import TODAY, at

from eventlocky.errors import NotifyError
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.web import csrf, fields, limits
from eventlocky.web.app import make_app
from eventlocky.web.passwords import Passwords
from eventlocky.web.visitor import digest

ANNA = "anna@example.org"


def account(settings, email=ANNA):
    with Store(settings.store, clock=lambda: at(16)) as store:
        return store.accounts.find(email)


# The whole life ----------------------------------------------------------------------------------


def test_the_whole_life_of_an_account(browser, postbox, settings):
    assert "letter" in browser.sign_up(ANNA, name="Änne 安奈 🎷").text
    assert account(settings).confirmed is None
    link = postbox.link(ANNA)
    assert "This address is mine" in browser.get(link).text.replace("Yes, t", "T")
    assert account(settings).confirmed is None, "a mail program that opens links confirms nothing"
    assert "confirmed" in browser.follow(link).text
    assert account(settings).confirmed is not None
    answer = browser.sign_in(ANNA)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    page = browser.get("/account")
    assert "Änne 安奈 🎷" in page.text
    assert page.headers["cache-control"] == "no-store"
    known = browser.get("/account/export")
    assert known.headers["content-disposition"].startswith("attachment")
    assert (known.json()["email"], known.json()["name"]) == (ANNA, "Änne 安奈 🎷")
    assert "argon2" not in known.text
    assert "wrong" not in browser.send("/account/delete", current=PASSWORD).text
    assert account(settings) is None
    assert not browser.is_signed_in
    assert browser.sign_in(ANNA).status_code == 422


def test_a_password_is_kept_as_argon2id_and_made_anew_when_its_cost_changes(browser, settings, postbox, days):
    browser.sign_up(ANNA)
    kept = account(settings).password
    assert kept.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    dearer = with_post(
        make_app(Settings(store=settings.store, password_memory_kb=16, password_rounds=2), today=days), postbox
    )
    with TestClient(dearer):
        other = Browser(dearer)
        assert other.sign_in(ANNA, OTHER).status_code == 422
        assert account(settings).password == kept
        assert other.sign_in(ANNA).status_code == 303
    assert account(settings).password.startswith("$argon2id$v=19$m=16,t=2,p=1$")


def test_letters_of_one_alphabet_are_one_password_from_every_keyboard():
    passwords = Passwords(Settings(password_memory_kb=8, password_rounds=1))
    assert passwords._check("e\u0301cole de mer", passwords.hash_now("\u00e9cole de mer")) is not None
    assert passwords._check("x", "no hash at all") is None
    passwords.close()


def test_a_name_and_an_address_are_changed_and_the_old_address_is_told(person, postbox, settings):
    browser = person()
    assert browser.send("/account/name", "/account", name="Anna B.").headers["location"] == "/account?done=name"
    assert account(settings).name == "Anna B."
    assert browser.send("/account/email", current=OTHER, email="b@example.org").status_code == 422
    assert browser.send("/account/email", current=PASSWORD, email="B@Example.org").status_code == 303
    assert account(settings) is not None, "nothing changes before the new address is confirmed"
    browser.follow(postbox.link("b@example.org"))
    assert account(settings) is None
    assert account(settings, "b@example.org").confirmed is not None
    assert "another e-mail address" in postbox.last(ANNA).text
    assert browser.is_signed_in


def test_an_address_that_another_account_has_is_not_taken_and_not_told(person, postbox, settings):
    person("b@example.org")
    browser = person()
    free = browser.send("/account/email", current=PASSWORD, email="c@example.org")
    taken = browser.send("/account/email", current=PASSWORD, email="b@example.org")
    assert (free.status_code, free.headers["location"]) == (taken.status_code, taken.headers["location"])
    assert "token=" not in postbox.last("b@example.org").text
    assert account(settings).email == ANNA


def test_a_link_to_a_new_address_is_no_good_once_somebody_else_has_it(person, postbox, browser, settings):
    mine = person()
    mine.send("/account/email", current=PASSWORD, email="c@example.org")
    link = postbox.link("c@example.org")
    browser.sign_up("c@example.org")
    assert "account of its own" in mine.follow(link).text
    assert account(settings).email == ANNA


def test_a_new_password_signs_out_everywhere_else(app, person, postbox, settings):
    browser, elsewhere = person(), Browser(app)
    elsewhere.sign_in(ANNA)
    program = token_for(app, ANNA)
    assert browser.send("/account/password", current=OTHER, password=OTHER).status_code == 422
    assert browser.send("/account/password", current=PASSWORD, password=OTHER).status_code == 303
    assert browser.is_signed_in
    assert not elsewhere.is_signed_in
    assert browser.client.get("/api/v1/me", headers=program).status_code == 401
    assert "new password" in postbox.last(ANNA).text
    assert elsewhere.sign_in(ANNA).status_code == 422
    assert elsewhere.sign_in(ANNA, OTHER).status_code == 303


# Links in letters --------------------------------------------------------------------------------


def test_a_forgotten_password_is_replaced_once(app, person, browser, postbox, settings):
    signed_in = person(is_confirmed=False)
    browser.send("/account/reset", email=ANNA)
    link = postbox.link(ANNA)
    with Store(settings.store) as store:
        assert link.partition("token=")[2] not in str(list(store._file._connection.iterdump()))
    assert "Your password is new" in browser.follow(link, password=OTHER).text
    assert not signed_in.is_signed_in, "who was signed in before is no more"
    assert account(settings).confirmed is not None, "the letter came to the address, so it is theirs"
    assert browser.sign_in(ANNA, OTHER).status_code == 303
    replayed = Browser(app).follow(link, password="something quite different")
    assert (replayed.status_code, "used already" in replayed.text) == (422, True)
    assert Browser(app).sign_in(ANNA, OTHER).status_code == 303


def test_a_weak_password_does_not_use_up_the_link(person, browser, postbox):
    person()
    browser.send("/account/reset", email=ANNA)
    link = postbox.link(ANNA)
    assert "at least 10" in browser.follow(link, password="short").text
    assert "Your password is new" in browser.follow(link, password=OTHER).text


@pytest.mark.parametrize(("page", "days_on"), [("reset", 1), ("confirm", 3)])
def test_links_end(browser, postbox, days, page, days_on):
    browser.sign_up(ANNA)
    if page == "reset":
        browser.send("/account/reset", email=ANNA)
    link = postbox.link(ANNA)
    days.on(days_on)
    assert browser.follow(link, password=OTHER).status_code == 422


def test_a_link_is_for_one_purpose_and_a_new_one_ends_the_old(browser, postbox, settings):
    browser.sign_up(ANNA)
    confirming = postbox.link(ANNA)
    secret = confirming.partition("token=")[2]
    assert browser.follow(f"/account/new-password?token={secret}", password=OTHER).status_code == 422
    browser.sign_in(ANNA)
    browser.send("/account/confirm/again", "/account")
    assert postbox.link(ANNA) != confirming
    assert browser.follow(confirming).status_code == 422
    assert browser.follow(postbox.link(ANNA)).status_code == 200
    assert browser.follow(postbox.link(ANNA)).status_code == 422


@pytest.mark.parametrize("secret", ["", "x", "é" * 100, "\x00", "../..", "a" * 5_000, "' OR 1=1 --"])
def test_a_link_that_was_never_given_is_none(browser, secret):
    answer = browser.send("/account/confirm", "/account/sign-in", token=secret)
    assert (answer.status_code, "never good" in answer.text) == (422, True)


def test_links_name_the_server_of_the_settings_not_the_host_that_a_visitor_says(app, person, postbox):
    """Otherwise somebody could have the link of another's letter lead to their own server."""
    person()
    evil = Browser(app, base="http://evil.example")
    evil.send("/account/reset", email=ANNA)
    assert "evil" not in postbox.last(ANNA).text
    assert "http://127.0.0.1:8800/account/new-password?token=" in postbox.last(ANNA).text


def test_a_server_without_letters_says_so(settings, days):
    app = with_post(make_app(settings, today=days), Postbox(works=False))
    with TestClient(app):
        browser = Browser(app)
        assert "can send no letters" in browser.get("/account/sign-up").text
        assert "could not be confirmed" in browser.sign_up(ANNA).text
        assert "can send no letters" in browser.send("/account/reset", email=ANNA).text
        assert browser.sign_in(ANNA).status_code == 303
        assert "eventlocky users confirm anna@example.org" in browser.get("/account").text
        answer = browser.client.post("/api/v1/accounts", json={"email": "b@example.org", "password": PASSWORD},
                                     headers={"X-CSRF-Token": browser.token("/account")})  # fmt: skip
        assert "can send no letters" in answer.json()["message"]


def test_a_letter_that_does_not_go_out_is_for_the_log_not_for_the_visitor(browser, postbox, caplog):
    def fail(_letter):
        raise NotifyError("The mail server is away.")

    postbox.send = fail
    assert browser.sign_up(ANNA).status_code == 200
    assert "The mail server is away." in caplog.text
    assert ANNA not in caplog.text


def test_a_server_may_let_nobody_sign_up(settings, days, postbox):
    from dataclasses import replace

    closed = with_post(make_app(replace(settings, sign_up=False), today=days), postbox)
    with TestClient(closed):
        browser = Browser(closed)
        assert "Nobody can sign up" in browser.get("/account/sign-up").text
        assert browser.send("/account/sign-up", "/account/sign-in", email=ANNA, password=PASSWORD).status_code == 422
        assert account(settings) is None


# Nobody learns who has an account ----------------------------------------------------------------


def bare(answer):
    """Return a page without what differs from page to page anyway, and without what was typed in."""
    text = re.sub(r'name="csrf" value="[^"]+"', "", answer.text)
    return answer.status_code, re.sub(r"[\w.]+@example\.org", "", text)


def test_a_known_and_an_unknown_address_get_the_same_answers(app, person, postbox):
    person()
    for ask in (
        lambda email: Browser(app).sign_in(email, OTHER),
        lambda email: Browser(app).sign_up(email),
        lambda email: Browser(app).send("/account/reset", email=email),
    ):
        assert bare(ask(ANNA)) == bare(ask("nobody@example.org"))
    client = TestClient(app, base_url="http://e.example")
    for path, body in (
        ("/api/v1/sessions", {"password": OTHER}),
        ("/api/v1/accounts", {"password": PASSWORD}),
        ("/api/v1/accounts/reset", {}),
    ):
        known, unknown = (client.post(path, json={"email": email, **body}) for email in (ANNA, "noone@example.org"))
        assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())


def test_signing_up_twice_changes_nothing_and_tells_the_owner(browser, postbox, settings):
    browser.sign_up(ANNA, name="Anna")
    kept = account(settings)
    browser.sign_up("ANNA@Example.org", OTHER, name="Mallory")
    assert account(settings) == kept
    assert "You have an account already" in postbox.last(ANNA).subject


def test_a_wrong_password_is_hashed_also_for_an_address_that_nobody_has(app, person, monkeypatch):
    """Without that an unknown address would be answered in a hundredth of the time."""
    person()
    done = []
    passwords = app.state.desk.passwords

    class Counting:
        def __getattr__(self, name):
            work = getattr(real, name)
            return lambda *given: done.append(name) or work(*given)

    real = passwords._hasher
    monkeypatch.setattr(passwords, "_hasher", Counting())
    client = TestClient(app, base_url="http://e.example")
    for email in (ANNA, "nobody@example.org"):
        assert client.post("/api/v1/sessions", json={"email": email, "password": OTHER}).status_code == 401
    assert done == ["verify", "hash"], "each costs one hash"


# Sessions ----------------------------------------------------------------------------------------


def cookie(answer, name="session"):
    return next(value for value in answer.headers.get_list("set-cookie") if value.startswith(f"{name}="))


def test_the_cookie_of_a_session_is_for_the_server_alone(app, person, settings):
    person()
    browser = Browser(app)
    said = cookie(browser.sign_in(ANNA)).lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    assert "path=/" in said
    assert "max-age=2592000" in said
    assert "secure" not in said
    with Store(settings.store) as store:
        assert browser.client.cookies["session"] not in str(list(store._file._connection.iterdump()))
        assert digest(browser.client.cookies["session"]) in [one.digest for one in store.accounts.secrets(1, "session")]


def test_by_https_the_cookie_is_secure_and_no_neighbour_can_set_it(app, person):
    person()
    browser = Browser(app, base="https://e.example")
    said = cookie(browser.sign_in(ANNA), "__Host-session")
    assert "secure" in said.lower()
    assert "domain" not in said.lower()
    assert browser.is_signed_in
    plain = TestClient(app, base_url="https://e.example", cookies={"session": browser.client.cookies["__Host-session"]})
    assert plain.get("/api/v1/me").status_code == 401


def test_a_session_is_never_one_that_the_visitor_brought(app, person):
    person()
    browser = Browser(app)
    browser.client.cookies.set("session", "chosen-by-somebody-else", domain="e.example", path="/")
    answer = browser.sign_in(ANNA)
    assert "chosen-by-somebody-else" not in cookie(answer)
    other = TestClient(app, base_url="http://e.example", cookies={"session": "chosen-by-somebody-else"})
    assert other.get("/api/v1/me").status_code == 401


def test_signing_in_again_ends_the_session_before(app, person):
    browser = person()
    before = browser.client.cookies["session"]
    assert browser.get("/account/sign-in").headers["location"] == "/account"
    browser.send("/account/sign-in", "/account", email=ANNA, password=PASSWORD)
    assert browser.client.cookies["session"] != before
    old = TestClient(app, base_url="http://e.example", cookies={"session": before})
    assert old.get("/api/v1/me").status_code == 401


def test_signing_out_ends_the_session_on_the_server(app, person):
    browser = person()
    secret = browser.client.cookies["session"]
    assert browser.send("/account/sign-out", "/account").headers["location"] == "/"
    assert not browser.is_signed_in
    copied = TestClient(app, base_url="http://e.example", cookies={"session": secret})
    assert copied.get("/api/v1/me").status_code == 401


def test_sessions_are_listed_and_ended(app, person):
    browser, phone = person(), Browser(app)
    phone.send("/account/sign-in", email=ANNA, password=PASSWORD, headers={"User-Agent": "Phone <b> 7"})
    program = token_for(app, ANNA)
    page = browser.get("/account/sessions").text
    assert "Phone &lt;b&gt;" in page
    assert "Program:" in page
    listed = browser.client.get("/api/v1/sessions").json()["sessions"]
    assert [one["kind"] for one in listed].count("browser") == 2
    (its,) = (one["id"] for one in listed if one["label"].startswith("Phone"))
    browser.send(f"/account/sessions/{its}/end", "/account/sessions")
    assert not phone.is_signed_in
    assert browser.is_signed_in
    browser.send("/account/sessions/others/end", "/account/sessions")
    assert browser.client.get("/api/v1/me", headers=program).status_code == 401
    assert browser.is_signed_in


def test_a_session_ends_by_itself(person, days):
    browser = person()
    days.on(29)
    assert browser.is_signed_in
    days.on(2)
    assert not browser.is_signed_in


def test_a_cookie_is_no_bearer_token_and_the_other_way_round(app, person):
    browser = person()
    secret = browser.client.cookies["session"]
    client = TestClient(app, base_url="http://e.example")
    assert client.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    bearer = token_for(app, ANNA)["Authorization"].removeprefix("Bearer ")
    other = TestClient(app, base_url="http://e.example", cookies={"session": bearer})
    assert other.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("said", ["Bearer", "Bearer ", "Basic YTpi", "Bearer " + "x" * 5_000, "Bearer ü", "\xff"])
def test_an_odd_authorization_is_nobody(app, said):
    client = TestClient(app, base_url="http://e.example")
    assert client.get("/api/v1/me", headers={"Authorization": said.encode("latin-1")}).status_code == 401


def test_who_says_a_wrong_token_is_not_somebody_by_their_cookie(person):
    browser = person()
    assert browser.client.get("/api/v1/me").status_code == 200
    assert browser.client.get("/api/v1/me", headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_no_more_than_fifty_sessions_are_kept(app, person, settings):
    person()
    app.state.desk.limits.take = lambda *_, **__: None
    for _ in range(55):
        token_for(app, ANNA)
    client = TestClient(app, base_url="http://e.example", headers=token_for(app, ANNA))
    assert sum(one["kind"] == "program" for one in client.get("/api/v1/sessions").json()["sessions"]) == 50


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/events/x/rate", "/events/x/rate"),
        ("/?sort=profile", "/?sort=profile"),
        ("https://evil.example/", "/account"),
        ("//evil.example/", "/account"),
        ("/\\evil.example", "/account"),
        ("/x\r\nSet-Cookie: a=b", "/account"),
        ("javascript:alert(1)", "/account"),
        ("", "/account"),
        ("/" + "x" * 3_000, "/account"),
    ],
)
def test_signing_in_leads_to_a_page_of_ours_alone(asked, there):
    assert fields.next_page(asked) == there


def test_who_must_sign_in_is_led_back(app, person):
    person()
    browser = Browser(app)
    answer = browser.get("/account/profile")
    assert (answer.status_code, answer.headers["location"]) == (303, "/account/sign-in?next=%2Faccount%2Fprofile")
    assert 'value="/account/profile"' in browser.get(answer.headers["location"]).text
    assert browser.sign_in(ANNA, next="/account/profile").headers["location"] == "/account/profile"


# Forms of other sites ----------------------------------------------------------------------------


def test_a_form_without_its_token_or_with_a_wrong_one_is_refused(app, person):
    browser, other = person(), person("b@example.org")
    good = browser.token("/account")
    for token in ("", "x", "x.y", good[:-1], good.partition(".")[0], f".{good.partition('.')[2]}", other.token("/account"),
                  Browser(app).token(), "é.ü", "\x00"):  # fmt: skip
        answer = browser.client.post("/account/name", data={"csrf": token, "name": "Mallory"})
        assert answer.status_code == 403, token
    assert browser.client.post("/account/name", data={"csrf": good, "name": "Anna"}).status_code == 303


def test_a_form_before_signing_in_needs_its_token_too(app):
    browser, other = Browser(app), Browser(app)
    for path in ("/account/sign-in", "/account/sign-up", "/account/reset", "/account/confirm", "/account/new-password"):
        assert browser.client.post(path, data={"email": ANNA, "password": PASSWORD}).status_code == 403
        stolen = {"csrf": other.token(), "email": ANNA, "password": PASSWORD}
        assert browser.client.post(path, data=stolen).status_code == 403


def test_the_token_of_before_is_no_good_after_signing_in(person):
    browser = person()
    before = browser.token("/account")
    browser.send("/account/sign-out", "/account")
    browser.sign_in(ANNA)
    assert browser.client.post("/account/name", data={"csrf": before, "name": "x"}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "is_good"),
    [
        ({}, True),
        ({"Origin": "http://e.example"}, True),
        ({"Origin": "http://E.EXAMPLE"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "http://e.example.evil.example"}, False),
        ({"Origin": "http://e.example@evil.example"}, False),
        ({"Origin": "http://[broken"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "none"}, True),
    ],
)
def test_a_form_that_says_it_comes_from_elsewhere_is_refused(person, headers, is_good):
    answer = person().send("/account/name", "/account", headers=headers, name="Anna")
    assert answer.status_code == (303 if is_good else 403)


def test_a_script_of_ours_sends_the_token_as_a_header(person):
    browser = person()
    rename = {"name": "Anna"}
    assert browser.client.patch("/api/v1/me", json=rename).status_code == 403
    token = browser.client.get("/api/v1/csrf").json()["token"]
    assert browser.client.patch("/api/v1/me", json=rename, headers={"X-CSRF-Token": token}).status_code == 200
    assert browser.client.patch("/api/v1/me", json=rename, headers={"X-CSRF-Token": token[:-2]}).status_code == 403
    elsewhere = {"X-CSRF-Token": token, "Origin": "https://evil.example"}
    assert browser.client.patch("/api/v1/me", json=rename, headers=elsewhere).status_code == 403


def test_tokens_are_compared_in_one_time_and_differ_every_time(monkeypatch):
    seen = []
    real = csrf.hmac.compare_digest
    monkeypatch.setattr(csrf.hmac, "compare_digest", lambda one, other: seen.append(1) or real(one, other))
    assert csrf.token("secret") != csrf.token("secret")
    assert csrf.is_good(csrf.token("secret"), "secret")
    assert not csrf.is_good(csrf.token("secret"), "other")
    assert len(seen) == 2


# Too often, too much, and nonsense ---------------------------------------------------------------


def test_a_password_cannot_be_guessed_for_long(app, person):
    person()
    answers = [Browser(app).sign_in(ANNA, f"wrong guess {number}") for number in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 900
    assert "Wait" in answers[-1].text
    assert Browser(app).sign_in(ANNA).status_code == 429, "nor by guessing right at last"
    assert Browser(app).sign_in("nobody@example.org").status_code == 422


def test_an_unknown_address_is_counted_like_a_known_one(app):
    client = TestClient(app, base_url="http://e.example")
    said = [
        client.post("/api/v1/sessions", json={"email": "x@example.org", "password": OTHER}).status_code
        for _ in range(11)
    ]
    assert said == [401] * 10 + [429]


def test_signing_in_rightly_is_not_counted(app, person):
    person()
    for _ in range(15):
        token_for(app, ANNA)


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        ("/api/v1/accounts", {"password": PASSWORD}, 3),
        ("/api/v1/accounts/reset", {}, 3),
    ],
)
def test_letters_to_one_address_are_few(app, path, body, most):
    client = TestClient(app, base_url="http://e.example")
    for _ in range(most):
        assert client.post(path, json={"email": ANNA, **body}).status_code == 202
    refused = client.post(path, json={"email": ANNA, **body})
    assert (refused.status_code, "retry-after" in refused.headers) == (429, True)


def test_one_visitor_makes_few_accounts(app):
    client = TestClient(app, base_url="http://e.example")
    said = [
        client.post("/api/v1/accounts", json={"email": f"a{n}@example.org", "password": PASSWORD}).status_code
        for n in range(11)
    ]
    assert said == [202] * 10 + [429]


def test_counts_are_forgotten_with_time_and_bounded(monkeypatch):
    now = [0.0]
    counts = limits.Limits(lambda: now[0])
    for _ in range(3):
        counts.take("reset", address="a", account="b")
    with pytest.raises(limits.HTTPException) as refused:
        counts.take("reset", address="other", account="b")
    assert refused.value.headers["Retry-After"] == "3600"
    now[0] = 3_601.0
    counts.take("reset", address="a", account="b")
    monkeypatch.setattr(limits, "_MOST_KEYS", 10)
    for number in range(100):
        counts.take("reset", address=str(number))
    assert len(counts._tries) <= 10


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_visitor_is_counted_by_the_network_that_is_theirs(host, counted):
    request = limits.Request({"type": "http", "client": (host, 1), "headers": []})
    assert limits.address_of(request) == counted


def test_a_huge_body_is_refused_before_it_is_read(app, person):
    browser = person()
    for path in ("/account/sign-in", "/api/v1/sessions", "/account/name", "/api/v1/accounts"):
        answer = browser.client.post(
            path, content=b"a" * 70_000, headers={"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert answer.status_code == 413
    chunks = (b"a" * 10_000 for _ in range(1_000))
    read = browser.client.post(
        "/account/sign-in", content=chunks, headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert read.status_code == 413


def test_a_form_of_thousands_of_fields_is_refused(browser):
    answer = browser.client.post("/account/sign-in", content=b"&".join(b"a%d=1" % n for n in range(5_000)),
                                 headers={"Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
    assert answer.status_code == 400


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain", "application/json", ""])
def test_a_form_of_another_kind_is_refused(browser, kind):
    answer = browser.client.post("/account/sign-in", content=b'{"email": 1}', headers={"Content-Type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"null", b'{"email": 7, "password": []}', b'{"email": "a@b.c"}', b"\xff\xfe",
                                  b'{"email": "\\ud800", "password": "x"}', b'{"email": "a@b.c", "password": "x", "role": "admin"}'])  # fmt: skip
def test_nonsense_is_refused_in_one_shape(app, body):
    client = TestClient(app, base_url="http://e.example")
    answer = client.post("/api/v1/accounts", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["status"] == 422


def test_json_of_brackets_is_refused(app):
    client = TestClient(app, base_url="http://e.example")
    answer = client.post("/api/v1/accounts", content=b"[" * 20_000, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["status"]) == (400, 400)


@pytest.mark.parametrize(
    "email",
    [
        "",
        "a",
        "@",
        "a@",
        "@b",
        "a b@c.de",
        "a@b\r\nBcc: x@y.z",
        "a@b,c@d",
        "<a@b.c>",
        "a@b.c\x00",
        "a" * 300 + "@b.c",
        "a@b@c",
    ],
)
def test_what_is_no_address_is_said_beside_its_field(browser, email):
    answer = browser.sign_up(email)
    assert answer.status_code == 422
    assert 'href="#email"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert 'id="email-problem"' in answer.text


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaa", "anna@example.org", "x" * 1_001])
def test_a_password_that_is_guessed_first_is_refused(browser, password):
    answer = browser.sign_up(ANNA, password)
    assert (answer.status_code, 'href="#password"' in answer.text) == (422, True)
    assert 'value="anna@example.org"' in answer.text, "what was typed in stays"
    assert 'type="password" autocomplete="new-password"' in answer.text
    if len(password) > 4:
        assert f'value="{password}"' not in answer.text.replace(
            'name="email" type="email" value="anna@example.org"', ""
        )


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Anna \n B. ", "Anna B."),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("e\u0301", "\u00e9"),
        ("\u202eanna\x00", "anna"),
        ("名前 👩‍🎤", "名前 👩‍🎤"),
    ],
)
def test_names_of_any_script_are_kept_and_inert(person, settings, name, kept):
    browser = person()
    browser.send("/account/name", "/account", name=name)
    assert account(settings).name == kept
    assert "<script>alert" not in browser.get("/account").text
    assert browser.send("/account/name", "/account", name="x" * 81).status_code == 422


def test_nobody_makes_themselves_an_admin(browser, settings):
    browser.send("/account/sign-up", email=ANNA, password=PASSWORD, role="admin", confirmed="1", id="1")
    assert (account(settings).role, account(settings).confirmed) == ("reader", None)


def test_pages_of_accounts_are_kept_by_nobody_and_need_no_script(app, person, settings):
    browser = person(role="admin")
    for path in ("/account", "/account/profile", "/account/sessions", "/account/email", "/account/password", "/account/delete",
                 "/account/sign-up", "/account/reset", "/review", "/admin/accounts"):  # fmt: skip
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers
        assert not re.search(r'<script(?! [^>]*src="/static/)', answer.text)  # our own, which no page needs
        assert " style=" not in answer.text
        assert "unsafe" not in answer.headers["content-security-policy"]
        for field in re.findall(r"<(?:input|select|textarea)\b[^>]*>", answer.text):
            if 'type="hidden"' not in field:
                name = re.search(r'id="([^"]+)"', field)
                assert (
                    (name and f'for="{name[1]}"' in answer.text)
                    or "aria-label" in field
                    or re.search(r"<label[^>]*>[^<]*" + re.escape(field), answer.text)
                ), field
    assert TestClient(app, base_url="http://e.example").get("/account", follow_redirects=False).status_code == 303


def test_export_holds_all_that_is_kept_and_deletion_takes_it(person, settings, server):
    browser = person()
    uid = server.get("/api/v1/events?q=jazz").json()["events"][0]["id"]
    browser.send("/account/profile", words="jazz", place_name="", place_lat="", place_lon="", place_km="")
    browser.send(f"/events/{uid}/rate", stars="5")
    browser.send(f"/events/{uid}/correct", field="title", said="Jazz!", remark="I was there")
    known = browser.get("/account/export").json()
    assert known["profile"]["words"] == ["jazz"]
    assert known["ratings"][0]["stars"] == 5
    assert known["corrections"][0]["remark"] == "I was there"
    assert known["sessions"][0]["kind"] == "browser"
    assert browser.client.cookies["session"] not in json.dumps(known)
    assert browser.send("/account/delete", current=OTHER).status_code == 422
    browser.send("/account/delete", current=PASSWORD)
    with Store(settings.store) as store:
        dump = "\n".join(store._file._connection.iterdump())
        assert ANNA not in dump
        assert store.accounts.rating(uid) == (0.0, 0)
        assert store.corrections.open()[0].account is None


def test_the_last_admin_cannot_leave(person, settings):
    browser = person(role="admin")
    assert "last admin" in browser.send("/account/delete", current=PASSWORD).text
    assert account(settings) is not None


def test_a_visitor_of_public_pages_gets_no_cookie(server):
    assert TODAY
    for path in ("/", "/api/v1/events", "/events.ics"):
        assert "set-cookie" not in server.get(path).headers
