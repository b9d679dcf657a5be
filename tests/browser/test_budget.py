"""What a page may cost: measured in the browser, with the processor slowed down four times.

What the page's own thread needs of the processor is held to the budget everywhere; the clock, the best of a few tries,
only where `--clock` says that the machine is quiet, for it measures everybody who shares it.
"""

from __future__ import annotations

import gzip
import json
import re

import pytest
from helm import DESKTOP, PHONE, mapped, settled, traced

from eventlocky.web.look import BUILT, STATIC

pytestmark = pytest.mark.alone
SLOW = 4
TRIES = 3
FIRST_PAINT_MS = 1_000
INTERACTION_MS = 100
FRAME_MS = 50
FIRST_VIEW_BYTES = 150_000


@pytest.fixture
def by_clock(request):
    return request.config.getoption("--clock")


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
def test_the_first_paint_comes_within_a_second(opened, site, size, by_clock):
    clocks, spent = [], []
    for _ in range(TRIES):
        with opened(**size) as page:  # nothing is known of the page yet
            slowed(page)
            with traced(page) as tasks:
                page.goto(site)
                page.wait_for_timeout(500)
            clocks.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        begun = next(task.at for task in tasks if task.name == "ParseHTML")
        painted = next(task.at for task in tasks if task.name == "firstContentfulPaint" and task.at > begun)
        spent.append(sum(task.spent for task in tasks if task.name == "task" and begun - 100_000 < task.at < painted))
        if min(spent) < FIRST_PAINT_MS and (min(clocks) < FIRST_PAINT_MS or not by_clock):
            break
    print(f"first contentful paint: {min(spent):.0f} ms of the processor, {min(clocks):.0f} ms by the clock")
    assert min(spent) < FIRST_PAINT_MS
    assert min(clocks) < FIRST_PAINT_MS or not by_clock


def test_a_tap_is_answered_within_a_tenth_of_a_second(opened, site, by_clock):
    with opened(**PHONE) as page:
        page.goto(site)
        page.wait_for_load_state("networkidle")
        slowed(page)
        clocks, spent = [], []
        for name in TRIES * ("tonight", "tomorrow", "today", "any day"):
            with traced(page) as tasks:
                page.get_by_role("link", name=name, exact=True).tap()
                settled(page)
                page.wait_for_timeout(300)
            tapped = next(task for task in tasks if task.name == "click")
            painted = next(task for task in tasks if task.name in {"Paint", "Commit"} and task.at > tapped.at)
            clocks.append(painted.at + painted.clock - tapped.at)
            spent.append(
                sum(task.spent for task in tasks if task.name == "task" and tapped.at - 5 < task.at <= painted.at)
            )
            if name == "any day" and min(spent) < INTERACTION_MS and (min(clocks) < INTERACTION_MS or not by_clock):
                break
        swapped = max(task.spent for task in tasks if task.name == "task")
        print(
            f"from tap to paint {min(spent):.0f} ms of the processor, {min(clocks):.0f} ms by the clock; the answer {swapped:.0f} ms"
        )
        assert min(spent) < INTERACTION_MS
        assert min(clocks) < INTERACTION_MS or not by_clock


FRAMES = """() => { const gaps = []; let last = 0; window.gaps = gaps; const step = (now) => { if (last) gaps.push(now - last);
  last = now; window.frame = requestAnimationFrame(step); }; window.frame = requestAnimationFrame(step); }"""


def test_ten_thousand_places_move_without_a_slow_frame(opened, site, by_clock):
    places = [
        {"lat": 53.9 + number // 100 * 0.002, "lon": 11.0 + number % 100 * 0.003, "name": f"Place {number}", "sort": "amusement",
         "events": [{"id": f"{number}", "title": f"Event {number}", "when": "tonight 19:30"}]}
        for number in range(10_000)
    ]  # fmt: skip
    answer = json.dumps({"centre": None, "places": places})
    with opened(**DESKTOP, service_workers="block") as page:  # the worker would ask for the places itself
        page.route(
            "**/map.json*", lambda route: route.fulfill(status=200, content_type="application/json", body=answer)
        )
        page.goto(site)
        mapped(page)
        page.wait_for_load_state("networkidle")
        counts = [int(text) for text in page.locator(".pin span").all_inner_texts()]
        assert sum(counts) == 10_000
        clocks, spent = [], []
        for way in (-1, 1, -1):
            page.evaluate(FRAMES)
            with traced(page) as tasks:
                drag(page, way)
            clocks.append(
                page.evaluate("() => { cancelAnimationFrame(window.frame); return Math.max(...window.gaps); }")
            )
            spent.append(max(task.spent for task in tasks if task.name == "task"))
        page.complaints.clear()  # that the worker was not let in
    print(
        f"slowest frame of 10,000 places: {max(spent):.0f} ms of the processor, {min(clocks):.0f} ms by the clock, {len(counts)} pins"
    )
    assert max(spent) < FRAME_MS
    assert min(clocks) < FRAME_MS or not by_clock


def drag(page, way):
    """Move the map as a hand does."""
    box = page.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(30):
        page.mouse.move(x + way * 8 * step, y + way * 4 * step)
    page.mouse.up()
    page.wait_for_timeout(600)


def test_what_is_built_has_no_map_of_its_source_and_asks_nobody_else(site):
    texts = [
        file.read_text(encoding="utf-8") for file in [*BUILT.glob("*.js"), *BUILT.glob("*.css"), STATIC / "style.css"]
    ]
    assert not [text for text in texts if "sourceMappingURL" in text]
    outside = {found for text in texts for found in re.findall(r"(?:import|fetch|url)\(['\"]?(https?:[^'\")]+)", text)}
    assert outside == set()
