"""`eventlocky evaluate gate` and `evaluate compare`: nothing falls below its floor, and what a change does is shown."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from eventlocky.cli import options as shared
from eventlocky.errors import CorpusError

FLOORS = Path("tests/gate.json")
PAGES = Path("tests/pages")


def add(subjects: Any) -> None:
    """Add `gate` and `compare` to what can be measured."""
    gate = subjects.add_parser("gate", help="whether every figure is at least its floor; exit 1 where one is not")
    gate.add_argument("--floors", type=Path, default=FLOORS, metavar="FILE", help=f"the floors ({FLOORS})")
    gate.add_argument("--pages", type=Path, default=PAGES, metavar="FOLDER", help=f"the project's own pages ({PAGES})")
    gate.add_argument(
        "--shared", type=Path, default=Path("../shared"), metavar="FOLDER", help="the folder with corpora/ (../shared)"
    )
    gate.add_argument("--own", action="store_true", help="the project's own pages only, not the corpora")
    gate.add_argument("--raise", action="store_true", dest="is_raising", help="set the floors to what is measured now")
    gate.add_argument("--json", action="store_true", help="print the figures as JSON")
    compare = subjects.add_parser("compare", help="the pages that another revision of the code reads differently")
    compare.add_argument("revision", metavar="REV", help="a revision that git knows, such as main or HEAD~3")
    compare.add_argument(
        "--corpus", type=Path, action="extend", nargs="+", metavar="GOLD.jsonl", help="pages (default: the project's)"
    )
    compare.add_argument("--most", type=shared.whole, default=50, metavar="N", help="show at most N pages (50)")
    compare.add_argument("--json", action="store_true", help="print a JSON object a page")


def run_gate(options: argparse.Namespace) -> int:
    """Measure, compare with the floors, and say what fell."""
    from eventlocky.evaluate import gate

    measured = gate.own_suites(options.pages)
    if not options.own:
        measured += list(gate.corpus_suites(options.shared))
    if options.is_raising:
        try:
            before = gate.load(options.floors)
        except CorpusError:
            before = {"suites": {}, "lowered": []}
        gate.write(options.floors, gate.raised(measured, before))
        print(f"Written: {options.floors}", file=sys.stderr)
    floors = gate.load(options.floors)
    if options.json:
        print(json.dumps([asdict(one) for one in measured], indent=1))
    else:
        for one in measured:
            figures = ", ".join(f"{name} {value:.3f}" for name, value in one.figures.items())
            print(f"{one.suite:16} {one.pages:3} pages  {figures}")
    fallen = gate.check(measured, floors)
    for each in fallen:
        print(each, file=sys.stderr)
    print(f"{len(fallen)} below the floor." if fallen else "Nothing is below its floor.", file=sys.stderr)
    return 1 if fallen else 0


def run_compare(options: argparse.Namespace) -> int:
    """Print the pages whose answer changed; exit 1 where some did."""
    from eventlocky.evaluate import compare

    with tempfile.TemporaryDirectory(prefix="eventlocky-") as folder:
        golds = options.corpus or [compare.own_corpus(PAGES, Path(folder))]
        before, now = compare.read_both(Path.cwd(), options.revision, golds)
    changed = compare.changes(before, now)
    for one in changed[: options.most]:
        print(json.dumps(asdict(one), ensure_ascii=False) if options.json else one)
    if len(changed) > options.most:
        print(f"… and {len(changed) - options.most} more pages: see --most.", file=sys.stderr)
    print(f"{len(changed)} of {len(now)} pages are read differently.", file=sys.stderr)
    return 1 if changed else 0
