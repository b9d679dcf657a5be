"""One crawl of one site: bounded whatever the site does, and never asking twice for what is fresh."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from eventlocky.crawl.ledger import Ledger
from eventlocky.crawl.links import NO_WISHES
from eventlocky.crawl.notes import Note, take
from eventlocky.crawl.walk import Terms, Walk, Worth
from eventlocky.errors import AddressRefusedError, RobotsError, UnreachableError
from eventlocky.page import parse
from paper_site import HOME, TODAY, PaperSite, page


def walk(
    site: PaperSite, ledger: Ledger | None = None, *, now: float = 0.0, finds=lambda _: 0, within: str = "", **settings
):
    """Walk through a site; `finds` says how many new events a path gives. Returns the notes."""

    async def collect() -> list[Note]:
        taken = []
        async with site.fetcher(**settings) as fetcher:
            with ledger or Ledger() as opened:
                steps = Walk(fetcher, opened, f"{HOME}/", Terms("reader", TODAY, lambda: now, within))
                async for step in steps.steps():
                    note = step.note
                    if note is None:
                        note = take(parse(step.page.body, step.page.url), NO_WISHES)
                    note = await steps.keep(step, note, "other")
                    steps.follow(step, note, Worth(finds(note.url.removeprefix(HOME))), details={})
                    taken.append(note)
        return taken

    return asyncio.run(collect())


def endless(path: str) -> str:
    """Answer every address with links to ever new ones: months, sessions, facets, deeper folders, days."""
    number = len(path) * 7 + sum(map(ord, path))
    return page(
        f"<h1>Events of {path}</h1><a href='{path.rstrip('/')}/more'>more events</a>"
        f"<a rel=next href='/calendar/{2026 + number % 50}/{number % 12 + 1:02}'>next month</a>"
        f"<a href='/events?sid={number}&PHPSESSID={number}'>events</a>"
        f"<a href='/events?a={number}&b={number + 1}&c=3&d=4&e={number}'>events by colour</a>"
        f"<a href='/events?page={number}'>next</a><a href='/events/day/{number}'>events of a day</a>"
        f"<a href='/events/{'x' * (number % 90)}'>event</a>"
    )


@pytest.mark.parametrize("order", ["best", "breadth"])
@pytest.mark.parametrize("most", [1, 7, 40])
def test_a_site_without_end_is_asked_for_no_more_than_its_share(order, most):
    site = PaperSite(endless)
    walk(site, max_pages_per_site=most, crawl_order=order, finds=lambda _: 1)
    assert len(site.pages_asked) <= most
    assert len(set(site.asked)) == len(site.asked)


def test_a_site_without_end_that_gives_nothing_is_left_early():
    site = PaperSite(endless)
    walk(site, max_pages_per_site=1_000)
    assert len(site.pages_asked) < 60


def test_redirects_without_end_end():
    site = PaperSite(lambda path: (302, {"Location": f"{path}x"}, b"") if path != "/robots.txt" else 404)
    with pytest.raises(UnreachableError, match="redirects more than"):
        walk(site, max_pages_per_site=5)
    assert len(site.asked) <= 7


def test_every_page_redirecting_somewhere_new_stays_within_twice_the_share():
    def answer(path: str):
        if path.startswith("/go"):
            return 302, {"Location": f"/at{path[3:]}"}, b""
        return page("".join(f"<a href='/go/events/{path.strip('/')}{n}'>events {n}</a>" for n in range(9)))

    site = PaperSite(answer)
    walk(site, max_pages_per_site=10, finds=lambda _: 1)
    assert len(site.pages_asked) <= 2 * 10 + 5


def test_promising_pages_come_first_and_the_imprint_never():
    site = PaperSite({
        "/": page("<a href=/imprint>Imprint</a><a href=/house>The house</a><a href=/programme>Programme</a>"),
        "/programme": page("<h1>Programme</h1>"), "/house": page("<h1>House</h1>"), "/imprint": page("<h1>Us</h1>"),
    })  # fmt: skip
    walk(site)
    assert site.pages_asked == ["/", "/programme", "/house"]


def test_the_next_page_is_turned_to_where_this_one_gave_something():
    pages = {"/": page("<a href='/list?page=1'>Events</a>")} | {
        f"/list?page={n}": page(f"<p>Page {n}</p><a href='/list?page={n + 1}'>Next</a><a href='/about{n}'>About</a>")
        for n in range(1, 30)
    }
    site = PaperSite(pages)
    walk(site, finds=lambda path: 5 if path in {"/list?page=1", "/list?page=2", "/list?page=3"} else 0)
    assert site.pages_asked[:5] == ["/", "/list?page=1", "/list?page=2", "/list?page=3", "/list?page=4"]
    assert "/list?page=9" not in site.pages_asked


def test_what_robots_txt_forbids_is_never_asked_for():
    site = PaperSite({
        "/robots.txt": b"User-agent: *\nDisallow: /secret\n",
        "/": page("<a href=/secret/events>Events</a><a href=/jump>Programme</a>"),
        "/jump": (302, {"Location": "/secret/events"}, b""),
    })  # fmt: skip
    walk(site)
    assert not [path for path in site.asked if path.startswith("/secret")]


def test_a_site_that_forbids_everything_says_so_and_is_not_asked_again_within_a_day(tmp_path):
    site = PaperSite({"/robots.txt": b"User-agent: *\nDisallow: /\n", "/": page("x")})
    for now in (0.0, 3_600.0):
        with pytest.raises(RobotsError):
            walk(site, Ledger(tmp_path / "a"), now=now)
    assert site.asked == ["/robots.txt"]


def test_sitemaps_that_robots_txt_names_are_used_and_their_sitemaps_too():
    site = PaperSite({
        "/robots.txt": f"Sitemap: {HOME}/map.xml\n",
        "/": page("<h1>Nothing here</h1>"),
        "/map.xml": f"<sitemapindex><sitemap><loc>{HOME}/map2.xml</loc></sitemap></sitemapindex>",
        "/map2.xml": f"<urlset><url><loc>{HOME}/events</loc></url><url><loc>http://other.example/</loc></url></urlset>",
        "/events": page("<h1>Events</h1>"),
    })  # fmt: skip

    async def collect():
        from eventlocky.reading import take as take_any
        from eventlocky.settings import Settings

        with Ledger() as ledger:
            async with site.fetcher() as fetcher:
                steps = Walk(fetcher, ledger, f"{HOME}/", Terms("", TODAY, lambda: 0.0))
                async for step in steps.steps():
                    note = await steps.keep(
                        step, take_any(step.page, step.candidate.sort, ("event",), TODAY, Settings()), "other"
                    )
                    steps.follow(step, note, Worth(), details={})

    asyncio.run(collect())
    assert site.pages_asked == ["/", "/map.xml", "/map2.xml", "/events"]


def test_the_site_is_one_host_unless_a_domain_is_asked_for():
    pages = {"/": page("<a href=http://www.paper.example/events>Events</a><a href=http://sub.paper.example/events>More events</a>"
                       "<a href=http://other.example/events>Other events</a>"),
             "http://www.paper.example/events": page("<p>1"), "http://sub.paper.example/events": page("<p>2")}  # fmt: skip
    site = PaperSite(pages)
    walk(site)
    assert [path for path in site.pages_asked if "robots" not in path] == ["/", "http://www.paper.example/events"]
    site = PaperSite(pages)
    walk(site, within="paper.example")
    assert "http://sub.paper.example/events" in site.asked
    assert not [path for path in site.asked if "other.example" in path]


def test_nofollow_is_obeyed_unless_it_is_set_off():
    pages = {"/": page("<a rel=nofollow href=/events>Events</a>"), "/events": page("<p>x")}
    for obey, asked in ((True, ["/"]), (False, ["/", "/events"])):
        site = PaperSite(pages)
        walk(site, obey_nofollow=obey)
        assert site.pages_asked == asked


def test_what_is_fresh_is_not_asked_for_again_and_what_is_due_is_asked_with_its_validators(tmp_path):
    site = PaperSite({"/": (200, {"Content-Type": "text/html", "ETag": '"1"'}, page("<h1>Events</h1>").encode())})
    first = walk(site, Ledger(tmp_path / "a"), now=0.0)
    assert walk(site, Ledger(tmp_path / "a"), now=1_000.0) == first
    assert site.asked == ["/robots.txt", "/"]
    again = walk(site, Ledger(tmp_path / "a"), now=20 * 24 * 3_600.0)
    assert again == first
    assert site.asked == ["/robots.txt", "/", "/robots.txt", "/"]
    assert site.conditions[-1]["If-None-Match"] == '"1"'


def test_a_page_that_keeps_its_words_rests_longer_each_time(tmp_path):
    site = PaperSite({"/": page("<h1>Events</h1>")})
    dues = []
    now = 0.0
    for _ in range(5):
        walk(site, Ledger(tmp_path / "a"), now=now)
        with Ledger(tmp_path / "a") as ledger:
            known = ledger.answer(f"{HOME}/")
        dues.append(known.due - now)
        now = known.due
    assert dues == sorted(dues)
    assert dues[-1] > 2 * dues[0]


def test_a_page_that_fails_is_asked_for_again_after_an_hour_one_that_is_gone_after_a_day(tmp_path):
    site = PaperSite({"/": page("<a href=/events/a>Events</a><a href=/events/b>Events too</a>"), "/events/a": 500})
    for hours in (0, 0.5, 1.5, 25):
        walk(site, Ledger(tmp_path / "a"), now=hours * 3_600)
    assert site.asked.count("/events/a") == 3
    assert site.asked.count("/events/b") == 2


def test_a_page_that_fails_for_the_moment_still_says_what_it_said_and_one_that_is_gone_does_not(tmp_path):
    pages = {"/": page("<a href=/events>Events</a>"), "/events": page("<h1>Our events</h1>")}
    walk(PaperSite(pages), Ledger(tmp_path / "a"))
    day_s = 24 * 3_600.0
    for status, days, titles in ((503, 10, 2), (503, 30, 1), (404, 10, 1)):
        file = tmp_path / f"{status}-{days}"
        file.write_bytes((tmp_path / "a").read_bytes())
        notes = walk(PaperSite({**pages, "/events": status}), Ledger(file), now=days * day_s)
        assert len(notes) == titles


def test_a_redirect_into_what_is_forbidden_counts_as_asked_again_too(tmp_path):
    site = PaperSite({"/robots.txt": b"User-agent: *\nDisallow: /no\n", "/": page("<a href=/events>Events</a>"),
                      "/events": (302, {"Location": "/no"}, b"")})  # fmt: skip
    for _ in range(2):
        walk(site, Ledger(tmp_path / "a"))
    assert site.asked == ["/robots.txt", "/", "/events"]


def test_a_copy_of_a_page_under_another_address_is_not_followed_again():
    body = page("<h1>Events</h1><p>The same words</p><a href=/events2>Events, again</a>")
    notes = walk(PaperSite({"/": body, "/events2": body}))
    assert [note.same_as for note in notes] == ["", f"{HOME}/"]


def test_an_address_that_is_none_is_refused():
    async def go():
        async with PaperSite({}).fetcher() as fetcher:
            with Ledger() as ledger:
                async for _ in Walk(fetcher, ledger, "ftp://x.example/", Terms()).steps():
                    pass

    with pytest.raises(AddressRefusedError):
        asyncio.run(go())


def test_a_note_that_was_damaged_is_fetched_again(tmp_path):
    site = PaperSite({"/": page("<h1>x</h1>")})
    walk(site, Ledger(tmp_path / "a"))
    with Ledger(tmp_path / "a") as ledger:
        ledger.keep(replace(ledger.answer(f"{HOME}/"), note="{}"))
    assert len(walk(site, Ledger(tmp_path / "a"))) == 1
    assert site.asked.count("/") == 2
