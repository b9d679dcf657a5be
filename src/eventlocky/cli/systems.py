"""`eventlocky systems`: the whole systems that can be used and measured by one name."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from eventlocky.systems import SYSTEMS

SUMMARY = "List the systems of the papers and our own, each a finder and a classifier that belong together."
EXAMPLE = "eventlocky systems --json"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--json", action="store_true", help="print everything about them as JSON")


def run(options: argparse.Namespace) -> int:
    """Print a line a system."""
    if options.json:
        print(json.dumps([asdict(system) for system in SYSTEMS.values()], indent=1))
        return 0
    for system in SYSTEMS.values():
        print(f"{system.name:16} {system.summary}")
    return 0
