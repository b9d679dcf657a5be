"""Measure what the tree of a page costs beside the bare parse it stands on.

Every page of the corpora goes through every step, one right after the other, round after round, and the
order turns with each round: a busy machine then slows all alike. The figure is CPU time, takes in freeing
the tree, and is the best round of each page. Each step does all that the ones above it do. Then two tables
of growth, on pages made here: a page of 32 times the size, or 100 times the depth, must cost no more per
byte and per node.

    python benchmarks/tree.py
    python benchmarks/tree.py --quick
    python benchmarks/tree.py --corpora ../shared/corpora --rounds 9

Quote the ratios of one run, never milliseconds of two.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, median
from time import process_time_ns

import turbohtml

from eventlocky import page
from eventlocky.page import Tree

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
"""Where the corpora lie beside a checkout; a fresh clone has none."""

COULD_NOT_RUN = 3
LIMIT = 5.0
"""How many bare parses the arrays and the shapes may cost."""

Step = Callable[[bytes], object]


# The steps. Each returns its tree, which is freed while the clock runs. -----------------------------


def bare(body: bytes) -> turbohtml.Document:
    return turbohtml.parse(body)


def bare_without_positions(body: bytes) -> turbohtml.Document:
    return turbohtml.parse(body, positions=False)


def arrays(body: bytes) -> Tree:
    return page.parse(body)


def with_shapes(body: bytes) -> Tree:
    tree = arrays(body)
    _ = tree.shapes
    return tree


def with_marks(body: bytes) -> Tree:
    tree = with_shapes(body)
    _ = tree.marks
    return tree


def with_everything(body: bytes) -> Tree:
    tree = with_marks(body)
    _ = tree.depths, tree.ordinals, tree.anchors, tree.offsets
    return tree


STEPS: dict[str, Step] = {
    "bare `turbohtml.parse(body)`": bare,
    "bare, without source positions": bare_without_positions,
    "Tree: the arrays": arrays,
    "+ shapes": with_shapes,
    "+ marks": with_marks,
    "+ depths, ordinals, anchors, offsets": with_everything,
}
BARE, STRICTER, *_ = STEPS


def main(arguments: list[str] | None = None) -> int:
    """Print Markdown tables of what every step costs and how it grows."""
    options = _options(arguments)
    bodies = _bodies(options.corpora)
    if not bodies:
        print(
            f"There are no pages in {options.corpora}. Give the folder that holds <corpus>/pages/*.html.gz.",
            file=sys.stderr,
        )
        return COULD_NOT_RUN
    if options.quick:
        bodies = bodies[::10]
    rounds = options.rounds or (3 if options.quick else 7)
    size = fmean(map(len, bodies)) / 1000
    print(f"{len(bodies)} pages, mean {size:.0f} kB, best of {rounds} rounds, turbohtml {version('turbohtml')}\n")
    times = measure(bodies, rounds)
    print(cost_table(times))
    print(f"\n{growth_table('page size', [(f'×{times}', _long(times)) for times in (1, 2, 4, 8, 16, 32)], rounds)}")
    depths = (1_000, 3_000, 10_000, 30_000, 100_000)
    print(f"\n{growth_table('depth', [(f'{depth:,}', _deep(depth)) for depth in depths], rounds)}")
    ratio = sum(times["+ shapes"]) / sum(times[BARE])
    print(f"\nArrays and shapes cost {ratio:.2f} bare parses; the limit is {LIMIT:.1f}.")
    return 0 if ratio <= LIMIT else 1


def measure(bodies: Sequence[bytes], rounds: int) -> dict[str, list[int]]:
    """Return the nanoseconds of the best round of every step: a number a page."""
    best: dict[str, list[int]] = {name: [sys.maxsize] * len(bodies) for name in STEPS}
    for turn in range(rounds):
        order = list(STEPS.items())[:: 1 if turn % 2 == 0 else -1]
        for number, body in enumerate(bodies):
            for name, step in order:
                best[name][number] = min(best[name][number], _time(step, body))
    return best


def _time(step: Step, body: bytes) -> int:
    begin = process_time_ns()
    step(body)
    return process_time_ns() - begin


def cost_table(times: dict[str, list[int]]) -> str:
    """Write what a page costs on the average, and beside both ways to call the parser."""
    lines = [
        "| step | ms/page | ratio to the bare parse | ratio without positions | median of the pages' ratios |",
        "|---|---|---|---|---|",
    ]
    for name, each in times.items():
        ratio, stricter = (sum(each) / sum(times[base]) for base in (BARE, STRICTER))
        middle = median(ours / theirs for ours, theirs in zip(each, times[BARE], strict=True))
        lines.append(f"| {name} | {fmean(each) / 1e6:.3f} | {ratio:.2f} | {stricter:.2f} | {middle:.2f} |")
    return "\n".join(lines)


def growth_table(what: str, bodies: Sequence[tuple[str, bytes]], rounds: int) -> str:
    """Write what larger and larger pages cost a byte and a node; the last two columns must stay flat."""
    lines = [f"| {what} | kB | nodes | bare ms | everything ms | ns/byte | ns/node |", "|---|---|---|---|---|---|---|"]
    for name, body in bodies:
        nodes = sum(1 for _ in turbohtml.parse(body, positions=False).descendants)
        bare_ns = min(_time(bare_without_positions, body) for _ in range(rounds))
        all_ns = min(_time(with_everything, body) for _ in range(rounds))
        lines.append(
            f"| {name} | {len(body) / 1000:,.0f} | {nodes:,} | {bare_ns / 1e6:.2f} | {all_ns / 1e6:.2f} "
            f"| {all_ns / len(body):.1f} | {all_ns / nodes:.0f} |",
        )
    return "\n".join(lines)


def _long(times: int) -> bytes:
    """Make a page of a hundred times so many events: 30 kB each."""
    card = """
      <li class="event card" id="event-{0}">
        <h3><a href="/events/{0}.html">Concert number {0}</a></h3>
        <p class="when"><time datetime="2026-05-03T20:00">Sunday, <b>3 May</b> 2026</time>, 8 pm</p>
        <p>Town hall<br>Market square 1 <span style="display:none">map</span></p>
      </li>"""
    cards = "".join(card.format(number) for number in range(100 * times))
    return f"<!DOCTYPE html><title>Events</title><nav><a href=/>Home</a></nav><main><ul>{cards}</ul></main>".encode()


def _deep(depth: int) -> bytes:
    """Make a page of so many elements, each in the one before."""
    return b"<!DOCTYPE html>" + b"<div>" * depth + b"8 pm" + b"</div>" * depth


def _bodies(corpora: Path) -> list[bytes]:
    return [gzip.decompress(path.read_bytes()) for path in sorted(corpora.glob("*/pages/*.html.gz"))]


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="the folder of the corpora")
    parser.add_argument("--rounds", type=int, help="how often every page is measured (7, or 3 with --quick)")
    parser.add_argument("--quick", action="store_true", help="every tenth page only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
