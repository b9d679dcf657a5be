"""Measure the two HTML5 parsers the project can stand on: turbohtml and selectolax (Lexbor).

Every page of the corpora goes through both parsers, one right after the other, round after round, and
the order turns with each round: a busy machine then slows both alike. The figure is CPU time and takes
in freeing the tree. It answers which parser is cheaper, not which one is right; for that, and for what
hostile pages do, see docs/decisions/0002-html-parser.md.

    python benchmarks/parsers.py --rounds 9
    python benchmarks/parsers.py --no-trim

glibc gives freed memory back to the system and takes it again for the next page; the page faults fall on
whichever parser grows the heap. Early readings that put one parser at half the time of the other came from
that. `--no-trim` runs the measurement in a child process with trimming off (MALLOC_TRIM_THRESHOLD_,
MALLOC_MMAP_THRESHOLD_, MALLOC_TOP_PAD_); nothing is set in this process or beyond it. Measured in turns, the
ratios are the same with and without. Absolute figures move by a third or more with what else the machine
does: quote the ratio of two parsers from one run, never from two.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, median
from time import process_time_ns

import turbohtml
from selectolax.lexbor import LexborHTMLParser
from turbohtml import Element, Text

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
"""Where the corpora lie beside a checkout; a fresh clone has none."""

NO_TRIM = {
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
    "MALLOC_TOP_PAD_": str(64 << 20),
}
"""glibc reads these when a process starts: keep what is freed, map no block on its own, grow in large steps."""

COULD_NOT_RUN = 3


@dataclass(frozen=True, slots=True)
class Page:
    """One page in both forms that a parser may be handed."""

    body: bytes
    html: str


@dataclass(frozen=True, slots=True)
class Contestant:
    """One parser doing one task."""

    task: str
    parser: str
    run: Callable[[Page], object]


def main(arguments: list[str] | None = None) -> int:
    """Print a Markdown table of what every parser costs a page."""
    options = _options(arguments)
    if options.no_trim:
        return _without_trimming(options)
    pages = list(_pages(options.corpora))[: options.pages]
    if not pages:
        print(
            f"There are no pages in {options.corpora}. Give the folder that holds <corpus>/pages/*.html.gz.",
            file=sys.stderr,
        )
        return COULD_NOT_RUN
    size = fmean(len(page.body) for page in pages)
    names = ", ".join(f"{name} {version(name)}" for name in ("turbohtml", "selectolax"))
    print(f"{len(pages)} pages, mean {size / 1000:.0f} kB, {options.rounds} rounds, {names}\n")
    print(_table(measure(pages, options.rounds)))
    return 0


def measure(pages: list[Page], rounds: int) -> dict[Contestant, list[list[int]]]:
    """Return the nanoseconds of every contestant: a list a page, a number a round."""
    times: dict[Contestant, list[list[int]]] = {contestant: [[] for _ in pages] for contestant in CONTESTANTS}
    for turn in range(rounds):
        order = CONTESTANTS if turn % 2 == 0 else CONTESTANTS[::-1]
        for number, page in enumerate(pages):
            for contestant in order:
                begin = process_time_ns()
                contestant.run(page)
                times[contestant][number].append(process_time_ns() - begin)
    return times


# The tasks. Each drops its tree before it returns, so that freeing it is timed as well. -----------


def _turbohtml(markup: bytes | str) -> turbohtml.Document:
    """Parse as a crawler needs it: sniff the encoding, no source positions, templates stay templates."""
    return turbohtml.parse(markup, detect_encoding=True, positions=False, allow_declarative_shadow_roots=False)


def _selectolax(markup: bytes | str) -> LexborHTMLParser:
    return LexborHTMLParser(markup, encoding=True)


def _walk_turbohtml(page: Page) -> int:
    """Touch every node once: its tag or its text, and its parent."""
    nodes = 0
    for node in _turbohtml(page.body).descendants:
        kind = type(node)
        if kind is Element:
            node.tag  # type: ignore[attr-defined]  # noqa: B018 - reading it is what is timed
        elif kind is Text:
            node.data  # type: ignore[attr-defined]  # noqa: B018
        node.parent  # noqa: B018
        nodes += 1
    return nodes


def _walk_selectolax(page: Page) -> int:
    """Touch every node once: its tag or its text, and its parent."""
    nodes = 0
    root = _selectolax(page.body).root
    if root is None:
        return nodes
    for node in root.traverse(include_text=True):
        if node.tag == "-text":
            node.text_content  # noqa: B018
        node.parent  # noqa: B018
        nodes += 1
    return nodes


CONTESTANTS = (
    Contestant("parse bytes", "turbohtml", lambda page: _turbohtml(page.body)),
    Contestant("parse bytes", "selectolax", lambda page: _selectolax(page.body)),
    Contestant("parse str", "turbohtml", lambda page: _turbohtml(page.html)),
    Contestant("parse str", "selectolax", lambda page: _selectolax(page.html)),
    Contestant("parse bytes + walk", "turbohtml", _walk_turbohtml),
    Contestant("parse bytes + walk", "selectolax", _walk_selectolax),
)


# Around it ---------------------------------------------------------------------------------------


def _table(times: dict[Contestant, list[list[int]]]) -> str:
    """Write the mean over the pages of each page's best and median round."""
    best = {contestant: fmean(map(min, pages)) / 1e6 for contestant, pages in times.items()}
    usual = {contestant: fmean(map(median, pages)) / 1e6 for contestant, pages in times.items()}
    fastest = {one.task: min(best[other] for other in times if other.task == one.task) for one in times}
    lines = ["| task | parser | min ms/page | median ms/page | to the fastest |", "|---|---|---:|---:|---:|"]
    lines += [
        f"| {one.task} | {one.parser} | {best[one]:.3f} | {usual[one]:.3f} | {best[one] / fastest[one.task]:.2f} |"
        for one in times
    ]
    return "\n".join(lines)


def _pages(corpora: Path) -> Iterator[Page]:
    for path in sorted(corpora.glob("*/pages/*.html.gz")):
        body = gzip.decompress(path.read_bytes())
        yield Page(body, body.decode("utf-8", "replace"))


def _without_trimming(options: argparse.Namespace) -> int:
    """Run the same measurement in a child whose allocator keeps what is freed."""
    command = [sys.executable, __file__, "--corpora", str(options.corpora), "--rounds", str(options.rounds)]
    if options.pages is not None:
        command += ["--pages", str(options.pages)]
    return subprocess.run(command, env=os.environ | NO_TRIM, check=False).returncode  # noqa: S603 - ourselves


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure turbohtml and selectolax on the pages of the corpora.")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="folder of <corpus>/pages/*.html.gz")
    parser.add_argument("--rounds", type=int, default=7, help="how often every page is parsed (default 7)")
    parser.add_argument("--pages", type=int, default=None, help="only the first so many pages")
    parser.add_argument("--no-trim", action="store_true", help="measure with glibc's memory trimming off")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
