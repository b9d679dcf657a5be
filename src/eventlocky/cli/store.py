"""`eventlocky store`: a store as a whole, copied from a file into a server."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

SUMMARY = "Copy a store from a SQLite file into a PostgreSQL server, and check that all of it is there."
EXAMPLE = "eventlocky store copy town.sqlite postgresql://eventlocky@localhost/town"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    copying = actions.add_parser(
        "copy", help=SUMMARY, description=f"{SUMMARY} Cut off, it goes on where it was.", epilog=f"Example: {EXAMPLE}"
    )
    copying.add_argument("source", metavar="FILE", help="the SQLite store, which stays as it is")
    copying.add_argument("target", metavar="SERVER", help="an empty database: postgresql://USER:PASSWORD@HOST/NAME")
    copying.add_argument("--json", action="store_true", help="print JSON, one object a table")


def run(options: argparse.Namespace) -> int:
    """Copy, and print a line a table: its rows, their digest, whether they were there already."""
    from eventlocky.database import shown
    from eventlocky.store.postgres.copying import copy  # needs an extra

    rows = 0
    for copied in copy(options.source, options.target):
        rows += copied.rows
        if options.json:
            print(json.dumps(asdict(copied)), flush=True)
        else:
            note = "there already" if copied.was_there else "copied"
            print(f"{copied.table:14} {copied.rows:10,}  {copied.digest}  {note}", flush=True)
    print(f"{rows:,} rows are the same in both. Use it with: --store {shown(options.target)}", file=sys.stderr)
    return 0
