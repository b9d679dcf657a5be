"""The pages of organisations, sources and deals, the page about us, and errors as pages."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest
from fastapi.testclient import TestClient
from pageparts import check
from webtown import FAR, HALL, TODAY, at

from eventlocky.crawl.health import Health, State
from eventlocky.crawl.ledger import Ledger, SiteMemory, sites_in
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, Organisation, Price, When
from eventlocky.web import about, parts
from eventlocky.web.app import make_app

BROWSER = {"Accept": "text/html,application/xhtml+xml"}
SHOP = Organisation("Bäckerei", "https://baecker.example/", lat=52.52, lon=13.4)


@pytest.fixture
def empty(tmp_path):
    with TestClient(make_app(Settings(store=str(tmp_path / "e.sqlite")), today=lambda: TODAY)) as client:
        yield client


def sound(client, path: str, language: str = "en"):
    answer = client.get(path, headers={**BROWSER, "Accept-Language": language})
    page = check(answer.text)
    assert not re.search(r"\b(sources|organisation|deals|about|error)\.[a-z_]+\b", page.words)
    return page.words


# An organisation ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("site", [HALL.website, FAR.website])
def test_an_organisation_has_a_page(server, site, language):
    sound(server, f"/organisation?site={site}", language)


def test_its_events_stand_by_time_and_what_is_over_apart(server):
    words = sound(server, f"/organisation?site={HALL.website}")
    order = ["Kulturhaus", "Today", "Lesung", "Tomorrow", "Quiz", "Ausgefallen", "Jazz im Keller", "Over (1)", "Vorbei"]
    places = [words.index(word) for word in order]
    assert places == sorted(places)
    assert "ジャズ" not in words


def test_it_tells_where_it_is_and_how_it_is_read(server):
    html = server.get(f"/organisation?site={HALL.website}").text
    assert 'data-lat="52.52" data-lon="13.405"' in html
    assert "openstreetmap.org/?mlat=52.52000&amp;mlon=13.40500" in html
    assert "How we read it" in html
    assert "/events.ics?source=https%3A%2F%2Fkulturhaus.example%2F" in html


@pytest.mark.parametrize("site", ["", "https://nobody.example/", "x" * 2_000, "%00", "'"])
def test_nobody_has_no_page(server, site):
    assert server.get("/organisation", params={"site": site}).status_code == 404


# Sources -----------------------------------------------------------------------------------------


def remember(path: str, **healths: Health) -> None:
    with Ledger(path) as ledger:
        for website, health in healths.items():
            ledger.keep_site(f"https://{website}.example/", SiteMemory(health, is_finished=True))


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_state_of_a_source_has_words(server, settings, language):
    remember(settings.store, **{f"site{number}": Health(state, 1e9) for number, state in enumerate(State)})
    words = sound(server, "/sources", language)
    assert "site6.example" in words


def test_alarms_come_first_with_what_was_expected(server, settings):
    fallen = Health(State.FALLEN, 1.8e9, 1.7e9, 1, 12.4, problem="It gave 1 where about 12 were expected.")
    remember(settings.store, kaikan=fallen, gone=Health(State.ERROR, 1.8e9, problem="gone.example cannot be reached."))
    words = sound(server, "/sources")
    assert "3 Sources 1 alarms 1 with problems" in words
    places = [
        words.index(name)
        for name in ("市民会館", "alarm: gives less", "about 12 expected", "gone.example", "Kulturhaus")
    ]
    assert places == sorted(places)
    only = sound(server, "/sources?only=problems")
    assert "Kulturhaus" not in only
    assert "2 sources" in only


def test_sources_can_be_looked_for_and_paged(tmp_path):
    settings = Settings(store=str(tmp_path / "many.sqlite"))
    with Store(settings.store, clock=lambda: at(1)) as store, store.together():
        for number in range(230):
            site = f"https://s{number:03}.example/"
            store.keep(Organisation(f"Haus {number:03}", site), site, "event", [Event("A", When(date(2026, 11, 20)))])
    with TestClient(make_app(settings, today=lambda: TODAY)) as client:
        assert "Haus 099" in sound(client, "/sources")
        assert "Haus 100" not in sound(client, "/sources")
        assert "Haus 229" in sound(client, "/sources?page=3")
        assert "1 sources" in sound(client, "/sources?q=haus+123")
        assert sound(client, "/sources?page=99")
        assert client.get("/sources?page=0").status_code == 422


def test_looking_at_sources_writes_nothing(server, settings):
    server.get("/sources")
    with sqlite3.connect(settings.store) as db:
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name LIKE 'crawl_%'").fetchone()
    assert sites_in(settings.store) == {}
    assert sites_in("nowhere.sqlite") == {}


def test_an_empty_store_has_no_sources_and_says_what_to_do(empty):
    assert "eventlocky near" in sound(empty, "/sources")


# Deals -------------------------------------------------------------------------------------------


@pytest.fixture
def shop(tmp_path):
    price = Price((Decimal("4.50"),), "EUR", before=Decimal(9), after=Decimal("4.50"), discount_percent=Decimal(50))
    deals = [
        Event("Brot", When(date(2026, 11, 1), date(2026, 11, 16)), price=price, kind="deal"),
        Event("Kuchen", When(date(2026, 11, 1), date(2026, 11, 17)), price=replace(price, currency="JPY"), kind="deal"),
        Event("Torte", When(datetime(2026, 11, 10, 8), datetime(2026, 11, 26, 18)), price=price, kind="deal"),
        Event("Immer", When(), price=Price(text="2 zum Preis von 1"), kind="deal"),
        Event("Bald", When(date(2026, 12, 1), date(2026, 12, 24)), price=price, kind="deal"),
        Event("Gestern", When(date(2026, 11, 1), date(2026, 11, 15)), price=price, kind="deal"),
        Event("Ohne Preis", When(date(2026, 11, 16), date(2026, 11, 30)), kind="deal"),
    ]
    settings = Settings(store=str(tmp_path / "shop.sqlite"))
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(SHOP, "d", "deal", deals)
        store.keep(SHOP, "e", "event", [Event("Kein Angebot", When(date(2026, 11, 20)))])
    with TestClient(make_app(settings, today=lambda: TODAY)) as client:
        yield client


def test_deals_stand_by_their_end_with_price_before_and_after(shop):
    words = sound(shop, "/deals")
    order = ["6 deals", "Ends soon", "ends today", "Brot", "before 9 €", "now 4.50 €", "ends tomorrow", "Kuchen", "Later",
             "10 days left", "Torte", "14 days left", "Ohne Preis", "from Tue 1 Dec", "Bald", "Without an end", "Immer"]  # fmt: skip
    places = [words.index(word) for word in order]
    assert places == sorted(places), list(zip(order, places, strict=True))
    assert "Gestern" not in words
    assert "Kein Angebot" not in words
    assert "−50 %" in words


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_deals_are_told_in_every_language(shop, language):
    sound(shop, "/deals", language)
    sound(shop, "/deals?q=nothing", language)


def test_deals_can_be_searched(shop):
    assert "1 deal " in sound(shop, "/deals?q=torte")


@pytest.mark.parametrize(
    ("amount", "currency", "said"),
    [
        ("9", "EUR", "9 €"), ("4.50", "EUR", "4.50 €"), ("1200", "JPY", "¥1,200"), ("8", "USD", "$8"), ("3", None, "3"),
        ("12.5", "CHF", "12.50 CHF"), ("x", "EUR", "x"), (None, None, ""), ("NaN", "EUR", "NaN"), ("1e3", "EUR", "1,000 €"),
    ],
)  # fmt: skip
def test_money_is_said_as_people_do(amount, currency, said):
    assert parts.money(amount, currency) == said


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://www.a.example/", "a.example"),
        ("http://a.example/b/%E3%81%82", "a.example/b/あ"),
        ("http://[", "http://["),
        (None, ""),
        ("https://a.example/" + "x" * 100, "a.example/" + "x" * 49 + "…"),
        ("https://a.example/%00%E2%80%AE", "a.example/"),
    ],
)
def test_addresses_are_said_shortly(address, said):
    assert parts.bare(address).rstrip("/") == said.rstrip("/")


# About, and errors -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_the_page_about_us_tells_how_to_be_left_out(server, language):
    words = sound(server, "/about", language)
    assert "User-agent: Eventlocky Disallow: /" in words
    assert '<meta name="eventlocky" content="noindex, nofollow">' in words


def test_what_the_page_says_about_robots_is_true():
    """The very lines keep our crawler out."""
    from eventlocky.crawl.robots import Robots
    from eventlocky.errors import RobotsError

    robots = Robots.parse(b"User-agent: Eventlocky\nDisallow: /", Settings().user_agent)
    with pytest.raises(RobotsError):
        robots.check("https://a.example/events")


@pytest.mark.parametrize(
    ("said", "link"),
    [("me@a.example", "mailto:me@a.example"), ("https://a.example/us", "https://a.example/us"), ("javascript:x", None),
     ("by post", None)],
)  # fmt: skip
def test_who_runs_the_server_can_be_reached(tmp_path, said, link):
    assert about.contact_of(said) == {"words": said, "link": link}
    settings = Settings(store=str(tmp_path / "c.sqlite"), contact=said, opt_out_page="https://a.example/robot")
    with TestClient(make_app(settings, today=lambda: TODAY)) as client:
        words = sound(client, "/about")
        assert said in words
        assert "+https://a.example/robot" in words


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/events/nobody", 404), ("/?lat=1", 422), ("/organisation?site=x", 404), ("/calendar?month=x", 422),
     ("/events/nobody/said/1", 404)],
)  # fmt: skip
def test_a_browser_gets_errors_as_pages_that_lead_on(server, path, status, language):
    answer = server.get(path, headers=BROWSER | {"Accept-Language": language})
    assert (answer.status_code, answer.headers["cache-control"]) == (status, "no-store")
    page = check(answer.text)
    assert "/" in page.links()
    assert 'role="search"' in answer.text


def test_programs_get_a_sentence_and_what_is_no_page_is_none(server):
    assert server.get("/nothing").text.count("\n") == 1
    assert server.get("/nothing.png", headers=BROWSER).headers["content-type"].startswith("text/plain")
    assert server.get("/api/v1/nothing", headers=BROWSER).headers["content-type"] == "application/json"


def test_hostile_addresses_stay_text_on_the_page_of_an_error(server):
    for path in ("/<script>alert(1)</script>", "/%22onload=", "/?q=1&limit=<b>x"):
        page = check(server.get(path, headers=BROWSER).text)
        assert "alert" not in page.tags


def test_a_store_that_cannot_be_read_is_a_page_too(tmp_path):
    file = tmp_path / "a.sqlite"
    file.write_text("This is not a database, whatever its name says. " * 50, encoding="utf-8")
    with TestClient(make_app(Settings(store=str(file)))) as client:
        answer = client.get("/deals", headers=BROWSER)
        assert answer.status_code == 503
        assert "Just now it does not work" in check(answer.text).words
