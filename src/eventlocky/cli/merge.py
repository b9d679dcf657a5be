"""`eventlocky merge`: two events of the store become one."""

from __future__ import annotations

import argparse

from eventlocky.cli.search import add_store, store_path

SUMMARY = "Make two events of the store one, with the sources of both; unmerge undoes it."
EXAMPLE = "eventlocky merge 0123@eventlocky 4567@eventlocky"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("uid", help="an event, as search --json names it")
    parser.add_argument("other", help="the other event")
    add_store(parser)


def run(options: argparse.Namespace) -> int:
    """Merge, and print the uid that stays."""
    from eventlocky.store import Store

    with Store(store_path(options)) as store:
        print(store.merge(options.uid, options.other))
    return 0
