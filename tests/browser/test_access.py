"""Keyboard and screen reader first: axe finds nothing on any page, and everything can be reached without a mouse."""

from __future__ import annotations

import re

import pytest
from helm import AXE, DESKTOP, PHONE, mapped, settled, violations

PAGES = ["/", "/?when=tonight", "/?q=nothingatall", "/?place=%2B%2B", "/calendar", "/deals", "/sources", "/about",
         "/account/sign-in", "/account/sign-up"]  # fmt: skip


@pytest.fixture(autouse=True)
def _axe(missing):
    if not AXE.is_file():
        missing("axe-core is not installed (make setup installs it)")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened, site, path, scheme):
    with opened(**DESKTOP, color_scheme=scheme) as page:
        answer = page.goto(site + path)
        if answer.status == 404:
            page.complaints.clear()
            pytest.skip(f"There is no page {path} here.")
        if page.locator("#map").count():
            page.wait_for_selector("#map[data-count]", state="attached")
        assert violations(page) == []


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_axe_finds_nothing_on_a_phone_in_any_language(opened, site, language):
    with opened(**PHONE | {"locale": language}) as page:
        page.goto(site)
        assert violations(page) == []
        page.locator("#tab-map").tap()
        mapped(page)
        page.locator(".pin.is-place").first.dispatch_event("click")
        page.wait_for_selector(".pin-card")
        page.wait_for_timeout(800)  # until the map has made room for it
        assert violations(page, but=[".leaflet-marker-pane"]) == []  # pins that it covers: WCAG lets maps do that


def test_axe_finds_nothing_on_an_event(opened, desktop, site):
    desktop.goto(f"{site}/?q=gezeiten")
    path = desktop.locator("#list article h3 a").first.get_attribute("href")
    with opened(**PHONE) as page:
        page.goto(site + path)
        page.wait_for_selector(".place-map .ground", state="attached")
        assert violations(page) == []


def test_all_can_be_done_by_keyboard(desktop, site):
    desktop.goto(site)
    mapped(desktop)
    desktop.keyboard.press("Tab")
    assert desktop.evaluate("document.activeElement.className") == "skip"
    desktop.keyboard.press("Enter")
    assert desktop.evaluate("location.hash") == "#main"
    desktop.focus("[name=place]")
    desktop.keyboard.press("Tab")
    assert desktop.evaluate("document.activeElement.name") == "q"
    chip = desktop.get_by_role("link", name="tonight", exact=True)
    chip.focus()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(re.compile("when=tonight"))
    settled(desktop)
    assert desktop.evaluate("document.activeElement.textContent") == "tonight"
    assert re.fullmatch(r"\d+ events and deals", desktop.inner_text("[data-live]"))


def test_pins_open_and_close_by_keyboard(desktop, site):
    desktop.goto(site)
    mapped(desktop)
    pin = desktop.locator(".pin.is-place").first
    label = pin.get_attribute("aria-label")
    pin.focus()
    desktop.keyboard.press("Enter")
    desktop.wait_for_selector(".pin-card")
    assert desktop.evaluate("document.activeElement.closest('.pin-card') !== null")
    desktop.keyboard.press("Escape")
    desktop.wait_for_selector(".pin-card", state="detached")
    desktop.wait_for_function("label => document.activeElement.getAttribute('aria-label') === label", arg=label)


def test_the_tabs_of_a_phone_follow_the_arrows(phone, site):
    phone.goto(site)
    phone.focus("#tab-list")
    phone.keyboard.press("ArrowRight")
    assert phone.evaluate("document.activeElement.id") == "tab-map"
    assert phone.locator("#map").is_visible()
    assert phone.get_attribute("#tab-map", "aria-selected") == "true"
    phone.keyboard.press("ArrowLeft")
    assert phone.locator("#list").is_visible()


def test_nothing_is_wider_than_a_narrow_phone(opened, site):
    with opened(**PHONE | {"viewport": {"width": 320, "height": 640}}) as page:
        for path in ("/", "/?when=tonight"):
            page.goto(site + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
