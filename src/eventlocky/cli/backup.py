"""`eventlocky backup`: a copy of the store, while others use it."""

from __future__ import annotations

import argparse
from pathlib import Path

from eventlocky.cli import options as shared

SUMMARY = "Copy the store into a folder, checked and whole, while others use it."
EXAMPLE = "eventlocky backup --store town.sqlite --to backups/ --keep 7"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--store", metavar="STORE", help="the store to copy (default: the setting `store`)")
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where copies are kept")
    parser.add_argument("--keep", type=shared.whole, metavar="N", help="remove all but the N newest copies there")


def run(options: argparse.Namespace) -> int:
    """Copy the store and print where the copy is."""
    from eventlocky.store.backup import back_up

    store = options.store or shared.settings_of(options).store
    print(back_up(store, options.to, options.keep or 0))
    return 0
