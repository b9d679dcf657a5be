"""`eventlocky evaluate`: the figures we quote, measured."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eventlocky.evaluate.dates import Coverage

SUMMARY = "Measure the figures we quote: how many of the days of a corpus are found."
EXAMPLE = "eventlocky evaluate dates --corpus ../shared/corpora/civic/gold.jsonl"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("what", choices=["dates"], help="what to measure")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, metavar="GOLD.jsonl", help="the corpora")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N pages with the most misses")


def run(options: argparse.Namespace) -> int:
    """Print a line a corpus, and one for all."""
    from eventlocky.cli.progress import progress
    from eventlocky.evaluate.dates import evaluate

    everything: list[Coverage] = []
    for gold in options.corpus:
        rows = list(progress(evaluate(gold), total=0, what=gold.parent.name))
        _print(gold.parent.name, rows, options.worst)
        everything += rows
    if len(options.corpus) > 1:
        _print("all", everything, 0)
    return 0


def _print(name: str, rows: list[Coverage], worst: int) -> None:
    days, found, wrong = (sum(getattr(row, part) for row in rows) for part in ("days", "found", "wrong_year"))
    shares = found / max(1, days), wrong / max(1, days)
    print(f"{name:8} {found} of {days} days found ({shares[0]:.2%}), {wrong} with a wrong year ({shares[1]:.2%})")
    for row in sorted(rows, key=lambda row: row.found - row.days)[:worst]:
        print(f"         {row.days - row.found} of {row.days} missed, {row.wrong_year} by the year: {row.page}")
