"""`eventlocky unmerge`: statements that were taken for one event and are not."""

from __future__ import annotations

import argparse

from eventlocky.cli import options as shared
from eventlocky.cli.search import add_store, store_path

SUMMARY = "Take statements out of an event that are about another one; they stay apart from then on."
EXAMPLE = "eventlocky unmerge 0123@eventlocky 17"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("uid", help="the event, as search --json names it")
    parser.add_argument(
        "statements", nargs="+", type=shared.whole, metavar="N", help="statements, as history shows them"
    )
    add_store(parser)


def run(options: argparse.Namespace) -> int:
    """Take them out, and print the uid of the event that they are from now on."""
    from eventlocky.store import Store

    with Store(store_path(options)) as store:
        print(store.unmerge(options.uid, options.statements))
    return 0
