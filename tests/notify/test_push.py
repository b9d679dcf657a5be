"""A push message is read by its browser alone, signed by us, and sent into no private network."""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import replace

import pytest
from postoffice import JAZZ
from pushservice import PushService

from eventlocky.errors import AddressDeadError, MaybeSentError, NotifyError, SettingsError
from eventlocky.notify import push
from eventlocky.notify.push import Pusher, Subscription, make_key, public_key, read_subscription
from eventlocky.settings import Settings
from eventlocky.store import Notice, Query

KEY = make_key()
SETTINGS = Settings(push_key=KEY, allow_loopback=True, mail_from="Event.Locky <events@example.org>")
KEYS = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}


def send(service_status=201, settings=SETTINGS, payload=b'{"title": "Jazz"}', change=lambda subscription: subscription):
    async def sending():
        async with PushService(service_status) as service, Pusher(settings) as pusher:
            try:
                await pusher.send(change(service.subscription), payload)
            except NotifyError as error:
                return service, error
            return service, None

    return asyncio.run(sending())


def test_a_message_is_read_by_its_browser_and_signed_by_us():
    service, error = send()
    assert error is None
    assert service.messages == [{"title": "Jazz"}]
    (claims,) = service.claims
    assert (claims["aud"], claims["sub"], claims["key"]) == (
        service.origin,
        "mailto:events@example.org",
        public_key(KEY),
    )


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (404, AddressDeadError),
        (410, AddressDeadError),
        (429, NotifyError),
        (500, NotifyError),
        (403, NotifyError),
        (302, NotifyError),
    ],
)
def test_a_browser_that_is_gone_is_told_from_a_service_that_is_busy(status, error):
    service, raised = send(status)
    assert type(raised) is error
    assert service.requests == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://a.localhost/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://0x7f.1/x",
        "https://2130706433/x",
        "https://example.org:25/x",
        "http://example.org/x",
        "file:///etc/passwd",
        "ftp://example.org/x",
        "",
        "x" * 9_000,
    ],
)
def test_no_message_goes_into_a_private_network_or_in_the_clear(endpoint):
    target = Subscription(endpoint, KEYS["p256dh"], KEYS["auth"])
    _, error = send(
        settings=replace(SETTINGS, allow_loopback=False), change=lambda own: replace(own, endpoint=endpoint)
    )
    assert isinstance(error, AddressDeadError)
    if "localhost" not in endpoint:  # a name: what it means is seen when it is asked for
        with pytest.raises(NotifyError, match="no subscription"):
            read_subscription(target.written())


def test_a_name_that_leads_into_a_private_network_is_found_out(monkeypatch):
    inner = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inner)
    _, error = send(
        settings=replace(SETTINGS, allow_loopback=False),
        change=lambda own: replace(own, endpoint="https://push.example.org/x"),
    )
    assert isinstance(error, AddressDeadError)
    assert "10.0.0.7" in str(error)


def test_nobody_there_is_surely_not_sent_and_a_break_is_a_doubt():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    _, error = send(change=lambda own: replace(own, endpoint=f"http://127.0.0.1:{port}/x"))
    assert type(error) is NotifyError

    async def breaking():
        async def hang_up(reader, writer):
            await reader.read(100)
            writer.close()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        async with server, PushService() as service, Pusher(SETTINGS) as pusher:
            own = replace(service.subscription, endpoint=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/x")
            with pytest.raises(MaybeSentError):
                await pusher.send(own, b"{}")

    asyncio.run(breaking())


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"endpoint": "https://a.example/"}', json.dumps({"endpoint": "https://a.example/", "keys": {"p256dh": "x", "auth": "y"}}),
     json.dumps({"endpoint": "https://a.example/", "keys": {"p256dh": "B" * 87, "auth": "é"}}), "[" * 100_000, json.dumps({"endpoint": "https://a.example/" + "x" * 9_000, "keys": KEYS})],
)  # fmt: skip
def test_what_is_no_subscription_is_refused(text):
    with pytest.raises(NotifyError, match="no subscription"):
        read_subscription(text)


def test_a_subscription_is_written_and_read_back():
    said = json.dumps({"endpoint": "https://push.example.org/abc", "expirationTime": None, "keys": KEYS})
    subscription = read_subscription(said)
    assert read_subscription(subscription.written()) == subscription


def test_keys_that_are_no_point_of_the_curve_are_nobody_s():
    _, error = send(change=lambda own: replace(own, p256dh=KEYS["p256dh"]))
    assert isinstance(error, AddressDeadError)


@pytest.mark.parametrize("key", ["x", "A" * 43, "é" * 43])
def test_a_wrong_key_says_how_to_make_one(key):
    with pytest.raises(SettingsError, match="--new-push-key"):
        Pusher(Settings(push_key=key)).check()
    with pytest.raises(NotifyError, match="--new-push-key"):
        Pusher(Settings()).check()


@pytest.mark.parametrize("title", ["Jazz", "夜" * 5_000, "\u202e<script>\x00"])
def test_a_message_says_what_is_new_and_fits(store, title):
    hit = store.search(Query(words="jazz")).hits[0]
    saved = store.searches.add(1, title, Query(words=title[:100]), "push", 86_400)
    notices = [Notice(str(number), what, 1, replace(hit, event=replace(JAZZ, title=title)))
               for number, what in enumerate(["cancelled", *["new"] * 9])]  # fmt: skip
    payload = push.write(saved, notices, "https://events.example.org")
    service, error = send(payload=payload)
    assert error is None
    (message,) = service.messages
    assert message["url"].startswith("https://events.example.org/")
    assert message["title"].endswith("1 cancelled, 9 new") or len(title) > 100
    assert message["body"].startswith("Cancelled: ")
    assert not {"\x00", "\u202e"} & set(payload.decode())


def test_a_message_of_one_event_leads_to_its_page(store):
    hit = store.search(Query(words="jazz")).hits[0]
    saved = store.searches.add(1, "Jazz", Query(words="jazz"), "push", 86_400)
    said = json.loads(push.write(saved, [Notice(hit.uid, "new", 0, hit)], "https://e.example"))
    assert said["url"] == f"https://e.example/events/{hit.uid}"
