"""Somebody in a strange town tonight finds what is on, on a phone and on a large screen, with scripts and without."""

from __future__ import annotations

import base64
import re
from dataclasses import replace

import pytest
from helm import DESKTOP, PHONE, mapped, served, settled, titles

from eventlocky.demo.town import CENTRE

TILE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
HERE = {"latitude": CENTRE[0], "longitude": CENTRE[1]}


def test_a_newcomer_sees_tonight_s_events_on_a_map(desktop, site, sights):
    desktop.goto(site)
    mapped(desktop)
    assert desktop.inner_text("h1") == "What's on near Seelhaven"
    assert desktop.locator("#list article").count() >= 40
    assert desktop.locator("#list .when", has_text="Tonight").count() >= 5
    counts = [int(text) for text in desktop.locator(".pin span").all_inner_texts()]
    said = int(re.search(r"\d+", desktop.inner_text(".count"))[0])
    assert sum(counts) == said
    desktop.get_by_role("link", name="tonight", exact=True).click()
    desktop.wait_for_url(re.compile("when=tonight"))
    settled(desktop)
    mapped(desktop)
    assert desktop.locator("#list .when", has_text="Tonight").count() >= 5
    sights.draw(desktop, "home")


def test_on_a_phone_tonight_near_me_by_sort_and_open(opened, site, sights):
    with opened(**PHONE, geolocation=HERE, permissions=["geolocation"]) as page:
        page.goto(site)
        page.get_by_role("button", name="Near me").tap()
        page.wait_for_url(re.compile(r"lat=53\.992&lon=11\.11[89]"))
        settled(page)
        assert page.inner_text("h1") == "What's on near you"
        page.get_by_role("link", name="tonight", exact=True).tap()
        page.wait_for_url(re.compile("when=tonight"))
        settled(page)
        timed = [text for text in page.locator("#list .when time").all_inner_texts() if ":" in text]
        assert timed
        assert all(text.startswith("Tonight") for text in timed)
        every = titles(page)
        sights.draw(page, "phone-tonight")
        page.get_by_role("link", name="Amusement").tap()
        page.wait_for_url(re.compile("what=amusement"))
        settled(page)
        some = titles(page)
        assert 0 < len(some) < len(every)
        assert set(some) <= set(every)
        page.get_by_role("tab", name="Map").tap()
        mapped(page)
        assert page.locator("#list").is_hidden()
        sights.draw(page, "phone-map")
        page.get_by_role("tab", name="List").tap()
        page.locator("#list article h3 a").first.tap()
        page.wait_for_url(re.compile("/events/"))
        assert some[0] in page.inner_text("h1")


def test_nobody_is_asked_for_a_position_before_the_button_and_a_refusal_is_said(opened, site):
    with opened(**DESKTOP, permissions=[]) as page:
        page.add_init_script(
            "navigator.geolocation.getCurrentPosition = (good, bad) => { window.asked = true; bad({code: 1}); }"
        )
        page.goto(site)
        mapped(page)
        assert page.evaluate("window.asked") is None
        page.get_by_role("button", name="Near me").click()
        page.locator("[data-note]", has_text="cannot be had").wait_for()


@pytest.mark.parametrize(
    "path", ["/", "/?when=tonight", "/?q=jazz", "/?what=exhibition&when=this+weekend", "/?bbox=11.10,53.99,11.12,54.00"]
)
def test_without_javascript_the_answers_are_the_same(opened, desktop, site, path):
    desktop.goto(site)
    desktop.evaluate(
        "(path) => { const link = document.querySelector('a.chip'); link.href = path; link.click(); }", path
    )
    desktop.wait_for_url(site + path)
    settled(desktop)
    with opened(**DESKTOP, java_script_enabled=False) as plain:
        plain.goto(site + path)
        assert titles(plain) == titles(desktop)
        assert plain.inner_text("h1") == desktop.inner_text("h1")
        assert plain.locator("#map").is_hidden()


def test_without_javascript_one_gets_from_the_search_to_an_event(opened, site, sights):
    with opened(**PHONE, java_script_enabled=False) as page:
        page.goto(site)
        page.fill("[name=q]", "jazz")
        page.get_by_role("button", name="Search").tap()
        page.wait_for_url(re.compile("q=jazz"))
        page.get_by_role("link", name="this weekend").tap()
        page.wait_for_url(re.compile("q=jazz.*when=this"))
        page.goto(f"{site}/?when=tonight")
        first = titles(page)[0]
        sights.draw(page, "phone-without-scripts")
        page.locator("#list article h3 a").first.tap()
        page.wait_for_url(re.compile("/events/"))
        assert first in page.inner_text("h1")


def test_a_pin_opens_into_its_organisation_s_events_the_soonest_first(desktop, site):
    desktop.goto(site)
    mapped(desktop)
    desktop.locator(".pin[aria-label^='Hafenoper']").click()
    card = desktop.locator(".pin-card")
    assert card.locator("h2").inner_text() == "Hafenoper Seelhaven"
    assert card.locator("li").count() == 5
    assert card.locator("a.rest").get_attribute("href").startswith("/organisation?site=http")
    days = desktop.evaluate("fetch('/map.json').then((answer) => answer.json())")
    opera = next(place for place in days["places"] if place["name"].startswith("Hafenoper"))
    assert card.locator("li a").first.inner_text() == opera["events"][0]["title"]
    card.locator("li a").first.click()
    desktop.wait_for_url(re.compile("/events/"))


def counted(page):
    """Return how many events a page says that there are; it lists the first of them."""
    return int(re.search(r"(\d+) events?", page.inner_text("main"))[1])


def test_dragging_the_map_offers_to_search_there(desktop, site):
    desktop.goto(site)
    mapped(desktop)
    before = counted(desktop)
    offer = desktop.get_by_role("button", name="Search this area")
    assert offer.is_hidden()
    box = desktop.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 60
    desktop.mouse.move(x, y)
    desktop.mouse.down()
    desktop.mouse.move(x + 40, y - 600, steps=8)
    desktop.wait_for_timeout(300)  # held still: the map does not slide on by itself
    desktop.mouse.up()
    offer.click()
    desktop.wait_for_url(re.compile("bbox="))
    settled(desktop)
    assert desktop.inner_text("h1") == "What's on in this area"
    assert 0 < counted(desktop) < before
    offer.wait_for(state="hidden")  # the map comes to rest a moment after the list


def test_going_back_shows_what_was_there_before(desktop, site):
    desktop.goto(site)
    before = titles(desktop)
    desktop.get_by_role("link", name="tomorrow").click()
    desktop.wait_for_url(re.compile("when=tomorrow"))
    settled(desktop)
    assert titles(desktop) != before
    desktop.go_back()
    desktop.wait_for_function("() => document.querySelector('.chip[aria-current]').textContent === 'any day'")
    assert titles(desktop) == before


def test_days_can_be_picked(desktop, site):
    desktop.goto(site)
    desktop.get_by_text("pick days").click()
    desktop.get_by_label("From").fill("2026-11-20")
    desktop.get_by_label("To", exact=True).fill("2026-11-21")
    desktop.get_by_role("button", name="Show").click()
    desktop.wait_for_url(re.compile("from=2026-11-20&to=2026-11-21"))
    settled(desktop)
    assert set(desktop.locator(".day > h2").all_inner_texts()) == {"Friday 20 November", "Saturday 21 November"}


def test_a_place_never_searched_streams_its_events_in(desktop, empty, sights):
    with served(empty) as address:
        desktop.goto(f"{address}/?lat={CENTRE[0]}&lon={CENTRE[1]}&radius=2000")
        desktop.wait_for_selector("#list article", timeout=90_000)
        first = len(titles(desktop))
        said = desktop.inner_text("[data-note]")
        assert re.fullmatch(r"\d+ organisations, \d+ pages read, \d+ events so far|Searched: .*", said)
        desktop.wait_for_function(
            "() => document.querySelector('[data-note]').textContent.startsWith('Searched')", timeout=90_000
        )
        settled(desktop)
        desktop.wait_for_function("(first) => document.querySelectorAll('#list article').length >= first", arg=first)
        mapped(desktop)  # the map asks for its places after the list has come


def test_the_last_results_are_there_without_a_connection(opened, settings):
    with opened(**PHONE) as page:
        with served(settings) as address:
            page.goto(address)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.goto(f"{address}/?when=tonight")
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            page.reload()
            before = titles(page)
        page.reload()
        page.wait_for_selector("[data-offline]:not([hidden])")
        assert titles(page) == before
        assert before
        page.complaints.clear()  # that there is no connection


def test_the_language_can_be_chosen(desktop, site, sights):
    desktop.goto(site + "/?when=tonight")
    desktop.get_by_role("link", name="日本語").click()
    desktop.wait_for_selector("html[lang=ja]")
    assert desktop.inner_text("h1") == "Seelhaven周辺のイベント"
    assert "when=tonight" in desktop.url
    assert desktop.locator(".when", has_text="今夜").count() >= 3
    mapped(desktop)
    sights.draw(desktop, "home-japanese")


def test_at_night_the_page_is_dark(opened, site, sights):
    with opened(**DESKTOP, color_scheme="dark") as page:
        page.goto(site)
        mapped(page)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 23, 27)"
        sights.draw(page, "home-dark")


def test_on_paper_the_list_is_all_there_is(desktop, site):
    desktop.goto(site)
    mapped(desktop)
    desktop.emulate_media(media="print")
    assert desktop.locator("#map").is_hidden()
    assert desktop.locator(".chips").is_hidden()
    assert desktop.locator("#list article").first.is_visible()


def test_tiles_are_loaded_under_the_policy_with_thanks_and_our_name(desktop, settings):
    """OpenStreetMap asks to be thanked and to be told who asks; the policy once forbade what Leaflet shows meanwhile."""
    asked = []

    def tile(route):
        asked.append(route.request.headers.get("referer", ""))
        route.fulfill(status=200, content_type="image/png", body=TILE)

    desktop.route("https://tile.openstreetmap.org/**", tile)
    with served(replace(settings, map_file="", map_credit="© OpenStreetMap contributors")) as address:
        desktop.goto(address)
        mapped(desktop)
        desktop.locator(".leaflet-control-zoom-in").click()
        desktop.wait_for_timeout(500)
        assert desktop.inner_text(".leaflet-control-attribution") == "© OpenStreetMap contributors"
    assert set(asked) == {f"{address}/"}
