"""`eventlocky train`: a model from labelled pages."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eventlocky.cli.progress import progress

SUMMARY = "Make a model from labelled pages, for the finder and classifier `best`."
EXAMPLE = "eventlocky train event --corpus ../shared/corpora/world/gold.jsonl --out event.npz"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("kind", help="the kind of record that the pages are labelled with, such as event")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, metavar="GOLD.jsonl", help="labelled pages")
    parser.add_argument("--out", type=Path, required=True, metavar="MODEL.npz", help="where to write the model")


def run(options: argparse.Namespace) -> int:
    """Read the pages, train, write the model and say what it is made of."""
    from eventlocky import kinds, models
    from eventlocky.evaluate import corpus
    from eventlocky.train import best, deals, pages

    kind = kinds.load(options.kind)
    print("Reading the pages …", file=sys.stderr)
    given = [page for gold in options.corpus for page in corpus.load(gold, kind.name)]
    shown = progress(given, total=len(given), what="pages")
    card = {"kind": kind.name, "corpora": sorted(gold.parent.name for gold in options.corpus)}
    if kind.anchor == "date":
        labelled = [pages.label(page.row, page.body(), kind) for page in shown]
        model = best.fit([*labelled, *pages.samples(kind)], card)
    else:
        lessons = [deals.read(page.row, page.body(), kind) for page in shown]
        model = deals.fit([*lessons, *deals.samples(kind)], card)
    models.save(model, options.out)
    print(f"Written: {options.out} ({options.out.stat().st_size // 1000} kB, {len(given)} pages)", file=sys.stderr)
    return 0
