"""A server tells people of their saved searches while it runs, unless it is set not to."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from eventlocky.store import Query, Store
from eventlocky.web.app import make_app

sys.path.append(str(Path(__file__).parent.parent / "notify"))
from postoffice import Post


@pytest.mark.parametrize("send_notices", [True, False])
def test_a_server_sends_what_is_due_where_it_is_set_to(settings, send_notices):
    with Store(settings.store) as store:
        account = store.accounts.add("anna@example.org", "x").id
        store.accounts.change(account, confirmed=datetime.now(UTC))
        store.searches.add(account, "All", Query(since=datetime(2026, 1, 1).date()), "email", 86_400)
    with Post() as post:
        mailing = replace(post.settings, store=settings.store, send_notices=send_notices)
        with TestClient(make_app(mailing)) as client:
            deadline = time.monotonic() + (20 if send_notices else 0.5)
            while not post.letters and time.monotonic() < deadline:
                time.sleep(0.02)
            assert client.get("/healthz").text == "ok\n"
        assert [letter["To"] for letter in post.letters] == (["anna@example.org"] if send_notices else [])
