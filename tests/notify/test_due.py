"""Everybody is told once: through crashes, two runners, wrong clocks, and servers that refuse."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from postoffice import HALL, JAZZ, TALK
from pushservice import PushService

from eventlocky.errors import EventlockyError
from eventlocky.notify import Mailer, Pusher, send_due
from eventlocky.notify.push import make_key
from eventlocky.notify.runner import Runner, run_once
from eventlocky.store import Query, Store
from eventlocky.types import Event, Status, When


def run(store, clock, post, **settings):
    """Send what is due, and return the outcomes."""

    async def running():
        given = replace(post.settings, **settings)
        async with Pusher(given, clock) as pusher:
            return await send_due(store, clock, Mailer(given), pusher, given)

    return [told.outcome for told in asyncio.run(running())]


def subjects(post):
    return [message["Subject"] for message in post.letters]


def test_a_search_is_told_once_then_its_news_then_nothing(store, clock, saved, post):
    assert run(store, clock, post) == ["sent"]
    assert run(store, clock, post) == []
    clock.on(days=1)
    assert run(store, clock, post) == ["nothing new"]
    store.keep(HALL, HALL.website, "event", [replace(JAZZ, status=Status.CANCELLED), TALK])
    clock.on(days=1)
    assert run(store, clock, post) == ["sent"]
    clock.on(days=1)
    store.keep(HALL, HALL.website, "event", [TALK])
    assert run(store, clock, post) == ["nothing new"]
    assert subjects(post) == ["Jazz: 1 new", "Jazz: 1 cancelled"]
    assert store.searches.unsettled() == []
    assert post.letters[0]["To"] == "anna@example.org"


def test_daily_letters_come_at_the_person_s_own_hour(store, clock, saved, post):
    run(store, clock, post)  # on 16 November at 13:00 in Berlin
    assert store.searches.get(saved.id).due == datetime(2026, 11, 17, 7, tzinfo=UTC)
    store.accounts.change(1, profile={"zone": "Asia/Tokyo"})
    clock.now = datetime(2026, 11, 17, 7, tzinfo=UTC)
    run(store, clock, post)  # 16:00 in Tokyo
    assert store.searches.get(saved.id).due == datetime(2026, 11, 17, 23, tzinfo=UTC)


def test_a_clock_that_goes_back_sends_nothing_twice(store, clock, saved, post):
    run(store, clock, post)
    for hours in (-24, 5, -400, 24 * 365, -24 * 365, 48):
        clock.on(hours=hours)
        run(store, clock, post)
    assert subjects(post) == ["Jazz: 1 new"]


def test_a_letter_that_was_refused_is_tried_again_later(store, clock, saved, post):
    post.inbox.answers["DATA"] = "451 later"
    assert run(store, clock, post) == ["failed"]
    post.inbox.answers.clear()
    assert run(store, clock, post) == []
    clock.on(minutes=15)
    assert run(store, clock, post) == ["sent"]
    assert store.searches.unsettled() == []


def test_a_letter_that_may_have_gone_out_is_not_sent_again_and_stays_listed(store, clock, saved, post):
    post.inbox.answers["DATA"] = "break"
    assert run(store, clock, post) == ["unsure"]
    post.inbox.answers.clear()
    clock.on(days=1)
    assert run(store, clock, post) == ["nothing new"]
    (left,) = store.searches.unsettled()
    assert (left.search, left.notices) == (saved.id, 1)
    store.searches.release(left.batch)
    assert run(store, clock, post) == ["sent"]


def test_an_address_that_takes_no_letters_pauses_its_search_alone(store, clock, saved, post):
    post.inbox.answers["RCPT"] = "550 no such user"
    assert run(store, clock, post) == ["gone"]
    assert not store.searches.get(saved.id).is_active
    post.inbox.answers.clear()
    store.searches.change(saved.id, is_active=True, due=clock.now)
    assert run(store, clock, post) == ["sent"]


@pytest.mark.parametrize("settings", [{"smtp_host": ""}, {"mail_from": ""}, {"smtp_security": "magic"}])
def test_without_a_mail_server_nothing_is_claimed(store, clock, saved, post, settings):
    assert run(store, clock, post, **settings) == ["skipped"]
    assert run(store, clock, post) == ["sent"]


def test_an_address_that_nobody_confirmed_gets_nothing(store, clock, saved, post):
    store.accounts.change(1, confirmed=None)
    assert run(store, clock, post) == ["skipped"]
    assert post.letters == []


def test_one_letter_that_fails_does_not_hold_up_the_others(store, clock, saved, post, monkeypatch):
    from eventlocky.notify import digest

    store.searches.add(1, "Tides", Query(words="tides"), "email", 86_400)
    write = digest.write

    def failing(search, *rest):
        if search.name == "Jazz":
            raise RuntimeError("a fault")
        return write(search, *rest)

    monkeypatch.setattr(digest, "write", failing)
    assert run(store, clock, post) == ["unsure", "sent"]
    assert [left.search for left in store.searches.unsettled()] == [saved.id]


def test_a_push_message_goes_out_and_a_browser_that_is_gone_is_forgotten(store, clock, post):
    async def pushing():
        settings = replace(post.settings, push_key=make_key(), allow_loopback=True)
        async with PushService() as service, Pusher(settings, clock) as pusher:
            saved = store.searches.add(1, "Jazz", Query(words="jazz"), "push", 86_400, service.subscription.written())
            outcomes = [await send_due(store, clock, Mailer(settings), pusher, settings)]
            store.keep(HALL, HALL.website, "event", [replace(JAZZ, status=Status.CANCELLED), TALK])
            clock.on(days=1)
            service.status = 410
            outcomes.append(await send_due(store, clock, Mailer(settings), pusher, settings))
            clock.on(days=1)
            outcomes.append(await send_due(store, clock, Mailer(settings), pusher, settings))
            return service, store.searches.get(saved.id), [[told.outcome for told in each] for each in outcomes]

    service, saved, outcomes = asyncio.run(pushing())
    assert outcomes == [["sent"], ["gone"], []]
    assert service.messages[0]["title"] == "Jazz: 1 new"
    assert (saved.target, saved.is_active) == ("", False)


def test_push_without_a_key_claims_nothing(store, clock, post):
    store.searches.add(1, "Jazz", Query(words="jazz"), "push", 86_400, "{}")
    assert run(store, clock, post) == ["skipped"]


# Crashes -----------------------------------------------------------------------------------------


MANY = 60
CHILD = """
import sys
from datetime import UTC, datetime
from eventlocky.notify.runner import run_once
from eventlocky.settings import load
print("ready", flush=True)
sys.stdin.readline()
while any(told.outcome == "sent" for told in run_once(load(), lambda: datetime.now(UTC))):
    pass
"""


@pytest.fixture
def crowd(tmp_path):
    """A file with sixty people who want to hear of jazz."""
    path = str(tmp_path / "crowd.sqlite")
    with Store(path) as store:
        store.keep(HALL, HALL.website, "event", [Event("Jazz Night", When(date(2099, 12, 5)))])
        for number in range(MANY):
            account = store.accounts.add(f"reader{number}@example.org", "x").id
            store.accounts.change(account, confirmed=datetime.now(UTC))
            store.searches.add(account, "Jazz", Query(words="jazz"), "email", 86_400)
    return path


def child(post, path):
    settings = post.settings
    given = {"STORE": path, "SMTP_HOST": settings.smtp_host, "SMTP_PORT": str(settings.smtp_port),
             "SMTP_SECURITY": "plain", "MAIL_FROM": settings.mail_from}  # fmt: skip
    environment = {**os.environ, **{f"EVENTLOCKY_{name}": value for name, value in given.items()}}
    started = subprocess.Popen(
        [sys.executable, "-c", CHILD], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout.readline() == "ready\n"
    return started


def go(started):
    started.stdin.write("\n")
    started.stdin.flush()


def ended(started):
    started.stdin.close()
    started.stdout.close()
    return started.wait(60)


def wait_for(happened):
    deadline = time.monotonic() + 30
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.01)


def recipients(post):
    return Counter(to for all_to, _ in post.inbox.letters for to in all_to)


@pytest.mark.slow
def test_a_runner_that_is_killed_over_and_over_sends_nothing_twice(post, crowd):
    post.inbox.pause_s = 0.03
    chance = random.Random(7)
    for _ in range(6):
        started = child(post, crowd)
        wanted = len(post.letters) + chance.randint(1, 3)
        go(started)
        wait_for(lambda wanted=wanted: len(post.letters) >= wanted)
        started.kill()
        ended(started)
    killed = len(post.letters)
    started = child(post, crowd)
    go(started)
    assert ended(started) == 0
    told = recipients(post)
    with Store(crowd) as store:
        lost = len(store.searches.unsettled())
    assert 0 < killed < MANY
    assert set(told.values()) == {1}
    assert MANY - lost <= len(told) <= MANY


@pytest.mark.slow
def test_two_runners_at_once_send_every_letter_once(post, crowd):
    both = [child(post, crowd) for _ in range(2)]
    for started in both:
        go(started)
    assert [ended(started) for started in both] == [0, 0]
    assert recipients(post) == {f"reader{number}@example.org": 1 for number in range(MANY)}


def test_a_runner_beside_a_server_sends_what_comes_and_ends(post, crowd):
    settings = replace(post.settings, store=crowd)
    runner = Runner(settings, lambda: datetime.now(UTC), pause_s=0.05)
    runner.start()
    wait_for(lambda: len(post.letters) >= MANY)
    runner.stop()
    assert len(post.letters) == MANY
    assert run_once(settings, lambda: datetime.now(UTC)) == []


def test_a_runner_that_is_told_to_end_begins_nothing_more(post, crowd):
    outcomes = run_once(replace(post.settings, store=crowd), lambda: datetime.now(UTC), lambda: True)
    assert {told.outcome for told in outcomes} == {"skipped"}
    assert post.letters == []


def test_a_runner_without_a_store_says_so_and_goes_on(tmp_path, caplog, post):
    broken = tmp_path / "broken.sqlite"
    broken.write_text("no database at all " * 100)
    runner = Runner(replace(post.settings, store=str(broken)), lambda: datetime.now(UTC), pause_s=0.01)
    runner.start()
    wait_for(lambda: len(caplog.records) >= 2)
    runner.stop()
    assert "Nothing was sent" in caplog.text
    with pytest.raises(EventlockyError):
        run_once(replace(post.settings, store=str(broken)), lambda: datetime.now(UTC))
    assert Path(broken).exists()
