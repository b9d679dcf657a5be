"""`eventlocky kinds`: what can be looked for, and what words would tell it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eventlocky.cli import options as shared
from eventlocky.cli.progress import progress

SUMMARY = "List what can be looked for, or propose the words that tell a kind of record from others."
EXAMPLE = "eventlocky kinds learn --corpus ../shared/corpora/world/gold.jsonl --kind event"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    doings = parser.add_subparsers(metavar="learn", dest="what")
    learn = doings.add_parser("learn", help="propose expressions, as TOML, from pages with gold")
    learn.add_argument(
        "--corpus", type=Path, action="extend", nargs="+", required=True, metavar="GOLD.jsonl", help="the corpora"
    )
    learn.add_argument("--kind", help="what to look for (default: event, or deal where all the gold is of deals)")
    learn.add_argument("--finder", help="which algorithm cuts the pages (default: the setting `finder`)")
    learn.add_argument("--most", type=shared.whole, default=20, metavar="N", help="words a list (default: 20)")


def run(options: argparse.Namespace) -> int:
    """List the kinds, or propose expressions."""
    return _run_learn(options) if options.what == "learn" else _run_list(options)


def _run_list(options: argparse.Namespace) -> int:
    from eventlocky import kinds

    folder = shared.settings_of(options).kinds_dir
    for name in kinds.names(folder):
        kind = kinds.load(name, folder)
        print(f"{name:12} {kind.summary}")
    return 0


def _run_learn(options: argparse.Namespace) -> int:
    """Print the expressions as TOML, and on standard error what they were learned from."""
    from eventlocky.cli.corpus import check_kind
    from eventlocky.evaluate import corpus, labels
    from eventlocky.kinds import learn

    settings = shared.settings_of(options)
    check_kind(options.kind or "event", settings)
    pages = [page for gold in options.corpus for page in corpus.load(gold, options.kind)]
    examples = [
        learn.Example(each.text, each.page.language, each.page.domain, each.is_one)
        for found in progress(labels.label_pages(pages, settings), total=len(pages), what="pages")
        for each in found
    ]
    ones = sum(each.is_one for each in examples)
    sites = len({each.site for each in examples})
    print(f"{len(examples):,} records of {sites} sites, {ones:,} of them of the kind.", file=sys.stderr)
    proposals = learn.learn(examples, most=options.most)
    print(learn.write(proposals), end="")
    return 0 if proposals else 1
