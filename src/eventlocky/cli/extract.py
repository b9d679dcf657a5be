"""`eventlocky extract`: the events of a page, or of every page of a corpus."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eventlocky.cli import options as shared

SUMMARY = "Print the events that a page announces."
EXAMPLE = "eventlocky extract https://example.org/calendar --format ics"
FORMATS = ("text", "json", "csv", "ics", "rss", "atom", "jsonfeed", "jsonld", "geojson")
"""What `eventlocky.formats` writes, named here so that the help need not load it."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("source", nargs="?", metavar="FILE|URL|-", help="a file, an address, or - for standard input")
    parser.add_argument("--url", help="the address of the page, for its relative links")
    parser.add_argument(
        "--fetched", type=shared.day, metavar="DATE", help="the day the page was fetched (default: today)"
    )
    shared.add_reading(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMATS, default="text", help="how to print them (text)")
    for name in ("json", "ics", "csv"):
        form.add_argument(
            f"--{name}", dest="format", action="store_const", const=name, help=f"the same as --format {name}"
        )
    corpus = parser.add_argument_group("a whole corpus")
    corpus.add_argument("--corpus", type=Path, metavar="GOLD.jsonl", help="read the pages that this file lists")
    corpus.add_argument("--out", type=Path, metavar="PREDICTED.jsonl", help="where to write what was found")
    corpus.add_argument("--jobs", type=shared.whole, default=1, metavar="N", help="how many processes read at once")


def run(options: argparse.Namespace) -> int:
    """Print the events of a page; with --corpus, write those of all its pages."""
    if why := shared.mixes(options):
        return shared.misused("extract", why)
    if options.corpus:
        if options.source or not options.out:
            return shared.misused("extract", "--corpus takes --out PREDICTED.jsonl and no page beside it.")
        from eventlocky.cli.corpus import run_corpus  # a single page does not need it

        settings = shared.settings_of(options)
        run_corpus(
            options.corpus,
            options.out,
            kind=options.kind,
            system=options.system,
            settings=settings,
            jobs=options.jobs,
        )
        return 0
    if not options.source or options.out:
        return shared.misused("extract", "give one FILE, URL or - ; or --corpus GOLD.jsonl with --out PREDICTED.jsonl.")
    from eventlocky import formats

    events = shared.read_source(options).events
    sys.stdout.write(formats.FORMATS[options.format](events))
    print(f"{len(events)} found.", file=sys.stderr)
    return 0 if events else 1
