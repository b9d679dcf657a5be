"""The way of one site: lists and details, calendars, what is learned, and the alarm when it stops fitting."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest

from eventlocky import site
from eventlocky.crawl.health import State
from eventlocky.crawl.ledger import Ledger
from eventlocky.errors import UnreachableError
from eventlocky.reading import take
from eventlocky.settings import Settings
from paper_site import HOME, TODAY, PaperSite, listing, page

DAY_S = 24 * 3_600.0
ROWS = (
    ("Sat 21 Nov 2026, 19:30", "Jazz at the Quay", "/jazz"),
    ("Sun 22 Nov 2026, 11:00", "Swing Breakfast", "/swing"),
    ("Fri 27 Nov 2026, 20:00", "Tango Night", "/tango"),
    ("Sat 28 Nov 2026, 20:00", "Fado by Candlelight", "/fado"),
)
PAGES = {
    "/": page("<h1>Paper Hall</h1><p>A house for everybody.</p>", menu="<a href=/programme>Programme</a>"),
    "/programme": page(listing(*ROWS), title="Programme"),
    "/jazz": page(
        "<h1>Jazz at the Quay</h1><p>Saturday 21 November 2026, 19:30</p><p>Great Hall, tickets €12.</p>", title="Jazz at the Quay"
    ),
}  # fmt: skip


def read(paper: PaperSite, ledger: Ledger | None = None, *, now: float = 0.0, kinds=("event",), **settings):
    async def go():
        last = None
        async with paper.fetcher(**settings) as fetcher:
            with ledger or Ledger() as opened:
                way = site.Way(kinds, TODAY, clock=lambda: now)
                async for each in site.watch(fetcher, opened, f"{HOME}/", way):
                    last = each
        return last

    return asyncio.run(go())


def test_a_list_and_its_details_give_every_event_once():
    reading = read(PaperSite(PAGES))
    assert sorted(event.title for event in reading.events) == sorted(title for _, title, _ in ROWS)
    jazz = next(event for event in reading.events if event.title == "Jazz at the Quay")
    assert jazz.when.start == datetime(2026, 11, 21, 19, 30)
    assert reading.health.state is State.GOOD
    assert reading.pages >= 3


def test_the_site_says_what_it_found_before_it_is_done():
    async def go():
        async with PaperSite(PAGES).fetcher() as fetcher:
            with Ledger() as ledger:
                return [each async for each in site.watch(fetcher, ledger, f"{HOME}/", site.Way(("event",), TODAY))]

    reports = asyncio.run(go())
    assert [type(report) for report in reports[-2:]] == [site.Progress, site.SiteReading]
    assert len(reports[0].events) == len(ROWS)


def test_a_calendar_feed_is_read_even_where_somebody_else_keeps_it():
    ics = b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Regatta\r\nDTSTART:20261121T130000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    for address in ("/club.ics", "http://calendars.example/club.ics"):
        paper = PaperSite({"/": page(f"<h1>Club</h1><a href={address}>Subscribe</a>"),
                           address: (200, {"Content-Type": "text/calendar"}, ics)})  # fmt: skip
        assert [event.title for event in read(paper).events] == ["Regatta"]


def test_a_feed_of_news_leads_to_its_pages():
    feed = f"<rss><channel><item><title>Our programme</title><link>{HOME}/programme</link></item></channel></rss>"
    paper = PaperSite({"/": page("<link rel=alternate type=application/rss+xml href=/feed><h1>Hall</h1>"), "/feed": feed,
                       "/programme": PAGES["/programme"]})  # fmt: skip
    assert len(read(paper).events) == len(ROWS)


def test_the_same_bytes_are_read_once_whatever_their_address():
    body = page(listing(*ROWS), menu="<a href=/index.html>Events</a>")
    read_before: list[str] = []

    class Counting:
        async def read(self, answer, sort):
            read_before.append(answer.url)
            return take(answer, sort, ("event",), TODAY, Settings())

    async def go():
        async with PaperSite({"/": body, "/index.html": body}).fetcher() as fetcher:
            with Ledger() as ledger:
                way = site.Way(("event",), TODAY, Counting())
                return [each async for each in site.watch(fetcher, ledger, f"{HOME}/", way)][-1]

    reading = asyncio.run(go())
    assert (len(reading.events), reading.pages) == (len(ROWS), 2)
    assert read_before == [f"{HOME}/"]


@pytest.mark.parametrize(("obey", "count"), [(True, 0), (False, 4)])
def test_a_page_that_asks_not_to_be_kept_is_not(obey, count):
    marked = page(listing(*ROWS)).replace("<title>", "<meta name=robots content=noindex><title>")
    for body in (
        marked,
        (200, {"Content-Type": "text/html", "X-Robots-Tag": "noindex"}, page(listing(*ROWS)).encode()),
    ):
        assert len(read(PaperSite({"/": body}), obey_noindex=obey).events) == count


def test_a_page_that_says_that_it_is_not_there_gives_nothing():
    soft = page(listing(*ROWS), title="Page not found")
    assert read(PaperSite({"/": soft})).events == ()


def test_a_page_that_is_empty_without_scripts_is_told(tmp_path):
    reading = read(PaperSite({"/": "<div id=app></div><script src=/app.js></script>"}))
    assert reading.health.state is State.SCRIPTED


def test_a_second_crawl_asks_for_nothing_and_gives_the_same(tmp_path):
    paper = PaperSite(PAGES)
    first = read(paper, Ledger(tmp_path / "a"))
    asked = list(paper.asked)
    again = read(paper, Ledger(tmp_path / "a"), now=60.0)
    assert again.events == first.events
    assert paper.asked == asked


def test_a_crawl_that_was_cut_off_goes_on_and_ends_as_it_would_have(tmp_path):
    whole = read(PaperSite(PAGES))

    class CutError(Exception):
        pass

    for after in range(1, 5):
        count = 0

        def answer(path: str, after: int = after):
            nonlocal count
            count += path != "/robots.txt"
            if count > after:
                raise CutError
            return PAGES.get(path, 404)

        file = tmp_path / f"{after}.sqlite"
        cut = PaperSite(answer)
        with pytest.raises(CutError):
            read(cut, Ledger(file))
        rest = PaperSite(PAGES)
        assert read(rest, Ledger(file)).events == whole.events
        assert set(cut.asked[:-1]) & set(rest.asked) == set()


def test_what_was_learned_of_a_site_is_kept_and_used(tmp_path):
    read(PaperSite(PAGES), Ledger(tmp_path / "a"))
    with Ledger(tmp_path / "a") as ledger:
        memory = ledger.site(f"{HOME}/")
    assert memory.lists == {f"{HOME}/programme": len(ROWS)}
    assert memory.shapes["/programme"] == len(ROWS)


def test_a_yield_that_falls_is_an_alarm_and_the_pattern_stays_until_less_is_expected(tmp_path):
    read(PaperSite(PAGES), Ledger(tmp_path / "a"))
    changed = PaperSite({"/": page("<h1>We moved</h1>"), "/programme": page("<h1>Soon</h1>")})
    months = range(1, 9)
    states = [read(changed, Ledger(tmp_path / "a"), now=month * 31 * DAY_S).health.state for month in months]
    assert states[0] is State.FALLEN
    assert states[-1] is State.EMPTY
    back = read(PaperSite(PAGES), Ledger(tmp_path / "a"), now=400 * DAY_S)
    assert back.health.state is State.GOOD
    with Ledger(tmp_path / "a") as ledger:
        assert ledger.site(f"{HOME}/").lists == {f"{HOME}/programme": len(ROWS)}


def test_a_site_that_is_down_keeps_its_memory_and_says_what_is_wrong(tmp_path):
    read(PaperSite(PAGES), Ledger(tmp_path / "a"))
    with pytest.raises(UnreachableError):
        read(PaperSite(lambda path: 404 if path == "/robots.txt" else 503), Ledger(tmp_path / "a"), now=40 * DAY_S)
    with Ledger(tmp_path / "a") as ledger:
        memory = ledger.site(f"{HOME}/")
    assert (memory.health.state, memory.health.last_success, memory.health.failures) == (State.ERROR, 0.0, 1)
    assert memory.lists


def test_hostile_pages_end_nothing():
    bodies = {
        "pdf": b"%PDF-1.4", "zeros": b"\x00" * 1_000, "deep": "<div>" * 20_000, "empty": b"",
        "picture": (200, {"Content-Type": "image/png"}, b"x"), "broken": "<a href='http://[::1'>x</a>",
    }  # fmt: skip
    menu = "".join(f"<a href=/events-{name}>events</a>" for name in (*bodies, "none", "list"))
    pages = {f"/events-{name}": body for name, body in bodies.items()}
    paper = PaperSite({"/": page(menu), **pages, "/events-list": PAGES["/programme"]})
    assert len(read(paper).events) == len(ROWS)
