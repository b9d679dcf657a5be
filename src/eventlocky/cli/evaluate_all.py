"""`eventlocky evaluate all`: every experiment of the papers run again, results written for the documentation."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eventlocky.evaluate.runner import Done

SHARED = Path("../shared")
_MOST_SAID = 10
"""So many differences of an experiment are named, and all are counted."""


def add(subjects: Any) -> None:
    """Add `all` to what can be measured."""
    parser = subjects.add_parser("all", help="every table and figure of the papers, run again and written down")
    parser.add_argument(
        "--shared", type=Path, default=SHARED, metavar="FOLDER", help="the folder with corpora/ and bench/ (../shared)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("docs/evaluation"), metavar="FOLDER", help="where results go (docs/evaluation)"
    )
    parser.add_argument(
        "--only", action="extend", nargs="+", metavar="NAME", help="the experiments to run (default: all)"
    )
    parser.add_argument("--quick", action="store_true", help="few pages, few texts: to see that everything runs")
    parser.add_argument("--list", action="store_true", help="list the experiments and what is not run again")
    parser.add_argument("--render", action="store_true", help="only write the pages anew from the JSON in --out")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 where a number is not the one that lies in --out"
    )
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="one process, or one for each of two lanes")
    parser.add_argument(
        "--kept",
        type=Path,
        default=Path("build/evaluation"),
        metavar="FOLDER",
        help="what was computed is kept here (build/evaluation)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the experiments; exit 1 where one of them could not be run, or where a check finds another number."""
    from eventlocky.evaluate import experiments, results
    from eventlocky.evaluate.kept import Keeper
    from eventlocky.evaluate.runner import run_all

    wanted = experiments.chosen(options.only)
    if options.list:
        for one in wanted:
            print(f"{one.name:18} {one.paper}: {one.what}")
        for what, why in experiments.NOT_RUN:
            print(f"{'not run':18} {what}: {why}")
        return 0
    if options.render:
        print(f"{results.render(options.out)} pages written: {options.out}")
        return 0
    bench = experiments.Bench(options.shared, Keeper(options.kept), options.quick, _say)
    begun = time.monotonic()
    done = run_all(wanted, bench, options.out, jobs=options.jobs, is_check=options.check)
    failed = [one for one in done if one.problem]
    seconds = sum(one.seconds for one in done)
    clock = time.monotonic() - begun
    for each in done:
        print(
            f"{each.name:18} {each.seconds:8.0f} s of the processor {each.clock:8.0f} s by the clock  {_became(each)}"
        )
        for line in (each.changed or ())[:_MOST_SAID]:
            print(f"{'':18} {line}")
    print(
        f"{len(done) - len(failed)} of {len(done)} experiments run, {seconds:.0f} s of the processor with "
        f"what was kept, {clock:.0f} s by the clock: {options.out}"
    )
    is_same = all(one.changed == () for one in done)
    return 1 if failed or (options.check and not is_same) else 0


def _became(done: Done) -> str:
    """Return in a few words how an experiment stands beside what lay in the folder."""
    if done.problem:
        return "not run"
    if done.changed is None:
        return "nothing to compare with"
    return f"not as it was ({len(done.changed)})" if done.changed else "the same numbers"


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
