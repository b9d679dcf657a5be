"""robots.txt: whose rules, by which name, under which type."""

from __future__ import annotations

import asyncio
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from eventlocky.crawl import Fetcher, crawl
from eventlocky.crawl.robots import Robots, Rulebook, directives, product_token
from eventlocky.errors import AddressRefusedError, RobotsError
from eventlocky.settings import Settings
from eventlocky.types import Page

FORBID = "User-agent: *\nDisallow: /\n"


@contextmanager
def serving(rules: dict[str, str], *, content_type: str = "text/plain", redirect: bool = False) -> Iterator[int]:
    """Serve hosts with their rules; with `redirect`, `localhost` sends its visitors on to `www.localhost`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            host, _, port = self.headers["Host"].partition(":")
            if self.path == "/robots.txt":
                self.answer(200 if host in rules else 404, rules.get(host, ""), content_type)
            elif redirect and host == "localhost":
                self.answer(301, "", "text/html", f"http://www.localhost:{port}{self.path}")
            else:
                self.answer(200, "<a href=/more>more</a>", "text/html")

        def answer(self, status, body, kind, location=None):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if location:
                self.send_header("Location", location)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def walk(port: int) -> list[Page]:
    async def collect() -> list[Page]:
        async with Fetcher(Settings(allow_loopback=True, timeout_s=2)) as fetcher:
            return [page async for page in crawl(fetcher, f"http://localhost:{port}/")]

    return asyncio.run(collect())


@pytest.mark.parametrize("content_type", ["text/plain", "application/octet-stream", "text/html", ""])
def test_rules_hold_whatever_type_the_server_says_they_are(content_type):
    with serving({"localhost": FORBID}, content_type=content_type) as port, pytest.raises(RobotsError):
        walk(port)


@pytest.mark.parametrize("name", ["Eventlocky", "eventlocky"])
def test_rules_for_our_name_are_ours(name):
    rules = f"User-agent: {name}\nDisallow: /\n"
    with serving({"localhost": rules}) as port, pytest.raises(RobotsError):
        walk(port)


@pytest.mark.parametrize("name", ["obeys", "robots.txt", "pages"])
def test_rules_for_another_whose_name_is_among_our_words_are_not_ours(name):
    with serving({"localhost": f"User-agent: {name}\nDisallow: /\n"}) as port:
        assert len(walk(port)) == 2


def test_a_site_that_moved_to_another_host_is_read_there():
    with serving({}, redirect=True) as port:
        assert [page.url for page in walk(port)] == [f"http://www.localhost:{port}{path}" for path in ("/", "/more")]


def test_a_redirect_does_not_lead_around_the_rules_of_the_other_host():
    with serving({"www.localhost": FORBID}, redirect=True) as port, pytest.raises(RobotsError, match="www"):
        walk(port)


def allows(rules: str | bytes, path: str, agent: str = "foobot") -> bool:
    body = rules if isinstance(rules, bytes) else rules.encode()
    return Robots.parse(body, f"{agent}/1.0 (+https://x.example)").allows(f"https://x.example{path}")


SEVERAL = """\
User-Agent: *
Disallow: *.gif$
Disallow: /inner/
Allow: /papers/

User-Agent: foobot
Disallow:/
Allow:/inner/page.html
Allow:/inner/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /inner/page.html

User-Agent: quxbot
"""


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        ("foobot", "/", False),
        ("foobot", "/inner/page.html", True),
        ("foobot", "/inner/allowed.gif", True),
        ("foobot", "/papers/", False),
        ("barbot", "/inner/page.html", False),
        ("bazbot", "/inner/page.html", False),
        ("bazbot", "/inner/other.gif", True),
        ("quxbot", "/inner/x.gif", True),  # a group without rules allows everything
        ("other", "/x.gif", False),
        ("other", "/x.gif?y", True),
        ("other", "/inner/", False),
        ("other", "/papers/", True),
    ],
)
def test_several_groups_as_in_the_rfc_s_first_example(agent, path, allowed):
    assert allows(SEVERAL, path, agent) == allowed


def test_the_longest_match_wins_as_in_the_rfc_s_second_example():
    rules = "User-Agent: foobot\nAllow: /inner/page/\nDisallow: /inner/page/not.gif\n"
    assert allows(rules, "/inner/page/x")
    assert not allows(rules, "/inner/page/not.gif")


@pytest.mark.parametrize(
    ("rule", "path", "allowed"),
    [
        ("Disallow: /", "/robots.txt", True),  # the rules themselves may always be read
        ("Disallow: /a", "/A", True),  # paths know large and small letters
        ("Disallow: /a", "/ab", False),
        ("Disallow: /a/", "/a", True),
        ("Disallow:", "/", True),
        ("disALLOW: /a", "/a", False),  # names of lines do not
        ("  Disallow  :  /a  # why", "/a", False),
        ("Disallow: /a#b", "/a", False),
        ("Disallow: /a\nAllow: /a", "/a", True),  # of two alike the one that allows
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /a/b\nAllow: /a", "/a/b", False),
        ("Disallow: /a/b\nAllow: /a", "/a/c", True),
        ("Disallow: /*.php$", "/x/y.php", False),
        ("Disallow: /*.php$", "/x/y.php?z", True),
        ("Disallow: /a*c", "/abbbcd", False),
        ("Disallow: /a*c", "/abbb", True),
        ("Disallow: /a*", "/a", False),
        ("Disallow: /$", "/", False),
        ("Disallow: /$", "/x", True),
        ("Disallow: /%2A", "/*", False),  # a star that is meant
        ("Disallow: /x?y=1", "/x?y=12", False),
        ("Disallow: /foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", False),
        ("Disallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", False),
        ("Disallow: /foo/bar/%E3%83%84", "/foo/bar/ツ", False),
        ("Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", False),
        ("Disallow: /foo/bar/baz", "/foo/bar/%62%61%7A", False),
        ("Sitemap: https://x.example/s.xml\nDisallow: /a", "/a", False),
        ("Unknown: x\nDisallow: /a", "/a", False),
    ],
)
def test_rules_are_matched_as_the_rfc_says(rule, path, allowed):
    assert allows(f"User-agent: *\n{rule}\n", path) == allowed


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ("User-agent: foobot\nDisallow: /", False),
        ("USER-AGENT: FooBot\nDisallow: /", False),
        ("User-agent: foobot/2.1\nDisallow: /", False),
        ("User-agent: foo\nDisallow: /", True),  # the beginning of our name is another's
        ("User-agent: foobot-news\nDisallow: /", True),
        ("User-agent: foo\nDisallow: /\n\nUser-agent: *\nDisallow: /b", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: foobot\nDisallow: /b", True),  # ours, and only ours
        ("User-agent: foobot\nDisallow: /b\n\nUser-agent: foobot\nDisallow: /a", False),  # two groups are one
        ("User-agent: x\nSitemap: y\nUser-agent: foobot\n\nDisallow: /a", False),  # only a rule ends the names
        ("User-agent: foobot\nCrawl-delay: 1\nUser-agent: x\nDisallow: /a", False),
        ("User-agent: x\nDisallow: /b\nUser-agent: foobot\nAllow: /", True),
        ("Disallow: /", True),  # a rule before any name is nobody's
        ("", True),
    ],
)
def test_the_group_that_is_ours_is_found(rules, allowed):
    assert allows(rules, "/a") == allowed


@pytest.mark.parametrize(
    "body",
    [
        "\ufeffUser-agent: *\nDisallow: /a".encode(),
        "User-agent: *\nDisallow: /a".encode("utf-16"),
        b"User-agent: *\rDisallow: /a",
        b"User-agent: *\r\nDisallow: /a\r\n",
        b"\xff\xe9\n\x00\nUser-agent: *\nDisallow: /a\n\xff",
        b"<html><body>\nUser-agent: *\nDisallow: /a",
    ],
)
def test_whatever_the_bytes_the_rules_are_read(body):
    assert not allows(body, "/a")
    assert allows(body, "/b")


def test_a_file_is_read_up_to_500_kib_and_a_line_that_is_cut_is_no_rule():
    filler = b"#" + b"x" * 1023 + b"\n"
    body = b"User-agent: *\nDisallow: /early\n" + filler * 600 + b"Disallow: /late\n"
    assert not allows(body, "/early")
    assert allows(body, "/late")
    head = b"User-agent: *\n"
    cut = head + b"#" * (500 * 1024 - len(head) - len(b"\nDisallow: /")) + b"\nDisallow: /private\n"
    assert allows(cut, "/public")


@pytest.mark.parametrize(
    ("rules", "delay_s"),
    [
        ("User-agent: *\nCrawl-delay: 2.5", 2.5),
        ("User-agent: *\nRequest-rate: 1/5", 5.0),
        ("User-agent: *\nCrawl-delay: x", 0.0),
        ("User-agent: *\nCrawl-delay: -1", 0.0),
        ("User-agent: *\nCrawl-delay: " + "9" * 4000, 0.0),
        ("User-agent: *\nRequest-rate: 1/" + "9" * 400, 86_400.0),
        ("User-agent: *\nCrawl-delay: 1\n\nUser-agent: foobot\nCrawl-delay: 7", 7.0),
        ("", 0.0),
    ],
)
def test_the_pause_that_is_asked_for_is_read(rules, delay_s):
    assert Robots.parse(rules.encode(), "foobot/1").delay_s == delay_s


def test_sitemaps_are_told_whoever_s_group_they_stand_in():
    rules = b"Sitemap: https://x.example/a.xml\nUser-agent: other\nDisallow: /\nsitemap: https://x.example/b.xml#c\n"
    assert Robots.parse(rules, "foobot").sitemaps == ("https://x.example/a.xml", "https://x.example/b.xml#c")


@pytest.mark.parametrize(
    ("name", "token"), [("Eventlocky/0.1 (x)", "eventlocky"), ("My_Bot-x", "my_bot-x"), ("", ""), ("/1", "")]
)
def test_rules_name_the_product_and_not_the_words_after_it(name, token):
    assert product_token(name) == token


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ([], set()),
        (["noindex, NoFollow"], {"noindex", "nofollow"}),
        (["none"], {"none", "noindex", "nofollow"}),
        (["foobot: nofollow"], {"nofollow"}),
        (["otherbot: noindex", "nofollow"], {"nofollow"}),
        (["unavailable_after: 25 Jun 2027 15:00:00 PST"], {"unavailable_after: 25 jun 2027 15:00:00 pst"}),
        (["noarchive, max-snippet: 5"], {"noarchive", "max-snippet: 5"}),
    ],
)
def test_the_header_is_read_for_us(tags, expected):
    assert directives(tags, "foobot/1") == expected


def test_seven_hundred_real_files_are_read_in_bounded_time(shared):
    urls = [f"https://x.example{path}" for path in ("/", "/events?page=2", "/a/b/c.html", "/%E3%83%84", "/search")]
    read = worst_s = 0
    with tarfile.open(shared / "suites" / "robots" / "robots-700.tar.gz") as archive:
        for member in archive:
            if not member.isfile():
                continue
            body = archive.extractfile(member).read()
            begun = time.process_time()
            robots = Robots.parse(body, "Eventlocky/0.1")
            assert {robots.allows(url) for url in urls} <= {True, False}
            assert robots.delay_s >= 0
            worst_s = max(worst_s, time.process_time() - begun)
            read += 1
    assert read >= 700
    assert worst_s < 0.5


HALF_MB = 500 * 1024


@pytest.mark.parametrize(
    "body",
    [
        b"".join(b"User-agent: a%d\n" % n for n in range(15_000)) + b"Disallow: /a\n" * 15_000,
        b"User-agent: *\n" + b"".join(b"Disallow: /*a%d*b\n" % n for n in range(25_000)),
        b"User-agent: *\nDisallow: /" + b"*a" * 250_000 + b"$",
        b"User-agent: *\n" + b"Disallow: /*aaaaaaaaaaaaaaaaaaaaaaaaab\n" * 12_000,
        b"User-agent" + b" " * HALF_MB,
        b"sitemap" + b" \t" * (HALF_MB // 2) + b"\x0b",
        b"\x00" * HALF_MB,
        b":" * HALF_MB,
    ],
    ids=["names", "stars", "one long rule", "near misses", "spaces", "tabs", "nothing", "colons"],
)
def test_a_file_that_is_made_to_be_slow_is_not(body):
    begun = time.process_time()
    Robots.parse(body, "foobot/1").allows("https://x.example/" + "a" * 2_000)
    assert time.process_time() - begun < 2


LOCAL = Settings(allow_loopback=True, timeout_s=2)


def rules_from(serving, answer, settings: Settings = LOCAL) -> tuple[Robots, list[str]]:
    asked = []

    def noted(handler):
        asked.append(handler.path)
        answer(handler)

    async def once() -> Robots:
        with serving(noted) as address:
            async with Fetcher(settings) as fetcher:
                return await Robots.of(fetcher, f"{address}/some/page")

    return asyncio.run(once()), asked


def say(handler, status: int, body: bytes = b"", **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 451])
def test_no_rules_allow_everything(status, serving_http):
    robots, asked = rules_from(serving_http, lambda handler: say(handler, status, FORBID.encode()))
    assert robots.allows("http://127.0.0.1/x")
    assert asked == ["/robots.txt"]


@pytest.mark.parametrize("status", [500, 502, 503])
def test_rules_that_cannot_be_had_forbid_everything(status, serving_http):
    with pytest.raises(RobotsError, match="cannot be read"):
        rules_from(serving_http, lambda handler: say(handler, status))


def test_no_answer_forbids_everything(serving_http):
    with pytest.raises(RobotsError, match="cannot be read"):
        rules_from(serving_http, lambda handler: handler.close_connection)


@pytest.mark.parametrize(("hops", "allowed"), [(1, False), (5, False), (6, True)])
def test_five_redirects_are_followed_and_their_end_is_no_rule(serving_http, hops, allowed):
    def answer(handler):
        step = int(handler.path.partition("?")[2] or 0)
        if step < hops:
            say(handler, 302, Location=f"/elsewhere?{step + 1}")
        else:
            say(handler, 200, FORBID.encode())

    robots, _ = rules_from(serving_http, answer, Settings(allow_loopback=True, max_redirects=0))
    assert robots.allows("http://127.0.0.1/x") == allowed


def test_rules_are_not_fetched_from_where_we_do_not_go(serving_http):
    with pytest.raises(AddressRefusedError):
        rules_from(serving_http, lambda handler: say(handler, 302, Location="http://10.0.0.1/robots.txt"))


def test_rules_longer_than_a_page_may_be_are_read_to_500_kib(serving_http):
    body = b"User-agent: *\nDisallow: /a\n" + b"#\n" * 1_000_000
    robots, _ = rules_from(
        serving_http, lambda handler: say(handler, 200, body), Settings(allow_loopback=True, max_page_bytes=1000)
    )
    assert not robots.allows("http://127.0.0.1/a")


def test_rules_are_asked_for_once_a_day_and_by_one_at_a_time(serving_http):
    asked = []
    now = [0.0]

    def answer(handler):
        asked.append(handler.path)
        say(handler, 200, b"User-agent: *\nDisallow: /a\nCrawl-delay: 3\n")

    async def days() -> tuple[int, int, float]:
        with serving_http(answer) as address:
            async with Fetcher(LOCAL) as fetcher:
                book = Rulebook(fetcher, clock=lambda: now[0])
                await asyncio.gather(*(book.check(f"{address}/{n}") for n in range(5)))
                with pytest.raises(RobotsError):
                    await book.check(f"{address}/a")
                first = len(asked)
                now[0] = 24 * 60 * 60
                await book.check(f"{address}/x")
                return first, len(asked), fetcher.pace._gate("127.0.0.1").asked_s

    assert asyncio.run(days()) == (1, 2, 3.0)


def test_rules_that_fail_later_leave_the_old_ones_in_force(serving_http):
    """And a site whose rules never came is left alone for ten minutes without being asked again."""
    now = [0.0]
    fails = [False]
    asked = []

    def answer(handler):
        asked.append(handler.path)
        say(handler, 500) if fails[0] else say(handler, 200, b"User-agent: *\nDisallow: /a\n")

    async def days() -> None:
        with serving_http(answer) as address:
            async with Fetcher(LOCAL) as fetcher:
                book = Rulebook(fetcher, clock=lambda: now[0])
                await book.check(f"{address}/x")
                fails[0], now[0] = True, 100_000.0
                await book.check(f"{address}/x")
                with pytest.raises(RobotsError, match="asks for that"):
                    await book.check(f"{address}/a")
                other = Rulebook(fetcher, clock=lambda: now[0])
                for _ in range(3):
                    with pytest.raises(RobotsError, match="cannot be read"):
                        await other.check(f"{address}/x")

    asyncio.run(days())
    assert len(asked) == 3
