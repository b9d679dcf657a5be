"""`eventlocky batch`: archives of the web read into Parquet data sets, on Dask."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eventlocky.cli import options as shared
from eventlocky.cli.progress import progress
from eventlocky.errors import MissingExtraError

if TYPE_CHECKING:
    from eventlocky.cluster.batch import Failed, Run
    from eventlocky.cluster.ledger import Done

SUMMARY = "Read archives of the web (WARC) into Parquet data sets of events, pages and errors, on Dask."
EXAMPLE = "eventlocky batch 'file:///archives/*.warc.gz' --out events/ --workers 4"

_MEGA = 1_000_000
_QUIET_S = 10.0
"""Where no terminal shows a bar, a line says how far it is, so often at the most."""
_NO, _COULD_NOT_RUN = 1, 3


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "archives", nargs="+", metavar="ARCHIVE", help="a .warc.gz or .warc file, a folder, file://… or s3://…, with *"
    )
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the data sets go: a folder, or s3://…")
    parser.add_argument(
        "--workers", type=_from_zero, metavar="N", help="processes on this machine (its cores); 0 works without Dask"
    )
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="a running Dask cluster: tcp://host:8786")
    parser.add_argument("--dashboard", default="127.0.0.1:8787", metavar="ADDRESS", help="where Dask shows its workers")
    parser.add_argument(
        "--piece", type=_above_zero, default=16.0, metavar="MB", help="an archive is shared in pieces of so much (16)"
    )
    parser.add_argument(
        "--page-seconds",
        type=_above_zero,
        default=20.0,
        metavar="S",
        help="the processor's time one page may take (20)",
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    shared.add_reading(parser)


def _from_zero(text: str) -> int:
    return 0 if text == "0" else shared.whole(text)


def _above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        message = f"{text!r} is not a number above 0."
        raise argparse.ArgumentTypeError(message)
    return number


def run(options: argparse.Namespace) -> int:
    """Read the archives; what is finished already is not done again."""
    if wrong := _misuse(options):
        return shared.misused("batch", wrong)
    try:
        from eventlocky.cluster import batch  # loads pyarrow
    except ImportError as error:
        what, extra = "Reading archives", "cluster"
        raise MissingExtraError(what, extra) from error
    from eventlocky.cluster.bounds import Task

    task = Task(options.kind, options.system, shared.settings_of(options), options.page_seconds)
    prepared = batch.prepare(options.archives, options.out, task, max(1, round(options.piece * _MEGA)))
    tally = _Tally()
    for done in prepared.before:
        tally.add(done)
    before = len(prepared.before)
    print(f"{len(prepared.pieces)} pieces, {before} of them done before.", file=sys.stderr)
    begun = time.monotonic()
    for outcome in progress(_outcomes(prepared, options), total=len(prepared.waiting), what="pieces"):
        if isinstance(outcome, batch.Failed):
            tally.failed += 1
            print(f"{outcome.piece}: {outcome.message}", file=sys.stderr)
        else:
            tally.add(outcome)
        tally.tell(len(prepared.pieces))
    return _end(tally, options, time.monotonic() - begun)


def _misuse(options: argparse.Namespace) -> str:
    if options.cluster and options.workers is not None:
        return "--cluster has its own workers: leave --workers out."
    return shared.mixes(options)


def _outcomes(prepared: Run, options: argparse.Namespace) -> Iterator[Done | Failed]:
    from eventlocky.cluster.batch import here

    if not prepared.waiting:
        return iter(())
    if options.workers == 0:
        return here(prepared)
    from eventlocky.cluster.engine import on_dask  # loads Dask

    workers = options.workers or os.cpu_count() or 1
    return on_dask(prepared, workers, options.cluster, options.dashboard, lambda line: print(line, file=sys.stderr))


@dataclass(slots=True)
class _Tally:
    """What all pieces gave together."""

    pieces: int = 0
    failed: int = 0
    pages: int = 0
    events: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    cpu_s: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    told: float = field(default_factory=time.monotonic)

    def add(self, done: Done) -> None:
        self.pieces += 1
        self.pages += done.pages
        self.events += done.events
        self.errors.update(done.errors)
        self.passed.update(done.passed)
        for part, seconds in done.cpu_s.items():
            self.cpu_s[part] += seconds

    def tell(self, total: int) -> None:
        """Write a line to a log now and then; a terminal has its bar."""
        if sys.stderr.isatty() or time.monotonic() - self.told < _QUIET_S:
            return
        self.told = time.monotonic()
        print(f"{self.pieces} of {total} pieces: {self.said()}", file=sys.stderr, flush=True)

    def said(self) -> str:
        return f"{self.pages:,} pages, {self.events:,} events, {self.errors.total():,} bad records"


def _end(tally: _Tally, options: argparse.Namespace, seconds: float) -> int:
    """Say what was read, in words or as JSON, and return the exit code."""
    summary = {
        "out": options.out,
        "pieces": tally.pieces,
        "failed_pieces": tally.failed,
        "pages": tally.pages,
        "events": tally.events,
        "errors": dict(sorted(tally.errors.items())),
        "passed_over": dict(sorted(tally.passed.items())),
        "cpu_s": {part: round(value, 2) for part, value in tally.cpu_s.items()},
        "seconds": round(seconds, 2),
    }
    if options.json:
        print(json.dumps(summary))
    else:
        print(f"{tally.said()}. Written: {options.out}")
        for reason, count in sorted(tally.errors.items()):
            print(f"  {count:8,}  {reason}")
    if tally.failed:
        print(f"{tally.failed} pieces could not be done: the same command tries them again.", file=sys.stderr)
        return _COULD_NOT_RUN
    return 0 if tally.pages else _NO
