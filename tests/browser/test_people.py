"""Somebody with an account, in a real browser: signs up, saves a search and gets its letter, corrects an event."""

from __future__ import annotations

import re
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from helm import AXE, DESKTOP, PHONE, TODAY, served, violations

sys.path.append(str(Path(__file__).parent.parent / "notify"))  # the mail server
from postoffice import Post

from eventlocky.notify.runner import run_once
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, Place, When

PASSWORD = "korrekt Pferd Batterie"
NOON = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
HALL = Organisation("The Pier Pavilion", "https://pavilion.example/", lat=53.991, lon=11.121)
SIZES = {"phone": PHONE, "desktop": DESKTOP}


@pytest.fixture(scope="module")
def post():
    with Post() as server:
        yield server


@pytest.fixture(scope="module")
def own(settings, post, tmp_path_factory):
    """The demo's settings with a store of its own, and a mail server."""
    path = tmp_path_factory.mktemp("people") / "town.sqlite"
    with closing(sqlite3.connect(settings.store)) as known, closing(sqlite3.connect(path)) as copy:
        known.backup(copy)
    mail = {name: getattr(post.settings, name) for name in ("smtp_host", "smtp_port", "smtp_security", "mail_from")}
    return replace(settings, store=str(path), send_notices=False, **mail)


@pytest.fixture(scope="module")
def there(own):
    with served(own) as address:
        yield address


def _letter(post, to):
    """Return the words of the last letter to somebody."""
    message = next(message for who, message in reversed(post.inbox.letters) if who == [to])
    return str(message.get_body(("plain",)).get_content())


def _link(text, part):
    """Return the path of a link in a letter."""
    return re.search(rf"https?://[^/\s]+(/\S*{part}\S*)", text)[1]


def _sign_up(page, there, post, email):
    """Sign up, confirm the address by the letter, and sign in."""
    before = len(post.inbox.letters)
    page.goto(f"{there}/account/sign-up")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    page.get_by_text("We have sent a letter").wait_for()
    for _ in range(200):  # it goes out after the answer
        if len(post.inbox.letters) > before:
            break
        page.wait_for_timeout(50)
    page.goto(there + _link(_letter(post, email), "token="))
    page.get_by_role("button", name="Yes, this address is mine").click()
    page.get_by_role("heading", name="Your address is confirmed").wait_for()
    _sign_in(page, there, email)


def _sign_in(page, there, email):
    page.goto(f"{there}/account/sign-in")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/account")


def _tell(own, *, minutes):
    """Send what is due some minutes after the day's noon, in a thread: the browser's loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(run_once, own, lambda: NOON + timedelta(minutes=minutes)).result()


def test_a_saved_search_is_told_by_letter_once_and_its_link_ends_it(phone, there, own, post, sights):
    _sign_up(phone, there, post, "anna@example.org")
    phone.goto(f"{there}/?q=brass")
    phone.get_by_role("link", name="Save this search").tap()
    phone.get_by_label("How often").select_option("at once")
    own_zone = phone.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert phone.get_by_label("Your time zone").input_value() == own_zone
    phone.get_by_label("Your time zone").fill("Europe/Berlin")
    phone.get_by_role("button", name="Save it").tap()
    phone.get_by_text("The search is saved.").wait_for()
    _tell(own, minutes=1)
    assert "Brass at High Tide" in _letter(post, "anna@example.org")
    brass = Event("Brass under the Pier", When(datetime(2026, 11, 28, 19, 30)), Place("Pavilion"))
    with Store(own.store, clock=lambda: NOON + timedelta(minutes=2)) as store:
        store.keep(HALL, HALL.website, "event", [brass])
    _tell(own, minutes=5)
    digest = _letter(post, "anna@example.org")
    assert "Brass under the Pier" in digest
    assert "Brass at High Tide" not in digest, "each event is told once"
    phone.goto(there + _link(digest, "events/"))
    assert phone.inner_text("h1") == "Brass under the Pier"
    sent = len(post.inbox.letters)
    phone.goto(there + _link(digest, "unsubscribe"))
    phone.get_by_role("button", name="Stop these letters").tap()
    phone.get_by_role("heading", name="You get no more letters").wait_for()
    with Store(own.store, clock=lambda: NOON + timedelta(minutes=6)) as store:
        store.keep(HALL, HALL.website, "event", [brass, replace(brass, title="Brass for Breakfast")])
    _tell(own, minutes=10)
    assert len(post.inbox.letters) == sent


def test_a_correction_is_seen_once_an_editor_has_accepted_it(opened, desktop, there, own, post):
    _sign_up(desktop, there, post, "bert@example.org")
    desktop.goto(f"{there}/?q=lamp+keeper")
    desktop.locator("#list article h3 a").first.click()
    desktop.wait_for_url(re.compile("/events/"))
    event, title = desktop.url, desktop.inner_text("h1")
    desktop.get_by_role("link", name="Something is wrong? Correct it").click()
    desktop.get_by_label("What is wrong").select_option("title")
    desktop.get_by_label("What is right").fill("The Lighthouse Keeper's Daughter")
    desktop.get_by_label("How you know").fill("It stands on their poster.")
    desktop.get_by_role("button", name="Send it").click()
    desktop.get_by_text("An editor looks at what you said.").wait_for()
    desktop.goto(event)
    assert desktop.inner_text("h1") == title, "nothing changes before somebody has looked at it"
    with opened(**DESKTOP) as editor:
        _sign_up(editor, there, post, "cleo@example.org")
        with Store(own.store) as store:
            store.accounts.change(store.accounts.find("cleo@example.org").id, role="editor")
        editor.goto(f"{there}/account")
        editor.get_by_role("link", name="What readers say is wrong").click()
        editor.get_by_text("It stands on their poster.").wait_for()
        editor.get_by_role("button", name="Accept").click()
        editor.get_by_text("Nothing waits to be judged.").wait_for()
    desktop.goto(event)
    assert desktop.inner_text("h1") == "The Lighthouse Keeper's Daughter"
    assert desktop.get_by_text("Corrected by a reader").is_visible()


PAGES = {
    "sign-in": "/account/sign-in", "sign-up": "/account/sign-up", "account": "/account", "profile": "/account/profile",
    "sessions": "/account/sessions", "password": "/account/password", "address": "/account/email",
    "delete-account": "/account/delete", "reset": "/account/reset", "searches": "/searches",
    "save-search": "/searches/new?q=jazz&when=tonight", "rate": "{event}/rate", "correct": "{event}/correct",
    "review": "/review", "accounts": "/admin/accounts",
}  # fmt: skip
WIDE = {"profile", "review", "accounts"}
"""The pages that the documents show as a wide screen has them; the others are shown on a phone."""


@pytest.fixture(scope="module")
def admin(browser, there, own, post):
    """What the browser of an admin keeps, who has a profile, a saved search and something to judge; and an event."""
    with _context(browser) as page:
        _sign_up(page, there, post, "dora@example.org")
        with Store(own.store) as store:
            store.accounts.change(store.accounts.find("dora@example.org").id, role="admin")
        page.goto(f"{there}/account/profile")
        page.get_by_label("Words").fill("jazz\nsailing\n講演")
        page.get_by_label("Music").check()
        page.get_by_role("button", name="Keep it").click()
        page.goto(f"{there}/searches/new?q=jazz&when=tonight")
        page.get_by_role("button", name="Save it").click()
        page.goto(f"{there}/?q=gezeiten")
        event = page.locator("#list article h3 a").first.get_attribute("href")
        page.goto(f"{there}{event}/correct?field=price")
        page.get_by_label("What is right").fill("16 to 58 €")
        page.get_by_label("How you know").fill("The box office told me.")
        page.get_by_role("button", name="Send it").click()
        page.wait_for_url("**/account?done=corrected")
        return page.context.storage_state(), event


@contextmanager
def _context(browser):
    context = browser.new_context(**DESKTOP)
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_with_forms_fits_and_axe_finds_nothing(opened, there, admin, sights, name, size, missing):
    if not AXE.is_file():
        missing("axe-core is not installed (make setup installs it)")
    kept, event = admin
    is_stranger = name in {"sign-in", "sign-up", "reset"}
    looks = [("en-GB", "light"), ("ja", "dark")] if size == "desktop" else [("en-GB", "light"), ("de", "dark")]
    for locale, scheme in looks:
        wishes = SIZES[size] | {"locale": locale, "color_scheme": scheme}
        with opened(**wishes, storage_state=None if is_stranger else kept) as page:
            assert page.goto(there + PAGES[name].format(event=event)).status == 200
            assert page.evaluate("document.documentElement.lang") == locale[:2]
            assert page.evaluate("document.documentElement.scrollWidth") <= wishes["viewport"]["width"]
            assert violations(page) == []
            if scheme == "light" and (name in WIDE) == (size == "desktop"):
                sights.draw(page, f"{name}-{size}")


def test_a_mistake_is_said_beside_its_field_in_the_reader_s_language(opened, there):
    with opened(**PHONE | {"locale": "de"}) as page:
        page.goto(f"{there}/account/sign-up")
        page.fill("#email", "emil@example.org")
        page.fill("#password", "aaaaaaaaaaaa")
        page.locator("main button").tap()
        page.get_by_role("heading", name="Das hat nicht geklappt").wait_for()
        assert "zu leicht zu erraten" in page.inner_text("#password-problem")
        page.complaints.clear()  # the browser notes the status
        assert violations(page) == []


def test_on_a_phone_the_menu_shows_where_one_is(opened, there):
    """Of five pages three fit: the last one was out of sight on its own page."""
    with opened(**PHONE | {"locale": "ja"}) as page:
        page.goto(f"{there}/about")
        box, menu = (page.locator(what).bounding_box() for what in (".menu [aria-current]", ".menu"))
        assert box["x"] >= menu["x"] - 1
        assert box["x"] + box["width"] <= menu["x"] + menu["width"] + 1
