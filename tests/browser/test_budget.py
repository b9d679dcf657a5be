"""What a page may cost: measured in the browser, with the processor slowed down four times.

Times are the best of a few tries: others use this machine too, and what is asked is what the page needs.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import re

import pytest
from helm import DESKTOP, PHONE, mapped, settled

from eventlocky.web.look import BUILT, STATIC

SLOW = 4
TRIES = 4
FIRST_PAINT_MS = 1_000
INTERACTION_MS = 100
FRAME_MS = 50
FIRST_VIEW_BYTES = 150_000


MOST_LOAD = 2.0
"""With more than so many others waiting for each processor, a clock measures them and not the page."""


@pytest.fixture
def quiet():
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load > MOST_LOAD * cores:
        pytest.skip(f"Others use this machine (load {load:.0f} on {cores} cores): times would say nothing of the page.")


def slowed(page):
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})


def test_the_first_view_is_small_with_the_map_and_without_it(desktop, site):
    weights = {}

    def weigh(answer):
        path = re.sub(r"^https?://[^/]+|\?.*", "", answer.url)
        if not path.startswith(("/image/", "/cover/")):
            weights[path] = len(gzip.compress(answer.body(), 9))

    desktop.on("response", lambda answer: weigh(answer) if answer.status == 200 else None)
    desktop.goto(site)
    mapped(desktop)
    desktop.wait_for_load_state("networkidle")
    late = {path for path in weights if path.startswith("/map") or "map-" in path}
    leaflet = max((path for path in weights if "/built/" in path), key=weights.get)
    first = sum(weight for path, weight in weights.items() if path not in late | {leaflet})
    print(f"first view {first:,} bytes gzipped, with the map {sum(weights.values()):,}")
    assert sum(weights.values()) < FIRST_VIEW_BYTES
    assert first < FIRST_VIEW_BYTES / 3


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_first_paint_comes_within_a_second(opened, site, size, quiet):
    times = []
    for _ in range(TRIES):
        with opened(**size) as page:  # nothing is known of the page yet
            slowed(page)
            page.goto(site)
            times.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        if min(times) < FIRST_PAINT_MS:
            break
    print(f"first contentful paint {min(times):.0f} ms, of {[round(each) for each in times]}")
    assert min(times) < FIRST_PAINT_MS


WATCH = """() => { window.spent = []; new PerformanceObserver((list) => { for (const each of list.getEntries())
  if (each.name === 'click') window.spent.push(each.duration); }).observe({type: 'event', durationThreshold: 16}); }"""


def test_a_tap_is_answered_within_a_tenth_of_a_second(opened, site, quiet):
    with opened(**PHONE) as page:
        slowed(page)
        page.goto(site)
        page.wait_for_load_state("networkidle")
        page.evaluate(WATCH)
        best = math.inf
        for name in ("tonight", "tomorrow", "today", "any day") * 2:
            page.get_by_role("link", name=name, exact=True).tap()
            settled(page)
            page.wait_for_timeout(300)
            spent = page.evaluate("window.spent.splice(0)")
            best = min(best, max(spent, default=16))
            if best < INTERACTION_MS:
                break
        print(f"from tap to paint {best:.0f} ms")
        assert best < INTERACTION_MS


FRAMES = """() => { const gaps = []; let last = 0; window.gaps = gaps; const step = (now) => { if (last) gaps.push(now - last);
  last = now; window.frame = requestAnimationFrame(step); }; window.frame = requestAnimationFrame(step); }"""


def test_ten_thousand_places_move_without_a_slow_frame(opened, site, quiet):
    with opened(**DESKTOP, service_workers="block") as page:  # the worker would ask for the places itself
        move_many(page, site)


def move_many(desktop, site):
    places = [
        {"lat": 53.9 + number // 100 * 0.002, "lon": 11.0 + number % 100 * 0.003, "name": f"Place {number}", "sort": "amusement",
         "events": [{"id": f"{number}", "title": f"Event {number}", "when": "tonight 19:30"}]}
        for number in range(10_000)
    ]  # fmt: skip
    answer = json.dumps({"centre": None, "places": places})
    desktop.route("**/map.json*", lambda route: route.fulfill(status=200, content_type="application/json", body=answer))
    desktop.goto(site)
    mapped(desktop)
    desktop.wait_for_load_state("networkidle")
    box = desktop.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    worst = []
    for number in range(TRIES + 2):
        way = 1 if number % 2 else -1
        desktop.evaluate(FRAMES)
        desktop.mouse.move(x, y)
        desktop.mouse.down()
        for step in range(30):
            desktop.mouse.move(x + way * 8 * step, y + way * 4 * step)
        desktop.mouse.up()
        desktop.wait_for_timeout(600)
        worst.append(desktop.evaluate("() => { cancelAnimationFrame(window.frame); return Math.max(...window.gaps); }"))
        if min(worst) < FRAME_MS:
            break
    counts = [int(text) for text in desktop.locator(".pin span").all_inner_texts()]
    print(
        f"slowest frame {min(worst):.0f} ms, of {[round(each) for each in worst]}, {len(counts)} pins for {sum(counts)} events"
    )
    assert 10 < len(counts) < 500
    assert min(worst) < FRAME_MS


def test_what_is_built_has_no_map_of_its_source_and_asks_nobody_else(site):
    texts = [
        file.read_text(encoding="utf-8") for file in [*BUILT.glob("*.js"), *BUILT.glob("*.css"), STATIC / "style.css"]
    ]
    assert not [text for text in texts if "sourceMappingURL" in text]
    outside = {found for text in texts for found in re.findall(r"(?:import|fetch|url)\(['\"]?(https?:[^'\")]+)", text)}
    assert outside == set()
