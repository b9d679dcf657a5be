"""The demo town on the loopback: hosts told apart, every visit logged."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from datetime import date

import pytest

from eventlocky.demo.server import TownServer
from eventlocky.errors import EventlockyError

TODAY = date(2025, 3, 14)
SLOW_S = 0.15
SLOW_HOST = "seelhaven-history.localhost"


@pytest.fixture(scope="module")
def server() -> Iterator[TownServer]:
    with TownServer(TODAY, port=0, slow_s=SLOW_S) as running:
        yield running


def get(server: TownServer, host: str, path: str = "/", method: str = "GET") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request(method, path, headers={"Host": f"{host}:{server.port}", "User-Agent": "town-test/1"})
    response = connection.getresponse()
    response.body = response.read()  # type: ignore[attr-defined]
    connection.close()
    return response


def body(response: http.client.HTTPResponse) -> bytes:
    return response.body  # type: ignore[attr-defined,no-any-return]


def test_every_site_is_served_as_it_answers(server: TownServer) -> None:
    for site in server.town.sites:
        response, reply = get(server, site.host, site.entry), site.answer(site.entry, "")
        assert (response.status, body(response)) == (reply.status, reply.body)
        assert response.headers["content-type"] == reply.content_type


def test_an_unknown_host_gets_the_index_of_the_town(server: TownServer) -> None:
    page = body(get(server, "127.0.0.1")).decode()
    for site in server.town.sites:
        assert server.town.address(site) in page


def test_the_index_also_gives_the_places_file(server: TownServer) -> None:
    assert body(get(server, "localhost", "/places.geojson")).decode() == server.town.geojson()


def test_absolute_links_hold_the_port_that_was_found(server: TownServer) -> None:
    robots = body(get(server, "granary-arts.localhost", "/robots.txt")).decode()
    assert f"http://granary-arts.localhost:{server.port}/sitemap.xml" in robots


def test_a_visit_is_logged_with_host_path_query_and_agent(server: TownServer) -> None:
    server.log.clear()
    get(server, "hafenoper.localhost", "/spielplan?a=b%20c")
    get(server, "hafenoper.localhost", "/no-such-page")
    first, second = server.log
    assert (first.host, first.path, first.query) == ("hafenoper.localhost", "/spielplan", "a=b%20c")
    assert (first.user_agent, first.status, second.status) == ("town-test/1", 200, 404)
    assert first.started <= first.finished <= second.started
    assert first.time <= second.time


def test_overlapping_visits_can_be_seen_in_the_log(server: TownServer) -> None:
    server.log.clear()
    threads = [threading.Thread(target=get, args=(server, SLOW_HOST)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one, other = server.log
    assert one.finished - one.started >= SLOW_S
    assert max(one.started, other.started) < min(one.finished, other.finished)


def test_a_head_request_has_no_body(server: TownServer) -> None:
    response = get(server, "baydeals.localhost", method="HEAD")
    assert (response.status, body(response)) == (200, b"")


def test_a_path_with_other_letters_is_not_found(server: TownServer) -> None:
    assert get(server, "isaribi.localhost", "/%E6%B5%B7?q=%E6%B5%B7").status == 404


def test_a_port_in_use_is_told_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(EventlockyError, match="Try another port"):
            TownServer(TODAY, port=taken.getsockname()[1])


def test_the_server_is_gone_after_its_block() -> None:
    with TownServer(TODAY) as running:
        assert get(running, "baydeals.localhost").status == 200
    with pytest.raises(ConnectionRefusedError):
        get(running, "baydeals.localhost")


def test_a_slow_answer_does_not_hold_up_the_end() -> None:
    with TownServer(TODAY, slow_s=60) as running:
        asked = http.client.HTTPConnection("127.0.0.1", running.port, timeout=5)
        asked.request("GET", "/", headers={"Host": f"{SLOW_HOST}:{running.port}"})
        get(running, "baydeals.localhost")  # by now the first one waits
        began = time.monotonic()
    assert asked.getresponse().status == 200
    assert time.monotonic() - began < 1  # so long the server would wait before it cuts an answer off
    asked.close()
