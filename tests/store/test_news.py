"""Who watches a store hears that somebody has written, in a file and on a server."""

from __future__ import annotations

import threading
import time

import pytest

from eventlocky.store import Store
from eventlocky.store.news import news_of
from eventlocky.types import Event, Organisation

HALL = Organisation("Hall", "https://hall.example/")


@pytest.fixture
def news(anywhere):
    with Store(anywhere):
        pass
    watching = news_of(anywhere)
    yield watching
    watching.close()


def test_the_version_is_another_once_somebody_has_written_and_the_same_until_then(news, anywhere):
    known = news.version()
    assert known
    assert news.version() == known
    with Store(anywhere) as store:
        store.events()
        assert news.wait(known, 0.05) == known
        store.keep(HALL, "/", "event", [Event("Jazz")])
    assert news.wait(known, 5) not in {known, ""}


def test_who_waits_is_told_as_soon_as_it_happens(news, anywhere):
    known = news.version()
    heard = []
    waiting = threading.Thread(target=lambda: heard.append((news.wait(known, 10), time.monotonic())))
    waiting.start()
    with Store(anywhere) as store:
        store.keep(HALL, "/", "event", [Event("Jazz")])
        wrote = time.monotonic()
    waiting.join()
    assert heard[0][0] != known
    assert heard[0][1] - wrote < 5


def test_a_store_that_is_not_there_has_no_version(tmp_path):
    assert news_of(tmp_path / "none.sqlite").version() == ""
    away = news_of("postgresql://nobody@127.0.0.1:9/none")
    assert away.version() == ""
    away.close()
