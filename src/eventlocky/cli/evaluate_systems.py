"""`eventlocky evaluate systems`: every system of the papers and our own on the same pages, in one table."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eventlocky.cli import options as shared
from eventlocky.cli.progress import progress
from eventlocky.cli.texts import print_cells, write

if TYPE_CHECKING:
    from eventlocky.evaluate.systems import Measured


def add(subjects: Any) -> None:
    """Add `systems` to what can be measured."""
    parser = subjects.add_parser("systems", help="every system of the papers and our own on the same pages")
    parser.add_argument(
        "--corpus", type=Path, action="extend", nargs="+", required=True, metavar="GOLD.jsonl", help="the corpora"
    )
    parser.add_argument(
        "--system", action="extend", nargs="+", metavar="NAME", help="the systems to measure (default: all)"
    )
    parser.add_argument(
        "--folds", type=shared.whole, default=5, metavar="N", help="sites are left out in N parts (default: 5)"
    )
    parser.add_argument(
        "--sample", type=shared.whole, default=0, metavar="N", help="only N pages of every corpus, for a quick look"
    )
    parser.add_argument("--scorer", type=Path, metavar="FILE", help="the scorer (default: ../bench/score.py there)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure and what made it as JSON")


def run(options: argparse.Namespace) -> int:
    """Print a row for every system and corpus."""
    from eventlocky.evaluate import corpus, scorer, systems

    wanted = systems.chosen(options.system)
    file = scorer.find(options.corpus, options.scorer)
    judge = scorer.load(file)
    pages = systems.sample([page for gold in options.corpus for page in corpus.load(gold)], options.sample)
    if not pages:
        print("eventlocky evaluate: the corpora have no pages.", file=sys.stderr)
        return 1
    rows: list[Measured] = []
    for system in wanted:
        total = len(systems.pages_for(system, pages))
        found = systems.measure(system, pages, judge, folds=options.folds)
        scored = list(progress(found, total=total, what=system.name))
        for one in scored:
            if one.error:
                print(f"{system.name}, {one.page.id}: {one.error}", file=sys.stderr)
        rows += systems.table(system, scored, judge) if scored else []
        print(f"{system.name}: {len(scored)} pages read.", file=sys.stderr)
    print_rows(rows)
    if options.json:
        corpora = {str(gold): scorer.fingerprint(gold) for gold in options.corpus}
        made = {"corpora": corpora, "scorer": scorer.fingerprint(file), "folds": options.folds}
        results = [_plain(row) for row in rows]
        write(
            options.json,
            json.dumps({"run": made | {"sample": options.sample}, "results": results}, indent=1) + "\n",
        )
    return 0


def print_rows(rows: list[Measured]) -> None:
    """Print the results as a Markdown table, corpus by corpus."""
    cells = [
        ["corpus", "system", "site_f1", "precision", "recall", "fooled_pages", "ms/page", "parses", "learned from"]
    ]
    corpora = list(dict.fromkeys(row.result.corpus for row in rows))
    ordered = sorted(rows, key=lambda row: (row.result.corpus == "all", corpora.index(row.result.corpus)))
    cells += [[row.result.corpus, row.result.finder, *_figures(row), row.learned_from] for row in ordered]
    print_cells(cells)


def _figures(row: Measured) -> list[str]:
    result = row.result
    error = f" ± {result.site_f1_error:.3f}" if result.site_f1_error is not None else ""
    shares = [result.summary.get(name) for name in ("site_f1", "precision", "recall", "fooled_pages")]
    headline, *others = ["–" if share is None else f"{share:.3f}" for share in shares]
    return [f"{headline}{error}", *others, f"{result.ms_per_page:.1f}", f"{result.parses:.0f}"]


def _plain(row: Measured) -> dict[str, object]:
    result = row.result
    return {
        "corpus": result.corpus,
        "system": result.finder,
        **result.summary,
        "site_f1_error": result.site_f1_error,
        "ms_per_page": round(result.ms_per_page, 3),
        "parses": round(result.parses, 2),
        "learned_from": row.learned_from,
        "failed": result.failed,
    }
