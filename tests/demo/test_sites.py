"""The sites of the demo town: their truths stand on their pages, their links lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest

from eventlocky.demo.days import full_width
from eventlocky.demo.town import Reply, Site, Town, Truth

TODAYS = [
    date(2025, 3, 14),
    date(2025, 2, 28),
    date(2025, 12, 31),
    date(2024, 2, 29),
    date(2026, 1, 1),
    date(2027, 8, 1),  # a Sunday that begins a month
]
HOSTS = [site.host for site in Town(TODAYS[0]).sites]
BROKEN = "freibad-seelhaven.localhost"
FORBIDDEN = "galerie-windlicht.localhost"
ENDLESS = "boathouse-hall.localhost"
MOST_PAGES = 60  # the endless calendar never stops by itself

# What browsers read behind these names (WHATWG Encoding): Shift_JIS is Microsoft's, ISO-8859-1 is Windows'.
DECODERS = {"shift_jis": "cp932", "iso-8859-1": "cp1252"}


@dataclass(frozen=True)
class Document:
    """One page as a browser sees it."""

    reply: Reply
    html: str

    @property
    def text(self) -> str:
        """The visible words, crudely."""
        html = re.sub(r"(?s)<(script|style|noscript)\b.*?</\1>|<!--.*?-->", " ", self.html)
        return unescape(re.sub(r"<[^>]+>", " ", html)).replace("\r\n ", "")


@cache
def town(today: date) -> Town:
    return Town(today)


def site_of(host: str, today: date) -> Site:
    return next(site for site in town(today).sites if site.host == host)


def read(site: Site, path: str) -> Document:
    reply = site.answer(path, "")
    head = reply.body[:1024].decode("ascii", "ignore")
    named = re.search(r"charset=[\"']?([\w-]+)", reply.content_type) or re.search(r"charset=[\"']?([\w-]+)", head)
    name = named.group(1).lower() if named else "utf-8"
    return Document(reply, reply.body.decode(DECODERS.get(name, name)))


def links(html: str) -> list[str]:
    found = re.findall(r"""\b(?:href|src|data-src|action|poster)\s*=\s*["']([^"']*)["']|url\(([^)]+)\)""", html)
    return [unescape(attribute or style) for attribute, style in found]


def is_fetched(link: str) -> bool:
    return not re.match(r"(?:#|data:|mailto:|tel:|javascript:)", link)


def walk(site: Site, port: int = 8899) -> Iterator[tuple[str, Document]]:
    """Yield every page that is reached from the entry, breadth first, the endless one bounded."""
    queue = [site.entry, *site.events_pages]
    seen = set(queue)
    while queue and len(seen) < MOST_PAGES * 2:
        path = queue.pop(0)
        document = read(site, path)
        yield path, document
        if "html" not in document.reply.content_type and "css" not in document.reply.content_type:
            continue
        for link in filter(is_fetched, links(document.html)):
            parts = urlsplit(urljoin(f"http://{site.host}:{port}{path}", link))
            assert parts.hostname == site.host, f"{path} links to {link}"
            if parts.path not in seen and len(seen) < MOST_PAGES:
                seen.add(parts.path)
                queue.append(parts.path)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def day_numbers(truth: Truth) -> set[str]:
    """How the day of a truth may be written on its page, crudely."""
    day = truth.start or truth.end
    assert day is not None
    number = str(day.day)
    return {number, f"{day:%Y%m%d}", full_width(number)}


@pytest.mark.parametrize("today", TODAYS, ids=str)
def test_the_same_day_gives_the_same_bytes(today: date) -> None:
    for one, other in zip(Town(today).sites, Town(today).sites, strict=True):
        for path in dict.fromkeys((one.entry, *one.events_pages, *(truth.page for truth in one.truths))):
            assert one.answer(path, "") == other.answer(path, "")
        assert one.truths == other.truths


@pytest.mark.parametrize("host", HOSTS)
def test_another_day_gives_other_pages(host: str) -> None:
    one, other = site_of(host, TODAYS[0]), site_of(host, TODAYS[-1])
    pages = {path: path for path in (one.entry, *one.events_pages)} if host != ENDLESS else {"/": "/"}
    assert any(one.answer(path, "").body != other.answer(path, "").body for path in pages)


@pytest.mark.parametrize("today", TODAYS, ids=str)
@pytest.mark.parametrize("host", HOSTS)
def test_every_truth_stands_on_its_page(host: str, today: date) -> None:
    site = site_of(host, today)
    for truth in site.truths:
        document = read(site, truth.page)
        assert document.reply.status == 200
        assert truth.page in site.events_pages
        assert set(words(truth.title)) <= set(words(document.text)), truth


@pytest.mark.parametrize("host", HOSTS)
def test_place_and_price_stand_on_the_page_or_behind_the_link(host: str) -> None:
    site = site_of(host, TODAYS[0])
    for truth in site.truths:
        pages = [truth.page, *([urlsplit(truth.link).path] if truth.link else [])]
        text = " ".join(" ".join(read(site, path).text.split()) for path in pages).casefold()
        for said in (truth.place, truth.price):
            assert said is None or said.casefold() in text, truth


@pytest.mark.parametrize("today", TODAYS, ids=str)
@pytest.mark.parametrize("host", HOSTS)
def test_the_day_of_a_truth_is_told_on_its_page(host: str, today: date) -> None:
    site = site_of(host, today)
    for truth in site.truths:
        if truth.rrule or today in {truth.start, truth.end} or host == "lichtspiele-seelhaven.localhost":
            continue  # told in words: every Tuesday, today, tomorrow
        text = read(site, truth.page).text
        numbers = set(re.findall(r"\d+", text)) | {str(int(number)) for number in re.findall(r"\d+", text)}
        assert numbers & day_numbers(truth), truth


@pytest.mark.parametrize("today", TODAYS, ids=str)
@pytest.mark.parametrize("host", HOSTS)
def test_the_link_of_a_truth_leads_to_a_page_that_names_it(host: str, today: date) -> None:
    site = site_of(host, today)
    for truth in site.truths:
        if truth.link is None:
            continue
        parts = urlsplit(truth.link)
        assert (parts.scheme, parts.hostname, parts.port) == ("http", host, 8899)
        assert set(words(truth.title)) <= set(words(read(site, parts.path).text))


@pytest.mark.parametrize("host", [host for host in HOSTS if host != BROKEN])
@pytest.mark.parametrize("today", TODAYS[:3], ids=str)
def test_every_link_answers_and_none_leaves_the_site(host: str, today: date) -> None:
    site = site_of(host, today)
    reached = dict(walk(site))
    assert {path: page.reply.status for path, page in reached.items() if page.reply.status != 200} == {}
    assert set(site.events_pages) <= set(reached)


def test_every_events_page_is_reached_by_links_from_the_entry() -> None:
    for site in town(TODAYS[0]).sites:
        if site.host != BROKEN:
            pages = {path: read(site, path) for path in (site.entry, *site.events_pages)}
            linked = {
                urlsplit(urljoin(f"http://x{path}", link)).path for path in pages for link in links(pages[path].html)
            }
            assert set(site.events_pages) - {site.entry} <= linked


@pytest.mark.parametrize("host", HOSTS)
def test_an_unknown_path_is_not_found(host: str) -> None:
    assert site_of(host, TODAYS[0]).answer("/no/such/page", "").status == (500 if host == BROKEN else 404)


@pytest.mark.parametrize("today", TODAYS, ids=str)
def test_truths_are_told_apart_by_title_and_start(today: date) -> None:
    for site in town(today).sites:
        keys = [(truth.title, truth.start, truth.end) for truth in site.truths]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("today", TODAYS, ids=str)
def test_no_event_ends_before_it_begins(today: date) -> None:
    for site in town(today).sites:
        for truth in site.truths:
            if truth.start is not None and truth.end is not None:
                assert isinstance(truth.start, datetime) == isinstance(truth.end, datetime)
                assert truth.start < truth.end


@pytest.mark.parametrize(
    ("host", "path", "content_type", "encoding"),
    [
        ("minato-toshokan.localhost", "/gyoji.html", "text/html", "euc_jp"),
        ("kamome-market.localhost", "/coupon.html", "text/html; charset=Shift_JIS", "cp932"),
        ("st-nikolai-seelhaven.localhost", "/termine.htm", "text/html; charset=iso-8859-1", "iso-8859-1"),
    ],
)
def test_old_sites_keep_their_old_encodings(host: str, path: str, content_type: str, encoding: str) -> None:
    reply = site_of(host, TODAYS[0]).answer(path, "")
    assert reply.content_type == content_type
    assert "�" not in reply.body.decode(encoding)
    assert "&#" not in re.sub(r"&#\d{1,2};", "", reply.body.decode(encoding))
    with pytest.raises(UnicodeDecodeError):
        reply.body.decode("utf-8")


def test_the_broken_site_answers_500() -> None:
    assert site_of(BROKEN, TODAYS[0]).answer("/", "").status == 500


def test_the_forbidden_site_forbids_everything() -> None:
    assert b"Disallow: /\n" in site_of(FORBIDDEN, TODAYS[0]).answer("/robots.txt", "").body


def test_the_endless_calendar_turns_its_pages_both_ways() -> None:
    site = site_of(ENDLESS, TODAYS[0])
    for path in ("/calendar/1700/02", "/calendar/2325/11"):
        document = read(site, path)
        assert document.reply.status == 200
        assert 'rel="next"' in document.html
        assert 'rel="prev"' in document.html
    assert site.answer("/calendar/9999/12", "").status == 404
    assert site.answer("/calendar/2025/13", "").status == 404


def test_the_slow_site_takes_the_time_it_was_given() -> None:
    site = next(site for site in Town(TODAYS[0], slow_s=0.7).sites if site.answer("/", "").delay_s)
    assert site.host == "seelhaven-history.localhost"
    assert {site.answer(path, "").delay_s for path in ("/", "/events/", "/robots.txt")} == {0.7}


def test_the_news_site_announces_nothing() -> None:
    site = site_of("stadtwerke-seelhaven.localhost", TODAYS[0])
    assert site.truths == ()
    assert len(re.findall(r"\d{2}\.\d{2}\.\d{4}", read(site, "/").text)) >= 7


@pytest.mark.parametrize("today", TODAYS, ids=str)
def test_a_recurring_night_begins_on_or_after_today(today: date) -> None:
    recurring = [truth for _, truth in town(today).truths() if truth.rrule]
    assert len(recurring) >= 8
    for truth in recurring:
        start = truth.start.date() if isinstance(truth.start, datetime) else truth.start
        assert start is not None
        assert start >= today
