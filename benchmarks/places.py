"""What reading organisations costs: an answer of Overpass with 10,000 elements, and two sources merged.

    python benchmarks/places.py [--elements 10000] [--runs 5]

Each figure is the least of some runs, as a ratio to `json.loads` of the same answer in the same run, so that it means
the same on every machine. `growth` is the cost of ten times as many, merged, as a ratio: 10 is linear.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Sequence

from eventlocky.places import Circle, Organisations
from eventlocky.places.merge import merge
from eventlocky.places.overpass import organisations
from eventlocky.types import Organisation

CENTRE = (53.9, 11.4)
AREA = Circle(*CENTRE, 20_000)
KINDS = (("amenity", "cafe"), ("shop", "books"), ("tourism", "museum"), ("leisure", "park"), ("office", "association"))
NAMES = ("Café Müller", "Buchhandlung am Markt", "Kunsthaus", "Bürgerpark", "Förderverein Altes Haus", "喫茶 港")
MOST_GROWTH = 20.0
"""A merge that is linear in theory may cost so much more for ten times as many: tables outgrow the caches."""


def answer(count: int) -> bytes:
    """Write an answer of Overpass with so many elements, 140 on a square kilometre whatever their number."""
    wide = 0.1 * (count / 10_000) ** 0.5
    elements = [element(number, wide) for number in range(count)]
    return json.dumps({"version": 0.6, "elements": elements}, ensure_ascii=False).encode()


def element(number: int, wide: float) -> dict[str, object]:
    key, value = KINDS[number % len(KINDS)]
    tags = {
        "name": f"{NAMES[number % len(NAMES)]} {number}",
        key: value,
        "website": f"https://www.haus-{number}.example/start",
        "addr:street": "Am Markt",
        "addr:housenumber": str(number % 99),
        "addr:postcode": "23966",
        "addr:city": "Wismar",
        "opening_hours": "Mo-Fr 09:00-18:00",
        "wheelchair": "yes",
        "check_date": "2026-05-01",
    }
    lat = CENTRE[0] + number * 7919 % 10_007 / 10_007 * wide
    lon = CENTRE[1] + number * 104_729 % 10_009 / 10_009 * wide
    return {"type": "node", "id": number, "lat": lat, "lon": lon, "tags": tags}


def other_source(first: Sequence[Organisation]) -> list[Organisation]:
    """Make what another source would say of the same: names and places somewhat different."""
    return [
        Organisation(f"{one.name} GmbH", one.website, one.category, lat=(one.lat or 0.0) + 0.0002, lon=one.lon)
        for one in first
    ]


def least_s(work: Callable[[], object], runs: int) -> float:
    """Return the least time of the processor of some runs, without collecting garbage, as timeit does."""
    times = []
    for _ in range(runs):
        gc.collect()
        gc.disable()
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
        gc.enable()
    return min(times)


def measure(count: int, runs: int) -> dict[str, float]:
    """Return the ratios to `json.loads`, the seconds of that, and how many organisations were left of both sources."""
    body = answer(count)
    floor = least_s(lambda: json.loads(body), runs)
    elements = json.loads(body)["elements"]
    first = Organisations(tuple(organisations(elements, AREA))).all
    second = other_source(first)
    return {
        "json.loads, s": floor,
        "read": least_s(lambda: list(organisations(elements, AREA)), runs) / floor,
        "merge": least_s(lambda: merge([first, second]), runs) / floor,
        "merged": float(len(merge([first, second]))),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="What reading and merging organisations costs.")
    parser.add_argument("--elements", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args(arguments)
    small, large = measure(options.elements // 10, options.runs), measure(options.elements, options.runs)
    growth = large["merge"] * large["json.loads, s"] / (small["merge"] * small["json.loads, s"])
    print(f"| elements | json.loads | read them | merge two sources of them | left of {2 * options.elements:,} |")
    print("|---|---|---|---|---|")
    print(
        f"| {options.elements:,} | {1_000 * large['json.loads, s']:.0f} ms | {large['read']:.1f} times "
        f"| {large['merge']:.1f} times | {large['merged']:,.0f} |"
    )
    print(f"\nMerging ten times as many costs {growth:.1f} times as much.")
    return 0 if growth <= MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
