"""Which addresses we go to: as the URL standard reads them, and only public ones. A listening socket proves it."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import closing

import pytest

from eventlocky.crawl.address import _OTHER_SERVICES, check_ip, is_public, read
from eventlocky.crawl.fetch import Fetcher
from eventlocky.errors import AddressRefusedError, FetchError
from eventlocky.settings import Settings

FORMS = [
    "http://127.0.0.1:{port}/", "http://2130706433:{port}/", "http://0x7f000001:{port}/", "http://017700000001:{port}/",
    "http://0x7f.1:{port}/", "http://127.1:{port}/", "http://127.0.1:{port}/", "http://0177.0.0.1:{port}/",
    "http://0x7f.0x0.0x0.0x1:{port}/", "http://127.000.000.001:{port}/", "http://127.0.0.1.:{port}/",
    "http://127.255.255.254:{port}/", "http://127。0。0。1:{port}/", "http://127．0．0．1:{port}/",
    "http://127｡0｡0｡1:{port}/", "http://①②⑦.⓪.⓪.①:{port}/", "http://１２７.０.０.１:{port}/",
    "http://%31%32%37.0.0.1:{port}/", "http://127%2e0%2e0%2e1:{port}/", "http://127.0.0\u00ad.1:{port}/",
    "http://[::1]:{port}/", "http://[0:0:0:0:0:0:0:1]:{port}/", "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/", "http://[0:0:0:0:0:ffff:7f00:0001]:{port}/", "http://[::127.0.0.1]:{port}/",
    "http://[::7f00:1]:{port}/", "http://[64:ff9b::7f00:1]:{port}/", "http://[64:ff9b:1::7f00:1]:{port}/",
    "http://[64:ff9b::127.0.0.1]:{port}/", "http://[2002:7f00:1::]:{port}/", "http://[2002:7f00:1::1]:{port}/",
    "http://[2001:0:7f00:1::]:{port}/", "http://[2001::80ff:fffe]:{port}/", "http://0.0.0.0:{port}/",
    "http://0:{port}/", "http://0x0:{port}/", "http://[::]:{port}/", "http://[::ffff:0:0]:{port}/",
    "http://localhost:{port}/", "http://LOCALHOST:{port}/", "http://localhost.:{port}/", "http://a.localhost:{port}/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:{port}/", "http://local\u00adhost:{port}/", "http://loc%61lhost:{port}/",
    "http://x@127.0.0.1:{port}/", "http://example.com@127.0.0.1:{port}/", "http://example.com:80@127.0.0.1:{port}/",
    "http://example.com%40@127.0.0.1:{port}/", "http://a:b@[::1]:{port}/", "http://127.0.0.1:{port}\\@example.com/",
    "http:\\\\127.0.0.1:{port}\\", "http:127.0.0.1:{port}/", "http:/127.0.0.1:{port}/", "http:////127.0.0.1:{port}/",
    "ht\ttp://127.0.\n0.1:{port}/", " http://127.0.0.1:{port}/ ", "https://127.0.0.1:{port}/", "HTTP://127.0.0.1:{port}/",
    "ws://127.0.0.1:{port}/", "ftp://127.0.0.1:{port}/", "gopher://127.0.0.1:{port}/", "blob:http://127.0.0.1:{port}/",
    "view-source:http://127.0.0.1:{port}/", "jar:http://127.0.0.1:{port}!/", "//127.0.0.1:{port}/", "127.0.0.1:{port}",
]  # fmt: skip


@pytest.fixture
def listening():
    """A socket on every address of this machine, and how many have connected to it."""
    if socket.has_dualstack_ipv6():
        made = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    else:
        made = socket.create_server(("", 0))
    with closing(made) as server:
        server.settimeout(0)

        def connections() -> int:
            count = 0
            while True:
                try:
                    server.accept()[0].close()
                except BlockingIOError:
                    return count
                count += 1

        yield server.getsockname()[1], connections


def ask(*urls: str, **settings) -> list[BaseException | None]:
    async def each() -> list[BaseException | None]:
        async with Fetcher(Settings(timeout_s=2, **settings)) as fetcher:
            answers = []
            for url in urls:
                try:
                    answers.append(await fetcher.fetch(url) and None)
                except FetchError as error:
                    answers.append(error)
            return answers

    return asyncio.run(each())


def test_the_socket_notices_a_connection(listening):
    port, connections = listening
    with closing(socket.create_connection(("127.0.0.1", port))):
        assert connections() == 1


def test_no_form_of_an_address_leads_to_this_machine(listening):
    port, connections = listening
    errors = ask(*(form.format(port=port) for form in FORMS), delay_s=0)
    assert [form for form, error in zip(FORMS, errors, strict=True) if not isinstance(error, FetchError)] == []
    assert connections() == 0


def test_no_redirect_leads_to_this_machine(listening, serving_raw, monkeypatch):
    port, connections = listening
    targets = [form.format(port=port) for form in FORMS]
    outside = "127.0.0.2"  # one address of this machine stands for a public one
    monkeypatch.setattr("eventlocky.crawl.address.is_public", lambda ip: ip == outside or is_public(ip))

    async def each() -> list[bytes]:
        asked = []

        async def redirect(request, writer):
            asked.append(targets[int(request.split(b" ")[1][1:])])
            location = asked[-1].encode().translate(None, b"\n")
            writer.write(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: %b\r\n\r\n" % location)
            await writer.drain()

        async with serving_raw(redirect, outside) as public, Fetcher(Settings(timeout_s=2, delay_s=0)) as fetcher:
            for number in range(len(targets)):
                with pytest.raises(FetchError):
                    await fetcher.fetch(f"{public}/{number}", redirects=1)
        return asked

    assert set(asyncio.run(each())) == set(targets)
    assert connections() == 0


def names(**answers: list[list[str]]):
    """A name server: each look-up of a name takes the next of its answers, the last one stays."""

    def look_up(host, port, family=0, kind=0, protocol=0, flags=0):
        queue = answers[host.partition(".")[0]]
        addresses = queue.pop(0) if len(queue) > 1 else queue[0]
        return [
            (socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))
            for ip in addresses
        ]

    return look_up


@pytest.mark.parametrize(
    ("answers", "reached"),
    [
        ([["127.0.0.1"]], set()),
        ([["10.0.0.7"]], set()),
        ([["::1"]], set()),
        ([["::ffff:127.0.0.1"]], set()),
        ([["64:ff9b::7f00:1"]], set()),
        ([["169.254.169.254"]], set()),
        ([["93.184.216.34"], ["127.0.0.1"]], {"93.184.216.34"}),
        ([["93.184.216.34", "127.0.0.1"]], {"93.184.216.34"}),
        ([["127.0.0.1", "93.184.216.34"]], {"93.184.216.34"}),
        ([["2606:4700::1111", "::1", "10.0.0.1"]], {"2606:4700::1111"}),
    ],
)
def test_no_name_leads_to_this_machine(listening, dialled, monkeypatch, answers, reached):
    """Public first and private second, in one answer or in two: only what is public is dialled."""
    port, connections = listening
    monkeypatch.setattr(socket, "getaddrinfo", names(rebind=answers))
    monkeypatch.setattr("aiohttp.connector._DNSCacheTable.expired", lambda *_: True)  # look up again each time
    assert all(ask(*[f"http://rebind.example:{port}/"] * 3, delay_s=0))
    assert set(dialled) == reached
    assert connections() == 0


def test_what_a_name_means_is_checked_again_when_the_socket_is_made(listening, dialled, monkeypatch):
    """Even a resolver that tells a private address does not lead there."""
    port, connections = listening
    monkeypatch.setattr(socket, "getaddrinfo", names(liar=[["127.0.0.1"]]))
    monkeypatch.setattr("eventlocky.crawl.resolve.Resolver._fits", lambda *_: True)
    (error,) = ask(f"http://liar.example:{port}/")
    assert isinstance(error, AddressRefusedError)
    assert (dialled, connections()) == ([], 0)


@pytest.mark.parametrize(
    "ip",
    ["0.0.0.0", "10.255.255.255", "100.64.0.1", "127.9.9.9", "168.63.129.16", "169.254.169.254", "172.31.0.1", "192.0.0.192",
     "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.175.48.1", "198.19.0.1",
     "198.51.100.7", "203.0.113.9", "224.0.0.251", "239.1.2.3", "240.0.0.1", "255.255.255.255",
     "::", "::1", "::8.8.8.8", "::ffff:10.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::8.8.8.8", "100::1", "2001::1",
     "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "4000::1",
     "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"],
)  # fmt: skip
def test_special_ranges_are_not_public(ip):
    assert not is_public(ip)
    with pytest.raises(AddressRefusedError, match="not public"):
        check_ip(ip, allow_loopback=False)


@pytest.mark.parametrize(
    "ip", ["8.8.8.8", "93.184.216.34", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"]
)
def test_the_rest_is_public(ip):
    assert is_public(ip)


def test_loopback_is_reached_by_the_setting_and_nothing_else_is():
    for ip in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        check_ip(ip, allow_loopback=True)
    for ip in ("10.0.0.1", "0.0.0.0", "fe80::1", "64:ff9b::7f00:1"):
        with pytest.raises(AddressRefusedError):
            check_ip(ip, allow_loopback=True)


def test_name_password_and_fragment_are_dropped():
    assert read("http://me:secret@X.example:80/a b?c#d").url == "http://x.example/a%20b?c"


@pytest.mark.parametrize("port", [22, 25, 6667, 0])
def test_other_services_are_not_spoken_to(port):
    with pytest.raises(AddressRefusedError, match="another service"):
        read(f"http://x.example:{port}/")


def test_an_endless_address_is_refused_in_one_line():
    with pytest.raises(AddressRefusedError) as caught:
        read("http://x.example/" + "a" * 1_000_000)
    assert len(str(caught.value)) < 200


def test_halves_of_characters_are_read_as_the_standard_reads_them():
    assert read("http://x.example/\ud800").url == "http://x.example/%EF%BF%BD"


def test_every_url_of_the_standard_s_tests_is_judged_as_the_standard_does(shared):
    cases = json.loads((shared / "suites" / "urltestdata.json").read_text(encoding="utf-8"))
    wrong = []
    for case in cases:
        if isinstance(case, str):
            continue
        try:
            address = read(case["input"], case["base"])
        except AddressRefusedError:
            is_web = not case.get("failure") and case["protocol"] in {"http:", "https:"}
            if is_web and int(case["port"] or 80) not in _OTHER_SERVICES:
                wrong.append(case["input"])
            continue
        if case.get("failure") or case["protocol"] not in {"http:", "https:"} or address.host != case["hostname"]:
            wrong.append(case["input"])
    assert wrong == []


def test_what_fails_by_the_standard_is_never_fetched(shared, dialled):
    cases = json.loads((shared / "suites" / "urltestdata.json").read_text(encoding="utf-8"))
    bad = [case["input"] for case in cases if isinstance(case, dict) and case.get("failure") and not case["base"]]
    assert len(bad) > 200
    errors = ask(*bad)
    assert all(isinstance(error, AddressRefusedError) for error in errors)
    assert dialled == []
