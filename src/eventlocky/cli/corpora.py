"""`eventlocky corpus`: pages saved with our answer, corrected by a person, made gold: how a benchmark grows."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eventlocky.cli import options as shared

SUMMARY = "Save a page with its present answer for a person to correct, and take corrected ones as gold."
EXAMPLE = "eventlocky corpus add https://example.org/calendar --to my-corpus"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parts = parser.add_subparsers(metavar="add|accept", required=True, dest="part")
    new = parts.add_parser("add", help="save a page with its present answer as a draft")
    new.add_argument("source", metavar="URL|FILE", help="the address or the file of a page")
    new.add_argument("--url", help="the address of a page that comes from a file")
    new.add_argument("--fetched", type=shared.day, metavar="DATE", help="the day it was fetched (default: today)")
    new.add_argument("--kind", default="event", help="what to look for: event, talk, deal, or a TOML file")
    new.add_argument("--id", default="", help="the name of the page (default: made of its address)")
    accept = parts.add_parser("accept", help="take corrected drafts as gold")
    accept.add_argument("ids", nargs="+", metavar="ID", help="the ids of the drafts")
    for each in (new, accept):
        each.add_argument("--to", type=Path, default=Path("corpus"), metavar="FOLDER", help="the corpus (corpus)")


def run(options: argparse.Namespace) -> int:
    """Save a page, or take drafts as gold."""
    from eventlocky.evaluate import grow

    if options.part == "accept":
        pages = 0
        for name in options.ids:
            pages = grow.accept(options.to, name)
        print(f"{options.to / 'gold.jsonl'} has {pages} pages.", file=sys.stderr)
        return 0
    if options.id and options.id != Path(options.id).name:
        return shared.misused("corpus add", "--id must be a file name.")
    settings = shared.settings_of(options)
    page = shared.get_page(options.source, options.url, options.fetched, settings)
    draft = grow.add(page, options.to, settings, kind=options.kind, name=options.id)
    print(draft)
    print(f"Look at {draft.with_suffix('.html')}, correct {draft}, then: ", end="", file=sys.stderr)
    print(f"eventlocky corpus accept {draft.stem} --to {options.to}", file=sys.stderr)
    return 0
