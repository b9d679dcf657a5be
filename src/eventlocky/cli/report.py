"""`eventlocky report`: how well the pages of corpora are read, as plots in one page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eventlocky.cli import options as shared
from eventlocky.cli.progress import progress

SUMMARY = "Read the pages of corpora and draw precision and recall by site, language and structure, sureness and times."
EXAMPLE = "eventlocky report --corpus ../shared/corpora/world/gold.jsonl --html report.html"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--corpus", type=Path, action="extend", nargs="+", required=True, metavar="GOLD.jsonl", help="the corpora"
    )
    parser.add_argument("--html", type=Path, required=True, metavar="FILE", help="where to write the page")
    parser.add_argument("--system", default="", help="a whole system by its name in place of the default: see systems")
    parser.add_argument(
        "--folds",
        type=shared.whole,
        default=1,
        metavar="N",
        help="leave sites out in N parts and train for each (default: 1, the model of the package)",
    )
    parser.add_argument("--sample", type=shared.whole, default=0, metavar="N", help="only N pages of every corpus")
    parser.add_argument("--scorer", type=Path, metavar="FILE", help="the scorer (default: ../bench/score.py there)")


def run(options: argparse.Namespace) -> int:
    """Read the pages, score them, draw."""
    from eventlocky.cli.texts import write
    from eventlocky.evaluate import corpus, extract, report, scorer, systems
    from eventlocky.settings import Settings

    judge = scorer.load(scorer.find(options.corpus, options.scorer))
    pages = systems.sample([page for gold in options.corpus for page in corpus.load(gold)], options.sample)
    system = systems.chosen([options.system])[0] if options.system else None
    pages = systems.pages_for(system, pages) if system else pages
    if not pages:
        print("eventlocky report: the corpora have no pages that can be read so.", file=sys.stderr)
        return 1
    if options.folds == 1:
        settings = Settings()
        found = extract.evaluate(pages, judge, lambda _fold, _others: settings, folds=1, system=options.system)
    elif system:
        found = systems.measure(system, pages, judge, folds=options.folds)
    else:
        found = extract.evaluate(pages, judge, extract.settings_for(Settings()), folds=options.folds)
    scored = list(progress(found, total=len(pages), what="pages"))
    how = "the models of the package, which may have learned from these sites"
    how = f"models trained without the sites that are read ({options.folds} parts)" if options.folds > 1 else how
    names = ", ".join(f"{gold.parent.name} ({scorer.fingerprint(gold)})" for gold in options.corpus)
    said = f"{len(scored)} pages of {names}, read by {options.system or 'the default system'} with {how}."
    write(options.html, report.write(scored, judge, said=said))
    return 0
