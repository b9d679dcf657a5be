"""Measure what reading a page's own markup costs beside the bare parse, and how often it agrees with gold.

Every page of the corpora is parsed once; then the bare parse and every reading run one right after the other,
round after round, and the order turns with each round. The figure is CPU time, the best round of each page.
A tree is copied for every reading, so that nothing that was worked out before is used again. Where `extruct` is
installed, its readings stand beside ours (they parse the page themselves).

    python benchmarks/markup.py
    python benchmarks/markup.py --quick
    python benchmarks/markup.py --gold      (what is marked, and how much of it is right)

Quote the ratios of one run, never milliseconds of two.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from statistics import fmean, median
from time import process_time_ns
from typing import Any

import turbohtml

from eventlocky import markup, page
from eventlocky.markup import Marked
from eventlocky.page import Tree

SHARED = Path(__file__).resolve().parents[2] / "shared"
"""Where the corpora lie beside a checkout; a fresh clone has none."""

COULD_NOT_RUN = 3
LIMIT = 0.5
"""How many bare parses reading the marked events may cost."""

TODAY = date(2026, 11, 16)
BARE = "bare `turbohtml.parse(body)`"
READ = "`markup.read`"


@dataclass(frozen=True, slots=True)
class Input:
    """A page as its bytes, its text and its tree."""

    body: bytes
    text: str
    tree: Tree


_COLUMNS = (
    *("corpus", "pages", "with marked events", "by syntax", "marked events", "right", "precision on complete pages"),
    *("gold there", "recall there", "gold of the corpus", "recall", "time", "end", "place"),
)

Step = Callable[[Input], object]


def main(arguments: list[str] | None = None) -> int:
    """Print Markdown tables."""
    options = _options(arguments)
    pages = list(_pages(options.shared))
    if not pages:
        print(f"There are no pages in {options.shared}. Give the folder that holds corpora/.", file=sys.stderr)
        return COULD_NOT_RUN
    if options.gold:
        print(gold_table(options.shared, pages))
        return 0
    bodies = [body for _, _, body in pages][:: 10 if options.quick else 1]
    rounds = options.rounds or (3 if options.quick else 5)
    times = measure(bodies, rounds)
    print(f"{len(bodies)} pages, mean {fmean(map(len, bodies)) / 1000:.0f} kB, best of {rounds} rounds\n")
    print(cost_table(times))
    ratio = sum(times[READ]) / sum(times[BARE])
    print(f"\nReading the marked events costs {ratio:.2f} bare parses; the limit is {LIMIT:.1f}.")
    return 0 if ratio <= LIMIT else 1


# What it costs ------------------------------------------------------------------------------------


def steps() -> dict[str, Step]:
    """Return what is measured, by name."""
    ours: dict[str, Step] = {
        BARE: lambda given: turbohtml.parse(given.body),
        READ: lambda given: markup.read(given.tree, TODAY),
        "`markup.read`, rows of elements known": lambda given: markup.read(given.tree, TODAY),
        "`markup.facts`": lambda given: markup.facts(given.tree),
        "`markup.feeds`": lambda given: markup.feeds(given.tree),
        "`markup.times`": lambda given: markup.times(given.tree),
    }
    return ours | _extruct_steps()


def _extruct_steps() -> dict[str, Step]:
    if importlib.util.find_spec("extruct") is None:
        return {}
    extruct: Any = importlib.import_module("extruct")

    def reading(syntax: str) -> Step:
        return lambda given: extruct.extract(given.text, syntaxes=[syntax], errors="ignore")

    return {f"extruct, {syntax}": reading(syntax) for syntax in ("json-ld", "microdata", "rdfa", "microformat")}


def measure(bodies: list[bytes], rounds: int) -> dict[str, list[int]]:
    """Return the nanoseconds of the best round of every step: a number a page."""
    named = steps()
    best: dict[str, list[int]] = {name: [sys.maxsize] * len(bodies) for name in named}
    for number, body in enumerate(bodies):
        tree = page.parse(body, "https://town.example/")
        text = body.decode("utf-8", "replace")
        for turn in range(rounds):
            for name, step in list(named.items())[:: 1 if turn % 2 == 0 else -1]:
                given = Input(body, text, _copy(tree))
                if name.endswith("known"):
                    given.tree.select("html")
                begin = process_time_ns()
                step(given)
                best[name][number] = min(best[name][number], process_time_ns() - begin)
    return best


def _copy(tree: Tree) -> Tree:
    """Return a tree for which nothing has been worked out."""
    return Tree(*(getattr(tree, each.name) for each in fields(tree)))


def cost_table(times: dict[str, list[int]]) -> str:
    """Write what a page costs on the average and in the middle."""
    lines = ["| reading | ms/page | ratio to the bare parse | median of the pages' ratios |", "|---|---|---|---|"]
    for name, each in times.items():
        ratio = sum(each) / sum(times[BARE])
        middle = median(ours / theirs for ours, theirs in zip(each, times[BARE], strict=True))
        lines.append(f"| {name} | {fmean(each) / 1e6:.3f} | {ratio:.3f} | {middle:.3f} |")
    return "\n".join(lines)


# How much of it is right --------------------------------------------------------------------------


def gold_table(shared: Path, pages: list[tuple[str, dict[str, Any], bytes]]) -> str:
    """Write what the pages of every corpus mark, and how it agrees with gold, as the corpora's scorer counts."""
    score = _scorer(shared)
    lines = [
        f"| {' | '.join(_COLUMNS)} |",
        "|" + "---|" * len(_COLUMNS),
    ]
    for corpus in dict.fromkeys(name for name, _, _ in pages):
        counts: Counter[str] = Counter()
        syntaxes: Counter[str] = Counter()
        for _, gold, body in (each for each in pages if each[0] == corpus):
            found = markup.read(page.parse(body, gold["url"]), date.fromisoformat(gold["fetched"]))
            result = score.score_page(gold, [_row(marked) for marked in found])
            counts["pages"] += 1
            counts["all gold"] += result["gold"]
            if not found:
                continue
            syntaxes.update({marked.by for marked in found})
            counts += Counter({"with": 1, "marked": len(found), "right": result["right"], "gold": result["gold"]})
            if result["complete"]:
                counts += Counter({"whole": result["predicted"], "whole right": result["right"]})
            for name in ("time", "end", "location"):
                counts += Counter({name: result["field"][name][0], f"{name} seen": result["field"][name][1]})
        lines.append(_line(corpus, counts, syntaxes))
    return "\n".join(lines)


def _line(corpus: str, counts: Counter[str], syntaxes: Counter[str]) -> str:
    def part(right: str, seen: str) -> str:
        return f"{counts[right]}/{counts[seen]}" if counts[seen] else "–"

    by = ", ".join(f"{name} {number}" for name, number in syntaxes.most_common()) or "–"
    whole = part("whole right", "whole")
    fields_right = " | ".join(part(name, f"{name} seen") for name in ("time", "end", "location"))
    return (
        f"| {corpus} | {counts['pages']} | {counts['with']} | {by} | {counts['marked']} | {counts['right']} | {whole} "
        f"| {counts['gold']} | {part('right', 'gold')} | {counts['all gold']} | {part('right', 'all gold')} "
        f"| {fields_right} |"
    )


def _row(marked: Marked) -> dict[str, str | None]:
    event = marked.event
    where = " ".join(filter(None, (event.where.name, event.where.address)))
    start, end = (moment.isoformat()[:16] if moment else None for moment in (event.when.start, event.when.end))
    return {
        "title": event.title,
        "start": start,
        "end": end,
        "location": where,
        "url": event.link,
        "price": event.price.text,
    }


def _scorer(shared: Path) -> Any:  # noqa: ANN401 - a script beside the corpora
    spec = importlib.util.spec_from_file_location("score", shared / "bench" / "score.py")
    if spec is None or spec.loader is None:
        message = f"There is no bench/score.py in {shared}."
        raise FileNotFoundError(message)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _pages(shared: Path) -> Iterator[tuple[str, dict[str, Any], bytes]]:
    for path in sorted(shared.glob("corpora/*/gold.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            gold = json.loads(line)
            yield (
                path.parent.name,
                gold,
                gzip.decompress((path.parent / "pages" / f"{gold['id']}.html.gz").read_bytes()),
            )


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--shared", type=Path, default=SHARED, help="the folder that holds corpora/ and bench/")
    parser.add_argument("--rounds", type=int, help="how often every page is measured (5, or 3 with --quick)")
    parser.add_argument("--quick", action="store_true", help="every tenth page only")
    parser.add_argument("--gold", action="store_true", help="compare with gold instead of measuring time")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
