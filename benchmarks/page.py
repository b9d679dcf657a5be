"""Measure what the whole way of one page costs beside the bare parse it stands on, stage by stage.

Every page of the corpora goes the way that `extract` goes, with a clock at the door of every room; right after it,
the bare parse of the same bytes, and `trafilatura.extract` where it is installed. The figure is CPU time and the best
round of each page; every round begins without what the texts of the one before left in caches. Then growth, on pages
made here: ten times the records may cost at most twelve times as much.

    python benchmarks/page.py
    python benchmarks/page.py --quick --finder locky

Trafilatura is no part of the project. To have it beside, give it an environment of its own:

    python -m venv ../beside
    ../beside/bin/pip install . trafilatura lxml_html_clean
    ../beside/bin/python benchmarks/page.py

Quote the ratios of one run, never milliseconds of two. Exit 1 where a page grows faster than it may.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from importlib import import_module
from pathlib import Path
from statistics import fmean, median
from time import process_time_ns
from typing import Any

import turbohtml

from eventlocky import annotate as annotate_room
from eventlocky import classify, extract, fields, page, records
from eventlocky.dates import lexer
from eventlocky.errors import EventlockyError
from eventlocky.settings import Settings

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
"""Where the corpora lie beside a checkout; a fresh clone has none."""

COULD_NOT_RUN = 3
MOST_GROWTH = 12.0
"""What a page of ten times the records may cost, in pages of the records once."""

LARGE_CACHE = 1_000
"""A cache of so many entries remembers texts of pages; smaller ones and boundless ones hold models and words."""

TODAY = date(2026, 11, 16)
STAGES = ("parse", "annotate", "find", "label", "read")
Times = dict[str, int]
Work = Callable[..., Any]


class Clock:
    """Adds up the nanoseconds that are spent in each stage of one page."""

    def __init__(self) -> None:
        self.spent: Times = dict.fromkeys(STAGES, 0)

    def around(self, stage: str, work: Work) -> Work:
        """Return the same work with the clock running."""

        def timed(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the work has them
            begin = process_time_ns()
            try:
                return work(*arguments, **options)
            finally:
                self.spent[stage] += process_time_ns() - begin

        return timed

    def around_verb(self, stage: str, get: Work) -> Work:
        """Return what gets a finder or classifier, with the clock running in its one verb."""
        return lambda *arguments, **options: Timed(self, stage, get(*arguments, **options))


class Timed:
    """A finder or classifier, with the clock at its verb; all else is its own."""

    def __init__(self, clock: Clock, verb: str, worker: object) -> None:
        self._worker = worker
        setattr(self, verb, clock.around(verb, getattr(worker, verb)))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the worker has it
        return getattr(self._worker, name)


@contextmanager
def doors(clock: Clock) -> Iterator[None]:
    """Put the clock at the doors through which `extract` goes, whatever order it goes in."""
    rooms: tuple[tuple[Any, str, Work], ...] = (
        (page, "parse", clock.around("parse", page.parse)),
        (annotate_room, "annotate", clock.around("annotate", annotate_room.annotate)),
        (records, "get", clock.around_verb("find", records.get)),
        (classify, "get", clock.around_verb("label", classify.get)),
        (fields, "read", clock.around("read", fields.read)),
    )
    kept = [getattr(room, name) for room, name, _ in rooms]
    for room, name, timed in rooms:
        setattr(room, name, timed)
    try:
        yield
    finally:
        for (room, name, _), work in zip(rooms, kept, strict=True):
            setattr(room, name, work)


def read_page(body: bytes, settings: Settings) -> Times:
    """Read one page and return what each stage took, the whole, and the bare parse of the same bytes."""
    clock = Clock()
    with doors(clock):
        begin = process_time_ns()
        with suppress(EventlockyError):
            extract(body, "https://example.org/", fetched=TODAY, settings=settings)
        whole = process_time_ns() - begin
    begin = process_time_ns()
    turbohtml.parse(body)
    return {**clock.spent, "whole": whole, "bare": process_time_ns() - begin}


def measure(bodies: Sequence[bytes], settings: Settings, rounds: int) -> list[Times]:
    """Return, for every page, the times of the round in which the whole was fastest, and the fastest bare parse."""
    best: list[Times] = [{} for _ in bodies]
    for _ in range(rounds):
        forget()
        for number, body in enumerate(bodies):
            times = read_page(body, settings)
            bare = min(times["bare"], best[number].get("bare", times["bare"]))
            if not best[number] or times["whole"] < best[number]["whole"]:
                best[number] = times
            best[number]["bare"] = bare
    return best


def forget() -> None:
    """Empty the caches of texts, which no page that is read for the first time would find filled with its own."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("eventlocky"):
            for work in vars(module).values():
                if hasattr(work, "cache_clear") and (work.cache_parameters()["maxsize"] or 0) >= LARGE_CACHE:
                    work.cache_clear()
    lexer._known_chunks.cache_clear()  # noqa: SLF001 - the one table of texts that hides behind a cache of one entry


def measure_beside(bodies: Sequence[bytes]) -> tuple[str, list[int]] | None:
    """Return the version of trafilatura and what it takes for every page, or None where it is not installed."""
    try:
        beside = import_module("trafilatura")
    except ImportError:
        return None
    spent = []
    for body in bodies:
        begin = process_time_ns()
        beside.extract(body)
        spent.append(process_time_ns() - begin)
    return beside.__version__, spent


def cost_table(times: Sequence[Times], beside: tuple[str, list[int]] | None) -> str:
    """Write what every stage costs on the average, in milliseconds and in bare parses."""
    bare, whole = (sum(each[name] for each in times) for name in ("bare", "whole"))
    rest = [each["whole"] - sum(each[stage] for stage in STAGES) for each in times]
    ours = [*((stage, [each[stage] for each in times]) for stage in STAGES), ("the rest of `extract`", rest)]
    ours.append(("**whole way**", [each["whole"] for each in times]))
    lines = ["| stage | ms/page | bare parses | share | median of the pages' ratios |", "|---|---|---|---|---|"]

    def add(name: str, spent: Sequence[int], share: str = "–") -> None:
        middle = median(one / each["bare"] for one, each in zip(spent, times, strict=True))
        lines.append(f"| {name} | {fmean(spent) / 1e6:.2f} | {sum(spent) / bare:.1f} | {share} | {middle:.1f} |")

    add("bare `turbohtml.parse(body)`", [each["bare"] for each in times])
    for name, spent in ours:
        add(name, spent, f"{sum(spent) / whole:.0%}")
    if beside:
        add(f"beside it: `trafilatura.extract`, version {beside[0]}", beside[1])
    return "\n".join(lines)


def growth(settings: Settings, rounds: int) -> tuple[str, float]:
    """Write what pages of ten times the records cost in pages of the records once, and return the worst."""
    lines = ["| page | records | ×1 ms | ×10 ms | ratio |", "|---|---|---|---|---|"]
    worst = 0.0
    for name, make in PAGES.items():
        for count in (30, 300):
            small, large = (
                min(measure([make(count * times)], settings, 1)[0]["whole"] for _ in range(rounds)) for times in (1, 10)
            )
            worst = max(worst, large / small)
            lines.append(f"| {name} | {count} | {small / 1e6:.1f} | {large / 1e6:.1f} | {large / small:.1f} |")
    return "\n".join(lines), worst


# Pages made here ----------------------------------------------------------------------------------


def _repeated(begin: str, item: str, end: str) -> Callable[[int], bytes]:
    def make(count: int) -> bytes:
        items = "".join(item.format(number, number % 28 + 1, number % 12 + 1) for number in range(count))
        return f"<!doctype html><title>What is on</title><nav><a href=/>Home</a></nav>{begin}{items}{end}".encode()

    return make


PAGES: dict[str, Callable[[int], bytes]] = {
    "cards": _repeated(
        "<main>",
        '<div class="card"><img src="/{0}.jpg"><h3><a href="/{0}">Concert {0}</a></h3><p>{1} May 2026, 8 pm</p>'
        '<p class="venue">Hall {2}</p><p>€{2}.50</p></div>',
        "</main>",
    ),
    "table": _repeated(
        "<table><tr><th>Date<th>What<th>Where</tr>", "<tr><td>{1}.{2}.2026<td>Kurs {0}<td>Raum {2}</tr>", "</table>"
    ),
    "flat lines": _repeated("<p>", "{1} May 2026, 19:30<br><b>Lecture {0}</b><br>Room {2}<br><br>", "</p>"),
    "headed": _repeated("<div>", "<h4>{1} June 2026</h4><p><b>Talk {0}</b></p><p>Speaker {2}, Hall</p>", "</div>"),
}


def main(arguments: list[str] | None = None) -> int:
    """Print Markdown tables of what every stage costs and how the whole grows."""
    options = _options(arguments)
    files = sorted(options.corpora.glob("*/pages/*.html.gz"))
    if not files:
        message = f"There are no pages in {options.corpora}. Give the folder that holds <corpus>/pages/*.html.gz."
        print(message, file=sys.stderr)
        return COULD_NOT_RUN
    bodies = [gzip.decompress(file.read_bytes()) for file in files[:: 10 if options.quick else 1]]
    settings = Settings(finder=options.finder)
    extract("<p>1 May 2026", settings=settings)  # an unknown finder, and what the first page loads
    gc.collect()
    gc.freeze()  # what was loaded before is no cost of a page
    size = fmean(map(len, bodies)) / 1000
    print(f"{len(bodies)} pages, mean {size:.0f} kB, finder {options.finder}, best of {options.rounds} rounds\n")
    print(cost_table(measure(bodies, settings, options.rounds), measure_beside(bodies)))
    table, worst = growth(settings, options.rounds)
    print(f"\n{table}\n\nTen times the records cost up to {worst:.1f} times as much; the limit is {MOST_GROWTH:.0f}.")
    return 0 if worst <= MOST_GROWTH else 1


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="the folder of the corpora")
    parser.add_argument("--finder", default=Settings().finder, help="which algorithm finds the records")
    parser.add_argument("--rounds", type=int, default=3, help="how often every page is measured (default: 3)")
    parser.add_argument("--quick", action="store_true", help="every tenth page only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
