"""A server of a small store."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, When
from eventlocky.web.app import make_app

sys.path.insert(0, str(Path(__file__).parent))  # the events of the tests
from visitors import PASSWORD, Browser, Postbox, with_post
from webtown import EVENTS, FAR, HALL, TODAY, at


@pytest.fixture
def settings(tmp_path):
    settings = Settings(store=str(tmp_path / "a.sqlite"), password_memory_kb=8, password_rounds=1)
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(HALL, HALL.website, "event", EVENTS)
        store.keep(
            FAR, FAR.website, "event", [Event("ジャズの夕べ", When(datetime(2026, 11, 22, 18), zone="Asia/Tokyo"))]
        )
    return settings


@pytest.fixture
def server(settings):
    with TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example") as client:
        yield client


class Days:
    """The day that it is, until the test says another."""

    def __init__(self):
        self.today = TODAY

    def __call__(self):
        return self.today

    def on(self, days):
        self.today += timedelta(days=days)


@pytest.fixture
def days():
    return Days()


@pytest.fixture
def postbox():
    return Postbox()


@pytest.fixture
def app(settings, days, postbox):
    made = with_post(make_app(settings, today=days), postbox)
    with TestClient(made):  # begins and ends the server
        yield made


@pytest.fixture
def browser(app):
    return Browser(app)


@pytest.fixture
def person(app, settings):
    """Make somebody with a confirmed address and a role, and give their browser, signed in."""

    def make(email="anna@example.org", role="reader", *, is_confirmed=True, **other):
        with Store(settings.store, clock=lambda: at(2)) as store:
            hashed = app.state.desk.passwords.hash_now(PASSWORD)
            account = store.accounts.add(email, hashed, role=role)
            if is_confirmed:
                store.accounts.change(account.id, confirmed=at(2))
        made = Browser(app, **other)
        assert made.sign_in(email).status_code == 303
        return made

    return make
