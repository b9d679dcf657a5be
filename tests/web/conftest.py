"""A server of a small store."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, When
from eventlocky.web.app import make_app

sys.path.insert(0, str(Path(__file__).parent))  # the events of the tests
from webtown import EVENTS, FAR, HALL, TODAY, at


@pytest.fixture
def settings(tmp_path):
    settings = Settings(store=str(tmp_path / "a.sqlite"))
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
