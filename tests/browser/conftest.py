"""One browser and one demo town for all: Debian's Chromium, driven by Playwright, on this machine alone."""

from __future__ import annotations

import asyncio
import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import system_parts

sys.path.insert(0, str(Path(__file__).parent))
from helm import DESKTOP, FLAGS, PHONE, TODAY, Sights, served

from eventlocky.demo.ground import geojson
from eventlocky.demo.server import TownServer
from eventlocky.demo.town import CENTRE, NAME
from eventlocky.near import visit_all
from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.web.look import BUILT


def pytest_collection_modifyitems(items):
    """Everything here needs a browser, and takes a while."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def town():
    with TownServer(TODAY, slow_s=0.05) as server:
        yield server


@pytest.fixture(scope="session")
def settings(town, tmp_path_factory):
    """The settings of the demo, with its town searched from end to end."""
    folder = tmp_path_factory.mktemp("town")
    (folder / "ground.geojson").write_text(geojson(), encoding="utf-8")
    (folder / "places.geojson").write_text(town.town.geojson(), encoding="utf-8")
    settings = Settings(
        store=str(folder / "town.sqlite"), allow_loopback=True, home_name=NAME, home_point=f"{CENTRE[0]}, {CENTRE[1]}",
        map_file=str(folder / "ground.geojson"), map_credit=f"{NAME}, drawn for this demo", places_cache="",
        places_file=str(folder / "places.geojson"), image_cache=str(folder / "images"), render="never",
        archive=str(folder / "archive"),
    )  # fmt: skip

    async def search():
        with Store(settings.store) as store:
            async for _ in visit_all(town.town.organisations(), store, settings, fetched=TODAY):
                pass

    asyncio.run(search())
    return settings


@pytest.fixture(scope="session")
def site(settings):
    """The address of the demo's pages."""
    with served(settings) as address:
        yield address


@pytest.fixture(scope="module")  # while it is open, its own loop runs, and no test elsewhere could run another
def browser(chromium, site, missing):
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed.")
    if not (BUILT / "names.json").is_file():
        missing("The client's scripts are not built (make setup builds them)")
    with playwright.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


def _went(page, goto, address, **wishes):
    """Go to a page, and wait until its scripts listen: a key pressed before is nobody's, on a slow machine."""
    answer = goto(address, **wishes)
    page.wait_for_function(
        "() => !document.querySelector('script[src]') || 'ready' in document.documentElement.dataset"
    )
    return answer


@contextmanager
def _opened(browser, **wishes):
    """Open a page; whatever it complains of on its console is a failure."""
    context = browser.new_context(**wishes)
    context.set_default_timeout(20_000)
    page = context.new_page()
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.complaints = complaints
    if wishes.get("java_script_enabled", True):
        page.goto = partial(_went, page, page.goto)
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def opened(browser):
    return lambda **wishes: _opened(browser, **wishes)


@pytest.fixture
def desktop(browser):
    with _opened(browser, **DESKTOP) as page:
        yield page


@pytest.fixture
def phone(browser):
    with _opened(browser, **PHONE) as page:
        yield page


@pytest.fixture
def sights(request, root):
    """Draws pictures for the documents, where that is asked for."""
    is_drawing = request.config.getoption("--screenshots")
    if is_drawing and system_parts.program("japanese") is None:
        pytest.fail("Without Japanese letters the pictures show boxes (tools/system_parts.py --install installs them).")
    return Sights(root / "docs" / "img", is_drawing=is_drawing)


@pytest.fixture
def empty(settings, tmp_path):
    """Settings of a server that knows nothing yet and may search a few sites of the town."""
    return replace(settings, store=str(tmp_path / "empty.sqlite"), near_max_sites=4, max_pages_per_site=3, readers=0)
