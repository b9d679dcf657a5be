"""`eventlocky restore`: a copy of the store put back."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eventlocky.cli import options as shared

SUMMARY = "Put a copy that `backup` has made back in the store's place."
EXAMPLE = "eventlocky restore backups/eventlocky-20261116T030000000000Z.sqlite --store town.sqlite"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("copy", type=Path, metavar="COPY", help="what `eventlocky backup` has written")
    parser.add_argument("--store", metavar="STORE", help="the store to put it in (default: the setting `store`)")
    parser.add_argument("--replace", action="store_true", help="replace what the store holds")


def run(options: argparse.Namespace) -> int:
    """Put the copy back."""
    from eventlocky.store.backup import restore

    store = options.store or shared.settings_of(options).store
    restore(options.copy, store, replace=options.replace)
    print("Restored.", file=sys.stderr)
    return 0
