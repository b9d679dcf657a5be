"""`eventlocky evaluate`: the figures we quote, measured."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from eventlocky.cli import evaluate_all as everything
from eventlocky.cli import evaluate_deals as deals
from eventlocky.cli import evaluate_gate as gate
from eventlocky.cli import evaluate_systems as systems
from eventlocky.cli import options as shared
from eventlocky.cli import texts
from eventlocky.cli.progress import progress

if TYPE_CHECKING:
    from eventlocky.evaluate.corpus import GoldPage
    from eventlocky.evaluate.dates import Coverage
    from eventlocky.evaluate.extract import Result, Scored
    from eventlocky.evaluate.reliability import Judged
    from eventlocky.evaluate.scorer import Scorer
    from eventlocky.settings import Settings

SUMMARY = "Measure the figures we quote: how many days and events of a corpus are found, how well records are judged."
EXAMPLE = "eventlocky evaluate extract --corpus ../shared/corpora/civic/gold.jsonl --finder plain"

_FIELDS = ("time", "end", "location", "url", "price")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what can be measured, each with its options."""
    subjects = parser.add_subparsers(
        metavar="all|gate|compare|dates|extract|systems|classify|learning-curve|deals|rank",
        required=True,
        dest="what",
    )
    everything.add(subjects)
    gate.add(subjects)
    dates = subjects.add_parser("dates", help="how many of the days that pages say are found")
    extract = subjects.add_parser("extract", help="how many events finders find, a row a finder")
    for each in (dates, extract):
        each.add_argument(
            "--corpus", type=Path, action="extend", nargs="+", required=True, metavar="GOLD.jsonl", help="the corpora"
        )
        each.add_argument("--worst", type=int, default=0, metavar="N", help="name the N pages with the most mistakes")
    extract.add_argument(
        "--finder",
        action="extend",
        nargs="+",
        metavar="NAME",
        help="the finders to measure (default: all that need no rendered page)",
    )
    extract.add_argument("--dates", help="which reader finds the dates (default: the setting `dates`)")
    extract.add_argument("--kind", help="what to look for (default: event, or deal where all the gold is of deals)")
    extract.add_argument(
        "--folds", type=shared.whole, default=5, metavar="N", help="sites are left out in N parts (default: 5)"
    )
    extract.add_argument("--scorer", type=Path, metavar="FILE", help="the scorer (default: ../bench/score.py there)")
    extract.add_argument("--json", type=Path, metavar="FILE", help="write every figure and what made it as JSON")
    extract.add_argument(
        "--reliability", nargs="?", const="", metavar="FILE.svg", help="say what a confidence means, and draw it"
    )
    systems.add(subjects)
    texts.add(subjects)
    deals.add(subjects)


def run(options: argparse.Namespace) -> int:
    """Measure what the options name."""
    runs = {
        "all": everything.run,
        "gate": gate.run_gate,
        "compare": gate.run_compare,
        "dates": _run_dates,
        "extract": _run_extract,
        "systems": systems.run,
        "classify": texts.run_classify,
        "learning-curve": texts.run_curve,
        "deals": deals.run_deals,
        "rank": deals.run_rank,
    }
    return runs[options.what](options)


# Dates -----------------------------------------------------------------------------------------


def _run_dates(options: argparse.Namespace) -> int:
    """Print a line a corpus, and one for all."""
    from eventlocky.evaluate.dates import evaluate

    everything: list[Coverage] = []
    for gold in options.corpus:
        rows = list(progress(evaluate(gold), total=0, what=gold.parent.name))
        _print_dates(gold.parent.name, rows, options.worst)
        everything += rows
    if len(options.corpus) > 1:
        _print_dates("all", everything, 0)
    return 0


def _print_dates(name: str, rows: list[Coverage], worst: int) -> None:
    days, found, wrong = (sum(getattr(row, part) for row in rows) for part in ("days", "found", "wrong_year"))
    shares = found / max(1, days), wrong / max(1, days)
    print(f"{name:8} {found} of {days} days found ({shares[0]:.2%}), {wrong} with a wrong year ({shares[1]:.2%})")
    for row in sorted(rows, key=lambda row: row.found - row.days)[:worst]:
        print(f"         {row.days - row.found} of {row.days} missed, {row.wrong_year} by the year: {row.page}")


# Events ----------------------------------------------------------------------------------------


def _run_extract(options: argparse.Namespace) -> int:
    """Print a table with a row for every finder and corpus."""
    from eventlocky import records
    from eventlocky.evaluate import corpus, draws, extract, scorer

    settings = shared.settings_of(argparse.Namespace(dates=options.dates))
    file = scorer.find(options.corpus, options.scorer)
    judge = scorer.load(file)
    pages = [page for gold in options.corpus for page in corpus.load(gold, options.kind)]
    if not pages:
        print("eventlocky evaluate: the corpora have no pages.", file=sys.stderr)
        return 1
    finders = options.finder or [name for name in records.FINDERS if name not in records.DRAWN]
    for name in finders:
        records.get(name)  # an unknown one is said before the first page
    scored = {name: _read(pages, judge, replace(settings, finder=name), options.folds) for name in finders}
    rows = [row for name in finders for row in extract.results(scored[name], judge, name)]
    print_table(rows)
    for name in finders:
        _print_worst(name, scored[name], options.worst)
    curves = {name: [one for page in scored[name] for one in page.judged] for name in finders}
    if options.reliability is not None:
        _print_reliability(curves, options.reliability)
    if options.json:
        run = {
            "corpora": {str(gold): scorer.fingerprint(gold) for gold in options.corpus},
            "scorer": scorer.fingerprint(file),
            "folds": options.folds,
            "draws": draws.DRAWS,
            "seed": draws.SEED,
            "dates": settings.dates,
            "trained": sorted(set(finders) & extract.TRAINERS.keys()),
        }
        texts.write(options.json, json.dumps({"run": run, "results": [_plain(row) for row in rows]}, indent=1) + "\n")
    return 0


def _read(pages: list[GoldPage], scorer: Scorer, settings: Settings, folds: int) -> list[Scored]:
    from eventlocky.evaluate import extract

    found = extract.evaluate(pages, scorer, extract.settings_for(settings), folds=folds)
    scored = list(progress(found, total=len(pages), what=settings.finder))
    for one in scored:
        if one.error:
            print(f"{one.page.id}: {one.error}", file=sys.stderr)
    return scored


def print_table(rows: Sequence[Result]) -> None:
    """Print the results as a Markdown table: it reads well on a terminal, and goes into a document as it is."""
    names = ["corpus", "finder", "site_f1", "precision", "recall", "fooled_pages", *_FIELDS, "ms/page"]
    cells = [[row.corpus, row.finder, *_figures(row)] for row in rows]
    widths = [max(len(line[place]) for line in [names, *cells]) for place in range(len(names))]
    for line in [names, ["-" * width for width in widths], *cells]:
        print("| " + " | ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) + " |")


def _figures(row: Result) -> list[str]:
    summary = row.summary
    error = f" ± {row.site_f1_error:.3f}" if row.site_f1_error is not None else ""
    shares = ["precision", "recall", "fooled_pages", *(f"{name}_accuracy" for name in _FIELDS)]
    return [
        f"{_share(summary.get('site_f1'))}{error}",
        *(_share(summary.get(name)) for name in shares),
        f"{row.ms_per_page:.1f}",
    ]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _print_worst(finder: str, scored: Sequence[Scored], most: int) -> None:
    from eventlocky.evaluate.extract import worst

    for number, one in enumerate(worst(scored, most)):
        if number == 0:
            print(f"\nThe worst pages of {finder}:")
        score = one.score
        counts = f"{score['right']:4} right of {score['gold']:4} gold, {score['predicted']:4} predicted"
        print(f"{counts}  {one.page.corpus}/{one.page.id}{'' if score['complete'] else ' (gold not complete)'}")


def _print_reliability(curves: dict[str, list[Judged]], file: str) -> None:
    from eventlocky.evaluate import reliability

    for name, judged in curves.items():
        print(f"\nWhat a confidence of {name} means:\n{reliability.table(judged)}", end="")
    if file:
        texts.write(Path(file), reliability.plot(curves))


def _plain(row: Result) -> dict[str, object]:
    return {
        "corpus": row.corpus,
        "finder": row.finder,
        **row.summary,
        "site_f1_error": row.site_f1_error,
        "ms_per_page": round(row.ms_per_page, 3),
        "failed": row.failed,
    }
