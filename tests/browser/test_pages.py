"""The pages about single things in a real browser: they fit every size, axe finds nothing, nothing loads from elsewhere."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from helm import AXE, DESKTOP, PHONE, TODAY, violations

from eventlocky.store import Query, Store

SIZES = {"phone": PHONE, "desktop": DESKTOP}


@pytest.fixture(scope="module")
def paths(settings):
    """The addresses of all pages, by the names of their pictures."""
    with Store(settings.store) as store:
        hits = store.search(Query(since=TODAY, limit=200)).hits
        shown = next(hit for hit in hits if hit.organisation == "The Granary Arts Centre" and hit.event.kind == "event")
        series = next(hit for hit in hits if hit.event.when.rrule)
        statement = store.get(shown.uid).statements[0].id
    return {
        "event": f"/events/{shown.uid}", "series": f"/events/{series.uid}", "said": f"/events/{shown.uid}/said/{statement}",
        "calendar": "/calendar", "week": "/calendar?week=2026-W47", "deals": "/deals", "sources": "/sources",
        "organisation": f"/organisation?site={quote(shown.website)}", "about": "/about",
    }  # fmt: skip


DRAWN = {"event": ("phone", "desktop"), "series": ("phone",), "said": ("desktop",), "calendar": ("phone", "desktop"),
         "week": ("desktop",), "deals": ("desktop",), "sources": ("desktop",), "organisation": ("phone",),
         "about": ("desktop",)}  # fmt: skip
"""The pages, and the sizes at which the documents show them."""

NAMES = list(DRAWN)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_is_accessible_and_asks_nobody_else(opened, site, paths, sights, name, size, missing):
    if not AXE.is_file():
        missing("axe-core is not installed (make setup installs it)")
    with opened(**SIZES[size]) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        assert page.goto(site + paths[name]).status == 200
        page.wait_for_load_state("networkidle")
        width = SIZES[size]["viewport"]["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
        assert [url for url in asked if not url.startswith((site, "data:"))] == []
        if size in DRAWN[name]:
            sights.draw(page, f"{name}-{size}")


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_in_the_dark_and_in_japanese(opened, site, paths, name, missing):
    if not AXE.is_file():
        missing("axe-core is not installed (make setup installs it)")
    with opened(**DESKTOP | {"locale": "ja"}, color_scheme="dark") as page:
        page.goto(site + paths[name])
        assert violations(page) == []


def test_nothing_is_wider_than_a_narrow_phone(opened, site, paths):
    with opened(**PHONE | {"viewport": {"width": 320, "height": 640}}) as page:
        for path in paths.values():
            page.goto(site + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_the_stored_page_shows_the_words_in_its_frame(opened, site, paths):
    with opened(**DESKTOP) as page:
        page.goto(site + paths["said"])
        frame = page.frame_locator("iframe")
        assert frame.locator("#said-title").is_visible()
        colour = frame.locator("#said-title").evaluate("node => getComputedStyle(node).boxShadow")
        assert colour != "none"  # our style sheet is loaded in the sandbox


def test_calendars_and_sharing_open_without_scripts(opened, site, paths):
    with opened(**PHONE, java_script_enabled=False) as page:
        page.goto(site + paths["event"])
        page.get_by_text("Add to calendar").click()
        file = page.get_by_role("link", name="Calendar file")
        assert file.is_visible()
        with page.expect_download() as download:
            file.click()
        assert download.value.suggested_filename == "event.ics"
        page.get_by_text("Share", exact=True).click()
        assert page.get_by_label("Address of this page").is_visible()


def test_on_a_phone_what_opens_lies_before_the_map_and_within_the_page(opened, site, paths):
    """It lay behind the map, once that was drawn: nobody with a phone could take an event along."""
    with opened(**PHONE) as page:
        page.goto(site + paths["event"])
        page.wait_for_selector(".place-map .ground", state="attached")
        for what, offered in (("Add to calendar", "Outlook"), ("Share", "E-mail")):
            page.get_by_text(what, exact=True).tap()
            link = page.get_by_role("link", name=offered)
            link.tap(trial=True)  # it would get the tap, and not what lies before it
            box = link.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_what_opens_closes_with_escape(opened, site, paths):
    with opened(**DESKTOP) as page:
        page.goto(site + paths["event"])
        page.get_by_text("Add to calendar").click()
        offered = page.get_by_role("link", name="Google Calendar")
        offered.wait_for()
        page.keyboard.press("Escape")
        offered.wait_for(state="hidden")


def test_a_month_can_be_walked_through_by_keyboard(opened, site):
    with opened(**DESKTOP) as page:
        page.goto(f"{site}/calendar")
        page.get_by_role("link", name="Month after").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/calendar?month=2026-12*")
        assert page.get_by_role("heading", level=1).inner_text() == "December 2026"


def test_an_error_is_a_page_that_leads_on(opened, site, missing):
    if not AXE.is_file():
        missing("axe-core is not installed (make setup installs it)")
    with opened(**PHONE) as page:
        assert page.goto(f"{site}/nothing").status == 404
        page.complaints.clear()  # the browser notes the status
        assert violations(page) == []
        page.get_by_role("searchbox").fill("brass")
        page.get_by_role("button", name="Search").click()
        page.wait_for_url("**/?q=brass*")
